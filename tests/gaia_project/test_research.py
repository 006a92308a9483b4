"""Research, tech tiles, the Lost Planet (GP-54 to GP-64)."""

from __future__ import annotations

import pytest

from exozoo.envs.gaia_project import constants as c
from tests.gaia_project.positions import (
    can,
    decision,
    find,
    finish,
    gain_token,
    give,
    hex_of,
    level,
    new_game,
    options,
    piece,
    play,
    power,
    put,
    rich,
    stock,
    vp,
)

# Round 1 pays for research
RESEARCH_ROUND = ["round2", *(f"round{i}" for i in (1, 4, 3, 6, 7))]


def at_level(track, number, **values):
    """Terrans with 4 knowledge on a level, nothing else in stock, no power."""
    s = new_game()
    give(s, 0, credits=0, ore=0, knowledge=4, qic=0, power=(4, 0, 0, 0))
    give(s, 0, research={track: number, "gaia_project": 1} | {track: number}, **values)
    return s


def test_gp_54_research_costs_4_knowledge():
    # GP-54, W-20
    s = new_game(("xenos", "terrans"))
    give(s, 0, knowledge=4, ore=0)
    play(s, "advance in Terraforming for 4 knowledge")
    assert level(s, 0, "terraforming") == 1
    assert stock(s, 0)["knowledge"] == 0
    assert stock(s, 0)["ore"] == 2
    s = new_game(("xenos", "terrans"))
    give(s, 0, knowledge=3)
    assert not find(s, "advance in")


@pytest.mark.parametrize("track", c.TRACK_IDS)
def test_gp_55_moving_to_level_3_charges_3(track):
    # GP-55, W-20
    s = at_level(track, 2)
    play(s, f"advance in {c.TRACK_NAMES[c.TRACK_IDS.index(track)]}")
    assert power(s, 0) == (1, 3, 0, 0)


@pytest.mark.parametrize("track", c.TRACK_IDS)
def test_gp_56_level_5_needs_a_green_token_and_a_free_place(track):
    # GP-56
    name = f"advance in {c.TRACK_NAMES[c.TRACK_IDS.index(track)]}"
    s = at_level(track, 4)
    assert not can(s, name)
    give(s, 0, tokens=["fed12"])
    assert not can(s, name)
    give(s, 0, tokens=["fed7c"])
    assert can(s, name)
    give(s, 1, research={track: 5})
    assert not can(s, name)
    give(s, 1, research={track: 4})
    play(s, name)
    assert level(s, 0, track) == 5
    taken = int(track == "terraforming") * 0  # the token there is fed12, never green
    assert s["players"][0]["green"] == taken


@pytest.mark.parametrize(
    ("track", "number", "gain"),
    [
        ("terraforming", 1, {"ore": 2}),
        ("terraforming", 4, {"ore": 2}),
        ("navigation", 1, {"qic": 1}),
        ("navigation", 2, {}),
        ("navigation", 3, {"qic": 1}),
        ("artificial_intelligence", 1, {"qic": 1}),
        ("artificial_intelligence", 2, {"qic": 1}),
        ("artificial_intelligence", 3, {"qic": 2}),
        ("artificial_intelligence", 4, {"qic": 2}),
        ("artificial_intelligence", 5, {"qic": 4}),
        ("gaia_project", 3, {}),
        ("economy", 3, {}),
        ("economy", 5, {"ore": 3, "credits": 6}),
        ("science", 5, {"knowledge": 9}),
    ],
)
def test_gp_57_gains_of_levels(track, number, gain):
    # GP-57
    s = at_level(track, number - 1, tokens=["fed7c"])
    play(s, f"advance in {c.TRACK_NAMES[c.TRACK_IDS.index(track)]}")
    assert stock(s, 0) == {"credits": 0, "ore": 0, "knowledge": 0, "qic": 0} | gain


def test_gp_57_top_levels():
    # GP-57: the token of Terraforming 5, points of Gaia Project 5, charge of Economy 5
    s = at_level("terraforming", 4, tokens=["fed7c"])
    play(s, "advance in Terraforming")
    assert s["top_token"] == -1
    assert s["players"][0]["tokens"][c.FED12] == 1
    assert vp(s, 0) == 10 + 12 + 5  # round tile: a federation token
    s = at_level("gaia_project", 4, tokens=["fed7c"])
    s["planet"][hex_of(s, "1A3")] = c.GAIA
    put(s, 0, "mine", "1A3", "3B5")
    play(s, "advance in Gaia Project")
    assert vp(s, 0) == 10 + 4 + 2
    s = at_level("economy", 4, tokens=["fed7c"])
    play(s, "advance in Economy")
    assert power(s, 0) == (0, 2, 2, 0)
    give(s, 0, credits=0)
    finish(s)
    s = at_level("gaia_project", 1)
    play(s, "advance in Gaia Project")
    assert power(s, 0)[0] == 4 + 3


def test_gp_57_every_advance_fires_the_research_trigger():
    # GP-57, W-4, W-27 (adv2)
    s = new_game(round_scoring=RESEARCH_ROUND)
    give(s, 0, knowledge=15, tiles=["adv2"])
    play(s, "advance in Economy")
    assert vp(s, 0) == 10 + 2 + 2


def lab_game(**setup):
    """Terrans about to choose a tile."""
    s = new_game(**setup)
    put(s, 0, "trading_station", "1B1")
    rich(s, 0)
    play(s, "upgrade to research lab")
    return s


def test_gp_58_tile_then_track():
    # GP-58
    s = lab_game()
    assert decision(s) == c.CHOOSE_TILE
    assert len(options(s)) == 9
    play(s, "std4 ")
    assert vp(s, 0) == 17
    assert decision(s) == c.CHOOSE_TRACK
    play(s, "advance in Gaia Project")
    assert level(s, 0, "gaia_project") == 2
    assert decision(s) == c.FINISH_TURN
    s = new_game()
    rich(s, 0)
    play(s, "qic1")
    assert decision(s) == c.CHOOSE_TILE
    assert stock(s, 0)["qic"] == 4


def test_gp_59_only_kinds_not_owned():
    # GP-59: covered ones count as owned
    s = lab_game()
    s["players"][0]["standard"][3] = c.TILE_OWNED
    s["players"][0]["standard"][5] = c.TILE_COVERED
    assert len(options(s)) == 7
    assert not can(s, "std4 ")
    assert not can(s, "std6 ")


def test_gp_60_advanced_tiles():
    # GP-60, W-18
    s = lab_game()
    give(s, 0, research={"navigation": 4, "artificial_intelligence": 5})
    assert not can(s, "take adv")  # no green token, no tile to cover
    give(s, 0, tokens=["fed7o"])
    assert not can(s, "take adv")
    s["players"][0]["standard"][0] = c.TILE_OWNED
    s["players"][0]["standard"][1] = c.TILE_COVERED
    assert can(s, "take adv2 of Navigation")
    assert can(s, "take adv3 of Artificial")
    assert not can(s, "take adv1")
    play(s, "take adv2 of Navigation")
    assert decision(s) == c.FINISH_TURN or decision(s) == c.CHOOSE_TRACK
    assert s["players"][0]["standard"][0] == c.TILE_COVERED  # the only one, covered at once
    assert s["players"][0]["green"] == 0
    assert s["advanced_at"][1] == -1
    assert s["players"][0]["advanced"][1] == 1


def test_gp_60_a_covered_tile_stops_working():
    # GP-60: std7 no longer pays, std9 has no action
    s = lab_game()
    give(s, 0, research={"navigation": 4}, tokens=["fed7o"], tiles=["std7", "std9"])
    play(s, "take adv2", "cover std9", "do not advance")
    finish(s)
    while s["seat"] == 1:
        play(s, "taking booster 10")
    assert not can(s, "special action std9")


def test_gp_61_track_of_the_tile():
    # GP-61, W-17
    s = lab_game()
    play(s, "std2 ")  # under Navigation
    assert options(s) == ["advance in Navigation", "do not advance"]
    s = lab_game()
    play(s, "std7 ")  # a free position
    assert len(options(s)) == 7
    s = lab_game()
    give(s, 0, research={"navigation": 5})
    play(s, "std2 ")
    assert decision(s) == c.FINISH_TURN
    assert s["players"][0]["standard"][1] == c.TILE_OWNED
    s = lab_game()
    play(s, "std7 ", "do not advance")
    assert s["players"][0]["standard"][6] == c.TILE_OWNED


def test_gp_62_immediate_effects_come_before_the_advance():
    # GP-62, W-27: adv6 counts sectors; adv2 already works for its own advance
    s = lab_game(advanced_tiles=dict(zip(c.TRACK_IDS, ("adv6", "adv2", "adv3", "adv4", "adv5", "adv1"), strict=True)))  # fmt: skip
    give(s, 0, research={"terraforming": 4}, tokens=["fed7o"], tiles=["std1", "std4"], ore=0)
    put(s, 0, "mine", "3A7", "4A4")
    play(s, "take adv6", "cover std1")
    assert stock(s, 0)["ore"] == 4  # sectors 1, 6, 3, 4
    s = lab_game()
    give(s, 0, research={"navigation": 4}, tokens=["fed7o"], tiles=["std1", "std4"])
    play(s, "take adv2", "cover std1", "advance in Economy")
    assert vp(s, 0) == 12


@pytest.mark.parametrize(
    ("tile", "gained"),
    [("adv4", 2 * 3), ("adv8", 2 * 1), ("adv9", 4 * 1), ("adv10", 2 * 3), ("adv12", 5 * 1)],
)
def test_gp_62_advanced_tiles_that_count(tile, gained):
    # GP-62: mines with the Lost Planet, Gaia planets, trading stations, sectors, tokens
    others = ["adv1", "adv2", "adv3", "adv5", "adv6"]
    s = lab_game(advanced_tiles=dict(zip(c.TRACK_IDS, (tile, *others), strict=True)))
    give(s, 0, research={"terraforming": 4}, tokens=["fed7o"], tiles=["std1", "std5"])
    put(s, 0, "mine", "3B5")
    put(s, 0, "trading_station", "3A7")
    place = hex_of(s, "1C")
    s["planet"][place], s["structure"][place], s["owner"][place] = c.LOST, c.MINE, 0
    s["players"][0]["lost_planet"] = 1
    before = vp(s, 0)
    play(s, f"take {tile} ", "cover std1")
    assert vp(s, 0) == before + gained


def test_gp_62_std2_counts_planet_types():
    # GP-62
    s = lab_game()
    put(s, 0, "mine", "1A5", "3B5")
    give(s, 0, knowledge=0)
    play(s, "std2 ")
    assert stock(s, 0)["knowledge"] == 3  # terra, volcanic, gaia


def test_gp_63_action_tiles_work_at_once():
    # GP-63
    s = lab_game()
    play(s, "std9 ", "do not advance")
    finish(s)
    while s["seat"] == 1:
        play(s, "taking booster 10")
    give(s, 0, power=(4, 0, 0, 0))
    play(s, "special action std9")
    assert power(s, 0) == (0, 4, 0, 0)


def lost_planet_game():
    s = new_game(round_scoring=["round3", *(f"round{i}" for i in (1, 4, 2, 6, 7))])
    give(s, 0, research={"navigation": 4}, tokens=["fed7o"], knowledge=4, qic=1)
    play(s, "advance in Navigation")
    return s


def test_gp_64_placing_the_lost_planet():
    # GP-64
    s = lost_planet_game()
    assert decision(s) == c.PLACE_LOST_PLANET
    for text in options(s):
        place = hex_of(s, text.split()[-1])
        assert s["planet"][place] == -1
        assert s["players"][0]["distance"][place] <= 6
    s["satellites"][hex_of(s, "1C")] = 2
    s["structure"][hex_of(s, "1B0")] = c.SPACE_STATION
    assert not any(text.endswith((" 1C", " 1B0")) for text in options(s))
    built = s["players"][0]["built"].copy()
    before = stock(s, 0)
    put(s, 1, "mine", "1A9")
    play(s, "place the Lost Planet on 1B4")
    assert piece(s, "1B4") == "mine"
    assert s["planet"][hex_of(s, "1B4")] == c.LOST
    assert (s["players"][0]["built"] == built).all()
    assert s["players"][0]["lost_planet"] == 1
    assert stock(s, 0) == before  # within the range of 4: no Q.I.C., no mine cost
    assert vp(s, 0) == 10 + 2  # counts as Build a Mine
    play(s, "end the turn")
    assert decision(s) == c.CHARGE_OFFER
    assert s["seat"] == 1


def test_gp_64_far_hexes_cost_qic():
    # GP-64
    s = lost_planet_game()
    far = [
        text
        for text in options(s)
        if s["players"][0]["distance"][hex_of(s, text.split()[-1])] in (5, 6)
    ]
    play(s, far[0])
    assert stock(s, 0)["qic"] == 0


def test_gp_64_without_a_possible_hex_nothing_happens():
    # GP-64
    s = new_game()
    give(s, 0, research={"navigation": 4}, tokens=["fed7o"], knowledge=4, qic=0)
    s["satellites"][:] = 2
    play(s, "advance in Navigation")
    assert decision(s) == c.FINISH_TURN
    assert not s["players"][0]["lost_planet"]


def test_gp_51_federation_trigger():
    # GP-51: any gain of a token
    s = new_game()
    gain_token(s, 0, "fed7c")
    assert vp(s, 0) == 10 + 7 + 5
