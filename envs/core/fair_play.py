"""What holds between agents and whoever runs their games: clocks, and faults that lose a game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

SECONDS = r"(\d+(?:\.\d+)?)"
CLOCK = re.compile(rf"{SECONDS}(?:/{SECONDS}(?:\+{SECONDS})?)?")  # decision/game+increment


@dataclass(frozen=True)
class Clock:
    """How long agents with a clock may think: for one decision, and for all of a game."""

    decision: float = 10.0  # seconds for each decision
    game: float | None = None  # seconds for all decisions of one seat in one game; None: no limit
    increment: float = 0.0  # seconds added to the game's clock after each decision

    def __post_init__(self) -> None:
        for name, value in (("decision", self.decision), ("game", self.game)):
            if value is not None and not 0 < value < inf:
                raise ValueError(f"clock: {name}={value}: allowed are seconds above 0")
        if not 0 <= self.increment < inf:
            raise ValueError(f"clock: increment={self.increment}: allowed are seconds from 0")

    @classmethod
    def parse(cls, text: str) -> Clock:
        """A clock as the command line writes it: "2", "2/60" or "2/60+0.5"."""
        found = CLOCK.fullmatch(text)
        if not found:
            raise ValueError(
                f"clock {text!r}: allowed are seconds as decision, decision/game "
                "or decision/game+increment, like 2/60+0.5"
            )
        decision, game, increment = found.groups()
        return cls(float(decision), float(game) if game else None, float(increment or 0))


@dataclass(frozen=True)
class Fault:
    """Why a seat lost its game before the end."""

    game: int  # number of the game in the match
    seat: int
    ply: int  # when it happened
    reason: str  # one word, to be counted
    detail: str  # one line
    stderr: str = ""  # the last that a program wrote there
