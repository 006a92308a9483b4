"""The cards of a state for people: numbers read back from its box, and names where they are known.

A state carries every number of its cards but no names. It carries a digest of the card file
instead; names are found by it if the file was an option in this process, and else cards are numbered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from exozoo.envs.beyond_the_sun import components as box
from exozoo.envs.beyond_the_sun.cards.card_set import NAMED, CardSet, shipped_cards
from exozoo.envs.beyond_the_sun.constants import (
    CONDITIONS,
    NODE_NAMES,
    NUM_COLUMNS,
    NUM_SLOTS,
    OPS,
    SLOT_NAMES,
    TRACK_NAMES,
    TYPE_LETTERS,
)

WORDS = dict(
    zip(NAMED, ("technology", "system", "achievement", "guild", "faction"), strict=True)
)  # for a card whose name is not known
MAX_KNOWN = 256  # card files whose names a process remembers
COLUMNS = "ABCDE"
Names = Mapping[str, tuple[str, ...]]
_known: dict[bytes, Names] = {}


@dataclass(frozen=True)
class ShownCards:
    """What descriptions and pictures need of a card set."""

    sections: Mapping[str, Any]
    names: Names

    def items(self, section: str) -> Any:
        return self.sections[section]

    def name(self, section: str, index: int) -> str:
        """The printed name of a card, or its number if that is not known."""
        names = self.names.get(section, ())
        return names[index] if 0 <= index < len(names) else f"{WORDS[section]} {index + 1}"


def remember_names(cards: CardSet) -> None:
    """States dealt from this set can be described by name from now on."""
    while len(_known) >= MAX_KNOWN:
        _known.pop(next(iter(_known)))
    _known[cards.digest] = names_of(cards)


def names_of(cards: CardSet) -> Names:
    return {section: tuple(e["name"] for e in cards.items(section)) for section in NAMED}


@lru_cache(maxsize=1)
def shipped_names() -> Names:
    return names_of(shipped_cards())


def cards_of(state: np.record) -> ShownCards:
    """The cards that a state was dealt from."""
    data = state["box"].tobytes()
    first = int(box.DIGEST)
    digest = data[first : first + box.DIGEST_SIZE]
    names = _known.get(digest, {}) if any(digest) else shipped_names()
    return ShownCards(_decode(data), names)


@lru_cache(maxsize=64)
def _decode(data: bytes) -> dict[str, Any]:
    nodes = [box_row(data, box.NODES, node, box.NODE_WIDTH) for node in range(len(NODE_NAMES))]
    return {
        "technologies": [_tech(data, card) for card in range(box.MAX_TECHS)],
        "systems": [_system(data, card) for card in range(box.MAX_SYSTEMS)],
        "achievements": [_achievement(data, card) for card in range(box.MAX_ACHIEVEMENTS)],
        "factions": [_faction(data, board) for board in range(box.NUM_FACTIONS)],
        "tech_tree": [_slot(data, slot) for slot in range(NUM_SLOTS)],
        "nodes": {
            node: _symbols(row[box.N_SYMBOLS])
            for node, row in enumerate(nodes)
            if row[box.N_PRESENT]
        },
        "routes": [
            (node, other)
            for node, row in enumerate(nodes)
            for other in range(node)
            if (row[box.N_NEIGHBOURS] * 256 + row[box.N_NEIGHBOURS + 1]) >> other & 1
        ],
    }


def box_row(data: bytes, table: np.int64, index: int, width: np.int64) -> bytes:
    """One entry of a table in a state's box."""
    first = int(table) + index * int(width)
    return data[first : first + int(width)]


def tech_actions(row: bytes) -> list[bytes]:
    """The action spaces printed on a technology, one entry a space."""
    actions = [
        row[first : first + int(box.ACTION_WIDTH)]
        for first in range(int(box.T_ACTIONS), int(box.TECH_WIDTH), int(box.ACTION_WIDTH))
    ]
    return [action for action in actions if action[box.A_ORE] != box.NOTHING]


def _symbols(bits: int) -> list[str]:
    return [name for track, name in enumerate(TRACK_NAMES) if bits >> track & 1]


def _tech(data: bytes, card: int) -> dict[str, Any]:
    row = box_row(data, box.TECHS, card, box.TECH_WIDTH)
    actions = tech_actions(row)
    return {
        "level": row[box.T_LEVEL],
        "types": [t for bit, t in enumerate(TYPE_LETTERS) if row[box.T_TYPES] >> bit & 1],
        "provides": TYPE_LETTERS[row[box.T_PROVIDES]] if row[box.T_LEVEL] < 4 else None,
        "spaces": len(actions),
        "actions": [_action(data, action) for action in dict.fromkeys(actions)],
        "points": row[box.T_BASE],
        "counts": row[box.T_PER] != box.NOTHING,
    }


def _action(data: bytes, action: bytes) -> dict[str, Any]:
    place = action[box.A_LIST] * 256 + action[box.A_LIST + 1]
    op = OPS[data[int(box.CODE) + place]]
    return {"ore": action[box.A_ORE], "returned": action[box.A_RETURN], "first": op}


def _system(data: bytes, card: int) -> dict[str, Any]:
    row = box_row(data, box.SYSTEMS, card, box.SYSTEM_WIDTH)
    return {
        "strength": row[box.S_STRENGTH],
        "vp": row[box.S_VP],
        "specialisation": _symbols(row[box.S_SYMBOLS]),
    }


def _achievement(data: bytes, card: int) -> dict[str, Any]:
    row = box_row(data, box.ACHIEVEMENTS, card, box.ACHIEVEMENT_WIDTH)
    slots = row[box.H_SLOTS]
    return {
        "condition": CONDITIONS[row[box.H_CONDITION]],
        "level": row[box.H_LEVEL],
        "n": row[box.H_COUNT],
        "slot_vp": list(row[box.H_VP : box.H_VP + slots]),
    }


def _faction(data: bytes, board: int) -> dict[str, Any]:
    row = box_row(data, box.FACTIONS, board, box.FACTION_WIDTH)
    food = row[box.F_FOOD : box.F_FOOD + NUM_COLUMNS]
    ore = row[box.F_ORE : box.F_ORE + box.MAX_ORE_SYMBOLS]
    columns = row[box.F_COLUMNS : box.F_COLUMNS + NUM_COLUMNS]
    return {
        "food": dict(zip(food, COLUMNS, strict=True)),
        "ore": {removed: "o" for removed in ore if removed != box.NOTHING},
        "columns": dict(zip(COLUMNS, columns, strict=True)),
    }


def _slot(data: bytes, slot: int) -> dict[str, Any]:
    row = box_row(data, box.SLOTS, slot, box.SLOT_WIDTH)
    prereqs = row[box.L_PREREQS : box.SLOT_WIDTH]
    return {"id": SLOT_NAMES[slot], "prereqs": [p for p in prereqs if p != box.NOTHING]}
