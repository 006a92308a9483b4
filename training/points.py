"""What seats count as having in the middle of a game: their points, or those they are likely to end with.

Rewards that are paid at once count points as they stand. Most of what a decision is worth shows much later in them,
under the noise of all that happened in between. With `appraised` the heuristic's appraisal stands for the points until
the game is over: what is paid adds up to the same result, but most of it comes right after the decision that earned it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from exozoo.agents.heuristics.table import shipped_worth
from exozoo.agents.weighing import bind_weighing
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import bind
from exozoo.envs.core.state import MAX_SEATS, take
from exozoo.training.config import TrainConfig


def appraise(s, worth, points): ...


def _appraise_many(states, worth, points):
    """points[index, seat] of running games."""
    for index in range(states.size):
        if not states[index].over:
            appraise(states[index], worth, points[index])


@cache
def _bound(game: Game) -> Any:
    return bind(_appraise_many, appraise=bind_weighing(game, "heuristic").appraise)


def points_by_now(config: TrainConfig, batch: Batch, rows: np.ndarray) -> np.ndarray:
    """[n, players] of running games, in the order of the table."""
    if not config.appraised:
        return batch.states["scores"][rows, : batch.players]
    states = take(batch.states, rows)
    points = np.zeros((len(states), MAX_SEATS))
    _bound(batch.game)(states, shipped_worth(batch.game, config.heuristic), points)
    return points[:, : batch.players].astype(np.float32)
