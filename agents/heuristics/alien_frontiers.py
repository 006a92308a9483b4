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
    NUM_PHASES,
    NUM_SHIPS,
    ORE,
    PLACE_COLONY,
    RAID,
    STOCK,
    TERRAFORMING_STATION,
)
from exozoo.envs.alien_frontiers.rules.step import step
from exozoo.envs.core.codes import table
from exozoo.envs.core.jit import jit

SHIPS_VALUE = table([0, 0, 0, 0, 1.5, 2.7, 3.5], np.float64)  # by ships in play
RELIC_VALUE = 0.8
RESOURCE_VALUE = table(  # by units held: fuel, then ore; more than a few is not worth hoarding
    [
        [0, 0.25, 0.5, 0.7, 0.85, 0.95, 1.0, 1.02, 1.04, 1.06],
        [0, 0.5, 1.0, 1.6, 1.9, 2.1, 2.3, 2.32, 2.34, 2.36],
    ],
    np.float64,
)
MOST_UNITS = 9
HUB_VALUE = 0.4  # for each space on the way to a launch
COLONY_VALUE = 1.0  # a colony on the planet, beside its points: placing all ends the game
CARD_VALUE = 0.5
HAND_VALUE = 0.12  # a ship still to be docked
TALLY_VALUE = 0.04  # a pip docked at the artifact
RIVAL_SHARE = 0.5  # of the best rival's position counts against one's own


def _waiting() -> np.ndarray:
    worth = np.zeros(NUM_PHASES)
    worth[PLACE_COLONY] = 2.6
    worth[RAID] = 1.2
    return worth


WAITING_VALUE = table(_waiting(), np.float64)  # of what the seat is deciding, by phase


@jit
def seat_value(s, seat):
    """Points in sight and what the seat's means will bring."""
    ships, in_hand = 0, 0
    for die in range(seat * NUM_SHIPS, (seat + 1) * NUM_SHIPS):
        place = s.place[die]
        ships += place != STOCK and place != TERRAFORMING_STATION
        in_hand += place == HAND
    cards = 0
    for card in range(NUM_CARDS):
        cards += np.int64(s.cards[seat, card])
    total = s.scores[seat] + SHIPS_VALUE[ships] + HAND_VALUE * in_hand + CARD_VALUE * cards
    total += RESOURCE_VALUE[FUEL, min(np.int64(s.resources[seat, FUEL]), MOST_UNITS)]
    total += RESOURCE_VALUE[ORE, min(np.int64(s.resources[seat, ORE]), MOST_UNITS)]
    total += HUB_VALUE * s.hub[seat]
    total -= COLONY_VALUE * s.unplaced[seat]
    if s.relic_holder == seat:
        total += RELIC_VALUE
    if s.seat == seat:
        total += WAITING_VALUE[s.phase] + TALLY_VALUE * min(np.int64(s.tally), 8)
    return total


@jit
def weigh(s, mask, scratch, slot, out):
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
                    rival = max(rival, seat_value(tried, np.int64(other)))
            out[action] = seat_value(tried, seat) - RIVAL_SHARE * rival


@jit
def appraise(s, points):
    """The same for every seat."""
    for seat in range(s.num_players):
        points[seat] = seat_value(s, np.int64(seat))
