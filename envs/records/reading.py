"""Any file with a recorded game as a replay: our own, and those of other engines."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from exozoo.envs.core.game import Game
from exozoo.envs.core.recorded import Recorded
from exozoo.envs.core.session import Session
from exozoo.envs.core.words import shown
from exozoo.envs.records.replay import Replay, load_replay, record
from exozoo.envs.registry import game_names, load_game


def read(path: str | Path, game: Game | None = None) -> Replay:
    """The game that a file holds; with `game`, as that game's notation for other engines writes it.

    ValueError, naming the file, if it is no sound record or does not play by our rules.
    """
    path = Path(path)
    return load_replay(path) if game is None else to_replay(game, notation_of(game).read(path))


def notation_of(game: Game) -> Any:
    """The module that reads games of this kind recorded elsewhere."""
    if game.extras.notation is None:
        raise ValueError(f"{game.name} has no notation for recorded games")
    return import_module(game.extras.notation)


def to_replay(game: Game, recorded: Recorded) -> Replay:
    """Play a recorded game on our engine; ValueError at a decision that our rules do not allow."""
    session = Session(game, recorded.options)
    session.reset(recorded.seed)
    for number, action in enumerate(recorded.actions):
        try:
            session.step(action)
        except ValueError as error:
            raise ValueError(f"decision {number}: {error}") from None
    return record(session, recorded.players)


def game_of(replay: Replay) -> Game:
    """The game that a replay is of: only installed games, never a module that the file names."""
    if replay.game not in game_names():
        raise ValueError(
            f"a replay of {shown(replay.game)}: installed are {', '.join(game_names())}"
        )
    return load_game(replay.game)
