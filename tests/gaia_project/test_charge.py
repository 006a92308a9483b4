"""Passive charging (GP-75 to GP-79, GP-92)."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import NEAR_HEXES_OF_HEX
from tests.gaia_project.positions import (
    decision,
    find,
    finish,
    give,
    hex_of,
    new_game,
    options,
    play,
    power,
    put,
    relist,
    rich,
    stone,
    vp,
)


def on_big_board():
    """Ivits build a mine on 3A7 near a Xenos mine and an Itar institute and mine (W-23)."""
    s = new_game(("ivits", "xenos", "itars"))
    rich(s, 0)
    give(s, 0, research={"navigation": 5})
    near = hex_of(s, "3A7")
    around = [int(place) for place in NEAR_HEXES_OF_HEX[1, near] if place >= 0 and place != near]
    free = [place for place in around if s["structure"][place] < 0]
    for seat, kind in ((1, c.MINE), (2, c.INSTITUTE), (2, c.MINE)):
        place = free.pop()
        s["structure"][place], s["owner"][place] = kind, seat
    relist(s)
    give(s, 1, power=(2, 4, 0, 0))
    give(s, 2, power=(4, 4, 0, 0))
    return s


def test_gp_75_highest_value_only():
    # GP-75, GP-76, GP-77, W-23
    s = on_big_board()
    play(s, "build a mine on 3A7", "end the turn")
    assert decision(s) == c.CHARGE_OFFER
    assert s["seat"] == 1
    assert options(s) == ["decline the power", "charge 1 power for 0 VP"]
    play(s, "charge 1 power")
    assert power(s, 1) == (1, 5, 0, 0)
    assert vp(s, 1) == 10
    assert s["seat"] == 2
    assert options(s) == ["decline the power", "charge 3 power for 2 VP"]
    play(s, "charge 3 power")
    assert power(s, 2) == (1, 7, 0, 0)
    assert vp(s, 2) == 8
    assert decision(s) == c.TAKE_TURN
    assert s["seat"] == 1


def test_gp_75_within_distance_2_only():
    # GP-75: not at distance 3; not for gaiaformers and space stations
    s = new_game(("terrans", "ivits"), starts={"ivits": ("5A3",)})
    rich(s, 0)
    put(s, 1, "gaiaformer", "1A3")
    put(s, 1, "space_station", "1C")
    play(s, "upgrade to trading station", "upgrade 1B1")
    copy = s.copy()
    play(s, "end the turn")
    assert decision(s) == c.TAKE_TURN
    assert s["seat"] == 1
    put(copy, 1, "mine", "1A5")
    play(copy, "end the turn")
    assert decision(copy) == c.CHARGE_OFFER


def offer(s, seat_1_power, points, value=3):
    """Xenos are offered `value` power."""
    put(s, 1, {1: "mine", 2: "trading_station", 3: "planetary_institute"}[value], "1A5")
    give(s, 1, power=seat_1_power, vp=points)
    rich(s, 0)
    play(s, "upgrade to trading station", "upgrade 1B1", "end the turn")
    return s


@pytest.mark.parametrize(
    ("tokens", "points", "shown"),
    [
        ((0, 1, 5, 0), 10, "charge 1 power for 0 VP"),
        ((4, 0, 0, 0), 1, "charge 2 power for 1 VP"),
        ((4, 0, 0, 0), 0, "charge 1 power for 0 VP"),
        ((1, 0, 0, 0), 10, "charge 2 power for 1 VP"),
        ((4, 0, 0, 0), 10, "charge 3 power for 2 VP"),
    ],
)
def test_gp_76_lowered_to_what_is_possible(tokens, points, shown):
    # GP-76, GP-77, W-24: never below 0 VP
    s = offer(new_game(), tokens, points)
    assert options(s) == ["decline the power", shown]
    play(s, "charge")
    assert vp(s, 1) >= 0


def test_gp_76_who_cannot_charge_is_not_asked():
    # GP-76
    s = offer(new_game(), (0, 0, 6, 0), 10)
    assert decision(s) == c.TAKE_TURN


def test_gp_76_declining():
    # GP-76
    s = offer(new_game(), (4, 0, 0, 0), 10)
    play(s, "decline")
    assert power(s, 1) == (4, 0, 0, 0)
    assert vp(s, 1) == 10


def test_gp_77_players_who_passed_are_asked():
    # GP-77
    s = new_game()
    give(s, 0, knowledge=4)
    play(s, "advance in Economy", "end the turn")
    put(s, 1, "mine", "1A5")
    play(s, "taking booster 10")
    rich(s, 0)
    play(s, "upgrade to trading station", "upgrade 1B1", "end the turn")
    assert decision(s) == c.CHARGE_OFFER
    assert s["seat"] == 1


def test_gp_78_last_source_first():
    # GP-78: a lab and the Lost Planet in one turn
    s = new_game()
    put(s, 0, "trading_station", "1B1")
    put(s, 1, "planetary_institute", "1A5")  # near the lab
    put(s, 1, "mine", "6A4")  # near the Lost Planet
    rich(s, 0)
    give(s, 0, research={"navigation": 4}, tokens=["fed7o"])
    give(s, 1, power=(9, 0, 0, 0))
    play(s, "upgrade to research lab", "std2 ", "advance in Navigation")
    play(s, "place the Lost Planet on 6C", "end the turn")
    assert options(s)[1] == "charge 1 power for 0 VP"
    play(s, "charge")
    assert options(s)[1] == "charge 3 power for 2 VP"
    play(s, "charge")
    assert decision(s) == c.TAKE_TURN
    assert vp(s, 1) == 8


def test_gp_79_not_triggered():
    # GP-79: swaps, space stations and Gaia projects
    s = new_game(("ambas", "xenos"))
    put(s, 0, "planetary_institute", "2B4")
    put(s, 1, "mine", "2A3", "4A0")
    play(s, "planetary institute")
    finish(s)
    assert decision(s) == c.TAKE_TURN
    assert s["seat"] == 1
    assert power(s, 1) == (2, 4, 0, 0)
    s = new_game(("ivits", "xenos"), starts={"ivits": ("1A6",)})
    put(s, 1, "mine", "1A9")
    play(s, "planetary institute", "place a space station on 1A7")
    play(s, "end the turn")
    assert decision(s) == c.TAKE_TURN
    assert s["seat"] == 1


def taklons_offer(tokens, area, points=10, value="trading_station"):
    s = new_game(("terrans", "taklons"))
    put(s, 1, "planetary_institute", "4B2")
    put(s, 1, value, "1B5")
    give(s, 1, power=tokens, brainstone=area, vp=points)
    rich(s, 0)
    play(s, "upgrade to trading station", "upgrade 1B1", "end the turn")
    return s


def test_gp_92_taklons_gain_a_token():
    # GP-92, W-37
    s = taklons_offer((0, 1, 3, 0), c.AREA_3)
    assert options(s) == [
        "decline the power",
        "charge 1 power for 0 VP",
        "gain a token, then charge 2 power for 1 VP",
    ]
    copy = s.copy()
    play(s, "charge 1 power for 0 VP")
    assert power(s, 1) == (1, 0, 4, 0)
    assert vp(s, 1) == 10
    play(copy, "gain a token, then")
    assert power(copy, 1) == (0, 1, 4, 0)
    assert vp(copy, 1) == 9


def test_gp_92_taklons_accept_even_without_anything_to_charge():
    # GP-92, O-18
    s = taklons_offer((0, 0, 3, 0), c.AREA_3)
    assert options(s)[1] == "charge 0 power for 0 VP"
    play(s, "charge 0 power for 0 VP")
    assert power(s, 1) == (1, 0, 3, 0)
    assert vp(s, 1) == 10


def test_gp_92_the_token_waits_for_the_brainstone():
    # GP-92, GP-18: charge, question, then the token
    s = taklons_offer((3, 0, 0, 0), c.AREA_1)
    play(s, "charge 2 power for 1 VP")
    assert decision(s) == c.MOVE_BRAINSTONE
    assert power(s, 1) == (3, 0, 0, 0)
    play(s, "move the brainstone last")
    assert power(s, 1) == (2, 2, 0, 0)
    assert stone(s, 1) == c.AREA_1
    assert find(s, "pass")
    assert np.int64(s["seat"]) == 1
