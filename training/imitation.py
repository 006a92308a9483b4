"""Learn from a teacher before learning from results: its choices, and how its games end.

Round by round a batch of games is played to the end. In the first round the teacher plays all of
them, in later ones the network plays a part, so that it also learns what to do in positions that
only its own mistakes lead to; some decisions are random. In every position the teacher says what
it would do. After each round the network is trained on the newest rounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from exozoo.agents.policy import PolicyAgent
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.seating import Seating
from exozoo.envs.core.state import take
from exozoo.training.config import TrainConfig
from exozoo.training.lessons import (
    LEAST,
    Kept,
    Lessons,
    Round,
    lessons_from,
    spread,
    stakes_of,
    study,
    together,
)
from exozoo.training.progress import Run


def preferences(
    teacher: Agent, states: np.ndarray, masks: np.ndarray, temperature: float
) -> tuple[np.ndarray, np.ndarray]:
    """(how the teacher would spread its choice[n, actions], what is at stake[n]), see `spread`."""
    chosen = teacher.act(states, masks)
    found = teacher.thoughts()
    return spread(found, chosen, masks, temperature), stakes_of(found, len(chosen))


COMPARED = 8  # in one game of so many the learner is asked though it does not play


class Lesson(Agent):
    """Plays every seat of a round's games and keeps what the teacher thinks of each decision.

    In a game of the learner's, and where the teacher is not asked, it plays what the learner would, else
    what the teacher would; now and then any legal action.
    """

    def __init__(
        self,
        batch: Batch,
        teacher: Agent,
        learner: PolicyAgent,
        config: TrainConfig,
        learner_share: float,
        rng: np.random.Generator,
    ):
        super().__init__(teacher.game)
        self.batch, self.teacher, self.learner = batch, teacher, learner
        self.config, self.how = config, config.imitation
        self.rng = rng
        self.by_learner = rng.random(batch.num_envs) < learner_share
        self.asked = self.by_learner.copy()
        self.asked[: -(-batch.num_envs // COMPARED)] = True
        self.kept: list[Kept] = []
        self.agreed = 0  # decisions in which the learner would have done as the teacher
        self.decided = 0
        self.teacher_seconds = self.env_seconds = 0.0

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        rows = np.flatnonzero(self.batch.states["over"] == 0)  # it is asked about all that run
        best = np.full(len(rows), NONE, np.int64)
        told = np.arange(len(rows))
        if (
            self.how.asked < 1 and self.kept
        ):  # about first decisions always: a table must teach something
            told = np.flatnonzero(self.rng.random(len(rows)) < self.how.asked)
        if told.size:
            best[told] = self._ask(rows[told], take(states, told), masks[told])
        chosen = self._learners(rows, states, masks, best)
        stray = self.rng.random(len(rows)) < self.how.deviation
        noise = self.rng.random(masks.shape) * masks
        return np.where(stray, noise.argmax(axis=1), chosen)

    def _ask(self, rows: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """What the teacher would do; its opinions are kept."""
        started = time.perf_counter()
        chances, stakes = preferences(self.teacher, states, masks, self.how.temperature)
        thought = time.perf_counter()
        opinions = np.log(np.maximum(chances, np.exp(LEAST))).astype(np.float16)
        eyes = self.learner.eyes
        self.kept.append(Kept.now(self.config, self.batch, rows, opinions, stakes, eyes))
        self.teacher_seconds += thought - started
        self.env_seconds += time.perf_counter() - thought
        return chances.argmax(axis=1)

    def _learners(
        self, rows: np.ndarray, states: np.ndarray, masks: np.ndarray, best: np.ndarray
    ) -> np.ndarray:
        """The teacher's choices, in games of the learner's or where there is none (NONE) its own."""
        chosen = best.copy()
        asked = np.flatnonzero(self.asked[rows] | (best == NONE))
        if asked.size:
            own = self.learner.act(take(states, asked), masks[asked])
            self.agreed += int((best[asked] == own).sum())
            self.decided += int((best[asked] != NONE).sum())
            plays = self.by_learner[rows[asked]] | (best[asked] == NONE)
            chosen[asked[plays]] = own[plays]
        return chosen

    def step(self, actions: np.ndarray, where: np.ndarray) -> None:
        started = time.perf_counter()
        self.batch.step(actions, where)
        self.env_seconds += time.perf_counter() - started


def play_round(
    config: TrainConfig, teacher: Agent, learner: PolicyAgent, round_number: int
) -> Round:
    """Games to the end at tables of all sizes, with the teacher's opinion of every decision in them."""
    shares = config.shared_out(config.imitation.games)
    return Round.joined(
        [
            play_table(config, teacher, learner, round_number, players, games)
            for players, games in shares.items()
        ]
    )


def play_table(
    config: TrainConfig,
    teacher: Agent,
    learner: PolicyAgent,
    round_number: int,
    players: int,
    games: int,
) -> Round:
    """A round's games at tables of one size."""
    how = config.imitation
    rng = np.random.default_rng([config.seed, round_number, players])
    batch = Batch(teacher.game, games, auto_reset=False, **config.options_at(players))
    batch.reset(seed=int(rng.integers(2**62)))
    share = how.learner_share if round_number else 0.0
    lesson = Lesson(batch, teacher, learner, config, share, rng)
    everywhere = np.zeros((games, players), np.int64)
    Seating([lesson], everywhere).play(batch.states, batch.masks, lesson.step)
    return Round(
        [lessons_from(config, batch, lesson.kept)],
        lesson.agreed / max(lesson.decided, 1),
        lesson.teacher_seconds,
        lesson.env_seconds,
    )


def _source(run: Run, learner: PolicyAgent) -> Callable[[int], Round]:
    """Where the lessons of a round come from: a dataset, or a teacher who plays."""
    config = run.config
    if config.imitation.dataset:
        from exozoo.training.cloning import Library  # needs pyarrow

        return partial(Library(config, run.game).round, learner)
    teacher = load_agent(config.imitation.teacher, run.game, seed=config.seed)
    return partial(play_round, config, teacher, learner)


def imitate(run: Run) -> None:
    """All rounds that the config asks for and that the run has not seen yet."""
    config, how, network = run.config, run.config.imitation, run.network
    run.seed_everything()
    learner = PolicyAgent(run.game, config.seed, network=network, sample=True)
    next_round = _source(run, learner)
    optimizer = torch.optim.Adam(network.parameters(), lr=how.learning_rate, eps=1e-5)
    if run.resumed:
        optimizer.load_state_dict(run.resumed["optimizer"])

    def state() -> dict[str, Any]:
        return {"network": network.state_dict(), "optimizer": optimizer.state_dict()}

    window: list[list[Lessons]] = []
    for round_number in range(run.rounds, how.rounds):
        left = 1 - round_number / how.rounds
        for group in optimizer.param_groups:
            group["lr"] = how.learning_rate * (0.1 + 0.9 * left)
        played = next_round(round_number)
        window = [*window, played.lessons][-how.window :]
        lessons = together(window)
        losses = [study(network, optimizer, lessons, how) for _ in range(how.epochs)]
        run.imitated(
            round_number + 1,
            state,
            played.decisions,
            played.teacher_seconds,
            played.env_seconds,
            agreement=played.agreement,
            loss=losses[-1],
        )
