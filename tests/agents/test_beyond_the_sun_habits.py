"""Silly habits of the Beyond the Sun heuristic, counted over whole games with wide margins."""

from __future__ import annotations

from functools import cache

import pytest

import exozoo
from exozoo.benchmarks.habits import count_agent, counters_of
from tests.agents.counting import mean_place

pytestmark = pytest.mark.compiled
GAME = exozoo.load_game("beyond_the_sun")
DEALS = range(300, 324)


@cache
def habits(version: int, players: int = 2) -> dict[str, float]:
    return count_agent(GAME, "heuristic", players, DEALS, version=version).means()


def test_level_four_is_researched():
    assert habits(1)["technologies IIII"] > 0.45


def test_ships_do_not_go_there_and_back():
    assert habits(0)["moves back"] > 0.1
    assert habits(1)["moves back"] < 0.6 * habits(0)["moves back"]


def test_little_ore_is_left_at_the_end():
    """The first version ended with eight."""
    assert habits(1)["ore left"] < 6.5


def test_more_is_colonised():
    assert habits(1)["points: colonies"] > habits(0)["points: colonies"]


def test_bonuses_that_may_be_declined_are_mostly_taken():
    assert habits(1)["optional bonuses taken"] > 0.8 * habits(1)["optional bonuses"]


def test_it_scores_more_than_the_first_version():
    assert habits(1)["points"] > habits(0)["points"] + 2


def test_points_are_those_of_their_sources():
    found = habits(1)
    sources = [found[name] for name in found if name.startswith("points: ")]
    assert 0 <= found["points"] - sum(sources) <= 2  # Sol and Deep Space are not counted


def test_every_counter_has_its_own_name():
    names = [counter.name for counter in counters_of(GAME)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_newest_version_beats_the_first(players):
    assert mean_place("beyond_the_sun", players, 64) > 0.15
