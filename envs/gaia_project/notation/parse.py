"""Reading recorded games: files, lines and commands, before any rule is asked."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from exozoo.envs.core.words import shown
from exozoo.envs.gaia_project.constants import BOARD_IDS, MAX_PLAYERS
from exozoo.envs.gaia_project.notation.auction import Auction, settle, with_bids
from exozoo.envs.gaia_project.notation.names import (
    FACTIONS,
    UNSUPPORTED_COMMANDS,
    HexNames,
    NotationError,
    code_of,
)

MAX_BYTES = 32_000_000  # of a file, unpacked
MAX_LINES = 20_000
MAX_LINE = 4_000  # characters
MAX_AMOUNT = 999
NEEDS_ARGUMENTS = {
    "faction": 1,
    "bid": 2,
    "booster": 1,
    "build": 2,
    "income": 1,
    "spend": 3,
    "burn": 1,
    "up": 1,
    "federation": 2,
    "action": 1,
    "special": 1,
    "tech": 1,
    "cover": 1,
    "fedtile": 1,
    "swap-PI": 1,
    "lostPlanet": 1,
    "charge": 1,
    "brainstone": 1,
}
OTHER_COMMANDS = ("", "pass", "decline", "rotate", "set")
LAYOUTS = ("standard", "xshape")
UNITS = ("t-a3", "pw", "tg", "gf", "c", "o", "k", "q", "t")
# What stored logs add behind a command; it ends at the next full stop (see the notation's page).
DECORATIONS = re.compile(
    r"\s*\((?:[^()]*⇒[^()]*|from [^()]*)\)|\s+using (?:area\d|gaia|brainstone)[^.]*|\s+returning booster\d+"
)
AMOUNT = re.compile(rf"^(\d*)({'|'.join(UNITS)})$")


@dataclass(frozen=True)
class Command:
    """One command: its first word and the words behind it. The empty command ends a turn."""

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.name, *self.arguments)) or "(end of turn)"


@dataclass(frozen=True)
class Line:
    """One line of a log: what one seat did."""

    number: int  # index in the log
    text: str
    seat: int
    commands: tuple[Command, ...]


@dataclass(frozen=True)
class Log:
    """A recorded game, checked as far as that is possible without its rules."""

    name: str
    players: int
    setup: dict[str, Any]
    lines: tuple[str, ...]
    complete: bool
    end: dict[str, Any]
    final: tuple[dict[str, Any], ...]
    final_map: dict[str, Any]
    trace: tuple[dict[str, Any], ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)  # options of ours, where not the usual ones
    auction: Auction | None = None
    hexes: HexNames = field(repr=False, kw_only=True)


def read_log(path: str | Path, index: int = 0) -> Log:
    """The log in a .json or .json.gz file, or one of a list. NotationError if it is not sound."""
    path = Path(path)
    try:
        return log_from_fields(path.name, _parse_json(_read_bytes(path), index))
    except OSError as error:
        raise NotationError(f"cannot be read: {error.strerror or error}") from None


def games_in(path: str | Path) -> int:
    """How many games a file holds."""
    fields = _load(_read_bytes(Path(path)))
    return len(fields) if isinstance(fields, list) else 1


def _read_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
        if data[:2] == b"\x1f\x8b":
            file.seek(0)
            try:
                with gzip.open(file) as unpacked:
                    data = unpacked.read(MAX_BYTES + 1)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise NotationError(f"cannot be unpacked: {error}") from None
    if len(data) > MAX_BYTES:
        raise NotationError(f"more than {MAX_BYTES} bytes")
    return data


def _load(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None


def _parse_json(data: bytes, index: int) -> dict[str, Any]:
    fields = _load(data)
    games = fields if isinstance(fields, list) else [fields]
    if not 0 <= index < len(games):
        raise NotationError(f"there is no game {index}: the file has {len(games)}")
    if not isinstance(games[index], dict):
        raise NotationError("not a JSON object")
    game: dict[str, Any] = games[index]
    return game


def log_from_fields(name: str, fields: dict[str, Any]) -> Log:
    """Check the fields of a log file and take what is needed."""
    players = fields.get("players")
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= MAX_PLAYERS:
        raise NotationError(f"players: {shown(players)}, allowed are 2 to {MAX_PLAYERS}")
    setup = _typed(fields, "setup", dict)
    lines = _typed(fields, "log", list)
    if len(lines) > MAX_LINES:
        raise NotationError(f"log: {len(lines)} lines, at most {MAX_LINES} are read")
    for number, line in enumerate(lines):
        if not isinstance(line, str) or len(line) > MAX_LINE:
            raise NotationError(f"log line {number} is no text of at most {MAX_LINE} characters")
    options = _typed(fields, "options", dict, {})
    _check_options(options)
    auction = settle(lines, players)
    complete = _typed(fields, "complete", bool, False)
    final = tuple(_typed(fields, "final", list, []))
    if final and (len(final) != players or not all(isinstance(entry, dict) for entry in final)):
        raise NotationError(f"final: not an entry for each of {players} players")
    trace = tuple(_typed(fields, "trace", list, []))
    if not all(isinstance(entry, dict) for entry in trace):
        raise NotationError("trace: not a list of objects")
    return Log(
        name=name,
        players=players,
        setup=with_bids(setup, auction),
        lines=tuple(lines),
        complete=complete,
        end=_typed(fields, "end", dict, {}),
        final=final,
        final_map=_typed(fields, "final_map", dict, {}),
        trace=trace,
        rules=_own_rules(options),
        auction=auction,
        hexes=hex_names(setup),
    )


def _check_options(options: dict[str, Any]) -> None:
    """What the recording engine can play and we cannot is said by its name."""
    if options.get("lostFleet"):
        raise NotationError("options lostFleet: the Lost Fleet expansion is not supported")
    variant = options.get("factionVariant", "standard")
    if variant not in ("standard", None):
        raise NotationError(f"options factionVariant {shown(variant, 60)}: changed factions")
    layout = options.get("layout", LAYOUTS[0])
    if layout not in LAYOUTS:
        raise NotationError(
            f"options layout {shown(layout, 60)}: supported are {', '.join(LAYOUTS)}"
        )


def _own_rules(options: dict[str, Any]) -> dict[str, Any]:
    """What a log of ours says about turn order and the end of the game."""
    rules = _typed(options, "exozoo", dict, {})
    if unknown := set(rules) - {"turn_order", "end_conversion"}:
        raise NotationError(f"options exozoo: unknown {shown(sorted(unknown), 60)}")
    return rules


def _typed(fields: dict[str, Any], name: str, kind: type, default: Any = None) -> Any:
    value = fields.get(name, default)
    if not isinstance(value, kind):
        raise NotationError(f"{name}: {shown(value, 60)} is not of the type {kind.__name__}")
    return value


def hex_names(setup: dict[str, Any]) -> HexNames:
    """The names of the hexes on the board that a setup describes."""
    board = setup.get("map")
    if board not in BOARD_IDS:
        raise NotationError(f"setup map {shown(board)}: allowed are {', '.join(BOARD_IDS)}")
    sectors: dict[int, str] = {}
    for entry in _typed(setup, "sectors", list):
        if not isinstance(entry, dict) or not isinstance(entry.get("slot"), int):
            raise NotationError(f"setup sectors: {shown(entry, 60)} names no slot")
        sector = entry.get("sector")
        if not isinstance(sector, str) or not re.fullmatch(r"0[1-9]|10", sector):
            raise NotationError(f"setup sectors: {shown(sector, 60)} is no sector 01 to 10")
        sectors[entry["slot"]] = sector
    if sorted(sectors) != list(range(len(sectors))):
        raise NotationError("setup sectors: the slots are not numbered from 0 without gaps")
    return HexNames(board, [sectors[slot] for slot in range(len(sectors))])


def parse_line(number: int, text: str, factions: dict[str, int]) -> Line:
    """A line of the log; `factions` gives the seat of each faction chosen so far."""
    who, _, rest = strip_decorations(text).strip().partition(" ")
    seat = seat_of(who, factions)
    commands = tuple(parse_command(part) for part in rest.split("."))
    if not rest.strip():
        raise NotationError(f"{shown(text)} has no command")
    for command in commands[:-1]:
        if not command.name:
            raise NotationError(f"{shown(text)} has an empty command before its end")
    return Line(number, text, seat, commands)


def strip_decorations(text: str) -> str:
    """Without what stored logs add for the reader's comfort."""
    return DECORATIONS.sub("", text)


def seat_of(who: str, factions: dict[str, int]) -> int:
    """The seat that a line's first word names: p1, p2 … or a faction; an auction moves players."""
    if who in factions:
        return factions[who]
    if match := re.fullmatch(r"p([1-9])", who):
        seat = int(match[1]) - 1
        if seat < MAX_PLAYERS:
            return seat
    code_of(FACTIONS, who, "faction or player")
    raise NotationError(f"{who} is not a faction of this game")


def parse_command(text: str) -> Command:
    """One command, with the right number of words."""
    name, *arguments = text.split() or [""]
    if name in NEEDS_ARGUMENTS:
        if len(arguments) != NEEDS_ARGUMENTS[name]:
            raise NotationError(
                f"{shown(text.strip())}: {name} takes {NEEDS_ARGUMENTS[name]} word(s)"
            )
    elif name in UNSUPPORTED_COMMANDS:
        raise NotationError(f"{shown(text.strip())} is not supported: {UNSUPPORTED_COMMANDS[name]}")
    elif name not in OTHER_COMMANDS:
        raise NotationError(f"unknown command {shown(text.strip())}")
    elif name in ("pass", "decline") and len(arguments) > 1:
        raise NotationError(f"{shown(text.strip())}: {name} takes at most one word")
    if name == "spend" and arguments[1] != "for":
        raise NotationError(f"{shown(text.strip())}: spend takes a cost, the word for, and a gain")
    return Command(name, tuple(arguments))


def parse_amounts(text: str) -> list[tuple[int, str]]:
    """A comma list such as 4pw,t as amounts and units; a missing number is 1."""
    amounts = []
    for part in text.split(","):
        match = AMOUNT.match(part)
        if not match:
            raise NotationError(f"{shown(part)} is no amount such as 4pw or 1o")
        number = int(match[1] or 1)
        if number > MAX_AMOUNT:
            raise NotationError(f"{shown(part)}: at most {MAX_AMOUNT}")
        amounts.append((number, match[2]))
    return amounts


def sum_amounts(text: str) -> dict[str, int]:
    """The amounts of a comma list added up by unit."""
    total: dict[str, int] = {}
    for number, unit in parse_amounts(text):
        total[unit] = total.get(unit, 0) + number
    return total


def parse_count(text: str) -> int:
    """A plain whole number of at least 1."""
    if not re.fullmatch(r"\d{1,3}", text) or int(text) < 1:
        raise NotationError(f"{shown(text)} is no number from 1 to {MAX_AMOUNT}")
    return int(text)
