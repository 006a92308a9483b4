"""Orbital Teleporter (AF-193 to AF-195) and Mind Control Helmet (AF-220 to AF-224): use a ship again."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import DOCKS_AT
from exozoo.envs.alien_frontiers.components import MOVABLE_FROM, POWER_FUEL
from exozoo.envs.alien_frontiers.constants import (
    FORCED_DOCK,
    FUEL,
    LIFTED,
    NUM_DICE,
    ORBITAL_TELEPORTER,
)
from exozoo.envs.alien_frontiers.rules.docking import (
    ALL_DOCKS,
    count_values,
    docks_of_ship,
    open_docks,
)
from exozoo.envs.alien_frontiers.rules.effects import (
    class_of,
    discount,
    docked_ship,
    is_docked,
    owner_of,
    pay_power,
    stock_of,
)
from exozoo.envs.alien_frontiers.rules.opponents import opponent_class, opponent_ship
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit


@jit
def docks_after_paying(s, card):
    """AF-195, AF-222: the dockings that are open once the card is paid."""
    fuel = stock_of(s, np.int64(s.seat), FUEL) - discount(s, POWER_FUEL[card])
    return open_docks(s, ALL_DOCKS, fuel)


@jit
def can_move(s, die, card, docks, counts):
    """AF-193, AF-220: an own or an opponent's ship with somewhere else to go, with the ships counted.

    AF-105, AF-194, AF-222: not from the bay or the station, nor back where it came from; AF-224: a
    ship moved with the Helmet stays its owner's.
    """
    owner = owner_of(s, die)
    if not is_docked(s, die) or owner == NONE or not MOVABLE_FROM[s.place[die]]:
        return False
    if (owner == s.seat) != (card == ORBITAL_TELEPORTER):
        return False
    return (docks & docks_of_ship(s, die, card, counts) & ~DOCKS_AT[s.place[die]]) != 0


@jit
def legal_mover_facility(s, card):
    """AF-195, AF-222: the facilities from which a ship can be moved."""
    docks, counts = docks_after_paying(s, card), count_values(s)
    facilities = ZERO
    for die in range(NUM_DICE):
        if can_move(s, die, card, docks, counts):
            facilities |= ONE << np.int64(s.place[die])
    return facilities


@jit
def legal_mover_ship(s):
    """The ships at the chosen facility that can be moved: own classes, or those of opponents."""
    card = np.int64(s.card)
    docks, counts = docks_after_paying(s, card), count_values(s)
    classes = ZERO
    for die in range(NUM_DICE):
        if s.place[die] == s.facility and can_move(s, die, card, docks, counts):
            if card == ORBITAL_TELEPORTER:
                classes |= ONE << class_of(s, die)
            else:
                classes |= ONE << opponent_class(s, die)
    return classes


@jit
def apply_teleport_ship(s, ship_class):
    """AF-193: one's own ship docks again."""
    seat = np.int64(s.seat)
    lift_ship(s, docked_ship(s, np.int64(s.facility), seat, ship_class))


@jit
def apply_helmet_ship(s, choice):
    """AF-220, AF-223: an opponent's ship docks for the player on turn and counts as docked by him."""
    lift_ship(s, opponent_ship(s, np.int64(s.facility), choice))


@jit
def lift_ship(s, die):
    """Pay the card; AF-195: the old port is free, what the ship earned there is kept."""
    pay_power(s, POWER_FUEL[s.card])
    s.place[die] = LIFTED
    s.port[die] = NONE
    s.moved = die
    s.phase = FORCED_DOCK
