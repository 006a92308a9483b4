"""What technology cards bring in Alien Frontiers: claims within reach, powers and discards under way.

Part of `exozoo.agents.heuristics.alien_frontiers`, whose weights are handed in one by one where they
are needed. A power or discard takes several choices and shows its effect only after the last one, so
that the best of what may come of it is reckoned here.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.components import FIELD_OF_CARD, RAID_UNITS, VP_OF_CARD
from exozoo.envs.alien_frontiers.constants import (
    DISPLAY_SIZE,
    HOLOGRAPHIC_DECOY,
    ISOLATION_FIELD,
    MOVE_OWNER,
    MOVE_TO,
    NUM_CARDS,
    NUM_RESOURCES,
    NUM_TERRITORIES,
    POSITRON_FIELD,
    REPULSOR_FIELD,
    SWAP_OWNER_A,
    SWAP_OWNER_B,
    SWAP_TERRITORY_B,
)
from exozoo.envs.alien_frontiers.rules.scoring import controller
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit

# --- cards to claim ---------------------------------------------------------------------------


@jit
def cards_worth(s, seat, any_card, special, points, out):
    """out[card]: what each card is worth to one who holds it."""
    for card in range(NUM_CARDS):
        out[card] = any_card + special[card] + points * VP_OF_CARD[card]


@jit
def spare_gain(s, seat, of_card, gains):
    """What it is worth to discard one of the cards held in this turn, not to keep it (AF-162)."""
    spare = 0.0
    for card in range(NUM_CARDS):
        if s.cards[seat, card] and not s.used[card]:
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


# --- raids --------------------------------------------------------------------------------------


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


# --- colonies to move or swap, fields to place --------------------------------------------------


@jit
def territory_worth(s, territory, seat, out_owner, in_owner, bonus, safe, near):
    """A territory to the seat, after a colony of one owner left it and one of another came."""
    own, most = ZERO, ZERO
    for owner in range(s.num_players):
        count = np.int64(s.colonies[territory, owner])
        count += (owner == in_owner) - np.int64(owner == out_owner)
        if owner == seat:
            own = count
        else:
            most = max(most, count)
    if own > most:
        total = 1.0 + (s.field_at[POSITRON_FIELD] == territory)
        if s.field_at[ISOLATION_FIELD] != territory:
            total += bonus[territory]
        return total + safe if own > most + 1 else total
    return near if own == most and own > 0 else 0.0


@jit
def exchange_gain(s, territory, seat, rival, out_owner, in_owner, share, bonus, safe, near):
    """What the change is worth to the seat, less the part of it that the rival has."""
    gain = 0.0
    for sign, one in ((1.0, seat), (-share, rival)):
        after = territory_worth(s, territory, one, out_owner, in_owner, bonus, safe, near)
        before = territory_worth(s, territory, one, NONE, NONE, bonus, safe, near)
        gain += sign * (after - before)
    return gain


@jit
def best_move(s, seat, rival, share, bonus, safe, near):
    """AF-196: of the moves of a colony that are still open."""
    best = -np.inf
    arrive = np.zeros(NUM_TERRITORIES)
    for owner in range(s.num_players):
        if s.phase == MOVE_TO and owner != s.owner:
            continue
        for territory in range(NUM_TERRITORIES):
            arrive[territory] = exchange_gain(
                s, territory, seat, rival, NONE, owner, share, bonus, safe, near
            )
        for origin in range(NUM_TERRITORIES):
            if s.phase in (MOVE_OWNER, MOVE_TO) and origin != s.territory:
                continue
            if s.colonies[origin, owner] == 0 or s.field_at[REPULSOR_FIELD] == origin:
                continue
            leave = exchange_gain(s, origin, seat, rival, owner, NONE, share, bonus, safe, near)
            for goal in range(NUM_TERRITORIES):
                if goal != origin and s.field_at[REPULSOR_FIELD] != goal:
                    best = max(best, leave + arrive[goal])
    return best


@jit
def best_swap(s, seat, rival, share, bonus, safe, near):
    """AF-207: of the swaps that are still open; the lower territory's colony is named first."""
    best = -np.inf
    phase = s.phase
    under_way = phase in (SWAP_OWNER_A, SWAP_TERRITORY_B, SWAP_OWNER_B)
    second = np.zeros(NUM_TERRITORIES)
    for owner in range(s.num_players):
        if phase in (SWAP_TERRITORY_B, SWAP_OWNER_B) and owner != s.owner:
            continue
        for other in range(s.num_players):
            if other == owner or (owner != seat and other != seat):
                continue  # what two others swap brings little
            for territory in range(NUM_TERRITORIES):
                second[territory] = -np.inf
                if (
                    s.colonies[territory, other] > 0
                    and s.field_at[REPULSOR_FIELD] != territory
                    and (phase != SWAP_OWNER_B or territory == s.other_territory)
                ):
                    second[territory] = exchange_gain(
                        s, territory, seat, rival, other, owner, share, bonus, safe, near
                    )
            for territory in range(NUM_TERRITORIES):
                if under_way and territory != s.territory:
                    continue
                if s.colonies[territory, owner] == 0 or s.field_at[REPULSOR_FIELD] == territory:
                    continue
                first = exchange_gain(
                    s, territory, seat, rival, owner, other, share, bonus, safe, near
                )
                for beyond in range(territory + 1, NUM_TERRITORIES):
                    best = max(best, first + second[beyond])
    return best


@jit
def field_worth(s, field, territory, seat, rival, share, bonus):
    """The Positron or Isolation Field on a territory, to the seat less the rival's part."""
    if territory == NONE:
        return 0.0
    leader = controller(s, territory)
    worth = 1.0 if field == POSITRON_FIELD else -bonus[territory]
    if leader == seat:
        return worth
    return -share * worth if leader == rival else 0.0


@jit
def best_field(s, card, seat, rival, share, bonus):
    """AF-187, AF-214: of the places for the field of a card."""
    field = FIELD_OF_CARD[card]
    present = np.int64(s.field_at[field])
    best = -np.inf
    for territory in range(NUM_TERRITORIES):
        if territory != present:
            best = max(best, field_worth(s, field, territory, seat, rival, share, bonus))
    return best - field_worth(s, field, present, seat, rival, share, bonus)
