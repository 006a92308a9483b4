"""The raid that follows a docking at the Raiders' Outpost (AF-83 to AF-86)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import RAID_CARD_BLOCK, RAID_RES_BLOCK
from exozoo.envs.alien_frontiers.components import RAID_UNITS
from exozoo.envs.alien_frontiers.constants import (
    HOLOGRAPHIC_DECOY,
    MAIN,
    NUM_CARDS,
    NUM_RESOURCES,
    RAID,
)
from exozoo.envs.alien_frontiers.rules.effects import lose_card, seat_at
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit


@jit
def open_raid(s):
    """AF-83, AF-84: up to four units or one card; nothing to decide if there is nothing to take."""
    s.phase = RAID
    if legal_raid_units(s) == 0 and legal_raid_cards(s) == 0:
        s.phase = MAIN


@jit
def legal_raid_units(s):
    """AF-84, AF-190: units that opponents without a decoy have.

    Picks are made in ascending order, so that every mix can be taken in exactly one way.
    """
    units = ZERO
    for relative in range(ONE, np.int64(s.num_players)):
        victim = seat_at(s, relative)
        if s.cards[victim, HOLOGRAPHIC_DECOY]:
            continue
        for resource in range(NUM_RESOURCES):
            if s.resources[victim, resource] > 0:
                units |= ONE << ((relative - ONE) * NUM_RESOURCES + resource)
    last = np.int64(s.last_pick)
    return (units >> last) << last


@jit
def legal_raid_cards(s):
    """AF-83: a card is the only pick; AF-190: from the holder of a decoy only the decoy."""
    cards = ZERO
    if s.picks > 0:
        return cards
    for relative in range(ONE, np.int64(s.num_players)):
        victim = seat_at(s, relative)
        for card in range(NUM_CARDS):
            decoyed = s.cards[victim, HOLOGRAPHIC_DECOY] and card != HOLOGRAPHIC_DECOY
            if s.cards[victim, card] and not decoyed:
                cards |= ONE << ((relative - ONE) * NUM_CARDS + card)
    return cards


@jit
def apply_raid(s, block, choice):
    """AF-84: stop, take a unit or take a card."""
    if block == RAID_RES_BLOCK:
        take_unit(s, choice)
    elif block == RAID_CARD_BLOCK:
        take_card(s, choice // NUM_CARDS + ONE, choice % NUM_CARDS)
    else:
        s.phase = MAIN


@jit
def take_unit(s, pick):
    """AF-232: from player to player, four at most (AF-83)."""
    victim = seat_at(s, pick // NUM_RESOURCES + ONE)
    s.resources[victim, pick % NUM_RESOURCES] -= 1
    s.resources[np.int64(s.seat), pick % NUM_RESOURCES] += 1
    s.picks += 1
    s.last_pick = pick
    if s.picks == RAID_UNITS or legal_raid_units(s) == 0:
        s.phase = MAIN


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
    s.phase = MAIN
