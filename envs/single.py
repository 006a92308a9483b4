"""Gymnasium for one learner, under the name that users import. The code stands in `exozoo.envs.wrappers.single`."""

from exozoo.envs.wrappers.single import SingleEnv

__all__ = ["SingleEnv"]
