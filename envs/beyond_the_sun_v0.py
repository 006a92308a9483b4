"""Beyond the Sun for PettingZoo: `env()`, `raw_env()` (AEC) and `parallel_env()`."""

from functools import partial

from exozoo.envs.wrappers import aec, parallel

env = partial(aec.env, "beyond_the_sun")
raw_env = partial(aec.raw_env, "beyond_the_sun")
parallel_env = partial(parallel.parallel_env, "beyond_the_sun")
