"""A clock that goes on by looks at it, so that a limit of time is one of counts."""

from __future__ import annotations


class Clock:
    """Stands for the module `time` where that is imported."""

    seconds = 2.0**-7  # that a look takes, so that sums of them are exact

    def __init__(self) -> None:
        self.looks = 0

    def perf_counter(self) -> float:
        self.looks += 1
        return self.looks * self.seconds
