"""dataset.json: what a folder of games is, how it was made, and what its files must be."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.words import shown
from exozoo.training.datasets.schema import GAMES, SCHEMA_VERSION, TABLES
from exozoo.training.datasets.shards import SUFFIX, Shard

FILE = "dataset.json"
FORMAT = "exozoo-dataset"
MAX_FILE = 256_000_000  # a line a shard: more than a million of them


@dataclass(frozen=True)
class Manifest:
    """The facts of one dataset. A folder with `complete` false is one whose making goes on."""

    game: str
    rules_version: int
    rules_digest: str  # of the sources of the rules
    num_actions: int
    command: str
    settings: dict[str, Any]  # all that decides the games
    complete: bool = False
    games: int = 0
    decisions: int = 0
    shards: dict[str, tuple[Shard, ...]] = field(default_factory=dict)  # by table
    schema_version: int = SCHEMA_VERSION

    def save(self, folder: Path) -> None:
        text = json.dumps({"format": FORMAT, **asdict(self)}, indent=1, sort_keys=True)
        write_atomically(folder / FILE, text + "\n")


def load_manifest(folder: str | Path) -> Manifest:
    """ValueError, naming the file, unless it is the sound description of a dataset."""
    path = Path(folder) / FILE
    if not path.is_file():
        raise ValueError(f"{folder} holds no dataset: {FILE} is missing")
    if path.stat().st_size > MAX_FILE:
        raise ValueError(f"{path}: {path.stat().st_size} bytes, at most {MAX_FILE} are read")
    try:
        return _from_fields(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{path} describes no dataset that can be read: {reason}") from None


def complete_manifest(folder: str | Path) -> Manifest:
    """`load_manifest` of a dataset that is ready for use."""
    found = load_manifest(folder)
    if not found.complete:
        raise ValueError(
            f"{folder} is unfinished: its command, run again, goes on: {found.command}"
        )
    return found


def _from_fields(data: Any) -> Manifest:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError("it is of another format")
    version = _whole(data, "schema_version")
    if version > SCHEMA_VERSION:
        raise ValueError(f"schema version {version} is newer than {SCHEMA_VERSION}: update exozoo")
    shards = {table: tuple(map(_shard, parts)) for table, parts in data["shards"].items()}
    if set(shards) - set(TABLES):
        raise ValueError(f"unknown tables, allowed are {', '.join(TABLES)}")
    if not isinstance(data["settings"], dict) or not isinstance(data["complete"], bool):
        raise ValueError("settings or complete is of a wrong type")
    found = Manifest(
        game=_text(data, "game"),
        rules_version=_whole(data, "rules_version"),
        rules_digest=_text(data, "rules_digest"),
        num_actions=_whole(data, "num_actions"),
        command=_text(data, "command"),
        settings=data["settings"],
        complete=data["complete"],
        games=_whole(data, "games"),
        decisions=_whole(data, "decisions"),
        shards=shards,
        schema_version=version,
    )
    if sum(shard.rows for shard in shards.get(GAMES, ())) != found.games:
        raise ValueError("the games of its files are not as many as it says")
    for parts in shards.values():
        if sum(shard.decisions for shard in parts) != found.decisions:
            raise ValueError("the decisions of its files are not as many as it says")
    return found


def _shard(data: dict[str, Any]) -> Shard:
    file = _text(data, "file")
    table, _, name = file.partition("/")  # a file of this folder, and no other one
    if table not in TABLES or Path(name).name != name or not name.endswith(SUFFIX) or "\\" in name:
        raise ValueError(f"{shown(file)} is no name of a shard")
    rows, decisions, size = (_whole(data, name) for name in ("rows", "decisions", "bytes"))
    return Shard(file, rows, decisions, size, _text(data, "sha256"))


def _whole(data: dict[str, Any], name: str) -> int:
    if isinstance(data[name], bool) or not isinstance(data[name], int) or data[name] < 0:
        raise ValueError(f"{name}={shown(data[name])} is not a whole number from 0")
    return data[name]


def _text(data: dict[str, Any], name: str) -> str:
    if not isinstance(data[name], str):
        raise ValueError(f"{name} is not a text")
    return data[name]
