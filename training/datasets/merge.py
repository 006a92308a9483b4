"""One dataset of several of the same game and rules; games are numbered anew."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from exozoo.envs.core.game import Game
from exozoo.training.datasets.card import write_card
from exozoo.training.datasets.check import check_sum
from exozoo.training.datasets.manifest import Manifest
from exozoo.training.datasets.reading import Dataset
from exozoo.training.datasets.run import completed, only_writer
from exozoo.training.datasets.schema import GAMES
from exozoo.training.datasets.shards import Shard, read_shard, shard_name, write_shard


def merge(
    folders: Sequence[str | Path],
    out: str | Path,
    game: Game | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> Manifest:
    """Copy the shards of all `folders`, in order, into the new folder `out`."""
    sources = [Dataset(folder, game) for folder in folders]
    _check_alike(sources)
    out = Path(out)
    if out.is_dir() and any(out.iterdir()):
        raise ValueError(f"{out} holds other things; choose a new folder")
    first = sources[0].manifest
    planned = replace(
        first,
        command=shlex.join(["exozoo", "dataset", "merge", *map(str, folders)]),
        settings={"merged": [source.manifest.settings for source in sources]},
        complete=False,
        games=0,
        decisions=0,
        shards={},
    )
    total = sum(len(source) for source in sources)
    out.mkdir(parents=True, exist_ok=True)
    with only_writer(out):
        planned.save(out)
        shards: list[dict[str, Shard]] = []
        done = 0
        for source in sources:
            for number in range(len(source.manifest.shards[GAMES])):
                shards.append(_copy(source, number, out, len(shards), done))
                done += shards[-1][GAMES].rows
                report(done, total)
        manifest = completed(planned, shards)
        write_card(manifest, out, sources[0].game)
        manifest.save(out)
    return manifest


def _copy(source: Dataset, number: int, out: Path, place: int, first_id: int) -> dict[str, Shard]:
    """One shard, its games numbered from `first_id` on; table `games` last."""
    found: dict[str, Shard] = {}
    tables = source.manifest.shards
    ids = np.zeros(0, np.int64)
    for table in sorted(tables, key=lambda name: name != GAMES):
        shard = tables[table][number]
        check_sum(source.folder, shard)
        rows = read_shard(source.folder, shard.file, table, source.game.num_actions)
        old = rows.column("game_id").to_numpy()
        ids = old if table == GAMES else ids
        new = np.searchsorted(ids, old) + first_id
        rows = rows.set_column(0, rows.schema.field(0), pa.array(new, pa.int64()))
        found[table] = write_shard(out, shard_name(table, place), rows)
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
        if set(other.shards) != set(first.shards):
            raise ValueError(f"{source.folder} has other tables than {sources[0].folder}")
