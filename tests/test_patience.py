"""A process that hangs is told from one that gets no processor."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests import patience
from tests.patience import Patience


def let_it_wait(proc: Path, task: str, seconds: float, children: str = "") -> None:
    folder = proc / task
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "schedstat").write_text(f"5 {seconds * 1e9:.0f} 3\n")
    (folder / "children").write_text(children)


def test_waiting_for_a_processor_is_no_silence(tmp_path, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(patience, "PROC", tmp_path)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    let_it_wait(tmp_path, "7/task/7", 50)
    held = Patience(7, 100)
    now[0] += 150
    let_it_wait(tmp_path, "7/task/7", 50 + 60)
    assert not held.is_over()
    let_it_wait(tmp_path, "7/task/7", 50 + 40)
    assert held.is_over()
    let_it_wait(tmp_path, "7/task/8", 1, children="9")  # a thread that has a child, which waits
    let_it_wait(tmp_path, "9/task/9", 60)
    assert not held.is_over()
    held.heard()
    now[0] += 101
    assert held.is_over()


def test_a_process_that_sleeps_is_silent():
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        held = Patience(sleeper.pid, 0.5)
        assert not held.is_over()
        until = time.monotonic() + 50
        while not held.is_over():
            assert time.monotonic() < until
            time.sleep(0.1)
    finally:
        sleeper.kill()
        sleeper.wait()
