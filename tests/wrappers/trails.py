"""Plays any wrapper on for some steps, by its own legal samples, and writes down what it showed."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv
from pettingzoo import AECEnv, ParallelEnv
from stable_baselines3.common.vec_env import VecEnv

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.session import Session


def lowest(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[0])


def trail(env: Any, steps: int = 12) -> list[bytes]:
    """What `steps` more steps show, of an environment that was reset before."""
    seen: list[Any] = []
    for _ in range(steps):
        if isinstance(env, Session):
            env.step(lowest(env.mask))
            seen.append(env.states.tobytes())
            if env.over:
                env.reset()
        elif isinstance(env, Batch):
            env.random_steps(1)
            seen.append(env.states.tobytes())
        elif isinstance(env, VectorEnv):
            seen.append(env.step(env.action_space.sample())[:3])
        elif isinstance(env, VecEnv):
            masks = np.stack(env.env_method("action_masks"))
            seen.append(env.step(masks.argmax(axis=1))[:3])
        elif isinstance(env, gymnasium.Env):
            seen.append(env.step(env.action_space.sample())[:3])
            if seen[-1][2]:
                seen.append(env.reset()[0])
        elif isinstance(env, AECEnv):
            _aec_step(env, seen)
        elif isinstance(env, ParallelEnv):
            actions = {agent: env.action_space(agent).sample() for agent in env.agents}
            seen.append(env.step(actions))
            if not env.agents:
                seen.append(env.reset())
    return [pickle.dumps(_plain(entry)) for entry in seen]


def _aec_step(env: AECEnv, seen: list[Any]) -> None:
    agent = env.agent_selection
    over = env.terminations[agent]
    env.step(None if over else int(env.action_space(agent).sample()))
    if env.agents:
        seen.append(env.last())
    else:
        env.reset()


def _plain(value: Any) -> Any:
    """Arrays as bytes: equal things then have equal pickles."""
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return repr(value)
