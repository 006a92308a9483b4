"""Random play and warm-up for the command line, the demo and the benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.table import Table

from exozoo.agents.random import RandomAgent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.seating import play_session
from exozoo.envs.core.session import Session
from exozoo.envs.records import Replay, record

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
    results: list[np.ndarray] = []
    decisions = done = 0
    started = time.perf_counter()
    while done < games:
        batch.random_until(to_the_end)
        decisions += int(batch.results["plies"].sum())
        results.append(batch.results[: games - done])
        done += len(results[-1])
        report(done)
        if done < games:
            batch.restart(batch.dones)
    seconds = time.perf_counter() - started
    batch.close()
    ended = np.concatenate(results)
    return RandomGames(ended["scores"], ended["ranks"], decisions, seconds)


def random_replay(game: Game, seed: int, options: dict[str, Any]) -> tuple[Replay, np.record]:
    """One random game, decision by decision, with its record."""
    session = Session(game, options)
    session.reset(seed)
    play_session(session, [RandomAgent(game, seed)] * session.players)
    return record(session), session.state
