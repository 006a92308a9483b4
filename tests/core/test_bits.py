"""Sets as the bits of a word."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from exozoo.envs.core.bits import WORD_BITS, count_bits, lowest_bit, set_bits

words = st.integers(1, 2**WORD_BITS - 1)


@settings(deadline=None)
@given(words)
def test_lowest_bit(word):
    signed = np.uint64(word).astype(np.int64)
    assert lowest_bit(signed) == (word & -word).bit_length() - 1


@settings(deadline=None)
@given(words, st.integers(0, 3))
def test_set_bits_marks_exactly_the_bits(word, offset):
    mask = np.zeros(WORD_BITS + 3, np.uint8)
    set_bits(mask, np.int64(offset), np.uint64(word).astype(np.int64))
    marked = [int(place) - offset for place in np.flatnonzero(mask)]
    assert marked == [bit for bit in range(WORD_BITS) if word >> bit & 1]


@settings(deadline=None)
@given(words)
def test_count_bits(word):
    assert count_bits(np.uint64(word).astype(np.int64)) == word.bit_count()
