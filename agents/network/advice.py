"""What a network sees of a position: the observation and, if it takes advice, the heuristic's opinion.

A network that takes advice adds its own logits to what the heuristic thinks of each action. It begins
as the heuristic and learns where that is wrong, instead of learning first to count what the heuristic
counts exactly. The opinion stands behind the observation, one entry an action, so that whatever
handles observations handles it too. Behind it may stand what the heuristic makes of the position: how it
stands after the best action, which says much of what the position is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.agents.heuristic import HeuristicAgent
from exozoo.agents.heuristics.table import versions
from exozoo.agents.keys import observe_movers
from exozoo.agents.weighing import settled_rows
from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.words import shown

UNITS = 1000  # of an entry, in one of a logit
WORST = -12  # logit of an action that the heuristic finds hopeless
SETTLED = (
    -30
)  # and of all but the best where it settles a decision: no logits of a network outweigh it
# entries about the position: the points of the best action, and these less the points by now
STANDINGS = 2
STANDING_UNITS = 32  # of such an entry, in a point


@dataclass(frozen=True)
class Advice:
    """Which heuristic a network listens to."""

    version: int | None  # of its weights; None: it has no table of them
    scale: float  # points by which an action is better that the heuristic finds e times as likely
    standing: bool = False  # whether it is told how the position stands, too

    @classmethod
    def of(
        cls, game: Game, scale: float, standing: bool = False, version: int | None = None
    ) -> Advice | None:
        """By the weights of a version, else the newest; a scale of 0 asks for none."""
        if not scale:
            return None
        if version is None:
            version = max(versions(game), default=None)
        return cls(version, scale, standing)

    def entries(self, game: Game) -> int:
        """How many stand behind an observation."""
        return game.num_actions + STANDINGS * self.standing

    @classmethod
    def read(cls, found: Any) -> Advice | None:
        """From the facts of a checkpoint; ValueError if they are of another kind."""
        if found is None:
            return None
        known = {"version", "scale", "standing"}
        fits = isinstance(found, dict) and found.keys() | {"standing"} == known
        if fits:
            version, scale = found["version"], found["scale"]
            fits = (version is None or type(version) is int) and type(scale) in (int, float)
            fits = fits and 0 < scale < np.inf and type(found.get("standing", False)) is bool
        if not fits:
            raise ValueError(
                f"advice {shown(found)}: allowed are a version, a positive scale and perhaps standing"
            )
        return cls(version, float(scale), found.get("standing", False))


class Eyes:
    """Rows for a network, of positions with the same number of players."""

    def __init__(self, game: Game, advice: Advice | None):
        self.game, self.advice = game, advice
        self._heuristic = HeuristicAgent(game, version=advice.version) if advice else None

    def __call__(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """int16[n, entries]: what the seats to move may know, and what the heuristic would do."""
        states = np.ascontiguousarray(states)
        seen = observe_movers(self.game, states)
        if self.advice is None or self._heuristic is None:
            return seen
        points = np.where(masks, self._heuristic.weights(states, masks, seen), -np.inf)
        best = points.max(axis=1, keepdims=True)
        logits = np.clip((points - best) / self.advice.scale, WORST, 0)
        settled = settled_rows(self.game, "heuristic", states)
        logits[settled] = np.where(points[settled] < best[settled], SETTLED, 0)
        told = np.where(masks, np.rint(UNITS * logits), 0).astype(OBSERVATION_DTYPE)
        if not self.advice.standing:
            return np.concatenate([seen, told], axis=1)
        return np.concatenate([seen, told, _standings(states, best)], axis=1)


def _standings(states: np.ndarray, best: np.ndarray) -> np.ndarray:
    """int16[n, STANDINGS] of positions whose best action has so many points; 0 where none is legal."""
    own = states["scores"][np.arange(len(states)), states["seat"]]
    points = np.where(np.isfinite(best), best - np.stack([0 * own, own], axis=1), 0)
    most = np.iinfo(OBSERVATION_DTYPE).max
    return np.clip(np.rint(STANDING_UNITS * points), -most, most).astype(OBSERVATION_DTYPE)
