"""The components of the box, read from data/ into read-only tables for the kernels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.grid import BITS_OF_ROW, turned, words_of
from exozoo.envs.planet_unknown import constants as c

FOLDER = Path(__file__).parent / "data"
SIZE = int(c.SIZE)


def _read(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def _square(place: list[int]) -> int:
    return place[0] * SIZE + place[1]


def _board(squares: set[int]) -> list[int]:
    """Squares as bits (see core/grid.py)."""
    return words_of(divmod(square, SIZE) for square in squares)


# within one of the three words of a board
SQUARES_OF_WORD = np.int64(c.NUM_SQUARES // 3)
BIT_OF_SQUARE = table([_board({square})[0] for square in range(SQUARES_OF_WORD)])


# --- tiles -------------------------------------------------------------------------------------
TILES = _read("tiles")
SHAPES = TILES["shapes"]
SHAPE_KEYS = tuple(shape["key"] for shape in SHAPES)
NUM_TILES = len(TILES["tiles"])
SIZE_OF_SHAPE = table([shape["size"] for shape in SHAPES])
METEOR_CELL = table([shape["meteor_symbol_cell_index"] for shape in SHAPES])
STATION_CELL = table([shape["station_cell_index_by_section"] for shape in SHAPES])
TERRAIN_OF_PAIR = table(
    [[c.TERRAIN_NAMES.index(pair[f"section_{n}"]) for n in (0, 1)] for pair in TILES["pairs"]]
)
# PU-45: orientations that repeat an earlier labelled picture are not offered
IS_DISTINCT = table([[o["same_as"] is None for o in shape["orientations"]] for shape in SHAPES])


def _cells() -> np.ndarray:
    cells = np.zeros((c.NUM_SHAPES * 8, c.MAX_CELLS, 2), np.int64)
    for shape in SHAPES:
        for k in range(8):
            cells[shape["id"] * 8 + k, : shape["size"]] = turned(shape["cells"], k)
    return cells


# [shape * 8 + orientation, cell]: rows down, columns right; the same in squares, and in bits
CELLS = table(_cells())
SQUARE_OF_CELL = table(CELLS @ [SIZE, 1])
OFFSET_OF_CELL = table(CELLS @ [BITS_OF_ROW, 1])
SECTION_OF_CELL = table(
    [
        shape["section_of_cell"] + [0] * (c.MAX_CELLS - len(shape["section_of_cell"]))
        for shape in SHAPES
    ]
)

# --- the station (PU-12) -----------------------------------------------------------------------
SUSAN = _read("susan")
OUTER_SHAPE = table(SUSAN["outer_ring_clockwise_shape_ids"])
INNER_SHAPE = table(SUSAN["inner_ring_clockwise_shape_ids"])
# PU-5: table positions, spread as evenly as possible; row: number of players
POSITION_OF_SEAT = table(
    [[0] * 6]
    + [
        (SUSAN["seat_positions_by_player_count"][str(n)] + [0] * 6)[:6]
        for n in range(1, c.MAX_PLAYERS + 1)
    ]
)

# --- planets -----------------------------------------------------------------------------------
PLANETS = _read("planets")["planets"]
PLANET_NAMES = tuple(planet["name"] for planet in PLANETS)
NUM_PLANETS = len(PLANETS)
# PU-233: holes are outside the grid
GROUND_KEY = {".": 0, "O": 0, "L": 1, "I": 2, "R": 3, "V": 4, "C": 5, "T": 6, "E": 7}
# PU-226: most planets forbid nothing
RESTRICTIONS = {
    None: c.FREE,
    "holes_are_outside_the_grid": c.FREE,
    "not_only_on_ring": c.NOT_ONLY_ON_RING,
    "not_ice_and_land_together": c.TWO_SIDES,
    "not_across_chasm": c.TWO_SIDES,
    "station_forbidden_in_zone": c.STATION_ZONES,
    "must_slide_into_place": c.MUST_SLIDE,
}
GROUND = table([[GROUND_KEY[g] for row in p["terrain"] for g in row] for p in PLANETS])
RESTRICTION_OF_PLANET = table([RESTRICTIONS[p["rules"]["placement_restriction"]] for p in PLANETS])
LIFEPOD_SQUARES = table([[_square(s) for s in p["lifepods"]] for p in PLANETS])
ROW_MEDALS = table([p["row_medals"] for p in PLANETS])
COLUMN_MEDALS = table([p["column_medals"] for p in PLANETS])


def _where(ground: np.int64) -> list[set[int]]:
    return [set(np.flatnonzero(GROUND[p] == ground).tolist()) for p in range(NUM_PLANETS)]


_GRID = [set(np.flatnonzero(GROUND[p] != c.OUTSIDE).tolist()) for p in range(NUM_PLANETS)]
_EDGE = [{_square(s) for s in p["edge_squares"]} for p in PLANETS]
GRID_BOARD = table([_board(squares) for squares in _GRID])
ICE_BOARD = table([_board(squares) for squares in _where(c.ICE)])
EDGE_BOARD = table([_board(squares) for squares in _EDGE])
RING_BOARD = table([_board(squares) for squares in _where(c.RING)])
CURRENT_BOARD = table([_board(squares) for squares in _where(c.CURRENT)])
CITY_BOARD = table([_board(squares) for squares in _where(c.CITY)])
# PU-36, PU-229: where the first tile or patch must be
FIRST_BOARD = table(
    [_board({_square(s) for s in p[p["rules"]["first_tile_squares"]]}) for p in PLANETS]
)
# PU-234: squares beside the outer border; inner openings make no edge
IS_EDGE = table([[square in edge for square in range(c.NUM_SQUARES)] for edge in _EDGE])


def _sides(planet: dict[str, Any], grid: set[int], ice: set[int]) -> list[list[int]]:
    """PU-231, PU-238: the two parts of the grid, one of which a tile must not leave."""
    if planet["rules"]["placement_restriction"] == "not_across_chasm":
        text = "".join(planet["side_of_square"])
        return [_board({n for n in grid if text[n] == side}) for side in "01"]
    return [_board(ice), _board(grid - ice)]


NUM_SIDES = 2
SIDE_BOARD = table(  # [planet * 2 + side]
    [
        side
        for planet, grid, ice in zip(PLANETS, _GRID, _where(c.ICE), strict=True)
        for side in _sides(planet, grid, ice)
    ]
)


def _zones(planet: dict[str, Any]) -> list[list[int]]:
    """PU-236: by terrain, the squares on which its station must not lie."""
    forbidden: list[set[int]] = [set() for _ in range(c.NUM_TERRAINS)]
    for zone in planet.get("zones", []):
        (top, bottom), (left, right) = zone["rows"], zone["columns"]
        forbidden[c.TERRAIN_NAMES.index(zone["forbidden_station"])] = {
            row * SIZE + col for row in range(top, bottom + 1) for col in range(left, right + 1)
        }
    return [_board(squares) for squares in forbidden]


ZONE_BOARD = table([zone for p in PLANETS for zone in _zones(p)])  # [planet * 6 + terrain]
MAX_PARTS = 3


def _parts(planet: dict[str, Any]) -> list[list[int]]:
    """PU-228: the planets that one board shows, if it shows several."""
    parts = [_board({_square(s) for s in p["squares"]}) for p in planet.get("sub_planets", [])]
    return parts + [_board(set())] * (MAX_PARTS - len(parts))


PART_BOARD = table([part for planet in PLANETS for part in _parts(planet)])  # [planet * 3 + part]
# whether anything but lines scores on the planet
HAS_EXTRAS = table(
    [bool(p.get("sub_planets")) or bool(CITY_BOARD[n].any()) for n, p in enumerate(PLANETS)]
)

DIRECTIONS = table([[-1, 0], [0, 1], [1, 0], [0, -1], [-1, 1], [1, 1], [1, -1], [-1, -1]])
DIRECTION_NAMES = (
    "north",
    "east",
    "south",
    "west",
    "north-east",
    "south-east",
    "south-west",
    "north-west",
)


def _steps(planet: dict[str, Any], grid: set[int]) -> list[list[int]]:
    """PU-70, PU-238: the square that a step in each direction reaches, NONE if there is none."""
    sides = "".join(planet.get("side_of_square", ["." * c.NUM_SQUARES]))
    crossings = [{_square(s) for s in pair} for pair in planet.get("diagonal_crossings", [])]
    steps = []
    for square in range(c.NUM_SQUARES):
        row, col = divmod(square, SIZE)
        targets = []
        for down, right in DIRECTIONS.tolist():
            target = (row + down) * SIZE + col + right
            inside = 0 <= row + down < SIZE and 0 <= col + right < SIZE and target in grid
            passable = inside and (sides[square] == sides[target] or {square, target} in crossings)
            targets.append(target if square in grid and passable else int(NONE))
        steps.append(targets)
    return steps


STEP_TARGET = table([_steps(p, g) for p, g in zip(PLANETS, _GRID, strict=True)])

# --- corporations ------------------------------------------------------------------------------
CORPORATIONS = _read("corporations")["corporations"]
CORPORATION_NAMES = tuple(corporation["name"] for corporation in CORPORATIONS)
NUM_CORPORATIONS = len(CORPORATIONS)
STARTING_ROVERS = table([corporation["starting_rovers"] for corporation in CORPORATIONS])
# PU-152: the Universal Coalition has none
TRAITS = table([[name in corp["traits"] for name in c.TRAIT_NAMES] for corp in CORPORATIONS])
ACCESS = table([c.ACCESS_NAMES.index(corp["technology_access"]) for corp in CORPORATIONS])


def _levels(corporation: dict[str, Any]) -> list[int]:
    keys = [technology["key"] for technology in corporation["technologies"]]
    return [keys.index(key) if key in keys else int(NONE) for key in c.TECHNOLOGY_KEYS]


LEVEL_OF_TECHNOLOGY = table([_levels(corp) for corp in CORPORATIONS])  # from 0; NONE if not theirs

# [corporation, level]: the technology, NONE past the last one
TECHNOLOGY_AT_LEVEL = table(
    [
        (
            [c.TECHNOLOGY_KEYS.index(technology["key"]) for technology in corp["technologies"]]
            + [int(NONE)]
        )[: c.NUM_TECHNOLOGIES]
        for corp in CORPORATIONS
    ]
)


def _bonus(bonus: dict[str, Any]) -> tuple[int, int]:
    """Kind and amount, level or 1 + track."""
    kind = bonus["kind"]
    amount = bonus.get("points") or bonus.get("level") or bonus.get("patches") or 1
    if kind == "advance":
        amount = 1 + c.TRACK_NAMES.index(bonus["track"])
    return c.BONUS_NAMES.index(kind), amount


def _bonuses() -> tuple[np.ndarray, np.ndarray]:
    bonuses = np.zeros((NUM_CORPORATIONS, c.NUM_CELLS, c.NUM_BONUSES), np.int64)
    either = np.zeros((NUM_CORPORATIONS, c.NUM_CELLS), np.int64)
    for corp in CORPORATIONS:
        for track, name in enumerate(c.TRACK_NAMES):
            for cell in corp["tracks"][name]:
                place = track * int(c.TRACK_ROWS) + cell["position"]
                either[corp["id"], place] = cell.get("choose_one", False)
                for bonus in cell["bonuses"]:
                    kind, amount = _bonus(bonus)
                    bonuses[corp["id"], place, kind] = amount
    return bonuses, either


BONUS_OF_CELL, IS_EITHER_CELL = (table(array) for array in _bonuses())


def _paths() -> tuple[np.ndarray, ...]:
    """What a marker meets on its way up: cells, medals, rows of the board, the last position.

    PU-204: the water marker of Oasis Ultd. winds over all tracks; others stay on their own.
    """
    shape = (NUM_CORPORATIONS, int(c.NUM_TRACKS), c.MAX_STEPS)
    cells, medals, rows = (np.zeros(shape, np.int64) for _ in range(3))
    last = np.zeros(shape[:2], np.int64)
    for corp in CORPORATIONS:
        for track, name in enumerate(c.TRACK_NAMES):
            column = corp["tracks"][name]
            path = [(track, cell["position"]) for cell in column]
            worth = {cell["position"]: cell["medal"] or 0 for cell in column}
            low = {
                cell["position"]: cell.get("board_rows", [cell["position"]])[0] for cell in column
            }
            if name == "water" and "water_path" in corp:
                path = [
                    (c.TRACK_NAMES.index(cell["track"]), cell["position"])
                    for cell in corp["water_path"]
                ]
                worth = {m["step"]: m["medal"] for m in corp["water_medals_by_path_step"]}
                low = {step: step for step in range(len(path))}
            here = (corp["id"], track)
            last[here] = len(path) - 1
            for step, (column_of_cell, row) in enumerate(path):
                cells[here][step] = column_of_cell * int(c.TRACK_ROWS) + row
                medals[here][step] = worth.get(step, 0)
                rows[here][step] = low[step]
    return cells, medals, rows, last


# [corporation, path, position]; a path is a track, or the water path of Oasis Ultd. (PU-204)
CELL_OF_PATH, MEDAL_OF_PATH, ROW_OF_PATH, LAST_OF_PATH = (table(array) for array in _paths())
# [corporation, path, position]: the medal highest up, at the position or below
TOP_MEDAL_OF_PATH = table(
    np.take_along_axis(
        MEDAL_OF_PATH,
        np.maximum.accumulate(np.where(MEDAL_OF_PATH > 0, np.arange(c.MAX_STEPS), 0), axis=2),
        axis=2,
    )
)
FAR = 99  # a milestone that is not on the track


def _milestones() -> np.ndarray:
    """[corporation, technology]: the position of its milestone on the tech track."""
    places = np.full((NUM_CORPORATIONS, c.NUM_TECHNOLOGIES + 1), FAR, np.int64)
    for corp in CORPORATIONS:
        for cell in corp["tracks"]["tech"]:
            for bonus in cell["bonuses"]:
                if bonus["kind"] == "tech_milestone":
                    places[corp["id"], bonus["level"] - 1] = cell["position"]
    return places


MILESTONE_OF_TECHNOLOGY = table(_milestones())


def _technologies_by_reach() -> np.ndarray:
    """[corporation, 1 + highest position on the tech track]: bits of the technologies available.

    PU-76, PU-169; what lifepods do to technologies (PU-160, PU-185) is not in it.
    """
    known = np.zeros((NUM_CORPORATIONS, int(c.TRACK_ROWS) + 1), np.int64)
    for (corporation, level), technology in np.ndenumerate(TECHNOLOGY_AT_LEVEL):
        start, end = MILESTONE_OF_TECHNOLOGY[corporation, level : level + 2]
        if ACCESS[corporation] != c.ACCESS_HIGHEST_ONLY:
            end = FAR
        if technology != NONE:
            known[corporation, start + 1 : end + 1] |= 1 << technology
    return known


TECHNOLOGIES_BY_REACH = table(_technologies_by_reach())
# corporations whose technologies also depend on where lifepods lie
UNLOCKS_BY_LIFEPODS = table(
    (ACCESS == c.ACCESS_LIFEPOD_ON_TECHNOLOGY) | (TRAITS[:, c.LIFEPODS_ON_TRACKS] == 1)
)

# --- civ cards ---------------------------------------------------------------------------------
CARDS = _read("civ_cards")["cards"]
CARD_NAMES = tuple(card["name"] for card in CARDS)
LEVEL_OF_CARD = table([card["level"] - 1 for card in CARDS])
KIND_OF_CARD = table([c.CARD_KINDS.index(card["effect"]["kind"]) for card in CARDS])
IS_IMMEDIATE = table([card["timing"] == "immediate" for card in CARDS])
MEDALS_OF_CARD = table([card["medals"] for card in CARDS])


def _count(effect: dict[str, Any]) -> int:
    for name in ("markers", "patches", "points", "count", "resolve_stations"):
        if name in effect:
            return int(effect[name])
    return 0


COUNT_OF_CARD = table([_count(card["effect"]) for card in CARDS])
STEPS_OF_CARD = table([card["effect"].get("steps", 0) for card in CARDS])
REPO_MEDALS = table(
    next(k["effect"] for k in CARDS if "Repo" in k["name"])["medals_per_three_by_cards_owned"]
)
COMMERCE_MEDALS = table(
    next(k["effect"] for k in CARDS if "Commerce" in k["name"])["medals_by_cards_owned"]
)

# --- objectives --------------------------------------------------------------------------------
OBJECTIVES = _read("objective_cards")["cards"]


def _metric(side: dict[str, Any]) -> list[int]:
    """Metric, terrain or track, first and second number of the condition, whether fewer is better."""
    terrain = side.get("terrain", side.get("track"))
    numbers = side.get("sides") or [side.get("minimum", side.get("maximum", 0)), 0]
    return [
        c.METRICS.index(side["metric"]),
        c.TERRAIN_NAMES.index(terrain) if terrain else int(NONE),
        *numbers,
        side.get("better") == "fewer",
    ]


PERSONAL_OBJECTIVE = table([_metric(card["personal"]) for card in OBJECTIVES])
COMPETITIVE_OBJECTIVE = table([_metric(card["competitive"]) for card in OBJECTIVES])
OBJECTIVE_METRIC, OBJECTIVE_TERRAIN, OBJECTIVE_FIRST, OBJECTIVE_SECOND, OBJECTIVE_FEWER = c.codes(5)
OBJECTIVE_WIN = np.int64(OBJECTIVES[0]["competitive"]["medals_win"])
OBJECTIVE_TIE = np.int64(OBJECTIVES[0]["competitive"]["medals_tie"])
PERSONAL_MEDALS = np.int64(OBJECTIVES[0]["personal"]["medals"])

# --- events and solo ---------------------------------------------------------------------------
EVENTS = _read("event_cards")["cards"]
FIRST_EVENT_ID = EVENTS[0]["id"]
KIND_OF_EVENT = table([c.EVENT_KINDS.index(event["effect"]["kind"]) for event in EVENTS])
COLOUR_OF_EVENT = table([c.COLOURS.index(event["colour"]) for event in EVENTS])
IS_SOLO_EVENT = table([event["solo_only"] for event in EVENTS])


def _tracks(effect: dict[str, Any]) -> int:
    return sum(1 << c.TRACK_NAMES.index(name) for name in effect.get("tracks", []))


TRACKS_OF_EVENT = table([_tracks(event["effect"]) for event in EVENTS])
COUNT_OF_EVENT = table(
    [
        e["effect"].get("steps", e["effect"].get("count", e["effect"].get("patches", 0)))
        for e in EVENTS
    ]
)
FLAGS_OF_EVENT = table(
    [0 if event["effect"].get("gain_bonuses", True) else c.WITHOUT_BONUSES for event in EVENTS]
)
TERRAIN_OF_EVENT = table(
    [
        c.TERRAIN_NAMES.index(e["effect"]["terrain"]) if "terrain" in e["effect"] else NONE
        for e in EVENTS
    ]
)
SOLO = _read("solo")
SETUP = _read("setup")
