"""Whole games between given agents, many side by side."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game


@dataclass(frozen=True)
class MatchResult:
    """Finished games, one row each, and the time that each agent took."""

    scores: np.ndarray  # int32[games, players]
    ranks: np.ndarray  # int8[games, players]
    decisions: np.ndarray  # int64[agents]
    seconds: np.ndarray  # float64[agents]


def play_games(
    game: Game,
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: Sequence[int],
    options: dict[str, Any],
) -> MatchResult:
    """Play the game of each seed to its end; `seating[game, seat]` is the number of an agent."""
    players = seating.shape[1]
    batch = Batch(game, len(seeds), auto_reset=False, **{**options, "players": players})
    batch.reset(seeds=seeds)
    decisions, seconds = np.zeros(len(agents), np.int64), np.zeros(len(agents))
    rows = np.arange(len(seeds))
    while not batch.dones.all():
        running = batch.dones == 0
        mover = seating[rows, batch.states["seat"]]
        actions = np.zeros(len(seeds), np.int64)
        for number, agent in enumerate(agents):
            turn = np.flatnonzero(running & (mover == number))
            if turn.size:
                started = time.perf_counter()
                actions[turn] = agent.act(batch.states[turn], batch.masks[turn])
                seconds[number] += time.perf_counter() - started
                decisions[number] += turn.size
        batch.step(actions, where=running)
    return MatchResult(batch.scores.copy(), batch.ranks.copy(), decisions, seconds)
