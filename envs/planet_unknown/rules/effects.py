"""The verbs of the game: what cards, cells and tiles do to a player."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import push
from exozoo.envs.planet_unknown.components import (
    ACCESS,
    BIT_OF_SQUARE,
    CELL_OF_PATH,
    KIND_OF_EVENT,
    LEVEL_OF_TECHNOLOGY,
    MILESTONE_OF_TECHNOLOGY,
    SQUARES_OF_WORD,
    TECHNOLOGIES_BY_REACH,
    TECHNOLOGY_AT_LEVEL,
    TRAITS,
    UNLOCKS_BY_LIFEPODS,
)
from exozoo.envs.planet_unknown.constants import (
    ACCESS_HIGHEST_ONLY,
    ACCESS_LIFEPOD_ON_TECHNOLOGY,
    ALL_TRACKS,
    BY_BOOST,
    CHOOSE_ADVANCE,
    ENERGY,
    EVENT_NO_BOOSTS,
    EVENT_NO_MILESTONES,
    IMPROVED_FLUX_TRACK,
    LIFEPODS_ON_TECHNOLOGIES,
    LIFEPODS_ON_TRACKS,
    MAX_CELLS,
    MAX_ROVERS,
    MOVEMENT_PLUS_1,
    MOVEMENT_PLUS_1_IF_SHARED,
    NO_METEORITES,
    NUM_TECHNOLOGIES,
    NUM_TRACKS,
    PATCH_PER_COLLECTED_METEORITE,
    PHASE_CARDS,
    PHASE_FINAL,
    PLACE_LIFEPOD,
    PLACE_ROVER,
    REDIRECT_FROM,
    REDIRECT_THREE,
    ROVER,
    TASK_PATCHES,
    TECH,
    TRACK_ROWS,
)

THREE = np.int64(3)


@jit
def in_force(s, kind):
    """PU-126: whether this round's event is of that kind."""
    return s.event != NONE and KIND_OF_EVENT[np.int64(s.event)] == kind


@jit
def has_trait(player, trait):
    """PU-151: a corporation differs from the common rules only by its traits and technologies."""
    return TRAITS[np.int64(player.corporation), trait] == 1


@jit
def reach_on_tech_track(player):
    """PU-76, PU-196: the position of the highest marker on the tech track, NONE without one."""
    reach = NONE
    for marker in range(NUM_TRACKS):
        if player.path[marker] == TECH and player.position[marker] > reach:
            reach = np.int64(player.position[marker])
    return reach


@jit
def counted_reach(s, player):
    """PU-137: in a round without milestones only what was reached before it counts."""
    reach = reach_on_tech_track(player)
    if in_force(s, EVENT_NO_MILESTONES):
        reach = min(reach, np.int64(player.tech_reach))
    return reach


@jit
def is_available(s, seat, level):
    """PU-76, PU-79, PU-137, PU-160, PU-169, PU-185: whether the technology (from 0) may be used."""
    player = s.players[seat]
    corporation = np.int64(player.corporation)
    access = ACCESS[corporation]
    if access == ACCESS_LIFEPOD_ON_TECHNOLOGY:
        return player.tech_lifepod[level] == 1
    reach = counted_reach(s, player)
    milestone = MILESTONE_OF_TECHNOLOGY[corporation, level]
    if reach < milestone or player.track_lifepod[TECH * TRACK_ROWS + milestone] == 1:
        return False
    return access != ACCESS_HIGHEST_ONLY or reach < MILESTONE_OF_TECHNOLOGY[corporation, level + 1]


@jit
def refresh_technologies(s, seat):
    """Note which technologies are available, after anything that can change it."""
    player = s.players[seat]
    corporation = np.int64(player.corporation)
    known = ZERO
    if UNLOCKS_BY_LIFEPODS[corporation]:
        for level in range(NUM_TECHNOLOGIES):
            technology = TECHNOLOGY_AT_LEVEL[corporation, level]
            if technology != NONE and is_available(s, seat, np.int64(level)):
                known |= ONE << technology
    else:
        known = TECHNOLOGIES_BY_REACH[corporation, counted_reach(s, player) + 1]
    player.technologies = known


@jit
def has_technology(player, technology):
    """PU-31, PU-77: available from the moment its milestone is reached, any number of times."""
    return player.technologies >> technology & 1 == 1


@jit
def has_unused(player, technology):
    """PU-78: has a once-per-round technology that was not yet used in this round."""
    if not has_technology(player, technology):
        return False
    return player.used_round[LEVEL_OF_TECHNOLOGY[np.int64(player.corporation), technology]] == 0


@jit
def use_up(player, technology):
    """PU-78: the technology is used for this round."""
    player.used_round[LEVEL_OF_TECHNOLOGY[np.int64(player.corporation), technology]] = 1


@jit
def cell_of(player, marker):
    """The board cell under a marker."""
    path = np.int64(player.path[marker])
    return CELL_OF_PATH[np.int64(player.corporation), path, np.int64(player.position[marker])]


@jit
def gain_movement(s, seat, points):
    """PU-28: movement points go to a pool at once; PU-100, PU-102: they are worth nothing at the end."""
    if s.phase >= PHASE_FINAL or points == 0:
        return
    player = s.players[seat]
    player.movement += points
    player.gained_movement = 1


@jit
def gain_number(s, seat, points):
    """PU-68, PU-69: a number of the rover track, with the technologies that add to it."""
    player = s.players[seat]
    if has_technology(s.players[seat], MOVEMENT_PLUS_1):  # PU-155
        points += 1
    if player.flux == ROVER and has_technology(s.players[seat], IMPROVED_FLUX_TRACK):  # PU-172
        points += 1
    if has_technology(s.players[seat], MOVEMENT_PLUS_1_IF_SHARED):  # PU-200
        sharing = 0
        for marker in range(NUM_TRACKS):
            sharing += player.path[marker] == ROVER
        if sharing > 1:
            points += 1
    gain_movement(s, seat, points)


@jit
def gain_boost(s):
    """PU-54: advance any one marker that can advance. PU-144: not under event 122."""
    if not in_force(s, EVENT_NO_BOOSTS):
        push(s, CHOOSE_ADVANCE, np.int64(s.seat), ALL_TRACKS, ONE, ONE, BY_BOOST)


@jit
def gain_patches(s, count):
    """PU-7, PU-86: from the unlimited supply, each to be placed at once or stored."""
    push(s, TASK_PATCHES, np.int64(s.seat), count, ZERO, ZERO, ZERO)


@jit
def gain_rover(s, seat):
    """PU-65, PU-67: put a rover from the supply on the tile placed last; PU-102: not at the end."""
    if s.players[seat].rover_supply > 0 and s.phase != PHASE_CARDS:
        push(s, PLACE_ROVER, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def collect_lifepod(s, seat):
    """PU-72; PU-158 and PU-185 let the owner choose another place for it."""
    player = s.players[seat]
    if has_trait(player, LIFEPODS_ON_TRACKS) or has_trait(player, LIFEPODS_ON_TECHNOLOGIES):
        push(s, PLACE_LIFEPOD, seat, ZERO, ZERO, ZERO, ZERO)
    else:
        player.lifepods += 1


@jit
def collect_meteorite(s, seat):
    """PU-49; PU-182: Horizon Group technology 3 gives a patch for it."""
    s.players[seat].meteorites += 1
    if has_technology(s.players[seat], PATCH_PER_COLLECTED_METEORITE):
        gain_patches(s, ONE)


@jit
def put_meteorite(s, seat, square):
    """PU-46; PU-157: never again with Universal Coalition technology 5."""
    player = s.players[seat]
    if not has_technology(player, NO_METEORITES):
        player.meteorite[square] = 1
        player.fallen[square // SQUARES_OF_WORD] |= BIT_OF_SQUARE[square % SQUARES_OF_WORD]


@jit
def clear_meteorite(player, square):
    """No meteorite lies on the square any more."""
    player.meteorite[square] = 0
    player.fallen[square // SQUARES_OF_WORD] &= ~BIT_OF_SQUARE[square % SQUARES_OF_WORD]


@jit
def rover_on(player, square):
    """The rover on a square, or NONE."""
    for rover in range(MAX_ROVERS):
        if player.rover_at[rover] == square:
            return np.int64(rover)
    return NONE


@jit
def destroy_rover(player, rover):
    """PU-74, PU-178: gone for good, with the meteorite it carries."""
    player.rover_at[rover] = NONE
    player.cargo[rover] = 0


@jit
def clear_square(player, square):
    """PU-25, PU-40: a lifepod or rover under a new tile or patch is destroyed."""
    player.lifepod[square] = 0
    rover = rover_on(player, square)
    if rover != NONE:
        destroy_rover(player, rover)


@jit
def cover_square(player, square, terrain, station):
    """A tile or patch covers the square; `station` is that of its section, or NONE."""
    player.terrain[square] = terrain
    player.station_of[square] = station
    word, bit = square // SQUARES_OF_WORD, BIT_OF_SQUARE[square % SQUARES_OF_WORD]
    player.covered[word] |= bit
    player.energy[word] &= ~bit
    if terrain == ENERGY:
        player.energy[word] |= bit


@jit
def forget_last_tile(player):
    for cell in range(MAX_CELLS):
        player.last_square[cell] = NONE


@jit
def is_station(player, square):
    """Whether a visible station is on the square."""
    return player.station_of[square] == square


@jit
def has_meteorite(player, square):
    """PU-178: a meteorite lies there, or a rover there carries one."""
    rover = rover_on(player, square)
    return player.meteorite[square] == 1 or (rover != NONE and player.cargo[rover] == 1)


@jit
def remove_meteorite(player, square):
    """Take one meteorite off a square: the one on the ground first, else the carried one."""
    if player.meteorite[square] == 1:
        clear_meteorite(player, square)
    else:
        player.cargo[rover_on(player, square)] = 0


@jit
def check_redirect_three(s, seat):
    """PU-163: Cosmos Inc. technology 2 is used at once when it first becomes available."""
    player = s.players[seat]
    level = LEVEL_OF_TECHNOLOGY[np.int64(player.corporation), REDIRECT_THREE]
    if level == NONE or player.used_game[level] == 1:
        return
    if has_technology(s.players[seat], REDIRECT_THREE):
        player.used_game[level] = 1
        push(s, REDIRECT_FROM, seat, THREE, ZERO, ZERO, ZERO)
