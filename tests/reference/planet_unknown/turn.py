"""A turn: sections 5, 6, 13 and 25."""

from __future__ import annotations

from dataclasses import dataclass, field

from exozoo.envs.planet_unknown.actions import ALTERNATIVE, DONE, ITEM, SQUARE, TAKE
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown import decide, placement, rovers, techs, tracks
from tests.reference.planet_unknown.data import Tile
from tests.reference.planet_unknown.placement import WAIVERS
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import Steps, Table

TRIGGER, PATCH, BOOST, EXTRA_ROVER = 2, 3, 4, 5  # items after the two stations


@dataclass
class Laid:
    """A tile that was placed, and what its placing brought about."""

    tile: Tile
    squares: tuple[int, ...] = ()  # none: set aside, PU-96
    readings: list[bool] = field(default_factory=list)  # PU-190
    expands: bool = False  # PU-219
    items: set[int] = field(default_factory=set)


def turn(g: Table, p: Player) -> Steps:
    yield from techs.use_at_once(g, p)  # held back by an event: PU-163
    laid = yield from take_and_place(g, p)
    if laid is not None:
        yield from resolve_items(g, p, laid, {0, 1} | laid.items, any_time=True)
    yield from decide.choose(g, p, lambda: {DONE}, any_time=True)  # PU-32
    p.movement = 0  # PU-29
    p.free_steps = p.shifts = 0


def placeable(g: Table, p: Player) -> tuple[tuple[bool, bool], set[int]] | None:
    """Level of the waiver and compartments with a tile that can be placed: PU-22, PU-43."""
    for binds in WAIVERS:
        fit = {
            n
            for n, tile in enumerate(g.depot(p))
            if tile and placement.placements(p, tile, binds, g.restriction())
        }
        if fit:
            return binds, fit
    return None


def take_and_place(g: Table, p: Player) -> Steps:
    """D6 and D7 of the own turn."""

    def compartments() -> set[int]:
        found = placeable(g, p)
        if found:
            return {TAKE + n for n in found[1]}
        return {TAKE + n for n, tile in enumerate(g.depot(p)) if tile}  # PU-96

    action = yield from decide.choose(g, p, compartments, any_time=True)
    if action is None:  # PU-23
        return None
    found = placeable(g, p)
    tile = take(g, p, action - TAKE)
    if found is None:  # PU-95 (A)
        g.ending = True
        return Laid(tile)
    return (yield from place(g, p, tile, WAIVERS.index(found[0]), any_time=True))


def take(g: Table, p: Player, compartment: int) -> Tile:
    tile = g.take_tile(p, compartment)
    if p.tech("movement_on_civ_tile") and tile.has(d.CIV):  # PU-214
        cell = tracks.printed(p, tracks.cell_of(p, d.ROVER))
        points = sum(b["points"] for b in cell["bonuses"] if b["kind"] == "movement")
        g.gain_movement(p, points)
    return tile


def place(g: Table, p: Player, tile: Tile, waiver: int, any_time: bool) -> Steps:
    levels = WAIVERS[waiver:]

    def legal() -> dict[int, placement.Placement]:
        while levels:
            found = placement.placements(p, tile, levels[0], g.restriction())
            if found:
                return found
            levels.pop(0)  # section 31
        return {}

    action = yield from decide.choose(g, p, lambda: set(legal()), any_time=any_time)
    if action is None:
        g.ending = True
        return Laid(tile)
    squares = legal()[action].squares
    return lay(g, p, tile, squares, levels[0])


def lay(g: Table, p: Player, tile: Tile, squares: tuple[int, ...], binds: tuple) -> Laid:
    laid = Laid(tile, squares)
    laid.readings = placement.readings(p, tile, squares, binds, g.restriction())
    laid.expands = any(
        p.terrain.get(n) == d.BIOMASS
        for cell, sq in enumerate(squares)
        if tile.terrain(cell) == d.BIOMASS
        for n in d.BESIDE[sq]
    )
    placement.put_tile(p, tile, squares, p.tech("no_meteorites"))
    if p.tech("redirect_on_energy") and tile.has(d.ENERGY):  # PU-164
        laid.items.add(TRIGGER)
    if p.tech("collect_meteorite_on_flux_tile") and tile.has(p.flux):  # PU-173
        laid.items.add(TRIGGER)
    if p.tech("water_if_no_ice") and not set(squares) & p.planet.ice:  # PU-209
        laid.items.add(TRIGGER)
    if tile.has(d.WATER) and p.tech("patch_on_water_tile"):  # PU-210
        laid.items.add(PATCH)
    if tile.has(d.WATER) and p.tech("boost_on_water_tile"):  # PU-211
        laid.items.add(BOOST)
    if p.extra_rover:  # PU-145
        laid.items.add(EXTRA_ROVER)
        p.extra_rover = False
    return laid


def extra_tile(g: Table, p: Player, with_stations: bool) -> Steps:
    """Cards 5 and 16: PU-240; nothing is waived (PU-44)."""

    def fit() -> set[int]:
        return {
            TAKE + n
            for n, tile in enumerate(g.depot(p))
            if tile and placement.placements(p, tile, WAIVERS[0], g.restriction())
        }

    action = yield from decide.choose(g, p, fit)
    if action is None:
        return
    tile = take(g, p, action - TAKE)
    laid = yield from place(g, p, tile, 0, any_time=False)
    items = laid.items | ({0, 1} if with_stations else set())
    yield from resolve_items(g, p, laid, items, any_time=False)


def resolve_items(g: Table, p: Player, laid: Laid, items: set[int], any_time: bool) -> Steps:
    """PU-26, D8"""
    while items:
        action = yield from decide.choose(
            g, p, lambda i=items: {ITEM + n for n in i}, any_time=any_time
        )
        item = action - ITEM
        items.discard(item)
        if item < 2:
            if g.in_force("one_station_only"):  # PU-136
                items = items - {0, 1}
            yield from station(g, p, laid, item)
        elif item == PATCH:
            yield from tracks.gain_patches(g, p, 1)
        elif item == BOOST:
            yield from tracks.boost(g, p)
        elif item == EXTRA_ROVER:
            p.supply += 1  # PU-145
            yield from rovers.rover_milestone(g, p)
        else:
            yield from trigger(g, p)


def trigger(g: Table, p: Player) -> Steps:
    if p.is_a("lifepods_on_tracks"):
        yield from techs.redirect(g, p, 1)
    elif p.is_a("flux_token"):
        action = yield from decide.choose(
            g,
            p,
            lambda: {SQUARE + sq for sq in p.meteorite} | {DONE} if p.meteorite else set(),
        )
        if action not in (None, DONE):
            yield from rovers.collect_meteorite(g, p, action - SQUARE)
    else:
        yield from tracks.advance(g, p, d.WATER)


def station(g: Table, p: Player, laid: Laid, section: int) -> Steps:
    """PU-50"""
    terrain = laid.tile.terrains[section]
    if not laid.squares:  # PU-85, PU-96
        if terrain == d.ENERGY:
            terrain = laid.tile.terrains[1 - section]
        yield from tracks.advance(g, p, terrain, tracks.BY_STATION)
        return
    if terrain == d.TECH and p.tech("tech_as_energy"):  # PU-190
        as_energy = laid.readings == [True]
        if len(laid.readings) == 2:
            action = yield from decide.choose(g, p, lambda: {ALTERNATIVE, ALTERNATIVE + 1})
            as_energy = action == ALTERNATIVE + 1
        if as_energy:
            terrain = d.ENERGY
    if terrain == d.ENERGY:
        yield from energy_station(g, p, laid, section)
    elif terrain == d.WATER:
        yield from water_station(g, p, laid)
    elif terrain == d.BIOMASS and p.is_a("biomass_must_expand") and not laid.expands:  # PU-219
        return
    else:
        yield from tracks.advance(g, p, terrain, tracks.BY_STATION)


def energy_station(g: Table, p: Player, laid: Laid, section: int) -> Steps:
    """PU-80, PU-84"""
    among = placement.energy_tracks(p, laid.tile, section, laid.squares)
    if p.is_a("biomass_must_expand"):
        among.discard(d.BIOMASS)
    marker = yield from tracks.choose_advance(g, p, among, tracks.BY_STATION)
    if marker is not None:
        yield from tracks.advance(g, p, marker, tracks.BY_STATION)


def water_station(g: Table, p: Player, laid: Laid) -> Steps:
    """PU-63, PU-156, PU-205"""
    on_ice = sum(
        laid.tile.terrain(cell) == d.WATER and sq in p.planet.ice
        for cell, sq in enumerate(laid.squares)
    )
    count = min(on_ice, 1)
    if p.is_a("water_by_ice_squares"):
        count = on_ice
    elif count and p.tech("double_water"):
        count = 2
    for _ in range(count):
        yield from tracks.advance(g, p, d.WATER, tracks.BY_STATION)
