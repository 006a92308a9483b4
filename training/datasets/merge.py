"""One dataset of several of the same game and rules; games are numbered anew."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from exozoo.envs.core.game import Game
from exozoo.training.datasets.build import Made, Plan, Report, build
from exozoo.training.datasets.check import check_sum
from exozoo.training.datasets.manifest import FILE, Manifest
from exozoo.training.datasets.reading import Dataset
from exozoo.training.datasets.schema import GAMES, TABLES
from exozoo.training.datasets.shards import Packed, pack, read_shard, shard_name


def merge(
    folders: Sequence[str | Path],
    out: str | Path,
    game: Game | None = None,
    report: Report = lambda done, total: None,
) -> Manifest:
    """Copy the shards of all `folders`, in order, into `out`; stopped, the same call goes on.

    Tables that not all of them have are left out.
    """
    sources = [Dataset(folder, game) for folder in folders]
    _check_alike(sources)
    plan = _plan(folders, sources)
    parts = [
        (source, number)
        for source in sources
        for number in range(len(source.manifest.shards[GAMES]))
    ]
    firsts = np.cumsum([0, *plan.games]).tolist()

    def make(numbers: list[int]) -> Iterator[Made]:
        for place in numbers:
            yield place, _copy(*parts[place], plan.tables, place, firsts[place])

    return build(plan, Path(out), sources[0].game, make, report)


def common_tables(folders: Sequence[str | Path], game: Game | None = None) -> tuple[str, ...]:
    """What a merged dataset of these will hold."""
    return _common([Dataset(folder, game) for folder in folders])


def _plan(folders: Sequence[str | Path], sources: Sequence[Dataset]) -> Plan:
    merged = [
        {
            "settings": source.manifest.settings,
            "sha256": hashlib.sha256((source.folder / FILE).read_bytes()).hexdigest(),
        }
        for source in sources
    ]
    manifest = replace(
        sources[0].manifest,
        command=shlex.join(["exozoo", "dataset", "merge", *map(str, folders)]),
        settings={"merged": merged},
        complete=False,
        games=0,
        decisions=0,
        shards={},
    )
    games = [shard.rows for source in sources for shard in source.manifest.shards[GAMES]]
    return Plan(manifest, _common(sources), games)


def _common(sources: Sequence[Dataset]) -> tuple[str, ...]:
    return tuple(t for t in TABLES if all(t in source.manifest.shards for source in sources))


def _copy(
    source: Dataset, number: int, tables: Sequence[str], place: int, first_id: int
) -> dict[str, Packed]:
    """One shard, its games numbered from `first_id` on."""
    found: dict[str, Packed] = {}
    ids = np.zeros(0, np.int64)
    for table in tables:  # `games` is the first
        shard = source.manifest.shards[table][number]
        check_sum(source.folder, shard)
        rows = read_shard(source.folder, shard.file, table, source.game.num_actions)
        old = rows.column("game_id").to_numpy()
        ids = old if table == GAMES else ids
        new = np.searchsorted(ids, old) + first_id
        rows = rows.set_column(0, rows.schema.field(0), pa.array(new, pa.int64()))
        found[table] = pack(shard_name(table, place), rows)
    return found


def _check_alike(sources: Sequence[Dataset]) -> None:
    first = sources[0].manifest
    for source in sources[1:]:
        other = source.manifest
        for name in ("game", "rules_version", "rules_digest"):
            if getattr(other, name) != getattr(first, name):
                raise ValueError(
                    f"{source.folder}: {name} is {getattr(other, name)!r}, that of "
                    f"{sources[0].folder} is {getattr(first, name)!r}"
                )
