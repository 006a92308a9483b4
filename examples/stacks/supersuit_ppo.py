"""SuperSuit turns the parallel environment into one vector environment for stable-baselines3's PPO.

SuperSuit hands over no masks, so illegal choices are replaced by legal ones (`illegal="random"`).
"""

from __future__ import annotations

import sys

import supersuit
import torch
from stable_baselines3 import PPO
from tell import Clock

from exozoo.envs import alien_frontiers_v0
from exozoo.envs.adapt import bare


def main(decisions: int) -> None:
    torch.set_num_threads(1)
    env = bare(alien_frontiers_v0.parallel_env(players=2, illegal="random", reward="score"))
    lanes = supersuit.pettingzoo_env_to_vec_env_v1(env)
    lanes = supersuit.concat_vec_envs_v1(lanes, 4, num_cpus=1, base_class="stable_baselines3")
    learner = PPO("MlpPolicy", lanes, n_steps=64, batch_size=128, gamma=1.0)
    clock = Clock()
    learner.learn(decisions)
    clock.tell(learner.num_timesteps, "supersuit", "stable-baselines3")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4096)
