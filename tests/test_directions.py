"""Packages point one way: core <- games <- agents <- wrappers and training <- the command line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

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
# the first prefix that fits tells the layer; a module imports from its own layer and from lower ones
LAYERS = (
    ("exozoo.envs.core", 0),
    ("exozoo.envs.registry", 0),  # finds games by name, imports one when it is asked for
    ("exozoo.envs.wrappers", 3),
    ("exozoo.envs.aec", 3),
    ("exozoo.envs.adapt", 3),
    ("exozoo.envs.text", 3),
    ("exozoo.envs.verifiers", 3),
    ("exozoo.envs.parallel", 3),
    ("exozoo.envs.single", 3),
    ("exozoo.envs.vector", 3),
    ("exozoo.envs.sb3", 3),
    ("exozoo.envs.registration", 3),
    ("exozoo.envs", 1),
    ("exozoo.agents", 2),
    ("exozoo.training", 3),
    ("exozoo.benchmarks", 4),
    ("exozoo.configs", 0),
    ("exozoo", 4),
)
TOOLS = ("exozoo.envs.core", "exozoo.envs.registry")


def layer(module: str) -> int:
    if module.startswith("exozoo.envs.") and module.endswith("_v0"):
        return 3  # the wrappers of one game
    return next(number for prefix, number in LAYERS if is_in(module, prefix))


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def games() -> list[str]:
    """The packages of the games: those with an action layout."""
    folders = {path.parent for path in (ROOT / "envs").glob("*/actions.py")}
    return sorted(f"exozoo.envs.{folder.name}" for folder in folders)


def test_the_tree_is_read():
    assert len(SOURCES) > 150
    assert "exozoo.envs.core.game" in IMPORTS["exozoo.agents.policy"]
    assert "exozoo.agents.network.checkpoint" in IMPORTS["exozoo.agents.policy"]  # inside a method
    assert len(games()) >= 4


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_imports_point_down(module: str):
    above = {name for name in IMPORTS[module] if layer(name) > layer(module)}
    assert not above, f"{module} imports {', '.join(sorted(above))}"


@pytest.mark.parametrize("game", games())
def test_a_game_imports_core_and_itself(game: str):
    for module in SOURCES:
        if is_in(module, game):
            wrong = {n for n in IMPORTS[module] if not any(is_in(n, p) for p in (game, *TOOLS))}
            assert not wrong, f"{module} imports {', '.join(sorted(wrong))}"


@pytest.mark.parametrize("game", games())
def test_nobody_else_imports_a_game(game: str):
    name = game.rpartition(".")[2]
    own = (game, f"exozoo.agents.heuristics.{name}", f"exozoo.benchmarks.habits.{name}")
    for module in SOURCES:
        if not any(is_in(module, package) for package in own):
            assert not {n for n in IMPORTS[module] if is_in(n, game)}, module


def test_shared_code_names_no_game():
    """Nor in text. Commands and measurements may have a game that they take if none is named."""
    names = [game.rpartition(".")[2] for game in games()]
    shared = ("core", "wrappers", "records")
    for module, path in SOURCES.items():
        is_agent = is_in(module, "exozoo.agents") and not is_in(module, "exozoo.agents.heuristics")
        if is_agent or any(is_in(module, f"exozoo.envs.{part}") for part in shared):
            text = path.read_text(encoding="utf-8")
            assert not [name for name in names if name in text], module


def test_agents_and_wrappers_know_nothing_of_training():
    for module in SOURCES:
        if is_in(module, "exozoo.agents") or is_in(module, "exozoo.envs"):
            assert not {n for n in IMPORTS[module] if is_in(n, "exozoo.training")}, module


def test_modules_of_the_command_line_form_no_circle():
    """Each module can be taken away once all that it imports are gone."""
    own = {module for module in SOURCES if layer(module) == 4 and module != "exozoo"}
    left = {module: {n for n in IMPORTS[module] if n in own} - {module} for module in own}
    while left:
        free = {module for module, needed in left.items() if not needed & left.keys()}
        assert free, f"a circle among {', '.join(sorted(left))}"
        left = {module: needed for module, needed in left.items() if module not in free}
