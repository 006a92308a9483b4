"""RLlib's PPO on any game, through its PettingZoo wrapper, with illegal actions masked.

    python -m exozoo.training.rllib_example alien_frontiers --iterations 3

One policy plays all seats. Needs the extra `rllib`, in an environment of its own (docs/training.md).
"""

from __future__ import annotations

import argparse
from typing import Any

import ray
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env

from exozoo.agents.network.model import GameNetwork, NetworkSize, masked
from exozoo.agents.network.values import RETURNS
from exozoo.envs.registry import load_game
from exozoo.envs.wrappers import aec

POLICY = "shared"


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """The project's network as an RLlib module; `model_config` names the game."""

    def setup(self) -> None:
        size = NetworkSize(channels=8, width=128, seat_width=64, shared_width=64)
        self.network = GameNetwork(load_game(self.model_config["game"]), size)

    def _forward(self, batch: dict[str, Any], **named: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits, _ = self.network(seen["observation"])
        return {Columns.ACTION_DIST_INPUTS: masked(logits, seen["action_mask"])}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self.network.estimate(batch[Columns.OBS]["observation"])[1][:, 0, RETURNS]


def build(name: str, players: int = 2, decisions: int = 1024) -> Algorithm:
    """PPO with `decisions` of all seats in each iteration, all in this process."""
    load_game(name)
    register_env(
        "exozoo", lambda settings: PettingZooEnv(aec.raw_env(name, players=settings["players"]))
    )
    module = RLModuleSpec(module_class=MaskedModule, model_config={"game": name})
    config = (
        PPOConfig()
        .environment("exozoo", env_config={"players": players})
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, *_, **__: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .training(
            train_batch_size_per_learner=decisions,
            minibatch_size=min(256, decisions),
            num_epochs=2,
            lr=3e-4,
            gamma=1.0,
            entropy_coeff=0.01,
        )
    )
    return config.build_algo()


def main(arguments: list[str] | None = None) -> list[dict[str, float]]:
    """Train and print what each iteration gave; returns the same."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", nargs="?", default="alien_frontiers")
    parser.add_argument("--iterations", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=1024, help="in each iteration")
    parser.add_argument("--players", type=int, default=2)
    chosen = parser.parse_args(arguments)
    ray.init(include_dashboard=False, num_cpus=2, ignore_reinit_error=True)
    algorithm = build(chosen.game, chosen.players, chosen.decisions)
    told = []
    try:
        for iteration in range(1, chosen.iterations + 1):
            result = algorithm.train()
            learnt = result["learners"][POLICY]
            line = {
                "iteration": float(iteration),
                "decisions": float(result["env_runners"]["num_env_steps_sampled_lifetime"]),
                "entropy": float(learnt["entropy"]),
                "value_loss": float(learnt["vf_loss"]),
            }
            print(", ".join(f"{name} {value:g}" for name, value in line.items()), flush=True)
            told.append(line)
    finally:
        algorithm.stop()
        ray.shutdown()
    return told


if __name__ == "__main__":
    main()
