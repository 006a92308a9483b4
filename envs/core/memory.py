"""Memory for kernels that nobody counts: records on the stack, and views of arrays that a caller keeps.

numba takes every new array from the heap, hands an array on as seven words or more, and counts its
holders by an atomic addition and subtraction in each function that it is handed to. Together that was a tenth of the
time of a decision.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic

from exozoo.envs.core.jit import FLAGS

BITS_OF_BYTE, BYTES_OF_WORD = 8, 8
ALIGNMENT = 32  # bytes: as wide as what is copied at once


def on_stack(dtype: np.dtype, cleared: bool = True) -> Any:
    """A function for kernels: a new record of this type, with any content.

    `cleared` is what numba does to all that it puts there; of a large record it takes longer than its use.
    It lives as long as the call of the kernel that asked for it, so it is handed down, never returned.
    """
    if FLAGS.DISABLE_JIT:
        return lambda: np.zeros(1, np.dtype((np.record, dtype)))[0]
    record: Any = numba.from_dtype(dtype)
    size = dtype.itemsize

    @intrinsic
    def new_record(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.ArrayType(ir.IntType(8), size)
            if cleared:
                place = cgutils.alloca_once(builder, kind)
            else:
                with builder.goto_entry_block():
                    place = builder.alloca(kind)
            place.align = ALIGNMENT
            return builder.bitcast(place, context.get_value_type(record))

        return record(), generate

    return new_record


def part_of(dtype: np.dtype, first: str, last: str) -> tuple[Any, Any]:
    """Two functions for kernels over the fields of records of this type from one to another.

    `same(one, other)` tells whether all bytes of the fields are alike, `copy(target, source)` copies them.
    """
    names: Any = dtype.names
    fields = names[names.index(first) : names.index(last) + 1]
    if FLAGS.DISABLE_JIT:
        return _same_fields(fields), _copy_fields(fields)
    start, size = _span(dtype, first, last)

    @intrinsic
    def same(typing_context: Any, one: Any, other: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            byte, word = ir.IntType(8).as_pointer(), ir.IntType(64)
            kind = ir.FunctionType(ir.IntType(32), [byte, byte, word])
            compare = cgutils.get_or_insert_function(builder.module, kind, "memcmp")
            places = [cgutils.pointer_add(builder, given, start, byte) for given in arguments]
            found = builder.call(compare, [*places, word(size)])
            return builder.icmp_unsigned("==", found, found.type(0))

        return types.boolean(one, other), generate

    @intrinsic
    def copy(typing_context: Any, target: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            byte, word = ir.IntType(8).as_pointer(), ir.IntType(64)
            to, of = (cgutils.pointer_add(builder, given, start, byte) for given in arguments)
            cgutils.raw_memcpy(builder, to, of, word(size), 1)
            return context.get_dummy_value()

        return types.void(target, source), generate

    return same, copy


def at_table(dtype: np.dtype) -> Any:
    """A function for kernels: `copy(target, source)` of a position without the seats that nobody has taken.

    `players` is to be the last field. What the target holds of other seats stays.
    """
    fields: Any = dtype.fields
    start, one = fields["players"][1], fields["players"][0].base.itemsize
    taken, taken_kind = fields["num_players"][1], fields["num_players"][0]
    if start + fields["players"][0].itemsize != dtype.itemsize:
        raise ValueError("players: has to be the last field")
    if FLAGS.DISABLE_JIT:
        return _copy_fields(dtype.names or ())

    @intrinsic
    def copy(typing_context: Any, target: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            byte, word = ir.IntType(8).as_pointer(), ir.IntType(64)
            to, of = (cgutils.pointer_add(builder, given, 0, byte) for given in arguments)
            number = ir.IntType(8 * taken_kind.itemsize)
            place = cgutils.pointer_add(builder, of, taken, number.as_pointer())
            seats = builder.zext(builder.load(place), word)
            size = builder.add(word(start), builder.mul(seats, word(one)))
            cgutils.raw_memcpy(builder, to, of, size, 1)
            return context.get_dummy_value()

        return types.void(target, source), generate

    return copy


def _word_at(mask: np.ndarray, start: int) -> np.int64:
    """Eight bytes of a contiguous mask as a word, the first byte the lowest."""
    return mask[start : start + BYTES_OF_WORD].view(np.int64)[0]


@intrinsic
def _load_word(typing_context: Any, mask: Any, start: Any) -> Any:
    if mask.layout != "C" or mask.ndim != 1 or mask.dtype != types.uint8:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(mask)(context, builder, arguments[0])
        place = builder.gep(view.data, [arguments[1]])
        word = ir.IntType(64)
        return builder.load(builder.bitcast(place, word.as_pointer()), align=1)

    return types.int64(mask, types.int64), generate


word_at: Any = _word_at if FLAGS.DISABLE_JIT else _load_word


def _span(dtype: np.dtype, first: str, last: str) -> tuple[int, int]:
    """Where the fields begin, and how many bytes they are."""
    fields: Any = dtype.fields
    start, end = fields[first][1], fields[last][1] + fields[last][0].itemsize
    return start, end - start


def _same_fields(names: tuple[str, ...]) -> Any:
    return lambda one, other: all(np.array_equal(one[name], other[name]) for name in names)


def _copy_fields(names: tuple[str, ...]) -> Any:
    def copy(target: Any, source: Any) -> None:
        for name in names:
            target[name] = source[name]

    return copy


def _borrowed(array: np.ndarray) -> np.ndarray:
    """The array, without counting who holds it: for one that is sure to outlive the kernel's call."""
    return array


@intrinsic
def _uncounted(typing_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, arguments[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), generate


borrowed: Any = _borrowed if FLAGS.DISABLE_JIT else _uncounted
