"""The one playing loop: ask each agent about the games in which it is to move, step, look again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.session import Session
from exozoo.envs.core.state import take

# step(actions, where): one decision in each game that `where` marks, as `Batch.step`
Step = Callable[[np.ndarray, np.ndarray], object]


def play_session(session: Session, agents: Sequence[Agent]) -> None:
    """Play one game to its end; seat 0 is played by the first agent, and so on."""
    Seating(agents, np.arange(len(agents))[None]).play_session(session)


class Seating:
    """Who plays which seat of one or of many games, and the time that each agent took.

    `numbers[game, seat]` is the number of an agent, or NONE for a seat that somebody else plays.
    """

    def __init__(self, agents: Sequence[Agent], numbers: np.ndarray):
        self.agents = list(agents)
        self.numbers = np.ascontiguousarray(numbers, np.int64)
        self.decisions = np.zeros(len(self.agents), np.int64)
        self.seconds = np.zeros(len(self.agents))

    def play(self, states: np.ndarray, masks: np.ndarray, step: Step) -> None:
        """Play on until every game is over or waits for a seat that somebody else plays.

        `states` and `masks` are renewed in place by `step`.
        """
        while True:
            movers = self.movers(states)
            asked = movers != NONE
            if not asked.any():
                return
            step(self.ask(movers, states, masks), asked)

    def play_session(self, session: Session) -> None:
        """`play` for one game, without the arrays, which would take longer than the game itself."""
        seats = self.numbers[0].tolist()
        while not session.over:
            number = seats[session.seat]
            if number == NONE:
                return
            started = time.perf_counter()
            action = self.agents[number].act(session.states, session.masks)[0]
            self._count(number, 1, time.perf_counter() - started)
            session.step(action)

    def movers(self, states: np.ndarray) -> np.ndarray:
        """int64[games]: the agent to decide, or NONE."""
        movers = self.numbers[np.arange(len(states)), states["seat"]]
        return np.where(states["over"], NONE, movers)

    def ask(self, movers: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """What agent `movers[game]` chooses in each game; its time is counted."""
        return ask(self.agents, movers, states, masks, self._count)

    def _count(self, number: int, decisions: int, seconds: float) -> None:
        self.decisions[number] += decisions
        self.seconds[number] += seconds


def ask(
    agents: Sequence[Agent],
    movers: np.ndarray,
    states: np.ndarray,
    masks: np.ndarray,
    count: Callable[[int, int, float], None] = lambda number, decisions, seconds: None,
) -> np.ndarray:
    """int64[games]: what agent `movers[game]` chooses in each game; 0 where that is NONE.

    `count` hears of every agent asked: its number, its decisions, the seconds it took.
    """
    actions = np.zeros(len(states), np.int64)
    for number, agent in enumerate(agents):
        rows = np.flatnonzero(movers == number)
        if rows.size:
            started = time.perf_counter()
            if rows.size == len(states):  # nothing to pick out, nothing to copy
                actions[:] = agent.act_in(rows, states, masks)
            else:
                actions[rows] = agent.act_in(rows, take(states, rows), masks[rows])
            count(number, rows.size, time.perf_counter() - started)
    return actions
