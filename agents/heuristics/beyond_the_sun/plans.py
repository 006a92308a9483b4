"""What a faction can do next: actions at hand, the way to level IIII, and what is under way."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.beyond_the_sun.fleet import is_ripe, system_points
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
from exozoo.envs.beyond_the_sun.components import (
    L_LEVEL,
    L_NEEDED,
    L_PREREQS,
    NOTHING,
    slot_fact,
)
from exozoo.envs.beyond_the_sun.constants import FIRST_SYSTEM, NUM_NODES, NUM_SLOTS
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
from exozoo.envs.beyond_the_sun.rules.effects import has_researched
from exozoo.envs.core.bits import lowest_bit
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, SEAT

FIRST_OF_4 = np.int64(NUM_SLOTS - 3)
USUAL_POINTS_4 = 5.0  # of a level IIII card that is still in the deck
PREREQS_SHARE, ACTION_SHARE = 0.4, 0.2  # of the way to level IIII; the rest is its price


@jit
def colonizing_value(s, seat, offers, worth, stage):
    """The best system that an action at hand can colonise."""
    if offers[COLONIZING] == NO_PRICE:
        return 0.0
    best = ZERO
    for number in range(FIRST_SYSTEM, NUM_NODES):
        node = np.int64(number)
        card = np.int64(s.node_system[node])
        if card != NONE and s.controller[node] == seat and is_ripe(s, seat, node, card):
            best = max(best, system_points(s, card, worth, stage))
    paid = worth[PAID, stage] * share_paid(s, seat, offers[COLONIZING], ZERO)
    return best * (worth[READY, stage] + paid)


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
def share_known(s, seat, slot, ready):
    """How many of the technologies that a slot asks for the faction has, from 0 to 1; 1 in `ready`."""
    if (ready >> slot) & 1:
        return 1.0
    known = 0.0
    for index in range(3):
        prereq = slot_fact(s, slot, L_PREREQS + index)
        if prereq != NOTHING and has_researched(s, seat, prereq):
            known += 1.0
    return known / max(slot_fact(s, slot, L_NEEDED), 1)


@jit
def fourth_way(s, seat, ready, offers):
    """The way to the next level IIII technology, from 0 to 1: prerequisites, an action, its price."""
    best = -1.0
    for number in range(FIRST_OF_4, NUM_SLOTS):
        slot = np.int64(number)
        if not has_researched(s, seat, slot):
            best = max(best, share_known(s, seat, slot, ready))
    if best < 0.0:
        return 0.0
    way = PREREQS_SHARE * best
    if offers[FOURTH] < NO_PRICE:
        way += ACTION_SHARE
        if best == 1.0:
            rest = 1.0 - PREREQS_SHARE - ACTION_SHARE
            way += rest * share_paid(s, seat, offers[FOURTH], ONE)
    return way


@jit
def fourth_value(way, worth, stage):
    return worth[FOURTH_WAY, stage] * USUAL_POINTS_4 * way * way


@jit
def coming_points(s, seat):
    """Points of technologies whose cards are still being chosen."""
    slots = np.int64(s.players[seat].researched)
    total = 0.0
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        if s.slot_card[slot] == NONE:
            level = slot_fact(s, slot, L_LEVEL)
            total += USUAL_POINTS_4 if level == 4 else np.float64(level)
    return total


@jit
def highest_level(levels):
    """Of levels as bits."""
    highest = ZERO
    while levels:
        levels >>= 1
        highest += 1
    return highest


@jit
def waiting_value(s, seat, worth, stage):
    """What the seat is in the middle of."""
    total = coming_points(s, seat)
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
