"""Markers, cells and their bonuses: sections 8 to 15 and the corporations' boards."""

from __future__ import annotations

from typing import Any

from exozoo.envs.planet_unknown.actions import (
    ALTERNATIVE,
    DIRECTION,
    ITEM,
    SQUARE,
    STORE,
    TRACK,
)
from tests.reference.planet_unknown import cards, decide, placement, rovers, techs
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import CARDS, Steps, Table

UP, UP_LEFT, UP_RIGHT, LEFT, RIGHT = range(5)
SHIFT_LIMIT = 12  # section 31


class How:
    """How a marker is advanced."""

    def __init__(self, station: bool = False, bonuses: bool = True, boosts: bool = True):
        self.station, self.bonuses, self.boosts = station, bonuses, boosts


PLAIN, BY_STATION = How(), How(station=True)
NO_BONUSES, NO_BOOSTS = How(bonuses=False), How(boosts=False)


# ---- where markers are


def cell_at(p: Player, marker: int, position: int) -> tuple[int, int]:
    """Track and row of a position on the marker's way."""
    if marker == d.WATER and p.is_a("water_by_ice_squares"):  # PU-204
        step = p.corp["water_path"][position]
        return d.TERRAINS.index(step["track"]), step["position"]
    return p.track[marker], position


def cell_of(p: Player, marker: int) -> tuple[int, int]:
    return cell_at(p, marker, p.position[marker])


def last_position(p: Player, marker: int) -> int:
    if marker == d.WATER and p.is_a("water_by_ice_squares"):
        return len(p.corp["water_path"]) - 1
    return len(p.corp["tracks"][d.TERRAINS[p.track[marker]]]) - 1


def printed(p: Player, cell: tuple[int, int]) -> dict[str, Any]:
    return p.corp["tracks"][d.TERRAINS[cell[0]]][cell[1]]


def is_taken(p: Player, marker: int, cell: tuple[int, int]) -> bool:
    """PU-194, PU-206"""
    if not p.is_a("exclusive_cells"):
        return False
    return any(cell_of(p, other) == cell for other in d.TRACKS if other != marker)


def next_position(p: Player, marker: int) -> int | None:
    """Straight up; Cosmos skips lifepods (PU-159), Oasis 1 skips markers (PU-207)."""
    position = p.position[marker] + 1
    while position <= last_position(p, marker):
        cell = cell_at(p, marker, position)
        if cell in p.track_pods:
            position += 1
        elif is_taken(p, marker, cell):
            if not p.tech("skip_markers"):
                return None
            position += 1
        else:
            return position
    return None


def lower_position(p: Player, marker: int) -> int | None:
    """PU-93, PU-159, PU-206"""
    position = p.position[marker] - 1
    while position >= 0 and cell_at(p, marker, position) in p.track_pods:
        position -= 1
    if position < 0 or is_taken(p, marker, cell_at(p, marker, position)):
        return None
    return position


def beside_track(p: Player, track: int, way: int) -> int | None:
    side = track - 1 if way in (UP_LEFT, LEFT) else track + 1
    if p.tech("civ_and_tech_adjacent"):  # PU-199
        return side % 5
    return side if 0 <= side < 5 else None


def directions(p: Player, marker: int) -> dict[int, tuple[int, int]]:
    """Makeshift: cells by way. PU-193, PU-194, PU-201"""
    found = {}
    position = p.position[marker]
    for way in (UP, UP_LEFT, UP_RIGHT, LEFT, RIGHT):
        sideways = way in (LEFT, RIGHT)
        if sideways and not (p.tech("shift_sideways") and p.shifts < SHIFT_LIMIT):
            continue
        track = p.track[marker] if way == UP else beside_track(p, p.track[marker], way)
        row = position if sideways else position + 1
        if track is None or row > d.LAST or is_taken(p, marker, (track, row)):
            continue
        found[way] = (track, row)
    return found


def repeats(p: Player, marker: int, how: How) -> bool:
    """PU-75, PU-198"""
    if not how.station:
        return False
    if p.is_a("markers_change_tracks"):
        return cell_of(p, marker) == (d.ROVER, d.LAST)
    return marker == d.ROVER and p.position[marker] == d.LAST


def can_advance(p: Player, marker: int, how: How = PLAIN) -> bool:
    if repeats(p, marker, how):
        return True
    if p.is_a("markers_change_tracks"):
        return bool(directions(p, marker))
    return next_position(p, marker) is not None


# ---- moving markers


def advance(g: Table, p: Player, marker: int, how: How = PLAIN) -> Steps:
    """One step of one marker with what it brings. PU-51"""
    if not can_advance(p, marker, how):
        return
    if p.is_a("markers_change_tracks"):
        yield from advance_by_direction(g, p, marker, how)
        return
    if repeats(p, marker, how):
        gain_number(g, p, printed(p, (d.ROVER, d.LAST)))
        return
    p.position[marker] = next_position(p, marker)
    yield from entered(g, p, marker, how)


def advance_by_direction(g: Table, p: Player, marker: int, how: How) -> Steps:
    def options() -> set[int]:
        ways = {DIRECTION + way for way in directions(p, marker)}
        return ways | ({DIRECTION + UP} if repeats(p, marker, how) else set())

    action = yield from decide.choose(g, p, options)
    if action is None:
        return
    way = action - DIRECTION
    ways = directions(p, marker)
    if way not in ways:
        gain_number(g, p, printed(p, (d.ROVER, d.LAST)))
        return
    if way in (LEFT, RIGHT):
        p.shifts += 1
    p.track[marker], p.position[marker] = ways[way]
    yield from entered(g, p, marker, how)


def entered(g: Table, p: Player, marker: int, how: How) -> Steps:
    p.update_reach(g.in_force("no_milestones"))
    if any(b["kind"] == "tech_milestone" for b in printed(p, cell_of(p, marker))["bonuses"]):
        yield from techs.use_at_once(g, p)  # one held back waits for the own turn: PU-163
    if how.bonuses:
        yield from gain_cell(g, p, cell_of(p, marker), how)


def move_down(g: Table, p: Player, marker: int) -> bool:
    """PU-91"""
    position = lower_position(p, marker)
    if position is None:
        return False
    p.position[marker] = position
    p.update_reach(g.in_force("no_milestones"))
    return True


def possible_downs(p: Player, marker: int, steps: int) -> int:
    """How many of the steps down the marker can make."""
    before, done = p.position[marker], 0
    while done < steps and (lower := lower_position(p, marker)) is not None:
        p.position[marker] = lower
        done += 1
    p.position[marker] = before
    return done


def choose_down(g: Table, p: Player, among: list[int], steps: int) -> Steps:
    """PU-94"""

    def options() -> set[int]:
        reach = {m: possible_downs(p, m, steps) for m in among}
        best = max(reach.values())
        return {TRACK + m for m in among if reach[m] == best} if best else set()

    action = yield from decide.choose(g, p, options)
    if action is not None:
        for _ in range(steps):
            move_down(g, p, action - TRACK)


def choose_advance(g: Table, p: Player, among: set[int], how: How = PLAIN) -> Steps:
    """Let the player choose a marker that can advance; returns it, or None if there is none."""
    action = yield from decide.choose(
        g, p, lambda: {TRACK + m for m in among if can_advance(p, m, how)}
    )
    return None if action is None else action - TRACK


# ---- bonuses


def gain_number(g: Table, p: Player, cell: dict[str, Any]) -> None:
    """Movement points of a cell of the rover track: PU-68, PU-69."""
    points = sum(b["points"] for b in cell["bonuses"] if b["kind"] == "movement")
    if not points:
        return
    if p.tech("movement_plus_1"):  # PU-155
        points += 1
    if p.tech("movement_plus_1_if_shared") and p.track.count(d.ROVER) >= 2:  # PU-200
        points += 1
    if p.tech("improved_flux_track") and p.flux == d.ROVER:  # PU-172
        points += 1
    g.gain_movement(p, points)


def gain_cell(g: Table, p: Player, cell: tuple[int, int], how: How) -> Steps:
    """PU-28, PU-56"""
    entry = printed(p, cell)
    gain_number(g, p, entry)
    others = [b for b in entry["bonuses"] if b["kind"] != "movement"]
    if entry.get("choose_one"):  # PU-220
        action = yield from decide.choose(g, p, lambda: {ALTERNATIVE, ALTERNATIVE + 1})
        others = [others[action - ALTERNATIVE]]
    for bonus in others:
        yield from gain_bonus(g, p, cell[0], bonus, how)


def gain_bonus(g: Table, p: Player, track: int, bonus: dict[str, Any], how: How) -> Steps:
    kind = bonus["kind"]
    improved = p.tech("improved_flux_track") and p.flux == track  # PU-172
    if kind == "boost":
        if how.boosts:
            for _ in range(2 if improved and track == d.WATER else 1):
                yield from boost(g, p)
    elif kind == "advance":
        yield from advance(g, p, d.TERRAINS.index(bonus["track"]))
    elif g.in_force("no_milestones"):  # PU-137
        return
    elif kind == "civ_milestone":
        level = bonus["level"]
        if improved and track == d.CIV:
            level = min(4, level + 1)
        yield from civ_milestone(g, p, level)
    elif kind == "patch_milestone":
        count = bonus["patches"] * (2 if improved and track == d.BIOMASS else 1)
        yield from gain_patches(g, p, count)
    elif kind == "rover_milestone":
        yield from rovers.rover_milestone(g, p)
    elif kind == "tech_milestone" and p.is_a("flux_token"):  # PU-168
        action = yield from decide.choose(g, p, lambda: {TRACK + t for t in d.TRACKS})
        p.flux = action - TRACK


def boost(g: Table, p: Player) -> Steps:
    """PU-54"""
    if g.in_force("no_boosts"):  # PU-144
        return
    marker = yield from choose_advance(g, p, set(d.TRACKS))
    if marker is None:
        return
    steps = 1
    if p.unused_tech("double_boost"):  # PU-189
        action = yield from decide.choose(g, p, lambda: {ALTERNATIVE, ALTERNATIVE + 1})
        if action == ALTERNATIVE + 1:
            p.use_up(p.number_of("double_boost"))
            steps = 2
    for _ in range(steps):
        yield from advance(g, p, marker)


def civ_milestone(g: Table, p: Player, level: int) -> Steps:
    """PU-57; Republic: PU-213, PU-217."""
    if not p.is_a("civ_milestone_moves_down"):
        yield from cards.take_card(g, p, level)
        return
    items = {6, 7}
    if p.tech("boost_on_civ_milestone") and not g.in_force("no_boosts"):
        items.add(4)
    while items:
        action = yield from decide.choose(g, p, lambda: {ITEM + n for n in items})
        items.discard(action - ITEM)
        if action == ITEM + 6:
            yield from cards.take_card(g, p, level)
        elif action == ITEM + 7:
            yield from choose_down(g, p, [1, 2, 3, 4], 1)
        else:
            yield from boost(g, p)


def gain_patches(g: Table, p: Player, count: int) -> Steps:
    """PU-86; patch by patch."""
    for _ in range(count):
        if p.unused_tech("boost_instead_of_patch"):  # PU-187
            action = yield from decide.choose(g, p, lambda: {ALTERNATIVE, ALTERNATIVE + 1})
            if action == ALTERNATIVE + 1:
                p.use_up(p.number_of("boost_instead_of_patch"))
                yield from boost(g, p)
                continue
        twice = False
        if p.unused_tech("two_patches"):  # PU-223
            action = yield from decide.choose(g, p, lambda: {ALTERNATIVE, ALTERNATIVE + 1})
            if action == ALTERNATIVE + 1:
                p.use_up(p.number_of("two_patches"))
                twice = True
        for _ in range(2 if twice else 1):
            yield from place_patch(g, p, may_store=g.phase < CARDS)  # PU-102: placed at once


def place_patch(g: Table, p: Player, may_store: bool) -> Steps:
    """PU-87, PU-88, PU-154, PU-224"""

    def options() -> set[int]:
        store = {STORE} if may_store and p.tech("store_patches") else set()
        return placement.patch_squares(p) | store

    action = yield from decide.choose(g, p, options)
    if action == STORE:
        p.stored += 1
    elif action is not None:
        placement.put_patch(p, action - SQUARE)
