"""Work shared out among actors of a Ray cluster: what a lost one had in hand is done again."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from exozoo.envs.core.extras import need
from exozoo.envs.core.processes import WAITING

Result = TypeVar("Result")
Call = tuple[Any, ...]
MAX_LOSSES = 5  # of one call: it rather than a machine is at fault then


def in_actors(
    function: Callable[..., Result], calls: Sequence[Call], jobs: int, address: str | None = None
) -> Iterator[Result]:
    """function(*call) for each call, in any order, each result once."""
    need("ray")
    with connected(address, jobs):
        crew = Crew(function, calls)
        try:
            crew.hire(jobs)
            yield from crew.results()
        finally:
            crew.dismiss()


class Hand:
    """An actor. It stays, and with it the kernels that its process has loaded."""

    def ready(self) -> None:
        """Answered once the actor runs: a cluster may be too small for it, now or for good."""

    def do(self, function: Callable[..., Any], call: Call) -> Any:
        return function(*call)


class Crew:
    """Actors, what each has in hand, and the calls that are still to be handed out."""

    def __init__(self, function: Callable[..., Any], calls: Sequence[Call]):
        import ray

        self._ray = ray
        self._kind = ray.remote(Hand)
        self._function = ray.put(function)
        self._calls = calls
        self._waiting = deque(range(len(calls)))
        self._losses = [0] * len(calls)
        self._open: dict[Any, tuple[Any, int | None]] = {}  # what is awaited: actor, number of call
        self._hired: list[Any] = []
        self._in_hand: dict[Any, int] = {}  # calls of each actor that runs

    def hire(self, count: int) -> None:
        """Actors that get no call before they run: one without a machine would keep it for ever."""
        for _ in range(count):
            actor = self._kind.options(num_cpus=1, max_restarts=0).remote()
            self._hired.append(actor)
            self._open[actor.ready.remote()] = actor, None

    def dismiss(self) -> None:
        for actor in self._hired:
            self._ray.kill(actor)

    def results(self) -> Iterator[Any]:
        """Few calls are handed out ahead, so that results do not pile up faster than they are used."""
        left = len(self._calls)
        while left:
            done, _ = self._ray.wait(list(self._open), num_returns=1)
            actor, number = self._open.pop(done[0])
            try:
                result = self._ray.get(done[0])
            except self._ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except self._ray.exceptions.RayError as error:
                self._lose(actor, number, error)
                self._hand_out()
                continue
            self._in_hand[actor] = 0 if number is None else self._in_hand[actor] - 1
            self._hand_out()
            if number is not None:
                left -= 1
                yield result

    def _hand_out(self) -> None:
        """To every actor that runs, since a lost one's calls may come back when others are idle."""
        for ahead in range(WAITING):
            for actor, held in self._in_hand.items():
                if held <= ahead and self._waiting:
                    number = self._waiting.popleft()
                    self._in_hand[actor] += 1
                    self._open[actor.do.remote(self._function, self._calls[number])] = actor, number

    def _lose(self, actor: Any, number: int | None, error: Exception) -> None:
        """Another actor takes the place of a lost one, once for all that it had in hand."""
        if number is not None:
            self._losses[number] += 1
            if self._losses[number] >= MAX_LOSSES:
                words = " ".join(str(error).split())[:200]
                raise ChildProcessError(f"a part of the work was lost {MAX_LOSSES} times: {words}")
            self._waiting.appendleft(number)
        if actor in self._hired:
            self._hired.remove(actor)
            self._in_hand.pop(actor, None)
            self._ray.kill(actor)
            self.hire(1)


@contextmanager
def connected(address: str | None, jobs: int) -> Iterator[None]:
    """A connection to the cluster, ended if it was made here."""
    import ray

    if ray.is_initialized():
        yield
        return
    address = address or os.environ.get("RAY_ADDRESS")
    # "local": a new one even where another is running, which nobody has named
    where: dict[str, Any] = {"address": address or "local"}
    if not address:
        where["num_cpus"] = jobs
    try:
        ray.init(**where, log_to_driver=False, logging_level="ERROR")
    except ConnectionError as error:
        raise ValueError(f"no Ray cluster at {address}: {error}") from None
    try:
        yield
    finally:
        ray.shutdown()
