"""Which seats can tell what another seat has chosen, found without knowing the game."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.game import Game
from exozoo.envs.core.kernels import CHOICE, NO_NUMBERS, NO_RNGS, STEP, new_orders
from exozoo.envs.core.layout import OBSERVATION_DTYPE


def knowing_seats(game: Game, before: np.ndarray, mask: np.ndarray, action: int) -> frozenset[int]:
    """The seats that see which action it was, in a position given as an array of one record.

    A seat cannot tell an action from another if both leave it with the same observation, although
    some seat does see a difference: a card kept face down. The mover itself always knows.
    """
    mover, players = int(before["seat"][0]), int(before["num_players"][0])
    choices = np.flatnonzero(mask)
    count = len(choices)
    after = np.repeat(before, count)
    orders = new_orders(count)
    orders[:, CHOICE] = choices
    masks = np.repeat(mask[None], count, axis=0)
    game.kernels.run(STEP, after, 0, count, orders, NO_NUMBERS, NO_RNGS, masks)
    own = int(np.searchsorted(choices, action))
    seen = np.zeros((count, game.observation.size(players)), OBSERVATION_DTYPE)
    alike = np.empty((players, count), bool)  # to each seat, with what was chosen
    for seat in range(players):
        game.kernels.observe_many(after, 0, count, np.full(count, seat, np.int64), seen)
        alike[seat] = (seen == seen[own]).all(axis=1)
    differs = ~alike.all(axis=0)
    told = ~(alike & differs).any(axis=1)
    return frozenset(np.flatnonzero(told).tolist()) | {mover}
