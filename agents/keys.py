"""Randomness for agents that depends on what the seat to move sees, and on nothing else.

An agent that draws from such keys decides alike however its positions are batched, on any number of
threads, and learns nothing from the generator inside the state.
"""

from __future__ import annotations

from math import log

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.rng import GOLDEN, derive, mix

MANTISSA = np.uint64(11)  # bits of a word that a float has no room for
UNIT = 2.0**-53


@jit
def hash_rows(rows, seed, plies, keys):
    """A key for each row of observations."""
    for index in range(keys.size):
        key = derive(seed, np.uint64(plies[index]))
        for entry in range(rows.shape[1]):
            key = mix(key ^ np.uint64(np.int64(rows[index, entry]) + 65536))
        keys[index] = key


@jit
def gumbel(word):
    """Gumbel noise from a random word."""
    drawn = (np.float64(word >> MANTISSA) + 0.5) * UNIT  # never 0 or 1
    return -log(-log(drawn))


@jit
def draw_gumbel(keys, masks, noise):
    """Gumbel noise for each legal action: the best of logits + noise is drawn by softmax."""
    for row in range(keys.size):
        for action in range(masks.shape[1]):
            if masks[row, action]:
                word = mix(keys[row] + np.uint64(action + 1) * GOLDEN)
                noise[row, action] = gumbel(word)


def observe_movers(game: Game, states: np.ndarray) -> np.ndarray:
    """What the seat to move may know in each position; all have the same number of players."""
    players = int(states["num_players"].max(initial=game.min_players))
    rows = np.zeros((len(states), game.observation.size(players)), OBSERVATION_DTYPE)
    seats = np.full(len(states), NONE, np.int64)
    game.kernels.observe_many(states, 0, len(states), seats, rows)
    return rows


def position_keys(
    game: Game, states: np.ndarray, seed: int, seen: np.ndarray | None = None
) -> np.ndarray:
    """uint64[n]: one key a position, from the seed, the ply and what the mover sees (or `seen`)."""
    keys = np.empty(len(states), np.uint64)
    plies = states["ply"].astype(np.int64)
    rows = observe_movers(game, states) if seen is None else seen
    hash_rows(rows, np.uint64(seed), plies, keys)
    return keys
