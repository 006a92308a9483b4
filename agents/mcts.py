"""Monte Carlo tree search for any game, fair in games with hidden information."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.heuristic import HeuristicAgent
from exozoo.agents.heuristics.table import chosen_worth
from exozoo.agents.keys import position_keys
from exozoo.agents.search.ends import MOST_ENDS
from exozoo.agents.search.evaluations import Evaluations, Evaluator, Judge, network_judge
from exozoo.agents.search.forest import Forest, Searched, Tasks
from exozoo.agents.search.records import (
    BRIEF,
    CANDIDATES,
    EXPLORE,
    GUIDED,
    MARGIN,
    NEAR,
    NETWORK,
    NOISE,
    NUM_SETTINGS,
    RELIANCE,
    ROLLOUT,
    SWAY,
    TEMPERATURE,
    TURNS,
    TURNS_LATER,
)
from exozoo.agents.search.root import halving_plan, read_root
from exozoo.agents.search.tree import begin
from exozoo.agents.search.walk import bind_search
from exozoo.agents.weighing import (
    Ahead,
    bind_weighing,
    never_certain,
    quick_worth,
    settled_rows,
    trust_in_networks,
    turns_ahead,
)
from exozoo.envs.core.agent import PROBABILITIES, Agent, Thoughts
from exozoo.envs.core.game import Game, check_seed
from exozoo.envs.core.state import take
from exozoo.envs.core.words import shown

TIMED_CHUNK = 16  # simulations between two looks at the clock or two reports
CHILDREN = 128  # room for children that one expansion takes, on average
MAX_NODES = 2_000_000
TOGETHER = 64  # positions that are searched in step with a network, at most
RELIANCE_ON_NETWORK, RELIANCE_ON_APPRAISAL = 5.0, 1.0  # in different units, see `measure`
FIRST_GUESS = 32  # simulations that a limit of time is taken to allow, before any were timed
SHORTEST = 1e-6  # seconds
RESERVE = 0.02  # of a limit of time, for what is done before and after the simulations

WHOLE, NUMBER, NOTHING = (int, np.integer), (int, float, np.number), type(None)
# setting -> (kinds of values, which of them fit, the same in words)
ALLOWED: dict[str, tuple[tuple[type, ...], Callable[[Any], bool], str]] = {
    "simulations": (WHOLE, lambda n: n >= 2, "whole numbers from 2"),
    "seconds": ((*NUMBER, NOTHING), lambda s: s is None or s > 0, "positive numbers, or None"),
    "candidates": (WHOLE, lambda n: n >= 2, "whole numbers from 2"),
    "noise": (NUMBER, lambda scale: scale >= 0, "numbers from 0"),
    "reliance": ((*NUMBER, NOTHING), lambda w: w is None or w >= 0, "numbers from 0, or None"),
    "explore": (NUMBER, lambda weight: weight >= 0, "numbers from 0"),
    "temperature": (NUMBER, lambda t: t > 0, "positive numbers"),
    "rollout": (WHOLE, lambda n: n >= -1, "whole numbers from -1"),
    "turns": ((*WHOLE, NOTHING), lambda n: n is None or n >= 0, "whole numbers from 0, or None"),
    "sway": ((*NUMBER, NOTHING), lambda p: p is None or p >= 0, "numbers from 0, or None"),
    "margin": (NUMBER, lambda share: 0 <= share <= 1, "numbers from 0 to 1"),
    "trust": (
        (*NUMBER, NOTHING),
        lambda share: share is None or 0 <= share <= 1,
        "numbers from 0 to 1, or None",
    ),
    "leaves": (WHOLE, lambda n: n >= 1, "whole numbers from 1"),
    "threads": (WHOLE, lambda n: n >= 1, "whole numbers from 1"),
}


class MctsAgent(Agent):
    """Searches on copies in which everything the seat cannot know is dealt anew.

    simulations  per decision; with `seconds` the upper limit
    seconds      per decision, or None: then the same seed always gives the same actions
    candidates   actions that are tried at the root, by their priors; half are dropped each round
    noise        Gumbel noise on the priors of the root, for variety in self-play
    reliance     weight of what was found against the priors of the root; None: 5 with a network's values, else 1
    explore      weight of the priors against what was found below the root
    priors       "even", "score" (one step ahead), "heuristic", or "auto": the best there is
    temperature  of the priors, in points
    rollout      random decisions before the position is appraised; -1: to the end
    guided       draw rollouts from the priors instead of evenly
    turns        own turns to come before the position is appraised, played on for all seats by what
                 the priors hold best; 0: only the one under way, None: as many as suit the game
    sway         points of noise on what the priors say while later simulations play on from the actions at the
                 root; None: as suits the game, with `turns` 0
    margin       share of the lead in points in the utility; the rest is the place
    network      a file of a trained network, or "policy" for the one that comes with the game: its priors
                 and values of all seats instead
    evaluator    the same as a function of observations and masks, or a `PolicyAgent`
    trust        share of the network's values in the utilities, the rest is the appraisal; 0: the network
                 is asked for the priors of the root alone, None: as suits the game
    leaves       positions of one search that are given to the network at once
    threads      positions searched side by side; does not change the result
    version      of the heuristic's weights, the newest if none is given
    weights      a file of weights instead
    """

    searches = True
    rebuilt = ("_simulate", "_forest")
    _heuristic: HeuristicAgent | None = None  # for what it settles

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        simulations: int = 200,
        seconds: float | None = None,
        candidates: int = 16,
        noise: float = 0.0,
        reliance: float | None = None,
        explore: float = 1.5,
        priors: str = "auto",
        temperature: float = 0.25,
        rollout: int = 0,
        guided: bool = False,
        turns: int | None = None,
        sway: float | None = None,
        margin: float = 0.5,
        network: str | Path | None = None,
        evaluator: Evaluator | Judge | None = None,
        trust: float | None = None,
        leaves: int = 8,
        threads: int = 1,
        version: int | None = None,
        weights: str | None = None,
    ):
        _check({name: given for name, given in locals().items() if name in ALLOWED})
        if network is not None and evaluator is not None:
            raise ValueError("network and evaluator: only one of them may be given")
        super().__init__(game, seed)
        self.simulations, self.seconds = simulations, seconds
        if network is not None:
            evaluator = network_judge(game, network)
        self._evaluations = Evaluations(game, evaluator) if evaluator else None
        if priors == "auto":
            priors = "heuristic" if game.extras.heuristic else "score"
        self.priors = priors
        ahead = turns_ahead(game, self.priors, is_timed=seconds is not None)
        if turns is not None:
            ahead = Ahead.always(turns)
        if sway is not None:
            ahead = ahead._replace(sway=sway)
        self._worth = bind_weighing(game, self.priors).worth
        if self.priors == "heuristic":
            self._worth = chosen_worth(game, version, weights)
            self._heuristic = HeuristicAgent(game, seed, version=version, weights=weights)
        self._quick_worth = quick_worth(game, self.priors, self._worth)
        trust = self._trust(trust)
        if reliance is None:
            reliance = RELIANCE_ON_NETWORK if trust else RELIANCE_ON_APPRAISAL
        self._settings = np.zeros(NUM_SETTINGS)
        self._settings[[EXPLORE, RELIANCE, NOISE]] = explore, reliance, noise
        self._settings[[TEMPERATURE, MARGIN, CANDIDATES]] = temperature, margin, candidates
        self._settings[[ROLLOUT, GUIDED, NETWORK]] = rollout, guided, trust
        self._settings[[TURNS, NEAR, TURNS_LATER, SWAY, BRIEF]] = ahead
        self._leaves = leaves if trust else 1
        self._threads = threads
        self._pace = 0.0  # simulations a second, as far as they were timed
        self._found: Searched | None = None  # by the last `act`
        self._rebuild()

    def _trust(self, given: float | None) -> float:
        """In the values of the network: none without one."""
        if self._evaluations is None:
            return 0.0
        return trust_in_networks(self.game, self.priors) if given is None else given

    def _rebuild(self) -> None:
        self._simulate = bind_search(self.game, self.priors)
        self._forest = self._plant(self._threads)

    def _plant(self, slots: int) -> Forest:
        nodes = min(self.simulations * CHILDREN + self.game.num_actions + 1, MAX_NODES)
        certain = bind_weighing(self.game, self.priors).is_certain is not never_certain
        ends = MOST_ENDS if certain else 0
        return Forest(self.game, slots, self._leaves, nodes, ends)

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)
        if self._heuristic is not None:
            self._heuristic.reseed(seed)

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        self._found = self.search(states, masks)
        return self._found.actions

    def thoughts(self) -> Thoughts | None:
        """The improved probabilities, what the visits were worth on average, and what was at stake."""
        if self._found is None:
            return None
        visits, total = self._found.visits, self._found.visits.sum(axis=1)
        means = np.where(visits > 0, self._found.means, 0)
        values = np.where(total > 0, (visits * means).sum(axis=1) / np.maximum(total, 1), np.nan)
        worst = np.where(visits > 0, means, np.inf).min(axis=1)
        best = np.where(visits > 0, means, -np.inf).max(axis=1)
        return Thoughts(
            PROBABILITIES, self._found.policy, values, np.where(total > 0, best - worst, 0.0)
        )

    def search(self, states: np.ndarray, masks: np.ndarray) -> Searched:
        """Search every position, but for those with one legal action and those that the weighing settles."""
        states, masks = np.ascontiguousarray(states), np.ascontiguousarray(masks)
        legal = masks.sum(axis=1, dtype=np.int64)
        found = Searched(
            masks.argmax(axis=1).astype(np.int64),
            np.zeros(masks.shape, np.int64),
            np.full(masks.shape, -np.inf),
            np.where(legal[:, None] == 1, masks, 0.0),
        )
        rows = self._decide_settled(states, masks, np.flatnonzero(legal > 1), found)
        if not rows.size:
            return found
        size = TOGETHER if self._settings[NETWORK] > 0 else len(rows)
        for part in (rows[start : start + size] for start in range(0, len(rows), size)):
            keys = position_keys(self.game, states[part], self.seed)
            tasks = Tasks(states[part], masks[part], keys, part, found)
            if self._evaluations and self._settings[NETWORK] > 0:
                self._search_together(tasks, self._evaluations)
            else:
                self._search_apart(tasks)
        return found

    def _decide_settled(
        self, states: np.ndarray, masks: np.ndarray, rows: np.ndarray, found: Searched
    ) -> np.ndarray:
        """Decide where the heuristic knows better than a search; the rows that are left to one."""
        if self._heuristic is None:
            return rows
        known = np.intersect1d(settled_rows(self.game, self.priors, states), rows)
        if known.size:
            found.actions[known] = self._heuristic.act(take(states, known), masks[known])
            found.policy[known, found.actions[known]] = 1.0
        return np.setdiff1d(rows, known)

    def _search_apart(self, tasks: Tasks) -> None:
        """One search after the other, in each of the threads; a network tells the roots' priors."""
        forest, count = self._forest, len(tasks.rows)
        priors, spent = self._root_priors(tasks)

        def work(slot: int) -> None:
            for row in range(slot, count, threads):
                if priors is None:
                    begin(forest.room.slots, slot, forest.room.trees, tasks.keys[row])
                else:
                    forest.open_root(slot, tasks, row, priors[row], self._settings)
                budget = Budget(self, 1, spent / count)
                for chunk in budget.chunks(TIMED_CHUNK):
                    self._walk(tasks, row, slot, budget.planned, chunk)
                self._read(tasks, row, slot)

        threads = min(self._threads, count)
        with ThreadPoolExecutor(threads) as pool:
            list((pool.map if threads > 1 else map)(work, range(threads)))

    def _root_priors(self, tasks: Tasks) -> tuple[np.ndarray | None, float]:
        """A network's, in points over the temperature if it takes the advice of a heuristic; and the seconds it took."""
        if self._evaluations is None:
            return None, 0.0
        started = time.perf_counter()
        priors, _ = self._evaluations(tasks.states, tasks.masks)
        eyes = getattr(self._evaluations.evaluator, "eyes", None)
        if eyes is not None and eyes.advice is not None:
            priors = np.power(priors, eyes.advice.scale / self._settings[TEMPERATURE])
        return priors, time.perf_counter() - started

    def _search_together(self, tasks: Tasks, evaluations: Evaluations) -> None:
        """All searches in step, so that the network sees the leaves of all in one batch."""
        count = len(tasks.rows)
        if len(self._forest.room.slots) < count:
            self._forest = self._plant(count)
        forest = self._forest
        budget = Budget(self, count)
        priors, _ = evaluations(tasks.states, tasks.masks)
        for row in range(count):
            forest.open_root(row, tasks, row, priors[row], self._settings)
        with ThreadPoolExecutor(self._threads) as pool:
            each = pool.map if self._threads > 1 else map
            for chunk in budget.chunks(self._leaves):
                walk = partial(self._walk_own, tasks, budget.planned, chunk)
                list(each(walk, range(count)))
                forest.finish(count, chunk, evaluations, self._settings)
        for row in range(count):
            self._read(tasks, row, row)

    def _walk_own(self, tasks: Tasks, planned: int, count: int, row: int) -> None:
        self._walk(tasks, row, row, planned, count)

    def _walk(self, tasks: Tasks, row: int, slot: int, planned: int, count: int) -> None:
        """`count` simulations of `planned` from the position in a row, in the tree of a slot."""
        candidates = min(int(self._settings[CANDIDATES]), int(np.count_nonzero(tasks.masks[row])))
        self._simulate(
            tasks.states,
            tasks.masks,
            row,
            slot,
            self._forest.room,
            self._worth,
            self._quick_worth,
            self._settings,
            halving_plan(candidates, planned),
            count,
        )

    def _read(self, tasks: Tasks, row: int, slot: int) -> None:
        """Write what the search of a slot found where it belongs."""
        found, place = tasks.found, tasks.rows[row]
        visits, means, policy = found.visits[place], found.means[place], found.policy[place]
        policy[:] = -np.inf
        best = read_root(self._forest.room, slot, self._settings, visits, means, policy)
        if best >= 0:
            found.actions[place] = best


class Budget:
    """How many simulations a search may make, and when its time is up.

    With a limit of time the plan at the root needs a guess of how many there will be: as many as the
    agent made in that time before. No simulations are begun that would not be done in time, by how long others took.
    """

    def __init__(self, agent: MctsAgent, positions: int, spent: float = 0.0):
        """`spent` seconds of the limit were taken before."""
        self._agent, self._positions, self._begun = agent, positions, time.perf_counter()
        self._seconds: float | None = None
        if agent.seconds:
            self._seconds = (1 - RESERVE) * agent.seconds * positions - spent
        self.planned = agent.simulations
        if agent.seconds:
            guess = int(agent._pace * agent.seconds)
            self.planned = min(max(guess, FIRST_GUESS), agent.simulations)

    def chunks(self, size: int) -> Iterator[int]:
        """Numbers of simulations to make next, until there are enough."""
        agent, done = self._agent, 0
        whole = self._seconds is None and agent.report is None and not agent._settings[NETWORK]
        passed = longest = 0.0
        while done < agent.simulations:
            if self._seconds is not None:
                before, passed = passed, time.perf_counter() - self._begun
                longest = max(longest, passed - before) if done else 0.0
                if done and passed + longest > self._seconds:
                    break
            if done >= self.planned:
                self.planned = min(2 * self.planned, agent.simulations)
            chunk = self.planned if whole else min(size, self.planned - done)
            yield chunk
            done += chunk
            if agent.report:
                agent.report(done, agent.simulations)
        if self._seconds is not None:
            took = time.perf_counter() - self._begun
            agent._pace = done * self._positions / max(took, SHORTEST)


def _check(settings: dict[str, Any]) -> None:
    """ValueError, naming what is allowed, at the first setting that is wrong."""
    for name, value in settings.items():
        kinds, fits, allowed = ALLOWED[name]
        if isinstance(value, bool) or not isinstance(value, kinds) or not fits(value):
            raise ValueError(f"{name}={shown(value)}: allowed are {allowed}")
