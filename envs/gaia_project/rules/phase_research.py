"""Research, tech tiles and the Lost Planet (GP-54 to GP-64)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, top
from exozoo.envs.gaia_project.actions import (
    A_ADVANCED,
    A_DECLINE,
    A_HEX,
    A_TILE,
    A_TRACK,
    B_ADVANCED,
    BLOCK_OF,
    INDEX_IN_BLOCK,
)
from exozoo.envs.gaia_project.components import (
    ADVANCE_COST,
    CHARGE_AT_LEVEL_3,
    GAIAFORMER_AT_LEVEL,
    GAIN_OF_LEVEL,
    HEXES_ON_BOARD,
    ONCE_OF_ADVANCED,
    ONCE_OF_STANDARD,
    PER_OF_ADVANCED,
    PER_OF_STANDARD,
    VP_PER_GAIA_AT_TOP,
)
from exozoo.envs.gaia_project.constants import (
    ADVANCED_TRACK,
    ANY_TRACK,
    BALTAKS,
    CHOOSE_COVERED,
    CHOOSE_TILE,
    CHOOSE_TRACK,
    GAIA_PROJECT,
    KNOWLEDGE,
    LOST,
    LOWEST_TRACK,
    MINE,
    NAVIGATION,
    NUM_LEVELS,
    NUM_STANDARD,
    NUM_TRACKS,
    PLACE_LOST_PLANET,
    QIC,
    RESEARCH_ADVANCE,
    STD3,
    TERRAFORMING,
    TILE_COVERED,
    TILE_NONE,
    TILE_OWNED,
    TOP_LEVEL,
    TRACK_LIMIT,
    VP_RESEARCH,
    VP_TILE,
)
from exozoo.envs.gaia_project.rules.effects import (
    count_of,
    fire,
    gaia_planets,
    gain_row,
    has_institute,
    planet_types,
    score,
    take_token,
)
from exozoo.envs.gaia_project.rules.federation import forget_federation_cost
from exozoo.envs.gaia_project.rules.phase_build import reward_new_mine
from exozoo.envs.gaia_project.rules.power import charge_power
from exozoo.envs.gaia_project.rules.structures import note_new, range_qic, settle_hex

LEVEL_WITH_CHARGE = np.int64(3)  # GP-55
LEVEL_FOR_ADVANCED = np.int64(4)  # GP-60
GAIN_OF_REACHED = GAIN_OF_LEVEL.reshape(NUM_TRACKS * NUM_LEVELS, -1)  # row = track * 6 + level


@jit
def can_advance(s, seat, track):
    """GP-56: level 5 needs a green token and must be free. GP-97: Bal T'aks and Navigation."""
    player = s.players[seat]
    level = player.research[track]
    if level == TOP_LEVEL:
        return False
    if track == NAVIGATION and player.faction == BALTAKS and not has_institute(s, seat):
        return False
    if level + 1 < TOP_LEVEL:
        return True
    for other in range(s.num_seats):
        if s.players[other].research[track] == TOP_LEVEL:
            return False
    return player.green > 0


@jit
def advance(s, seat, track):
    """GP-54 to GP-57: a level up, its one-time gains, and the research trigger."""
    player = s.players[seat]
    player.research[track] += 1
    level = np.int64(player.research[track])
    if level == TOP_LEVEL:
        player.green -= 1
    fire(s, seat, RESEARCH_ADVANCE, ONE)
    gain_level(s, seat, track, level)
    if level == LEVEL_WITH_CHARGE:
        charge_power(s, seat, CHARGE_AT_LEVEL_3)
    if level == TOP_LEVEL:
        if track == TERRAFORMING:
            token = np.int64(s.top_token)
            s.top_token = NONE
            take_token(s, seat, token)
        elif track == NAVIGATION:
            push(s, PLACE_LOST_PLANET, seat, ZERO, ZERO, ZERO, ZERO)
        elif track == GAIA_PROJECT:
            score(s, seat, VP_PER_GAIA_AT_TOP * gaia_planets(s, seat), VP_RESEARCH)


@jit
def gain_level(s, seat, track, level):
    """GP-8, GP-57: what a level gives once; GP-9: gaiaformers come from here only."""
    if track == GAIA_PROJECT:
        s.players[seat].gaiaformers += GAIAFORMER_AT_LEVEL[level]
    gain_row(s, seat, GAIN_OF_REACHED, track * NUM_LEVELS + level, ONE, VP_RESEARCH)


@jit
def legal_research(s, mask):
    """GP-54: an advance for 4 knowledge."""
    seat = np.int64(s.seat)
    if s.players[seat].stock[KNOWLEDGE] >= ADVANCE_COST:
        for track in range(NUM_TRACKS):
            if can_advance(s, seat, np.int64(track)):
                mask[A_TRACK + track] = 1


@jit
def apply_research(s, track):
    """GP-54."""
    seat = np.int64(s.seat)
    s.players[seat].stock[KNOWLEDGE] -= ADVANCE_COST
    advance(s, seat, track)


@jit
def may_choose_track(s, seat, limit, track):
    """GP-61: the track of the tile, or any; GP-99: for the Bescods a lowest one."""
    if limit < ANY_TRACK and track != limit:
        return False
    if limit == LOWEST_TRACK:
        for other in range(NUM_TRACKS):
            if s.players[seat].research[other] < s.players[seat].research[track]:
                return False
    return can_advance(s, seat, track)


@jit
def any_track(s, seat, limit):
    """GP-61: without a possible advance nobody is asked."""
    for track in range(NUM_TRACKS):
        if may_choose_track(s, seat, limit, np.int64(track)):
            return True
    return False


@jit
def legal_track(s, mask):
    """D-14: an advance may be declined, but not the Bescods' own action (O-6)."""
    seat = np.int64(s.seat)
    limit = top(s, TRACK_LIMIT)
    for track in range(NUM_TRACKS):
        if may_choose_track(s, seat, limit, np.int64(track)):
            mask[A_TRACK + track] = 1
    if limit != LOWEST_TRACK:
        mask[A_DECLINE] = 1


@jit
def apply_track(s, action):
    """D-14."""
    pop(s)
    if action != A_DECLINE:
        advance(s, np.int64(s.seat), INDEX_IN_BLOCK[action])


@jit
def can_take_advanced(s, seat, track):
    """GP-60: level 4 or 5, a green token, and an uncovered standard tile to cover."""
    player = s.players[seat]
    if s.advanced_at[track] == NONE or player.green == 0:
        return False
    if player.research[track] < LEVEL_FOR_ADVANCED:
        return False
    for kind in range(NUM_STANDARD):
        if player.standard[kind] == TILE_OWNED:
            return True
    return False


@jit
def any_tile(s, seat):
    """GP-59, GP-60: whether any tile can be taken."""
    for kind in range(NUM_STANDARD):
        if s.players[seat].standard[kind] == TILE_NONE:
            return True
    for track in range(NUM_TRACKS):
        if can_take_advanced(s, seat, np.int64(track)):
            return True
    return False


@jit
def offer_tile(s, seat):
    """GP-58: a tile is gained, if one can be taken."""
    if any_tile(s, seat):
        push(s, CHOOSE_TILE, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def legal_tile(s, mask):
    """D-12, GP-59, GP-60: kinds not yet owned, and advanced tiles."""
    seat = np.int64(s.seat)
    for position in range(NUM_STANDARD):
        if s.players[seat].standard[s.tile_at[position]] == TILE_NONE:
            mask[A_TILE + position] = 1
    for track in range(NUM_TRACKS):
        if can_take_advanced(s, seat, np.int64(track)):
            mask[A_ADVANCED + track] = 1


@jit
def apply_tile(s, action):
    """D-12, GP-58, GP-61, GP-62: a standard tile takes effect, then the advance; or D-13."""
    seat = np.int64(s.seat)
    pop(s)
    index = INDEX_IN_BLOCK[action]
    if BLOCK_OF[action] == B_ADVANCED:
        push(s, CHOOSE_COVERED, seat, index, ZERO, ZERO, ZERO)
        return
    kind = np.int64(s.tile_at[index])
    s.players[seat].standard[kind] = TILE_OWNED
    if kind == STD3:  # it raises power values
        forget_federation_cost(s, seat)
    push(s, CHOOSE_TRACK, seat, min(index, ANY_TRACK), ZERO, ZERO, ZERO)
    times = count_of(s, seat, PER_OF_STANDARD[kind])
    gain_row(s, seat, ONCE_OF_STANDARD, kind, times, VP_TILE)


@jit
def legal_covered(s, mask):
    """D-13, GP-60: an uncovered standard tile."""
    for position in range(NUM_STANDARD):
        if s.players[s.seat].standard[s.tile_at[position]] == TILE_OWNED:
            mask[A_TILE + position] = 1


@jit
def apply_covered(s, position):
    """D-13, GP-60, GP-62: turn a green token, cover the tile, then the new one takes effect."""
    seat = np.int64(s.seat)
    track = top(s, ADVANCED_TRACK)
    pop(s)
    player = s.players[seat]
    player.green -= 1
    covered = np.int64(s.tile_at[position])
    player.standard[covered] = TILE_COVERED
    kind = np.int64(s.advanced_at[track])
    s.advanced_at[track] = NONE
    player.advanced[kind] = 1
    if covered == STD3:
        forget_federation_cost(s, seat)
    push(s, CHOOSE_TRACK, seat, ANY_TRACK, ZERO, ZERO, ZERO)
    times = count_of(s, seat, PER_OF_ADVANCED[kind])
    gain_row(s, seat, ONCE_OF_ADVANCED, kind, times, VP_TILE)


@jit
def can_hold_lost_planet(s, seat, place):
    """GP-64: no planet, satellite or space station there, and in reach."""
    return (
        s.planet[place] == NONE
        and s.satellites[place] == 0
        and s.structure[place] == NONE
        and s.players[seat].stock[QIC] >= range_qic(s, seat, place, ZERO)
    )


@jit
def any_lost_planet_hex(s, seat):
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        if can_hold_lost_planet(s, seat, np.int64(hexagon)):
            return True
    return False


@jit
def legal_lost_planet(s, mask):
    """D-15."""
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        if can_hold_lost_planet(s, np.int64(s.seat), np.int64(hexagon)):
            mask[A_HEX + hexagon] = 1


@jit
def apply_lost_planet(s, place):
    """GP-64: it carries a mine that is not one of the eight, and counts as Build a Mine."""
    seat = np.int64(s.seat)
    pop(s)
    player = s.players[seat]
    player.stock[QIC] -= range_qic(s, seat, place, ZERO)
    types_before = planet_types(s, seat)
    s.planet[place] = LOST
    s.structure[place] = MINE
    s.owner[place] = seat
    player.lost_planet = 1
    s.planet_hex[s.num_planets] = place
    s.num_planets += 1
    reward_new_mine(s, seat, place, types_before)
    settle_hex(s, seat, place)
    note_new(s, place)
    for other in range(s.num_players):
        forget_federation_cost(s, np.int64(other))
