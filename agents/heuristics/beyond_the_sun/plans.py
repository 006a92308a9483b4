"""What a faction can do next: actions at hand, the way to level IIII, and what is under way."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.beyond_the_sun.fleet import system_points
from exozoo.agents.heuristics.beyond_the_sun.offers import (
    COLONIZING,
    DEAR,
    FLEET,
    FOURTH,
    NO_PRICE,
    ORE_GAIN,
    PACK,
    PEOPLE_GAIN,
    THIRD,
    USUAL_POINTS_4,
    share_paid,
)
from exozoo.agents.heuristics.beyond_the_sun.worth import (
    COLONIZE_ACTION,
    FLEET_ACTION,
    FOURTH_ACTION,
    FOURTH_WAY,
    ORE_ACTION,
    PAID,
    PEOPLE_ACTION,
    READY,
    THIRD_ACTION,
    THIRD_PAID,
    WAIT_AUTOMATION,
    WAIT_SLOT,
    WAIT_UPGRADE,
)
from exozoo.envs.beyond_the_sun.pending import (
    K_AUTOMATE,
    K_RETURN_SHIPS,
    K_SLOT,
    K_UPGRADE,
    RETURN_AT,
    SLOT_FLAGS,
    SLOT_LEVELS,
    UPGRADE_LEFT,
)
from exozoo.envs.beyond_the_sun.rules.board import research_levels
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, SEAT

PREREQS_SHARE, ACTION_SHARE = 0.4, 0.2  # of the way to level IIII; the rest is its price


@jit
def colonizing_value(s, seat, ripe, offers, worth, stage):
    """The best system that an action at hand can colonise, `ripe` its points."""
    if offers[COLONIZING] == NO_PRICE:
        return 0.0
    paid = worth[PAID, stage] * share_paid(s, seat, offers[COLONIZING], ZERO)
    return ripe * (worth[READY, stage] + paid)


@jit
def actions_value(s, seat, offers, worth, stage):
    """The cheapest and the best of the actions at hand, by their kinds."""
    total = worth[COLONIZE_ACTION, stage] * (DEAR - offers[COLONIZING] // PACK)
    total += worth[THIRD_ACTION, stage] * (DEAR - offers[THIRD] // PACK)
    total += worth[FOURTH_ACTION, stage] * (DEAR - offers[FOURTH] // PACK)
    total += worth[FLEET_ACTION, stage] * offers[FLEET]
    total += worth[ORE_ACTION, stage] * offers[ORE_GAIN]
    total += worth[PEOPLE_ACTION, stage] * offers[PEOPLE_GAIN]
    if offers[THIRD] < NO_PRICE:
        total += worth[THIRD_PAID, stage] * share_paid(s, seat, offers[THIRD], ONE)
    return total


@jit
def fourth_way(s, seat, prereqs, offers):
    """The way to the next level IIII technology, from 0 to 1: prerequisites, an action, its price."""
    if prereqs < 0.0:
        return 0.0
    way = PREREQS_SHARE * prereqs
    if offers[FOURTH] < NO_PRICE:
        way += ACTION_SHARE
        if prereqs == 1.0:
            rest = 1.0 - PREREQS_SHARE - ACTION_SHARE
            way += rest * share_paid(s, seat, offers[FOURTH], ONE)
    return way


@jit
def fourth_value(way, worth, stage):
    return worth[FOURTH_WAY, stage] * USUAL_POINTS_4 * way * way


@jit
def highest_level(levels):
    """Of levels as bits."""
    highest = ZERO
    while levels:
        levels >>= 1
        highest += 1
    return highest


@jit
def waiting_value(s, seat, coming, worth, stage):
    """What the seat is in the middle of; `coming` are the points of cards that are still being chosen."""
    total = coming
    for depth in range(np.int64(s.num_pending)):
        if s.pending[depth, SEAT] != seat:
            continue
        kind = s.pending[depth, KIND]
        if kind == K_SLOT:
            levels = np.int64(s.pending[depth, SLOT_LEVELS])
            levels = research_levels(s, seat, levels, np.int64(s.pending[depth, SLOT_FLAGS]))
            total += worth[WAIT_SLOT, stage] * highest_level(levels)
        elif kind == K_AUTOMATE:
            total += worth[WAIT_AUTOMATION, stage]
        elif kind == K_UPGRADE:
            total += worth[WAIT_UPGRADE, stage] * np.int64(s.pending[depth, UPGRADE_LEFT])
        elif kind == K_RETURN_SHIPS:
            card = np.int64(s.node_system[s.pending[depth, RETURN_AT]])
            total += system_points(s, card, worth, stage)
    return total
