"""Where playing on from a position ends and what its actions weigh, kept for games in which nothing is left to chance.

There a position is always played on to the same end. What is played on from a leaf goes through the leaf's best
child, so that the simulation that comes to this child would play the same again; others come to it by another
order of actions. A position is known by a digest of its record without the generator, which nobody asks there.
Where choices are swayed the ends differ, but the first positions on the way there are often the same.
"""

from __future__ import annotations

import numpy as np

from exozoo.agents.search.records import MAX_DEPTH, record
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.kernels import PLACES, count_legal, next_legal
from exozoo.envs.core.rng import GOLDEN, MIX_1, ONE_WORD, SHIFT_32, mix

MOST_ENDS = 512  # that one search keeps
WEIGHTS_PER_END = 128  # of actions, in the room for what positions weigh
PLACES_PER_END = (
    32  # in the table of positions; a power of two, and more than are played on to most ends
)
TRIES = 8  # places where a position may stand
LANES = 4  # digests that are made side by side
NOTHING = np.uint64(0)  # key of a place without a position
WEIGHED = np.uint64(2)  # in names of what actions weigh, instead of what sways choices
BEHIND_RNG = PLACES["scores"][1] // 8  # the first word that belongs to the position

PLACE = record(
    [
        ("key", np.uint64),  # digest of the position
        ("end", np.int64),
        ("turns", np.int64),  # own turns that are begun on the way there
    ]
)


@jit
def scatter(digest, word):
    """Take in one word; a change of it changes bits above and below."""
    digest = (digest ^ word) * MIX_1
    return digest ^ (digest >> SHIFT_32)


@jit
def digest_of(words, position):
    """Digest of a position."""
    first, second, third, fourth = GOLDEN, GOLDEN, GOLDEN, GOLDEN
    count = words.shape[1]
    whole = count - (count - BEHIND_RNG) % LANES
    for index in range(BEHIND_RNG, whole, LANES):  # four at once: each waits for its last word
        first = scatter(first, words[position, index])
        second = scatter(second, words[position, index + 1])
        third = scatter(third, words[position, index + 2])
        fourth = scatter(fourth, words[position, index + 3])
    for index in range(whole, count):
        first = scatter(first, words[position, index])
    return mix(mix(mix(mix(first) + second) + third) + fourth)


@jit
def name_of(digest, replied, sway):
    """Name of a position, of whether others have decided since the own turn, and of what sways choices; never NOTHING."""
    return mix(mix(digest + np.uint64(replied)) + sway) | ONE_WORD


@jit
def place_of(places, slot, key):
    """Where a position stands or could stand; NONE if there is no room."""
    last = places.shape[1] - 1
    start = np.int64(key >> SHIFT_32)
    for further in range(TRIES):
        place = (start + further) & last
        if places[slot, place].key == key or places[slot, place].key == NOTHING:
            return np.int64(place)
    return NONE


@jit
def forget_ends(slots, slot, places):
    """Before a new search."""
    slots[slot].ends, slots[slot].weights = 0, 0
    for place in range(places.shape[1]):
        places[slot, place].key = NOTHING


@jit
def find_end(slots, slot, places, key, turns):
    """The place of a position whose end is known and comes before `turns` own turns, NONE without one.

    If there is none the position is noted as on the way to the end that is to come.
    """
    search = slots[slot]
    place = place_of(places, slot, key)
    if place != NONE and places[slot, place].key == key and places[slot, place].turns < turns:
        return place
    if search.trail < MAX_DEPTH:
        search.names[search.trail] = key
        search.turns[search.trail] = turns
        search.trail += 1
    return NONE


@jit
def keep_end(slots, slot, places, ends, work, position, turns, end):
    """Enter what was noted on the way, with its `end`, or with a new one if that is NONE."""
    search = slots[slot]
    if end == NONE:
        if search.ends >= ends.shape[1]:
            return
        end = np.int64(search.ends)
        search.ends += 1
        ends[slot, end] = work[position]
    for index in range(search.trail):
        place = place_of(places, slot, search.names[index])
        if place != NONE:
            entry = places[slot, place]
            entry.key, entry.end = search.names[index], end
            entry.turns = search.turns[index] - turns


@jit
def recall(slots, slot, places, known, digest, mask, out):
    """Write what the actions of a position weigh; returns False if that is not known."""
    key = name_of(digest, False, WEIGHED)
    place = place_of(places, slot, key)
    if place == NONE or places[slot, place].key != key:
        return False
    index = np.int64(places[slot, place].end)
    action = next_legal(mask, ZERO)
    while action < mask.size:
        out[action] = known[slot, index]
        index += 1
        action = next_legal(mask, action + 1)
    return True


@jit
def remember(slots, slot, places, known, digest, mask, weights):
    """Keep what the actions of a position weigh, if there is room."""
    search = slots[slot]
    key = name_of(digest, False, WEIGHED)
    place = place_of(places, slot, key)
    if place == NONE or search.weights + count_legal(mask) > known.shape[1]:
        return
    places[slot, place].key, places[slot, place].end = key, search.weights
    action = next_legal(mask, ZERO)
    while action < mask.size:
        known[slot, search.weights] = weights[action]
        search.weights += 1
        action = next_legal(mask, action + 1)
