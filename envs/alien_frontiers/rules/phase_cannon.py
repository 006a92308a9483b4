"""Plasma Cannon: shoot opponents' ships to the bay (AF-200, AF-201), or one to the stock (AF-202)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import STOP_BLOCK
from exozoo.envs.alien_frontiers.components import MIN_SHIPS, POHL_FUEL
from exozoo.envs.alien_frontiers.constants import (
    FUEL,
    MAIN,
    NUM_DICE,
    NUM_SHIPS,
    POHL_FOOTHILLS,
    RELIC,
    TERRAFORMING_STATION,
)
from exozoo.envs.alien_frontiers.rules.effects import (
    has_bonus,
    owner_of,
    pay,
    remove_from_port,
    send_to_stock,
    ships_in_play,
    stock_of,
)
from exozoo.envs.alien_frontiers.rules.opponents import is_opponents, opponent_class, opponent_ship
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit


@jit
def shot_fuel(s):
    """AF-200: 1 fuel per ship; AF-127: one less in all, so the first is free."""
    if s.picks < POHL_FUEL and has_bonus(s, np.int64(s.seat), POHL_FOOTHILLS):
        return ZERO
    return ONE


@jit
def legal_plasma_facility(s):
    """AF-200: the facilities with opponents' ships, if a shot can be paid."""
    facilities = ZERO
    if stock_of(s, np.int64(s.seat), FUEL) >= shot_fuel(s):
        for die in range(NUM_DICE):
            if is_opponents(s, die):
                facilities |= ONE << np.int64(s.place[die])
    return facilities


@jit
def legal_plasma_ships(s):
    """AF-200: any number of ships there, named in ascending order so that each set has one way."""
    classes = ZERO
    if stock_of(s, np.int64(s.seat), FUEL) >= shot_fuel(s):
        for die in range(NUM_DICE):
            if s.place[die] == s.facility and is_opponents(s, die):
                classes |= ONE << opponent_class(s, die)
    last = np.int64(s.last_pick)
    return (classes >> last) << last


@jit
def apply_plasma_ships(s, block, choice):
    """AF-200, AF-201: each ship is paid and removed at once; the salvo ends when no more can be."""
    if block == STOP_BLOCK:
        s.phase = MAIN
        return
    pay(s, np.int64(s.seat), FUEL, shot_fuel(s))
    remove_from_port(s, opponent_ship(s, np.int64(s.facility), choice))
    s.picks += 1
    s.last_pick = choice
    if legal_plasma_ships(s) == 0:
        s.phase = MAIN


# --- discard power -------------------------------------------------------------------------------


@jit
def can_destroy(s, die):
    """AF-203: the owner begins the next turn with three coloured ships; the relic ship never counts."""
    if not is_opponents(s, die):
        return False
    if die == RELIC or s.place[die] == TERRAFORMING_STATION:
        return True
    owner = owner_of(s, die)
    left = ships_in_play(s, owner) - ONE
    for ship in range(owner * NUM_SHIPS, (owner + 1) * NUM_SHIPS):
        if s.place[ship] == TERRAFORMING_STATION:
            left -= ONE
    return left >= MIN_SHIPS


@jit
def legal_cannon_facility(s):
    """AF-202: any facility but the bay."""
    facilities = ZERO
    for die in range(NUM_DICE):
        if can_destroy(s, die):
            facilities |= ONE << np.int64(s.place[die])
    return facilities


@jit
def legal_cannon_ship(s):
    """AF-202, AF-203: one ship there."""
    classes = ZERO
    for die in range(NUM_DICE):
        if s.place[die] == s.facility and can_destroy(s, die):
            classes |= ONE << opponent_class(s, die)
    return classes


@jit
def apply_cannon_ship(s, choice):
    """AF-202, AF-204: back to its owner's stock, from which it can be built again."""
    send_to_stock(s, opponent_ship(s, np.int64(s.facility), choice))
    s.phase = MAIN
