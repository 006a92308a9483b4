"""How well a network plays: against named agents, on deals that all evaluations share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.agents.arena.match import play_games
from exozoo.agents.arena.ratings import wilson
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.workers import HERE, Workers
from exozoo.training.config import TrainConfig

GAMES_A_TASK = (
    1000  # against one opponent, shared out among workers; fixed, so that they change nothing
)


def evaluate(
    config: TrainConfig, agent: Agent, games: int, seed: int, workers: Workers = HERE
) -> dict[str, dict[str, float]]:
    """For each opponent: how often the agent finished before it, and the points of both.

    The agent takes every seat in turn on each deal, the opponent all others; ties count half.
    """
    deals = -(-games // config.players)
    step = max(1, GAMES_A_TASK // config.players)
    calls = [
        (config, agent, text, range(first, min(first + step, deals)), seed)
        for text in config.evaluation.agents
        for first in range(0, deals, step)
    ]
    found = sorted(workers.each(play_deals, calls), key=lambda part: part.first)
    return {
        text: _figures([part for part in found if part.opponent == text])
        for text in config.evaluation.agents
    }


@dataclass(frozen=True)
class Part:
    """Games on some deals against one opponent, a row each."""

    opponent: str
    first: int  # deal
    ranks: np.ndarray  # int[games], of the agent
    scores: np.ndarray
    other_ranks: np.ndarray  # int[games, players - 1]
    other_scores: np.ndarray


def play_deals(config: TrainConfig, agent: Agent, opponent: str, deals: range, seed: int) -> Part:
    players = config.players
    rows = np.arange(len(deals) * players)
    seats = rows % players
    seating = np.ones((len(rows), players), np.int64)
    seating[rows, seats] = 0
    seeds = [seed + 1 + deal for deal in deals for _ in range(players)]
    other = load_agent(opponent, agent.game, seed=seed + deals.start)
    result = play_games(agent.game, [agent, other], seating, seeds, config.options)
    ranks, scores = result.ranks.astype(int), result.scores
    others = seating == 1
    return Part(
        opponent,
        deals.start,
        ranks[rows, seats],
        scores[rows, seats],
        ranks[others].reshape(len(rows), -1),
        scores[others].reshape(len(rows), -1),
    )


def _figures(parts: Sequence[Part]) -> dict[str, float]:
    own = np.concatenate([part.ranks for part in parts])
    others = np.concatenate([part.other_ranks for part in parts])
    ahead = float(((own[:, None] < others) + (own[:, None] == others) / 2).mean())
    low, high = wilson(ahead, len(own))
    return {
        "ahead": ahead,
        "low": low,
        "high": high,
        "won": float((own == 1).mean()),
        "score": float(np.concatenate([part.scores for part in parts]).mean()),
        "opponent_score": float(np.concatenate([part.other_scores for part in parts]).mean()),
        "games": len(own),
    }


def summary_row(text: str, result: dict[str, Any]) -> str:
    """One line of a Markdown table."""
    return (
        f"| {text} | {result['ahead']:.1%} ({result['low']:.1%}–{result['high']:.1%}) "
        f"| {result['score']:.1f} | {result['opponent_score']:.1f} | {result['games']} |"
    )
