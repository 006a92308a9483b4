"""Sets of (row, col) squares instead of bitmasks."""

from __future__ import annotations

Square = tuple[int, int]


def all_anchors(cells: list[Square], zones: list[set[Square]], size: int) -> set[Square]:
    """Anchors at which cell i lies in zones[i], for every i."""
    return {
        (row, col)
        for row in range(size)
        for col in range(size)
        if all((row + r, col + c) in zone for (r, c), zone in zip(cells, zones, strict=True))
    }


def some_anchors(cells: list[Square], zone: set[Square], size: int) -> set[Square]:
    """Anchors at which some cell lies in the zone."""
    return {
        (row, col)
        for row in range(size)
        for col in range(size)
        if any((row + r, col + c) in zone for r, c in cells)
    }


def beside(square: Square) -> set[Square]:
    row, col = square
    return {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}


def areas(squares: set[Square]) -> list[set[Square]]:
    """The connected areas, each as a set."""
    rest, found = set(squares), []
    while rest:
        area, todo = set(), [next(iter(rest))]
        while todo:
            square = todo.pop()
            if square in rest:
                rest.remove(square)
                area.add(square)
                todo.extend(beside(square))
        found.append(area)
    return found


def has_rectangle(squares: set[Square], rows: int, cols: int) -> bool:
    return any(
        all((row + r, col + c) in squares for r in range(rows) for c in range(cols))
        for row, col in squares
    )
