"""Tianshou: DQN for one seat of the PettingZoo environment, a masked random player for the other."""

from __future__ import annotations

import sys

import torch
from tell import Clock
from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from exozoo.envs import alien_frontiers_v0


def make() -> PettingZooEnv:
    return PettingZooEnv(alien_frontiers_v0.raw_env(players=2))


def main(decisions: int) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    env = make()
    seen, actions = env.observation_space["observation"], env.action_space
    net = Net(state_shape=seen.shape, action_shape=int(actions.n), hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1)
    learner = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=3e-4), gamma=1.0, target_update_freq=200
    )
    other = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=actions)
    both = MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=env)
    lanes = DummyVectorEnv([make for _ in range(4)])
    collector = Collector(both, lanes, VectorReplayBuffer(20_000, 4), exploration_noise=True)
    collector.reset()
    clock = Clock()
    both.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=decisions,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=0.05,
            batch_size=64,
            test_in_training=False,
            show_progress=False,
        )
    )
    clock.tell(decisions, "tianshou", "pettingzoo")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2048)
