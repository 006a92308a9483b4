"""Things of which actions name one: what the observation says about each decides its logits.

Blocks of the observation and of the actions that have the same first axis speak of the same things: the
places of a map, the slots of a table. One small network reads every thing; the others of the game's
network know a thing only by its number.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from exozoo.envs.core.layout import ActionLayout, ObservationBlock

LEAST = 8  # things; fewer are served by a plain layer
MAX_CODES = 48  # values of an entry up to which each gets an input of its own
WIDE = 32  # values are divided by their range, or by this where the range is wider


class Facts(nn.Module):
    """What some blocks say about each thing: [..., things, facts]."""

    def __init__(self, blocks: Sequence[tuple[int, ObservationBlock]], count: int):
        super().__init__()
        self.count = count
        self.parts: list[tuple[int, int, Tensor | None, float]] = []
        self.size = 0
        for offset, block in blocks:
            values = block.high - block.low + 1
            codes = torch.arange(block.low, block.high + 1.0) if 2 < values <= MAX_CODES else None
            self.parts.append((offset, block.size, codes, min(max(values - 1.0, 1.0), WIDE)))
            self.size += block.size // count * (values if codes is not None else 1)

    def forward(self, x: Tensor) -> Tensor:
        found = [x.new_zeros((*x.shape[:-1], self.count, 0))]
        for offset, size, codes, scale in self.parts:
            values = x[..., offset : offset + size].unflatten(-1, (self.count, -1))
            if codes is None:
                found.append(values / scale)
            else:
                found.append((values[..., None] == codes).float().flatten(-2))
        return torch.cat(found, dim=-1)


class Things(nn.Module):
    """Things of one number: a code for each, and the logits of the actions that name them."""

    ids: Tensor  # of these actions, in the order of the logits

    def __init__(
        self,
        count: int,
        shared: Sequence[tuple[int, ObservationBlock]],
        seat: Sequence[tuple[int, ObservationBlock]],
        actions: Sequence[tuple[int, int]],
        width: int,
        trunk_width: int,
    ):
        """`actions`: first id and ids per thing of each block of actions that names these things."""
        super().__init__()
        self.shared, self.seat = Facts(shared, count), Facts(seat, count)
        self.facts = nn.Linear(self.shared.size + 2 * self.seat.size, width)
        self.place = nn.Parameter(torch.randn(count, width) * 0.1)
        self.own = nn.Linear(width, width)
        self.from_trunk = nn.Linear(trunk_width, width)
        self.widths = [each for _, each in actions]
        self.out = nn.Linear(width, sum(self.widths))
        ids = [first + number for first, each in actions for number in range(count * each)]
        self.register_buffer("ids", torch.tensor(ids), persistent=False)

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
    shared: Sequence[tuple[int, ObservationBlock]],
    seat: Sequence[tuple[int, ObservationBlock]],
    width: int,
    trunk_width: int,
) -> list[Things]:
    """All kinds of things that both actions and observation speak of."""
    named: dict[int, list[tuple[int, int]]] = {}
    for first, last, block in actions.rows():
        count = block.shape[0] if block.shape else 1
        if count >= LEAST:
            named.setdefault(count, []).append((first, (last + 1 - first) // count))
    found = []
    for count, blocks in named.items():
        told = [(offset, block) for offset, block in shared if block.shape[:1] == (count,)]
        told_by_seat = [(offset, block) for offset, block in seat if block.shape[:1] == (count,)]
        if told or told_by_seat:
            found.append(Things(count, told, told_by_seat, blocks, width, trunk_width))
    return found
