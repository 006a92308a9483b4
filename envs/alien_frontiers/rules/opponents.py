"""How actions name the docked ships of opponents: relative seat and value, or the relic ship."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import OPPONENT_RELIC_CLASS
from exozoo.envs.alien_frontiers.constants import NUM_FACES, RELIC, RELIC_CLASS
from exozoo.envs.alien_frontiers.rules.effects import (
    docked_ship,
    is_docked,
    owner_of,
    relative_seat,
    seat_at,
)
from exozoo.envs.core.codes import NONE, ONE
from exozoo.envs.core.jit import jit


@jit
def is_opponents(s, die):
    """AF-71, AF-200: a docked ship of another player; the bay is out of reach of all cards."""
    owner = owner_of(s, die)
    return is_docked(s, die) and owner != NONE and owner != s.seat


@jit
def opponent_class(s, die):
    """The number of an opponent's ship within its block of actions."""
    if die == RELIC:
        return OPPONENT_RELIC_CLASS
    relative = relative_seat(s, owner_of(s, die))
    return (relative - ONE) * NUM_FACES + np.int64(s.value[die]) - ONE


@jit
def opponent_ship(s, facility, choice):
    """The ship that such a number stands for at a facility."""
    if choice == OPPONENT_RELIC_CLASS:
        return docked_ship(s, facility, np.int64(s.relic_holder), RELIC_CLASS)
    return docked_ship(s, facility, seat_at(s, choice // NUM_FACES + ONE), choice % NUM_FACES)
