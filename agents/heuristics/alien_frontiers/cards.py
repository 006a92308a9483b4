"""Cards to claim, to take in a raid and to discard in this turn."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.alien_frontiers.worth import (
    CARD,
    CITY,
    CLAIM_REACH,
    CLAIM_SHIP,
    CLAIM_TALLY,
    DISCARD_NOW,
    RAID_CARD,
    RAID_UNIT,
    RECKON,
    RIVAL,
    WAIT_CLAIM,
)
from exozoo.envs.alien_frontiers.components import RAID_UNITS, VP_OF_CARD
from exozoo.envs.alien_frontiers.constants import (
    ARTIFACT,
    DISPLAY_SIZE,
    HOLOGRAPHIC_DECOY,
    NUM_CARDS,
    NUM_RESOURCES,
    RAID,
)
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit


@jit
def cards_worth(any_card, special, points, out):
    """out[card]: what each card is worth to one who holds it."""
    for card in range(NUM_CARDS):
        out[card] = any_card + special[card] + points * VP_OF_CARD[card]


@jit
def spare_gain(s, seat, of_card, gains):
    """What it is worth to discard one of the cards held in this turn, not to keep it (AF-162)."""
    spare = 0.0
    for card in range(NUM_CARDS):
        if gains[card] > 0 and s.cards[seat, card] and not s.used[card]:
            spare = max(spare, gains[card] - of_card[card])
    return spare


@jit
def to_claim(s, seat, gains, now, of_card):
    """Make of_card what each card is worth if it is claimed: a type that one holds nothing (AF-45).

    `now` is how much of the gain by a discard in this turn counts.
    """
    for card in range(NUM_CARDS):
        if s.cards[seat, card]:
            of_card[card] = 0.0
        elif not s.discarded:
            of_card[card] += now * max(gains[card] - of_card[card], 0.0)


@jit
def shown_worth(s, of_card):
    """The best card on display."""
    best = 0.0
    for slot in range(DISPLAY_SIZE):
        if s.display[slot] != NONE:
            best = max(best, of_card[s.display[slot]])
    return best


@jit
def fresh_worth(s, of_card):
    """The best of three cards from the deck, on average: which cards it holds is known to all."""
    size = np.int64(s.deck_size)
    if size < DISPLAY_SIZE:
        return 0.0
    total = 0.0
    for number in range(size):
        worth = max(of_card[s.deck[number]], 0.0)
        lower = ZERO  # cards with which it would be the best
        for other in range(size):
            beside = max(of_card[s.deck[other]], 0.0)
            lower += beside < worth or (beside == worth and other < number)
        total += worth * (lower * (lower - 1) // 2)
    return total / (size * (size - 1) * (size - 2) // 6)


@jit
def ships_needed(faces, pips):
    """How many of the ships in hand bring so many pips, the highest first; NONE if all do not."""
    count = ZERO
    for number in range(faces.size):
        face = faces.size - 1 - number
        for _ in range(faces[face]):
            if pips <= 0 and count > 0:
                return count
            pips -= face + 1
            count += 1
    return count if pips <= 0 and count > 0 else NONE


@jit
def units_to_raid(s, seat):
    """AF-83, AF-190: resources that may still be taken."""
    units = ZERO
    for other in range(s.num_players):
        if other != seat and not s.cards[other, HOLOGRAPHIC_DECOY]:
            for resource in range(NUM_RESOURCES):
                units += s.resources[other, resource]
    return min(units, RAID_UNITS - np.int64(s.picks))


@jit
def prey_worth(s, seat, of_card):
    """AF-84, AF-190: the best card that may be taken, as long as no resource was."""
    best = 0.0
    if s.picks == 0:
        for other in range(s.num_players):
            if other == seat:
                continue
            for card in range(NUM_CARDS):
                guarded = card != HOLOGRAPHIC_DECOY and s.cards[other, HOLOGRAPHIC_DECOY]
                if s.cards[other, card] and not guarded and not s.cards[seat, card]:
                    best = max(best, of_card[card])
    return best


@jit
def claim_value(s, seat, faces, of_card, stage, worth):
    """The best card that the ships of this turn can claim, less what these would bring elsewhere."""
    best = shown_worth(s, of_card)
    claims = s.phase == ARTIFACT and s.tally >= CLAIM_TALLY
    if worth[RECKON, stage] > 0 and (not claims or s.refresh or s.display[0] == NONE):
        best = max(best, fresh_worth(s, of_card))
    if claims:
        return worth[WAIT_CLAIM, stage] * best
    ships = ships_needed(faces, CLAIM_TALLY - np.int64(s.tally))
    if ships == NONE:
        return 0.0
    cost = worth[CLAIM_SHIP, stage] * ships
    return max(worth[CLAIM_REACH, stage] * best - cost, 0.0)


@jit
def cards_value(s, seat, faces, gains, stage, worth):
    """Of cards in this turn: one to be claimed or raided, and one to be discarded."""
    if s.tally == 0 and s.phase != RAID and (s.discarded or gains.max() <= 0):
        return 0.0  # as nearly always
    of_card = np.zeros(NUM_CARDS)
    special = worth[CITY : CITY + NUM_CARDS, stage]
    cards_worth(worth[CARD, stage], special, worth[RECKON, stage], of_card)
    total = 0.0
    if not s.discarded:
        total += worth[DISCARD_NOW, stage] * spare_gain(s, seat, of_card, gains)
    if s.phase == RAID:
        share = 1.0 + worth[RIVAL, stage]  # it is taken from another
        card = worth[RAID_CARD, stage] * share * prey_worth(s, seat, of_card)
        total += max(worth[RAID_UNIT, stage] * units_to_raid(s, seat), card)
    if s.tally > 0:
        to_claim(s, seat, gains, worth[DISCARD_NOW, stage], of_card)
        total += claim_value(s, seat, faces, of_card, stage, worth)
    return total
