"""Work shared out among processes: results as they come, nothing left behind when the parent ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import Any, TypeVar

Result = TypeVar("Result")
WAITING = 2  # calls handed out ahead for each process, however many there are in all


def in_processes(
    function: Callable[..., Result], calls: Iterable[tuple[Any, ...]], jobs: int
) -> Iterator[Result]:
    """function(*call) for each call, in any order; with one job, here and in the given order."""
    if jobs <= 1:
        for call in calls:
            yield function(*call)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_begin) as pool:
        try:
            yield from _results(pool, function, iter(calls), jobs)
        except BrokenProcessPool:
            raise ChildProcessError("a process that did a part of the work was killed") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _results(
    pool: ProcessPoolExecutor,
    function: Callable[..., Result],
    calls: Iterator[tuple[Any, ...]],
    jobs: int,
) -> Iterator[Result]:
    open_calls: set[Future[Result]] = set()
    while True:
        while len(open_calls) < WAITING * jobs and (call := next(calls, None)) is not None:
            open_calls.add(pool.submit(function, *call))
        if not open_calls:
            return
        done, open_calls = wait(open_calls, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _begin() -> None:
    """Processes share the cores; torch, if loaded, takes one each. Ctrl-C ends them in silence."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent killed outright tells nobody, and its processes would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
