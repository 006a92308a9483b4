"""Options of any game drawn at random from what it declares."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.core.game import Game
from exozoo.envs.core.options import Flag, IntRange, OneOf, Option
from tests.golden.mixes import MIXES

LEFT_OUT = 0.4  # share of options that keep their default
SMALL = 12  # numbers near the low end are worth as much as all others together
TRIES = 10_000
Options = dict[str, Any]


def draw_options(game: Game, rng: np.random.Generator, players: int | None = None) -> Options:
    """Options as a user would give them; choices that do not go together are drawn again."""
    fault: ValueError | None = None
    for _ in range(TRIES):
        drawn: Options = {}
        drawn["players"] = players or int(rng.integers(game.min_players, game.max_players + 1))
        for option in game.options.options:
            if option.name == "players" or rng.random() < LEFT_OUT:
                continue
            values = draw_value(game, option, drawn["players"], rng)
            if values:
                drawn[option.name] = values[0]
        try:
            game.options.parse(drawn)
        except ValueError as error:
            fault = error
            continue
        return drawn
    raise AssertionError(f"{TRIES} draws of options for {game.name} were refused, lastly: {fault}")


def draw_value(game: Game, option: Option, players: int, rng: np.random.Generator) -> list[Any]:
    """A list of one value; an empty one if nobody can tell of any."""
    check = option.check
    if isinstance(check, IntRange):
        return [_number(check, option.default, rng)]
    if isinstance(check, Flag):
        return [bool(rng.integers(2))]
    if isinstance(check, OneOf):
        return [check.choices[rng.integers(len(check.choices))]]
    found = [*option.samples, *_recorded(game.name, option.name)]
    if option.seat_samples and (not found or rng.random() < 0.5):
        count = len(option.seat_samples)
        chosen = rng.permutation(count)[:players] if players <= count else rng.integers(count)
        return [[option.seat_samples[place] for place in np.atleast_1d(chosen)]]
    return [found[rng.integers(len(found))]] if found else []


def _number(check: IntRange, default: int, rng: np.random.Generator) -> int:
    near = int(rng.integers(check.low, min(check.low + SMALL, check.high) + 1))
    far = int(rng.integers(check.low, check.high + 1))
    return (near, near, near, far, check.high, default)[rng.integers(6)]


def _recorded(game: str, option: str) -> list[Any]:
    """Values that no check can list, from the games that are kept as golden ones."""
    return [mix[option] for mix in MIXES.get(game, []) if option in mix]
