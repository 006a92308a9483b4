"""PPO in plain torch, to read and to change: the same network, pool and checkpoints as MaskablePPO.

Read it top to bottom: a buffer of decisions, advantages, the update, the loop.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.agents.network.model import GameNetwork, masked
from exozoo.envs.wrappers.lanes import Lanes
from exozoo.training.config import PpoConfig
from exozoo.training.progress import Run


@dataclass
class Rollout:
    """Decisions of all lanes, [time, lane, ...]; a lane shows one seat throughout a game."""

    observations: Tensor  # int16[time, lane, entry]
    masks: Tensor  # uint8[time, lane, action]
    actions: Tensor  # int64[time, lane]
    log_probs: Tensor
    values: Tensor
    rewards: Tensor
    dones: Tensor  # 1 where the game ended with this decision

    @classmethod
    def empty(cls, times: int, lanes: Lanes) -> Rollout:
        shape = (times, lanes.num_envs)
        return cls(
            torch.zeros((*shape, lanes.observations.shape[1]), dtype=torch.int16),
            torch.zeros((*shape, lanes.num_actions), dtype=torch.uint8),
            torch.zeros(shape, dtype=torch.int64),
            *(torch.zeros(shape) for _ in range(4)),
        )

    def flat(self) -> list[Tensor]:
        """Each field with time and lanes in one axis."""
        return [field.flatten(0, 1) for field in vars(self).values()]


def choose(network: GameNetwork, observations: Tensor, masks: Tensor) -> tuple[Tensor, ...]:
    """(actions, their log probabilities, values), drawn from the network."""
    logits, values = network(observations)
    policy = torch.distributions.Categorical(logits=masked(logits, masks))
    actions = policy.sample()
    return actions, policy.log_prob(actions), values


@torch.no_grad()
def collect(network: GameNetwork, lanes: Lanes, rollout: Rollout, reward_scale: float) -> float:
    """Fill the rollout from where the lanes stand; returns the seconds spent in the environment."""
    env_seconds = 0.0
    for now in range(len(rollout.actions)):
        rollout.observations[now] = torch.from_numpy(lanes.observations)
        rollout.masks[now] = torch.from_numpy(lanes.masks)
        actions, log_probs, values = choose(network, rollout.observations[now], rollout.masks[now])
        started = time.perf_counter()
        lanes.step(actions.numpy())
        env_seconds += time.perf_counter() - started
        rollout.actions[now], rollout.log_probs[now], rollout.values[now] = (
            actions,
            log_probs,
            values,
        )
        rollout.rewards[now] = torch.from_numpy(lanes.rewards) * reward_scale
        rollout.dones[now] = torch.from_numpy(lanes.dones).float()
    return env_seconds


def advantages(rollout: Rollout, last_values: Tensor, ppo: PpoConfig) -> Tensor:
    """Generalised advantage estimation; a finished game passes nothing back."""
    found = torch.zeros_like(rollout.rewards)
    ahead = torch.zeros_like(last_values)
    next_values = last_values
    for now in reversed(range(len(found))):
        goes_on = 1 - rollout.dones[now]
        surprise = rollout.rewards[now] + ppo.discount * next_values * goes_on - rollout.values[now]
        ahead = surprise + ppo.discount * ppo.gae_lambda * goes_on * ahead
        found[now] = ahead
        next_values = rollout.values[now]
    return found


@dataclass
class Losses:
    """Of one minibatch."""

    total: Tensor
    policy: Tensor
    value: Tensor
    entropy: Tensor
    divergence: Tensor  # estimate of the KL divergence from the policy that collected


def losses(
    network: GameNetwork, batch: list[Tensor], gains: Tensor, returns: Tensor, ppo: PpoConfig
) -> Losses:
    """Clipped policy loss, value loss and entropy of some decisions."""
    observations, masks, actions, old_log_probs = batch[:4]
    logits, values = network(observations)
    policy = torch.distributions.Categorical(logits=masked(logits, masks))
    log_ratio = policy.log_prob(actions) - old_log_probs
    ratio = log_ratio.exp()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    clipped = ratio.clamp(1 - ppo.clip, 1 + ppo.clip)
    policy_loss = -torch.min(gains * ratio, gains * clipped).mean()
    value_loss = (returns - values).square().mean()
    entropy = policy.entropy().mean()
    total = policy_loss + ppo.value * value_loss - ppo.entropy * entropy
    return Losses(total, policy_loss, value_loss, entropy, (ratio - 1 - log_ratio).mean())


def update(
    network: GameNetwork,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    gains: Tensor,
    ppo: PpoConfig,
) -> dict[str, float]:
    """Some epochs over the rollout; returns means of the losses."""
    fields = rollout.flat()
    flat_gains = gains.flatten()
    returns = flat_gains + rollout.values.flatten()
    count = len(flat_gains)
    seen: list[list[float]] = []
    for _ in range(ppo.epochs):
        for rows in torch.randperm(count).split(ppo.batch_size):
            if len(rows) < 2:
                continue
            batch = [field[rows] for field in fields]
            found = losses(network, batch, flat_gains[rows], returns[rows], ppo)
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


def train(run: Run) -> None:
    """From the run's last checkpoint to the end of its config."""
    config, ppo, network = run.config, run.config.ppo, run.network
    lanes = Lanes(
        run.game,
        config.num_envs,
        opponents=run.pool,
        seat="random",
        reward=config.reward,
        threads=config.threads,
        players=config.players,
        **config.options,
    )
    lanes.reset(run.seed_everything())
    optimizer = torch.optim.Adam(network.parameters(), lr=ppo.learning_rate, eps=1e-5)
    if run.learner_state:
        network.load_state_dict(run.learner_state["network"])
        optimizer.load_state_dict(run.learner_state["optimizer"])

    def state() -> dict[str, Any]:
        return {"network": network.state_dict(), "optimizer": optimizer.state_dict()}

    rollout = Rollout.empty(ppo.rollout, lanes)
    steps = run.steps
    while steps < config.total_steps:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(ppo, steps, config.total_steps)
        network.eval()
        env_seconds = collect(network, lanes, rollout, config.reward_scale)
        with torch.no_grad():
            last_values = network(torch.from_numpy(lanes.observations))[1]
        gains = advantages(rollout, last_values, ppo)
        network.train()
        numbers = update(network, optimizer, rollout, gains, ppo)
        steps += ppo.rollout * config.num_envs
        run.iteration(steps, state, env_seconds, **numbers)
    lanes.close()


def _means(seen: list[list[float]]) -> dict[str, float]:
    names = ("loss", "policy_loss", "value_loss", "entropy", "approx_kl")
    means = np.mean(seen, axis=0).tolist() if seen else [0.0] * len(names)
    return dict(zip(names, means, strict=True))
