"""Typed codes: numba compiles a kernel again for every bare int literal passed to it."""

from __future__ import annotations

import numpy as np

NONE = np.int64(-1)  # nothing there
ZERO = np.int64(0)
ONE = np.int64(1)


def codes(count: int, start: int = 0) -> tuple[np.int64, ...]:
    """`count` consecutive codes, typed so that passing one never compiles a second signature."""
    return tuple(np.int64(start + code) for code in range(count))


def table(rows: object, dtype: type = np.int64) -> np.ndarray:
    """A read-only array for kernels to index."""
    array: np.ndarray = np.ascontiguousarray(rows, dtype=dtype)
    array.flags.writeable = False
    return array
