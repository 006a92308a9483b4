"""The card set: the JSON files of the package, or parts of it replaced by a user's file.

Nothing read from disk is trusted: every field is checked here or in `encode.py`, and an error says
where it is and what is allowed.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

DATA = Path(__file__).parent.parent / "data"
SECTIONS = (
    "technologies",
    "events",
    "systems",
    "achievements",
    "guilds",
    "factions",
    "tech_tree",
    "exploration_map",
    "setup",
)
LISTS = {
    "technologies": "cards",
    "events": "events",
    "systems": "systems",
    "achievements": "achievements",
    "guilds": "guilds",
    "factions": "factions",
    "tech_tree": "slots",
    "setup": "setups",
}
MAX_FILE = 2_000_000  # bytes


@dataclass(frozen=True)
class CardSet:
    """The JSON of every section, with the names of cards for people."""

    sections: dict[str, Any]
    source: str

    def items(self, section: str) -> list[dict[str, Any]]:
        return self.sections[section][LISTS[section]]

    def name(self, section: str, index: int) -> str:
        """The printed name of a card, or its number if there is no such card."""
        items = self.items(section)
        return str(items[index]["name"]) if 0 <= index < len(items) else f"{section} {index}"


@cache
def shipped_cards() -> CardSet:
    """The card set of the package; entries marked "reconstructed" are not the printed cards."""
    return CardSet({name: _read(DATA / f"{name}.json") for name in SECTIONS}, "shipped")


@cache
def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def load_cards(path: str | None) -> CardSet:
    """The shipped set with the sections that the file at `path` holds in place of its own."""
    if path is None:
        return shipped_cards()
    replaced = _read_untrusted(Path(path))
    if not isinstance(replaced, dict) or not replaced:
        fail(path, f"must be an object with some of the sections {', '.join(SECTIONS)}")
    for name, section in replaced.items():
        if name not in SECTIONS:
            fail(path, f"unknown section {name!r}: allowed are {', '.join(SECTIONS)}")
        if not isinstance(section, dict):
            fail(f"{path}: {name}", "must be an object")
        if name in LISTS:
            check_entries(name, section.get(LISTS[name]), LISTS[name])
    cards = CardSet({**shipped_cards().sections, **replaced}, str(path))
    check_counts(cards)
    return cards


def _read_untrusted(path: Path) -> Any:
    """JSON of a plain file of modest size; a device or pipe could be read for ever."""
    try:
        if path.exists() and not path.is_file():
            fail(str(path), "is not a plain file")
        with path.open("rb") as file:
            content = file.read(MAX_FILE + 1)
        if len(content) > MAX_FILE:
            fail(str(path), f"is larger than {MAX_FILE} bytes")
        return json.loads(content.decode("utf-8"))
    except OSError as error:
        fail(str(path), f"cannot be read ({error.strerror})")
    except (UnicodeDecodeError, RecursionError) as error:
        fail(str(path), f"is not readable JSON ({type(error).__name__})")
    except json.JSONDecodeError as error:
        fail(str(path), f"is not JSON: {error}")


def fail(where: str, problem: str) -> NoReturn:
    raise ValueError(f"{where}: {problem}")


def check_entries(section: str, entries: Any, key: str) -> None:
    """A list of objects, each with an id of its own."""
    if not isinstance(entries, list) or not entries:
        fail(section, f"needs a list {key!r} that is not empty")
    for entry in entries:
        if not isinstance(entry, dict):
            fail(section, "every entry must be an object")
    if section == "setup":
        return
    ids = [entry.get("id") for entry in entries]
    for ident in ids:
        if not isinstance(ident, str) or ids.count(ident) > 1:
            fail(section, f"id {ident!r} must be a text of its own")


# BS-7, BS-10 to BS-15, OP-2: how many cards of each sort a set must and may hold
TECHS_BY_LEVEL = {1: (4, 8), 2: (7, 19), 3: (7, 19), 4: (3, 19)}
SYSTEMS_BY_DECK = {"A": (4, 16), "B": (4, 16)}


def check_counts(cards: CardSet) -> None:
    """Enough cards for every place of the board, and not more than the state has room for."""
    _count(cards, "technologies", "level", TECHS_BY_LEVEL, 46)
    _count(cards, "systems", "deck", SYSTEMS_BY_DECK, 24)
    _count(cards, "events", "level", {2: (6, 10), 3: (6, 10)}, 20)
    _count(cards, "achievements", "group", {"base": (2, 2), "A": (1, 4), "B": (1, 4)}, 10)
    _count(cards, "guilds", "rank", {1: (1, 3), 2: (1, 3)}, 4)
    _count(cards, "factions", "board", {"basic": (4, 4), "advanced": (4, 4)}, 8)
    _count(cards, "setup", "players", {2: (1, 1), 3: (1, 1), 4: (1, 1)}, 3)
    if len(cards.items("guilds")) != 4:
        fail("guilds", "there must be 4")
    starting = [card for card in cards.items("systems") if card.get("starting") is True]
    if len(starting) < 2 or any(card["deck"] != "A" for card in starting):
        fail("systems", "at least 2 cards of deck A must be starting systems, none of deck B")
    for level in (2, 3):
        light = sum(
            e.get("light_frame") is True for e in cards.items("events") if e["level"] == level
        )
        if light != 2:
            fail("events", f"level {level} needs exactly 2 light-frame events, not {light}")


def _count(cards: CardSet, section: str, field: str, allowed: dict, most: int) -> None:
    entries = cards.items(section)
    if len(entries) > most:
        fail(section, f"{len(entries)} entries, at most {most} are allowed")
    for entry in entries:
        value = entry.get(field)
        if isinstance(value, bool) or not isinstance(value, (int, str)) or value not in allowed:
            names = ", ".join(map(repr, allowed))
            fail(f"{section} {entry.get('id')}", f"{field} {value!r}: allowed are {names}")
        if section != "setup" and not isinstance(entry.get("name", entry["id"]), str):
            fail(f"{section} {entry['id']}", "name must be a text")
    found = Counter(entry[field] for entry in entries)
    for value, (low, high) in allowed.items():
        if not low <= found[value] <= high:
            fail(
                section,
                f"{found[value]} entries with {field} {value!r}: allowed are {low} to {high}",
            )
