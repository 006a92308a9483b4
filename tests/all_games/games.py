"""The toys and every registered game, with every number of players."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from exozoo.envs.core.game import Game
from exozoo.envs.registry import game_names, load_game
from tests.toy import TOY
from tests.toy.at_once import AT_ONCE

GAMES: list[Game] = [
    TOY,
    AT_ONCE,
    *(load_game(name) for name in game_names() if find_spec(f"exozoo.envs.{name}")),
]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_count = pytest.mark.parametrize(
    ("game", "players"),
    [(game, n) for game in GAMES for n in range(game.min_players, game.max_players + 1)],
    ids=lambda value: value.name if isinstance(value, Game) else str(value),
)
