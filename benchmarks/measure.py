"""A piece of work timed in slices: rounds over all work spread a machine's moods evenly."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from exozoo import __version__

Clock = Callable[[], float]
PACKAGES = ("numba", "numpy", "gymnasium", "pettingzoo")


@dataclass(frozen=True)
class Work:
    """What to call, and how many decisions (or copies, or pictures) a call makes."""

    call: Callable[[], object]
    amount: int = 1


def rate(work: Work, seconds: float, clock: Clock = time.perf_counter) -> float:
    """Decisions a second, over at least so many seconds and at least one call."""
    calls, started = 0, clock()
    while True:
        work.call()
        calls += 1
        taken = clock() - started
        if taken >= seconds:
            return calls * work.amount / taken


def best_seconds(
    works: Sequence[Work], repeats: int, clock: Clock = time.process_time
) -> list[float]:
    """Of one call of each in the best of some: other work on the machine only ever slows one down.

    Taken in turn, so that all fare alike.
    """
    rounds = [[1 / rate(Work(work.call), 0.0, clock) for work in works] for _ in range(repeats)]
    return [min(taken) for taken in zip(*rounds)]


def spread(samples: Sequence[float]) -> tuple[float, float, float]:
    """Median, smallest and largest."""
    return statistics.median(samples), min(samples), max(samples)


@contextmanager
def on_cores(count: int) -> Any:
    """The calling thread, and threads that it starts, on so many cores."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def describe_machine() -> dict[str, Any]:
    """What the figures were measured on; names no place and no person."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "date": time.strftime("%Y-%m-%d"),
        "python": platform.python_version(),
        "exozoo": __version__,
        **{name: _version(name) for name in PACKAGES},
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(":")[2] for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return (names[0] if names else platform.processor() or platform.machine()).strip()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"
