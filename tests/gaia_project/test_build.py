"""Mines and Gaia projects (GP-34 to GP-42, GP-72)."""

from __future__ import annotations

import pytest

from exozoo.envs.core.pending import SEAT
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import DISTANCE_OF_HEXES, RANGE_OF_LEVEL, STEPS_BETWEEN
from tests.gaia_project.positions import (
    GAME,
    can,
    decision,
    find,
    finish,
    give,
    hex_of,
    new_game,
    options,
    pass_round,
    piece,
    play,
    power,
    put,
    rich,
    stock,
    vp,
)


def build_cost(s, name):
    """Credits, ore, Q.I.C. that a mine there costs."""
    copy = s.copy()
    seat = int(s["seat"])
    before = stock(copy, seat)
    play(copy, f"build a mine on {name} ")
    after = stock(copy, seat)
    return tuple(before[good] - after[good] for good in ("credits", "ore", "qic"))


def test_gp_34_w_29_payable_mines_and_upgrades():
    # GP-34, GP-35, GP-36, GP-37, W-29
    s = new_game(
        ("hadsch_hallas", "xenos"),
        starts={"hadsch_hallas": ("1A6", "4B0"), "xenos": ("2A3", "3A6", "1A9")},
        boosters=(9, 1),
    )
    assert stock(s, 0) == {"credits": 20, "ore": 7, "knowledge": 4, "qic": 1}
    assert power(s, 0) == (0, 3, 3, 0)
    mines = [text.split()[4] for text in options(s) if text.startswith("build a mine")]
    costs = {name: build_cost(s, name) for name in mines}
    assert costs == {
        "1A5": (2, 4, 0),
        "1B1": (2, 4, 1),
        "2A7": (2, 1, 1),
        "2B1": (2, 7, 1),
        "3A7": (2, 4, 1),
        "4A4": (2, 4, 1),
        "4A9": (2, 7, 1),
        "4B4": (2, 4, 1),
    }
    assert find(s, "upgrade to trading station")
    assert len(find(s, "upgrade")) == 1
    play(s, "upgrade to trading station")
    assert len(options(s)) == 2
    copy = s.copy()
    play(copy, "upgrade 4B0")
    assert (stock(copy, 0)["credits"], stock(copy, 0)["ore"]) == (14, 5)
    play(s, "upgrade 1A6")
    assert (stock(s, 0)["credits"], stock(s, 0)["ore"]) == (17, 5)
    play(s, "end the turn")
    assert s["seat"] == 1
    assert options(s) == ["decline the power", "charge 1 power for 0 VP"]


def test_gp_34_eight_mines():
    # GP-34
    s = new_game()
    rich(s, 0)
    assert find(s, "build a mine")
    s["players"][0]["built"][c.MINE] = 8
    assert not find(s, "build a mine")


def test_gp_35_targets():
    # GP-35, W-12: no structure, no foreign gaiaformer
    s = new_game(("terrans", "itars"))
    rich(s, 0)
    s["planet"][hex_of(s, "1A3")] = c.GAIA
    assert can(s, "build a mine on 1A3")
    put(s, 1, "gaiaformer", "1A3")
    assert not can(s, "build a mine on 1A3")
    rich(s, 1)
    s["seat"] = 1
    s["pending"][s["num_pending"] - 1, SEAT] = 1
    assert can(s, "build a mine on 1A3")
    assert not can(s, "build a mine on 1B1")


@pytest.mark.parametrize(
    ("navigation", "reached"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 4)]
)
def test_gp_36_range_by_navigation(navigation, reached):
    # GP-36
    assert RANGE_OF_LEVEL[navigation] == reached


def test_gp_36_qic_extend_the_range():
    # GP-36, GP-72, W-11: Ivits on Navigation 2
    s = new_game(("ivits", "terrans"), starts={"ivits": ("4B0",)})
    rich(s, 0)
    give(s, 0, research={"navigation": 2, "terraforming": 5})
    at = hex_of(s, "4B0")
    needed = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3}
    seen = set()
    for name in ("4B4", "4A4", "3A7", "2B4", "1A5", "1A6", "2A0", "3A3"):
        distance = int(DISTANCE_OF_HEXES[0, at, hex_of(s, name)])
        seen.add(distance)
        assert build_cost(s, name)[2] == needed[distance], (name, distance)
    assert {2, 3, 4, 5} <= seen
    give(s, 0, qic=0)
    for text in options(s):
        if text.startswith("build a mine"):
            assert DISTANCE_OF_HEXES[0, at, hex_of(s, text.split()[4])] <= 2


def test_gp_36_a_gaiaformer_gives_no_range():
    # GP-36
    s = new_game()
    before = s["players"][0]["distance"].copy()
    put(s, 0, "gaiaformer", "7A10")
    assert (s["players"][0]["distance"] == before).all()
    give(s, 0, gaiaformers=1)


def test_gp_37_terraforming_steps():
    # GP-37, W-13
    steps = {c.PLANET_IDS[i]: int(STEPS_BETWEEN[c.TERRA, i]) for i in range(7)}
    assert steps == {
        "terra": 0, "oxide": 1, "volcanic": 2, "desert": 3, "swamp": 3, "titanium": 2, "ice": 1,
    }  # fmt: skip


@pytest.mark.parametrize(("level", "ore"), [(0, 7), (1, 7), (2, 5), (3, 3), (4, 3), (5, 3)])
def test_gp_37_price_of_steps(level, ore):
    # GP-37: Terrans on a volcanic planet, two steps
    s = new_game(("terrans", "xenos"))
    rich(s, 0)
    give(s, 0, research={"terraforming": level})
    assert build_cost(s, "1A5") == (2, ore, 1)


def test_gp_37_gaia_planets():
    # GP-37, W-12: 1 Q.I.C.; with the own gaiaformer only the mine, at any distance
    s = new_game(("terrans", "xenos"))
    rich(s, 0)
    give(s, 0, qic=1)
    s["planet"][hex_of(s, "1A3")] = c.GAIA
    put(s, 0, "mine", "1A6")
    give(s, 0, qic=5, research={"navigation": 5})
    assert build_cost(s, "1A3") == (2, 1, 1)
    s["planet"][hex_of(s, "7A10")] = c.GAIA
    put(s, 0, "gaiaformer", "7A10")
    give(s, 0, qic=0, gaiaformers=1, research={"navigation": 0})
    assert build_cost(s, "7A10") == (2, 1, 0)
    play(s, "build a mine on 7A10")
    assert s["players"][0]["built"][c.GAIAFORMER] == 0
    assert piece(s, "7A10") == "mine"


def test_gp_37_transdim_and_lost_planet_are_no_targets():
    # GP-37
    s = new_game()
    rich(s, 0)
    give(s, 0, gaiaformers=0, research={"navigation": 5})
    assert not can(s, "1A3")
    assert not can(s, "2A5")
    s["planet"][hex_of(s, "1C")] = c.LOST
    assert not can(s, "build a mine on 1C")


def test_gp_38_free_steps():
    # GP-38, W-14: Geodens, Terraforming 3, swamp: two steps, one free
    s = new_game(
        ("geodens", "terrans"), boosters=(4, 6), round_scoring=["round1", *[f"round{i}" for i in range(2, 7)]]
    )  # fmt: skip
    put(s, 0, "mine", "1A5")
    give(s, 0, credits=10, ore=5, qic=3, research={"terraforming": 3})
    before = vp(s, 0)
    play(s, "special action booster4")
    assert can(s, "build a mine on 1B5")
    assert decision(s) == c.BUILD_WITH_BONUS
    for text in options(s):  # no Gaia planets, no home planets
        assert "gaia" not in text
        assert "volcanic" not in text
        assert "transdim" not in text
    qic = stock(s, 0)["qic"]
    play(s, "build a mine on 1B5")
    assert stock(s, 0)["credits"] == 8
    assert stock(s, 0)["ore"] == 5 - 1 - 1
    assert vp(s, 0) == before + 4
    assert stock(s, 0)["qic"] <= qic


def test_gp_38_unused_free_steps_are_lost():
    # GP-38: power2 on a planet one step away
    s = new_game(("terrans", "xenos"))
    give(s, 0, credits=10, ore=1, qic=5, power=(0, 0, 5, 0))
    play(s, "power2")
    one = [text for text in options(s) if "ice" in text or "oxide" in text]
    assert one
    play(s, one[0])
    assert stock(s, 0)["ore"] == 0
    assert power(s, 0) == (5, 0, 0, 0)


def test_gp_39_range_booster():
    # GP-39, GP-33: range +3 for a mine or a Gaia project, only where it saves Q.I.C.
    s = new_game(("terrans", "xenos"), boosters=(5, 6))
    rich(s, 0)
    give(s, 0, qic=0)
    plain = {text.split()[4] for text in options(s) if text.startswith("build a mine")}
    play(s, "special action booster5")
    reached = {text.split()[4] for text in options(s) if text.startswith("build a mine")}
    assert reached
    assert not reached & plain
    assert any("Gaia project" in text for text in options(s))
    own = s["players"][0]["distance"]
    for text in options(s):
        assert 1 < own[hex_of(s, text.split(" on ")[1].split()[0])] <= 4
    s["planet"][hex_of(s, "7A10")] = c.GAIA
    put(s, 0, "gaiaformer", "7A10")
    assert not can(s, "7A10")


def test_gp_40_effects_of_a_mine():
    # GP-40, W-5: triggers of the round tile and of tiles
    s = new_game(("terrans", "xenos"), round_scoring=["round3", "round1", *(f"round{i}" for i in (4, 5, 6, 7))])  # fmt: skip
    rich(s, 0)
    give(s, 0, tiles=["std7", "adv14"], research={"navigation": 5})
    play(s, "build a mine on 3B5")
    assert vp(s, 0) == 10 + 2 + 3 + 3
    finish(s)
    s = new_game(("terrans", "xenos"), round_scoring=["round6", "round1", *(f"round{i}" for i in (4, 5, 3, 7))])  # fmt: skip
    rich(s, 0)
    give(s, 0, tiles=["std7"])
    s["planet"][hex_of(s, "1A3")] = c.GAIA
    play(s, "build a mine on 1A3")
    assert vp(s, 0) == 10 + 4 + 3


@pytest.mark.parametrize(("level", "tokens"), [(1, 6), (2, 6), (3, 4), (4, 3), (5, 3)])
def test_gp_41_tokens_for_a_gaia_project(level, tokens):
    # GP-41
    s = new_game()
    give(s, 0, power=(2, tokens - 2, 1, 0), qic=3, research={"gaia_project": level})
    play(s, "start a Gaia project on 1A3")
    assert power(s, 0)[3] == tokens
    assert sum(power(s, 0)[:3]) == 1


def test_gp_41_needs_gaiaformer_tokens_and_reach():
    # GP-41
    s = new_game()
    give(s, 0, power=(2, 4, 0, 0), qic=0, research={"navigation": 2})
    assert can(s, "start a Gaia project on 1A3")
    assert not can(s, "start a Gaia project on 7A10")
    give(s, 0, power=(2, 3, 0, 0))
    assert not can(s, "start a Gaia project")
    give(s, 0, power=(2, 4, 0, 0), gaiaformers=0)
    assert not can(s, "start a Gaia project")
    give(s, 0, gaiaformers=1, gaiaformers_resting=1)
    assert not can(s, "start a Gaia project")
    give(s, 0, gaiaformers_resting=0)
    put(s, 1, "gaiaformer", "1A3")
    assert not can(s, "start a Gaia project on 1A3")


def test_gp_41_w_15_tokens_from_the_lowest_areas():
    # GP-41, O-3, W-15
    s = new_game()
    give(s, 0, power=(2, 3, 1, 0), qic=3, gaiaformers=2, research={"gaia_project": 3})
    play(s, "start a Gaia project on 1A3")
    assert power(s, 0) == (0, 1, 1, 4)


def test_gp_42_a_gaia_project_gives_no_points_and_no_charge():
    # GP-42
    s = new_game(round_scoring=["round3", *(f"round{i}" for i in (1, 4, 5, 6, 7))])
    put(s, 1, "mine", "1A5")
    give(s, 0, power=(6, 0, 0, 0), qic=3)
    play(s, "start a Gaia project on 1A3")
    assert vp(s, 0) == 10
    assert piece(s, "1A3") == "gaiaformer"
    finish(s)
    assert decision(s) == c.TAKE_TURN
    assert s["seat"] == 1
    s["round_number"] = 6
    give(s, 1, gaiaformers=1, power=(6, 0, 0, 0), qic=3, research={"gaia_project": 1})
    assert can(s, "start a Gaia project")
    pass_round(s)
    assert s["planet"][hex_of(s, "1A3")] == c.TRANSDIM


def test_gp_72_action_costs_need_the_resource_itself():
    # GP-72: the Q.I.C. of range and Gaia planets must be at hand
    s = new_game()
    give(s, 0, credits=30, ore=15, qic=0, power=(0, 0, 8, 0))
    s["planet"][hex_of(s, "1A3")] = c.GAIA
    assert not can(s, "build a mine on 1A3")
    play(s, "p4_q", "p4_q")
    assert can(s, "build a mine on 1A3")
    assert GAME.describe(s, find(s, "build a mine on 1A3")[0])
