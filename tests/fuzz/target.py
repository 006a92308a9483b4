"""What is fuzzed: a kind of input, and what must hold whatever comes."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any, ClassVar

LONGEST_WORDS = 1200  # letters of a refusal
SLOWEST = 10.0  # seconds of the processor that one input may take


class Target:
    """One kind of input. An input is a function of the target's name and a number.

    `attempt` makes an input, hands it in and checks that nothing else has changed; a refusal it lets
    pass on. Whatever else it raises is a find.
    """

    name: ClassVar[str]
    refusals: ClassVar[tuple[type[Exception], ...]] = (ValueError,)

    def __init__(self, folder: Path):
        """`folder` is empty, and the target's own."""
        self.folder = folder

    def attempt(self, rng: Random) -> None:
        raise NotImplementedError

    def run(self, number: int) -> bool:
        """Try input `number`; whether it was accepted. AssertionError or what else: a find."""
        rng = Random(f"{self.name} {number}")
        began = time.thread_time()
        try:
            self.attempt(rng)
            accepted = True
        except self.refusals as error:
            check_words(str(error))
            accepted = False
        seconds = time.thread_time() - began
        assert seconds < SLOWEST, f"{seconds:.0f} seconds for one input"
        return accepted


def check_words(words: str) -> None:
    """A refusal is one line that somebody can read."""
    assert words.strip(), "a refusal without words"
    assert "\n" not in words, f"more than one line: {words[:200]!r}"
    assert len(words) <= LONGEST_WORDS, f"{len(words)} letters: {words[:200]!r}"


def as_json(value: Any) -> bytes:
    """JSON as a stranger may write it: NaN and lonely surrogates among it."""
    try:
        return json.dumps(value).encode("utf-8", "surrogatepass")
    except (RecursionError, ValueError):  # too deep, or a number of too many digits
        return b'{"deep":' + b"[" * 100_000
