"""What the compiler layer says to the user: one line on stderr, once, or in the `exozoo` log."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

QUIET = "EXOZOO_QUIET"  # set to anything but 0: nothing is said
LOG = logging.getLogger("exozoo")

State = Literal["compiling", "waiting", "done"]
Listener = Callable[[str, State], None]

_said: set[str] = set()
_listeners: list[Listener] = []


def notify(text: str, once: str | None = None, level: int = logging.WARNING) -> None:
    """Say one line; what has the same `once` is said a single time per process."""
    if once is not None:
        if once in _said:
            return
        _said.add(once)
    if LOG.handlers:
        LOG.log(level, text)
    elif is_off(QUIET):
        with suppress(OSError, ValueError):  # no stderr to write to: nobody listens
            print(f"exozoo: {text}", file=sys.stderr, flush=True)


def is_off(variable: str) -> bool:
    """Whether an environment variable is unset, empty or 0."""
    return os.environ.get(variable, "") in ("", "0")


class Progress:
    """A line on the terminal that says how far the compiler is. What is quick shows none."""

    PATIENCE, PAUSE = 1.0, 0.2  # seconds before the first line, and between two

    def __init__(self, game: str, total: int, clock: Callable[[], float] = time.monotonic):
        self._game, self._total, self._clock = game, total, clock
        self._started = clock()
        self._shown: float | None = None

    @classmethod
    def on_terminal(cls, game: str, total: int) -> Progress | None:
        """None where nobody looks: no terminal, a log or a bar that tells it, or silence wanted."""
        looked_at = False
        with suppress(ValueError):  # a closed stderr
            looked_at = sys.stderr is not None and sys.stderr.isatty() and is_off(QUIET)
        if not looked_at or _listeners or LOG.handlers or logging.getLogger().handlers:
            return None
        return cls(game, total)

    def show(self, done: int, doing: str = "") -> None:
        now = self._clock()
        since = now - (self._shown or self._started)
        if since < (self.PAUSE if self._shown else self.PATIENCE) and not (doing and self._shown):
            return
        self._shown = now
        self._write(f"\rexozoo: compiling {self._game}, this once: {self._text(done, doing)}\x1b[K")

    def _text(self, done: int, doing: str) -> str:
        done = min(done, self._total)
        taken = self._clock() - self._started
        # optimising comes last, and takes about a third of the time of all before
        left = taken / 3 if doing else taken * (4 / 3 * self._total / max(done, 1) - 1)
        return f"{doing or f'{done} of {self._total} kernels'}, about {left:.0f} s left"

    def end(self) -> None:
        if self._shown:
            taken = self._clock() - self._started
            self._write(f"\rexozoo: {self._game} compiled in {taken:.0f} s, and kept\x1b[K\n")

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


def on_compile(listener: Listener) -> Callable[[], None]:
    """Call `listener(game, state)` when a game is compiled; returns what ends that."""
    _listeners.append(listener)

    def stop() -> None:
        with suppress(ValueError):
            _listeners.remove(listener)

    return stop


def tell(game: str, state: State) -> None:
    for listener in tuple(_listeners):
        listener(game, state)
