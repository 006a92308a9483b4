"""PufferLib: its emulation layer and vectorisation around our Gymnasium environment, masks in the array.

`FlatObservation` puts the mask at the end of the one array that PufferLib hands to a policy. Here a small
policy of torch plays, masked, without learning: what is tested is that games pass through soundly.
"""

from __future__ import annotations

import sys

import gymnasium
import pufferlib
import pufferlib.emulation
import pufferlib.vector
import torch
from tell import Clock

import exozoo
from exozoo.envs.adapt import FlatObservation

GAMES = 8


def plain() -> gymnasium.Env:
    assert exozoo.game_names()
    return FlatObservation(gymnasium.make("exozoo/AlienFrontiers-v0", opponents="random"))


def make(*_: object, buf: object = None, **named: object) -> pufferlib.emulation.GymnasiumPufferEnv:
    given = {} if buf is None else {"buf": buf}
    return pufferlib.emulation.GymnasiumPufferEnv(env_creator=plain, **given)


def main(decisions: int) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    split = plain().split
    envs = pufferlib.vector.make(make, num_envs=GAMES, backend=pufferlib.vector.Serial)
    seen, _ = envs.reset(seed=1)
    inputs = split(torch.as_tensor(seen))[0].shape[-1]
    policy = torch.nn.Linear(inputs, int(envs.single_action_space.n))
    clock, done, ended = Clock(), 0, 0
    while done < decisions:
        with torch.no_grad():
            parts, legal = split(torch.as_tensor(seen).reshape(GAMES, -1).float())
            logits = policy(parts).masked_fill(legal == 0, -1e9)
        choices = torch.distributions.Categorical(logits=logits).sample().numpy()
        seen, _, ends, _, _ = envs.step(choices)
        done += GAMES
        ended += int(ends.sum())
    envs.close()
    assert ended or decisions < 4096
    clock.tell(done, "pufferlib", "gymnasium")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4096)
