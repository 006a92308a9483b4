"""Squares of a board as row bitmasks: polyomino placement, connected areas, rectangles.

A mask is an int64 array with one word per row; bit `col` of word `row` is the square (row, col).
Words past the height of the board are zero: they are the ground outside, so a mask that is read by
`all_inside` or `some_inside` has PAD more words than the board has rows.

Shapes are a table `cells[shape, cell] = (rows down, columns right)` from the upper left corner of
the bounding box, the anchor. All anchors of one shape are tested in one pass: word by word, a whole
row of anchors at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from exozoo.envs.core.jit import jit

PAD = 4  # a shape reaches at most this many rows below its anchor
NUM_ORIENTATIONS = 8
FULL = np.int64(-1)  # every bit of a word


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
def all_inside(cells, size, shape, layers, pick, masks, out):
    """Anchors at which each cell lies inside its mask, masks[layers[pick, cell]].

    Layers let the cells of one shape obey different zones; `pick` is a row of that table.
    """
    for row in range(out.size):
        out[row] = FULL
    for cell in range(size):
        down = cells[shape, cell, 0]
        right = cells[shape, cell, 1]
        layer = layers[pick, cell]
        for row in range(out.size):
            out[row] &= masks[layer, row + down] >> right


@jit
def some_inside(cells, size, shape, mask, out):
    """Anchors at which at least one cell lies inside the mask."""
    for row in range(out.size):
        out[row] = 0
    for cell in range(size):
        down = cells[shape, cell, 0]
        right = cells[shape, cell, 1]
        for row in range(out.size):
            out[row] |= mask[row + down] >> right


@jit
def neighbours(mask, height, out):
    """Squares that share a side with a square of the mask (they may be in it themselves)."""
    for row in range(height):
        word = (mask[row] << 1) | (mask[row] >> 1)
        if row > 0:
            word |= mask[row - 1]
        if row + 1 < height:
            word |= mask[row + 1]
        out[row] = word


@jit
def flood(mask, height, area):
    """Grow `area`, a part of the mask, to everything of the mask that is connected with it."""
    changed = True
    while changed:
        changed = False
        for row in range(height):
            word = area[row]
            reached = word
            if row > 0:
                reached |= area[row - 1]
            if row + 1 < height:
                reached |= area[row + 1]
            reached &= mask[row]
            grown = word
            while True:  # spread along the row until nothing is added
                grown |= reached
                reached = ((grown << 1) | (grown >> 1)) & mask[row]
                if reached | grown == grown:
                    break
            if grown != word:
                area[row] = grown
                changed = True


@jit
def count_squares(mask, height):
    """Number of squares in the mask."""
    total = 0
    for row in range(height):
        word = mask[row]
        while word != 0:
            word &= word - 1
            total += 1
    return total


@jit
def next_area(rest, height, area):
    """Move one connected area out of `rest` into `area`; its size, 0 when nothing was left."""
    for row in range(height):
        area[row] = 0
    for row in range(height):
        if rest[row] != 0:
            area[row] = rest[row] & -rest[row]
            flood(rest, height, area)
            for other in range(height):
                rest[other] &= ~area[other]
            return count_squares(area, height)
    return 0


@jit
def has_rectangle(mask, height, rows, cols):
    """Whether a full block of `rows` x `cols` squares, that way round, lies in the mask."""
    for top in range(height - rows + 1):
        word = FULL
        for row in range(top, top + rows):
            word &= mask[row]
        for _ in range(cols - 1):
            word &= word >> 1
        if word != 0:
            return True
    return False
