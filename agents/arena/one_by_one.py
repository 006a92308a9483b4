"""An agent asked about one decision at a time, each timed: what somebody who waits for it would see."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.agent import Agent, Thoughts
from exozoo.envs.core.fair_play import Clock, Fault


class OneByOne(Agent):
    """Plays as `inner` does; counts the decisions that took longer than each budget (seconds)."""

    def __init__(self, inner: Agent, budgets: Sequence[float]):
        self.inner, self.budgets = inner, tuple(budgets)
        self.over_budget = [0] * len(self.budgets)
        self.longest = 0.0
        super().__init__(inner.game, inner.seed)

    def act_in(self, games: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        actions = np.empty(len(states), np.int64)
        for row in range(len(states)):
            one = slice(row, row + 1)
            started = time.perf_counter()
            actions[one] = self.inner.act_in(games[one], states[one], masks[one])
            self._count(time.perf_counter() - started)
        return actions

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self.act_in(np.arange(len(states)), states, masks)

    def _count(self, seconds: float) -> None:
        self.longest = max(self.longest, seconds)
        for number, budget in enumerate(self.budgets):
            self.over_budget[number] += seconds > budget

    def reseed(self, seed: int) -> None:
        self.seed = seed
        self.inner.reseed(seed)

    def warm_up(self, states: np.ndarray, masks: np.ndarray) -> None:
        self.inner.warm_up(states, masks)

    def thoughts(self) -> Thoughts | None:
        return None  # the last one's alone would be kept

    def begin(self, seats: np.ndarray, options: dict[str, Any], clock: Clock | None) -> None:
        self.inner.begin(seats, options, clock)

    def over(self, game: int, scores: list[int], ranks: list[int]) -> None:
        self.inner.over(game, scores, ranks)

    def faults(self) -> Sequence[Fault]:
        return self.inner.faults()

    def usage(self) -> Mapping[str, float]:
        return self.inner.usage()

    def close(self) -> None:
        self.inner.close()
