"""What every agent fills in."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from exozoo.envs.core.game import Game
from exozoo.envs.core.pickling import Rebuilds


class Agent(Rebuilds, ABC):
    """A player of one game, for any number of positions at once.

    `act` is handed whole states so that agents may search or read fields without copies. A fair
    agent uses only what `game.observe` and the mask show of them; one that uses more says so in its
    docstring.
    """

    def __init__(self, game: Game, seed: int = 0):
        self.game = game
        self.reseed(seed)

    @abstractmethod
    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """int64[n]: a legal action for the seat to move in each of n running games.

        `states` is an array of n records, `masks` the uint8[n, num_actions] that goes with it;
        neither may be changed.
        """

    def reseed(self, seed: int) -> None:
        """Start the agent's own randomness anew; agents without any ignore it."""
        self.seed = seed
