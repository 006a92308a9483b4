"""Options of a game: one table gives defaults, checks, documentation and the vector for kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.envs.core.words import WRONG_KIND, shown, whole

FIRST_PARTS = ("players", "auto_resolve")  # of every game's option vector, for the core's loops


@dataclass(frozen=True)
class IntRange:
    """Whole numbers from `low` to `high`."""

    low: int
    high: int

    def __call__(self, value: Any) -> int:
        number = whole(value)
        if number is None:
            raise ValueError("not a whole number")
        if not self.low <= number <= self.high:
            raise ValueError("out of range")
        return number

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True)
class Flag:
    """True or False."""

    def __call__(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError("not a bool")
        return value

    def __str__(self) -> str:
        return "True or False"


@dataclass(frozen=True)
class OneOf:
    """One of some words."""

    choices: tuple[str, ...]

    def __call__(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise ValueError("unknown choice")
        return value

    def __str__(self) -> str:
        return ", ".join(map(repr, self.choices))


@dataclass(frozen=True)
class Option:
    """One keyword of `new_state`. `check` returns the value in normal form or raises ValueError.

    Where `check` takes words of the user for more than a value, such as the path of a file to open,
    `stored_check` takes its place for values that come out of a record, which may be a stranger's.
    """

    name: str
    default: Any
    help: str
    allowed: str
    check: Callable[[Any], Any]
    stored_check: Callable[[Any], Any] | None = None
    samples: tuple[Any, ...] = ()  # values worth drawing, where `check` cannot list them
    seat_samples: tuple[
        Any, ...
    ] = ()  # the same of an option that is a list with one for each seat

    @property
    def plain(self) -> bool:
        """Whether its place in the vector needs no word of the game: one number says it."""
        return isinstance(self.check, IntRange | Flag | OneOf)

    def code(self, value: Any) -> int:
        """A plain value as a number: itself, or which of the choices it is."""
        return self.check.choices.index(value) if isinstance(self.check, OneOf) else int(value)


@dataclass(frozen=True)
class Part:
    """Numbers of the option vector with one name. `encode` finds them from all the values."""

    name: str
    size: int
    encode: Callable[[dict[str, Any]], Any]


def int_option(name: str, default: int, low: int, high: int, help: str) -> Option:
    check = IntRange(low, high)
    return Option(name, default, help, str(check), check)


def flag_option(name: str, default: bool, help: str) -> Option:
    return Option(name, default, help, str(Flag()), Flag())


def choice_option(name: str, default: str, choices: Sequence[str], help: str) -> Option:
    check = OneOf(tuple(choices))
    return Option(name, default, help, str(check), check)


class UnknownOptionError(ValueError, TypeError):
    """A keyword that a game does not take: a ValueError like all bad input, and, because libraries
    look for that when they try keywords out, also the TypeError that Python would raise."""


class OptionTable:
    """The options of one game, and where the kernels find them.

    `relate` may check and fill in values that depend on each other. The vector holds players and
    auto_resolve, then each plain option, then the `parts` in which the game writes what one number
    cannot say; a part replaces the plain option of its name.
    """

    def __init__(
        self,
        options: Sequence[Option],
        relate: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
        parts: Sequence[Part] = (),
    ):
        self.options = tuple(options)
        self._relate = relate
        replaced = {part.name for part in parts}
        plain = {o.name: o for o in self.options if o.plain and o.name not in replaced}
        missing = [name for name in FIRST_PARTS if name not in plain]
        if missing:
            raise ValueError(f"every game has the plain options {', '.join(missing)}")
        order = [*FIRST_PARTS, *(name for name in plain if name not in FIRST_PARTS)]
        self.parts = (*(_plain_part(plain[name]) for name in order), *parts)
        self._places: dict[str, np.int64] = {}
        size = 0
        for part in self.parts:
            self._places[part.name] = np.int64(size)
            size += part.size
        self.vector_size = size

    def place(self, name: str) -> np.int64:
        """Where a part of the vector begins, typed for kernels."""
        return self._places[name]

    def places(self, *names: str) -> tuple[np.int64, ...]:
        return tuple(self.place(name) for name in names)

    def vector(self, values: dict[str, Any]) -> np.ndarray:
        """What `setup` reads of the parsed options."""
        vector = np.zeros(self.vector_size, np.int64)
        for part in self.parts:
            first = self._places[part.name]
            vector[first : first + part.size] = part.encode(values)
        return vector

    def parse(self, given: dict[str, Any], stored: bool = False) -> dict[str, Any]:
        """All options with their values; ValueError says what was wrong and what is allowed.

        `stored`: they come out of a record, so that no file is opened because of them.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise UnknownOptionError(
                    f"got an unexpected keyword argument {shown(name)}: allowed are {', '.join(known)}"
                )
        values = {}
        for name, option in known.items():
            value = given.get(name, option.default)
            check = option.stored_check if stored and option.stored_check else option.check
            try:
                values[name] = check(value) if name in given else value
            except (ValueError, *WRONG_KIND) as error:
                reason = str(error) if isinstance(error, ValueError) else "not of the right kind"
                raise ValueError(
                    f"option {name}={shown(value)}: {reason}; allowed: {option.allowed}"
                ) from None
        return self._relate(values) if self._relate else values


def _plain_part(option: Option) -> Part:
    return Part(option.name, 1, lambda values: option.code(values[option.name]))
