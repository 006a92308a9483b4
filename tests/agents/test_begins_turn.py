"""Where search compares positions: at the beginning of a turn, not within it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristics import beyond_the_sun, gaia_project, planet_unknown
from exozoo.agents.heuristics.beyond_the_sun.worth import ALONE
from exozoo.agents.heuristics.gaia_project.worth import LOOK_AHEAD
from exozoo.agents.heuristics.table import PLAIN, shipped_worth
from exozoo.agents.search.forest import Forest
from exozoo.agents.search.records import NUM_SETTINGS
from exozoo.agents.search.walk import NOT_SWAYED, _play_on, bind_sway
from exozoo.agents.weighing import (
    any_time,
    bind_weighing,
    never_aside,
    no_chapters,
    quick_worth,
)
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.gaia_project.actions import A_PASS, A_TRACK
from exozoo.envs.planet_unknown.actions import PLACE, ROTATE
from tests.agents.positions import some_positions
from tests.toy import TOY

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


@jit
def every_third_decision(s):
    return np.int64(s.ply) // 3


@pytest.mark.compiled
@pytest.mark.parametrize(("chapter", "turns", "decisions"), [
    (no_chapters, 1, 2),  # the rival's and one's own next one
    (every_third_decision, 99, 3),
    (every_third_decision, 1, 2),
    (no_chapters, 99, 6),  # all there are, but for the last ones, which are forced
])  # fmt: skip
def test_search_plays_on_for_so_many_turns_or_until_a_chapter_begins(chapter, turns, decisions):
    states = some_positions(1, decisions=0).states
    weighing, kernels = bind_weighing(TOY, "score"), TOY.kernels
    play_on = bind(
        _play_on,
        begins_turn=any_time,
        chapter=chapter,
        is_certain=weighing.is_certain,
        advance=weighing.advance,
        advance_other=weighing.advance_other,
        weigh=weighing.weigh,
        play=kernels.play,
        swayed=bind_sway(never_aside),
    )
    room, settings = Forest(TOY, slots=1, leaves=1, nodes=1, ends=0).room, np.zeros(NUM_SETTINGS)
    room.work[0] = states[0]
    room.masks[0] = TOY.legal_mask(states[0])
    play_on(room, 0, 0, PLAIN, settings, turns, states[0], False, NOT_SWAYED)
    assert room.work[0]["ply"] == decisions


def test_a_chapter_of_gaia_project_is_a_round():
    game = exozoo.load_game("gaia_project")
    state, rng = game.new_state(seed=4, players=2), np.random.default_rng(4)
    met = set()
    for _ in range(DECISIONS):
        assert gaia_project.chapter(state) == state["round_number"]
        met.add(int(state["round_number"]))
        game.step(state, rng.choice(game.legal_actions(state)))
        if game.is_over(state):
            break
    assert len(met) > 2


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("gaia_project", [LOOK_AHEAD]),
        ("planet_unknown", [planet_unknown.ROTATION, planet_unknown.SHORTLIST]),
        ("beyond_the_sun", [ALONE]),
        ("alien_frontiers", []),
    ],
)
def test_turns_are_played_on_with_less_thought(name, rows):
    game = exozoo.load_game(name)
    table = shipped_worth(game)
    quick = quick_worth(game, "heuristic", table)
    assert np.flatnonzero((quick != table).any(axis=1)).tolist() == rows
