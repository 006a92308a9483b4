"""Turn sound inputs into unsound ones. All chance comes from the generator that is handed in."""

from __future__ import annotations

import copy
import struct
from random import Random
from typing import Any

import numpy as np

DEEP = 3000  # levels of nesting: more than Python's own stack takes
LONG = 5000  # letters, digits or entries
BORDERS = (0, 1, 2, 127, 128, 255, 256, 2**15, 2**16, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63)
WORDS = ("", " ", "\x00", "\ud800", "é", "💥", "nan", "None", "../../etc/passwd", "a" * LONG, "1")
TOKENS = (b"\x00", b"\xff" * 4, b"{", b"}", b"[" * 50, b'"', b"\\u0000", b"1e999", b"NaN", b"\n")


class Indexed:
    """A whole number to Python, of no known type."""

    def __init__(self, number: int):
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Indexed({self.number})"


def deep(levels: int = DEEP) -> Any:
    """Lists in lists."""
    found: Any = []
    for _ in range(levels):
        found = [found]
    return found


def number(rng: Random) -> Any:
    """A number that is often at some border, and not always whole."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice((1.0, 0.5, -0.0, float("nan"), float("inf"), 1e300))
    if kind == 1:
        return 10**LONG if rng.random() < 0.1 else 2**64 + rng.randrange(100)
    border = rng.choice(BORDERS) * rng.choice((1, 1, -1))
    return border + rng.randrange(-2, 3) if kind < 5 else rng.randrange(-3, 300)


def digits(rng: Random) -> str:
    """A number as text; Python refuses to write those of thousands of digits."""
    value = number(rng)
    return "9" * 40 if isinstance(value, int) and value.bit_length() > 1000 else str(value)[:40]


def json_value(rng: Random) -> Any:
    """Anything that JSON can say."""
    kind = rng.randrange(10)
    if kind < 4:
        return number(rng)
    if kind < 6:
        return rng.choice(WORDS)
    if kind == 6:
        return rng.choice((None, True, False))
    if kind == 7:
        return [json_value(rng) for _ in range(rng.randrange(4))]
    if kind == 8:
        return {rng.choice(WORDS[3:]): json_value(rng) for _ in range(rng.randrange(3))}
    return deep() if rng.random() < 0.05 else rng.choice(([], {}, [[]], [0] * LONG))


def python_value(rng: Random) -> Any:
    """Anything that a caller in Python may hand over."""
    kind = rng.randrange(12)
    if kind < 6:
        return json_value(rng)
    plain = rng.randrange(-2, 300)
    kinds = (np.int64, np.uint8, np.float32, np.bool_, np.array, Indexed, complex, str, bytes)
    if kind < 10:
        make = rng.choice(kinds)
        return make(abs(plain) % 256 if make in (np.uint8, bytes) else plain)
    return rng.choice((object(), np.zeros(3, np.int64), np.zeros((2, 2)), int, b"1", {1}, range(3)))


def changed_json(rng: Random, value: Any, values: Any = json_value) -> Any:
    """A copy of some JSON with one to four faults in it."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        value = _change(rng, value, values, depth=0)
    return value


def _change(rng: Random, value: Any, values: Any, depth: int) -> Any:
    """Walks down to a place of the tree, and changes what stands there."""
    if isinstance(value, dict) and value and (depth == 0 or rng.random() < 0.8):
        return _change_dict(rng, value, values, depth)
    if isinstance(value, list) and value and (depth == 0 or rng.random() < 0.8):
        return _change_list(rng, value, values, depth)
    if isinstance(value, bool) or value is None or rng.random() < 0.4:
        return values(rng)
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1, 2, 100, -value, -2 * value))
    if isinstance(value, str):
        return changed_text(rng, value) if rng.random() < 0.7 else rng.choice(WORDS)
    return values(rng)


def _change_dict(rng: Random, value: dict[Any, Any], values: Any, depth: int) -> Any:
    key = rng.choice(list(value))
    kind = rng.randrange(10)
    if kind == 0:
        del value[key]
    elif kind == 1:
        value[rng.choice((changed_text(rng, str(key)), *WORDS))] = value[key]
    elif kind == 2:
        value[key] = value[rng.choice(list(value))]
    elif kind == 3 and depth:
        return values(rng)
    else:
        value[key] = _change(rng, value[key], values, depth + 1)
    return value


def _change_list(rng: Random, value: list[Any], values: Any, depth: int) -> Any:
    place = rng.randrange(len(value))
    kind = rng.randrange(10)
    if kind == 0:
        del value[place]
    elif kind == 1:
        value.insert(place, rng.choice(value))
    elif kind == 2:
        value[place] = rng.choice(value)
    elif kind == 3:
        value.insert(place, values(rng))
    elif kind == 4:
        del value[place:]
    elif kind == 5 and depth:
        return values(rng)
    else:
        value[place] = _change(rng, value[place], values, depth + 1)
    return value


def changed_bytes(rng: Random, data: bytes, tokens: tuple[bytes, ...] = TOKENS) -> bytes:
    """A copy of some bytes with one to four faults in it."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        _damage(rng, found, tokens)
    return bytes(found)


def _damage(rng: Random, data: bytearray, tokens: tuple[bytes, ...]) -> None:
    place = rng.randrange(len(data) + 1)
    span = slice(place, place + rng.choice((1, 1, 2, 4, 16, 64)))
    kind = rng.randrange(8)
    if kind == 0 and place < len(data):
        data[place] ^= 1 << rng.randrange(8)
    elif kind == 1 and place < len(data):
        data[place] = rng.randrange(256)
    elif kind == 2:
        del data[place:]
    elif kind == 3:
        del data[span]
    elif kind == 4:
        data[place:place] = data[span]
    elif kind == 5:
        form = rng.choice(("<B", "<H", "<I", "<Q", ">I", ">Q"))
        bits = 8 * struct.calcsize(form)
        content = struct.pack(form, (rng.choice(BORDERS) - rng.randrange(2)) % 2**bits)
        data[place : place + len(content)] = content
    elif kind == 6:
        data[place:place] = rng.choice(tokens)
    else:
        data[span] = rng.randbytes(len(data[span]))


def changed_text(rng: Random, text: str, tokens: tuple[str, ...] = WORDS) -> str:
    """A copy of some text with one to three faults in it."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        place = rng.randrange(len(text) + 1)
        end = place + rng.choice((1, 1, 2, 8))
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:place]
        elif kind == 1:
            text = text[:place] + text[end:]
        elif kind == 2:
            text = text[:place] + text[place:end] + text[place:]
        elif kind == 3:
            text = text[:place] + rng.choice(tokens) + text[place:]
        elif kind == 4:
            text = text[:place] + chr(rng.randrange(32, 127)) + text[place + 1 :]
        else:
            text = text[:place] + digits(rng) + text[end:]
    return text
