"""A picture of the table: the map, the research board, the players' boards."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.look import (
    DARK,
    GAP,
    MARGIN,
    SMALL,
    WIDTH,
    heading,
    legend,
    middle,
)
from exozoo.envs.core.pending import KIND
from exozoo.envs.core.svg import circle, document, group, line, polygon, rect, spot
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
    PIECE_NAMES,
    PLANET_IDS,
    SPACE_STATION,
    STATION,
)
from exozoo.envs.gaia_project.view.draw_boards import draw_boards
from exozoo.envs.gaia_project.view.draw_players import draw_players
from exozoo.envs.gaia_project.view.hints import hex_hint
from exozoo.envs.gaia_project.view.palette import (
    FACTION_COLOUR,
    PLANET_COLOUR,
    PLANET_LETTER,
    SPACE,
    edge_of,
    seat_colour,
)

SIZE = 30.0  # from the centre of a hex to a corner, on the largest map
TOP = 44
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


def draw(state: np.record, seat: int | None = None) -> str:
    """The whole table; all of it but the Automa's deck lies open to every seat."""
    places = range(int(HEXES_ON_BOARD[int(state["board"])]))
    centres = [hex_centre(state, place) for place in places]
    left, top = min(x for x, _ in centres), min(y for _, y in centres)
    width = max(x for x, _ in centres) - left + 2 * SIZE
    height = max(y for _, y in centres) - top + 2 * SIZE
    game_map = group(draw_map(state, centres), (WIDTH - width) / 2 + SIZE - left, TOP + SIZE - top)
    y = TOP + height + GAP
    boards, height = draw_boards(state)
    parts = [*title(state), game_map, *(group([part], 0, y) for part in boards)]
    y += height
    players, height = draw_players(state, y)
    y += height
    marks, height = legend(y, legend_marks(), 5)
    return document(WIDTH, y + height + MARGIN, [*parts, *players, *marks])


def title(state: np.record) -> list[str]:
    """Round, and whose decision it is."""
    if state["over"]:
        return heading("Gaia Project", "Game over")
    number, seat = int(state["round_number"]), int(state["seat"])
    words = f"Round {number} of {NUM_ROUNDS}" if number else "Setup"
    task = int(state["pending"][state["num_pending"] - 1, KIND])
    faction = int(state["players"][seat]["faction"])
    name = f"player {seat}" if faction == NONE else FACTION_NAMES[faction]
    return heading(
        "Gaia Project", f"{words} – {name}: {DECISION_NAMES[task]}", seat, seat_colour(state, seat)
    )


def legend_marks() -> list[tuple[str, str]]:
    planets = [
        (planet_mark(planet, 0, 0, 10), name.replace("_", " "))
        for planet, name in enumerate(PLANET_IDS)
    ]
    pieces = [
        (piece(int(kind), 0, 0, 9, FACTION_COLOUR[0], 0), PIECE_NAMES[kind])
        for kind in (MINE, STATION, LAB, INSTITUTE, ACADEMY_KNOWLEDGE, GAIAFORMER, SPACE_STATION)
    ]
    satellite = rect(-5, -5, 10, 10, FACTION_COLOUR[0], stroke=DARK)
    return [*planets, *pieces, (satellite, "satellite")]


def draw_map(state: np.record, centres: list[tuple[float, float]]) -> list[str]:
    """A group for each hex, sector borders above them."""
    parts = []
    for place, (x, y) in enumerate(centres):
        outline = [(x + SIZE * cx, y + SIZE * cy) for cx, cy in corners(state)]
        look = [polygon(outline, SPACE, stroke="#3a3558", stroke_width=1)]
        look += federation_marks(state, place, x, y)
        if place % HEXES_PER_SECTOR == HEXES_PER_SECTOR - 1:
            side = int(state["side_in_slot"][place // HEXES_PER_SECTOR])
            look.append(middle(x, y + 5, SECTOR_SIDES[side][0], 14, "#8d86b3"))
        look += planet_marks(state, place, x, y)
        look += piece_marks(state, place, x, y)
        parts.append(spot(f"hex-{place}", look, hex_hint(state, place)))
    parts += [sector_border(state, place, x, y) for place, (x, y) in enumerate(centres)]
    return [part for part in parts if part]


def sector_border(state: np.record, place: int, x: float, y: float) -> str:
    """Edges towards another sector or off the board."""
    parts = []
    for direction, other in enumerate(NEIGHBOUR_OF_HEX[int(state["board"]), place]):
        if other != NONE and other // HEXES_PER_SECTOR == place // HEXES_PER_SECTOR:
            continue
        (ax, ay), (bx, by) = (corners(state)[corner] for corner in EDGE_CORNERS[direction])
        ends = (x + SIZE * ax, y + SIZE * ay, x + SIZE * bx, y + SIZE * by)
        parts.append(line(*ends, "#7d75a8", stroke_width=2))
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


def planet_mark(planet: int, x: float, y: float, radius: float) -> str:
    """A planet with the letter of its type."""
    colour = PLANET_COLOUR[planet]
    ball = circle(x, y, radius, colour, stroke=edge_of(colour), stroke_width=1.5)
    return ball + middle(x, y + 4.5, PLANET_LETTER[planet], SMALL, DARK, font_weight="bold")


def planet_marks(state: np.record, place: int, x: float, y: float) -> list[str]:
    planet = int(state["planet"][place])
    return [] if planet == NONE else [planet_mark(planet, x, y, SIZE * 0.68)]


def piece_marks(state: np.record, place: int, x: float, y: float) -> list[str]:
    """Structures in the middle, a Lantid guest at the lower right, satellites around."""
    parts = []
    owner, guest = int(state["owner"][place]), int(state["guest"][place])
    if state["structure"][place] != NONE:
        kind = int(state["structure"][place])
        parts.append(piece(kind, x, y, SIZE * 0.5, seat_colour(state, owner), owner))
    if guest != NONE:
        parts.append(
            piece(int(MINE), x + SIZE * 0.5, y + SIZE * 0.45, 9, seat_colour(state, guest), guest)
        )
    around = [seat for seat in range(4) if int(state["satellites"][place]) >> seat & 1]
    for index, seat in enumerate(around):
        angle = 2 * pi * index / max(len(around), 1) - pi / 2
        reach = 0 if len(around) == 1 else SIZE * 0.42
        at, down = x + reach * cos(angle), y + reach * sin(angle)
        box = rect(at - 7, down - 7, 14, 14, seat_colour(state, seat), stroke=DARK)
        parts.append(box + middle(at, down + 4.5, seat, SMALL, DARK, font_weight="bold"))
    return parts


_SHAPES: dict[int, list[tuple[float, float]]] = {
    int(MINE): [(-0.75, 0.75), (-0.75, -0.2), (0, -0.9), (0.75, -0.2), (0.75, 0.75)],
    int(STATION): [(-1, 0.8), (-1, -0.2), (-0.45, -0.7), (0.1, -0.2), (0.1, -0.5), (0.55, -1), (1, -0.5), (1, 0.8)],
    int(INSTITUTE): [(-1, -0.85), (-0.6, -0.85), (-0.6, -0.5), (0.6, -0.5), (0.6, -0.85), (1, -0.85), (1, 0.85), (-1, 0.85)],
    int(ACADEMY_KNOWLEDGE): [(-1, 0.85), (-1, -0.2), (0, -1), (1, -0.2), (1, 0.85)],
    int(ACADEMY_ACTION): [(-1, 0.85), (-1, -0.2), (0, -1), (1, -0.2), (1, 0.85)],
    int(GAIAFORMER): [(0, -1), (0.45, -0.2), (1, 0.8), (0, 0.5), (-1, 0.8), (-0.45, -0.2)],
    int(SPACE_STATION): [(0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5)],
}  # fmt: skip
_LETTERS = {int(ACADEMY_KNOWLEDGE): "k", int(ACADEMY_ACTION): "q"}


def piece(kind: int, x: float, y: float, size: float, colour: str, seat: int) -> str:
    """The shapes that players know, with the seat's number: mine a house, station two roofs, lab a disc."""
    style = {"stroke": DARK, "stroke_width": 2}
    if kind == LAB:
        body = circle(x, y, size * 0.85, colour, **style)
    elif kind in _SHAPES:
        body = polygon([(x + size * a, y + size * b) for a, b in _SHAPES[kind]], colour, **style)
    else:
        raise ValueError(f"unknown piece {kind}")
    words = f"{seat}{_LETTERS.get(kind, '')}"
    letters = max(10, size * 0.85)
    left = size * 0.45 if kind == STATION else 0  # under the lower of the two roofs
    return body + middle(x - left, y + letters * 0.38 + 2, words, letters, DARK, font_weight="bold")
