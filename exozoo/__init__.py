"""exozoo: four heavy space-colonisation board games as fast multi-agent environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exozoo.envs.registration import register_when_imported

if TYPE_CHECKING:
    from exozoo.envs.core.batch import Batch
    from exozoo.envs.core.game import Game
    from exozoo.envs.registry import load_game

__version__ = "0.1.0"
__all__ = ["Batch", "Game", "game_names", "load_game"]

# name -> module: loaded when first asked for, so that `import exozoo` compiles and imports nothing
_LAZY = {
    "Batch": "exozoo.envs.core.batch",
    "Game": "exozoo.envs.core.game",
    "load_game": "exozoo.envs.registry",
    "game_names": "exozoo.envs.registry",
}
_SUBPACKAGES = ("agents", "envs")

register_when_imported()


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _SUBPACKAGES:
        return import_module(f"exozoo.{name}")
    if name not in _LAZY:
        raise AttributeError(f"module 'exozoo' has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_LAZY) | set(_SUBPACKAGES))
