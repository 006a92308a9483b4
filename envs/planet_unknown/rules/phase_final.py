"""Section 17, first steps: stored patches, end-of-game technologies, cards that advance markers."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import push
from exozoo.envs.planet_unknown.actions import ITEM
from exozoo.envs.planet_unknown.components import KIND_OF_CARD, LEVEL_OF_TECHNOLOGY
from exozoo.envs.planet_unknown.constants import (
    ALL_TRACKS,
    CARD_MEDALS_AND_ADVANCE,
    CHOOSE_ADVANCE,
    FINAL_ITEMS,
    ITEM_STORED,
    ITEM_TECHNOLOGY,
    KEEP_CARD,
    MAX_ROVERS,
    NUM_CARDS,
    NUM_LEVELS,
    NUM_SQUARES,
    PLACE_PATCH,
    TWO_CARDS_AT_END,
)
from exozoo.envs.planet_unknown.rules.cards import cards_left, look_at_pile
from exozoo.envs.planet_unknown.rules.effects import destroy_rover, has_technology

CARDS_AT_END = np.int64(2)  # PU-218
FROM_STORAGE = ONE


@jit
def begin_final(s):
    """PU-100: stored patches and end-of-game technologies, in any order."""
    push(s, FINAL_ITEMS, np.int64(s.seat), ZERO, ZERO, ZERO, ZERO)


@jit
def final_items(s, seat):
    """Bits of the final steps that the seat has still to take."""
    player = s.players[seat]
    items = 0
    if player.stored_patches > 0:
        items |= 1 << ITEM_STORED
    level = LEVEL_OF_TECHNOLOGY[np.int64(player.corporation), TWO_CARDS_AT_END]
    if level != NONE and player.used_game[level] == 0 and cards_left(s) > 0:
        if has_technology(s.players[seat], TWO_CARDS_AT_END):
            items |= 1 << ITEM_TECHNOLOGY
    return items


@jit
def legal_final(s, seat, mask):
    items = final_items(s, seat)
    for item in range(ITEM_TECHNOLOGY + 1):
        if items >> item & 1:
            mask[ITEM + item] = 1


@jit
def apply_final(s, seat, item):
    """PU-89, PU-218: place a stored patch, or keep two of the cards left."""
    player = s.players[seat]
    if item == ITEM_STORED:
        player.stored_patches -= 1
        push(s, PLACE_PATCH, seat, ONE, FROM_STORAGE, ZERO, ZERO)
        return
    player.used_game[LEVEL_OF_TECHNOLOGY[np.int64(player.corporation), TWO_CARDS_AT_END]] = 1
    for level in range(NUM_LEVELS):
        look_at_pile(s, seat, np.int64(level))
    push(s, KEEP_CARD, seat, CARDS_AT_END, ZERO, ZERO, ZERO)


@jit
def clear_planets(s):
    """PU-101, PU-178: rovers, with what they carry, and lifepods leave the planets."""
    for seat in range(np.int64(s.num_players)):
        player = s.players[seat]
        for rover in range(MAX_ROVERS):
            destroy_rover(player, rover)
        for square in range(NUM_SQUARES):
            player.lifepod[square] = 0


@jit
def begin_final_card(s, seat):
    """PU-102, PU-103, PU-250: the next own card that advances a marker; False without one."""
    for card in range(NUM_CARDS):
        if s.card_place[card] == seat and s.card_resolved[card] == 0:
            if KIND_OF_CARD[card] == CARD_MEDALS_AND_ADVANCE:
                s.card_resolved[card] = 1
                push(s, CHOOSE_ADVANCE, seat, ALL_TRACKS, ONE, ONE, ZERO)
                return True
    return False
