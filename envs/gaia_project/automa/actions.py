"""What the Automa does: mines, upgrades, power and Q.I.C. actions, research (GS-13 to GS-18)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.gaia_project.automa.cards import (
    DOWNGRADE_ROW,
    LAB_ROW,
    STATION_ROW,
    TRACK_OF_FACTION,
    UPGRADES,
)
from exozoo.envs.gaia_project.automa.select import (
    direction_order,
    near_order,
    numbered_selection,
    planet_order,
)
from exozoo.envs.gaia_project.components import LIMIT_OF_PIECE, NEIGHBOUR_OF_HEX
from exozoo.envs.gaia_project.constants import (
    AUTOMA,
    DO_HIGHEST,
    DO_MINE,
    DO_POWER_QIC,
    DO_RANDOM,
    DO_TRACK,
    DO_UPGRADE,
    FINAL_SATELLITES,
    FIRAKS,
    GAIA,
    GEODENS,
    HADSCH_HALLAS,
    MINE,
    NUM_BOARD_ACTIONS,
    NUM_NEIGHBOURS,
    NUM_TRACKS,
    TOP_LEVEL,
    TRANSDIM,
    VP_FACTION,
    XENOS,
)
from exozoo.envs.gaia_project.rules.effects import has_colonised, planet_types, score_automa
from exozoo.envs.gaia_project.rules.phase_upgrade import exchange, holds
from exozoo.envs.gaia_project.rules.structures import note_new, put_piece, settle_hex

LEVEL_OF_TILE = np.int64(4)  # GS-16
NEW_TYPE_VP = np.int64(2)  # GS-18: Geodens
STATION_VP = np.int64(3)  # GS-18: Hadsch Hallas


@jit
def best_planet(s, support, reach, faction_action):
    """GS-13: the empty planet in range that the tie-breaks choose, NONE without one."""
    best, best_order = NONE, ZERO
    for index in range(s.num_planets):
        place = np.int64(s.planet_hex[index])
        if s.structure[place] != NONE:
            continue
        if s.players[AUTOMA].distance[place] > reach:  # OS-6: Navigation adds nothing
            continue
        order = planet_order(s, place, support, faction_action)
        if best == NONE or order < best_order:
            best, best_order = place, order
    return best


@jit
def has_mine_left(s):
    return s.players[AUTOMA].built[MINE] < LIMIT_OF_PIECE[MINE]


@jit
def automa_builds(s, support, reach, faction_action):
    """GS-13: a mine on a planet in range; OS-3: without one nothing happens."""
    place = best_planet(s, support, reach, faction_action)
    if place == NONE:
        return
    types_before = planet_types(s, AUTOMA)
    if s.planet[place] == TRANSDIM:
        s.planet[place] = GAIA  # OS-7
    if s.final_tile[0] == FINAL_SATELLITES or s.final_tile[1] == FINAL_SATELLITES:
        link_by_satellite(s, place, support)
    put_piece(s, AUTOMA, place, MINE)
    settle_hex(s, AUTOMA, place)
    note_new(s, place)
    is_new_type = types_before >> np.int64(s.planet[place]) & ONE == 0
    if s.players[AUTOMA].faction == GEODENS and is_new_type:
        score_automa(s, NEW_TYPE_VP, VP_FACTION)


@jit
def link_by_satellite(s, place, support):
    """GS-13, OS-9: one satellite beside a mine that stands next to no other Automa structure."""
    best = NONE
    for direction in range(NUM_NEIGHBOURS):
        other = NEIGHBOUR_OF_HEX[s.board, place, direction]
        if other == NONE:
            continue
        if has_colonised(s, AUTOMA, other):
            return
        if s.planet[other] == NONE and not s.satellites[other] >> AUTOMA & 1:
            if best == NONE or direction_order(s, other, support) < direction_order(
                s, best, support
            ):
                best = other
    if best != NONE:
        s.satellites[best] |= np.uint8(1 << AUTOMA)
        s.players[AUTOMA].satellites_used += 1


@jit
def nearest_structure(s, piece, support):
    """GS-14: the Automa's structure of a kind that the tie-breaks choose, NONE without one."""
    player = s.players[AUTOMA]
    best, best_order = NONE, ZERO
    for index in range(player.num_settled):
        place = np.int64(player.settled[index])
        if holds(s, AUTOMA, place, piece):
            order = near_order(s, place, support)
            if best == NONE or order < best_order:
                best, best_order = place, order
    return best


@jit
def automa_upgrades(s, support, faction_action):
    """GS-14: the first possible upgrade of the list; returns its row, NONE if there was none."""
    player = s.players[AUTOMA]
    for row in range(UPGRADES.shape[0]):
        if row == DOWNGRADE_ROW and not (faction_action and player.faction == FIRAKS):
            continue
        old, new = UPGRADES[row, 0], UPGRADES[row, 1]
        if player.built[old] == 0 or player.built[new] >= LIMIT_OF_PIECE[new]:
            continue
        exchange(s, AUTOMA, nearest_structure(s, old, support), new)
        if player.faction == HADSCH_HALLAS and row == STATION_ROW:
            score_automa(s, STATION_VP, VP_FACTION)
        return np.int64(row)
    return NONE


@jit
def expand(s, action, support, reach, faction_action):
    """GS-13, GS-14: build or upgrade; returns the upgrade's row, NONE without one.

    Without a mine left it upgrades instead. GS-18: the Hadsch Hallas build in their faction action if
    they cannot upgrade.
    """
    row = NONE
    builds = action == DO_MINE and has_mine_left(s)
    if not builds:
        row = automa_upgrades(s, support, faction_action)
        if row == NONE and faction_action and s.players[AUTOMA].faction == HADSCH_HALLAS:
            builds = has_mine_left(s)
    if builds:
        automa_builds(s, support, reach, faction_action)
    return row


@jit
def cover_action(s, support):
    """GS-15: an open power or Q.I.C. action by numbered selection."""
    is_open = np.zeros(NUM_BOARD_ACTIONS, np.uint8)
    for action in range(NUM_BOARD_ACTIONS):
        is_open[action] = s.action_used[action] == 0
    action = numbered_selection(is_open, support)
    if action != NONE:
        s.action_used[action] = 1


@jit
def can_research(s, track):
    """GS-16: the Automa can advance, or remove the advanced tile."""
    level = s.players[AUTOMA].research[track]
    if level < LEVEL_OF_TILE:
        return True
    if level == TOP_LEVEL:
        return False
    if s.advanced_at[track] != NONE:
        return True
    for seat in range(s.num_seats):
        if s.players[seat].research[track] == TOP_LEVEL:
            return False
    return True


@jit
def mark_areas(s, action, valid):
    """GS-16: the valid areas; of these the highest, or the one of the faction card (OS-4)."""
    player = s.players[AUTOMA]
    highest = ZERO
    for track in range(NUM_TRACKS):
        valid[track] = can_research(s, np.int64(track))
        if action == DO_TRACK and track != TRACK_OF_FACTION[player.faction]:
            valid[track] = 0
        if valid[track]:
            highest = max(highest, np.int64(player.research[track]))
    for track in range(NUM_TRACKS):
        if action == DO_HIGHEST and player.research[track] < highest:
            valid[track] = 0


@jit
def automa_researches(s, action, support):
    """GS-16: on level 4 it removes an advanced tile, else it advances; GS-3: and gains nothing."""
    valid = np.zeros(NUM_TRACKS, np.uint8)
    mark_areas(s, action, valid)
    track = numbered_selection(valid, support)
    if track == NONE:
        return
    player = s.players[AUTOMA]
    if player.research[track] == LEVEL_OF_TILE and s.advanced_at[track] != NONE:
        s.advanced_at[track] = NONE
    else:
        player.research[track] += 1


@jit
def perform(s, action, support, reach, faction_action):
    """GS-13 to GS-16: one action; OS-3: what cannot be done has no effect."""
    faction = s.players[AUTOMA].faction
    if action == DO_POWER_QIC:
        # GS-18: the Xenos twice, but not in their faction action
        for _ in range(2 if faction == XENOS and not faction_action else 1):
            cover_action(s, support)
        return
    if action == DO_MINE or action == DO_UPGRADE:
        row = expand(s, action, support, reach, faction_action)
        if faction != FIRAKS or row != LAB_ROW:
            return
        action = DO_RANDOM  # GS-18: the Firaks advance after a new research lab
    automa_researches(s, action, support)
