"""Tells Gymnasium and PettingZoo about every game, without loading any."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from exozoo.envs.registry import class_name, game_names

VERSION = "v0"  # of how the environments are used; `Game.version` is that of the rules


def register_when_imported() -> None:
    """Register now with whichever library is loaded, and with the others as they are loaded.

    `import exozoo` thereby needs neither of them, and the order of imports does not matter.
    """
    wanted: dict[str, Callable[[], None]] = {
        "gymnasium": register_gymnasium,
        "pettingzoo": register_pettingzoo,
    }
    later = {}
    for library, register in wanted.items():
        if library in sys.modules:
            register()
        else:
            later[library] = register
    if later:
        sys.meta_path.insert(0, AfterImport(later))


def register_gymnasium() -> None:
    """`gymnasium.make("exozoo/PlanetUnknown-v0", ...)`, and `make_vec` with one array of states."""
    import gymnasium

    for name in game_names():
        id = f"exozoo/{class_name(name)}-{VERSION}"
        if id not in gymnasium.registry:
            gymnasium.register(
                id=id,
                entry_point="exozoo.envs.wrappers.single:SingleEnv",
                vector_entry_point="exozoo.envs.wrappers.vector:GameVectorEnv",
                kwargs={"game": name},
            )


def register_pettingzoo() -> None:
    """`pettingzoo.make("aec", "exozoo/planet_unknown-v0", ...)`; releases before 1.27 cannot."""
    import pettingzoo

    if not hasattr(pettingzoo, "aec_registry"):
        return
    for name in game_names():
        id = f"exozoo/{name}-{VERSION}"
        if id not in pettingzoo.aec_registry:
            wrappers, settings = "exozoo.envs.wrappers", {"game": name}
            pettingzoo.register("aec", id, f"{wrappers}.aec:env", kwargs=settings)
            pettingzoo.register(
                "parallel", id, f"{wrappers}.parallel:parallel_env", kwargs=settings
            )


class AfterImport(MetaPathFinder):
    """Calls a function once the module of that name has been imported by somebody else."""

    def __init__(self, calls: dict[str, Callable[[], None]]):
        self.calls = calls

    def find_spec(
        self, name: str, path: Any = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self.calls:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                # looking for a module is not importing it: the call waits for the import itself
                spec.loader = CallingLoader(spec.loader, partial(self._called, name))
                return spec
        return None

    def _called(self, name: str) -> None:
        if name in self.calls:
            self.calls.pop(name)()


class CallingLoader(Loader):
    """Loads a module as its own loader does, then calls a function."""

    def __init__(self, loader: Loader, call: Callable[[], None]):
        self._loader = loader
        self._call = call

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        self._call()
