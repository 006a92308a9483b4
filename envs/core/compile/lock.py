"""One process at a time in a folder: where a game is compiled the others wait, where a run writes
they are refused. The lock is a file in the folder.

Where the system has record locks they are used: the system drops them when their owner dies, so that a
file left behind locks nobody out. Elsewhere the file itself is the lock, and is broken when old.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

LOCK_NAME = ".lock"
MOST_SECONDS = 600.0  # to wait, and after which a lock file is stale: no game compiles so long
PAUSE = 0.1  # seconds between two looks


class FolderLock:
    """A lock on one folder, for one process; not for its threads among each other."""

    def __init__(self, folder: Path):
        self.path = folder / LOCK_NAME
        self._handle: int | None = None

    def acquire(self, waiting: Callable[[str], None]) -> bool:
        """Wait until the lock is ours; False if it cannot be had, which need stop nobody.

        `waiting` hears once, before a wait, who holds the lock.
        """
        deadline = time.monotonic() + MOST_SECONDS
        told = False
        while True:
            try:
                if self._try():
                    return True
            except OSError:  # a folder that vanished, a file system without locks
                return False
            if not told:
                told = True
                waiting(self._holder())
            if time.monotonic() >= deadline:
                return False
            time.sleep(PAUSE)

    def release(self) -> None:
        if self._handle is None:
            return
        if fcntl is None:
            with suppress(OSError):
                self.path.unlink()
        os.close(self._handle)
        self._handle = None

    def _try(self) -> bool:
        if fcntl is None:
            return self._try_to_create()
        while True:
            handle = self._open(os.O_CREAT)
            try:
                fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if self._is_ours(handle):
                    break
            except (BlockingIOError, PermissionError):
                os.close(handle)
                return False
            except OSError:
                os.close(handle)
                raise
            os.close(handle)
        self._take(handle)
        return True

    def _is_ours(self, handle: int) -> bool:
        """Whether the file is still the one in the folder: its last holder may have deleted it."""
        try:
            return os.path.samestat(os.fstat(handle), self.path.stat())
        except FileNotFoundError:
            return False

    def _open(self, flags: int) -> int:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(self.path, os.O_RDWR | flags, 0o600)

    def _try_to_create(self) -> bool:
        try:
            handle = self._open(os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            with suppress(FileNotFoundError):
                if time.time() - self.path.stat().st_mtime > MOST_SECONDS:
                    self.path.unlink()
            return False
        self._take(handle)
        return True

    def _take(self, handle: int) -> None:
        self._handle = handle
        with suppress(OSError):  # a full disk: the lock holds without its owner's name
            os.ftruncate(handle, 0)
            os.write(handle, f"{os.getpid()} {time.strftime('%H:%M:%S')}".encode())

    def _holder(self) -> str:
        try:
            pid, since = self.path.read_text(encoding="ascii").split()
        except (OSError, ValueError):
            return "another process"
        return f"process {pid}, at it since {since}"


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keeps other processes out of a folder that is there; ValueError names who is in it."""

    def refuse(holder: str) -> None:
        raise ValueError(f"{folder} is being written by {holder}")

    lock = FolderLock(folder)
    held = lock.acquire(refuse)
    try:
        yield
    finally:
        if held:
            with suppress(OSError):
                lock.path.unlink()
        lock.release()
