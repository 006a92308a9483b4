"""The turn: its phases, the achievement phase, rounds and the end (sections 3, 3.3; D21)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import ACHIEVE
from exozoo.envs.beyond_the_sun.components import (
    H_CONDITION,
    H_COUNT,
    H_LEVEL,
    H_PRIVATE,
    H_SLOTS,
    L_LEVEL,
    MAX_SYSTEMS,
    S_SYMBOLS,
    START,
    START_TRIGGER,
    T_LEVEL,
    achievement,
    slot_fact,
    system,
    tech,
)
from exozoo.envs.beyond_the_sun.constants import (
    FIRST_SYSTEM,
    FOOD,
    IF_ALL_SLOTS,
    IF_AUTOMATION,
    IF_COLONIES,
    IF_ORE,
    IF_OUTPOSTS,
    IF_SHIPS,
    IF_STRENGTH,
    IF_SYMBOLS,
    IF_TECHS,
    NUM_NODES,
    NUM_SLOTS,
    ORE,
)
from exozoo.envs.beyond_the_sun.pending import (
    K_ACHIEVEMENT,
    K_PRODUCTION,
    K_SPACE,
    K_TURN_END,
)
from exozoo.envs.beyond_the_sun.rules.board import symbols_at
from exozoo.envs.beyond_the_sun.rules.effects import (
    ALL_POINTS,
    automation_level,
    change_points,
    colonies,
    has_researched,
    outposts,
    ships_of_level,
    strength,
    techs_of_level,
)
from exozoo.envs.beyond_the_sun.rules.scoring import finish_game
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    SEAT,
    pop,
    push,
    top,
)


@jit
def begin_turn(s, seat):
    """BS-25: action, production, achievement; then the next player."""
    s.active = seat
    s.changed = 0
    s.copying = 0
    s.replaced = 0
    s.bonuses = 0
    s.stealth_target = NONE
    for node in range(FIRST_SYSTEM, NUM_NODES):
        s.uncontrolled[node] = s.node_system[node] != NONE and s.controller[node] == NONE
    push(s, K_TURN_END, seat, ZERO, ZERO, ZERO, ZERO)
    push(s, K_ACHIEVEMENT, seat, ZERO, ZERO, ZERO, ZERO)
    push(s, K_PRODUCTION, seat, ZERO, ZERO, ZERO, ZERO)
    push(s, K_SPACE, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def resolve_turn_end(s):
    """BS-26: the round ends after the last seat; BS-53, BS-54: one more full round after the trigger."""
    seat = top(s, SEAT)
    pop(s)
    if seat + 1 < s.num_players:
        begin_turn(s, seat + 1)
        return False
    if s.round_number == s.last_round or s.round_number >= s.max_rounds:
        finish_game(s)
        return False
    s.round_number += 1
    begin_turn(s, ZERO)
    return False


@jit
def printed_symbols(s, seat, kind):
    """BS-160: symbols printed on controlled locations and colonies, shipyards included."""
    count = np.int64(0)
    for node in range(NUM_NODES):
        if s.controller[node] == seat:
            count += (symbols_at(s, np.int64(node)) >> kind) & 1
    for card in range(MAX_SYSTEMS):
        if s.colony_owner[card] == seat:
            count += (system(s, np.int64(card), S_SYMBOLS) >> kind) & 1
    return count


@jit
def missing_slots(s, seat, level):
    """How many slots of the level the faction has not researched."""
    count = np.int64(0)
    for slot in range(NUM_SLOTS):
        if slot_fact(s, np.int64(slot), L_LEVEL) == level and not has_researched(s, seat, slot):
            count += 1
    return count


@jit
def private_techs(s, seat, place, level):
    """BS-50: its private technologies of the level, if the achievement there counts them."""
    count = np.int64(0)
    if not achievement(s, place, H_PRIVATE):
        return count
    for private in range(2):
        card = np.int64(s.private_card[private])
        if card != NONE and s.private_owner[private] == seat and tech(s, card, T_LEVEL) == level:
            count += 1
    return count


@jit
def fleet_strength(s, seat):
    total = np.int64(0)
    for node in range(NUM_NODES):
        total += strength(s, seat, np.int64(node))
    return total


@jit
def meets(s, seat, place):
    """BS-50: whether the condition of the achievement at this place is met now."""
    kind, level = achievement(s, place, H_CONDITION), achievement(s, place, H_LEVEL)
    count = achievement(s, place, H_COUNT)
    if kind == IF_TECHS:
        own = techs_of_level(s, seat, level) + private_techs(s, seat, place, level)
        return own >= count
    if kind == IF_COLONIES:
        return colonies(s, seat) >= count
    if kind == IF_ALL_SLOTS:
        return missing_slots(s, seat, level) <= private_techs(s, seat, place, level)
    if kind == IF_AUTOMATION:
        return automation_level(s, seat) >= count
    if kind == IF_ORE:
        return s.players[seat].ore >= count
    if kind == IF_STRENGTH:
        return fleet_strength(s, seat) >= count
    if kind == IF_SYMBOLS:
        return max(printed_symbols(s, seat, FOOD), printed_symbols(s, seat, ORE)) >= count
    if kind == IF_OUTPOSTS:
        return outposts(s, seat) >= count
    return kind == IF_SHIPS and ships_of_level(s, seat, level) >= count


@jit
def free_place(s, seat, place):
    """BS-50, BS-51, BS-52: the leftmost free slot, or NONE if it is full or has a disc of the seat."""
    free = NONE
    for slot in range(achievement(s, place, H_SLOTS)):
        disc = s.achievement_disc[place, slot]
        if disc == seat:
            return NONE
        if disc == NONE and free == NONE:
            free = np.int64(slot)
    return free


@jit
def can_claim(s, seat, place):
    return free_place(s, seat, place) != NONE and meets(s, seat, place)


@jit
def resolve_achievement(s):
    """BS-50: True if an achievement must be claimed."""
    for place in range(4):
        if can_claim(s, top(s, SEAT), np.int64(place)):
            return True
    pop(s)
    return False


@jit
def legal_achievement(s, mask):
    """D21."""
    for place in range(4):
        if can_claim(s, top(s, SEAT), np.int64(place)):
            mask[ACHIEVE + place] = 1


@jit
def apply_achievement(s, place):
    """BS-50, BS-53: a disc on the leftmost free slot; enough discs trigger the end."""
    seat = top(s, SEAT)
    pop(s)
    s.achievement_disc[place, free_place(s, seat, place)] = seat
    change_points(s, ALL_POINTS)
    discs = 0
    for card in range(4):
        for slot in range(4):
            if s.achievement_disc[card, slot] != NONE:
                discs += 1
    if discs >= s.box[START + START_TRIGGER] and s.last_round == 0:
        s.last_round = s.round_number + 1
