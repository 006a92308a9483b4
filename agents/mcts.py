"""Monte Carlo tree search for any game, fair in games with hidden information."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.heuristics.table import chosen_worth
from exozoo.agents.keys import position_keys
from exozoo.agents.search.evaluations import Evaluations, Evaluator, network_evaluator
from exozoo.agents.search.records import LANE, NETWORK, NODE, NOISE, RELIANCE, SLOT
from exozoo.agents.search.root import halving_plan, open_root, read_root
from exozoo.agents.search.tree import begin
from exozoo.agents.search.walk import RECORDS, bind_search, finish_leaves
from exozoo.agents.weighing import bind_weighing, turns_ahead
from exozoo.envs.core.agent import PROBABILITIES, Agent, Thoughts
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
    "candidates": (WHOLE, lambda n: n >= 2, "whole numbers from 2"),
    "noise": (NUMBER, lambda scale: scale >= 0, "numbers from 0"),
    "reliance": (NUMBER, lambda weight: weight >= 0, "numbers from 0"),
    "explore": (NUMBER, lambda weight: weight >= 0, "numbers from 0"),
    "temperature": (NUMBER, lambda t: t > 0, "positive numbers"),
    "rollout": (WHOLE, lambda n: n >= -1, "whole numbers from -1"),
    "turns": ((*WHOLE, NOTHING), lambda n: n is None or n >= 0, "whole numbers from 0, or None"),
    "margin": (NUMBER, lambda share: 0 <= share <= 1, "numbers from 0 to 1"),
    "trust": (NUMBER, lambda share: 0 < share <= 1, "numbers above 0, up to 1"),
    "leaves": (WHOLE, lambda n: n >= 1, "whole numbers from 1"),
    "threads": (WHOLE, lambda n: n >= 1, "whole numbers from 1"),
}


@dataclass(frozen=True)
class Searched:
    """What the searches of one call found, one row a position."""

    actions: np.ndarray  # int64[n], the best
    visits: np.ndarray  # int64[n, num_actions]
    means: np.ndarray  # float64[n, num_actions], -inf where not visited
    policy: np.ndarray  # float64[n, num_actions], probabilities improved by what was found


class MctsAgent(Agent):
    """Searches on copies in which everything the seat cannot know is dealt anew.

    simulations  per decision; with `seconds` the upper limit
    seconds      per decision, or None: then the same seed always gives the same actions
    candidates   actions that are tried at the root, by their priors; half are dropped each round
    noise        Gumbel noise on the priors of the root, for variety in self-play
    reliance     weight of what was found against the priors of the root
    explore      weight of the priors against what was found below the root
    priors       "even", "score" (one step ahead), "heuristic", or "auto": the best there is
    temperature  of the priors, in how far actions lie below the best on average
    rollout      random decisions before the position is appraised; -1: to the end
    guided       draw rollouts from the priors instead of evenly
    turns        own turns to come before the position is appraised, played on for all seats by what
                 the priors hold best; 0: none, None: as many as suit the game
    margin       share of the lead in points in the utility; the rest is the place
    network      a file of a trained network, or "policy" for the one that comes with the game: its priors
                 and values of all seats instead
    evaluator    the same as a function of observations and masks
    trust        share of the network's values in the utilities; the rest is the appraisal
    leaves       positions of one search that are given to the network at once
    threads      positions searched side by side; does not change the result
    version      of the heuristic's weights, the newest if none is given
    weights      a file of weights instead
    """

    rebuilt = ("_simulate", "_room")

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        simulations: int = 200,
        seconds: float | None = None,
        candidates: int = 16,
        noise: float = 0.0,
        reliance: float = 1.0,
        explore: float = 1.5,
        priors: str = "auto",
        temperature: float = 0.25,
        rollout: int = 0,
        guided: bool = False,
        turns: int | None = None,
        margin: float = 0.5,
        network: str | Path | None = None,
        evaluator: Evaluator | None = None,
        trust: float = 1.0,
        leaves: int = 8,
        threads: int = 1,
        version: int | None = None,
        weights: str | None = None,
        paired: int = 1,
    ):
        _check(
            simulations=simulations,
            seconds=seconds,
            candidates=candidates,
            noise=noise,
            reliance=reliance,
            explore=explore,
            temperature=temperature,
            rollout=rollout,
            turns=turns,
            margin=margin,
            trust=trust,
            leaves=leaves,
            threads=threads,
        )
        if network is not None and evaluator is not None:
            raise ValueError("network and evaluator: only one of them may be given")
        super().__init__(game, seed)
        self.simulations = simulations
        self.seconds = seconds
        if network is not None:
            evaluator = network_evaluator(game, network)
        self._evaluations = Evaluations(game, evaluator) if evaluator else None
        if priors == "auto":
            priors = "heuristic" if game.extras.heuristic else "score"
        self.priors = priors
        if turns is None:
            turns = turns_ahead(game, self.priors)
        self._worth = bind_weighing(game, self.priors).worth
        if self.priors == "heuristic":
            self._worth = chosen_worth(game, version, weights)
        share = trust if evaluator else 0.0
        self._settings = np.array(
            [explore, temperature, rollout, guided, turns, margin, share, reliance, noise, paired],
            float,
        )
        self._candidates = candidates
        self._leaves = leaves if evaluator else 1
        self._threads = threads
        self._pace = 0.0  # simulations a second, as far as they were timed
        self._found: Searched | None = None  # by the last `act`
        self._rebuild()

    def _rebuild(self) -> None:
        self._simulate = bind_search(self.game, self.priors)
        self._room = Room(self.game, self._threads, self._leaves, self.simulations)

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        self._found = self.search(states, masks)
        return self._found.actions

    def thoughts(self) -> Thoughts | None:
        """The improved probabilities, and what the visits were worth on average."""
        if self._found is None:
            return None
        visits, total = self._found.visits, self._found.visits.sum(axis=1)
        worth = visits * np.where(visits > 0, self._found.means, 0)
        values = np.where(total > 0, worth.sum(axis=1) / np.maximum(total, 1), np.nan)
        return Thoughts(PROBABILITIES, self._found.policy, values)

    def search(self, states: np.ndarray, masks: np.ndarray) -> Searched:
        """Search every position. A position with one legal action is not searched."""
        states, masks = np.ascontiguousarray(states), np.ascontiguousarray(masks)
        legal = masks.sum(axis=1, dtype=np.int64)
        found = Searched(
            masks.argmax(axis=1).astype(np.int64),
            np.zeros(masks.shape, np.int64),
            np.full(masks.shape, -np.inf),
            np.where(legal[:, None] == 1, masks, 0.0),
        )
        rows = np.flatnonzero(legal > 1)
        if not rows.size:
            return found
        keys = position_keys(self.game, states, self.seed)
        if self._evaluations:
            self._search_together(states, masks, keys, rows, found)
        elif self._threads == 1 or len(rows) == 1:
            for row in rows:
                self._search_one(states, masks, keys, int(row), 0, found)
        else:
            self._search_in_threads(states, masks, keys, rows, found)
        return found

    def _search_one(
        self,
        states: np.ndarray,
        masks: np.ndarray,
        keys: np.ndarray,
        row: int,
        slot: int,
        found: Searched,
    ) -> None:
        room = self._room
        begin(room.slots, slot, room.trees, keys[row])
        budget = Budget(self, 1)
        for chunk in budget.chunks(TIMED_CHUNK):
            self._walk(states, masks, row, slot, budget.planned, chunk)
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
        """All searches in step, so that the network sees the leaves of all in one batch."""
        assert self._evaluations is not None
        count = len(rows)
        states, masks = states[rows], masks[rows]
        if len(self._room.slots) < count:
            self._room = Room(self.game, count, self._leaves, self.simulations)
        room = self._room
        priors, _ = self._evaluations(states, masks)
        for slot, row in enumerate(rows):
            begin(room.slots, slot, room.trees, keys[row])
            seat = np.int64(states["seat"][slot])
            open_root(
                room.slots,
                slot,
                room.trees,
                seat,
                masks[slot],
                priors[slot],
                room.logits[slot],
                room.scores[slot],
                self._candidates,
                self._settings[NOISE],
            )
        budget = Budget(self, count)
        for chunk in budget.chunks(self._leaves):
            for slot in range(count):
                self._walk(states, masks, slot, slot, budget.planned, chunk)
            self._finish(count, chunk)
        for slot, row in enumerate(rows):
            self._read(int(row), slot, found)

    def _finish(self, count: int, walks: int) -> None:
        """The network's say on the leaves of `walks` lanes in each of the first slots."""
        assert self._evaluations is not None
        room = self._room
        used = (np.arange(count)[:, None] * self._leaves + np.arange(walks)).ravel()
        lanes, leaves, masks = room.lanes[used], room.leaves[used], room.leaf_masks[used]
        values = room.values[used]
        waiting = np.flatnonzero(lanes["is_open"])
        priors, found = self._evaluations(leaves[waiting], masks[waiting])
        finish_leaves(
            room.slots,
            room.trees,
            lanes,
            used // self._leaves,
            leaves,
            masks,
            priors,
            found,
            values,
            self._settings[NETWORK],
        )

    def _walk(
        self, states: np.ndarray, masks: np.ndarray, row: int, slot: int, planned: int, count: int
    ) -> None:
        """`count` simulations from the position in a row, in the tree of a slot."""
        room = self._room
        candidates = min(self._candidates, int(np.count_nonzero(masks[row])))
        self._simulate(
            states,
            masks,
            row,
            slot,
            room.slots,
            room.trees,
            room.lanes,
            slot * self._leaves,
            room.work,
            room.masks,
            room.leaves,
            room.leaf_masks,
            self._worth,
            room.weights,
            room.logits,
            room.scores,
            room.values,
            self._settings,
            halving_plan(candidates, planned),
            candidates,
            count,
        )

    def _read(self, row: int, slot: int, found: Searched) -> None:
        room = self._room
        found.policy[row] = -np.inf
        best = read_root(
            room.slots,
            slot,
            room.trees,
            room.logits[slot],
            room.scores[slot],
            self._settings[RELIANCE],
            found.visits[row],
            found.means[row],
            found.policy[row],
        )
        if best >= 0:
            found.actions[row] = best


class Room:
    """Trees, lanes and working positions for `slots` searches at once."""

    def __init__(self, game: Game, slots: int, leaves: int, simulations: int):
        size, lanes = game.num_actions, slots * leaves
        nodes = min(simulations * CHILDREN + size + 1, MAX_NODES)
        self.slots = np.zeros(slots, SLOT)
        self.trees = np.zeros((slots, nodes), NODE)
        self.logits = np.zeros((slots, size))
        self.scores = np.zeros((slots, size))
        self.lanes = np.zeros(lanes, LANE)
        self.work = np.zeros(RECORDS * lanes, game.dtype)
        self.masks = np.zeros((lanes, size), np.uint8)
        self.weights = np.zeros((lanes, size))
        self.leaves = np.zeros(lanes, game.dtype)
        self.leaf_masks = np.zeros((lanes, size), np.uint8)
        self.values = np.zeros((lanes, 2, MAX_SEATS))


class Budget:
    """How many simulations a search may make, and when its time is up.

    With a limit of time the plan at the root needs a guess of how many there will be: as many as the
    agent made in that time before.
    """

    def __init__(self, agent: MctsAgent, positions: int):
        self._agent = agent
        self._seconds = agent.seconds * positions if agent.seconds else None
        self.planned = agent.simulations
        if self._seconds is not None:
            guess = int(agent._pace * self._seconds / positions)
            self.planned = min(max(guess, 2 * TIMED_CHUNK), agent.simulations)
        self._positions = positions

    def chunks(self, size: int) -> Iterator[int]:
        """Numbers of simulations to make next, until there are enough."""
        agent, begun, done = self._agent, time.perf_counter(), 0
        whole = self._seconds is None and agent.report is None and not agent._evaluations
        while done < agent.simulations:
            if self._seconds is not None and time.perf_counter() - begun > self._seconds:
                break
            if done >= self.planned:
                self.planned = min(2 * self.planned, agent.simulations)
            chunk = self.planned if whole else min(size, self.planned - done)
            yield chunk
            done += chunk
            if agent.report:
                agent.report(done, agent.simulations)
        if self._seconds is not None:
            took = time.perf_counter() - begun
            agent._pace = done * self._positions / max(took, 1e-6)


def _check(**settings: Any) -> None:
    """ValueError, naming what is allowed, at the first setting that is wrong."""
    for name, value in settings.items():
        kinds, fits, allowed = ALLOWED[name]
        if isinstance(value, bool) or not isinstance(value, kinds) or not fits(value):
            raise ValueError(f"{name}={shown(value)}: allowed are {allowed}")
