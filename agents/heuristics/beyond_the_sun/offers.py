"""What a faction's technologies lead to, and what the action spaces that it may use offer: the cheapest or the best of each kind."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.beyond_the_sun.known import (
    NUM_LEVELS,
    are_offers_same,
    keep_offers,
    room_for_next,
)
from exozoo.envs.beyond_the_sun.components import (
    A_LIST,
    A_ORE,
    A_RETURN,
    ACTION_WIDTH,
    G_ACTION,
    GUILD_WIDTH,
    GUILDS,
    L_LEVEL,
    L_NEEDED,
    L_PREREQS,
    NOTHING,
    T_ACTIONS,
    T_LEVEL,
    TECH_WIDTH,
    TECHS,
    pointer,
    slot_fact,
    tech,
)
from exozoo.envs.beyond_the_sun.constants import (
    CHOOSE,
    COLONIZE,
    END,
    GAIN_ORE,
    JUMP,
    NUM_GUILDS,
    NUM_SLOTS,
    OPTION_WIDTH,
    OPTIONAL,
    POP_TO_SHIP,
    REPEAT_IMMEDIATE,
    RESEARCH,
    SUPPLY_TO_POP,
    SUPPLY_TO_SHIP,
    UPGRADE,
)
from exozoo.envs.beyond_the_sun.rules.account import next_op
from exozoo.envs.beyond_the_sun.rules.board import prereqs_met, research_levels
from exozoo.envs.beyond_the_sun.rules.effects import has_researched
from exozoo.envs.core.bits import lowest_bit
from exozoo.envs.core.codes import NONE, ZERO, codes
from exozoo.envs.core.jit import jit

# The price of the cheapest action, then the gain of the best one.
COLONIZING, THIRD, FOURTH, FLEET, ORE_GAIN, PEOPLE_GAIN = codes(6)
CUBE = np.int64(2)  # ore that a returned cube counts as
PACK = np.int64(16)  # a price is what it counts in ore, times this, and its cubes
DEAR = np.int64(14)  # what nobody pays: there is no such action
NO_PRICE = DEAR * PACK
LEVEL_3, LEVEL_4 = np.int64(4), np.int64(8)  # as bits of a research effect
FIRST_OF_4 = np.int64(NUM_SLOTS - 3)
USUAL_POINTS_4 = 5.0  # of a level IIII card that is still in the deck
POWER = np.int64(2)  # what a level of a ship counts in FLEET; a move and an ore count 1


@jit
def share_paid(s, seat, price, researchers):
    """How much of a price is there, from 0 to 1, with cubes for that many researchers."""
    player = s.players[seat]
    cubes = price % PACK
    ore = price // PACK - CUBE * cubes
    has_ore = min(np.float64(player.ore) / max(ore, 1), 1.0)
    return has_ore * min(np.float64(player.population) / max(cubes + researchers, 1), 1.0)


@jit
def read_effects(s, seat, place, ore_cost, cubes, found):
    """Enter the effects of an action with this cost; whether it has parts of its own."""
    cost = ore_cost + CUBE * cubes
    price = cost * PACK + cubes
    power, moves, ore, people = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    has_parts = False
    op = np.int64(s.box[place])
    while op != END:
        first, second = np.int64(s.box[place + 1]), np.int64(s.box[place + 2])
        if op == JUMP:
            moves += first
        elif op == SUPPLY_TO_SHIP or op == UPGRADE:
            power += POWER * first * second
        elif op == POP_TO_SHIP:
            power += (POWER * second - CUBE) * first
        elif op == GAIN_ORE:
            ore += first
        elif op == SUPPLY_TO_POP:
            people += first
        elif op == COLONIZE:
            found[COLONIZING] = min(found[COLONIZING], price)
        elif op == RESEARCH:
            levels = research_levels(s, seat, first, second)
            if levels & LEVEL_3:
                found[THIRD] = min(found[THIRD], price)
            if levels & LEVEL_4:
                found[FOURTH] = min(found[FOURTH], price)
        elif op == CHOOSE or op == OPTIONAL:
            has_parts = True
        place = next_op(s, place)
        op = np.int64(s.box[place])
    if power > 0:
        found[FLEET] = max(found[FLEET], power + moves - cost)
    found[ORE_GAIN] = max(found[ORE_GAIN], ore - cost)
    found[PEOPLE_GAIN] = max(found[PEOPLE_GAIN], people - cost // CUBE)
    return has_parts


@jit
def read_parts(s, seat, place, ore, cubes, found):
    """Enter each option and each optional part of an action as an action of its own."""
    while s.box[place] != END:
        if s.box[place] == CHOOSE:
            for option in range(np.int64(s.box[place + 2])):
                part = place + 3 + option * OPTION_WIDTH
                more_ore, more = np.int64(s.box[part]), np.int64(s.box[part + 1])
                read_effects(s, seat, pointer(s, part + 2), ore + more_ore, cubes + more, found)
        elif s.box[place] == OPTIONAL:
            more_ore, more = np.int64(s.box[place + 1]), np.int64(s.box[place + 2])
            read_effects(s, seat, pointer(s, place + 3), ore + more_ore, cubes + more, found)
        place = next_op(s, place)


@jit
def read_action(s, seat, at, found):
    """Enter the action at this place of the box."""
    ore, cubes = np.int64(s.box[at + A_ORE]), np.int64(s.box[at + A_RETURN])
    if ore == NOTHING:
        return
    place = pointer(s, at + A_LIST)
    if s.box[place] == REPEAT_IMMEDIATE:
        place = pointer(s, place + 1)
    if read_effects(s, seat, place, ore, cubes, found):
        read_parts(s, seat, place, ore, cubes, found)


@jit
def read_technology(s, seat, card, found):
    for space in range(2):
        at = TECHS + card * TECH_WIDTH + T_ACTIONS + space * ACTION_WIDTH
        read_action(s, seat, at, found)


@jit
def read_offers(s, seat, found):
    """All that the faction may use: researched and private technologies, open guilds."""
    found[COLONIZING] = found[THIRD] = found[FOURTH] = NO_PRICE
    found[FLEET] = found[ORE_GAIN] = found[PEOPLE_GAIN] = 0
    slots = np.int64(s.players[seat].researched)
    while slots:
        card = np.int64(s.slot_card[lowest_bit(slots)])
        slots &= slots - 1
        if card != NONE:
            read_technology(s, seat, card, found)
    for private in range(2):
        card = np.int64(s.private_card[private])
        if card != NONE and s.private_owner[private] == seat:
            read_technology(s, seat, card, found)
    for guild in range(NUM_GUILDS):
        if s.guild_open[guild]:
            read_action(s, seat, GUILDS + guild * GUILD_WIDTH + G_ACTION, found)


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
def prereqs_way(s, seat, ready):
    """How much of what the next level IIII technology asks for is there, from 0 to 1; -1 if all are researched."""
    best = -1.0
    for number in range(FIRST_OF_4, NUM_SLOTS):
        slot = np.int64(number)
        if not has_researched(s, seat, slot):
            best = max(best, share_known(s, seat, slot, ready))
    return best


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
def count_techs(s, seat, techs):
    """Researched technologies of each level; private ones do not count (BS-72)."""
    for level in range(NUM_LEVELS + 2):
        techs[level] = 0
    slots = np.int64(s.players[seat].researched)
    while slots:
        card = np.int64(s.slot_card[lowest_bit(slots)])
        slots &= slots - 1
        if card != NONE and tech(s, card, T_LEVEL) < NUM_LEVELS + 2:
            techs[tech(s, card, T_LEVEL)] += 1


@jit
def find_offers(s, seat, own):
    """The number of an entry with what is offered, a new one if need be; `own` is what is known of the seat."""
    for number in range(own.num_offers):
        if are_offers_same(s, seat, own.offers[number].state[0]):
            return np.int64(number)
    number = room_for_next(own.num_offers)
    own.num_offers = number + 1
    entry = own.offers[number]
    keep_offers(s, seat, entry.state[0])
    entry.ready = prereqs_met(s, seat, ZERO)
    entry.to_level_4 = prereqs_way(s, seat, entry.ready)
    entry.coming = coming_points(s, seat)
    entry.stage = NONE
    count_techs(s, seat, entry.techs)
    read_offers(s, seat, entry.found)
    return number
