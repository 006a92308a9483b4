"""Placing tiles and patches: sections 6 and 14, and the planets of section 23."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from exozoo.envs.planet_unknown.actions import PLACE, SQUARE
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown.data import Tile
from tests.reference.planet_unknown.player import Planet, Player

# which restrictions bind, in the order of the waiver (PU-43): planet, event
WAIVERS = [(True, True), (True, False), (False, True), (False, False)]


@dataclass(frozen=True)
class Placement:
    action: int
    squares: tuple[int, ...]


@cache
def inside_the_grid(planet: int, shape: int) -> list[Placement]:
    """PU-33, PU-34, PU-45"""
    grid, found = Planet(planet).grid, []
    for k, cells in d.TILES[shape].orientations:
        height = max(row for row, _ in cells)
        width = max(col for _, col in cells)
        for row in range(12 - height):
            for col in range(12 - width):
                squares = tuple((row + r) * 12 + col + c for r, c in cells)
                if grid.issuperset(squares):
                    found.append(Placement(PLACE + k * 144 + row * 12 + col, squares))
    return found


def start_squares(p: Player, ignore_adjacency: bool) -> set[int]:
    """A piece must cover at least one of these squares: PU-36 to PU-39."""
    if not p.terrain:
        return p.planet.first
    if ignore_adjacency:
        return p.planet.grid
    return {n for sq in p.terrain for n in d.BESIDE[sq]}


def slides(p: Player, squares: Iterable[int]) -> bool:
    """PU-235"""
    squares = list(squares)
    for step in d.STEPS[:4]:
        shifted = [d.moved(sq, step) for sq in squares]
        if not any(sq in p.terrain and sq not in squares for sq in shifted if sq is not None):
            return True
    return False


def keeps_planet(p: Player, squares: tuple[int, ...], stations: list[tuple[int, int]]) -> bool:
    """Planet restrictions; `stations` are (square, terrain)."""
    rule = p.planet.restriction
    if rule == "not_only_on_ring":  # PU-227
        on_ring = [p.planet.ground[sq] == d.RING for sq in squares]
        return not any(on_ring) or not all(on_ring)
    if rule == "not_ice_and_land_together":  # PU-231
        return len({p.planet.ground[sq] == d.ICE for sq in squares}) == 1
    if rule == "not_across_chasm":  # PU-238
        return len({p.planet.side[sq] for sq in squares}) == 1
    if rule == "must_slide_into_place":
        return slides(p, squares)
    if rule == "station_forbidden_in_zone":  # PU-236
        for sq, terrain in stations:
            for rows, columns, forbidden in p.planet.zones:
                in_zone = rows[0] <= sq // 12 <= rows[1] and columns[0] <= sq % 12 <= columns[1]
                if in_zone and terrain == forbidden:
                    return False
    return True


def keeps_event(
    p: Player, event: str | None, squares: tuple[int, ...], terrains: list[int]
) -> bool:
    """PU-135, PU-142, PU-143"""
    if event == "no_tile_on_edge":
        return not set(squares) & p.planet.edge
    if event == "no_tile_on_ice":
        return not set(squares) & p.planet.ice
    if event == "no_matching_neighbour":
        return not any(
            n not in squares and p.terrain.get(n) == terrain
            for sq, terrain in zip(squares, terrains, strict=True)
            for n in d.BESIDE[sq]
        )
    return True


def keeps_restrictions(
    p: Player, tile: Tile, squares: tuple[int, ...], binds: tuple[bool, bool], event: str | None,
    as_energy: bool,
) -> bool:  # fmt: skip
    """With the tech station read as it is, or as energy (PU-190)."""

    def read(terrain: int) -> int:
        return d.ENERGY if as_energy and terrain == d.TECH else terrain

    stations = [(squares[tile.stations[n]], read(tile.terrains[n])) for n in (0, 1)]
    terrains = [read(tile.terrain(cell)) for cell in range(len(squares))]
    planet, by_event = binds
    return (not planet or keeps_planet(p, squares, stations)) and (
        not by_event or keeps_event(p, event, squares, terrains)
    )


def readings(
    p: Player, tile: Tile, squares: tuple[int, ...], binds: tuple[bool, bool], event: str | None
) -> list[bool]:
    """Ways to read the tech station in which the placement is legal: as tech (False), as energy (True)."""
    ways = [False, True] if tile.has(d.TECH) else [False]
    if not (binds[0] and p.planet.restriction) and not (binds[1] and event):
        return ways
    return [w for w in ways if keeps_restrictions(p, tile, squares, binds, event, w)]


def placements(
    p: Player, tile: Tile, binds: tuple[bool, bool], event: str | None
) -> dict[int, Placement]:
    """All legal placements by action."""
    free = p.tech("ignore_adjacency")  # PU-153
    if p.tech("ignore_adjacency_rover_tiles") and tile.has(d.ROVER):  # PU-180
        free = True
    may_read = p.tech("tech_as_energy")
    found = {}
    covered, touching = set(p.terrain), start_squares(p, free)
    for placement in inside_the_grid(p.planet.number, tile.number % 12):
        squares = placement.squares
        if not covered.isdisjoint(squares):  # PU-35
            continue
        if touching.isdisjoint(squares):
            continue
        ways = readings(p, tile, squares, binds, event)
        if False in ways or (may_read and ways):
            found[placement.action] = placement
    return found


def put_tile(p: Player, tile: Tile, squares: tuple[int, ...], no_meteorites: bool) -> None:
    """PU-25"""
    for cell, sq in enumerate(squares):
        p.terrain[sq] = tile.terrain(cell)
        p.section_at[sq] = (p.pieces, tile.section[cell])
        p.lifepod.discard(sq)
        number = p.rover_on(sq)
        if number is not None:
            p.destroy_rover(number)
    for section in (0, 1):
        sq = squares[tile.stations[section]]
        p.station[sq] = tile.terrains[section]
        p.station_of[p.pieces, section] = sq
    if tile.meteor is not None:
        p.symbol.add(squares[tile.meteor])
        if not no_meteorites:  # PU-157
            p.meteorite.add(squares[tile.meteor])
    p.last_tile = list(squares)
    p.pieces += 1


def patch_squares(p: Player) -> set[int]:
    """PU-87; event restrictions do not bind patches (PU-42), nothing is waived (PU-44)."""
    free = p.tech("ignore_adjacency")
    on_tiles = p.tech("patch_on_tiles")  # PU-222
    on_meteorites = p.tech("patch_destroys_meteorite")  # PU-225
    touching = start_squares(p, free)
    found = set()
    for sq in p.planet.grid:
        if sq in p.patches:
            continue
        if sq in p.terrain:
            if sq in p.meteorite:
                if not on_meteorites:
                    continue
            elif not on_tiles:
                continue
        if sq not in touching:
            continue
        if p.planet.restriction == "not_only_on_ring" and p.planet.ground[sq] == d.RING:
            continue
        if p.planet.restriction == "must_slide_into_place" and not slides(p, [sq]):
            continue
        found.add(SQUARE + sq)
    return found


def put_patch(p: Player, sq: int) -> None:
    p.patches.add(sq)
    p.terrain[sq] = d.BIOMASS
    p.section_at.pop(sq, None)
    p.station.pop(sq, None)
    p.symbol.discard(sq)
    p.meteorite.discard(sq)
    p.lifepod.discard(sq)  # PU-40
    number = p.rover_on(sq)
    if number is not None:
        p.destroy_rover(number)


def energy_tracks(p: Player, tile: Tile, section: int, squares: tuple[int, ...]) -> set[int]:
    """Markers an energy station of a placed tile may advance: PU-80 to PU-82, PU-237."""
    own = {squares[cell] for cell in range(len(squares)) if tile.section[cell] == section}
    area, frontier = set(own), list(own)
    while frontier:
        for n in d.BESIDE[frontier.pop()]:
            if n in p.planet.grid and n not in area and p.is_energy(n):
                area.add(n)
                frontier.append(n)
    tracks = {tile.terrains[1 - section]}
    for sq in area:
        for n in d.BESIDE[sq]:
            if n not in area and n in p.section_at:
                part = p.section_at[n]
                if p.station_of[part] in p.station:
                    tracks.add(p.terrain[n])
    return tracks - {d.ENERGY}
