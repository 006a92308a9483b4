"""Section 18: objective cards: dealing them, and what they measure."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.grid import (
    board_at,
    board_in,
    count_squares,
    either,
    first_area,
    has_rectangle,
    has_square,
    is_empty,
    without,
)
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, top
from exozoo.envs.core.rng import draw_below
from exozoo.envs.planet_unknown.actions import OBJECTIVE
from exozoo.envs.planet_unknown.components import (
    CURRENT_BOARD,
    GROUND,
    IS_EDGE,
    LAST_OF_PATH,
    OBJECTIVE_FIRST,
    OBJECTIVE_METRIC,
    OBJECTIVE_SECOND,
    OBJECTIVE_TERRAIN,
    PERSONAL_OBJECTIVE,
)
from exozoo.envs.planet_unknown.constants import (
    ALL_ICE_COVERED,
    ALL_LAND_COVERED,
    COLLECTED_LIFEPODS,
    COLLECTED_METEORITES,
    COLLECTED_METEORITES_AT_LEAST,
    COMMON,
    DISCARDED,
    ENERGY,
    ICE,
    KEEP_OBJECTIVE,
    LARGEST_AREA,
    MORE_LIFEPODS_THAN_METEORITES,
    NUM_CELLS,
    NUM_OBJECTIVES,
    NUM_SQUARES,
    NUM_TECHNOLOGIES,
    NUM_TRACKS,
    NUMBER_OF_AREAS,
    OBJECTIVE_MODE,
    ON_OFFER,
    OUTSIDE,
    RECTANGLE,
    SIZE,
    STATION_COUNT,
    STATION_COUNT_AT_MOST,
    STATIONS_IN_ONE_AREA,
    STATIONS_ON_EDGE,
    TRACK_AT_MAXIMUM,
)
from exozoo.envs.planet_unknown.rules.effects import is_station
from exozoo.envs.planet_unknown.rules.placement import squares_of

# what becomes of an objective on offer that is chosen, and of the others
KEEP_PERSONAL, KEEP_COMMON, DISCARD_OFFERED, DISCARD_OWN = (np.int64(n) for n in range(4))
ANYWHERE, ON_EDGE = (np.int64(n) for n in range(2))
ON_LAND, ON_ICE = (np.int64(n) for n in range(2))
EXTRA_OFFER = np.int64(3)  # cards drawn for Jump Drive technology F


@jit
def cards_in_deck(s):
    """Objective cards that were never drawn."""
    count = 0
    for objective in range(NUM_OBJECTIVES):
        count += s.objective_place[objective] == NONE
    return count


@jit
def draw_objective(s, place):
    """Put a random card of the deck to a place; its number, or NONE from an empty deck."""
    count = cards_in_deck(s)
    if count == 0:
        return NONE
    nth = draw_below(s.rng, np.int64(count))
    for objective in range(NUM_OBJECTIVES):
        if s.objective_place[objective] == NONE:
            if nth == 0:
                s.objective_place[objective] = place
                return np.int64(objective)
            nth -= 1
    return NONE


@jit
def offer_objectives(s, seat, count, mode):
    """PU-8, PU-122, PU-192: draw some cards and choose among them."""
    for _ in range(count):
        objective = draw_objective(s, ON_OFFER)
        if objective != NONE:
            s.objective_seen[objective] |= 1 << seat
    push(s, KEEP_OBJECTIVE, seat, mode, ZERO, ZERO, ZERO)


@jit
def offer_extra_objective(s, seat):
    """PU-192: common to all, or personal in a solo game."""
    offer_objectives(s, seat, EXTRA_OFFER, KEEP_PERSONAL if s.num_players == 1 else KEEP_COMMON)


@jit
def choosable_place(s, seat):
    """Where the cards lie that a KEEP_OBJECTIVE decision is about."""
    return seat if top(s, OBJECTIVE_MODE) == DISCARD_OWN else ON_OFFER


@jit
def can_choose_objective(s, seat):
    for objective in range(NUM_OBJECTIVES):
        if s.objective_place[objective] == choosable_place(s, seat):
            return True
    return False


@jit
def legal_objective(s, seat, mask):
    for objective in range(NUM_OBJECTIVES):
        if s.objective_place[objective] == choosable_place(s, seat):
            mask[OBJECTIVE + objective] = 1


@jit
def apply_objective(s, seat, chosen):
    """PU-8, PU-122, PU-145, PU-192: the chosen card is kept or discarded, the others the reverse."""
    mode = top(s, OBJECTIVE_MODE)
    pop(s)
    kept = COMMON if mode == KEEP_COMMON else seat
    keeps_chosen = mode in (KEEP_PERSONAL, KEEP_COMMON)
    for objective in range(NUM_OBJECTIVES):
        if s.objective_place[objective] == ON_OFFER:
            s.objective_place[objective] = DISCARDED if keeps_chosen else kept
    s.objective_place[chosen] = kept if keeps_chosen else DISCARDED


@jit
def counted_squares(player, terrain):
    """The squares that count as the terrain at the end; PU-237: uncovered currents are energy."""
    squares = squares_of(player, terrain)
    if terrain == ENERGY:
        current = board_at(CURRENT_BOARD, np.int64(player.planet))
        squares = either(squares, without(current, board_in(player.covered)))
    return squares


@jit
def measure_areas(player, metric, terrain):
    """PU-113: the largest area, the number of areas, or the most stations in one area."""
    rest = counted_squares(player, terrain)
    best = ZERO
    number = ZERO
    while not is_empty(rest):
        area = first_area(rest)
        rest = without(rest, area)
        number += 1
        size = count_squares(area)
        if metric == STATIONS_IN_ONE_AREA:
            size = ZERO
            for square in range(NUM_SQUARES):
                if is_station(player, square) and has_square(area, square // SIZE, square % SIZE):
                    size += 1
        best = max(best, size)
    return number if metric == NUMBER_OF_AREAS else best


@jit
def count_stations(player, terrain, where):
    """PU-114: visible stations of a terrain, all of them or those on edge squares."""
    count = 0
    for square in range(NUM_SQUARES):
        if is_station(player, square) and player.terrain[square] == terrain:
            count += where == ANYWHERE or IS_EDGE[np.int64(player.planet), square] == 1
    return count


@jit
def is_full(player, track):
    """PU-117: a marker is in the last cell of the track."""
    last = LAST_OF_PATH[np.int64(player.corporation), track]
    for marker in range(NUM_TRACKS):
        if player.path[marker] == track and player.position[marker] == last:
            return True
    return False


@jit
def count_lifepods(player):
    """PU-119: collected lifepods, wherever they lie."""
    count = np.int64(player.lifepods)
    for cell in range(NUM_CELLS):
        count += player.track_lifepod[cell]
    for technology in range(NUM_TECHNOLOGIES):
        count += player.tech_lifepod[technology]
    return count


@jit
def count_uncovered(player, where):
    """PU-118: grid squares without tile or patch: ice squares, or all others."""
    count = 0
    for square in range(NUM_SQUARES):
        ground = GROUND[np.int64(player.planet), square]
        if player.terrain[square] == NONE and ground != OUTSIDE:
            count += (ground == ICE) == (where == ON_ICE)
    return count


@jit
def measure(player, metric, terrain):
    """The number that a competitive objective compares (PU-112)."""
    if metric == STATIONS_ON_EDGE:
        return count_stations(player, terrain, ON_EDGE)
    if metric == STATION_COUNT:
        return count_stations(player, terrain, ANYWHERE)
    if metric in (LARGEST_AREA, NUMBER_OF_AREAS, STATIONS_IN_ONE_AREA):
        return measure_areas(player, metric, terrain)
    if metric == COLLECTED_METEORITES:
        return np.int64(player.meteorites)
    if metric == COLLECTED_LIFEPODS:
        return count_lifepods(player)
    full = 0
    for track in range(NUM_TRACKS):
        full += is_full(player, np.int64(track))
    return full


@jit
def is_fulfilled(player, objective):
    """PU-108, PU-116 to PU-118: whether a personal objective is reached."""
    metric = PERSONAL_OBJECTIVE[objective, OBJECTIVE_METRIC]
    terrain = PERSONAL_OBJECTIVE[objective, OBJECTIVE_TERRAIN]
    first = PERSONAL_OBJECTIVE[objective, OBJECTIVE_FIRST]
    second = PERSONAL_OBJECTIVE[objective, OBJECTIVE_SECOND]
    if metric == RECTANGLE:
        squares = counted_squares(player, terrain)
        return has_rectangle(squares, first, second) or has_rectangle(squares, second, first)
    if metric == STATIONS_IN_ONE_AREA:
        return measure_areas(player, metric, terrain) >= first
    if metric == TRACK_AT_MAXIMUM:
        return is_full(player, terrain)
    if metric == STATION_COUNT_AT_MOST:
        return count_stations(player, terrain, ANYWHERE) <= first
    if metric == COLLECTED_METEORITES_AT_LEAST:
        return player.meteorites >= first
    if metric == MORE_LIFEPODS_THAN_METEORITES:
        return count_lifepods(player) > player.meteorites
    if metric == ALL_ICE_COVERED:
        return count_uncovered(player, ON_ICE) == 0
    return metric == ALL_LAND_COVERED and count_uncovered(player, ON_LAND) == 0
