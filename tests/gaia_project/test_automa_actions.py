"""What the Automa does and how it chooses (GS-13 to GS-18). Rows are counted by r, columns by q."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.automa.select import numbered_selection
from tests.gaia_project.automa_positions import (
    built,
    hex_at,
    levels,
    pieces,
    points,
    solo,
    stand,
    turn,
    used,
)
from tests.gaia_project.positions import GAME, can, decision, play, relist

# Cards by what tests need of them
MINE, UPGRADE, POWER, HIGHEST, RANDOM, FACTION = (
    4,
    1,
    5,
    15,
    17,
    13,
)  # actions, 1 VP but the last two
TOP, BOTTOM, NO_TILE = 3, 2, 13  # which final tile breaks ties; all of range 2
FAR = 11  # range 4
RIGHT_DOWN, LEFT_UP = 3, 10
HOME, HUMAN = {(0, 0): "mine"}, {(5, -2): "mine"}


def new_mines(faction="itars", support=TOP, action=MINE, **position):
    """Where the Automa builds, on a map with its mine in the middle."""
    position = {"automa": HOME, "human": HUMAN, **position}
    s = solo(faction, **position)
    before = pieces(s)
    turn(s, action, support)
    return [at for at, piece in built(s, before).items() if piece == "mine"]


def test_gs_13_empty_planets_in_the_range_of_the_support_card():
    # GS-13
    near, far = {(2, 0): "ice"}, {(4, 0): "ice"}
    assert new_mines(planets=near) == [(2, 0)]
    assert new_mines(planets=far) == []
    assert new_mines(planets=far, support=FAR) == [(4, 0)]
    assert new_mines(planets={(5, 0): "ice"}, support=FAR) == []
    assert new_mines(planets={(1, 0): "transdim"}) == [(1, 0)]
    taken = {(1, 0): "ice", (2, 0): "ice"}
    assert new_mines(planets=taken, human={**HUMAN, (1, 0): "mine"}) == [(2, 0)]
    gaiaformer = {**HUMAN, (1, 0): "gaiaformer"}
    assert new_mines(planets={(1, 0): "transdim", (2, 0): "ice"}, human=gaiaformer) == [(2, 0)]


def test_gs_13_navigation_adds_no_range():
    # OS-6
    s = solo("itars", planets={(3, 0): "ice"}, automa=HOME, human=HUMAN)
    s["players"][1]["research"][c.NAVIGATION] = 4
    turn(s, MINE, TOP)
    assert (3, 0) not in pieces(s)


@pytest.mark.parametrize(
    ("planets", "chosen"),
    [
        ({(1, 0): "desert", (0, 1): "oxide"}, (0, 1)),  # 3 steps, 2 steps
        ({(1, 0): "oxide", (0, 1): "terra"}, (0, 1)),  # 2, 1
        ({(1, 0): "terra", (0, 1): "ice"}, (0, 1)),  # 1, 0
        ({(1, 0): "swamp", (0, 1): "gaia"}, (0, 1)),  # OS-8: Gaia planets count 1
        ({(1, 0): "desert", (0, 1): "transdim"}, (0, 1)),  # transdim planets 2
        ({(1, 0): "transdim", (0, 1): "gaia"}, (0, 1)),
        ({(1, 0): "gaia", (0, 1): "ice"}, (0, 1)),
    ],
)
def test_gs_13_fewest_terraforming_steps(planets, chosen):
    # GS-13, OS-8: although the other planet is nearer to the player
    assert new_mines(planets=planets) == [chosen]


def test_gs_13_equal_steps_are_decided_by_the_player_s_planets():
    # GS-13, OS-8: Gaia and 1 step are equal, transdim and 2 steps, too
    assert new_mines(planets={(-1, 0): "gaia", (1, 0): "titanium"}) == [(1, 0)]
    assert new_mines(planets={(-1, 0): "titanium", (1, 0): "gaia"}) == [(1, 0)]
    assert new_mines(planets={(-1, 0): "swamp", (1, 0): "transdim"}) == [(1, 0)]
    assert new_mines(planets={(-1, 0): "transdim", (1, 0): "oxide"}) == [(1, 0)]
    near_west = {(-5, 2): "mine"}
    assert new_mines(planets={(-1, 0): "ice", (1, 0): "ice"}, human=near_west) == [(-1, 0)]


def test_gs_13_space_stations_and_gaiaformers_are_no_planets_of_the_player():
    # GS-13: the planet nearest to the player's structures, not to what else stands there
    human = {**HUMAN, (-3, 1): "space_station", (-2, 2): "gaiaformer"}
    assert new_mines(planets={(-1, 0): "ice", (1, 0): "ice"}, human=human) == [(1, 0)]


def test_gs_17_directional_selection():
    # GS-17: planets of two rows, all equally far from the player's
    planets = dict.fromkeys([(0, -1), (1, -1), (-1, 1), (0, 1)], "ice")
    human = {(5, -2): "mine", (-5, 2): "mine"}
    near = [at for at in planets if nearest(at, human) == 4]
    assert near == [(1, -1), (-1, 1)]
    assert new_mines(planets=planets, human=human, support=RIGHT_DOWN) == [(1, -1)]
    assert new_mines(planets=planets, human=human, support=LEFT_UP) == [(-1, 1)]
    one_row = dict.fromkeys([(-1, 0), (1, 0)], "ice")
    human = {(5, 0): "mine", (-5, 0): "mine"}
    assert new_mines(planets=one_row, human=human, support=RIGHT_DOWN) == [(-1, 0)]
    assert new_mines(planets=one_row, human=human, support=LEFT_UP) == [(1, 0)]


def nearest(at, others):
    q, r = at
    return min(max(abs(q - a), abs(r - b), abs(q + r - a - b)) for a, b in others)


@pytest.mark.parametrize(
    ("tile", "planets", "chosen"),
    [
        ("gaia_planets", {(1, 0): "ice", (-1, 0): "gaia"}, (-1, 0)),
        ("gaia_planets", {(1, 0): "ice", (-1, 0): "transdim"}, (-1, 0)),
        ("planet_types", {(1, 0): "ice", (-1, 0): "desert"}, (-1, 0)),
        ("planet_types", {(1, 0): "ice", (-1, 0): "transdim"}, (-1, 0)),
        ("sectors", {(2, 0): "ice", (-1, 2): "desert"}, (2, 0)),
        ("sectors", {(2, 0): "ice", (0, -3): "desert"}, (0, -3)),
        ("structures", {(1, 0): "ice", (-1, 0): "gaia"}, (1, 0)),
        ("satellites", {(1, 0): "ice", (-1, 0): "gaia"}, (1, 0)),
    ],
)
def test_gs_13_the_final_tile_of_the_support_card(tile, planets, chosen):
    # GS-13: it goes before terraforming steps, the tile of the other place and no tile do not count
    other = "structures_in_federations"
    top, bottom = (1, FAR) if tile == "sectors" else (TOP, BOTTOM)
    plain = next(at for at in planets if planets[at] == "ice")
    assert new_mines(planets=planets, final=(tile, other), support=top) == [chosen]
    assert new_mines(planets=planets, final=(other, tile), support=bottom) == [chosen]
    assert new_mines(planets=planets, final=(other, tile), support=top) == [plain]
    assert new_mines(planets=planets, final=(tile, other), support=bottom) == [plain]
    if tile != "sectors":
        assert new_mines(planets=planets, final=(tile, other), support=NO_TILE) == [plain]


def test_gs_13_a_transdim_planet_is_a_new_type_only_without_a_gaia_planet():
    # OS-7: with the final tile for planet types
    planets = {(-1, 0): "transdim", (1, 0): "ice", (0, -1): "gaia"}
    position = {"planets": planets, "final": ("planet_types", "structures")}
    assert new_mines(**position, automa={**HOME, (0, -1): "mine"}) == [(1, 0)]
    planets = {(-1, 0): "transdim", (1, 0): "ice"}
    assert new_mines(planets=planets, final=("planet_types", "structures")) == [(-1, 0)]


def test_gs_13_a_colonised_transdim_planet_is_a_gaia_planet():
    # OS-7
    s = solo("itars", planets={(1, 0): "transdim"}, automa=HOME, human=HUMAN)
    turn(s, MINE, TOP)
    assert pieces(s)[1, 0] == "mine"
    assert s["planet"][hex_at((1, 0))] == c.GAIA


def test_gs_13_faction_tie_breaks_hold_in_the_faction_action_only():
    # GS-13, GS-18: Terrans take transdim planets first
    planets = {(1, 0): "terra", (-1, 0): "transdim"}
    position = {"faction": "terrans", "planets": planets}
    assert new_mines(**position, action=FACTION) == [(-1, 0)]
    assert new_mines(**position, action=MINE) == [(1, 0)]
    # the Taklons what is nearest to the player, even if it serves no final tile
    planets = {(1, 0): "terra", (-1, 0): "gaia"}
    position = {"faction": "taklons", "planets": planets, "final": ("gaia_planets", "structures")}
    assert new_mines(**position, action=FACTION) == [(1, 0)]
    assert new_mines(**position, action=MINE) == [(-1, 0)]


def test_gs_13_without_a_mine_it_upgrades():
    # GS-13; OS-3: without a planet in range nothing happens
    many = {(q, -2): "mine" for q in range(3)} | {(q, 2): "mine" for q in range(-2, 3)}
    s = solo("itars", planets={(0, 0): "ice"}, automa=many, human=HUMAN)
    assert s["players"][1]["built"][c.MINE] == 8
    turn(s, MINE, TOP)
    assert (0, 0) not in pieces(s)
    assert s["players"][1]["built"].tolist() == [7, 1, 0, 0, 0, 0, 0, 0]
    assert points(s) == 11
    s = solo("itars", automa=HOME, human=HUMAN)
    turn(s, MINE, TOP)
    assert pieces(s) == {(0, 0): "mine"}
    assert points(s) == 11


def satellites(s):
    return {
        at
        for at in ((q, r) for q in range(-4, 5) for r in range(-4, 5))
        if abs(at[0] + at[1]) <= 4 and s["satellites"][hex_at(at)] >> 1 & 1
    }


def test_gs_13_a_satellite_links_a_lonely_mine():
    # GS-13, OS-9
    tiles = ("satellites", "structures")
    for support, place in ((TOP, (2, -1)), (LEFT_UP, (2, 1))):
        s = solo("itars", planets={(2, 0): "ice"}, automa=HOME, human=HUMAN, final=tiles)
        turn(s, MINE, support)
        assert pieces(s)[2, 0] == "mine"
        assert satellites(s) == {place}
        assert s["players"][1]["satellites_used"] == 1
    beside = solo("itars", planets={(1, 0): "ice"}, automa=HOME, human=HUMAN, final=tiles)
    turn(beside, MINE, TOP)
    assert pieces(beside)[1, 0] == "mine"
    without = solo("itars", planets={(2, 0): "ice"}, automa=HOME, human=HUMAN)
    turn(without, MINE, TOP)
    assert pieces(without)[2, 0] == "mine"
    assert satellites(beside) == satellites(without) == set()


def test_gs_13_satellites_stand_on_free_hexes_without_a_planet():
    # OS-9
    planets = {(2, 0): "ice", (2, -1): "desert", (3, -1): "desert"}
    s = solo("itars", planets=planets, automa=HOME, human=HUMAN, final=("satellites", "sectors"))
    s["satellites"][hex_at((1, 0))] = 2  # one of its own
    s["satellites"][hex_at((3, 0))] = 1  # the player's does not matter
    turn(s, MINE, NO_TILE)  # left-up: from the last row
    assert pieces(s)[2, 0] == "mine"
    assert satellites(s) == {(1, 0), (2, 1)}
    assert s["players"][1]["satellites_used"] == 1


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        (["trading_station", "mine", "research_lab"], "planetary_institute"),
        (["planetary_institute", "trading_station", "mine", "research_lab"], "trading_station"),
        (["mine", "trading_station", "planetary_institute"], "trading_station"),
        (["planetary_institute", "research_lab", "trading_station"], "academy_knowledge"),
        (["planetary_institute", "academy_knowledge", "research_lab"], "academy_action"),
        (["planetary_institute", "trading_station"], "research_lab"),
        (
            ["planetary_institute", *["trading_station"] * 4, "mine", "research_lab"],
            "academy_knowledge",
        ),
        (["planetary_institute", *["trading_station"] * 4, "mine"], "research_lab"),
        (
            [
                "planetary_institute",
                "academy_knowledge",
                "academy_action",
                *["research_lab"] * 3,
                *["trading_station"] * 4,
                "mine",
            ],
            None,
        ),
    ],
)
def test_gs_14_upgrades_in_their_order(before, changed):
    # GS-14, OS-3
    places = [(q, r) for r in (-2, 0, 2) for q in (-2, -1, 0, 1, 2) if abs(q + r) <= 2]
    automa = dict(zip(places, before, strict=False))
    s = solo("itars", automa=automa, human=HUMAN)
    turn(s, UPGRADE)
    assert list(built(s, automa).values()) == ([changed] if changed else [])
    assert points(s) == 11
    assert s["num_new"] == bool(changed)


def test_gs_14_ties_go_to_the_nearest_then_by_direction():
    # GS-14, GS-17
    automa = {(2, 0): "mine", (0, 0): "mine", (-2, 0): "mine"}
    s = solo("itars", automa=automa, human=HUMAN)
    turn(s, UPGRADE)
    assert built(s, automa) == {(2, 0): "trading_station"}
    human = {(5, -2): "mine", (-5, 2): "mine"}
    automa = {(1, -1): "mine", (-1, 1): "mine"}
    for support, chosen in ((RIGHT_DOWN, (1, -1)), (LEFT_UP, (-1, 1))):
        s = solo("itars", automa=automa, human=human)
        turn(s, UPGRADE, support)
        assert built(s, automa) == {chosen: "trading_station"}


@pytest.mark.parametrize(
    ("support", "covered", "chosen"),
    [
        (1, [], "power1"),  # first from the left
        (3, [], "power3"),
        (17, [], "power5"),
        (6, [], "qic3"),  # first from the right
        (10, [], "qic1"),
        (3, ["power1", "power3"], "power5"),  # covered ones are not counted
        (10, ["qic2"], "power7"),
    ],
)
def test_gs_15_numbered_selection_of_power_and_qic_actions(support, covered, chosen):
    # GS-15
    s = solo("itars")
    for name in covered:
        s["action_used"][c.BOARD_ACTION_IDS.index(name)] = 1
    turn(s, 14 if support != 14 else 12, support)
    assert sorted(used(s)) == sorted([*covered, chosen])
    assert points(s) == 13


def test_gs_15_counting_goes_on_from_the_start():
    # OS-2
    for support, flags, chosen in (
        (17, [0, 1, 1, 0, 0, 0, 0, 0, 0, 1], 2),  # the fifth of three from the left
        (5, [0, 1, 1, 0, 0, 0, 0, 0, 0, 1], 2),  # the fifth of three from the right
        (4, [0, 0, 0, 0, 0, 0, 0, 0, 1, 0], 8),
        (4, [0] * 10, -1),
    ):
        valid = np.array(flags, np.uint8)
        assert numbered_selection(valid, np.int64(support - 1)) == chosen


def test_gs_15_with_all_actions_covered_it_still_scores():
    # OS-3
    s = solo("itars")
    s["action_used"][:] = 1
    turn(s, 14)
    assert points(s) == 13


def research(s, **given):
    for name, level in given.items():
        s["players"][1]["research"][c.TRACK_IDS.index(name)] = level


def test_gs_16_research_at_random_is_by_numbered_selection():
    # GS-16
    for support, track in ((1, "terraforming"), (3, "artificial_intelligence"), (6, "science")):
        s = solo("itars")
        turn(s, RANDOM, support)
        assert levels(s) == {track: 1}
        assert points(s) == 12
    s = solo("itars")
    research(s, terraforming=5)  # no valid area: the third is the Gaia Project
    turn(s, RANDOM, 3)
    assert levels(s) == {"terraforming": 5, "gaia_project": 1}


def test_gs_16_research_in_the_highest_area():
    # GS-16
    s = solo("itars")
    research(s, navigation=2, economy=2, science=1)
    turn(s, HIGHEST, 2)  # the second of two from the left
    assert levels(s) == {"navigation": 2, "economy": 3, "science": 1}
    turn(s, HIGHEST, 2)
    assert levels(s)["economy"] == 4
    research(s, economy=5)  # full: then the highest of the others
    turn(s, HIGHEST, 1)
    assert levels(s) == {"navigation": 3, "economy": 5, "science": 1}


def test_gs_16_on_level_4_it_removes_the_tile_first():
    # GS-16
    s = solo("itars")
    research(s, economy=4)
    track = c.TRACK_IDS.index("economy")
    assert s["advanced_at"][track] >= 0
    turn(s, HIGHEST, 1)
    assert s["advanced_at"][track] == -1
    assert levels(s) == {"economy": 4}
    assert not s["players"][1]["advanced"].any()
    turn(s, HIGHEST, 1)
    assert levels(s) == {"economy": 5}
    turn(s, HIGHEST, 1)
    assert levels(s) == {"economy": 5, "terraforming": 1}


def test_gs_16_level_5_must_be_free():
    # GS-16, and the player cannot go where the Automa is (GP-56)
    s = solo("itars")
    research(s, economy=4, science=2)
    track = c.TRACK_IDS.index("economy")
    s["players"][0]["research"][track] = 5
    turn(s, HIGHEST, 1)  # the tile can still be removed
    assert s["advanced_at"][track] == -1
    turn(s, HIGHEST, 1)
    assert levels(s) == {"economy": 4, "science": 3}
    s = solo("itars")
    s["players"][0]["research"][track] = 4
    s["players"][0]["green"] = 1
    s["players"][0]["stock"][c.KNOWLEDGE] = 4
    assert can(s, "advance in Economy")
    research(s, economy=5)
    assert not can(s, "advance in Economy")


def test_gs_16_the_top_levels_give_the_automa_nothing():
    # GS-3, OS-6: no token, no Lost Planet, no VP
    for name in ("terraforming", "navigation", "gaia_project"):
        s = solo("itars")
        track = c.TRACK_IDS.index(name)
        research(s, **{name: 4})
        s["advanced_at"][track] = -1
        token = int(s["top_token"])
        pending = int(s["num_pending"])
        turn(s, HIGHEST, 1)
        assert levels(s) == {name: 5}
        assert s["top_token"] == token
        assert s["num_pending"] == pending
        assert points(s) == 11


def test_gs_18_terrans():
    # GS-18: Gaia Project, a mine of range 4, 2 VP
    planets = {(4, 0): "transdim"}
    s = solo("terrans", planets=planets, automa=HOME, human=HUMAN)
    turn(s, FACTION, TOP)
    assert levels(s) == {"gaia_project": 2}
    assert pieces(s)[4, 0] == "mine"
    assert points(s) == 12
    # OS-4: the area is complete
    research(s, gaia_project=5)
    turn(s, FACTION, TOP)
    assert levels(s) == {"gaia_project": 5}
    assert points(s) == 14


def test_gs_18_xenos():
    # GS-18: a mine of range 2 and one power action; other power actions twice
    s = solo("xenos", planets={(2, 0): "ice", (-3, 0): "desert"}, automa=HOME, human=HUMAN)
    turn(s, FACTION, FAR)
    assert pieces(s)[2, 0] == "mine"
    assert used(s) == ["power1"]
    assert points(s) == 12
    turn(s, 14, 3)
    assert used(s) == ["power1", "power4", "power5"]
    assert points(s) == 15


def test_gs_18_taklons():
    # GS-18: a mine of range 3, one power action, 2 VP
    s = solo("taklons", planets={(3, 0): "swamp"}, automa=HOME, human=HUMAN)
    turn(s, FACTION, TOP)
    assert pieces(s)[3, 0] == "mine"
    assert used(s) == ["power3"]
    assert points(s) == 12


def test_gs_18_hadsch_hallas():
    # GS-18: an upgrade, 1 VP; 3 VP for every new trading station of a mine; else a mine of range 3
    s = solo("hadsch_hallas", planets={(3, 0): "oxide"}, automa=HOME, human=HUMAN)
    turn(s, FACTION, TOP)
    assert pieces(s) == {(0, 0): "trading_station"}
    assert points(s) == 14
    turn(s, FACTION, TOP)  # not for an institute
    assert pieces(s) == {(0, 0): "planetary_institute"}
    assert points(s) == 15
    turn(s, FACTION, TOP)
    assert pieces(s) == {(0, 0): "planetary_institute", (3, 0): "mine"}
    assert points(s) == 16
    s = solo("hadsch_hallas", automa=HOME, human=HUMAN)
    turn(s, UPGRADE, TOP)
    assert points(s) == 14
    # an ordinary upgrade that is impossible builds no mine
    s = solo("hadsch_hallas", planets={(1, 0): "oxide"}, human=HUMAN)
    stand(s, 1, {(0, 0): "planetary_institute"})
    turn(s, UPGRADE, TOP)
    assert pieces(s) == {(0, 0): "planetary_institute"}


def test_gs_18_geodens():
    # GS-18: research at random, a power action, 1 VP; 2 VP for a new planet type
    s = solo("geodens", planets={(1, 0): "volcanic", (0, 1): "swamp"}, automa=HOME, human=HUMAN)
    turn(s, FACTION, 3)
    assert levels(s) == {"terraforming": 1, "artificial_intelligence": 1}
    assert used(s) == ["power3"]
    assert points(s) == 11
    turn(s, MINE, TOP)  # volcanic, as its home
    assert pieces(s)[1, 0] == "mine"
    assert points(s) == 12
    turn(s, MINE, TOP)
    assert pieces(s)[0, 1] == "mine"
    assert points(s) == 15


def test_gs_18_firaks():
    # GS-18: an upgrade, 2 VP; a research lab may be turned back, before other trading stations
    automa = {(0, 0): "research_lab", (1, 0): "mine", (-1, 0): "planetary_institute"}
    s = solo("firaks", automa=automa, human=HUMAN)
    turn(s, FACTION, 1)
    assert built(s, automa) == {(0, 0): "trading_station"}
    assert points(s) == 12
    assert levels(s) == {}
    turn(s, 2, 1)  # mine to trading station
    turn(s, 2, 3)  # trading station to research lab: then an advance by the support card
    assert s["players"][1]["built"].tolist() == [0, 1, 1, 1, 0, 0, 0, 0]
    assert levels(s) == {"artificial_intelligence": 1}
    # a trading station becomes the institute before that
    automa = {(0, 0): "research_lab", (1, 0): "trading_station"}
    s = solo("firaks", automa=automa, human=HUMAN)
    turn(s, FACTION, 1)
    assert built(s, automa) == {(1, 0): "planetary_institute"}
    # outside of the faction action nothing is turned back
    automa = {(0, 0): "research_lab", (1, 0): "mine"}
    s = solo("firaks", automa=automa, human=HUMAN)
    turn(s, UPGRADE, 3)
    assert built(s, automa) == {(1, 0): "trading_station"}
    # and other factions never do it
    s = solo("hadsch_hallas", automa=automa, human=HUMAN)
    turn(s, FACTION, 3)
    assert built(s, automa) == {(1, 0): "trading_station"}


def test_gs_18_itars():
    # GS-18: two power actions with the same support card, 4 VP; once on other cards
    s = solo("itars", automa=HOME, human=HUMAN)
    turn(s, FACTION, 3)
    assert used(s) == ["power3", "power4"]
    assert points(s) == 14
    turn(s, 14, 6)
    assert used(s) == ["power3", "power4", "qic3"]


def test_the_player_charges_for_the_automa_s_structures_but_not_the_other_way_round():
    # OS-1: a mine at distance 2 of the player's trading station, through the whole turn order
    s = solo("itars", planets={(2, 0): "ice"}, automa=HOME, human={(4, 0): "trading_station"})
    s["cards"] = [6, 3, *[card for card in range(17) if card not in (6, 3)]]
    s["deck_size"], s["deck_shown"] = 10, 0
    s["players"][0]["power"] = (4, 4, 0, 0)
    s["players"][0]["stock"][c.KNOWLEDGE] = 4
    play(s, "advance in Economy", "end the turn")
    assert decision(s) == c.CHARGE_OFFER
    assert s["seat"] == 0
    assert pieces(s)[2, 0] == "mine"
    play(s, "decline the power")
    assert decision(s) == c.TAKE_TURN
    # the player builds beside the Automa's mine: nobody is asked
    s["planet"][hex_at((3, 0))] = c.TITANIUM
    relist(s)
    s["players"][0]["stock"][:] = 15
    shown = int(s["deck_shown"])
    GAME.step(s, hex_at((3, 0)))
    if decision(s) == c.FINISH_TURN:
        play(s, "end the turn")
    assert s["deck_shown"] == shown + 1
    assert s["seat"] == 0
    assert not s["players"][1]["power"].any()


def test_the_player_builds_trading_stations_cheaper_near_the_automa():
    # GP-45 holds for the Automa's structures, too
    s = solo("itars", automa=HOME, human={(2, 0): "mine"})
    s["players"][0]["stock"][:] = (3, 2, 0, 0)
    assert can(s, "trading station")
    s = solo("itars", automa=HOME, human={(3, 0): "mine"})
    s["players"][0]["stock"][:] = (3, 2, 0, 0)
    assert not can(s, "trading station")
