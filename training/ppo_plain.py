"""PPO in plain torch, to read and to change: the same network, pool and checkpoints as MaskablePPO.

Read it top to bottom: losses, the update, the loop; `tables` are the games and the advantages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.agents.network.model import GameNetwork, masked
from exozoo.training.config import PpoConfig
from exozoo.training.lessons import batches, value_error
from exozoo.training.progress import Run
from exozoo.training.tables import Experience, Table


@dataclass
class Losses:
    """Of one minibatch."""

    total: Tensor
    policy: Tensor
    value: Tensor
    entropy: Tensor
    divergence: Tensor  # estimate of the KL divergence from the policy that collected
    departure: Tensor  # KL divergence from the heuristic's advice; 0 without restraint


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
    departure = torch.zeros(())
    if ppo.restraint:
        advised = masked(network.advised_logits(batch.observations), batch.masks)
        apart = policy.logits - advised.log_softmax(dim=1)
        departure = (policy.probs * apart).sum(dim=1).mean()
    total = policy_loss + ppo.value * value_loss - ppo.entropy * entropy + ppo.restraint * departure
    divergence = (ratio - 1 - log_ratio).mean()
    return Losses(total, policy_loss, value_loss, entropy, divergence, departure)


def update(
    network: GameNetwork,
    optimizer: torch.optim.Optimizer,
    parts: Sequence[Experience],
    ppo: PpoConfig,
) -> dict[str, float]:
    """Some epochs over what was seen at all tables; returns means of the losses."""
    seen: list[list[float]] = []
    for _ in range(ppo.epochs):
        for part, rows in batches(parts, ppo.batch_size):
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


def train(run: Run) -> None:
    """From the run's last checkpoint to the end of its config."""
    config, ppo, network = run.config, run.config.ppo, run.network
    shares = config.shared_out(config.num_envs)
    tables = [Table(run, players, count) for players, count in shares.items()]
    seed = run.seed_everything()
    for number, table in enumerate(tables):
        table.reset(seed + number * config.num_envs)
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
        parts = [table.collect(network, ppo.rollout * table.count) for table in tables]
        env_seconds = sum(table.env_seconds for table in tables)
        for table in tables:
            table.env_seconds = 0.0
        network.train()
        numbers = update(network, optimizer, parts, ppo)
        steps += ppo.rollout * sum(shares.values())
        run.iteration(steps, state, env_seconds, **numbers)
    for table in tables:
        table.close()


def _means(seen: list[list[float]]) -> dict[str, float]:
    names = ("loss", "policy_loss", "value_loss", "entropy", "approx_kl", "departure")
    means = np.mean(seen, axis=0).tolist() if seen else [0.0] * len(names)
    return dict(zip(names, means, strict=True))
