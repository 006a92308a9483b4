"""Section 2 and the options."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.options import available_events
from tests.planet_unknown.positions import GAME, Position


def test_the_box_holds_what_the_parts_list_says():
    # PU-1, PU-7: 144 tiles, two rings of six compartments; the supplies have no count in the state
    parts = k.SETUP["components"]
    assert k.NUM_TILES == parts["tiles"] == 12 * 12
    assert len(k.CARDS) == parts["civ_cards"]
    assert len(k.OBJECTIVES) == parts["objective_cards"]
    assert len(k.EVENTS) == parts["event_cards"]
    assert sorted([*k.OUTER_SHAPE, *k.INNER_SHAPE]) == list(range(12))
    assert all(k.SHAPES[n]["ring"] == "large" for n in k.OUTER_SHAPE)
    assert all(k.SHAPES[n]["ring"] == "small" for n in k.INNER_SHAPE)
    assert parts["planet_boards"] == k.NUM_PLANETS - 1
    assert parts["corporation_boards"] == k.NUM_CORPORATIONS - 1
    assert "supply" not in " ".join(GAME.dtype.names)


def test_tiles_agree_with_the_tables():
    # PU-1: every printed square of the 144 tiles
    for tile in k.TILES["tiles"]:
        variant, shape = divmod(tile["id"], 12)
        assert (variant // 2, variant % 2, shape) == (
            tile["pair"],
            tile["has_meteor_symbol"],
            tile["shape"],
        )
        for cell, square in enumerate(tile["cells"]):
            section = k.SECTION_OF_CELL[shape, cell]
            assert k.CELLS[shape * 8, cell].tolist() == [square["row"], square["col"]]
            terrain = k.TERRAIN_OF_PAIR[variant // 2, section]
            assert c.TERRAIN_NAMES[terrain] == square["terrain"]
            assert square["station"] == (k.STATION_CELL[shape, section] == cell)
            assert square["meteor_symbol"] == (variant % 2 == 1 and k.METEOR_CELL[shape] == cell)
    for shape in k.SHAPES:  # PU-24: eight orientations as listed
        for orientation in shape["orientations"]:
            cells = k.CELLS[shape["id"] * 8 + orientation["k"]][: shape["size"]]
            assert cells.tolist() == orientation["cells"]


def test_new_game():
    # PU-1, PU-3, PU-4, PU-5, PU-11
    rotations, shifts, tops = set(), set(), set()
    for seed in range(25):
        s = GAME.new_state(seed=seed, players=3)
        rotations.add(int(s["rotation"]))
        shifts.add(int(s["shift"]))
        tops.add(int(s["pile"][0, 0]))
        for player in s["players"][:3]:
            assert (player["position"] == 0).all()
            assert player["lifepod"].sum() == 6
            assert player["rover_supply"] == 2
            assert (player["rover_at"] == -1).all()
    assert len(rotations) > 3
    assert len(shifts) > 3
    assert len(tops) > 5
    assert k.POSITION_OF_SEAT[3][:3].tolist() == [0, 2, 4]
    assert k.POSITION_OF_SEAT[4][:4].tolist() == [0, 1, 3, 4]


@pytest.mark.parametrize("planet", range(k.NUM_PLANETS))
def test_lifepods_lie_on_six_grid_squares(planet):
    # PU-4
    squares = k.LIFEPOD_SQUARES[planet]
    assert len(set(squares.tolist())) == 6
    assert (k.GROUND[planet, squares] != c.OUTSIDE).all()


@pytest.mark.parametrize("players", range(2, 7))
def test_objectives_between_neighbours(players):
    # PU-8
    s = GAME.new_state(players=players, seed=3)
    laid_out = s["between"][s["between"] >= 0]
    assert len(laid_out) == (3 if players == 2 else players)
    assert len(set(laid_out.tolist())) == len(laid_out)
    assert (s["objective_place"] == c.LAID_OUT).sum() == len(laid_out)


def test_solo_keeps_three_of_four_objectives():
    # PU-8, PU-146
    s = GAME.new_state(players=1)
    assert len(GAME.legal_actions(s)) == 4
    first = int(GAME.legal_actions(s)[0])
    assert GAME.describe(s, first).startswith("discard objective")
    GAME.step(s, first)
    assert (s["objective_place"] == 0).sum() == 3
    assert s["objective_place"][first - 1390] == c.DISCARDED
    assert (s["card_place"] == c.IN_PILE).sum() == 8
    assert s["event_total"] == 20


def test_first_commander_is_random():
    # PU-9
    found = {int(GAME.new_state(seed=seed, players=4)["commander"]) for seed in range(30)}
    assert found == {0, 1, 2, 3}


def test_flux_player_chooses_the_start_track():
    # PU-10
    s = GAME.new_state(players=2, corporations=["Flux Industries", "Universal Coalition"])
    options = {GAME.describe(s, int(a)) for a in GAME.legal_actions(s)}
    assert options == {f"make {t} the flux track" for t in c.TRACK_NAMES}
    assert s["seat"] == 0


def test_unique_sides_are_unique():
    # PU-2
    for seed in range(10):
        s = GAME.new_state(seed=seed, players=6, corporations="random", planets="random")
        for field in ("corporation", "planet"):
            found = s["players"][field].tolist()
            assert len(set(found)) == 6
            assert 0 not in found
    mixed = GAME.new_state(players=2, corporations=["Republic", "Universal Coalition"])
    assert mixed["players"]["corporation"][:2].tolist() == [7, 0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 0}, "1..6"),
        ({"players": 7}, "1..6"),
        ({"corporations": ["Republic"]}, "1 names for 2 players"),
        ({"corporations": ["Republic", "Republic"]}, "same unique side"),
        ({"corporations": "Republic"}, "allowed"),
        ({"planets": ["Mars", "Gaia"]}, "unknown name"),
        ({"events": "wild"}, "allowed"),
        ({"events": (1, 2, 3)}, "6 cards instead of 20"),
        ({"events": {"green": 20, "orange": 0}}, "green, orange and red"),
        ({"events": (20, 0, 0)}, "at most 16"),
        ({"players": 1, "events": "off"}, "solo game needs"),
        ({"players": 1, "rotation": "commander"}, "clockwise"),
        ({"players": 1, "personal_objectives": True}, "solo"),
        ({"susan_offset": 6}, "0..5"),
        ({"rotation": "left"}, "allowed"),
        ({"colour": 3}, "unexpected keyword"),
    ],
)
def test_bad_options_say_what_is_allowed(options, words):
    with pytest.raises(ValueError, match=words):
        GAME.new_state(**options)


def test_event_deck_is_built_by_colour():
    # PU-124
    assert available_events(2) == [16, 20, 18]
    assert available_events(1) == [20, 20, 20]
    s = GAME.new_state(players=2, events={"green": 3, "orange": 8, "red": 9})
    colours = np.bincount(k.COLOUR_OF_EVENT[s["event_deck"]], minlength=3)
    assert colours.tolist() == [3, 8, 9]
    assert len(set(s["event_deck"].tolist())) == 20
    assert not k.IS_SOLO_EVENT[s["event_deck"]].any()
    orders = {GAME.new_state(seed=n, events="normal")["event_deck"].tobytes() for n in range(5)}
    assert len(orders) == 5


def test_susan_offset_is_kept():
    # PU-1, PU-12
    s = GAME.new_state(players=3, susan_offset=4)
    assert s["shift"] == 4
    rng = np.random.default_rng(0)
    for _ in range(40):
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
    assert s["shift"] == 4


def test_default_position_is_a_turn():
    p = Position()
    assert p.decision == "take_tile"
    assert p.s["phase"] == c.PHASE_TURNS
