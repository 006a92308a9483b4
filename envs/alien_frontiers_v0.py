"""Alien Frontiers for PettingZoo: `env()`, `raw_env()` (AEC) and `parallel_env()`."""

from functools import partial

from exozoo.envs.wrappers import aec, parallel

env = partial(aec.env, "alien_frontiers")
raw_env = partial(aec.raw_env, "alien_frontiers")
parallel_env = partial(parallel.parallel_env, "alien_frontiers")
