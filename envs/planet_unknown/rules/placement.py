"""Section 6 and 23: where a tile or patch may lie."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.grid import all_inside, flood, neighbours, some_inside
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import top
from exozoo.envs.planet_unknown.actions import PLACE, SQUARE, STORE
from exozoo.envs.planet_unknown.components import (
    CELLS,
    CURRENT_ROWS,
    EDGE_ROWS,
    FIRST_ROWS,
    GRID_ROWS,
    ICE_ROWS,
    IS_DISTINCT,
    LAYERS,
    MASK_OFF_RING,
    MASK_SECTION_0,
    MASK_SIDE_0,
    MASK_SIDE_1,
    MASK_SLIDE_N,
    MASK_STATION_0,
    MASK_TOUCH,
    NUM_MASKS,
    ONE_MASK,
    PADDED,
    RESTRICTION_OF_PLANET,
    RING_ROWS,
    SIDE_ROWS,
    SIZE_OF_SHAPE,
    STATION_CELL,
    TERRAIN_OF_PAIR,
    ZONE_ROWS,
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
    STATION_ZONES,
    STORE_PATCHES,
    TECH,
    TECH_AS_ENERGY,
    TWO_SIDES,
    UNPLACEABLE,
)
from exozoo.envs.planet_unknown.rules.effects import (
    clear_square,
    has_technology,
    in_force,
    is_station,
)

NUM_ORIENTATIONS = 8
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
def fill_covered(player, out):
    """The squares covered by tiles and patches, as row words; their number."""
    total = 0
    for row in range(SIZE):
        word = 0
        for col in range(SIZE):
            if player.terrain[row * SIZE + col] != NONE:
                word |= 1 << col
                total += 1
        out[row] = word
    return total


@jit
def fill_terrain(player, terrain, out):
    """The squares of one terrain, as row words."""
    for row in range(SIZE):
        word = 0
        for col in range(SIZE):
            if player.terrain[row * SIZE + col] == terrain:
                word |= 1 << col
        out[row] = word


@jit
def fill_touch(s, seat, tile, covered, any_covered, out):
    """PU-36, PU-37, PU-38: the first piece on its start squares, later ones beside another piece.

    `tile` is NONE for a patch. PU-39, PU-153, PU-180: some technologies cancel the second half.
    """
    planet = np.int64(s.players[seat].planet)
    free = has_technology(s.players[seat], IGNORE_ADJACENCY) or (
        tile != NONE
        and has_station_of(tile, ROVER)
        and has_technology(s.players[seat], IGNORE_ADJACENCY_ROVER_TILES)
    )
    if any_covered and not free:
        neighbours(covered, SIZE, out)
        return
    for row in range(SIZE):
        out[row] = GRID_ROWS[planet, row] if any_covered else FIRST_ROWS[planet, row]


@jit
def fill_slides(planet, covered, masks):
    """PU-235: by direction, the squares whose next square no other tile or patch covers."""
    for row in range(SIZE):
        above = covered[row - 1] if row > 0 else 0
        below = covered[row + 1] if row + 1 < SIZE else 0
        masks[MASK_SLIDE_N, row] = ~above & GRID_ROWS[planet, row]
        masks[MASK_SLIDE_N + 1, row] = ~(covered[row] >> 1) & GRID_ROWS[planet, row]
        masks[MASK_SLIDE_N + 2, row] = ~below & GRID_ROWS[planet, row]
        masks[MASK_SLIDE_N + 3, row] = ~(covered[row] << 1) & GRID_ROWS[planet, row]


@jit
def fill_masks(s, seat, tile, binds, reading, masks, covered):
    """Everything that the placement of this tile is tested against."""
    player = s.players[seat]
    planet = np.int64(player.planet)
    for row in range(SIZE, PADDED):
        masks[MASK_SECTION_0, row] = 0
        masks[MASK_SECTION_0 + 1, row] = 0
        masks[MASK_TOUCH, row] = 0
    any_covered = fill_covered(player, covered) > 0
    fill_touch(s, seat, tile, covered, any_covered, masks[MASK_TOUCH])
    for row in range(SIZE):
        free = GRID_ROWS[planet, row] & ~covered[row]  # PU-34, PU-35
        if binds & EVENT_BINDS:
            if in_force(s, EVENT_NO_TILE_ON_EDGE):  # PU-135
                free &= ~EDGE_ROWS[planet, row]
            elif in_force(s, EVENT_NO_TILE_ON_ICE):  # PU-143
                free &= ~ICE_ROWS[planet, row]
        masks[MASK_SECTION_0, row] = free
        masks[MASK_SECTION_0 + 1, row] = free
    if binds & EVENT_BINDS and in_force(s, EVENT_NO_MATCHING_NEIGHBOUR):
        forbid_matching(player, tile, reading, masks)
    if binds & PLANET_BINDS and RESTRICTION_OF_PLANET[planet] != FREE:
        fill_planet_masks(planet, tile, reading, masks, covered)


@jit
def forbid_matching(player, tile, reading, masks):
    """PU-142: no square beside a square of the same terrain."""
    same = np.empty(SIZE, np.int64)
    beside = np.empty(SIZE, np.int64)
    for section in range(2):
        fill_terrain(player, terrain_of(tile, section, reading), same)
        neighbours(same, SIZE, beside)
        for row in range(SIZE):
            masks[MASK_SECTION_0 + section, row] &= ~beside[row]


@jit
def fill_planet_masks(planet, tile, reading, masks, covered):
    """The masks of PU-227, PU-231, PU-235, PU-236 and PU-238."""
    for mask in range(MASK_OFF_RING, NUM_MASKS):
        for row in range(SIZE, PADDED):
            masks[mask, row] = 0
    for row in range(SIZE):
        masks[MASK_OFF_RING, row] = GRID_ROWS[planet, row] & ~RING_ROWS[planet, row]
        for side in range(2):
            masks[MASK_SIDE_0 + side, row] = SIDE_ROWS[planet, side, row]
            zone = ZONE_ROWS[planet, terrain_of(tile, side, reading), row]
            masks[MASK_STATION_0 + side, row] = ~zone & GRID_ROWS[planet, row]
    fill_slides(planet, covered, masks)


@jit
def find_anchors(planet, tile, orientation, binds, masks, anchors, other):
    """The legal anchors of one orientation, as row words; whether there are any."""
    shape = tile % NUM_SHAPES
    size = SIZE_OF_SHAPE[shape]
    turn = shape * NUM_ORIENTATIONS + orientation
    all_inside(CELLS, size, turn, LAYERS, shape, masks, anchors)
    if not any_word(anchors):
        return False
    some_inside(CELLS, size, turn, masks[MASK_TOUCH], other)
    keep_common(anchors, other)
    restriction = RESTRICTION_OF_PLANET[planet] if binds & PLANET_BINDS else FREE
    if restriction == NOT_ONLY_ON_RING:  # PU-227
        some_inside(CELLS, size, turn, masks[MASK_OFF_RING], other)
        keep_common(anchors, other)
    elif restriction == TWO_SIDES:  # PU-231, PU-238
        keep_any(size, turn, MASK_SIDE_0, MASK_SIDE_1, masks, anchors)
    elif restriction == MUST_SLIDE:  # PU-235
        keep_any(size, turn, MASK_SLIDE_N, MASK_SLIDE_N + 3, masks, anchors)
    elif restriction == STATION_ZONES:
        keep_stations(shape, turn, masks, anchors)
    return any_word(anchors)


@jit
def any_word(rows):
    for row in range(rows.size):
        if rows[row] != 0:
            return True
    return False


@jit
def keep_common(anchors, other):
    for row in range(SIZE):
        anchors[row] &= other[row]


@jit
def keep_any(size, turn, first, last, masks, anchors):
    """Keep the anchors at which the whole tile lies inside at least one of several masks."""
    some = np.zeros(SIZE, np.int64)
    one = np.empty(SIZE, np.int64)
    for mask in range(first, last + 1):
        all_inside(CELLS, size, turn, LAYERS, ONE_MASK + mask, masks, one)
        for row in range(SIZE):
            some[row] |= one[row]
    keep_common(anchors, some)


@jit
def keep_stations(shape, turn, masks, anchors):
    """PU-236: each station outside the zone that forbids it."""
    for section in range(2):
        cell = STATION_CELL[shape, section]
        down = CELLS[turn, cell, 0]
        right = CELLS[turn, cell, 1]
        for row in range(SIZE):
            anchors[row] &= masks[MASK_STATION_0 + section, row + down] >> right


@jit
def num_readings(s, seat, tile):
    """PU-190: 2 if the tile's tech station may be read as energy, else 1."""
    if has_station_of(tile, TECH) and has_technology(s.players[seat], TECH_AS_ENERGY):
        return 2
    return 1


@jit
def can_place(s, seat, tile, binds):
    """Whether the tile has a legal placement under these restrictions."""
    planet = np.int64(s.players[seat].planet)
    masks = np.empty((NUM_MASKS, PADDED), np.int64)
    covered = np.empty(SIZE, np.int64)
    anchors = np.empty(SIZE, np.int64)
    other = np.empty(SIZE, np.int64)
    for reading in range(num_readings(s, seat, tile)):
        fill_masks(s, seat, tile, binds, np.int64(reading), masks, covered)
        for orientation in range(NUM_ORIENTATIONS):
            if IS_DISTINCT[tile % NUM_SHAPES, orientation] == 1 and find_anchors(
                planet, tile, np.int64(orientation), binds, masks, anchors, other
            ):
                return True
    return False


@jit
def legal_place(s, seat, mask):
    """PU-24, PU-33 to PU-43: every orientation and anchor that the restrictions in use allow."""
    tile = top(s, PLACE_TILE_ID)
    binds = top(s, PLACE_BINDS)
    planet = np.int64(s.players[seat].planet)
    masks = np.empty((NUM_MASKS, PADDED), np.int64)
    covered = np.empty(SIZE, np.int64)
    anchors = np.empty(SIZE, np.int64)
    other = np.empty(SIZE, np.int64)
    for reading in range(num_readings(s, seat, tile)):
        fill_masks(s, seat, tile, binds, np.int64(reading), masks, covered)
        for orientation in range(NUM_ORIENTATIONS):
            if IS_DISTINCT[tile % NUM_SHAPES, orientation] == 1 and find_anchors(
                planet, tile, np.int64(orientation), binds, masks, anchors, other
            ):
                write_squares(anchors, PLACE + orientation * NUM_SQUARES, mask)


@jit
def write_squares(rows, offset, mask):
    """Mark the squares of a row mask as legal actions."""
    for row in range(SIZE):
        word = rows[row]
        col = 0
        while word != 0:
            if word & 1:
                mask[offset + row * SIZE + col] = 1
            word >>= 1
            col += 1


@jit
def is_legal_reading(s, seat, tile, binds, placement, reading):
    """PU-190: whether this placement is legal with the tech station read so."""
    planet = np.int64(s.players[seat].planet)
    masks = np.empty((NUM_MASKS, PADDED), np.int64)
    rows = np.empty((3, SIZE), np.int64)
    fill_masks(s, seat, tile, binds, reading, masks, rows[0])
    orientation = placement // NUM_SQUARES
    find_anchors(planet, tile, orientation, binds, masks, rows[1], rows[2])
    row = placement % NUM_SQUARES // SIZE
    return rows[1, row] >> (placement % SIZE) & 1 == 1


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
    return placement % NUM_SQUARES + CELLS[turn, cell, 0] * SIZE + CELLS[turn, cell, 1]


@jit
def fill_patch_squares(s, seat, out):
    """PU-42, PU-87, PU-222: where a patch may lie; whether there is such a square."""
    player = s.players[seat]
    planet = np.int64(player.planet)
    covered = np.empty(SIZE, np.int64)
    touch = np.empty(SIZE, np.int64)
    any_covered = fill_covered(player, covered) > 0
    fill_touch(s, seat, NONE, covered, any_covered, touch)
    for row in range(SIZE):
        out[row] = GRID_ROWS[planet, row] & ~covered[row] & touch[row]
    if has_technology(s.players[seat], PATCH_ON_TILES):
        add_tile_squares(s, seat, out)
    restriction = RESTRICTION_OF_PLANET[planet]
    for row in range(SIZE):
        if restriction == NOT_ONLY_ON_RING:  # PU-227: a patch would lie on the ring alone
            out[row] &= ~RING_ROWS[planet, row]
        elif restriction == MUST_SLIDE:
            above = covered[row - 1] if row > 0 else 0
            below = covered[row + 1] if row + 1 < SIZE else 0
            out[row] &= ~(above & below & (covered[row] << 1) & (covered[row] >> 1))
    return any_word(out)


@jit
def add_tile_squares(s, seat, out):
    """PU-222, PU-225: squares of tiles, with a meteorite only if a technology destroys it."""
    player = s.players[seat]
    on_meteorites = has_technology(s.players[seat], PATCH_DESTROYS_METEORITE)
    for square in range(NUM_SQUARES):
        if player.station_of[square] != NONE and (on_meteorites or player.meteorite[square] == 0):
            out[square // SIZE] |= 1 << (square % SIZE)


@jit
def can_place_patch(s, seat):
    rows = np.empty(SIZE, np.int64)
    return fill_patch_squares(s, seat, rows)


@jit
def may_store(s, seat):
    """PU-154, PU-224: patches gained may wait for the end of the game; PU-102: not after it."""
    return s.phase != PHASE_CARDS and has_technology(s.players[seat], STORE_PATCHES)


@jit
def legal_patch(s, seat, mask):
    """PU-86: a square, or the storage if a technology allows it and the patch is not from there."""
    rows = np.empty(SIZE, np.int64)
    fill_patch_squares(s, seat, rows)
    write_squares(rows, SQUARE, mask)
    if top(s, PATCH_STORED) == ZERO and may_store(s, seat):
        mask[STORE] = 1


@jit
def put_patch(s, seat, square):
    """PU-40, PU-82, PU-90, PU-225: the square is biomass without station, symbol or meteorite."""
    player = s.players[seat]
    clear_square(player, square)
    player.terrain[square] = BIOMASS
    player.station_of[square] = NONE
    player.meteorite[square] = 0
    player.symbol[square] = 0


@jit
def energy_options(player, tile, placement, section):
    """PU-80, PU-81, PU-82: bits of the tracks that the energy station may advance.

    The area grows from the squares of `section`, over energy squares and, on Petra, over
    uncovered current squares (PU-237).
    """
    planet = np.int64(player.planet)
    energy = np.empty(SIZE, np.int64)
    area = np.zeros(SIZE, np.int64)
    fill_terrain(player, ENERGY, energy)
    shape = tile % NUM_SHAPES
    for row in range(SIZE):
        for col in range(SIZE):
            if player.terrain[row * SIZE + col] == NONE:
                energy[row] |= CURRENT_ROWS[planet, row] & (1 << col)
    for cell in range(SIZE_OF_SHAPE[shape]):
        square = cell_square(tile, placement, cell)
        if LAYERS[shape, cell] == section and player.station_of[square] != NONE:
            energy[square // SIZE] |= 1 << (square % SIZE)
            area[square // SIZE] |= 1 << (square % SIZE)
    flood(energy, SIZE, area)
    beside = np.empty(SIZE, np.int64)
    neighbours(area, SIZE, beside)
    options = 1 << TERRAIN_OF_PAIR[tile // NUM_SHAPES // 2, 1 - section]
    for square in range(NUM_SQUARES):
        bit = beside[square // SIZE] & ~area[square // SIZE] & (1 << (square % SIZE))
        station = np.int64(player.station_of[square])
        if bit != 0 and station != NONE and is_station(player, station):
            options |= 1 << np.int64(player.terrain[square])
    return options & ((1 << NUM_TRACKS) - 1)
