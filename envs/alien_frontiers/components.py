"""The printed components, read from data/*.json into read-only tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.alien_frontiers import constants
from exozoo.envs.alien_frontiers.constants import (
    BOOSTER_POD,
    COLONIST_HUB,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_CARDS,
    NUM_FACES,
    NUM_FACILITIES,
    NUM_FIELDS,
    NUM_RESOURCES,
    POLARITY_DEVICE,
    RESOURCE_NAMES,
    STASIS_BEAM,
)
from exozoo.envs.core.codes import NONE, names_of, table


def _read(name: str) -> dict[str, Any]:
    path = Path(__file__).parent / "data" / f"{name}.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


_FACILITIES = _read("facilities")["facilities"]
_TERRITORIES = _read("territories")["territories"]
_FIELDS = _read("fields")["fields"]
_CARDS = _read("tech_cards")
_SETUP = _read("setup")
_SCORING = _read("scoring")


def _names(rows: list[dict[str, Any]], first: str, last: str) -> tuple[str, ...]:
    """The printed names of components, which must stand in the order of their codes."""
    names = tuple(row["name"] for row in rows)
    spelt = tuple(name.upper().replace(" ", "_").replace("'", "") for name in names)
    known = names_of(vars(constants), first, last)
    if spelt != known:
        raise ValueError(f"data files list {names}, the codes are {known}")
    return names


# the Maintenance Bay is the tenth
FACILITY_NAMES = _names(_FACILITIES, "ALIEN_ARTIFACT", "MAINTENANCE_BAY")
# AF-129: names and bonuses are all there is to a territory; none is next to another
TERRITORY_NAMES = _names(_TERRITORIES, "ASIMOV_CRATER", "VAN_VOGT_MOUNTAINS")
FIELD_NAMES = _names(_FIELDS, "ISOLATION_FIELD", "REPULSOR_FIELD")
CARD_NAMES = _names(_CARDS["cards"], "ALIEN_CITY", "TEMPORAL_WARPER")
CARD_ROWS, FIELD_ROWS = _CARDS["cards"], _FIELDS  # as printed, for people
CARD_IDS = tuple(c["id"] for c in _CARDS["cards"])


def _amounts(cost: dict[str, int]) -> list[int]:
    """Fuel and ore of a printed cost; AF-6: which symbol is which stands in the data."""
    return [cost.get(resource, 0) for resource in RESOURCE_NAMES]


def _by_players(values: dict[str, int]) -> list[int]:
    """A column of a set-up table, indexed by the number of players."""
    return [values.get(str(players), 0) for players in range(MAX_PLAYERS + 1)]


# --- facilities -----------------------------------------------------------------------------

_UNITS = {"single": 1, "pair_equal": 2, "triple_equal": 3, "sequence3": 3}

# AF-13: open ports, by number of players
PORTS_OF_FACILITY = table(
    [
        [f["ports"][str(n)]["ports"] if n >= MIN_PLAYERS else 0 for f in _FACILITIES[:-1]]
        for n in range(MAX_PLAYERS + 1)
    ]
)
# AF-34: ships that one docking brings
UNIT_OF_FACILITY = table([_UNITS[f["dock_unit"]] for f in _FACILITIES[:-1]])
# AF-31: ports that stand together; those of the hub are one player's track (AF-50)
GROUP_OF_FACILITY = table([f["ports"]["4"]["group_size"] for f in _FACILITIES[:-1]])
TRACK_PORTS = np.int64(GROUP_OF_FACILITY[COLONIST_HUB])
# ports of all facilities in one row: where each facility's begin
FIRST_PORT = table(np.concatenate([[0], np.cumsum(PORTS_OF_FACILITY[MAX_PLAYERS])[:-1]]))


def _unit_ports(players: int, facility: int) -> int:
    """The first port of each unit in that row, as bits; of the hub, those of the first track."""
    hub = facility == COLONIST_HUB and players > 0
    ports = int(TRACK_PORTS if hub else PORTS_OF_FACILITY[players, facility])
    first = int(FIRST_PORT[facility])
    return sum(1 << first + port for port in range(0, ports, int(UNIT_OF_FACILITY[facility])))


UNIT_PORTS = table(
    [[_unit_ports(n, f) for f in range(len(FIRST_PORT))] for n in range(MAX_PLAYERS + 1)]
)

# AF-60, AF-100: fuel and ore paid on docking; the Shipyard's price is PRICE_OF_SHIP
COST_OF_FACILITY = table(
    [_amounts(f["cost"] if isinstance(f["cost"], dict) else {}) for f in _FACILITIES[:-1]]
)
_BY_ID = {f["id"]: f for f in _FACILITIES}
# AF-91: price of the next ship, of fuel and of ore alike, by coloured ships in play
PRICE_OF_SHIP = table(
    [
        _BY_ID["shipyard"]["cost_by_ship_number"].get(str(n + 1), {"fuel": 0})["fuel"]
        for n in range(_SETUP["ships_per_colour"] + 1)
    ]
)
# AF-95: fuel from the Solar Converter, by value
SOLAR_FUEL = table(
    [0] + [_BY_ID["solar_converter"]["effect"]["fuel_by_value"][str(v)] for v in range(1, 7)]
)
MINE_ORE = np.int64(_BY_ID["lunar_mine"]["effect"]["ore"])  # AF-66
CLAIM_TALLY = np.int64(_BY_ID["alien_artifact"]["effect"]["claim_threshold"])  # AF-41
LAST_SPACE = np.int64(_BY_ID["colonist_hub"]["effect"]["track_length"])  # AF-50
LAUNCH_COST = table([_amounts(_BY_ID["colonist_hub"]["effect"]["launch_cost"])])  # AF-54
RAID_UNITS = np.int64(_BY_ID["raiders_outpost"]["effect"]["resources_max"])  # AF-83
# AF-194, AF-222: whether a card may move a ship from there
MOVABLE_FROM = table([f["teleporter_from"] and f["helmet_from"] for f in _FACILITIES[:-1]])

# --- territories ----------------------------------------------------------------------------

_BONUS = {t["id"]: t["bonus"] for t in _TERRITORIES}
RELIC_COST = table([_amounts(_BONUS["burroughs_desert"]["cost"])])  # AF-140
BRADBURY_ORE = np.int64(_BONUS["bradbury_plateau"]["ore"])  # AF-122
HERBERT_DISCOUNT = np.int64(_BONUS["herbert_valley"]["fuel"])  # AF-125: fuel and ore alike
HEINLEIN_RATE = np.int64(_BONUS["heinlein_plains"]["rate"])  # AF-124
LEM_FUEL = np.int64(_BONUS["lem_badlands"]["fuel"])  # AF-126
POHL_FUEL = np.int64(_BONUS["pohl_foothills"]["fuel"])  # AF-127
ASIMOV_SPACES = np.int64(_BONUS["asimov_crater"]["amount"])  # AF-120
CRYSTAL_ALLOWED = table([t["data_crystal_allowed"] for t in _TERRITORIES])  # AF-184

# --- cards ----------------------------------------------------------------------------------

COPIES_OF_CARD = table([c["copies"] for c in _CARDS["cards"]])  # AF-2, AF-10: 24 in all
VP_OF_CARD = table([c["victory_points"] for c in _CARDS["cards"]])  # AF-180
# AF-181 to AF-220: fuel of the power; 1 per ship for the Plasma Cannon, the Data Crystal by colonies
POWER_FUEL = table(
    [
        c["power"]["fuel"] if c["power"] and isinstance(c["power"]["fuel"], int) else 0
        for c in _CARDS["cards"]
    ]
)
CARD_OF_POWER = table([CARD_IDS.index(card) for card in _CARDS["power_order"]])
# AF-225: the Helmet is not among them; AF-210: nor is the Resource Cache
CARD_OF_DISCARD = table([CARD_IDS.index(card) for card in _CARDS["discard_order"]])
# AF-150: the field that a card's discard power places, or NONE
FIELD_OF_CARD = table(
    [next((f["index"] for f in _FIELDS if f["placed_by"] == card), int(NONE)) for card in CARD_IDS]
)


def _new_values() -> list[list[int]]:
    """AF-166: what a card makes of a ship's value, 0 where the result would leave 1 to 6."""
    rows = [[0] * (NUM_FACES + 1) for _ in range(NUM_CARDS)]
    for value in range(1, NUM_FACES + 1):
        rows[BOOSTER_POD][value] = (value + 1) % (NUM_FACES + 1)
        rows[STASIS_BEAM][value] = value - 1
        rows[POLARITY_DEVICE][value] = NUM_FACES + 1 - value
    return rows


NEW_VALUE_OF_CARD = table(_new_values())

# --- set-up, limits, score ------------------------------------------------------------------

COLONIES_OF_PLAYERS = table(_by_players(_SETUP["colonies_per_player"]))  # AF-12
SHIPS_AT_START = np.int64(_SETUP["ships_at_start"])  # AF-11
MIN_SHIPS = SHIPS_AT_START  # AF-101, AF-203: a fleet never falls below its three first ships
# AF-14: seat 0 is the first player
START_OF_SEAT = table([_amounts(seat) for seat in _SETUP["starting_resources_by_seat"]])
SUPPLY = table(_amounts(_SETUP["supply"]))  # AF-230
RESOURCE_LIMIT = np.int64(_SETUP["resource_limit_end_of_turn"])  # AF-29
MAX_SCORE = int(_SCORING["bounds"]["max_2p"])

assert len(_FACILITIES) == NUM_FACILITIES + 1
assert len(_FIELDS) == NUM_FIELDS
assert START_OF_SEAT.shape == (MAX_PLAYERS, NUM_RESOURCES)
