"""Victory points, the end of the game, ties."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.components import VP_OF_CARD
from exozoo.envs.alien_frontiers.constants import (
    FUEL,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_TERRITORIES,
    ORE,
    POSITRON_FIELD,
)
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.state import rank_seats

NUM_KEYS = 4


@jit
def controller(s, territory):
    """AF-112, AF-113: the seat with strictly more colonies there than any other, or NONE."""
    most = ZERO
    leader = NONE
    for seat in range(np.int64(s.num_players)):
        count = np.int64(s.colonies[territory, seat])
        if count > most:
            most = count
            leader = np.int64(seat)
        elif count == most:
            leader = NONE
    return leader


@jit
def score_all(s):
    """AF-118: points are a function of the present position, never accumulated.

    AF-180: cards that are worth a point while held; AF-110: a point per colony; AF-114: one for each
    territory controlled; AF-153: one more where the Positron Field lies.
    """
    for seat in range(s.num_players):
        points = ZERO
        for card in range(NUM_CARDS):
            points += s.cards[seat, card] * VP_OF_CARD[card]
        for territory in range(NUM_TERRITORIES):
            points += s.colonies[territory, seat]
        s.scores[seat] = points
    for territory in range(NUM_TERRITORIES):
        leader = controller(s, territory)
        if leader != NONE:
            s.scores[leader] += 1 + (s.field_at[POSITRON_FIELD] == territory)


@jit
def count_cards(s, seat):
    count = ZERO
    for card in range(NUM_CARDS):
        count += s.cards[seat, card]
    return count


@jit
def finish_game(s):
    """AF-241, AF-242: most points win; AF-243: then more cards, more ore, more fuel.

    AF-244: equals share the place.
    """
    score_all(s)
    keys = np.zeros((MAX_PLAYERS, NUM_KEYS), np.int64)
    for seat in range(s.num_players):
        keys[seat, 0] = s.scores[seat]
        keys[seat, 1] = count_cards(s, np.int64(seat))
        keys[seat, 2] = s.resources[seat, ORE]
        keys[seat, 3] = s.resources[seat, FUEL]
    rank_seats(s, keys)
    s.over = 1
