"""PettingZoo's parallel API, under the name that users import. The code stands in `exozoo.envs.wrappers.parallel`."""

from exozoo.envs.wrappers.parallel import ParallelGameEnv, parallel_env

__all__ = ["ParallelGameEnv", "parallel_env"]
