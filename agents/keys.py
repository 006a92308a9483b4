"""Randomness for agents that depends on what the seat to move sees, and on nothing else.

An agent that draws from such keys decides alike however its positions are batched, on any number of
threads, and learns nothing from the generator inside the state.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.rng import derive, mix


@jit
def hash_rows(rows, seed, plies, keys):
    """A key for each row of observations."""
    for index in range(keys.size):
        key = derive(seed, np.uint64(plies[index]))
        for entry in range(rows.shape[1]):
            key = mix(key ^ np.uint64(np.int64(rows[index, entry]) + 65536))
        keys[index] = key


def observe_movers(game: Game, states: np.ndarray) -> np.ndarray:
    """What the seat to move may know in each position; all have the same number of players."""
    players = int(states["num_players"].max(initial=game.min_players))
    rows = np.zeros((len(states), game.observation.size(players)), OBSERVATION_DTYPE)
    seats = np.full(len(states), NONE, np.int64)
    game.kernels.observe_many(states, 0, len(states), seats, rows)
    return rows


def position_keys(game: Game, states: np.ndarray, seed: int) -> np.ndarray:
    """uint64[n]: one key a position, from the seed, the ply and the observation of the mover."""
    keys = np.empty(len(states), np.uint64)
    plies = states["ply"].astype(np.int64)
    hash_rows(observe_movers(game, states), np.uint64(seed), plies, keys)
    return keys
