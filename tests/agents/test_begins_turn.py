"""Where search compares positions: at the beginning of a turn, not within it."""

from __future__ import annotations

import numpy as np

import exozoo
from exozoo.agents.heuristics import beyond_the_sun, gaia_project, planet_unknown
from exozoo.envs.gaia_project.actions import A_PASS, A_TRACK
from exozoo.envs.planet_unknown.actions import PLACE, ROTATE

DECISIONS = 150


def test_a_turn_of_gaia_project_begins_where_passing_is_allowed():
    game = exozoo.load_game("gaia_project")
    state, rng = game.new_state(seed=4, players=2), np.random.default_rng(4)
    begun = set()
    for _ in range(DECISIONS):
        legal = game.legal_actions(state)
        if not legal.size:
            break
        may_pass = ((legal >= A_PASS) & (legal < A_TRACK)).any() and state["round_number"] > 0
        assert bool(gaia_project.begins_turn(state)) == may_pass
        begun.add(may_pass)
        game.step(state, rng.choice(legal))
    assert begun == {True, False}


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
    game = exozoo.load_game("planet_unknown")
    state, rng = game.new_state(seed=4, players=2), np.random.default_rng(4)
    begun = set()
    for _ in range(DECISIONS):
        legal = game.legal_actions(state)
        if not legal.size:
            break
        first = ((legal >= ROTATE) & (legal < PLACE)).any()
        assert bool(planet_unknown.begins_turn(state)) == first
        begun.add(first)
        game.step(state, rng.choice(legal))
    assert begun == {True, False}
