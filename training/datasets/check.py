"""Verify a dataset: every checksum, every column, every game played again to the same result."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.workers import Workers
from exozoo.training.datasets.reading import Dataset
from exozoo.training.datasets.rebuild import Options, alike, by_length, play_back
from exozoo.training.datasets.schema import DECISIONS, GAMES, TABLES, GameRow, rows_of
from exozoo.training.datasets.shards import SUFFIX, Shard, read_shard
from exozoo.training.datasets.targets import check_columns

Report = Callable[[int, int], None]


def verify(
    folder: str | Path,
    game: Game | None = None,
    jobs: int = 1,
    report: Report = lambda done, total: None,
) -> list[str]:
    """What is wrong with a dataset, a line for each file at fault; nothing: all is as it was made."""
    dataset = Dataset(folder, game)
    shards = dataset.manifest.shards
    faults = _strays(dataset)
    firsts = np.cumsum([0, *(shard.rows for shard in shards[GAMES])]).tolist()
    calls = [
        (dataset.folder, dataset.game, _files(dataset, n), firsts[n])
        for n in range(len(shards[GAMES]))
    ]
    done = 0
    report(done, len(dataset))
    for rows, found in Workers(jobs).each(check_shard, calls):
        faults += found
        done += rows
        report(done, len(dataset))
    return sorted(faults)


def check_shard(
    folder: Path, game: Game, files: dict[str, Shard], first: int
) -> tuple[int, list[str]]:
    """How many games a shard should hold, and its first fault."""
    games = files[GAMES]
    try:
        tables = {}
        for table, shard in files.items():
            check_sum(folder, shard)
            tables[table] = read_shard(folder, shard.file, table, game.num_actions)
            if len(tables[table]) != shard.rows:
                raise ValueError(
                    f"{folder / shard.file}: {len(tables[table])} rows, not {shard.rows}"
                )
        _check_rows(folder, game, games, rows_of(tables[GAMES]), first, tables.get(DECISIONS))
    except ValueError as error:
        return games.rows, [str(error)]
    return games.rows, []


def check_sum(folder: Path, shard: Shard) -> None:
    """ValueError, naming the file, unless it is byte for byte what dataset.json says."""
    path = folder / shard.file
    if not path.is_file():
        raise ValueError(f"{path} is missing")
    with path.open("rb") as data:
        if hashlib.file_digest(data, "sha256").hexdigest() != shard.sha256:
            raise ValueError(f"{path}: the checksum does not fit, the file has been changed")


def _check_rows(
    folder: Path,
    game: Game,
    shard: Shard,
    rows: list[GameRow],
    first: int,
    decisions: pa.Table | None,
) -> None:
    try:
        if [row.game_id for row in rows] != list(range(first, first + len(rows))):
            raise ValueError(f"its games are not numbered from {first} on")
        options = Options(game)
        seen: dict[int, np.ndarray] = {}
        for group in alike(rows, game):
            book = _Book(group) if decisions is not None else None
            play_back(game, options, group, book.look if book else _no_look)
            seen.update(book.games() if book else {})
        if decisions is not None:
            _check_decisions(decisions, rows, seen)
            check_columns(decisions, game.num_actions)
    except ValueError as error:
        raise ValueError(f"{folder / shard.file}: {error}") from None


def _no_look(batch: Batch, running: int, ply: int) -> None:
    """For games of which only the result is compared."""


class _Book:
    """Who decided among how many actions, as the games are played back."""

    def __init__(self, rows: Sequence[GameRow]):
        self._rows = [rows[place] for place in by_length(rows)]
        longest = max(len(row.actions) for row in rows)
        self._facts = np.zeros((len(rows), longest, 2), np.int32)

    def look(self, batch: Batch, running: int, ply: int) -> None:
        self._facts[:, ply, 0] = batch.states["seat"]
        self._facts[:, ply, 1] = batch.masks.sum(axis=1, dtype=np.int32)

    def games(self) -> dict[int, np.ndarray]:
        """By game_id: seat and num_legal of each decision."""
        pairs = zip(self._rows, self._facts, strict=True)
        return {row.game_id: facts[: len(row.actions)] for row, facts in pairs}


def _check_decisions(table: pa.Table, rows: list[GameRow], seen: dict[int, np.ndarray]) -> None:
    lengths = [len(row.actions) for row in rows]
    facts = np.concatenate([seen[row.game_id] for row in rows])
    wanted = {
        "game_id": np.repeat([row.game_id for row in rows], lengths),
        "ply": np.concatenate([np.arange(length) for length in lengths]),
        "seat": facts[:, 0],
        "action": np.concatenate([row.actions for row in rows]),
        "num_legal": facts[:, 1],
    }
    for name, column in wanted.items():
        if not np.array_equal(table.column(name).to_numpy(), column):
            raise ValueError(
                f"table {DECISIONS}: column {name} is not what playing the games gives"
            )


def _files(dataset: Dataset, number: int) -> dict[str, Shard]:
    return {table: shards[number] for table, shards in dataset.manifest.shards.items()}


def _strays(dataset: Dataset) -> list[str]:
    """Files among the tables that dataset.json does not know: readers of whole folders find them."""
    known = {shard.file for shards in dataset.manifest.shards.values() for shard in shards}
    faults = []
    for table in TABLES:
        for path in (dataset.folder / table).glob(f"*{SUFFIX}"):
            if f"{table}/{path.name}" not in known:
                faults.append(f"{path} is not a file of this dataset")
    return faults
