"""What heuristics do in a game, counted over many games of self-play."""

from __future__ import annotations

from functools import cache

import numpy as np

import exozoo
from exozoo.agents.heuristics.table import shipped_worth
from exozoo.training.tuning.contest import Played, play_contest
from exozoo.training.tuning.objective import places


class Habits:
    """Counts a seat and game, when all seats play one version."""

    def __init__(self, name: str, version: int | None, players: int, games: int):
        self.game, self.players = exozoo.load_game(name), players
        self.played: Played = play_contest(
            self.game,
            shipped_worth(self.game, version)[None],
            np.zeros((games, players), np.int64),
            list(range(games)),
            count=True,
        )
        self.points = float(self.played.scores.mean())

    def chosen(self, block: str) -> float:
        """How often an action of the block was taken."""
        names = [entry.name for entry in self.game.actions.blocks]
        first = self.game.actions.offsets()[names.index(block)]
        size = self.game.actions.blocks[names.index(block)].size
        counts = self.played.taken[:, :, first : first + size]
        return float(counts.sum(axis=2).mean())

    def of_players(self, field: str) -> np.ndarray:
        """A field of every player's record at the end."""
        return self.played.states["players"][:, : self.players][field]


@cache
def habits(name: str, version: int | None = None, players: int = 2, games: int = 48) -> Habits:
    return Habits(name, version, players, games)


@cache
def mean_place(name: str, players: int, games: int) -> float:
    """Of the newest version, alone among seats of the first one: 1 always first, -1 always last."""
    game = exozoo.load_game(name)
    worths = np.array([shipped_worth(game), shipped_worth(game, 0)])
    rows = np.arange(games)
    seating = np.ones((games, players), np.int64)
    seating[rows, rows % players] = 0
    ranks = play_contest(game, worths, seating, list(range(1000, 1000 + games))).ranks
    return float(places(ranks)[rows, rows % players].mean())
