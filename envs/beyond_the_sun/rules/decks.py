"""The technology and system decks: top card first, returned cards at the bottom."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import MAX_TECHS, S_DECK, T_TYPES, system, tech
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import shuffle


@jit
def draw_system(s, deck):
    """BS-134: the top card of the deck, of the other one if it is empty, or NONE."""
    if s.system_left[deck] == 0:
        deck = 1 - deck
    left = np.int64(s.system_left[deck])
    if left == 0:
        return NONE
    card = np.int64(s.system_deck[deck, 0])
    for place in range(left - 1):
        s.system_deck[deck, place] = s.system_deck[deck, place + 1]
        s.system_group[deck, place] = s.system_group[deck, place + 1]
    s.system_left[deck] = left - 1
    return card


@jit
def return_systems(s):
    """The cards set aside go under the deck of their letter, in random order."""
    shuffle(s.rng, s.aside, ZERO, np.int64(s.num_aside))
    for index in range(np.int64(s.num_aside)):
        card = np.int64(s.aside[index])
        deck = system(s, card, S_DECK)
        left = np.int64(s.system_left[deck])
        s.system_deck[deck, left] = card
        s.system_group[deck, left] = s.next_group
        s.system_left[deck] = left + 1
    s.next_group += 1
    s.num_aside = 0


@jit
def draw_techs(s, deck, wanted):
    """BS-77: draw until 2 cards of the type are open; all drawn cards are set aside in order.

    BS-6: a hybrid card matches either of its types.

    BS-79: if the deck ends first, what was found counts; `aside_matching` keeps NONE for the rest.
    """
    s.num_aside = 0
    s.aside_matching[0] = NONE
    s.aside_matching[1] = NONE
    left, drawn, found = np.int64(s.tech_left[deck]), np.int64(0), 0
    while drawn < left and found < 2:
        card = np.int64(s.tech_deck[deck, drawn])
        s.aside[drawn] = card
        drawn += 1
        if (tech(s, card, T_TYPES) >> wanted) & 1:
            s.aside_matching[found] = card
            found += 1
    for place in range(left - drawn):
        s.tech_deck[deck, place] = s.tech_deck[deck, place + drawn]
        s.tech_group[deck, place] = s.tech_group[deck, place + drawn]
    s.tech_left[deck] = left - drawn
    s.num_aside = drawn


@jit
def return_techs(s, deck, chosen):
    """BS-78: all drawn cards but the chosen one go under the deck in random order."""
    count = np.int64(0)
    for index in range(np.int64(s.num_aside)):
        if s.aside[index] != chosen:
            s.aside[count] = s.aside[index]
            count += 1
    shuffle(s.rng, s.aside, ZERO, count)
    left = np.int64(s.tech_left[deck])
    for index in range(count):
        s.tech_deck[deck, left + index] = s.aside[index]
        s.tech_group[deck, left + index] = s.next_group
    s.tech_left[deck] = left + count
    s.next_group += 1
    s.num_aside = 0


@jit
def lay_out_row(s, deck, wanted):
    """BS-191: the cards of an open row that match the type (all, if none does), by number."""
    s.aside_matching[0] = NONE
    s.aside_matching[1] = NONE
    matching = count_in_deck(s, deck, wanted)
    s.num_aside = 0
    for card in range(MAX_TECHS):
        fits = (tech(s, np.int64(card), T_TYPES) >> wanted) & 1 or matching == 0
        if fits and place_in_deck(s, deck, card) != NONE:
            s.aside[s.num_aside] = card
            s.num_aside += 1


@jit
def place_in_deck(s, deck, card):
    for place in range(np.int64(s.tech_left[deck])):
        if s.tech_deck[deck, place] == card:
            return np.int64(place)
    return NONE


@jit
def count_in_deck(s, deck, wanted):
    count = 0
    for place in range(np.int64(s.tech_left[deck])):
        if (tech(s, np.int64(s.tech_deck[deck, place]), T_TYPES) >> wanted) & 1:
            count += 1
    return count


@jit
def take_from_row(s, deck, card):
    """BS-191: the card leaves the row; the others stay as they are."""
    left = np.int64(s.tech_left[deck])
    for place in range(place_in_deck(s, deck, card), left - 1):
        s.tech_deck[deck, place] = s.tech_deck[deck, place + 1]
        s.tech_group[deck, place] = s.tech_group[deck, place + 1]
    s.tech_left[deck] = left - 1
    s.num_aside = 0
