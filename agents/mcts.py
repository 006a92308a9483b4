"""Monte Carlo tree search for any game, fair in games with hidden information."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.agents.heuristics.table import chosen_worth
from exozoo.agents.keys import observe_movers, position_keys
from exozoo.agents.mcts_kernels import (
    LEAF_ONLY,
    NODE,
    RECORDS,
    SLOT,
    begin,
    bind_search,
    finish_leaves,
    read_root,
)
from exozoo.agents.weighing import bind_weighing, turns_ahead
from exozoo.envs.core.agent import VISITS, Agent, Thoughts
from exozoo.envs.core.game import Game, check_seed
from exozoo.envs.core.state import MAX_SEATS
from exozoo.envs.core.words import shown

TIMED_CHUNK = 16  # simulations between two looks at the clock or two reports
CHILDREN = 128  # room for children that one expansion takes, on average
MAX_NODES = 2_000_000

WHOLE, NUMBER, NOTHING = (int, np.integer), (int, float, np.number), type(None)
# setting -> (kinds of values, which of them fit, the same in words)
ALLOWED: dict[str, tuple[tuple[type, ...], Callable[[Any], bool], str]] = {
    "simulations": (WHOLE, lambda n: n >= 2, "whole numbers from 2"),
    "seconds": ((*NUMBER, NOTHING), lambda s: s is None or s > 0, "positive numbers, or None"),
    "explore": (NUMBER, lambda weight: weight >= 0, "numbers from 0"),
    "temperature": (NUMBER, lambda t: t > 0, "positive numbers"),
    "rollout": (WHOLE, lambda n: n >= -1, "whole numbers from -1"),
    "turns": ((*WHOLE, NOTHING), lambda n: n is None or n >= 0, "whole numbers from 0, or None"),
    "margin": (NUMBER, lambda share: 0 <= share <= 1, "numbers from 0 to 1"),
    "threads": (WHOLE, lambda n: n >= 1, "whole numbers from 1"),
}

# (observations[n, size], masks[n, actions]) -> (priors[n, actions], value[n] of the seat to move)
Evaluator = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Searched:
    """What the searches of one call found, one row a position."""

    actions: np.ndarray  # int64[n], the most visited
    visits: np.ndarray  # int64[n, num_actions]
    means: np.ndarray  # float64[n, num_actions], -inf where not visited


class MctsAgent(Agent):
    """Searches on copies in which everything the seat cannot know is dealt anew.

    simulations  per decision; with `seconds` the upper limit
    seconds      per decision, or None: then the same seed always gives the same actions
    explore      weight of priors against what simulations found
    priors       "even", "score" (one step ahead), "heuristic", or "auto": the best there is
    temperature  of the priors, in how far actions lie below the best on average
    rollout      random decisions before the position is appraised; -1: to the end
    guided       draw rollouts from the priors instead of evenly
    turns        own turns to come before the position is appraised, played on for all seats by what
                 the priors hold best; 0: none, None: as many as suit the game
    margin       share of the lead in points in the utility; the rest is the place
    evaluator    a network: priors and value for many positions at once, instead of rollouts
    threads      positions searched side by side; does not change the result
    version      of the heuristic's weights, the newest if none is given
    weights      a file of weights instead
    """

    rebuilt = ("_simulate", "_slots", "_trees", "_work", "_masks", "_weights", "_values")

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        simulations: int = 200,
        seconds: float | None = None,
        explore: float = 1.5,
        priors: str = "auto",
        temperature: float = 0.25,
        rollout: int = 0,
        guided: bool = False,
        turns: int | None = None,
        margin: float = 0.5,
        evaluator: Evaluator | None = None,
        threads: int = 1,
        version: int | None = None,
        weights: str | None = None,
    ):
        _check(
            simulations=simulations,
            seconds=seconds,
            explore=explore,
            temperature=temperature,
            rollout=rollout,
            turns=turns,
            margin=margin,
            threads=threads,
        )
        super().__init__(game, seed)
        self.simulations = simulations
        self.seconds = seconds
        self.evaluator = evaluator
        if priors == "auto":
            priors = "heuristic" if game.extras.heuristic else "score"
        self.priors = "even" if evaluator else priors
        if turns is None:
            turns = turns_ahead(game, self.priors)
        self._worth = bind_weighing(game, self.priors).worth
        if self.priors == "heuristic":
            self._worth = chosen_worth(game, version, weights)
        playing_on = LEAF_ONLY if evaluator else rollout
        self._settings = np.array([explore, temperature, playing_on, guided, turns, margin], float)
        self._threads = threads
        self._found: Searched | None = None  # by the last `act`
        self._rebuild()

    def _rebuild(self) -> None:
        self._simulate = bind_search(self.game, self.priors)
        self._room(self._threads)

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        self._found = self.search(states, masks)
        return self._found.actions

    def thoughts(self) -> Thoughts | None:
        """How often each action was visited, and what the visits were worth on average."""
        if self._found is None:
            return None
        visits, total = self._found.visits, self._found.visits.sum(axis=1)
        worth = visits * np.where(visits > 0, self._found.means, 0)
        values = np.where(total > 0, worth.sum(axis=1) / np.maximum(total, 1), np.nan)
        return Thoughts(VISITS, visits, values)

    def search(self, states: np.ndarray, masks: np.ndarray) -> Searched:
        """Search every position. A position with one legal action is not searched."""
        states, masks = np.ascontiguousarray(states), np.ascontiguousarray(masks)
        count = len(states)
        found = Searched(
            masks.argmax(axis=1).astype(np.int64),
            np.zeros(masks.shape, np.int64),
            np.full(masks.shape, -np.inf),
        )
        open_rows = np.flatnonzero(masks.sum(axis=1, dtype=np.int64) > 1)
        if not open_rows.size:
            return found
        keys = position_keys(self.game, states, self.seed)
        if self.evaluator:
            self._search_together(states, masks, keys, open_rows, found)
        elif self._threads == 1 or count == 1:
            for row in open_rows:
                self._search_one(states, masks, keys, int(row), 0, found)
        else:
            self._search_in_threads(states, masks, keys, open_rows, found)
        return found

    def _room(self, slots: int) -> None:
        """Trees and working positions for `slots` searches at once."""
        size = self.game.num_actions
        nodes = min(self.simulations * CHILDREN + size + 1, MAX_NODES)
        self._slots = np.zeros(slots, SLOT)
        self._trees = np.zeros((slots, nodes), NODE)
        self._work = np.zeros(RECORDS * slots, self.game.dtype)
        self._masks = np.zeros((slots, size), np.uint8)
        self._weights = np.zeros((slots, size))
        self._values = np.zeros((slots, 2, MAX_SEATS))

    def _search_one(
        self,
        states: np.ndarray,
        masks: np.ndarray,
        keys: np.ndarray,
        row: int,
        slot: int,
        found: Searched,
    ) -> None:
        until = time.perf_counter() + self.seconds if self.seconds else None
        begin(self._slots, slot, self._trees, keys[row])
        left = self.simulations
        while left > 0 and (until is None or time.perf_counter() < until):
            whole = until is None and self.report is None
            chunk = left if whole else min(left, TIMED_CHUNK)
            self._walk(states, masks, row, slot, chunk)
            left -= chunk
            if self.report:
                self.report(self.simulations - left, self.simulations)
        self._read(row, slot, found)

    def _search_in_threads(
        self,
        states: np.ndarray,
        masks: np.ndarray,
        keys: np.ndarray,
        rows: np.ndarray,
        found: Searched,
    ) -> None:
        def work(slot: int) -> None:
            for row in rows[slot :: self._threads]:
                self._search_one(states, masks, keys, int(row), slot, found)

        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(work, range(self._threads)))

    def _search_together(
        self,
        states: np.ndarray,
        masks: np.ndarray,
        keys: np.ndarray,
        rows: np.ndarray,
        found: Searched,
    ) -> None:
        """All searches in step, so that the network sees one batch of leaves a simulation."""
        assert self.evaluator is not None
        states, masks = states[rows], masks[rows]
        count = len(rows)
        if len(self._slots) < count:
            self._room(count)
        for slot, row in enumerate(rows):
            begin(self._slots, slot, self._trees, keys[row])
        until = time.perf_counter() + self.seconds if self.seconds else None
        for done in range(self.simulations + 1):  # the first visit only expands the root
            if until is not None and time.perf_counter() > until:
                break
            if self.report:
                self.report(done, self.simulations)
            for slot in range(count):
                self._walk(states, masks, slot, slot, 1)
            leaves = self._work[: RECORDS * count : RECORDS].copy()
            priors, values = self.evaluator(observe_movers(self.game, leaves), self._masks[:count])
            finish_leaves(
                self._slots,
                self._trees,
                self._work,
                self._masks,
                np.ascontiguousarray(priors, np.float64),
                np.ascontiguousarray(values, np.float64),
                self._values,
                self._settings[-1],
            )
        for slot, row in enumerate(rows):
            self._read(int(row), slot, found)

    def _walk(self, states: np.ndarray, masks: np.ndarray, row: int, slot: int, count: int) -> None:
        """`count` simulations from the position in a row, in the tree of a slot."""
        self._simulate(
            states,
            row,
            slot,
            self._slots,
            self._trees,
            self._work,
            masks,
            self._masks,
            self._worth,
            self._weights,
            self._values,
            self._settings,
            count,
        )

    def _read(self, row: int, slot: int, found: Searched) -> None:
        best = read_root(self._slots, slot, self._trees, found.visits[row], found.means[row])
        if best >= 0:
            found.actions[row] = best


def _check(**settings: Any) -> None:
    """ValueError, naming what is allowed, at the first setting that is wrong."""
    for name, value in settings.items():
        kinds, fits, allowed = ALLOWED[name]
        if isinstance(value, bool) or not isinstance(value, kinds) or not fits(value):
            raise ValueError(f"{name}={shown(value)}: allowed are {allowed}")
