"""Chapters 6 and 13: placing colonies, and the end of the game."""

from __future__ import annotations

from functools import partial

from tests.reference.alien_frontiers import box
from tests.reference.alien_frontiers.table import (
    Options,
    Pending,
    Table,
    is_closed,
    planet_changed,
    victory_points,
)


def place_colony_phase(t: Table, surplus: int = 0) -> None:
    t.phase, t.pending = "PLACE_COLONY", Pending(surplus=surplus)


def territories(t: Table) -> Options:  # AF-110, AF-111
    return {
        box.number("TERRITORY", index): partial(place_colony, t, name)
        for index, name in enumerate(box.TERRITORIES)
        if not is_closed(t, name)
    }


def place_colony(t: Table, territory: str) -> None:
    me = t.me()
    if me.unplaced == 1:  # AF-57: the last one may have stood on the hub
        t.met["AF-57 last colony from the hub"] += me.hub > 0
        me.hub = 0
    me.unplaced -= 1
    t.colonies[territory][t.seat] += 1
    planet_changed(t)
    if me.unplaced == 0:  # AF-240
        t.over = True
        return
    if t.pending.surplus:  # AF-56
        t.met["AF-56 surplus starts a new colony"] += 1
        me.hub = t.pending.surplus
    t.back_to_main()


def tie_breaks(t: Table, seat: int) -> tuple[int, int, int, int]:  # AF-242, AF-243
    player = t.players[seat]
    return victory_points(t, seat), len(player.cards), player.ore, player.fuel


def places(t: Table) -> list[int]:  # AF-244
    results = [tie_breaks(t, seat) for seat in range(len(t.players))]
    if len({mine[0] for mine in results}) < len(results):
        t.met["AF-243 equal points"] += 1
    if len(set(results)) < len(results):
        t.met["AF-244 shared place"] += 1
    return [1 + sum(other > mine for other in results) for mine in results]
