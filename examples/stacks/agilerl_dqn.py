"""AgileRL: its DQN over our vector environment; it asks for masks by itself."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components.data import Transition
from agilerl.components.replay_buffer import ReplayBuffer
from gymnasium.spaces import Box
from tell import Clock

from exozoo.envs.vector import GameVectorEnv

GAMES = 16


def main(decisions: int) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    envs = GameVectorEnv("alien_frontiers", num_envs=GAMES, players=2, opponents="random")
    # plain bounds: AgileRL would scale every entry by its own otherwise
    space = Box(-np.inf, np.inf, envs.single_observation_space.shape, np.float32)
    learner = DQN(space, envs.single_action_space, batch_size=64, lr=3e-4, gamma=1.0)
    memory = ReplayBuffer(10_000)
    seen, infos = envs.reset(seed=0)
    clock, done = Clock(), 0
    while done < decisions:
        choices = learner.get_action(seen, epsilon=0.1, action_mask=infos["action_mask"])
        after, rewards, ends, _, infos = envs.step(choices)
        # at the end of a game `after` is the first position of the next one; `done` cuts it off
        moved = Transition(obs=seen, action=choices, reward=rewards, next_obs=after, done=ends)
        batch = moved.to_tensordict()
        batch.batch_size = [GAMES]
        memory.add(batch)
        seen = after
        done += GAMES
        if len(memory) >= 512:
            learner.learn(memory.sample(64))
    clock.tell(done, "agilerl", "gymnasium")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4096)
