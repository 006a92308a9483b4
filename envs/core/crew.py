"""Threads that stay for the next call and share its work in slices."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue

import numpy as np

from exozoo.envs.core.jit import FLAGS, bind

Slice = tuple[int, int]  # first and last, as kernels take them
Work = Callable[[int, int], object]

SMALLEST = 16  # games in a slice: below, handing it out costs as much as playing it
# looks for a new job before a worker falls asleep, some 200 µs, in which a learner draws its actions;
# uncompiled ones would hold the GIL
STAND_BY = np.int64(0 if FLAGS.DISABLE_JIT else 320_000)
PAUSE = 0.01  # seconds between two looks whether the others are done, after Ctrl-C
# cells: jobs given (or finished) so far, and what those write who wait
CALLS, IDLE = np.int64(0), np.int64(1)


def _stand_by(cells, seen, idle, turns):
    """Wait awake, without the GIL, until there is a new job; at most so many turns.

    The write to a place that the compiler does not know makes it read `cells` anew each time.
    """
    for _ in range(turns):
        if cells[CALLS] != seen:
            return
        cells[idle] += 1


stand_by = bind(_stand_by)


class Job:
    """Slices of one call. Whoever comes takes the next one; a late worker finds none left."""

    def __init__(self, work: Work, slices: Sequence[Slice], finished: np.ndarray):
        self.work = work
        self.finished = finished  # cells: looked at by a caller who waits awake
        self.slices = iter(slices)  # of a list or tuple: safe to share under the GIL
        self.left = list(range(len(slices)))  # popped when a slice is done, which is atomic too
        self.done = threading.Lock()
        self.done.acquire()
        self.error: BaseException | None = None

    def help(self) -> None:
        for first, last in self.slices:
            try:
                self.work(first, last)
            except BaseException as error:  # told to the caller, who waits
                self.error = error
            if not self.left.pop():
                self.finished[CALLS] += 1
                self.done.release()

    def wait(self, seen: np.int64) -> None:
        """Until the last slice is done: awake at first, since to be woken takes longer than a slice."""
        if not self.done.acquire(blocking=False):
            try:
                stand_by(self.finished, seen, IDLE, STAND_BY)
                self.done.acquire()
            except KeyboardInterrupt:  # others still write into what the caller would get back
                while self.left:
                    self.done.acquire(timeout=PAUSE)
                raise
        if self.error is not None:
            raise self.error


class Crew:
    """`threads - 1` workers beside the caller. They end with `close`, or when the crew is forgotten.

    A worker that has nothing to do stays awake for a moment: the next call of a tight loop then finds
    it there, where waking it would take as long as stepping dozens of games. In a forked child the
    workers are missing and are started anew at the first call.
    """

    def __init__(self, threads: int):
        self.threads = threads
        self._process = 0
        self._close: Callable[[], object] = lambda: None

    def share(self, work: Work, slices: Sequence[Slice]) -> None:
        """work(first, last) for every slice, at the same time; errors are raised here."""
        if self.threads == 1 or len(slices) == 1:
            for first, last in slices:
                work(first, last)
            return
        if self._process != os.getpid():
            self._start()
        seen = self._finished[CALLS]
        job = Job(work, slices, self._finished)
        for _ in range(min(self.threads, len(slices)) - 1):
            self._jobs.put(job)
        self._cells[CALLS] += 1
        job.help()
        job.wait(seen)

    def close(self) -> None:
        """End the workers; a later call would start new ones."""
        self._close()
        self._process = 0

    def _start(self) -> None:
        self._process = os.getpid()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._cells = np.zeros(self.threads + 1, np.int64)
        self._finished = np.zeros(2, np.int64)
        stand_by(self._cells, CALLS, IDLE, np.int64(0))  # compiled here rather than by all workers
        for number in range(1, self.threads):
            threading.Thread(
                target=_worker,
                args=(self._jobs, self._cells, np.int64(number + IDLE - 1)),
                name=f"exozoo-{number}",
                daemon=True,
            ).start()
        self._close = weakref.finalize(self, _dismiss, self._jobs, self._cells, self.threads - 1)


def _worker(jobs: SimpleQueue[Job | None], cells: np.ndarray, idle: np.int64) -> None:
    """Work off jobs until there comes none. Holds nothing of a job while waiting."""
    while (job := jobs.get()) is not None:
        seen = cells[CALLS]
        job.help()
        del job
        if jobs.empty():
            stand_by(cells, seen, idle, STAND_BY)


def _dismiss(jobs: SimpleQueue[Job | None], cells: np.ndarray, workers: int) -> None:
    for _ in range(workers):
        jobs.put(None)
    cells[CALLS] += 1


def cut(count: int, threads: int, grain: int) -> list[Slice]:
    """0..count in slices of at most `grain`; for threads, one large and one small slice each.

    The small ones decide how long the threads wait for each other. More of them would cost more than
    they even out: between two slices a thread needs the GIL, and may have to be woken for it.
    """
    large, small = 3 * count // (4 * threads), count // (4 * threads)
    slices: list[Slice] = []
    first = 0
    while first < count:
        size = grain
        if threads > 1:
            size = min(grain, max(SMALLEST, large if len(slices) < threads else small))
        last = min(count, first + size)
        slices.append((first, last))
        first = last
    return slices
