"""Sections 8 to 13 and 15: tracks, water, energy, rovers, technologies, moving down."""

from __future__ import annotations

import numpy as np

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import has_technology
from exozoo.envs.planet_unknown.rules.tracks import BY_STATION
from tests.planet_unknown.positions import GAME, Position
from tests.planet_unknown.test_vectors import tile

STATION = int(BY_STATION)


def test_a_station_advances_by_one_whatever_the_size():
    # PU-50
    p = Position().place(tile("N5", "rover/tech"), 0, 5, 0)
    p.play("resolve the tech station")
    assert p.markers["tech"] == 1


def test_cells_are_entered_one_by_one():
    # PU-28, PU-51: the boost of water 3 comes before the second step
    p = Position(markers={"water": 2}).advance("water", steps=2)
    assert p.markers["water"] == 3
    assert p.decision == "choose_advance"
    p.play("advance the civ marker")
    assert p.markers["water"] == 4


def test_the_highest_placed_medal_counts():
    # PU-53, PU-106
    p = Position(markers={"civ": 8, "water": 12, "rover": 15})
    p.meteorite(5, 5).ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of row 5")
    assert GAME.scores(p.s)[0] == 2 + 5 + 5


def test_a_boost_goes_to_a_marker_that_can_advance():
    # PU-54, PU-55
    p = Position(markers={"civ": 15, "rover": 15})
    p.ask(int(c.CHOOSE_ADVANCE), 31, 1, 1, int(c.BY_BOOST))
    assert set(p.options()) == {f"advance the {t} marker" for t in ("water", "biomass", "tech")}
    full = Position(markers={**dict.fromkeys(c.TRACK_NAMES, 15), "rover": 9})
    full.advance("rover")  # 3 points and a boost, for rover itself alone
    full.play("advance the rover marker")
    assert full.markers["rover"] == 11


def test_a_boost_nobody_can_use_is_lost():
    # PU-54
    p = Position(markers={**dict.fromkeys(c.TRACK_NAMES, 15), "tech": 11})
    p.advance("tech")  # tech 12 is a boost, only tech itself can use it
    assert p.options()[0] == "advance the tech marker"
    p.set_markers(tech=15)  # now nobody can
    p.ask(int(c.CHOOSE_LINE)).meteorite(5, 5).play("destroy the meteorites of row 5")
    assert p.decision == "take_tile"


def test_rover_track_repeats_at_its_end_for_stations_only():
    # PU-75, PU-69, PU-155
    p = Position(markers={"rover": 15}).put(104, 0, 5, 0).rover(5, 0)
    p.advance("rover", flags=STATION)
    assert (p.markers["rover"], p.movement) == (15, 4)
    plus = Position(markers={"rover": 15, "tech": 7}).advance("rover", flags=STATION)
    assert plus.movement == 5
    boost = Position(markers={"rover": 15}).ask(int(c.CHOOSE_ADVANCE), 31, 1, 1, int(c.BY_BOOST))
    assert "advance the rover marker" not in boost.options()


def test_water_advances_by_energy_without_ice():
    # PU-64, PU-83
    p = Position().put(tile("I2", "water/rover"), 0, 5, 10)
    p.place(tile("I2", "civ/energy"), 0, 5, 11)  # energy [6, 11] touches rover [6, 10] only
    p.play("resolve the energy station")
    assert "advance the rover marker" in p.options()
    q = Position().put(tile("I2", "water/rover"), 2, 5, 10)  # water [6, 10]
    q.place(tile("I2", "civ/energy"), 0, 5, 11).play("resolve the energy station")
    q.play("advance the water marker")
    assert q.markers["water"] == 1


def test_energy_needs_a_marker_that_can_advance_or_repeat():
    # PU-84
    p = Position(markers={"civ": 15}).place(tile("I2", "civ/energy"), 0, 5, 11)
    p.play("resolve the energy station")
    assert p.options() == ["resolve the civ station"]
    q = Position(markers={"rover": 15}).put(tile("I2", "water/rover"), 0, 5, 10)
    q.place(tile("I2", "civ/energy"), 0, 5, 11).play("resolve the energy station")
    q.play("advance the rover marker")
    assert q.movement == 4


def test_a_covered_station_does_not_count_for_energy():
    # PU-82
    p = Position().put(tile("I3", "rover/tech"), 0, 4, 10)  # tech [4, 10]; rover [5, 10], [6, 10]
    station = int(p.me["station_of"][6 * 12 + 10])
    p.patch(*divmod(station, 12))
    p.place(tile("I2", "civ/energy"), 0, 5, 11).play("resolve the energy station")
    assert "advance the rover marker" not in p.options()


def test_technology_4_doubles_the_water_station_only():
    # PU-156
    p = Position(technologies=4).put(8, 0, 4, 1)
    p.place(104, 0, 5, 0).play("resolve the water station")
    assert p.markers["water"] == 2
    land = Position(technologies=4).place(104, 3, 0, 5)
    land.play("resolve the water station")
    assert land.markers["water"] == 0
    card = Position(technologies=4).advance("water")
    assert card.markers["water"] == 1


def test_technologies_stay_until_the_marker_goes_below():
    # PU-76, PU-77, PU-79, PU-92
    p = Position(technologies=3)
    known = (c.IGNORE_ADJACENCY, c.STORE_PATCHES, c.MOVEMENT_PLUS_1)
    assert all(has_technology(record(p), key) for key in known)
    p.ask(int(c.CHOOSE_DOWN), 1 << int(c.TECH), 1).play("move the tech marker down")
    assert p.markers["tech"] == 6
    assert not has_technology(record(p), c.MOVEMENT_PLUS_1)
    assert has_technology(record(p), c.STORE_PATCHES)
    p.advance("tech")
    assert has_technology(record(p), c.MOVEMENT_PLUS_1)
    for _ in range(2):  # any number of times in a round
        p.set_markers(rover=4)
        p.points(0).advance("rover")
        assert p.movement == 3


def record(p):
    return p.s.players[0]


def test_moving_down_gains_nothing_and_up_again_gains_again():
    # PU-91
    p = Position(markers={"rover": 5}).points(0)
    p.ask(int(c.CHOOSE_DOWN), 1 << int(c.ROVER), 1).play("move the rover marker down")
    assert (p.markers["rover"], p.movement) == (4, 0)
    p.advance("rover")
    assert (p.markers["rover"], p.movement) == (5, 2)


def test_a_marker_that_goes_down_as_far_as_possible_is_chosen():
    # PU-93, PU-94
    p = Position(markers={"civ": 3, "water": 2, "rover": 1})
    p.ask(int(c.CHOOSE_DOWN), 31, 3)
    assert p.options() == ["move the civ marker down"]
    q = Position(markers={"civ": 2, "water": 2, "rover": 1})
    q.ask(int(c.CHOOSE_DOWN), 31, 3)
    assert q.options() == ["move the civ marker down", "move the water marker down"]
    q.play("move the civ marker down")
    assert q.markers["civ"] == 0
    start = Position().ask(int(c.CHOOSE_DOWN), 31, 1)
    start.ask(int(c.CHOOSE_LINE)).meteorite(5, 5).play("destroy the meteorites of row 5")
    assert start.decision == "take_tile"


def test_rover_milestone_uses_the_tile_placed_last():
    # PU-65, PU-66, PU-49
    p = Position().put(8, 0, 5, 11).put(104 + 12, 0, 5, 0)  # meteorite on [6, 0]
    p.patch(5, 1).advance("rover")
    assert p.decision == "place_rover"
    assert p.squares() == {(5, 0), (6, 0)}
    p.choose(6, 0)
    assert p.rovers() == [(6, 0)]
    assert (p.at("meteorite", 6, 0), int(p.me["meteorites"])) == (0, 1)
    assert int(p.me["rover_supply"]) == 1


def test_rover_milestone_without_tile_or_rover_gives_nothing():
    # PU-66, PU-67
    p = Position().advance("rover")
    assert p.decision == "take_tile"
    assert int(p.me["rover_supply"]) == 2
    q = Position().put(104, 0, 5, 0)
    q.me["rover_supply"] = 0
    q.advance("rover")
    assert q.decision == "take_tile"
    full = Position().put(104, 0, 5, 0).rover(5, 0).rover(6, 0)
    full.me["rover_supply"] = 1
    full.advance("rover")
    assert int(full.me["rover_supply"]) == 1


def test_numbers_give_movement_points():
    # PU-68
    p = Position(markers={"rover": 8}).advance("rover")
    assert p.movement == 3


def test_rovers_step_and_never_share_a_square():
    # PU-70, PU-71
    p = Position().rover(5, 5).rover(5, 6).points(2)
    options = p.options()
    assert "rover 0: step east" not in options
    assert "rover 0: step west" in options
    assert not any("north-east" in text for text in options)
    p.play("rover 0: step west", "rover 0: step east")  # back again
    assert p.rovers() == [(5, 5), (5, 6)]
    assert p.movement == 0
    edge = Position().rover(0, 5).points(1)
    assert {t for t in edge.options() if "step" in t} == {
        "rover 0: step east",
        "rover 0: step south",
    }


def test_rovers_collect_at_once_even_if_they_move_on():
    # PU-49, PU-72
    p = Position().put(8 + 12, 0, 5, 5).rover(7, 5).points(3)  # meteorite on [6, 5]
    p.play("rover 0: step north", "rover 0: step north")
    assert int(p.me["meteorites"]) == 1
    assert p.rovers() == [(5, 5)]


def test_rovers_are_destroyed_by_tiles_patches_and_event_meteorites():
    # PU-74
    tile_over = Position().rover(5, 0).place(104, 0, 5, 0)
    patch = Position().put(104, 0, 5, 0).rover(5, 1).ask(int(c.PLACE_PATCH), 1, 0).choose(5, 1)
    stone = Position().put(8 + 12, 0, 5, 0).rover(6, 0)
    stone.me["meteorite"][:] = 0
    stone.ask(int(c.ADD_METEORITE), 1).choose(6, 0)
    for p in (tile_over, patch, stone):
        assert p.rovers() == []
        assert int(p.me["rover_supply"]) == 1


def test_levels_are_those_printed_in_the_cells():
    # PU-62
    cells = {
        int(n) % 16: int(level)
        for n, level in enumerate(k.BONUS_OF_CELL[0, :16, c.CIV_MILESTONE])
        if level
    }
    assert cells == {3: 1, 6: 2, 10: 3, 14: 4}
    republic = k.BONUS_OF_CELL[7, :16, c.CIV_MILESTONE]
    assert np.flatnonzero(republic).tolist() == [2, 4, 6, 8, 10, 12, 14]
    p = Position(markers={"civ": 5}).pile(1, 8, 15).advance("civ")
    assert p.options() == ["keep civ card 8, First Planet Holiday"]
