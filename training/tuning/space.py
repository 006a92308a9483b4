"""The numbers of a table of weights that are searched, as coordinates around what they are now."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from exozoo.agents.heuristics.table import heuristic_of
from exozoo.envs.core.game import Game

STRIDE = 0.5  # of a weight's size: how far one unit of a coordinate goes


class Space:
    """Coordinates 0 are the given weights; a weight never changes its sign, unless it is 0 now.

    A game of one stage has one number a row, others two. Rows that the heuristic's module lists as
    SWITCHES choose how something is done and stay as they are.
    """

    def __init__(self, game: Game, weights: np.ndarray, only: Sequence[str] = ()):
        module = heuristic_of(game)
        rows = getattr(module, "ROWS", ())
        if not rows:
            raise ValueError(f"{game.title}'s heuristic has no weights to tune")
        free = [row for row in rows if row not in getattr(module, "SWITCHES", ())]
        for name in only:
            if name not in free:
                raise ValueError(f"--only {name}: allowed are {', '.join(free)}")
        names = only or free
        self.weights = weights
        self.rows = np.array([rows.index(name) for name in names])
        self.ends = 2 if len(set(module.STAGES)) > 1 else 1
        sizes = np.abs(weights).max(axis=1)
        usual = float(np.median(sizes[sizes > 0])) if sizes.any() else 1.0
        self._stride = STRIDE * np.where(sizes > 0, sizes, usual)[self.rows, None]

    @property
    def size(self) -> int:
        return len(self.rows) * self.ends

    def at(self, point: np.ndarray) -> np.ndarray:
        """float64[row, 2]: the weights at a point."""
        now = self.weights[self.rows]
        moved = now + np.reshape(point, (len(self.rows), self.ends)) * self._stride
        kept = np.where(
            now > 0, np.maximum(moved, 0), np.where(now < 0, np.minimum(moved, 0), moved)
        )
        weights = self.weights.copy()
        weights[self.rows] = kept
        return weights
