"""Chapters 4 and 5: docking, and what each facility does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.reference.alien_frontiers import box
from tests.reference.alien_frontiers.colonies import place_colony_phase
from tests.reference.alien_frontiers.raid import raids
from tests.reference.alien_frontiers.table import (
    Options,
    Pending,
    Ship,
    Table,
    by_class,
    can_pay,
    coloured_in_play,
    coloured_in_stock,
    draw_card,
    free_groups,
    free_ports,
    gain,
    has_bonus,
    move_ship,
    pay,
    ship_class,
)

RUNS = [[low, low + 1, low + 2] for low in range(1, 5)]  # AF-80


def legal_dockings(t: Table, moved: Ship | None = None, barred: tuple[str, ...] = ()) -> Options:
    """Every docking with ships in hand; with a moved ship, only those that include it."""
    options: Options = {}
    for facility, find in CHAPTERS.items():
        if facility not in barred:
            options |= find(t, moved)
    return options


def single_ships(t: Table, moved: Ship | None) -> dict[int, Ship]:  # AF-34
    return {ship_class(moved): moved} if moved else by_class(t.ships_in_hand())


def ships_with(t: Table, values: list[int], moved: Ship | None) -> list[Ship] | None:
    """Ships of these values: the moved ship, then coloured ones, the relic ship only if needed."""
    hand = sorted(t.ships_in_hand(), key=lambda ship: ship.is_relic)
    if moved:
        hand.insert(0, moved)
    chosen = []
    for value in values:
        fitting = [ship for ship in hand if ship.value == value and ship not in chosen]
        if not fitting:
            return None
        chosen.append(fitting[0])
    if moved and moved not in chosen:
        return None
    return sorted(chosen, key=lambda ship: (ship is not moved, ship.is_relic))


def dock(t: Table, facility: str, ships: list[Ship], group: int) -> None:
    meet_docking(t, facility, ships)
    t.back_to_main()
    for ship in ships:
        ship.port = free_ports(t, facility, group)[0]
        ship.place = facility


def meet_docking(t: Table, facility: str, ships: list[Ship]) -> None:
    moved = t.pending.ship
    if len(ships) > 1 and t.relic() in ships:
        t.met["AF-35 relic in a group"] += 1
    if moved:
        how = "AF-193 teleported" if moved.owner == t.seat else "AF-220 borrowed"
        t.met[f"{how} to {facility}"] += 1
        if moved.is_relic:
            t.met[f"{how} relic"] += 1


def singles(t: Table, moved: Ship | None, name: str, use: Callable[[Table, Ship], None]) -> Options:
    return {
        box.number(name, index): partial(use, t, ship)
        for index, ship in single_ships(t, moved).items()
    }


def equals(
    t: Table, moved: Ship | None, name: str, count: int, use: Callable[[Table, list[Ship]], None]
) -> Options:
    """Pairs or triples, one action for each value."""
    options: Options = {}
    for value in range(1, 7):
        ships = ships_with(t, [value] * count, moved)
        if ships:
            options[box.number(name, value - 1)] = partial(use, t, ships)
    return options


# Alien Artifact


def alien_artifact(t: Table, moved: Ship | None) -> Options:  # AF-40
    if not free_groups(t, box.ARTIFACT):
        return {}
    return singles(t, moved, "DOCK_ARTIFACT", use_alien_artifact)


def use_alien_artifact(t: Table, ship: Ship) -> None:
    dock(t, box.ARTIFACT, [ship], free_groups(t, box.ARTIFACT)[0])
    t.turn.tally += ship.value  # AF-42
    t.phase, t.pending = "ARTIFACT", Pending(refresh=True)


def artifact_phase(t: Table) -> Options:  # AF-46
    options: Options = {box.number("STOP"): t.back_to_main}
    if t.pending.refresh:
        options[box.number("REFRESH")] = partial(refresh, t)
    for slot, card in enumerate(t.display):
        if t.turn.tally >= 8 and card is not None and card not in t.me().cards:  # AF-41, AF-45
            options[box.number("CLAIM", slot)] = partial(claim, t, slot)
    return options


def refresh(t: Table) -> None:  # AF-40, AF-168
    t.pending.refresh = False
    t.pile.update(card for card in t.display if card is not None)
    for slot in range(len(t.display)):
        draw_card(t, slot)


def claim(t: Table, slot: int) -> None:  # AF-42, AF-44
    card = t.display[slot]
    assert card is not None
    t.me().cards.add(card)
    t.turn.tally = 0
    draw_card(t, slot)
    t.back_to_main()


# Colonist Hub


def colonist_hub(t: Table, moved: Ship | None) -> Options:  # AF-50, AF-53
    if t.me().hub == 7 or not free_ports(t, box.HUB, t.seat):
        return {}
    return singles(t, moved, "DOCK_HUB", use_colonist_hub)


def use_colonist_hub(t: Table, ship: Ship) -> None:  # AF-51, AF-52
    dock(t, box.HUB, [ship], t.seat)
    t.turn.boarded += 1
    spaces = 1
    if t.turn.boarded >= 2 and not t.turn.extra_space and has_bonus(t, "asimov_crater"):
        t.turn.extra_space = True  # AF-120, AF-121
        spaces = 2
    space = t.me().hub + spaces
    t.me().hub = min(space, 7)
    if spaces == space == 2:
        t.met["AF-121 new colony on space 2"] += 1
    if space > 7 and not can_launch(t):
        t.met["AF-56 surplus lost for want of resources"] += 1
    if space > 7 and can_launch(t):  # AF-56
        t.phase, t.pending = "HUB_OVERFLOW", Pending(surplus=space - 7)


def hub_overflow_phase(t: Table) -> Options:
    return {
        box.number("LAUNCH"): partial(launch, t, t.pending.surplus),
        box.number("STOP"): t.back_to_main,
    }


def can_launch(t: Table) -> bool:  # AF-54
    return t.me().hub == 7 and can_pay(t, 1, 1)


def launch(t: Table, surplus: int = 0) -> None:  # AF-54, AF-56
    pay(t, 1, 1)
    t.me().hub = 0
    place_colony_phase(t, surplus)


# Colony Constructor


def constructor_ore(t: Table) -> int:  # AF-60, AF-122
    return 2 if has_bonus(t, "bradbury_plateau") else 3


def colony_constructor(t: Table, moved: Ship | None) -> Options:
    if not free_groups(t, box.CONSTRUCTOR) or not can_pay(t, 0, constructor_ore(t)):
        return {}
    return equals(t, moved, "DOCK_CONSTRUCTOR", 3, use_colony_constructor)


def use_colony_constructor(t: Table, ships: list[Ship]) -> None:
    pay(t, 0, constructor_ore(t))
    dock(t, box.CONSTRUCTOR, ships, free_groups(t, box.CONSTRUCTOR)[0])
    place_colony_phase(t)


# Lunar Mine


def lunar_mine(t: Table, moved: Ship | None) -> Options:  # AF-65, AF-67, AF-128
    if not free_groups(t, box.MINE):
        return {}
    highest = max((ship.value for ship in t.ships_at(box.MINE)), default=0)
    if t.turn.mined == 0 and has_bonus(t, "van_vogt_mountains"):
        t.met["AF-128 first ship of any value"] += highest > 0
        highest = 0
    fitting = {c: ship for c, ship in single_ships(t, moved).items() if ship.value >= highest}
    return {
        box.number("DOCK_MINE", index): partial(use_lunar_mine, t, ship)
        for index, ship in fitting.items()
    }


def use_lunar_mine(t: Table, ship: Ship) -> None:  # AF-66
    dock(t, box.MINE, [ship], free_groups(t, box.MINE)[0])
    t.turn.mined += 1
    gain(t, "ore", 1)


# Orbital Market


def orbital_market(t: Table, moved: Ship | None) -> Options:  # AF-75
    if not free_groups(t, box.MARKET):
        return {}
    return equals(t, moved, "DOCK_MARKET", 2, use_orbital_market)


def use_orbital_market(t: Table, ships: list[Ship]) -> None:  # AF-77
    dock(t, box.MARKET, ships, free_groups(t, box.MARKET)[0])
    value = ships[0].value
    t.met["AF-77 second pair at the market"] += t.turn.rate > 0
    t.turn.rate = min(t.turn.rate, value) if t.turn.rate else value


def market_price(t: Table) -> int:  # AF-77, AF-124
    """Fuel for one ore, 0 while the market is closed."""
    if t.turn.rate == 0:
        return 0
    return 1 if has_bonus(t, "heinlein_plains") else t.turn.rate


def can_trade(t: Table) -> bool:  # AF-76, AF-78, AF-230
    price = market_price(t)
    return price > 0 and can_pay(t, price, 0) and t.supply["ore"] > 0


def trade(t: Table) -> None:
    pay(t, market_price(t), 0)
    gain(t, "ore", 1)


# Raiders' Outpost; the raid itself is in raid.py


def raiders_outpost(t: Table, moved: Ship | None) -> Options:  # AF-80, AF-81
    options: Options = {}
    there = sum(ship.value for ship in t.ships_at(box.OUTPOST))
    for index, run in enumerate(RUNS):
        ships = ships_with(t, run, moved)
        if ships and sum(run) > there:
            options[box.number("DOCK_RAIDERS", index)] = partial(use_outpost, t, ships)
    return options


def use_outpost(t: Table, ships: list[Ship]) -> None:  # AF-82, AF-83
    for ship in t.ships_at(box.OUTPOST):
        t.met["AF-82 evicted"] += 1
        move_ship(ship, box.BAY)
    dock(t, box.OUTPOST, ships, 0)
    if raids(t):
        t.phase = "RAID"
    else:
        t.met["AF-84 nothing to raid"] += 1


# Shipyard


def ship_price(t: Table) -> int:  # AF-91, AF-125
    """So much fuel, and as much ore."""
    price = coloured_in_play(t, t.seat) - 2
    return price - 1 if has_bonus(t, "herbert_valley") else price


def shipyard(t: Table, moved: Ship | None) -> Options:  # AF-90
    if not free_groups(t, box.SHIPYARD) or not coloured_in_stock(t, t.seat):
        return {}
    if not can_pay(t, ship_price(t), ship_price(t)):
        return {}
    return equals(t, moved, "DOCK_SHIPYARD", 2, use_shipyard)


def use_shipyard(t: Table, ships: list[Ship]) -> None:  # AF-92
    price = ship_price(t)
    pay(t, price, price)
    dock(t, box.SHIPYARD, ships, free_groups(t, box.SHIPYARD)[0])
    move_ship(coloured_in_stock(t, t.seat)[0], box.BAY)


# Solar Converter


def solar_converter(t: Table, moved: Ship | None) -> Options:
    if not free_groups(t, box.SOLAR):
        return {}
    return singles(t, moved, "DOCK_SOLAR", use_solar_converter)


def use_solar_converter(t: Table, ship: Ship) -> None:  # AF-95, AF-126
    dock(t, box.SOLAR, [ship], free_groups(t, box.SOLAR)[0])
    gain(t, "fuel", (ship.value + 1) // 2 + has_bonus(t, "lem_badlands"))


# Terraforming Station


def terraforming_station(t: Table, moved: Ship | None) -> Options:  # AF-100, AF-101
    if not free_groups(t, box.STATION) or not can_pay(t, 1, 1):
        return {}
    options: Options = {}
    for ship in single_ships(t, moved).values():
        if ship.value == 6 and (ship.is_relic or coloured_in_play(t, t.seat) >= 4):
            action = box.number("DOCK_TERRAFORM", int(ship.is_relic))
            options[action] = partial(use_terraforming_station, t, ship)
    return options


def use_terraforming_station(t: Table, ship: Ship) -> None:
    t.met["AF-104 relic terraforms"] += ship.is_relic
    pay(t, 1, 1)
    dock(t, box.STATION, [ship], 0)
    place_colony_phase(t)


CHAPTERS = {
    box.ARTIFACT: alien_artifact,
    box.HUB: colonist_hub,
    box.CONSTRUCTOR: colony_constructor,
    box.MINE: lunar_mine,
    box.MARKET: orbital_market,
    box.OUTPOST: raiders_outpost,
    box.SHIPYARD: shipyard,
    box.SOLAR: solar_converter,
    box.STATION: terraforming_station,
}
