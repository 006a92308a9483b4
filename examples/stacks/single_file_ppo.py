"""PPO in one file of plain torch over Gymnasium's vector API, in the manner of single-file baselines."""

from __future__ import annotations

import sys

import numpy as np
import torch
from tell import Clock
from torch import nn
from torch.distributions import Categorical

from exozoo.envs.vector import GameVectorEnv

GAMES, LENGTH, EPOCHS, PARTS, GAMMA, LAMBDA, CLIP = 16, 64, 3, 4, 1.0, 0.95, 0.2


class ActorCritic(nn.Module):
    """Two small networks over the observation, squeezed into a range that suits them."""

    def __init__(self, inputs: int, actions: int):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, actions))
        self.critic = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 1))

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        seen = torch.sign(seen) * torch.log1p(seen.abs())
        logits = self.actor(seen).masked_fill(~legal, -1e9)
        return Categorical(logits=logits), self.critic(seen).squeeze(-1)


def tensors(seen: np.ndarray, infos: dict) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.as_tensor(seen, dtype=torch.float32), torch.as_tensor(infos["action_mask"]).bool()


def advantages(rewards, ends, values, last):
    """Generalised advantage estimation; an end cuts the chain."""
    gained, running = torch.zeros_like(rewards), torch.zeros_like(last)
    for t in reversed(range(LENGTH)):
        ahead = last if t == LENGTH - 1 else values[t + 1]
        going_on = 1.0 - ends[t]
        delta = rewards[t] + GAMMA * ahead * going_on - values[t]
        gained[t] = running = delta + GAMMA * LAMBDA * going_on * running
    return gained


def learn(network, optimiser, seen, legal, actions, logps, gained, targets):
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).chunk(PARTS):
            policy, values = network(seen[rows], legal[rows])
            ratio = (policy.log_prob(actions[rows]) - logps[rows]).exp()
            worth = (gained[rows] - gained[rows].mean()) / (gained[rows].std() + 1e-8)
            surrogate = torch.min(ratio * worth, ratio.clamp(1 - CLIP, 1 + CLIP) * worth)
            loss = -surrogate.mean() + 0.5 * (values - targets[rows]).pow(2).mean()
            loss = loss - 0.01 * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def main(decisions: int) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    envs = GameVectorEnv("alien_frontiers", num_envs=GAMES, players=2, opponents="random")
    network = ActorCritic(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    optimiser = torch.optim.Adam(network.parameters(), 2.5e-4)
    seen, legal = tensors(*envs.reset(seed=0))
    clock, done, results = Clock(), 0, []
    while done < decisions:
        kept = []
        for _ in range(LENGTH):
            with torch.no_grad():
                policy, values = network(seen, legal)
            actions = policy.sample()
            after, rewards, ends, _, infos = envs.step(actions.numpy())
            results += rewards[ends].tolist()
            rewards, over = torch.as_tensor(rewards).float(), torch.as_tensor(ends).float()
            kept.append((seen, legal, actions, policy.log_prob(actions), values, rewards, over))
            seen, legal = tensors(after, infos)
        done += LENGTH * GAMES
        with torch.no_grad():
            last = network(seen, legal)[1]
        were, masks, chosen, logps, values, rewards, over = (torch.stack(x) for x in zip(*kept))
        gained = advantages(rewards, over, values, last)
        batch = (were, masks, chosen, logps, gained, gained + values)
        learn(network, optimiser, *(part.flatten(0, 1) for part in batch))
    mean = float(np.mean(results[-100:])) if results else 0.0
    clock.tell(done, "gymnasium", "torch", mean_reward=round(mean, 2))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8192)
