"""Agents as a third party would write them."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.agent import Agent


class LowestAction(Agent):
    """Always the legal action with the smallest id, or the largest."""

    def __init__(self, game, seed=0, largest=False):
        super().__init__(game, seed)
        self.largest = largest

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        if self.largest:
            return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return masks.argmax(axis=1)
