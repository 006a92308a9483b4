"""Section 22: Cosmos Inc., Flux Industries, Horizon Group and Jump Drive, one position each."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import has_technology
from exozoo.envs.planet_unknown.rules.phase_round import gain_at_start
from tests.planet_unknown import recount
from tests.planet_unknown.positions import GAME, Position
from tests.planet_unknown.test_cards import finish, take
from tests.planet_unknown.test_vectors import tile


def cell(track, row):
    return c.TRACK_NAMES.index(track) * 16 + row


def test_corporations_follow_the_common_rules():
    # PU-151, PU-152: a trait or technology belongs to the corporation that the rules name
    assert k.TRAITS[0].sum() == 0
    assert all(k.TRAITS[n].sum() >= 1 for n in range(1, k.NUM_CORPORATIONS))
    keys = [t["key"] for t in k.CORPORATIONS[0]["technologies"]]
    assert keys == [
        "ignore_adjacency",
        "store_patches",
        "movement_plus_1",
        "double_water",
        "no_meteorites",
    ]
    shared = {"store_patches"}
    for key in range(len(c.TECHNOLOGY_KEYS)):
        owners = (k.LEVEL_OF_TECHNOLOGY[:, key] >= 0).sum()
        assert owners == (2 if c.TECHNOLOGY_KEYS[key] in shared else 1)


# --- Cosmos Inc. ---------------------------------------------------------------------------------
def cosmos(technologies=0, **options):
    return Position("Cosmos Inc.", technologies=technologies, **options)


def test_cosmos_lifepods_may_lie_on_tracks():
    # PU-158, PU-160, PU-167
    p = cosmos(markers={"civ": 5}).rover(2, 6).points(1).play("rover 0: step east")
    assert p.decision == "place_lifepod"
    options = p.options()
    assert "put the lifepod into the collection area" in options
    assert "put the lifepod to civ 5" not in options  # a marker is there
    assert "put the lifepod to water 0" not in options
    assert "put the lifepod to civ 0" in options
    before = GAME.scores(p.s)[0]
    p.play("put the lifepod to civ 2")
    assert int(p.me["lifepods"]) == 0
    assert GAME.scores(p.s)[0] == before
    p.set_markers(civ=4)
    assert recount.public(p.s, 0) == 0  # the medal of civ 2 is covered


def test_cosmos_markers_skip_lifepods_down_too():
    # PU-159
    p = cosmos(markers={"civ": 4})
    p.me["track_lifepod"][cell("civ", 3)] = 1
    p.ask(int(c.CHOOSE_DOWN), 1, 1).play("move the civ marker down")
    assert p.markers["civ"] == 2
    p.me["track_lifepod"][[cell("civ", 1), cell("civ", 0)]] = 1
    p.ask(int(c.CHOOSE_DOWN), 1, 1).ask(int(c.CHOOSE_LINE)).meteorite(5, 5)
    p.play("destroy the meteorites of row 5")
    assert p.decision == "take_tile"  # it cannot move down any more
    top = cosmos(markers={"civ": 14})
    top.me["track_lifepod"][cell("civ", 15)] = 1
    top.ask(int(c.CHOOSE_ADVANCE), 31, 1, 1, 0)
    assert "advance the civ marker" not in top.options()


def test_cosmos_covered_milestone_hides_its_technology():
    # PU-160
    p = cosmos(technologies=4)
    p.me["track_lifepod"][cell("tech", 3)] = 1
    p.refresh()
    assert not has_technology(p.s.players[0], c.DIAGONAL_ROVERS)
    assert has_technology(p.s.players[0], c.FREE_ENERGY_STEPS)
    p.ask(int(c.REDIRECT_FROM), 1).play("redirect the lifepod on tech 3")
    p.play("move the lifepod into the collection area")
    assert has_technology(p.s.players[0], c.DIAGONAL_ROVERS)
    assert int(p.me["lifepods"]) == 1


def test_cosmos_1_diagonal_steps():
    # PU-162
    p = cosmos(technologies=1).rover(5, 5).points(1)
    p.play("rover 0: step north-west")
    assert p.rovers() == [(4, 4)]
    assert p.movement == 0


def test_cosmos_2_redirects_three_at_once():
    # PU-161, PU-163, PU-78
    p = cosmos(markers={"tech": 4})
    p.me["lifepods"] = 3
    p.advance("tech")
    assert p.decision == "redirect_from"
    p.play("redirect the lifepod in the collection area")
    assert "move the lifepod into the collection area" not in p.options()
    p.play("move the lifepod to rover 9")
    assert p.me["track_lifepod"][cell("rover", 9)] == 1
    p.play("redirect the lifepod on rover 9", "move the lifepod into the collection area")
    p.play("stop here")
    assert p.decision == "take_tile"
    p.set_markers(tech=4).advance("tech")
    assert p.decision == "take_tile"  # once per game


def test_cosmos_3_redirects_when_placing_energy():
    # PU-164
    p = cosmos(technologies=3)
    p.me["lifepods"] = 1
    p.me["used_game"][1] = 1
    p.place(tile("I2", "civ/energy"), 0, 5, 0)
    assert "use the technology of this tile" in p.options()
    p.play("use the technology of this tile", "redirect the lifepod in the collection area")
    p.play("move the lifepod to civ 9")
    assert p.me["track_lifepod"][cell("civ", 9)] == 1
    other = cosmos(technologies=3)
    other.me["used_game"][1] = 1
    other.place(tile("I2", "rover/tech"), 0, 5, 0)
    assert "use the technology of this tile" not in other.options()


def test_cosmos_4_free_steps_on_energy():
    # PU-165
    p = cosmos(technologies=4).put(tile("I2", "civ/energy"), 0, 5, 5).rover(7, 5)
    assert not any("step" in text for text in p.options())  # no point was gained in this round
    p.points(1)
    p.play("rover 0: step north")  # [6, 5] is energy
    assert p.movement == 1
    p.play("rover 0: step north")  # civ costs a point
    assert p.movement == 0
    p.play("rover 0: step south")  # spent or not, a point was gained
    assert p.rovers() == [(6, 5)]
    assert "rover 0: step north" not in p.options()
    petra = Position("Cosmos Inc.", "Petra", technologies=4).rover(3, 4).points(1)
    petra.play("rover 0: step east")  # [3, 5] carries a current (PU-237)
    assert petra.movement == 1


def test_cosmos_4_needs_a_point_in_every_round():
    # PU-165: a point of the last round does not count in this one
    p = cosmos(technologies=4).put(tile("I2", "civ/energy"), 0, 5, 5).rover(7, 5).points(1)
    p.s["turn"], p.s["num_pending"] = 1, 0
    p.ask(int(c.END_TURN)).play("end the turn")
    while p.s["seat"] == 1:
        GAME.step(p.s, int(GAME.legal_actions(p.s)[-1]))
    assert p.s["round_number"] == 2
    assert not any("step" in text for text in p.options())


def test_cosmos_4_free_steps_are_bounded():
    # PU-165: an engine may cap them
    p = cosmos(technologies=4).put(tile("N5", "civ/energy"), 0, 5, 5).rover(5, 7).points(1)
    p.me["free_steps"] = 95
    p.play("rover 0: step east")
    assert p.movement == 1
    p.play("rover 0: step west")
    assert p.movement == 0


def test_cosmos_5_redirects_once_a_round():
    # PU-30, PU-166
    p = cosmos(technologies=5)
    p.me["used_game"][1] = 1
    assert not any("use technology" in text for text in p.options())  # no lifepod
    p.me["lifepods"] = 2
    p.play("use technology 5", "redirect the lifepod in the collection area")
    p.play("move the lifepod to civ 9")
    assert "use technology 5 (redirect one)" not in p.options()


# --- Flux Industries -------------------------------------------------------------------------------
def flux(track, technologies=0, **options):
    p = Position("Flux Industries", technologies=technologies, **options)
    p.me["flux"] = c.TRACK_NAMES.index(track)
    return p


def test_flux_token_moves_at_tech_milestones():
    # PU-168
    p = flux("civ", markers={"tech": 2}).advance("tech")
    assert p.decision == "choose_flux"
    p.play("make rover the flux track")
    assert int(p.me["flux"]) == c.ROVER
    assert p.decision == "take_tile"


def test_flux_has_only_the_highest_technology():
    # PU-169
    p = flux("civ", technologies=3)
    assert has_technology(p.s.players[0], c.IMPROVED_FLUX_TRACK)
    assert not has_technology(p.s.players[0], c.TWO_MOVES_PER_ROVER_ON_FLUX)
    p.set_markers(tech=9)
    assert has_technology(p.s.players[0], c.IMPROVED_FLUX_TRACK)
    p.set_markers(tech=10)
    assert not has_technology(p.s.players[0], c.IMPROVED_FLUX_TRACK)


def test_flux_1_two_points_per_rover_on_flux():
    # PU-17, PU-170
    p = flux("water", technologies=1).put(104, 0, 5, 0).rover(5, 0).rover(6, 0)
    gain_at_start(p.s, np.int64(0))
    assert p.movement == 2
    bare = flux("water", technologies=1).rover(5, 5)
    gain_at_start(bare.s, np.int64(0))
    assert bare.movement == 0


def test_flux_2_advances_to_the_next_milestone():
    # PU-171
    p = flux("civ", technologies=2, markers={"civ": 6}).pile(15)
    p.play("use technology 2")
    assert p.decision == "choose_advance"  # the boost of civ 8 on the way
    p.play("advance the water marker")
    assert p.markers["civ"] == 10
    p.play("keep civ card 15,")
    assert not any("use technology" in text for text in p.options())  # once per game
    water = flux("water", technologies=2)
    assert not any("use technology" in text for text in water.options())


def test_flux_2_ends_at_the_milestone_though_a_boost_helps():
    # PU-171: the boost of civ 8 moves the same marker to 9, then the technology to 10, no further
    p = flux("civ", technologies=2, markers={"civ": 6}).pile(15)
    p.play("use technology 2", "advance the civ marker", "keep civ card 15,")
    assert p.markers["civ"] == 10
    assert p.decision == "take_tile"


def test_flux_3_improves_the_flux_track():
    # PU-172
    civ = flux("civ", technologies=3, markers={"civ": 2}).pile(6, 8).advance("civ")
    assert civ.options() == ["keep civ card 8, First Planet Holiday"]
    last = flux("civ", technologies=3, markers={"civ": 13}).pile(27).advance("civ")
    assert last.decision == "take_card"
    water = flux("water", technologies=3, markers={"water": 2}).advance("water")
    water.play("advance the civ marker")
    assert water.decision == "choose_advance"
    biomass = flux("biomass", technologies=3, markers={"biomass": 2}).put(104, 0, 5, 0)
    biomass.advance("biomass").choose(5, 1)
    assert biomass.decision == "place_patch"
    rover = flux("rover", technologies=3, markers={"rover": 2}).advance("rover")
    assert rover.movement == 2
    other = flux("civ", technologies=3, markers={"rover": 2}).advance("rover")
    assert other.movement == 1


def test_flux_4_may_collect_a_meteorite():
    # PU-173
    p = flux("civ", technologies=4).put(8 + 36, 0, 5, 1)
    p.place(tile("I2", "civ/energy"), 0, 5, 0).play("use the technology of this tile")
    assert "stop here" in p.options()
    p.play("collect the meteorite on [6, 1]")
    assert int(p.me["meteorites"]) == 1
    other = flux("tech", technologies=4).put(8 + 36, 0, 5, 1)
    other.place(tile("I2", "civ/energy"), 0, 5, 0)
    assert "use the technology of this tile" not in other.options()


def test_flux_4_trigger_survives_the_loss_of_the_technology():
    # PU-26: what was available when placing stays an item
    p = flux("tech", markers={"tech": 13}).put(8 + 36, 0, 5, 1)
    p.place(tile("I2", "rover/tech"), 0, 5, 0).play("resolve the tech station")
    p.play("make tech the flux track", "use the technology of this tile")
    assert "collect the meteorite on [6, 1]" in p.options()


def test_flux_5_advances_the_flux_marker_once_a_round():
    # PU-174
    p = flux("water", technologies=5).play("use technology 5")
    assert p.markers["water"] == 1
    assert not any("use technology" in text for text in p.options())
    top = flux("water", technologies=5, markers={"water": 15})
    assert not any("use technology" in text for text in top.options())


# --- Horizon Group ----------------------------------------------------------------------------------
def horizon(technologies=0):
    return Position("Horizon Group", technologies=technologies)


def test_horizon_loaded_rovers_pass_over_meteorites():
    # PU-175
    p = horizon().put(8 + 12, 0, 5, 5).rover(7, 5, loaded=True).points(1)
    p.play("rover 0: step north")
    assert p.at("meteorite", 6, 5) == 1
    assert int(p.me["cargo"][0]) == 1


def test_horizon_loading_on_a_rover_station_collects():
    # PU-176
    p = horizon().put(tile("I2", "water/rover", 1), 0, 5, 5).rover(7, 5).points(1)
    p.play("rover 0: step north")  # [6, 5] is a rover station with a meteorite
    assert int(p.me["meteorites"]) == 1
    assert int(p.me["cargo"][0]) == 0


def test_horizon_delivers_before_it_loads():
    # PU-175, PU-176: what it carries, then what lies on the rover station
    p = horizon().put(104, 0, 5, 0).meteorite(6, 0).rover(7, 1, loaded=True).points(2)
    p.play("rover 0: step north", "rover 0: step west")  # the rover station is on [6, 0]
    assert int(p.me["meteorites"]) == 2
    assert p.at("meteorite", 6, 0) == 0


def test_horizon_rover_put_on_a_meteorite_loads_it():
    # PU-177
    p = horizon().put(8 + 12, 0, 5, 0).advance("rover").choose(6, 0)
    assert int(p.me["cargo"][0]) == 1
    assert int(p.me["meteorites"]) == 0


def test_horizon_carried_meteorites():
    # PU-178, PU-179: for cards it lies on the rover's square; it goes with the rover
    p = take(25, horizon().put(8, 0, 5, 5).rover(5, 5, loaded=True))
    p.play("destroy the meteorite on [5, 5]")
    assert int(p.me["cargo"][0]) == 0
    event = horizon().put(8, 0, 5, 5).rover(5, 5, loaded=True).ask(int(c.COLLECT_METEORITE), 1, 0)
    event.play("collect the meteorite on [5, 5]")
    assert int(event.me["meteorites"]) == 1
    crushed = horizon().rover(5, 0, loaded=True).place(8, 0, 5, 0)
    assert int(crushed.me["cargo"][0]) == 0
    assert int(crushed.me["meteorites"]) == 0
    end = horizon().cover_all().rover(5, 5, loaded=True)
    end.s["card_place"][:] = c.IN_BOX
    finish(end)
    assert recount.Seat(end.s, 0).lines() == 40
    assert end.me["cargo"].sum() == 0


def test_horizon_1_rover_tiles_ignore_adjacency():
    # PU-180
    p = horizon(1).put(8, 0, 5, 0)
    p.ask(int(c.PLACE_TILE), tile("I2", "rover/tech"), int(c.ALL_BIND), 0)
    assert (0, 5, 8) in p.placements()
    p.ask(int(c.PLACE_TILE), tile("I2", "civ/energy"), int(c.ALL_BIND), 0)
    assert (0, 5, 8) not in p.placements()
    p.ask(int(c.PLACE_PATCH), 1, 0)
    assert (5, 8) not in p.squares()


def test_horizon_2_points_per_loaded_rover():
    # PU-181
    p = horizon(2).rover(5, 5, loaded=True).rover(6, 6).rover(7, 7, loaded=True)
    gain_at_start(p.s, np.int64(0))
    assert p.movement == 2


def test_horizon_3_patch_per_collected_meteorite():
    # PU-182
    p = horizon(3).put(tile("I2", "water/rover"), 0, 5, 5).rover(7, 5, loaded=True).points(1)
    p.play("rover 0: step north")
    assert int(p.me["meteorites"]) == 1
    assert p.decision == "place_patch"


def test_horizon_4_needs_the_technology():
    # PU-183
    p = horizon(3).put(104, 0, 5, 0).rover(5, 1, loaded=True).points(1)
    p.play("rover 0: step west")
    assert int(p.me["cargo"][0]) == 1


def test_horizon_5_advances_rover_once_a_round():
    # PU-184
    p = horizon(5)
    p.set_markers(rover=4).play("use technology 5")
    assert p.markers["rover"] == 5
    assert p.movement == 3
    assert "use technology 5 (advance rover marker)" not in p.options()
    last = horizon(5).set_markers(rover=15)
    assert not any("use technology" in text for text in last.options())


# --- Jump Drive -------------------------------------------------------------------------------------
def jump(*letters, **options):
    p = Position("Jump Drive", **options)
    for letter in letters:
        p.me["tech_lifepod"]["ABCDEF".index(letter)] = 1
    p.refresh()
    return p


def test_jump_drive_lifepods_unlock_technologies():
    # PU-185, PU-27, PU-119
    p = jump().rover(2, 6).points(2).play("rover 0: step east")
    assert len(p.options()) == 7 + len([t for t in p.options() if "step" in t])
    p.play("put the lifepod on technology B")
    assert int(p.me["tech_lifepod"][1]) == 1
    assert int(p.me["lifepods"]) == 0
    assert has_technology(p.s.players[0], c.TELEPORT_SAME_TERRAIN)
    assert recount.Seat(p.s, 0).all_lifepods() == 1
    p.set_markers(tech=15)
    assert not has_technology(p.s.players[0], c.BOOST_INSTEAD_OF_PATCH)


def test_jump_drive_tech_station_is_mandatory_and_lowers_the_medal():
    # PU-186
    p = jump(markers={"tech": 5}).place(tile("I2", "rover/tech"), 0, 5, 0)
    assert set(p.options()) == {"resolve the rover station", "resolve the tech station"}
    before = GAME.scores(p.s)[0]
    p.play("resolve the tech station")
    assert GAME.scores(p.s)[0] == before - 2


def test_jump_a_boost_instead_of_patch():
    # PU-187
    p = jump("A", markers={"biomass": 2}).put(104, 0, 5, 0).advance("biomass")
    p.play("gain a boost instead", "advance the water marker")
    assert p.markers["water"] == 1
    p.set_markers(biomass=5).advance("biomass")
    assert p.decision == "place_patch"  # once per round
    keep = jump("A", markers={"biomass": 2}).put(104, 0, 5, 0).advance("biomass")
    keep.play("gain the patch", "put a patch on [5, 1]").set_markers(biomass=5).advance("biomass")
    assert keep.decision == "choose_alternative"  # not used up


def test_jump_b_teleports_on_the_same_terrain():
    # PU-73, PU-188
    p = jump("B").put(104, 0, 5, 0).put(104, 0, 5, 5).rover(5, 0).points(2)
    p.play("teleport rover 0")
    assert p.squares() == {(5, 5)}
    p.choose(5, 5)
    assert (p.rovers(), p.movement) == ([(5, 5)], 1)
    assert "teleport rover 0" not in p.options()  # once per round
    bare = jump("B").put(104, 0, 5, 0).rover(5, 5).points(2)
    assert "teleport rover 0" not in bare.options()


def test_jump_c_double_boost():
    # PU-189
    p = jump("C", markers={"water": 2}).ask(int(c.CHOOSE_ADVANCE), 31, 1, 1, int(c.BY_BOOST))
    p.play("advance the water marker", "advance twice")
    assert p.markers["water"] == 3
    p.play("advance the civ marker")  # the boost of water 3, before the second step
    assert p.decision == "take_tile"
    assert (p.markers["water"], p.markers["civ"]) == (4, 1)
    single = jump("C").ask(int(c.CHOOSE_ADVANCE), 31, 1, 1, int(c.BY_BOOST))
    single.play("advance the civ marker", "advance once")
    assert single.markers["civ"] == 1
    card = jump("C").advance("civ")
    assert card.decision == "take_tile"  # a card's advance is no boost


def test_jump_d_reads_tech_as_energy():
    # PU-190
    p = jump("D").put(tile("I2", "civ/energy"), 0, 5, 9)  # energy [6, 9]
    p.put(tile("I2", "water/rover"), 0, 7, 9)  # water [7, 9] touches that energy
    p.place(tile("I2", "rover/tech"), 1, 6, 10)  # tech [6, 10], rover [6, 11]
    p.play("resolve the tech station", "resolve it as energy")
    found = {t for t in c.TRACK_NAMES if f"advance the {t} marker" in p.options()}
    assert found == {"civ", "water", "rover"}
    p.play("advance the water marker")
    assert (p.markers["tech"], p.markers["water"]) == (0, 1)
    assert p.terrain(6, 10) == "tech"  # never energy afterwards
    q = jump("D").place(tile("I2", "rover/tech"), 0, 5, 0).play("resolve the tech station")
    q.play("resolve it as tech")
    assert q.markers["tech"] == 1


def test_jump_d_unlocked_after_placing():
    # PU-31, PU-190: available for the tech station that still waits
    p = jump().put(tile("I2", "civ/energy"), 0, 5, 9).rover(2, 6).points(1)
    p.place(tile("I2", "rover/tech"), 1, 6, 10)
    p.play("rover 0: step east", "put the lifepod on technology D")
    p.play("resolve the tech station", "resolve it as energy")
    assert "advance the civ marker" in p.options()
    zone = Position("Jump Drive", "Persephone").put(8, 0, 3, 6)
    zone.place(tile("I2", "rover/tech"), 0, 3, 7)
    zone.unlock(4)
    zone.play("resolve the tech station")
    assert zone.markers["tech"] == 1  # as energy it is forbidden in the upper right


def test_jump_d_on_persephone():
    # PU-190, PU-236: in the lower left tech is forbidden, as energy it may lie there
    p = Position("Jump Drive", "Persephone", technologies=4).put(8, 0, 9, 3)
    p.place(tile("I2", "rover/tech"), 0, 7, 3)
    p.play("resolve the tech station")
    assert p.decision == "choose_advance"  # only the energy reading is legal
    assert "advance the tech marker" not in p.options()
    upper = Position("Jump Drive", "Persephone", technologies=4).put(8, 0, 3, 6)
    upper.place(tile("I2", "rover/tech"), 0, 3, 7).play("resolve the tech station")
    assert upper.markers["tech"] == 1  # as energy it is forbidden in the upper right


def test_jump_e_row_bonuses():
    # PU-191
    p = jump("E", markers={"civ": 6, "rover": 1}).put(104, 0, 5, 0).pile(8)
    p.play("use technology 5", "gain the row of the civ marker")
    # row 6: civ 2 milestone, patch, 2 movement points; water and tech have a medal only
    assert set(p.options()) == {
        "gain the civ cell",
        "gain the biomass cell",
        "gain the rover cell",
    }
    p.play("gain the rover cell")
    assert p.movement == 2
    p.play(
        "gain the civ cell", "keep civ card 8,", "gain the biomass cell", "put a patch on [5, 1]"
    )
    assert p.markers["civ"] == 6
    assert not any("use technology" in text for text in p.options())


def test_jump_f_common_objective():
    # PU-120, PU-192
    p = jump("F").play("use technology 6")
    assert len(p.options()) == 3
    p.play(p.options()[0])
    assert (p.s["objective_place"] == c.COMMON).sum() == 1
    assert (p.s["objective_place"] == c.DISCARDED).sum() == 2
    assert not any("use technology" in text for text in p.options())


def test_no_technology_inside_another_effect():
    # PU-30: neither while an objective is chosen nor with the extra tile of a card
    p = jump("E", "F").place(104, 0, 5, 0)
    p.play("resolve the water station", "resolve the rover station", "put a rover on [5, 0]")
    assert p.decision == "end_turn"
    assert "use technology 5" in str(p.options())
    p.play("use technology 6")
    assert "use technology" not in str(p.options())
    q = horizon(5).place(104, 0, 5, 0)
    q.play("resolve the water station", "resolve the rover station", "put a rover on [5, 0]")
    take(16, q.only(8))
    assert q.decision == "take_tile"
    assert "use technology" not in str(q.options())
    q.play("take I2 civ/energy")
    assert "use technology" not in str(q.options())
    GAME.step(q.s, GAME.actions.encode("place", 0, 5, 1))
    assert q.decision == "tile_items"
    assert "use technology" not in str(q.options())
    q.play("resolve the civ station", "resolve the energy station", "advance the civ marker")
    assert "use technology 5" in str(q.options())


@pytest.mark.parametrize(
    ("lifepods", "points"), [([3, 1, 1], [5, 0, 0]), ([3, 3, 1], [2, 2, 0]), ([0, 0, 0], [2, 2, 2])]
)
def test_common_objective_compares_all(lifepods, points):
    # PU-120
    from exozoo.envs.planet_unknown.rules.scoring import score_common

    p = Position(players=3, rotation="clockwise")
    for seat, count in enumerate(lifepods):
        p.s["players"][seat]["lifepods"] = count
    p.s["scores"][:] = 0
    score_common(p.s, np.int64(62 - 37))  # Rescue: more collected lifepods
    assert p.s["scores"][:3].tolist() == points
