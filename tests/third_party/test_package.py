"""A game in a package of its own: built, installed, found by entry point, and given all that ours have.

The package is the toy game of these tests, as docs/adding_a_game.md describes it. It runs in another
process, so that nothing of this one helps it along.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("setuptools")
pytestmark = pytest.mark.compiled

TOY = Path(__file__).parents[1] / "toy"
PYPROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "highcard"
version = "1.0"

[project.entry-points."exozoo.games"]
highcard = "highcard:TOY"

[tool.setuptools]
packages = ["highcard"]
package-data = { highcard = ["*.toml"] }
"""
USE = """
import sys

import gymnasium
import numpy as np
import pettingzoo

import exozoo
from exozoo.agents import load
from exozoo.envs.records import game_of, load_replay

assert "highcard" in exozoo.game_names()
game = exozoo.load_game("highcard")
assert game.draw(game.new_state()).startswith("<svg")
for kind in ("aec", "parallel"):
    pettingzoo.make(kind, "exozoo/highcard-v0", players=3).reset(seed=1)
env = gymnasium.make("exozoo/Highcard-v0", opponents="heuristic")
_, info = env.reset(seed=1)
over = False
while not over:
    _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
path = env.unwrapped.replay().save(sys.argv[1])
assert game_of(load_replay(path)) is game
load_replay(path).verify(game)
states = np.array([game.new_state(seed=2)])
masks = game.legal_mask(states[0])[None]
for name in ("heuristic", "mcts"):
    assert masks[0, load(name, game).act(states, masks)[0]]
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The environment of a process in which the package is installed."""
    source = tmp_path_factory.mktemp("source")
    package = source / "highcard"
    package.mkdir()
    for path in (*TOY.glob("*.py"), *TOY.glob("*.toml")):
        text = path.read_text(encoding="utf-8").replace("tests.toy:TOY", "highcard")
        text = text.replace("tests.toy", "highcard").replace('name="toy"', 'name="highcard"')
        (package / path.name).write_text(text, encoding="utf-8")
    (source / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    site = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    place = ["--no-build-isolation", "--target", str(site), str(source)]
    subprocess.run([*install, *place], check=True)
    return {**os.environ, "PYTHONPATH": str(site)}


def test_wrappers_agents_drawing_and_replay(installed, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", USE, str(tmp_path / "game.json")],
        env=installed,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["info", "highcard"],
        ["random", "highcard", "--games", "4", "--picture", "board.png", "--save", "game.json"],
        ["play-match", "highcard", "heuristic", "random", "--games", "4", "--jobs", "1"],
        ["train", "highcard", "--size", "smoke", "--out", "run"],
    ],
    ids=lambda command: command[0],
)
def test_the_command_line_knows_it(installed, tmp_path, command):
    done = subprocess.run(
        [sys.executable, "-c", "from exozoo.cli import app; app()", *command],
        env=installed,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
