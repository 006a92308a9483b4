"""Decisions between two alternatives (D19)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, set_top, top
from exozoo.envs.planet_unknown.constants import (
    BOOST_INSTEAD_OF_PATCH,
    BY_STATION,
    CELL_BONUS,
    DOUBLE_BOOST,
    PATCH_OR_BOOST,
    PATCH_OR_TWO,
    PLACE_PATCH,
    PURPOSE,
    PURPOSE_FIRST,
    PURPOSE_SECOND,
    PURPOSE_THIRD,
    SINGLE_OR_DOUBLE,
    TASK_ADVANCE,
    TASK_STEPS,
    TECH,
    TECH_OR_ENERGY,
    TWO_PATCHES,
)
from exozoo.envs.planet_unknown.rules.effects import gain_boost, use_up
from exozoo.envs.planet_unknown.rules.phase_turn import resolve_energy
from exozoo.envs.planet_unknown.rules.tracks import gain_either

TWO = np.int64(2)


@jit
def apply_alternative(s, seat, choice):
    """PU-141, PU-187, PU-189, PU-190, PU-220, PU-223: the first (0) or the second (1)."""
    purpose = top(s, PURPOSE)
    first = top(s, PURPOSE_FIRST)
    second = top(s, PURPOSE_SECOND)
    third = top(s, PURPOSE_THIRD)
    pop(s)
    if purpose == CELL_BONUS:
        gain_either(s, seat, first, second, choice)
    elif purpose == PATCH_OR_TWO:
        if choice == 1:
            use_up(s.players[seat], TWO_PATCHES)
        push(s, PLACE_PATCH, seat, TWO if choice == 1 else ONE, ZERO, ZERO, ZERO)
    elif purpose == PATCH_OR_BOOST:
        if choice == 1:
            use_up(s.players[seat], BOOST_INSTEAD_OF_PATCH)
            gain_boost(s)
        else:
            push(s, PLACE_PATCH, seat, ONE, ZERO, ZERO, ZERO)
    elif purpose == SINGLE_OR_DOUBLE:
        if choice == 1:
            use_up(s.players[seat], DOUBLE_BOOST)
            set_top(s, TASK_STEPS, top(s, TASK_STEPS) + 1)
    elif purpose == TECH_OR_ENERGY:
        if choice == 1:
            resolve_energy(s, seat, first, second, third)
        else:
            push(s, TASK_ADVANCE, seat, TECH, ONE, BY_STATION, ZERO)
    elif choice == 0:
        gain_boost(s)
    else:
        s.peeked |= 1 << seat
