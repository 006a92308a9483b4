"""The lowest versions that pyproject.toml promises install together and work."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.install.venvs import Venv, lowest_versions

pytestmark = [pytest.mark.slow, pytest.mark.compiled]
GAME = "alien_frontiers"  # compiles fastest
SMOKE = f"""
import gymnasium, pettingzoo, exozoo
from exozoo.envs import {GAME}_v0
from pettingzoo.test import api_test
api_test({GAME}_v0.env(), num_cycles=20)
env = gymnasium.make("exozoo/AlienFrontiers-v0", render_mode="rgb_array")
_, infos = env.reset(seed=1)
env.step(int(infos["action_mask"].argmax()))
assert env.render().shape[2] == 3
"""


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the lowest versions are older than it")
def test_the_lowest_versions_work(tmp_path):
    place = Venv(tmp_path)
    place.install(*lowest_versions(), place.wheel())
    for words in (
        ("--version",),
        ("games",),
        ("info", GAME),
        ("random", GAME, "--games", 3, "--save", "game.json", "--picture", "board.png"),
        ("replay", "game.json", "--moves"),
        ("doctor",),
    ):
        result = place.run("exozoo", *words)
        assert result.returncode == 0, (words, result.stderr)
    wrong = place.run("exozoo", "random", "chess")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (2, 1), wrong.stderr
    try:
        place.run("python", "-c", SMOKE, check=True)
    except subprocess.CalledProcessError as error:
        pytest.fail(error.stderr)
