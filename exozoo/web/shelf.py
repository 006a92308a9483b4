"""Recorded games that a table can be set up from: replays, datasets, records of other engines."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from exozoo.envs.core.game import Game
from exozoo.envs.records import Replay, game_of, read
from exozoo.envs.records.replay import from_bytes, from_json
from exozoo.envs.registry import game_names, load_game
from exozoo.web.requests import RefusedError
from exozoo.web.table import HUMAN, Table


class Shelf:
    """The datasets that the server was started with, opened when first asked for."""

    def __init__(self, folders: Sequence[Path]):
        self._datasets: list[Any] = []
        if folders:
            from exozoo.training.datasets.reading import Dataset

            self._datasets = [Dataset(folder) for folder in folders]

    def shown(self) -> list[dict[str, Any]]:
        return [
            {"name": data.folder.name, "game": data.game.name, "games": len(data)}
            for data in self._datasets
        ]

    def table(self, number: int, index: int) -> Table:
        """A game of a dataset, to look at."""
        if not 0 <= number < len(self._datasets):
            raise RefusedError(404, f"there are {len(self._datasets)} datasets")
        data = self._datasets[number]
        from exozoo.training.datasets.rebuild import to_replay

        game = to_replay(data.game_at(index))
        return shown_table(data.game, game.options, game.seed, game.actions, game.players)


def replay_table(body: bytes) -> Table:
    """A replay in either of its forms, to look at; it must play by the rules, to the recorded end."""
    replay = from_json(body) if body.lstrip()[:1] == b"{" else from_bytes(body)
    return _verified(replay)


def record_table(name: str, body: bytes) -> Table:
    """A game recorded by another engine, in the notation that the game brings for that."""
    game = installed(name)
    with tempfile.TemporaryDirectory(prefix="exozoo-") as folder:
        path = Path(folder) / "record.json"
        path.write_bytes(body)
        return _verified(read(path, game))


def _verified(replay: Replay) -> Table:
    game = game_of(replay)
    replay.verify(game)
    return shown_table(game, replay.options, replay.seed, replay.actions, replay.players)


def shown_table(
    game: Game, options: dict[str, Any], seed: int, actions: Sequence[int], names: Sequence[str]
) -> Table:
    """An open table: whoever looks sees all, and moves for all."""
    players = game.options.parse(options, stored=True)["players"]
    return Table(game, options, seed, [HUMAN] * players, actions, names, is_open=True)


def installed(name: str) -> Game:
    """A game by its name; no module is imported because a browser names it."""
    if name not in game_names():
        raise RefusedError(400, f"game {name[:40]!r}: allowed are {', '.join(game_names())}")
    return load_game(name)
