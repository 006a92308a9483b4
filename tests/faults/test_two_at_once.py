"""Two runs in one folder: the second is refused in a line that names the first, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from exozoo.agents.arena.run import run_arena
from tests.core.test_compile_lock import holder
from tests.faults.test_kills import SETTINGS, TOY_CONFIG

pytestmark = pytest.mark.compiled


def play_arena(folder: Path) -> Any:
    return run_arena(SETTINGS, folder)


def play_dataset(folder: Path) -> Any:
    from exozoo.training.datasets.run import run_selfplay
    from tests.datasets.folders import toy_settings

    return run_selfplay(toy_settings(), folder)


def train(folder: Path) -> Any:
    pytest.importorskip("torch")
    from exozoo.training.config import load_config
    from exozoo.training.run import run_training

    return run_training(load_config(TOY_CONFIG, "smoke"), folder)


def tune(folder: Path) -> Any:
    pytest.importorskip("cma")
    from exozoo.training.tuning.run import run_search
    from tests.training.test_tuning import settings

    return run_search(settings(), folder, 1)


@pytest.mark.parametrize("run", [play_arena, play_dataset, train, tune])
def test_a_folder_has_one_writer(run: Callable[[Path], Any], tmp_path: Path):
    process = holder(tmp_path, 60)
    try:
        with pytest.raises(ValueError, match=f"is being written by process {process.pid}"):
            run(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == [".lock"]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("run", [play_arena, play_dataset])
def test_what_is_left_of_a_killed_one_is_taken_over(run: Callable[[Path], Any], tmp_path: Path):
    process = holder(tmp_path, 60)
    process.kill()
    process.communicate()
    run(tmp_path)
    assert not (tmp_path / ".lock").exists()
