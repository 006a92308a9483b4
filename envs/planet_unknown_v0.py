"""Planet Unknown for PettingZoo: `env()`, `raw_env()` (AEC) and `parallel_env()`."""

from functools import partial

from exozoo.envs.wrappers import aec, parallel

env = partial(aec.env, "planet_unknown")
raw_env = partial(aec.raw_env, "planet_unknown")
parallel_env = partial(parallel.parallel_env, "planet_unknown")
