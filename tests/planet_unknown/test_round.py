"""Sections 3 to 5 and 16: station, rounds, turns, end of the game."""

from __future__ import annotations

import numpy as np

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.view.describe import depot_tile, tile_name
from tests.planet_unknown.positions import GAME, Position


def test_only_the_top_tile_can_be_taken_and_the_next_becomes_visible():
    # PU-13, PU-21: taking is final
    p = Position().put(104, 0, 5, 0)
    inner = depot_tile(p.s, 0, 0)
    below = int(p.s["pile"][inner % 12, 1])
    assert f"take {tile_name(inner)} from the inner compartment" in p.options()
    p.play(f"take {tile_name(inner)} from")
    assert p.decision == "place_tile"
    assert not any(text.startswith("take") for text in p.options())
    assert depot_tile(p.s, 0, 0) == below * 12 + inner % 12


def test_players_face_different_depots():
    # PU-15
    for players in range(2, 7):
        s = GAME.new_state(players=players)
        tiles = [depot_tile(s, seat, ring) for seat in range(players) for ring in (0, 1)]
        assert len({t % 12 for t in tiles}) == 2 * players


def test_the_commander_sets_any_rotation():
    # PU-16, PU-18
    s = GAME.new_state(players=3, seed=1)
    assert s["phase"] == c.PHASE_ROTATION
    assert s["seat"] == s["commander"]
    assert GAME.legal_actions(s).tolist() == list(range(6))
    GAME.step(s, 4)
    assert s["rotation"] == 4
    assert s["phase"] == c.PHASE_TURNS


def test_two_players_turn_one_step_clockwise_unless_switched_off():
    # PU-14, PU-121
    p = Position(seed=2)
    before = int(p.s["rotation"])
    p.finish_turn()
    other = Position(seed=2)
    assert int(other.s["rotation"]) == before
    while p.s["round_number"] == 1:
        GAME.step(p.s, int(GAME.legal_actions(p.s)[-1]))
    assert p.s["rotation"] == (before + 5) % 6
    chosen = GAME.new_state(players=2, rotation="commander")
    assert GAME.legal_actions(chosen).tolist() == list(range(6))


def test_turn_order_starts_with_the_commander_who_changes_every_round():
    # PU-19, PU-20, PU-60
    s = GAME.new_state(players=3, seed=4)
    rng = np.random.default_rng(1)
    seen = {}
    while not s["over"]:
        number = int(s["round_number"])
        order = seen.setdefault(number, [int(s["commander"])])
        if s["phase"] == c.PHASE_TURNS and order[-1] != s["seat"]:
            order.append(int(s["seat"]))
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
    for number in range(2, max(seen)):
        assert seen[number][0] == (seen[number - 1][0] + 1) % 3
        expected = [(seen[number][0] + n) % 3 for n in range(3)]
        assert [seat for seat in expected if seat in seen[number]] == seen[number]


def test_a_tile_that_can_be_placed_must_be_taken():
    # PU-22
    p = Position().cover_all(but={(5, 5), (5, 6)})
    p.s["shift"] = 0
    p.offer(8)
    options = [text for text in p.options() if text.startswith("take")]
    assert options == ["take I2 civ/energy from the inner compartment"]


def test_from_an_empty_depot_nothing_is_taken_and_the_game_ends():
    # PU-23, PU-95 B, PU-99
    p = Position()
    for ring in (0, 1):
        p.s["taken"][depot_tile(p.s, 0, ring) % 12] = 12
    p.ask(int(c.CHOOSE_LINE)).meteorite(5, 5).play("destroy the meteorites of row 5")
    assert p.decision == "end_turn"
    assert p.s["ending"] == 0
    p.finish_turn()
    rounds = int(p.s["round_number"])
    play_on(p.s)
    assert p.s["over"]
    assert p.s["round_number"] == rounds


def play_on(s, seed=0):
    rng = np.random.default_rng(seed)
    while not s["over"]:
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))


def test_a_depot_nobody_faces_also_ends_the_game():
    # PU-95 B
    p = Position()
    faced = {depot_tile(p.s, seat, 1) % 12 for seat in (0, 1)}
    outer = next(n for n in range(6) if int(k.OUTER_SHAPE[n]) not in faced)
    inner = (outer + int(p.s["shift"])) % 6
    p.s["taken"][[int(k.OUTER_SHAPE[outer]), int(k.INNER_SHAPE[inner])]] = 12
    play_on(p.s)
    assert p.s["round_number"] == 1


def test_lifepods_and_rovers_under_a_tile_are_destroyed_before_the_meteorite_comes():
    # PU-25, PU-40, PU-46
    p = Position().rover(5, 0).lifepod(6, 0)
    p.place(8 + 12, 0, 5, 0)  # I2 civ/energy with meteor symbol on [6, 0]
    assert p.rovers() == []
    assert p.at("lifepod", 6, 0) == 0
    assert p.at("meteorite", 6, 0) == 1
    assert int(p.me["lifepods"]) == 0


def test_items_are_resolved_in_any_order_each_completely():
    # PU-26, PU-28, PU-52
    p = Position(markers={"tech": 1}).place(8 + 48, 0, 5, 0)  # I2 rover/tech
    assert set(p.options()) == {"resolve the rover station", "resolve the tech station"}
    p.play("resolve the tech station")
    assert p.markers["tech"] == 2
    assert p.decision == "choose_advance"  # the boost of tech 2 comes before the other station
    assert "resolve the rover station" not in p.options()
    p.play("advance the civ marker")
    assert p.options() == ["resolve the rover station"]


def test_a_station_cannot_be_declined():
    # PU-27
    p = Position().place(8 + 48, 0, 5, 0)
    assert "end the turn" not in p.options()
    assert "stop here" not in p.options()


def test_movement_points_may_be_spent_at_any_moment_and_are_lost_at_the_end():
    # PU-29, PU-32
    p = Position().put(104, 0, 5, 0).rover(6, 0).points(5)
    p.play("rover 0: step east")  # before taking
    p.offer(56).play("take I2")
    p.play("rover 0: step east")  # before placing
    p.play("place I2 rover/tech at [5, 1], turned 0°")
    p.play("rover 0: step east", "resolve the tech station", "rover 0: step east")
    p.play("resolve the rover station", "put a rover on [5, 1]")
    assert p.decision == "end_turn"
    assert p.movement == 1
    p.play("end the turn")
    assert p.movement == 0


def test_a_technology_unlocked_by_the_tile_helps_its_second_station():
    # PU-31
    p = Position(markers={"tech": 6, "rover": 3}).put(104, 0, 5, 0)
    p.place(56, 0, 5, 1)
    p.play("resolve the tech station", "resolve the rover station")
    assert p.movement == 3  # 2 of the cell and 1 of technology 3


def test_unplaceable_tile_ends_the_game_with_the_round():
    # PU-95 A, PU-96, PU-98: free choice of the two tiles, both stations, nothing on the planet
    p = Position().cover_all()
    covered = p.me["terrain"].copy()
    assert len([text for text in p.options() if text.startswith("take")]) == 2
    tile = depot_tile(p.s, 0, 1)
    p.play(f"take {tile_name(tile)} from the outer")
    assert p.decision == "tile_items"
    assert len(p.options()) == 2
    assert p.s["ending"] == 1
    before = sum(p.markers.values())
    stations = p.options()
    for _ in stations:
        p.play(p.options()[0])
        while p.decision not in ("tile_items", "end_turn"):
            p.play(p.options()[0])
    assert sum(p.markers.values()) >= before + 2
    assert (p.me["terrain"] == covered).all()
    p.play("end the turn")
    assert p.s["seat"] == 1  # the other player finishes the round
    play_on(p.s)
    assert p.s["round_number"] == 1


def test_bonuses_of_an_unplaced_tile_are_gained():
    # PU-97
    p = Position(markers={"civ": 2}).cover_all().only(8).pile(6)
    p.play("take I2 civ/energy", "resolve the civ station")
    assert p.decision == "take_card"


def test_rotation_and_depots_of_the_next_seat():
    # PU-12, PU-18
    s = GAME.new_state(players=3, seed=9)
    GAME.step(s, 2)
    seat = int(s["seat"])
    outer = (int(k.POSITION_OF_SEAT[3, seat]) + 2) % 6
    assert depot_tile(s, seat, 1) % 12 == k.OUTER_SHAPE[outer]
    assert depot_tile(s, seat, 0) % 12 == k.INNER_SHAPE[(outer + int(s["shift"])) % 6]
