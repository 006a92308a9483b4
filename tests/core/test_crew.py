"""Threads that stay for the next call: they share all of the work, and none outlives its crew."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import threading
import time

import numpy as np
import pytest

import exozoo
from exozoo.envs.core.crew import CALLS, IDLE, SMALLEST, Crew, cut, stand_by
from tests.toy import TOY


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("exozoo-")]


def all_gone() -> bool:
    """Whether no worker is left, given a moment."""
    until = time.monotonic() + 20
    while workers() and time.monotonic() < until:
        time.sleep(0.01)
    return not workers()


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 15, 16, 17, 1000])
def test_slices_cover_everything_once(count, threads):
    slices = cut(count, threads, 100)
    assert [n for first, last in slices for n in range(first, last)] == list(range(count))
    sizes = [last - first for first, last in slices]
    assert max(sizes) <= 100
    assert all(size >= SMALLEST for size in sizes[:-1])


def test_every_slice_is_worked_on_once_call_after_call():
    crew = Crew(3)
    counts = np.zeros(200, np.int64)

    def work(first: int, last: int) -> None:
        counts[first:last] += 1

    for call in range(1, 50):
        crew.share(work, cut(200, 3, 20))
        assert (counts == call).all()
    crew.close()
    assert all_gone()


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of a thread")
def test_ctrl_c_gives_nothing_back_that_others_still_write_to():
    crew, met, written = Crew(2), threading.Barrier(2, timeout=60), []

    def work(first: int, last: int) -> None:
        met.wait()
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.2)  # the caller is done with its slice, and waits
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            time.sleep(0.2)
            written.append(first)

    with pytest.raises(KeyboardInterrupt):
        crew.share(work, [(0, 1), (1, 2)])
    assert written
    crew.close()
    assert all_gone()


def test_several_threads_take_slices():
    crew, met = Crew(2), threading.Barrier(2, timeout=60)

    def work(first: int, last: int) -> None:
        met.wait()  # passes only if two are here at once

    crew.share(work, [(0, 1), (1, 2)])
    crew.close()


@pytest.mark.compiled
def test_a_waiting_worker_sees_a_new_job_at_once():
    """The compiler must not read the cell once for all turns."""
    cells = np.zeros(2, np.int64)
    turns = np.int64(2**40)  # minutes, if nothing were seen
    waiting = threading.Thread(target=stand_by, args=(cells, CALLS, IDLE, turns), daemon=True)
    stand_by(cells, CALLS, IDLE, np.int64(0))
    waiting.start()
    until = time.monotonic() + 60
    while not cells[IDLE] and time.monotonic() < until:
        time.sleep(0.001)
    cells[CALLS] += 1
    waiting.join(60)
    assert not waiting.is_alive()
    assert 0 < cells[IDLE] < turns


def test_an_error_reaches_the_caller_and_the_crew_works_on():
    crew = Crew(2)
    done = []

    def work(first: int, last: int) -> None:
        if first == 3:
            raise KeyError("broken")
        done.append(first)

    for _ in range(5):
        done.clear()
        with pytest.raises(KeyError, match="broken"):
            crew.share(work, [(n, n + 1) for n in range(6)])
        assert sorted(done) == [0, 1, 2, 4, 5]
    crew.close()


def test_no_thread_is_left_of_a_batch_that_is_closed_or_forgotten(monkeypatch):
    monkeypatch.setattr("exozoo.envs.core.batch.cores", lambda: 2)  # also where there is one
    assert all_gone()
    batch = exozoo.Batch(TOY, 600, threads=2)
    batch.random_steps(3)
    assert len(workers()) == 1
    batch.close()
    assert all_gone()
    batch.random_steps(1)  # starts a new one
    assert len(workers()) == 1
    del batch
    gc.collect()
    assert all_gone()


def play_on(batch: exozoo.Batch) -> bytes:
    batch.random_steps(5)
    return batch.states.tobytes()


def in_child(batch, sent) -> None:
    sent.put(play_on(batch))


def test_a_forked_child_goes_on_with_threads_of_its_own():
    batch = exozoo.Batch(TOY, 600, seed=3, threads=2)
    batch.random_steps(2)
    fork = multiprocessing.get_context("fork")
    sent = fork.Queue()
    child = fork.Process(target=in_child, args=(batch, sent))
    child.start()
    far = sent.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0
    assert far == play_on(batch)
    batch.close()
