"""Beyond the Sun by rules of thumb; docs/strategy/beyond_the_sun.md says them in words.

Only an appraisal: actions are weighed by it at the end of the turn that they begin. Its numbers stand
in one table: what each thing is worth in points at the start and at the end of the game.
"""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.beyond_the_sun.known import new_known
from exozoo.agents.heuristics.beyond_the_sun.position import seat_value, stage_of
from exozoo.agents.heuristics.beyond_the_sun.worth import (
    ALONE,
    HASTE,
    LOOKS_AHEAD,
    ROWS,
    STAGES,
    SWITCHES,
)
from exozoo.envs.beyond_the_sun.pending import K_SPACE
from exozoo.envs.beyond_the_sun.rules.phase_action import mark_spaces
from exozoo.envs.beyond_the_sun.rules.step import legal
from exozoo.envs.beyond_the_sun.state import STATE
from exozoo.envs.core.jit import jit
from exozoo.envs.core.memory import part_of
from exozoo.envs.core.pending import KIND, top

__all__ = [
    "AT_SPEED",
    "ROWS",
    "STAGES",
    "SWITCHES",
    "TRUST",
    "TURNS_AHEAD",
    "alone",
    "appraise",
    "begins_turn",
    "glance",
    "haste",
    "new_known",
    "own_value",
    "renew",
]

TURNS_AHEAD = 2  # of search: with three, two thirds of the simulations play as well
AT_SPEED = {ALONE: 1.0}  # while search plays on
_, copy_before_pending = part_of(STATE, "rng", "slots_of_level")
_, copy_behind_pending = part_of(STATE, "num_pending", "max_rounds")
_, copy_behind_box = part_of(STATE, "tech_deck", "pad")
PENDING_WIDTH = STATE["pending"].shape[1]
TWO = np.int64(2)
TRUST = 0.3  # with 1 the search was hardly stronger than its network


@jit
def own_value(s, seat, worth, known):
    """What one seat is likely to end with; what is `known` of any is found there."""
    stage = stage_of(s, worth[LOOKS_AHEAD, 0] > 0.0)
    return seat_value(s, seat, stage, worth, known)


@jit
def appraise(s, worth, points):
    """Points in sight and what the means of every seat will bring."""
    known = new_known()
    known.count = 0
    for seat in range(s.num_players):
        points[seat] = own_value(s, np.int64(seat), worth, known)


@jit
def begins_turn(s):
    """Whether the deciding seat is about to take its turn."""
    return top(s, KIND) == K_SPACE


@jit
def haste(worth):
    """What a decision costs: ships that go there and back end where they began, later."""
    return worth[HASTE, 0]


@jit
def alone(worth):
    """Whether choices within a turn leave rivals out of account."""
    return worth[ALONE, 0] > 0.0


@jit
def renew(target, source):
    """Copy a position over another one of the same game, without what stays as it is.

    That is the box, more than half of it, and room for steps that are pending in neither: there is nothing in it.
    """
    for depth in range(max(np.int64(target.num_pending), np.int64(source.num_pending))):
        for column in range(PENDING_WIDTH):
            target.pending[depth, column] = source.pending[depth, column]
    copy_before_pending(target, source)
    copy_behind_pending(target, source)
    copy_behind_box(target, source)


@jit
def glance(s, mask):
    """Legal actions, of many spaces only two."""
    if top(s, KIND) == K_SPACE:
        mark_spaces(s, mask, TWO)
    else:
        legal(s, mask)
