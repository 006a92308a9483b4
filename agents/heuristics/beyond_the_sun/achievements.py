"""Achievements not yet claimed, by the way towards them."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.beyond_the_sun.known import (
    BY_MEANS,
    CLOSED,
    NUM_ACHIEVEMENTS,
    NUM_LEVELS,
    ON_BOARD,
)
from exozoo.agents.heuristics.beyond_the_sun.worth import ACHIEVEMENT_SHARE, TRANSCEND_WAY
from exozoo.envs.beyond_the_sun.components import (
    H_CONDITION,
    H_COUNT,
    H_LEVEL,
    H_VP,
    L_LEVEL,
    achievement,
    slot_fact,
)
from exozoo.envs.beyond_the_sun.constants import (
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
    NUM_SLOTS,
    ORE,
)
from exozoo.envs.beyond_the_sun.rules.effects import automation_level, ships_of_level
from exozoo.envs.beyond_the_sun.rules.phase_turn import free_place, printed_symbols
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit

TOP_LEVEL = np.int64(NUM_LEVELS)
NO_LEVEL = TOP_LEVEL + 1  # and all beyond it


@jit
def way_by_means(s, seat, place, techs):
    """How much of an achievement's condition is met, from 0 to 1; `techs` are those of each level."""
    kind, level = achievement(s, place, H_CONDITION), achievement(s, place, H_LEVEL)
    count = np.float64(max(achievement(s, place, H_COUNT), 1))
    if kind == IF_TECHS:
        return techs[min(level, NO_LEVEL)] / count
    if kind == IF_ALL_SLOTS:
        slots = 0
        for slot in range(NUM_SLOTS):
            slots += slot_fact(s, np.int64(slot), L_LEVEL) == level
        return techs[min(level, NO_LEVEL)] / max(slots, 1)
    if kind == IF_AUTOMATION:
        return automation_level(s, seat) / count
    return s.players[seat].ore / count


@jit
def way_on_board(s, seat, place, looks_ahead, board):
    """The same of a condition about ships, outposts and colonies."""
    kind, level = achievement(s, place, H_CONDITION), achievement(s, place, H_LEVEL)
    count = np.float64(max(achievement(s, place, H_COUNT), 1))
    if kind == IF_COLONIES:
        return board.colonies / count
    if kind == IF_STRENGTH:
        return board.strength / count
    if kind == IF_SYMBOLS and looks_ahead:
        return max(printed_symbols(s, seat, FOOD), printed_symbols(s, seat, ORE)) / count
    if kind == IF_OUTPOSTS or kind == IF_SYMBOLS:
        return board.outposts / count
    if kind == IF_SHIPS:
        return ships_of_level(s, seat, level) / count
    return 0.0


@jit
def look_at_achievements(s, seat, looks_ahead, board):
    """Enter what can be claimed, and how far the seat is where that is seen on the board."""
    for number in range(NUM_ACHIEVEMENTS):
        place = np.int64(number)
        free = free_place(s, seat, place)
        board.how[place] = CLOSED
        if free == NONE:
            continue
        points = achievement(s, place, H_VP + free)
        if looks_ahead:
            points += np.int64(s.achievement_vp[place])
        board.prize[place] = points
        kind = achievement(s, place, H_CONDITION)
        board.how[place] = BY_MEANS
        if kind not in (IF_TECHS, IF_ALL_SLOTS, IF_AUTOMATION, IF_ORE):
            board.how[place] = ON_BOARD
            board.way[place] = min(way_on_board(s, seat, place, looks_ahead, board), 1.0)


@jit
def achievement_value(s, seat, board, techs, to_level_4, worth, stage):
    """Points of achievements not yet claimed, by the square of the way towards them."""
    total, transcends = 0.0, 0.0
    for number in range(NUM_ACHIEVEMENTS):
        place = np.int64(number)
        if board.how[place] == CLOSED:
            continue
        points = board.prize[place]
        if board.how[place] == ON_BOARD:
            way = board.way[place]
        else:
            way = min(way_by_means(s, seat, place, techs), 1.0)
        total += points * way * way
        if way == 0.0 and achievement(s, place, H_CONDITION) == IF_TECHS:
            if achievement(s, place, H_LEVEL) == TOP_LEVEL:
                transcends += points * to_level_4 * to_level_4
    return total * worth[ACHIEVEMENT_SHARE, stage] + transcends * worth[TRANSCEND_WAY, stage]
