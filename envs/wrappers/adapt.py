"""Small wrappers for libraries that want observations in another form than ours.

Ours: a flat int16 array, and the mask in `info` (Gymnasium) or beside it in a dict (PettingZoo). Which
library needs which of these is in docs/stacks.md.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import BaseParallelWrapper, BaseWrapper

from exozoo.envs.wrappers.spaces import MASK_DTYPE


class MaskInObservation(gymnasium.Wrapper):
    """Gymnasium: `{"observation", "action_mask"}` in place of the array, as PettingZoo has it."""

    def __init__(self, env: gymnasium.Env):
        super().__init__(env)
        mask = Box(0, 1, (_num_actions(env),), MASK_DTYPE)
        self.observation_space = Dict({"observation": env.observation_space, "action_mask": mask})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        seen, info = self.env.reset(seed=seed, options=options)
        return self._pair(seen, info), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        seen, reward, over, cut, info = self.env.step(action)
        return self._pair(seen, info), reward, over, cut, info

    @staticmethod
    def _pair(seen: np.ndarray, info: dict[str, Any]) -> dict[str, np.ndarray]:
        return {"observation": seen, "action_mask": info["action_mask"]}


class FloatObservation(gymnasium.ObservationWrapper):
    """Gymnasium: float32 in place of int16, each entry divided by the largest value it can have."""

    def __init__(self, env: gymnasium.Env):
        super().__init__(env)
        self._scale = _scale(env.observation_space)
        self.observation_space = _scaled(env.observation_space, self._scale)

    def observation(self, observation: np.ndarray) -> np.ndarray:
        return observation * self._scale


class FlatObservation(gymnasium.Wrapper):
    """Gymnasium: one float32 array, the scaled observation and then the mask.

    For libraries that hand a policy nothing but one array. `split(seen)` takes it apart again.
    """

    def __init__(self, env: gymnasium.Env):
        super().__init__(env)
        self._scale = _scale(env.observation_space)
        plain = _scaled(env.observation_space, self._scale)
        legal = _num_actions(env)
        low = np.concatenate([plain.low, np.zeros(legal, np.float32)])
        high = np.concatenate([plain.high, np.ones(legal, np.float32)])
        self.observation_space = Box(low, high, dtype=np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        seen, info = self.env.reset(seed=seed, options=options)
        return self._join(seen, info), info

    def step(self, action: Any) -> tuple[np.ndarray, Any, bool, bool, dict[str, Any]]:
        seen, reward, over, cut, info = self.env.step(action)
        return self._join(seen, info), reward, over, cut, info

    def split(self, seen: Any) -> tuple[Any, Any]:
        """Observation and mask of one array or of a batch of them, numpy or torch."""
        return seen[..., : len(self._scale)], seen[..., len(self._scale) :]

    def _join(self, seen: np.ndarray, info: dict[str, Any]) -> np.ndarray:
        return np.concatenate([seen * self._scale, info["action_mask"].astype(np.float32)])


class BareAEC(BaseWrapper):
    """PettingZoo, one seat at a time: the scaled float32 array alone; masks stay in the infos."""

    def __init__(self, env: AECEnv):
        super().__init__(env)
        self._scales, self._spaces = _scaled_by_seat(env)

    def observation_space(self, agent: str) -> Box:
        return self._spaces[agent]

    def observe(self, agent: str) -> np.ndarray | None:
        seen = super().observe(agent)
        return None if seen is None else seen["observation"] * self._scales[agent]


class BareParallel(BaseParallelWrapper):
    """PettingZoo, all seats at once: as `BareAEC`."""

    def __init__(self, env: ParallelEnv):
        super().__init__(env)
        self._scales, self._spaces = _scaled_by_seat(env)

    def observation_space(self, agent: str) -> Box:
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> Any:
        seen, infos = super().reset(seed=seed, options=options)
        return self._bare(seen), infos

    def step(self, actions: dict[str, Any]) -> Any:
        seen, *rest = super().step(actions)
        return self._bare(seen), *rest

    def _bare(self, seen: dict[str, Any]) -> dict[str, np.ndarray]:
        return {seat: one["observation"] * self._scales[seat] for seat, one in seen.items()}


def bare(env: Any) -> BareAEC | BareParallel:
    """Whichever of the two fits the environment."""
    return BareParallel(env) if isinstance(env, ParallelEnv) else BareAEC(env)


def _inner(space: Any) -> Box:
    box: Any = space["observation"] if isinstance(space, Dict) else space
    return box


def _scale(space: Any) -> np.ndarray:
    """What brings every entry of an observation into -1 .. 1."""
    box = _inner(space)
    widest = np.maximum(np.abs(box.low.astype(np.float32)), np.abs(box.high.astype(np.float32)))
    return (1 / np.maximum(widest, 1)).astype(np.float32)


def _scaled(space: Any, scale: np.ndarray) -> Box:
    box = _inner(space)
    return Box(box.low * scale, box.high * scale, dtype=np.float32)


def _scaled_by_seat(env: Any) -> tuple[dict[str, np.ndarray], dict[str, Box]]:
    """Made once: libraries expect the same space object at every call."""
    scales = {seat: _scale(env.observation_space(seat)) for seat in env.possible_agents}
    spaces = {seat: _scaled(env.observation_space(seat), scale) for seat, scale in scales.items()}
    return scales, spaces


def _num_actions(env: gymnasium.Env) -> int:
    return int(env.action_space.n)  # type: ignore[attr-defined]
