"""What tuning is after: good places against the others, and points.

A game is worth, to one seat, its place (1 for the first, -1 for the last, ties sharing) and a share of its
points, counted in standard deviations of what the weights at the start score at that table. Whoever scores
well among others may do so at their cost: what tables of its like score can count as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from exozoo.agents.heuristics.table import worth_table
from exozoo.envs.core.crew import Crew
from exozoo.envs.core.game import Game
from exozoo.envs.core.kernels import spread_key
from exozoo.envs.core.rng import ONE_WORD, derive
from exozoo.training.tuning.contest import Played, play_contest

FIRST_DEALS = 64  # that measure the spread of points


@dataclass(frozen=True)
class Aims:
    """What counts beside places, each in standard deviations."""

    points: float = 0.5  # the own ones, alone among rivals
    together: float = 0.0  # the mean of all seats where all count alike

    def check(self) -> None:
        for name, share in vars(self).items():
            if not (math.isfinite(share) and share >= 0):
                raise ValueError(f"--{name} {share}: allowed are numbers from 0")


@dataclass(frozen=True)
class Scale:
    """Of points at tables of one size."""

    middle: float
    spread: float

    def of(self, points: np.ndarray) -> np.ndarray:
        return (points - self.middle) / self.spread


def deal_seeds(seed: int, stream: int, count: int) -> list[int]:
    """Deals of one purpose; other streams have others."""
    seeds = np.zeros(count, np.uint64)
    spread_key(np.uint64(derive(np.uint64(seed), np.uint64(stream))), seeds)
    return [int(word >> ONE_WORD) for word in seeds]  # seeds have 63 bits


def places(ranks: np.ndarray) -> np.ndarray:
    """float64[games, players]: from 1 for the first to -1 for the last, ties sharing."""
    ahead = np.sign(ranks[:, None, :] - ranks[:, :, None]).sum(axis=2)
    return ahead / max(ranks.shape[1] - 1, 1)


def measure(game: Game, weights: np.ndarray, players: int, seed: int, crew: Crew) -> Scale:
    """How points spread when all seats count with the given weights."""
    seating = np.zeros((FIRST_DEALS, players), np.int64)
    worths = worth_table(game, weights)[None]
    scores = play_contest(game, worths, seating, deal_seeds(seed, 0, FIRST_DEALS), crew).scores
    return Scale(float(scores.mean()), max(float(scores.std()), 1.0))


@dataclass(frozen=True)
class Outcome:
    """Of several candidates over the same deals, float64[candidate, deal] each."""

    blend: np.ndarray
    place: np.ndarray
    points: np.ndarray
    together: np.ndarray  # points where all seats count alike; nan if nobody asked


def compare(
    game: Game,
    candidates: Sequence[np.ndarray],
    rival: np.ndarray,
    players: int,
    seeds: Sequence[int],
    scale: Scale,
    crew: Crew,
    aims: Aims,
) -> Outcome:
    """Each candidate on one seat, another from deal to deal, against `rival` on all others.

    All candidates meet the same deals on the same seats, and these deals again among their like.
    """
    worths = np.array([worth_table(game, weights) for weights in (*candidates, rival)])
    count, deals = len(candidates), len(seeds)
    seats = np.tile(np.arange(deals) % players, count)
    own = np.repeat(np.arange(count), deals)
    seating = np.full((count * deals, players), count)
    rows = np.arange(count * deals)
    seating[rows, seats] = own
    played: Played = play_contest(game, worths, seating, list(seeds) * count, crew)
    place = places(played.ranks)[rows, seats].reshape(count, deals)
    points = played.scores[rows, seats].reshape(count, deals)
    blend = place + aims.points * scale.of(points)
    together = np.full((count, deals), np.nan)
    if aims.together:
        seating = np.tile(own[:, None], players)
        alike = play_contest(game, worths, seating, list(seeds) * count, crew)
        together = alike.scores.mean(axis=1).reshape(count, deals)
        blend = blend + aims.together * scale.of(together)
    return Outcome(blend, place, points, together)
