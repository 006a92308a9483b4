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
    """For each opponent and size of table: how often the agent finished before it, and the points.

    The agent takes every seat in turn on each deal, the opponent all others; ties count half. Alone
    both play the same deals, and who has more points finished before the other.
    """
    calls = []
    for players in config.tables:
        deals, step = -(-games // players), max(1, GAMES_A_TASK // players)
        calls += [
            (config, agent, text, players, range(first, min(first + step, deals)), seed)
            for text in config.evaluation.agents
            for first in range(0, deals, step)
        ]
    found = sorted(workers.each(play_deals, calls), key=lambda part: part.first)
    return {
        versus(config, text, players): figures(
            [part for part in found if (part.opponent, part.players) == (text, players)]
        )
        for players in config.tables
        for text in config.evaluation.agents
    }


def versus(config: TrainConfig, opponent: str, players: int) -> str:
    """What the games against an opponent at one table are called."""
    if len(config.tables) == 1:
        return opponent
    return f"{opponent}, {players} player{'s' if players > 1 else ''}"


@dataclass(frozen=True)
class Part:
    """Games on some deals against one opponent, a row each."""

    opponent: str
    players: int
    first: int  # deal
    won: np.ndarray  # bool[games]; alone: whether the target was reached
    ranks: np.ndarray  # int[games], of the agent
    scores: np.ndarray
    other_ranks: np.ndarray  # int[games, players - 1]
    other_scores: np.ndarray


def play_deals(
    config: TrainConfig, agent: Agent, opponent: str | Agent, players: int, deals: range, seed: int
) -> Part:
    """`opponent` is an agent or the text of one."""
    other, text = opponent, ""
    if isinstance(opponent, str):
        other, text = load_agent(opponent, agent.game, seed=seed + deals.start), opponent
    assert isinstance(other, Agent)
    if players == 1:
        return play_alone(config, agent, text, other, deals, seed)
    rows = np.arange(len(deals) * players)
    seats = rows % players
    seating = np.ones((len(rows), players), np.int64)
    seating[rows, seats] = 0
    seeds = [seed + 1 + deal for deal in deals for _ in range(players)]
    result = play_games(agent.game, [agent, other], seating, seeds, config.options)
    ranks, scores = result.ranks.astype(int), result.scores
    others = seating == 1
    return Part(
        text,
        players,
        deals.start,
        ranks[rows, seats] == 1,
        ranks[rows, seats],
        scores[rows, seats],
        ranks[others].reshape(len(rows), -1),
        scores[others].reshape(len(rows), -1),
    )


def play_alone(
    config: TrainConfig, agent: Agent, opponent: str, other: Agent, deals: range, seed: int
) -> Part:
    """Both play each deal alone."""
    seating = np.repeat([[0], [1]], len(deals), axis=0)
    seeds = [seed + 1 + deal for _ in range(2) for deal in deals]
    result = play_games(agent.game, [agent, other], seating, seeds, config.options)
    own, others = result.scores.reshape(2, -1)
    won = result.ranks.reshape(2, -1)[0] == 1
    behind, ahead = 1 + (own < others), 1 + (own > others)
    return Part(opponent, 1, deals.start, won, behind, own, ahead[:, None], others[:, None])


def figures(parts: Sequence[Part]) -> dict[str, float]:
    own = np.concatenate([part.ranks for part in parts])
    others = np.concatenate([part.other_ranks for part in parts])
    ahead = float(((own[:, None] < others) + (own[:, None] == others) / 2).mean())
    low, high = wilson(ahead, len(own))
    return {
        "players": parts[0].players,
        "ahead": ahead,
        "low": low,
        "high": high,
        "won": float(np.concatenate([part.won for part in parts]).mean()),
        "place": float(own.mean()),
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
