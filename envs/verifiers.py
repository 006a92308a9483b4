"""Tasks for `verifiers`, under the name that users import. The code stands in `exozoo.envs.wrappers.verifiers`."""

from exozoo.envs.wrappers.verifiers import ExozooConfig, ExozooEnv, ExozooEnvConfig, ExozooTaskset

__all__ = ["ExozooConfig", "ExozooEnv", "ExozooEnvConfig", "ExozooTaskset"]
