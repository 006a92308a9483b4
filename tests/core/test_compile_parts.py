"""Parts of kernels compiled in one process serve callers compiled in another."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.core.scratch import environment, write_game

pytestmark = pytest.mark.compiled

# Types are numbered as a process meets them: `strangers` shift the number of the state's record.
COMPILE = """
import importlib, sys
import numba, numpy as np
from exozoo.envs.core.state import state_dtype

kernel, strangers = sys.argv[1], int(sys.argv[2])
for number in range(strangers):
    numba.typeof(np.zeros(1, [(f"field{number}", np.int64)])[0])
parts = importlib.import_module("game.parts")
states = np.zeros(1, state_dtype([("pad", np.int8, 8)]))
if kernel == "outer":
    print(parts.outer(states, 7))
else:
    getattr(parts, kernel).compile((numba.typeof(states[0]), numba.int64))
"""
PARTS = """
import numpy as np
from exozoo.envs.core.jit import jit

@jit
def inner(s, number):
    s.scores[0] += number
    total = 0
    for score in s.scores:
        total += score * number
    return total

@jit
def middle(s, number):
    return inner(s, number) + 1

@jit
def outer(states, number):
    return middle(states[0], np.int64(number))
"""


def test_side_by_side_compiled_parts_fit_whoever_stores_last(tmp_path):
    write_game(tmp_path, "game")
    (tmp_path / "game" / "parts.py").write_text(PARTS)

    def compiled(kernel: str, strangers: int) -> str:
        done = subprocess.run(
            [sys.executable, "-c", COMPILE, kernel, str(strangers)],
            env=environment(tmp_path),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{done.returncode}: {done.stderr}"
        return done.stdout

    compiled("inner", 0)
    (path,) = (tmp_path / "cache").rglob("inner-*")
    first = path.read_bytes()
    path.unlink()
    compiled("middle", 40)  # and `inner` once more, which another process now stores over it
    path.write_bytes(first)
    assert compiled("outer", 0).strip() == "50"
