"""The table as a picture: the station and the cards in the head, a board for each seat below."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from exozoo.envs.core.look import (
    BODY,
    DARK,
    EDGE,
    FAINT,
    GAP,
    GOLD,
    HEAD,
    MARGIN,
    PANEL,
    SMALL,
    SUNK,
    WIDTH,
    bold,
    cut,
    heading,
    legend,
    middle,
    paragraph,
    seat_mark,
)
from exozoo.envs.core.places import seen_by
from exozoo.envs.core.svg import circle, document, element, group, rect, spot, text
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.components import (
    CARD_NAMES,
    CARDS,
    CELLS,
    EVENTS,
    INNER_SHAPE,
    LEVEL_OF_CARD,
    METEOR_CELL,
    OBJECTIVES,
    OUTER_SHAPE,
    POSITION_OF_SEAT,
    SECTION_OF_CELL,
    SIZE_OF_SHAPE,
    STATION_CELL,
    TERRAIN_OF_PAIR,
)
from exozoo.envs.planet_unknown.rules.objectives import KEEP_COMMON
from exozoo.envs.planet_unknown.rules.setup import solo_rating
from exozoo.envs.planet_unknown.view.describe import top_of
from exozoo.envs.planet_unknown.view.draw_seat import (
    PANEL_HEIGHT,
    TERRAIN_COLOURS,
    TERRAIN_LETTERS,
    draw_seat,
    meteor_symbol,
    terrain_square,
)
from exozoo.envs.planet_unknown.view.hints import (
    card_hint,
    depot_hint,
    event_hint,
    objective_hint,
)

DEPOTS = int(c.NUM_DEPOTS)
TOP, HEAD_HEIGHT = 40, 336
MIDDLE_X, MIDDLE_Y = 166.0, 206.0
RADII = (32.0, 88.0, 142.0)  # of the hub, the inner and the outer ring
WORDS_X = 336
WORDS_WIDTH = WIDTH - MARGIN - WORDS_X


def draw(state: np.record, seat: int | None = None) -> str:
    """The table as a seat sees it, its own board first; without a seat all that lies on it."""
    players = int(state["num_players"])
    first = 0 if seat is None else seat
    parts = [*_heading(state), *_station(state), *_words(state, seat)]
    y = float(TOP + HEAD_HEIGHT)
    for number in range(players):
        owner = (first + number) % players
        parts.append(group(draw_seat(state, owner, seat), MARGIN, y))
        y += PANEL_HEIGHT + GAP
    marks, height = legend(y, _legend(), 5)
    return document(WIDTH, y + height + MARGIN, [*parts, *marks])


def _heading(state: np.record) -> list[str]:
    number = int(state["round_number"])
    if state["over"]:
        return heading("Planet Unknown", f"round {number}: the game is over")
    decision = top_of(state).kind.replace("_", " ")
    seat = int(state["seat"])
    return heading("Planet Unknown", f"round {number}, player {seat} decides: {decision}", seat)


def _legend() -> list[tuple[str, str]]:
    terrains = [(terrain_square(-10, -10, 20, n), name) for n, name in enumerate(c.TERRAIN_NAMES)]
    station = rect(-10, -10, 20, 20, TERRAIN_COLOURS[0]) + _dot(0, 0, 0, 7)
    return [
        *terrains,
        (station, "station"),
        (rect(-10, -10, 20, 20, TERRAIN_COLOURS[2]) + meteor_symbol(-10, -10, 20), "meteor symbol"),
        (circle(0, 0, 7, "#2b2530", stroke="#ff9a3d", stroke_width=3), "meteorite"),
        (rect(-4, -8, 8, 15, "#ffffff", rx=4), "lifepod"),
        (middle(0, 5, "3", BODY, GOLD, font_weight="bold"), "medals"),
        (middle(0, 5, "2m", BODY), "movement points"),
    ]


def _dot(x: float, y: float, terrain: int, radius: float) -> str:
    return circle(x, y, radius, DARK) + middle(
        x, y + radius * 0.6, TERRAIN_LETTERS[terrain], radius * 1.6, TERRAIN_COLOURS[terrain]
    )


# --- the station --------------------------------------------------------------------------------


def _station(state: np.record) -> list[str]:
    """PU-12: two rings of six compartments, turned as they are now, and where the seats sit."""
    parts = [circle(MIDDLE_X, MIDDLE_Y, RADII[0], SUNK, stroke=EDGE)]
    parts.append(middle(MIDDLE_X, MIDDLE_Y + 5, "station", SMALL, FAINT))
    for outer in range(DEPOTS):
        position = (outer - int(state["rotation"])) % DEPOTS
        inner = (outer + int(state["shift"])) % DEPOTS
        parts.append(_compartment(state, 1, outer, int(OUTER_SHAPE[outer]), position))
        parts.append(_compartment(state, 0, inner, int(INNER_SHAPE[inner]), position))
    players = int(state["num_players"])
    for seat in range(players):
        angle = pi / 3 * int(POSITION_OF_SEAT[players, seat]) - pi / 2
        x, y = _at(angle, RADII[2] + 8)
        parts.append(seat_mark(seat, x, y, 22))
    return parts


def _at(angle: float, radius: float) -> tuple[float, float]:
    return MIDDLE_X + radius * cos(angle), MIDDLE_Y + radius * sin(angle)


def _compartment(state: np.record, ring: int, number: int, shape: int, position: int) -> str:
    """A compartment of a ring with the tile on top of it and how many there are."""
    angle = pi / 3 * position - pi / 2
    near, far = RADII[ring], RADII[ring + 1]
    start, stop = angle - pi / 6, angle + pi / 6
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (
        _at(start, near),
        _at(start, far),
        _at(stop, far),
        _at(stop, near),
    )
    path = (
        f"M{ax:.1f} {ay:.1f} L{bx:.1f} {by:.1f} A{far:.0f} {far:.0f} 0 0 1 {cx:.1f} {cy:.1f} "
        f"L{dx:.1f} {dy:.1f} A{near:.0f} {near:.0f} 0 0 0 {ax:.1f} {ay:.1f} Z"
    )
    parts = [element("path", d=path, fill=PANEL, stroke=EDGE, stroke_width=1.5)]
    x, y = _at(angle, (near + far) / 2)
    left = int(c.NUM_VARIANTS) - int(state["taken"][shape])
    tile = -1
    if left > 0:
        tile = int(state["pile"][shape, state["taken"][shape]]) * c.NUM_SHAPES + shape
        parts += _tile(tile, x, y, 13)
        parts.append(middle(*_at(angle + 0.36, far - 12), left, SMALL, FAINT))
    else:
        parts.append(middle(x, y + 4, "empty", SMALL, FAINT))
    return spot(f"depot-{ring}-{number}", parts, depot_hint(ring, tile, left))


def _tile(tile: int, x: float, y: float, size: float) -> list[str]:
    """A tile around its middle."""
    variant, shape = divmod(tile, int(c.NUM_SHAPES))
    cells = CELLS[shape * 8, : int(SIZE_OF_SHAPE[shape])].tolist()
    top = y - size / 2 * (1 + max(row for row, _ in cells))
    left = x - size / 2 * (1 + max(col for _, col in cells))
    parts = []
    for number, (row, col) in enumerate(cells):
        section = int(SECTION_OF_CELL[shape, number])
        terrain = int(TERRAIN_OF_PAIR[variant // 2, section])
        at, down = left + size * col, top + size * row
        parts.append(
            rect(at, down, size, size, TERRAIN_COLOURS[terrain], stroke=DARK, stroke_width=0.7)
        )
        if STATION_CELL[shape, section] == number:
            parts.append(circle(at + size / 2, down + size / 2, size / 4, DARK))
        if variant % 2 and METEOR_CELL[shape] == number:
            parts.append(meteor_symbol(at, down, size))
    return parts


# --- events, objectives and cards on offer --------------------------------------------------------


def _words(state: np.record, seat: int | None) -> list[str]:
    """The event, the target of a solo game, and objectives; cards on offer to who may see them."""
    parts: list[str] = []
    y = TOP + 22.0
    if state["target"]:
        words = f"target: {int(state['target'])} medals"
        if state["over"]:
            rating = solo_rating(int(state["scores"][0]), int(state["target"]))[1]
            words += f", rating: {rating}"
        parts.append(bold(WORDS_X, y, words, BODY))
        y += 22
    if state["event"] >= 0:
        y = _event(parts, "event-0", "Event: ", int(state["event"]), y)
    known = seat is None or int(state["peeked"]) >> seat & 1
    if int(state["peeked"]) and known and state["event_next"] < state["event_total"]:
        y = _event(
            parts, "event-1", "Next event: ", int(state["event_deck"][state["event_next"]]), y
        )
    offered = _offer(state, seat)
    if offered:
        parts += _offered(offered, y)
        return parts
    cards = [int(n) for n in state["between"] if n >= 0]
    cards += [int(n) for n in np.flatnonzero(state["objective_place"] == c.COMMON)]
    cards += [
        int(n) for n in np.flatnonzero(state["objective_place"] == c.LAID_OUT) if n not in cards
    ]
    if cards:
        parts.append(bold(WORDS_X, y, "Objectives"))
        y += 6
    step = min(44.0, (TOP + HEAD_HEIGHT - 14 - y) / max(len(cards), 1))
    for number, card in enumerate(cards):
        side = OBJECTIVES[card]["competitive"]
        look = [rect(WORDS_X, y + step * number, WORDS_WIDTH, step - 4, PANEL, rx=5, stroke=EDGE)]
        look += paragraph(
            WORDS_X + 8,
            y + step * number + 15,
            f"{side['name']}: {side['text']}",
            WORDS_WIDTH - 14,
            SMALL,
            lines=2 if step > 36 else 1,
        )
        parts.append(spot(f"objective-{card}", look, objective_hint(card, "competitive")))
    return parts


def _event(parts: list[str], name: str, start: str, event: int, y: float) -> float:
    """Add an event card; where the next words begin."""
    rows = paragraph(WORDS_X, y, start + EVENTS[event]["text"], WORDS_WIDTH, BODY, GOLD, lines=2)
    parts.append(spot(name, rows, event_hint(event)))
    return y + 16 * len(rows) + 8


def _offer(state: np.record, seat: int | None) -> list[tuple[str, str, str]]:
    """(id, words, hint) of the cards to choose from, which only the deciding seat sees."""
    if state["over"] or not seen_by(seat, state["seat"]):
        return []
    kind, _, arguments = top_of(state)
    if kind in ("take_card", "keep_card"):
        level = arguments.get("level", -1) if kind == "take_card" else -1
        cards = [
            card
            for card in range(c.NUM_CARDS)
            if state["card_place"][card] == c.IN_PILE and level in (-1, LEVEL_OF_CARD[card])
        ]
        extra = arguments.get("extra", -1)
        cards += [extra] if extra >= 0 and extra not in cards else []
        return [(f"card-{n}", f"{CARD_NAMES[n]}: {CARDS[n]['text']}", card_hint(n)) for n in cards]
    if kind == "keep_objective":
        side = "competitive" if arguments.get("mode") == KEEP_COMMON else "personal"
        found = np.flatnonzero(state["objective_place"] == c.ON_OFFER)
        return [
            (
                f"objective-{n}",
                f"{OBJECTIVES[n][side]['name']}: {OBJECTIVES[n][side]['text']}",
                objective_hint(n, side),
            )
            for n in map(int, found)
        ]
    return []


def _offered(offered: list[tuple[str, str, str]], y: float) -> list[str]:
    """Cards to choose from, in as many columns as they need."""
    parts = [bold(WORDS_X, y, "On offer", HEAD, GOLD)]
    columns = 1 if len(offered) <= 7 else 2 if len(offered) <= 18 else 3
    rows = -(-len(offered) // columns)
    step = min(44.0, (TOP + HEAD_HEIGHT - 20 - y) / rows)
    width = WORDS_WIDTH / columns
    for number, (name, words, hint) in enumerate(offered):
        x, top = WORDS_X + number // rows * width, y + 8 + number % rows * step
        look = [rect(x, top, width - 5, step - 4, "#392f63", rx=5, stroke=GOLD)]
        if step > 36:
            look += paragraph(x + 8, top + 16, words, width - 20, SMALL, lines=2)
        else:
            look.append(text(x + 8, top + 15, cut(words, width - 16, SMALL), SMALL))
        parts.append(spot(name, look, hint))
    return parts
