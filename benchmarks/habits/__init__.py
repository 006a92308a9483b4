"""What players do in a game, counted: habits of agents beside those of people.

    python -m exozoo.benchmarks.habits GAME "AGENT" ["AGENT" ...] [--players N ...] [--games N]

Every seat is played by the same agent. Each game declares its counters as data, in a module of its name
beside this one: COUNTERS, each read off the decisions of a seat or off the end of a game. Where recorded
games are given (`--recorded FILE ...`), they are counted in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from exozoo.agents.arena.match import play_games
from exozoo.agents.registry import load
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.recorded import Recorded

AtEnd = Callable[[Any, int], float]  # (state, seat)
AtDecision = Callable[[Any, int], float]  # (state, action), of the seat that decides


@dataclass(frozen=True)
class Counter:
    """One thing that is counted for every seat of a game."""

    name: str
    at_end: AtEnd | None = None
    at_decision: AtDecision | None = None


def of_block(block_of: np.ndarray, block: Any) -> AtDecision:
    """Whether an action belongs to a block."""
    return lambda state, action: float(block_of[action] == block)


def player(field: str, index: Any = ...) -> AtEnd:
    """A field of the seat's record at the end, or the sum over some of it."""
    return lambda state, seat: float(state["players"][seat][field][index].sum())


@dataclass
class Tally:
    """The counters of one game, filled in as games are played; `values()[seat of a game, counter]`."""

    game: Game
    counters: Sequence[Counter]
    rows: list[np.ndarray] = field(default_factory=list)

    def open(self, players: int) -> np.ndarray:
        return np.zeros((players, len(self.counters)))

    def decided(self, counts: np.ndarray, state: Any, action: int) -> None:
        for number, counter in enumerate(self.counters):
            if counter.at_decision is not None:
                counts[int(state["seat"]), number] += counter.at_decision(state, action)

    def ended(self, counts: np.ndarray, state: Any) -> None:
        for number, counter in enumerate(self.counters):
            if counter.at_end is not None:
                for seat in range(len(counts)):
                    counts[seat, number] += counter.at_end(state, seat)
        self.rows.extend(counts)

    def means(self) -> dict[str, float]:
        """The mean of each counter over all seats of all games."""
        values = np.array(self.rows).mean(axis=0)
        return {
            counter.name: float(value) for counter, value in zip(self.counters, values, strict=True)
        }


def counters_of(game: Game) -> tuple[Counter, ...]:
    """The counters that a game declares."""
    try:
        return import_module(f"{__name__}.{game.name}").COUNTERS
    except ModuleNotFoundError:
        raise ValueError(f"{game.title} declares no habits to be counted") from None


def count_agent(
    game: Game, agent: str, players: int, seeds: Sequence[int], **settings: Any
) -> Tally:
    """One agent in all seats, a game for each seed."""
    tally = Tally(game, counters_of(game))
    counts = [tally.open(players) for _ in seeds]
    played: list[Batch] = []

    def note(batch: Batch, actions: np.ndarray, where: np.ndarray) -> None:
        played[:] = [batch]
        for row in np.flatnonzero(where):
            tally.decided(counts[row], batch.states[row], int(actions[row]))

    seating = np.zeros((len(seeds), players), np.int64)
    play_games(game, [load(agent, game, **settings)], seating, seeds, {}, note=note)
    for count, state in zip(counts, played[0].states, strict=True):
        tally.ended(count, state)
    return tally


def count_recorded(game: Game, records: Iterable[Recorded]) -> Tally:
    """The same for games that somebody else played to their ends."""
    tally = Tally(game, counters_of(game))
    for record in records:
        state = game.new_state(record.seed, **record.options)
        counts = tally.open(int(state["num_players"]))
        for action in record.actions:
            tally.decided(counts, state, action)
            game.step(state, action)
        tally.ended(counts, state)
    return tally
