"""Setup, faction choice, starting structures, boards (GP-1 to GP-14, GP-84 to GP-87)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from exozoo.envs.gaia_project import components as parts
from exozoo.envs.gaia_project import constants as c
from tests.gaia_project.positions import (
    GAME,
    SETUP,
    decision,
    finish,
    first_game_sectors,
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
    stock,
    stone,
    vp,
)


def test_gp_1_players_rounds_and_start_points():
    # GP-1
    s = new_game()
    assert vp(s, 0) == vp(s, 1) == 10
    for _ in range(6):
        assert not s["over"]
        pass_round(s)
    assert s["over"]
    assert s["round_number"] == 6
    with pytest.raises(ValueError, match=r"1\.\.4"):
        GAME.new_state(players=5)


def test_gp_1_tied_players_share_the_win():
    # GP-1
    s = new_game(boosters=(1, 2))
    s["round_number"] = 6
    for seat in (0, 1):
        give(s, seat, credits=0, ore=0, knowledge=0, qic=0, power=(2, 0, 0, 0), vp=20)
        give(s, seat, research=dict.fromkeys(c.TRACK_IDS, 0))
    put(s, 0, "mine", "3A7")  # Terrans and Xenos then have three mines each
    pass_round(s)
    assert GAME.scores(s)[0] == GAME.scores(s)[1]
    assert GAME.ranking(s) == [1, 1]


@pytest.mark.parametrize(("players", "hexes"), [(1, 133), (2, 133), (3, 190), (4, 190)])
def test_gp_2_boards_and_sides(players, hexes):
    # GP-2, W-35
    s = GAME.new_state(players=players, board="first_game")
    used = [parts.SECTOR_SIDES[side] for side in s["side_in_slot"] if side >= 0]
    assert len(used) * 19 == hexes
    assert {side for name, side in used if name in ("05", "06", "07")} == {
        "back" if players <= 2 else "front"
    }
    count = Counter(int(p) for p in s["planet"] if p >= 0)
    each, gaia, transdim = (4, 5, 7) if players <= 2 else (6, 7, 12)
    assert all(count[home] == each for home in range(7))
    assert (count[int(c.GAIA)], count[int(c.TRANSDIM)]) == (gaia, transdim)
    assert not s["rotation_in_slot"].any()


def test_gp_2_rotation_moves_planets():
    # W-33: sector 01 turned by one step
    index = parts.SECTOR_SIDES.index(("01", "single"))
    turned = {
        c.HEX_LABELS[label]: c.PLANET_IDS[planet]
        for label, planet in enumerate(parts.PLANET_OF_SIDE[index, 0, 1])
        if planet >= 0
    }
    assert turned == {
        "A5": "transdim",
        "A7": "volcanic",
        "A8": "oxide",
        "A11": "desert",
        "B2": "terra",
        "B0": "swamp",
    }


@pytest.mark.parametrize(
    ("players", "one", "other", "distance"),
    [
        (4, "2A3", "3B5", 2),
        (4, "1A6", "2A3", 2),
        (4, "10A8", "9A0", 1),
        (4, "4A0", "2A5", 1),
        (4, "5A3", "8A7", 15),
        (4, "9A8", "6A4", 19),
        (2, "4B0", "3A6", 3),
        (2, "1A9", "2A0", 2),
        (2, "2A5", "4A0", 1),
        (2, "5A0", "7A6", 12),
    ],
)
def test_gp_36_distances_on_the_first_game_boards(players, one, other, distance):
    # GP-36, W-34
    s = GAME.new_state(players=players, board="first_game")
    table = parts.DISTANCE_OF_HEXES[s["board"]]
    assert table[hex_of(s, one), hex_of(s, other)] == distance


def test_gp_3_tech_tiles_are_dealt():
    # GP-3
    seen = set()
    for seed in range(20):
        s = GAME.new_state(seed=seed, players=2)
        assert sorted(s["tile_at"]) == list(range(9))
        advanced = [int(kind) for kind in s["advanced_at"]]
        assert len(set(advanced)) == 6
        assert all(0 <= kind < 15 for kind in advanced)
        seen.update(advanced)
    assert seen == set(range(15))


def test_gp_4_federation_tokens():
    # GP-4
    tops = set()
    for seed in range(30):
        s = GAME.new_state(seed=seed, players=2)
        tops.add(int(s["top_token"]))
        supply = s["token_supply"].copy()
        assert supply[:6].sum() == 17
        supply[s["top_token"]] += 1
        assert list(supply) == [3, 3, 3, 3, 3, 3, 1]
    assert tops == set(range(6))
    assert list(parts.IS_GREEN) == [0, 1, 1, 1, 1, 1, 1]


def test_gp_5_scoring_tiles_are_dealt():
    # GP-5
    rounds, finals = set(), set()
    for seed in range(30):
        s = GAME.new_state(seed=seed, players=3)
        assert len(set(s["round_tile"].tolist())) == 6
        assert len(set(s["final_tile"].tolist())) == 2
        rounds.update(s["round_tile"].tolist())
        finals.update(s["final_tile"].tolist())
    assert rounds == set(range(10))
    assert finals == set(range(6))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_gp_6_boosters_in_the_game(players):
    # GP-6
    s = GAME.new_state(seed=3, players=players)
    assert s["booster_open"].sum() == players + 3


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (2, {"Hadsch Hallas", "Xenos"}),
        (3, {"Terrans", "Taklons", "Geodens"}),
        (4, {"Terrans", "Hadsch Hallas", "Xenos", "Taklons"}),
    ],
)
def test_gp_7_first_game_factions(players, names):
    # GP-7
    s = GAME.new_state(players=players, factions="first_game", auto_resolve=False)
    for _ in range(players):
        assert set(options(s)) == {f"play the {name}" for name in names}
        names = names - {options(s)[0].removeprefix("play the ")}
        GAME.step(s, GAME.legal_actions(s)[0])


def start_state(*factions):
    """Start values, before any starting structure."""
    return GAME.new_state(
        players=len(factions), factions=list(factions), board="first_game", setup=SETUP
    )


def test_gp_8_start_values():
    # GP-8, W-1, W-2, W-31
    s = start_state("terrans", "taklons", "gleens", "geodens")
    assert stock(s, 0) == {"credits": 15, "ore": 4, "knowledge": 3, "qic": 1}
    assert power(s, 0) == (4, 4, 0, 0)
    assert level(s, 0, "gaia_project") == 1
    assert s["players"][0]["gaiaformers"] == 1
    assert power(s, 1) == (2, 4, 0, 0)
    assert not s["players"][1]["research"].any()
    assert stock(s, 2)["ore"] == 5
    assert stock(s, 2)["qic"] == 0
    assert stock(s, 3)["ore"] == 6
    s = start_state("xenos", "ambas", "hadsch_hallas", "nevlas")
    assert stock(s, 0)["qic"] == stock(s, 1)["qic"] == 2
    assert power(s, 2) == (2, 4, 0, 0)
    # income bonuses of level 1 are not gained in setup
    assert level(s, 2, "economy") == 1
    assert stock(s, 2)["credits"] == 15
    assert level(s, 3, "science") == 1
    assert stock(s, 3)["knowledge"] == 2


def test_gp_8_start_values_come_when_all_have_chosen():
    # GP-8
    s = GAME.new_state(players=2, auto_resolve=False)
    play(s, "play the Terrans")
    assert stock(s, 0)["credits"] == 0
    play(s, "play the Xenos")
    assert stock(s, 0)["credits"] == 15


def test_gp_9_gaiaformers_come_from_the_track():
    # GP-9
    s = new_game(("ambas", "xenos"))
    assert s["players"][0]["gaiaformers"] == 0
    s["players"][1]["passed"], s["num_passed"], s["pass_order"][0] = 1, 1, 1
    for expected in (1, 1, 2, 3):
        give(s, 0, knowledge=15)
        play(s, "advance in Gaia Project for")
        assert s["players"][0]["gaiaformers"] == expected
        finish(s)
    assert parts.LIMIT_OF_PIECE[c.GAIAFORMER] == 3


def test_gp_10_starting_structures_cost_and_pay_nothing():
    # GP-10: two uncovered mine incomes, as the income of round 1 shows
    s = new_game(("ambas", "xenos"))
    assert stock(s, 0)["credits"] == 15
    assert stock(s, 0)["ore"] == 4 + 2 + 2 + 1  # start, base income, two mines, booster 1
    assert power(s, 0) == (2, 4, 0, 0)
    assert vp(s, 0) == 10


def test_gp_11_boosters_from_the_last_player_on():
    # GP-11
    s = GAME.new_state(
        players=3, factions=["terrans", "xenos", "ambas"], board="first_game", seed=5
    )
    while decision(s) == c.CHOOSE_START:
        GAME.step(s, GAME.legal_actions(s)[0])
    seats = []
    while decision(s) == c.CHOOSE_BOOSTER:
        seats.append(int(s["seat"]))
        taken = int(GAME.legal_actions(s)[0])
        GAME.step(s, taken)
        assert s["players"][seats[-1]]["booster"] == taken - 191
    assert seats == [2, 1, 0]
    assert s["booster_open"].sum() == 3


def test_gp_12_neutral_counts():
    # GP-12, W-3
    names = dict(zip(c.FINAL_IDS, parts.NEUTRAL_COUNT.tolist(), strict=True))
    assert names == {
        "structures": 11,
        "structures_in_federations": 10,
        "planet_types": 5,
        "gaia_planets": 4,
        "sectors": 6,
        "satellites": 8,
    }


def test_gp_13_brainstone_and_space_stations():
    # GP-13, W-2
    s = start_state("taklons", "ivits")
    assert stone(s, 0) == c.AREA_1
    assert power(s, 0) == (2, 4, 0, 0)
    assert stone(s, 1) == -1
    assert parts.LIMIT_OF_PIECE[c.SPACE_STATION] == 6


def test_gp_14_caps():
    # GP-14
    s = new_game(("hadsch_hallas", "xenos"))
    give(s, 0, credits=29, ore=15, knowledge=15, qic=40)
    pass_round(s)
    assert stock(s, 0) == {"credits": 30, "ore": 15, "knowledge": 15, "qic": 41}  # booster 2 taken


def test_gp_84_one_faction_of_each_colour():
    # GP-84
    s = GAME.new_state(players=2)
    assert s["seat"] == 0
    assert len(options(s)) == 14
    play(s, "play the Terrans")
    assert s["seat"] == 1
    assert len(options(s)) == 12
    assert "play the Lantids" not in options(s)
    assert "play the Terrans" not in options(s)


def test_gp_85_order_of_starting_structures():
    # GP-85
    s = GAME.new_state(
        players=4,
        factions=["ivits", "terrans", "xenos", "ambas"],
        board="first_game",
        auto_resolve=False,
    )
    while decision(s) == c.CHOOSE_FACTION:
        GAME.step(s, GAME.legal_actions(s)[0])
    order = []
    while decision(s) == c.CHOOSE_START:
        seat = int(s["seat"])
        home = parts.HOME_OF_FACTION[s["players"][seat]["faction"]]
        assert all(s["planet"][place] == home for place in GAME.legal_actions(s))
        place = int(GAME.legal_actions(s)[0])
        GAME.step(s, place)
        order.append((seat, c.PIECE_IDS[s["structure"][place]]))
        assert s["owner"][place] == seat
    mines = [(seat, "mine") for seat in (1, 2, 3, 3, 2, 1, 2)]
    assert order == [*mines, (0, "planetary_institute")]


def keeps_apart(s, types):
    """Slow check: no equal planets side by side across sectors."""
    shape = int(s["board"])
    coords = parts.COORDS_OF_BOARD[shape]
    where = {at: i for i, at in enumerate(coords)}
    for (q, r), i in where.items():
        for dq, dr in ((1, 0), (0, 1), (1, -1)):
            j = where.get((q + dq, r + dr))
            if j is not None and i // 19 != j // 19:
                if s["planet"][i] == s["planet"][j] and s["planet"][i] in types:
                    return False
    return True


@pytest.mark.parametrize("mode", ["fixed_centre", "shuffled_centre", "random"])
def test_gp_86_variable_boards(mode):
    # GP-86
    centre = set()
    for seed in range(8):
        s = GAME.new_state(seed=seed, players=4, board=mode)
        assert sorted(parts.SECTOR_SIDES[i][0] for i in s["side_in_slot"]) == sorted(
            {name for name, _ in parts.SECTOR_SIDES}
        )
        assert keeps_apart(s, range(7))
        inner = [slot for slot in range(10) if parts.CENTRE_SLOT[1, slot]]
        centre.add(tuple(parts.SECTOR_SIDES[s["side_in_slot"][slot]][0] for slot in inner))
        if mode != "random":
            assert set(centre.copy().pop()) == {"01", "02", "03", "04"}
            assert not s["rotation_in_slot"][inner].any()
        else:
            assert s["rotation_in_slot"].any()
    assert (len(centre) == 1) == (mode == "fixed_centre")


def test_gp_86_all_types_kept_apart_on_request():
    # GP-86, O-12
    for seed in range(6):
        s = GAME.new_state(seed=seed, players=2, equal_neighbours="all")
        assert keeps_apart(s, range(9))


def test_gp_86_two_players_have_one_variable_board():
    # GP-86
    with pytest.raises(ValueError, match="'first_game', 'random'"):
        GAME.new_state(players=2, board="fixed_centre")
    boards = {tuple(GAME.new_state(seed=seed, players=2)["side_in_slot"]) for seed in range(5)}
    assert len(boards) > 1


def pass_in_order(s, seats):
    """Players pass in this order; those not yet at it take a dull action instead."""
    for seat in seats:
        while s["seat"] != seat:
            give(s, int(s["seat"]), ore=15, credits=30)
            play(s, "o1_t")
            give(s, int(s["seat"]), power=(0, 0, 9, 0), credits=0)
            s["action_used"][:] = 0
            play(s, "power4")
            finish(s)
        GAME.step(s, GAME.legal_actions(s)[GAME.legal_actions(s) >= 191][0])


@pytest.mark.parametrize(("mode", "order"), [("clockwise", [2, 0, 1]), ("passing", [2, 1, 0])])
def test_gp_87_turn_order_of_the_next_round(mode, order):
    # GP-69, GP-87
    s = new_game(("terrans", "xenos", "ambas"), options={"turn_order": mode})
    assert list(s["turn_order"][:3]) == [0, 1, 2]
    pass_in_order(s, [2, 1, 0])
    assert s["round_number"] == 2
    assert list(s["turn_order"][:3]) == order
    assert s["seat"] == 2


def test_explicit_setup_is_taken_literally_and_checked():
    given = {
        **SETUP,
        "map": "small_7",
        "sectors": first_game_sectors(2),
        "boosters": [1, 2, 3, 4, 5],
    }
    s = GAME.new_state(players=2, setup=given, factions=["terrans", "xenos"])
    assert list(s["tile_at"]) == list(range(9))
    assert [c.ROUND_TILE_IDS[i] for i in s["round_tile"]] == SETUP["round_scoring"]
    assert list(np.flatnonzero(s["booster_open"])) == [0, 1, 2, 3, 4]
    assert piece(s, "3A6") is None
    wrong = [
        {"map": "big_10"},
        {"boosters": [1, 2, 3]},
        {"boosters": [1, 2, 3, 4, 4]},
        {"final_scoring": ["structures", "structures"]},
        {"round_scoring": ["round1"]},
        {"terraforming_federation": "gleens"},
        {"tech_tiles": {"terraforming": "std1"}},
        {"factions": ["terrans", "lantids"]},
        {"sectors": first_game_sectors(2)[:6]},
        {"sectors": first_game_sectors(4)},
        {"sectors": [{**first_game_sectors(2)[0], "rotation": 6}, *first_game_sectors(2)[1:]]},
        {"sectors": first_game_sectors(2), "planets": {"1A3": "terra"}},
        {"nonsense": 1},
    ]
    for change in wrong:
        with pytest.raises(ValueError, match="setup"):
            GAME.new_state(players=2, setup=change)
    with pytest.raises(ValueError, match="colour"):
        GAME.new_state(players=2, factions=["terrans", "lantids"])
    with pytest.raises(ValueError, match="2 players"):
        GAME.new_state(players=2, factions=["terrans"])
