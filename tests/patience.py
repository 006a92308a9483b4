"""How long another process has been silent, without the time in which it got no processor.

On a busy machine a process may wait for minutes until it is given a second of work. That is no
hang: one that hangs works, or sleeps, but does not stand in the queue.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
NANOSECONDS = 1e9


class Patience:
    """Ends when a process was silent for so many seconds that were its own."""

    def __init__(self, pid: int, seconds: float):
        self.pid, self.seconds = pid, seconds
        self.heard()

    def heard(self) -> None:
        """It has said something: begin again."""
        self.since, self.queued = time.monotonic(), queued(self.pid)

    def is_over(self) -> bool:
        waits = (now - self.queued.get(task, 0.0) for task, now in queued(self.pid).items())
        return time.monotonic() - self.since - max(waits, default=0.0) > self.seconds


def queued(pid: int) -> dict[Path, float]:
    """Seconds for which each thread of the process and of its children has waited for a processor;
    none where the system does not tell."""
    return {task: _queued(task) for task in _tasks(pid)}


def _tasks(pid: int) -> Iterator[Path]:
    for task in (PROC / str(pid) / "task").glob("*"):
        yield task
        try:
            children = (task / "children").read_text().split()
        except OSError:  # it has ended, or no system tells
            continue
        for child in children:
            yield from _tasks(int(child))


def _queued(task: Path) -> float:
    try:
        return int((task / "schedstat").read_text().split()[1]) / NANOSECONDS
    except (OSError, IndexError, ValueError):
        return 0.0
