"""PPO in plain torch, to read and to change: the same network, pool and checkpoints as MaskablePPO.

Read it top to bottom: a buffer of decisions, advantages, the update, the loop.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.agents.network.model import GameNetwork, masked
from exozoo.agents.network.values import RETURNS, UTILITY, by_turn, utilities
from exozoo.envs.wrappers.lanes import Lanes
from exozoo.training.config import PpoConfig, TrainConfig
from exozoo.training.lessons import batches, value_error
from exozoo.training.progress import Run


@dataclass
class Rollout:
    """Decisions of all lanes, [time, lane, ...]; a lane shows one seat throughout a game.

    Values and rewards are those of all seats, in turn order from the learner's on, as `SeatValues`
    tells them: of the utility, which is paid at the end, and of the reward that is learnt from.
    """

    observations: Tensor  # int16[time, lane, entry]
    masks: Tensor  # uint8[time, lane, action]
    actions: Tensor  # int64[time, lane]
    log_probs: Tensor
    values: Tensor  # [time, lane, players, 2]
    rewards: Tensor
    dones: Tensor  # 1 where the game ended with this decision

    @classmethod
    def empty(cls, times: int, lanes: Lanes) -> Rollout:
        shape = (times, lanes.num_envs)
        by_seat = (*shape, lanes.players, 2)
        return cls(
            torch.zeros((*shape, lanes.observations.shape[1]), dtype=torch.int16),
            torch.zeros((*shape, lanes.num_actions), dtype=torch.uint8),
            torch.zeros(shape, dtype=torch.int64),
            torch.zeros(shape),
            torch.zeros(by_seat),
            torch.zeros(by_seat),
            torch.zeros(shape),
        )


def choose(network: GameNetwork, observations: Tensor, masks: Tensor) -> tuple[Tensor, ...]:
    """(actions, their log probabilities, values), drawn from the network."""
    logits, values = network.estimate(observations)
    policy = torch.distributions.Categorical(logits=masked(logits, masks), validate_args=False)
    actions = policy.sample()
    return actions, policy.log_prob(actions), values


@torch.no_grad()
def collect(network: GameNetwork, lanes: Lanes, rollout: Rollout, config: TrainConfig) -> float:
    """Fill the rollout from where the lanes stand; returns the seconds spent in the environment."""
    env_seconds = 0.0
    for now in range(len(rollout.actions)):
        rollout.observations[now] = torch.from_numpy(lanes.observations)
        rollout.masks[now] = torch.from_numpy(lanes.masks)
        actions, log_probs, values = choose(network, rollout.observations[now], rollout.masks[now])
        seats = lanes.seats.copy()  # those of finished games are drawn anew
        started = time.perf_counter()
        lanes.step(actions.numpy())
        env_seconds += time.perf_counter() - started
        rollout.actions[now], rollout.log_probs[now], rollout.values[now] = (
            actions,
            log_probs,
            values,
        )
        rollout.rewards[now] = torch.from_numpy(seat_rewards(lanes, seats, config))
        rollout.dones[now] = torch.from_numpy(lanes.dones).float()
    return env_seconds


def seat_rewards(lanes: Lanes, seats: np.ndarray, config: TrainConfig) -> np.ndarray:
    """float32[lanes, players, 2]: what the last step brought each seat; `seats` are the learner's."""
    rewards = np.zeros((*lanes.paid.shape, 2), np.float32)
    rewards[..., RETURNS] = lanes.paid * config.reward_scale
    ended = np.flatnonzero(lanes.dones)
    if ended.size:
        results = lanes.final_scores[ended], lanes.final_ranks[ended], lanes.final_targets[ended]
        rewards[ended, :, UTILITY] = utilities(*results, config.value_scale)
    return by_turn(rewards, seats)


def advantages(rollout: Rollout, last_values: Tensor, ppo: PpoConfig) -> Tensor:
    """Generalised advantage estimation, of each seat; a finished game passes nothing back."""
    found = torch.zeros_like(rollout.rewards)
    ahead = torch.zeros_like(last_values)
    next_values = last_values
    running = (1 - rollout.dones)[..., None, None]
    for now in reversed(range(len(found))):
        goes_on = running[now]
        surprise = rollout.rewards[now] + ppo.discount * next_values * goes_on - rollout.values[now]
        ahead = surprise + ppo.discount * ppo.gae_lambda * goes_on * ahead
        found[now] = ahead
        next_values = rollout.values[now]
    return found


@dataclass
class Experience:
    """What is learnt from one rollout, a row a decision."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    gains: Tensor  # of the learner's seat, in the reward that is learnt from
    returns: Tensor  # [n, players, 2]

    @classmethod
    def of(cls, rollout: Rollout, gains: Tensor) -> Experience:
        fields = rollout.observations, rollout.masks, rollout.actions, rollout.log_probs
        own, returns = gains[:, :, 0, RETURNS], gains + rollout.values
        return cls(*(field.flatten(0, 1) for field in (*fields, own, returns)))

    def take(self, rows: Tensor) -> Experience:
        return Experience(*(field[rows] for field in vars(self).values()))


@dataclass
class Losses:
    """Of one minibatch."""

    total: Tensor
    policy: Tensor
    value: Tensor
    entropy: Tensor
    divergence: Tensor  # estimate of the KL divergence from the policy that collected


def losses(network: GameNetwork, batch: Experience, ppo: PpoConfig) -> Losses:
    """Clipped policy loss, value loss and entropy of some decisions."""
    logits, values = network.estimate(batch.observations)
    policy = torch.distributions.Categorical(
        logits=masked(logits, batch.masks), validate_args=False
    )
    log_ratio = policy.log_prob(batch.actions) - batch.log_probs
    ratio = log_ratio.exp()
    gains = (batch.gains - batch.gains.mean()) / (batch.gains.std() + 1e-8)
    clipped = ratio.clamp(1 - ppo.clip, 1 + ppo.clip)
    policy_loss = -torch.min(gains * ratio, gains * clipped).mean()
    value_loss = value_error(values, batch.returns)
    entropy = policy.entropy().mean()
    total = policy_loss + ppo.value * value_loss - ppo.entropy * entropy
    return Losses(total, policy_loss, value_loss, entropy, (ratio - 1 - log_ratio).mean())


def update(
    network: GameNetwork,
    optimizer: torch.optim.Optimizer,
    parts: Sequence[Experience],
    ppo: PpoConfig,
) -> dict[str, float]:
    """Some epochs over what was seen at all tables; returns means of the losses."""
    seen: list[list[float]] = []
    for _ in range(ppo.epochs):
        for part, rows in batches([part.gains for part in parts], ppo.batch_size):
            if len(rows) < 2:
                continue
            found = losses(network, parts[part].take(rows), ppo)
            if ppo.target_kl and found.divergence > 1.5 * ppo.target_kl:
                return _means(seen)
            optimizer.zero_grad()
            found.total.backward()
            nn.utils.clip_grad_norm_(network.parameters(), ppo.max_grad_norm)
            optimizer.step()
            seen.append([value.item() for value in vars(found).values()])
    return _means(seen)


def learning_rate(ppo: PpoConfig, steps: int, total: int) -> float:
    """Falls linearly to a tenth, if the config says so."""
    left = max(1 - steps / total, 0.0)
    return ppo.learning_rate * (0.1 + 0.9 * left if ppo.decay else 1.0)


class Tables:
    """The lanes at tables of every size that the config names, and their rollouts."""

    def __init__(self, run: Run):
        config = run.config
        self.config, self.ppo = config, config.ppo
        self.lanes = [
            Lanes(
                run.game,
                count,
                opponents=run.pool,
                seat="random",
                reward=config.reward,
                threads=config.threads,
                **config.options_at(players),
            )
            for players, count in config.shared_out(config.num_envs).items()
        ]
        self.rollouts = [Rollout.empty(self.ppo.rollout, lanes) for lanes in self.lanes]
        self.decisions = self.ppo.rollout * sum(lanes.num_envs for lanes in self.lanes)

    def reset(self, seed: int) -> None:
        for number, lanes in enumerate(self.lanes):
            lanes.reset(seed + number * self.config.num_envs)

    def collect(self, network: GameNetwork) -> tuple[list[Experience], float]:
        """(what was seen at each table, seconds spent in the environments)"""
        found, seconds = [], 0.0
        for lanes, rollout in zip(self.lanes, self.rollouts, strict=True):
            seconds += collect(network, lanes, rollout, self.config)
            with torch.no_grad():
                last_values = network.estimate(torch.from_numpy(lanes.observations))[1]
            found.append(Experience.of(rollout, advantages(rollout, last_values, self.ppo)))
        return found, seconds

    def close(self) -> None:
        for lanes in self.lanes:
            lanes.close()


def train(run: Run) -> None:
    """From the run's last checkpoint to the end of its config."""
    config, ppo, network = run.config, run.config.ppo, run.network
    tables = Tables(run)
    tables.reset(run.seed_everything())
    optimizer = torch.optim.Adam(network.parameters(), lr=ppo.learning_rate, eps=1e-5)
    if run.learner_state:
        network.load_state_dict(run.learner_state["network"])
        optimizer.load_state_dict(run.learner_state["optimizer"])

    def state() -> dict[str, Any]:
        return {"network": network.state_dict(), "optimizer": optimizer.state_dict()}

    steps = run.steps
    while steps < config.total_steps:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(ppo, steps, config.total_steps)
        network.eval()
        parts, env_seconds = tables.collect(network)
        network.train()
        numbers = update(network, optimizer, parts, ppo)
        steps += tables.decisions
        run.iteration(steps, state, env_seconds, **numbers)
    tables.close()


def _means(seen: list[list[float]]) -> dict[str, float]:
    names = ("loss", "policy_loss", "value_loss", "entropy", "approx_kl")
    means = np.mean(seen, axis=0).tolist() if seen else [0.0] * len(names)
    return dict(zip(names, means, strict=True))
