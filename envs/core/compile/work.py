"""One compilation at a time: the outermost kernel's, with all the kernels it needs on the way."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core.compiler_lock import global_compiler_lock

from exozoo.envs.core.compile.folder import cache_root
from exozoo.envs.core.compile.lock import FolderLock
from exozoo.envs.core.compile.notices import Progress, is_off, notify, tell
from exozoo.envs.core.compile.pieces import SHARED, Walk

# Set by `exozoo warm` in the processes that compile one game side by side on purpose: they take no
# lock and say nothing, because their parent does both.
SIDE_BY_SIDE = "EXOZOO_SIDE_BY_SIDE"


class Work:
    """What is known and done from its begin to its end, with numba's compiler lock held."""

    def __init__(self) -> None:
        self.walk = Walk()
        self._begun = False
        self._game: str | None = None  # that the compiler works on
        self._lock: FolderLock | None = None
        self._outermost: Any = None
        self._counted = 0
        self._progress: Progress | None = None

    def count(self, kernel: Any) -> None:
        """A kernel was looked for: those that one needs come after it, each once."""
        self._outermost = self._outermost or kernel
        self._counted += 1
        if self._progress:
            self._progress.show(self._counted)

    def optimise(self) -> None:
        """All parts are there; what is left is LLVM's work on them together."""
        if self._progress:
            self._progress.show(self._counted, "optimising them together")

    def begin(self, game: str, folder: Path | None) -> bool:
        """A kernel is missing. True if it is worth another look, because a lock was waited for.

        Only the outermost kernel's game is locked, so that no two processes wait for each other.
        """
        if self._begun or game == SHARED or not is_off(SIDE_BY_SIDE):
            return False
        self._begun = True
        if folder is None or game in _held:
            return False
        self._lock = _locked(game, folder)
        return self._lock is not None

    def compile(self, game: str) -> None:
        """It is sure now that the compiler must work."""
        if not self._begun or self._game:
            return
        self._game = game
        tell(game, "compiling")
        self._progress = Progress.on_terminal(
            game, sum(1 for _ in self.walk.reach(self._outermost))
        )
        if not self._progress:
            notify(
                f"compiling {game}, once; a whole game usually takes 15 to 60 s"
                " (`exozoo warm` does it ahead)",
                once=f"compiling {game}",
                level=logging.INFO,
            )

    def end(self) -> None:
        if self._lock:
            self._lock.release()
        if self._progress:
            self._progress.end()
        if self._game:
            tell(self._game, "done")


_current: Work | None = None
_held: set[str] = set()  # games that this process has locked for longer than one compilation


def owner_of(kernel: Any) -> str:
    """The game that a kernel is kept with: the name of a folder, and what others are told."""
    return current_work().walk.owner(kernel)


def current_work() -> Work:
    """The work under way; outside of any, one to look things up with."""
    return _current or Work()


@contextmanager
def working() -> Iterator[None]:
    """Around every compilation: the outermost one begins and ends a work."""
    global _current
    with global_compiler_lock:
        if _current is not None:
            yield
            return
        _current = Work()
        try:
            yield
        finally:
            ended, _current = _current, None
            ended.end()


@contextmanager
def hold(game: str) -> Iterator[None]:
    """Keep other processes from compiling a game meanwhile."""
    root = cache_root()
    lock = root and _locked(game, root / game)
    _held.add(game)
    try:
        yield
    finally:
        _held.discard(game)
        if lock:
            lock.release()


def _locked(game: str, folder: Path) -> FolderLock | None:
    """The lock on a game's folder, waited for if need be; None if it cannot be had."""

    def waiting(holder: str) -> None:
        tell(game, "waiting")
        text = f"waiting for {game}, which is being compiled by {holder}"
        notify(text, once=f"waiting {game}", level=logging.INFO)

    lock = FolderLock(folder)
    return lock if lock.acquire(waiting) else None
