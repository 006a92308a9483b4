"""What the rules of a game are made of, as one number to compare."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from exozoo.envs.registry import game_places

SOURCES = (".py", ".json", ".csv", ".toml")


def rules_digest(place: str) -> str:
    """Of all sources of a game (a name, or module:attribute) and of the core that runs it."""
    module = game_places().get(place, place).partition(":")[0]
    digest = hashlib.sha256()
    for name in (module, "exozoo.envs.core"):
        for label, path in _sources(name):
            digest.update(f"{label}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources(module: str) -> Iterable[tuple[str, Path]]:
    """The files of a package, named from its folder on, or the one file of a module."""
    found = find_spec(module)
    if found is None or found.origin is None:
        return []
    origin = Path(found.origin)
    if not found.submodule_search_locations:
        return [(origin.name, origin)]
    paths = [path for path in origin.parent.rglob("*") if path.suffix in SOURCES]
    return sorted((path.relative_to(origin.parent).as_posix(), path) for path in paths)
