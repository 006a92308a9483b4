"""Named blocks of action ids and of observation entries: the source of spaces, codes and docs.

A block says what it means: its axes are kinds of things that the game numbers, and so are the codes
that its entries hold. Equal names mean the same things, so readers (networks, data sheets,
checkpoints) never guess from lengths or ranges.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from exozoo.envs.core.codes import codes, table
from exozoo.envs.core.words import shown, whole

OBSERVATION_DTYPE = np.int16


@dataclass(frozen=True)
class Kind:
    """Things that a game numbers from 0 on: tracks, cards, squares.

    They are the places along an axis of a block, or the codes that its entries hold.
    """

    name: str
    size: int
    names: tuple[str, ...] = ()  # of the things, in the order of their numbers, if they have any
    parts: tuple[Kind, ...] = ()  # a thing is one of each: its number is their row-major index

    def __post_init__(self) -> None:
        if self.size < 1 or (self.names and len(self.names) != self.size):
            raise ValueError(f"{self.name}: size {self.size} with {len(self.names)} names")
        if self.parts and prod(part.size for part in self.parts) != self.size:
            raise ValueError(f"{self.name}: its parts do not make {self.size} things")

    @classmethod
    def of(cls, name: str, names: Iterable[str]) -> Kind:
        """Things that have names."""
        listed = tuple(names)
        return cls(name, len(listed), listed)

    @classmethod
    def made_of(cls, name: str, *parts: Kind) -> Kind:
        """Things of several parts: a square is a row and a column."""
        return cls(name, prod(part.size for part in parts), parts=parts)

    def label(self, number: int) -> str:
        """What people call the thing of this number."""
        if not 0 <= number < self.size:
            raise ValueError(f"{self.name} {number}: allowed are 0..{self.size - 1}")
        if self.names:
            return self.names[number]
        if not self.parts:
            return f"{self.name} {number}"
        places = np.unravel_index(number, [part.size for part in self.parts])
        return ", ".join(part.label(int(at)) for part, at in zip(self.parts, places, strict=True))


FLAG = Kind.of("flag", ("no", "yes"))


@dataclass(frozen=True)
class ActionBlock:
    """A range of ids `offset + row-major index along the axes`; without axes one id."""

    name: str
    axes: tuple[Kind, ...]
    help: str

    def __post_init__(self) -> None:
        _check_axes(self.name, self.axes)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.size for axis in self.axes)

    @property
    def size(self) -> int:
        return prod(self.shape)


class ActionLayout:
    """The flat action space of a game, block after block."""

    def __init__(self, blocks: Sequence[ActionBlock]):
        self.blocks = tuple(blocks)
        self._offsets = _offsets(self.blocks)
        self.size = sum(block.size for block in self.blocks)
        sizes = [block.size for block in self.blocks]
        # for kernels: the number of the block that an id belongs to, and its place in that block
        self.block_of = table(np.repeat(np.arange(len(sizes)), sizes))
        self.index_in_block = table(np.concatenate([np.arange(size) for size in sizes]))
        check_kinds(self.kinds())

    def numbers(self) -> tuple[np.int64, ...]:
        """The number of each block, as `block_of` gives it."""
        return codes(len(self.blocks))

    def offsets(self) -> tuple[np.int64, ...]:
        """The first id of each block, typed for kernels, in the order of the blocks."""
        return tuple(self._offsets.values())

    def encode(self, name: str, *parameters: int) -> int:
        """The id of an action given by its block and parameters."""
        block = self._block(name)
        if len(parameters) != len(block.shape) or any(
            not 0 <= p < n for p, n in zip(parameters, block.shape, strict=False)
        ):
            raise ValueError(f"{name} takes parameters below {block.shape}, not {parameters}")
        index = int(np.ravel_multi_index(parameters, block.shape)) if parameters else 0
        return int(self._offsets[name]) + index

    def decode(self, action: int) -> tuple[str, tuple[int, ...]]:
        """The block and parameters of an id."""
        number = whole(action)
        if number is None or not 0 <= number < self.size:
            raise ValueError(
                f"action {shown(action)} is out of range: allowed are 0..{self.size - 1}"
            )
        block, index = self.blocks[self.block_of[number]], int(self.index_in_block[number])
        parameters = []
        for size in reversed(block.shape):
            index, parameter = divmod(index, size)
            parameters.append(parameter)
        return block.name, tuple(reversed(parameters))

    def rows(self) -> Iterator[tuple[int, int, ActionBlock]]:
        """(first id, last id, block) for tables."""
        for block in self.blocks:
            first = int(self._offsets[block.name])
            yield first, first + block.size - 1, block

    def kinds(self) -> Iterator[Kind]:
        """Every kind that the blocks name, as often as they do."""
        for block in self.blocks:
            yield from block.axes

    def digest(self) -> str:
        """Changes with whatever an id means; not with how things are called."""
        return _digest([[b.name, list(map(_meaning, b.axes))] for b in self.blocks])

    def _block(self, name: str) -> ActionBlock:
        for block in self.blocks:
            if block.name == name:
                return block
        raise ValueError(f"unknown block {name!r}: {', '.join(b.name for b in self.blocks)}")


@dataclass(frozen=True)
class ObservationBlock:
    """Entries of the observation with one meaning and one range.

    Entries are numbers, or `codes` of one kind: then the values are as many as the things, or one
    more, and the lowest one says that there is nothing. Where entries along the last axis differ
    (the columns of a record), `codes` lists the kind of each column, None for numbers; there code
    0 is 0 and -1 is nothing.
    """

    name: str
    axes: tuple[Kind, ...]
    low: int
    high: int
    help: str
    codes: Kind | tuple[Kind | None, ...] | None = None

    def __post_init__(self) -> None:
        _check_axes(self.name, self.axes)
        if isinstance(self.codes, Kind):
            if self.high - self.low + 1 - self.codes.size not in (0, 1):
                raise ValueError(
                    f"{self.name}: {self.low}..{self.high} does not fit the {self.codes.size} "
                    f"codes of {self.codes.name}, with or without one for nothing"
                )
        elif self.codes is not None:
            if not self.axes or len(self.codes) != self.axes[-1].size:
                raise ValueError(f"{self.name}: codes name {len(self.codes)} columns")
            for kind in self.codes:
                if kind and not self.low <= 0 <= kind.size - 1 <= self.high:
                    raise ValueError(f"{self.name}: {self.low}..{self.high} leaves out {kind.name}")

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.size for axis in self.axes)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def first(self) -> int:
        """The value that stands for code 0."""
        return self.high - self.codes.size + 1 if isinstance(self.codes, Kind) else 0

    def columns(self) -> tuple[Kind | None, ...]:
        """What each entry along the last axis holds."""
        if isinstance(self.codes, tuple):
            return self.codes
        return (self.codes,) * (self.shape[-1] if self.axes else 1)


class ObservationLayout:
    """What a seat sees: shared blocks, then the player blocks of every seat, the observer first.

    Seats are relative: the observer is number 0, the next seat clockwise number 1, and so on. Where
    a solo game has an opponent that the game plays by itself, `solo` lists the blocks about it: in
    a game of one player they stand at the end, after player blocks of that opponent's seat.
    """

    def __init__(
        self,
        shared: Sequence[ObservationBlock],
        player: Sequence[ObservationBlock],
        solo: Sequence[ObservationBlock] = (),
    ):
        self.shared = tuple(shared)
        self.player = tuple(player)
        self.solo = tuple(solo)
        self._shared_offsets = _offsets(self.shared)
        self._player_offsets = _offsets(self.player)
        self._solo_offsets = _offsets(self.solo)
        self.shared_size = np.int64(sum(block.size for block in self.shared))
        self.player_size = np.int64(sum(block.size for block in self.player))
        check_kinds(self.kinds())

    def shared_offsets(self) -> tuple[np.int64, ...]:
        """Offsets of the shared blocks, typed for kernels."""
        return tuple(self._shared_offsets.values())

    def player_offsets(self) -> tuple[np.int64, ...]:
        """Offsets of the player blocks inside one player's part."""
        return tuple(self._player_offsets.values())

    def solo_offsets(self) -> tuple[np.int64, ...]:
        """Offsets of the solo blocks inside the part that follows the seats."""
        return tuple(self._solo_offsets.values())

    def kinds(self) -> Iterator[Kind]:
        """Every kind that the blocks name, as often as they do."""
        for block in (*self.shared, *self.player, *self.solo):
            yield from block.axes
            yield from (kind for kind in block.columns() if kind)

    def digest(self) -> str:
        """Changes with whatever an entry means; not with how things are called."""
        parts = (self.shared, self.player, self.solo)
        return _digest([[_entry_meaning(block) for block in part] for part in parts])

    def seats(self, players: int) -> int:
        """How many seats have player blocks, the game's own opponent in a solo game included."""
        return players + int(players == 1 and bool(self.solo))

    def solo_blocks(self, players: int) -> tuple[ObservationBlock, ...]:
        return self.solo if players == 1 else ()

    def size(self, players: int) -> int:
        solo = sum(block.size for block in self.solo_blocks(players))
        return int(self.shared_size + self.seats(players) * self.player_size) + solo

    def bounds(self, players: int) -> tuple[np.ndarray, np.ndarray]:
        """Smallest and largest value of each entry."""
        seats = self.player * self.seats(players)
        blocks = [*self.shared, *seats, *self.solo_blocks(players)]
        low = np.concatenate([np.full(b.size, b.low) for b in blocks])
        high = np.concatenate([np.full(b.size, b.high) for b in blocks])
        return low.astype(OBSERVATION_DTYPE), high.astype(OBSERVATION_DTYPE)

    def rows(self, players: int) -> Iterator[tuple[int, ObservationBlock, int | None]]:
        """(offset, block, relative seat or None) for tables and for `split`."""
        for block in self.shared:
            yield int(self._shared_offsets[block.name]), block, None
        for seat in range(self.seats(players)):
            base = int(self.shared_size + seat * self.player_size)
            for block in self.player:
                yield base + int(self._player_offsets[block.name]), block, seat
        base = int(self.shared_size + self.seats(players) * self.player_size)
        for block in self.solo_blocks(players):
            yield base + int(self._solo_offsets[block.name]), block, None

    def split(self, observation: np.ndarray, players: int) -> dict[str, np.ndarray]:
        """Named views of an observation (or a batch of them); player blocks get a seat axis."""
        lead = observation.shape[:-1]
        named = {
            block.name: observation[..., offset : offset + block.size].reshape(
                (*lead, *block.shape)
            )
            for offset, block, seat in self.rows(players)
            if seat is None
        }
        count, first = self.seats(players), int(self.shared_size)
        parts = observation[..., first : first + count * int(self.player_size)]
        seats = parts.reshape(*lead, count, -1)
        for block in self.player:
            offset = int(self._player_offsets[block.name])
            part = seats[..., offset : offset + block.size]
            named[block.name] = part.reshape((*lead, count, *block.shape))
        return named


def _offsets(blocks: Sequence[ActionBlock] | Sequence[ObservationBlock]) -> dict[str, np.int64]:
    offsets: dict[str, np.int64] = {}
    total = 0
    for block in blocks:
        if block.name in offsets:
            raise ValueError(f"two blocks are called {block.name!r}")
        offsets[block.name] = np.int64(total)
        total += block.size
    return offsets


def check_kinds(kinds: Iterable[Kind]) -> None:
    """ValueError if one name means two kinds."""
    known: dict[str, Kind] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if known.setdefault(kind.name, kind) != kind:
            raise ValueError(f"two kinds of things are called {kind.name!r}")
        waiting += kind.parts


def _check_axes(block: str, axes: tuple[Kind, ...]) -> None:
    if len({axis.name for axis in axes}) != len(axes):
        raise ValueError(f"{block}: an axis stands twice among {[axis.name for axis in axes]}")


def _meaning(kind: Kind | None) -> Any:
    """A kind as the digests see it."""
    return kind and [kind.name, kind.size, list(map(_meaning, kind.parts))]


def _entry_meaning(block: ObservationBlock) -> Any:
    axes, columns = (list(map(_meaning, kinds)) for kinds in (block.axes, block.columns()))
    return [block.name, axes, columns, int(block.low), int(block.high)]


def _digest(meaning: Any) -> str:
    return hashlib.sha256(json.dumps(meaning).encode()).hexdigest()[:32]
