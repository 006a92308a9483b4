"""The raid that follows a docking at the Raiders' Outpost (AF-83 to AF-86)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import NUM_OPPONENTS, RAID_CARD, RAID_RES, STOP
from exozoo.envs.alien_frontiers.components import RAID_UNITS
from exozoo.envs.alien_frontiers.constants import (
    HOLOGRAPHIC_DECOY,
    NUM_CARDS,
    NUM_RESOURCES,
    RAID,
)
from exozoo.envs.alien_frontiers.effects import lose_card, seat_at, update_planet
from exozoo.envs.alien_frontiers.phase_turn import clear_choice
from exozoo.envs.core.codes import ONE
from exozoo.envs.core.jit import jit

RAID_PICKS = NUM_OPPONENTS * NUM_RESOURCES


@jit
def open_raid(s):
    """AF-83, AF-84: up to four units or one card; nothing to decide if there is nothing to take."""
    s.phase = RAID
    if not can_raid_units(s) and not can_raid_cards(s):
        clear_choice(s)


@jit
def can_raid_unit(s, pick):
    """AF-84, AF-190: the victim has a unit of that kind and no decoy.

    Picks are made in ascending order, so that every mix can be taken in exactly one way.
    """
    relative = pick // NUM_RESOURCES + 1
    if pick < s.last_pick or relative >= s.num_players:
        return False
    victim = seat_at(s, relative)
    return s.resources[victim, pick % NUM_RESOURCES] > 0 and not s.cards[victim, HOLOGRAPHIC_DECOY]


@jit
def can_raid_card(s, relative, card):
    """AF-83: a card is the only pick; AF-190: from the holder of a decoy only the decoy."""
    if s.picks > 0 or relative >= s.num_players:
        return False
    victim = seat_at(s, relative)
    if s.cards[victim, HOLOGRAPHIC_DECOY] and card != HOLOGRAPHIC_DECOY:
        return False
    return s.cards[victim, card] > 0


@jit
def can_raid_units(s):
    for pick in range(RAID_PICKS):
        if can_raid_unit(s, pick):
            return True
    return False


@jit
def can_raid_cards(s):
    for relative in range(1, NUM_OPPONENTS + 1):
        for card in range(NUM_CARDS):
            if can_raid_card(s, relative, card):
                return True
    return False


@jit
def legal_raid(s, mask):
    """AF-83, AF-84: one more unit, or a card instead of all units, or stop."""
    mask[STOP] = 1
    for pick in range(RAID_PICKS):
        if can_raid_unit(s, pick):
            mask[RAID_RES + pick] = 1
    for relative in range(1, NUM_OPPONENTS + 1):
        for card in range(NUM_CARDS):
            if can_raid_card(s, relative, card):
                mask[RAID_CARD + (relative - 1) * NUM_CARDS + card] = 1


@jit
def apply_raid(s, action):
    """AF-84: stop, take a unit or take a card."""
    if action == STOP:
        clear_choice(s)
    elif action < RAID_CARD:
        take_unit(s, action - RAID_RES)
    else:
        choice = action - RAID_CARD
        take_card(s, choice // NUM_CARDS + ONE, choice % NUM_CARDS)


@jit
def take_unit(s, pick):
    """AF-232: from player to player, four at most (AF-83)."""
    victim = seat_at(s, pick // NUM_RESOURCES + ONE)
    s.resources[victim, pick % NUM_RESOURCES] -= 1
    s.resources[np.int64(s.seat), pick % NUM_RESOURCES] += 1
    s.picks += 1
    s.last_pick = pick
    if s.picks == RAID_UNITS or not can_raid_units(s):
        clear_choice(s)


@jit
def take_card(s, relative, card):
    """AF-86: it may be used at once; AF-85, AF-191: one of a type already held is discarded."""
    seat = np.int64(s.seat)
    victim = seat_at(s, relative)
    if s.cards[seat, card]:
        lose_card(s, victim, card)
    else:
        s.cards[victim, card] = 0
        s.cards[seat, card] = 1
    update_planet(s)
    clear_choice(s)
