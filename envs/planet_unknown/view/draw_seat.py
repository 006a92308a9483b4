"""A seat's part of the table: its planet, its corporation's tracks and technologies, its cards."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from exozoo.envs.core.look import (
    BODY,
    DARK,
    EDGE,
    FAINT,
    GOLD,
    HEAD,
    MARGIN,
    SEAT_COLOURS,
    SMALL,
    SUNK,
    WIDTH,
    bold,
    cut,
    end,
    middle,
    panel,
    seat_mark,
)
from exozoo.envs.core.places import seen_by
from exozoo.envs.core.svg import INK, circle, group, polygon, rect, spot, text
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.components import (
    CARD_NAMES,
    CELL_OF_PATH,
    COLUMN_MEDALS,
    CORPORATION_NAMES,
    CORPORATIONS,
    GROUND,
    LAST_OF_PATH,
    OBJECTIVES,
    PLANET_NAMES,
    ROW_MEDALS,
    TECHNOLOGY_AT_LEVEL,
)
from exozoo.envs.planet_unknown.view.hints import (
    card_hint,
    cell_hint,
    cell_medals,
    cell_words,
    corporation_hint,
    objective_hint,
    planet_hint,
    square_hint,
    technology_hint,
)

TERRAIN_COLOURS = ("#9a9cb3", "#4c93d6", "#63ad55", "#d8604a", "#efece2", "#e8c542")
TERRAIN_LETTERS = "CWBRTE"
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
# fields of a player that say what lies on a square, as _square takes them
LYING = ("terrain", "station_of", "symbol", "meteorite", "lifepod")
SQUARES_KEPT = 8192
SQUARE = 25
CELL_WIDTH, CELL_HEIGHT = 68, 20
PANEL_WIDTH, PANEL_HEIGHT = WIDTH - 2 * MARGIN, 398
PLANET_X, TRACKS_X, SIDE_X = 10, 342, 690
SIDE_WIDTH = PANEL_WIDTH - SIDE_X - 10


def draw_seat(state: np.record, seat: int, viewer: int | None) -> list[str]:
    """The panel of one seat, as `viewer` sees it."""
    player = state["players"][seat]
    active = seat == int(state["seat"]) and not state["over"]
    colour = SEAT_COLOURS[seat]
    corporation, planet = int(player["corporation"]), int(player["planet"])
    parts = panel(0, 0, PANEL_WIDTH, PANEL_HEIGHT, active=colour if active else None)
    parts.append(seat_mark(seat, 22, 20, 24))
    name = [bold(42, 26, PLANET_NAMES[planet], 16)]
    parts.append(spot(f"planet-{seat}", name, planet_hint(planet)))
    board = [bold(TRACKS_X, 26, CORPORATION_NAMES[corporation], 16)]
    parts.append(spot(f"corporation-{seat}", board, corporation_hint(corporation)))
    notes = ["commander"] if seat == int(state["commander"]) else []
    if state["over"]:
        notes.append(f"place {int(state['rank'][seat])}")
    parts.append(text(SIDE_X, 26, ", ".join(notes), BODY, GOLD))
    medals = f"{int(state['scores'][seat])} medals"
    parts.append(end(PANEL_WIDTH - 12, 26, medals, 18, font_weight="bold"))
    parts.append(group(_planet(player, seat), PLANET_X, 40))
    parts.append(group(_tracks(player, seat), TRACKS_X, 40))
    parts.append(group(_side(state, seat, viewer), SIDE_X, 40))
    return parts


# --- the planet -----------------------------------------------------------------------------------


def terrain_square(x: float, y: float, size: float, terrain: int) -> str:
    """A square of a terrain with its letter."""
    box = rect(x, y, size, size, TERRAIN_COLOURS[terrain], stroke=DARK, stroke_width=0.7)
    letter = TERRAIN_LETTERS[terrain]
    return box + middle(x + size / 2, y + size / 2 + 4.5, letter, SMALL, DARK, fill_opacity=0.55)


def meteor_symbol(x: float, y: float, size: float) -> str:
    points = [(0.5, 0.12), (0.88, 0.86), (0.12, 0.86)]
    corners = [(x + size * a, y + size * b) for a, b in points]
    return polygon(corners, "none", stroke=DARK, stroke_width=1.6)


def _planet(player: np.record, seat: int) -> list[str]:
    planet = int(player["planet"])
    parts = []
    lying = np.stack([player[field] for field in LYING], axis=1).astype(int)
    for square in range(c.NUM_SQUARES):
        if GROUND_COLOURS[int(GROUND[planet, square])] is not None:
            parts.append(_square(seat, planet, square, *lying[square].tolist()))
    for rover, square in enumerate(player["rover_at"]):
        if square >= 0:
            parts.append(_rover(player, seat, rover, int(square)))
    full = int(c.SIZE) * SQUARE
    for n in range(int(c.SIZE)):
        for line, x, y, medals, what in (
            (n, full + 11, n * SQUARE + 17, ROW_MEDALS[planet, n], "row"),
            (12 + n, n * SQUARE + SQUARE / 2, full + 16, COLUMN_MEDALS[planet, n], "column"),
        ):
            hint = (
                f"{int(medals)} medals at the end if {what} {n} is covered and free of meteorites."
            )
            box = rect(x - 9, y - 12, 18, 16, SUNK, rx=4)
            look = [box, middle(x, y, int(medals), SMALL, GOLD)]
            parts.append(spot(f"line-{seat}-{line}", look, hint))
    return parts


@lru_cache(SQUARES_KEPT)
def _square(
    seat: int,
    planet: int,
    square: int,
    terrain: int,
    station: int,
    symbol: int,
    meteorite: int,
    lifepod: int,
) -> str:
    """A square and what lies on it; kept, since few squares change from picture to picture."""
    row, col = divmod(square, int(c.SIZE))
    x, y = col * SQUARE, row * SQUARE
    ground = int(GROUND[planet, square])
    parts = [
        rect(x, y, SQUARE, SQUARE, GROUND_COLOURS[ground] or DARK, stroke=DARK, stroke_width=0.7)
    ]
    if terrain >= 0:
        parts = [terrain_square(x, y, SQUARE, terrain)]
    across, down = x + SQUARE / 2, y + SQUARE / 2
    if station == square:
        parts.append(circle(across, down, 8, DARK))
        letter = TERRAIN_LETTERS[terrain]
        parts.append(middle(across, down + 4.5, letter, SMALL, TERRAIN_COLOURS[terrain]))
    elif terrain >= 0 and station < 0:  # a patch
        inner = SQUARE - 6
        parts.append(rect(x + 3, y + 3, inner, inner, "none", stroke="#1f5a1a", stroke_width=2))
    if symbol:
        parts.append(meteor_symbol(x, y, SQUARE))
    if meteorite:
        parts.append(circle(across, down, 7.5, "#2b2530", stroke="#ff9a3d", stroke_width=3))
    if lifepod:
        parts.append(rect(across - 4, y + 5, 8, 15, "#ffffff", rx=4, stroke=DARK))
    covered = terrain >= 0
    extra = [
        words
        for words, there in (
            ("station", station == square),
            ("patch", covered and station < 0),
            ("meteor symbol", symbol),
            ("meteorite", meteorite),
            ("lifepod", lifepod),
        )
        if there
    ]
    hint = square_hint(row, col, terrain, ground, extra)
    return spot(f"square-{seat}-{row}-{col}", parts, hint)


def _rover(player: np.record, seat: int, rover: int, square: int) -> str:
    row, col = divmod(square, int(c.SIZE))
    x, y = col * SQUARE + 3, row * SQUARE + 5
    loaded = bool(player["cargo"][rover])
    look = [
        rect(
            x,
            y,
            SQUARE - 6,
            SQUARE - 10,
            SEAT_COLOURS[seat],
            rx=4,
            stroke="#ffffff",
            stroke_width=2,
        ),
        middle(x + (SQUARE - 6) / 2, y + 12, rover, SMALL, DARK, font_weight="bold"),
    ]
    if loaded:
        look.append(circle(x + SQUARE - 7, y + 1, 4, "#2b2530", stroke="#ff9a3d", stroke_width=2))
    hint = f"Rover {rover} of player {seat}{', carrying a meteorite' if loaded else ''}."
    return spot(f"rover-{seat}-{rover}", look, hint)


# --- tracks ---------------------------------------------------------------------------------------


def _track_cells(corporation: int, track: int) -> list[int]:
    """The cells of the board that the track's path uses."""
    path = CELL_OF_PATH[corporation, track][: LAST_OF_PATH[corporation, track] + 1]
    return sorted({int(cell) for cell in path})


def _tracks(player: np.record, seat: int) -> list[str]:
    """Tracks from bottom to top, with bonuses, medals, markers and lifepods."""
    corporation = int(player["corporation"])
    rows = int(c.TRACK_ROWS)
    parts = []
    shown = {cell for track in range(5) for cell in _track_cells(corporation, track)}
    marked = {_cell_of(player, marker) for marker in range(5)}
    for track in range(5):
        x = track * CELL_WIDTH
        parts.append(
            middle(x + CELL_WIDTH / 2 - 2, 14, c.TRACK_NAMES[track], SMALL, TERRAIN_COLOURS[track])
        )
    for cell in sorted(shown):
        track, row = divmod(cell, rows)
        x, y = track * CELL_WIDTH, 20 + (rows - 1 - row) * CELL_HEIGHT
        medals = cell_medals(corporation, track, row)
        look = [
            rect(x, y, CELL_WIDTH - 4, CELL_HEIGHT - 2, SUNK, rx=3, stroke=TERRAIN_COLOURS[track]),
            text(
                x + (20 if cell in marked else 5),
                y + 13.5,
                cell_words(corporation, track, row),
                SMALL,
            ),
        ]
        if medals:
            look.append(end(x + CELL_WIDTH - 7, y + 13.5, medals, SMALL, GOLD, font_weight="bold"))
        if player["track_lifepod"][cell]:
            look.append(rect(x + CELL_WIDTH - 26, y + 3, 6, 12, "#ffffff", rx=3))
        parts.append(spot(f"cell-{seat}-{track}-{row}", look, cell_hint(corporation, track, row)))
    return parts + [_marker(player, seat, marker) for marker in range(5)]


def _cell_of(player: np.record, marker: int) -> int:
    """The cell that a marker stands on."""
    path, step = int(player["path"][marker]), int(player["position"][marker])
    return int(CELL_OF_PATH[int(player["corporation"]), path, step])


def _marker(player: np.record, seat: int, marker: int) -> str:
    step = int(player["position"][marker])
    track, row = divmod(_cell_of(player, marker), int(c.TRACK_ROWS))
    x, y = track * CELL_WIDTH + 9, 20 + (int(c.TRACK_ROWS) - 1 - row) * CELL_HEIGHT + 9
    look = [
        circle(x, y, 8.5, TERRAIN_COLOURS[marker], stroke="#ffffff", stroke_width=2),
        middle(x, y + 4.5, TERRAIN_LETTERS[marker], SMALL, DARK, font_weight="bold"),
    ]
    flux = ", the flux track" if player["flux"] == marker else ""
    hint = f"The {c.TRACK_NAMES[marker]} marker of player {seat}, step {step}{flux}."
    return spot(f"marker-{seat}-{marker}", look, hint)


# --- collection, technologies, cards ----------------------------------------------------------------


def _side(state: np.record, seat: int, viewer: int | None) -> list[str]:
    player = state["players"][seat]
    parts = [_collection(player, seat)]
    y = 44.0
    parts.append(text(0, y + 12, "technologies", SMALL, FAINT))
    y += 18
    corporation = int(player["corporation"])
    for level, data in enumerate(CORPORATIONS[corporation]["technologies"]):
        key = int(TECHNOLOGY_AT_LEVEL[corporation, level])
        available = bool(int(player["technologies"]) >> key & 1)
        words = f"{level + 1} {data['key'].replace('_', ' ')}"
        pod = bool(player["tech_lifepod"][level])
        fill, ink = ("#2d5a3a", INK) if available else (SUNK, FAINT)
        look = [
            rect(0, y, SIDE_WIDTH, 20, fill, rx=4, stroke=EDGE),
            text(6, y + 14.5, cut(words, SIDE_WIDTH - 20, SMALL), SMALL, ink),
        ]
        if pod:
            look.append(rect(SIDE_WIDTH - 12, y + 3, 7, 14, "#ffffff", rx=3.5))
        hint = technology_hint(corporation, level, available)
        parts.append(spot(f"technology-{seat}-{level}", look, hint))
        y += 22
    return [*parts, *_cards(state, seat, viewer, y + 4)]


def _collection(player: np.record, seat: int) -> str:
    """What lies in the collection area, and points and rovers to use."""
    counts = [
        ("pods", int(player["lifepods"])),
        ("meteor", int(player["meteorites"])),
        ("moves", int(player["movement"])),
        ("rovers", int(player["rover_supply"])),
        ("patch", int(player["stored_patches"])),
    ]
    step = SIDE_WIDTH / len(counts)
    look = [rect(0, 0, SIDE_WIDTH, 40, SUNK, rx=6, stroke=EDGE)]
    for number, (name, count) in enumerate(counts):
        x = step * number + step / 2
        look.append(middle(x, 18, count, HEAD, font_weight="bold"))
        look.append(middle(x, 34, name, SMALL, FAINT))
    hint = (
        f"Player {seat}: {counts[0][1]} lifepods and {counts[1][1]} meteorites collected, "
        f"{counts[2][1]} movement points left, {counts[3][1]} rovers in supply, "
        f"{counts[4][1]} stored patches."
    )
    return spot(f"collection-{seat}", look, hint)


def _cards(state: np.record, seat: int, viewer: int | None, y: float) -> list[str]:
    """Civ cards and personal objectives: to other seats only how many, until the end."""
    open_now = seen_by(viewer, seat) or bool(state["over"])
    cards = [n for n in range(c.NUM_CARDS) if state["card_place"][n] == seat]
    goals = [n for n in range(len(OBJECTIVES)) if state["objective_place"][n] == seat]
    if not open_now:
        hidden = len(cards)
        cards = [n for n in cards if state["card_resolved"][n]]  # PU-102: these were shown
        words = f"civ cards: {hidden}, objectives: {len(goals)}"
        goals = []
        parts = [text(0, y + 12, words, SMALL, FAINT)]
    else:
        parts = [
            text(0, y + 12, "civ cards and objectives" if cards or goals else "", SMALL, FAINT)
        ]
    held = [(f"card-{n}", CARD_NAMES[n], card_hint(n)) for n in cards]
    held += [
        (f"objective-{n}", OBJECTIVES[n]["personal"]["name"], objective_hint(n, "personal"))
        for n in goals
    ]
    columns = 1 if len(held) <= 6 else 2
    width = SIDE_WIDTH / columns
    for number, (name, words, hint) in enumerate(held):
        x, top = number % columns * width, y + 18 + number // columns * 21
        look = [
            rect(x, top, width - 3, 19, "#392f63", rx=4, stroke=EDGE),
            text(x + 6, top + 14, cut(words, width - 12, SMALL), SMALL),
        ]
        parts.append(spot(name, look, hint))
    return parts
