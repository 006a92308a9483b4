"""Decisions per second of every game, inside the kernel and through `Batch`.

    python -m exozoo.benchmarks.throughput [GAME ...] [--json FILE]

Prints one line a game and setting, and writes the figures as JSON. A decision is one real choice:
its mask is computed, an action is drawn, the step is applied; forced decisions are not counted.
"In the kernel" runs on one core; "through Batch" adds observations of 1,024 environments, two threads.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.core.kernels import draw_legal_each
from exozoo.envs.core.rng import seed_rng
from exozoo.envs.registry import game_names, load_game

SECONDS = 2.0  # per figure
REPEATS = 3  # the best counts: other work on the machine only ever slows a run down
KERNEL_ENVS, KERNEL_STEPS = 64, 200
BATCH_ENVS = 1024
BATCH_THREADS = 2

# besides the defaults: settings with much more in play, for comparison in the same run
SETTINGS: dict[str, dict[str, dict[str, Any]]] = {
    "planet_unknown": {
        "all of it": {
            "corporations": "random",
            "planets": "random",
            "events": "normal",
            "personal_objectives": True,
        }
    }
}
TITLE = "Decisions per second, and seconds from the start of Python to the first step"
COLUMNS = {
    "game": "game",
    "setting": "setting",
    "players": "players",
    "kernel_one_core": "in the kernel",
    "batch_two_threads": "through Batch",
    "warm_start_seconds": "first step",
}

START_UP = """
import time; start = time.perf_counter()
import exozoo
game = exozoo.load_game({name!r})
state = game.new_state(seed=1)
game.step(state, game.legal_actions(state)[0])
print(time.perf_counter() - start)
"""


def kernel_speed(game: Game, players: int, **options: Any) -> float:
    """Whole random games inside one kernel, one thread."""
    batch = Batch(game, KERNEL_ENVS, seed=1, players=players, **options)
    return best_speed(lambda: batch.random_steps(KERNEL_STEPS), KERNEL_ENVS * KERNEL_STEPS)


def batch_speed(game: Game, players: int, threads: int, **options: Any) -> float:
    """Mask, observation, an action drawn as the random agent does, and step: a learner's loop."""
    batch = Batch(game, BATCH_ENVS, seed=1, players=players, threads=threads, **options)
    rng, actions = np.zeros(2, np.uint64), np.zeros(BATCH_ENVS, np.int64)
    seed_rng(rng, np.uint64(1))

    def step() -> None:
        batch.observe()
        draw_legal_each(rng, batch.legal(), actions)
        batch.step(actions)

    for _ in range(50):  # away from the opening, which all games share
        step()
    speed = best_speed(step, BATCH_ENVS)
    batch.close()
    return speed


def start_seconds(name: str, cache: Path | None = None) -> float:
    """Time from nothing imported to the first step, in a new process."""
    environment = dict(os.environ)
    if cache:
        environment["EXOZOO_CACHE_DIR"] = str(cache)
    run = subprocess.run(
        [sys.executable, "-c", START_UP.format(name=name)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(run.stdout)


def best_speed(work: Callable[[], object], decisions: int) -> float:
    """Decisions per second of calling `work`, which makes so many at a time."""
    work()
    best = 0.0
    for _ in range(REPEATS):
        count, started = 0, time.perf_counter()
        while time.perf_counter() - started < SECONDS / REPEATS:
            work()
            count += decisions
        best = max(best, count / (time.perf_counter() - started))
    return best


def measure(name: str) -> list[dict[str, Any]]:
    game = load_game(name)
    rows = []
    for setting, options in {"default": {}, **SETTINGS.get(name, {})}.items():
        for players in sorted({max(2, game.min_players), game.max_players}):
            batch = batch_speed(game, players, BATCH_THREADS, **options)
            rows.append(
                {
                    "game": name,
                    "setting": setting,
                    "players": players,
                    "kernel_one_core": round(kernel_speed(game, players, **options)),
                    "batch_two_threads": round(batch),
                    "warm_start_seconds": round(start_seconds(name), 2),
                    "state_bytes": game.dtype.itemsize,
                    "observation_entries": game.observation.size(players),
                }
            )
    return rows


def describe_machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="names from `exozoo games`; all if none is given")
    parser.add_argument("--json", type=Path, default=Path("throughput.json"))
    chosen = parser.parse_args(arguments)
    rows = [row for name in chosen.games or game_names() for row in measure(name)]
    table = Table(title=TITLE)
    for title in COLUMNS.values():
        table.add_column(title, no_wrap=title == "game")
    for row in rows:
        values = (row[name] for name in COLUMNS)
        table.add_row(*(f"{v:,}" if isinstance(v, int) else str(v) for v in values))
    Console().print(table)
    data = {"machine": describe_machine(), "rows": rows}
    write_atomically(chosen.json, json.dumps(data, indent=1).encode())
    print(f"figures: {chosen.json}")


if __name__ == "__main__":
    main()
