"""What colonies, fields and cards about them bring: control after a move, a swap or a field."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.alien_frontiers.worth import (
    DISCARD_NOW,
    NEAR,
    RIVAL,
    SAFE,
    TERRITORY_ASIMOV,
)
from exozoo.envs.alien_frontiers.components import FIELD_OF_CARD
from exozoo.envs.alien_frontiers.constants import (
    ARTIFACT,
    DATA_CRYSTAL,
    DISPLAY_SIZE,
    ISOLATION_FIELD,
    MAIN,
    MOVE_OWNER,
    MOVE_TO,
    NUM_TERRITORIES,
    ORBITAL_TELEPORTER,
    POLARITY_DEVICE,
    POSITRON_FIELD,
    REPULSOR_FIELD,
    SWAP_OWNER_A,
    SWAP_OWNER_B,
    SWAP_TERRITORY_B,
)
from exozoo.envs.alien_frontiers.rules.scoring import controller
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit

NO_SWAP = -1.0  # if only others could swap their colonies, which is not looked at


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
    best = NO_SWAP
    phase = s.phase
    under_way = phase in (SWAP_OWNER_A, SWAP_TERRITORY_B, SWAP_OWNER_B)
    second = np.zeros(NUM_TERRITORIES)
    for owner in range(s.num_players):
        if phase in (SWAP_TERRITORY_B, SWAP_OWNER_B) and owner != s.owner:
            continue
        for other in range(s.num_players):
            if other == owner or (owner != seat and other != seat):
                continue
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


@jit
def discard_gain(s, seat, card, stage, worth):
    """The best that may come of a card's discard, under way or to come, where it is about the planet."""
    rival = NONE
    for other in range(s.num_players):
        if other != seat and (rival == NONE or s.scores[other] > s.scores[rival]):
            rival = np.int64(other)
    share = worth[RIVAL, stage]
    bonus = worth[TERRITORY_ASIMOV : TERRITORY_ASIMOV + NUM_TERRITORIES, stage]
    safe, near = worth[SAFE, stage], worth[NEAR, stage]
    if card == ORBITAL_TELEPORTER:
        return best_move(s, seat, rival, share, bonus, safe, near)
    if card == POLARITY_DEVICE:
        return best_swap(s, seat, rival, share, bonus, safe, near)
    return best_field(s, card, seat, rival, share, bonus)


@jit
def gains_of_discards(s, gains, stage, worth):
    """gains[card]: for cards about the planet that the seat on turn holds or may claim."""
    gains[:] = 0.0
    if s.discarded or s.phase not in (MAIN, ARTIFACT) or worth[DISCARD_NOW, stage] == 0:
        return
    seat = np.int64(s.seat)
    for card in (DATA_CRYSTAL, ORBITAL_TELEPORTER, POLARITY_DEVICE):
        wanted = s.cards[seat, card] > 0 and not s.used[card]
        for slot in range(DISPLAY_SIZE):
            wanted |= s.display[slot] == card
        if wanted:
            gains[card] = discard_gain(s, seat, card, stage, worth)
