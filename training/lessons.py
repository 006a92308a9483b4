"""Decisions to learn from, and learning from them: what imitation, cloning and search share."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.agents.network.advice import Eyes
from exozoo.agents.network.model import GameNetwork, masked
from exozoo.agents.network.values import UTILITY, by_turn, utilities
from exozoo.envs.core.agent import POINTS, VISITS, Thoughts
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.rewards import step_rewards
from exozoo.envs.core.state import take
from exozoo.training.config import StudyConfig, TrainConfig
from exozoo.training.points import points_by_now

SMALL = 1e-6
LEAST = -12.0  # log probability of a legal action: worse ones are all alike


@dataclass
class Lessons:
    """Decisions with what the teacher would do and what came of them, one row each."""

    observations: Tensor  # int16[n, entry], as `Eyes` gives them
    masks: Tensor  # uint8[n, actions / 8], packed
    opinions: Tensor  # float16[n, actions], the teacher's log probabilities of the legal ones
    values: (
        Tensor  # float32[n, players, 2], what came of it for each seat, as `SeatValues` tells it
    )
    stakes: Tensor  # float32[n], how much the choice matters; 1 from teachers that do not tell

    @property
    def players(self) -> int:
        return self.values.shape[1]

    def __len__(self) -> int:
        return len(self.values)

    def blended(self, values: np.ndarray, share: float) -> Lessons:
        """With so much of another estimate of the deciding seat's utility in its target; nan: none."""
        wanted, other = self.values.clone(), torch.from_numpy(values)
        own = wanted[:, 0, UTILITY]
        wanted[:, 0, UTILITY] = torch.where(other.isnan(), own, own.lerp(other.float(), share))
        return replace(self, values=wanted)

    @classmethod
    def joined(cls, parts: list[Lessons]) -> Lessons:
        return cls(*(torch.cat(fields) for fields in zip(*(vars(p).values() for p in parts))))


@dataclass(frozen=True)
class Kept:
    """Decisions of games that still run, one row each."""

    observations: np.ndarray
    masks: np.ndarray  # packed
    opinions: np.ndarray  # float16[n, actions], log probabilities
    games: np.ndarray  # rows of the batch
    seats: np.ndarray  # who decides
    points: np.ndarray  # [n, players], of all seats by now
    stakes: np.ndarray

    @classmethod
    def now(
        cls,
        config: TrainConfig,
        batch: Batch,
        games: np.ndarray,
        opinions: np.ndarray,
        stakes: np.ndarray,
        eyes: Eyes,
    ) -> Kept:
        """As a batch shows these games."""
        return cls(
            eyes(take(batch.states, games), batch.masks[games]),
            np.packbits(batch.masks[games], axis=1),
            opinions,
            games,
            batch.states["seat"][games].astype(np.int64),
            points_by_now(config, batch, games),
            stakes,
        )


def lessons_from(config: TrainConfig, batch: Batch, kept: Sequence[Kept]) -> Lessons:
    """What was kept, with what came of it, once all games of the batch are over."""
    observations, masks, opinions, games, seats, points, stakes = (
        np.concatenate(column) for column in zip(*(vars(part).values() for part in kept))
    )
    over = np.ones(len(games), bool)
    scores, ranks, targets = batch.scores[games], batch.ranks[games], batch.states["target"][games]
    paid = step_rewards(config.reward, points, scores, over, ranks, targets)
    worth = utilities(scores, ranks, targets, config.value_scale)
    values = np.stack([worth, paid * config.reward_scale], axis=2)  # UTILITY, RETURNS
    return Lessons(
        torch.from_numpy(observations),
        torch.from_numpy(masks),
        torch.from_numpy(opinions),
        torch.from_numpy(by_turn(values, seats)).float(),
        torch.from_numpy(stakes).float(),
    )


def spread(
    found: Thoughts | None, chosen: np.ndarray, masks: np.ndarray, temperature: float
) -> np.ndarray:
    """float[n, actions]: how an agent would spread its choice; 0 for illegal actions.

    Points give softmax(points / temperature), visits and probabilities themselves; of agents that
    tell nothing there is the one action they choose.
    """
    if found is not None and found.kind == POINTS:
        points = np.where(masks, found.weights, -np.inf)
        chances = np.exp((points - points.max(axis=1, keepdims=True)) / temperature)
        return chances / chances.sum(axis=1, keepdims=True)
    chances = np.zeros(masks.shape)
    if found is not None:
        chances += np.where(masks, found.weights, 0)
    if found is None or found.kind == VISITS:
        chances[np.arange(len(chosen)), chosen] += 1
    silent = chances.sum(axis=1) <= 0
    chances[silent, chosen[silent]] = 1
    return chances / chances.sum(axis=1, keepdims=True)


def stakes_of(found: Thoughts | None, count: int) -> np.ndarray:
    """float[n]: how much each choice matters, alike if the agent does not tell."""
    return np.ones(count) if found is None or found.stakes is None else found.stakes


@dataclass
class Round:
    """One round of games and what it took."""

    lessons: list[Lessons]  # at tables of each size
    agreement: float  # share of the decisions in which the network chose as the teacher would
    teacher_seconds: float
    env_seconds: float

    @property
    def decisions(self) -> int:
        return sum(map(len, self.lessons))

    @classmethod
    def joined(cls, rounds: list[Round]) -> Round:
        """Rounds at several tables as one."""
        decisions = sum(part.decisions for part in rounds)
        return cls(
            [lessons for part in rounds for lessons in part.lessons],
            sum(part.agreement * part.decisions for part in rounds) / max(decisions, 1),
            sum(part.teacher_seconds for part in rounds),
            sum(part.env_seconds for part in rounds),
        )


def loss_of(network: GameNetwork, lessons: Lessons, rows: Tensor, how: StudyConfig) -> Tensor:
    """Distance from the teacher's choice and from its opinion of every action, error of the value.

    The choice is compared by cross-entropy, weighted by what is at stake: a search that stretches what
    it found to the full range has strong opinions also where all actions are worth the same. The
    opinions are compared by the squared difference of log probabilities among legal actions, up to a
    constant: a teacher that weighs dozens of actions then tells something about each of them.
    """
    logits, values = network.estimate(lessons.observations[rows])
    packed = lessons.masks[rows].numpy()
    legal = torch.from_numpy(np.unpackbits(packed, axis=1, count=logits.shape[1]))
    wanted = lessons.opinions[rows].float()
    chances = masked(wanted, legal).softmax(dim=1)
    log_chances = masked(logits, legal).log_softmax(dim=1)
    weight = lessons.stakes[rows]
    choice = -(chances * log_chances.clamp(min=-50)).sum(dim=1)
    choice = (weight * choice).sum() / weight.sum().clamp(min=SMALL)
    count = legal.sum(dim=1, keepdim=True)
    difference = (logits - wanted) * legal
    difference = (difference - difference.sum(dim=1, keepdim=True) / count) * legal
    opinion = (difference.square().sum(dim=1) / count[:, 0]).mean()
    error = value_error(values, lessons.values[rows])
    return how.choice * choice + how.opinion * opinion + how.value * error


def value_error(found: Tensor, wanted: Tensor) -> Tensor:
    """Of the utilities and of the returns together; nan is not known."""
    known = wanted.isfinite()
    wrong = torch.where(known, found - wanted.nan_to_num(), 0).square()
    return (wrong.sum(dim=(0, 1)) / known.sum(dim=(0, 1)).clamp(min=1)).sum()


def batches(parts: Sequence[Sized], size: int) -> list[tuple[int, Tensor]]:
    """(part, rows): all rows once, in random order, each batch from one part."""
    cut = [
        (number, rows)
        for number, part in enumerate(parts)
        for rows in torch.randperm(len(part)).split(size)
    ]
    return [cut[number] for number in torch.randperm(len(cut)).tolist()]


def together(rounds: Sequence[list[Lessons]]) -> list[Lessons]:
    """The lessons of several rounds, those at tables of one size joined."""
    found: dict[int, list[Lessons]] = {}
    for lessons in rounds:
        for part in lessons:
            found.setdefault(part.players, []).append(part)
    return [Lessons.joined(parts) for parts in found.values()]


def study(
    network: GameNetwork,
    optimizer: torch.optim.Optimizer,
    parts: Sequence[Lessons],
    how: StudyConfig,
) -> float:
    """Once through the lessons; returns the mean loss."""
    losses: list[float] = []
    network.train()
    for number, rows in batches(parts, how.batch_size):
        loss = loss_of(network, parts[number], rows, how)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    network.eval()
    return float(np.mean(losses))
