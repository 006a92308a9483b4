"""One step ahead: the action that looks best right after it, by a weighing of the game's actions."""

from __future__ import annotations

import numpy as np

from exozoo.agents.keys import position_keys
from exozoo.agents.weighing import SCRATCH, bind_weighing
from exozoo.envs.core.agent import POINTS, Agent, Thoughts
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game, check_seed
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import SHIFT_32, next_word, seed_rng

TIE_SCALE = 1e-6 * 2.0**-32  # of random words: below a millionth of a point


class GreedyAgent(Agent):
    """Largest lead in visible points after its own action; ties at random.

    Actions are tried on copies in which everything hidden, and all coming chance, is dealt anew;
    `samples` such deals are averaged.
    """

    weighing = "score"
    rebuilt = ("_weigh", "_scratch")

    def __init__(self, game: Game, seed: int = 0, samples: int = 1):
        if samples < 1:
            raise ValueError(f"samples={samples}: allowed are numbers from 1")
        super().__init__(game, seed)
        self.samples = samples
        self._thoughts: Thoughts | None = None
        self._worth = bind_weighing(game, self.weighing).worth
        self._rebuild()

    def _rebuild(self) -> None:
        self._weigh = bind_weighing(self.game, self.weighing).weigh
        self._scratch = np.zeros(SCRATCH, self.game.dtype)  # records to try actions on

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        self._thoughts = Thoughts(POINTS, self.weights(states, masks))
        return np.where(masks, self._thoughts.weights, -np.inf).argmax(axis=1)

    def thoughts(self) -> Thoughts | None:
        return self._thoughts

    def weights(
        self, states: np.ndarray, masks: np.ndarray, seen: np.ndarray | None = None
    ) -> np.ndarray:
        """float64[n, actions]: points for each legal action, ties broken at random.

        `seen` is what the movers see, for callers who have looked already.
        """
        masks = np.ascontiguousarray(masks)
        seats = np.full(len(states), NONE, np.int64)
        keys = position_keys(self.game, np.ascontiguousarray(states), self.seed, seen)
        weights = np.zeros(self.game.num_actions)
        total = np.zeros(masks.shape)
        break_ties(keys, total)
        for sample in range(self.samples):
            dealt = np.array(states)
            deal_keys = keys + np.uint64(sample)
            self.game.kernels.determinize_many(dealt, 0, len(dealt), seats, deal_keys)
            for row in range(len(dealt)):
                self._weigh(dealt[row], masks[row], self._worth, self._scratch, 0, weights)
                total[row] += weights
        return total


@jit
def break_ties(keys, total):
    """Add small random numbers, by the key of each row, that put equal actions into random order."""
    rng = np.zeros(2, np.uint64)
    for row in range(keys.size):
        seed_rng(rng, keys[row])
        for action in range(total.shape[1]):
            total[row, action] += np.float64(next_word(rng) >> SHIFT_32) * TIE_SCALE
