"""The one place outside the game folders that names the games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exozoo.envs.core.game import Game

GAMES = (
    "planet_unknown",
    "alien_frontiers",
    "gaia_project",
    "beyond_the_sun",
)


def game_names() -> tuple[str, ...]:
    """The names that `load_game` takes."""
    return GAMES


@cache
def load_game(name: str) -> Game:
    """The game of that name. Its rules compile when first used and are cached on disk."""
    if name not in GAMES:
        raise ValueError(f"unknown game {name!r}: allowed are {', '.join(GAMES)}")
    game: Game = import_module(f"exozoo.envs.{name}").GAME
    return game


def as_game(game: Game | str) -> Game:
    """A game given itself or by its name."""
    return load_game(game) if isinstance(game, str) else game


def class_name(name: str) -> str:
    """The name as Gymnasium's ids write it: planet_unknown becomes PlanetUnknown."""
    return "".join(word.capitalize() for word in name.split("_"))
