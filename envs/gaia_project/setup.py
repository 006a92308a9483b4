"""Dealing a game: the board, the tiles, the boosters (GP-2 to GP-6, GP-86)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import draw_below, shuffle
from exozoo.envs.gaia_project.components import (
    CENTRE_SLOT,
    COPIES_OF_TOKEN,
    FAR,
    FIRST_GAME_SIDE,
    HEXES_ON_BOARD,
    NEIGHBOUR_OF_HEX,
    PLANET_OF_SIDE,
    SLOTS_OF_BOARD,
)
from exozoo.envs.gaia_project.constants import (
    BIG_BOARD,
    BOARD_FIRST_GAME,
    BOARD_FIXED_CENTRE,
    BOARD_RANDOM,
    GLEENS_TOKEN,
    HEXES_PER_SECTOR,
    MAX_PLAYERS,
    NUM_ADVANCED,
    NUM_BOOSTERS,
    NUM_FACTIONS,
    NUM_FINAL_TILES,
    NUM_HOME_TYPES,
    NUM_NEIGHBOURS,
    NUM_ROUND_TILES,
    NUM_SLOTS,
    NUM_STANDARD,
    NUM_TOKENS,
    SMALL_BOARD,
)
from exozoo.envs.gaia_project.federation import forget_federation_cost
from exozoo.envs.gaia_project.options import (
    O_ADVANCED,
    O_ALL_TYPES,
    O_BOARD,
    O_BOOSTER,
    O_END_CONVERSION,
    O_FACTION,
    O_FINAL,
    O_MIRROR,
    O_ORDER,
    O_POOL,
    O_ROTATION,
    O_ROUND,
    O_SIDE,
    O_TILE,
    O_TOP_TOKEN,
)
from exozoo.envs.gaia_project.phase_start import begin_game

MAX_DRAWN = 15
EXTRA_BOOSTERS = 3  # GP-6
ROTATIONS = np.int64(6)
UP_TO = table(np.arange(MAX_DRAWN), np.int8)


@jit
def setup(s, options):
    """Deal a game; whatever the options leave open is drawn at random."""
    s.board = SMALL_BOARD if s.num_players <= 2 else BIG_BOARD
    s.order_mode = options[O_ORDER]
    s.end_conversion = options[O_END_CONVERSION]
    s.structure[:] = NONE
    s.owner[:] = NONE
    s.guest[:] = NONE
    s.planet[:] = NONE
    s.pass_order[:] = NONE
    for faction in range(NUM_FACTIONS):
        s.faction_open[faction] = options[O_POOL + faction]
    for seat in range(MAX_PLAYERS):
        s.fixed_faction[seat] = options[O_FACTION + seat]
        s.turn_order[seat] = seat if seat < s.num_players else NONE
        s.players[seat].faction = NONE
        s.players[seat].brainstone = NONE
        s.players[seat].booster = NONE
        s.players[seat].distance[:] = FAR
        forget_federation_cost(s, np.int64(seat))
    lay_board(s, options)
    lay_tiles(s, options)
    begin_game(s)


@jit
def lay_board(s, options):
    """GP-2, GP-86: the sectors as given, as in the first game, or drawn until the board is legal."""
    s.mirror = options[O_MIRROR]
    slots = SLOTS_OF_BOARD[s.board]
    for slot in range(NUM_SLOTS):
        given = options[O_SIDE + slot]
        s.side_in_slot[slot] = FIRST_GAME_SIDE[s.board, slot] if given == NONE else given
        s.rotation_in_slot[slot] = options[O_ROTATION + slot]
    put_planets(s)
    if options[O_SIDE] != NONE or options[O_BOARD] == BOARD_FIRST_GAME:
        return
    while True:
        draw_sectors(s, slots, options[O_BOARD])
        put_planets(s)
        if not has_equal_neighbours(s, options[O_ALL_TYPES]):
            return


@jit
def draw_sectors(s, slots, mode):
    """GP-86: option 3 mixes all sectors, 1 leaves 01-04 in place, 2 mixes them among themselves."""
    places = UP_TO.copy()
    for centre in range(2):
        count = 0
        for slot in range(slots):
            inner = CENTRE_SLOT[s.board, slot]
            if inner == centre or mode == BOARD_RANDOM:
                places[count] = slot
                count += 1
        if centre and (mode in (BOARD_RANDOM, BOARD_FIXED_CENTRE)):
            return
        for last in range(count - 1, 0, -1):
            other = places[draw_below(s.rng, np.int64(last + 1))]
            side = s.side_in_slot[places[last]]
            s.side_in_slot[places[last]] = s.side_in_slot[other]
            s.side_in_slot[other] = side
        for index in range(count):
            if not centre:
                s.rotation_in_slot[places[index]] = draw_below(s.rng, ROTATIONS)


@jit
def put_planets(s):
    """The planets of the sectors as they lie."""
    for place in range(HEXES_ON_BOARD[s.board]):
        slot, label = place // HEXES_PER_SECTOR, place % HEXES_PER_SECTOR
        side, turns = s.side_in_slot[slot], s.rotation_in_slot[slot]
        s.planet[place] = PLANET_OF_SIDE[side, s.mirror, turns, label]


@jit
def has_equal_neighbours(s, all_types):
    """GP-86, O-12: equal planets side by side across sectors; Gaia and transdim only if asked."""
    for place in range(HEXES_ON_BOARD[s.board]):
        planet = s.planet[place]
        if planet == NONE or (planet >= NUM_HOME_TYPES and not all_types):
            continue
        for direction in range(NUM_NEIGHBOURS):
            other = NEIGHBOUR_OF_HEX[s.board, place, direction]
            if other > place and s.planet[other] == planet:
                if other // HEXES_PER_SECTOR != place // HEXES_PER_SECTOR:
                    return True
    return False


@jit
def draw_kinds(s, options, offset, out, number, kinds):
    """`number` different kinds out of `kinds`, or those the options give."""
    if options[offset] != NONE:
        for index in range(number):
            out[index] = options[offset + index]
        return
    pile = UP_TO.copy()
    shuffle(s.rng, pile, 0, kinds)
    for index in range(number):
        out[index] = pile[index]


@jit
def lay_tiles(s, options):
    """GP-3: tech tiles; GP-4: federation tokens; GP-5: scoring tiles; GP-6: boosters."""
    draw_kinds(s, options, O_TILE, s.tile_at, s.tile_at.size, NUM_STANDARD)
    draw_kinds(s, options, O_ADVANCED, s.advanced_at, s.advanced_at.size, NUM_ADVANCED)
    draw_kinds(s, options, O_ROUND, s.round_tile, s.round_tile.size, NUM_ROUND_TILES)
    draw_kinds(s, options, O_FINAL, s.final_tile, s.final_tile.size, NUM_FINAL_TILES)
    boosters = np.zeros(NUM_BOOSTERS, np.int8)
    in_game = s.num_players + EXTRA_BOOSTERS
    draw_kinds(s, options, O_BOOSTER, boosters, in_game, NUM_BOOSTERS)
    for index in range(in_game):
        s.booster_open[boosters[index]] = 1
    for kind in range(NUM_TOKENS):
        s.token_supply[kind] = COPIES_OF_TOKEN[kind]
    s.top_token = options[O_TOP_TOKEN]
    if s.top_token == NONE:
        s.top_token = draw_below(s.rng, GLEENS_TOKEN)
    s.token_supply[s.top_token] -= 1
