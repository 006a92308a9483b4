"""The card set: the JSON files of the package, or sections of it replaced by those of a user.

A user gives the sections in a file or as they are; either way the option's value is the sections
themselves, so that a replay stands by itself. Nothing is trusted: every field is checked here or in `encode.py`, and an error says
where it is and what is allowed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NoReturn

from exozoo.envs.beyond_the_sun.components import DIGEST_SIZE
from exozoo.envs.core.words import short, shown

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
NAMED = ("technologies", "systems", "achievements", "guilds", "factions")  # cards with names
MAX_SIZE = 2_000_000  # bytes of all replaced sections
MAX_NAME = 80  # letters of a card's name


@dataclass(frozen=True)
class CardSet:
    """The JSON of every section; `text` holds those that replace shipped ones, in normal form."""

    sections: dict[str, Any]
    text: str

    def items(self, section: str) -> list[dict[str, Any]]:
        return self.sections[section][LISTS[section]]

    @cached_property
    def digest(self) -> bytes:
        """Tells card sets apart, names included; zeros for the shipped one."""
        if not self.text:
            return bytes(DIGEST_SIZE)
        return hashlib.sha256(self.text.encode()).digest()[:DIGEST_SIZE]


@cache
def shipped_cards() -> CardSet:
    """The card set of the package; entries marked "reconstructed" are not the printed cards."""
    return CardSet({name: _read(DATA / f"{name}.json") for name in SECTIONS}, "")


@cache
def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def read_sections(given: Any) -> Any:
    """What a user gave for the option: sections as they are, or read from the file of that path."""
    if isinstance(given, str | os.PathLike):
        return _read_untrusted(Path(given))
    return given


def normal_form(replaced: Any) -> str:
    """Replaced sections as text; equal sections give the same text."""
    if not isinstance(replaced, dict) or not replaced:
        fail("cards", f"must be an object with some of the sections {', '.join(SECTIONS)}")
    for name in replaced:
        if name not in SECTIONS:
            fail("cards", f"unknown section {shown(name)}: allowed are {', '.join(SECTIONS)}")
    try:
        text = json.dumps(replaced, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        fail("cards", f"cannot be written as JSON ({error})")
    if len(text) > MAX_SIZE:
        fail("cards", f"are larger than {MAX_SIZE} bytes")
    return text


@lru_cache(maxsize=32)
def card_set(text: str) -> CardSet:
    """The shipped set with the sections of this text, in normal form, in place of its own."""
    replaced = json.loads(text) if text else {}
    for name, section in replaced.items():
        if not isinstance(section, dict):
            fail(name, "must be an object")
        if name in LISTS:
            check_entries(name, section.get(LISTS[name]), LISTS[name])
    cards = CardSet({**shipped_cards().sections, **replaced}, text)
    check_counts(cards)
    return cards


def _read_untrusted(path: Path) -> Any:
    """JSON of a plain file of modest size; a device or pipe could be read for ever."""
    name = short(str(path))
    try:
        if path.exists() and not path.is_file():
            fail(name, "is not a plain file")
        with path.open("rb") as file:
            content = file.read(MAX_SIZE + 1)
        if len(content) > MAX_SIZE:
            fail(name, f"is larger than {MAX_SIZE} bytes")
        return json.loads(content.decode("utf-8"))
    except OSError as error:
        fail(name, f"cannot be read ({error.strerror})")
    except (UnicodeDecodeError, RecursionError) as error:
        fail(name, f"is not readable JSON ({type(error).__name__})")
    except json.JSONDecodeError as error:
        fail(name, f"is not JSON: {error}")


def fail(where: str, problem: str) -> NoReturn:
    raise ValueError(f"{where}: {problem}")


def check_entries(section: str, entries: Any, key: str) -> None:
    """A list of objects, each with an id of its own."""
    if not isinstance(entries, list) or not entries:
        fail(section, f"needs a list {shown(key)} that is not empty")
    for entry in entries:
        if not isinstance(entry, dict):
            fail(section, "every entry must be an object")
    if section == "setup":
        return
    ids = [entry.get("id") for entry in entries]
    for ident in ids:
        if not isinstance(ident, str) or ids.count(ident) > 1:
            fail(section, f"id {shown(ident)} must be a text of its own")


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


def check_name(section: str, entry: dict[str, Any]) -> None:
    """Names are shown to people, on terminals too: no control characters, no novels."""
    name = entry.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME or not name.isprintable():
        fail(f"{section} {entry['id']}", f"name must be a text of 1 to {MAX_NAME} letters")


def _count(cards: CardSet, section: str, field: str, allowed: dict, most: int) -> None:
    entries = cards.items(section)
    if len(entries) > most:
        fail(section, f"{len(entries)} entries, at most {most} are allowed")
    for entry in entries:
        value = entry.get(field)
        if isinstance(value, bool) or not isinstance(value, (int, str)) or value not in allowed:
            names = ", ".join(map(repr, allowed))
            fail(f"{section} {entry.get('id')}", f"{field} {shown(value)}: allowed are {names}")
        if section in NAMED:
            check_name(section, entry)
    found = Counter(entry[field] for entry in entries)
    for value, (low, high) in allowed.items():
        if not low <= found[value] <= high:
            fail(
                section,
                f"{found[value]} entries with {field} {shown(value)}: allowed are {low} to {high}",
            )
