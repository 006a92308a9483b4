"""Options of a game: one table gives defaults, checks and documentation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """One keyword of `new_state`. `check` returns the value in normal form or raises ValueError."""

    name: str
    default: Any
    help: str
    allowed: str
    check: Callable[[Any], Any]


def int_option(name: str, default: int, low: int, high: int, help: str) -> Option:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise ValueError("not a whole number")
        number = value.__index__()
        if not low <= number <= high:
            raise ValueError("out of range")
        return number

    return Option(name, default, help, f"{low}..{high}", check)


def flag_option(name: str, default: bool, help: str) -> Option:
    def check(value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError("not a bool")
        return value

    return Option(name, default, help, "True or False", check)


def choice_option(name: str, default: str, choices: Sequence[str], help: str) -> Option:
    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError("unknown choice")
        return value

    return Option(name, default, help, ", ".join(map(repr, choices)), check)


class OptionTable:
    """The options of one game. `relate` may check and fill in values that depend on each other."""

    def __init__(
        self,
        options: Sequence[Option],
        relate: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    ):
        self.options = tuple(options)
        self._relate = relate

    def parse(self, given: dict[str, Any]) -> dict[str, Any]:
        """All options with their values; ValueError says what was wrong and what is allowed."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise ValueError(f"unknown option {name!r}: allowed are {', '.join(known)}")
        values = {}
        for name, option in known.items():
            value = given.get(name, option.default)
            try:
                values[name] = option.check(value) if name in given else value
            except ValueError as error:
                raise ValueError(
                    f"option {name}={value!r}: {error}; allowed: {option.allowed}"
                ) from None
        return self._relate(values) if self._relate else values
