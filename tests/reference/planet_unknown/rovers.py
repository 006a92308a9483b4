"""Rovers, lifepods and meteorites: sections 7 and 11, and what corporations change there."""

from __future__ import annotations

from exozoo.envs.planet_unknown.actions import (
    CELL,
    CHOOSE_ROVER,
    SQUARE,
    STEP,
    STORE,
    TECH_CELL,
)
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown import decide, techs, tracks
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import CARDS, Steps, Table

FREE_STEP_LIMIT = 96  # section 31


def may_enter(g: Table, p: Player, sq: int | None) -> bool:
    """PU-71, PU-134, PU-232"""
    if sq is None or sq not in p.planet.grid or p.rover_on(sq) is not None:
        return False
    if sq not in p.terrain and p.planet.ground[sq] == d.TOXIC:
        return False
    if g.in_force("rover_forbidden_terrain") and sq in p.terrain:
        return d.TERRAINS[p.terrain[sq]] != d.EVENTS[g.event]["effect"]["terrain"]
    return True


def is_free(p: Player, sq: int) -> bool:
    """PU-165"""
    return (
        p.tech("free_energy_steps")
        and p.gained
        and p.is_energy(sq)
        and p.free_steps < FREE_STEP_LIMIT
    )


def crosses_chasm(p: Player, start: int, target: int) -> bool:
    """PU-238"""
    if p.planet.side is None:
        return False
    pair = frozenset((start, target))
    if start // 12 == target // 12 or start % 12 == target % 12:
        return pair in p.planet.chasm
    return p.planet.side[start] != p.planet.side[target] and pair not in p.planet.crossings


def steps(g: Table, p: Player) -> set[int]:
    """PU-70, PU-162"""
    ways = 8 if p.tech("diagonal_rovers") else 4
    found = set()
    for number, start in p.rovers.items():
        for way in range(ways):
            target = d.moved(start, d.STEPS[way])
            if not may_enter(g, p, target) or crosses_chasm(p, start, target):
                continue
            if p.movement > 0 or is_free(p, target):
                found.add(STEP + number * 8 + way)
    return found


def step(g: Table, p: Player, number: int, way: int) -> Steps:
    target = d.moved(p.rovers[number], d.STEPS[way])
    if is_free(p, target):
        p.free_steps += 1
    else:
        p.movement -= 1
    yield from enter(g, p, number, target)


# ---- teleporting


def card_targets(g: Table, p: Player) -> set[int]:
    """PU-241"""
    return {SQUARE + sq for sq in p.planet.grid if may_enter(g, p, sq)}


def paid_targets(g: Table, p: Player, number: int) -> set[int]:
    """PU-188, PU-216"""
    start = p.rovers[number]
    found: set[int] = set()
    if p.unused_tech("teleport_same_terrain") and start in p.terrain:
        found = {sq for sq, terrain in p.terrain.items() if terrain == p.terrain[start]}
    if p.tech("teleport_civ_stations") and p.station.get(start) == d.CIV:
        found = {sq for sq, terrain in p.station.items() if terrain == d.CIV}
    return {SQUARE + sq for sq in found if may_enter(g, p, sq)}


def paid_teleports(g: Table, p: Player) -> set[int]:
    if p.movement == 0:
        return set()
    return {CHOOSE_ROVER + n for n in p.rovers if paid_targets(g, p, n)}


def paid_teleport(g: Table, p: Player, number: int) -> Steps:
    targets = paid_targets(g, p, number)
    p.movement -= 1
    if p.tech("teleport_same_terrain"):
        p.use_up(p.number_of("teleport_same_terrain"))
    action = yield from decide.choose(g, p, lambda: targets, moves=False)
    yield from enter(g, p, number, action - SQUARE)


def card_teleport(g: Table, p: Player) -> Steps:
    """Card 14: PU-241"""

    def options() -> set[int]:
        return {CHOOSE_ROVER + n for n in p.rovers} if card_targets(g, p) else set()

    action = yield from decide.choose(g, p, options, teleports=False)
    if action is None:
        return
    target = yield from decide.choose(g, p, lambda: card_targets(g, p), moves=False)
    yield from enter(g, p, action - CHOOSE_ROVER, target - SQUARE)


# ---- being on a square


def enter(g: Table, p: Player, number: int, sq: int) -> Steps:
    p.rovers[number] = sq
    yield from arrive(g, p, number)


def arrive(g: Table, p: Player, number: int) -> Steps:
    """PU-49, PU-72; Horizon Group: PU-175 to PU-177, PU-183, section 31."""
    sq = p.rovers[number]
    if p.is_a("rovers_carry_meteorites"):
        at_station = p.station.get(sq) == d.ROVER
        collected = 0
        if number in p.cargo:
            if at_station:
                p.cargo.discard(number)
                collected += 1
            elif p.tech("destroy_on_water") and p.terrain.get(sq) == d.WATER:
                p.cargo.discard(number)
        if sq in p.meteorite and number not in p.cargo:
            p.meteorite.discard(sq)
            if at_station:
                collected += 1
            else:
                p.cargo.add(number)
        for _ in range(collected):
            p.meteorites += 1
        yield from patches_for(g, p, collected)
    elif sq in p.meteorite:
        p.meteorite.discard(sq)
        p.meteorites += 1
    if sq in p.lifepod:
        yield from collect_lifepod(g, p, sq)


def patches_for(g: Table, p: Player, meteorites: int) -> Steps:
    """PU-182"""
    if meteorites and p.tech("patch_per_collected_meteorite"):
        yield from tracks.gain_patches(g, p, meteorites)


def collect_meteorite(g: Table, p: Player, sq: int) -> Steps:
    """By a card, event or technology: PU-179."""
    remove_meteorite(p, sq)
    p.meteorites += 1
    yield from patches_for(g, p, 1)


def remove_meteorite(p: Player, sq: int) -> None:
    if sq in p.meteorite:
        p.meteorite.discard(sq)
    else:
        p.cargo.discard(p.rover_on(sq))


def free_cells(p: Player) -> set[int]:
    """Track cells without marker and lifepod: PU-158."""
    taken = {tracks.cell_of(p, m) for m in d.TRACKS} | p.track_pods
    return {CELL + t * 16 + row for t in d.TRACKS for row in range(16) if (t, row) not in taken}


def collect_lifepod(g: Table, p: Player, sq: int) -> Steps:
    """PU-72, PU-158, PU-185"""
    p.lifepod.discard(sq)
    if p.is_a("lifepods_on_tracks"):
        action = yield from decide.choose(g, p, lambda: free_cells(p) | {STORE})
        yield from put_lifepod(g, p, action)
    elif p.is_a("lifepods_on_technologies"):
        action = yield from decide.choose(
            g, p, lambda: {TECH_CELL + n for n in range(6) if n not in p.tech_pods} | {STORE}
        )
        if action == STORE:
            p.lifepods += 1
        else:
            p.tech_pods.add(action - TECH_CELL)
    else:
        p.lifepods += 1


def put_lifepod(g: Table, p: Player, action: int) -> Steps:
    if action == STORE:
        p.lifepods += 1
    else:
        p.track_pods.add(divmod(action - CELL, 16))
    yield from techs.use_at_once(g, p)


def rover_milestone(g: Table, p: Player) -> Steps:
    """PU-65 to PU-67"""
    if p.supply == 0 or g.phase == CARDS:  # PU-102
        return
    action = yield from decide.choose(
        g, p, lambda: {SQUARE + sq for sq in p.last_tile if p.rover_on(sq) is None}
    )
    if action is None:
        return
    p.supply -= 1
    number = min(n for n in range(5) if n not in p.rovers)
    p.rovers[number] = action - SQUARE
    yield from arrive(g, p, number)
