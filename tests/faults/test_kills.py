"""kill -9 at any moment: what is on disk is whole, and the next run goes on to the same result."""

from __future__ import annotations

import multiprocessing
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from exozoo.agents.arena.results import RESULTS_FILE, read_results
from exozoo.agents.arena.run import ArenaSettings, run_arena
from tests.core.scratch import PROBE, environment, play, start, write_game

pytestmark = pytest.mark.compiled
TOY_CONFIG = Path(__file__).parents[1] / "toy" / "train.toml"
SETTINGS = ArenaSettings("tests.toy:TOY", ("random", "greedy"), games=60, games_a_task=2, seed=3)


def games_of(results: list[dict[str, Any]]) -> list[Any]:
    """All but the seconds that it took."""
    return [(result["task"], result["games"], result["decisions"]) for result in results]


def kill_arenas(folder: Path, kills: int) -> None:
    began = time.perf_counter()
    whole = games_of(run_arena(SETTINGS, folder / "whole"))
    seconds = time.perf_counter() - began
    chance, killed, place = random.Random(4), 0, 0
    while killed < kills:
        child = multiprocessing.get_context("fork").Process(
            target=run_arena, args=(SETTINGS, folder / str(place))
        )
        child.start()
        child.join(chance.uniform(0, seconds / 2))
        child.kill()
        child.join()
        killed += child.exitcode == -signal.SIGKILL
        if child.exitcode == 0:
            assert games_of(run_arena(SETTINGS, folder / str(place))) == whole
            place += 1
    found = run_arena(SETTINGS, folder / str(place))
    assert games_of(found) == whole
    assert len((folder / str(place) / RESULTS_FILE).read_text().splitlines()) == len(whole)


def test_a_killed_arena_goes_on_to_the_same_result(tmp_path):
    kill_arenas(tmp_path, 10)


@pytest.mark.slow
def test_an_arena_killed_many_times(tmp_path):
    kill_arenas(tmp_path, 200)


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_half_a_line_of_results_is_removed(tmp_path, cut):
    whole = games_of(run_arena(SETTINGS, tmp_path))
    path = tmp_path / RESULTS_FILE
    path.write_bytes(path.read_bytes()[:-cut])
    assert len(read_results(tmp_path)) == len(whole) - 1
    assert games_of(run_arena(SETTINGS, tmp_path)) == whole


def kill_compilers(folder: Path, kills: int) -> None:
    write_game(folder, "game")
    env = environment(folder)
    chance = random.Random(2)
    for _ in range(kills):
        process = start(PROBE, "game", env=env)
        time.sleep(chance.uniform(0.5, 6.0))
        process.kill()
        process.communicate()
    run = play(folder, "game")
    assert run.played == {"game": [5, 10.0, 1]}
    assert "damaged" not in run.said
    again = play(folder, "game")
    assert (again.played, again.compiled, again.said) == (run.played, [], "")


def test_killed_while_compiling_the_next_process_compiles_the_rest(tmp_path):
    kill_compilers(tmp_path, 2)


@pytest.mark.slow
def test_killed_while_compiling_many_times(tmp_path):
    kill_compilers(tmp_path, 25)


@pytest.mark.slow
def test_two_compile_at_once_and_one_is_killed(tmp_path):
    write_game(tmp_path, "game")
    env = environment(tmp_path)
    first, second = (start(PROBE, "game", env=env) for _ in range(2))
    time.sleep(3)
    first.kill()
    first.communicate()
    out, said = second.communicate(timeout=300)
    assert second.returncode == 0, said
    assert '"game": [5, 10.0, 1]' in out
    assert play(tmp_path, "game").compiled == []


TRAIN = """
import sys
from pathlib import Path
from exozoo.training.config import load_config
from exozoo.training.run import run_training
data = run_training(load_config(Path(sys.argv[1]), "smoke", checkpoint_every=128), Path(sys.argv[2]))
print(data["steps"])
"""


@pytest.mark.slow
def test_killed_training_goes_on_to_its_end(tmp_path):
    pytest.importorskip("torch")
    from exozoo.agents.network.checkpoint import load_network
    from tests.toy import TOY

    command = [sys.executable, "-c", TRAIN, str(TOY_CONFIG), str(tmp_path / "run")]
    chance = random.Random(3)
    for _ in range(12):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(3.0, 12.0))
        process.kill()
        process.communicate()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "damaged" not in done.stderr
    assert done.stdout.strip() == "1024"
    load_network(tmp_path / "run" / "policy.safetensors", TOY)
