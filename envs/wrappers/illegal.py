"""What an illegal choice leads to, the same in every wrapper: for policies that know no masks.

raise   a ValueError; nothing has changed
random  a legal action, drawn evenly, is played instead
lose    the game is over: see `rewards.forfeit` for places and rewards

An action that is no whole number or no id of the action space at all always raises.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.core.words import whole

ILLEGAL = ("raise", "random", "lose")


def check_illegal(kind: str) -> str:
    if kind not in ILLEGAL:
        raise ValueError(f"illegal={kind!r}: allowed are {', '.join(map(repr, ILLEGAL))}")
    return kind


class Referee:
    """Judges the choices of many lanes, each of them one seat's, and counts the illegal ones."""

    def __init__(self, kind: str, lanes: int):
        self.kind = check_illegal(kind)
        self.lenient = kind != "raise"
        self.counts = np.zeros(lanes, np.int64)  # illegal choices in the current game
        self.lost = np.zeros(lanes, bool)  # whether one of them ended the game
        self.any_lost = False
        self._rng: np.random.Generator | None = None
        self._seed = 0

    def reset(self, seed: int) -> None:
        """New games everywhere; what is drawn instead of illegal actions follows from the seed."""
        self.counts[:] = 0
        self.lost[:] = self.any_lost = False
        self._rng, self._seed = None, seed

    def forget(self, lanes: np.ndarray) -> None:
        """New games in these lanes."""
        self.counts[lanes] = 0
        self.lost[lanes] = False
        self.any_lost = bool(self.lost.any())

    def judge(self, lanes: np.ndarray, actions: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The actions to be played in these lanes; where one is lost, its action counts no more.

        Actions must be ids of the space. One row of `masks` for each lane.
        """
        legal = masks[np.arange(len(actions)), actions] != 0
        if legal.all():
            return actions
        wrong = ~legal
        self.counts[lanes[wrong]] += 1
        if self.kind == "lose":
            self.lost[lanes[wrong]] = self.any_lost = True
            return actions
        actions = actions.copy()
        actions[wrong] = self._draw(masks[wrong])
        return actions

    def _draw(self, masks: np.ndarray) -> np.ndarray:
        if self._rng is None:  # made late: most games never need it
            self._rng = np.random.default_rng([self._seed, len(self.counts)])
        return draw_legal_rows(self._rng, masks)


def draw_legal_rows(rng: np.random.Generator, masks: np.ndarray) -> np.ndarray:
    """int64[rows]: a legal action of each row, all equally likely; no row may be empty."""
    counts = masks.sum(axis=1, dtype=np.int64)
    nth = np.floor(rng.random(len(masks)) * counts)
    return (masks.cumsum(axis=1, dtype=np.int64) > nth[:, None]).argmax(axis=1)


def is_id(action: Any, num_actions: int) -> bool:
    """Whether an action is a whole number of the action space."""
    number = whole(action)
    return number is not None and 0 <= number < num_actions
