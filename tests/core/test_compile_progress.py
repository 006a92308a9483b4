"""A plain script that compiles says on the terminal how far it is, and elsewhere nothing of the kind."""

from __future__ import annotations

import io
import logging

import pytest

from exozoo.envs.core.compile import notices
from exozoo.envs.core.compile.notices import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Called in the test itself: pytest puts its own stderr in place after fixtures."""
    found = Terminal()
    monkeypatch.setattr(notices.sys, "stderr", found)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])  # pytest has one
    monkeypatch.delenv(notices.QUIET, raising=False)
    return found


def test_it_says_how_far_it_is_and_that_it_happens_once(monkeypatch):
    terminal = on_terminal(monkeypatch)
    now = 0.0
    progress = Progress("game", 40, lambda: now)
    for count, seconds in ((1, 0.5), (10, 3.0), (11, 3.1), (20, 6.0)):
        now = seconds
        progress.show(count)
    lines = terminal.getvalue().split("\r")
    assert len(lines) == 3, "none at once, none too often"
    assert "compiling game, this once: 10 of 40 kernels, about 13 s left" in lines[1]
    now = 9.0
    progress.show(40, "optimising them together")
    now = 12.0
    progress.end()
    assert "optimising them together, about 3 s left" in terminal.getvalue()
    assert terminal.getvalue().endswith("game compiled in 12 s, and kept\x1b[K\n")


def test_what_is_quick_shows_nothing(monkeypatch):
    terminal = on_terminal(monkeypatch)
    progress = Progress("game", 2, lambda: 0.0)
    progress.show(1)
    progress.end()
    assert terminal.getvalue() == ""


def test_only_a_terminal_nobody_else_tells_gets_it(monkeypatch):
    on_terminal(monkeypatch)
    assert Progress.on_terminal("game", 1)
    monkeypatch.setattr(notices.LOG, "handlers", [logging.NullHandler()])
    assert Progress.on_terminal("game", 1) is None
    monkeypatch.setattr(notices.LOG, "handlers", [])
    stop = notices.on_compile(lambda game, state: None)
    assert Progress.on_terminal("game", 1) is None, "a bar shows it"
    stop()
    monkeypatch.setenv(notices.QUIET, "1")
    assert Progress.on_terminal("game", 1) is None
    monkeypatch.delenv(notices.QUIET)
    monkeypatch.setattr(notices.sys, "stderr", io.StringIO())
    assert Progress.on_terminal("game", 1) is None


def test_a_closed_stderr_is_no_terminal(monkeypatch):
    """A program that captures output may have closed it; compiling goes on."""
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(notices.sys, "stderr", closed)
    assert Progress.on_terminal("game", 1) is None
