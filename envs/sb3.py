"""stable-baselines3's `VecEnv`, under the name that users import. The code stands in `exozoo.envs.wrappers.sb3`."""

from exozoo.envs.wrappers.sb3 import GameVecEnv

__all__ = ["GameVecEnv"]
