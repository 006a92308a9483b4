"""Random games of the real engine and of the reference, decision by decision.

At every decision are compared: who decides, what kind of decision it is, the complete set of legal
actions, and the observation of the seat that decides (all blocks but `parameters`, `changed` and the
cost in `dyson`); at the end the scores and the places. Forced decisions may be shown or played by
the game itself.

| option | covered |
| --- | --- |
| players | 2, 3, 4 |
| boards | basic, advanced |
| achievements | random, beginner |
| tableau | False, True |
| max_rounds | 60, 20, 7 |
| auto_resolve | False, True |
| cards | the shipped set only |
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from exozoo import load_game
from tests.reference.beyond_the_sun.lockstep import Match

VARIANTS: dict[str, dict[str, Any]] = {
    "base game": {},
    "beginner": {"achievements": "beginner"},
    "advanced boards": {"boards": "advanced"},
    "tableau": {"tableau": True},
    "advanced boards, tableau": {"boards": "advanced", "tableau": True},
    "seven rounds": {"max_rounds": 7},
}


def play(seed: int, **options: Any) -> int:
    match = Match(load_game("beyond_the_sun"), seed, options)
    return match.play_random(random.Random(seed))


@pytest.mark.compiled
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_game_and_reference_agree(players: int, variant: str) -> None:
    """Short games; that of the base game is played to its end."""
    options: dict[str, Any] = {"players": players, "auto_resolve": players == 3}
    if variant != "base game":
        options["max_rounds"] = 20
    assert play(seed=players, **(options | VARIANTS[variant])) > 0


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_games_and_reference_agree(players: int, variant: str) -> None:
    for seed in range(100, 220):
        options = VARIANTS[variant] | {"players": players, "auto_resolve": seed % 4 == 0}
        play(seed=seed, **options)
