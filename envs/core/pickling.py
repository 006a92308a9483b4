"""Small pickles: what can be made again does not travel."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np


class Rebuilds:
    """Leaves the attributes named in `rebuilt` out of copies and pickles and makes them again there.

    Those are kernels, threads, windows and links from a part to its whole. A game travels as its name
    (`Game.__reduce__`), so that whatever holds one needs to say nothing about it.
    """

    rebuilt: ClassVar[tuple[str, ...]] = ()

    def _rebuild(self) -> None:
        """Set the attributes named in `rebuilt`; the others are there."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in self.rebuilt}

    def __setstate__(self, state: Any) -> None:
        self.__dict__.update({name: _writable(value) for name, value in state.items()})
        self._rebuild()


def _writable(value: Any) -> Any:
    """Arrays that were handed over without a copy lie in memory of others, which kernels must not write to."""
    is_lent = isinstance(value, np.ndarray) and not value.flags.writeable
    return value.copy() if is_lent else value
