"""Text environments, under the name that users import. The code stands in `exozoo.envs.wrappers.text`."""

from exozoo.envs.wrappers.text import TextEnv

__all__ = ["TextEnv"]
