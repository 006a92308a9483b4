"""Chapters 9 and 11: the discard powers of the alien tech cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.reference.alien_frontiers import box
from tests.reference.alien_frontiers.table import (
    Options,
    Pending,
    Ship,
    Table,
    coloured_in_play,
    discard_card,
    first_to_go,
    is_closed,
    leave_play,
    opponent_class,
    opponents_ships,
    planet_changed,
)


def legal_discards(t: Table) -> Options:  # AF-162, AF-163, AF-170
    options: Options = {}
    if t.turn.discarded:
        return options
    for index, card in enumerate(box.DISCARDS):
        if card not in t.me().cards or card in t.turn.used:
            continue
        phase, find = DISCARDS[card]
        if find(t, card):
            options[box.number("DISCARD", index)] = partial(use_discard, t, card, phase)
    return options


def use_discard(t: Table, card: str, phase: str) -> None:
    t.turn.discarded = True
    discard_card(t, t.seat, card)
    t.phase, t.pending = phase, Pending(card=card)


def discard_phase(t: Table) -> Options:
    assert t.pending.card is not None
    _, find = DISCARDS[t.pending.card]
    return find(t, t.pending.card)


def choices(t: Table, names: list[str], choose: Callable[[Table, str], None]) -> Options:
    """One action for each of these territories."""
    return {
        box.number("TERRITORY", box.TERRITORIES.index(name)): partial(choose, t, name)
        for name in names
    }


def owner_choices(t: Table, seats: list[int], choose: Callable[[Table, int], None]) -> Options:
    n = len(t.players)
    return {box.number("OWNER", (seat - t.seat) % n): partial(choose, t, seat) for seat in seats}


# Booster Pod (AF-182)


def booster_field(t: Table, card: str) -> Options:
    return {
        box.number("FIELD", index): partial(remove_field, t, name)
        for index, name in enumerate(box.FIELDS)
        if t.fields[name] is not None
    }


def remove_field(t: Table, name: str) -> None:
    t.fields[name] = None
    t.back_to_main()


# Stasis Beam, Data Crystal, Gravity Manipulator (AF-150, AF-187, AF-189, AF-214)


def field_territory(t: Table, card: str) -> Options:
    there = t.fields[box.FIELD_OF_CARD[card]]
    return choices(t, [name for name in box.TERRITORIES if name != there], place_field)


def place_field(t: Table, territory: str) -> None:
    assert t.pending.card is not None
    t.fields[box.FIELD_OF_CARD[t.pending.card]] = territory
    planet_changed(t)
    t.back_to_main()


# Temporal Warper (AF-216, AF-217)


def warper_card(t: Table, card: str) -> Options:
    pile = t.pile.copy()
    if t.phase == "WARPER_CARD":  # the Warper just discarded lies there already
        pile[card] -= 1
    held = t.me().cards - {card}
    return {
        box.number("CARD", index): partial(take_from_pile, t, name)
        for index, name in enumerate(box.CARD_NAMES)
        if pile[name] > 0 and name not in held
    }


def take_from_pile(t: Table, card: str) -> None:
    t.met["AF-217 another Warper"] += card == "temporal_warper"
    t.pile[card] -= 1
    t.me().cards.add(card)
    t.back_to_main()


# Orbital Teleporter (AF-196, AF-197)


def owners_on(t: Table, territory: str) -> list[int]:
    """Whose colonies may leave it."""
    if is_closed(t, territory):
        return []
    return [seat for seat, count in enumerate(t.colonies[territory]) if count]


def move_from(t: Table, card: str) -> Options:
    return choices(t, [name for name in box.TERRITORIES if owners_on(t, name)], choose_from)


def choose_from(t: Table, territory: str) -> None:
    t.phase, t.pending.territory = "MOVE_OWNER", territory


def move_owner(t: Table) -> Options:
    assert t.pending.territory is not None
    return owner_choices(t, owners_on(t, t.pending.territory), choose_owner)


def choose_owner(t: Table, seat: int) -> None:
    t.phase, t.pending.owner = "MOVE_TO", seat


def move_to(t: Table) -> Options:
    others = [name for name in box.TERRITORIES if name != t.pending.territory]
    return choices(t, [name for name in others if not is_closed(t, name)], move_colony)


def move_colony(t: Table, territory: str) -> None:  # AF-116
    assert t.pending.territory is not None
    assert t.pending.owner is not None
    t.colonies[t.pending.territory][t.pending.owner] -= 1
    t.colonies[territory][t.pending.owner] += 1
    planet_changed(t)
    t.back_to_main()


# Plasma Cannon (AF-202, AF-203)


def can_destroy(t: Table, ship: Ship) -> bool:
    if ship.is_relic:
        return True  # AF-203
    owner = ship.owner
    assert owner is not None
    on_station = any(s.owner == owner and not s.is_relic for s in t.ships_at(box.STATION))
    left = coloured_in_play(t, owner) - on_station - (ship.place != box.STATION)
    t.met["AF-203 too few ships left"] += left < 3
    return left >= 3


def targets(t: Table, facility: str) -> dict[int, list[Ship]]:
    found: dict[int, list[Ship]] = {}
    for ship in opponents_ships(t, facility):
        if can_destroy(t, ship):
            found.setdefault(box.number("OPP_SHIP", opponent_class(t, ship)), []).append(ship)
    return found


def cannon_facility(t: Table, card: str) -> Options:
    return {
        box.number("FACILITY", index): partial(aim, t, name)
        for index, name in enumerate(box.PORTED)
        if targets(t, name)
    }


def aim(t: Table, facility: str) -> None:
    t.phase, t.pending.facility = "CANNON_SHIP", facility


def cannon_ship(t: Table) -> Options:
    assert t.pending.facility is not None
    return {
        action: partial(destroy, t, first_to_go(t, ships))
        for action, ships in targets(t, t.pending.facility).items()
    }


def destroy(t: Table, ship: Ship) -> None:  # AF-202
    t.met["AF-202 relic destroyed"] += ship.is_relic
    leave_play(ship)
    t.back_to_main()


# Polarity Device (AF-207): the lower-numbered territory first


def higher(territory: str) -> list[str]:
    return box.TERRITORIES[box.TERRITORIES.index(territory) + 1 :]


def partners(t: Table, owner: int, territory: str) -> list[str]:
    """Higher territories with a colony of somebody else."""
    return [name for name in higher(territory) if set(owners_on(t, name)) - {owner}]


def swappable(t: Table, territory: str) -> list[int]:
    return [seat for seat in owners_on(t, territory) if partners(t, seat, territory)]


def swap_territory_a(t: Table, card: str) -> Options:
    return choices(t, [name for name in box.TERRITORIES if swappable(t, name)], choose_a)


def choose_a(t: Table, territory: str) -> None:
    t.phase, t.pending.territory = "SWAP_OWNER_A", territory


def swap_owner_a(t: Table) -> Options:
    assert t.pending.territory is not None
    return owner_choices(t, swappable(t, t.pending.territory), choose_owner_a)


def choose_owner_a(t: Table, seat: int) -> None:
    t.phase, t.pending.owner = "SWAP_TERRITORY_B", seat


def swap_territory_b(t: Table) -> Options:
    assert t.pending.territory is not None
    assert t.pending.owner is not None
    return choices(t, partners(t, t.pending.owner, t.pending.territory), choose_b)


def choose_b(t: Table, territory: str) -> None:
    t.phase, t.pending.other_territory = "SWAP_OWNER_B", territory


def swap_owner_b(t: Table) -> Options:
    assert t.pending.other_territory is not None
    owners = [s for s in owners_on(t, t.pending.other_territory) if s != t.pending.owner]
    return owner_choices(t, owners, swap)


def swap(t: Table, other: int) -> None:  # AF-116
    a, b, owner = t.pending.territory, t.pending.other_territory, t.pending.owner
    assert a is not None
    assert b is not None
    assert owner is not None
    t.colonies[a][owner] -= 1
    t.colonies[b][owner] += 1
    t.colonies[b][other] -= 1
    t.colonies[a][other] += 1
    planet_changed(t)
    t.back_to_main()


Find = Callable[[Table, str], Options]
DISCARDS: dict[str, tuple[str, Find]] = {
    "booster_pod": ("BOOSTER_FIELD", booster_field),
    "data_crystal": ("FIELD_TERRITORY", field_territory),
    "gravity_manipulator": ("FIELD_TERRITORY", field_territory),
    "orbital_teleporter": ("MOVE_FROM", move_from),
    "plasma_cannon": ("CANNON_FACILITY", cannon_facility),
    "polarity_device": ("SWAP_TERRITORY_A", swap_territory_a),
    "stasis_beam": ("FIELD_TERRITORY", field_territory),
    "temporal_warper": ("WARPER_CARD", warper_card),
}
