"""Silly habits of the Gaia Project heuristic, counted over whole games with wide margins."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristics.gaia_project.worth import LOOK_AHEAD
from exozoo.agents.heuristics.table import read_weights, versions, weights_file, worth_table
from exozoo.benchmarks.habits import count_agent, counters_of
from exozoo.envs.gaia_project.constants import TRACK_NAMES
from exozoo.training.tuning.contest import play_contest

pytestmark = [pytest.mark.compiled, pytest.mark.slow]
GAME = exozoo.load_game("gaia_project")
DEALS = range(500, 530)
NEWEST = max(versions(GAME))
since_the_first = pytest.mark.parametrize("version", range(1, NEWEST + 1))


@cache
def habits(version: int, players: int = 4) -> dict[str, float]:
    return count_agent(GAME, "heuristic", players, DEALS, version=version).means()


@since_the_first
def test_it_scores_more_than_the_first_version(version):
    assert habits(version)["points"] > habits(0)["points"] + 12
    assert habits(version)["points"] > 130
    assert habits(version, 2)["points"] > habits(0, 2)["points"] + 8


@since_the_first
def test_it_builds_and_federates_more(version):
    for what in ("structures", "research levels"):
        assert habits(version)[what] > habits(0)[what] * 1.1, what
    assert habits(version)["federations"] > 1.5


@since_the_first
def test_it_builds_institutes_and_uses_power_actions(version):
    assert habits(version)["planetary institute"] > habits(0)["planetary institute"]
    assert habits(version)["power actions"] > 2 * habits(0)["power actions"]
    assert habits(version)["power actions"] > 3.5


@since_the_first
def test_it_takes_advanced_tiles(version):
    assert habits(0)["advanced tiles"] < 0.25
    assert habits(version)["advanced tiles"] > 0.3


def test_research_does_not_always_begin_with_economy():
    """Nineteen of twenty began with it once."""
    tracks = [habits(NEWEST)[f"first in {name}"] for name in TRACK_NAMES]
    assert habits(NEWEST)["first in Economy"] < 0.6 * sum(tracks)


@since_the_first
def test_points_come_from_federations_and_round_tiles(version):
    assert habits(version)["points: federation tokens"] > 14
    assert habits(version)["points: round tiles"] > 18


@since_the_first
def test_a_look_at_the_turn_after_gains_points(version):
    weights = read_weights(GAME, weights_file(GAME, version))
    blind = weights.copy()
    blind[LOOK_AHEAD] = 0
    seating = np.zeros((60, 4), np.int64)
    points = [
        play_contest(GAME, worth_table(GAME, table)[None], seating, range(500, 560)).scores.mean()
        for table in (weights, blind)
    ]
    assert points[0] > points[1] + 1


@since_the_first
def test_cheap_power_is_mostly_taken(version):
    assert habits(version)["cheap offers taken"] > 0.6 * habits(version)["cheap offers"]


@since_the_first
def test_little_is_left_at_the_end(version):
    assert habits(version)["points: resources"] < 5


def test_every_counter_has_its_own_name():
    names = [counter.name for counter in counters_of(GAME)]
    assert len(set(names)) == len(names)
