"""Games by name: the four that stand here, and those that other packages bring.

A package of anybody's names its games in the entry point group `exozoo.games`:

    [project.entry-points."exozoo.games"]
    chess = "my_package:GAME"
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from exozoo.envs.core.words import shown

if TYPE_CHECKING:
    from exozoo.envs.core.game import Game

GAMES = {
    "planet_unknown": "exozoo.envs.planet_unknown:GAME",
    "alien_frontiers": "exozoo.envs.alien_frontiers:GAME",
    "gaia_project": "exozoo.envs.gaia_project:GAME",
    "beyond_the_sun": "exozoo.envs.beyond_the_sun:GAME",
}
ENTRY_POINTS = "exozoo.games"


def game_names() -> tuple[str, ...]:
    """The names that `load_game` takes."""
    return tuple(game_places())


@cache
def game_places() -> dict[str, str]:
    """Name -> "module:attribute" of the games here and of those that installed packages add."""
    others = {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}
    return {**GAMES, **{name: place for name, place in others.items() if name not in GAMES}}


@cache
def load_game(name: str) -> Game:
    """A game by its name, or by "module:attribute" for one that is not installed under a name.

    Its rules compile when first used and are cached on disk.
    """
    from exozoo.envs.core.game import Game
    from exozoo.envs.core.resources import named_object

    place = GAMES.get(name) or (name if ":" in name else game_places().get(name))
    if place is None:
        raise ValueError(f"unknown game {shown(name)}: allowed are {', '.join(game_names())}")
    game = named_object(place, f"game {shown(name)}")
    if not isinstance(game, Game):
        raise ValueError(f"game {shown(name)}: {place} is not an exozoo Game")
    return game


def place_of(game: Game) -> str:
    """What `load_game` finds this very object by, here and in other processes."""
    if game.name in game_places() and load_game(game.name) is game:
        return game.name
    home = game.rules.setup.__module__.partition(".")[0]

    def order(name: str) -> tuple[bool, bool]:
        """Others may have imported the game; a script's own globals are the last resort."""
        return name == "__main__", name.partition(".")[0] != home

    for name in sorted(sys.modules, key=order):
        for attribute, value in list(getattr(sys.modules[name], "__dict__", {}).items()):
            if value is game:
                return f"{name}:{attribute}"
    raise ValueError(
        f"game {game.name!r} cannot be pickled: it is neither registered nor a global of a module"
    )


def as_game(game: Game | str) -> Game:
    """A game given itself or by its name."""
    return load_game(game) if isinstance(game, str) else game


def class_name(name: str) -> str:
    """The name as Gymnasium's ids write it: planet_unknown becomes PlanetUnknown."""
    return "".join(word.capitalize() for word in name.split("_"))
