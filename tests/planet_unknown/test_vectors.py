"""Every worked example of the rules page, and the placement counts of every planet."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from exozoo.envs.core.grid import anchors_inside, board_at, count_squares
from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.setup import ADJUSTMENT, BASE_TARGET, solo_rating
from tests.planet_unknown import recount
from tests.planet_unknown.positions import GAME, Position

VECTORS = json.loads((Path(__file__).parent / "data" / "test_vectors.json").read_text("utf-8"))
EXAMPLES = {example["key"]: example for example in VECTORS["examples"]}
COUNTS = {row["planet"]: row for row in VECTORS["placement_counts"]["planets"]}


def expected(key):
    return EXAMPLES[key]["expect"]


def inside_grid(planet: int, shape: int) -> int:
    grid, none = board_at(k.GRID_BOARD, np.int64(planet)), np.int64(0)
    sections = k.table(np.zeros((1, 5)))
    total = 0
    for orientation in np.flatnonzero(k.IS_DISTINCT[shape]):
        turn, size = np.int64(shape * 8 + orientation), k.SIZE_OF_SHAPE[shape]
        anchors = anchors_inside(k.OFFSET_OF_CELL, size, turn, sections, none, grid, grid)
        total += int(count_squares(anchors))
    return total


@pytest.mark.parametrize("planet", k.PLANET_NAMES)
def test_placements_inside_the_grid(planet):
    # PU-33, PU-34, PU-45, PU-233, PU-234
    number = k.PLANET_NAMES.index(planet)
    found = {key: inside_grid(number, shape) for shape, key in enumerate(k.SHAPE_KEYS)}
    assert found == COUNTS[planet]["inside_grid"]


@pytest.mark.parametrize("planet", k.PLANET_NAMES)
def test_first_placements(planet):
    # PU-36, PU-227, PU-229, PU-231, PU-233 to PU-236, PU-238
    p = Position(planet=planet)
    for shape, key in enumerate(k.SHAPE_KEYS):
        found = []
        for pair in range(6):
            p.s["pending"][1] = [c.PLACE_TILE, 0, pair * 24 + shape, c.ALL_BIND, 0, 0]
            found.append(len(p.placements()))
        wanted = COUNTS[planet]["first_tile"][key]
        assert found == (wanted if isinstance(wanted, list) else [wanted] * 6), key


def test_civ_cards_four_players():
    # PU-6
    s = GAME.new_state(players=4)
    in_pile = k.LEVEL_OF_CARD[s["card_place"] == c.IN_PILE]
    assert (
        np.bincount(in_pile).tolist()
        == [expected("civ_cards_four_players")["civ_cards_per_level"]] * 4
    )


def place(p, key):
    """Carry out the placement of a vector."""
    for piece in (
        EXAMPLES[key]["given"]["board"] if EXAMPLES[key]["given"]["board"] != "empty" else []
    ):
        if "patch" in piece:
            p.patch(*piece["patch"])
        else:
            p.put(piece["tile"], piece["orientation"], *piece["anchor"])
    wanted = EXAMPLES[key]["do"]["place"]
    p.place(wanted["tile"], wanted["orientation"], *wanted["anchor"])
    for row, col, terrain in expected(key).get("squares", []):
        assert p.terrain(row, col) == terrain


def test_water_advances():
    # PU-50, PU-63, PU-65
    p = Position()
    place(p, "water_advances")
    p.play("resolve the water station")
    assert p.markers["water"] == 1
    p.play("resolve the rover station")
    assert p.markers["rover"] == 1
    assert p.decision == "place_rover"
    assert p.squares() == {(5, 0), (6, 0)}


def test_water_does_not_advance():
    # PU-41, PU-63
    p = Position()
    place(p, "water_does_not_advance")
    p.play("resolve the water station", "resolve the rover station")
    assert (p.markers["water"], p.markers["rover"]) == (0, 1)


def test_first_tile_not_on_edge_illegal():
    # PU-36
    p = Position().offer(104).play("take I2 water/rover")
    assert (0, 5, 5) not in p.placements()
    assert (0, 5, 0) in p.placements()


def test_second_tile_adjacent():
    # PU-37: sides count, corners do not
    p = Position().put(104, 0, 5, 0).offer(8).play("take I2 civ/energy")
    checks = EXAMPLES["second_tile_adjacent"]["do"]["check"]
    found = [(t["orientation"], *t["anchor"]) in p.placements() for t in checks]
    assert found == expected("second_tile_adjacent")["legal"]


def energy_choices(key):
    p = Position()
    place(p, key)
    p.play("resolve the energy station")
    return p, [t for t in c.TRACK_NAMES if f"advance the {t} marker" in p.options()]


def test_energy_alone():
    # PU-80
    p, choices = energy_choices("energy_alone")
    assert choices == expected("energy_alone")["energy_options"]
    p.play("advance the civ marker", "resolve the civ station")
    assert p.markers["civ"] == expected("energy_alone")["markers_after_both_stations"]["civ"]


def test_energy_choice():
    # PU-80, PU-81, PU-82
    _, choices = energy_choices("energy_choice")
    assert sorted(choices) == sorted(expected("energy_choice")["energy_options"])


def test_energy_patch_has_no_station():
    # PU-82
    _, choices = energy_choices("energy_patch_has_no_station")
    assert choices == expected("energy_patch_has_no_station")["energy_options"]


def test_rover_moves_split():
    # PU-70, PU-72
    p = Position().rover(2, 5).rover(6, 6).points(4).lifepod(2, 7)
    p.play("rover 0: step east", "rover 0: step east")
    assert int(p.me["lifepods"]) == 1
    p.play("rover 0: step south", "rover 1: step west")
    assert p.rovers() == [tuple(square) for square in expected("rover_moves_split")["rovers"]]
    assert (p.movement, int(p.me["lifepods"])) == (0, 1)


@pytest.mark.parametrize("key", ["double_bonus", "double_bonus_with_tech_3"])
def test_double_bonus(key):
    # PU-56, PU-155
    p = Position(markers=EXAMPLES[key]["given"]["markers"]).rover(5, 5)
    p.advance("rover")
    assert p.markers["rover"] == 10
    assert p.movement == expected(key)["movement_points_gained"]
    assert p.decision == "choose_advance"


def test_unplaced_last_tile():
    # PU-48, PU-64, PU-85, PU-96, PU-97, PU-156: no doubling, no meteorite
    p = Position(markers=EXAMPLES["unplaced_last_tile"]["given"]["markers"])
    p.cover_all().only(44)
    before = p.me["meteorite"].copy()
    p.play("take")
    p.play("resolve the energy station", "resolve the water station")
    assert p.markers["water"] == expected("unplaced_last_tile")["markers"]["water"]
    assert (p.me["meteorite"] == before).all()
    assert p.s["ending"] == 1


def test_scoring_example():
    # PU-53, PU-104 to PU-109: 43 medals
    given, wanted = EXAMPLES["scoring_example"]["given"], expected("scoring_example")
    p = Position(players=3, markers=given["markers"], rotation="clockwise")
    p.s["card_place"][:] = c.IN_BOX
    p.hold(*given["civ_cards"])
    p.me["lifepods"], p.me["meteorites"] = 4, 3
    # a larger rover area than the left neighbour (card 43), equal biomass stations (card 40)
    p.s["between"][:] = [40 - 37, 38 - 37, 43 - 37, -1, -1, -1]
    p.put(104, 0, 5, 0)
    cover_rows(p, 0, 3, 4, 5, 6, 7)  # and with them columns 0 and 11
    assert recount.Seat(p.s, 0).lines() == wanted["planet"]
    assert recount.Seat(p.s, 0).tracks() == wanted["tracks_total"]
    p.s["phase"] = c.PHASE_CARDS
    p.s["turn"] = 2
    p.s["num_pending"] = 0
    p.ask(int(c.CHOOSE_LINE))
    p.meteorite(5, 0)
    p.play("destroy the meteorites of row 5")
    assert GAME.is_over(p.s)
    assert GAME.scores(p.s)[0] == wanted["total"]


def cover_rows(p, *rows):
    for row in rows:
        for col in range(12):
            if k.GROUND[0, row * 12 + col] != c.OUTSIDE and p.terrain(row, col) is None:
                p.patch(row, col)


def test_solo_target():
    # PU-148
    given = EXAMPLES["solo_target"]["given"]
    total = BASE_TARGET + sum(ADJUSTMENT[n, given[colour]] for n, colour in enumerate(c.COLOURS))
    assert total == expected("solo_target")["target"]
    s = GAME.new_state(players=1, events=given)
    assert s["target"] == expected("solo_target")["target"]


def test_solo_rating_rounding():
    # PU-149
    given = EXAMPLES["solo_rating_rounding"]["given"]
    found = [solo_rating(medals, given["target"])[0] for medals in given["medals"]]
    assert found == expected("solo_rating_rounding")["difference_rounded"]


def test_republic_tech_2():
    # PU-215: all of pile 3 and one random card of pile 4
    seen = set()
    for seed in range(8):
        p = Position("Republic", seed=seed, markers={"civ": 7}, technologies=2)
        p.pile(15, 16, 17, 22, 23, 24).advance("civ").play("take the civ card")
        offered = {int(text.split()[3].strip(",")) for text in p.options() if "civ card" in text}
        assert offered >= {15, 16, 17}
        assert len(offered - {15, 16, 17}) == 1
        seen |= offered - {15, 16, 17}
        extra = next(iter(offered - {15, 16, 17}))
        p.play(f"keep civ card {extra},")
        assert p.s["card_place"][extra - 1] == 0
        assert (p.s["card_place"][[14, 15, 16]] == c.IN_PILE).all()
    assert len(seen) > 1


def test_wormhole_choice():
    # PU-220
    p = Position("Wormhole Corp.", markers={"biomass": 1}).put(104, 0, 5, 0)
    p.advance("biomass")
    assert p.markers["biomass"] == 2
    p.play("take the patch")
    assert p.decision == "place_patch"
    assert p.markers["civ"] == 0


def test_cosmos_skip():
    # PU-159, PU-160
    p = Position("Cosmos Inc.", markers={"biomass": 1}).put(104, 0, 5, 0)
    p.me["track_lifepod"][int(c.BIOMASS) * 16 + 2] = 1
    p.advance("biomass")
    assert p.markers["biomass"] == 3
    assert p.decision == "place_patch"
    p.play("put a patch on [5, 1]")
    assert p.decision == "take_tile"


def oasis(technology_1):
    p = Position("Oasis Ultd.", markers={"water": 1, "biomass": 2}, technologies=int(technology_1))
    # a corner tromino whose two water squares cover ice
    p.put(104, 0, 4, 10)
    p.place(tile("V3", "water/rover"), *two_on_ice(p))
    return p.play("resolve the water station")


def tile(shape, terrains, meteor=0):
    for number in range(144):
        variant, key = divmod(number, 12)
        names = "/".join(c.TERRAIN_NAMES[t] for t in k.TERRAIN_OF_PAIR[variant // 2])
        if k.SHAPE_KEYS[key] == shape and names == terrains and variant % 2 == meteor:
            return number
    raise AssertionError((shape, terrains))


def two_on_ice(p):
    """A free place of V3 water/rover next to a tile with both water squares on ice."""
    ice = k.GROUND[int(p.me["planet"])] == c.ICE
    for orientation in range(8):
        cells = k.CELLS[3 * 8 + orientation][:3]
        for row in range(1, 10):
            for col in range(1, 10):
                where = [(row + r) * 12 + col + q for r, q in cells.tolist()]
                water = [w for w, s in zip(where, k.SECTION_OF_CELL[3], strict=False) if s == 0]
                fits = all(k.GROUND[0, w] != c.OUTSIDE and p.me["terrain"][w] < 0 for w in where)
                if fits and len(water) == 2 and all(ice[w] for w in water):
                    first = where[0]
                    for step in (1, -1, 12, -12):
                        if first + step not in where and k.GROUND[0, first + step] != c.OUTSIDE:
                            p.patch(*divmod(first + step, 12))
                            return orientation, row, col
    raise AssertionError("no such place")


def test_oasis_blocked():
    # PU-205, PU-206
    p = oasis(technology_1=False)
    assert p.markers["water"] == expected("oasis_blocked")["water_step"]
    assert p.movement == 0


def test_oasis_skip():
    # PU-205, PU-207
    p = oasis(technology_1=True)
    assert p.markers["water"] == expected("oasis_skip")["water_step"]
    assert p.movement == expected("oasis_skip")["movement_points_gained"]
    assert p.decision == "tile_items"


def test_horizon_load_and_deliver():
    # PU-175, PU-176
    p = Position("Horizon Group").put(104, 0, 5, 0).put(8, 0, 5, 1)
    p.me["meteorite"][6 * 12 + 1] = 1
    p.rover(7, 1).points(4)
    p.play("rover 0: step north")
    assert (int(p.me["cargo"][0]), int(p.me["meteorites"])) == (1, 0)
    p.play("rover 0: step west")  # [6, 0] is the rover station of tile 104
    assert (int(p.me["cargo"][0]), int(p.me["meteorites"])) == (0, 1)


def test_horizon_water():
    # PU-183
    p = Position("Horizon Group", technologies=4).put(104, 0, 5, 0)
    p.rover(5, 1, loaded=True).points(2).play("rover 0: step west")
    assert (int(p.me["cargo"][0]), int(p.me["meteorites"])) == (0, 0)


def test_single_patch_is_an_area():
    # PU-113
    from exozoo.envs.planet_unknown.rules.objectives import measure

    p = Position().patch(5, 0)
    assert measure(p.s["players"][0:1].view(np.recarray)[0], c.LARGEST_AREA, c.BIOMASS) == 1
    assert recount.Seat(p.s, 0).measure({"metric": "largest_area", "terrain": "biomass"}) == 1


def medals(corporation, track, positions):
    """The medals of one marker at each position, by the running score."""
    found = []
    for position in positions:
        p = Position(corporation)
        p.set_markers(**{track: position})
        p.ask(int(c.CHOOSE_LINE)).meteorite(5, 5).play("destroy the meteorites of row 5")
        found.append(GAME.scores(p.s)[0])
    return found


def test_jump_drive_tech_medals():
    # PU-53, PU-186
    assert medals("Jump Drive", "tech", range(16)) == expected("jump_drive_tech_medals")["medals"]


def test_oasis_water_medals():
    # PU-212
    assert medals("Oasis Ultd.", "water", range(24)) == expected("oasis_water_medals")["medals"]


def test_wormhole_biomass_medals():
    # PU-220
    found = medals("Wormhole Corp.", "biomass", range(6))
    assert found == expected("wormhole_biomass_medals")["medals"]


@pytest.mark.parametrize("track", c.TRACK_NAMES)
def test_universal_coalition_medals(track):
    # PU-53, PU-152
    wanted = expected("universal_coalition_medals")[track]
    assert medals("Universal Coalition", track, range(16)) == wanted


def card_points(cards, meteorites):
    from exozoo.envs.planet_unknown.rules.scoring import card_medals

    p = Position()
    p.s["card_place"][:] = c.IN_BOX
    p.hold(*cards)
    p.me["meteorites"] = meteorites
    return int(card_medals(p.s, np.int64(0))) + meteorites // 3


def test_meteorite_repo():
    # PU-246
    found = [card_points(range(29, 29 + n), 8) for n in range(5)]
    assert found == expected("meteorite_repo")["medals"]


def test_commerce_agreement():
    # PU-247
    found = [card_points(range(33, 33 + n), 0) for n in range(5)]
    assert found == expected("commerce_agreement")["medals"]


def test_station_geometry():
    # PU-12
    from exozoo.envs.planet_unknown.rules.phase_turn import depot_shape

    p = Position(players=6, rotation="clockwise")
    given, wanted = EXAMPLES["station_geometry"]["given"], expected("station_geometry")
    p.s["shift"], p.s["rotation"] = given["shift"], given["rotation"]
    seat = np.int64(given["position"])  # six players sit at positions 0..5
    assert k.SHAPE_KEYS[depot_shape(p.s, seat, c.OUTER)] == wanted["outer_shape"]
    assert k.SHAPE_KEYS[depot_shape(p.s, seat, c.INNER)] == wanted["inner_shape"]


def test_clockwise_step():
    # PU-14
    from exozoo.envs.planet_unknown.rules.phase_round import turn_clockwise
    from exozoo.envs.planet_unknown.rules.phase_turn import depot_shape

    p = Position(players=6, rotation="clockwise")
    p.s["rotation"] = 0
    turn_clockwise(p.s)
    assert p.s["rotation"] == expected("clockwise_step")["rotation"]
    outer = expected("clockwise_step")["outer_compartment"]
    assert depot_shape(p.s, np.int64(1), c.OUTER) == k.OUTER_SHAPE[outer]


def test_every_vector_has_a_test():
    names = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    parametrized = {"double_bonus_with_tech_3"}
    assert set(EXAMPLES) - names - parametrized == set()
