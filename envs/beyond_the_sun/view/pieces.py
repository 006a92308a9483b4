"""Small pieces of the drawing: pawns on spaces, ships, discs."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.look import DARK, SMALL, middle, seat_mark, seat_shape
from exozoo.envs.core.svg import INK, circle, spot

TYPE_COLOURS = {"S": "#62a4e8", "E": "#5cb860", "M": "#e0685f", "C": "#e3c04e"}
DISC_COLOURS = ("#86c766", "#d49a58", "#c3c3d6", "#8a8a8a")  # food, ore, achievement, to be chosen
DISC_LETTERS = "FOA?"
SHIP = 16  # size of a ship


def disc(kind: int, x: float, y: float, radius: float, edge: str = DARK) -> str:
    """A disc with the letter of its kind."""
    body = circle(x, y, radius, DISC_COLOURS[kind], stroke=edge, stroke_width=2)
    return body + middle(x, y + 4.5, DISC_LETTERS[kind], SMALL, DARK, font_weight="bold")


def pawn_space(state: np.record, space: int, x: float, y: float) -> str:
    """An action space: a ring, or the pawn on it."""
    owners = [k for k in range(state["num_players"]) if state["players"][k]["pawn"] == space]
    look = [circle(x, y, 10, DARK, stroke=INK, stroke_width=1.2)]
    if owners:
        look.append(seat_mark(owners[0], x, y, 18))
    words = f"Action space, taken by player {owners[0]}." if owners else "A free action space."
    return spot(f"space-{space}", look, words)


def pawn_spaces(
    state: np.record, spaces: list[int], x: float, y: float, step: float = 24
) -> list[str]:
    return [pawn_space(state, space, x + step * n, y) for n, space in enumerate(spaces)]


def ships(seat: int, node: int, level: int, count: int, x: float, y: float, step: float) -> str:
    """The ships of a seat of one level at a location."""
    look = []
    for number in range(count):
        look.append(seat_shape(seat, x + step * number, y, SHIP))
        low = 2 if seat == 2 else 0
        look.append(middle(x + step * number, y + 4.5 + low, level, SMALL, DARK))
    plural = "ships" if count > 1 else "ship"
    hint = f"{count} {plural} of level {level} of player {seat}."
    return spot(f"ship-{seat}-{node}-{level}", look, hint)
