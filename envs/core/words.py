"""Values that somebody gave, read strictly and shown in errors: in one line, short, whatever they are."""

from __future__ import annotations

import operator
from typing import Any

MOST_SHOWN = 80  # letters of a value in a message
MOST_TOLD = 300  # letters of another's message, or of a file's name
# what code raises that expected another kind of value
WRONG_KIND = (
    TypeError,
    AttributeError,
    KeyError,
    IndexError,
    OverflowError,
    RecursionError,
)


def shown(value: Any, most: int = MOST_SHOWN) -> str:
    """The value as Python writes it, cut short; of what cannot be written, its kind."""
    try:
        words = repr(value)
    except Exception:  # too deep, too many digits, or whatever a stranger's __repr__ raises
        words = f"<{type(value).__name__}>"
    return short(words, most)


def told(error: Exception, most: int = MOST_TOLD) -> str:
    """What an error of somebody else's code says, in one line, cut short: it may repeat what was given."""
    try:
        words = str(error)
    except Exception:
        words = ""
    return short(words, most) or type(error).__name__


def short(words: str, most: int = MOST_TOLD) -> str:
    """A text in one line, cut short: the name of a file, say."""
    words = " ".join(words.split()).encode("utf-8", "backslashreplace").decode("utf-8")
    return words if len(words) <= most else words[:most] + "..."


def whole(value: Any) -> int | None:
    """The value as a whole number, or None if it is none; True and False are none."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
