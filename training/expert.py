"""Expert iteration: search plays better than the network alone, and the network learns from it.

Round by round the best network so far plays games by search, at tables of all sizes. The network
under training learns what the search would do in each position and what came of it for every
seat, from the newest rounds. Then both networks meet: the best one is replaced only by one that
beats it. Games are kept as seeds, actions and targets (`replay`), so that a run that was killed
goes on with them.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

from exozoo.agents.policy import PolicyAgent
from exozoo.agents.registry import load
from exozoo.agents.specs import parse_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.seating import Seating
from exozoo.training.config import ExpertConfig, TrainConfig
from exozoo.training.evaluation import figures, play_deals
from exozoo.training.lessons import Lessons, spread, stakes_of, study
from exozoo.training.progress import Run
from exozoo.training.replay import Games, Log, lessons_of

GAMES_A_TASK = 16  # played side by side, fixed, so that workers change nothing
GAMES_STUDIED = 64  # at once: their positions are in memory
ALONE = 2  # in seeds: games of the search, apart from those of imitation


class Explorer(Agent):
    """Plays every seat by search and writes down what it would do; begins by lot."""

    def __init__(self, search: Agent, batch: Batch, how: ExpertConfig, rng: np.random.Generator):
        super().__init__(search.game)
        self.search, self.batch, self.how, self.rng = search, batch, how, rng
        self.log = Log()

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        rows = np.flatnonzero(self.batch.states["over"] == 0)  # it is asked about all that run
        best = self.search.act(states, masks)
        found = self.search.thoughts()
        chances = spread(found, best, masks, self.how.temperature)
        values = np.full(len(rows), np.nan)
        if found is not None and found.values is not None:
            values = found.values
        lots = self.rng.random((len(rows), 1)) * chances.sum(axis=1, keepdims=True)
        drawn = (chances.cumsum(axis=1) > lots).argmax(axis=1)
        chosen = np.where(states["ply"] < self.how.drawn, drawn, best)
        self.log.note(rows, chosen, chances, values, stakes_of(found, len(rows)))
        return chosen


def searcher(config: TrainConfig, policy: PolicyAgent, seed: int) -> Agent:
    """The search that the config names, with the network of `policy` in it."""
    name, settings = parse_agent(config.expert.search)
    return load(name, policy.game, seed=seed, evaluator=policy, **settings)


def play_part(
    config: TrainConfig, policy: PolicyAgent, number: int, players: int, first: int, count: int
) -> tuple[int, int, Games]:
    """(players, first, games): some games of a round at tables of one size."""
    torch.set_num_threads(config.torch_threads)
    rng = np.random.default_rng([config.seed, ALONE, number, players, first])
    seeds = rng.integers(2**62, size=count).tolist()
    batch = Batch(policy.game, count, auto_reset=False, **config.options_at(players))
    batch.reset(seeds=seeds)
    search = searcher(config, policy, int(rng.integers(2**62)))
    explorer = Explorer(search, batch, config.expert, rng)
    everywhere = np.zeros((count, players), np.int64)
    Seating([explorer], everywhere).play(batch.states, batch.masks, batch.step)
    search.close()
    return players, first, explorer.log.games(players, seeds)


class Buffer:
    """The games of the newest rounds, in files: a round's are played once, also after a kill."""

    def __init__(self, run: Run):
        self._run, self._folder = run, run.folder / "games"

    def round(self, number: int, policy: PolicyAgent) -> list[Games]:
        """Those of a round at tables of each size, played now unless they are there."""
        shares = self._run.config.shared_out(self._run.config.expert.games)
        missing = {p: games for p, games in shares.items() if not self._whole(number, p)}
        calls = [
            (self._run.config, policy, number, players, first, min(GAMES_A_TASK, games - first))
            for players, games in missing.items()
            for first in range(0, games, GAMES_A_TASK)
        ]
        parts: dict[int, dict[int, Games]] = {}
        done = 0
        for players, first, games in self._run.workers.each(play_part, calls):
            parts.setdefault(players, {})[first] = games
            done += len(games)
            self._run.tell_games(done, sum(missing.values()))
        for players, found in parts.items():
            joined = Games.joined([found[first] for first in sorted(found)])
            joined.save(self._path(number, players))
        self._forget(number)
        return [self._load(number, players) for players in shares]

    def window(self, number: int) -> list[Games]:
        """All games that are studied after a round, at tables of each size."""
        first = max(0, number + 1 - self._run.config.expert.window)
        rounds = range(first, number + 1)
        return [
            Games.joined([self._load(n, players) for n in rounds if self._whole(n, players)])
            for players in self._run.config.tables
        ]

    def _path(self, number: int, players: int) -> Path:
        return self._folder / f"round-{number:05d}-{players}.npz"

    def _load(self, number: int, players: int) -> Games:
        return Games.load(self._path(number, players))

    def _whole(self, number: int, players: int) -> bool:
        try:
            return self._load(number, players).table == players
        except ValueError:
            return False

    def _forget(self, number: int) -> None:
        """Rounds that will not be studied again."""
        for path in self._folder.glob("round-*.npz"):
            if int(path.stem.split("-")[1]) <= number - self._run.config.expert.window:
                path.unlink()


def chunks(run: Run, window: list[Games]) -> Iterator[list[Lessons]]:
    """All games of the window once, in random order, some of each table at a time."""
    orders = [torch.randperm(len(games)).numpy() for games in window]
    pieces = max(-(-len(games) // GAMES_STUDIED) for games in window)
    for number in range(pieces):
        parts = [np.array_split(order, pieces)[number] for order in orders]
        yield [
            lessons_of(run.config, games.take(part), run.eyes)
            for games, part in zip(window, parts, strict=True)
            if len(part)
        ]


def gate(run: Run, best: PolicyAgent, number: int) -> float:
    """How often the network under training finishes before the best one, on the mean over tables."""
    config = run.config
    candidate = PolicyAgent(run.game, config.seed, network=run.network)
    seed = config.seed + 10_007 * (number + 1)
    calls = [
        (config, candidate, best, players, range(-(-config.expert.gate_games // players)), seed)
        for players in config.tables
        if players > 1 or config.tables == (1,)
    ]
    met = run.workers.each(play_deals, calls)
    return float(np.mean([figures([part])["ahead"] for part in met]))


def iterate(run: Run) -> None:
    """All rounds that the config asks for and that the run has not seen yet."""
    config, how, network = run.config, run.config.expert, run.network
    best = PolicyAgent(run.game, config.seed, network=copy.deepcopy(network).eval())
    optimizer = torch.optim.Adam(network.parameters(), lr=how.learning_rate, eps=1e-5)
    if run.learner_state:
        network.load_state_dict(run.learner_state["network"])
        optimizer.load_state_dict(run.learner_state["optimizer"])
        best.network.load_state_dict(run.learner_state["best"])

    def state() -> dict[str, Any]:
        weights = {"network": network.state_dict(), "best": best.network.state_dict()}
        return {**weights, "optimizer": optimizer.state_dict()}

    buffer = Buffer(run)
    for number in range(run.searched_rounds, how.rounds):
        torch.manual_seed(config.seed * 1_000_003 + number)
        left = 1 - number / how.rounds
        for group in optimizer.param_groups:
            group["lr"] = how.learning_rate * (0.1 + 0.9 * left)
        started = time.perf_counter()
        played = buffer.round(number, best)
        seconds = time.perf_counter() - started
        losses = [
            study(network, optimizer, parts, how)
            for _ in range(how.epochs)
            for parts in chunks(run, buffer.window(number))
        ]
        ahead = gate(run, best, number)
        accepted = ahead > how.gate
        if accepted:
            best.network.load_state_dict(network.state_dict())
        decisions = sum(games.decisions for games in played)
        loss = float(np.mean(losses))
        run.searched(number + 1, state, decisions, seconds, accepted, ahead=ahead, loss=loss)
