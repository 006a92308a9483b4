"""The supply and the end of the game (AF-230 to AF-245)."""

from __future__ import annotations

import pytest

from exozoo.envs.alien_frontiers import GAME
from exozoo.envs.alien_frontiers.rules.scoring import finish_game
from tests.alien_frontiers import positions as at
from tests.alien_frontiers.positions import legal, play, position


def test_af230_a_gain_beyond_the_supply_is_forfeited():
    """AF-230: docking stays legal without any token left."""
    s = position(players=4, hand=[4, 6], fuel={"p1": 30}, ore={"p1": 20})
    play(s, "DOCK_SOLAR:4", "DOCK_MINE:6")
    assert (at.fuel(s), at.ore(s)) == (0, 0)
    assert s.supply.tolist() == [0, 0]


def test_af231_what_is_spent_can_be_gained_again():
    """AF-231"""
    s = position(hand=[1, 6], fuel={"p0": 30}, cards={"p0": ["booster_pod"]})
    play(s, "POWER:booster_pod", "OWN_SHIP:1")
    assert s.supply[0] == 1
    play(s, "DOCK_SOLAR:6")
    assert at.fuel(s) == 30


def test_af232_raids_do_not_touch_the_supply():
    """AF-232: even an empty one does not hinder them."""
    s = position(hand=[1, 2, 3], fuel={"p1": 30})
    play(s, "DOCK_RAIDERS:1", *["RAID_RES:+1:fuel"] * 4)
    assert (at.fuel(s), at.fuel(s, "p1")) == (4, 26)
    assert s.supply[0] == 0


def test_af233_no_limit_during_a_turn():
    """AF-233"""
    s = position(hand=[6, 6, 6], fuel={"p0": 8})
    play(s, "DOCK_SOLAR:6", "DOCK_SOLAR:6", "DOCK_SOLAR:6")
    assert at.fuel(s) == 17


@pytest.mark.parametrize("way", ["hub", "constructor", "station"])
def test_af240_the_last_colony_ends_the_game_at_once(way):
    """AF-240, AF-241: whichever way it is placed; nothing else of the turn happens."""
    s = position(
        ships_in_play={"p0": 6},
        hand=[6, 4, 4, 4, 1],
        fuel={"p0": 9},
        ore={"p0": 9},
        hub={"p0": 7},
        colonies={"asimov_crater": {"p0": 7}},
    )
    first = {
        "hub": "LAUNCH",
        "constructor": "DOCK_CONSTRUCTOR:4",
        "station": "DOCK_TERRAFORM:coloured",
    }[way]
    play(s, first, "TERRITORY:lem_badlands")
    assert s.over
    assert legal(s) == set()
    assert GAME.scores(s) == [10, 0]
    assert GAME.ranking(s) == [1, 2]
    assert at.fuel(s) + at.ore(s) > 8


def test_af242_the_player_who_ends_the_game_may_lose_it():
    """AF-242, AF-241: most points win."""
    s = position(
        hand=[4, 4, 4],
        ore={"p0": 3},
        colonies={
            "asimov_crater": {"p0": 4, "p1": 5},
            "lem_badlands": {"p0": 3},
            "pohl_foothills": {"p1": 1},
            "herbert_valley": {"p1": 1},
        },
        cards={"p1": ["alien_city"]},
    )
    play(s, "DOCK_CONSTRUCTOR:4", "TERRITORY:asimov_crater")
    assert GAME.scores(s) == [9, 10]
    assert GAME.ranking(s) == [2, 1]


@pytest.mark.parametrize(
    ("given", "ranking"),
    [
        ({"cards": {"p1": ["booster_pod"]}, "ore": {"p0": 8}}, [2, 1]),
        ({"ore": {"p0": 1}, "fuel": {"p1": 8}}, [1, 2]),
        ({"fuel": {"p1": 1}}, [2, 1]),
        ({}, [1, 1]),
    ],
)
def test_af243_ties_go_by_cards_then_ore_then_fuel(given, ranking):
    """AF-243, AF-244: a complete tie is shared."""
    s = position(colonies={"lem_badlands": {"p0": 1}, "asimov_crater": {"p1": 1}}, **given)
    finish_game(s)
    assert GAME.scores(s) == [2, 2]
    assert GAME.ranking(s) == ranking


def test_af244_the_other_places_are_ranked_the_same_way():
    """AF-244: a shared place takes two."""
    s = position(
        players=4,
        colonies={
            "lem_badlands": {"p0": 1},
            "asimov_crater": {"p1": 1},
            "pohl_foothills": {"p3": 1},
        },
        ore={"p3": 1},
    )
    finish_game(s)
    assert GAME.ranking(s) == [2, 2, 4, 1]


def test_af245_a_swap_cannot_end_the_game():
    """AF-245"""
    s = position(
        cards={"p0": ["polarity_device"]},
        colonies={"lem_badlands": {"p0": 7}, "asimov_crater": {"p1": 1}},
    )
    play(s, "DISCARD:polarity_device", "TERRITORY:asimov_crater", "OWNER:+1")
    play(s, "TERRITORY:lem_badlands", "OWNER:+0")
    assert not s.over
    assert s.unplaced[0] == 1
