"""Sections 16 to 18: final steps, objectives, ties."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.objectives import is_fulfilled, measure
from exozoo.envs.planet_unknown.rules.scoring import finish_game
from tests.planet_unknown import recount
from tests.planet_unknown.positions import GAME, Position
from tests.planet_unknown.test_cards import finish
from tests.planet_unknown.test_vectors import tile


def fulfils(p, card):
    """Whether seat 0 reaches a personal objective, by engine and recount alike."""
    engine = bool(is_fulfilled(p.s.players[0], np.int64(card - 37)))
    side = k.OBJECTIVES[card - 37]["personal"]
    assert engine == recount.Seat(p.s, 0).fulfils(side)
    return engine


def result(p, card):
    side = k.COMPETITIVE_OBJECTIVE[card - 37]
    engine = int(measure(p.s.players[0], np.int64(side[0]), np.int64(side[1])))
    assert engine == recount.Seat(p.s, 0).measure(k.OBJECTIVES[card - 37]["competitive"])
    return engine


def test_stored_patches_come_before_the_cards():
    # PU-100, PU-101, PU-102
    p = Position().put(104, 0, 5, 0)
    p.s["card_place"][:] = c.IN_BOX
    p.hold(23)
    p.me["stored_patches"] = 2
    finish(p)
    assert p.options() == ["place a stored patch"]
    p.play("place a stored patch").choose(5, 1).play("place a stored patch").choose(6, 1)
    assert p.decision == "choose_advance"


def test_final_steps_go_in_turn_order():
    # PU-100
    p = Position().put(104, 0, 5, 0)
    p.s["players"][1]["stored_patches"] = 1
    p.s["players"][1]["terrain"][60] = 1
    p.me["stored_patches"] = 1
    p.s["card_place"][:] = c.IN_BOX
    finish(p)
    assert p.s["seat"] == 0
    p.play("place a stored patch").choose(5, 1)
    assert p.s["seat"] == 1


def test_collection_area_scores():
    # PU-107
    p = Position()
    p.me["lifepods"], p.me["meteorites"] = 4, 5
    p.meteorite(5, 5).ask(int(c.CHOOSE_LINE)).play("destroy the meteorites of row 5")
    assert GAME.scores(p.s)[0] == 4 + 1


@pytest.mark.parametrize(("other", "points"), [(1, 5), (2, 2), (3, 0)])
def test_objectives_between_neighbours_score(other, points):
    # PU-109
    p = Position()
    p.s["card_place"][:] = c.IN_BOX
    p.s["between"][:] = [62 - 37, -1, -1, -1, -1, -1]  # more collected lifepods
    p.me["lifepods"] = 2
    p.s["players"][1]["lifepods"] = other
    finish_game(p.s)
    assert GAME.scores(p.s) == recount.final(p.s)
    assert GAME.scores(p.s)[0] == 2 + points
    assert GAME.scores(p.s)[1] == other + {5: 0, 2: 2, 0: 5}[points]


def test_fewer_is_better_where_the_card_says_so():
    # PU-115
    p = Position()
    p.s["card_place"][:] = c.IN_BOX
    p.s["between"][:] = [64 - 37, -1, -1, -1, -1, -1]  # fewer collected lifepods
    p.s["players"][1]["lifepods"] = 1
    finish_game(p.s)
    assert GAME.scores(p.s) == [5, 1]


def test_three_objectives_between_two_players():
    # PU-8, PU-109
    p = Position()
    p.s["card_place"][:] = c.IN_BOX
    p.s["between"][:] = [61 - 37, 62 - 37, 64 - 37, -1, -1, -1]
    p.me["lifepods"] = 1
    finish_game(p.s)
    assert GAME.scores(p.s) == [1 + 2 + 5 + 0, 2 + 0 + 5]


def test_personal_objectives_score_five():
    # PU-108
    p = Position()
    p.s["card_place"][:] = c.IN_BOX
    p.s["between"][:] = -1
    p.s["objective_place"][:] = -1
    p.s["objective_place"][[60 - 37, 61 - 37]] = 0  # at most 5 energy stations; 9 meteorites
    finish_game(p.s)
    assert GAME.scores(p.s)[0] == 5


def test_areas():
    # PU-112, PU-113, PU-90
    p = Position().put(tile("I2", "tech/biomass"), 0, 5, 0).patch(6, 1).patch(8, 1)
    assert result(p, 42) == 2  # largest biomass area: [6, 0] and the patch beside it
    assert result(p, 48) == 2  # two areas
    assert result(p, 43) == 0


def test_stations_count_if_visible():
    # PU-114
    p = Position().put(tile("I2", "civ/energy"), 0, 5, 0).put(tile("I2", "civ/energy"), 0, 5, 5)
    assert result(p, 37) == 1  # civ stations on the edge
    assert result(p, 59) == 2  # civ stations
    p.patch(5, 0)
    assert (result(p, 37), result(p, 59)) == (0, 1)


def test_rectangles():
    # PU-116
    p = Position()
    for row in (4, 5):
        for col in range(3, 8):
            p.patch(row, col)
    assert fulfils(p, 50)
    assert not fulfils(p, 39)
    p.patch(6, 3).patch(6, 4).patch(6, 5)
    assert fulfils(p, 39)
    upright = Position()
    for row in range(3, 8):
        upright.patch(row, 4).patch(row, 5)
    assert fulfils(upright, 50)


def test_stations_in_one_area():
    # PU-112
    p = Position()
    for n, col in enumerate(range(1, 7)):
        p.put(tile("I2", "civ/energy"), 0, 5, col)
        assert fulfils(p, 43) == (n == 5)
        assert fulfils(p, 60) == (n < 5)


def test_track_at_maximum():
    # PU-117
    assert fulfils(Position(markers={"civ": 15}), 55)
    assert not fulfils(Position(markers={"civ": 14}), 55)
    assert fulfils(Position("Oasis Ultd.", markers={"water": 23}), 58)
    assert not fulfils(Position("Oasis Ultd.", markers={"water": 15}), 58)
    assert fulfils(Position("Wormhole Corp.", markers={"biomass": 5}), 57)
    p = Position("Makeshift", markers={"civ": 15})
    p.me["path"][0] = c.WATER
    assert fulfils(p, 58)
    assert not fulfils(p, 55)
    assert result(Position(markers={"civ": 15, "tech": 15}), 60) == 2


def test_ice_and_land_covered():
    # PU-118
    p = Position()
    for square in range(144):
        if k.GROUND[0, square] == c.ICE:
            p.patch(*divmod(square, 12))
    assert fulfils(p, 63)
    assert not fulfils(p, 64)
    p.cover_all()
    assert fulfils(p, 64)
    assert fulfils(Position(planet="Petra"), 63)  # no ice at all


def test_lifepods_on_tracks_and_technologies_count_for_objectives():
    # PU-119
    p = Position("Cosmos Inc.")
    p.me["lifepods"] = 1
    p.me["track_lifepod"][[3, 20]] = 1
    assert result(p, 62) == 3
    assert fulfils(p, 62)
    assert result(Position("Jump Drive", technologies=2), 62) == 2


def test_petra_currents_count_as_energy_areas():
    # PU-237
    p = Position(planet="Petra").put(tile("I2", "civ/energy"), 0, 4, 4)
    assert result(p, 44) > 20


def test_ties_are_broken_by_bare_squares_then_meteorites():
    # PU-111
    def ranked(prepare):
        p = Position()
        p.s["card_place"][:] = c.IN_BOX
        p.s["between"][:] = -1
        prepare(p)
        finish_game(p.s)
        assert GAME.ranking(p.s) == recount.ranking(p.s)
        return GAME.ranking(p.s)

    assert ranked(lambda p: None) == [1, 1]
    assert ranked(lambda p: p.patch(5, 5)) == [1, 2]

    def stones(p):
        p.patch(5, 5).meteorite(5, 5)
        p.s["players"][1]["terrain"][65] = c.BIOMASS

    assert ranked(stones) == [2, 1]
    assert ranked(lambda p: p.s["players"][1].__setitem__("lifepods", 1)) == [2, 1]


def test_petra_current_is_bare_for_the_tie_break():
    # PU-111, PU-237
    p = Position(planet="Petra")
    p.s["card_place"][:] = c.IN_BOX
    p.s["between"][:] = -1
    finish_game(p.s)
    assert recount.ranking(p.s) == GAME.ranking(p.s) == [1, 1]
