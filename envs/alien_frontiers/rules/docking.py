"""Which dockings are open (AF-26, AF-30 to AF-35), as sets of bits over the docking actions."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import (
    DOCK_ARTIFACT,
    DOCK_CONSTRUCTOR,
    DOCK_HUB,
    DOCK_MARKET,
    DOCK_MINE,
    DOCK_RAIDERS,
    DOCK_SHIPYARD,
    DOCK_SOLAR,
    DOCK_TERRAFORM,
    DOCKS_AT,
    NUM_RUNS,
    TERRAFORM_RELIC,
)
from exozoo.envs.alien_frontiers.components import (
    BRADBURY_ORE,
    COST_OF_FACILITY,
    HERBERT_DISCOUNT,
    LAST_SPACE,
    MIN_SHIPS,
    PRICE_OF_SHIP,
)
from exozoo.envs.alien_frontiers.constants import (
    BRADBURY_PLATEAU,
    COLONIST_HUB,
    COLONY_CONSTRUCTOR,
    FORCED_DOCK,
    FUEL,
    HAND,
    HERBERT_VALLEY,
    LUNAR_MINE,
    MIND_CONTROL_HELMET,
    NUM_DICE,
    NUM_FACES,
    NUM_FACILITIES,
    NUM_SHIPS,
    ORE,
    RAIDERS_OUTPOST,
    RELIC,
    RELIC_CLASS,
    SHIPYARD,
    TERRAFORMING_STATION,
    VAN_VOGT_MOUNTAINS,
)
from exozoo.envs.alien_frontiers.rules.effects import (
    class_of,
    classes_in_hand,
    free_units,
    has_bonus,
    occupied_ports,
    ships_in_play,
    stock_of,
)
from exozoo.envs.core.codes import ONE, ZERO, codes, table
from exozoo.envs.core.jit import jit

# times a set of classes: the dockings of single ships of these classes
SINGLE_CLASSES = np.int64(sum(1 << n for n in (DOCK_SOLAR, DOCK_MINE, DOCK_ARTIFACT, DOCK_HUB)))
SIX = ONE << np.int64(NUM_FACES - 1)
PAIR, TRIPLE = codes(2, 2)
COUNT_BITS = np.int64(4)
COUNT_MASK = np.int64(15)
FIRST_DOCK = ZERO  # a docking's id is its bit
NUM_DOCKS = int(sum(DOCKS_AT)).bit_length()
ALL_DOCKS = np.int64(sum(DOCKS_AT))


def _contains(dock: int, value: int) -> bool:
    """Whether a docking can contain a ship of that value; a class says so by itself."""
    for first in (DOCK_MARKET, DOCK_SHIPYARD, DOCK_CONSTRUCTOR):
        if first <= dock < first + NUM_FACES:
            return bool(dock - first + 1 == value)
    if DOCK_RAIDERS <= dock < DOCK_RAIDERS + NUM_RUNS:  # AF-80: three consecutive values
        return bool(dock - DOCK_RAIDERS < value <= dock - DOCK_RAIDERS + TRIPLE)
    return True


DOCKS_WITH_VALUE = table(
    [
        sum(1 << dock for dock in range(NUM_DOCKS) if _contains(dock, value))
        for value in range(NUM_FACES + 1)
    ]
)


# --- what the facilities allow -----------------------------------------------------------------


@jit
def open_docks(s, docks, fuel):
    """AF-30: those of the dockings that ports, value requirements and costs allow, with `fuel` to spend.

    Which ships are at hand is another matter: see `docks_of_hand` and `docks_of_ship`. What the
    dockings asked about do not need is not looked at.
    """
    seat = np.int64(s.seat)
    ore = stock_of(s, seat, ORE)
    docks &= docks_with_ports(s)
    if docks & DOCKS_AT[LUNAR_MINE]:
        docks &= ~docks_below_mine(s)
    if docks & DOCKS_AT[RAIDERS_OUTPOST]:
        docks &= ~docks_below_outpost(s)
    if s.hub[seat] == LAST_SPACE:  # AF-53
        docks &= ~DOCKS_AT[COLONIST_HUB]
    if docks & DOCKS_AT[COLONY_CONSTRUCTOR] and ore < constructor_ore(s):
        docks &= ~DOCKS_AT[COLONY_CONSTRUCTOR]
    if docks & DOCKS_AT[SHIPYARD]:
        price = ship_price(s)
        if ships_in_play(s, seat) == NUM_SHIPS or fuel < price or ore < price:  # AF-90
            docks &= ~DOCKS_AT[SHIPYARD]
    station = TERRAFORMING_STATION
    if docks & DOCKS_AT[station]:
        if fuel < COST_OF_FACILITY[station, FUEL] or ore < COST_OF_FACILITY[station, ORE]:
            docks &= ~DOCKS_AT[station]
        if ships_in_play(s, seat) <= MIN_SHIPS:  # AF-101: the relic ship may always go
            docks &= ~(ONE << DOCK_TERRAFORM)
    return docks


@jit
def docks_with_ports(s):
    """AF-31: the dockings for which a unit of ports is free; AF-61: again while there is another.

    AF-82: the Outpost is cleared first.
    """
    occupied = occupied_ports(s)
    docks = DOCKS_AT[RAIDERS_OUTPOST]
    for facility in range(NUM_FACILITIES):
        if free_units(s, facility, occupied):
            docks |= DOCKS_AT[facility]
    return docks


@jit
def docks_below_mine(s):
    """AF-65, AF-67: values below the highest in the mine; AF-128: none for the first ship."""
    if s.mined == 0 and has_bonus(s, np.int64(s.seat), VAN_VOGT_MOUNTAINS):
        return ZERO
    highest = ONE
    for die in range(NUM_DICE):
        if s.place[die] == LUNAR_MINE:
            highest = max(highest, np.int64(s.value[die]))
    classes = (ONE << (highest - ONE)) - ONE
    if s.value[RELIC] < highest:
        classes |= ONE << RELIC_CLASS
    return classes << DOCK_MINE


@jit
def docks_below_outpost(s):
    """AF-81: runs whose sum does not exceed that of the ships at the Outpost."""
    defence = ZERO
    for die in range(NUM_DICE):
        if s.place[die] == RAIDERS_OUTPOST:
            defence += s.value[die]
    runs = ZERO
    for low in range(NUM_RUNS):
        if TRIPLE * (low + PAIR) <= defence:
            runs |= ONE << low
    return runs << DOCK_RAIDERS


@jit
def constructor_ore(s):
    """AF-60, AF-122: what the Colony Constructor costs the player on turn."""
    cost = COST_OF_FACILITY[COLONY_CONSTRUCTOR, ORE]
    if has_bonus(s, np.int64(s.seat), BRADBURY_PLATEAU):
        cost -= BRADBURY_ORE
    return cost


@jit
def ship_price(s):
    """AF-91, AF-125: fuel and ore alike for the next ship; AF-103: the station's ship counts."""
    seat = np.int64(s.seat)
    price = PRICE_OF_SHIP[ships_in_play(s, seat)]
    if has_bonus(s, seat, HERBERT_VALLEY):
        price -= HERBERT_DISCOUNT
    return max(price, ZERO)


# --- what the ships can form -------------------------------------------------------------------


@jit
def count_values(s):
    """AF-35: how many ships in hand show each value, the relic ship included, COUNT_BITS each."""
    counts = ZERO
    first = np.int64(s.seat) * NUM_SHIPS
    for die in range(first, first + NUM_SHIPS):
        if s.place[die] == HAND:
            counts += ONE << (COUNT_BITS * np.int64(s.value[die]))
    if s.place[RELIC] == HAND:
        counts += ONE << (COUNT_BITS * np.int64(s.value[RELIC]))
    return counts


@jit
def values_with(counts, least):
    """The values shown by at least so many ships, as bits."""
    values = ZERO
    for value in range(1, NUM_FACES + 1):
        if ((counts >> (COUNT_BITS * value)) & COUNT_MASK) >= least:
            values |= ONE << (value - ONE)
    return values


@jit
def formable(s, classes, counts):
    """AF-34: single ships of the given classes; pairs, triples and runs of the values counted.

    AF-60: three equal ships; AF-75, AF-90: two; AF-80: three in a row; AF-100: a 6.
    """
    ones = values_with(counts, ONE)
    pairs = values_with(counts, PAIR)
    docks = classes * SINGLE_CLASSES
    docks |= (pairs << DOCK_MARKET) | (pairs << DOCK_SHIPYARD)
    docks |= values_with(counts, TRIPLE) << DOCK_CONSTRUCTOR
    docks |= (ones & (ones >> ONE) & (ones >> PAIR)) << DOCK_RAIDERS
    if classes & SIX:  # AF-100
        docks |= ONE << DOCK_TERRAFORM
    if classes & (ONE << RELIC_CLASS) and s.value[RELIC] == NUM_FACES:
        docks |= ONE << TERRAFORM_RELIC
    return docks


@jit
def docks_of_hand(s):
    """The dockings that the ships in hand can form."""
    return formable(s, classes_in_hand(s), count_values(s))


@jit
def docks_of_ship(s, die, card, counts):
    """AF-193, AF-221: the dockings of a ship moved by a card, joined by ships of the values counted.

    AF-194: not at the facility it leaves; AF-222: the Helmet never leads to the station.
    """
    value = np.int64(s.value[die])
    counts += ONE << (COUNT_BITS * value)
    docks = formable(s, ONE << class_of(s, die), counts) & DOCKS_WITH_VALUE[value]
    if card == MIND_CONTROL_HELMET:
        docks &= ~DOCKS_AT[TERRAFORMING_STATION]
    return docks


@jit
def legal_docks(s):
    """AF-26: every docking open to the player on turn now, as a set of bits."""
    if s.phase == FORCED_DOCK:
        docks = docks_of_ship(s, np.int64(s.moved), np.int64(s.card), count_values(s))
        docks &= ~DOCKS_AT[s.facility]
    else:
        docks = docks_of_hand(s)
    if docks:  # often no ship is left
        docks = open_docks(s, docks, stock_of(s, np.int64(s.seat), FUEL))
    return docks
