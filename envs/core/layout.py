"""Named blocks of action ids and of observation entries: the source of spaces, codes and docs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from exozoo.envs.core.codes import codes, table

OBSERVATION_DTYPE = np.int16


@dataclass(frozen=True)
class ActionBlock:
    """A range of ids `offset + row-major index of the parameters`."""

    name: str
    shape: tuple[int, ...]
    help: str
    parameters: tuple[str, ...] = ()  # what each axis of `shape` counts

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
        for block in self.blocks:
            index = action - int(self._offsets[block.name])
            if 0 <= index < block.size:
                return block.name, tuple(int(p) for p in np.unravel_index(index, block.shape))
        raise ValueError(f"action {action} is out of range: allowed are 0..{self.size - 1}")

    def rows(self) -> Iterator[tuple[int, int, ActionBlock]]:
        """(first id, last id, block) for tables."""
        for block in self.blocks:
            first = int(self._offsets[block.name])
            yield first, first + block.size - 1, block

    def _block(self, name: str) -> ActionBlock:
        for block in self.blocks:
            if block.name == name:
                return block
        raise ValueError(f"unknown block {name!r}: {', '.join(b.name for b in self.blocks)}")


@dataclass(frozen=True)
class ObservationBlock:
    """Entries of the observation with one meaning and one range."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    help: str

    @property
    def size(self) -> int:
        return prod(self.shape)


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

    def shared_offsets(self) -> tuple[np.int64, ...]:
        """Offsets of the shared blocks, typed for kernels."""
        return tuple(self._shared_offsets.values())

    def player_offsets(self) -> tuple[np.int64, ...]:
        """Offsets of the player blocks inside one player's part."""
        return tuple(self._player_offsets.values())

    def solo_offsets(self) -> tuple[np.int64, ...]:
        """Offsets of the solo blocks inside the part that follows the seats."""
        return tuple(self._solo_offsets.values())

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
            block.name: observation[..., offset : offset + block.size].reshape(*lead, *block.shape)
            for offset, block, seat in self.rows(players)
            if seat is None
        }
        count, first = self.seats(players), int(self.shared_size)
        parts = observation[..., first : first + count * int(self.player_size)]
        seats = parts.reshape(*lead, count, -1)
        for block in self.player:
            offset = int(self._player_offsets[block.name])
            part = seats[..., offset : offset + block.size]
            named[block.name] = part.reshape(*lead, count, *block.shape)
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
