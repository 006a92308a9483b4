"""Tells agents what happens in their games, and ranks those last that broke the rules of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.fair_play import Clock, Fault


class Referee:
    """One match: `seating[game, seat]` is the number of an agent."""

    def __init__(
        self,
        agents: Sequence[Agent],
        seating: np.ndarray,
        options: dict[str, Any],
        clock: Clock | None = None,
    ):
        self.agents = tuple(agents)
        self.seating = seating
        self.ranks = np.zeros(seating.shape, np.int8)  # final, faults included
        for number, agent in enumerate(self.agents):
            agent.begin(seating == number, options, clock)

    def faults(self) -> list[Fault]:
        """All that lost games so far, game by game."""
        found = [fault for agent in self.agents for fault in agent.faults()]
        return sorted(found, key=lambda fault: (fault.game, fault.ply, fault.seat))

    def ended(self, games: Sequence[int] | np.ndarray, scores: Any, ranks: np.ndarray) -> None:
        """Games have ended, with the scores and places that the rules of the game give."""
        if not len(games):
            return
        failed: dict[int, dict[int, int]] = {int(game): {} for game in games}
        for fault in self.faults():
            failed.get(fault.game, {})[fault.seat] = fault.ply
        for game, plies in failed.items():
            self.ranks[game] = places(ranks[game].tolist(), plies)
            for number in np.unique(self.seating[game]):
                agent = self.agents[number]
                agent.over(game, scores[game].tolist(), self.ranks[game].tolist())


def places(ranks: Sequence[int], failed: dict[int, int]) -> list[int]:
    """The places once seats at fault (seat -> ply) stand behind all others.

    The others keep their order. Of seats at fault the first to fail is last; those that failed at
    the same ply share a place. Alone the place tells whether the target was reached: 1 or 2.
    """
    if not failed:
        return list(ranks)
    if len(ranks) == 1:
        return [2]
    keys = [(1, -failed[seat]) if seat in failed else (0, rank) for seat, rank in enumerate(ranks)]
    return [1 + sum(other < key for other in keys) for key in keys]
