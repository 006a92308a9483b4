"""Silly habits that heuristics once had, counted over games: they are not to come back."""

from __future__ import annotations

import pytest

from tests.agents.counting import habits, mean_place

pytestmark = pytest.mark.compiled
FRONTIERS, PLANET = "alien_frontiers", "planet_unknown"


def test_colonies_are_launched_from_the_hub():
    """The first version filled the hub and left the colony there."""
    assert habits(FRONTIERS, 0).chosen("launch") < 0.1
    for players in (2, 4):
        assert habits(FRONTIERS, None, players).chosen("launch") > 1


def test_ships_dock_at_the_artifact_for_cards_alone():
    """The first version docked eight times for each card that it claimed."""
    for players in (2, 4):
        found = habits(FRONTIERS, None, players)
        assert found.chosen("dock_artifact") < 4.5 * found.chosen("claim") + 2


def test_little_is_gathered_only_to_be_given_back():
    """The first version returned a surplus eleven times a game."""
    assert habits(FRONTIERS, 0).chosen("keep_ore") > 6
    for players in (2, 4):
        assert habits(FRONTIERS, None, players).chosen("keep_ore") < 4


def test_cards_are_claimed_and_used():
    """Weights that saw no use in cards claimed one in ten games, and discarded the one they began with."""
    for players in (2, 4):
        found = habits(FRONTIERS, None, players)
        assert found.chosen("claim") > 0.5
        assert found.chosen("power") > 1
        assert found.chosen("discard") > 0.6


def test_games_of_alien_frontiers_do_not_drag_on():
    """Decisions of a game; the first version took 330 for two and 620 for four."""
    assert habits(FRONTIERS).played.states["ply"].mean() < 260
    assert habits(FRONTIERS, None, 4).played.states["ply"].mean() < 460


@pytest.mark.slow
def test_rovers_clear_the_planet():
    """The first version left half of the meteorites."""
    found = habits(PLANET)
    left = found.of_players("meteorite").sum(axis=2).mean()
    assert left < 0.35 * (left + found.of_players("meteorites").mean())


@pytest.mark.slow
def test_lifepods_are_saved():
    """The first version saved 1.3 of 6."""
    assert habits(PLANET).of_players("lifepods").mean() > 2


@pytest.mark.slow
@pytest.mark.parametrize(("players", "points"), [(2, 54), (4, 46)])
def test_planets_bring_medals(players, points):
    """The first version made 46 for two and 40 for four."""
    assert habits(PLANET, None, players).points > points


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", [FRONTIERS, pytest.param(PLANET, marks=pytest.mark.slow)])
def test_the_newest_version_beats_the_first(name, players):
    assert mean_place(name, players, 64) > 0.4
