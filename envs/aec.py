"""PettingZoo's AEC API, under the name that users import. The code stands in `exozoo.envs.wrappers.aec`."""

from exozoo.envs.wrappers.aec import GameEnv, OrderedEnv, env, raw_env

__all__ = ["GameEnv", "OrderedEnv", "env", "raw_env"]
