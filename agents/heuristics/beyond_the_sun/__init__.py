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
    "haste",
    "new_known",
    "own_value",
    "renew",
]

TURNS_AHEAD = 2  # of search: with three, two thirds of the simulations play as well
AT_SPEED = {ALONE: 1.0}  # while search plays on
_, copy_before_box = part_of(STATE, "rng", "max_rounds")
_, copy_behind_box = part_of(STATE, "tech_deck", "pad")
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
    """Copy a position over another one of the same game: without the box, more than half of it, which stays."""
    copy_before_box(target, source)
    copy_behind_box(target, source)
