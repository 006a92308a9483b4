"""What is in the box, read from the data files, and the numbers of the actions (section 14)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exozoo.envs import alien_frontiers

DATA = Path(alien_frontiers.__file__).parent / "data"


def load(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text())


SETUP = load("setup")
FACILITIES = {f["id"]: f for f in load("facilities")["facilities"]}
CARDS = {card["id"]: card for card in load("tech_cards")["cards"]}

PORTED = list(load("facilities")["facility_target_order"])  # the nine facilities with ports
TERRITORIES = [t["id"] for t in load("territories")["territories"]]
CRYSTAL_ALLOWED = {t["id"] for t in load("territories")["territories"] if t["data_crystal_allowed"]}
FIELDS = [f["id"] for f in load("fields")["fields"]]
FIELD_OF_CARD = {f["placed_by"]: f["id"] for f in load("fields")["fields"]}
CARD_NAMES = list(CARDS)
POWERS = load("tech_cards")["power_order"]
DISCARDS = load("tech_cards")["discard_order"]
RESOURCES = ["fuel", "ore"]

BAY, HAND, STOCK, DESERT, LIFTED = "maintenance_bay", "hand", "stock", "desert", "lifted"
PLACES = [*PORTED, BAY, HAND, STOCK, DESERT, LIFTED]
ARTIFACT, HUB, CONSTRUCTOR, MINE, MARKET, OUTPOST, SHIPYARD, SOLAR, STATION = PORTED

PHASES = [
    "MAIN",
    "FORCED_DOCK",
    "ARTIFACT",
    "HUB_OVERFLOW",
    "PLACE_COLONY",
    "RAID",
    "KEEP_ORE",
    "VALUE_SHIP",
    "GRAVITY_LOWER",
    "GRAVITY_RAISE",
    "WARPER_SHIPS",
    "CRYSTAL_TERRITORY",
    "TELEPORT_FACILITY",
    "TELEPORT_SHIP",
    "PLASMA_FACILITY",
    "PLASMA_SHIPS",
    "HELMET_FACILITY",
    "HELMET_SHIP",
    "BOOSTER_FIELD",
    "FIELD_TERRITORY",
    "WARPER_CARD",
    "MOVE_FROM",
    "MOVE_OWNER",
    "MOVE_TO",
    "CANNON_FACILITY",
    "CANNON_SHIP",
    "SWAP_TERRITORY_A",
    "SWAP_OWNER_A",
    "SWAP_TERRITORY_B",
    "SWAP_OWNER_B",
]

_SIZES = {
    "DOCK_SOLAR": 7,
    "DOCK_MINE": 7,
    "DOCK_ARTIFACT": 7,
    "DOCK_HUB": 7,
    "DOCK_MARKET": 6,
    "DOCK_SHIPYARD": 6,
    "DOCK_CONSTRUCTOR": 6,
    "DOCK_RAIDERS": 4,
    "DOCK_TERRAFORM": 2,
    "TRADE": 1,
    "LAUNCH": 1,
    "BUY_RELIC": 1,
    "END_TURN": 1,
    "POWER": 9,
    "DISCARD": 8,
    "STOP": 1,
    "REFRESH": 1,
    "CLAIM": 3,
    "TERRITORY": 8,
    "OWN_SHIP": 7,
    "FACILITY": 9,
    "OPP_SHIP": 19,
    "OWNER": 4,
    "FIELD": 3,
    "CARD": 13,
    "RAID_RES": 6,
    "RAID_CARD": 39,
    "KEEP_ORE": 9,
}
_NAMES = [name for name, size in _SIZES.items() for _ in range(size)]
_FIRST = {name: _NAMES.index(name) for name in _SIZES}
NUM_ACTIONS = len(_NAMES)


def number(name: str, index: int = 0) -> int:
    """The action's number, say number("KEEP_ORE", 3)."""
    assert 0 <= index < _SIZES[name], (name, index)
    return _FIRST[name] + index


def name_of(action: int) -> str:
    """The range an action's number is in."""
    return _NAMES[action]


def index_of(action: int) -> int:
    """Its place in that range."""
    return action - _FIRST[_NAMES[action]]


def group_size(facility: str, players: int) -> int:
    return FACILITIES[facility]["ports"][str(players)]["group_size"]


def num_groups(facility: str, players: int) -> int:
    return FACILITIES[facility]["ports"][str(players)]["groups"]
