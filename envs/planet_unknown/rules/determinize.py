"""Section 26: deal anew what a seat cannot know."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND
from exozoo.envs.core.rng import seed_rng, shuffle, shuffle_anew
from exozoo.envs.planet_unknown.components import (
    COLOUR_OF_EVENT,
    IS_IMMEDIATE,
    IS_SOLO_EVENT,
    LEVEL_OF_CARD,
)
from exozoo.envs.planet_unknown.constants import (
    CARD_EXTRA,
    COMMON,
    DECK_SIZE,
    DISCARDED,
    IN_PILE,
    LAID_OUT,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_EVENTS,
    NUM_LEVELS,
    NUM_OBJECTIVES,
    NUM_SHAPES,
    ON_OFFER,
    TAKE_CARD,
    USED,
)
from exozoo.envs.planet_unknown.rules.cards import random_card

ALL_SEATS = (np.int64(1) << MAX_PLAYERS) - 1


@jit
def determinize(s, seat, key):
    """Uniform over all deals that agree with what the seat knows."""
    seed_rng(s.rng, key)
    for shape in range(NUM_SHAPES):  # PU-252
        shuffle_anew(s.rng, s.pile[shape], np.int64(s.taken[shape]) + 1, s.pile[shape].size)
    extra = extra_card(s)
    for level in range(NUM_LEVELS):
        redeal_civ_cards(s, seat, np.int64(level), extra)
    if extra != NONE and seat != s.seat:
        redraw_extra_card(s, extra)
    redeal_objectives(s, seat)
    redeal_events(s, seat)


@jit
def extra_card(s):
    """PU-215: the one card of another level that is on offer, or NONE."""
    for index in range(np.int64(s.num_pending)):
        if s.pending[index, KIND] == TAKE_CARD:
            return np.int64(s.pending[index, CARD_EXTRA])
    return NONE


@jit
def redraw_extra_card(s, extra):
    """To the other seats the card on offer is any card of that pile."""
    for index in range(np.int64(s.num_pending)):
        if s.pending[index, KIND] == TAKE_CARD:
            s.pending[index, CARD_EXTRA] = random_card(s, LEVEL_OF_CARD[extra], IN_PILE)


@jit
def is_hidden_card(s, seat, card, extra):
    """Cards that advanced a marker at the end were shown (PU-102)."""
    place = s.card_place[card]
    if place == seat or place == USED or s.card_resolved[card] == 1:
        return False
    return card != extra or seat != s.seat


@jit
def redeal_civ_cards(s, seat, level, extra):
    """PU-253, PU-254: cards last seen at the same look, or never, swap places among themselves.

    A card last seen at some look was taken before the next one: so its place, a pile or the hand of
    somebody who took a card between the two looks, is among the places of the cards of that look.
    """
    player = s.players[seat]
    cards = np.empty(NUM_CARDS, np.int64)
    places = np.empty(NUM_CARDS, np.int64)
    for look in range(np.int64(player.looks) + 1):
        count = 0
        for card in range(NUM_CARDS):
            if LEVEL_OF_CARD[card] == level and player.card_look[card] == look:
                if is_hidden_card(s, seat, card, extra):
                    cards[count] = card
                    places[count] = s.card_place[card]
                    count += 1
        shuffle_anew(s.rng, places, ZERO, np.int64(count))
        held = hands_first(places, np.int64(count))
        shuffle(s.rng, cards, ZERO, np.int64(count))
        kept_first(cards, np.int64(held), np.int64(count))
        shuffle(s.rng, cards, np.int64(held), np.int64(count))
        for index in range(count):
            s.card_place[cards[index]] = places[index]


@jit
def hands_first(places, count):
    """Bring the places in somebody's hand to the front; their number."""
    held = 0
    for index in range(count):
        if places[index] < MAX_PLAYERS:
            places[held], places[index] = places[index], places[held]
            held += 1
    return held


@jit
def kept_first(cards, held, count):
    """PU-58, PU-59: only end-of-game cards can be in a hand, so they come first there."""
    for slot in range(held):
        for index in range(slot, count):
            if IS_IMMEDIATE[cards[index]] == 0:
                cards[slot], cards[index] = cards[index], cards[slot]
                break


@jit
def is_hidden_objective(s, seat, objective):
    """PU-254: in the deck or box, or the secret of another seat."""
    place = s.objective_place[objective]
    if place in (seat, LAID_OUT, COMMON):
        return False
    if place == ON_OFFER:
        return s.seat != seat
    return place != DISCARDED or s.objective_seen[objective] >> seat & 1 == 0


@jit
def redeal_objectives(s, seat):
    """Hidden cards swap their places, together with who saw them there (one number of both)."""
    hidden = np.empty(NUM_OBJECTIVES, np.int64)
    places = np.empty(NUM_OBJECTIVES, np.int64)
    count = 0
    for objective in range(NUM_OBJECTIVES):
        if is_hidden_objective(s, seat, objective):
            hidden[count] = objective
            seen = np.int64(s.objective_seen[objective])
            places[count] = (np.int64(s.objective_place[objective]) << MAX_PLAYERS) | seen
            count += 1
    shuffle_anew(s.rng, places, ZERO, np.int64(count))
    for index in range(count):
        s.objective_place[hidden[index]] = places[index] >> MAX_PLAYERS
        s.objective_seen[hidden[index]] = places[index] & ALL_SEATS


@jit
def redeal_events(s, seat):
    """PU-124, PU-255: the colours left are known, their order and the cards are not."""
    start = np.int64(s.event_next)
    if s.peeked >> seat & 1:
        start += 1
    if start >= s.event_total:
        return
    known = np.zeros(NUM_EVENTS, np.int64)
    for index in range(start):
        known[s.event_deck[index]] = 1
    cards = np.arange(NUM_EVENTS)
    shuffle(s.rng, cards, ZERO, cards.size)
    colours = np.empty(DECK_SIZE, np.int64)
    for index in range(start, np.int64(s.event_total)):
        colours[index] = COLOUR_OF_EVENT[np.int64(s.event_deck[index])]
    shuffle_anew(s.rng, colours, start, np.int64(s.event_total))
    for index in range(start, np.int64(s.event_total)):
        for card in cards:
            usable = s.num_players == 1 or IS_SOLO_EVENT[card] == 0
            if usable and known[card] == 0 and COLOUR_OF_EVENT[card] == colours[index]:
                known[card] = 1
                s.event_deck[index] = card
                break
