"""Victory points (section 13) and the ranking at the end."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import (
    F_AUTOMATION,
    F_BEYOND,
    H_VP,
    MAX_SYSTEMS,
    NOTHING,
    S_VP,
    T_BASE,
    T_DIVISOR,
    T_EACH,
    T_MAX,
    T_PER,
    achievement,
    faction_fact,
    system,
    tech,
)
from exozoo.envs.beyond_the_sun.constants import (
    AUTOMATION_CELLS,
    DEEP_SPACE,
    MAX_PLAYERS,
    NUM_NODES,
    SOL,
)
from exozoo.envs.beyond_the_sun.rules.effects import (
    ALL_POINTS,
    automation_level,
    change_points,
    counter,
    strength,
)
from exozoo.envs.core.bits import lowest_bit
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit
from exozoo.envs.core.state import rank_seats

SHARE = np.int64(64 // MAX_PLAYERS)  # bits of a faction in a word of points
MOST = (np.int64(1) << SHARE) - np.int64(1)


@jit
def counted_points(s, seat, card):
    """BS-174, BS-182: min(max, n x floor(counter / divisor)) of a technology that counts something."""
    per = tech(s, card, T_PER)
    if per == NOTHING:
        return np.int64(0)
    units = counter(s, seat, per) // tech(s, card, T_DIVISOR)
    return min(tech(s, card, T_MAX), tech(s, card, T_EACH) * units)


@jit
def technology_points(s):
    """BS-170, BS-171, BS-172: researched technologies, of all factions in one word (SHARE bits each).

    Slot by slot, since most are researched by several of them; it follows every step.
    """
    slots = points = np.int64(0)
    for seat in range(np.int64(s.num_players)):
        slots |= np.int64(s.players[seat].researched)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        card = np.int64(s.slot_card[slot])
        if card == NONE:
            continue
        base, counting = tech(s, card, T_BASE), tech(s, card, T_PER) != NOTHING
        for number in range(np.int64(s.num_players)):
            seat = np.int64(number)
            has = (np.int64(s.players[seat].researched) >> slot) & 1
            points += (base * has) << (SHARE * seat)
            if counting and has:
                points += counted_points(s, seat, card) << (SHARE * seat)
    return points


@jit
def private_points(s, seat):
    """BS-173: private technologies."""
    points = np.int64(0)
    for private in range(2):
        card = np.int64(s.private_card[private])
        if card != NONE and s.private_owner[private] == seat:
            points += tech(s, card, T_BASE) + counted_points(s, seat, card)
    return points


@jit
def automation_points(s, seat):
    """BS-175, BS-88: the printed values up to the level reached, then 1 per level above 7."""
    level = automation_level(s, seat)
    points = np.int64(0)
    for cell in range(min(level, AUTOMATION_CELLS)):
        points += faction_fact(s, seat, F_AUTOMATION + cell)
    if level > AUTOMATION_CELLS:
        points += (level - AUTOMATION_CELLS) * faction_fact(s, seat, F_BEYOND)
    return points


@jit
def add_colony_points(s):
    """BS-176, and BS-179: events linked to the systems."""
    for card in range(MAX_SYSTEMS):
        owner = np.int64(s.colony_owner[card])
        if owner != NONE:
            s.scores[owner] += system(s, np.int64(card), S_VP) + np.int64(s.system_vp[card])


@jit
def add_outpost_points(s):
    """BS-177: 1 per outpost."""
    for node in range(NUM_NODES):
        controller = np.int64(s.controller[node])
        if controller != NONE:
            s.scores[controller] += 1


@jit
def highest_strength(s, node):
    highest = np.int64(1)  # nobody is ahead without a ship
    for seat in range(np.int64(s.num_players)):
        highest = max(highest, strength(s, np.int64(seat), node))
    return highest


@jit
def update_majorities(s):
    """BS-178: 1 for the highest strength in Sol or Deep Space, tied factions alike."""
    in_sol, in_deep_space = highest_strength(s, SOL), highest_strength(s, DEEP_SPACE)
    for number in range(np.int64(s.num_players)):
        seat = np.int64(number)
        points = np.int64(strength(s, seat, SOL) == in_sol)
        points += np.int64(strength(s, seat, DEEP_SPACE) == in_deep_space)
        s.scores[seat] += points - np.int64(s.majorities[seat])
        s.majorities[seat] = points


@jit
def add_achievement_points(s):
    """BS-180, and BS-179: events linked to achievements."""
    for place in range(4):
        for slot in range(4):
            seat = np.int64(s.achievement_disc[place, slot])
            if seat != NONE:
                s.scores[seat] += achievement(s, np.int64(place), H_VP + slot)
                s.scores[seat] += s.achievement_vp[place]


@jit
def event_points(s, seat):
    """BS-179: kept events (BS-113) and the ship in the museum (BS-118)."""
    player = s.players[seat]
    points = np.int64(player.vp_events)
    if player.museum > 0:
        points += np.int64(s.museum_vp[player.museum - 1])
    return points


@jit
def update_scores(s):
    """What is due, as if the game ended now: nothing that scores is hidden (BS-18).

    To count everything takes longer than most steps; after few of them more than BS-178 has changed.
    """
    if np.int64(s.points_due) & ALL_POINTS:
        count_all(s)
    update_majorities(s)
    s.points_due = 0


@jit
def count_all(s):
    """Everything but BS-178; what lies on the boards is looked through once for all factions."""
    technologies = technology_points(s)
    for number in range(np.int64(s.num_players)):
        seat = np.int64(number)
        points = (technologies >> (SHARE * seat)) & MOST
        points += private_points(s, seat) + automation_points(s, seat) + event_points(s, seat)
        s.scores[seat] = points + np.int64(s.majorities[seat])
    add_colony_points(s)
    add_outpost_points(s)
    add_achievement_points(s)


@jit
def finish_game(s):
    """BS-181: most points; then fewest discs on the tracks, most population, most ore."""
    s.over = 1
    change_points(s, ALL_POINTS)
    update_scores(s)
    keys = np.zeros((MAX_PLAYERS, 4), np.int64)
    for seat in range(np.int64(s.num_players)):
        player = s.players[seat]
        keys[seat, 0] = s.scores[seat]
        keys[seat, 1] = -np.int64(player.discs[0]) - np.int64(player.discs[1])
        keys[seat, 2] = player.population
        keys[seat, 3] = player.ore
    rank_seats(s, keys)
