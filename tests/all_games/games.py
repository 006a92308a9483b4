"""The toys and every registered game, with every number of players."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.core.game import Game
from exozoo.envs.registry import game_names, load_game
from tests.toy import TOY
from tests.toy.at_once import AT_ONCE

GAMES: list[Game] = [TOY, AT_ONCE, *map(load_game, game_names())]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_count = pytest.mark.parametrize(
    ("game", "players"),
    [(game, n) for game in GAMES for n in range(game.min_players, game.max_players + 1)],
    ids=lambda value: value.name if isinstance(value, Game) else str(value),
)


def pick(plies: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Varied legal actions that follow from the position alone, whoever asks and in any order."""
    nth = (np.asarray(plies, np.int64) * 7919) % masks.sum(axis=1)
    return (masks.cumsum(axis=1, dtype=np.int64) > nth[:, None]).argmax(axis=1)


PAID_AT_ONCE = ("score", "lead")


def standing(kind: str, scores, seat: int) -> int:
    """What the rewards that are paid at once count: the points of a seat, or its lead in them."""
    others = [points for other, points in enumerate(scores) if other != seat]
    return int(scores[seat] - (max(others) if kind == "lead" and others else 0))
