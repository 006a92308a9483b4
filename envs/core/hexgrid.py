"""Hex boards as tables: axial coordinates, neighbours, distances, turning, connected sets.

A board is a list of axial coordinates (q, r); everything else speaks of hexes by their index in
that list. Cheapest connections between sets of hexes are in connections.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from exozoo.envs.core.bits import WORD_BITS
from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.jit import jit

NUM_SIDES = 6
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # clockwise from the top

NUM_WORDS = 3  # sets of hexes as bits, for boards of at most 192

Axial = tuple[int, int]


def axial_distance(a: Axial, b: Axial) -> int:
    """Steps from one hex to the other over an endless board."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def turn(hexagon: Axial, steps: int) -> Axial:
    """The hex turned about (0, 0) by steps of 60 degrees clockwise."""
    q, r = hexagon
    for _ in range(steps % NUM_SIDES):
        q, r = -r, q + r
    return q, r


def distance_table(coordinates: Sequence[Axial]) -> np.ndarray:
    """Distance of every two hexes, across gaps of the board as well."""
    hexes = np.asarray(coordinates, np.int64).reshape(-1, 2)
    delta = hexes[:, None, :] - hexes[None, :, :]
    cube = np.stack([delta[..., 0], delta[..., 1], delta.sum(axis=-1)])
    return table(np.abs(cube).max(axis=0))


def neighbour_table(coordinates: Sequence[Axial]) -> np.ndarray:
    """The hex on each of the six sides of every hex, NONE where the board ends."""
    index = {(int(q), int(r)): hexagon for hexagon, (q, r) in enumerate(coordinates)}
    rows = [
        [index.get((int(q) + dq, int(r) + dr), int(NONE)) for dq, dr in DIRECTIONS]
        for q, r in coordinates
    ]
    return table(np.asarray(rows, np.int64).reshape(-1, NUM_SIDES))


def beside_table(coordinates: Sequence[Axial]) -> np.ndarray:
    """The neighbours of every hex as a set: words of bits, the first hex lowest."""
    sides = neighbour_table(coordinates)
    if len(sides) > WORD_BITS * NUM_WORDS:
        raise ValueError(f"{len(sides)} hexes: at most {WORD_BITS * NUM_WORDS}")
    words = np.zeros((len(sides), NUM_WORDS), np.uint64)
    for hexagon, others in enumerate(sides):
        for other in others[others != NONE]:
            words[hexagon, other // WORD_BITS] |= np.uint64(1 << int(other) % WORD_BITS)
    return table(words.view(np.int64))


@jit
def is_adjacent_to(neighbours, member, hexagon):
    """Whether a neighbour of the hex is a member."""
    for side in range(NUM_SIDES):
        other = neighbours[hexagon, side]
        if other != NONE and member[other]:
            return True
    return False


@jit
def label_groups(neighbours, member, group):
    """Number the connected sets of member hexes by their smallest hex; returns how many.

    `group[hex]` is the number of the set, NONE for a hex that is no member.
    """
    stack = np.empty(member.size, np.int64)
    group[:] = NONE
    count = 0
    for start in range(member.size):
        if not member[start] or group[start] != NONE:
            continue
        group[start] = count
        stack[0] = start
        top = 1
        while top:
            top -= 1
            hexagon = stack[top]
            for side in range(NUM_SIDES):
                other = neighbours[hexagon, side]
                if other != NONE and member[other] and group[other] == NONE:
                    group[other] = count
                    stack[top] = other
                    top += 1
        count += 1
    return np.int64(count)
