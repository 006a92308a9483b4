"""Make a dataset: the missing shards, in any order, by any number of processes, the same bytes.

A shard is written under another name and renamed, its table `games` last: where that is there, the
shard is done. A killed run loses at most the shards in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from exozoo.envs.core.compile.lock import LOCK_NAME, FolderLock
from exozoo.envs.core.processes import in_processes
from exozoo.training.datasets.card import write_card
from exozoo.training.datasets.manifest import FILE, Manifest, load_manifest, rules_digest
from exozoo.training.datasets.play import shard_tables
from exozoo.training.datasets.schema import DECISIONS, GAMES, TABLES
from exozoo.training.datasets.settings import SelfplaySettings
from exozoo.training.datasets.shards import Shard, inspect_shard, shard_name, write_shard

Report = Callable[[int, int], None]  # games done, of all
ShardFiles = dict[str, Shard]  # by table


def run_selfplay(
    settings: SelfplaySettings,
    folder: str | Path,
    jobs: int = 1,
    report: Report = lambda done, total: None,
) -> Manifest:
    """Play what is missing in `folder`. The files do not depend on `jobs`, nor on how often it stopped."""
    folder = Path(folder)
    settings.check()
    planned = plan(settings)
    _refuse_strangers(planned, folder)
    folder.mkdir(parents=True, exist_ok=True)
    with only_writer(folder):
        known = _refuse_strangers(planned, folder)
        if known is None:
            planned.save(folder)
        elif known.complete and all_there(known, folder):
            report(settings.games, settings.games)
            return known
        found = _finish_shards(settings, folder, jobs, report)
        manifest = completed(planned, [found[number] for number in range(settings.num_shards)])
        write_card(manifest, folder, settings.loaded)
        manifest.save(folder)
    return manifest


def make_shard(settings: SelfplaySettings, folder: Path, number: int) -> tuple[int, ShardFiles]:
    tables = shard_tables(settings, number)
    order = sorted(
        tables, key=TABLES.index, reverse=True
    )  # `games` last: it says that all is there
    return number, {t: write_shard(folder, shard_name(t, number), tables[t]) for t in order}


def plan(settings: SelfplaySettings) -> Manifest:
    game = settings.loaded
    return Manifest(
        game=game.name,
        rules_version=game.version,
        rules_digest=rules_digest(settings.game),
        num_actions=game.num_actions,
        command=settings.command(),
        settings=settings.as_json(),
    )


def completed(planned: Manifest, shards: list[ShardFiles]) -> Manifest:
    """The description of a dataset whose shards are all there."""
    tables = {table: tuple(files[table] for files in shards) for table in shards[0]}
    return replace(
        planned,
        complete=True,
        games=sum(shard.rows for shard in tables[GAMES]),
        decisions=sum(shard.decisions for shard in tables[GAMES]),
        shards=tables,
    )


def _finish_shards(
    settings: SelfplaySettings, folder: Path, jobs: int, report: Report
) -> dict[int, ShardFiles]:
    found = {
        n: files for n in range(settings.num_shards) if (files := _present(settings, folder, n))
    }
    done = sum(len(settings.numbers(number)) for number in found)
    report(done, settings.games)
    calls = [(settings, folder, n) for n in range(settings.num_shards) if n not in found]
    for number, files in in_processes(make_shard, calls, min(jobs, len(calls))):
        found[number] = files
        done += len(settings.numbers(number))
        report(done, settings.games)
    return found


def _present(settings: SelfplaySettings, folder: Path, number: int) -> ShardFiles | None:
    """The files of a finished shard; None if it is missing or damaged: then it is made again."""
    actions = settings.loaded.num_actions
    tables = (GAMES, DECISIONS) if settings.decisions else (GAMES,)
    try:
        files = {t: inspect_shard(folder, shard_name(t, number), t, actions) for t in tables}
    except ValueError:
        return None
    return files if files[GAMES].rows == len(settings.numbers(number)) else None


def all_there(manifest: Manifest, folder: Path) -> bool:
    """Whether every file is there and as long as it should be, which takes no reading."""
    files = [shard for shards in manifest.shards.values() for shard in shards]
    with suppress(OSError):
        return all((folder / s.file).stat().st_size == s.bytes for s in files)
    return False


def _refuse_strangers(planned: Manifest, folder: Path) -> Manifest | None:
    """What is known of the folder's dataset; ValueError if it is another one than planned."""
    if not (folder / FILE).exists():
        begun = (LOCK_NAME, f".{FILE}.")  # what a run killed at its very start leaves
        if folder.is_dir() and any(not p.name.startswith(begun) for p in folder.iterdir()):
            raise ValueError(f"{folder} holds other things; choose a new folder")
        return None
    known = load_manifest(folder)
    if known.settings != planned.settings:
        raise ValueError(f"{folder} holds another dataset ({known.command}); choose another folder")
    if known.rules_digest != planned.rules_digest:
        raise ValueError(f"{folder} was begun with other rules; choose another folder")
    return known


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keeps other writers out, and clears away what killed ones left half written."""

    def refuse(holder: str) -> None:
        raise ValueError(f"{folder} is being written by {holder}")

    lock = FolderLock(folder)
    lock.acquire(refuse)
    try:
        for place in (folder, *(folder / table for table in TABLES)):
            for path in place.glob(".*.*.*"):  # as `write_atomically` names them
                path.unlink(missing_ok=True)
        yield
    finally:
        with suppress(OSError):
            lock.path.unlink()
        lock.release()
