"""The baseline: any legal action, all equally likely."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.game import check_seed
from exozoo.envs.core.kernels import draw_legal_each
from exozoo.envs.core.rng import seed_rng


class RandomAgent(Agent):
    """Draws uniformly from the mask; sees nothing else."""

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)
        self.rng = np.zeros(2, np.uint64)
        seed_rng(self.rng, np.uint64(self.seed))

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        actions = np.empty(len(masks), np.int64)
        draw_legal_each(self.rng, np.ascontiguousarray(masks), actions)
        return actions
