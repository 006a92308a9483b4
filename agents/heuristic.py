"""Rules of thumb: the best action by the game's own weighing in `exozoo.agents.heuristics`."""

from __future__ import annotations

from exozoo.agents.greedy import GreedyAgent
from exozoo.agents.heuristics.table import chosen_worth
from exozoo.envs.core.game import Game


class HeuristicAgent(GreedyAgent):
    """Weighs actions as the game's page under docs/strategy says; fair in the way greedy is.

    version  of the shipped weights; the newest if none is given
    weights  a file of one's own instead, such as `exozoo tune` writes
    """

    weighing = "heuristic"

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        samples: int = 1,
        version: int | None = None,
        weights: str | None = None,
    ):
        super().__init__(game, seed, samples)
        self._worth = chosen_worth(game, version, weights)
