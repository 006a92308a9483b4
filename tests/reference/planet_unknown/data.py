"""Components, read from the same data files as the game's own tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import exozoo.envs.planet_unknown as game_package

FOLDER = Path(game_package.__file__).parent / "data"


def load(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


TERRAINS = ["civ", "water", "biomass", "rover", "tech", "energy"]
CIV, WATER, BIOMASS, ROVER, TECH, ENERGY = range(6)
TRACKS = range(5)
LAST = 15  # last cell of a usual track
SQUARES = range(144)
GROUNDS = {".": 0, "O": 0, "L": 1, "I": 2, "R": 3, "V": 4, "C": 5, "T": 6, "E": 7}
OUTSIDE, LAND, ICE, RING, VORTEX, CITY, TOXIC, CURRENT = range(8)
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]


def square(place: list[int] | tuple[int, int]) -> int:
    return place[0] * 12 + place[1]


def moved(sq: int, step: tuple[int, int]) -> int | None:
    row, col = sq // 12 + step[0], sq % 12 + step[1]
    return row * 12 + col if 0 <= row < 12 and 0 <= col < 12 else None


# the four squares that share a side
BESIDE = [[n for n in (moved(sq, step) for step in STEPS[:4]) if n is not None] for sq in SQUARES]


@dataclass(frozen=True)
class Tile:
    """One of the 144 tiles; cells are listed alike in every orientation (tiles.json)."""

    number: int
    terrains: tuple[int, int]  # of the two sections
    section: tuple[int, ...]  # of each cell
    stations: tuple[int, int]  # the cell with the station of each section
    meteor: int | None  # the cell with the meteor symbol
    orientations: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]  # without doubles, PU-45

    def has(self, terrain: int) -> bool:
        return terrain in self.terrains

    def terrain(self, cell: int) -> int:
        return self.terrains[self.section[cell]]


def _tiles() -> list[Tile]:
    file = load("tiles")
    tiles = []
    for entry in file["tiles"]:
        shape = file["shapes"][entry["shape"]]
        tiles.append(
            Tile(
                entry["id"],
                tuple(TERRAINS.index(name) for name in entry["terrains"]),
                tuple(shape["section_of_cell"]),
                tuple(shape["station_cell_index_by_section"]),
                shape["meteor_symbol_cell_index"] if entry["has_meteor_symbol"] else None,
                tuple(
                    (o["k"], tuple((row, col) for row, col in o["cells"]))
                    for o in shape["orientations"]
                    if o["same_as"] is None
                ),
            )
        )
    return tiles


TILES = _tiles()
PLANETS = load("planets")["planets"]
CORPORATIONS = load("corporations")["corporations"]
CARDS = load("civ_cards")["cards"]  # card c has id c + 1
OBJECTIVES = load("objective_cards")["cards"]  # id - 37
EVENTS = load("event_cards")["cards"]  # id - 65
SOLO = load("solo")
_SUSAN = load("susan")
OUTER_RING = _SUSAN["outer_ring_clockwise_shape_ids"]
INNER_RING = _SUSAN["inner_ring_clockwise_shape_ids"]
SEATS = {int(n): seats for n, seats in _SUSAN["seat_positions_by_player_count"].items()}
