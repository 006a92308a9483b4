"""Mixes of options, drawn from what each game declares."""

from __future__ import annotations

from random import Random
from typing import Any

from exozoo.envs.core.game import Game
from exozoo.envs.core.options import Flag, IntRange, OneOf, Option

TRIES = 1000
GIVEN = 0.6  # chance of an option to be given at all


def draw_mix(game: Game, rng: Random) -> dict[str, Any]:
    """Options that the game takes; those that do not go together are drawn again."""
    for _ in range(TRIES):
        players = rng.randint(game.min_players, game.max_players)
        mix: dict[str, Any] = {"players": players}
        for option in game.options.options:
            if option.name != "players" and rng.random() < GIVEN:
                value = _value(option, players, rng)
                if value is not None:
                    mix[option.name] = value
        try:
            game.options.parse(mix)
        except ValueError:
            continue
        return mix
    raise AssertionError(f"no mix of {game.name} in {TRIES} tries")


def _value(option: Option, players: int, rng: Random) -> Any:
    """One of the values that the option declares; None: it declares none."""
    check = option.check
    if option.seat_samples:
        return [rng.choice(option.seat_samples) for _ in range(players)]
    if isinstance(check, IntRange):
        return rng.choice((check.low, check.high, rng.randint(check.low, min(check.high, 40))))
    if isinstance(check, Flag):
        return rng.random() < 0.5
    if isinstance(check, OneOf):
        return rng.choice(check.choices)
    return rng.choice(option.samples) if option.samples else None
