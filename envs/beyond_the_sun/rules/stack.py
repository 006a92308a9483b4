"""The stack of pending steps. The top one is resolved without a choice or asks one decision."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.constants import MAX_STACK, ROOM_FOR_A_BONUS
from exozoo.envs.core.codes import codes
from exozoo.envs.core.jit import jit

STEP_KIND, STEP_SEAT, STEP_A, STEP_B, STEP_C, STEP_D = codes(6)  # columns of the stack


@jit
def push(s, kind, seat, a, b, c, d):
    """Put a step on top. There is room: `has_room` is asked before a bonus begins."""
    depth = np.int64(s.depth)
    s.stack[depth, 0] = kind
    s.stack[depth, 1] = seat
    s.stack[depth, 2] = a
    s.stack[depth, 3] = b
    s.stack[depth, 4] = c
    s.stack[depth, 5] = d
    s.depth = depth + 1


@jit
def has_room(s):
    """Whether the steps of one more bonus surely fit above the top."""
    return np.int64(s.depth) <= MAX_STACK - ROOM_FOR_A_BONUS


@jit
def is_waiting(s, kind, seat):
    """Whether such a step of the seat lies anywhere on the stack."""
    for depth in range(np.int64(s.depth)):
        if s.stack[depth, STEP_KIND] == kind and s.stack[depth, STEP_SEAT] == seat:
            return True
    return False


@jit
def pop(s):
    s.depth -= 1


@jit
def top(s, field):
    """A number of the top step."""
    return np.int64(s.stack[np.int64(s.depth) - 1, field])


@jit
def set_top(s, field, value):
    s.stack[np.int64(s.depth) - 1, field] = value
