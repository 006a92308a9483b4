"""Section 17: medals."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.bits import lowest_bit
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.grid import (
    BITS_OF_ROW,
    ROWS_OF_WORD,
    board_at,
    board_in,
    columns_in,
    count_squares,
    either,
    is_empty,
    rows_without,
    without,
)
from exozoo.envs.core.jit import jit
from exozoo.envs.core.state import MAX_SEATS, rank_seats
from exozoo.envs.planet_unknown.components import (
    CELL_OF_PATH,
    CITY_BOARD,
    COLUMN_MEDALS,
    COMMERCE_MEDALS,
    COMPETITIVE_OBJECTIVE,
    CURRENT_BOARD,
    GRID_BOARD,
    HAS_EXTRAS,
    KIND_OF_CARD,
    MAX_PARTS,
    MEDAL_OF_PATH,
    MEDALS_OF_CARD,
    OBJECTIVE_FEWER,
    OBJECTIVE_METRIC,
    OBJECTIVE_TERRAIN,
    OBJECTIVE_TIE,
    OBJECTIVE_WIN,
    PART_BOARD,
    PERSONAL_MEDALS,
    REPO_MEDALS,
    ROW_MEDALS,
    TOP_MEDAL_OF_PATH,
)
from exozoo.envs.planet_unknown.constants import (
    BIOMASS,
    CARD_COMMERCE_AGREEMENT,
    CARD_LIFEPODS_WORTH_TWO,
    CARD_MEDALS_PER_PATCH,
    CARD_METEORITE_REPO,
    COMMON,
    LIFEPODS_ON_TRACKS,
    NUM_CARDS,
    NUM_OBJECTIVES,
    NUM_SQUARES,
    NUM_TRACKS,
    SCORE_AS_HIGHEST,
    SIZE,
)
from exozoo.envs.planet_unknown.rules.effects import has_technology, has_trait
from exozoo.envs.planet_unknown.rules.objectives import (
    ON_ICE,
    ON_LAND,
    count_uncovered,
    is_fulfilled,
    measure,
)

METEORITES_PER_MEDAL = np.int64(3)
MEDALS_OF_CITY = np.int64(2)  # PU-230
MEDALS_OF_PART = np.int64(2)  # PU-228
NUM_TIE_BREAKERS = 3
ALL_COLUMNS = (np.int64(1) << SIZE) - 1


@jit
def row_medals(planet, spoilt, first):
    """The medals of the rows of one word, from row `first` on, without any spoilt square."""
    medals = ZERO
    full = rows_without(spoilt)
    while full != 0:
        medals += ROW_MEDALS[planet, first + lowest_bit(full) // BITS_OF_ROW]
        full &= full - 1
    return medals


@jit
def line_medals(player):
    """PU-47, PU-105: full rows and columns without meteorite.

    PU-237: uncovered current squares count as covered.
    """
    planet = np.int64(player.planet)
    covered = either(board_in(player.covered), board_at(CURRENT_BOARD, planet))
    spoilt = either(without(board_at(GRID_BOARD, planet), covered), board_in(player.fallen))
    medals = row_medals(planet, spoilt[0], ZERO)
    medals += row_medals(planet, spoilt[1], ROWS_OF_WORD)
    medals += row_medals(planet, spoilt[2], 2 * ROWS_OF_WORD)
    full = ALL_COLUMNS & ~columns_in(spoilt)
    while full != 0:
        medals += COLUMN_MEDALS[planet, lowest_bit(full)]
        full &= full - 1
    return medals


@jit
def planet_extras(player):
    """PU-110, PU-228, PU-230: full planets of Cerberus, uncovered cities of Gaia."""
    planet = np.int64(player.planet)
    covered = board_in(player.covered)
    medals = count_squares(without(board_at(CITY_BOARD, planet), covered)) * MEDALS_OF_CITY
    for number in range(MAX_PARTS):
        part = board_at(PART_BOARD, planet * MAX_PARTS + number)
        if not is_empty(part) and is_empty(without(part, covered)):
            medals += MEDALS_OF_PART
    return medals


@jit
def track_medals(s, seat):
    """PU-53, PU-106, PU-197, PU-212: each marker scores on the path it stands on."""
    player = s.players[seat]
    shared = has_technology(s.players[seat], SCORE_AS_HIGHEST)
    medals = ZERO
    for marker in range(NUM_TRACKS):
        position = np.int64(player.position[marker])
        if shared:  # PU-203
            for other in range(NUM_TRACKS):
                if player.path[other] == player.path[marker]:
                    position = max(position, np.int64(player.position[other]))
        medals += medal_at(player, np.int64(player.path[marker]), position)
    return medals


@jit
def medal_at(player, path, position):
    """PU-53, PU-186: the highest-placed medal at or below; PU-160: not under a lifepod."""
    corporation = np.int64(player.corporation)
    if not has_trait(player, LIFEPODS_ON_TRACKS):
        return TOP_MEDAL_OF_PATH[corporation, path, position]
    while position >= 0:
        medal = MEDAL_OF_PATH[corporation, path, position]
        if medal > 0 and player.track_lifepod[CELL_OF_PATH[corporation, path, position]] == 0:
            return medal
        position -= 1
    return ZERO


@jit
def update_score(s, seat):
    """The points that everybody can see: planet, tracks, collection area (PU-105 to PU-107).

    PU-167: lifepods on tracks are not in the collection area.
    """
    player = s.players[seat]
    medals = line_medals(player) + track_medals(s, seat)
    if HAS_EXTRAS[np.int64(player.planet)]:
        medals += planet_extras(player)
    s.scores[seat] = medals + player.lifepods + player.meteorites // METEORITES_PER_MEDAL


@jit
def card_medals(s, seat):
    """PU-104, PU-246, PU-247, PU-248, PU-249: what the seat's end-of-game cards add to the points in sight."""
    player = s.players[seat]
    medals = 0
    repos = 0
    agreements = 0
    for card in range(NUM_CARDS):
        if s.card_place[card] != seat:
            continue
        kind = KIND_OF_CARD[card]
        medals += MEDALS_OF_CARD[card]
        if kind == CARD_MEDALS_PER_PATCH:
            medals += count_patches(player)
        elif kind == CARD_LIFEPODS_WORTH_TWO:
            medals += np.int64(player.lifepods)
        elif kind == CARD_METEORITE_REPO:
            repos += 1
        elif kind == CARD_COMMERCE_AGREEMENT:
            agreements += 1
    threes = np.int64(player.meteorites) // METEORITES_PER_MEDAL
    return medals + threes * (REPO_MEDALS[repos] - REPO_MEDALS[0]) + COMMERCE_MEDALS[agreements]


@jit
def count_patches(player):
    """PU-248: patches on the planet."""
    count = 0
    for square in range(NUM_SQUARES):
        count += player.terrain[square] == BIOMASS and player.station_of[square] == NONE
    return count


@jit
def compare(s, objective, seat, other):
    """PU-109, PU-115: 1 if the seat is better than the other, 0 if equal, -1 if worse."""
    metric = COMPETITIVE_OBJECTIVE[objective, OBJECTIVE_METRIC]
    terrain = COMPETITIVE_OBJECTIVE[objective, OBJECTIVE_TERRAIN]
    own = measure(s.players[seat], metric, terrain)
    difference = own - measure(s.players[other], metric, terrain)
    if COMPETITIVE_OBJECTIVE[objective, OBJECTIVE_FEWER] == 1:
        difference = -difference
    return min(max(difference, -1), 1)


@jit
def score_between(s):
    """PU-109: the objectives between neighbours; two players share all. PU-150: none alone."""
    for index in range(MAX_SEATS):
        objective = np.int64(s.between[index])
        if objective == NONE:
            continue
        seat = index % s.num_players
        other = (seat + 1) % s.num_players
        result = compare(s, objective, seat, other)
        if result == 0:
            s.scores[seat] += OBJECTIVE_TIE
            s.scores[other] += OBJECTIVE_TIE
        else:
            s.scores[seat if result > 0 else other] += OBJECTIVE_WIN


@jit
def score_common(s, objective):
    """PU-120: the only best seat gets 5, seats that share the best result 2 each."""
    best = ZERO
    tied = ZERO
    for seat in range(np.int64(s.num_players)):
        result = compare(s, objective, seat, best)
        if seat == 0 or result > 0:
            best = seat
            tied = ONE
        elif result == 0:
            tied += 1
    for seat in range(np.int64(s.num_players)):
        if compare(s, objective, seat, best) == 0:
            s.scores[seat] += OBJECTIVE_WIN if tied == 1 else OBJECTIVE_TIE


@jit
def score_objectives(s):
    """PU-108, PU-109, PU-120."""
    score_between(s)
    for objective in range(NUM_OBJECTIVES):
        place = np.int64(s.objective_place[objective])
        if place == COMMON:
            score_common(s, np.int64(objective))
        elif 0 <= place < s.num_players and is_fulfilled(s.players[place], np.int64(objective)):
            s.scores[place] += PERSONAL_MEDALS


@jit
def finish_game(s):
    """PU-104 to PU-111: the final score and the ranking with its tie-breakers."""
    keys = np.zeros((MAX_SEATS, NUM_TIE_BREAKERS), np.int64)
    for seat in range(np.int64(s.num_players)):
        update_score(s, seat)
        s.scores[seat] += card_medals(s, seat)
    score_objectives(s)
    for seat in range(np.int64(s.num_players)):
        player = s.players[seat]
        meteorites = 0
        for square in range(NUM_SQUARES):
            meteorites += np.int64(player.meteorite[square])
        keys[seat, 0] = s.scores[seat]
        keys[seat, 1] = -count_uncovered(player, ON_ICE) - count_uncovered(player, ON_LAND)
        keys[seat, 2] = -meteorites
    s.over = 1
    rank_seats(s, keys)
