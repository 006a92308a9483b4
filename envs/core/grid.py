"""Squares as bits: polyomino placement, connected areas, rectangles.

A board is a tuple of three int64 words with four rows each, 16 bits a row: bit `row % 4 * 16 + col` of
word `row // 4` is the square (row, col) of at most 12 rows and 12 columns. The four bits of a row that
no square uses keep the rows apart when all squares move at once, and the sign bit free. `moved` and
`lowered` may set such bits: their results are not moved on before they were cut with a board.

Shapes are tables: `offsets[shape, cell]` is 16 * (rows down) + (columns right) from the upper left
corner of the bounding box, the anchor. All anchors of one shape are tested at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from exozoo.envs.core.bits import count_bits, lowest_bit
from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.jit import jit

WORDS = 3
ROWS_OF_WORD = np.int64(4)
BITS_OF_ROW = np.int64(16)
BITS_OF_WORD = np.int64(64)
ONE_COLUMN, ONE_ROW = np.int64(1), BITS_OF_ROW
NUM_ORIENTATIONS = 8
FULL = np.int64(-1)  # every bit of a word
TOP_BITS = np.int64(-0x7FFF7FFF7FFF8000)  # the last bit of each row
ALL_BUT_TOP_BITS = ~TOP_BITS
ROW_BITS = np.int64(0xFFFF)
SQUARES = np.int64(0x0FFF0FFF0FFF0FFF)  # the bits of a word that are squares


def words_of(squares: Iterable[tuple[int, int]]) -> list[int]:
    """The words of a board with these squares, given as (row, col)."""
    words = [0] * WORDS
    for row, col in squares:
        words[row // int(ROWS_OF_WORD)] |= 1 << (row % int(ROWS_OF_WORD) * int(BITS_OF_ROW) + col)
    return words


def turned(cells: Sequence[tuple[int, int]], orientation: int) -> list[tuple[int, int]]:
    """The cells in one of 8 orientations, in the same order, moved to the corner (0, 0).

    Orientations 4..7 are mirrored left to right first; then come `orientation % 4` quarter turns
    clockwise.
    """
    points = [(row, -col) if orientation >= 4 else (row, col) for row, col in cells]
    for _ in range(orientation % 4):
        points = [(col, -row) for row, col in points]
    top = min(row for row, _ in points)
    left = min(col for _, col in points)
    return [(row - top, col - left) for row, col in points]


@jit
def board_at(words, index):
    """A board that is a row of a table."""
    return words[index, 0], words[index, 1], words[index, 2]


@jit
def board_in(words):
    """A board that is a field of a record."""
    return words[0], words[1], words[2]


@jit
def both(board, other):
    """The squares in both boards."""
    return board[0] & other[0], board[1] & other[1], board[2] & other[2]


@jit
def either(board, other):
    """The squares in at least one of the boards."""
    return board[0] | other[0], board[1] | other[1], board[2] | other[2]


@jit
def without(board, other):
    """The squares that are not in the other board."""
    return board[0] & ~other[0], board[1] & ~other[1], board[2] & ~other[2]


@jit
def is_empty(board):
    return board[0] | board[1] | board[2] == 0


@jit
def has_square(board, row, col):
    word = board[0] if row < ROWS_OF_WORD else board[1] if row < 2 * ROWS_OF_WORD else board[2]
    return word >> (row % ROWS_OF_WORD * BITS_OF_ROW + col) & 1 == 1


@jit
def moved(board, offset):
    """All squares moved up and left by an offset: what lies there as seen from each square."""
    first, second, third = board
    if offset >= BITS_OF_WORD:
        first, second, third = second, third, ZERO
        offset -= BITS_OF_WORD
    back = BITS_OF_WORD - 1 - offset
    return (
        (first >> offset) | ((second << 1) << back),
        (second >> offset) | ((third << 1) << back),
        third >> offset,
    )


@jit
def lowered(board, offset):
    """All squares moved down and right by an offset of at most three rows, but not by nothing."""
    first, second, third = board
    back = BITS_OF_WORD - offset
    return (
        first << offset,
        (second << offset) | (first >> back),
        (third << offset) | (second >> back),
    )


@jit
def anchors_inside(offsets, size, shape, sections, pick, first, second):
    """Anchors at which each cell lies inside its zone: `second` if sections[pick, cell], else `first`."""
    anchors = (FULL, FULL, FULL)
    for cell in range(size):
        zone = second if sections[pick, cell] else first
        anchors = both(anchors, moved(zone, offsets[shape, cell]))
        if is_empty(anchors):
            break
    return anchors


@jit
def anchors_touching(offsets, size, shape, zone):
    """Anchors at which at least one cell lies inside the zone."""
    anchors = (ZERO, ZERO, ZERO)
    for cell in range(size):
        anchors = either(anchors, moved(zone, offsets[shape, cell]))
    return anchors


@jit
def beside(board):
    """Squares that share a side with a square of the board (they may be in it themselves)."""
    across = either(moved(board, ONE_COLUMN), lowered(board, ONE_COLUMN))
    found = either(across, either(moved(board, ONE_ROW), lowered(board, ONE_ROW)))
    return both(found, (SQUARES, SQUARES, SQUARES))


@jit
def flood(board, area):
    """Grow `area`, a part of the board, to everything of the board that is connected with it."""
    while True:
        grown = either(area, both(beside(area), board))
        if is_empty(without(grown, area)):
            return area
        area = grown


@jit
def first_area(board):
    """The connected area of the board's first square; nothing of an empty board."""
    first, second, third = board
    if first != 0:
        return flood(board, (first & -first, ZERO, ZERO))
    if second != 0:
        return flood(board, (ZERO, second & -second, ZERO))
    return flood(board, (ZERO, ZERO, third & -third))


@jit
def count_squares(board):
    """Number of squares of the board."""
    return count_bits(board[0]) + count_bits(board[1]) + count_bits(board[2])


@jit
def first_square(board):
    """Row and column of the first square of a board, which must have one."""
    word, row = board[0], ZERO
    if word == 0:
        word, row = board[1], row + ROWS_OF_WORD
    if word == 0:
        word, row = board[2], row + ROWS_OF_WORD
    bit = lowest_bit(word)
    return row + bit // BITS_OF_ROW, bit % BITS_OF_ROW


@jit
def without_first(board):
    """The board without its first square."""
    first, second, third = board
    if first != 0:
        return first & (first - 1), second, third
    if second != 0:
        return first, second & (second - 1), third
    return first, second, third & (third - 1)


@jit
def has_rectangle(board, rows, cols):
    """Whether a full block of `rows` x `cols` squares, that way round, lies in the board."""
    for _ in range(rows - 1):
        board = both(board, moved(board, ONE_ROW))
    for _ in range(cols - 1):
        board = both(board, moved(board, ONE_COLUMN))
    return not is_empty(board)


@jit
def columns_in(board):
    """A bit for each column in which the board has a square."""
    word = board[0] | board[1] | board[2]
    word |= word >> (2 * BITS_OF_ROW)
    return (word | word >> BITS_OF_ROW) & ROW_BITS


@jit
def rows_without(word):
    """The last bit of each row of a word that has no square in that row."""
    return ~(word + ALL_BUT_TOP_BITS) & TOP_BITS


@jit
def mark_word(word, mask, first, width):
    """Set the entries of the squares of one word; `first` is the entry of its first square."""
    while word != 0:
        bit = lowest_bit(word)
        mask[first + bit // BITS_OF_ROW * width + bit % BITS_OF_ROW] = 1
        word &= word - 1


@jit
def mark_squares(board, mask, first, width):
    """Set mask[first + row * width + col] for each square of the board."""
    mark_word(board[0], mask, first, width)
    mark_word(board[1], mask, first + ROWS_OF_WORD * width, width)
    mark_word(board[2], mask, first + 2 * ROWS_OF_WORD * width, width)
