"""Games that the learner of PPO plays in, and what it learns from them.

At each table the learner plays one seat against the pool, or all seats itself: then every decision
teaches, and nobody else need be asked. A seat's decision is followed by the same seat's next one:
what all seats were paid in between belongs to it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from exozoo.agents.network.model import GameNetwork, masked
from exozoo.agents.network.values import RETURNS, UTILITY, by_turn, utilities
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.rewards import step_rewards
from exozoo.envs.core.seating import Seating
from exozoo.envs.core.state import take
from exozoo.training.points import points_by_now

if TYPE_CHECKING:
    from exozoo.training.config import PpoConfig, TrainConfig
    from exozoo.training.progress import Run

MOST_IDLE = 100_000  # decisions in a row without one of the learner's


@dataclass
class Decisions:
    """Of the learner in all games of a table, a row each."""

    observations: Tensor  # int16[n, entry]
    masks: Tensor  # uint8[n, action]
    actions: Tensor  # int64[n]
    log_probs: Tensor
    values: Tensor  # [n, players, 2], of all seats in turn order, as `SeatValues` tells them
    likeliest: Tensor  # probability of the action that had the largest
    episodes: Tensor  # int64[n], number of the game
    seats: Tensor  # int64[n], who decides
    points: Tensor  # [n, players], by now, in the order of the table

    @classmethod
    def joined(cls, parts: list[Decisions]) -> Decisions:
        columns = ([getattr(part, field.name) for part in parts] for field in fields(cls))
        return cls(*(torch.cat(column) for column in columns))


@dataclass
class Results:
    """Of games that ended, by ascending number."""

    episodes: np.ndarray
    scores: np.ndarray  # [n, players]
    ranks: np.ndarray
    targets: np.ndarray


@dataclass
class Experience:
    """What is learnt from, a row a decision."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    gains: Tensor  # of the deciding seat, in the reward that is learnt from
    returns: Tensor  # [n, players, 2]

    def __len__(self) -> int:
        return len(self.gains)

    def take(self, rows: Tensor) -> Experience:
        return Experience(*(field[rows] for field in vars(self).values()))


def choose(network: GameNetwork, observations: Tensor, masks: Tensor) -> tuple[Tensor, ...]:
    """(actions, their log probabilities, values, largest probability), drawn from the network."""
    logits, values = network.estimate(observations)
    policy = torch.distributions.Categorical(logits=masked(logits, masks), validate_args=False)
    actions = policy.sample()
    return actions, policy.log_prob(actions), values, policy.probs.amax(dim=1)


class Table:
    """Games for one number of players, dealt anew when they end."""

    def __init__(self, run: Run, players: int, count: int):
        self.config, self.players, self.count = run.config, players, count
        options = run.config.options_at(players)
        self.batch = Batch(run.game, count, threads=run.config.threads, auto_reset=False, **options)
        self.seating = Seating([run.pool], np.zeros((count, players), np.int64))
        self.eyes = run.eyes
        self.episodes = np.arange(count)
        self.env_seconds = 0.0
        self._ended: list[Results] = []

    def reset(self, seed: int) -> None:
        self._rng = np.random.default_rng([seed, self.players])
        self.batch.reset(seed=seed)
        self._seat(np.arange(self.count))

    @torch.no_grad()
    def collect(self, network: GameNetwork, wanted: int) -> Experience:
        """So many decisions of the learner, from where the games stand.

        All games go on at once, whoever is to move in them: waiting for the slowest opponent would
        leave the others asked about few positions at a time, which takes nearly as long as many.
        """
        self._ended.clear()
        parts: list[Decisions] = []
        found = idle = 0
        while found < wanted:
            movers = self.seating.movers(self.batch.states)
            rows = np.flatnonzero(movers == NONE)[: wanted - found]
            idle = 0 if rows.size else idle + 1
            if idle > MOST_IDLE:
                raise ValueError(f"{MOST_IDLE} decisions in a row are none of the learner's")
            started = time.perf_counter()
            actions = self.seating.ask(movers, self.batch.states, self.batch.masks)
            self.env_seconds += time.perf_counter() - started
            if rows.size:
                parts.append(self._decide(network, rows))
                actions[rows] = parts[-1].actions.numpy()
                found += len(rows)
            self._step(actions, movers != NONE, rows)
        return self._experience(Decisions.joined(parts))

    def _decide(self, network: GameNetwork, rows: np.ndarray) -> Decisions:
        """The learner's decisions in some games."""
        states = self.batch.states
        seen = self.eyes(take(states, rows), self.batch.masks[rows])
        observations, masks = torch.from_numpy(seen), torch.from_numpy(self.batch.masks[rows])
        known = (
            self.episodes[rows],
            states["seat"][rows].astype(np.int64),
            points_by_now(self.config, self.batch, rows),
        )
        chosen = choose(network, observations, masks)
        return Decisions(observations, masks, *chosen, *map(torch.from_numpy, known))

    def _step(self, actions: np.ndarray, where: np.ndarray, rows: np.ndarray) -> None:
        """Play what was chosen; games that end are dealt anew."""
        started = time.perf_counter()
        where[rows] = True
        self.batch.step(actions, where)
        over = self.batch.states["over"] != 0
        if over.any():
            self._finish(over)
        self.env_seconds += time.perf_counter() - started

    def close(self) -> None:
        self.batch.close()

    def _experience(self, decisions: Decisions) -> Experience:
        columns = zip(*(vars(part).values() for part in self._ended), strict=True)
        parts = [np.concatenate(column) for column in columns]
        if not parts:
            parts = [np.zeros(0), *[np.zeros((0, self.players))] * 2, np.zeros(0)]
        by_number = np.argsort(parts[0], kind="stable")
        return experience(decisions, Results(*(p[by_number] for p in parts)), self.config)

    def _seat(self, games: np.ndarray) -> None:
        """Who plays what in new games: the learner one seat, or all of them."""
        own = self._rng.integers(self.players, size=len(games))
        alone = self._rng.random(len(games)) < self.config.pool.together
        self.seating.numbers[games] = 0
        self.seating.numbers[games, own] = NONE
        self.seating.numbers[games[alone]] = NONE

    def _finish(self, over: np.ndarray) -> None:
        batch, rows = self.batch, np.flatnonzero(over)
        results = batch.scores[rows], batch.ranks[rows], batch.states["target"][rows]
        self._ended.append(Results(self.episodes[rows], *results))
        self.episodes[rows] = self.episodes.max() + 1 + np.arange(len(rows))
        batch.restart(over)
        self._seat(rows)


def experience(decisions: Decisions, ended: Results, config: TrainConfig) -> Experience:
    """Decisions with what came of them, but for those that were as good as decided. The last one of a seat in
    a game that goes on is left out, too: what follows it is not known yet."""
    episodes, seats = decisions.episodes.numpy(), decisions.seats.numpy()
    order = np.lexsort((np.arange(len(seats)), seats, episodes))
    episodes, seats, points = episodes[order], seats[order], decisions.points.numpy()[order]
    last = np.ones(len(order), bool)
    last[:-1] = (episodes[1:] != episodes[:-1]) | (seats[1:] != seats[:-1])
    place = np.searchsorted(ended.episodes, episodes).clip(max=max(len(ended.episodes) - 1, 0))
    over = np.zeros(len(order), bool)
    if len(ended.episodes):
        over = last & (ended.episodes[place] == episodes)
    rewards = torch.from_numpy(_rewards(points, seats, over, place, ended, config))
    values = decisions.values[torch.from_numpy(order)]
    gains = advantages(values, rewards, last, over, config.ppo)
    open_still = decisions.likeliest.numpy()[order] <= config.ppo.decided
    rows = np.flatnonzero((~last | over) & open_still)
    taken = torch.from_numpy(order[rows])
    return Experience(
        decisions.observations[taken],
        decisions.masks[taken],
        decisions.actions[taken],
        decisions.log_probs[taken],
        gains[rows, 0, RETURNS],
        (gains + values)[rows],
    )


def _rewards(
    points: np.ndarray,
    seats: np.ndarray,
    over: np.ndarray,
    place: np.ndarray,
    ended: Results,
    config: TrainConfig,
) -> np.ndarray:
    """float32[n, players, 2]: what all seats are paid until the same seat's next decision."""
    after = np.roll(points, -1, axis=0)
    after[over] = ended.scores[place[over]]
    ranks, targets = np.zeros(points.shape, np.int8), np.zeros(len(points), np.int32)
    ranks[over], targets[over] = ended.ranks[place[over]], ended.targets[place[over]]
    rewards = np.zeros((*points.shape, 2), np.float32)
    paid = step_rewards(config.reward, points, after, over, ranks, targets)
    rewards[..., RETURNS] = paid * config.reward_scale
    if over.any():
        results = after[over], ranks[over], targets[over]
        rewards[over, :, UTILITY] = utilities(*results, config.value_scale)
    return by_turn(rewards, seats)


def advantages(
    values: Tensor, rewards: Tensor, last: np.ndarray, over: np.ndarray, ppo: PpoConfig
) -> Tensor:
    """Generalised advantage estimation of every seat, [n, players, 2].

    Rows of one seat in one game stand together, in order, and end with `last`; `over` marks those
    after which the game ended. 0 for a last row after which it goes on.
    """
    gains = torch.zeros_like(values)
    ends = np.flatnonzero(last)
    lengths = np.diff(ends, prepend=-1)
    final = torch.from_numpy(np.flatnonzero(over))
    gains[final] = rewards[final] - values[final]
    for back in range(1, int(lengths.max(initial=1))):
        rows = torch.from_numpy(ends[lengths > back] - back)
        surprise = rewards[rows] + ppo.discount * values[rows + 1] - values[rows]
        gains[rows] = surprise + ppo.discount * ppo.gae_lambda * gains[rows + 1]
    return gains
