"""Random numbers from words kept in the state: SplitMix64, a counter that is mixed.

`rng` is `uint64[2]`: the key and the number of words drawn so far. The n-th word depends on the
key and n alone, so a game replays bit for bit anywhere.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.jit import jit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = (np.uint64(n) for n in (27, 30, 31, 32))
LOW_32 = np.uint64(0xFFFFFFFF)
ONE_WORD = np.uint64(1)
NO_WORDS = np.uint64(0)


@jit
def mix(word):
    """SplitMix64's finaliser: a bijection that scatters neighbouring words."""
    word = (word ^ (word >> SHIFT_30)) * MIX_1
    word = (word ^ (word >> SHIFT_27)) * MIX_2
    return word ^ (word >> SHIFT_31)


@jit
def derive(key, stream):
    """A key for an independent stream, e.g. the episodes of one environment."""
    return mix(mix(key + GOLDEN) ^ (stream * GOLDEN + ONE_WORD))


@jit
def seed_rng(rng, key):
    """Start the generator; equal keys give equal games."""
    rng[0] = mix(key + GOLDEN)
    rng[1] = NO_WORDS


@jit
def next_word(rng):
    rng[1] += ONE_WORD
    return mix(rng[0] + rng[1] * GOLDEN)


@jit
def draw_below(rng, count):
    """Uniform in 0..count-1 (count < 2**31), without bias: Lemire's multiply and reject."""
    bound = np.uint64(count)
    threshold = (LOW_32 + ONE_WORD - bound) % bound
    while True:
        product = (next_word(rng) >> SHIFT_32) * bound
        if (product & LOW_32) >= threshold:
            return np.int64(product >> SHIFT_32)


@jit
def shuffle(rng, items, start, stop):
    """Put items[start:stop] into random order (Fisher and Yates)."""
    for last in range(stop - 1, start, -1):
        other = start + draw_below(rng, last - start + 1)
        swap = items[last]
        items[last] = items[other]
        items[other] = swap


@jit
def shuffle_anew(rng, items, start, stop):
    """`shuffle` from the same order whatever it is now: the outcome tells nothing of that.

    So what `determinize` deals follows from its key and from what the seat knows, and from nothing else.
    """
    for place in range(start + 1, stop):
        item = items[place]
        before = place - 1
        while before >= start and items[before] > item:
            items[before + 1] = items[before]
            before -= 1
        items[before + 1] = item
    shuffle(rng, items, start, stop)
