"""The blocks of the observation, by the words of docs/games/alien_frontiers.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.reference.alien_frontiers import box
from tests.reference.alien_frontiers.docking import market_price
from tests.reference.alien_frontiers.table import Ship, Table, controller, victory_points


def one_hot(names: Sequence[str], name: str | None) -> list[int]:
    return [int(other == name) for other in names]


def faces(ships: list[Ship]) -> list[int]:
    counts = [0] * 6
    for ship in ships:
        counts[ship.value - 1] += 1
    return counts


def facts(t: Table, observer: int) -> dict[str, Any]:
    n = len(t.players)
    found = {**the_planet(t), **the_cards(t), **the_relic(t, observer), **the_turn(t)}
    if not t.over:
        found |= the_decision(t)
    seats = [seat_facts(t, (observer + step) % n, observer) for step in range(n)]
    return found | {name: [seat[name] for seat in seats] for name in seats[0]}


def the_planet(t: Table) -> dict[str, Any]:
    return {
        "turn": t.turn_number,
        "turn_limit": t.turn_limit,
        "supply": [t.supply[name] for name in box.RESOURCES],
        "fields": [one_hot(box.TERRITORIES, t.fields[name]) for name in box.FIELDS],
    }


def the_cards(t: Table) -> dict[str, Any]:
    return {
        "display": [one_hot(box.CARD_NAMES, card) for card in t.display],
        "pile": [t.pile[name] for name in box.CARD_NAMES],
        "deck": [t.deck[name] for name in box.CARD_NAMES],
    }


def the_relic(t: Table, observer: int) -> dict[str, Any]:
    relic, port = t.relic(), t.relic().port
    if relic.docked():
        size = box.group_size(relic.place, len(t.players))
        if relic.place == box.HUB:  # tracks are counted from the observer's
            port = (port - observer * size) % (len(t.players) * size)
        shown = int(t.seen[observer]["relic_port"])
        if shown // size == port // size:  # the ports of a group are alike (section 14)
            port = shown
    return {
        "relic_place": one_hot(box.PLACES, relic.place),
        "relic_port": port,
        "relic_value": relic.value,
    }


def the_turn(t: Table) -> dict[str, Any]:
    return {
        "used": [int(name in t.turn.used) for name in box.CARD_NAMES],
        "discarded": t.turn.discarded,
        "tally": t.turn.tally,
        "rate": t.turn.rate,
        "price": market_price(t),
        "mined": t.turn.mined,
        "boarded": t.turn.boarded,
        "extra_space": t.turn.extra_space,
        "borrowed": one_hot(box.TERRITORIES, t.turn.borrowed),
    }


def the_decision(t: Table) -> dict[str, Any]:
    waiting = t.pending
    return {
        "phase": one_hot(box.PHASES, t.phase),
        "refresh": waiting.refresh,
        "card": one_hot(box.CARD_NAMES, waiting.card),
        "facility": one_hot(box.PORTED, waiting.facility),
        "territory": one_hot(box.TERRITORIES, waiting.territory),
        "other_territory": one_hot(box.TERRITORIES, waiting.other_territory),
        "picks": len(waiting.picks),
        "last_pick": box.index_of(waiting.picks[-1]) if waiting.picks else 0,
        "surplus": waiting.surplus,
        "moved_value": waiting.ship.value if t.phase == "FORCED_DOCK" and waiting.ship else 0,
    }


def seat_facts(t: Table, seat: int, observer: int) -> dict[str, Any]:
    player = t.players[seat]
    mine = [ship for ship in t.ships if ship.owner == seat and not ship.is_relic]
    at: dict[str, list[Ship]] = {place: [] for place in box.PLACES}
    for ship in mine:
        at[ship.place].append(ship)
    return {
        "score": victory_points(t, seat),
        "on_turn": seat == t.seat,
        "resources": [player.fuel, player.ore],
        "unplaced": player.unplaced,
        "hub": player.hub,
        "colonies": [t.colonies[name][seat] for name in box.TERRITORIES],
        "control": [controller(t, name) == seat for name in box.TERRITORIES],
        "cards": [name in player.cards for name in box.CARD_NAMES],
        "hand": faces(at[box.HAND]),
        "lifted": faces(at[box.LIFTED]),
        "docked": docked(t, mine, observer),
        "bay": len(at[box.BAY]),
        "stock": len(at[box.STOCK]),
        "relic": t.relic().owner == seat,
        "chosen": t.pending.owner == seat,
    }


def first_rows() -> dict[str, int]:
    """One row for each group of pairs or triples and each hub track, else one for each facility."""
    first, rows = {}, 0
    for facility in box.PORTED:
        first[facility] = rows
        rows += box.num_groups(facility, 4) if box.group_size(facility, 4) > 1 else 1
    return first


FIRST_ROW = first_rows()
NUM_ROWS = FIRST_ROW[box.PORTED[-1]] + 1


def docked(t: Table, mine: list[Ship], observer: int) -> list[list[int]]:
    rows = [[0] * 6 for _ in range(NUM_ROWS)]
    for ship in mine:
        if not ship.docked():
            continue
        size = box.group_size(ship.place, len(t.players))
        group = ship.port // size if size > 1 else 0
        if ship.place == box.HUB:  # the observer's track comes first
            group = (group - observer) % len(t.players)
        rows[FIRST_ROW[ship.place] + group][ship.value - 1] += 1
    return rows
