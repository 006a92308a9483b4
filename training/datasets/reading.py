"""Read a dataset: its games, and its decisions with all that training needs, rebuilt by kernels.

An observation is what the deciding seat may know; nothing else of a position leaves this module.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.rewards import check_reward, step_rewards
from exozoo.envs.core.rng import derive
from exozoo.envs.core.words import shown
from exozoo.envs.registry import game_names, load_game
from exozoo.training.datasets.manifest import Manifest, complete_manifest
from exozoo.training.datasets.rebuild import Options, alike, by_length, play_back
from exozoo.training.datasets.schema import DECISIONS, GAMES, GameRow, rows_of
from exozoo.training.datasets.shards import read_shard
from exozoo.training.datasets.targets import Targets, check_columns, of_games

TRAIN, VALIDATION = "train", "validation"
SHARDS_MIXED = 4  # read at once when shuffling: their games, then decisions, are mixed
WORD = 2.0**64
Result = TypeVar("Result")


@dataclass(frozen=True)
class Decisions:
    """Decisions of games for as many players each, one row each."""

    game_id: np.ndarray  # int64[n]
    ply: np.ndarray  # int32[n]
    seat: np.ndarray  # int8[n], who decides
    observation: np.ndarray  # int16[n, size], what that seat may know
    mask: np.ndarray  # uint8[n, num_actions]
    action: np.ndarray  # int64[n]
    reward: np.ndarray  # float32[n], until the seat's own next decision or the end
    returns: np.ndarray  # float32[n], all its rewards from here on
    last: np.ndarray  # bool[n], whether the seat decides no more
    score: np.ndarray  # int32[n], of the seat, at the end
    rank: np.ndarray  # int8[n]
    next_observation: np.ndarray  # int16[n, size], at its next decision or the end; [n, 0] unasked
    scores: np.ndarray  # int32[n, players], of all seats, at the end
    ranks: np.ndarray  # int8[n, players]
    target: np.ndarray  # int32[n], of a solo game

    def __len__(self) -> int:
        return len(self.action)

    def take(self, rows: np.ndarray | slice) -> Decisions:
        return Decisions(*(getattr(self, field.name)[rows] for field in fields(self)))

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        columns = ([getattr(part, field.name) for part in parts] for field in fields(cls))
        return cls(*(np.concatenate(column) for column in columns))


@dataclass(frozen=True)
class Wanted:
    """Which decisions, and how. Equal ones give equal batches in the same order."""

    batch_size: int = 1024
    reward: str = "rank"  # a kind of core/rewards
    seed: int | None = None  # of the shuffle; None: in the order of the files
    part: str | None = None  # "train" or "validation": whole games, by their numbers alone
    validation: float = 0.1  # share of the games
    agent: str | None = None  # only decisions of the agent with this text
    winners: bool = False  # only decisions of seats that were first
    keep: Callable[[GameRow], bool] | None = None  # only games that pass
    successors: bool = False  # with next_observation
    worker: tuple[int, int] = (0, 1)  # this one, of so many that share the games
    threads: int = 1  # that rebuild games ahead of the reader; they change nothing but the time

    def check(self) -> None:
        check_reward(self.reward)
        if self.batch_size < 1:
            raise ValueError(f"batch_size={self.batch_size}: must be at least 1")
        if self.threads < 1:
            raise ValueError(f"threads={self.threads}: must be at least 1")
        if self.part not in (None, TRAIN, VALIDATION):
            raise ValueError(
                f"part={shown(self.part)}: allowed are None, {TRAIN!r}, {VALIDATION!r}"
            )
        if not 0 <= self.validation <= 1:
            raise ValueError(f"validation={self.validation}: allowed are 0 to 1")
        if not 0 <= self.worker[0] < self.worker[1]:
            raise ValueError(f"worker={self.worker}: allowed are (number, count), number < count")

    def takes(self, row: GameRow) -> bool:
        if self.agent is not None and self.agent not in row.agents:
            return False
        if self.part is not None:
            validates = int(derive(np.uint64(0), np.uint64(row.game_id))) < self.validation * WORD
            if validates != (self.part == VALIDATION):
                return False
        return self.keep is None or self.keep(row)


class Dataset:
    """A finished dataset. `game` is for games that are not installed under a name."""

    def __init__(self, folder: str | Path, game: Game | None = None):
        self.folder = Path(folder)
        self.manifest: Manifest = complete_manifest(folder)
        self.game = game or installed_game(self.manifest)
        if (self.game.name, self.game.num_actions) != (
            self.manifest.game,
            self.manifest.num_actions,
        ):
            raise ValueError(
                f"{folder} is of {shown(self.manifest.game)}, not of {self.game.name!r}"
            )
        if self.game.version != self.manifest.rules_version:
            raise ValueError(
                f"{folder} was made with rules version {self.manifest.rules_version} of "
                f"{self.game.name}; these are version {self.game.version}"
            )

    def __len__(self) -> int:
        return self.manifest.games

    @cached_property
    def _options(self) -> Options:
        return Options(self.game)

    def shard(self, number: int) -> list[GameRow]:
        """The games of one file."""
        file = self.manifest.shards[GAMES][number].file
        return rows_of(read_shard(self.folder, file, GAMES, self.game.num_actions))

    def games(self) -> Iterator[GameRow]:
        """All games, in order."""
        for number in range(len(self.manifest.shards[GAMES])):
            yield from self.shard(number)

    def game_at(self, index: int) -> GameRow:
        """The game at a place in the order, of which only its file is read."""
        if not 0 <= index < len(self):
            raise ValueError(f"game {index}: {self.folder} holds games 0 to {len(self) - 1}")
        for number, shard in enumerate(self.manifest.shards[GAMES]):
            if index < shard.rows:
                return self.shard(number)[index]
            index -= shard.rows
        raise AssertionError("dataset.json counts its games")

    def thoughts(self, number: int) -> list[Targets]:
        """What agents thought of each decision of the games of one file, game by game."""
        if DECISIONS not in self.manifest.shards:
            raise ValueError(f"{self.folder} has no table {DECISIONS}: it was made without targets")
        file = self.manifest.shards[DECISIONS][number].file
        table = read_shard(self.folder, file, DECISIONS, self.game.num_actions)
        check_columns(table, self.game.num_actions)
        lengths = [row.num_decisions for row in self.shard(number)]
        if sum(lengths) != len(table):
            raise ValueError(f"{self.folder / file}: not as many decisions as its games have")
        return of_games(table, lengths)

    def decisions(self, wanted: Wanted | None = None) -> Iterator[Decisions]:
        """Batches of decisions. Each is for one number of players; the last of each may be shorter."""
        wanted = wanted or Wanted()
        wanted.check()
        groups = (group for rows in self._pools(wanted) for group in alike(rows, self.game))
        left: dict[int, Decisions] = {}
        for found, players in _ahead(self._rebuilt(wanted), groups, wanted.threads):
            yield from _cut(found, left, players, wanted.batch_size)
        yield from (rest for rest in left.values() if len(rest))

    def decisions_of(
        self,
        rows: Sequence[GameRow],
        wanted: Wanted,
        rng: np.random.Generator | None = None,
    ) -> Decisions:
        """All decisions of games for as many players each: game by game, or mixed by `rng`."""
        watch = Watch(self.game, rows)
        batch = play_back(self.game, self._options, rows, watch.look)
        return watch.decisions(batch, wanted, rng)

    def _rebuilt(self, wanted: Wanted) -> Callable[[list[GameRow]], tuple[Decisions, int]]:
        """What a thread does with a group of games; its shuffle follows from the games alone."""

        def work(group: list[GameRow]) -> tuple[Decisions, int]:
            first = group[0].game_id
            rng = None if wanted.seed is None else np.random.default_rng([wanted.seed, first])
            return self.decisions_of(group, wanted, rng), len(group[0].scores)

        return work

    def _pools(self, wanted: Wanted) -> Iterator[list[GameRow]]:
        """The games asked for, some shards' at once, so that a shuffle reaches across them."""
        rng = None if wanted.seed is None else np.random.default_rng(wanted.seed)
        order = np.arange(len(self.manifest.shards[GAMES]))
        if rng is not None:
            rng.shuffle(order)
        step = 1 if rng is None else SHARDS_MIXED
        worker, workers = wanted.worker
        for first in range(0, len(order), step):
            rows = [row for n in order[first : first + step] for row in self.shard(int(n))]
            rows = [row for row in rows if wanted.takes(row)]
            if rng is not None:
                rows = [rows[place] for place in rng.permutation(len(rows))]
            yield rows[worker::workers]


class Watch:
    """Writes down the positions of games as they are played back, decision by decision.

    The longest games come first, so that the rows of one look lie side by side: row = first row of
    that decision + place of the game. One at a time in a thread: they write into the same memory.
    """

    def __init__(self, game: Game, rows: Sequence[GameRow]):
        self._rows = [rows[place] for place in by_length(rows)]
        self._place = np.argsort(by_length(rows))  # of each game as it was given
        self._players = len(rows[0].scores)
        self._lengths = np.array([len(row.actions) for row in self._rows])
        running = (self._lengths[:, None] > np.arange(self._lengths.max(initial=0))).sum(axis=0)
        self._firsts = np.cumsum(running) - running  # row of each decision's first game
        count = int(self._lengths.sum())
        size = game.observation.size(self._players)
        self._observations = _room("observations", (count, size), OBSERVATION_DTYPE)
        self._masks = _room("masks", (count, game.num_actions), np.uint8)
        self._seats = np.empty(count, np.int8)
        self._scores = np.empty((count, self._players), np.int32)
        self._to_move = np.full(len(rows), NONE, np.int64)
        self._observe = game.kernels.observe_many

    def look(self, batch: Batch, running: int, ply: int) -> None:
        here = slice(self._firsts[ply], self._firsts[ply] + running)
        self._observe(batch.states, 0, running, self._to_move, self._observations[here])
        self._masks[here] = batch.masks[:running]
        self._seats[here] = batch.states["seat"][:running]
        self._scores[here] = batch.states["scores"][:running, : self._players]

    def decisions(
        self, batch: Batch, wanted: Wanted, rng: np.random.Generator | None = None
    ) -> Decisions:
        """The rows asked for, once all games are over: game by game, or mixed by `rng`."""
        lengths = self._lengths[self._place]
        games = np.repeat(np.arange(len(self._rows)), lengths)  # of each row, game by game
        plies = np.arange(len(games)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        own = self._place[games]  # its place in the batch
        rows = self._firsts[plies] + own
        seats = self._seats[rows]
        following = next_own(games, seats)
        last = following < 0
        scores, mine = self._scores[rows], (np.arange(len(rows)), seats)
        after = np.where(last[:, None], batch.scores[own], scores[following])
        ranks, targets = batch.ranks[own], batch.states["target"][own]
        paid = step_rewards(wanted.reward, scores, after, last, ranks, targets)[mine]
        returns = sum_ahead(paid, following)
        actions = np.concatenate([self._rows[place].actions for place in self._place])
        ids = np.array([row.game_id for row in self._rows])
        take = self._chosen(wanted, own, seats, ranks[mine])
        if rng is not None:
            take = take[rng.permutation(len(take))]
        return Decisions(
            game_id=ids[own][take],
            ply=plies[take].astype(np.int32),
            seat=seats[take],
            observation=self._observations[rows[take]],
            mask=self._masks[rows[take]],
            action=actions[take].astype(np.int64),
            reward=paid[take],
            returns=returns[take],
            last=last[take],
            score=batch.scores[own[take], seats[take]],
            rank=ranks[mine][take],
            next_observation=self._successors(
                batch, own[take], seats[take], np.where(last, -1, rows[following])[take], wanted
            ),
            scores=batch.scores[own[take]],
            ranks=ranks[take],
            target=targets[take],
        )

    def _successors(
        self,
        batch: Batch,
        own: np.ndarray,
        seats: np.ndarray,
        following: np.ndarray,
        wanted: Wanted,
    ) -> np.ndarray:
        """What each seat saw at its own next decision, or at the end."""
        if not wanted.successors:
            return np.empty((len(own), 0), OBSERVATION_DTYPE)
        found = self._observations[following]
        for seat in range(self._players):
            ends = np.flatnonzero((following < 0) & (seats == seat))
            seen = batch.observe(np.full(batch.num_envs, seat))
            found[ends] = seen[own[ends]]
        return found

    def _chosen(
        self, wanted: Wanted, own: np.ndarray, seats: np.ndarray, ranks: np.ndarray
    ) -> np.ndarray:
        """The rows that are asked for."""
        chosen = np.ones(len(own), bool)
        if wanted.agent is not None:
            names = np.array([[a == wanted.agent for a in row.agents] for row in self._rows])
            chosen &= names[own, seats]
        if wanted.winners:
            chosen &= ranks == 1
        return np.flatnonzero(chosen)


_rooms = threading.local()


def _room(name: str, shape: tuple[int, int], dtype: Any) -> np.ndarray:
    """Memory of this thread, used again and again: fresh pages would take longer than the games."""
    count = shape[0] * shape[1]
    held = getattr(_rooms, name, None)
    if held is None or held.dtype != dtype or len(held) < count:
        held = np.empty(count, dtype)
        setattr(_rooms, name, held)
    return held[:count].reshape(shape)


def installed_game(manifest: Manifest) -> Game:
    """Only games installed by name: a dataset names no module to import."""
    if manifest.game not in game_names():
        raise ValueError(
            f"a dataset of {shown(manifest.game)}: installed are {', '.join(game_names())}"
        )
    return load_game(manifest.game)


def next_own(games: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """int64[n]: the row of the same seat's next decision in its game, or -1; rows go game by game."""
    order = np.lexsort((np.arange(len(games)), seats, games))
    following = np.full(len(games), -1)
    here, there = order[:-1], order[1:]
    same = (games[here] == games[there]) & (seats[here] == seats[there])
    following[here[same]] = there[same]
    return following


def sum_ahead(paid: np.ndarray, following: np.ndarray) -> np.ndarray:
    """float32[n]: each row's payment and those of all rows that follow it."""
    total = paid.astype(np.float64)
    ahead = following.copy()
    while True:  # doubling: after k rounds a row holds the sum of 2**k rows
        rows = np.flatnonzero(ahead >= 0)
        if not rows.size:
            return total.astype(np.float32)
        total[rows] += total[ahead[rows]]
        ahead[rows] = ahead[ahead[rows]]


def _ahead(work: Callable[[Any], Result], parts: Iterable[Any], threads: int) -> Iterator[Result]:
    """work(part) of each part, in order, done by threads that are a little ahead."""
    if threads == 1:
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for part in parts:
                waiting.append(pool.submit(work, part))
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for left in waiting:
                left.cancel()


def _cut(
    found: Decisions, left: dict[int, Decisions], players: int, size: int
) -> Iterator[Decisions]:
    """Whole batches; what is too little for one waits in `left` for more."""
    first = 0
    rest = left.pop(players, None)
    if rest is not None:
        first = min(size - len(rest), len(found))
        rest = Decisions.joined([rest, found.take(slice(0, first))])
        if len(rest) < size:
            left[players] = rest
            return
        yield rest
    while first + size <= len(found):
        yield found.take(slice(first, first + size))
        first += size
    if first < len(found):
        left[players] = Decisions.joined([found.take(slice(first, None))])  # a copy, not all rows
