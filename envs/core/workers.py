"""Who does work that is cut into calls: this process, processes of this machine, a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from exozoo.envs.core.processes import in_processes

Result = TypeVar("Result")
LOCAL, RAY = "local", "ray"


@dataclass(frozen=True)
class Workers:
    """`jobs` of them; what comes of the work does not depend on which."""

    jobs: int = 1
    backend: str = LOCAL
    address: str | None = None  # of a running Ray cluster; None: Ray starts one on this machine

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise ValueError(f"jobs={self.jobs}: allowed are numbers from 1")
        if self.backend not in (LOCAL, RAY):
            raise ValueError(f"backend {self.backend!r}: allowed are {LOCAL!r}, {RAY!r}")
        if self.address is not None and self.backend != RAY:
            raise ValueError(f"address {self.address!r} is for backend {RAY!r}")

    def each(
        self, function: Callable[..., Result], calls: Sequence[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """function(*call) for each call, in any order.

        Workers may not share a disk: what is to be kept is returned, and written here.
        """
        jobs = min(self.jobs, len(calls))
        if self.backend == LOCAL or not calls:
            return in_processes(function, calls, jobs)
        from exozoo.envs.core.actors import in_actors

        return in_actors(function, calls, jobs, self.address)


HERE = Workers()  # this process
