"""The header with which every game's state record begins, and how to build the record type."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.jit import jit

MAX_SEATS = 6

HEADER = [
    ("rng", np.uint64, 2),  # key and counter of the game's own generator
    ("scores", np.int32, MAX_SEATS),  # points of each seat that all can see; final once `over`
    ("target", np.int32),  # points to reach in a solo game, which may rise in its course; else 0
    ("ply", np.int32),  # decisions taken so far, not counting those the engine played itself
    ("rank", np.int8, MAX_SEATS),  # 1 for the winner(s) and so on, ties share; 0 before the end
    ("seat", np.int8),  # seat to decide
    ("num_players", np.int8),
    ("over", np.int8),  # 1 after the end
    ("auto_resolve", np.int8),  # 1: decisions with a single option are played by the engine
    ("header_pad", np.int8, 6),  # keeps what follows on a multiple of 8
]
HEAD = np.dtype(HEADER, align=True)


def state_dtype(fields: list) -> np.dtype:
    """Header plus the game's fields, as one record type without hidden padding."""
    dtype = np.dtype([*HEADER, *fields], align=True)
    check_packed(dtype)
    return np.dtype((np.record, dtype))


def take(states: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """`states[rows]`, as blocks of bytes: numpy copies records field by field, ten times as slow."""
    blocks = states.view(np.dtype((np.void, states.dtype.itemsize)))
    return blocks[rows].view(states.dtype)


def check_packed(dtype: np.dtype) -> None:
    """ValueError if `dtype`, or a record inside it, has bytes that belong to no field.

    Such bytes are not copied, so equal states would differ in `tobytes()`.
    """
    used = 0
    for name in dtype.names or ():
        field = dtype[name]
        base, shape = field.subdtype or (field, ())
        if base.names:
            check_packed(base)
        used += base.itemsize * int(np.prod(shape, dtype=int))
    if used != dtype.itemsize:
        raise ValueError(
            f"a record of {dtype.itemsize} bytes hides {dtype.itemsize - used} bytes of padding: "
            "order its fields from wide to narrow and add a named pad at the end"
        )


@jit
def rank_seats(s, keys):
    """Fill `s.rank` from rows of sort keys, one row a seat: larger wins, first column first.

    A solo player is first if the points reach the target, else second.
    """
    for seat in range(s.num_players):
        place = 1
        for other in range(s.num_players):
            for column in range(keys.shape[1]):
                if keys[other, column] != keys[seat, column]:
                    if keys[other, column] > keys[seat, column]:
                        place += 1
                    break
        s.rank[seat] = place
    if s.num_players == 1 and s.scores[0] < s.target:
        s.rank[0] = 2
