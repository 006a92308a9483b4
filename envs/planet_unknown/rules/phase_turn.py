"""Section 5: take a tile, place it, resolve its items."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, set_top, top
from exozoo.envs.planet_unknown.actions import ITEM, TAKE
from exozoo.envs.planet_unknown.components import (
    BONUS_OF_CELL,
    GROUND,
    INNER_SHAPE,
    LEVEL_OF_TECHNOLOGY,
    METEOR_CELL,
    OUTER_SHAPE,
    POSITION_OF_SEAT,
    SECTION_OF_CELL,
    SIZE_OF_SHAPE,
    STATION_CELL,
)
from exozoo.envs.planet_unknown.constants import (
    BIOMASS,
    BIOMASS_MUST_EXPAND,
    BOOST_ON_WATER_TILE,
    BY_STATION,
    CHOOSE_ADVANCE,
    CHOOSE_ALTERNATIVE,
    CIV,
    COLLECT_METEORITE,
    COLLECT_METEORITE_ON_FLUX_TILE,
    DOUBLE_WATER,
    END_TURN,
    ENERGY,
    EVENT_ONE_STATION_ONLY,
    EXTRA_TILE,
    ICE,
    INNER,
    ITEM_BOOST,
    ITEM_PATCH,
    ITEM_ROVER,
    ITEM_STATION_0,
    ITEM_STATION_1,
    ITEM_TRIGGER,
    ITEMS,
    ITEMS_FACTS,
    ITEMS_PLACEMENT,
    ITEMS_TILE,
    MAIN_TILE,
    MOVEMENT,
    MOVEMENT_ON_CIV_TILE,
    NUM_DEPOTS,
    NUM_ITEMS,
    NUM_SHAPES,
    NUM_VARIANTS,
    OUTER,
    PATCH_ON_WATER_TILE,
    PLACE_BINDS,
    PLACE_MODE,
    PLACE_ROVER,
    PLACE_TILE,
    PLACE_TILE_ID,
    REDIRECT_FROM,
    REDIRECT_ON_ENERGY,
    ROVER,
    SIZE,
    TAKE_ALLOWED,
    TAKE_BINDS,
    TAKE_MODE,
    TAKE_TILE,
    TASK_ADVANCE,
    TECH,
    TECH_AS_ENERGY,
    TECH_OR_ENERGY,
    TILE_ITEMS,
    UNPLACEABLE,
    WATER,
    WATER_BY_ICE_SQUARES,
    WATER_IF_NO_ICE,
)
from exozoo.envs.planet_unknown.rules.effects import (
    cell_of,
    clear_square,
    cover_square,
    forget_last_tile,
    gain_boost,
    gain_movement,
    gain_patches,
    has_technology,
    has_trait,
    in_force,
    put_meteorite,
)
from exozoo.envs.planet_unknown.rules.placement import (
    AS_ENERGY,
    AS_PRINTED,
    binding_for,
    can_place,
    cell_square,
    energy_options,
    has_station_of,
    is_legal_reading,
    terrain_of,
)

# facts about a placement that its items need later (bits of ITEMS_FACTS)
WATER_ON_ICE = np.int64(7)  # water squares of the tile that cover ice
EXPANDS_BIOMASS = np.int64(8)  # PU-219
READABLE_AS_TECH = np.int64(16)  # PU-190
READABLE_AS_ENERGY = np.int64(32)
OF_EXTRA_TILE = np.int64(64)  # the tile of a card, not the round's own
NUM_LEVELS_OF_WAIVER = np.int64(4)


@jit
def depot_shape(s, seat, compartment):
    """PU-12, PU-15: the shape in the inner or outer compartment that the seat faces."""
    position = POSITION_OF_SEAT[np.int64(s.num_players), seat]
    outer = (position + s.rotation) % NUM_DEPOTS
    if compartment == OUTER:
        return OUTER_SHAPE[outer]
    return INNER_SHAPE[(outer + s.shift) % NUM_DEPOTS]


@jit
def top_tile(s, shape):
    """PU-13: the visible tile of a compartment, NONE if it is empty."""
    taken = np.int64(s.taken[shape])
    if taken >= NUM_VARIANTS:
        return NONE
    return np.int64(s.pile[shape, taken]) * NUM_SHAPES + shape


@jit
def remove_top(s, shape):
    """The visible tile leaves its compartment."""
    variant = np.int64(s.pile[shape, np.int64(s.taken[shape])])
    s.left[shape * NUM_VARIANTS + variant] = 0
    s.taken[shape] += 1


@jit
def begin_turn(s):
    """PU-16 phase 4: a tile is taken, and the turn ends when its owner stops (PU-32)."""
    push(s, END_TURN, np.int64(s.seat), ZERO, ZERO, ZERO, ZERO)
    push(s, TAKE_TILE, np.int64(s.seat), MAIN_TILE, ZERO, ZERO, ZERO)


@jit
def levels_of(mode):
    """PU-43, PU-44: only the round's own tile may need a waiver."""
    return NUM_LEVELS_OF_WAIVER if mode == MAIN_TILE else ONE


@jit
def prepare_take(s, seat):
    """PU-22, PU-23, PU-96, PU-98: which tiles may be taken, and under which restrictions placed.

    Both are kept with the decision. False if nothing can be taken: the depot is empty, or an extra
    tile could not be placed (PU-240).
    """
    mode = top(s, TAKE_MODE)
    inner = top_tile(s, depot_shape(s, seat, INNER))
    outer = top_tile(s, depot_shape(s, seat, OUTER))
    binds, allowed = binding_for(s, seat, inner, outer, levels_of(mode))
    if binds == UNPLACEABLE and mode == MAIN_TILE:
        allowed = (inner != NONE) * 1 | (outer != NONE) * 2
    set_top(s, TAKE_BINDS, binds)
    set_top(s, TAKE_ALLOWED, np.int64(allowed))
    return allowed != 0


@jit
def legal_take(s, mask):
    """PU-21, PU-22: a tile that can be placed if there is one, else any tile of the depot."""
    allowed = top(s, TAKE_ALLOWED)
    for compartment in (INNER, OUTER):
        if allowed >> compartment & 1:
            mask[TAKE + compartment] = 1


@jit
def apply_take(s, seat, compartment):
    """PU-21: taking is final. PU-96: a tile that cannot be placed is set aside but resolved."""
    mode = top(s, TAKE_MODE)
    binds = top(s, TAKE_BINDS)
    pop(s)
    shape = depot_shape(s, seat, compartment)
    tile = top_tile(s, shape)
    remove_top(s, shape)
    player = s.players[seat]
    if has_station_of(tile, CIV) and has_technology(player, MOVEMENT_ON_CIV_TILE):  # PU-214
        number = BONUS_OF_CELL[np.int64(player.corporation), cell_of(player, ROVER), MOVEMENT]
        gain_movement(s, seat, number)
    if binds == UNPLACEABLE:
        set_aside(s, tile)
    else:
        push(s, PLACE_TILE, seat, tile, binds, mode, ZERO)


@jit
def set_aside(s, tile):
    """PU-48, PU-96, PU-97: both stations of a tile not placed; the game ends with this round."""
    s.ending = 1
    items = (1 << ITEM_STATION_0) | (1 << ITEM_STATION_1)
    push(s, TILE_ITEMS, np.int64(s.seat), items, tile, NONE, ZERO)


@jit
def still_placeable(s, seat):
    """A tile in hand may have lost its last place to a patch: waive more, or set it aside."""
    tile = top(s, PLACE_TILE_ID)
    if can_place(s, seat, tile, top(s, PLACE_BINDS)):
        return True
    mode = top(s, PLACE_MODE)
    binds, _ = binding_for(s, seat, tile, NONE, levels_of(mode))
    if binds == UNPLACEABLE:
        pop(s)
        if mode == MAIN_TILE:
            set_aside(s, tile)
        return False
    set_top(s, PLACE_BINDS, binds)
    return True


@jit
def apply_place(s, seat, placement):
    """PU-24 to PU-26: cover the squares, put the meteorite, then resolve the items."""
    tile = top(s, PLACE_TILE_ID)
    binds = top(s, PLACE_BINDS)
    mode = top(s, PLACE_MODE)
    facts = facts_of_placement(s, seat, tile, binds, placement)
    if mode != MAIN_TILE:
        facts |= OF_EXTRA_TILE
    pop(s)
    put_tile(s, seat, tile, placement)
    items = triggers_of_tile(s, seat, tile, placement)
    if mode != EXTRA_TILE:  # PU-240: card 5 resolves no station
        items |= (1 << ITEM_STATION_0) | (1 << ITEM_STATION_1)
    push(s, TILE_ITEMS, seat, items, tile, placement, facts)


@jit
def put_tile(s, seat, tile, placement):
    """PU-25, PU-46: what lies below is destroyed; a meteor symbol brings its meteorite."""
    player = s.players[seat]
    shape = tile % NUM_SHAPES
    forget_last_tile(player)
    for cell in range(SIZE_OF_SHAPE[shape]):
        square = cell_square(tile, placement, cell)
        section = SECTION_OF_CELL[shape, cell]
        clear_square(player, square)
        station = cell_square(tile, placement, STATION_CELL[shape, section])
        cover_square(player, square, terrain_of(tile, section, AS_PRINTED), station)
        player.last_square[cell] = square
    if tile // NUM_SHAPES % 2 == 1:
        square = cell_square(tile, placement, METEOR_CELL[shape])
        player.symbol[square] = 1
        put_meteorite(s, seat, square)


@jit
def facts_of_placement(s, seat, tile, binds, placement):
    """What the stations need to know about the board as it was before placing.

    PU-31, PU-190: Jump Drive may unlock technology D before the tech station is resolved.
    """
    player = s.players[seat]
    shape = tile % NUM_SHAPES
    facts = ZERO
    for cell in range(SIZE_OF_SHAPE[shape]):
        square = cell_square(tile, placement, cell)
        terrain = terrain_of(tile, SECTION_OF_CELL[shape, cell], AS_PRINTED)
        if terrain == WATER and GROUND[np.int64(player.planet), square] == ICE:
            facts += 1
        if terrain == BIOMASS and touches_biomass(player, square):
            facts |= EXPANDS_BIOMASS
    facts |= READABLE_AS_TECH
    corporation = np.int64(player.corporation)
    if has_station_of(tile, TECH) and LEVEL_OF_TECHNOLOGY[corporation, TECH_AS_ENERGY] != NONE:
        if is_legal_reading(s, seat, tile, binds, placement, AS_ENERGY):
            facts |= READABLE_AS_ENERGY
            if not is_legal_reading(s, seat, tile, binds, placement, AS_PRINTED):
                facts ^= READABLE_AS_TECH
    return facts


@jit
def touches_biomass(player, square):
    """PU-219: whether a biomass square placed earlier shares a side with the square."""
    row, col = square // SIZE, square % SIZE
    return (
        (row > 0 and player.terrain[square - SIZE] == BIOMASS)
        or (row + 1 < SIZE and player.terrain[square + SIZE] == BIOMASS)
        or (col > 0 and player.terrain[square - 1] == BIOMASS)
        or (col + 1 < SIZE and player.terrain[square + 1] == BIOMASS)
    )


@jit
def triggers_of_tile(s, seat, tile, placement):
    """PU-26: the items that technologies and events add when this tile is placed."""
    items = 0
    if has_station_of(tile, ENERGY) and has_technology(
        s.players[seat], REDIRECT_ON_ENERGY
    ):  # PU-164
        items |= 1 << ITEM_TRIGGER
    flux = np.int64(s.players[seat].flux)
    if has_station_of(tile, flux) and has_technology(
        s.players[seat], COLLECT_METEORITE_ON_FLUX_TILE
    ):
        items |= 1 << ITEM_TRIGGER  # PU-173
    if has_technology(s.players[seat], WATER_IF_NO_ICE) and not covers_ice(
        s, seat, tile, placement
    ):
        items |= 1 << ITEM_TRIGGER  # PU-209
    if has_station_of(tile, WATER):
        if has_technology(s.players[seat], PATCH_ON_WATER_TILE):  # PU-210
            items |= 1 << ITEM_PATCH
        if has_technology(s.players[seat], BOOST_ON_WATER_TILE):  # PU-211
            items |= 1 << ITEM_BOOST
    if s.players[seat].extra_rover == 1:  # PU-145, card 65: the first tile placed this round
        s.players[seat].extra_rover = 0
        items |= 1 << ITEM_ROVER
    return items


@jit
def covers_ice(s, seat, tile, placement):
    planet = np.int64(s.players[seat].planet)
    for cell in range(SIZE_OF_SHAPE[tile % NUM_SHAPES]):
        if GROUND[planet, cell_square(tile, placement, cell)] == ICE:
            return True
    return False


@jit
def legal_items(s, mask):
    """PU-26, PU-52: any of the items that wait."""
    items = top(s, ITEMS)
    for item in range(NUM_ITEMS):
        if items >> item & 1:
            mask[ITEM + item] = 1


@jit
def take_item(s, item):
    """The item leaves its group; an empty group leaves the stack."""
    left = top(s, ITEMS) & ~(ONE << item)
    set_top(s, ITEMS, left)
    if left == 0:
        pop(s)


@jit
def apply_tile_item(s, seat, item):
    """PU-26: an item of the tile is resolved completely before the next."""
    tile = top(s, ITEMS_TILE)
    placement = top(s, ITEMS_PLACEMENT)
    facts = top(s, ITEMS_FACTS)
    if item <= ITEM_STATION_1 and in_force(s, EVENT_ONE_STATION_ONLY):  # PU-136
        set_top(s, ITEMS, top(s, ITEMS) & ~(ONE << (ONE - item)))
    take_item(s, item)
    if item <= ITEM_STATION_1:
        resolve_station(s, seat, tile, placement, item, facts)
    elif item == ITEM_TRIGGER:
        resolve_trigger(s, seat)
    elif item == ITEM_PATCH:
        gain_patches(s, ONE)
    elif item == ITEM_BOOST:
        gain_boost(s)
    else:
        s.players[seat].rover_supply += 1
        push(s, PLACE_ROVER, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def resolve_station(s, seat, tile, placement, section, facts):
    """PU-50: a station advances its marker; water, energy and some corporations have conditions."""
    player = s.players[seat]
    terrain = terrain_of(tile, section, AS_PRINTED)
    if placement == NONE:  # PU-64, PU-85
        if terrain == ENERGY:
            terrain = terrain_of(tile, 1 - section, AS_PRINTED)
        push(s, TASK_ADVANCE, seat, terrain, ONE, BY_STATION, ZERO)
    elif terrain == ENERGY:
        resolve_energy(s, seat, tile, placement, section)
    elif terrain == WATER:
        steps = water_steps(s, seat, facts & WATER_ON_ICE)
        if steps > 0:
            push(s, TASK_ADVANCE, seat, WATER, steps, BY_STATION, ZERO)
    elif terrain == BIOMASS and has_trait(player, BIOMASS_MUST_EXPAND):  # PU-219
        if facts & EXPANDS_BIOMASS:
            push(s, TASK_ADVANCE, seat, BIOMASS, ONE, BY_STATION, ZERO)
    elif (
        terrain == TECH
        and facts & READABLE_AS_ENERGY
        and has_technology(s.players[seat], TECH_AS_ENERGY)
    ):  # PU-190
        if facts & READABLE_AS_TECH:
            push(s, CHOOSE_ALTERNATIVE, seat, TECH_OR_ENERGY, tile, placement, section)
        else:
            resolve_energy(s, seat, tile, placement, section)
    else:
        push(s, TASK_ADVANCE, seat, terrain, ONE, BY_STATION, ZERO)


@jit
def resolve_energy(s, seat, tile, placement, section):
    """PU-80, PU-83, PU-84: no ice is needed; PU-219: Wormhole Corp. may not choose biomass."""
    player = s.players[seat]
    tracks = energy_options(player, tile, placement, section)
    if has_trait(player, BIOMASS_MUST_EXPAND):
        tracks &= ~(1 << BIOMASS)
    push(s, CHOOSE_ADVANCE, seat, tracks, ONE, ONE, BY_STATION)


@jit
def water_steps(s, seat, squares_on_ice):
    """PU-41, PU-63: one step if any water square covers ice; PU-156: two; PU-205: one for each."""
    if squares_on_ice == 0:
        return ZERO
    if has_trait(s.players[seat], WATER_BY_ICE_SQUARES):
        return squares_on_ice
    if has_technology(s.players[seat], DOUBLE_WATER):
        return ONE + ONE
    return ONE


@jit
def resolve_trigger(s, seat):
    """PU-164, PU-173, PU-209: the one trigger that the corporation has, gained when placing."""
    corporation = np.int64(s.players[seat].corporation)
    if LEVEL_OF_TECHNOLOGY[corporation, REDIRECT_ON_ENERGY] != NONE:
        push(s, REDIRECT_FROM, seat, ONE, ZERO, ZERO, ZERO)
    elif LEVEL_OF_TECHNOLOGY[corporation, COLLECT_METEORITE_ON_FLUX_TILE] != NONE:
        push(s, COLLECT_METEORITE, seat, ONE, ONE, ZERO, ZERO)
    else:
        push(s, TASK_ADVANCE, seat, WATER, ONE, ZERO, ZERO)


@jit
def may_use_technologies(s, kind):
    """PU-30: before taking or placing the round's tile, between its items, at the end of the turn."""
    if kind == TAKE_TILE:
        return top(s, TAKE_MODE) == MAIN_TILE
    if kind == PLACE_TILE:
        return top(s, PLACE_MODE) == MAIN_TILE
    if kind == TILE_ITEMS:
        return top(s, ITEMS_FACTS) & OF_EXTRA_TILE == 0
    return kind == END_TURN


@jit
def end_turn(s, seat):
    """PU-29, PU-32: movement points left are lost."""
    pop(s)
    player = s.players[seat]
    player.movement = 0
    player.free_steps = 0
    player.shifts = 0
