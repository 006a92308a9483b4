"""The spaces that every wrapper shows: observations as laid out, actions that sample legally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete

from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.pickling import Rebuilds
from exozoo.envs.wrappers.illegal import draw_legal_rows

MASK_DTYPE = np.int8  # what gymnasium's `sample(mask=...)` takes
NO_OP = 0  # the one id in the mask of a finished game; whoever plays it is refused, or dealt anew


def observation_box(game: Game, players: int) -> Box:
    """The flat observation, each entry with the bounds of its block."""
    low, high = game.observation.bounds(players)
    return Box(low, high, dtype=OBSERVATION_DTYPE)


def masked_space(game: Game, players: int, num_actions: int) -> Dict:
    """PettingZoo's customary pair of observation and action mask."""
    mask = Box(0, 1, (num_actions,), MASK_DTYPE)
    return Dict({"observation": observation_box(game, players), "action_mask": mask})


def end_mask(num_actions: int) -> np.ndarray:
    """The mask of a finished game: not empty, since masked distributions over nothing are NaN."""
    mask = np.zeros(num_actions, MASK_DTYPE)
    mask[NO_OP] = 1
    return mask


class LegalDiscrete(Rebuilds, Discrete):
    """All action ids; `sample()` without a mask draws among those that are legal now.

    Illegal actions are errors in every wrapper, so a plain uniform sample would nearly always be
    one. Right after `seed(n)` a sample is one that is legal after the environment's
    `reset(seed=n)`, if the environment can tell: Gymnasium's checker samples before that reset and
    plays the action after it. The link to the environment is not pickled with the space.
    """

    rebuilt = ("_legal_now", "_legal_first")
    _legal_now: Callable[[], np.ndarray] | None
    _legal_first: Callable[[int], np.ndarray] | None

    def __init__(self, num_actions: int):
        self._rebuild()
        self._fresh_seed: int | None = None
        super().__init__(num_actions)

    def link(
        self,
        legal_now: Callable[[], np.ndarray],
        legal_first: Callable[[int], np.ndarray] | None = None,
    ) -> None:
        """Tie the space to an environment's masks."""
        self._legal_now = legal_now
        self._legal_first = legal_first

    def moved(self) -> None:
        """The environment was reset or stepped: a seed given before says nothing any more."""
        self._fresh_seed = None

    def seed(self, seed: int | None = None) -> Any:
        self._fresh_seed = seed
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self._legal_now is not None:
            mask = self._mask(self._legal_now())
        return super().sample(mask, probability)

    def _mask(self, now: np.ndarray) -> np.ndarray | None:
        if self._fresh_seed is not None and self._legal_first is not None:
            first = self._legal_first(self._fresh_seed)
            both = now & first
            now = both if both.any() else first
        return now.astype(MASK_DTYPE) if now.any() else None

    def _rebuild(self) -> None:
        self._legal_now = self._legal_first = None


class LegalMultiDiscrete(Rebuilds, MultiDiscrete):
    """One action id for each sub-environment; `sample()` without a mask draws legal ones."""

    rebuilt = ("_legal_now",)
    _legal_now: Callable[[], np.ndarray] | None

    def __init__(self, num_envs: int, num_actions: int):
        self._rebuild()
        super().__init__(np.full(num_envs, num_actions, np.int64))

    def link(self, legal_now: Callable[[], np.ndarray]) -> None:
        """Tie the space to an environment's masks."""
        self._legal_now = legal_now

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is not None or probability is not None or self._legal_now is None:
            return super().sample(mask, probability)
        masks = self._legal_now()
        if not masks.any(axis=1).all():
            return super().sample()
        return draw_legal_rows(self.np_random, masks)

    def _rebuild(self) -> None:
        self._legal_now = None
