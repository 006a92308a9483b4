"""Who meets whom, on which deals, in which seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np

from exozoo.envs.core.game import SEED_RANGE


@dataclass(frozen=True)
class Task:
    """A piece of work for one process: some deals, each in every rotation of the lineup."""

    number: int
    lineup: tuple[int, ...]  # the agent of each seat, before rotation
    seeds: tuple[int, ...]

    def games(self) -> tuple[np.ndarray, list[int]]:
        """(seating, seeds) of the games: the same deal for every rotation."""
        turns = rotations(self.lineup)
        seating = np.array([seats for _ in self.seeds for seats in turns], np.int64)
        return seating, [seed for seed in self.seeds for _ in turns]


def rotations(lineup: Sequence[int]) -> list[tuple[int, ...]]:
    """The different ways to turn a lineup around the table."""
    turned = [tuple(lineup[shift:]) + tuple(lineup[:shift]) for shift in range(len(lineup))]
    return list(dict.fromkeys(turned))


def all_lineups(agents: int, players: int) -> list[tuple[int, ...]]:
    """Every choice of different agents; with fewer agents than seats, some sit twice."""
    if agents < 2:
        raise ValueError(f"{agents} agent(s): an arena takes at least 2")
    if players < 2:
        raise ValueError("players=1: an arena takes games of at least 2 seats")
    if agents >= players:
        return list(combinations(range(agents), players))
    crowds = combinations_with_replacement(range(agents), players)
    return [lineup for lineup in crowds if len(set(lineup)) > 1]


def make_tasks(
    lineups: Sequence[tuple[int, ...]], games: int, seed: int, games_a_task: int
) -> list[Task]:
    """At least `games` games for each lineup, a whole number of deals; all lineups share them."""
    tasks: list[Task] = []
    rng = np.random.default_rng(seed)
    most = max(games, 1)
    deals = [int(word) for word in rng.integers(SEED_RANGE, size=most)]
    for lineup in lineups:
        turns = len(rotations(lineup))
        count = -(-games // turns)
        block = max(1, games_a_task // turns)
        for start in range(0, count, block):
            seeds = tuple(deals[start : min(start + block, count)])
            tasks.append(Task(len(tasks), tuple(lineup), seeds))
    return tasks
