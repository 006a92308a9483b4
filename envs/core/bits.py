"""Sets as the bits of a word."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import table
from exozoo.envs.core.jit import jit

WORD_BITS = 64

# A lone bit times this number has its own number in the six highest bits (de Bruijn)
_SPREADER = 0x03F79D71B4CB0A89
SPREADER = np.int64(_SPREADER)
_place = np.zeros(WORD_BITS, np.int64)
for _bit in range(WORD_BITS):
    _place[(_SPREADER << _bit) % 2**WORD_BITS >> 58] = _bit
PLACE_OF_BIT = table(_place)


@jit
def lowest_bit(word):
    """The place of the lowest bit that is set; the word must not be 0."""
    return PLACE_OF_BIT[((word & -word) * SPREADER) >> np.int64(58) & np.int64(63)]


@jit
def set_bits(mask, offset, bits):
    """Mark the entries from `offset` on whose bits are set."""
    while bits:
        mask[offset + lowest_bit(bits)] = 1
        bits &= bits - 1
