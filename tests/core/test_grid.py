"""Bitmask geometry against sets of squares."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from exozoo.envs.core import grid
from exozoo.envs.core.codes import table
from tests.reference import grid as slow

SIZE = 12
squares = st.sets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=90)
polyominoes = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=5)
unhurried = settings(max_examples=60, deadline=None)


def board_of(zone):
    return tuple(np.int64(word) for word in grid.words_of(zone))


def set_of(board):
    return {
        (r, c) for r in range(SIZE) for c in range(SIZE) if int(board[r // 4]) >> r % 4 * 16 + c & 1
    }


def is_clean(board):
    """Whether no bit is set but those of squares."""
    return board_of(set_of(board)) == tuple(board)


@given(polyominoes, st.integers(0, 7), squares, squares, st.data())
@unhurried
def test_placements_of_a_shape_are_those_found_one_by_one(cells, orientation, zone, other, data):
    shape = grid.turned(sorted(cells), orientation)
    sections = [data.draw(st.integers(0, 1)) for _ in shape]
    offsets = table([[16 * row + col for row, col in shape]])
    size, number = np.int64(len(shape)), np.int64(0)
    boards = board_of(zone), board_of(other)
    found = grid.anchors_inside(offsets, size, number, table([sections]), number, *boards)
    zones = [(zone, other)[section] for section in sections]
    assert set_of(found) == slow.all_anchors(shape, zones, SIZE)
    assert is_clean(found)
    touching = grid.anchors_touching(offsets, size, number, boards[0])
    assert set_of(touching) == slow.some_anchors(shape, zone, SIZE)


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
    rest, found = board_of(zone), []
    while not grid.is_empty(rest):
        area = grid.first_area(rest)
        rest = grid.without(rest, area)
        found.append(set_of(area))
        assert grid.count_squares(area) == len(found[-1])
    assert sorted(map(sorted, found)) == sorted(map(sorted, slow.areas(zone)))


@given(squares)
@unhurried
def test_neighbours_share_a_side(zone):
    out = grid.beside(board_of(zone))
    expected = set().union(*(slow.beside(square) for square in zone)) if zone else set()
    inside = {(r, c) for r, c in expected if 0 <= r < SIZE and 0 <= c < SIZE}
    assert set_of(out) == inside
    assert is_clean(out)


@given(squares, st.integers(1, 5), st.integers(1, 5))
@unhurried
def test_rectangles_are_found_where_all_squares_are_there(zone, rows, cols):
    block = {(3 + r, 2 + c) for r in range(rows) for c in range(cols)}
    for squares_here in (zone, zone | block):
        fast = grid.has_rectangle(board_of(squares_here), np.int64(rows), np.int64(cols))
        assert fast == slow.has_rectangle(squares_here, rows, cols)


@given(squares)
@unhurried
def test_squares_are_met_one_by_one(zone):
    rest, found = board_of(zone), []
    while not grid.is_empty(rest):
        found.append(tuple(map(int, grid.first_square(rest))))
        rest = grid.without_first(rest)
    assert found == sorted(zone)
    mask = np.zeros(5 + SIZE * SIZE, np.uint8)
    grid.mark_squares(board_of(zone), mask, np.int64(5), np.int64(SIZE))
    assert {divmod(int(n) - 5, SIZE) for n in np.flatnonzero(mask)} == zone
    here = [grid.has_square(board_of(zone), np.int64(r), np.int64(c)) for r, c in found]
    assert all(here)


@given(squares, st.sets(st.integers(0, SIZE - 1)))
@unhurried
def test_lines_without_squares_are_told(zone, emptied):
    board = board_of({(row, col) for row, col in zone if row not in emptied})
    left = set_of(board)
    columns = int(grid.columns_in(board))
    assert {col for col in range(16) if columns >> col & 1} == {col for _, col in left}
    empty = set()
    for number, word in enumerate(board):
        last_bits = int(grid.rows_without(word))
        empty |= {4 * number + bit // 16 for bit in range(64) if last_bits >> bit & 1}
    assert empty == set(range(SIZE)) - {row for row, _ in left}
