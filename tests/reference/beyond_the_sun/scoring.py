"""Points and places: section 13 of the rules."""

from __future__ import annotations

from tests.reference.beyond_the_sun import box
from tests.reference.beyond_the_sun.box import NONE
from tests.reference.beyond_the_sun.table import Table
from tests.reference.beyond_the_sun.turn import slot_points


def points(g: Table, seat: int) -> int:
    return (
        technology_points(g, seat)
        + automation_points(g, seat)
        + colony_points(g, seat)
        + g.outposts(seat)  # BS-177
        + majority_points(g, seat)
        + event_points(g, seat)
        + achievement_points(g, seat)
    )


def technology_points(g: Table, seat: int) -> int:  # BS-170 to BS-174, BS-182
    total = 0
    for slot in g.players[seat].researched:
        level = box.SLOTS[slot]["level"]
        if g.slot_card[slot] == NONE:  # its card is still being looked for
            continue
        if level < 4:
            total += level
            continue
        vp = box.TECHS[g.slot_card[slot]]["vp"]
        total += vp["base"]
        if "per" in vp:
            units = g.count(seat, vp["per"]) // vp.get("divisor", 1)
            total += min(vp["max"], vp["n"] * units)
    return total + sum(
        level for level, owner in zip((2, 3), g.private_owner, strict=True) if owner == seat
    )


def automation_points(g: Table, seat: int) -> int:  # BS-88
    board, level = g.players[seat].board, sum(g.players[seat].automated)
    printed = board["automation_vp"]
    beyond = max(0, level - len(printed)) * board["automation_vp_beyond_7"]
    return sum(printed[:level]) + beyond


def colony_points(g: Table, seat: int) -> int:  # BS-176, BS-179
    return sum(
        box.SYSTEMS[system]["vp"] + g.system_vp[system]
        for system, owner in enumerate(g.colony_owner)
        if owner == seat
    )


def majority_points(g: Table, seat: int) -> int:  # BS-178
    total = 0
    for node in (box.SOL, box.DEEP_SPACE):
        strengths = [player.strength(node) for player in g.players]
        total += strengths[seat] > 0 and strengths[seat] == max(strengths)
    return total


def event_points(g: Table, seat: int) -> int:  # BS-113, BS-118
    player = g.players[seat]
    return player.vp_events + (g.museum_vp[player.museum - 1] if player.museum else 0)


def achievement_points(g: Table, seat: int) -> int:  # BS-180, BS-179
    total = 0
    for place, row in enumerate(g.achievement_disc):
        if seat in row:
            total += slot_points(g, place)[row.index(seat)] + g.achievement_vp[place]
    return total


def places(g: Table) -> list[int]:
    """BS-181: 1 for the winner; equal in everything shares a place."""
    keys = [
        (points(g, seat), -sum(player.discs), player.population, player.ore)
        for seat, player in enumerate(g.players)
    ]
    return [1 + sum(other > key for other in keys) for key in keys]
