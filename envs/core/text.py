"""What a seat may know as text for people and language models, told from its observation alone.

A game declares sections: which blocks of the observation stand where, in which words, and where a
plain list would not do, a function that lays them out. Text is made from the observation, so it can
leak nothing, and every block must stand in a section, so nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from exozoo.envs.core.layout import FLAG, Kind, ObservationBlock, ObservationLayout

SEAT_KIND = "seat"  # codes and axes of this name are seats counted from the observer on
LONG = 8  # codes along a longer axis are told by code: "on the board: a, b"
NOTHING_LISTED = "What is not listed is 0, no or nothing."
Namer = Callable[[int], str]
Names = Mapping[str, Namer]  # what people call the things of a kind, by the kind's name


@dataclass(frozen=True)
class Seen:
    """One observation, taken apart: what the functions of a game's sections are given."""

    layout: ObservationLayout
    blocks: Mapping[str, np.ndarray]  # as ObservationLayout.split gives them
    players: int
    seat: int  # of the observer
    names: Names  # where a game's state knows better names than the layout
    rival: str = "the game"  # the seat that the game itself plays in a solo game

    def of(self, block: str, relative: int) -> np.ndarray:
        """A player block of one seat, counted from the observer on."""
        return self.blocks[block][relative]

    def who(self, relative: int) -> str:
        """What a seat is called, as descriptions of actions call it."""
        if relative == 0:
            return "you"
        if self.players == 1 and relative == 1:
            return self.rival
        if relative >= self.players:
            return f"seat +{relative}"
        return f"player {(self.seat + relative) % self.players}"

    def name(self, kind: Kind, number: int) -> str:
        """What the thing of a kind is called."""
        if kind.name in self.names:
            return self.names[kind.name](int(number))
        return self.who(int(number)) if kind.name == SEAT_KIND else kind.label(int(number))

    def tell(self, block: ObservationBlock, values: np.ndarray) -> str:
        """The entries of a block in words; nothing if there is nothing to tell."""
        if isinstance(block.codes, tuple):
            return self._record(block, values)
        if block.axes:
            return self._listed(block, block.axes, values)
        return self._entry(block, values)

    def _entry(self, block: ObservationBlock, value: Any) -> str:
        kind = block.codes
        if not isinstance(kind, Kind):
            return str(int(value))
        number = int(value) - block.first
        if kind == FLAG:
            return "yes" if number else ""
        return self.name(kind, number) if number >= 0 else ""

    def _listed(self, block: ObservationBlock, axes: tuple[Kind, ...], values: np.ndarray) -> str:
        """Entries along axes: the outer ones as "thing (entries)", the last one as a list."""
        axis = axes[0]
        if len(axes) > 1:
            rows = [
                (self.name(axis, number), self._listed(block, axes[1:], row))
                for number, row in enumerate(values)
            ]
            return "; ".join(f"{name} ({row})" for name, row in rows if row)
        if block.codes == FLAG:
            return ", ".join(self.name(axis, int(number)) for number in np.flatnonzero(values))
        if isinstance(block.codes, Kind):
            return self._coded(block, axis, values)
        return ", ".join(
            _counted(self.name(axis, int(number)), int(values[number]))
            for number in np.flatnonzero(values != min(block.low, 0))
        )

    def _coded(self, block: ObservationBlock, axis: Kind, values: np.ndarray) -> str:
        """Codes of things: "thing: code", or "code: things" for many things of few codes."""
        assert isinstance(block.codes, Kind)
        numbers = values.astype(int) - block.first
        if axis.size <= LONG or block.codes.size > LONG:
            pairs = [(n, int(code)) for n, code in enumerate(numbers) if code >= 0]
            return ", ".join(f"{self.name(axis, n)}: {self.name(block.codes, c)}" for n, c in pairs)
        # the lowest value of all is what goes without saying
        lowest = max(block.low - block.first, -1)
        return "; ".join(
            f"{self.name(block.codes, code)}: "
            + ", ".join(self.name(axis, int(n)) for n in np.flatnonzero(numbers == code))
            for code in range(lowest + 1, block.codes.size)
            if (numbers == code).any()
        )

    def _record(self, block: ObservationBlock, values: np.ndarray) -> str:
        """Entries that differ along the last axis; rows of them apart."""
        if values.ndim > 1:
            rows = [self._record(block, row) for row in values]
            return "; ".join(f"{number}. {row}" for number, row in enumerate(rows, 1) if row)
        columns = zip(block.columns(), block.axes[-1].names, values, strict=True)
        return ", ".join(
            f"{name} {value if kind is None else self.name(kind, value)}"
            for kind, name, value in ((k, n, int(v)) for k, n, v in columns)
            if (value != 0 if kind is None else value >= 0)
        )


def _counted(name: str, number: int) -> str:
    """ "ore 3"; "6×3" for three of what is called 6."""
    return f"{name}×{number}" if name.isdigit() else f"{name} {number}"


Write = Callable[[Seen, int], Iterable[str]]  # lines; the relative seat, 0 for shared blocks


@dataclass(frozen=True)
class Section:
    """Blocks that stand together under a title, each with its words, or laid out by `write`."""

    title: str
    blocks: Mapping[str, str] | Sequence[str]
    write: Write | None = None


@dataclass(frozen=True)
class TextLayout:
    """How a game tells what a seat may know."""

    title: str
    observation: ObservationLayout
    shared: tuple[Section, ...]
    player: tuple[Section, ...]
    solo: tuple[Section, ...] = ()
    legend: str = ""  # what signs mean
    names: Callable[[np.record], Names] = lambda state: {}  # names that a state gives things
    rival: str = "the game"

    def __post_init__(self) -> None:
        for part, sections, blocks in (
            ("shared", self.shared, self.observation.shared),
            ("player", self.player, self.observation.player),
            ("solo", self.solo, self.observation.solo),
        ):
            told = sorted(name for section in sections for name in section.blocks)
            wanted = sorted(block.name for block in blocks)
            if told != wanted:
                wrong = sorted(set(told) ^ set(wanted)) or "one stands twice"
                raise ValueError(f"{self.title}: sections and {part} blocks differ: {wrong}")

    @classmethod
    def plain(cls, title: str, observation: ObservationLayout) -> TextLayout:
        """A line a block, in the words of the layout, for games that declare nothing."""

        def section(name: str, blocks: Sequence[ObservationBlock]) -> tuple[Section, ...]:
            told = {block.name: block.name.replace("_", " ") for block in blocks}
            return (Section(name, told),) if told else ()

        return cls(
            title,
            observation,
            section("Table", observation.shared),
            section("", observation.player),
            section("Opponent", observation.solo),
        )

    @cached_property
    def _blocks(self) -> dict[str, ObservationBlock]:
        layout = self.observation
        return {block.name: block for block in (*layout.shared, *layout.player, *layout.solo)}

    def write(self, state: np.record, row: np.ndarray, seat: int) -> str:
        """The text of an observation. Of the state only names of things are read."""
        players = int(state["num_players"])
        seen = Seen(
            self.observation,
            self.observation.split(row, players),
            players,
            seat,
            self.names(state),
            self.rival,
        )
        head = f"{self.title}: you are player {seat} of {players}, seats 0 to {players - 1}."
        return "\n".join([head, *self._body(seen), "", self._closing()])

    def _body(self, seen: Seen) -> Iterator[str]:
        for section in self.shared:
            yield from self._titled(section, seen)
        for relative in range(self.observation.seats(seen.players)):
            yield f"\n## {seen.who(relative).capitalize()}"
            for section in self.player:
                yield from self._lines(section, seen, relative)
        if seen.players == 1:
            for section in self.solo:
                yield from self._titled(section, seen)

    def _titled(self, section: Section, seen: Seen) -> Iterator[str]:
        lines = list(self._lines(section, seen, None))
        if lines:
            yield from (f"\n## {section.title}", *lines)

    def _closing(self) -> str:
        return f"{NOTHING_LISTED}\n{self.legend}".strip()

    def _lines(self, section: Section, seen: Seen, relative: int | None) -> Iterator[str]:
        """A section's lines: first all that is one entry, then a line for each other block."""
        if section.write is not None:
            yield from section.write(seen, relative or 0)
            return
        assert isinstance(section.blocks, Mapping)
        single, lines = [], []
        for name, words in section.blocks.items():
            block = self._blocks[name]
            values = seen.blocks[name] if relative is None else seen.blocks[name][relative]
            told = seen.tell(block, values)
            if told and block.axes:
                lines.append(f"{words}: {told}")
            elif told:
                single.append(f"{words} {told}")
        start = f"{section.title}: " if relative is not None and section.title else ""
        if single:
            lines.insert(0, ", ".join(single))
        yield from (f"{start}{line}" for line in lines)
