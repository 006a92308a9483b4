"""Agents that misbehave."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.agent import Agent


class Failing(Agent):
    """Never finds a move."""

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        raise RuntimeError("no idea")
