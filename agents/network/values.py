"""What every seat can expect, from the network and from the end of a game.

Seats stand in turn order, as in the observation: number 0 is the seat that looks (in a decision the
one to move), number 1 the next one clockwise. `by_seat` gives them in the order of the table.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.envs.core.rewards import final_rewards

UTILITY, RETURNS = range(2)  # of each seat: see SeatValues
WIDTH = 64
MARGIN = 0.5  # share of the lead in the utility; the rest is the place


class SeatValues(nn.Module):
    """One head for all seats: from the trunk and what is known about the seat itself.

    It gives [n, seats, 2]: the utility in -1..1, which means the same whatever a network was trained
    with, and what the seat will still receive in the reward of the training.
    """

    def __init__(self, trunk_width: int, seat_width: int, standings: int = 0):
        super().__init__()
        self.from_trunk = nn.Linear(trunk_width, WIDTH)
        self.from_seat = nn.Linear(seat_width, WIDTH, bias=False)
        self.own = nn.Parameter(
            torch.zeros(WIDTH)
        )  # the trunk sees the table with this seat's eyes
        self.out = nn.Linear(WIDTH, 2)
        if standings:  # the heuristic's view of the own seat is a first guess of its values
            self.from_standing = nn.Linear(standings, 2, bias=False)

    def forward(self, trunk: Tensor, seats: Tensor, standing: Tensor) -> Tensor:
        mixed = self.from_trunk(trunk)[:, None] + self.from_seat(seats)
        mixed = torch.cat([mixed[:, :1] + self.own, mixed[:, 1:]], dim=1).relu()
        found = self.out(mixed)
        if standing.shape[1]:
            first = found[:, :1] + self.from_standing(standing)[:, None]
            found = torch.cat([first, found[:, 1:]], dim=1)
        return torch.cat([found[..., :1].tanh(), found[..., 1:]], dim=-1)


def utilities(
    scores: np.ndarray, ranks: np.ndarray, targets: np.ndarray, scale: float
) -> np.ndarray:
    """float32[games, seats], -1..1: what the end of games is worth to each seat.

    Half is the place, from 1 for the first to -1 for the last, half the lead over the best other seat
    (alone: over the target), of which `scale` points are much.
    """
    place = final_rewards("rank", scores, ranks, targets)
    lead = final_rewards("margin", scores, ranks, targets)
    return (1 - MARGIN) * place + MARGIN * np.tanh(lead / scale)


def by_seat(values: np.ndarray, lookers: np.ndarray) -> np.ndarray:
    """[n, seats, ...] of seats in turn order from `lookers[n]` on, in the order of the table."""
    return _turned(values, -np.asarray(lookers, np.int64))


def by_turn(values: np.ndarray, lookers: np.ndarray) -> np.ndarray:
    """The way back: [n, seats, ...] in the order of the table, as each looker counts seats."""
    return _turned(values, np.asarray(lookers, np.int64))


def _turned(values: np.ndarray, steps: np.ndarray) -> np.ndarray:
    places = (np.arange(values.shape[1]) + steps[:, None]) % values.shape[1]
    return values[np.arange(len(values))[:, None], places]
