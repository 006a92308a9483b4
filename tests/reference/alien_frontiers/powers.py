"""Chapter 11: the fuel powers of the alien tech cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from tests.reference.alien_frontiers import box
from tests.reference.alien_frontiers.docking import legal_dockings
from tests.reference.alien_frontiers.table import (
    Options,
    Pending,
    Ship,
    Table,
    by_class,
    can_pay,
    first_to_go,
    has_bonus,
    is_isolated,
    leave_play,
    move_ship,
    opponent_class,
    opponents_ships,
    pay,
    rolled,
    ship_class,
)


def legal_powers(t: Table) -> Options:  # AF-160, AF-161, AF-170
    options: Options = {}
    for index, card in enumerate(box.POWERS):
        phase, find = POWERS[card]
        if card in t.me().cards and card not in t.turn.used and find(t, card):
            options[box.number("POWER", index)] = partial(use_power, t, card, phase)
    return options


def use_power(t: Table, card: str, phase: str) -> None:
    t.turn.used.add(card)
    t.phase, t.pending = phase, Pending(card=card)


def power_phase(t: Table) -> Options:
    assert t.pending.card is not None
    _, find = POWERS[t.pending.card]
    return find(t, t.pending.card)


def price(t: Table, fuel: int) -> int:  # AF-127
    return max(0, fuel - has_bonus(t, "pohl_foothills"))


def affordable(t: Table, card: str) -> bool:
    return can_pay(t, price(t, box.CARDS[card]["power"]["fuel"]), 0)


def pay_power(t: Table) -> None:
    pay(t, price(t, box.CARDS[t.pending.card]["power"]["fuel"]), 0)


# Booster Pod, Stasis Beam, Polarity Device


def new_value(card: str, value: int) -> int:  # AF-181, AF-206, AF-213
    return {"booster_pod": value + 1, "stasis_beam": value - 1, "polarity_device": 7 - value}[card]


def value_ship(t: Table, card: str) -> Options:  # AF-166, AF-167
    if not affordable(t, card):
        return {}
    return {
        box.number("OWN_SHIP", index): partial(change_value, t, ship)
        for index, ship in by_class(t.ships_in_hand()).items()
        if 1 <= new_value(card, ship.value) <= 6
    }


def change_value(t: Table, ship: Ship) -> None:
    assert t.pending.card is not None
    pay_power(t)
    ship.value = new_value(t.pending.card, ship.value)
    t.back_to_main()


# Gravity Manipulator (AF-188)


def others_to_raise(t: Table, lowered: Ship) -> dict[int, Ship]:
    return by_class([s for s in t.ships_in_hand() if s is not lowered and s.value <= 5])


def gravity_lower(t: Table, card: str) -> Options:
    if not affordable(t, card):
        return {}
    return {
        box.number("OWN_SHIP", index): partial(choose_lower, t, ship)
        for index, ship in by_class(t.ships_in_hand()).items()
        if ship.value >= 2 and others_to_raise(t, ship)
    }


def choose_lower(t: Table, ship: Ship) -> None:
    t.phase, t.pending.ship = "GRAVITY_RAISE", ship
    move_ship(ship, box.LIFTED)
    ship.value -= 1


def gravity_raise(t: Table) -> Options:
    assert t.pending.ship is not None
    return {
        box.number("OWN_SHIP", index): partial(raise_and_lower, t, ship)
        for index, ship in others_to_raise(t, t.pending.ship).items()
    }


def raise_and_lower(t: Table, ship: Ship) -> None:
    assert t.pending.ship is not None
    pay_power(t)
    move_ship(t.pending.ship, box.HAND)
    ship.value += 1
    t.back_to_main()


# Temporal Warper (AF-215)


def warper_ships(t: Table, card: str) -> Options:
    if not affordable(t, card):
        return {}
    last = t.pending.picks[-1] if t.pending.picks else 0
    options: Options = {}
    for index, ship in by_class(t.ships_in_hand()).items():
        action = box.number("OWN_SHIP", index)
        if action >= last:
            options[action] = partial(pick_for_roll, t, action, ship)
    if t.pending.picks:
        options[box.number("STOP")] = partial(roll_again, t)
    return options


def pick_for_roll(t: Table, action: int, ship: Ship) -> None:
    t.pending.picks.append(action)
    move_ship(ship, box.LIFTED)


def roll_again(t: Table) -> None:
    pay_power(t)
    ships = t.ships_at(box.LIFTED)
    for ship in ships:
        move_ship(ship, box.HAND)
    rolled(t, ships)
    t.back_to_main()


# Data Crystal


def crystal_territory(t: Table, card: str) -> Options:  # AF-183, AF-184
    return {
        box.number("TERRITORY", index): partial(borrow, t, name)
        for index, name in enumerate(box.TERRITORIES)
        if name in box.CRYSTAL_ALLOWED
        and sum(t.colonies[name]) >= 1
        and not is_isolated(t, name)
        and not has_bonus(t, name)
        and can_pay(t, price(t, sum(t.colonies[name])), 0)
    }


def borrow(t: Table, territory: str) -> None:  # AF-185, AF-186
    pay(t, price(t, sum(t.colonies[territory])), 0)
    t.turn.borrowed = territory
    t.met[f"AF-185 borrowed {territory}"] += 1
    t.back_to_main()


# Orbital Teleporter (AF-193 to AF-195) and Mind Control Helmet (AF-220 to AF-224)


def movable(t: Table, card: str, facility: str) -> dict[int, Ship]:
    """The ships there that the card can move, by the action that names them."""
    if facility == box.STATION:  # AF-194, AF-222
        return {}
    found: dict[int, list[Ship]] = {}
    for ship in t.ships_at(facility):
        if card == "orbital_teleporter" and ship.owner == t.seat:
            found.setdefault(box.number("OWN_SHIP", ship_class(ship)), []).append(ship)
        if card == "mind_control_helmet" and ship.owner != t.seat:
            found.setdefault(box.number("OPP_SHIP", opponent_class(t, ship)), []).append(ship)
    chosen = {action: first_to_go(t, ships) for action, ships in found.items()}
    return {action: ship for action, ship in chosen.items() if has_destination(t, card, ship)}


def barred(card: str, origin: str) -> tuple[str, ...]:
    return (origin, box.STATION) if card == "mind_control_helmet" else (origin,)


@contextmanager
def lifted_and_paid(t: Table, ship: Ship, fuel: int) -> Iterator[None]:
    """The position after paying the card, with the ship out of its port; for a look only."""
    where = ship.place, ship.port
    ship.place, ship.port = box.LIFTED, -1
    t.me().fuel -= fuel
    yield
    ship.place, ship.port = where
    t.me().fuel += fuel


def has_destination(t: Table, card: str, ship: Ship) -> bool:  # AF-195, AF-222
    origin = ship.place
    with lifted_and_paid(t, ship, price(t, box.CARDS[card]["power"]["fuel"])):
        return bool(legal_dockings(t, ship, barred(card, origin)))


def mover_facility(t: Table, card: str) -> Options:
    if not affordable(t, card):
        return {}
    return {
        box.number("FACILITY", index): partial(choose_origin, t, name)
        for index, name in enumerate(box.PORTED)
        if movable(t, card, name)
    }


def choose_origin(t: Table, facility: str) -> None:
    helmet = t.pending.card == "mind_control_helmet"
    t.pending.facility = facility
    t.phase = "HELMET_SHIP" if helmet else "TELEPORT_SHIP"


def mover_ship(t: Table) -> Options:
    assert t.pending.card is not None
    assert t.pending.facility is not None
    return {
        action: partial(lift, t, ship)
        for action, ship in movable(t, t.pending.card, t.pending.facility).items()
    }


def lift(t: Table, ship: Ship) -> None:
    pay_power(t)
    move_ship(ship, box.LIFTED)
    t.phase, t.pending.ship = "FORCED_DOCK", ship


def forced_dock(t: Table) -> Options:
    assert t.pending.card is not None
    assert t.pending.facility is not None
    return legal_dockings(t, t.pending.ship, barred(t.pending.card, t.pending.facility))


# Plasma Cannon (AF-200, AF-201)


def shot_price(t: Table) -> int:  # AF-127: of k ships one is free
    return price(t, 1) if not t.pending.picks else 1


def plasma_facility(t: Table, card: str) -> Options:
    if not can_pay(t, shot_price(t), 0):
        return {}
    return {
        box.number("FACILITY", index): partial(aim, t, name)
        for index, name in enumerate(box.PORTED)
        if opponents_ships(t, name)
    }


def aim(t: Table, facility: str) -> None:
    t.phase, t.pending.facility = "PLASMA_SHIPS", facility


def plasma_ships(t: Table) -> Options:
    options = shots(t)
    if t.pending.picks:
        options[box.number("STOP")] = t.back_to_main
    return options


def shots(t: Table) -> Options:
    assert t.pending.facility is not None
    if not can_pay(t, shot_price(t), 0):
        return {}
    last = t.pending.picks[-1] if t.pending.picks else 0
    targets: dict[int, list[Ship]] = {}
    for ship in opponents_ships(t, t.pending.facility):
        targets.setdefault(box.number("OPP_SHIP", opponent_class(t, ship)), []).append(ship)
    return {
        action: partial(shoot, t, action, first_to_go(t, ships))
        for action, ships in targets.items()
        if action >= last
    }


def shoot(t: Table, action: int, ship: Ship) -> None:
    pay(t, shot_price(t), 0)
    t.pending.picks.append(action)
    t.met["AF-200 relic shot"] += ship.is_relic
    if ship.place == box.STATION:  # AF-201
        t.met["AF-201 shot off the station"] += 1
        t.met["AF-201 relic shot off the station"] += ship.is_relic
        leave_play(ship)
    else:
        move_ship(ship, box.BAY)
    if not shots(t):
        t.back_to_main()


Find = Callable[[Table, str], Options]
POWERS: dict[str, tuple[str, Find]] = {
    "booster_pod": ("VALUE_SHIP", value_ship),
    "data_crystal": ("CRYSTAL_TERRITORY", crystal_territory),
    "gravity_manipulator": ("GRAVITY_LOWER", gravity_lower),
    "mind_control_helmet": ("HELMET_FACILITY", mover_facility),
    "orbital_teleporter": ("TELEPORT_FACILITY", mover_facility),
    "plasma_cannon": ("PLASMA_FACILITY", plasma_facility),
    "polarity_device": ("VALUE_SHIP", value_ship),
    "stasis_beam": ("VALUE_SHIP", value_ship),
    "temporal_warper": ("WARPER_SHIPS", warper_ships),
}
