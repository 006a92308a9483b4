"""PettingZoo's usual way with stable-baselines3: an AEC environment seen as a Gymnasium one, masks, MaskablePPO.

One network plays all seats. What the learner sees after its decision is its own next position, and the
reward is what its own seat received, so the other seats are played by the network as it was when the
game began (a frozen copy would do as well).
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from tell import Clock

from exozoo.envs import alien_frontiers_v0


class OwnSeat(gymnasium.Env):
    """The learner's seat of an AEC environment; `others(observation, mask)` decides for the rest."""

    def __init__(self, env: Any, seat: str = "player_0"):
        self.env, self.seat = env, seat
        self.others: Any = None
        self.observation_space = env.observation_space(seat)["observation"]
        self.action_space = env.action_space(seat)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict]:
        super().reset(seed=seed)
        self.env.reset(seed=seed)
        return self._until_own_turn()[0], {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        self.env.step(int(action))
        seen, reward, over = self._until_own_turn()
        return seen, reward, over, False, {}

    def action_masks(self) -> np.ndarray:
        mask = self.env.observe(self.seat)["action_mask"].astype(bool)
        return mask if mask.any() else np.ones_like(mask)

    def _until_own_turn(self) -> tuple[np.ndarray, float, bool]:
        while self.env.agent_selection != self.seat and not self.env.terminations[self.seat]:
            seen, _, _, _, _ = self.env.last()
            legal = seen["action_mask"]
            choice = self.others(seen) if self.others else np.random.choice(np.flatnonzero(legal))
            self.env.step(int(choice))
        over = self.env.terminations[self.seat]
        reward = self.env._cumulative_rewards[self.seat]
        return self.env.observe(self.seat)["observation"], float(reward), bool(over)


def main(decisions: int) -> None:
    torch.set_num_threads(1)
    env = OwnSeat(alien_frontiers_v0.raw_env(players=2))
    learner = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, gamma=1.0, verbose=0)
    env.others = lambda seen: learner.predict(
        seen["observation"], action_masks=seen["action_mask"].astype(bool), deterministic=False
    )[0]
    env.reset(seed=0)
    clock = Clock()
    learner.learn(decisions)
    clock.tell(learner.num_timesteps, "pettingzoo", "stable-baselines3", "sb3-contrib")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2048)
