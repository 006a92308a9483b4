"""Typed codes: numba compiles a kernel again for every bare int literal passed to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

NONE = np.int64(-1)  # nothing there
ZERO = np.int64(0)
ONE = np.int64(1)


def codes(count: int, start: int = 0) -> tuple[np.int64, ...]:
    """`count` consecutive codes, typed so that passing one never compiles a second signature."""
    return tuple(np.int64(start + code) for code in range(count))


def names_of(scope: Mapping[str, Any], first: str, last: str) -> tuple[str, ...]:
    """What a module (its `globals()`) calls its consecutive codes, from `first` to `last`.

    Tables of names made of this, or compared with it, cannot get out of step with the codes.
    """
    names = list(scope)
    chosen = tuple(names[names.index(first) : names.index(last) + 1])
    expected = list(range(scope[first], scope[first] + len(chosen)))
    if not chosen or [scope[name] for name in chosen] != expected:
        raise ValueError(f"{first} to {last} are not codes one after the other: {chosen}")
    return chosen


def table(rows: object, dtype: type = np.int64) -> np.ndarray:
    """A read-only array for kernels to index."""
    array: np.ndarray = np.ascontiguousarray(rows, dtype=dtype)
    array.flags.writeable = False
    return array
