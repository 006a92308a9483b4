"""Section 6 and 23: where a tile or patch may lie."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.grid import (
    NUM_ORIENTATIONS,
    ONE_COLUMN,
    ONE_ROW,
    anchors_inside,
    anchors_touching,
    beside,
    board_at,
    board_in,
    both,
    either,
    first_square,
    flood,
    has_square,
    is_empty,
    lowered,
    mark_squares,
    moved,
    without,
    without_first,
)
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import top
from exozoo.envs.planet_unknown.actions import PLACE, SQUARE, STORE
from exozoo.envs.planet_unknown.components import (
    BIT_OF_SQUARE,
    CURRENT_BOARD,
    EDGE_BOARD,
    FIRST_BOARD,
    GRID_BOARD,
    ICE_BOARD,
    IS_DISTINCT,
    NUM_SIDES,
    OFFSET_OF_CELL,
    RESTRICTION_OF_PLANET,
    RING_BOARD,
    SECTION_OF_CELL,
    SIDE_BOARD,
    SIZE_OF_SHAPE,
    SQUARE_OF_CELL,
    SQUARES_OF_WORD,
    STATION_CELL,
    TERRAIN_OF_PAIR,
    ZONE_BOARD,
)
from exozoo.envs.planet_unknown.constants import (
    ALL_BIND,
    BIOMASS,
    ENERGY,
    EVENT_BINDS,
    EVENT_NO_MATCHING_NEIGHBOUR,
    EVENT_NO_TILE_ON_EDGE,
    EVENT_NO_TILE_ON_ICE,
    FREE,
    IGNORE_ADJACENCY,
    IGNORE_ADJACENCY_ROVER_TILES,
    MUST_SLIDE,
    NOT_ONLY_ON_RING,
    NUM_SHAPES,
    NUM_SQUARES,
    NUM_TERRAINS,
    NUM_TRACKS,
    PATCH_DESTROYS_METEORITE,
    PATCH_ON_TILES,
    PATCH_STORED,
    PHASE_CARDS,
    PLACE_BINDS,
    PLACE_TILE_ID,
    PLANET_BINDS,
    ROVER,
    SIZE,
    STORE_PATCHES,
    TECH,
    TECH_AS_ENERGY,
    TWO_SIDES,
    UNPLACEABLE,
)
from exozoo.envs.planet_unknown.rules.effects import (
    clear_meteorite,
    clear_square,
    cover_square,
    has_technology,
    in_force,
    is_station,
)

AS_PRINTED, AS_ENERGY = np.int64(0), np.int64(1)  # how a tech section is read (PU-190)


@jit
def terrain_of(tile, section, reading):
    """The terrain of a tile's section; PU-190: tech may be read as energy."""
    terrain = TERRAIN_OF_PAIR[tile // NUM_SHAPES // 2, section]
    return ENERGY if reading == AS_ENERGY and terrain == TECH else terrain


@jit
def has_station_of(tile, terrain):
    """Whether one of the tile's two stations is of the terrain."""
    pair = tile // NUM_SHAPES // 2
    return TERRAIN_OF_PAIR[pair, 0] == terrain or TERRAIN_OF_PAIR[pair, 1] == terrain


@jit
def only_square(square):
    """The board with one square."""
    word, bit = square // SQUARES_OF_WORD, BIT_OF_SQUARE[square % SQUARES_OF_WORD]
    return (
        bit if word == 0 else ZERO,
        bit if word == 1 else ZERO,
        bit if word == 2 else ZERO,
    )


@jit
def squares_of(player, terrain):
    """The squares of one terrain, as a board."""
    squares = (ZERO, ZERO, ZERO)
    for square in range(NUM_SQUARES):
        if player.terrain[square] == terrain:
            squares = either(squares, only_square(square))
    return squares


@jit
def touching(s, seat, tile):
    """PU-36, PU-37, PU-38: the first piece on its start squares, later ones beside another piece.

    `tile` is NONE for a patch. PU-39, PU-153, PU-180: some technologies cancel the second half.
    """
    player = s.players[seat]
    covered = board_in(player.covered)
    if is_empty(covered):
        return board_at(FIRST_BOARD, np.int64(player.planet))
    if has_technology(player, IGNORE_ADJACENCY) or (
        tile != NONE
        and has_station_of(tile, ROVER)
        and has_technology(player, IGNORE_ADJACENCY_ROVER_TILES)
    ):
        return board_at(GRID_BOARD, np.int64(player.planet))
    return beside(covered)


@jit
def free_squares(s, seat, binds):
    """PU-34, PU-35: the uncovered squares, but for those that an event forbids to tiles."""
    player = s.players[seat]
    planet = np.int64(player.planet)
    free = without(board_at(GRID_BOARD, planet), board_in(player.covered))
    if binds & EVENT_BINDS:
        if in_force(s, EVENT_NO_TILE_ON_EDGE):  # PU-135
            free = without(free, board_at(EDGE_BOARD, planet))
        elif in_force(s, EVENT_NO_TILE_ON_ICE):  # PU-143
            free = without(free, board_at(ICE_BOARD, planet))
    return free


@jit
def zone_of_section(s, seat, tile, section, binds, reading, free):
    """The free squares on which a section of the tile may lie; PU-142: not beside its own terrain."""
    if binds & EVENT_BINDS and in_force(s, EVENT_NO_MATCHING_NEIGHBOUR):
        same = squares_of(s.players[seat], terrain_of(tile, section, reading))
        return without(free, beside(same))
    return free


@jit
def find_anchors(s, seat, tile, orientation, binds, reading, zones):
    """The legal anchors of one orientation. `zones`: of both sections, and what one cell must touch."""
    shape = tile % NUM_SHAPES
    size = SIZE_OF_SHAPE[shape]
    turn = shape * NUM_ORIENTATIONS + orientation
    first, second, touch = zones
    anchors = anchors_inside(OFFSET_OF_CELL, size, turn, SECTION_OF_CELL, shape, first, second)
    if is_empty(anchors):
        return anchors
    anchors = both(anchors, anchors_touching(OFFSET_OF_CELL, size, turn, touch))
    restriction = RESTRICTION_OF_PLANET[np.int64(s.players[seat].planet)]
    if restriction == FREE or binds & PLANET_BINDS == 0:
        return anchors
    return keep_allowed(s.players[seat], tile, size, turn, restriction, reading, anchors)


@jit
def keep_allowed(player, tile, size, turn, restriction, reading, anchors):
    """PU-227, PU-231, PU-235, PU-236, PU-238: what the planet's own restriction leaves."""
    planet = np.int64(player.planet)
    grid = board_at(GRID_BOARD, planet)
    if restriction == NOT_ONLY_ON_RING:
        off_ring = without(grid, board_at(RING_BOARD, planet))
        return both(anchors, anchors_touching(OFFSET_OF_CELL, size, turn, off_ring))
    if restriction == TWO_SIDES:
        one = board_at(SIDE_BOARD, planet * NUM_SIDES)
        other = board_at(SIDE_BOARD, planet * NUM_SIDES + 1)
        return both(anchors, either(whole_in(size, turn, one), whole_in(size, turn, other)))
    if restriction == MUST_SLIDE:
        covered = board_in(player.covered)
        north = whole_in(size, turn, without(grid, lowered(covered, ONE_ROW)))
        east = whole_in(size, turn, without(grid, moved(covered, ONE_COLUMN)))
        south = whole_in(size, turn, without(grid, moved(covered, ONE_ROW)))
        west = whole_in(size, turn, without(grid, lowered(covered, ONE_COLUMN)))
        return both(anchors, either(either(north, east), either(south, west)))
    for section in range(2):  # STATION_ZONES
        terrain = terrain_of(tile, section, reading)
        allowed = without(grid, board_at(ZONE_BOARD, planet * NUM_TERRAINS + terrain))
        cell = STATION_CELL[tile % NUM_SHAPES, section]
        anchors = both(anchors, moved(allowed, OFFSET_OF_CELL[turn, cell]))
    return anchors


@jit
def whole_in(size, turn, zone):
    """Anchors at which the whole tile lies in the zone."""
    return anchors_inside(OFFSET_OF_CELL, size, turn, SECTION_OF_CELL, ZERO, zone, zone)


@jit
def zones_of(s, seat, tile, binds, reading):
    """Where the tile's sections may lie, and the squares that one of its cells must touch."""
    free = free_squares(s, seat, binds)
    return (
        zone_of_section(s, seat, tile, ZERO, binds, reading, free),
        zone_of_section(s, seat, tile, ONE, binds, reading, free),
        touching(s, seat, tile),
    )


@jit
def num_readings(s, seat, tile):
    """PU-190: 2 if the tile's tech station may be read as energy, else 1."""
    if has_station_of(tile, TECH) and has_technology(s.players[seat], TECH_AS_ENERGY):
        return 2
    return 1


@jit
def can_place(s, seat, tile, binds):
    """Whether the tile has a legal placement under these restrictions."""
    for number in range(num_readings(s, seat, tile)):
        reading = np.int64(number)
        zones = zones_of(s, seat, tile, binds, reading)
        for orientation in range(NUM_ORIENTATIONS):
            if IS_DISTINCT[tile % NUM_SHAPES, orientation] == 1 and not is_empty(
                find_anchors(s, seat, tile, np.int64(orientation), binds, reading, zones)
            ):
                return True
    return False


@jit
def legal_place(s, seat, mask):
    """PU-24, PU-33 to PU-43: every orientation and anchor that the restrictions in use allow."""
    tile = top(s, PLACE_TILE_ID)
    binds = top(s, PLACE_BINDS)
    for number in range(num_readings(s, seat, tile)):
        reading = np.int64(number)
        zones = zones_of(s, seat, tile, binds, reading)
        for orientation in range(NUM_ORIENTATIONS):
            if IS_DISTINCT[tile % NUM_SHAPES, orientation] == 1:
                anchors = find_anchors(s, seat, tile, np.int64(orientation), binds, reading, zones)
                mark_squares(anchors, mask, PLACE + orientation * NUM_SQUARES, SIZE)


@jit
def is_legal_reading(s, seat, tile, binds, placement, reading):
    """PU-190: whether this placement is legal with the tech station read so."""
    zones = zones_of(s, seat, tile, binds, reading)
    orientation = placement // NUM_SQUARES
    anchors = find_anchors(s, seat, tile, orientation, binds, reading, zones)
    return has_square(anchors, placement % NUM_SQUARES // SIZE, placement % SIZE)


@jit
def event_restricts_tiles(s):
    """PU-127: events that forbid placements."""
    return (
        in_force(s, EVENT_NO_TILE_ON_EDGE)
        or in_force(s, EVENT_NO_TILE_ON_ICE)
        or in_force(s, EVENT_NO_MATCHING_NEIGHBOUR)
    )


@jit
def placeable(s, seat, tile, other, binds):
    """Bit 0 if the tile, bit 1 if the other can be placed under these restrictions (or NONE)."""
    bits = ZERO
    if tile != NONE and can_place(s, seat, tile, binds):
        bits += 1
    if other != NONE and can_place(s, seat, other, binds):
        bits += 2
    return bits


@jit
def binding_for(s, seat, tile, other, levels):
    """PU-43: the first level of restrictions at which one of the tiles can be placed, and which.

    In this order: all bind; the event's is waived; the planet's is waived; both are. PU-44: with
    one level nothing is waived.
    """
    planet = np.int64(s.players[seat].planet)
    for waived in range(levels):
        binds = ALL_BIND ^ (waived & 1) * EVENT_BINDS ^ (waived >> 1) * PLANET_BINDS
        if waived & 1 and not event_restricts_tiles(s):
            continue
        if waived & 2 and RESTRICTION_OF_PLANET[planet] == FREE:
            continue
        bits = placeable(s, seat, tile, other, binds)
        if bits != 0:
            return binds, bits
    return UNPLACEABLE, ZERO


@jit
def cell_square(tile, placement, cell):
    """The planet square under a cell of a placed tile."""
    turn = (tile % NUM_SHAPES) * NUM_ORIENTATIONS + placement // NUM_SQUARES
    return placement % NUM_SQUARES + SQUARE_OF_CELL[turn, cell]


@jit
def patch_squares(s, seat):
    """PU-42, PU-87, PU-222: where a patch may lie."""
    player = s.players[seat]
    planet = np.int64(player.planet)
    covered = board_in(player.covered)
    squares = both(without(board_at(GRID_BOARD, planet), covered), touching(s, seat, NONE))
    if has_technology(player, PATCH_ON_TILES):
        squares = either(squares, tile_squares(player))
    restriction = RESTRICTION_OF_PLANET[planet]
    if restriction == NOT_ONLY_ON_RING:  # PU-227: a patch would lie on the ring alone
        squares = without(squares, board_at(RING_BOARD, planet))
    elif restriction == MUST_SLIDE:  # PU-235: not where all four neighbours are covered
        upright = both(moved(covered, ONE_ROW), lowered(covered, ONE_ROW))
        across = both(moved(covered, ONE_COLUMN), lowered(covered, ONE_COLUMN))
        squares = without(squares, both(upright, across))
    return squares


@jit
def tile_squares(player):
    """PU-222, PU-225: squares of tiles, with a meteorite only if a technology destroys it."""
    squares = (ZERO, ZERO, ZERO)
    for square in range(NUM_SQUARES):
        if player.station_of[square] != NONE:
            squares = either(squares, only_square(square))
    if has_technology(player, PATCH_DESTROYS_METEORITE):
        return squares
    return without(squares, board_in(player.fallen))


@jit
def can_place_patch(s, seat):
    return not is_empty(patch_squares(s, seat))


@jit
def may_store(s, seat):
    """PU-154, PU-224: patches gained may wait for the end of the game; PU-102: not after it."""
    return s.phase != PHASE_CARDS and has_technology(s.players[seat], STORE_PATCHES)


@jit
def legal_patch(s, seat, mask):
    """PU-86: a square, or the storage if a technology allows it and the patch is not from there."""
    mark_squares(patch_squares(s, seat), mask, SQUARE, SIZE)
    if top(s, PATCH_STORED) == ZERO and may_store(s, seat):
        mask[STORE] = 1


@jit
def put_patch(s, seat, square):
    """PU-40, PU-82, PU-90, PU-225: the square is biomass without station, symbol or meteorite."""
    player = s.players[seat]
    clear_square(player, square)
    cover_square(player, square, BIOMASS, NONE)
    clear_meteorite(player, square)
    player.symbol[square] = 0


@jit
def energy_options(player, tile, placement, section):
    """PU-80, PU-81, PU-82: bits of the tracks that the energy station may advance.

    The area grows from the squares of `section`, over energy squares and, on Petra, over
    uncovered current squares (PU-237).
    """
    shape = tile % NUM_SHAPES
    area = (ZERO, ZERO, ZERO)
    for cell in range(SIZE_OF_SHAPE[shape]):
        square = cell_square(tile, placement, cell)
        if SECTION_OF_CELL[shape, cell] == section and player.station_of[square] != NONE:
            area = either(area, only_square(square))
    covered = board_in(player.covered)
    current = without(board_at(CURRENT_BOARD, np.int64(player.planet)), covered)
    area = flood(either(area, either(board_in(player.energy), current)), area)
    options = 1 << TERRAIN_OF_PAIR[tile // NUM_SHAPES // 2, 1 - section]
    around = both(without(beside(area), area), covered)
    while not is_empty(around):
        row, col = first_square(around)
        around = without_first(around)
        square = row * SIZE + col
        station = np.int64(player.station_of[square])
        if station != NONE and is_station(player, station):
            options |= 1 << np.int64(player.terrain[square])
    return options & ((1 << NUM_TRACKS) - 1)
