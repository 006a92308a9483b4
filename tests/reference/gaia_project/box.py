"""What lies in the box: the component data and the numbering of actions."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.actions import ACTIONS as ACTIONS


def _read(name: str) -> Any:
    return json.loads(
        resources.files("exozoo.envs.gaia_project").joinpath("data", name).read_text()
    )


FACTIONS: list[dict[str, Any]] = _read("factions.json")["factions"]
LIMITS: dict[str, int] = _read("factions.json")["limits"]
CAPS: dict[str, int] = _read("factions.json")["resource_caps"]
POWER_VALUES: dict[str, int] = _read("factions.json")["power_values"]
TRACKS: list[dict[str, Any]] = _read("research.json")["tracks"]
STANDARD: list[dict[str, Any]] = _read("tech_tiles.json")["standard"]
ADVANCED: list[dict[str, Any]] = _read("tech_tiles.json")["advanced"]
BOOSTERS: list[dict[str, Any]] = _read("boosters.json")["boosters"]
ROUND_TILES: list[dict[str, Any]] = _read("round_scoring.json")["tiles"]
FINAL_TILES: list[dict[str, Any]] = _read("final_scoring.json")["tiles"]
VP_BY_RANK: list[int] = _read("final_scoring.json")["vp_by_rank"]
TOKENS: list[dict[str, Any]] = _read("federations.json")["tokens"]
BOARD_ACTIONS: list[dict[str, Any]] = _read("actions.json")["board_actions"]
FREE_ACTIONS: list[dict[str, Any]] = [
    *_read("actions.json")["free_actions"],
    *_read("actions.json")["faction_free_actions"],
]
SETUP: dict[str, Any] = _read("setup.json")
SECTORS: list[dict[str, Any]] = _read("sectors.json")["sectors"]
SHAPES: dict[str, Any] = _read("maps.json")["shapes"]
FIRST_GAME: dict[str, Any] = _read("maps.json")["first_game"]

TRACK_IDS = [track["id"] for track in TRACKS]
PIECES = list(c.PIECE_IDS)
STRUCTURES = PIECES[:6]
PLANETS = list(c.PLANET_IDS)
CYCLE = PLANETS[:7]
SPECIALS = list(c.SPECIAL_IDS)
STOCK = ["credits", "ore", "knowledge", "qic"]
SATELLITES = LIMITS["satellite"]
MAX_SETS = 32

FIRST_ID = {
    block.name: offset for block, offset in zip(ACTIONS.blocks, ACTIONS.offsets(), strict=True)
}


def action(block: str, index: int = 0) -> int:
    return int(FIRST_ID[block]) + index


DECLINE = action("decline")
END_TURN = action("end_turn")
PASS = action("pass")
FEDERATION = action("federation")


@dataclass
class Decision:
    """Somebody has to choose one of these action ids."""

    seat: int
    kind: str
    legal: set[int]
    arguments: dict[str, int] = field(default_factory=dict)
