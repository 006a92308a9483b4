"""What the compiler layer says to the user: one line on stderr, once, or in the `exozoo` log."""

from __future__ import annotations

import logging
import os
import sys
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
