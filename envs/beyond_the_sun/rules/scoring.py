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
    NUM_SLOTS,
    SOL,
)
from exozoo.envs.beyond_the_sun.rules.effects import (
    automation_level,
    counter,
    strength,
)
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit
from exozoo.envs.core.state import rank_seats


@jit
def tech_points(s, seat, card):
    """BS-170 to BS-174, BS-182: base + min(max, n x floor(counter / divisor))."""
    points = tech(s, card, T_BASE)
    per = tech(s, card, T_PER)
    if per != NOTHING:
        units = counter(s, seat, per) // tech(s, card, T_DIVISOR)
        points += min(tech(s, card, T_MAX), tech(s, card, T_EACH) * units)
    return points


@jit
def technology_points(s, seat):
    """BS-170, BS-171, BS-172, BS-174: researched technologies; BS-173: private ones."""
    points = np.int64(0)
    researched = np.int64(s.players[seat].researched)
    for slot in range(NUM_SLOTS):
        if (researched >> slot) & 1 and s.slot_card[slot] >= 0:
            points += tech_points(s, seat, np.int64(s.slot_card[slot]))
    for private in range(2):
        if s.private_card[private] >= 0 and s.private_owner[private] == seat:
            points += tech_points(s, seat, np.int64(s.private_card[private]))
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
def add_majority_points(s, node):
    """BS-178: 1 for the highest strength in Sol or Deep Space, tied factions alike."""
    highest = np.int64(0)
    for seat in range(np.int64(s.num_players)):
        highest = max(highest, strength(s, np.int64(seat), node))
    for seat in range(np.int64(s.num_players)):
        if highest > 0 and strength(s, np.int64(seat), node) == highest:
            s.scores[seat] += 1


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
    """Everything, as if the game ended now: nothing that scores is hidden (BS-18).

    It follows every step, so what lies on the boards is looked through once for all factions.
    """
    for number in range(np.int64(s.num_players)):
        seat = np.int64(number)
        points = technology_points(s, seat) + automation_points(s, seat) + event_points(s, seat)
        s.scores[seat] = points
    add_colony_points(s)
    add_outpost_points(s)
    add_majority_points(s, SOL)
    add_majority_points(s, DEEP_SPACE)
    add_achievement_points(s)


@jit
def finish_game(s):
    """BS-181: most points; then fewest discs on the tracks, most population, most ore."""
    s.over = 1
    update_scores(s)
    keys = np.zeros((MAX_PLAYERS, 4), np.int64)
    for seat in range(np.int64(s.num_players)):
        player = s.players[seat]
        keys[seat, 0] = s.scores[seat]
        keys[seat, 1] = -np.int64(player.discs[0]) - np.int64(player.discs[1])
        keys[seat, 2] = player.population
        keys[seat, 3] = player.ore
    rank_seats(s, keys)
