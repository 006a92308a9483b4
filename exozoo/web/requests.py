"""Strict reading of what comes in: sizes, kinds and names are checked before anything is done."""

from __future__ import annotations

import json
from typing import Any

SMALL_BODY = 64_000  # bytes of an ordinary request
LARGE_BODY = 4_000_000  # of a game: a replay, a record, a line of play
MAX_SEEN = 1_000_000  # plies


class RefusedError(ValueError):
    """Something that is not done, with the HTTP status that says so."""

    def __init__(self, status: int, words: str):
        super().__init__(words)
        self.status = status


def fields(body: bytes, known: dict[str, Any]) -> dict[str, Any]:
    """The JSON object in a body; `known` names what may be in it, with the kind of each value.

    A kind is a type or a tuple of types; what is left out is None.
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(400, "the request is not JSON") from None
    if not isinstance(found, dict):
        raise RefusedError(400, "the request is not a JSON object")
    for name, value in found.items():
        if name not in known:
            raise RefusedError(400, f"unknown entry {name[:40]!r}: allowed are {', '.join(known)}")
        wrong_bool = isinstance(value, bool) and known[name] is not bool
        if value is not None and (wrong_bool or not isinstance(value, known[name])):
            raise RefusedError(400, f"{name}: not of the right kind")
    return {name: found.get(name) for name in known}


def needed(found: dict[str, Any], *names: str) -> tuple[Any, ...]:
    """Entries that must be there."""
    for name in names:
        if found[name] is None:
            raise RefusedError(400, f"{name} is missing")
    return tuple(found[name] for name in names)


def whole(text: str | None, name: str, default: int) -> int:
    """A number in an address."""
    if text is None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 12 or int(text) > MAX_SEEN:
        raise RefusedError(400, f"{name}: not a whole number from 0 to {MAX_SEEN}")
    return int(text)


def wholes(values: list[Any], name: str) -> list[int]:
    """A list of whole numbers."""
    if any(isinstance(value, bool) or not isinstance(value, int) for value in values):
        raise RefusedError(400, f"{name}: not a list of whole numbers")
    return values


def words(values: list[Any], name: str, most: int = 200) -> list[str]:
    """A list of short texts."""
    if any(not isinstance(value, str) or len(value) > most for value in values):
        raise RefusedError(400, f"{name}: not a list of texts of at most {most} letters")
    return values
