"""Solo play: options, the set-up and the Automa's deck (GS-1 to GS-8)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from exozoo.envs.gaia_project import components as parts
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.automa import cards as cards
from exozoo.envs.gaia_project.automa.deck import deal_deck
from exozoo.envs.gaia_project.automa.select import direction_order
from exozoo.envs.gaia_project.automa.turn import automa_turn, place_start_mine, take_start_booster
from exozoo.envs.gaia_project.view.draw import hex_centre
from tests.gaia_project.automa_positions import (
    COORDS,
    hex_at,
    levels,
    points,
    solo,
    stack,
    start_solo,
    turn,
)
from tests.gaia_project.positions import GAME, decision, first_game_sectors, options

SEVEN = ("terrans", "xenos", "taklons", "hadsch_hallas", "geodens", "firaks", "itars")


def test_gs_1_board_and_boosters_are_those_of_two_players():
    # GS-1
    s = GAME.new_state(seed=3, players=1, auto_resolve=False)
    assert (s["planet"] >= 0).sum() == (GAME.new_state(players=2)["planet"] >= 0).sum() == 40
    assert s["side_in_slot"].tolist().count(-1) == 3
    assert s["booster_open"].sum() == 5
    s = start_solo(seed=3)
    assert s["booster_open"].sum() == 3
    assert all(player["booster"] >= 0 for player in s["players"][:2])


def test_gs_1_hexes_form_horizontal_rows():
    # GS-1, GS-17: from the top row of the picture, each row from left to right
    s = GAME.new_state(players=1)
    places = np.argsort(cards.ORDER_OF_HEX[c.SMALL_BOARD, :133])
    centres = [hex_centre(s, int(place)) for place in places]
    for (x, y), (next_x, next_y) in pairwise(centres):
        assert next_y > y + 1 or (next_y == pytest.approx(y) and next_x > x)
    neighbours = parts.DISTANCE_OF_HEXES[c.SMALL_BOARD, places[:-1], places[1:]]
    rows = len({round(y) for _, y in centres})
    assert (
        neighbours == 1
    ).sum() >= 133 - rows - 8  # all but line ends and the notches of the board


def test_gs_2_two_tokens_of_each_kind_and_one_on_top():
    # GS-2
    tops = set()
    for seed in range(30):
        s = GAME.new_state(seed=seed, players=1, board="first_game")
        assert list(s["token_supply"][:6]) == [2] * 6
        tops.add(int(s["top_token"]))
    assert tops == set(range(6))
    supply = dict.fromkeys(c.TOKEN_IDS[:6], 2)
    given = {"terraforming_federation": "fed7c", "federation_supply": supply}
    assert GAME.new_state(players=1, setup=given)["top_token"] == c.FED7C
    with pytest.raises(ValueError, match="federation_supply"):
        GAME.new_state(players=1, setup={**given, "federation_supply": {**supply, "fed12": 3}})


def test_gs_3_the_automa_has_neither_goods_nor_tiles_and_no_income():
    # GS-3
    s = start_solo(automa_faction="xenos")
    player = s["players"][1]
    for name in ("stock", "power", "tokens", "green", "standard", "advanced", "gaiaformers"):
        assert not np.any(player[name]), name
    assert player["brainstone"] == -1
    turn(s, action=7, support=1)  # an advance pays nothing: Terraforming 1 would give 2 ore
    assert levels(s) == {"terraforming": 1, "artificial_intelligence": 1}
    assert not player["stock"].any()
    assert start_solo(automa_faction="taklons")["players"][1]["brainstone"] == -1


@pytest.mark.parametrize(
    ("faction", "start"),
    [
        ("terrans", {"gaia_project": 1}),
        ("xenos", {"artificial_intelligence": 1}),
        ("taklons", {}),
        ("hadsch_hallas", {"economy": 1}),
        ("geodens", {"terraforming": 1}),
        ("firaks", {}),
        ("itars", {}),
    ],
)
def test_gs_4_factions_and_their_start_levels(faction, start):
    # GS-4
    s = GAME.new_state(players=1, automa_faction=faction)
    assert c.FACTION_IDS[s["players"][1]["faction"]] == faction
    assert levels(s) == start
    offered = options(s)
    assert len(offered) == 12
    own = parts.FACTIONS[c.FACTION_IDS.index(faction)]
    for other in parts.FACTIONS:
        assert any(other["name"] in text for text in offered) == (other["colour"] != own["colour"])


def test_gs_4_a_random_faction_is_one_of_the_seven_and_of_another_colour():
    # GS-4
    drawn = Counter(c.FACTION_IDS[first_board(seed)["players"][1]["faction"]] for seed in range(80))
    assert set(drawn) == set(SEVEN) == set(cards.AUTOMA_FACTION_IDS)
    for seed in range(40):
        assert first_board(seed, factions=["lantids"])["players"][1]["faction"] != c.TERRANS


def first_board(seed, **options):
    return GAME.new_state(seed=seed, players=1, board="first_game", **options)


def test_gs_4_the_first_game_is_hadsch_hallas_against_taklons():
    # GS-4
    s = GAME.new_state(players=1, factions="first_game")
    assert [int(player["faction"]) for player in s["players"][:2]] == [c.HADSCH_HALLAS, c.TAKLONS]
    with pytest.raises(ValueError, match="'taklons'"):
        GAME.new_state(players=1, factions="first_game", automa_faction="itars")


@pytest.mark.parametrize(("level", "vp"), [(1, 0), (2, 10), (3, 10), (4, 10), (5, 10)])
def test_gs_5_start_points(level, vp):
    # GS-5
    s = GAME.new_state(players=1, automa_level=level)
    assert (points(s), int(s["target"]), int(s["scores"][0])) == (vp, vp, 10)


def test_gs_6_start_mines_lie_nearest_to_the_centre():
    # GS-6
    for seed, faction in enumerate(SEVEN):
        s = start_solo(seed=seed, automa_faction=faction)
        mine = np.flatnonzero(s["owner"] == 1)
        assert len(mine) == (3 if faction == "xenos" else 2)
        assert (s["structure"][mine] == c.MINE).all()
        home = parts.HOME_OF_FACTION[c.FACTION_IDS.index(faction)]
        assert (s["planet"][mine] == home).all()
        free = np.flatnonzero((s["planet"] == home) & (s["owner"] == -1))
        away = parts.DISTANCE_OF_HEXES[c.SMALL_BOARD, hex_at((0, 0))]
        assert max(away[mine]) <= min(away[free])
        assert s["players"][1]["built"].tolist() == [len(mine), 0, 0, 0, 0, 0, 0, 0]


def tied_start(s, count):
    """Sets of start hexes that occur for the Automa of a new game."""
    found = set()
    for _ in range(40):
        trial = s.copy()
        for _ in range(count):
            place_start_mine(trial)
        found.add(tuple(np.flatnonzero(trial["owner"] == 1).tolist()))
        s["rng"] = trial["rng"]
    return found


def test_gs_6_some_faction_has_a_tie_on_the_first_game_board():
    # GS-6: where planets are tied both directions occur, elsewhere the mines are always the same
    away = parts.DISTANCE_OF_HEXES[c.SMALL_BOARD, hex_at((0, 0))]
    tied = 0
    for faction in SEVEN:
        s = GAME.new_state(players=1, board="first_game", automa_faction=faction)
        home = parts.HOME_OF_FACTION[c.FACTION_IDS.index(faction)]
        ranked = sorted(int(away[place]) for place in np.flatnonzero(s["planet"] == home))
        count = 3 if faction == "xenos" else 2
        is_tied = ranked[count - 1] == ranked[count]
        tied += is_tied
        assert (len(tied_start(s, count)) > 1) == is_tied
    assert tied > 0


def test_gs_6_the_start_booster_is_that_of_a_random_place():
    # GS-6: the boosters lie in the order given
    s = GAME.new_state(players=1, board="first_game", setup={"boosters": [9, 2, 7, 1, 3]})
    taken = Counter()
    for _ in range(170):
        trial = s.copy()
        take_start_booster(trial)
        taken[int(trial["players"][1]["booster"]) + 1] += 1
        assert trial["booster_open"].sum() == 4
        assert not trial["booster_open"][trial["players"][1]["booster"]]
        s["rng"] = trial["rng"]
    assert set(taken) == {9, 2, 7, 1, 3}
    assert min(taken.values()) > 10


STARTERS = {1, 2, 4, 5, 7, 13}


@pytest.mark.parametrize(
    ("level", "known", "size"),
    [
        (1, STARTERS - {2}, 6),
        (2, STARTERS, 7),
        (3, STARTERS | {9}, 8),
        (4, STARTERS | {9, 15}, 9),
        (5, STARTERS | {9, 15}, 9),
    ],
)
def test_gs_7_the_deck_of_each_level(level, known, size):
    # GS-7
    added, tops, reserve = set(), set(), set()
    s = GAME.new_state(players=1, automa_level=level, board="first_game")
    for _ in range(150):
        assert sorted(s["cards"]) == list(range(17))
        assert s["deck_size"] == size
        deck = {int(card) + 1 for card in s["cards"][:size]}
        assert known < deck
        assert {int(card) + 1 for card in np.flatnonzero(s["card_known"])} == known
        added |= deck - known
        tops.add(int(s["cards"][0]) + 1)
        reserve.add(int(s["cards"][size]) + 1)
        deal_deck(s)
    assert added == reserve == set(range(1, 18)) - known
    assert tops > known


def test_gs_7_on_level_5_every_gain_is_one_more():
    # GS-7
    gains = {}
    for level in (4, 5):
        s = solo("hadsch_hallas", automa={(0, 0): "mine"}, human={(5, -2): "mine"}, level=level)
        turn(s, action=1)  # 1 VP of the card, 3 VP for the trading station: two gains
        first = points(s) - 10
        turn(s, action=7)  # no VP: no gain
        gains[level] = (first, points(s) - 10)
    assert gains == {4: (4, 4), 5: (6, 6)}


def test_gs_8_every_card_has_an_action_half_and_a_support_half():
    # GS-8, OS-5: the seventeen cards, checked against the printed symbols of the rules page
    assert [card["id"] for card in cards.CARDS] == list(range(1, 18))
    assert {card["id"] for card in cards.CARDS if card["starter"]} == STARTERS
    assert (np.flatnonzero(cards.HAS_PASS_SYMBOL) + 1).tolist() == [1, 2, 3, 5, 8, 10, 12, 16]
    actions = Counter(c.AUTOMA_ACTION_IDS[action] for action in cards.ACTION_OF_CARD)
    assert actions == {
        "upgrade": 4,
        "build_mine": 3,
        "power_qic": 4,
        "research_highest": 2,
        "research_random": 2,
        "faction": 2,
    }
    assert cards.VP_OF_CARD.tolist() == [1, 1, 1, 1, 1, 3, 0, 3, 0, 3, 2, 3, 0, 3, 1, 3, 2]
    assert (np.flatnonzero(cards.RANGE_OF_CARD == 4) + 1).tolist() == [1, 8, 11]
    assert set(cards.RANGE_OF_CARD) == {2, 4}
    assert cards.COUNT_OF_CARD.tolist() == [1, 2, 3, 4, 5, 1, 4, 1, 2, 3, 1, 1, 2, 3, 2, 3, 5]
    right = [4, 5, 6, 8, 9, 10, 12, 13, 14]
    assert (np.flatnonzero(cards.COUNTS_FROM_RIGHT) + 1).tolist() == right
    left_up = [4, 5, 8, 9, 10, 12, 13, 14, 15]
    assert (np.flatnonzero(cards.IS_LEFT_UP) + 1).tolist() == left_up
    assert (np.flatnonzero(cards.FINAL_TILE_OF_CARD == -1) + 1).tolist() == [4, 13]
    assert (np.flatnonzero(cards.FINAL_TILE_OF_CARD == 1) + 1).tolist() == [2, 5, 8, 9, 11, 14, 17]
    assert cards.BOOSTER_OF_CARD.tolist() == [0, 1, 2, 0, 1, 2, 2, 1, 2, 0, 1, 2, 2, 1, 0, 0, 0]


def test_gs_8_the_halves_come_from_different_cards():
    # GS-8: card 6 builds with the range of card 1 or of card 2, and both with the VP of card 6
    far = {(0, 0): "ice", (4, 0): "ice"}
    for support, expected in ((1, True), (2, False)):
        s = solo("itars", planets=far, automa={(0, 0): "mine"}, human={(5, -2): "mine"})
        turn(s, action=6, support=support)
        assert bool(s["owner"][hex_at((4, 0))] == 1) is expected
        assert points(s) == 13


def test_the_options_of_the_automa_are_checked():
    for wrong, allowed in (
        ({"automa_faction": "gleens"}, "'terrans', 'xenos', 'taklons'"),
        ({"automa_level": 0}, r"1\.\.5"),
        ({"automa_level": 6}, r"1\.\.5"),
        ({"automa_level": True}, "Alptrauma"),
        ({"automa_level": "hard"}, "'Ultoma'"),
        ({"automa_faction": "terrans", "factions": ["lantids"]}, "'random', 'xenos'"),
        ({"automa_faction": "itars", "setup": {"factions": ["nevlas"]}}, "colour of nevlas"),
        ({"factions": ["terrans", "xenos"]}, "1 players"),
        ({"board": "fixed_centre"}, "'first_game', 'random'"),
        ({"setup": {"boosters": [1, 2, 3, 4]}}, "5 different"),
        ({"setup": {"map": "big_10"}}, "small_7"),
    ):
        with pytest.raises(ValueError, match=allowed):
            GAME.new_state(players=1, **wrong)
    for given in ({"automa_faction": "itars"}, {"automa_level": 3}):
        with pytest.raises(ValueError, match="for players=1; allowed with 2"):
            GAME.new_state(players=2, **given)
    assert GAME.new_state(players=1, automa_level="Alptrauma")["automa_level"] == 5
    assert GAME.new_state(players=1)["automa_level"] == 2
    assert GAME.new_state(players=2)["automa_level"] == 0


def test_an_explicit_set_up_is_taken_literally():
    setup = {"sectors": first_game_sectors(2), "factions": ["gleens"], "boosters": [5, 4, 3, 2, 1]}
    s = GAME.new_state(players=1, setup=setup, automa_faction="itars", auto_resolve=False)
    assert decision(s) == c.CHOOSE_FACTION
    assert options(s) == ["play Gleens"] or "Gleens" in options(s)[0]
    row = sorted(np.flatnonzero(s["booster_open"]), key=lambda booster: s["booster_place"][booster])
    assert [int(booster) + 1 for booster in row] == [5, 4, 3, 2, 1]


def test_the_order_of_start_structures_and_boosters():
    # GS-6: the player's first mine, both mines of the Automa, the second mine; then its booster
    s = GAME.new_state(players=1, factions=["ambas"], automa_faction="itars", auto_resolve=False)
    GAME.step(s, GAME.legal_actions(s)[0])
    counts = []
    while decision(s) == c.CHOOSE_START:
        counts.append([int((s["owner"] == seat).sum()) for seat in (0, 1)])
        GAME.step(s, GAME.legal_actions(s)[0])
    assert counts == [[0, 0], [1, 2]]
    assert decision(s) == c.CHOOSE_BOOSTER
    assert s["players"][1]["booster"] >= 0
    assert len(GAME.legal_actions(s)) == 4


def test_direction_order_turns_around():
    # GS-17
    s = solo()
    corner = min(range(133), key=lambda place: COORDS[place][::-1])
    assert direction_order(s, np.int64(corner), np.int64(0)) == 0
    assert direction_order(s, np.int64(corner), np.int64(3)) == 189
    stack(s, 4, 7)
    automa_turn(s)
    assert s["deck_shown"] == 2
