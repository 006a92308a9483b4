"""Docking ships and what each facility gives (AF-32, AF-33, AF-40 to AF-105)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.components import (
    ASIMOV_SPACES,
    COST_OF_FACILITY,
    LAST_SPACE,
    LAUNCH_COST,
    LEM_FUEL,
    MINE_ORE,
    SOLAR_FUEL,
    UNIT_OF_FACILITY,
)
from exozoo.envs.alien_frontiers.constants import (
    ALIEN_ARTIFACT,
    ARTIFACT,
    ASIMOV_CRATER,
    COLONIST_HUB,
    COLONY_CONSTRUCTOR,
    FUEL,
    HUB_OVERFLOW,
    LEM_BADLANDS,
    LUNAR_MINE,
    NUM_DICE,
    NUM_FACES,
    NUM_SHIPS,
    ORBITAL_MARKET,
    ORE,
    PLACE_COLONY,
    RAIDERS_OUTPOST,
    RELIC_CLASS,
    SHIPYARD,
    SOLAR_CONVERTER,
    STOCK,
    TERRAFORMING_STATION,
)
from exozoo.envs.alien_frontiers.rules.docking import constructor_ore, ship_price
from exozoo.envs.alien_frontiers.rules.effects import (
    can_pay,
    class_of,
    free_port,
    gain,
    has_bonus,
    pay,
    pay_row,
    send_to_bay,
    ship_in_hand,
)
from exozoo.envs.alien_frontiers.rules.phase_raid import open_raid
from exozoo.envs.alien_frontiers.rules.phase_turn import clear_choice
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit

SIX_CLASS = np.int64(NUM_FACES - 1)


@jit
def apply_dock(s, facility, choice):
    """AF-33: bring the ships, pay (AF-32), take the benefit at once."""
    moved = np.int64(s.moved)
    clear_choice(s)
    if facility == RAIDERS_OUTPOST:
        clear_outpost(s)
    port = free_port(s, facility)
    value = ZERO
    for number in range(UNIT_OF_FACILITY[facility]):
        die = next_ship(s, facility, class_to_dock(facility, choice, number), moved)
        if die == moved:
            moved = NONE
        s.place[die] = facility
        s.port[die] = port + number
        value = np.int64(s.value[die])
    use_facility(s, facility, value)


@jit
def class_to_dock(facility, choice, number):
    """The class of the ship number 0, 1 or 2 of a docking."""
    if facility == TERRAFORMING_STATION:
        return SIX_CLASS if choice == 0 else RELIC_CLASS
    if facility == RAIDERS_OUTPOST:
        return choice + number
    return choice


@jit
def next_ship(s, facility, ship_class, moved):
    """The ship to dock: the one a card moved, else a coloured one, else the relic ship."""
    if moved != NONE and (
        class_of(s, moved) == ship_class
        or (UNIT_OF_FACILITY[facility] > 1 and s.value[moved] == ship_class + 1)
    ):
        return moved
    die = ship_in_hand(s, ship_class)
    if die == NONE:
        return ship_in_hand(s, RELIC_CLASS)
    return die


@jit
def clear_outpost(s):
    """AF-82: all ships found at the Raiders' Outpost go to the bay."""
    for die in range(NUM_DICE):
        if s.place[die] == RAIDERS_OUTPOST:
            send_to_bay(s, die)


@jit
def use_facility(s, facility, value):
    """The benefit of a docking of ships of that value."""
    if facility == SOLAR_CONVERTER:
        use_solar_converter(s, value)
    elif facility == LUNAR_MINE:
        use_lunar_mine(s)
    elif facility == ALIEN_ARTIFACT:
        use_alien_artifact(s, value)
    elif facility == COLONIST_HUB:
        use_colonist_hub(s)
    elif facility == ORBITAL_MARKET:
        use_orbital_market(s, value)
    elif facility == SHIPYARD:
        use_shipyard(s)
    elif facility == RAIDERS_OUTPOST:
        open_raid(s)
    elif facility == COLONY_CONSTRUCTOR:
        use_colony_constructor(s)
    else:
        use_terraforming_station(s, facility)


@jit
def use_solar_converter(s, value):
    """AF-95, AF-96: half the value in fuel, rounded up per ship; AF-126: one more."""
    seat = np.int64(s.seat)
    fuel = SOLAR_FUEL[value]
    if has_bonus(s, seat, LEM_BADLANDS):
        fuel += LEM_FUEL
    gain(s, seat, FUEL, fuel)


@jit
def use_lunar_mine(s):
    """AF-66: one ore."""
    s.mined += 1
    gain(s, np.int64(s.seat), ORE, MINE_ORE)


@jit
def use_alien_artifact(s, value):
    """AF-40, AF-42: a refresh for this docking, and the value on the tally."""
    s.tally += value
    s.refresh = 1
    s.phase = ARTIFACT


@jit
def use_colonist_hub(s):
    """AF-51, AF-52: the colony starts or advances; AF-120, AF-121: once a turn by one more.

    AF-56: what leads past the last space counts only if the colony is launched at once.
    """
    seat = np.int64(s.seat)
    spaces = ONE
    s.boarded += 1
    if s.boarded > 1 and not s.extra_space and has_bonus(s, seat, ASIMOV_CRATER):
        s.extra_space = 1
        spaces += ASIMOV_SPACES
    reached = np.int64(s.hub[seat]) + spaces
    s.hub[seat] = min(reached, LAST_SPACE)
    if reached > LAST_SPACE and can_launch(s):
        s.surplus = reached - LAST_SPACE
        s.phase = HUB_OVERFLOW


@jit
def can_launch(s):
    """AF-54: the colony stands on space 7 and the launch can be paid."""
    seat = np.int64(s.seat)
    return s.hub[seat] == LAST_SPACE and can_pay(s, seat, LAUNCH_COST, ZERO)


@jit
def apply_launch(s):
    """AF-54, AF-55: pay, leave the track, place the colony."""
    seat = np.int64(s.seat)
    pay_row(s, seat, LAUNCH_COST, ZERO)
    s.hub[seat] = 0
    s.phase = PLACE_COLONY


@jit
def use_orbital_market(s, value):
    """AF-77: the rate is the lowest pair of this turn."""
    if s.rate == 0 or value < s.rate:
        s.rate = value


@jit
def use_shipyard(s):
    """AF-91, AF-92: pay the price, one ship from the stock to the bay; AF-93: any number of times."""
    seat = np.int64(s.seat)
    price = ship_price(s)
    pay(s, seat, FUEL, price)
    pay(s, seat, ORE, price)
    for die in range(seat * NUM_SHIPS, (seat + 1) * NUM_SHIPS):
        if s.place[die] == STOCK:
            send_to_bay(s, die)
            return


@jit
def use_colony_constructor(s):
    """AF-60: pay ore, place a colony."""
    pay(s, np.int64(s.seat), ORE, constructor_ore(s))
    s.phase = PLACE_COLONY


@jit
def use_terraforming_station(s, facility):
    """AF-100: pay, place a colony; AF-102: the ship stays until the next own turn."""
    pay_row(s, np.int64(s.seat), COST_OF_FACILITY, facility)
    s.phase = PLACE_COLONY
