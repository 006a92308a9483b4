"""Whole games between given agents, many side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.seating import Seating


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
    seats = Seating(agents, seating)
    seats.play(batch.states, batch.masks, batch.step)
    return MatchResult(batch.scores.copy(), batch.ranks.copy(), seats.decisions, seats.seconds)
