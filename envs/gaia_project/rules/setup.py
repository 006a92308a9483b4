"""Dealing a game: the board, the tiles, the boosters (GP-2 to GP-6, GP-86)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import draw_below, shuffle
from exozoo.envs.gaia_project.automa.turn import seat_automa
from exozoo.envs.gaia_project.components import (
    CENTRE_SLOT,
    COPIES_OF_TOKEN,
    FAR,
    FIRST_GAME_SIDE,
    HEXES_ON_BOARD,
    NEIGHBOUR_OF_HEX,
    PLANET_OF_SIDE,
    SLOTS_OF_BOARD,
    SOLO_TOKENS,
)
from exozoo.envs.gaia_project.constants import (
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
    NUM_HEXES,
    NUM_HOME_TYPES,
    NUM_NEIGHBOURS,
    NUM_ROUND_TILES,
    NUM_ROUNDS,
    NUM_SLOTS,
    NUM_STANDARD,
    NUM_TOKENS,
    NUM_TRACKS,
)
from exozoo.envs.gaia_project.options import (
    O_ADVANCED,
    O_ALL_TYPES,
    O_AUTOMA_FACTION,
    O_AUTOMA_LEVEL,
    O_BID,
    O_BOARD,
    O_BOOSTER,
    O_END_CONVERSION,
    O_FACTION,
    O_FINAL,
    O_MIRROR,
    O_ORDER,
    O_OUTLINE,
    O_POOL,
    O_ROTATION,
    O_ROUND,
    O_SIDE,
    O_TILE,
    O_TOP_TOKEN,
)
from exozoo.envs.gaia_project.rules.effects import lay_booster
from exozoo.envs.gaia_project.rules.federation import forget_federation_cost
from exozoo.envs.gaia_project.rules.phase_start import begin_game

MAX_DRAWN = 15
LEAST_SEATS = np.int64(2)  # GS-1: the Automa is the second player of a solo game
EXTRA_BOOSTERS = np.int64(3)  # GP-6
ROTATIONS = np.int64(6)
# how many are drawn, and out of how many: typed, so that drawing is compiled once
STANDARD_TILES, ADVANCED_TAKEN, ADVANCED_TILES = (
    np.int64(n) for n in (NUM_STANDARD, NUM_TRACKS, NUM_ADVANCED)
)
ROUND_TILES, FINAL_TAKEN, FINAL_TILES = (np.int64(n) for n in (NUM_ROUND_TILES, 2, NUM_FINAL_TILES))
BOOSTERS = np.int64(NUM_BOOSTERS)


@jit
def setup(s, options):
    """Deal a game; whatever the options leave open is drawn at random."""
    s.num_seats = max(np.int64(s.num_players), LEAST_SEATS)
    s.board = options[O_OUTLINE]
    s.order_mode = options[O_ORDER]
    s.end_conversion = options[O_END_CONVERSION]
    for place in range(NUM_HEXES):
        s.planet[place] = NONE
        s.structure[place] = NONE
        s.owner[place] = NONE
        s.guest[place] = NONE
        for seat in range(MAX_PLAYERS):
            s.players[seat].distance[place] = FAR
    for faction in range(NUM_FACTIONS):
        s.faction_open[faction] = options[O_POOL + faction]
    for seat in range(MAX_PLAYERS):
        s.fixed_faction[seat] = options[O_FACTION + seat]
        s.pass_order[seat] = NONE
        s.turn_order[seat] = seat if seat < s.num_seats else NONE
        s.players[seat].faction = NONE
        s.players[seat].bid = options[O_BID + seat]
        s.players[seat].brainstone = NONE
        s.players[seat].booster = NONE
        forget_federation_cost(s, np.int64(seat))
    lay_board(s, options)
    list_planets(s)
    lay_tiles(s, options)
    if s.num_players < s.num_seats:
        seat_automa(s, options[O_AUTOMA_FACTION], options[O_AUTOMA_LEVEL])
    begin_game(s)


@jit
def lay_board(s, options):
    """GP-2, GP-86, GP-103: the sectors as given, as in the first game, or drawn until the board is legal."""
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
    places = np.zeros(NUM_SLOTS, np.int64)
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
def list_planets(s):
    """Note where planets are."""
    s.num_planets = 0
    for place in range(HEXES_ON_BOARD[s.board]):
        if s.planet[place] != NONE:
            s.planet_hex[s.num_planets] = place
            s.num_planets += 1


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
def draw_kinds(s, options, offset, number, kinds, drawn):
    """`number` different kinds out of `kinds`, or those the options give."""
    for index in range(kinds):
        drawn[index] = index
    shuffle(s.rng, drawn, ZERO, kinds)
    if options[offset] != NONE:
        for index in range(number):
            drawn[index] = options[offset + index]


@jit
def lay_tiles(s, options):
    """GP-3: tech tiles; GP-5: scoring tiles; GP-6, GS-1: boosters; then federation tokens."""
    drawn = np.zeros(MAX_DRAWN, np.int8)
    draw_kinds(s, options, O_TILE, STANDARD_TILES, STANDARD_TILES, drawn)
    for position in range(NUM_STANDARD):
        s.tile_at[position] = drawn[position]
    draw_kinds(s, options, O_ADVANCED, ADVANCED_TAKEN, ADVANCED_TILES, drawn)
    for track in range(NUM_TRACKS):
        s.advanced_at[track] = drawn[track]
    draw_kinds(s, options, O_ROUND, NUM_ROUNDS, ROUND_TILES, drawn)
    for number in range(NUM_ROUNDS):
        s.round_tile[number] = drawn[number]
    draw_kinds(s, options, O_FINAL, FINAL_TAKEN, FINAL_TILES, drawn)
    for index in range(FINAL_TAKEN):
        s.final_tile[index] = drawn[index]
    in_game = np.int64(s.num_seats) + EXTRA_BOOSTERS
    draw_kinds(s, options, O_BOOSTER, in_game, BOOSTERS, drawn)
    for index in range(in_game):
        lay_booster(s, np.int64(drawn[index]))
    lay_tokens(s, options)


@jit
def lay_tokens(s, options):
    """GP-4: one of the tokens on Terraforming 5; GS-2: in a solo game besides two of each kind."""
    for kind in range(NUM_TOKENS):
        s.token_supply[kind] = COPIES_OF_TOKEN[kind]
    s.top_token = options[O_TOP_TOKEN]
    if s.top_token == NONE:
        s.top_token = draw_below(s.rng, GLEENS_TOKEN)
    s.token_supply[s.top_token] -= 1
    if s.num_players < s.num_seats:
        for kind in range(GLEENS_TOKEN):
            s.token_supply[kind] = SOLO_TOKENS
