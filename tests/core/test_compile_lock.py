"""One process compiles a game, the others wait and say so."""

from __future__ import annotations

import json
import os
import time

import pytest

from exozoo.envs.core.compile import lock as module
from exozoo.envs.core.compile import notices, work
from exozoo.envs.core.compile.lock import FolderLock
from tests.core.scratch import PROBE, environment, finish, start, write_game

HOLD = """
import sys, time
from pathlib import Path
from exozoo.envs.core.compile.lock import FolderLock
assert FolderLock(Path(sys.argv[1])).acquire(print)
print("held", flush=True)
time.sleep(float(sys.argv[2]))
"""


def holder(folder, seconds):
    """Another process that holds the lock for so long."""
    process = start(HOLD, str(folder), str(seconds), env=dict(os.environ))
    assert process.stdout.readline() == "held\n"
    return process


@pytest.fixture(params=["record locks", "lock files"])
def kind(request, monkeypatch):
    if request.param == "lock files":
        monkeypatch.setattr(module, "fcntl", None)


@pytest.mark.usefixtures("kind")
def test_a_free_lock_is_taken_at_once_and_again(tmp_path):
    for _ in range(2):
        lock = FolderLock(tmp_path / "new")
        assert lock.acquire(pytest.fail)
        lock.release()


def test_a_process_that_holds_it_is_waited_for(tmp_path):
    process = holder(tmp_path, 1.0)
    told = []
    lock = FolderLock(tmp_path)
    assert lock.acquire(told.append)
    assert len(told) == 1
    assert f"process {process.pid}" in told[0]
    lock.release()
    process.communicate()


def test_a_file_that_its_holder_deleted_is_no_lock(tmp_path, monkeypatch):
    """Between opening the file and locking it, whoever held it may have gone, and others come."""
    others = []

    def late(handle, how):
        if not others:
            others.append(FolderLock(tmp_path))
            others[0].path.unlink()
        lockf(handle, how)

    lockf = module.fcntl.lockf
    monkeypatch.setattr(module.fcntl, "lockf", late)
    lock = FolderLock(tmp_path)
    assert lock.acquire(pytest.fail)
    assert os.path.samestat(os.fstat(lock._handle), lock.path.stat())
    lock.release()


def test_a_lock_left_behind_by_a_dead_process_holds_nobody_up(tmp_path):
    process = holder(tmp_path, 60)
    process.kill()
    process.communicate()
    assert (tmp_path / module.LOCK_NAME).exists()
    assert FolderLock(tmp_path).acquire(lambda holder: None)


def test_a_stale_lock_file_is_broken(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "fcntl", None)
    left = tmp_path / module.LOCK_NAME
    left.write_text("123 12:00:00")
    long_ago = time.time() - module.MOST_SECONDS - 1
    os.utime(left, (long_ago, long_ago))
    assert FolderLock(tmp_path).acquire(lambda holder: None)


def test_nobody_waits_for_ever(tmp_path, monkeypatch):
    process = holder(tmp_path, 60)
    monkeypatch.setattr(module, "MOST_SECONDS", 0.3)
    assert not FolderLock(tmp_path).acquire(lambda holder: None)
    process.kill()
    process.communicate()


def test_a_folder_that_cannot_be_locked_stops_nobody(tmp_path):
    (tmp_path / "file").touch()
    assert not FolderLock(tmp_path / "file").acquire(pytest.fail)


@pytest.mark.compiled
def test_two_processes_do_not_both_compile_a_game(tmp_path):
    write_game(tmp_path, "game")
    env = environment(tmp_path)
    outs = [out for out, _ in map(finish, [start(PROBE, "game", env=env) for _ in range(2)])]
    runs = [json.loads(out) for out in outs]
    rules = [name for run in runs for name in run["compiled"] if name.startswith("game.")]
    bound = [name for run in runs for name in run["bound"]]
    assert "game.rules.gain" in rules
    assert len(set(rules + bound)) == len(rules + bound), "each by one of the two"


@pytest.mark.compiled
def test_whoever_holds_a_game_compiles_it_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(work, "cache_root", lambda: tmp_path)
    write_game(tmp_path, "game")
    with work.hold("game"):
        process = start(PROBE, "game", env=environment(tmp_path, tmp_path))
        assert "waiting for game" in process.stderr.readline()
    finish(process)


@pytest.mark.compiled
def test_side_by_side_nobody_waits_and_nothing_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(work, "cache_root", lambda: tmp_path)
    write_game(tmp_path, "game")
    with work.hold("game"):
        env = environment(tmp_path, tmp_path, **{work.SIDE_BY_SIDE: "1"})
        _, said = finish(start(PROBE, "game", env=env))
    assert said == ""


class TestNotices:
    @pytest.fixture(autouse=True)
    def _unsaid(self, monkeypatch):
        monkeypatch.setattr(notices, "_said", set())
        monkeypatch.delenv(notices.QUIET, raising=False)

    def test_once_is_once(self, capsys):
        for _ in range(2):
            notices.notify("something", once="a")
        notices.notify("other", once="b")
        assert capsys.readouterr().err == "exozoo: something\nexozoo: other\n"

    def test_a_configured_log_takes_it(self, capsys):
        lines = []

        class Handler(notices.logging.Handler):
            def emit(self, record):
                lines.append(record.getMessage())

        handler = Handler()
        notices.LOG.addHandler(handler)
        try:
            notices.notify("something")
        finally:
            notices.LOG.removeHandler(handler)
        assert lines == ["something"]
        assert capsys.readouterr().err == ""

    def test_quiet(self, capsys, monkeypatch):
        monkeypatch.setenv(notices.QUIET, "1")
        notices.notify("something")
        assert capsys.readouterr().err == ""

    def test_listeners_hear_until_they_stop(self):
        heard = []
        stop = notices.on_compile(lambda game, state: heard.append((game, state)))
        notices.tell("go", "compiling")
        stop()
        notices.tell("go", "done")
        assert heard == [("go", "compiling")]
