"""Compile games before they are needed, several kernels at once in processes of their own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

import numba
import numpy as np

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import OBSERVATION_DTYPE
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
    if game.kernels.window_of:
        states = Batch(game, 1, players=game.max_players).states
        game.kernels.window_of(states, 0)
        game.kernels.turn_of(states, 0, 0)


def _run(game: Game) -> None:
    Batch(game, 1, players=game.max_players).random_steps(1)


# What compiles apart from each other comes first; the loop over all the rules then finds their
# parts in the cache.
FIRST: dict[str, Callable[[Game], None]] = {
    "applying decisions": _step,
    "legal actions": _legal,
    "setting up": _setup,
    "observing": _observe,
    "re-dealing": _determinize,
}
LAST: dict[str, Callable[[Game], None]] = {
    "playing": _run,
    "deciding at once": _at_once,
}
STEPS = {**FIRST, **LAST}


def warm_games(names: Sequence[str], jobs: int) -> Iterator[tuple[str, str]]:
    """Compile every kernel of the games; tells each step when it is done."""
    if jobs == 1:
        for name in names:
            for step in STEPS:
                warm_step(name, step)
                yield name, step
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawn) as pool:
        left = {name: set(FIRST) for name in names}
        running: dict[Future, tuple[str, str]] = {
            pool.submit(warm_step, name, step): (name, step) for name in names for step in FIRST
        }
        while running:
            for task in wait(running, return_when=FIRST_COMPLETED).done:
                task.result()
                name, step = running.pop(task)
                yield name, step
                if step in left[name]:
                    left[name].remove(step)
                    if not left[name]:
                        running |= {pool.submit(warm_step, name, s): (name, s) for s in LAST}


def warm_step(name: str, step: str) -> None:
    STEPS[step](load_game(name))


def _compile(kernel: Any, *arguments: object, game: Game) -> None:
    """Compile for the types of (state, arguments), without a call."""
    kernel.compile(tuple(numba.typeof(value) for value in (game.blank[0], *arguments)))
