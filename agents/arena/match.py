"""Whole games between given agents, many side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.agents.arena.referee import Referee
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.fair_play import Clock, Fault
from exozoo.envs.core.game import Game
from exozoo.envs.core.seating import Seating

Note = Callable[[Batch, np.ndarray, np.ndarray], None]  # batch, actions, where they are taken


@dataclass(frozen=True)
class MatchResult:
    """Finished games, one row each, and the time that each agent took."""

    scores: np.ndarray  # int32[games, players]
    ranks: np.ndarray  # int8[games, players], seats at fault behind all others
    decisions: np.ndarray  # int64[agents]
    seconds: np.ndarray  # float64[agents]
    faults: list[Fault]  # what lost a seat its game before the end
    usage: list[dict[str, float]]  # what each agent used up, counted by name


def play_games(
    game: Game,
    agents: Sequence[Agent],
    seating: np.ndarray,
    seeds: Sequence[int],
    options: dict[str, Any],
    clock: Clock | None = None,
    note: Note = lambda batch, actions, where: None,
) -> MatchResult:
    """Play the game of each seed to its end; `seating[game, seat]` is the number of an agent.

    `note` hears of every decision, while the batch still shows the positions it is taken in.
    """
    players = seating.shape[1]
    batch = Batch(game, len(seeds), auto_reset=False, **{**options, "players": players})
    batch.reset(seeds=seeds)
    seats = Seating(agents, seating)
    referee = Referee(agents, seating, options, clock)

    def step(actions: np.ndarray, where: np.ndarray) -> None:
        note(batch, actions, where)
        batch.step(actions, where)
        referee.ended(np.flatnonzero(where & (batch.dones == 1)), batch.scores, batch.ranks)

    seats.play(batch.states, batch.masks, step)
    return MatchResult(
        batch.scores.copy(),
        referee.ranks,
        seats.decisions,
        seats.seconds,
        referee.faults(),
        [dict(agent.usage()) for agent in agents],
    )
