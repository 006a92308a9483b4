"""Packages point one way: core <- games <- agents <- wrappers and training <- the command line."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {
    "exozoo.envs": ROOT / "envs",
    "exozoo.agents": ROOT / "agents",
    "exozoo.training": ROOT / "training",
    "exozoo.benchmarks": ROOT / "benchmarks",
    "exozoo": ROOT / "exozoo",
}


def sources() -> dict[str, Path]:
    """The file of every module."""
    found = {}
    for package, folder in FOLDERS.items():
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            name = ".".join([package, *parts])
            found[name.removesuffix(".__init__")] = path
    return found


SOURCES = sources()


def imported(module: str) -> set[str]:
    """The modules that a module names in import statements, wherever they stand."""
    names = set()
    for node in ast.walk(ast.parse(SOURCES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}: imports name the whole path"
            source = node.module or ""
            members = {f"{source}.{alias.name}" for alias in node.names}
            names |= {name if name in SOURCES else source for name in members}
    return {name for name in names if name in SOURCES}


IMPORTS = {module: imported(module) for module in SOURCES}
