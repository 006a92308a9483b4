"""Research: slot, researcher, type, card, immediate bonus (section 5 of the rules; D6 to D8)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import CARD, SLOT, TYPE
from exozoo.envs.beyond_the_sun.components import (
    E_LIST,
    EVENT_WIDTH,
    EVENTS,
    L_LEVEL,
    L_PREREQS,
    NOTHING,
    T_IMMEDIATE,
    T_OPENS,
    T_PERMANENT,
    T_PROVIDES,
    TECH_WIDTH,
    TECHS,
    pointer,
    slot_fact,
    tech,
)
from exozoo.envs.beyond_the_sun.constants import (
    ACHIEVEMENT,
    ACTION,
    EITHER,
    FREE,
    NUM_SLOTS,
    NUM_TYPES,
    SKIP_IMMEDIATE,
)
from exozoo.envs.beyond_the_sun.pending import (
    AUTOMATE_TRACK,
    CARD_HOW,
    CARD_SLOT,
    IMMEDIATE_FLAGS,
    IMMEDIATE_SLOT,
    K_CARD,
    K_EVENT,
    K_IMMEDIATE,
    K_LIST,
    K_TYPE,
    PRIVATE_LEVEL,
    SLOT_FLAGS,
    SLOT_LEVELS,
    SLOT_MODE,
    TYPE_SLOT,
)
from exozoo.envs.beyond_the_sun.rules.board import researchable
from exozoo.envs.beyond_the_sun.rules.control import BOTH_TRACKS
from exozoo.envs.beyond_the_sun.rules.decks import (
    draw_techs,
    lay_out_row,
    return_techs,
    take_from_row,
)
from exozoo.envs.beyond_the_sun.rules.effects import (
    ALL_POINTS,
    change_points,
    gain_ore,
    has_researched,
    remove_disc,
    tracks_for,
)
from exozoo.envs.beyond_the_sun.rules.interpret import grant
from exozoo.envs.core.codes import NONE, ONE, ZERO, codes
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    SEAT,
    pop,
    push,
    top,
)

ALL_TYPES = np.int64(15)
FROM_TWO, FROM_DRAWN, FROM_ROW = codes(3)  # how a card is chosen: BS-78, BS-79, BS-191


@jit
def resolve_slot(s):
    """BS-71, BS-74: ask if there is a slot and a population cube; BS-141, OP-15: else nothing happens."""
    seat, levels, flags = top(s, SEAT), top(s, SLOT_LEVELS), top(s, SLOT_FLAGS)
    if s.players[seat].population > 0 and researchable(s, seat, levels, flags):
        return True
    pop(s)
    return False


@jit
def legal_slot(s, mask):
    """D6: BS-71 to BS-73."""
    seat, flags = top(s, SEAT), top(s, SLOT_FLAGS)
    slots = researchable(s, seat, top(s, SLOT_LEVELS), flags)
    for slot in range(NUM_SLOTS):
        mask[SLOT + slot] = (slots >> slot) & 1


@jit
def apply_slot(s, slot):
    """BS-74: a population cube becomes researcher; BS-75: an undiscovered slot shows its event.

    BS-70: event, type and card, immediate bonus follow in this order; the last is pushed first.
    """
    seat, flags, mode = top(s, SEAT), top(s, SLOT_FLAGS), top(s, SLOT_MODE)
    pop(s)
    player = s.players[seat]
    player.population -= 1
    player.researched = np.int64(player.researched) | (ONE << slot)
    s.changed = 1
    change_points(s, ALL_POINTS)
    push(s, K_IMMEDIATE, seat, slot, flags, ZERO, ZERO)
    if s.slot_card[slot] != NONE:
        return
    level = slot_fact(s, slot, L_LEVEL)
    if mode == ACTION and level > 1:
        s.row_open[level - 2] = 1  # BS-190: rows open as needed
    s.discoveries += 1
    gain_ore(s, seat, np.int64(player.event_ore))
    push(s, K_TYPE, seat, slot, ZERO, ZERO, ZERO)
    event = np.int64(s.slot_event[slot])
    if event != NONE:
        s.slot_event[slot] = NONE
        s.event_seen[event] = 1
        place = pointer(s, EVENTS + event * EVENT_WIDTH + E_LIST)
        push(s, K_EVENT, seat, place, slot, ZERO, ZERO)


@jit
def types_for(s, seat, slot):
    """BS-76: what the researched prerequisites provide, as bits; every type for BS-84."""
    types = ZERO
    if slot < NUM_SLOTS:
        for index in range(3):
            prereq = slot_fact(s, slot, L_PREREQS + index)
            if prereq == NOTHING or not has_researched(s, seat, prereq):
                continue
            if s.slot_card[prereq] != NONE:
                types |= ONE << tech(s, np.int64(s.slot_card[prereq]), T_PROVIDES)
    return types if types else ALL_TYPES


@jit
def resolve_type(s):
    """BS-76: True if the types differ."""
    seat, slot = top(s, SEAT), top(s, TYPE_SLOT)
    types = types_for(s, seat, slot)
    if types & (types - 1):
        return True
    wanted = ZERO
    while not (types >> wanted) & 1:
        wanted += 1
    apply_type(s, wanted)
    return False


@jit
def legal_type(s, mask):
    """D7."""
    types = types_for(s, top(s, SEAT), top(s, TYPE_SLOT))
    for wanted in range(NUM_TYPES):
        if (types >> wanted) & 1:
            mask[TYPE + wanted] = 1


@jit
def deck_of(s, slot):
    """The technology deck of a slot; slots beyond the board are private technologies (BS-84)."""
    if slot >= NUM_SLOTS:
        return slot - NUM_SLOTS
    return slot_fact(s, slot, L_LEVEL) - 2


@jit
def apply_type(s, wanted):
    """BS-77: look for cards of the type; BS-191: in an open row of the tableau they all lie open."""
    seat, slot = top(s, SEAT), top(s, TYPE_SLOT)
    deck = deck_of(s, slot)
    pop(s)
    how = FROM_TWO
    if s.tableau and s.row_open[deck]:
        lay_out_row(s, deck, wanted)
        how = FROM_ROW
    else:
        draw_techs(s, deck, wanted)
        if s.aside_matching[0] == NONE:
            how = FROM_DRAWN
    push(s, K_CARD, seat, slot, how, ZERO, ZERO)


@jit
def resolve_card(s):
    """True if there is any card; an empty deck leaves the slot without one."""
    if s.num_aside > 0:
        return True
    pop(s)
    return False


@jit
def legal_card(s, mask):
    """D8: one of two (BS-78); of all drawn (BS-79) or laid out (BS-191) by their order."""
    if top(s, CARD_HOW) != FROM_TWO:
        for index in range(np.int64(s.num_aside)):
            mask[SLOT + index] = 1
        return
    for index in range(2):
        if s.aside_matching[index] != NONE:
            mask[CARD + index] = 1


@jit
def apply_card(s, index):
    """BS-78: the card is placed, all others go under the deck."""
    seat, slot, how = top(s, SEAT), top(s, CARD_SLOT), top(s, CARD_HOW)
    if how == FROM_TWO:
        card = np.int64(s.aside_matching[index])
    else:
        card = np.int64(s.aside[index])
    pop(s)
    if how == FROM_ROW:
        take_from_row(s, deck_of(s, slot), card)
    else:
        return_techs(s, deck_of(s, slot), card)
    s.aside_matching[0] = NONE
    s.aside_matching[1] = NONE
    change_points(s, ALL_POINTS)
    if slot < NUM_SLOTS:
        s.slot_card[slot] = card
        return
    s.private_card[slot - NUM_SLOTS] = card
    s.private_owner[slot - NUM_SLOTS] = seat
    s.changed = 1
    take_tech(s, seat, card, ZERO)


@jit
def take_tech(s, seat, card, flags):
    """BS-81: permanent abilities, and the immediate bonus unless it is skipped (BS-153)."""
    at = TECHS + card * TECH_WIDTH
    grant(s, seat, pointer(s, at + T_PERMANENT))
    open_rows(s, tech(s, card, T_OPENS))
    if not flags & SKIP_IMMEDIATE:
        push(s, K_LIST, seat, pointer(s, at + T_IMMEDIATE), FREE, ZERO, ZERO)


@jit
def open_rows(s, levels):
    """BS-190, BS-191: the rows of these levels (bits) lie open from now on."""
    for deck in range(3):
        if (levels >> (deck + 1)) & 1:
            s.row_open[deck] = 1


@jit
def resolve_immediate(s):
    """BS-81: every faction takes the bonus when it researches the card; BS-117: linked ore."""
    seat, slot, flags = top(s, SEAT), top(s, IMMEDIATE_SLOT), top(s, IMMEDIATE_FLAGS)
    pop(s)
    gain_ore(s, seat, np.int64(s.slot_ore[slot]))
    card = np.int64(s.slot_card[slot])
    if card != NONE:
        take_tech(s, seat, card, flags)
    return False


@jit
def resolve_private(s):
    """BS-84: a private technology of the level, unless it is taken or there is none."""
    deck = top(s, PRIVATE_LEVEL) - 2
    if s.private_card[deck] != NONE or s.tech_left[deck] == 0:
        pop(s)
        return False
    seat = top(s, SEAT)
    pop(s)
    push(s, K_TYPE, seat, NUM_SLOTS + deck, ZERO, ZERO, ZERO)
    return False


@jit
def automation_tracks(s, seat, track):
    """BS-85, BS-155: tracks the disc may come from, as bits."""
    symbols = BOTH_TRACKS if track == EITHER else ONE << track
    return tracks_for(s, seat, symbols, s.players[seat].any_track == 1)


@jit
def resolve_automate(s):
    """BS-85 to BS-87: the disc goes to the next automation level; True if its track is open."""
    seat = top(s, SEAT)
    tracks = automation_tracks(s, seat, top(s, AUTOMATE_TRACK))
    if tracks == BOTH_TRACKS:
        return True
    pop(s)
    kind = ACHIEVEMENT if tracks == 0 else remove_disc(s, seat, tracks - 1)
    s.players[seat].automated[kind] += 1
    s.changed = 1
    change_points(s, ALL_POINTS)
    return False


@jit
def apply_automate(s, track):
    """BS-85: a track of your choice."""
    seat = top(s, SEAT)
    pop(s)
    s.players[seat].automated[remove_disc(s, seat, track)] += 1
    change_points(s, ALL_POINTS)
