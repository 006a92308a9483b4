"""Sets as the bits of a word."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic

from exozoo.envs.core.jit import FLAGS, jit

WORD_BITS = 64


@intrinsic
def _ones(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _zeros_below(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.int64(types.int64), generate


# one instruction of the processor each
ones: Any = _ones
zeros_below: Any = _zeros_below
if FLAGS.DISABLE_JIT:
    ones = lambda word: (int(word) % 2**WORD_BITS).bit_count()  # noqa: E731
    zeros_below = lambda word: (int(word) & -int(word)).bit_length() - 1  # noqa: E731


@jit
def count_bits(word):
    """How many bits are set."""
    return ones(word)


@jit
def lowest_bit(word):
    """The place of the lowest bit that is set; the word must not be 0."""
    return zeros_below(word)


@jit
def set_bits(mask, offset, bits):
    """Mark the entries from `offset` on whose bits are set."""
    while bits:
        mask[offset + lowest_bit(bits)] = 1
        bits &= bits - 1
