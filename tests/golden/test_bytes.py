"""The same bytes with and without the compiler, in threads, in processes, by other versions of it."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.metadata import version

import numpy as np
import pytest

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.registry import game_names
from tests.all_games.games import each_game
from tests.golden.bytes import digests
from tests.install.venvs import ROOT, Venv

pytestmark = pytest.mark.compiled
NAMES = list(game_names())
FEW = 12  # decisions of a game that are played without the compiler


@cache
def here(decisions: int) -> dict[str, str]:
    return digests(NAMES, decisions)


def test_the_compiler_changes_no_byte():
    words = [sys.executable, "-m", "tests.golden.bytes", "--decisions", str(FEW), *NAMES]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["digests"] == here(FEW)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_change_no_byte(method):
    here(FEW)  # so that a fork begins with kernels in use
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(digests, NAMES, FEW).result() == here(FEW)


def play(game: Game, threads: int) -> list[bytes]:
    """What a batch shows on the way, by all of its ways to step."""
    batch = Batch(game, 200, seed=5, threads=threads, players=game.max_players)
    assert batch.threads == threads
    shown = []
    for number in range(12):
        batch.random_steps(1 + number, observe=True)
        batch.step(batch.draw(), observe=True)
        batch.random_until(np.full(batch.num_envs, number % game.max_players))
        parts = (batch.states, batch.masks, batch.observations, batch.results, batch.episodes)
        shown.append(b"".join(part.tobytes() for part in parts))
    batch.close()
    return shown


@each_game
def test_threads_change_no_byte(game, monkeypatch):
    monkeypatch.setattr("exozoo.envs.core.batch.cores", lambda: 8)
    monkeypatch.setattr("exozoo.envs.core.crew.SMALLEST", 8)
    monkeypatch.setattr("exozoo.envs.core.batch.SMALLEST", 8)
    one = play(game, 1)
    for threads in range(2, 9):
        assert play(game, threads) == one, f"{threads} threads"


def one_minor_lower(name: str) -> str:
    major, minor = version(name).split(".")[:2]
    return f"{name}=={major}.{int(minor) - 1}.*"


@pytest.mark.slow
def test_other_versions_of_numpy_and_numba_change_no_byte(tmp_path):
    """All golden games whole, under numpy and numba one minor version lower."""
    place = Venv(tmp_path)
    place.install(*map(one_minor_lower, ("numpy", "numba")), place.wheel())
    shutil.copytree(ROOT / "tests" / "golden", place.work / "tests" / "golden")
    done = place.run("python", "-m", "tests.golden.bytes", *NAMES)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["numba"] != version("numba")
    assert told["numpy"] != version("numpy")
    assert told["digests"] == here(0)
