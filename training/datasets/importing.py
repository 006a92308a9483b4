"""Games that others recorded, as a dataset: what plays by our rules goes in, what does not is listed."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.files import write_atomically
from exozoo.envs.digests import rules_digest
from exozoo.envs.records import Replay, load_replay, notation_of, to_replay
from exozoo.envs.registry import load_game
from exozoo.training.datasets.build import Made, Plan, Report, build
from exozoo.training.datasets.manifest import Manifest
from exozoo.training.datasets.schema import GAMES, GameRow, games_table
from exozoo.training.datasets.shards import pack, shard_name

HUMAN = "human"  # who played, unless it is said otherwise
SKIPPED_FILE = "skipped.jsonl"
SHARD = 1000  # games in a file


@dataclass(frozen=True)
class Skipped:
    """A recorded game that did not go in."""

    file: str
    index: int  # of the game in its file
    reason: str


@dataclass(frozen=True)
class Imported:
    manifest: Manifest
    skipped: tuple[Skipped, ...]


def import_games(
    name: str,
    files: Sequence[str | Path],
    out: str | Path,
    agent: str = HUMAN,
    report: Report = lambda done, total: None,
) -> Imported:
    """Finished games of `files`, in order, into the folder `out`; ValueError if there are none.

    Files are replays of ours, or in the notation that the game brings. Games that are unfinished, that
    our rules refuse or that cannot be read are named in `skipped.jsonl`.
    """
    rows: list[GameRow] = []
    skipped: list[Skipped] = []
    digests = []
    for number, path in enumerate(map(Path, files)):
        report(number, len(files))
        digests.append(hashlib.sha256(path.read_bytes()).hexdigest())
        for found in _read(name, path):
            if isinstance(found, Skipped):
                skipped.append(found)
            else:
                rows.append(_row(found, len(rows), agent))
    report(len(files), len(files))
    if not rows:
        first = f"; the first: {skipped[0].file}: {skipped[0].reason}" if skipped else ""
        raise ValueError(f"none of {len(files)} files holds a finished game of {name}{first}")
    manifest = build(_plan(name, files, digests, agent, len(rows)), *_making(name, rows, out))
    lines = [json.dumps(asdict(entry)) + "\n" for entry in skipped]
    write_atomically(Path(out) / SKIPPED_FILE, "".join(lines))
    return Imported(manifest, tuple(skipped))


def _making(name: str, rows: Sequence[GameRow], out: str | Path) -> tuple[Any, ...]:
    game = load_game(name)

    def make(numbers: list[int]) -> Iterator[Made]:
        for number in numbers:
            table = games_table(rows[number * SHARD : (number + 1) * SHARD], game.num_actions)
            yield number, {GAMES: pack(shard_name(GAMES, number), table)}

    return Path(out), game, make


def _plan(
    name: str, files: Sequence[str | Path], digests: list[str], agent: str, games: int
) -> Plan:
    game = load_game(name)
    words = ["exozoo", "dataset", "import", name, *map(str, files), "--agent", agent]
    manifest = Manifest(
        game=game.name,
        rules_version=game.version,
        rules_digest=rules_digest(name),
        num_actions=game.num_actions,
        command=shlex.join(words),
        settings={"imported": digests, "agent": agent},
    )
    counts = [min(SHARD, games - first) for first in range(0, games, SHARD)]
    return Plan(manifest, (GAMES,), counts)


def _read(name: str, path: Path) -> Iterator[Replay | Skipped]:
    """Every game of a file, or why it is left out."""
    game = load_game(name)
    try:
        replay = load_replay(path)
        if (replay.game, replay.version) != (game.name, game.version):
            raise ValueError(f"of {replay.game!r}, rules version {replay.version}")
        replay.verify(game)
        yield replay if replay.over else Skipped(path.name, 0, "it is not finished")
        return
    except (ValueError, OSError) as error:
        if game.extras.notation is None:
            yield Skipped(path.name, 0, _words(error))
            return
    notation = notation_of(game)
    try:
        count = notation.games_in(path) if hasattr(notation, "games_in") else 1
    except (ValueError, OSError) as error:
        yield Skipped(path.name, 0, _words(error))
        return
    for index in range(count):
        try:
            found = to_replay(game, notation.read(path, index) if index else notation.read(path))
            yield found if found.over else Skipped(path.name, index, "it is not finished")
        except (ValueError, OSError) as error:
            yield Skipped(path.name, index, _words(error))


def _row(replay: Replay, number: int, agent: str) -> GameRow:
    return GameRow(
        game_id=number,
        game=replay.game,
        rules_version=replay.version,
        options=json.dumps(replay.options, sort_keys=True),
        seed=replay.seed,
        agents=(agent,) * len(replay.scores),
        scores=tuple(replay.scores),
        ranks=tuple(replay.ranking),
        num_decisions=len(replay.actions),
        actions=np.array(replay.actions, np.int64),
    )


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
