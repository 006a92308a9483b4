"""Alien Frontiers by rules of thumb; docs/strategy/alien_frontiers.md says them in words.

Every action is tried on a copy and the position appraised in points: colonies and control as they
stand, and what ships, resources, cards and the hub will bring.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.constants import (
    FUEL,
    HAND,
    NUM_CARDS,
    NUM_SHIPS,
    ORE,
    PLACE_COLONY,
    RAID,
    STOCK,
    TERRAFORMING_STATION,
)
from exozoo.envs.alien_frontiers.rules.step import step
from exozoo.envs.core.codes import codes, names_of, table
from exozoo.envs.core.jit import jit

(
    RIVAL,
    SHIPS_4,  # ships in play, by their number
    SHIPS_5,
    SHIPS_6,
    FUEL_1,  # units held, by their number: more than a few are not worth hoarding
    FUEL_2,
    FUEL_3,
    FUEL_4,
    FUEL_5,
    FUEL_6,
    FUEL_MORE,  # each beyond
    ORE_1,
    ORE_2,
    ORE_3,
    ORE_4,
    ORE_5,
    ORE_6,
    ORE_MORE,
    RELIC,
    HUB,  # each space on the way to a launch
    COLONY,  # a colony on the planet, beside its points: placing all ends the game
    CARD,
    IN_HAND,  # a ship still to be docked
    TALLY,  # a pip docked at the artifact
    WAIT_COLONY,  # a colony about to be placed
    WAIT_RAID,
) = codes(26)
ROWS = tuple(name.lower() for name in names_of(globals(), "RIVAL", "WAIT_RAID"))
STAGES = (0.0,)
TURNS_AHEAD = 4  # of search: dice decide much, and a turn is weighed in no time
LISTED_UNITS, MOST_UNITS = 6, 9
FIRST_UNIT = table([FUEL_1, ORE_1])  # row of the first unit, by resource
FEWEST_SHIPS = 3


@jit
def units_value(worth, resource, units):
    """Fuel or ore held."""
    if units == 0:
        return 0.0
    first = FIRST_UNIT[resource]
    total = worth[first + min(units, LISTED_UNITS) - 1, 0]
    more = min(units, MOST_UNITS) - LISTED_UNITS
    return total + worth[first + LISTED_UNITS, 0] * more if more > 0 else total


@jit
def seat_value(s, seat, worth):
    """Points in sight and what the seat's means will bring."""
    ships, in_hand = 0, 0
    for die in range(seat * NUM_SHIPS, (seat + 1) * NUM_SHIPS):
        place = s.place[die]
        ships += place != STOCK and place != TERRAFORMING_STATION
        in_hand += place == HAND
    cards = 0
    for card in range(NUM_CARDS):
        cards += np.int64(s.cards[seat, card])
    total = s.scores[seat] + worth[IN_HAND, 0] * in_hand + worth[CARD, 0] * cards
    if ships > FEWEST_SHIPS:
        total += worth[SHIPS_4 + ships - FEWEST_SHIPS - 1, 0]
    total += units_value(worth, FUEL, np.int64(s.resources[seat, FUEL]))
    total += units_value(worth, ORE, np.int64(s.resources[seat, ORE]))
    total += worth[HUB, 0] * s.hub[seat]
    total -= worth[COLONY, 0] * s.unplaced[seat]
    if s.relic_holder == seat:
        total += worth[RELIC, 0]
    if s.seat == seat:
        if s.phase == PLACE_COLONY:
            total += worth[WAIT_COLONY, 0]
        elif s.phase == RAID:
            total += worth[WAIT_RAID, 0]
        total += worth[TALLY, 0] * min(np.int64(s.tally), 8)
    return total


@jit
def weigh(s, mask, worth, scratch, slot, out):
    """The own position against the best rival's after each action."""
    seat = np.int64(s.seat)
    for action in range(mask.size):
        if mask[action]:
            scratch[slot] = s
            tried = scratch[slot]
            step(tried, np.int64(action))
            rival = -np.inf
            for other in range(tried.num_players):
                if other != seat:
                    rival = max(rival, seat_value(tried, np.int64(other), worth))
            out[action] = seat_value(tried, seat, worth) - worth[RIVAL, 0] * rival


@jit
def appraise(s, worth, points):
    """The same for every seat."""
    for seat in range(s.num_players):
        points[seat] = seat_value(s, np.int64(seat), worth)
