"""Things of which actions name one: what the observation says about each decides its logits.

Blocks of the observation and of the actions that share an axis speak of the same things: the places of
a map, the slots of a table. One small network reads every thing; the others of the game's network
know a thing only by its number.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.agents.network.inputs import Blocks, Inputs, keep
from exozoo.envs.core.layout import ActionLayout, Kind

LEAST = 8  # things; fewer are served by a plain layer


class Things(nn.Module):
    """Things of one kind: a code for each, and the logits of the actions that name them."""

    ids: Tensor  # of these actions, in the order of the logits

    def __init__(
        self,
        kind: Kind,
        shared: Blocks,
        seat: Blocks,
        actions: list[np.ndarray],
        width: int,
        trunk_width: int,
    ):
        """`actions`: ids[things, each] of every block of actions that names these things."""
        super().__init__()
        self.shared, self.seat = Inputs(shared, (kind,)), Inputs(seat, (kind,))
        self.facts = nn.Linear(self.shared.size + 2 * self.seat.size, width)
        self.place = nn.Parameter(torch.randn(kind.size, width) * 0.1)
        self.own = nn.Linear(width, width)
        self.from_trunk = nn.Linear(trunk_width, width)
        self.widths = [ids.shape[1] for ids in actions]
        self.out = nn.Linear(width, sum(self.widths))
        keep(self, "ids", torch.tensor(np.concatenate([ids.ravel() for ids in actions])))

    def encode(self, x: Tensor, seats: Tensor) -> Tensor:
        """[n, things, width]; the other seats' facts are added up."""
        by_seat = self.seat(seats)
        others = by_seat[:, 1:].sum(dim=1)
        facts = torch.cat([self.shared(x), by_seat[:, 0], others], dim=-1)
        return (self.facts(facts) + self.place).relu()

    def add_logits(self, logits: Tensor, encoded: Tensor, trunk: Tensor) -> Tensor:
        """The logits of all actions, with those of the things added."""
        return logits.index_add(1, self.ids, self.logits(encoded, trunk))

    def logits(self, encoded: Tensor, trunk: Tensor) -> Tensor:
        """[n, actions], in the order of `ids`."""
        mixed = (self.own(encoded) + self.from_trunk(trunk)[:, None]).relu()
        parts = self.out(mixed).split(self.widths, dim=-1)
        return torch.cat([part.flatten(1) for part in parts], dim=1)


def find_things(
    actions: ActionLayout,
    shared: Blocks,
    seat: Blocks,
    apart: tuple[Kind, ...],
    width: int,
    trunk_width: int,
) -> list[Things]:
    """All kinds of things that both actions and observation speak of, but those of `apart`."""
    named: dict[Kind, list[np.ndarray]] = {}
    for first, last, block in actions.rows():
        ids = np.arange(first, last + 1).reshape(block.shape)
        for number, kind in enumerate(block.axes):
            if kind.size >= LEAST and kind not in apart:
                by_thing = np.moveaxis(ids, number, 0).reshape(kind.size, -1)
                named.setdefault(kind, []).append(by_thing)
    found = []
    for kind, ids_of_blocks in named.items():
        told = [(offset, block) for offset, block in shared if kind in block.axes]
        told_by_seat = [(offset, block) for offset, block in seat if kind in block.axes]
        if told or told_by_seat:
            found.append(Things(kind, told, told_by_seat, ids_of_blocks, width, trunk_width))
    return found
