"""Section 20: the event deck."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push
from exozoo.envs.planet_unknown.actions import CHOOSE_ROVER
from exozoo.envs.planet_unknown.components import (
    COUNT_OF_EVENT,
    FLAGS_OF_EVENT,
    KIND_OF_EVENT,
    TRACKS_OF_EVENT,
)
from exozoo.envs.planet_unknown.constants import (
    ADD_METEORITE,
    BOOST_OR_PEEK,
    CHOOSE_ADVANCE,
    CHOOSE_ALTERNATIVE,
    CHOOSE_DOWN,
    CHOOSE_ROTATION,
    COLLECT_LIFEPOD,
    COLLECT_METEORITE,
    DESTROY_LIFEPOD,
    DESTROY_ROVER,
    EMPTY_COMPARTMENT,
    EVENT_ADD_CIV_CARDS,
    EVENT_ADD_METEORITE,
    EVENT_ADD_PERSONAL_OBJECTIVE,
    EVENT_ADVANCE_CHOICE,
    EVENT_BOOST,
    EVENT_BOOST_OR_PEEK,
    EVENT_COLLECT_LIFEPODS,
    EVENT_COLLECT_METEORITES,
    EVENT_DESTROY_COLLECTED_LIFEPOD,
    EVENT_DESTROY_COLLECTED_METEORITE,
    EVENT_DESTROY_LIFEPOD_ON_PLANET,
    EVENT_DESTROY_ROVER,
    EVENT_DISCARD_PERSONAL_OBJECTIVE,
    EVENT_EXTRA_ROVER,
    EVENT_FREE_ROTATION,
    EVENT_GAIN_PATCHES,
    EVENT_REGRESS_CHOICE,
    EVENT_REMOVE_CIV_CARDS,
    EVENT_REMOVE_SHAPE,
    IN_BOX,
    IN_PILE,
    INNER,
    KEEP_OBJECTIVE,
    LOSE_LIFEPOD,
    MAX_ROVERS,
    NUM_LEVELS,
    NUM_VARIANTS,
    OUTER,
)
from exozoo.envs.planet_unknown.rules.cards import random_card
from exozoo.envs.planet_unknown.rules.effects import (
    destroy_rover,
    gain_boost,
    gain_patches,
    reach_on_tech_track,
    refresh_technologies,
)
from exozoo.envs.planet_unknown.rules.objectives import DISCARD_OWN, draw_objective
from exozoo.envs.planet_unknown.rules.phase_turn import depot_shape, remove_top

MINIMUM_ROVERS = np.int64(2)  # PU-138


@jit
def reveal_event(s):
    """PU-125, PU-128: turn up the next card; its effects on common components happen once."""
    s.event = s.event_deck[s.event_next]
    s.event_next += 1
    s.peeked = 0
    if s.event_next == s.event_total:
        s.ending = 1
    for seat in range(np.int64(s.num_players)):
        s.players[seat].tech_reach = reach_on_tech_track(s.players[seat])
        refresh_technologies(s, np.int64(seat))
    kind = KIND_OF_EVENT[np.int64(s.event)]
    if kind == EVENT_ADD_CIV_CARDS:  # PU-145
        move_civ_cards(s, IN_BOX, IN_PILE)
    elif kind == EVENT_REMOVE_CIV_CARDS:  # PU-139
        move_civ_cards(s, IN_PILE, IN_BOX)


@jit
def move_civ_cards(s, source, target):
    """One random card of each level, where there is one."""
    for level in range(NUM_LEVELS):
        card = random_card(s, np.int64(level), source)
        if card != NONE:
            s.card_place[card] = target


@jit
def begin_event(s, seat):
    """PU-125, PU-129 to PU-145: what the card asks of one player.

    PU-130, PU-131: advances; PU-132: markers down; PU-133, PU-140: lifepods and meteorites.
    """
    event = np.int64(s.event)
    kind = KIND_OF_EVENT[event]
    count = COUNT_OF_EVENT[event]
    player = s.players[seat]
    if kind == EVENT_ADVANCE_CHOICE:
        push(s, CHOOSE_ADVANCE, seat, TRACKS_OF_EVENT[event], ONE, count, FLAGS_OF_EVENT[event])
    elif kind == EVENT_REGRESS_CHOICE:
        push(s, CHOOSE_DOWN, seat, TRACKS_OF_EVENT[event], count, ZERO, ZERO)
    elif kind == EVENT_GAIN_PATCHES:
        gain_patches(s, count)
    elif kind == EVENT_BOOST:
        gain_boost(s)
    elif kind == EVENT_COLLECT_LIFEPODS:
        push(s, COLLECT_LIFEPOD, seat, count, ZERO, ZERO, ZERO)
    elif kind == EVENT_COLLECT_METEORITES:
        push(s, COLLECT_METEORITE, seat, count, ZERO, ZERO, ZERO)
    elif kind == EVENT_ADD_METEORITE:
        push(s, ADD_METEORITE, seat, count, ZERO, ZERO, ZERO)
    elif kind == EVENT_DESTROY_LIFEPOD_ON_PLANET:
        push(s, DESTROY_LIFEPOD, seat, count, ZERO, ZERO, ZERO)
    elif kind == EVENT_DESTROY_COLLECTED_LIFEPOD:
        push(s, LOSE_LIFEPOD, seat, ZERO, ZERO, ZERO, ZERO)
    elif kind == EVENT_DESTROY_COLLECTED_METEORITE:
        player.meteorites = max(ZERO, np.int64(player.meteorites) - count)
    elif kind == EVENT_DESTROY_ROVER:
        push(s, DESTROY_ROVER, seat, ZERO, ZERO, ZERO, ZERO)
    elif kind == EVENT_BOOST_OR_PEEK:
        push(s, CHOOSE_ALTERNATIVE, seat, BOOST_OR_PEEK, ZERO, ZERO, ZERO)
    else:
        begin_solo_event(s, seat, kind)


@jit
def begin_solo_event(s, seat, kind):
    """PU-145: cards that only a solo deck has."""
    if kind == EVENT_EXTRA_ROVER:
        s.players[seat].extra_rover = 1
    elif kind == EVENT_ADD_PERSONAL_OBJECTIVE:
        objective = draw_objective(s, seat)
        if objective != NONE:
            s.objective_seen[objective] |= 1 << seat
    elif kind == EVENT_FREE_ROTATION:
        push(s, CHOOSE_ROTATION, seat, ZERO, ZERO, ZERO, ZERO)
    elif kind == EVENT_DISCARD_PERSONAL_OBJECTIVE:
        push(s, KEEP_OBJECTIVE, seat, DISCARD_OWN, ZERO, ZERO, ZERO)
    elif kind == EVENT_REMOVE_SHAPE:
        push(s, EMPTY_COMPARTMENT, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def apply_rotation(s, rotation):
    pop(s)
    s.rotation = rotation


@jit
def can_destroy_rover(player):
    """PU-138: only with two or more rovers on the planet."""
    count = 0
    for rover in range(MAX_ROVERS):
        count += player.rover_at[rover] != NONE
    return count >= MINIMUM_ROVERS


@jit
def legal_destroy_rover(player, mask):
    for rover in range(MAX_ROVERS):
        if player.rover_at[rover] != NONE:
            mask[CHOOSE_ROVER + rover] = 1


@jit
def apply_destroy_rover(s, seat, rover):
    pop(s)
    destroy_rover(s.players[seat], rover)


@jit
def can_empty(s, seat):
    """PU-145, card 116: ignored if it would leave the depot empty, so both must have tiles."""
    inner = s.taken[depot_shape(s, seat, INNER)] < NUM_VARIANTS
    return inner and s.taken[depot_shape(s, seat, OUTER)] < NUM_VARIANTS


@jit
def apply_empty(s, seat, compartment):
    """PU-145, card 116: all tiles of the compartment are removed."""
    pop(s)
    shape = depot_shape(s, seat, compartment)
    while s.taken[shape] < NUM_VARIANTS:
        remove_top(s, shape)
