"""Random play and warm-up for the command line, the demo and the benchmarks."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.table import Table

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.replay import Recorder, Replay
from exozoo.envs.registry import load_game

WIDTH = 256  # games side by side


@dataclass(frozen=True)
class RandomGames:
    """What a run of random games gave."""

    scores: np.ndarray  # int32[games, players], final points
    ranks: np.ndarray  # int8[games, players]
    decisions: int
    seconds: float

    def table(self) -> Table:
        table = Table("seat", "mean score", "worst", "best", "won", title="random play")
        for seat in range(self.scores.shape[1]):
            points = self.scores[:, seat]
            won = (self.ranks[:, seat] == 1).mean()
            table.add_row(
                str(seat),
                f"{points.mean():.1f}",
                str(points.min()),
                str(points.max()),
                f"{won:.0%}",
            )
        return table


def play_random_games(
    game: Game,
    games: int,
    seed: int,
    threads: int,
    options: dict[str, Any],
    report: Callable[[int], None] = lambda done: None,
) -> RandomGames:
    """Play whole random games inside the kernels; `report` hears how many are finished."""
    width = min(WIDTH, games)
    batch = Batch(game, width, seed=seed, threads=threads, auto_reset=False, **options)
    to_the_end = np.full(width, NONE)
    scores, ranks, decisions, done = [], [], 0, 0
    started = time.perf_counter()
    while done < games:
        batch.random_until(to_the_end)
        take = min(width, games - done)
        scores.append(batch.scores[:take].copy())
        ranks.append(batch.ranks[:take].copy())
        decisions += int(batch.states["ply"].sum())
        done += take
        report(done)
        if done < games:
            batch.restart(batch.dones)
    seconds = time.perf_counter() - started
    batch.close()
    return RandomGames(np.concatenate(scores), np.concatenate(ranks), decisions, seconds)


def random_replay(game: Game, seed: int, options: dict[str, Any]) -> tuple[Replay, np.record]:
    """One random game, decision by decision, with its record."""
    rng = np.random.default_rng(seed)
    recorder = Recorder(game, seed, options)
    while not game.is_over(recorder.state):
        recorder.step(int(rng.choice(game.legal_actions(recorder.state))))
    return recorder.replay(), recorder.state


def _deal(game: Game) -> None:
    Batch(game, 1, players=game.max_players).random_steps(1)


def _observe(game: Game) -> None:
    game.observe(game.new_state())


def _determinize(game: Game) -> None:
    game.determinize(game.new_state())


def _decide_at_once(game: Game) -> None:
    if game.kernels.window_of:
        states = Batch(game, 1, players=game.max_players).states
        game.kernels.window_of(states, 0)
        game.kernels.turn_of(states, 0, 0)


WARM_STEPS: dict[str, Callable[[Game], None]] = {
    "dealing and stepping": _deal,
    "observing": _observe,
    "re-dealing": _determinize,
    "deciding at once": _decide_at_once,
}


def warm_games(names: Sequence[str], jobs: int) -> Iterator[tuple[str, str]]:
    """Compile every kernel of the games, side by side in processes; tells each step when done."""
    if jobs == 1 or len(names) == 1:
        for name in names:
            for step in WARM_STEPS:
                warm_step(name, step)
                yield name, step
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(names)), spawn) as pool:
        running = {pool.submit(warm_game, name): name for name in names}
        for task in as_completed(running):
            task.result()
            yield from ((running[task], step) for step in WARM_STEPS)


def warm_game(name: str) -> None:
    for step in WARM_STEPS:
        warm_step(name, step)


def warm_step(name: str, step: str) -> None:
    WARM_STEPS[step](load_game(name))
