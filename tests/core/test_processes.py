"""Work in processes: every result once, errors as they are, nothing left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exozoo.envs.core.processes import in_processes

ROOT = Path(__file__).resolve().parents[2]
SLEEPERS = """
from exozoo.envs.core.processes import in_processes
from tests.core.test_processes import tell_and_sleep
if __name__ == "__main__":
    list(in_processes(tell_and_sleep, [({place!r}, 60)] * 2, 2))
"""


def divide(number: int, by: int) -> int:
    return number // by


def end(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def tell_and_sleep(place: str, seconds: float) -> None:
    Path(place, str(os.getpid())).touch()
    time.sleep(seconds)


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_call_is_made_once(jobs):
    calls = [(number, 3) for number in range(20)]
    assert sorted(in_processes(divide, calls, jobs)) == sorted(n // 3 for n in range(20))
    assert list(in_processes(divide, [], jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_out_as_it_is(jobs):
    with pytest.raises(ZeroDivisionError):
        list(in_processes(divide, [(1, 1), (1, 0), (2, 1)], jobs))


def test_a_killed_process_is_told_in_one_line():
    with pytest.raises(ChildProcessError, match="was killed"):
        list(in_processes(end, [(1,), (2,)], 2))


@pytest.mark.skipif(
    not Path("/proc/self").exists(), reason="looks at processes as Linux shows them"
)
def test_processes_end_with_a_parent_that_is_killed(tmp_path):
    script = tmp_path / "sleepers.py"
    place = tmp_path / "pids"
    place.mkdir()
    script.write_text(SLEEPERS.format(place=str(place)))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, str(script)], env=environment)
    wait_until(lambda: len(list(place.iterdir())) == 2)
    workers = [int(path.name) for path in place.iterdir()]
    parent.kill()
    parent.wait()
    wait_until(lambda: not any(runs(pid) for pid in workers))


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(true) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)
