"""Games side by side in a `Batch`, with all checks after every decision, and who plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from exozoo.agents import load
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import next_word
from exozoo.envs.core.state import take
from tests.soak import audit

Chooser = Callable[[Batch, np.ndarray], np.ndarray]  # the batch and which of its games run
WORD = 2.0**64


class Watch:
    """Games of one number of players, each with its own options, from their deals on.

    With `twin` threads the same is played in a second batch, whose bytes must stay the same. All
    checks are made `every` so many decisions, at the others those that take no time.
    """

    def __init__(
        self,
        game: Game,
        seeds: Sequence[int],
        options: Sequence[dict[str, Any]],
        threads: int = 1,
        twin: int = 0,
        every: int = 1,
    ):
        self.game, self.seeds, self.options = game, list(seeds), list(options)
        self.every = every
        self.log: list[tuple[np.ndarray, np.ndarray]] = []  # rows that moved, and their actions
        parsed: dict[int, dict[str, Any]] = {}  # games that share a dict share the parsed one
        for given in options:
            parsed.setdefault(id(given), game.options.parse(given))
        dealt = [parsed[id(given)] for given in options]
        self.batches = []
        for count in (threads, twin)[: 1 + bool(twin)]:
            batch = Batch(
                game, len(seeds), threads=count, auto_reset=False, players=dealt[0]["players"]
            )
            batch.deal(seeds, dealt)
            self.batches.append(batch)
        self.batch = self.batches[0]
        audit.check_positions(game, self.batch.states, self.batch.masks)

    @property
    def running(self) -> np.ndarray:
        return self.batch.states["over"] == 0

    def step(self, actions: np.ndarray) -> int:
        """One decision in each running game; returns their number."""
        batch, running = self.batch, self.running
        rows = np.flatnonzero(running)
        self.log.append((rows, np.array(actions[rows], np.int32)))
        if len(self.log) % self.every:
            plies = batch.states["ply"] + running
            batch.step(actions, where=running, observe=True)
            for other in self.batches[1:]:
                other.step(actions, where=running)
            audit.check_quickly(batch, plies)
        else:
            self._step_checked(actions, running, rows)
        return len(rows)

    def _step_checked(self, actions: np.ndarray, running: np.ndarray, rows: np.ndarray) -> None:
        batch = self.batch
        before = take(batch.states, rows)
        for each in self.batches:
            each.step(actions, where=running)
        for other in self.batches[1:]:
            same = batch.states.tobytes() == other.states.tobytes()
            assert same, f"{batch.threads} and {other.threads} threads differ"
            assert np.array_equal(batch.masks, other.masks)
        after = take(batch.states, rows)
        audit.check_step(self.game, before, after, actions[rows])
        audit.check_positions(self.game, after, batch.masks[rows], len(self.log))
        audit.check_results(self.game, after[after["over"] != 0])

    def actions_of(self, row: int) -> list[int]:
        """What was played, or tried last, in one of the games."""
        return [int(actions[rows == row][0]) for rows, actions in self.log if row in rows]

    def close(self) -> None:
        for batch in self.batches:
            batch.close()


def at_random(batch: Batch, running: np.ndarray) -> np.ndarray:
    return batch.draw()


@jit
def draw_by_weight(masks, weights, rng, actions):
    """The winner of a race among legal actions, each as fast as its weight: a draw in that proportion."""
    for row in range(actions.size):
        best = np.inf
        for action in range(masks.shape[1]):
            if masks[row, action]:
                time = -np.log((np.float64(next_word(rng)) + 0.5) / WORD) / weights[action]
                if time < best:
                    best = time
                    actions[row] = action


class Taste:
    """Likes some actions much more than others, so that games go where even chances do not lead."""

    def __init__(self, game: Game, rng: np.random.Generator):
        self.weights = np.exp(rng.normal(0, 2, game.num_actions))
        self.rng = rng.integers(2**63, size=2).astype(np.uint64)

    def __call__(self, batch: Batch, running: np.ndarray) -> np.ndarray:
        actions = np.zeros(batch.num_envs, np.int64)
        draw_by_weight(batch.masks, self.weights, self.rng, actions)
        return actions


class Mixed:
    """An agent decides in a share of the games, chance in the others, drawn anew at each decision."""

    def __init__(self, agent: Agent, share: float, rng: np.random.Generator):
        self.agent, self.share, self.rng = agent, share, rng

    def __call__(self, batch: Batch, running: np.ndarray) -> np.ndarray:
        actions = batch.draw()
        asked = running & (self.rng.random(batch.num_envs) < self.share)
        rows = np.flatnonzero(asked)
        if rows.size:
            actions[rows] = self.agent.act(take(batch.states, rows), batch.masks[rows])
        return actions


def mixed(game: Game, name: str, rng: np.random.Generator, **settings: Any) -> Mixed:
    agent = load(name, game, seed=int(rng.integers(2**31)), **settings)
    return Mixed(agent, float(rng.choice([0.5, 0.9, 1.0])), rng)
