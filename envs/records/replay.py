"""Replays: what it takes to play a game again bit for bit, as JSON or as a compact binary.

A replay stands by itself: options that were files are in it with their contents, and none of its
words is ever taken for the name of a file or of a module.

The binary form is MAGIC, the CRC-32 of what follows, its length once unpacked, and then zlib data:
the length of a JSON head, the head, and the actions as little-endian 32-bit numbers. Nothing in a
file is trusted: sizes are bounded before memory is taken, and every fault is a ValueError.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game, check_seed
from exozoo.envs.core.session import Session
from exozoo.envs.core.words import shown

FORMAT = "exozoo-replay"
FORMAT_VERSION = 2  # 1 could name a file among the options; without one it is still read
MAGIC = b"EXOZOO\x00\x01"
PREFIX = struct.Struct("<8sII")  # magic, crc, unpacked length
LENGTH = struct.Struct("<I")
MAX_ACTIONS = 1_000_000
MAX_HEAD = 4_000_000  # a whole set of cards may be in it
MAX_UNPACKED = LENGTH.size + MAX_HEAD + 4 * MAX_ACTIONS
MAX_FILE = 32_000_000
MAX_SEATS_SHOWN = 16
MAX_NAME = 200  # letters of a player's name


@dataclass(frozen=True)
class Replay:
    """A game as played so far. `scores` and `ranking` are what replaying it must give."""

    game: str
    version: int  # of the game's rules
    options: dict[str, Any]
    seed: int
    actions: tuple[int, ...]
    over: bool
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    players: tuple[str, ...] = ()  # who played, seat by seat, if that is known

    def to_json(self) -> str:
        return json.dumps({**self._head(), "actions": list(self.actions)})

    def to_bytes(self) -> bytes:
        head = json.dumps(self._head()).encode()
        payload = LENGTH.pack(len(head)) + head + np.array(self.actions, "<u4").tobytes()
        packed = zlib.compress(payload, 9)
        return PREFIX.pack(MAGIC, zlib.crc32(packed), len(payload)) + packed

    def save(self, path: str | Path) -> Path:
        """Write atomically: JSON if the name ends in .json, else binary."""
        path = Path(path)
        return write_atomically(path, self.to_json() if path.suffix == ".json" else self.to_bytes())

    def positions(self, game: Game) -> Iterator[tuple[np.record, int]]:
        """Each position with the action taken in it, every one a copy of its own."""
        session = _session(self, game)
        for number in range(len(self.actions)):
            state = session.states.copy()[0]
            _play(session, self, number)
            yield state, self.actions[number]

    def verify(self, game: Game) -> np.record:
        """Play it again; ValueError unless that gives the recorded result. Returns the last position."""
        session = _session(self, game)
        for number in range(len(self.actions)):
            _play(session, self, number)
        found = (session.over, *_result(session))
        recorded = (self.over, self.scores, self.ranking)
        if found != recorded:
            raise ValueError(
                f"the replay says over, scores, ranking = {recorded}, playing it gives {found}"
            )
        return session.state

    def _head(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game,
            "version": self.version,
            "options": self.options,
            "seed": self.seed,
            "over": self.over,
            "scores": list(self.scores),
            "ranking": list(self.ranking),
            **({"players": list(self.players)} if self.players else {}),
        }


def record(session: Session, players: Sequence[str] = ()) -> Replay:
    """The replay of a session as it stands; `players` says who played."""
    scores, ranking = _result(session)
    return Replay(
        game=session.game.name,
        version=session.game.version,
        options=json.loads(json.dumps(session.options)),  # tuples become lists, as in a file
        seed=session.seed,
        actions=tuple(session.actions),
        over=session.over,
        scores=scores,
        ranking=ranking,
        players=tuple(players),
    )


def load_replay(path: str | Path) -> Replay:
    """Read either form. ValueError if the file is not a sound replay."""
    path = Path(path)
    if path.stat().st_size > MAX_FILE:
        raise ValueError(f"{path.name}: {path.stat().st_size} bytes, at most {MAX_FILE} are read")
    data = path.read_bytes()
    try:
        return from_json(data) if data.lstrip()[:1] == b"{" else from_bytes(data)
    except ValueError as error:
        raise ValueError(f"{path} is not a sound replay: {error}") from None


def from_bytes(data: bytes) -> Replay:
    """Read the binary form."""
    if not data.startswith(MAGIC[: len(data)]) or not data:
        raise ValueError("neither of its two forms, text or binary")
    if len(data) < PREFIX.size:
        raise ValueError("cut short")
    _, crc, length = PREFIX.unpack_from(data)
    packed = data[PREFIX.size :]
    if zlib.crc32(packed) != crc:
        raise ValueError("the checksum does not fit")
    if not LENGTH.size <= length <= MAX_UNPACKED:
        raise ValueError(f"{length} bytes unpacked, at most {MAX_UNPACKED} are read")
    payload = _unpack(packed, length)
    head_length = LENGTH.unpack_from(payload)[0]
    rest = len(payload) - LENGTH.size - head_length
    if head_length > MAX_HEAD or rest < 0 or rest % 4:
        raise ValueError("its parts do not fit together")
    head = _parse_json(payload[LENGTH.size : LENGTH.size + head_length], "its head cannot be read")
    actions = np.frombuffer(payload, "<u4", offset=LENGTH.size + head_length)
    return _from_fields({**head, "actions": actions.tolist()})


def from_json(text: str | bytes) -> Replay:
    """Read the JSON form."""
    if len(text) > MAX_FILE:
        raise ValueError(f"{len(text)} bytes, at most {MAX_FILE} are read")
    return _from_fields(_parse_json(text))


def _session(replay: Replay, game: Game) -> Session:
    if replay.game != game.name:
        raise ValueError(f"a replay of {shown(replay.game)} was given to {game.name!r}")
    if replay.version != game.version:
        raise ValueError(f"recorded with rules version {replay.version}, these are {game.version}")
    try:
        session = Session(game, replay.options, stored=True)
    except ValueError as error:
        raise ValueError(f"the options of the replay: {error}") from None
    session.reset(replay.seed)
    return session


def _play(session: Session, replay: Replay, number: int) -> None:
    try:
        session.step(replay.actions[number])
    except ValueError as error:
        raise ValueError(f"decision {number} of the replay: {error}") from None


def _result(session: Session) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(session.scores().tolist()), tuple(session.ranks().tolist())


def _unpack(packed: bytes, length: int) -> bytes:
    """Exactly `length` bytes, taking no more memory than that."""
    unpacker = zlib.decompressobj()
    try:
        payload = unpacker.decompress(packed, length)
        more = unpacker.decompress(unpacker.unconsumed_tail, 1)
    except zlib.error as error:
        raise ValueError(f"cannot be unpacked: {error}") from None
    if len(payload) != length or more or not unpacker.eof or unpacker.unused_data:
        raise ValueError("the unpacked length does not fit")
    return payload


def _parse_json(text: str | bytes, fault: str = "not JSON") -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{fault}: {error}") from None
    if not isinstance(fields, dict):
        raise ValueError("not a JSON object")
    return fields


def _from_fields(fields: dict[str, Any]) -> Replay:
    if fields.get("format") != FORMAT:
        raise ValueError(f"not of the format {FORMAT}")
    version = _whole(fields.get("format_version"), "format_version", 1, 2**31)
    if version > FORMAT_VERSION:
        raise ValueError(f"format version {version}: this exozoo reads up to {FORMAT_VERSION}")
    for name, kind in (("game", str), ("options", dict), ("over", bool)):
        if not isinstance(fields.get(name), kind):
            raise ValueError(f"{name}: {shown(fields.get(name))} is not a {kind.__name__}")
    return Replay(
        game=fields["game"],
        version=_whole(fields.get("version"), "version", 0, 2**31),
        options=fields["options"],
        seed=check_seed(fields.get("seed")),
        actions=_wholes(fields.get("actions"), "actions", 0, 2**31, MAX_ACTIONS),
        over=fields["over"],
        scores=_wholes(fields.get("scores"), "scores", -(2**31), 2**31, MAX_SEATS_SHOWN),
        ranking=_wholes(fields.get("ranking"), "ranking", 0, 128, MAX_SEATS_SHOWN),
        players=_names(fields.get("players", [])),
    )


def _names(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list) or len(values) > MAX_SEATS_SHOWN:
        raise ValueError(f"players: not a list of at most {MAX_SEATS_SHOWN} names")
    for value in values:
        if not isinstance(value, str) or len(value) > MAX_NAME:
            raise ValueError(f"players: not names of at most {MAX_NAME} letters")
    return tuple(values)


def _whole(value: Any, name: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value < high:
        raise ValueError(f"{name}: {shown(value)} is not a whole number from {low} to {high - 1}")
    return value


def _wholes(values: Any, name: str, low: int, high: int, most: int) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) > most:
        raise ValueError(f"{name}: not a list of at most {most} numbers")
    return tuple(_whole(value, name, low, high) for value in values)
