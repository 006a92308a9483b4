"""Compile games before they are needed, several kernels at once in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numba
import numpy as np

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.compile.folder import VARIABLE, cache_root
from exozoo.envs.core.compile.notices import QUIET
from exozoo.envs.core.compile.share import export, import_file, target_variables
from exozoo.envs.core.compile.work import SIDE_BY_SIDE, hold, owner_of
from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.rng import seed_rng
from exozoo.envs.registry import load_game


def _legal(game: Game) -> None:
    _compile(game.rules.legal, np.zeros(game.num_actions, np.uint8), game=game)


def _step(game: Game) -> None:
    _compile(game.rules.step, np.int64(0), game=game)


def _setup(game: Game) -> None:
    _compile(game.rules.setup, np.zeros(1, np.int64), game=game)


def _observe(game: Game) -> None:
    out = np.zeros((0, game.observation.size(game.min_players)), OBSERVATION_DTYPE)
    game.kernels.observe_many(game.blank, 0, 0, np.zeros(0, np.int64), out)


def _determinize(game: Game) -> None:
    game.kernels.determinize_many(game.blank, 0, 0, np.zeros(0, np.int64), np.zeros(0, np.uint64))


def _at_once(game: Game) -> None:
    if game.rules.window and game.rules.as_seat:
        _compile(game.rules.window, game=game)
        _compile(game.rules.as_seat, np.int64(0), game=game)


def _run(game: Game) -> None:
    states = Batch(game, 1, players=game.max_players)
    states.random_steps(1)
    states.step(states.draw(), observe=True)
    seed_rng(np.zeros(2, np.uint64), np.uint64(1))  # wrappers seed opponents by it
    game.draw(states.states[0])
    game.describe(states.states[0], int(states.masks[0].argmax()))
    if game.kernels.window_of:
        game.kernels.window_of(states.states, 0)
        game.kernels.turn_of(states.states, 0, 0)


# The rules compile side by side: a kernel that one process has stored, the other one loads. Setting
# up comes second because it shares most with the end of applying a decision.
RULES: dict[str, Callable[[Game], None]] = {
    "applying decisions": _step,
    "setting up": _setup,
    "legal actions": _legal,
}
# The loop over all the rules waits for them; what else there is fills the gaps.
PLAYING = "playing"
STEPS: dict[str, Callable[[Game], None]] = {
    **RULES,
    "observing": _observe,
    "re-dealing": _determinize,
    "deciding at once": _at_once,
    PLAYING: _run,
}


def warm_games(names: Sequence[str], jobs: int) -> Iterator[tuple[str, str]]:
    """Compile every kernel of the games; tells each step when it is done."""
    with ExitStack() as held:
        for name in sorted(names):  # in one order: two such runs must not wait for each other
            held.enter_context(hold(owner_of(load_game(name).rules.step)))
        yield from _warm(names, jobs)


def _warm(names: Sequence[str], jobs: int) -> Iterator[tuple[str, str]]:
    if jobs == 1:
        for name in names:
            for step in STEPS:
                warm_step(name, step)
                yield name, step
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawn, _begin_helping) as pool:
        left = {name: set(RULES) for name in names}
        running: dict[Future, tuple[str, str]] = {
            pool.submit(warm_step, name, step): (name, step)
            for name in names
            for step in STEPS
            if step != PLAYING
        }
        while running:
            for task in wait(running, return_when=FIRST_COMPLETED).done:
                task.result()
                name, step = running.pop(task)
                yield name, step
                left[name].discard(step)
                if not left[name] and step in RULES:
                    running[pool.submit(warm_step, name, PLAYING)] = name, PLAYING


def export_games(names: Sequence[str], path: Path, target: str, jobs: int) -> int:
    """Compile games for other machines into one file, in a cache of its own; returns how many kernels.

    A process of its own does it: numba reads at its import what to compile for.
    """
    variables = target_variables(target)
    with tempfile.TemporaryDirectory(prefix="exozoo-export-") as folder:
        variables |= {VARIABLE: folder, QUIET: "1"}
        command = [sys.executable, "-m", "exozoo", "warm", *names, "--jobs", str(jobs)]
        run = subprocess.run(
            command,
            env={**os.environ, **variables},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        if run.returncode:
            told = run.stderr.decode(errors="replace").strip().splitlines()
            raise ValueError(f"compiling for {target} failed: {(told or ['no reason told'])[-1]}")
        return export(Path(folder), path, target)


def import_games(path: Path) -> int:
    """Put the kernels of an exported file into the user's cache; returns how many."""
    root = cache_root()
    if root is None:
        raise ValueError("there is no folder that compiled games can be kept in")
    return import_file(path, root)


def _begin_helping() -> None:
    """In a process that compiles beside others: it takes no lock, and Ctrl-C ends it silently."""
    os.environ[SIDE_BY_SIDE] = "1"
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def warm_step(name: str, step: str) -> None:
    STEPS[step](load_game(name))


def _compile(kernel: Any, *arguments: object, game: Game) -> None:
    """Compile for the types of (state, arguments), without a call."""
    kernel.compile(tuple(numba.typeof(value) for value in (game.blank[0], *arguments)))
