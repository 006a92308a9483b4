"""One look for all games: colours, sizes of words, panels and the marks of seats.

Pictures are 960 wide and hold no words below 12, so that they are read at 800 pixels. Colours are told
apart by colour-blind people too, and nothing is told by colour alone: seats have shapes and numbers,
terrains and goods have letters.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Any

from exozoo.envs.core.svg import INK, circle, element, polygon, rect, text

WIDTH = 960
MARGIN, GAP = 12, 10
TITLE, HEAD, BODY, SMALL = 20, 15, 13, 12  # sizes of words
PANEL, SUNK, EDGE, FAINT, GOLD, DARK = (
    "#232036",
    "#191626",
    "#565075",
    "#b5b0cb",
    "#f2c14e",
    "#0f0d18",
)
# after Okabe and Ito, lightened for a dark ground
SEAT_COLOURS = ("#ff9f40", "#62b8ee", "#2fc79b", "#e590bd", "#f2e75c", "#f2704f")
LETTER = 0.57  # mean width of a letter, in its size
FULL = {"text_anchor": "middle"}
_POLYGONS = {1: (4, pi / 4), 2: (3, -pi / 2), 3: (4, 0.0), 4: (6, 0.0), 5: (5, -pi / 2)}


def bold(
    x: float, y: float, words: object, size: float = HEAD, fill: str = INK, **more: Any
) -> str:
    return text(x, y, words, size, fill, font_weight="bold", **more)


def middle(
    x: float, y: float, words: object, size: float = BODY, fill: str = INK, **more: Any
) -> str:
    return text(x, y, words, size, fill, text_anchor="middle", **more)


def end(x: float, y: float, words: object, size: float = BODY, fill: str = INK, **more: Any) -> str:
    return text(x, y, words, size, fill, text_anchor="end", **more)


def cut(words: str, width: float, size: float = BODY) -> str:
    """The words, or as much of them as has room."""
    most = int(width / (LETTER * size))
    return words if len(words) <= most else words[: max(most - 1, 1)].rstrip() + "…"


def wrap(words: str, width: float, size: float = BODY, lines: int = 99) -> list[str]:
    """The words in lines that fit; what needs more than `lines` of them ends in dots."""
    most = max(int(width / (LETTER * size)), 4)
    return textwrap.wrap(words, most, max_lines=lines, placeholder=" …")


def paragraph(
    x: float,
    y: float,
    words: str,
    width: float,
    size: float = BODY,
    fill: str = INK,
    lines: int = 99,
    **more: Any,
) -> list[str]:
    """Words in several lines, the first at baseline y."""
    rows = wrap(words, width, size, lines)
    return [text(x, y + n * size * 1.2, row, size, fill, **more) for n, row in enumerate(rows)]


def panel(
    x: float, y: float, width: float, height: float, title: str = "", active: str | None = None
) -> list[str]:
    """A box with a title; `active` is the colour of its frame while it is in play."""
    frame = {"stroke": active or EDGE, "stroke_width": 3 if active else 1}
    parts = [rect(x, y, width, height, PANEL, rx=8, **frame)]
    return [*parts, bold(x + 10, y + 20, title)] if title else parts


def seat_shape(
    seat: int, x: float, y: float, size: float, fill: str | None = None, **more: Any
) -> str:
    """The shape of a seat, about `size` across: circle, square, triangle, diamond, hexagon, pentagon."""
    colour = fill or SEAT_COLOURS[seat]
    look = {"stroke": DARK, "stroke_width": 1.2, **more}
    if seat not in _POLYGONS:
        return circle(x, y, size * 0.5, colour, **look)
    corners, turn = _POLYGONS[seat]
    reach = size * (0.62 if corners != 3 else 0.72)
    drop = size * 0.1 if corners == 3 else 0
    angles = [turn + 2 * pi * n / corners for n in range(corners)]
    return polygon(
        [(x + reach * cos(a), y + drop + reach * sin(a)) for a in angles], colour, **look
    )


def seat_mark(seat: int, x: float, y: float, size: float = 20, fill: str | None = None) -> str:
    """The shape of a seat with its number."""
    lower = 0.14 if seat == 2 else 0
    return seat_shape(seat, x, y, size, fill) + middle(
        x, y + size * (0.24 + lower), seat, size * 0.66, DARK, font_weight="bold"
    )


def heading(game: str, words: str, seat: int | None = None, fill: str | None = None) -> list[str]:
    """The line on top: the game, what is going on, and whose decision it is."""
    parts = [bold(MARGIN, 28, game, TITLE)]
    x = MARGIN + len(game) * TITLE * 0.68 + 14
    if seat is not None:
        parts.append(seat_mark(seat, x + 6, 22, 20, fill))
        x += 24
    room = WIDTH - MARGIN - x
    return [*parts, text(x, 28, cut(words, room, HEAD), HEAD, FAINT)]


def legend(
    y: float, entries: Sequence[tuple[str, str]], columns: int = 4
) -> tuple[list[str], float]:
    """What the marks mean: (mark drawn around 0,0 in a field of 20, words); and its height."""
    rows = -(-len(entries) // columns)
    height = 30 + 24 * rows
    parts = panel(MARGIN, y, WIDTH - 2 * MARGIN, height, "Legend")
    step = (WIDTH - 2 * MARGIN - 16) / columns
    for number, (mark, words) in enumerate(entries):
        x = MARGIN + 22 + step * (number % columns)
        down = y + 42 + 24 * (number // columns)
        parts.append(element("g", mark, transform=f"translate({x:.1f} {down - 4:.1f})"))
        parts.append(text(x + 18, down, cut(words, step - 40, SMALL), SMALL, FAINT))
    return parts, height


def grid(count: int, columns: int, y: float, height: float) -> Iterable[tuple[float, float, float]]:
    """(x, y, width) of boxes in rows over the whole width."""
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    for number in range(count):
        x = MARGIN + (number % columns) * (width + GAP)
        yield x, y + (number // columns) * (height + GAP), width
