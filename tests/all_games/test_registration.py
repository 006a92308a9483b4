"""Names under which Gymnasium and PettingZoo find the games, in fresh interpreters."""

from __future__ import annotations

import subprocess
import sys

import pytest

from exozoo.envs.registry import as_game, class_name, game_names, load_game
from exozoo.envs.wrappers.aec import raw_env
from tests.all_games.games import GAMES
from tests.toy import TOY

pytestmark = pytest.mark.compiled

LIBRARIES = ("exozoo", "gymnasium", "pettingzoo")
CHECK = """
from exozoo.envs.registry import class_name, game_names
for name in game_names():
    spec = gymnasium.spec(f"exozoo/{class_name(name)}-v0")
    assert spec.kwargs == {"game": name}
    for kind in ("aec", "parallel"):
        assert pettingzoo.spec(kind, f"exozoo/{name}-v0").namespace == "exozoo"
"""


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("first", range(3))
def test_any_order_of_imports(first):
    order = LIBRARIES[first:] + LIBRARIES[:first]
    run("".join(f"import {library}\n" for library in order) + CHECK)


def test_looking_for_a_library_is_not_importing_it():
    look = "".join(f"importlib.util.find_spec({library!r})\n" for library in LIBRARIES[1:])
    run(f"import importlib.util, exozoo\n{look}import gymnasium, pettingzoo\n{CHECK}")


def test_import_is_light():
    run(
        "import sys, exozoo\n"
        "heavy = {'numpy', 'numba', 'gymnasium', 'pettingzoo', 'torch', 'pygame'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="allowed"):
        load_game("chess")
    assert as_game(TOY) is TOY
    assert class_name("planet_unknown") == "PlanetUnknown"


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.name in game_names()], ids=lambda g: g.name
)
def test_made_by_name(game):
    import gymnasium
    import pettingzoo
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(f"exozoo/{class_name(game.name)}-v0").unwrapped)
    envs = gymnasium.make_vec(f"exozoo/{class_name(game.name)}-v0", num_envs=2)
    envs.reset(seed=1)
    envs.step(envs.action_space.sample())
    for kind in ("aec", "parallel"):
        environment = pettingzoo.make(kind, f"exozoo/{game.name}-v0", players=game.max_players)
        environment.reset(seed=1)
        assert len(environment.agents) == game.max_players


def test_every_name_has_a_module():
    from importlib import import_module

    for name in game_names():
        module = import_module(f"exozoo.envs.{name}_v0")
        assert all(callable(getattr(module, part)) for part in ("env", "raw_env", "parallel_env"))


def test_environments_call_themselves_by_their_module():
    """The version of the rules, which may be higher, is not part of an environment's name."""
    game = load_game("beyond_the_sun")
    assert game.version > 0
    assert raw_env(game).metadata["name"] == "beyond_the_sun_v0"
