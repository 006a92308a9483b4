"""Rules of thumb: the best action by the game's own weighing in `exozoo.agents.heuristics`."""

from __future__ import annotations

from exozoo.agents.greedy import GreedyAgent


class HeuristicAgent(GreedyAgent):
    """Weighs actions as the game's page under docs/strategy says; fair in the way greedy is."""

    weighing = "heuristic"
