"""What the fourteen factions do differently (GP-88 to GP-101)."""

from __future__ import annotations

import pytest

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import FACTIONS, START_MINES_OF_FACTION
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
    relist,
    rich,
    stock,
    vp,
)


def test_gp_88_terrans_tokens_go_to_area_2():
    # GP-88
    s = new_game(("terrans", "itars"))
    give(s, 0, power=(1, 1, 1, 5))
    give(s, 1, power=(1, 1, 1, 5))
    pass_round(s)
    assert power(s, 0) == (1, 6, 1, 0)
    assert power(s, 1) == (7, 1, 1, 0)  # and one token of income


def lantids_beside():
    s = new_game(("lantids", "xenos"), starts={"lantids": ("1B1", "3A7")}, round_scoring=["round3", *(f"round{i}" for i in (1, 4, 2, 6, 7))])  # fmt: skip
    rich(s, 0)
    give(s, 0, research={"navigation": 5})
    return s


def test_gp_89_lantids_build_beside_others():
    # GP-89, W-32
    s = lantids_beside()
    s["planet"][hex_of(s, "2A3")] = c.GAIA
    give(s, 0, tiles=["std7"])
    before = stock(s, 0)
    play(s, "build a mine on 2A3")
    after = stock(s, 0)
    assert before["credits"] - after["credits"] == 2
    assert before["ore"] - after["ore"] == 1
    assert before["qic"] == after["qic"]
    assert before["knowledge"] == after["knowledge"]
    assert s["guest"][hex_of(s, "2A3")] == 0
    assert piece(s, "2A3") == "mine"
    assert s["players"][0]["built"][c.MINE] == 3
    assert vp(s, 0) == 12  # "mine", but not "mine on Gaia"
    assert s["players"][0]["distance"][hex_of(s, "2A3")] == 0
    play(s, "end the turn")
    assert s["seat"] == 1
    assert decision(s) == c.CHARGE_OFFER
    play(s, "decline")
    rich(s, 1)
    play(s, "upgrade to trading station")
    assert can(s, "upgrade 2A3")  # the owner goes on
    play(s, "upgrade 2A3", "end the turn")
    play(s, "decline")
    assert not can(s, "build a mine on 2A3")  # once per planet
    assert len(find(s, "upgrade to trading station")) == 1
    play(s, "upgrade to trading station")
    assert not can(s, "upgrade 2A3")  # the guest mine cannot be upgraded


def test_gp_89_lantids_targets_and_institute():
    # GP-89: the Lost Planet too, a lone gaiaformer not; institute: 2 knowledge
    s = lantids_beside()
    place = hex_of(s, "1C")
    s["planet"][place], s["structure"][place], s["owner"][place] = c.LOST, c.MINE, 1
    relist(s)
    s["planet"][hex_of(s, "1A3")] = c.GAIA
    put(s, 1, "gaiaformer", "1A3")
    assert can(s, "build a mine on 1C")
    assert not can(s, "build a mine on 1A3")
    put(s, 0, "planetary_institute", "1B1")
    give(s, 0, knowledge=0)
    play(s, "build a mine on 1C")
    assert stock(s, 0)["knowledge"] == 2
    s = new_game(("terrans", "xenos"))
    rich(s, 0)
    give(s, 0, research={"navigation": 5})
    assert not can(s, "build a mine on 2A3")  # nobody else


def test_gp_90_xenos():
    # GP-90: a third mine; institute income 1 Q.I.C. in place of the token
    assert START_MINES_OF_FACTION[c.XENOS] == 3
    s = new_game(("xenos", "terrans"))
    assert s["players"][0]["built"][c.MINE] == 3
    put(s, 0, "planetary_institute", "2A3")
    give(s, 0, qic=0, power=(4, 0, 0, 0))
    play(s, "taking booster 10")
    finish_or_pass(s)
    assert decision(s) != c.CHOOSE_INCOME
    assert stock(s, 0)["qic"] == 1
    assert power(s, 0) == (0, 4, 0, 0)


def test_gp_91_gleens_turn_qic_into_ore():
    # GP-91, O-17
    s = new_game(("gleens", "terrans"))
    give(s, 0, ore=0, qic=0, knowledge=8, power=(0, 0, 4, 0))
    play(s, "p4_q")
    assert stock(s, 0)["ore"] == 1
    assert stock(s, 0)["qic"] == 0
    play(s, "advance in Artificial")
    assert stock(s, 0)["ore"] == 2
    assert stock(s, 0)["qic"] == 0
    s = new_game(("gleens", "terrans"))
    put(s, 0, "research_lab", "2A3")
    rich(s, 0)
    give(s, 0, qic=0)
    play(s, "upgrade to academy (action)", "std1 ")
    assert stock(s, 0)["qic"] == 1  # the academy counts before its tile


def test_gp_91_gleens_on_gaia_planets():
    # GP-91
    s = new_game(("gleens", "terrans"))
    give(s, 0, credits=2, ore=2, qic=0, research={"navigation": 5})
    play(s, "build a mine on 3B5")
    assert stock(s, 0)["ore"] == 0
    assert vp(s, 0) == 12
    assert s["players"][0]["vp_from"][c.VP_FACTION] == 2


def test_gp_91_gleens_token():
    # GP-91: counts for the round tile "federation token"
    s = new_game(("gleens", "terrans"))
    put(s, 0, "trading_station", "2A3")
    give(s, 0, credits=6, ore=4, knowledge=0)
    play(s, "upgrade to planetary")
    assert stock(s, 0) == {"credits": 2, "ore": 1, "knowledge": 1, "qic": 0}
    assert s["players"][0]["tokens"][c.GLEENS_TOKEN] == 1
    assert s["players"][0]["green"] == 1
    assert vp(s, 0) == 15
    assert s["token_supply"][c.GLEENS_TOKEN] == 0
    assert s["players"][0]["federations_formed"] == 0
    assert not s["federated"].any()


def test_gp_93_ambas_swap():
    # GP-93: membership stays with the hexes; not the Lost Planet
    s = new_game(("ambas", "xenos"))
    put(s, 0, "planetary_institute", "2B4")
    put(s, 0, "mine", "1B5")
    place = hex_of(s, "1C")
    s["planet"][place], s["structure"][place], s["owner"][place] = c.LOST, c.MINE, 0
    relist(s)
    s["federated"][hex_of(s, "2B4")] |= 1
    built = s["players"][0]["built"].copy()
    play(s, "planetary institute")
    assert [text.split()[-2] for text in options(s)] == ["1B5", "4B2"]
    play(s, "mine on 1B5")
    assert piece(s, "1B5") == "planetary_institute"
    assert piece(s, "2B4") == "mine"
    assert (s["players"][0]["built"] == built).all()
    assert vp(s, 0) == 10
    assert s["federated"][hex_of(s, "2B4")] & 1
    assert not s["federated"][hex_of(s, "1B5")] & 1
    finish(s)
    play(s, "taking booster 10")
    assert not can(s, "planetary institute")


def test_gp_94_hadsch_hallas_pay_in_credits():
    # GP-94, W-26
    s = new_game(("hadsch_hallas", "xenos"))
    give(s, 0, credits=11, ore=0, knowledge=0, qic=0)
    assert not find(s, "c3_o")
    put(s, 0, "planetary_institute", "1A6")
    play(s, "c3_o", "c4_q", "c4_k")
    assert stock(s, 0) == {"credits": 0, "ore": 1, "knowledge": 1, "qic": 1}
    other = new_game(("terrans", "xenos"))
    put(other, 0, "planetary_institute", "1B1")
    assert not find(other, "c3_o")


def test_gp_95_ivits_space_stations():
    # GP-95
    s = new_game(("ivits", "xenos"), starts={"ivits": ("4B0",)})
    give(s, 0, qic=1)
    s["satellites"][hex_of(s, "4C")] = 1  # an own satellite (O-16)
    s["satellites"][hex_of(s, "4B1")] = 2
    play(s, "planetary institute")
    reached = {text.split()[-1] for text in options(s)}
    assert "4C" not in reached
    assert "4B1" in reached
    for name in reached:
        assert s["planet"][hex_of(s, name)] == -1
        assert s["players"][0]["distance"][hex_of(s, name)] <= 3  # range 1, or 1 Q.I.C.
    far = next(n for n in sorted(reached) if s["players"][0]["distance"][hex_of(s, n)] == 3)
    play(s, f"place a space station on {far}")
    assert stock(s, 0)["qic"] == 0
    assert piece(s, far) == "space_station"
    assert s["players"][0]["distance"][hex_of(s, far)] == 0  # it gives range
    assert vp(s, 0) == 10
    assert s["players"][0]["built"][c.SPACE_STATION] == 1
    s["players"][0]["built"][c.SPACE_STATION] = 6
    s["players"][0]["special_used"][:] = 0
    assert decision(s) == c.FINISH_TURN


def test_gp_95_no_seventh_space_station():
    # GP-95, GP-13
    s = new_game(("ivits", "xenos"))
    assert can(s, "planetary institute")
    s["players"][0]["built"][c.SPACE_STATION] = 6
    assert not can(s, "planetary institute")


def test_gp_96_geodens():
    # GP-96
    s = new_game(("geodens", "xenos"))
    rich(s, 0)
    give(s, 0, knowledge=0, research={"navigation": 5, "terraforming": 3})
    copy = s.copy()
    play(copy, "build a mine on 1A6")
    assert stock(copy, 0)["knowledge"] == 0  # without institute
    put(s, 0, "mine", "1B1")
    put(s, 0, "planetary_institute", "4B4")
    new = s.copy()
    play(new, "build a mine on 1A6")
    assert stock(new, 0)["knowledge"] == 3
    play(s, "build a mine on 3A7")  # a second terra planet
    assert stock(s, 0)["knowledge"] == 0


def test_gp_97_bal_taks():
    # GP-97
    s = new_game(("baltaks", "xenos"))
    give(s, 0, knowledge=4, gaiaformers=2, qic=0)
    assert not can(s, "advance in Navigation")
    play(s, "gf_q", "gf_q")
    assert stock(s, 0)["qic"] == 2
    assert not can(s, "start a Gaia project")
    put(s, 0, "academy_action", "1A5")
    give(s, 0, credits=0)
    copy = s.copy()
    play(copy, "special action academy")
    assert stock(copy, 0)["credits"] == 4
    put(s, 0, "planetary_institute", "4B4")
    assert can(s, "advance in Navigation")
    tile = new_game(("baltaks", "xenos"))
    put(tile, 0, "trading_station", "1A5")
    rich(tile, 0)
    play(tile, "upgrade to research lab", "std2 ")
    assert decision(tile) == c.FINISH_TURN
    assert level(tile, 0, "navigation") == 0


def test_gp_98_firaks():
    # GP-98, W-39
    s = new_game(("firaks", "xenos"), round_scoring=["round5", *(f"round{i}" for i in (1, 4, 2, 6, 7))])  # fmt: skip
    put(s, 0, "planetary_institute", "2A0")
    put(s, 0, "research_lab", "4A0")
    put(s, 1, "mine", "2A7")
    play(s, "planetary institute")
    assert piece(s, "4A0") == "trading_station"
    assert vp(s, 0) == 14
    assert decision(s) == c.CHOOSE_TRACK
    assert len(options(s)) == 7
    play(s, "advance in Science")
    assert level(s, 0, "science") == 1
    give(s, 0, credits=9, ore=9)
    play(s, "end the turn")
    assert decision(s) == c.CHARGE_OFFER  # neighbours may charge
    play(s, "decline")
    play(s, "taking booster 10")
    play(s, "upgrade to research lab")
    assert decision(s) == c.CHOOSE_TILE  # rebuilt with a new tile


def test_gp_99_bescods():
    # GP-99, GP-43
    s = new_game(("bescods", "xenos"))
    give(s, 0, research={"terraforming": 1, "economy": 1})
    play(s, "special action bescods")
    assert len(options(s)) == 4  # the lowest ones; not declined
    play(s, "advance in Science")
    assert level(s, 0, "science") == 1
    s = new_game(("bescods", "xenos"))
    give(s, 0, research=dict.fromkeys(c.TRACK_IDS, 4))
    assert not can(s, "special action bescods")  # level 5 needs a token
    rich(s, 0)
    put(s, 0, "trading_station", "2A0")
    assert can(s, "upgrade to academy (action)")
    assert not can(s, "upgrade to planetary")
    put(s, 0, "research_lab", "2A0")
    assert can(s, "upgrade to planetary")
    assert not can(s, "upgrade to academy")


def test_gp_99_bescods_power_values():
    # GP-99, GP-47, W-40
    s = new_game(("xenos", "bescods"))
    put(s, 1, "planetary_institute", "4A0")
    put(s, 1, "academy_action", "2A0")
    give(s, 1, tiles=["std3"], power=(9, 0, 0, 0))
    rich(s, 0)
    play(s, "upgrade to trading station")
    play(s, "upgrade 1A9", "end the turn")
    assert options(s)[1] == "charge 5 power for 4 VP"


def test_gp_100_nevlas():
    # GP-100
    s = new_game(("nevlas", "xenos"))
    give(s, 0, power=(0, 0, 2, 0), knowledge=0)
    play(s, "t3g_k")
    assert power(s, 0) == (0, 0, 1, 1)
    assert stock(s, 0)["knowledge"] == 1
    pass_round(s)
    assert power(s, 0)[3] == 0
    assert sum(power(s, 0)) == 2


def test_gp_101_itars():
    # GP-101
    s = new_game(("itars", "xenos"))
    give(s, 0, power=(0, 2, 0, 0))
    play(s, "burn")
    assert power(s, 0) == (0, 0, 1, 1)
    itars = FACTIONS[int(c.ITARS)]
    assert itars["structure_income"]["academy_knowledge"] == [{"knowledge": 3}]
    put(s, 0, "academy_knowledge", "3B2")
    give(s, 0, knowledge=0)
    play(s, "taking booster 10")
    finish_or_pass(s)
    while decision(s) == c.CHOOSE_INCOME:
        play(s, "faction board")
    assert stock(s, 0)["knowledge"] == 1 + 3


@pytest.mark.parametrize("faction", [f["id"] for f in FACTIONS])
def test_gp_8_every_faction_can_start(faction):
    # GP-8, GP-21: incomes of round 1 are base, mines or institute, booster 1 and start level
    other = "xenos" if faction not in ("xenos", "gleens") else "terrans"
    s = new_game((faction, other))
    data = next(f for f in FACTIONS if f["id"] == faction)
    start, base = data["start"], data["base_income"]
    ore = start["ore"] + base.get("ore", 0) + 1 + 2 * (faction != "ivits")
    ore += data["start"].get("after_start_research", {}).get("ore", start["ore"]) - start["ore"]
    assert stock(s, 0)["ore"] == ore
