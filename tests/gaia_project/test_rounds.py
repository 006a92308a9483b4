"""Round structure, income, the Gaia phase, turns (GP-20 to GP-33)."""

from __future__ import annotations

import pytest

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import INCOME_OF_PIECES
from tests.gaia_project.positions import (
    can,
    decision,
    find,
    finish,
    finish_or_pass,
    give,
    hex_of,
    level,
    new_game,
    options,
    pass_round,
    piece,
    play,
    power,
    put,
    rich,
    stock,
)


def next_income(s):
    """Both pass; the first player keeps clear of boosters with income of interest."""
    pass_round(s)


def test_gp_20_round_phases():
    # GP-20: income, Gaia phase, actions; no clean-up after round 6
    s = new_game(("terrans", "xenos"))
    put(s, 0, "gaiaformer", "1A3")
    give(s, 0, power=(0, 0, 0, 4), ore=0)
    pass_round(s)
    assert s["round_number"] == 2
    assert stock(s, 0)["ore"] > 0
    assert power(s, 0)[3] == 0
    s["round_number"] = 6
    pass_round(s)
    assert s["over"]


def test_gp_21_income_of_everything():
    # GP-21: base, structures, uncovered tiles, research levels, booster
    s = new_game(("hadsch_hallas", "xenos"), boosters=(1, 6))
    put(s, 0, "trading_station", "1A6")
    give(s, 0, credits=0, ore=0, knowledge=0, qic=0, power=(0, 0, 0, 0))
    give(s, 0, tiles=["std6", "std8"], research={"economy": 2, "science": 3})
    s["players"][0]["standard"][3] = c.TILE_COVERED
    s["players"][0]["standard"][4] = c.TILE_COVERED  # std5 gives nothing when covered
    play(s, "taking booster 10")
    finish_or_pass(s)
    # base 1 ore 1 knowledge 3 credits; mine 1 ore; station 3 credits; tiles 1 knowledge, 5 credits;
    # Economy 2: 1 ore 2 credits; Science 3: 3 knowledge; booster 10: 4 credits
    assert stock(s, 0) == {"credits": 17, "ore": 3, "knowledge": 5, "qic": 0}


def test_gp_22_structure_income_depends_on_the_number():
    # GP-22: the third mine gives nothing; the Lost Planet is not counted
    assert [int(n) for n in INCOME_OF_PIECES[c.TERRANS, c.MINE, :, c.ORE]] == [
        0, 1, 2, 2, 3, 4, 5, 6, 7,
    ]  # fmt: skip
    s = new_game(("terrans", "xenos"))
    put(s, 0, "mine", "3A7")
    s["players"][0]["lost_planet"] = 1
    give(s, 0, ore=0)
    play(s, "taking booster 10")
    finish_or_pass(s)
    assert stock(s, 0)["ore"] == 1 + 2


def test_gp_23_order_of_power_income_is_chosen():
    # GP-23, W-8
    s = new_game(("terrans", "xenos"))
    put(s, 0, "planetary_institute", "1B1")
    give(s, 0, power=(0, 2, 0, 0))
    play(s, "taking booster 10")
    finish_or_pass(s)
    assert decision(s) == c.CHOOSE_INCOME
    assert s["seat"] == 0
    assert len(options(s)) == 2
    copy = s.copy()
    play(s, "institute (charge)")
    assert power(s, 0) == (1, 0, 2, 0)
    play(copy, "institute (tokens)")
    assert power(copy, 0) == (0, 0, 3, 0)


def test_gp_23_one_kind_of_source_is_not_asked():
    # GP-23: charges only, source by source
    s = new_game(("nevlas", "xenos"))
    put(s, 0, "research_lab", "3B2", "2B1")
    give(s, 0, power=(3, 2, 0, 0), research={"economy": 1}, tiles=["std5"])
    play(s, "taking booster 10")
    finish_or_pass(s)
    assert decision(s) == c.TAKE_TURN
    assert power(s, 0) == (0, 2, 3, 0)  # 2 + 2 + 1 + 1 charged


def test_gp_23_sources_are_separate():
    # GP-23: Itars' own token, institute token and charge, booster tokens, three kinds of charge
    s = new_game(("itars", "xenos"))
    put(s, 0, "planetary_institute", "3B2")
    give(s, 0, power=(9, 0, 0, 0), research={"economy": 3}, tiles=["std5"])
    play(s, "taking booster 3")
    finish_or_pass(s)
    assert len(options(s)) == 6
    play(s, "faction board", "booster (tokens)")
    assert power(s, 0)[0] == 12
    play(s, "Economy")
    assert power(s, 0) == (9, 3, 0, 0)


def test_gp_24_special_actions_are_not_income():
    # GP-24
    s = new_game(("terrans", "xenos"))
    put(s, 0, "academy_action", "1B1")
    give(s, 0, credits=0, ore=0, knowledge=0, qic=0, power=(0, 4, 0, 0))
    give(s, 0, tiles=["std9", "adv3", "adv11", "adv13"])
    play(s, "taking booster 10")
    finish_or_pass(s)
    assert stock(s, 0) == {"credits": 4, "ore": 2, "knowledge": 1, "qic": 0}
    assert power(s, 0) == (0, 4, 0, 0)
    assert len(find(s, "special action")) == 5


def test_gp_25_transdim_planets_become_gaia_planets():
    # GP-25, W-10
    s = new_game(("terrans", "xenos"))
    put(s, 0, "gaiaformer", "1A3")
    assert s["planet"][hex_of(s, "1A3")] == c.TRANSDIM
    pass_round(s)
    assert s["planet"][hex_of(s, "1A3")] == c.GAIA
    assert piece(s, "1A3") == "gaiaformer"
    assert s["planet"][hex_of(s, "2A5")] == c.TRANSDIM


def test_gp_26_tokens_return_from_the_gaia_area():
    # GP-26, GP-88, W-9
    s = new_game(("terrans", "taklons"))
    give(s, 0, power=(4, 4, 0, 4))
    give(s, 1, power=(1, 1, 0, 4), brainstone=c.GAIA_AREA)
    pass_round(s)
    assert power(s, 0) == (4, 8, 0, 0)
    assert power(s, 1) == (5, 1, 0, 0)
    assert s["players"][1]["brainstone"] == c.AREA_1


def test_gp_27_gaiaformers_of_the_bal_taks_return():
    # GP-27, GP-97
    s = new_game(("baltaks", "xenos"))
    give(s, 0, gaiaformers=1, qic=0)
    play(s, "gf_q")
    assert stock(s, 0)["qic"] == 1
    assert s["players"][0]["gaiaformers_resting"] == 1
    assert not can(s, "gf_q")
    pass_round(s)
    assert s["players"][0]["gaiaformers_resting"] == 0
    assert can(s, "gf_q")


def terrans_gaia_phase():
    s = new_game(("terrans", "xenos"))
    put(s, 0, "planetary_institute", "1B1")
    give(s, 0, power=(0, 0, 0, 5))
    play(s, "taking booster 10")
    finish_or_pass(s)
    while decision(s) == c.CHOOSE_INCOME:
        play(s, "institute (tokens)")
    return s


def test_gp_28_terrans_convert_tokens():
    # GP-28, GP-88, W-9
    s = terrans_gaia_phase()
    assert decision(s) == c.CONVERT_GAIA
    before = stock(s, 0)
    assert len(options(s)) == 5
    play(s, "p3_o", "p1_c", "p1_c")
    assert stock(s, 0)["ore"] == before["ore"] + 1
    assert stock(s, 0)["credits"] == before["credits"] + 2
    assert power(s, 0)[3] == 0
    assert sum(power(s, 0)) == 6
    assert decision(s) == c.TAKE_TURN


def test_gp_28_each_token_is_used_once_and_stopping_is_allowed():
    # GP-28, O-5
    s = terrans_gaia_phase()
    play(s, "p4_q")
    assert [text[:4] for text in options(s)] == ["conv", "p1_c"]
    play(s, "convert no more")
    assert decision(s) == c.TAKE_TURN
    assert power(s, 0)[3] == 0


def test_gp_29_itars_buy_tiles():
    # GP-29, GP-101
    s = new_game(("itars", "xenos"))
    put(s, 0, "planetary_institute", "3B2")
    give(s, 0, power=(0, 0, 0, 9))
    play(s, "taking booster 10")
    finish_or_pass(s)
    while decision(s) == c.CHOOSE_INCOME:
        play(s, "faction board") if can(s, "faction board") else play(s, "institute (tokens)")
    assert decision(s) == c.BUY_TILE
    play(s, "std1 ", "advance in Terraforming")
    assert level(s, 0, "terraforming") == 1
    assert power(s, 0)[3] == 5
    play(s, "std7 ", "advance in Science")
    assert decision(s) == c.TAKE_TURN  # one token is left
    assert power(s, 0)[3] == 0
    assert sum(power(s, 0)) == 2 + 1


def test_gp_29_itars_may_stop():
    # GP-29
    s = new_game(("itars", "xenos"))
    put(s, 0, "planetary_institute", "3B2")
    give(s, 0, power=(0, 0, 0, 4))
    play(s, "taking booster 10")
    finish_or_pass(s)
    while decision(s) == c.CHOOSE_INCOME:
        play(s, "faction board") if can(s, "faction board") else play(s, "institute (tokens)")
    play(s, "buy no tile")
    assert decision(s) == c.TAKE_TURN
    assert sum(power(s, 0)) == 6


def test_gp_30_turns_free_actions_and_passing():
    # GP-30, GP-71
    s = new_game()
    rich(s, 0)
    rich(s, 1)
    play(s, "o1_c", "advance in Economy")
    assert all(text == "end the turn" or ":" in text for text in options(s))
    assert not find(s, "pass")
    play(s, "k1_c", "end the turn")
    assert s["seat"] == 1
    play(s, "taking booster 10")  # ends the turn at once
    assert s["seat"] == 0
    assert decision(s) == c.TAKE_TURN
    play(s, "advance in Economy")
    finish(s)
    assert s["seat"] == 0  # the other has passed


def test_gp_31_main_actions():
    # GP-31
    s = new_game(("terrans", "xenos"))
    rich(s, 0)
    give(s, 0, tokens=["fed7o"])
    put(s, 0, "planetary_institute", "3A7")
    put(s, 0, "research_lab", "4A4")
    put(s, 0, "trading_station", "1B1")
    text = "\n".join(options(s))
    for part in (
        "build a mine on",
        "start a Gaia project on",
        "upgrade to academy",
        "form a federation",
        "advance in",
        "power7",
        "qic1",
        "pass, taking",
    ):
        assert part in text, part


def test_gp_32_nothing_is_done_in_part():
    # GP-32: no action that cannot be paid completely, no free action inside one
    s = new_game()
    give(s, 0, credits=30, ore=0, qic=0, power=(0, 0, 0, 0), knowledge=3)
    assert not find(s, "build a mine")
    assert not find(s, "upgrade")
    assert not find(s, "advance")
    rich(s, 0)
    play(s, "upgrade to trading station")
    assert all("upgrade" in text for text in options(s))


def test_gp_33_useless_actions_are_illegal():
    # GP-33
    s = new_game(boosters=(1, 6))
    give(s, 0, power=(0, 0, 9, 0), knowledge=15, ore=15, credits=30, qic=9)
    for text in ("power1", "power3", "power4", "power5"):
        assert not can(s, text), text
    give(s, 0, knowledge=14, ore=14, credits=29)
    for text in ("power1", "power3", "power4", "power5", "power7"):
        assert can(s, text), text
    assert not can(s, "qic2")  # no token
    assert can(s, "qic1")
    s["players"][0]["standard"][:] = c.TILE_OWNED
    assert not can(s, "qic1")  # no tile can be taken


@pytest.mark.parametrize("faction", ["ambas", "firaks"])
def test_gp_33_institute_actions_need_a_target(faction):
    # GP-33, GP-93, GP-98
    s = new_game((faction, "xenos"))
    home = {"ambas": ("2B4", "4B2"), "firaks": ("2A0", "4A0")}[faction]
    put(s, 0, "planetary_institute", home[0])
    put(s, 0, "trading_station", home[1])
    assert not can(s, "planetary institute")
    put(s, 0, {"ambas": "mine", "firaks": "research_lab"}[faction], home[1])
    assert can(s, "planetary institute")
