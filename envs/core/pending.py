"""What is to be decided or done next: one stack for all games.

A rule that has a follow-up pushes it; the top of the stack is the decision at hand, or a step that
the engine takes by itself. An entry has a kind, the seat that it concerns and up to four arguments,
whose meaning the game declares kind by kind in a `PendingLayout`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from exozoo.envs.core.codes import codes
from exozoo.envs.core.jit import jit

KIND, SEAT, FIRST, SECOND, THIRD, FOURTH = codes(6)  # columns of the stack
ARGUMENTS = 4


class Pending(NamedTuple):
    """An entry of the stack, in words."""

    kind: str
    seat: int
    arguments: dict[str, int]


class PendingLayout:
    """The kinds of entries of one game, each with the names of its arguments."""

    def __init__(self, kinds: Mapping[str, Sequence[str]]):
        self.kinds = {name: tuple(arguments) for name, arguments in kinds.items()}
        for name, arguments in self.kinds.items():
            if len(arguments) > ARGUMENTS or len(set(arguments)) < len(arguments):
                raise ValueError(f"{name}{arguments}: at most {ARGUMENTS} different arguments")
        self._names = tuple(self.kinds)

    def codes(self) -> tuple[np.int64, ...]:
        """The code of each kind, in the order in which they are declared."""
        return codes(len(self._names))

    def columns(self, kind: str) -> tuple[np.int64, ...]:
        """Where the arguments of a kind lie, for `top` and `set_top`, in their order."""
        return codes(len(self.kinds[kind]), int(FIRST))

    def read(self, state: np.record) -> list[Pending]:
        """What is pending in a state, the next one first."""
        entries = []
        for row in state["pending"][: state["num_pending"]][::-1]:
            kind = self._names[row[KIND]]
            arguments = [int(value) for value in row[FIRST:]]
            named: dict[str, Any] = dict(zip(self.kinds[kind], arguments, strict=False))
            entries.append(Pending(kind, int(row[SEAT]), named))
        return entries


def pending_fields(depth: int) -> list[tuple]:
    """The fields of a state record that hold up to `depth` entries."""
    return [
        ("pending", np.int16, (depth, int(FIRST) + ARGUMENTS)),  # the next one last
        ("num_pending", np.int16),
    ]


@jit
def push(s, kind, seat, first, second, third, fourth):
    """Do this first, before everything that is pending; what a kind has no use for is 0."""
    depth = np.int64(s.num_pending)
    if depth >= s.pending.shape[0]:
        raise IndexError("more is pending than the state has room for")
    s.pending[depth, KIND] = kind
    s.pending[depth, SEAT] = seat
    s.pending[depth, FIRST] = first
    s.pending[depth, SECOND] = second
    s.pending[depth, THIRD] = third
    s.pending[depth, FOURTH] = fourth
    s.num_pending = depth + 1


@jit
def pop(s):
    """The top is finished; its place is cleared, so that equal positions have equal bytes."""
    depth = np.int64(s.num_pending) - 1
    s.pending[depth, :] = 0
    s.num_pending = depth


@jit
def top(s, column):
    """A number of the top entry: KIND, SEAT or an argument."""
    return np.int64(s.pending[np.int64(s.num_pending) - 1, column])


@jit
def set_top(s, column, value):
    s.pending[np.int64(s.num_pending) - 1, column] = value


@jit
def is_pending(s, kind, seat):
    """Whether such an entry of the seat lies anywhere on the stack."""
    for depth in range(np.int64(s.num_pending)):
        if s.pending[depth, KIND] == kind and s.pending[depth, SEAT] == seat:
            return True
    return False
