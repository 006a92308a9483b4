"""Where search compares positions: at the beginning of a turn, not within it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import exozoo
from exozoo.agents.heuristics import beyond_the_sun, gaia_project, planet_unknown
from exozoo.envs.gaia_project.actions import A_PASS, A_TRACK
from exozoo.envs.planet_unknown.actions import PLACE, ROTATE

DECISIONS = 150


def check_begins(module, first: Callable[[np.record, np.ndarray], bool]) -> None:
    """A turn begins exactly where `first(state, legal actions)` says so; both happen in a random game."""
    game = exozoo.load_game(module.__name__.rpartition(".")[2])
    state, rng = game.new_state(seed=4, players=2), np.random.default_rng(4)
    begun = set()
    for _ in range(DECISIONS):
        legal = game.legal_actions(state)
        if not legal.size:
            break
        expected = bool(first(state, legal))
        assert bool(module.begins_turn(state)) == expected
        begun.add(expected)
        game.step(state, rng.choice(legal))
    assert begun == {True, False}


def test_a_turn_of_gaia_project_begins_where_passing_is_allowed():
    check_begins(
        gaia_project,
        lambda state, legal: (
            ((legal >= A_PASS) & (legal < A_TRACK)).any() and state["round_number"] > 0
        ),
    )


def test_a_turn_of_beyond_the_sun_begins_with_its_first_decision():
    game = exozoo.load_game("beyond_the_sun")
    state, rng = game.new_state(seed=4, players=2, auto_resolve=False), np.random.default_rng(4)
    turns, last = 0, None
    for _ in range(DECISIONS):
        if game.is_over(state):
            break
        turn = (int(state["round_number"]), int(state["active"]))
        assert bool(beyond_the_sun.begins_turn(state)) == (turn != last)
        turns += turn != last
        last = turn
        game.step(state, rng.choice(game.legal_actions(state)))
    assert turns > 5


def test_a_turn_of_planet_unknown_begins_with_the_station_or_the_tile():
    check_begins(planet_unknown, lambda state, legal: ((legal >= ROTATE) & (legal < PLACE)).any())
