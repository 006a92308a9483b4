"""TorchRL: PPO with masked actions on the Gymnasium environment, and a rollout of the PettingZoo one.

TorchRL's PettingZoo wrapper takes masks from the observation or from the infos, not from both: `bare`
leaves them in the infos.
"""

from __future__ import annotations

import sys
import warnings

import gymnasium
import torch
from tell import Clock
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import exozoo
from exozoo.envs import alien_frontiers_v0
from exozoo.envs.adapt import FloatObservation, MaskInObservation, bare

FRAMES, PARTS = 512, 4


def learner_env() -> GymWrapper:
    assert exozoo.game_names()
    env = FloatObservation(gymnasium.make("exozoo/AlienFrontiers-v0", opponents="random"))
    return GymWrapper(MaskInObservation(env), categorical_action_encoding=True)


def networks(inputs: int, actions: int) -> tuple[ProbabilisticActor, ValueOperator]:
    body = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, actions))
    logits = TensorDictModule(body, in_keys=["observation"], out_keys=["logits"])
    actor = ProbabilisticActor(
        logits,
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    value = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 1))
    return actor, ValueOperator(value, in_keys=["observation"])


def boolean(env: GymWrapper) -> GymWrapper:
    """MaskedCategorical wants masks of bool."""
    from torchrl.envs.transforms import DTypeCastTransform, TransformedEnv

    cast = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, cast)


def main(decisions: int) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    seats = PettingZooWrapper(bare(alien_frontiers_v0.raw_env(players=2)), use_mask=True)
    assert len(seats.rollout(20)) == 20

    env = boolean(learner_env())
    env.set_seed(0)
    inputs = env.observation_spec["observation"].shape[-1]
    actor, value = networks(inputs, int(env.action_spec.n))
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=value)
    loss = ClipPPOLoss(actor, value, clip_epsilon=0.2, entropy_coeff=0.01)
    optimiser = torch.optim.Adam(loss.parameters(), 3e-4)
    collector = Collector(env, actor, frames_per_batch=FRAMES, total_frames=decisions)
    clock, done = Clock(), 0
    for batch in collector:
        done += batch.numel()
        for _ in range(3):
            with torch.no_grad():
                advantage(batch)
            for rows in torch.randperm(batch.numel()).chunk(PARTS):
                parts = loss(batch.reshape(-1)[rows])
                total = sum(part for name, part in parts.items() if name.startswith("loss_"))
                optimiser.zero_grad()
                total.backward()
                optimiser.step()
    collector.shutdown()
    clock.tell(done, "torchrl", "tensordict")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2048)
