"""The Automa's deck and reserve (GS-7, GS-9, GS-10, GS-12), and dealing what is hidden of them anew.

`s.cards` holds the deck from the top down, then the reserve, which lies in random order.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import draw_below, shuffle, shuffle_anew
from exozoo.envs.gaia_project.automa.cards import HAS_PASS_SYMBOL, STARTS_IN_DECK
from exozoo.envs.gaia_project.constants import NUM_CARDS

LAST_CARDS = np.int64(3)  # GS-10


@jit
def deal_deck(s):
    """GS-7: the starters of the level and one random card of the rest; shuffle."""
    size = ZERO
    last = NUM_CARDS - 1
    for card in range(NUM_CARDS):
        known = STARTS_IN_DECK[s.automa_level, card]
        s.card_known[card] = known
        if known:
            s.cards[size] = card
            size += 1
        else:
            s.cards[last] = card
            last -= 1
    shuffle(s.rng, s.cards, size, NUM_CARDS)
    s.deck_size = size
    renew_deck(s)


@jit
def renew_deck(s):
    """GS-7, GS-12: all cards of the deck and the first of the reserve are shuffled."""
    s.deck_size += 1
    s.deck_shown = 0
    shuffle(s.rng, s.cards, ZERO, np.int64(s.deck_size))


@jit
def show_card(s):
    """GS-9: the top card of the deck is laid open."""
    card = np.int64(s.cards[s.deck_shown])
    s.deck_shown += 1
    s.card_known[card] = 1
    return card


@jit
def must_pass(s):
    """GS-10, OS-5: no action card, or among the last three one with the pass symbol."""
    left = s.deck_size - s.deck_shown
    if left == 0:
        return True
    return left <= LAST_CARDS and HAS_PASS_SYMBOL[s.cards[s.deck_shown]] != 0


@jit
def draw_any_card(s):
    """A random decision card, put back at once (GS-6)."""
    return draw_below(s.rng, NUM_CARDS)


@jit
def deal_hidden_cards(s):
    """Deal anew what nobody knows: the order of the deck, and which unseen cards are in it."""
    first = np.int64(s.deck_shown)
    for place in range(s.deck_shown, s.deck_size):
        card = s.cards[place]
        if s.card_known[card]:
            s.cards[place] = s.cards[first]
            s.cards[first] = card
            first += 1
    shuffle_anew(s.rng, s.cards, first, NUM_CARDS)
    shuffle_anew(s.rng, s.cards, np.int64(s.deck_shown), np.int64(s.deck_size))
