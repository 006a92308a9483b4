"""Deal anew what nobody knows: deck orders and face-down events (section 16 of the rules)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import E_LEVEL, E_LIGHT, L_LEVEL, MAX_EVENTS, slot_fact
from exozoo.envs.beyond_the_sun.constants import NUM_SLOTS
from exozoo.envs.beyond_the_sun.rules.setup import FIRST_CARDS, event_fact
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import seed_rng, shuffle, shuffle_anew


@jit
def determinize(s, seat, key):
    """All seats know the same, so the seat does not matter."""
    seed_rng(s.rng, key)
    for deck in range(3):
        shuffle_groups(s, s.tech_deck[deck], s.tech_group[deck], np.int64(s.tech_left[deck]))
    for deck in range(2):
        shuffle_groups(s, s.system_deck[deck], s.system_group[deck], np.int64(s.system_left[deck]))
    for level in range(2, 4):
        redeal_events(s, level)


@jit
def shuffle_groups(s, deck, group, left):
    """Cards that went under the deck together stay together (BS-78), in unknown order."""
    start = np.int64(0)
    while start < left:
        stop = start + 1
        while stop < left and group[stop] == group[start]:
            stop += 1
        shuffle_anew(s.rng, deck, start, stop)
        start = stop


@jit
def redeal_events(s, level):
    """BS-12: both light-frame events are in play, of the others any that were not revealed."""
    cards = FIRST_CARDS.copy()
    places = np.int64(0)
    for slot in range(NUM_SLOTS):
        if slot_fact(s, np.int64(slot), L_LEVEL) == level and s.slot_event[slot] >= 0:
            places += 1
    light, count = np.int64(0), np.int64(0)
    for wanted in range(2):
        for event in range(MAX_EVENTS):
            number = np.int64(event)
            if event_fact(s, number, E_LEVEL) != level or s.event_seen[event]:
                continue
            if event_fact(s, number, E_LIGHT) == 1 - wanted:
                cards[count] = event
                count += 1
        if wanted == 0:
            light = count
    shuffle(s.rng, cards, light, count)
    shuffle(s.rng, cards, np.int64(0), places)
    index = 0
    for slot in range(NUM_SLOTS):
        if slot_fact(s, np.int64(slot), L_LEVEL) == level and s.slot_event[slot] >= 0:
            s.slot_event[slot] = cards[index]
            index += 1
