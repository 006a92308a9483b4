"""The table as a picture: the station in the middle of the head, a board for each seat below."""

from __future__ import annotations

from math import cos, pi, sin
from textwrap import shorten
from typing import Any

import numpy as np

from exozoo.envs.core.svg import (
    SEAT_COLOURS,
    circle,
    document,
    group,
    line,
    polygon,
    rect,
    text,
)
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.components import (
    BONUS_OF_CELL,
    CARD_NAMES,
    CELL_OF_PATH,
    CELLS,
    COLUMN_MEDALS,
    CORPORATION_NAMES,
    EVENTS,
    GROUND,
    INNER_SHAPE,
    LAST_OF_PATH,
    MEDAL_OF_PATH,
    METEOR_CELL,
    OBJECTIVES,
    OUTER_SHAPE,
    PLANET_NAMES,
    POSITION_OF_SEAT,
    ROW_MEDALS,
    SECTION_OF_CELL,
    SIZE_OF_SHAPE,
    STATION_CELL,
    TERRAIN_OF_PAIR,
)
from exozoo.envs.planet_unknown.rules.setup import solo_rating
from exozoo.envs.planet_unknown.view.describe import top_of

TERRAIN_COLOURS = ("#85879c", "#3b86c8", "#58a54c", "#c9543f", "#e4e1d6", "#e3bd3a")
GROUND_COLOURS = (
    None,
    "#4b3d38",
    "#a7c9d8",
    "#6c5280",
    "#4f4690",
    "#8f7148",
    "#6d8030",
    "#7d7030",
)
DIM, PANEL, EDGE, DARK = "#9a96ad", "#1d1a2b", "#353049", "#17151f"
SQUARE = 21
CELL_WIDTH, CELL_HEIGHT = 30, 15
PANEL_WIDTH, PANEL_HEIGHT = 490, 386
HEAD_HEIGHT = 330
MOST_LETTERS = 74  # in one line of a panel
# by kind of bonus; letters and signs that every font has
BONUS_SIGNS = ("{}›", "B", "C{}", "+{}", "R", "T{}", "A")
DEPOTS = int(c.NUM_DEPOTS)


def draw(state: np.record) -> str:
    players = int(state["num_players"])
    columns = 1 if players == 1 else 2 if players in (2, 4) else 3
    rows = -(-players // columns)
    width = max(columns, 2) * (PANEL_WIDTH + 12) + 12
    parts = [_head(state, width)]
    for seat in range(players):
        x = 12 + seat % columns * (PANEL_WIDTH + 12)
        y = HEAD_HEIGHT + seat // columns * (PANEL_HEIGHT + 12)
        parts.append(group(_seat(state, seat), x, y))
    return document(width, HEAD_HEIGHT + rows * (PANEL_HEIGHT + 12), parts)


def _head(state: np.record, width: float) -> str:
    words = [
        f"Planet Unknown · round {int(state['round_number'])}",
        "the game is over" if state["over"] else f"phase: {c.PHASE_NAMES[int(state['phase'])]}",
    ]
    if not state["over"]:
        words.append(f"seat {int(state['seat'])} decides: {top_of(state).kind.replace('_', ' ')}")
    if state["event"] >= 0:
        words.append(f"event: {EVENTS[int(state['event'])]['text']}")
    if state["target"]:
        words.append(f"target: {int(state['target'])} medals")
        if state["over"]:
            words.append(f"rating: {solo_rating(int(state['scores'][0]), int(state['target']))[1]}")
    cards = [OBJECTIVES[int(n)]["competitive"] for n in state["between"] if n >= 0]
    cards += [
        OBJECTIVES[int(n)]["competitive"]
        for n in np.flatnonzero(state["objective_place"] == c.COMMON)
    ]
    words += ["", "objectives" if cards else ""] + [
        f"{side['name']}: {side['text']}" for side in cards
    ]
    lines = [
        text(350, 40 + 21 * n, part, 17 if n == 0 else 13, fill="#ffffff" if n == 0 else DIM)
        for n, part in enumerate(words)
    ]
    return group([_station(state), *lines])


def _station(state: np.record) -> str:
    """PU-12: two rings of six compartments, turned as they are now, and where the seats sit."""
    middle, parts = 165, []
    for radius in (148, 92, 30):
        parts.append(circle(middle, middle, radius, PANEL, stroke=EDGE, stroke_width=2))
    for outer in range(DEPOTS):
        position = (outer - int(state["rotation"])) % DEPOTS
        angle = pi / 3 * position - pi / 2
        border = angle + pi / 6
        parts.append(
            line(
                middle + 30 * cos(border),
                middle + 30 * sin(border),
                middle + 148 * cos(border),
                middle + 148 * sin(border),
                EDGE,
            )
        )
        inner = (outer + int(state["shift"])) % DEPOTS
        for shape, radius in ((OUTER_SHAPE[outer], 120), (INNER_SHAPE[inner], 62)):
            x, y = middle + radius * cos(angle), middle + radius * sin(angle)
            parts.append(_compartment(state, int(shape), x, y))
    for seat in range(int(state["num_players"])):
        angle = pi / 3 * int(POSITION_OF_SEAT[int(state["num_players"]), seat]) - pi / 2
        x, y = middle + 156 * cos(angle), middle + 156 * sin(angle)
        parts.append(circle(x, y, 9, SEAT_COLOURS[seat]))
        parts.append(text(x, y + 4, seat, 11, DARK, text_anchor="middle"))
    return group(parts)


def _compartment(state: np.record, shape: int, x: float, y: float) -> str:
    taken = int(state["taken"][shape])
    if taken >= c.NUM_VARIANTS:
        return text(x, y + 4, "empty", 10, DIM, text_anchor="middle")
    tile = int(state["pile"][shape, taken]) * c.NUM_SHAPES + shape
    size = int(SIZE_OF_SHAPE[shape])
    cells = CELLS[shape * 8, :size].tolist()
    top = y - 5.5 * (1 + max(r for r, _ in cells))
    left = x - 5.5 * (1 + max(q for _, q in cells))
    parts = [_tile_cell(tile, n, left + 11 * q, top + 11 * r, 11) for n, (r, q) in enumerate(cells)]
    parts.append(text(x + 22, y + 18, c.NUM_VARIANTS - taken, 9, DIM, text_anchor="middle"))
    return group(parts)


def _tile_cell(tile: int, cell: int, x: float, y: float, size: float) -> str:
    variant, shape = divmod(tile, c.NUM_SHAPES)
    section = int(SECTION_OF_CELL[shape, cell])
    terrain = int(TERRAIN_OF_PAIR[variant // 2, section])
    parts = [rect(x, y, size, size, TERRAIN_COLOURS[terrain], stroke=DARK, stroke_width=0.5)]
    if STATION_CELL[shape, section] == cell:
        parts.append(circle(x + size / 2, y + size / 2, size / 4, DARK))
    if variant % 2 and METEOR_CELL[shape] == cell:
        parts.append(_symbol(x, y, size))
    return group(parts)


def _symbol(x: float, y: float, size: float) -> str:
    points = [(0.5, 0.15), (0.85, 0.85), (0.15, 0.85)]
    return polygon(
        [(x + size * a, y + size * b) for a, b in points], "none", stroke=DARK, stroke_width=1.4
    )


def _seat(state: np.record, seat: int) -> list[str]:
    player = state["players"][seat]
    colour = SEAT_COLOURS[seat]
    to_move = seat == int(state["seat"]) and not state["over"]
    title = (
        f"{CORPORATION_NAMES[int(player['corporation'])]} on {PLANET_NAMES[int(player['planet'])]}"
    )
    commander = " · commander" if seat == int(state["commander"]) else ""
    place = f" · place {int(state['rank'][seat])}" if state["over"] else ""
    medals = int(state["scores"][seat])
    return [
        rect(
            0,
            0,
            PANEL_WIDTH,
            PANEL_HEIGHT,
            PANEL,
            rx=8,
            stroke=colour if to_move else EDGE,
            stroke_width=2,
        ),
        circle(18, 18, 8, colour),
        text(34, 23, title, 14),
        text(
            PANEL_WIDTH - 12, 23, f"{medals} medals{commander}{place}", 12, DIM, text_anchor="end"
        ),
        group(_planet(player, colour), 12, 38),
        group(_tracks(player), 306, 40),
        group(_stock(state, seat), 12, 326),
    ]


def _planet(player: Any, colour: str) -> list[str]:
    planet = int(player["planet"])
    parts = []
    for square in range(c.NUM_SQUARES):
        row, col = divmod(square, 12)
        ground = GROUND_COLOURS[int(GROUND[planet, square])]
        if ground is not None:
            parts.append(_planet_square(player, square, col * SQUARE, row * SQUARE, ground))
    for rover, square in enumerate(player["rover_at"]):
        if square >= 0:
            row, col = divmod(int(square), 12)
            x, y = col * SQUARE + 4, row * SQUARE + 5
            ring = "#111111" if player["cargo"][rover] else "#ffffff"
            parts.append(
                rect(x, y, SQUARE - 8, SQUARE - 10, colour, rx=3, stroke=ring, stroke_width=1.6)
            )
            parts.append(text(x + 6.5, y + 9, rover, 9, DARK, text_anchor="middle"))
    for n in range(12):
        parts.append(text(12 * SQUARE + 10, n * SQUARE + 15, ROW_MEDALS[planet, n], 9, DIM))
        parts.append(text(n * SQUARE + 7, 12 * SQUARE + 12, COLUMN_MEDALS[planet, n], 9, DIM))
    return parts


def _planet_square(player: Any, square: int, x: float, y: float, ground: str) -> str:
    terrain = int(player["terrain"][square])
    fill = ground if terrain < 0 else TERRAIN_COLOURS[terrain]
    parts = [rect(x, y, SQUARE, SQUARE, fill, stroke=DARK, stroke_width=0.6)]
    middle_x, middle_y = x + SQUARE / 2, y + SQUARE / 2
    if int(player["station_of"][square]) == square:
        parts.append(circle(middle_x, middle_y, 5, DARK))
    elif terrain >= 0 and int(player["station_of"][square]) < 0:  # a patch
        parts.append(rect(x + 3, y + 3, SQUARE - 6, SQUARE - 6, "none", stroke="#2f6b28"))
    if player["symbol"][square]:
        parts.append(_symbol(x, y, SQUARE))
    if player["meteorite"][square]:
        parts.append(circle(middle_x, middle_y, 6, "#2b2530", stroke="#ff9a3d", stroke_width=2))
    if player["lifepod"][square]:
        parts.append(rect(x + 7, y + 4, 7, 13, "#ffffff", rx=3.5, stroke="#444444"))
    return group(parts)


def _tracks(player: Any) -> list[str]:
    """Tracks from bottom to top, with bonuses, medals, markers and lifepods."""
    corporation = int(player["corporation"])
    parts = []
    for track in range(5):
        column = sorted(
            {
                int(n)
                for n in CELL_OF_PATH[corporation, track][: LAST_OF_PATH[corporation, track] + 1]
            }
        )
        for cell in [n for n in column if n // 16 == track]:
            row = cell % 16
            x, y = track * (CELL_WIDTH + 4), (15 - row) * (CELL_HEIGHT + 2)
            parts.append(
                rect(x, y, CELL_WIDTH, CELL_HEIGHT, "#2a2540", stroke=TERRAIN_COLOURS[track])
            )
            parts.append(text(x + 3, y + 11, _cell_words(corporation, track, row), 9, DIM))
            if player["track_lifepod"][cell]:
                parts.append(rect(x + 20, y + 2, 6, 11, "#ffffff", rx=3))
    for marker in range(5):
        step = int(player["position"][marker])
        cell = int(CELL_OF_PATH[corporation, int(player["path"][marker]), step])
        right = cell // 16 * (CELL_WIDTH + 4) + CELL_WIDTH - 7
        middle = (15 - cell % 16) * (CELL_HEIGHT + 2) + CELL_HEIGHT / 2
        parts.append(
            circle(right, middle, 6.5, TERRAIN_COLOURS[marker], stroke="#ffffff", stroke_width=1.5)
        )
    return parts


def _cell_words(corporation: int, track: int, row: int) -> str:
    bonuses = BONUS_OF_CELL[corporation, track * 16 + row]
    words = [
        sign.format(int(amount))
        for sign, amount in zip(BONUS_SIGNS, bonuses, strict=True)
        if amount
    ]
    medal = int(MEDAL_OF_PATH[corporation, track, row]) if row < c.MAX_STEPS else 0
    return " ".join([*words, *([f"*{medal}"] if medal else [])])


def _stock(state: np.record, seat: int) -> list[str]:
    player = state["players"][seat]
    first = (
        f"lifepods {int(player['lifepods'])} · meteorites {int(player['meteorites'])} · "
        f"movement {int(player['movement'])} · rovers in supply {int(player['rover_supply'])}"
    )
    cards = [CARD_NAMES[n] for n in range(c.NUM_CARDS) if state["card_place"][n] == seat]
    secret = f"civ cards: {', '.join(cards) if state['over'] else len(cards)}"
    if player["stored_patches"]:
        secret += f" · stored patches {int(player['stored_patches'])}"
    if player["flux"] >= 0:
        secret += f" · flux track {c.TRACK_NAMES[int(player['flux'])]}"
    unlocked = [letter for n, letter in enumerate("ABCDEF") if player["tech_lifepod"][n]]
    if unlocked:
        secret += f" · technologies {' '.join(unlocked)}"
    return [text(0, 14, first, 12), text(0, 34, shorten(secret, MOST_LETTERS), 12, DIM)]
