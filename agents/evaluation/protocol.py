"""A protocol of evaluation, declared as data: which deals, tables and opponents, and what they must be."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.arena.match import play_games
from exozoo.agents.arena.moves import Moves
from exozoo.agents.arena.run import ArenaSettings
from exozoo.agents.specs import load_agent
from exozoo.envs.core.fair_play import Clock
from exozoo.envs.core.files import is_file, parse_json, write_atomically
from exozoo.envs.core.resources import resource
from exozoo.envs.core.words import WRONG_KIND, short, shown, told
from exozoo.envs.registry import load_game

CURRENT = "exozoo-eval-2"
DATA = "exozoo.agents.evaluation:data"
UNLIMITED = "unlimited"  # the class of agents that keep no budget
MOST = 1_000_000  # of whatever a protocol counts
# entry of a protocol -> the least and the most that it may be
WHOLE = dict.fromkeys(("games", "quick_games", "games_a_task"), (1, MOST))
WHOLE |= {"seed": (0, 2**40), "further_games": (0, MOST)}
CLOCK = Clock(decision=3600.0)  # of programs: a limit only against waiting for ever
PINNED_DEALS = 2  # games of each table size that a fingerprint is taken of


@dataclass(frozen=True)
class Table:
    """One agent among `players`, all others of them the same opponent."""

    players: int
    against: tuple[str, ...]


@dataclass(frozen=True)
class Protocol:
    """All that decides the games of an evaluation, but for the agent."""

    name: str
    seed: int
    games: int
    further_games: int
    fast_milliseconds: float
    quick_games: int
    games_a_task: int
    kept_share: float
    budgets: dict[str, float]
    opponents: dict[str, float]  # with the ratings given to them
    games_played: dict[str, tuple[Table, ...]]
    digest: str  # of the file
    pins: dict[str, dict[str, str]]  # game -> opponent -> fingerprint of its play

    @property
    def stamp(self) -> dict[str, str]:
        """What a file of results says about its protocol."""
        return {"name": self.name, "digest": self.digest}

    def choose(self, games: Sequence[str] | None) -> list[str]:
        """The games to play, in the protocol's order; ValueError if one is not in it."""
        for name in games or ():
            if name not in self.games_played:
                allowed = ", ".join(self.games_played)
                raise ValueError(f"game {shown(name)} is not in {self.name}: allowed are {allowed}")
        return [name for name in self.games_played if not games or name in games]


@dataclass(frozen=True)
class Cell:
    """Games of one agent in one seat against others of one kind; or, without opponent, of it alone."""

    game: str
    players: int
    agent: str
    opponent: str | None = None
    further: bool = False  # those that only fast agents play

    @property
    def label(self) -> str:
        """For people, and for names of folders together with the agents."""
        return f"{self.game}-{self.players}{'-further' if self.further else ''}"

    def folder(self) -> str:
        words = json.dumps([self.agent, self.opponent])
        return f"{self.label}-{hashlib.sha256(words.encode()).hexdigest()[:12]}"

    def settings(
        self, protocol: Protocol, quick: bool = False, keep: bool = False, timed: bool = True
    ) -> ArenaSettings:
        """As an arena: the first agent is the one that is measured.

        If it is timed, agents are asked about one decision at a time.
        """
        games = protocol.further_games if self.further else protocol.games
        others = (0,) if self.opponent is None else (1,)
        return ArenaSettings(
            game=self.game,
            agents=(self.agent,) if self.opponent is None else (self.agent, self.opponent),
            games=protocol.quick_games if quick else games,
            players=self.players,
            seed=protocol.seed + self.further,
            lineups=((0, *others * (self.players - 1)),),
            games_a_task=protocol.games_a_task,
            keep_actions=keep,
            budgets=tuple(protocol.budgets.values()) if timed else (),
            clock=CLOCK,
        )


def cells_of(protocol: Protocol, game: str, agent: str, further: bool = False) -> list[Cell]:
    """The cells of one game."""
    return [
        Cell(game, table.players, agent, opponent, further)
        for table in protocol.games_played[game]
        for opponent in table.against
    ]


def load_protocol(source: str | None = None) -> Protocol:
    """A protocol by its name, or from a .toml file; ValueError says what is wrong with it."""
    path = protocol_file(source)
    text = path.read_bytes()
    try:
        data = tomllib.loads(text.decode())
        known = {field.name for field in fields(Protocol)} - {"digest", "pins"}
        if set(data) != known:
            raise ValueError(f"entries {sorted(set(data) ^ known)} are missing or unknown")
        _check(data)
        tables = {game: _tables(entry["tables"]) for game, entry in data["games_played"].items()}
        named = {opponent for found in tables.values() for t in found for opponent in t.against}
        if named - set(data["opponents"]):
            raise ValueError(
                f"opponents without a rating: {sorted(named - set(data['opponents']))}"
            )
    except (ValueError, *WRONG_KIND) as error:
        raise ValueError(f"{short(path.name)} is no protocol: {told(error)}") from None
    digest = hashlib.sha256(text).hexdigest()
    return Protocol(**{**data, "games_played": tables}, digest=digest, pins=_read_pins(path))


def _check(data: dict[str, Any]) -> None:
    """ValueError at the first entry that is not of its kind."""
    for name, (low, high) in WHOLE.items():
        if type(data[name]) is not int or not low <= data[name] <= high:
            raise ValueError(f"{name}={shown(data[name])}: allowed are {low} to {high}")
    numbers = {name: data[name] for name in ("fast_milliseconds", "kept_share")}
    for name, value in (numbers | data["budgets"] | data["opponents"]).items():
        if type(value) not in (int, float) or not abs(value) <= MOST:
            raise ValueError(f"{shown(name)}={shown(value)}: allowed are -{MOST} to {MOST}")
    if not isinstance(data["name"], str):
        raise ValueError(f"name={shown(data['name'])}: not a text")


def _tables(entries: list[dict[str, Any]]) -> tuple[Table, ...]:
    for entry in entries:
        texts = entry["against"]
        if type(entry["players"]) is not int or not isinstance(texts, list):
            raise ValueError(f"table {shown(entry)}: a number of players, a list of opponents")
    return tuple(Table(entry["players"], tuple(entry["against"])) for entry in entries)


def protocol_file(source: str | None) -> Path:
    source = source or CURRENT
    if source.endswith(".toml"):
        if not is_file(source):
            raise ValueError(f"there is no protocol {short(source)}")
        return Path(source)
    try:
        return resource(f"{DATA}/{source}.toml")
    except ValueError:
        folder = resource(f"{DATA}/{CURRENT}.toml").parent
        names = sorted(path.stem for path in folder.glob("exozoo-eval-*.toml"))
        raise ValueError(
            f"unknown protocol {shown(source)}: allowed are {', '.join(names)} or a .toml file"
        ) from None


def _pins_file(path: Path) -> Path:
    return path.with_suffix(".pins.json")


def _read_pins(path: Path) -> dict[str, dict[str, str]]:
    pins = _pins_file(path)
    if not pins.exists():
        return {}
    try:
        found: dict[str, dict[str, str]] = parse_json(pins.read_text(encoding="utf-8"))
        return {game: dict(marks) for game, marks in found.items()}
    except (ValueError, *WRONG_KIND):
        raise ValueError(f"{short(str(pins))} is damaged") from None


def pin(source: str | None = None) -> Path:
    """Write down how the opponents of a protocol play now: for a new protocol, never for a used one."""
    protocol = load_protocol(source)
    pins = {game: fingerprints(protocol, game) for game in protocol.games_played}
    path = _pins_file(protocol_file(source))
    return write_atomically(path, json.dumps(pins, indent=1) + "\n")


def fingerprints(protocol: Protocol, game: str) -> dict[str, str]:
    """Of each opponent in this game."""
    tables = protocol.games_played[game]
    named = dict.fromkeys(text for table in tables for text in table.against)
    return {text: _fingerprint(game, text, [table.players for table in tables]) for text in named}


def _fingerprint(name: str, text: str, sizes: Sequence[int]) -> str:
    """Of what an agent plays against itself: changed rules, weights or draws all show in it."""
    game = load_game(name)
    digest = hashlib.sha256()
    for players in sizes:
        agent = load_agent(text, game, seed=players)
        moves = Moves(PINNED_DEALS)
        seating = np.zeros((PINNED_DEALS, players), np.int64)
        result = play_games(game, [agent], seating, range(PINNED_DEALS), {}, note=moves.note)
        digest.update(result.scores.astype("<i4").tobytes())
        for actions in moves.games():
            digest.update(actions.tobytes())
    return digest.hexdigest()[:32]


def deviations(protocol: Protocol, game: str, played: dict[str, str]) -> list[str]:
    """In words, which opponents do not play as the protocol says."""
    pinned = protocol.pins.get(game, {})
    return [
        f"{text} of {game} plays otherwise than in {protocol.name}"
        for text, fingerprint in played.items()
        if pinned.get(text) != fingerprint
    ]
