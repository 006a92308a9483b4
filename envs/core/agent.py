"""What every agent fills in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.envs.core.fair_play import Clock, Fault
from exozoo.envs.core.game import Game
from exozoo.envs.core.pickling import Rebuilds

PROBABILITIES, VISITS, POINTS = "probabilities", "visits", "points"
KINDS = (PROBABILITIES, VISITS, POINTS)


@dataclass(frozen=True)
class Thoughts:
    """What an agent thought of the positions it was last asked about, one row each.

    Weights of illegal actions mean nothing. A row of zeros is one without an opinion.
    """

    kind: str  # what the weights are: one of KINDS
    weights: np.ndarray  # float[n, num_actions]
    values: np.ndarray | None = None  # float[n], of the position for its seat; nan: no estimate
    stakes: np.ndarray | None = (
        None  # float[n], utility that the best action has above the worst one
    )


class Agent(Rebuilds, ABC):
    """A player of one game, for any number of positions at once.

    `act` is handed whole states so that agents may search or read fields without copies. A fair
    agent uses only what `game.observe` and the mask show of them; one that uses more says so in its
    docstring.
    """

    searches = (
        False  # whether it looks ahead by search: rankings of many agents give it fewer games
    )
    # for whoever shows a long search at work: (simulations done, of how many); may raise to end it
    report: Callable[[int, int], None] | None = None

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

    def warm_up(self, states: np.ndarray, masks: np.ndarray) -> None:
        """Decide once, so that compiling does not count as thinking."""
        self.act(states, masks)
        self.reseed(self.seed)

    def thoughts(self) -> Thoughts | None:
        """Of the positions of the last `act`, for those who learn from them; None: it keeps none."""
        return None

    # What follows is for agents to whom it matters which game a position belongs to: those that
    # keep a clock or something in mind. `Seating` asks through act_in; a match calls begin before
    # and over after each game, and faults say whom to rank last.

    def begin(self, seats: np.ndarray, options: dict[str, Any], clock: Clock | None) -> None:
        """Games 0..n-1 begin; bool[n, players] tells where this agent sits. None: its own clock."""

    def act_in(self, games: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Like `act`, with the number of each row's game; without `begin` it has no meaning."""
        return self.act(states, masks)

    def over(self, game: int, scores: list[int], ranks: list[int]) -> None:
        """One of the games has ended."""

    def faults(self) -> Sequence[Fault]:
        """What lost this agent games since `begin`, at most one fault for each game and seat."""
        return ()

    def usage(self) -> Mapping[str, float]:
        """What was used up since `begin`, counted by name: numbers that add up over matches."""
        return {}

    def close(self) -> None:
        """Let go of what the agent holds outside of Python; it may act again afterwards."""
