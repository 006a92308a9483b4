"""The stack of pending steps. The top one is resolved without a choice or asks one decision."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.constants import MAX_STACK
from exozoo.envs.core.codes import codes
from exozoo.envs.core.jit import jit

STEP_KIND, STEP_SEAT, STEP_A, STEP_B, STEP_C, STEP_D = codes(6)  # columns of the stack


@jit
def push(s, kind, seat, a, b, c, d):
    """Put a step on top. The cap on bonuses keeps the stack far from full; beyond it, it is lost."""
    depth = np.int64(s.depth)
    if depth >= MAX_STACK:
        return
    s.stack[depth, 0] = kind
    s.stack[depth, 1] = seat
    s.stack[depth, 2] = a
    s.stack[depth, 3] = b
    s.stack[depth, 4] = c
    s.stack[depth, 5] = d
    s.depth = depth + 1


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
