"""How well a network plays: against named agents, on deals that all evaluations share."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.agents.arena.match import play_games
from exozoo.agents.arena.ratings import wilson
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.training.config import TrainConfig


def evaluate(
    config: TrainConfig, agent: Agent, games: int, seed: int
) -> dict[str, dict[str, float]]:
    """For each opponent: how often the agent finished before it, and the points of both.

    The agent takes every seat in turn on each deal, the opponent all others; ties count half.
    """
    return {
        text: _against(config, agent, load_agent(text, agent.game, seed=seed), games, seed)
        for text in config.evaluation.agents
    }


def _against(
    config: TrainConfig, agent: Agent, opponent: Agent, games: int, seed: int
) -> dict[str, float]:
    players = config.players
    deals = -(-games // players)
    seating = np.ones((deals * players, players), np.int64)
    rows = np.arange(deals * players)
    seats = rows % players
    seating[rows, seats] = 0
    seeds = [seed + 1 + deal for deal in range(deals) for _ in range(players)]
    result = play_games(agent.game, [agent, opponent], seating, seeds, config.options)
    own = result.ranks[rows, seats][:, None].astype(int)
    others = result.ranks[seating == 1].reshape(len(rows), -1).astype(int)
    ahead = float(((own < others) + (own == others) / 2).mean())
    low, high = wilson(ahead, len(rows))
    return {
        "ahead": ahead,
        "low": low,
        "high": high,
        "won": float((own[:, 0] == 1).mean()),
        "score": float(result.scores[rows, seats].mean()),
        "opponent_score": float(result.scores[seating == 1].mean()),
        "games": len(rows),
    }


def summary_row(text: str, result: dict[str, Any]) -> str:
    """One line of a Markdown table."""
    return (
        f"| {text} | {result['ahead']:.1%} ({result['low']:.1%}–{result['high']:.1%}) "
        f"| {result['score']:.1f} | {result['opponent_score']:.1f} | {result['games']} |"
    )
