"""The printed components as read-only integer tables, read once from data/*.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.hexgrid import NUM_WORDS, beside_table, distance_table, neighbour_table, turn
from exozoo.envs.gaia_project.constants import (
    BOARD_IDS,
    COUNT_IDS,
    EVENT_IDS,
    FACTION_IDS,
    GOOD_IDS,
    HEXES_PER_SECTOR,
    MAX_PLANETS,
    NUM_EVENTS,
    NUM_FACTIONS,
    NUM_GOODS,
    NUM_HEXES,
    NUM_HOME_TYPES,
    NUM_SLOTS,
    NUM_STRUCTURES,
    PIECE_IDS,
    PLANET_IDS,
    TRACK_IDS,
)

DATA = Path(__file__).parent / "data"


def load(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def goods(gain: dict[str, int]) -> list[int]:
    """A gain such as {"ore": 2} as a row over all goods."""
    return [int(gain.get(good, 0)) for good in GOOD_IDS]


FACTIONS = load("factions")["factions"]
SECTORS = load("sectors")["sectors"]
MAPS = load("maps")
RESEARCH = load("research")["tracks"]
TECH_TILES = load("tech_tiles")
BOOSTERS = load("boosters")["boosters"]
ROUND_TILES = load("round_scoring")["tiles"]
FINAL_TILES = load("final_scoring")
TOKENS = load("federations")["tokens"]
ACTIONS = load("actions")
SETUP = load("setup")
LIMITS = load("factions")["limits"]
FACTION_NAMES = tuple(faction["name"] for faction in FACTIONS)

# --- the board ---------------------------------------------------------------------------------

SECTOR_SIDES = tuple((sector["id"], sector["side"]) for sector in SECTORS)
NUM_SIDES = len(SECTOR_SIDES)
LABEL_COORDS = tuple((hexagon["q"], hexagon["r"]) for hexagon in SECTORS[0]["hexes"])


def hex_coords(board: str) -> list[tuple[int, int]]:
    """Axial coordinates of every hex: slot by slot, in the order of the labels."""
    return [
        (slot["center"][0] + q, slot["center"][1] + r)
        for slot in MAPS["shapes"][board]["slots"]
        for q, r in LABEL_COORDS
    ]


def _padded(array: np.ndarray, shape: tuple[int, ...], fill: int) -> np.ndarray:
    out = np.full(shape, fill, np.int64)
    out[tuple(slice(0, n) for n in array.shape)] = array
    return out


def _turned(planets: dict[tuple[int, int], str], mirror: bool, turns: int) -> list[int]:
    """Planet type on each label of a tile that is reflected and then turned (W-33)."""
    placed = {}
    for (q, r), planet in planets.items():
        at = turn((-q - r, r) if mirror else (q, r), turns)
        placed[at] = PLANET_IDS.index(planet) if planet != "empty" else int(NONE)
    return [placed[at] for at in LABEL_COORDS]


COORDS_OF_BOARD = tuple(tuple(hex_coords(board)) for board in BOARD_IDS)
SLOTS_OF_BOARD = table([len(coords) // HEXES_PER_SECTOR for coords in COORDS_OF_BOARD])
HEXES_ON_BOARD = table([len(coords) for coords in COORDS_OF_BOARD])
NEIGHBOUR_OF_HEX = table(
    [_padded(neighbour_table(c), (NUM_HEXES, 6), int(NONE)) for c in COORDS_OF_BOARD]
)
BESIDE_HEX = table([_padded(beside_table(c), (NUM_HEXES, NUM_WORDS), 0) for c in COORDS_OF_BOARD])
FAR = 99  # distance to a hex that is not on the board
# narrow, so that a row lies in three cache lines and is compared 32 hexes at a time
DISTANCE_OF_HEXES = np.asarray(
    [_padded(distance_table(c), (NUM_HEXES, NUM_HEXES), FAR) for c in COORDS_OF_BOARD], np.int8
)
DISTANCE_OF_HEXES.flags.writeable = False
NEAR_DISTANCE = np.int64(2)
# hexes at distance 0..2 of each hex, NONE where the board ends
MAX_NEAR = 19
_near = np.full((len(BOARD_IDS), NUM_HEXES, MAX_NEAR), NONE)
for _board, _coords in enumerate(COORDS_OF_BOARD):
    for _hex in range(len(_coords)):
        _found = np.flatnonzero(DISTANCE_OF_HEXES[_board, _hex] <= NEAR_DISTANCE)
        _near[_board, _hex, : len(_found)] = _found
NEAR_HEXES_OF_HEX = table(_near)

PLANET_OF_SIDE = table(
    [
        [
            [
                _turned({(h["q"], h["r"]): h["planet"] for h in side["hexes"]}, mirror, turns)
                for turns in range(6)
            ]
            for mirror in (False, True)
        ]
        for side in SECTORS
    ]
)  # [side, mirror, rotation, label]
_most = {sector: 0 for sector, _ in SECTOR_SIDES}  # planets, on the fuller side of each sector
for (_sector, _), _side in zip(SECTOR_SIDES, PLANET_OF_SIDE, strict=True):
    _most[_sector] = max(_most[_sector], int((_side[0, 0] != NONE).sum()))
if sum(_most.values()) + 1 > MAX_PLANETS:
    raise ValueError(f"{sum(_most.values())} planets and the lost one: at most {MAX_PLANETS}")


def side_index(sector: str, board: str) -> int:
    """The side of a sector that is used on a board (GP-2)."""
    wanted = "back" if board == "small_7" else "front"
    for index, (name, side) in enumerate(SECTOR_SIDES):
        if name == sector and side in ("single", wanted):
            return index
    raise ValueError(f"unknown sector {sector!r}")


def sectors_of(board: str) -> list[str]:
    """The sectors of a board: slot by slot as in the first game, where there is one (GP-2, GP-103)."""
    if board in MAPS["first_game"]:
        return [placed["sector"] for placed in MAPS["first_game"][board]]
    sectors: list[str] = MAPS["shapes"][board]["sectors"]
    return sectors


FIRST_GAME_SIDE = table(
    [
        _padded(np.array([side_index(s, b) for s in sectors_of(b)]), (NUM_SLOTS,), int(NONE))
        for b in BOARD_IDS
    ]
)  # [board, slot]
# slots that hold sectors 01 to 04 in the first game (variable board, GP-86)
CENTRE_SLOT = table(
    [
        [
            int(sector in ("01", "02", "03", "04"))
            for sector in (sectors_of(board) + [""] * NUM_SLOTS)[:NUM_SLOTS]
        ]
        for board in BOARD_IDS
    ]
)

# --- factions (GP-8) ----------------------------------------------------------------------------

HOME_OF_FACTION = table([PLANET_IDS.index(f["home_planet"]) for f in FACTIONS])
COLOURS = tuple(dict.fromkeys(f["colour"] for f in FACTIONS))
COLOUR_OF_FACTION = table([COLOURS.index(f["colour"]) for f in FACTIONS])
STOCK_OF_FACTION = table([goods(f["start"])[:4] for f in FACTIONS])
POWER_OF_FACTION = table(
    [[f["start"]["power"][a] for a in ("area1", "area2", "area3", "gaia")] for f in FACTIONS]
)
START_TRACK_OF_FACTION = table(
    [
        next((TRACK_IDS.index(track) for track in f["start"]["research"]), int(NONE))
        for f in FACTIONS
    ]
)
START_MINES_OF_FACTION = table([f["start_structures"].get("mine", 0) for f in FACTIONS])
BASE_INCOME_OF_FACTION = table([goods(f["base_income"]) for f in FACTIONS])
ACADEMY_GAIN_OF_FACTION = table([goods(f["academy_action"]) for f in FACTIONS])
START_VP = np.int64(SETUP["start_vp"])
SPACE_STATIONS = np.int64(next(f["space_stations"] for f in FACTIONS if f["id"] == "ivits"))

LIMIT_OF_PIECE = table([*(LIMITS[p] for p in PIECE_IDS[:7]), SPACE_STATIONS])
MAX_COPIES = int(LIMIT_OF_PIECE[:NUM_STRUCTURES].max())
# Income of the first n pieces of a kind (GP-22): [faction, piece, n, good]
_income = np.zeros((NUM_FACTIONS, int(NUM_STRUCTURES), MAX_COPIES + 1, NUM_GOODS), np.int64)
for _faction, _f in enumerate(FACTIONS):
    for _piece in range(int(NUM_STRUCTURES)):
        for _n, _gain in enumerate(_f["structure_income"][PIECE_IDS[_piece]]):
            _income[_faction, _piece, _n + 1] = _income[_faction, _piece, _n] + goods(_gain)
INCOME_OF_PIECES = table(_income)

# Upgrades (GP-43): cost in credits and ore, and which piece leads to which
_costs = FACTIONS[0]["costs"]
COST_OF_PIECE = table(
    [
        [_costs[name]["credits"], _costs[name]["ore"]]
        for name in (
            "mine",
            "trading_station",
            "research_lab",
            "planetary_institute",
            "academy",
            "academy",
        )
    ]
)  # [piece, (credits, ore)]
STATION_CREDITS_NEAR = np.int64(_costs["trading_station_near_opponent"]["credits"])
MINE_CREDITS, MINE_ORE = np.int64(_costs["mine"]["credits"]), np.int64(_costs["mine"]["ore"])
UPGRADE_FROM = table(
    [
        [
            next(
                (
                    PIECE_IDS.index(old)
                    for old, targets in f["upgrades"].items()
                    if PIECE_IDS[piece] in targets
                ),
                int(NONE),
            )
            for piece in range(int(NUM_STRUCTURES))
        ]
        for f in FACTIONS
    ]
)  # [faction, new piece] -> old piece
GIVES_TILE = table([0, 0, 1, 0, 1, 1])  # by new piece
POWER_VALUE_OF_PIECE = table([1, 2, 2, 3, 3, 3, 0, 0])  # GP-47; space stations: federations only

# Cyclic distance of two home types (GP-37)
STEPS_BETWEEN = table(
    [
        [min((a - b) % int(NUM_HOME_TYPES), (b - a) % int(NUM_HOME_TYPES)) for b in range(7)]
        for a in range(7)
    ]
)

# --- research (GP-57) -----------------------------------------------------------------------------


def _levels(track: dict, what: str) -> list[list[int]]:
    return [
        goods({k: v for k, v in level.get(what, {}).items() if isinstance(v, int)})
        for level in track["levels"]
    ]


GAIN_OF_LEVEL = table([_levels(track, "once") for track in RESEARCH])  # [track, level, good]
INCOME_OF_LEVEL = table([_levels(track, "income") for track in RESEARCH])
ORE_PER_STEP = table([level["effect"]["ore_per_step"] for level in RESEARCH[0]["levels"]])
RANGE_OF_LEVEL = table([level["effect"]["range"] for level in RESEARCH[1]["levels"]])
NO_PROJECT = 99  # more tokens than anybody has
TOKENS_FOR_PROJECT = table(
    [level["effect"]["gaia_project_tokens"] or NO_PROJECT for level in RESEARCH[3]["levels"]]
)
GAIAFORMER_AT_LEVEL = table(
    [level.get("once", {}).get("gaiaformer", 0) for level in RESEARCH[3]["levels"]]
)
VP_PER_GAIA_AT_TOP = np.int64(RESEARCH[3]["levels"][5]["once"]["vp_per_gaia_planet"])
ADVANCE_COST = np.int64(ACTIONS["other_costs"]["research_advance"]["knowledge"])
CHARGE_AT_LEVEL_3 = np.int64(3)  # GP-55

# --- tiles ------------------------------------------------------------------------------------------


def _when(tiles: list[dict], when: str) -> np.ndarray:
    return table([goods(t["gain"]) if t["when"] == when else [0] * NUM_GOODS for t in tiles])


def _per(tiles: list[dict]) -> np.ndarray:
    return table([COUNT_IDS.index(t.get("per", "one")) for t in tiles])


def _trigger(tiles: list[dict]) -> np.ndarray:
    """VP for each event: [tile, event]."""
    rows = np.zeros((len(tiles), NUM_EVENTS), np.int64)
    for row, tile in zip(rows, tiles, strict=True):
        if "trigger" in tile:
            row[EVENT_IDS.index(tile["trigger"])] = tile.get("vp") or tile["gain"]["vp"]
    return table(rows)


_standard, _advanced = TECH_TILES["standard"], TECH_TILES["advanced"]
ONCE_OF_STANDARD = _when(_standard, "once")
INCOME_OF_STANDARD = _when(_standard, "income")
ACTION_OF_STANDARD = _when(_standard, "action")
PER_OF_STANDARD = _per(_standard)
TRIGGER_OF_STANDARD = _trigger(_standard)
ONCE_OF_ADVANCED = _when(_advanced, "once")
ACTION_OF_ADVANCED = _when(_advanced, "action")
PASS_VP_OF_ADVANCED = table([t["gain"]["vp"] if t["when"] == "pass" else 0 for t in _advanced])
PER_OF_ADVANCED = _per(_advanced)
TRIGGER_OF_ADVANCED = _trigger(_advanced)

INCOME_OF_BOOSTER = table([goods(b["income"]) for b in BOOSTERS])
PASS_VP_OF_BOOSTER = table([b.get("pass", {}).get("vp", 0) for b in BOOSTERS])
PER_OF_BOOSTER = table([COUNT_IDS.index(b.get("pass", {}).get("per", "one")) for b in BOOSTERS])

TRIGGER_OF_ROUND_TILE = _trigger(ROUND_TILES)
NEUTRAL_COUNT = table([tile["neutral"] for tile in FINAL_TILES["tiles"]])  # GP-12
VP_OF_PLACE = table(FINAL_TILES["vp_by_rank"])

GAIN_OF_TOKEN = table([goods(t["gain"]) for t in TOKENS])
IS_GREEN = table([int(t["green"]) for t in TOKENS])
COPIES_OF_TOKEN = table([t["copies"] for t in TOKENS])
SOLO_TOKENS = np.int64(2)  # GS-2: in the supply of each kind

# --- actions ------------------------------------------------------------------------------------------

POWER_COST_OF_ACTION = table([a["cost"].get("power", 0) for a in ACTIONS["board_actions"]])
QIC_COST_OF_ACTION = table([a["cost"].get("qic", 0) for a in ACTIONS["board_actions"]])
GAIN_OF_ACTION = table([goods(a.get("gain", {})) for a in ACTIONS["board_actions"]])
FREE_STEPS_OF_ACTION = table([0, 2, 0, 0, 0, 1, 0, 0, 0, 0])  # power2 and power6

_free = [*ACTIONS["free_actions"], *ACTIONS["faction_free_actions"]]
_priced = [a["cost"] if isinstance(a["cost"], dict) else {} for a in _free]
POWER_COST_OF_FREE = table([cost.get("power", 0) for cost in _priced])
COST_OF_FREE = table([goods(cost)[:4] for cost in _priced])
GAIN_OF_FREE = table([goods(a.get("gain", {})) for a in _free])
FACTION_OF_FREE = table([FACTION_IDS.index(a["faction"]) if "faction" in a else -1 for a in _free])
NEEDS_INSTITUTE = table([int(a.get("needs") == "planetary_institute") for a in _free])
