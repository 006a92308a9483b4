"""Bitmask geometry against sets of squares."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from exozoo.envs.core import grid
from exozoo.envs.core.codes import table
from tests.reference import grid as slow

SIZE = 12
HEIGHT = np.int64(SIZE)
squares = st.sets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=90)
polyominoes = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=5)
unhurried = settings(max_examples=60, deadline=None)


def rows_of(zone, height=SIZE + grid.PAD):
    mask = np.zeros(height, np.int64)
    for row, col in zone:
        mask[row] |= 1 << col
    return mask


def set_of(mask):
    return {(row, col) for row in range(SIZE) for col in range(SIZE) if int(mask[row]) >> col & 1}


@given(polyominoes, st.integers(0, 7), squares, squares, st.data())
@unhurried
def test_placements_of_a_shape_are_those_found_one_by_one(cells, orientation, zone, other, data):
    shape = grid.turned(sorted(cells), orientation)
    layers = [data.draw(st.integers(0, 1)) for _ in shape]
    masks = np.stack([rows_of(zone), rows_of(other)])
    padded = np.zeros((1, 5, 2), np.int64)
    padded[0, : len(shape)] = shape
    out = np.zeros(SIZE, np.int64)
    size = np.int64(len(shape))
    grid.all_inside(table(padded), size, np.int64(0), table([layers]), np.int64(0), masks, out)
    zones = [(zone, other)[layer] for layer in layers]
    assert set_of(out) == slow.all_anchors(shape, zones, SIZE)
    grid.some_inside(table(padded), size, np.int64(0), masks[0], out)
    assert set_of(out) == slow.some_anchors(shape, zone, SIZE)


@given(polyominoes)
def test_orientations_are_turns_and_mirror_images(cells):
    shape = sorted(cells)
    assert grid.turned(grid.turned(shape, 1), 3) == grid.turned(shape, 0)
    assert grid.turned(grid.turned(shape, 4), 4) == grid.turned(shape, 0)
    for orientation in range(8):
        turned = grid.turned(shape, orientation)
        assert min(r for r, _ in turned) == 0 == min(c for _, c in turned)
        assert len(set(turned)) == len(shape)


@given(squares)
@unhurried
def test_areas_are_the_connected_sets(zone):
    rest, area = rows_of(zone, SIZE), np.zeros(SIZE, np.int64)
    found = []
    while (size := grid.next_area(rest, HEIGHT, area)) > 0:
        found.append(set_of(area))
        assert size == len(found[-1])
    assert sorted(map(sorted, found)) == sorted(map(sorted, slow.areas(zone)))
    assert not rest.any()


@given(squares)
@unhurried
def test_neighbours_share_a_side(zone):
    out = np.zeros(SIZE, np.int64)
    grid.neighbours(rows_of(zone), HEIGHT, out)
    expected = set().union(*(slow.beside(square) for square in zone)) if zone else set()
    inside = {(r, c) for r, c in expected if 0 <= r < SIZE and 0 <= c < SIZE}
    assert set_of(out) == inside


@given(squares, st.integers(1, 5), st.integers(1, 5))
@unhurried
def test_rectangles_are_found_where_all_squares_are_there(zone, rows, cols):
    block = {(3 + r, 2 + c) for r in range(rows) for c in range(cols)}
    for squares_here in (zone, zone | block):
        fast = grid.has_rectangle(rows_of(squares_here), HEIGHT, np.int64(rows), np.int64(cols))
        assert fast == slow.has_rectangle(squares_here, rows, cols)
