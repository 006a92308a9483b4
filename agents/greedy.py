"""One step ahead: the action that looks best right after it, by a weighing of the game's actions."""

from __future__ import annotations

import numpy as np

from exozoo.agents.base import Agent
from exozoo.agents.keys import position_keys
from exozoo.agents.weighing import bind_weighing
from exozoo.envs.core.game import Game, check_seed


class GreedyAgent(Agent):
    """Largest lead in visible points after its own action; ties at random.

    Actions are tried on copies in which everything hidden, and all coming chance, is dealt anew;
    `samples` such deals are averaged.
    """

    weighing = "score"

    def __init__(self, game: Game, seed: int = 0, samples: int = 1):
        if samples < 1:
            raise ValueError(f"samples={samples}: allowed are numbers from 1")
        super().__init__(game, seed)
        self.samples = samples
        self._best_many = bind_weighing(game, self.weighing).best_many
        self._work = np.zeros(3, game.dtype)  # the position, and two to try actions on
        self._weights = np.zeros((2, game.num_actions))

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        states, masks = np.ascontiguousarray(states), np.ascontiguousarray(masks)
        actions = np.zeros(len(states), np.int64)
        keys = position_keys(self.game, states, self.seed)
        weights, total = self._weights
        self._best_many(
            states, 0, len(states), masks, keys, self.samples, self._work, weights, total, actions
        )
        return actions
