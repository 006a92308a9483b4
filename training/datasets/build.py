"""A dataset's folder from its plan: the missing shards are made, whoever makes them.

A shard is written under another name and renamed, its table `games` last: where that is there, the
shard is done. What was killed loses at most the shards in hand; done again it makes what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from exozoo.envs.core.compile.lock import LOCK_NAME, only_writer
from exozoo.envs.core.game import Game
from exozoo.training.datasets.card import write_card
from exozoo.training.datasets.manifest import FILE, Manifest, load_manifest
from exozoo.training.datasets.schema import GAMES, TABLES
from exozoo.training.datasets.shards import Packed, Shard, inspect_shard, shard_name, store

Report = Callable[[int, int], None]  # games done, of all
ShardFiles = dict[str, Shard]  # by table
Made = tuple[int, dict[str, Packed]]  # number of a shard, its files by table


@dataclass(frozen=True)
class Plan:
    """What a folder shall hold; a shard is a function of this and its number."""

    manifest: Manifest  # of which the counts and shards are still to come
    tables: tuple[str, ...]
    games: Sequence[int]  # of each shard


def build(
    plan: Plan,
    folder: Path,
    game: Game,
    make: Callable[[list[int]], Iterable[Made]],
    report: Report = lambda done, total: None,
) -> Manifest:
    """Make what is missing in `folder`; `make` yields the shards of the given numbers, in any order."""
    _check_name(folder)
    _refuse_strangers(plan.manifest, folder)
    folder.mkdir(parents=True, exist_ok=True)
    total = sum(plan.games)
    with only_writer(folder):
        _clear_away(folder)
        known = _refuse_strangers(plan.manifest, folder)
        if known is None:
            plan.manifest.save(folder)
        elif known.complete and _all_there(known, folder):
            report(total, total)
            return known
        elif known.schema_version != plan.manifest.schema_version:  # its files would be a mixture
            raise ValueError(
                f"{folder} was begun with schema version {known.schema_version}, this one writes "
                f"{plan.manifest.schema_version}; choose another folder"
            )
        numbers = range(len(plan.games))
        found = {n: files for n in numbers if (files := _present(plan, folder, n))}
        done = sum(plan.games[number] for number in found)
        report(done, total)
        missing = [number for number in numbers if number not in found]
        for number, made in make(missing):
            found[number] = store_shard(folder, made)
            done += plan.games[number]
            report(done, total)
        manifest = _completed(plan, [found[number] for number in numbers])
        write_card(manifest, folder, game)
        manifest.save(folder)
    return manifest


def store_shard(folder: Path, files: dict[str, Packed]) -> ShardFiles:
    """Table `games` last: where that is there, all is."""
    order = sorted(files, key=TABLES.index, reverse=True)
    return {table: store(folder, files[table]) for table in order}


def _completed(plan: Plan, shards: list[ShardFiles]) -> Manifest:
    tables = {table: tuple(files[table] for files in shards) for table in plan.tables}
    return replace(
        plan.manifest,
        complete=True,
        games=sum(shard.rows for shard in tables[GAMES]),
        decisions=sum(shard.decisions for shard in tables[GAMES]),
        shards=tables,
    )


def _present(plan: Plan, folder: Path, number: int) -> ShardFiles | None:
    """The files of a finished shard; None if it is missing or damaged: then it is made again."""
    actions = plan.manifest.num_actions
    try:
        files = {t: inspect_shard(folder, shard_name(t, number), t, actions) for t in plan.tables}
    except ValueError:
        return None
    return files if files[GAMES].rows == plan.games[number] else None


def _all_there(manifest: Manifest, folder: Path) -> bool:
    """Whether every file is there and as long as it should be, which takes no reading."""
    files = [shard for shards in manifest.shards.values() for shard in shards]
    with suppress(OSError):
        return all((folder / s.file).stat().st_size == s.bytes for s in files)
    return False


def _check_name(folder: Path) -> None:
    """ValueError, before any game is played, if Arrow could not read the files back."""
    try:
        str(folder).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{folder}: the name of a dataset's folder must be UTF-8") from None


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


def _clear_away(folder: Path) -> None:
    """What killed runs left half written."""
    for place in (folder, *(folder / table for table in TABLES)):
        for path in place.glob(".*.*.*"):  # as `write_atomically` names them
            path.unlink(missing_ok=True)
