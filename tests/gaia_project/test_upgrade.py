"""Upgrades (GP-43 to GP-46)."""

from __future__ import annotations

import pytest

from exozoo.envs.gaia_project import components as parts
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import LIMIT_OF_PIECE
from tests.gaia_project.positions import (
    can,
    decision,
    find,
    finish,
    give,
    hex_of,
    new_game,
    options,
    piece,
    play,
    put,
    relist,
    rich,
    stock,
    vp,
)

TO = {
    "trading_station": "trading station",
    "research_lab": "research lab",
    "planetary_institute": "planetary institute",
    "academy_knowledge": "academy (knowledge)",
    "academy_action": "academy (action)",
}


@pytest.mark.parametrize(
    ("old", "new", "cost"),
    [
        ("mine", "trading_station", (6, 2)),
        ("trading_station", "research_lab", (5, 3)),
        ("trading_station", "planetary_institute", (6, 4)),
        ("research_lab", "academy_knowledge", (6, 6)),
        ("research_lab", "academy_action", (6, 6)),
    ],
)
def test_gp_43_costs_and_tiles(old, new, cost):
    # GP-43, GP-46, W-16
    s = new_game(("terrans", "nevlas"))
    put(s, 0, old, "6B1")
    give(s, 0, credits=cost[0], ore=cost[1])
    play(s, f"upgrade to {TO[new]}")
    if decision(s) == c.CHOOSE_UPGRADE:
        play(s, "upgrade 6B1")
    assert piece(s, "6B1") == new
    assert stock(s, 0)["credits"] == stock(s, 0)["ore"] == 0
    gives_tile = new in ("research_lab", "academy_knowledge", "academy_action")
    assert (decision(s) == c.CHOOSE_TILE) == gives_tile
    give(s, 0, credits=cost[0] - 1, ore=cost[1])
    s = new_game(("terrans", "nevlas"))
    put(s, 0, old, "6B1")
    give(s, 0, credits=cost[0], ore=cost[1] - 1)
    assert not can(s, f"upgrade to {TO[new]}")


def test_gp_43_one_step_at_a_time():
    # GP-43: no lab from a mine, no academy from a trading station, no way down
    s = new_game()
    rich(s, 0)
    assert [text for text in options(s) if "upgrade" in text] == ["upgrade to trading station"]
    put(s, 0, "trading_station", "1B1", "6B1")
    assert {text for text in options(s) if "upgrade" in text} == {
        "upgrade to research lab",
        "upgrade to planetary institute",
    }


def test_gp_43_not_on_the_lost_planet_and_not_on_guest_mines():
    # GP-43, GP-64
    s = new_game(("lantids", "xenos"))
    rich(s, 0)
    for name in ("1B1", "6B1"):
        place = hex_of(s, name)
        s["structure"][place] = s["owner"][place] = -1
    place = hex_of(s, "1C")
    s["planet"][place], s["structure"][place], s["owner"][place] = c.LOST, c.MINE, 0
    s["guest"][hex_of(s, "2A3")] = 0
    assert not find(s, "upgrade")


def test_gp_44_limits_and_returned_pieces():
    # GP-44
    assert [int(n) for n in LIMIT_OF_PIECE[:6]] == [8, 4, 3, 1, 1, 1]
    s = new_game()
    rich(s, 0)
    play(s, "upgrade to trading station", "upgrade 1B1")
    built = s["players"][0]["built"]
    assert built[c.MINE] == 1
    assert built[c.STATION] == 1
    for kind, text in ((c.LAB, "research lab"), (c.INSTITUTE, "planetary institute")):
        s = new_game()
        rich(s, 0)
        put(s, 0, "trading_station", "1B1")
        assert can(s, f"upgrade to {text}")
        s["players"][0]["built"][kind] = LIMIT_OF_PIECE[kind]
        assert not can(s, f"upgrade to {text}")
    s = new_game()
    rich(s, 0)
    s["players"][0]["built"][c.STATION] = 4
    assert not can(s, "upgrade to trading station")


def test_gp_45_neighbours_lower_the_price_of_a_trading_station():
    # GP-45
    def price(s):
        give(s, 0, credits=30, ore=15)
        play(s, "upgrade to trading station")
        if decision(s) == c.CHOOSE_UPGRADE:
            play(s, "upgrade 6B1")
        return 30 - stock(s, 0)["credits"]

    far = ("2B1", "2A0")  # nobody near 6B1
    s = new_game(("terrans", "nevlas"), starts={"nevlas": ("2B1", "5A0")})
    assert far
    assert price(s.copy()) == 6
    near = s.copy()
    put(near, 1, "mine", "6A4")
    assert price(near) == 3
    former = s.copy()
    put(former, 1, "gaiaformer", "6A1")
    assert price(former) == 6
    satellite = s.copy()
    satellite["satellites"][hex_of(s, "6C")] = 2
    assert price(satellite) == 6
    guest = s.copy()
    guest["guest"][hex_of(s, "6B1")] = 1
    relist(guest)
    assert price(guest) == 3
    lost = s.copy()
    place = hex_of(s, "6C")
    lost["planet"][place], lost["structure"][place], lost["owner"][place] = c.LOST, c.MINE, 1
    relist(lost)
    assert price(lost) == 3


def test_gp_46_no_result_depends_on_the_order_of_triggers_and_tile():
    """What gives a tile fires no trigger that a tile rewards."""
    tiles = [tile for kind in ("standard", "advanced") for tile in parts.TECH_TILES[kind]]
    rewarded = {tile["trigger"] for tile in tiles if tile["when"] == "trigger"}
    assert "build_planetary_institute_or_academy" not in rewarded
    assert not parts.GIVES_TILE[c.STATION]


def test_gp_46_triggers():
    # GP-46: trading stations, institutes and academies
    rounds = ["round5", *(f"round{i}" for i in (1, 4, 3, 6, 7))]
    s = new_game(round_scoring=rounds)
    rich(s, 0)
    give(s, 0, tiles=["adv15"])
    play(s, "upgrade to trading station", "upgrade 1B1")
    assert vp(s, 0) == 10 + 4 + 3
    rounds = ["round7", *(f"round{i}" for i in (1, 4, 3, 6, 5))]
    s = new_game(round_scoring=rounds)
    rich(s, 0)
    put(s, 0, "trading_station", "1B1")
    copy = s.copy()
    play(s, "upgrade to planetary")
    assert vp(s, 0) == 15
    play(copy, "upgrade to research lab", "std1 ", "do not advance")
    assert vp(copy, 0) == 10
    finish(copy)
    s = new_game(round_scoring=rounds)
    rich(s, 0)
    put(s, 0, "research_lab", "1B1")
    play(s, "upgrade to academy (action)")
    assert vp(s, 0) == 15
