"""Gymnasium's vector API, under the name that users import. The code stands in `exozoo.envs.wrappers.vector`."""

from exozoo.envs.wrappers.vector import GameVectorEnv

__all__ = ["GameVectorEnv"]
