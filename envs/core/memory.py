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
from numba.core import cgutils
from numba.core.extending import intrinsic

from exozoo.envs.core.jit import FLAGS

ALIGNMENT = 32  # bytes: as wide as what is copied at once


def on_stack(dtype: np.dtype) -> Any:
    """A function for kernels: a new record of this type, with any content.

    It lives as long as the call of the kernel that asked for it, so it is handed down, never returned.
    """
    if FLAGS.DISABLE_JIT:
        return lambda: np.zeros(1, np.dtype((np.record, dtype)))[0]
    record: Any = numba.from_dtype(dtype)
    size = dtype.itemsize

    @intrinsic
    def new_record(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8), size))
            place.align = ALIGNMENT
            return builder.bitcast(place, context.get_value_type(record))

        return record(), generate

    return new_record


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
