"""Learn from a dataset of games instead of a live teacher: what was chosen, and how it ended."""

from __future__ import annotations

import time

import numpy as np
import torch

from exozoo.agents.network.values import RETURNS, UTILITY, by_turn, utilities
from exozoo.agents.policy import PolicyAgent
from exozoo.envs.core.extras import need_extra
from exozoo.envs.core.game import Game
from exozoo.training.config import TrainConfig
from exozoo.training.datasets.reading import TRAIN, Dataset, Decisions, Wanted
from exozoo.training.lessons import LEAST, Lessons, Round

ASKED = 2048  # decisions of a round on which network and dataset are compared


class Library:
    """Rounds of lessons out of a dataset; round n depends on the config and n alone."""

    def __init__(self, config: TrainConfig, game: Game):
        need_extra("data")
        how = config.imitation
        self._config = config
        self._data = Dataset(how.dataset, game)
        each = self._data.manifest.decisions / max(1, len(self._data))
        self._decisions = max(how.batch_size, int(how.games * each))  # of a round

    def round(self, learner: PolicyAgent, number: int) -> Round:
        """Decisions of about as many games as a round of imitation plays, drawn from all of them."""
        shares = self._config.shared_out(self._decisions)
        return Round.joined(
            [self._table(learner, number, players, count) for players, count in shares.items()]
        )

    def _table(self, learner: PolicyAgent, number: int, players: int, count: int) -> Round:
        """The part of a round from games for so many players."""
        started = time.perf_counter()
        found = self._draw(number, players, count)
        seconds = time.perf_counter() - started
        asked = found.take(slice(0, ASKED))
        logits, _ = learner.evaluate(asked.observation, asked.mask)
        agreed = np.where(asked.mask, logits, -np.inf).argmax(axis=1) == asked.action
        return Round([self._lessons(found)], float(agreed.mean()), 0.0, seconds)

    def _draw(self, number: int, players: int, most: int) -> Decisions:
        config, how = self._config, self._config.imitation
        wanted = Wanted(
            batch_size=how.batch_size,
            reward=config.reward,
            seed=config.seed * 1_000_003 + number,
            part=TRAIN,
            agent=how.agent or None,
            winners=how.winners,
            keep=lambda row: len(row.scores) == players,
        )
        parts, count = [], 0
        for batch in self._data.decisions(wanted):
            parts.append(batch)
            count += len(batch)
            if count >= most:
                break
        if not parts:
            raise ValueError(
                f"{how.dataset} has no decisions to learn from of games for {players} "
                f"(agent={how.agent!r}, winners={how.winners})"
            )
        return Decisions.joined(parts)

    def _lessons(self, found: Decisions) -> Lessons:
        opinions = np.full(found.mask.shape, LEAST, np.float16)
        opinions[np.arange(len(found)), found.action] = 0
        worth = utilities(found.scores, found.ranks, found.target, self._config.value_scale)
        values = np.full((*worth.shape, 2), np.nan, np.float32)
        values[..., UTILITY] = by_turn(worth, found.seat)
        values[:, 0, RETURNS] = (
            found.returns * self._config.reward_scale
        )  # of others it is not kept
        return Lessons(
            torch.from_numpy(found.observation),
            torch.from_numpy(np.packbits(found.mask, axis=1)),
            torch.from_numpy(opinions),
            torch.from_numpy(values),
            torch.ones(len(found)),
        )
