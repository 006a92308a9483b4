"""Small games in packages of their own, compiled in processes of their own: for tests of the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

RULES = '''
import json
from pathlib import Path
import numpy as np
from exozoo.envs.core.jit import jit
from exozoo.envs.core.codes import table

POINTS = table(json.loads((Path(__file__).parent / "points.json").read_text()))
BONUS = np.int64(0)

@jit
def step(s, action):
    """Mentions what is defined below it."""
    s.scores[0] += gain(action)

@jit
def gain(action):
    return POINTS[action] + BONUS

@jit
def legal(s, mask):
    mask[:] = 1
'''
HEURISTIC = """
from exozoo.envs.core.jit import jit
from {name}.rules import BONUS

SCALE = 2.0

@jit
def appraise(s, worth, points):
    points[0] = SCALE * s.scores[0] + BONUS
"""
# Plays a move by each kernel: the rules, the loops of the core, what agents bind to a game.
PROBE = """
import importlib, json, sys
from types import SimpleNamespace
import numpy as np
from numba.core.event import install_recorder
from exozoo.agents import weighing
from exozoo.envs.core import kernels
from exozoo.envs.core.jit import bind
from exozoo.envs.core.state import state_dtype

def advanced(name):
    rules = importlib.import_module(f"{name}.rules")
    heuristic = importlib.import_module(f"{name}.heuristic")
    settle = bind(kernels._settle, legal=rules.legal, step=rules.step)
    play = bind(kernels._play, step=rules.step, settle=settle)
    game = SimpleNamespace(kernels=SimpleNamespace(play=play))
    weigh = bind(weighing._weigh_by_score, step=rules.step)
    own_value = bind(weighing._own_value, appraise=heuristic.appraise)
    work = np.zeros(5, state_dtype([("pad", np.int8, 8)]))
    work["num_players"] = 1
    mask, out, worth = np.ones(3, np.uint8), np.zeros(3), np.zeros((1, 1))
    weighing.bind_actions(game, weigh).advance(work, 0, mask, worth, out)
    value = own_value(work[0], 0, worth, np.zeros(1))
    evenly = weighing.bind_actions(game, weighing.weigh_evenly)  # bound to an agent's kernel first
    work["scores"][1] = 0
    evenly.advance(work, 1, np.ones(3, np.uint8), worth, out)
    return [int(work[0]["scores"][0]), float(value), int(work[1]["scores"][0])]

with install_recorder("numba:compile") as recorded:
    played = {name: advanced(name) for name in sys.argv[1:]}
functions = [event.data["dispatcher"].py_func for _, event in recorded.buffer if event.is_start]
functions = [f for f in functions if not f.__module__.startswith("numba.")]
print(json.dumps({
    "played": played,
    "compiled": sorted(f"{f.__module__}.{f.__qualname__.partition('[')[0]}" for f in functions),
    "bound": sorted(f.__qualname__ for f in functions if "[" in f.__qualname__),
}))
"""


@dataclass(frozen=True)
class Run:
    """What a process played and compiled, and what it said."""

    played: dict[str, list[float]]
    compiled: list[str]
    bound: list[str]
    said: str


def write_game(folder: Path, name: str, points: tuple[int, ...] = (1, 5, 2)) -> None:
    package = folder / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES)
    (package / "points.json").write_text(json.dumps(points))
    (package / "heuristic.py").write_text(HEURISTIC.format(name=name))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def environment(folder: Path, cache: Path | None = None, **variables: str) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "EXOZOO_CACHE_DIR": str(cache or folder / "cache"),
        **variables,
    }


def start(code: str, *arguments: str, env: dict[str, str]) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen) -> tuple[str, str]:
    """What it wrote to stdout and stderr."""
    out, said = process.communicate(timeout=300)
    assert process.returncode == 0, said
    return out, said


def play(folder: Path, *names: str, cache: Path | None = None, **variables: str) -> Run:
    """Play a move of each game in a new process."""
    out, said = finish(start(PROBE, *names, env=environment(folder, cache, **variables)))
    return Run(**json.loads(out), said=said)
