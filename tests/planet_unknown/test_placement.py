"""Sections 6, 7, 14 and 23: placing tiles and patches, planets, waivers."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from tests.planet_unknown.positions import GAME, Position
from tests.planet_unknown.test_vectors import tile

RESTRICTED = ("Arashi", "K-273", "Pajitnov", "Persephone", "Tartarus")
EDGE_EVENT, MATCHING_EVENT, ICE_EVENT = 103, 119, 120


def in_hand(p, number):
    """The tile is to be placed next, whatever the depot says."""
    return p.ask(int(c.PLACE_TILE), number, int(c.ALL_BIND), int(c.MAIN_TILE))


def squares_of(number, orientation, row, col):
    shape = number % 12
    cells = k.CELLS[shape * 8 + orientation][: int(k.SIZE_OF_SHAPE[shape])].tolist()
    return [(row + r, col + q) for r, q in cells]


def test_every_square_inside_and_free():
    # PU-33, PU-34, PU-35
    p = in_hand(Position().put(104, 0, 5, 0).patch(5, 2), 8)
    for placement in p.placements():
        for row, col in squares_of(8, *placement):
            assert k.GROUND[0, row * 12 + col] != c.OUTSIDE
            assert p.terrain(row, col) is None


def test_first_piece_on_the_edge_and_patches_count():
    # PU-36, PU-38
    p = Position().ask(int(c.PLACE_PATCH), 1, 0)
    edge = {divmod(n, 12) for n in range(144) if k.IS_EDGE[0, n]}
    assert p.squares() == edge
    p.choose(5, 0)
    in_hand(p, 8)
    assert all(
        any(abs(r - 5) + abs(q) == 1 for r, q in squares_of(8, *placement))
        for placement in p.placements()
    )


def test_adjacency_is_cancelled_by_technology_1_but_not_the_edge_rule():
    # PU-37, PU-39, PU-153
    p = in_hand(Position(technologies=1).put(104, 0, 5, 0), 8)
    assert (0, 9, 7) in p.placements()
    assert len(p.placements()) > 250
    first = in_hand(Position(technologies=1), 8)
    assert (0, 5, 5) not in first.placements()
    patch = Position(technologies=1).put(104, 0, 5, 0).ask(int(c.PLACE_PATCH), 1, 0)
    assert (9, 9) in patch.squares()


def test_meteorites_and_rovers_never_prevent_placing():
    # PU-40
    p = Position().put(104, 0, 5, 0).rover(5, 1)
    in_hand(p, 8)
    assert (0, 5, 1) in p.placements()


def test_water_tile_without_ice_may_be_placed():
    # PU-41, PU-63
    p = Position().put(8, 0, 5, 11)
    assert (0, 4, 10) in in_hand(p, 104).placements()


def test_row_with_meteorite_gives_nothing():
    # PU-47, PU-105
    p = Position().cover_all()
    p.ask(int(c.CHOOSE_LINE)).meteorite(11, 5).play("destroy the meteorites of row 0")
    assert GAME.scores(p.s)[0] == 40 - 1 - 3  # row 11 and column 5
    p.ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of column 5")
    assert GAME.scores(p.s)[0] == 40


def test_technology_5_keeps_meteorites_away_but_not_the_one_just_put():
    # PU-157
    p = Position(technologies=5).place(8 + 12, 0, 5, 0)
    assert p.me["meteorite"].sum() == 0
    late = Position(markers={"tech": 13}).place(tile("I2", "rover/tech", 1), 0, 5, 0)
    late.play("resolve the tech station")
    assert late.markers["tech"] == 14
    assert late.me["meteorite"].sum() == 1


def test_a_patch_is_placed_under_the_normal_rules_and_is_nothing_else():
    # PU-86, PU-87, PU-66, PU-90
    p = Position(markers={"biomass": 2}).put(104, 0, 5, 0).rover(5, 1)
    last = p.me["last_square"].copy()
    p.advance("biomass")
    assert p.decision == "place_patch"
    assert p.squares() == {(5, 1), (6, 1)}
    p.choose(5, 1)
    assert p.terrain(5, 1) == "biomass"
    assert p.at("station_of", 5, 1) == -1
    assert p.rovers() == []
    assert p.markers["biomass"] == 3
    assert (p.me["last_square"] == last).all()
    assert p.decision == "take_tile"


def test_a_patch_without_a_square_is_lost():
    # PU-88
    p = Position(markers={"biomass": 2}).cover_all()
    p.advance("biomass")
    assert p.decision == "take_tile"
    assert int(p.me["stored_patches"]) == 0


def test_technology_2_stores_patches_until_the_end():
    # PU-89, PU-100, PU-154
    p = Position(markers={"biomass": 2}, technologies=2).put(104, 0, 5, 0)
    p.advance("biomass")
    assert "store the patch" in p.options()
    p.play("store the patch")
    assert int(p.me["stored_patches"]) == 1
    p.ask(int(c.FINAL_ITEMS))
    p.s["phase"] = c.PHASE_FINAL
    p.play("place a stored patch")
    assert "store the patch" not in p.options()
    p.choose(5, 1)
    assert p.terrain(5, 1) == "biomass"
    assert int(p.me["stored_patches"]) == 0


def test_event_restrictions_do_not_bind_patches_but_planets_do():
    # PU-42, PU-44
    p = Position().event(EDGE_EVENT).ask(int(c.PLACE_PATCH), 1, 0)
    assert (5, 0) in p.squares()
    ring = Position(planet="Arashi").put(104, 0, 3, 5).ask(int(c.PLACE_PATCH), 1, 0)
    assert (3, 4) in ring.squares()
    assert (5, 5) not in ring.squares()


def test_arashi_ring():
    # PU-227
    p = in_hand(Position(planet="Arashi").put(104, 0, 3, 5), tile("I2", "civ/energy"))
    assert (0, 5, 5) not in p.placements()  # both squares on the ring
    assert (0, 4, 6) in p.placements()  # half on the ring
    assert (0, 3, 4) in p.placements()


def test_cerberus_scores_full_planets():
    # PU-110, PU-228
    p = Position(planet="Cerberus").cover_all()
    p.ask(int(c.CHOOSE_LINE)).meteorite(5, 8).play("destroy the meteorites of row 5")
    assert GAME.scores(p.s)[0] == 45
    part = Position(planet="Cerberus")
    for row, col in k.PLANETS[2]["sub_planets"][2]["squares"]:
        part.patch(row, col)
    part.meteorite(7, 8).meteorite(0, 7)
    part.ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of row 0")
    planet_lines = sum(part_of_line(part, axis, line) for axis in (0, 1) for line in range(12))
    assert GAME.scores(part.s)[0] == 2 + planet_lines


def part_of_line(p, axis, line):
    planet = int(p.me["planet"])
    squares = [n for n in range(144) if divmod(n, 12)[axis] == line]
    squares = [n for n in squares if k.GROUND[planet, n] != c.OUTSIDE]
    full = all(p.me["terrain"][n] >= 0 and not p.me["meteorite"][n] for n in squares)
    medals = (k.ROW_MEDALS, k.COLUMN_MEDALS)[axis][planet, line]
    return int(medals) if full else 0


def test_charybdis_starts_in_the_vortex():
    # PU-229
    p = in_hand(Position(planet="Charybdis"), 8)
    vortex = {(5, 5), (5, 6), (6, 5), (6, 6)}
    assert all(vortex & set(squares_of(8, *placement)) for placement in p.placements())
    p.put(104, 0, 5, 5)
    assert (0, 5, 4) in p.placements()  # later tiles follow the normal rules
    patch = Position(planet="Charybdis").ask(int(c.PLACE_PATCH), 1, 0)
    assert patch.squares() == vortex


def test_gaia_scores_uncovered_cities():
    # PU-230
    p = Position(planet="Gaia").meteorite(5, 5)
    p.ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of row 5")
    assert GAME.scores(p.s)[0] == 16
    p.patch(0, 5).meteorite(5, 5).ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of row 5")
    assert GAME.scores(p.s)[0] == 14


def test_k273_ice_or_land():
    # PU-231
    p = in_hand(Position(planet="K-273").put(104, 0, 3, 5), 8)
    for placement in p.placements():
        grounds = {int(k.GROUND[5, r * 12 + q]) for r, q in squares_of(8, *placement)}
        assert len(grounds) == 1


def test_ksb_has_no_special_rule():
    # PU-226
    assert k.RESTRICTION_OF_PLANET[0] == c.FREE
    assert set(np.unique(k.GROUND[0])) == {c.OUTSIDE, c.LAND, c.ICE}


def test_lacuna_holes_are_outside_even_when_restrictions_are_waived():
    # PU-233
    p = Position(planet="Lacuna").put(104, 0, 1, 4)
    p.ask(int(c.PLACE_TILE), 8, 0, int(c.MAIN_TILE))
    holes = {tuple(square) for square in k.PLANETS[7]["hole_squares"]}
    assert not any(holes & set(squares_of(8, *placement)) for placement in p.placements())
    assert not any(k.IS_EDGE[7, r * 12 + q] for r, q in holes)
    rover = Position(planet="Lacuna").rover(1, 5).points(1)
    assert "rover 0: step south" not in rover.options()  # [2, 5] is a hole


def test_oblivion_inner_opening_is_no_edge():
    # PU-234
    assert not k.IS_EDGE[8, 4 * 12 + 2]
    p = in_hand(Position(planet="Oblivion"), 8)
    edge = {divmod(n, 12) for n in range(144) if k.IS_EDGE[8, n]}
    assert all(edge & set(squares_of(8, *placement)) for placement in p.placements())


def test_pajitnov_slides_into_place():
    # PU-235: a gap that is open on no side cannot be filled, a patch neither
    p = Position(planet="Pajitnov")
    for square in ((4, 5), (5, 4), (5, 7), (6, 5), (6, 6), (4, 6)):
        p.patch(*square)
    in_hand(p, tile("I2", "civ/energy"))
    assert (1, 5, 5) not in p.placements()
    p.me["terrain"][4 * 12 + 6] = -1
    assert (1, 5, 5) not in p.placements()  # [4, 5] still blocks the way up
    p.me["terrain"][4 * 12 + 5] = -1
    assert (1, 5, 5) in p.placements()
    closed = Position(planet="Pajitnov")
    for square in ((4, 5), (6, 5), (5, 4), (5, 6)):
        closed.patch(*square)
    closed.ask(int(c.PLACE_PATCH), 1, 0)
    assert (5, 5) not in closed.squares()
    assert (4, 4) in closed.squares()


def test_persephone_forbids_stations_in_zones():
    # PU-236: a civ station may not lie in the upper left, its other squares may
    p = Position(planet="Persephone").put(104, 0, 4, 4)
    in_hand(p, tile("I2", "civ/energy"))
    assert (0, 3, 3) not in p.placements()  # civ station on [3, 3]
    in_hand(p, tile("T4", "civ/energy"))
    shape = k.SHAPE_KEYS.index("T4")
    for placement in p.placements():
        squares = squares_of(shape, *placement)
        civ = squares[int(k.STATION_CELL[shape, 0])]
        energy = squares[int(k.STATION_CELL[shape, 1])]
        assert not (civ[0] <= 5 and civ[1] <= 5)
        assert not (energy[0] <= 5 and energy[1] >= 6)
    crossing = [
        p_ for p_ in p.placements() if any(r <= 5 and q <= 5 for r, q in squares_of(shape, *p_))
    ]
    assert crossing


def test_petra_currents_are_energy():
    # PU-237: an uncovered current joins the energy area and fills its row at the end
    p = Position(planet="Petra").put(tile("I2", "rover/tech"), 0, 3, 6)  # tech on [4, 6]
    p.place(tile("I2", "civ/energy"), 0, 1, 6)  # energy on [2, 6]
    p.play("resolve the energy station")
    # the currents [2, 5], [3, 5], [4, 5] lead to the tech section, which [2, 6] does not touch
    assert set(p.options()) == {
        "advance the civ marker",
        "advance the rover marker",
        "advance the tech marker",
    }
    bare = Position().put(tile("I2", "rover/tech"), 0, 3, 6)
    bare.place(tile("I2", "civ/energy"), 0, 1, 6).play("resolve the energy station")
    assert "advance the tech marker" not in bare.options()
    full = Position(planet="Petra")
    for col in range(1, 11):
        if k.GROUND[11, 36 + col] == c.LAND:
            full.patch(3, col)
    full.meteorite(9, 9).ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of row 9")
    assert GAME.scores(full.s)[0] == k.ROW_MEDALS[11, 3]


def test_tartarus_keeps_tiles_on_one_side():
    # PU-238
    p = in_hand(Position(planet="Tartarus").put(104, 0, 3, 4), tile("I2", "civ/energy"))
    text = "".join(k.PLANETS[12]["side_of_square"])
    sides = [
        {text[r * 12 + q] for r, q in squares_of(8, *placement)} for placement in p.placements()
    ]
    assert all(len(side) == 1 for side in sides)
    assert {"1"} in sides  # adjacency ignores the chasm


def waived(p, number):
    """The placements of the only tile that the depot offers."""
    p.only(number)
    p.play("take")
    assert p.decision == "place_tile"
    return p.placements(), c.PENDING.read(p.s)[0].arguments["binds"]


@pytest.mark.parametrize("event", [EDGE_EVENT, 124])
def test_no_tile_on_the_edge_is_waived_for_the_first_tile(event):
    # PU-43, PU-127, PU-135: every first tile covers the edge, so the event must be ignored
    p = Position().event(event)
    placements, binds = waived(p, 8)
    assert len(placements) == 104
    assert binds == c.PLANET_BINDS
    later = Position().put(104, 0, 5, 0).event(event)
    placements, binds = waived(later, 8)
    assert binds == c.ALL_BIND
    assert not any(
        k.IS_EDGE[0, r * 12 + q] for placement in placements for r, q in squares_of(8, *placement)
    )


@pytest.mark.parametrize("event", [ICE_EVENT, 121])
def test_no_tile_on_ice(event):
    # PU-43, PU-143
    p = Position().put(8, 0, 5, 11).event(event)
    placements, binds = waived(p, 8 + 24)
    assert binds == c.ALL_BIND
    squares = [s for placement in placements for s in squares_of(8, *placement)]
    assert not any(k.GROUND[0, r * 12 + q] == c.ICE for r, q in squares)
    full = Position().cover_all(but={(5, 0), (6, 0)}).event(event)
    placements, binds = waived(full, 8)
    assert binds == c.PLANET_BINDS
    assert placements == {(0, 5, 0), (2, 5, 0)}


def test_no_matching_neighbour():
    # PU-43, PU-142: civ may not touch civ of another tile
    p = Position().put(8, 0, 5, 11).event(MATCHING_EVENT)  # civ [5, 11], energy [6, 11]
    placements, binds = waived(p, 8 + 120)  # I2 biomass/civ
    assert binds == c.ALL_BIND
    assert (1, 5, 9) in placements  # biomass on [5, 10]
    assert (3, 5, 9) not in placements  # civ on [5, 10]
    walled = Position().cover_all(but={(5, 0), (6, 0)}).event(MATCHING_EVENT)
    placements, binds = waived(walled, 8 + 120)
    assert binds == c.PLANET_BINDS  # all around is biomass
    assert len(placements) == 2


BLOCKED = {
    # a planet, what stays free, and a tile that only fits against the planet's restriction
    "Arashi": ({(5, 5), (5, 6)}, "civ/energy"),
    "K-273": ({(1, 4), (1, 5)}, "civ/energy"),
    "Pajitnov": ({(5, 5), (5, 6)}, "civ/energy"),
    "Persephone": ({(3, 3), (3, 4)}, "biomass/civ"),
    "Tartarus": ({(1, 5), (1, 6)}, "civ/energy"),
}


@pytest.mark.parametrize("planet", RESTRICTED)
def test_planet_restrictions_are_waived_rather_than_end_the_game(planet):
    # PU-43, PU-95, PU-227, PU-231, PU-235, PU-236, PU-238
    free, terrains = BLOCKED[planet]
    p = Position(planet=planet).cover_all(but=free)
    placements, binds = waived(p, tile("I2", terrains))
    assert binds == c.EVENT_BINDS
    assert {s for placement in placements for s in squares_of(8, *placement)} == free
    assert p.s["ending"] == 0


@pytest.mark.parametrize("planet", RESTRICTED)
@pytest.mark.parametrize("event", [EDGE_EVENT, MATCHING_EVENT, ICE_EVENT])
def test_both_restrictions_are_waived_together_if_need_be(planet, event):
    # PU-43: W0 all, W1 without the event, W2 without the planet, W3 without both
    free, terrains = BLOCKED[planet]
    p = Position(planet=planet).cover_all(but=free).event(event)
    placements, binds = waived(p, tile("I2", terrains))
    number = k.PLANET_NAMES.index(planet)
    on_edge = any(k.IS_EDGE[number, r * 12 + q] for r, q in free)
    on_ice = any(k.GROUND[number, r * 12 + q] == c.ICE for r, q in free)
    matching = "biomass" in terrains  # everything around is biomass
    hit = {EDGE_EVENT: on_edge, ICE_EVENT: on_ice, MATCHING_EVENT: matching}[event]
    assert binds == (0 if hit else c.EVENT_BINDS)
    assert placements


def test_the_placeable_tile_must_be_taken_with_restrictions_obeyed():
    # PU-22, PU-43: restrictions are not waived to make the other tile possible
    p = Position(planet="Arashi").cover_all(but={(5, 5), (5, 6), (0, 5), (0, 6), (1, 5), (1, 6)})
    p.s["shift"] = 0
    p.offer(8)
    p.play("take I2 civ/energy")
    squares = {s for placement in p.placements() for s in squares_of(8, *placement)}
    assert squares == {(0, 5), (0, 6), (1, 5), (1, 6)}


def test_extra_tiles_get_no_waiver():
    # PU-44, PU-98, PU-240
    p = Position(planet="Arashi").cover_all(but={(5, 5), (5, 6)}).only(8)
    p.pile(5).ask(int(c.TAKE_CARD), 0, -1).play("keep civ card 5")
    assert p.decision == "take_tile"
    assert int(p.s["num_pending"]) == 2  # only the main tile is left to take
    assert p.s["ending"] == 0


def test_a_tile_whose_last_place_is_lost_is_set_aside():
    # PU-96: the choice was made when taking; a patch may still take the place
    p = Position("Horizon Group", technologies=3).cover_all(but={(5, 5), (5, 6)}).only(8)
    p.play("take I2 civ/energy")
    p.meteorite(6, 5).rover(6, 4, loaded=False).points(3)
    p.me["terrain"][6 * 12 + 6] = c.ROVER
    p.me["station_of"][6 * 12 + 6] = 6 * 12 + 6
    p.play("rover 0: step east", "rover 0: step east")  # loads, then delivers: a patch is gained
    assert p.decision == "place_patch"
    p.choose(5, 5)
    assert p.decision == "tile_items"
    assert p.s["ending"] == 1


def test_kaax_rovers_avoid_uncovered_toxic_squares():
    # PU-232, PU-241: neither by steps nor by teleporting; covered ones are harmless
    p = Position(planet="K'Aax").rover(5, 0).points(3)  # [5, 1] is toxic
    assert "rover 0: step east" not in p.options()
    p.ask(int(c.CHOOSE_TELEPORT)).play("teleport rover 0")
    toxic = {divmod(n, 12) for n in range(144) if k.GROUND[6, n] == c.TOXIC}
    assert not toxic & p.squares()
    p.choose(5, 2)
    p.patch(5, 1).play("rover 0: step west")
    assert p.rovers() == [(5, 1)]


def test_tartarus_rovers_cross_the_chasm_only_at_two_diagonals():
    # PU-238
    p = Position(planet="Tartarus").rover(3, 5).points(1)
    assert "rover 0: step east" not in p.options()
    assert "rover 0: step south" not in p.options()
    assert "rover 0: step west" in p.options()
    cosmos = Position("Cosmos Inc.", "Tartarus", technologies=1).rover(3, 5).points(1)
    assert "rover 0: step south-east" in cosmos.options()
    other = Position("Cosmos Inc.", "Tartarus", technologies=1).rover(2, 5).points(1)
    assert "rover 0: step south-east" not in other.options()
    far = Position(planet="Tartarus").rover(3, 5).ask(int(c.CHOOSE_TELEPORT))
    far.play("teleport rover 0")
    assert (3, 6) in far.squares()  # teleporting may cross
    edges = {frozenset(map(tuple, pair)) for pair in k.PLANETS[12]["chasm_edges"]}
    for square in range(144):
        for direction in range(4):
            target = int(k.STEP_TARGET[0, square, direction])
            blocked = int(k.STEP_TARGET[12, square, direction]) < 0 <= target
            pair = frozenset((divmod(square, 12), divmod(max(target, 0), 12)))
            assert blocked == (pair in edges and target >= 0)
