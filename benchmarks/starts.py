"""What is measured once or in processes of their own: import, warm and cold start, memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.compile.folder import VARIABLE
from exozoo.envs.core.game import Game

GAMES_IN_MEMORY = 10_000
TIMED = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
IMPORT = TIMED.format("import exozoo")
FIRST_STEP = TIMED.format(
    "import exozoo; game = exozoo.load_game({!r}); state = game.new_state(seed=1);"
    " game.step(state, game.legal_actions(state)[0])"
)
LONGEST = 900  # seconds that a process may take


def import_seconds() -> float:
    return _timed(IMPORT)


def warm_start_seconds(name: str) -> float:
    """From nothing imported to the first step, with the kernels compiled before."""
    return _timed(FIRST_STEP.format(name))


def cold_start_seconds(names: Sequence[str]) -> float:
    """`exozoo warm` with an empty cache."""
    with tempfile.TemporaryDirectory(prefix="exozoo-cold-") as folder:
        started = time.perf_counter()
        _run(["-m", "exozoo", "warm", *names], {VARIABLE: folder})
        return time.perf_counter() - started


def _timed(code: str) -> float:
    return float(_run(["-c", code], {}))


def _run(arguments: list[str], variables: dict[str, str]) -> str:
    run = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "EXOZOO_QUIET": "1", **variables},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    if run.returncode:
        raise RuntimeError((run.stderr.strip().splitlines() or ["no output"])[-1])
    return run.stdout


def megabytes(game: Game, players: int) -> tuple[float, float]:
    """Of 10,000 games: the states alone, and a `Batch` with masks and observations."""
    batch = Batch(game, 16, players=players)
    arrays = [value for value in vars(batch).values() if hasattr(value, "nbytes")]
    scale = GAMES_IN_MEMORY / batch.num_envs / 1e6
    return batch.states.nbytes * scale, sum(array.nbytes for array in arrays) * scale
