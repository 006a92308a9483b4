"""Section 9 and 24: civ milestones, piles and cards."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, pop, push, set_top, top
from exozoo.envs.core.rng import draw_below
from exozoo.envs.planet_unknown.actions import CARD
from exozoo.envs.planet_unknown.components import (
    COUNT_OF_CARD,
    IS_IMMEDIATE,
    KIND_OF_CARD,
    LEVEL_OF_CARD,
    STEPS_OF_CARD,
)
from exozoo.envs.planet_unknown.constants import (
    ADD_NEXT_LEVEL_CARD,
    ALL_TRACKS,
    BOOST_ON_CIV_MILESTONE,
    CARD_ADVANCE_ALL_TO_POSITION,
    CARD_ADVANCE_DIFFERENT,
    CARD_COLLECT_LIFEPODS,
    CARD_DESTROY_METEORITES,
    CARD_DESTROY_METEORITES_IN_LINE,
    CARD_EXTRA,
    CARD_EXTRA_TILE,
    CARD_GAIN_MOVEMENT,
    CARD_GAIN_PATCHES,
    CARD_LEVEL,
    CARD_TELEPORT_ROVER_ANYWHERE,
    CHOOSE_ADVANCE,
    CHOOSE_LINE,
    CHOOSE_TELEPORT,
    CIV_MILESTONE_MOVES_DOWN,
    COLLECT_LIFEPOD,
    COUNT,
    DESTROY_METEORITE,
    EVENT_NO_BOOSTS,
    EXTRA_TILE,
    IN_PILE,
    ITEM_BOOST,
    ITEM_CARD,
    ITEM_DOWN,
    KEEP_CARD,
    MILESTONE_ITEMS,
    NUM_CARDS,
    NUM_LEVELS,
    NUM_SQUARES,
    SIZE,
    TAKE_CARD,
    TAKE_TILE,
    UNIONIZE,
    USED,
    WITHOUT_BOOSTS,
)
from exozoo.envs.planet_unknown.rules.effects import (
    gain_movement,
    gain_patches,
    has_meteorite,
    has_technology,
    has_trait,
    in_force,
    remove_meteorite,
)

CARD_ITEM_BIT, BOOST_ITEM_BIT, DOWN_ITEM_BIT = (1 << n for n in (ITEM_CARD, ITEM_BOOST, ITEM_DOWN))


@jit
def pile_size(s, level):
    """Cards in the civ pile of a level (from 0)."""
    count = 0
    for card in range(NUM_CARDS):
        count += LEVEL_OF_CARD[card] == level and s.card_place[card] == IN_PILE
    return count


@jit
def cards_left(s):
    """Civ cards in the four piles."""
    count = 0
    for card in range(NUM_CARDS):
        count += s.card_place[card] == IN_PILE
    return count


@jit
def random_card(s, level, place):
    """One of the level's cards that are in `place`, all equally likely; NONE if there is none."""
    count = 0
    for card in range(NUM_CARDS):
        count += LEVEL_OF_CARD[card] == level and s.card_place[card] == place
    if count == 0:
        return NONE
    nth = draw_below(s.rng, np.int64(count))
    for card in range(NUM_CARDS):
        if LEVEL_OF_CARD[card] == level and s.card_place[card] == place:
            if nth == 0:
                return np.int64(card)
            nth -= 1
    return NONE


@jit
def reach_civ_milestone(s, seat, level):
    """PU-57, PU-62: choose a card of the level. PU-213, PU-217: the Republic has more to resolve."""
    boost = has_technology(s.players[seat], BOOST_ON_CIV_MILESTONE)
    boost = boost and not in_force(s, EVENT_NO_BOOSTS)  # PU-144
    if has_trait(s.players[seat], CIV_MILESTONE_MOVES_DOWN):
        items = CARD_ITEM_BIT | DOWN_ITEM_BIT | (BOOST_ITEM_BIT if boost else 0)
        push(s, MILESTONE_ITEMS, seat, items, level, ZERO, ZERO)
    else:
        offer_cards(s, seat, level)


@jit
def offer_cards(s, seat, level):
    """PU-57, PU-61: look at the pile; nothing if it is empty. PU-215: one card of the next level."""
    extra = NONE
    if level + 1 < NUM_LEVELS and has_technology(s.players[seat], ADD_NEXT_LEVEL_CARD):
        extra = random_card(s, level + 1, IN_PILE)
    if pile_size(s, level) == 0 and extra == NONE:
        return
    look_at_pile(s, seat, level)
    push(s, TAKE_CARD, seat, level, extra, ZERO, ZERO)


@jit
def look_at_pile(s, seat, level):
    """PU-253: the seat now knows which cards of the level are in the pile."""
    player = s.players[seat]
    player.looks += 1
    for card in range(NUM_CARDS):
        if LEVEL_OF_CARD[card] == level and s.card_place[card] == IN_PILE:
            player.card_look[card] = player.looks


@jit
def legal_card(s, mask):
    """PU-57: any card of the pile, and the extra one if there is one."""
    level = top(s, CARD_LEVEL)
    extra = top(s, CARD_EXTRA)
    for card in range(NUM_CARDS):
        if s.card_place[card] == IN_PILE and LEVEL_OF_CARD[card] == level:
            mask[CARD + card] = 1
    if extra != NONE:
        mask[CARD + extra] = 1


@jit
def legal_keep(s, mask):
    """PU-218: any card left in the four piles."""
    for card in range(NUM_CARDS):
        if s.card_place[card] == IN_PILE:
            mask[CARD + card] = 1


@jit
def apply_card(s, seat, card):
    """PU-58, PU-59: resolved at once and out of play, or kept face down until the end."""
    if top(s, KIND) == KEEP_CARD and top(s, COUNT) > 1:
        set_top(s, COUNT, top(s, COUNT) - 1)
    else:
        pop(s)
    if IS_IMMEDIATE[card] == 1:
        s.card_place[card] = USED
        resolve_card(s, seat, card)
    else:
        s.card_place[card] = seat


@jit
def resolve_card(s, seat, card):
    """PU-239 to PU-245: what an immediate card does."""
    kind = KIND_OF_CARD[card]
    count = COUNT_OF_CARD[card]
    if kind == CARD_ADVANCE_DIFFERENT:
        push(s, CHOOSE_ADVANCE, seat, ALL_TRACKS, count, STEPS_OF_CARD[card], ZERO)
    elif kind == CARD_GAIN_PATCHES:
        gain_patches(s, count)
    elif kind == CARD_GAIN_MOVEMENT:
        gain_movement(s, seat, count)
    elif kind == CARD_EXTRA_TILE:
        push(s, TAKE_TILE, seat, EXTRA_TILE + count, ZERO, ZERO, ZERO)
    elif kind == CARD_COLLECT_LIFEPODS:
        push(s, COLLECT_LIFEPOD, seat, count, ZERO, ZERO, ZERO)
    elif kind == CARD_TELEPORT_ROVER_ANYWHERE:
        push(s, CHOOSE_TELEPORT, seat, ZERO, ZERO, ZERO, ZERO)
    elif kind == CARD_DESTROY_METEORITES_IN_LINE:
        push(s, CHOOSE_LINE, seat, ZERO, ZERO, ZERO, ZERO)
    elif kind == CARD_ADVANCE_ALL_TO_POSITION:
        push(s, CHOOSE_ADVANCE, seat, ALL_TRACKS, ZERO, ONE, UNIONIZE | WITHOUT_BOOSTS)
    elif kind == CARD_DESTROY_METEORITES:
        push(s, DESTROY_METEORITE, seat, count, ZERO, ZERO, ZERO)


@jit
def apply_line(s, seat, line):
    """PU-243: the meteorites of one row or column are destroyed, not collected."""
    pop(s)
    player = s.players[seat]
    for square in range(NUM_SQUARES):
        place = square // SIZE if line < SIZE else SIZE + square % SIZE
        while place == line and has_meteorite(player, square):
            remove_meteorite(player, square)
