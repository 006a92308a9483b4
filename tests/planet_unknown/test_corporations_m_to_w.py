"""Section 22: Makeshift, Oasis Ultd., Republic and Wormhole Corp."""

from __future__ import annotations

import numpy as np

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import has_technology
from exozoo.envs.planet_unknown.rules.phase_round import gain_at_start
from tests.planet_unknown import recount
from tests.planet_unknown.positions import GAME, Position
from tests.planet_unknown.test_cards import finish, take
from tests.planet_unknown.test_vectors import tile, two_on_ice

STATION = int(c.BY_STATION)


# --- Makeshift --------------------------------------------------------------------------------------
def makeshift(technologies=0, **markers):
    """Markers as name=(track, row)."""
    p = Position("Makeshift")
    for name, (track, row) in markers.items():
        n = c.TRACK_NAMES.index(name)
        p.me["path"][n] = c.TRACK_NAMES.index(track)
        p.me["position"][n] = row
    if technologies:
        p.me["position"][4] = k.MILESTONE_OF_TECHNOLOGY[5, technologies - 1]
    p.refresh()
    return p


def where(p, name):
    n = c.TRACK_NAMES.index(name)
    return c.TRACK_NAMES[int(p.me["path"][n])], int(p.me["position"][n])


def test_makeshift_goes_up_or_diagonally():
    # PU-193, PU-195
    p = makeshift().advance("water")
    assert p.options() == [
        "the marker goes up",
        "the marker goes up to the left",
        "the marker goes up to the right",
    ]
    p.play("the marker goes up to the left")
    assert where(p, "water") == ("civ", 1)
    edge = makeshift().advance("civ")
    assert "the marker goes up to the left" not in edge.options()
    gain = makeshift(biomass=("biomass", 1)).put(104, 0, 5, 0).advance("biomass")
    gain.play("the marker goes up to the right")
    assert where(gain, "biomass") == ("rover", 2)
    assert gain.movement == 1  # the bonus of the cell, whatever the colour


def test_makeshift_cells_are_exclusive():
    # PU-194
    p = makeshift(civ=("civ", 1)).advance("water")
    assert "the marker goes up to the left" not in p.options()
    stuck = makeshift(civ=("civ", 14), water=("civ", 15), rover=("water", 15))
    stuck.ask(int(c.CHOOSE_ADVANCE), 31, 1, 1, 0)
    assert "advance the civ marker" not in stuck.options()


def test_makeshift_technologies_follow_the_highest_marker_on_the_track():
    # PU-196
    p = makeshift(tech=("rover", 9), civ=("tech", 5))
    assert has_technology(p.s.players[0], c.MOVEMENT_PLUS_1_IF_SHARED)
    assert not has_technology(p.s.players[0], c.SHIFT_SIDEWAYS)
    none = makeshift(tech=("rover", 9))
    assert not has_technology(none.s.players[0], c.CIV_AND_TECH_ADJACENT)


def test_makeshift_scores_where_the_marker_stands():
    # PU-197, PU-203
    p = makeshift(civ=("water", 7), water=("water", 4))
    p.meteorite(5, 5).ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of row 5")
    assert GAME.scores(p.s)[0] == 3 + 2
    best = makeshift(technologies=5, civ=("water", 7), water=("water", 4))
    best.meteorite(5, 5).ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of row 5")
    assert GAME.scores(best.s)[0] == 3 + 3 + 2  # and 2 of tech 14


def test_makeshift_repeats_the_last_rover_cell():
    # PU-198
    p = makeshift(rover=("rover", 15)).advance("rover", flags=STATION)
    assert p.options() == ["the marker goes up"]
    p.play("the marker goes up")
    assert p.movement == 3
    assert where(p, "rover") == ("rover", 15)


def test_makeshift_1_civ_and_tech_touch():
    # PU-199
    p = makeshift(technologies=1).advance("civ")
    p.play("the marker goes up to the left")
    assert where(p, "civ") == ("tech", 1)


def test_makeshift_2_one_point_more_if_shared():
    # PU-69, PU-200
    alone = makeshift(technologies=2, rover=("rover", 2)).advance("rover")
    alone.play("the marker goes up")
    assert alone.movement == 1
    shared = makeshift(technologies=2, rover=("rover", 2), civ=("rover", 9)).advance("rover")
    shared.play("the marker goes up")
    assert shared.movement == 2


def test_makeshift_3_shifts_sideways():
    # PU-201
    p = makeshift(technologies=3, biomass=("biomass", 4)).advance("biomass")
    p.play("the marker goes to the right")
    assert where(p, "biomass") == ("rover", 4)
    assert p.movement == 3  # technology 2 adds a point: two markers share the track
    p.me["shifts"] = c.SHIFT_LIMIT
    p.advance("biomass")
    assert "the marker goes to the right" not in p.options()


def test_makeshift_4_moves_a_marker_down():
    # PU-202, PU-93
    p = makeshift(technologies=4, civ=("civ", 3), water=("civ", 2))
    p.play("use technology 4")
    assert "move the civ marker down" not in p.options()  # the cell below is occupied
    p.play("move the water marker down")
    assert where(p, "water") == ("civ", 1)
    assert not any("use technology" in text for text in p.options())


# --- Oasis Ultd. ------------------------------------------------------------------------------------
def test_oasis_water_follows_its_path():
    # PU-204
    path = [(c.TRACK_NAMES[n // 16], int(n) % 16) for n in k.CELL_OF_PATH[6, 1].tolist()]
    assert path[:5] == [("water", 0), ("water", 1), ("biomass", 2), ("rover", 3), ("tech", 4)]
    p = Position("Oasis Ultd.", markers={"water": 2}).advance("water")
    assert p.markers["water"] == 3
    assert p.movement == 1  # rover 3
    boost = Position("Oasis Ultd.", markers={"water": 1}).advance("water")
    assert boost.decision == "choose_advance"  # biomass 2 is a boost


def test_oasis_counts_water_squares_on_ice():
    # PU-205
    p = Position("Oasis Ultd.", markers={"water": 13})
    p.place(tile("V3", "water/rover"), *two_on_ice(p)).play("resolve the water station")
    assert p.markers["water"] == 15
    aside = Position("Oasis Ultd.", markers={"water": 13}).cover_all().only(104)
    aside.play("take I2 water/rover", "resolve the water station")
    assert aside.markers["water"] == 14


def test_oasis_markers_block_each_other():
    # PU-206, PU-93
    p = Position("Oasis Ultd.", markers={"water": 2, "biomass": 1})
    p.ask(int(c.CHOOSE_ADVANCE), 31, 1, 1, 0)
    assert "advance the biomass marker" not in p.options()
    q = Position("Oasis Ultd.", markers={"water": 2, "biomass": 3})
    q.ask(int(c.CHOOSE_DOWN), 31, 1)
    assert q.options() == ["move the water marker down"]
    skip = Position("Oasis Ultd.", markers={"water": 2, "biomass": 1}, technologies=1)
    skip.put(104, 0, 5, 0).advance("biomass")
    assert skip.markers["biomass"] == 3  # PU-207


def test_oasis_1_skips_no_marker_on_the_way_down():
    # PU-93, PU-206, PU-207: the water marker stands on biomass 2
    p = Position("Oasis Ultd.", technologies=1, markers={"biomass": 3, "water": 2})
    assert k.CELL_OF_PATH[6, c.WATER, 2] == k.CELL_OF_PATH[6, c.BIOMASS, 2]
    p.ask(int(c.CHOOSE_DOWN), 31, 1)
    assert "move the biomass marker down" not in p.options()


def test_oasis_2_points_per_rover_on_water():
    # PU-208
    p = Position("Oasis Ultd.", technologies=2).put(104, 0, 5, 0).rover(5, 0).rover(6, 0)
    gain_at_start(p.s, np.int64(0))
    assert p.movement == 1


def test_oasis_3_water_without_ice():
    # PU-209
    p = Position("Oasis Ultd.", technologies=3, markers={"water": 13})
    p.place(8, 0, 5, 11).play("use the technology of this tile")
    assert p.markers["water"] == 14
    ice = Position("Oasis Ultd.", technologies=3).place(8, 0, 5, 0)
    assert "use the technology of this tile" not in ice.options()


def test_extra_tile_without_stations_still_triggers_technologies():
    # PU-240: card 5 with Oasis Ultd. technologies 4 and 5
    p = Position("Oasis Ultd.", technologies=5).put(8, 0, 5, 0).only(104)
    take(5, p).play("take I2 water/rover")
    GAME.step(p.s, GAME.actions.encode("place", 0, 5, 1))
    assert {"gain a patch", "gain a boost"} <= set(p.options())
    assert not any("station" in text for text in p.options())


def test_oasis_4_and_5_patch_and_boost_on_water_tiles():
    # PU-210, PU-211
    p = Position("Oasis Ultd.", technologies=5, markers={"water": 13}).place(104, 0, 5, 0)
    p.play("gain a patch", "put a patch on [5, 1]", "gain a boost", "advance the civ marker")
    assert p.markers["civ"] == 1
    assert p.terrain(5, 1) == "biomass"
    four = Position("Oasis Ultd.", technologies=4).place(104, 0, 5, 0)
    assert "gain a patch" in four.options()
    assert "gain a boost" not in four.options()
    dry = Position("Oasis Ultd.", technologies=5).place(8, 0, 5, 0)
    assert "gain a patch" not in dry.options()


# --- Republic ---------------------------------------------------------------------------------------
def test_republic_moves_a_marker_down_at_civ_milestones():
    # PU-213
    p = Position("Republic", markers={"civ": 1, "water": 3}).pile(6).advance("civ")
    assert set(p.options()) == {"take the civ card", "move a marker down"}
    p.play("move a marker down")
    assert p.options() == ["move the water marker down"]
    p.play("move the water marker down", "take the civ card", "keep civ card 6,")
    assert p.markers["water"] == 2
    assert p.decision == "take_tile"
    empty = Position("Republic", markers={"civ": 1, "water": 3}).pile().advance("civ")
    empty.play("take the civ card", "move a marker down", "move the water marker down")
    assert empty.decision == "take_tile"


def test_republic_1_movement_when_taking_civ():
    # PU-214
    p = Position("Republic", technologies=1, markers={"rover": 4}).rover(5, 5)
    p.offer(8).play("take I2 civ/energy")
    assert p.movement == 2
    assert p.decision == "place_tile"
    assert "rover 0: step north" in p.options()
    other = Position("Republic", technologies=1, markers={"rover": 4})
    other.offer(56).play("take I2 rover/tech")
    assert other.movement == 0
    none = Position("Republic", technologies=1, markers={"rover": 1}).offer(8)
    none.play("take I2 civ/energy")
    assert none.movement == 0


def test_republic_2_offers_a_card_though_the_pile_is_empty():
    # PU-215
    p = Position("Republic", technologies=2, markers={"civ": 1}).pile(8).advance("civ")
    p.play("take the civ card")
    assert "keep civ card 8, First Planet Holiday" in p.options()


def test_republic_3_teleports_between_civ_stations():
    # PU-216
    p = Position("Republic", technologies=3).put(8, 0, 5, 0).put(8, 0, 5, 5).rover(5, 0).points(2)
    p.play("teleport rover 0")
    assert p.squares() == {(5, 5)}
    p.choose(5, 5).play("teleport rover 0").choose(5, 0)
    assert p.movement == 0
    off = Position("Republic", technologies=3).put(8, 0, 5, 0).put(8, 0, 5, 5).rover(6, 0).points(2)
    assert "teleport rover 0" not in off.options()


def test_republic_4_boost_at_civ_milestones():
    # PU-217
    p = Position("Republic", technologies=4, markers={"civ": 1}).pile(6).advance("civ")
    p.play("gain a boost", "advance the biomass marker")
    assert p.markers["biomass"] == 1
    assert "take the civ card" in p.options()
    without = Position("Republic", technologies=4, markers={"civ": 1}).pile(6).event(122)
    without.advance("civ")
    assert "gain a boost" not in without.options()  # PU-144
    assert "take the civ card" in without.options()


def test_republic_5_keeps_two_cards_at_the_end():
    # PU-100, PU-218
    p = Position("Republic", technologies=5).pile(6, 4, 27)
    finish(p).play("keep two of the civ cards left", "keep civ card 27,")
    assert p.decision == "keep_card"
    p.play("keep civ card 4,")  # an immediate card is resolved at once
    assert p.s["card_place"][3] == c.USED
    assert p.movement == 0  # the own turn is over: its four points are worth nothing
    assert p.s["card_place"][26] == 0
    assert GAME.is_over(p.s)


# --- Wormhole Corp. ---------------------------------------------------------------------------------
def test_wormhole_biomass_must_expand():
    # PU-219
    alone = Position("Wormhole Corp.").place(tile("I2", "tech/biomass"), 0, 5, 0)
    alone.play("resolve the biomass station")
    assert alone.markers["biomass"] == 0
    grown = Position("Wormhole Corp.").patch(6, 1)
    grown.place(tile("I2", "tech/biomass"), 0, 5, 0).play("resolve the biomass station")
    assert grown.markers["biomass"] == 1
    energy = Position("Wormhole Corp.").put(tile("I2", "tech/biomass"), 0, 5, 1)
    energy.place(tile("I2", "civ/energy"), 0, 5, 0).play("resolve the energy station")
    assert energy.options() == ["advance the civ marker"]


def test_wormhole_double_cells():
    # PU-220, PU-144
    p = Position("Wormhole Corp.", markers={"biomass": 1}).put(104, 0, 5, 0).advance("biomass")
    p.play("take the first bonus of the cell")
    assert p.markers["civ"] == 1
    boost = Position("Wormhole Corp.").advance("biomass").play("take the first bonus of the cell")
    assert boost.decision == "choose_advance"
    last = Position("Wormhole Corp.", markers={"biomass": 5})
    last.ask(int(c.CHOOSE_ADVANCE), 31, 1, 1, 0)
    assert "advance the biomass marker" not in last.options()
    no_boosts = Position("Wormhole Corp.", markers={"biomass": 2}).event(122).advance("biomass")
    no_boosts.play("take the first bonus of the cell")
    assert no_boosts.markers["water"] == 1  # a named advance is no boost


def test_wormhole_1_resets_the_marker():
    # PU-221
    p = Position("Wormhole Corp.", technologies=1, markers={"biomass": 5})
    p.play("use technology 1")
    assert p.markers["biomass"] == 0
    assert p.decision == "take_tile"
    assert not any("use technology" in text for text in p.options())


def test_wormhole_2_patches_on_tiles():
    # PU-35, PU-222
    p = Position("Wormhole Corp.", technologies=2).put(8 + 12, 0, 5, 0).rover(5, 0)
    p.ask(int(c.PLACE_PATCH), 1, 0)
    assert (5, 0) in p.squares()
    assert (6, 0) not in p.squares()  # a meteorite
    p.choose(5, 0)
    assert p.terrain(5, 0) == "biomass"
    assert p.at("station_of", 5, 0) == -1
    assert p.rovers() == []
    none = Position("Wormhole Corp.", technologies=1).put(8, 0, 5, 0).ask(int(c.PLACE_PATCH), 1, 0)
    assert (5, 0) not in none.squares()


def test_wormhole_3_two_patches():
    # PU-223
    p = Position("Wormhole Corp.", technologies=3).put(104, 0, 5, 0).ask(int(c.TASK_PATCHES), 1)
    p.ask(int(c.CHOOSE_LINE)).meteorite(5, 5).play("destroy the meteorites of row 5")
    p.play("gain two patches").choose(5, 1)
    assert p.decision == "place_patch"
    p.choose(6, 1).ask(int(c.TASK_PATCHES), 1)
    p.ask(int(c.CHOOSE_LINE)).meteorite(5, 5).play("destroy the meteorites of row 5")
    assert p.decision == "place_patch"  # once per round


def test_wormhole_4_stores_patches():
    # PU-224
    p = Position("Wormhole Corp.", technologies=4).put(104, 0, 5, 0).ask(int(c.PLACE_PATCH), 1, 0)
    p.play("store the patch")
    assert int(p.me["stored_patches"]) == 1


def test_wormhole_5_patches_destroy_meteorites():
    # PU-225
    p = Position("Wormhole Corp.", technologies=5).put(8 + 12, 0, 5, 0)
    p.ask(int(c.PLACE_PATCH), 1, 0).choose(6, 0)
    assert p.at("meteorite", 6, 0) == 0
    assert p.at("symbol", 6, 0) == 0
    assert int(p.me["meteorites"]) == 0


def test_unionization_on_the_wormhole_track_and_the_oasis_path():
    # PU-245
    p = take(21, Position("Wormhole Corp.", markers=dict.fromkeys(c.TRACK_NAMES, 5)))
    assert p.decision == "take_tile"
    q = take(
        21, Position("Wormhole Corp.", markers={**dict.fromkeys(c.TRACK_NAMES, 5), "biomass": 1})
    )
    q.play("advance the biomass marker", "take the first bonus of the cell")
    assert q.markers["biomass"] == 2
    assert q.decision == "take_tile"
    r = take(21, Position("Oasis Ultd.", markers={**dict.fromkeys(c.TRACK_NAMES, 6), "water": 4}))
    r.play("advance the water marker")
    assert r.markers["water"] == 5
    assert r.decision == "take_tile"


def test_makeshift_5_counts_in_the_running_score_when_the_event_is_over():
    # PU-137, PU-203: reached in a round without milestones, available from the next round on
    p = makeshift(water=("tech", 2)).event(109)
    p.me["position"][4] = k.MILESTONE_OF_TECHNOLOGY[5, 4]
    p.refresh()
    p.s["turn"], p.s["num_pending"] = 1, 0
    p.ask(int(c.END_TURN)).play("end the turn")
    assert int(p.s["seat"]) == 1
    assert has_technology(p.s.players[0], c.SCORE_AS_HIGHEST)
    assert GAME.scores(p.s)[0] == recount.public(p.s, 0)
