"""Technologies that are used: those of any time (PU-30), at once (PU-163), and redirecting (PU-161)."""

from __future__ import annotations

from exozoo.envs.planet_unknown.actions import CELL, DONE, ITEM, OBJECTIVE, STORE, TECHNOLOGY, TRACK
from tests.reference.planet_unknown import data as d
from tests.reference.planet_unknown import decide, rovers, tracks
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import Steps, Table

ANY_TIME = {
    "redirect_one", "flux_to_next_milestone", "advance_flux_marker", "advance_rover_marker",
    "row_bonuses", "extra_objective", "regress_one", "reset_biomass_marker",
}  # fmt: skip
MILESTONES = {"civ_milestone", "patch_milestone", "rover_milestone", "tech_milestone"}


def usable(g: Table, p: Player) -> set[int]:
    found = set()
    for number in p.available():
        key = p.corp["technologies"][number]["key"]
        if key in ANY_TIME and p.unused(number) and can_use(g, p, key):
            found.add(TECHNOLOGY + number)
    return found


def next_milestone(p: Player, marker: int) -> int | None:
    """PU-171"""
    for cell in p.corp["tracks"][d.TERRAINS[marker]][p.position[marker] + 1 :]:
        if any(b["kind"] in MILESTONES for b in cell["bonuses"]):
            return cell["position"]
    return None


def can_use(g: Table, p: Player, key: str) -> bool:
    if key == "redirect_one":
        return bool(p.lifepods or p.track_pods)
    if key == "flux_to_next_milestone":
        return next_milestone(p, p.flux) is not None
    if key == "advance_flux_marker":
        return tracks.can_advance(p, p.flux)
    if key == "advance_rover_marker":
        return tracks.can_advance(p, d.ROVER)
    if key == "regress_one":
        return any(tracks.lower_position(p, m) is not None for m in d.TRACKS)
    if key == "reset_biomass_marker":
        return p.position[d.BIOMASS] == 5
    return True  # row_bonuses, extra_objective


def use(g: Table, p: Player, number: int) -> Steps:
    p.use_up(number)
    key = p.corp["technologies"][number]["key"]
    if key == "redirect_one":
        yield from redirect(g, p, 1)
    elif key == "flux_to_next_milestone":
        marker, goal = p.flux, next_milestone(p, p.flux)
        while p.position[marker] < goal:
            yield from tracks.advance(g, p, marker)
    elif key == "advance_flux_marker":
        yield from tracks.advance(g, p, p.flux)
    elif key == "advance_rover_marker":
        yield from tracks.advance(g, p, d.ROVER)
    elif key == "regress_one":
        yield from tracks.choose_down(g, p, list(d.TRACKS), 1)
    elif key == "reset_biomass_marker":
        p.position[d.BIOMASS] = 0
    elif key == "row_bonuses":
        yield from row_bonuses(g, p)
    else:
        yield from extra_objective(g, p)


def row_bonuses(g: Table, p: Player) -> Steps:
    """PU-191"""
    action = yield from decide.choose(g, p, lambda: {TRACK + m for m in d.TRACKS})
    row = p.position[action - TRACK]
    items = {t for t in d.TRACKS if tracks.printed(p, (t, row))["bonuses"]}
    while items:
        action = yield from decide.choose(g, p, lambda: {ITEM + t for t in items})
        items.discard(action - ITEM)
        yield from tracks.gain_cell(g, p, (action - ITEM, row), tracks.PLAIN)


def extra_objective(g: Table, p: Player) -> Steps:
    """PU-192"""
    offer = g.offered_objectives(p.seat, 3)
    action = yield from decide.choose(g, p, lambda: {OBJECTIVE + n for n in offer})
    if g.num == 1:
        p.objectives.append(action - OBJECTIVE)
    else:
        g.common.append(action - OBJECTIVE)


def use_at_once(g: Table, p: Player) -> Steps:
    """Cosmos Inc. technology 2: PU-163"""
    if p.unused_tech("redirect_three"):
        p.used_game.add(p.number_of("redirect_three"))
        yield from redirect(g, p, 3)


def redirect(g: Table, p: Player, count: int) -> Steps:
    for _ in range(count):

        def sources() -> set[int]:
            found = {CELL + t * 16 + row for t, row in p.track_pods}
            if p.lifepods:
                found.add(STORE)
            return found | {DONE} if found else set()

        source = yield from decide.choose(g, p, sources)
        if source in (None, DONE):
            return
        targets = rovers.free_cells(p) | ({STORE} if source != STORE else set())
        target = yield from decide.choose(g, p, lambda t=targets: t, moves=False)
        if source == STORE:
            p.lifepods -= 1
        else:
            p.track_pods.discard(divmod(source - CELL, 16))
        yield from rovers.put_lifepod(g, p, target)
