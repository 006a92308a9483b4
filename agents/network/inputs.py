"""Entries of an observation as inputs of a network, as the layout declares them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.envs.core.layout import Kind, ObservationBlock

Blocks = Sequence[tuple[int, ObservationBlock]]  # with their offsets

MAX_SINGLE = 48  # values of an entry at a place up to which each gets an input of its own
MAX_ONE_HOT = 1024  # inputs that the values of one block may take by themselves
MAX_CODES = 160  # values of one entry with inputs of their own
MIN_CODES = 16  # of them that a wide block must get inside that, else it gets none
MAX_BIT_ENTRIES = 64  # entries of a block with more values than that are also given in binary
MANY = 24  # values of an entry with inputs of their own above which it counts as wide
WIDE = 32  # values are divided by their range, or by this where the range is wider
LARGEST = 4.0  # scaled input


def one_hot_part(block: ObservationBlock) -> tuple[int, int]:
    """(entries, values): how many of a block's first entries and lowest values get own inputs.

    All of them where they are few. Of a wide table the first row, which games give the most
    important entry; of a wide list the lowest values. Flags need none.
    """
    values = block.high - block.low + 1
    if values <= 2:
        return 0, 0
    if block.size * values <= MAX_ONE_HOT:
        return block.size, values
    entries = block.shape[-1] if len(block.shape) > 1 else block.size
    count = min(values, MAX_CODES, MAX_ONE_HOT // entries)
    return (entries, count) if count >= min(values, MIN_CODES) else (0, 0)


@dataclass(frozen=True)
class Told:
    """One way to tell about an entry: `WAYS[way](value, *facts)`, facts with a row of numbers each."""

    way: str
    facts: tuple[tuple[int, ...], ...]


def tell_scaled(x: Tensor, low: Tensor, span: Tensor) -> Tensor:
    return ((x - low) / span).clamp(max=LARGEST)


def tell_single(x: Tensor, value: Tensor) -> Tensor:
    """1 for the value that it has."""
    return x == value


def tell_bit(x: Tensor, low: Tensor, bit: Tensor) -> Tensor:
    return ((x - low).to(torch.int32) >> bit.to(torch.int32)) & 1


def tell_part(
    x: Tensor, first: Tensor, size: Tensor, stride: Tensor, part: Tensor, number: Tensor
) -> Tensor:
    """1 for the number that a part of the code has; nothing has no parts."""
    code = x - first
    of_part = code.div(stride, rounding_mode="floor").remainder(part)
    return (of_part == number) & (code >= 0) & (code < size)


SINGLE = "single"
WAYS: dict[str, Callable[..., Tensor]] = {
    "scaled": tell_scaled,
    SINGLE: tell_single,
    "bit": tell_bit,
    "part": tell_part,
}


def tell_alone(block: ObservationBlock) -> Iterator[tuple[int, Told]]:
    """Every entry scaled; the first ones value by value and part by part, wide ones in binary."""
    span = block.high - block.low
    entries, count = one_hot_part(block)
    kinds = block.columns()
    bits = range(span.bit_length())
    for entry in range(block.size):
        yield entry, _scaled(block)
        if entry < entries:
            yield entry, _singles(block, count)
            kind = kinds[entry % len(kinds)]
            if kind and kind.parts:
                yield entry, _parts(block.first, kind)
        if span >= max(count, MIN_CODES) and block.size <= MAX_BIT_ENTRIES:
            yield entry, Told("bit", ((block.low,) * len(bits), tuple(bits)))


def tell_at_places(block: ObservationBlock, entries: int) -> Iterator[tuple[int, Told]]:
    """At a square or thing: value by value, or scaled where the values are many or but two."""
    values = block.high - block.low + 1
    one_by_one = 2 < values <= MAX_SINGLE
    for entry in range(entries):
        yield entry, _singles(block, values) if one_by_one else _scaled(block)


def _scaled(block: ObservationBlock) -> Told:
    return Told("scaled", ((block.low,), (min(max(block.high - block.low, 1), WIDE),)))


def _singles(block: ObservationBlock, count: int) -> Told:
    return Told("single", (tuple(range(block.low, block.low + count)),))


def _parts(first: int, kind: Kind) -> Told:
    rows = []
    stride = kind.size
    for part in kind.parts:
        stride //= part.size
        rows += [(first, kind.size, stride, part.size, number) for number in range(part.size)]
    return Told("part", tuple(zip(*rows, strict=True)))


@dataclass
class Group:
    """Entries that are told about in one way, with equally many inputs each."""

    way: str
    width: int  # inputs of each entry
    blocks: list[str]  # of each entry
    entries: list[np.ndarray]  # [places] each
    facts: list[tuple[tuple[int, ...], ...]]

    @property
    def wide(self) -> bool:
        return self.way == "part" or (self.way == "single" and self.width > MANY)


def group_inputs(blocks: Blocks, axes: tuple[Kind, ...]) -> list[Group]:
    """All inputs in their order, the wide ones last."""
    groups: dict[tuple[str, int], Group] = {}
    for offset, block in blocks:
        by_place = _by_place(offset, block, axes)
        told = tell_at_places(block, by_place.shape[1]) if axes else tell_alone(block)
        for entry, how in told:
            width = len(how.facts[0])
            group = groups.setdefault((how.way, width), Group(how.way, width, [], [], []))
            group.blocks.append(block.name)
            group.entries.append(by_place[:, entry])
            group.facts.append(how.facts)
    return sorted(groups.values(), key=lambda group: group.wide)


def _by_place(offset: int, block: ObservationBlock, axes: tuple[Kind, ...]) -> np.ndarray:
    """[places, entries of each]"""
    entries = np.arange(offset, offset + block.size).reshape(block.shape)
    here = [block.axes.index(axis) for axis in axes]
    places = prod(axis.size for axis in axes)
    return np.moveaxis(entries, here, range(len(here))).reshape(places, -1)


class Inputs(nn.Module):
    """What some blocks say, place by place: [..., places, size].

    A place is one square or thing, a combination along `axes`, which all the blocks have. Without
    axes all entries stand at one place.
    """

    entries: Tensor

    def __init__(self, blocks: Blocks, axes: tuple[Kind, ...] = ()):
        super().__init__()
        self.places = prod(axis.size for axis in axes)
        groups = group_inputs(blocks, axes)
        self.ways = [group.way for group in groups]
        self.blocks = [
            name for group in groups for name in group.blocks for _ in range(group.width)
        ]
        self.size = len(self.blocks)
        self.wide_size = sum(group.width * len(group.entries) for group in groups if group.wide)
        self.counts = [len(group.entries) for group in groups]
        entries = [np.array(group.entries).T for group in groups]
        nothing = np.zeros((self.places, 0), np.int64)  # where there are no groups
        keep(self, "entries", torch.tensor(np.concatenate([nothing, *entries], axis=1)))
        self.facts = [  # names of the facts of each group, [entries, inputs] each
            [f"facts_{number}_{place}" for place in range(len(group.facts[0]))]
            for number, group in enumerate(groups)
        ]
        for names, group in zip(self.facts, groups, strict=True):
            for name, fact in zip(names, zip(*group.facts, strict=True), strict=True):
                keep(self, name, torch.tensor(np.array(fact, np.float32)))

    def about(self, blocks: set[str]) -> list[int]:
        """The inputs that tell about these blocks."""
        return [number for number, block in enumerate(self.blocks) if block in blocks]

    def forward(self, x: Tensor) -> Tensor:
        found = x.new_empty((*x.shape[:-1], self.places, self.size))
        buffers: dict[str, Any] = self._buffers
        first = 0
        groups = x[..., self.entries].unsqueeze(-1).split(self.counts, dim=-2)
        for way, names, values in zip(self.ways, self.facts, groups, strict=True):
            facts = [buffers[name] for name in names]
            count = facts[0].numel()
            told = found[..., first : first + count].unflatten(-1, facts[0].shape)
            if way == SINGLE:  # most of all inputs: written in place, without a copy
                torch.eq(values, facts[0], out=told)
            else:
                told.copy_(WAYS[way](values, *facts))
            first += count
        return found


def keep(module: nn.Module, name: str, values: Tensor) -> None:
    """A constant of the module: it moves with it to another device, and is not among its weights."""
    module.register_buffer(name, values, persistent=False)
