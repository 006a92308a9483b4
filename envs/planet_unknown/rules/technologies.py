"""Section 22: technologies that are used at any time of the own turn (D21), and row bonuses."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push
from exozoo.envs.planet_unknown.actions import TECHNOLOGY
from exozoo.envs.planet_unknown.components import (
    BONUS_OF_CELL,
    CELL_OF_PATH,
    LAST_OF_PATH,
    TECHNOLOGY_AT_LEVEL,
)
from exozoo.envs.planet_unknown.constants import (
    ADVANCE_FLUX_MARKER,
    ADVANCE_ROVER_MARKER,
    ALL_TRACKS,
    BIOMASS,
    CHOOSE_DOWN,
    CHOOSE_ROW,
    CIV_MILESTONE,
    EXTRA_OBJECTIVE,
    FLUX_TO_NEXT_MILESTONE,
    NUM_BONUSES,
    NUM_TECHNOLOGIES,
    NUM_TRACKS,
    REDIRECT_FROM,
    REDIRECT_ONE,
    REGRESS_ONE,
    RESET_BIOMASS_MARKER,
    ROVER,
    ROW_BONUSES,
    ROW_ITEMS,
    TASK_ADVANCE,
    TECH_MILESTONE,
    TRACK_ROWS,
)
from exozoo.envs.planet_unknown.rules.effects import has_technology
from exozoo.envs.planet_unknown.rules.lifepods import has_lifepod
from exozoo.envs.planet_unknown.rules.objectives import cards_in_deck, offer_extra_objective
from exozoo.envs.planet_unknown.rules.phase_turn import take_item
from exozoo.envs.planet_unknown.rules.tracks import can_advance, down_options, gain_cell

_ANY_TIME = (
    REDIRECT_ONE,
    FLUX_TO_NEXT_MILESTONE,
    ADVANCE_FLUX_MARKER,
    ADVANCE_ROVER_MARKER,
    ROW_BONUSES,
    EXTRA_OBJECTIVE,
    REGRESS_ONE,
    RESET_BIOMASS_MARKER,
)
ANY_TIME = np.int64(sum(1 << int(technology) for technology in _ANY_TIME))  # a bit for each


@jit
def next_milestone(s, seat):
    """PU-171: position of the next milestone ahead of the flux marker on its track, or 0."""
    player = s.players[seat]
    corporation = np.int64(player.corporation)
    track = np.int64(player.flux)
    start = np.int64(player.position[track])
    for position in range(start + 1, LAST_OF_PATH[corporation, track] + 1):
        cell = CELL_OF_PATH[corporation, track, position]
        for kind in range(CIV_MILESTONE, TECH_MILESTONE + 1):
            if BONUS_OF_CELL[corporation, cell, kind] > 0:
                return np.int64(position)
    return ZERO


@jit
def can_use(s, seat, technology, level):
    """PU-30, PU-78: whether an available any-time technology can be used now.

    Each use is noted for the round and for the game; which of them matters stands here.
    """
    player = s.players[seat]
    fresh = player.used_round[level] == 0
    unspent = player.used_game[level] == 0
    if technology == REDIRECT_ONE:  # PU-166
        return fresh and has_lifepod(player)
    if technology == FLUX_TO_NEXT_MILESTONE:
        return unspent and next_milestone(s, seat) > 0
    if technology == ADVANCE_FLUX_MARKER:  # PU-174
        return fresh and can_advance(s, seat, np.int64(player.flux))
    if technology == ADVANCE_ROVER_MARKER:  # PU-184
        return fresh and can_advance(s, seat, ROVER)
    if technology == ROW_BONUSES:
        return unspent
    if technology == EXTRA_OBJECTIVE:
        return unspent and cards_in_deck(s) > 0
    if technology == REGRESS_ONE:  # PU-202
        return fresh and down_options(s, seat, ALL_TRACKS, ONE) != 0
    if technology == RESET_BIOMASS_MARKER:  # PU-221
        return player.position[BIOMASS] == LAST_OF_PATH[np.int64(player.corporation), BIOMASS]
    return False


@jit
def legal_technologies(s, seat, mask):
    """D21: the any-time technologies of the own corporation."""
    if s.players[seat].technologies & ANY_TIME == 0:
        return
    corporation = np.int64(s.players[seat].corporation)
    for level in range(NUM_TECHNOLOGIES):
        technology = TECHNOLOGY_AT_LEVEL[corporation, level]
        if technology == NONE or not has_technology(s.players[seat], technology):
            continue
        if can_use(s, seat, technology, np.int64(level)):
            mask[TECHNOLOGY + level] = 1


@jit
def apply_technology(s, seat, level):
    """PU-166, PU-171, PU-174, PU-184, PU-191, PU-192, PU-202, PU-221."""
    player = s.players[seat]
    technology = TECHNOLOGY_AT_LEVEL[np.int64(player.corporation), level]
    flux = np.int64(player.flux)
    player.used_round[level] = 1
    player.used_game[level] = 1
    if technology == REDIRECT_ONE:
        push(s, REDIRECT_FROM, seat, ONE, ZERO, ZERO, ZERO)
    elif technology == FLUX_TO_NEXT_MILESTONE:
        goal = next_milestone(s, seat)
        push(s, TASK_ADVANCE, seat, flux, goal - np.int64(player.position[flux]), ZERO, goal)
    elif technology == ADVANCE_FLUX_MARKER:
        push(s, TASK_ADVANCE, seat, flux, ONE, ZERO, ZERO)
    elif technology == ADVANCE_ROVER_MARKER:
        push(s, TASK_ADVANCE, seat, ROVER, ONE, ZERO, ZERO)
    elif technology == ROW_BONUSES:
        push(s, CHOOSE_ROW, seat, ZERO, ZERO, ZERO, ZERO)
    elif technology == EXTRA_OBJECTIVE:
        offer_extra_objective(s, seat)
    elif technology == REGRESS_ONE:
        push(s, CHOOSE_DOWN, seat, ALL_TRACKS, ONE, ZERO, ZERO)
    else:
        player.position[BIOMASS] = 0


@jit
def row_items(player, row):
    """PU-191: bits of the tracks whose cell in this row has a bonus."""
    items = 0
    for track in range(NUM_TRACKS):
        for kind in range(NUM_BONUSES):
            if BONUS_OF_CELL[np.int64(player.corporation), track * TRACK_ROWS + row, kind] > 0:
                items |= 1 << track
    return items


@jit
def apply_row(s, seat, marker):
    """PU-191: the five cells at the marker's position, in any order."""
    pop(s)
    player = s.players[seat]
    row = np.int64(player.position[marker])
    items = row_items(player, row)
    if items != 0:
        push(s, ROW_ITEMS, seat, items, row, ZERO, ZERO)


@jit
def apply_row_item(s, seat, track, row):
    take_item(s, track)
    gain_cell(s, seat, track * TRACK_ROWS + row, ZERO)
