"""The spaces that every wrapper shows: observations as laid out, actions that sample legally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete

from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import OBSERVATION_DTYPE

MASK_DTYPE = np.int8  # what gymnasium's `sample(mask=...)` takes


def observation_box(game: Game, players: int) -> Box:
    """The flat observation, each entry with the bounds of its block."""
    low, high = game.observation.bounds(players)
    return Box(low, high, dtype=OBSERVATION_DTYPE)


def masked_space(game: Game, players: int, num_actions: int) -> Dict:
    """PettingZoo's customary pair of observation and action mask."""
    mask = Box(0, 1, (num_actions,), MASK_DTYPE)
    return Dict({"observation": observation_box(game, players), "action_mask": mask})


class LegalDiscrete(Discrete):
    """All action ids; `sample()` without a mask draws among those that are legal now.

    Illegal actions are errors in every wrapper, so a plain uniform sample would nearly always be
    one. Right after `seed(n)` a sample is one that is legal after the environment's
    `reset(seed=n)`, if the environment can tell: Gymnasium's checker samples before that reset and
    plays the action after it. The link to the environment is not pickled with the space.
    """

    def __init__(
        self,
        num_actions: int,
        legal_now: Callable[[], np.ndarray] | None = None,
        legal_first: Callable[[int], np.ndarray] | None = None,
    ):
        self._legal_now = legal_now
        self._legal_first = legal_first
        self._fresh_seed: int | None = None
        super().__init__(num_actions)

    def link(
        self,
        legal_now: Callable[[], np.ndarray] | None,
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

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_legal_now": None, "_legal_first": None}


class LegalMultiDiscrete(MultiDiscrete):
    """One action id for each sub-environment; `sample()` without a mask draws legal ones."""

    def __init__(self, num_envs: int, num_actions: int, legal_now: Callable[[], np.ndarray]):
        self._legal_now: Callable[[], np.ndarray] | None = legal_now
        super().__init__(np.full(num_envs, num_actions, np.int64))

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is not None or probability is not None or self._legal_now is None:
            return super().sample(mask, probability)
        masks = self._legal_now()
        if not masks.any(axis=1).all():
            return super().sample()
        nth = np.floor(self.np_random.random(len(masks)) * masks.sum(axis=1))
        return (masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_legal_now": None}
