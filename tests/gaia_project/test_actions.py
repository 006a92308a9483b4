"""Power and Q.I.C. actions, special and free actions, passing (GP-65 to GP-71, GP-80)."""

from __future__ import annotations

import pytest

from exozoo.envs.gaia_project import constants as c
from tests.gaia_project.positions import (
    GAME,
    can,
    decision,
    find,
    finish,
    finish_or_pass,
    give,
    hex_of,
    new_game,
    options,
    pass_round,
    play,
    power,
    put,
    rich,
    stock,
    vp,
)


@pytest.mark.parametrize(
    ("action", "price", "gain"),
    [
        ("power1", 7, {"knowledge": 3}),
        ("power3", 4, {"ore": 2}),
        ("power4", 4, {"credits": 7}),
        ("power5", 4, {"knowledge": 2}),
        ("power7", 3, {}),
    ],
)
def test_gp_65_power_actions(action, price, gain):
    # GP-65, W-21
    s = new_game()
    give(s, 0, credits=0, ore=0, knowledge=0, qic=0, power=(0, 0, price - 1, 0))
    assert not can(s, action)
    give(s, 0, power=(0, 0, price, 0))
    play(s, action)
    assert stock(s, 0) == {"credits": 0, "ore": 0, "knowledge": 0, "qic": 0} | gain
    assert power(s, 0) == (price + 2 * (action == "power7"), 0, 0, 0)
    finish(s)
    rich(s, 1)
    give(s, 1, credits=0, ore=0, knowledge=0)
    assert not can(s, action)  # used up for everybody
    assert can(s, "power1") or action == "power1"
    pass_round(s)
    give(s, 0, power=(0, 0, 8, 0), credits=0, ore=0, knowledge=0)
    assert can(s, action)  # GP-80


def test_gp_65_step_actions():
    # GP-65, GP-38: power2 two steps, power6 one
    s = new_game()
    give(s, 0, credits=9, ore=1, qic=9, power=(0, 0, 5, 0))
    play(s, "power2")
    assert {text.split("(")[1] for text in options(s)} >= {"oxide)", "volcanic)"}
    assert not any("swamp" in text or "desert" in text for text in options(s))
    s = new_game()
    give(s, 0, credits=9, ore=1, qic=9, power=(0, 0, 3, 0))
    play(s, "power6")
    assert {text.split("(")[1] for text in options(s)} <= {"oxide)", "ice)"}


def test_gp_65_qic_actions():
    # GP-65
    s = new_game()
    give(s, 0, qic=2)
    assert can(s, "qic3")
    assert not can(s, "qic2")
    assert not can(s, "qic1")
    put(s, 0, "mine", "3B5")
    play(s, "qic3")
    assert vp(s, 0) == 10 + 3 + 2
    assert stock(s, 0)["qic"] == 0
    s = new_game()
    give(s, 0, qic=3, knowledge=0, tokens=["fed6k", "fed7c"], green=0)
    play(s, "qic2")
    assert len(options(s)) == 2
    play(s, "score again federation token fed6k")
    # no new token, no turning, no trigger of the round tile
    assert vp(s, 0) == 16
    assert stock(s, 0)["knowledge"] == 2
    assert s["players"][0]["tokens"].sum() == 2
    assert s["players"][0]["green"] == 0


@pytest.mark.parametrize(
    ("tiles", "text", "gain"),
    [
        (["adv3"], "special action adv3", {"qic": 1, "credits": 5}),
        (["adv11"], "special action adv11", {"ore": 3}),
        (["adv13"], "special action adv13", {"knowledge": 3}),
    ],
)
def test_gp_66_special_actions_of_tiles(tiles, text, gain):
    # GP-66, W-27
    s = new_game()
    give(s, 0, credits=0, ore=0, knowledge=0, qic=0, power=(0, 0, 0, 0))
    assert not can(s, text)
    give(s, 0, tiles=tiles)
    play(s, text)
    assert stock(s, 0) == {"credits": 0, "ore": 0, "knowledge": 0, "qic": 0} | gain
    finish(s)
    play(s, "taking booster 10")
    assert not can(s, text)  # once per round
    finish_or_pass(s)
    while s["seat"] != 0:
        finish_or_pass(s)
    assert can(s, text)


def test_gp_66_academy_and_boosters():
    # GP-66
    s = new_game(boosters=(4, 6))
    give(s, 0, qic=0)
    put(s, 0, "academy_action", "1B1")
    play(s, "special action academy")
    assert stock(s, 0)["qic"] == 1
    finish(s)
    rich(s, 1)
    assert not find(s, "special action")  # only the owner
    play(s, "taking booster 10")
    rich(s, 0)
    assert can(s, "special action booster4")
    play(s, "taking booster 3")
    rich(s, 0)
    assert not can(s, "special action booster4")  # only the holder


def test_gp_67_one_action_at_a_time():
    # GP-67: no second action after a board action
    s = new_game()
    rich(s, 0)
    give(s, 0, tiles=["adv11"])
    play(s, "power7")
    assert decision(s) == c.FINISH_TURN
    free = tuple(f"{name}:" for name in c.FREE_ACTION_IDS)
    assert all(text == "end the turn" or text.startswith(free) for text in options(s))


def test_gp_68_passing():
    # GP-68, W-28: the returned booster scores, another one is taken
    s = new_game(boosters=(6, 1))
    s["players"][0]["built"][c.MINE] = 5
    s["players"][0]["lost_planet"] = 1
    boosters = {text.split()[3] for text in options(s) if text.startswith("pass")}
    assert boosters == {"2", "3", "10"}
    play(s, "taking booster 2")
    assert vp(s, 0) == 10 + 6
    boosters = {text.split()[3] for text in options(s) if text.startswith("pass")}
    assert boosters == {"3", "6", "10"}  # also those returned this round
    assert s["players"][0]["booster"] == 1


@pytest.mark.parametrize(
    ("booster", "points"), [(7, 3 * 2), (8, 2 * 1), (9, 4 * 2), (10, 1 * 1), (1, 0)]
)
def test_gp_68_boosters_score(booster, points):
    # GP-68: labs, trading stations, institute and academies, Gaia planets
    s = new_game(boosters=(booster, 6))
    put(s, 0, "research_lab", "1B1", "6B1")
    put(s, 0, "trading_station", "3A7")
    put(s, 0, "planetary_institute", "4A4")
    put(s, 0, "academy_knowledge", "3B5")
    GAME.step(s, find(s, "pass, taking")[0])
    assert vp(s, 0) == 10 + points


@pytest.mark.parametrize(("tile", "points"), [("adv1", 3 * 2), ("adv5", 3 * 1), ("adv7", 1 * 3)])
def test_gp_68_advanced_tiles_score(tile, points):
    # GP-68, W-27
    s = new_game(boosters=(1, 6))
    give(s, 0, tokens=["fed12", "fed7c"], tiles=[tile])
    put(s, 0, "research_lab", "1B1")
    put(s, 0, "mine", "1A5", "3B5")
    GAME.step(s, find(s, "pass, taking")[0])
    assert vp(s, 0) == 10 + points


def test_gp_68_no_booster_in_round_6():
    # GP-68
    s = new_game()
    s["round_number"] = 6
    assert [text for text in options(s) if text.startswith("pass")] == ["pass"]
    play(s, "pass")
    assert s["players"][0]["booster"] == -1


def test_gp_69_two_players():
    # GP-69: the first to pass begins the next round
    s = new_game()
    rich(s, 0)
    play(s, "advance in Economy")
    finish(s)
    play(s, "taking booster 10")
    pass_round(s)
    assert list(s["turn_order"][:2]) == [1, 0]
    assert s["seat"] == 1


@pytest.mark.parametrize(
    ("action", "before", "after"),
    [
        ("p4_q", {}, {"qic": 1}),
        ("p3_o", {}, {"ore": 1}),
        ("q1_o", {"qic": 1}, {"ore": 1}),
        ("p4_k", {}, {"knowledge": 1}),
        ("p1_c", {}, {"credits": 1}),
        ("k1_c", {"knowledge": 1}, {"credits": 1}),
        ("o1_c", {"ore": 1}, {"credits": 1}),
        ("o1_t", {"ore": 1}, {}),
    ],
)
def test_gp_70_free_actions(action, before, after):
    # GP-70
    nothing = {"credits": 0, "ore": 0, "knowledge": 0, "qic": 0}
    s = new_game()
    price = int(action[1]) if action[0] == "p" else 0
    give(s, 0, **nothing, power=(0, 0, max(price - 1, 0), 0))
    assert not can(s, action)
    give(s, 0, **(nothing | before), power=(0, 0, price, 0))
    play(s, action)
    assert stock(s, 0) == nothing | after
    assert power(s, 0) == (price + (action == "o1_t"), 0, 0, 0)
    assert decision(s) == c.TAKE_TURN


def test_gp_70_burning():
    # GP-70, W-22
    s = new_game()
    give(s, 0, power=(1, 2, 0, 0))
    play(s, "burn")
    assert power(s, 0) == (1, 0, 1, 0)
    give(s, 0, power=(1, 1, 0, 0))
    assert not can(s, "burn")


def test_gp_71_free_actions_only_in_the_own_turn():
    # GP-71: answering an offer of power leaves no other choice
    s = new_game()
    put(s, 1, "mine", "1A5")
    rich(s, 0)
    rich(s, 1)
    play(s, "upgrade to trading station", "upgrade 1B1", "end the turn")
    assert decision(s) == c.CHARGE_OFFER
    assert len(options(s)) == 2


def test_gp_80_clean_up():
    # GP-80
    s = new_game(round_scoring=["round2", "round4", *(f"round{i}" for i in (1, 3, 5, 6))])
    give(s, 0, tiles=["std9", "adv11"])
    s["action_used"][:] = 1
    s["players"][0]["special_used"][:] = 1
    pass_round(s)
    assert not s["action_used"].any()
    assert not s["players"]["special_used"].any()
    assert not s["players"]["passed"].any()
    give(s, 0, knowledge=4)
    play(s, "advance in Economy")
    assert vp(s, 0) == 10  # the tile of round 1 is gone
    assert hex_of(s, "1C") == 18
