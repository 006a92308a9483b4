"""What is in the box: the card data as plain dictionaries, and the numbers that the game gives them."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

Card = dict[str, Any]
Effect = dict[str, Any]

_DATA = files("exozoo.envs.beyond_the_sun") / "data"


def _read(name: str) -> dict[str, Any]:
    return json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))


TECHS: list[Card] = _read("technologies")["cards"]
EVENTS: list[Card] = _read("events")["events"]
SYSTEMS: list[Card] = _read("systems")["systems"]
ACHIEVEMENTS: list[Card] = _read("achievements")["achievements"]
FACTIONS: list[Card] = _read("factions")["factions"]
GUILDS: list[Card] = _read("guilds")["guilds"]
SLOTS: list[Card] = _read("tech_tree")["slots"]
SETUPS: dict[int, Card] = {row["players"]: row for row in _read("setup")["setups"]}
_MAP = _read("exploration_map")
NODES: list[str] = _MAP["node_order"]
SIDES: dict[str, Card] = _MAP["sides"]

SOL, DEEP_SPACE = NODES.index("SOL"), NODES.index("DS")
X1 = NODES.index("X1")
SLOT_INDEX = {slot["id"]: number for number, slot in enumerate(SLOTS)}
TYPES = "SEMC"  # BS-6, in the order of the action block
TRACKS = ("food", "ore")
ACHIEVEMENT_DISC, UNPLACED = 2, 3  # kinds of discs after food and ore
NONE = -1

# BS-39 and section 15: the first space of each row, guild, slot and private technology
ROWS = {"research_I": 0, "research_II": 4, "build_jump": 8, "supply": 10}
SUPPLY_SPACE = 10
GUILD_SPACES = (11, 12, 14, 15)
FIRST_TECH_SPACE, FIRST_PRIVATE_SPACE, DYSON_SPACE = 17, 55, 59


def amount(cost: list[Effect], op: str) -> int:
    """How much of one kind a cost list asks for (BS-60, BS-66)."""
    return sum(part["n"] for part in cost if part["op"] == op)


def contains_research(effects: list[Effect]) -> bool:
    """BS-151: is there a research in the list, or in a choice of it?"""
    return any(
        effect["op"] == "research"
        or any(contains_research(option["effects"]) for option in effect.get("options", ()))
        for effect in effects
    )
