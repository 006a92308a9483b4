"""What a seat may know, as text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exozoo.envs.core.text import Names, Section, Seen, TextLayout
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown import kinds as k
from exozoo.envs.planet_unknown.components import (
    CARDS,
    CORPORATIONS,
    EVENTS,
    INNER_SHAPE,
    OBJECTIVES,
    OUTER_SHAPE,
    PLANETS,
    POSITION_OF_SEAT,
    SHAPES,
)
from exozoo.envs.planet_unknown.view.describe import tile_name
from exozoo.envs.planet_unknown.view.observe import OBSERVATION

GROUND_SIGNS = ".liovcte"  # as kinds.GROUND: outside, land, ice, ring, vortex, city, toxic, current
TERRAIN_SIGNS = "CWBRTE"  # civ, water, biomass, rover, tech, energy
FREE = "-"
MARKS = {
    "station": "stations",
    "symbol": "meteor symbols",
    "meteorite": "meteorites",
    "lifepod": "lifepods",
}
KINDS = tuple(c.PENDING.kinds)
RING_SHIFT = list(k.PUBLIC).index("ring shift")


def _names(state: np.record) -> Names:
    return {
        k.CARD.name: lambda n: f"{n + 1} {CARDS[n]['name']} ({CARDS[n]['text']})",
        k.OBJECTIVE.name: _objective,
        k.EVENT.name: lambda n: f"{EVENTS[n]['id']} ({EVENTS[n]['colour']}: {EVENTS[n]['text']})",
        k.TILE.name: tile_name,
        k.TRACK_ROW.name: str,
        k.ROTATION.name: str,
        k.RING_SHIFT.name: str,
    }


def _objective(number: int) -> str:
    """Both sides of the card; which one counts is said where it lies."""
    sides = OBJECTIVES[number]
    return " / ".join(
        f"{side}: {sides[side]['name']} ({sides[side]['text']})"
        for side in ("personal", "competitive")
    )


def _square(number: int | np.integer) -> str:
    return "[{}, {}]".format(*divmod(int(number), int(c.SIZE)))


def _stack(seen: Seen, _: int) -> Iterator[str]:
    """What is being decided, the next first, with the numbers of each step."""
    for place, entry in enumerate(seen.blocks["stack"]):
        kind, *values = map(int, entry)
        if kind < 0:
            if any(value >= 0 for value in values):  # nothing that the rules lead to
                yield f"{place + 1}. none {values}"
            continue
        labels = c.PENDING.kinds[KINDS[kind]]
        told = [
            f"{labels[n] if n < len(labels) else f'number {n + 1}'} "
            + (f"{tile_name(value)} ({value})" if _is_tile(labels, n, value) else str(value))
            for n, value in enumerate(values)
            if n < len(labels) or value != 0
        ]
        words = KINDS[kind].replace("_", " ")
        yield f"{place + 1}. {words}{': ' if told else ''}{', '.join(told)}"


def _is_tile(labels: tuple[str, ...], number: int, value: int) -> bool:
    return number < len(labels) and labels[number] == "tile" and 0 <= value < k.TILE.size


def _station(seen: Seen, _: int) -> Iterator[str]:
    """Each pile: its shape, the tile in sight, and what else is left of it."""
    for shape, key in enumerate(k.SHAPE.names):
        top, left = int(seen.blocks["top"][shape]), seen.blocks["left"][shape]
        cells = " ".join(f"{row},{col}" for row, col in SHAPES[shape]["cells"])
        gone = ", ".join(k.VARIANT.label(int(n)) for n in np.flatnonzero(left == 0))
        shown = k.VARIANT.label(top) if top >= 0 else "none"
        yield f"{key} (cells {cells}): top {shown}; gone: {gone or 'none'}"
    yield from _rotations(seen)


def _rotations(seen: Seen) -> Iterator[str]:
    """PU-12: which compartments each rotation of the station brings to the observer."""
    shift = int(seen.blocks["public"][RING_SHIFT])
    position = int(POSITION_OF_SEAT[seen.players, seen.seat])
    for rotation in range(int(c.NUM_DEPOTS)):
        outer = (position + rotation) % int(c.NUM_DEPOTS)
        inner = (outer + shift) % int(c.NUM_DEPOTS)
        shapes = (int(INNER_SHAPE[inner]), int(OUTER_SHAPE[outer]))
        keys = [k.SHAPE.names[shape] for shape in shapes]
        yield f"rotation {rotation} brings you: inner {keys[0]}, outer {keys[1]}"


def _planet(seen: Seen, relative: int) -> Iterator[str]:
    """A planet as a grid of two signs a square, and what lies on it."""
    yield "planet, row by row:"
    ground, terrain = seen.of("ground", relative), seen.of("terrain", relative)
    yield "    " + " ".join(f"{col:2d}" for col in range(int(c.SIZE)))
    for row in range(int(c.SIZE)):
        squares = [
            GROUND_SIGNS[under] + (FREE if on < 0 else TERRAIN_SIGNS[on])
            for under, on in zip(ground[row], terrain[row], strict=True)
        ]
        yield f"{row:3d} " + " ".join(squares)
    for block, words in MARKS.items():
        places = np.flatnonzero(seen.of(block, relative))
        if places.size:
            yield f"{words}: {' '.join(map(_square, places))}"
    rovers = seen.of("rover", relative).reshape(-1)
    for place in np.flatnonzero(rovers):
        yield f"rover {int(rovers[place]) - 1} at {_square(place)}"
    cargo = np.flatnonzero(seen.of("cargo", relative))
    if cargo.size:
        yield f"rovers with a meteorite: {', '.join(map(str, cargo))}"
    last = [_square(n) if n >= 0 else FREE for n in seen.of("last_tile", relative)]
    yield f"tile placed last: {' '.join(last)}"


def _board(seen: Seen, relative: int) -> Iterator[str]:
    """Corporation and planet, told at length where they stand for the first time."""
    corporation, planet = map(int, seen.of("board", relative))
    yield f"corporation {k.CORPORATION.label(corporation)}, planet {k.PLANET.label(planet)}"
    earlier = [seen.of("board", other) for other in range(relative)]
    if not any(board[1] == planet for board in earlier):
        data = PLANETS[planet]
        yield f"  {data['name']}: {data['special_rule']}"
        yield f"  medals of rows: {' '.join(map(str, data['row_medals']))}"
        yield f"  medals of columns: {' '.join(map(str, data['column_medals']))}"
    if not any(board[0] == corporation for board in earlier):
        yield from _corporation(CORPORATIONS[corporation])


def _corporation(data: dict) -> Iterator[str]:
    if data["special_ability"]:
        yield f"  {data['name']}: {data['special_ability']}"
    for letter, technology in zip(k.TECHNOLOGY.names, data["technologies"]):
        yield f"  technology {letter}: {technology['effect']}"
    for track, cells in data["tracks"].items():
        told = [f"{cell['position']} {_cell(cell)}" for cell in cells if _cell(cell)]
        yield f"  {track} track: {'; '.join(told)}"


def _cell(cell: dict) -> str:
    """What a cell of a track gives."""
    parts = [
        " ".join(
            [bonus["kind"].replace("_", " "), *(str(v) for n, v in bonus.items() if n != "kind")]
        )
        for bonus in cell["bonuses"]
    ]
    if cell["medal"]:
        parts.append(f"medal {cell['medal']}")
    return ", ".join(parts)


LEGEND = """A square of a planet is two signs, the ground and the terrain of the tile on it.
Ground: . outside, l land, i ice, o ring, v vortex, c city, t toxic, e current.
Terrain: C civ, W water, B biomass, R rover, T tech, E energy, - no tile.
Squares are [row, column] from the upper left corner. A tile such as «N5 civ/energy» has the shape N5
and two sections of terrain, one for each of its two stations; cells of shapes are row,column."""

TEXT = TextLayout(
    "Planet Unknown",
    OBSERVATION,
    shared=(
        Section(
            "Now", {"target": "points to reach in a solo game (0: no target)", "public": "round"}
        ),
        Section("Being decided, the next first", ("stack",), _stack),
        Section("The station", ("top", "left"), _station),
        Section(
            "Cards",
            {
                "civ_pile": "civ cards in the piles",
                "civ_card": "civ cards known to you",
                "between": "objectives between a player and the next",
                "objective": "objectives known to you",
                "event_gone": "events revealed",
                "event_left": "event cards left",
            },
        ),
    ),
    player=(
        Section("board", ("board",), _board),
        Section(
            "",
            {
                "score": "points in sight",
                "position": "markers at position",
                "path": "markers on track",
                "technology": "technologies available",
                "used_round": "technologies used this round",
                "used_game": "technologies used in this game",
                "track_lifepod": "lifepods on tracks",
                "tech_lifepod": "lifepods on technologies",
                "cards_held": "end-of-game cards taken, by level",
                "depot": "tiles at the depot",
                "stock": "stock",
            },
        ),
        Section(
            "planet",
            (
                "ground",
                "terrain",
                "station",
                "symbol",
                "meteorite",
                "lifepod",
                "rover",
                "cargo",
                "last_tile",
            ),
            _planet,
        ),
    ),
    legend=LEGEND,
    names=_names,
)
