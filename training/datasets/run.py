"""Make a dataset by self-play: any number of workers, stopped and gone on with, the same bytes."""

from __future__ import annotations

from pathlib import Path

from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.digests import rules_digest
from exozoo.training.datasets.build import Made, Plan, Report, build
from exozoo.training.datasets.manifest import Manifest
from exozoo.training.datasets.play import shard_tables
from exozoo.training.datasets.schema import DECISIONS, GAMES
from exozoo.training.datasets.settings import SelfplaySettings
from exozoo.training.datasets.shards import pack, shard_name


def run_selfplay(
    settings: SelfplaySettings,
    folder: str | Path,
    workers: Workers = HERE,
    report: Report = lambda done, total: None,
) -> Manifest:
    """Play what is missing in `folder`. The files do not depend on who played, nor on how often it stopped."""
    settings.check()
    return build(
        plan(settings),
        Path(folder),
        settings.loaded,
        lambda numbers: workers.each(make_shard, [(settings, number) for number in numbers]),
        report,
    )


def make_shard(settings: SelfplaySettings, number: int) -> Made:
    """The files of a shard: whoever plays need not share a disk with whoever keeps them."""
    tables = shard_tables(settings, number)
    return number, {table: pack(shard_name(table, number), tables[table]) for table in tables}


def plan(settings: SelfplaySettings) -> Plan:
    game = settings.loaded
    manifest = Manifest(
        game=game.name,
        rules_version=game.version,
        rules_digest=rules_digest(settings.game),
        num_actions=game.num_actions,
        command=settings.command(),
        settings=settings.as_json(),
    )
    tables = (GAMES, DECISIONS) if settings.search_targets else (GAMES,)
    return Plan(manifest, tables, [len(settings.numbers(n)) for n in range(settings.num_shards)])
