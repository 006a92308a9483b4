"""Gaia Project for PettingZoo: `env()`, `raw_env()` (AEC) and `parallel_env()`."""

from functools import partial

from exozoo.envs.wrappers import aec, parallel

env = partial(aec.env, "gaia_project")
raw_env = partial(aec.raw_env, "gaia_project")
parallel_env = partial(parallel.parallel_env, "gaia_project")
