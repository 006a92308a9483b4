"""A picture of the table: the map, the research board, the players' boards."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.pending import KIND
from exozoo.envs.core.svg import circle, document, group, line, polygon, rect, text
from exozoo.envs.gaia_project.components import (
    COORDS_OF_BOARD,
    FACTION_NAMES,
    HEXES_ON_BOARD,
    NEIGHBOUR_OF_HEX,
    SECTOR_SIDES,
)
from exozoo.envs.gaia_project.constants import (
    ACADEMY_ACTION,
    ACADEMY_KNOWLEDGE,
    DECISION_NAMES,
    GAIAFORMER,
    HEXES_PER_SECTOR,
    INSTITUTE,
    LAB,
    MINE,
    NUM_ROUNDS,
    SPACE_STATION,
    STATION,
)
from exozoo.envs.gaia_project.view.draw_boards import draw_boards
from exozoo.envs.gaia_project.view.palette import DIM, FACTION_COLOUR, PLANET_COLOUR, SPACE, edge_of

SIZE = 30.0  # from the centre of a hex to a corner
TITLE_HEIGHT = 44
MARGIN = 24
CORNERS = [(cos(i * pi / 3), sin(i * pi / 3)) for i in range(6)]
ROW_CORNERS = [(cos(i * pi / 3 - pi / 6), sin(i * pi / 3 - pi / 6)) for i in range(6)]
# which two corners the edge towards each neighbour lies between (hexgrid's order of neighbours)
EDGE_CORNERS = ((4, 5), (5, 0), (0, 1), (1, 2), (2, 3), (3, 4))


def hex_centre(state: np.record, place: int) -> tuple[float, float]:
    """Flat-top hexes, y down; turned into horizontal rows in a solo game (GS-1)."""
    q, r = COORDS_OF_BOARD[int(state["board"])][place]
    if state["automa_level"]:
        return sqrt(3) * (q + r / 2) * SIZE, 1.5 * r * SIZE
    return 1.5 * q * SIZE, sqrt(3) * (r + q / 2) * SIZE


def corners(state: np.record) -> list[tuple[float, float]]:
    """The corners of a hex around its centre, at distance 1."""
    return ROW_CORNERS if state["automa_level"] else CORNERS


def seat_colour(state: np.record, seat: int) -> str:
    faction = int(state["players"][seat]["faction"])
    return DIM if faction == NONE else FACTION_COLOUR[faction]


def draw(state: np.record) -> str:
    """The whole table as SVG."""
    places = range(int(HEXES_ON_BOARD[int(state["board"])]))
    centres = [hex_centre(state, place) for place in places]
    left, top = min(x for x, _ in centres), min(y for _, y in centres)
    width = max(x for x, _ in centres) - left + 2 * SIZE
    height = max(y for _, y in centres) - top + 2 * SIZE
    game_map = group(
        draw_map(state, centres), MARGIN + SIZE - left, TITLE_HEIGHT + MARGIN + SIZE - top
    )
    boards, boards_width, boards_height = draw_boards(state)
    board_x = width + 2 * MARGIN
    page_width = board_x + boards_width + MARGIN
    page_height = TITLE_HEIGHT + MARGIN + max(height, boards_height) + MARGIN
    return document(
        page_width,
        page_height,
        [title(state), game_map, group(boards, board_x, TITLE_HEIGHT + MARGIN)],
    )


def title(state: np.record) -> str:
    """Round, and whose decision it is."""
    number = int(state["round_number"])
    words = f"Round {number} of {NUM_ROUNDS}" if number else "Setup"
    if state["over"]:
        words = "Game over"
    else:
        seat, task = int(state["seat"]), int(state["pending"][state["num_pending"] - 1, KIND])
        faction = int(state["players"][seat]["faction"])
        name = f"Player {seat + 1}" if faction == NONE else FACTION_NAMES[faction]
        words += f" – {name}: {DECISION_NAMES[task]}"
    return text(MARGIN, 34, f"Gaia Project – {words}", 20)


def draw_map(state: np.record, centres: list[tuple[float, float]]) -> list[str]:
    """Hexes first, sector borders over them, pieces on top."""
    parts = [
        polygon(
            [(x + SIZE * cx, y + SIZE * cy) for cx, cy in corners(state)],
            SPACE,
            stroke="#3a3558",
            stroke_width=1,
        )
        for x, y in centres
    ]
    for place, (x, y) in enumerate(centres):
        parts += federation_marks(state, place, x, y)
        parts.append(sector_border(state, place, x, y))
    for place, (x, y) in enumerate(centres):
        if place % HEXES_PER_SECTOR == HEXES_PER_SECTOR - 1:
            side = int(state["side_in_slot"][place // HEXES_PER_SECTOR])
            parts.append(text(x, y + 5, SECTOR_SIDES[side][0], 13, "#8d86b3", text_anchor="middle"))
        parts += planet_marks(state, place, x, y)
        parts += piece_marks(state, place, x, y)
    return parts


def sector_border(state: np.record, place: int, x: float, y: float) -> str:
    """Edges towards another sector or off the board."""
    parts = []
    for direction, other in enumerate(NEIGHBOUR_OF_HEX[int(state["board"]), place]):
        if other != NONE and other // HEXES_PER_SECTOR == place // HEXES_PER_SECTOR:
            continue
        (ax, ay), (bx, by) = (corners(state)[corner] for corner in EDGE_CORNERS[direction])
        parts.append(
            line(
                x + SIZE * ax,
                y + SIZE * ay,
                x + SIZE * bx,
                y + SIZE * by,
                "#7d75a8",
                stroke_width=2,
            )
        )
    return "".join(parts)


def federation_marks(state: np.record, place: int, x: float, y: float) -> list[str]:
    """A tinted hex for each seat's federation."""
    parts = []
    for seat in range(int(state["num_players"])):
        if int(state["federated"][place]) >> seat & 1:
            inner = SIZE * (0.93 - 0.1 * seat)
            outline = [(x + inner * cx, y + inner * cy) for cx, cy in corners(state)]
            colour = seat_colour(state, seat)
            parts.append(
                polygon(outline, colour, fill_opacity=0.16, stroke=colour, stroke_width=1.5)
            )
    return parts


def planet_marks(state: np.record, place: int, x: float, y: float) -> list[str]:
    planet = int(state["planet"][place])
    if planet == NONE:
        return []
    colour = PLANET_COLOUR[planet]
    return [
        circle(x, y, SIZE * 0.68, colour, stroke=edge_of(colour), stroke_width=1.5),
        circle(x - SIZE * 0.2, y - SIZE * 0.22, SIZE * 0.28, "#ffffff", fill_opacity=0.18),
    ]


def piece_marks(state: np.record, place: int, x: float, y: float) -> list[str]:
    """Structures in the middle, a Lantid guest at the lower right, satellites around."""
    parts = []
    if state["structure"][place] != NONE:
        colour = seat_colour(state, int(state["owner"][place]))
        parts.append(piece(int(state["structure"][place]), x, y, SIZE * 0.42, colour))
    if state["guest"][place] != NONE:
        colour = seat_colour(state, int(state["guest"][place]))
        parts.append(piece(int(MINE), x + SIZE * 0.45, y + SIZE * 0.45, SIZE * 0.26, colour))
    around = [seat for seat in range(4) if int(state["satellites"][place]) >> seat & 1]
    for index, seat in enumerate(around):
        angle = 2 * pi * index / max(len(around), 1) - pi / 2
        reach = 0 if len(around) == 1 else SIZE * 0.4
        side = SIZE * 0.34
        parts.append(
            rect(
                x + reach * cos(angle) - side / 2,
                y + reach * sin(angle) - side / 2,
                side,
                side,
                seat_colour(state, seat),
                stroke="#0b0a12",
                stroke_width=1.5,
            )
        )
    return parts


def piece(kind: int, x: float, y: float, size: float, colour: str) -> str:
    """The shapes that players know: mine a house, station two roofs, lab a dome, institute a big block."""
    style = {"stroke": "#0b0a12", "stroke_width": 2.2}
    a = size
    if kind == MINE:
        points = [(-0.7, 0.7), (-0.7, -0.1), (0, -0.8), (0.7, -0.1), (0.7, 0.7)]
    elif kind == STATION:
        points = [(-1, 0.8), (-1, -0.1), (-0.45, -0.6), (0.1, -0.1), (0.1, -0.5), (0.55, -1), (1, -0.5), (1, 0.8)]  # fmt: skip
    elif kind == LAB:
        return circle(x, y, a * 0.85, colour, **style) + rect(
            x - a * 0.25, y - a * 0.25, a * 0.5, a * 0.5, "#0b0a12"
        )
    elif kind == INSTITUTE:
        return rect(x - a, y - a * 0.85, 2 * a, 1.7 * a, colour, rx=2, **style) + rect(
            x - a * 0.45, y - a * 0.4, a * 0.9, a * 0.8, "#0b0a12"
        )
    elif kind in (ACADEMY_KNOWLEDGE, ACADEMY_ACTION):
        mark = "k" if kind == ACADEMY_KNOWLEDGE else "q"
        points = [(-1, 0.85), (-1, -0.2), (0, -1), (1, -0.2), (1, 0.85)]
        body = polygon([(x + a * px, y + a * py) for px, py in points], colour, **style)
        return body + text(
            x, y + a * 0.6, mark, a * 1.2, "#0b0a12", text_anchor="middle", font_weight="bold"
        )
    elif kind == GAIAFORMER:
        points = [(0, -1), (0.35, -0.2), (1, 0.7), (0, 0.35), (-1, 0.7), (-0.35, -0.2)]
    elif kind == SPACE_STATION:
        points = [(0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5)]
        body = polygon([(x + a * px, y + a * py) for px, py in points], colour, **style)
        return body + circle(x, y, a * 0.4, "#0b0a12")
    else:
        raise ValueError(f"unknown piece {kind}")
    return polygon([(x + a * px, y + a * py) for px, py in points], colour, **style)
