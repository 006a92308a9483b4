"""Points that the rulebooks leave open, as the rules page decides them."""

from __future__ import annotations

import pytest

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from tests.planet_unknown.positions import GAME, Position
from tests.planet_unknown.test_cards import finish, take
from tests.planet_unknown.test_corporations_c_to_j import cosmos, jump
from tests.planet_unknown.test_corporations_m_to_w import makeshift, where
from tests.planet_unknown.test_events import reveal
from tests.planet_unknown.test_vectors import tile


def test_the_redirect_of_cosmos_3_may_be_declined():
    # PU-164
    p = cosmos(technologies=3)
    p.me["lifepods"], p.me["used_game"][1] = 1, 1
    p.place(tile("I2", "civ/energy"), 0, 5, 0).play("use the technology of this tile", "stop here")
    assert p.decision == "tile_items"
    assert "use the technology of this tile" not in p.options()
    assert int(p.me["lifepods"]) == 1


def held_back(event):
    """Cosmos Inc. has reached technology 2 in the round of this event; the round is about to end."""
    p = cosmos(markers={"tech": 4}, events="normal").event(event)
    p.me["lifepods"] = 1
    p.advance("tech")
    assert p.decision == "take_tile"  # PU-137
    return p


def next_round(p, event):
    """Every seat has finished its turn; the next round's event is this one, for seat 0 first."""
    p.s["event_total"] = 3
    p.s["event_deck"][:2] = event - k.FIRST_EVENT_ID
    p.s["event_next"] = 1
    p.s["commander"], p.s["seat"], p.s["turn"], p.s["num_pending"] = 1, 1, 1, 0
    p.ask(int(c.END_TURN)).play("end the turn")
    assert p.s["round_number"] == 2
    return p


@pytest.mark.parametrize("event", [109, 123])
def test_cosmos_2_held_back_by_an_event_opens_the_next_turn(event):
    # PU-163, PU-137
    p = next_round(held_back(event), 97)
    while p.s["phase"] != c.PHASE_TURNS:
        assert p.decision != "redirect_from"
        GAME.step(p.s, int(GAME.legal_actions(p.s)[0]))
    while p.s["seat"] != 0:
        GAME.step(p.s, int(GAME.legal_actions(p.s)[-1]))
    assert p.decision == "redirect_from"
    p.play("redirect the lifepod in the collection area", "move the lifepod to rover 9")
    p.play("stop here")
    assert p.decision == "take_tile"


def test_cosmos_2_held_back_is_used_when_an_event_collects_a_lifepod():
    # PU-163
    p = next_round(held_back(109).lifepod(5, 5), 82)
    assert (p.s["phase"], p.s["seat"]) == (c.PHASE_EVENT, 0)
    p.play("collect the lifepod on [5, 5]", "put the lifepod into the collection area")
    assert p.decision == "redirect_from"


def test_cosmos_2_held_back_in_the_last_round_is_used_in_the_final_steps():
    # PU-163, PU-100
    p = finish(held_back(123))
    assert p.s["phase"] == c.PHASE_FINAL
    assert p.decision == "redirect_from"


def test_jump_d_does_not_read_a_tile_set_aside():
    # PU-190, PU-96
    p = jump("D").cover_all().only(tile("I2", "rover/tech"))
    p.play("take I2 rover/tech", "resolve the tech station")
    assert p.decision == "tile_items"
    assert p.markers["tech"] == 1


def test_republic_4_gives_its_boost_during_unionization():
    # PU-217, PU-245
    markers = {"civ": 1, "water": 6, "biomass": 6, "rover": 6}
    p = take(21, Position("Republic", technologies=4, markers=markers))
    p.play("advance the civ marker", "gain a boost", "advance the water marker")
    assert p.markers["water"] == 7


def test_republic_5_resolves_the_first_card_before_the_second_is_chosen():
    # PU-218
    p = Position("Republic", technologies=5).pile(2, 6, 27)
    finish(p).play("keep two of the civ cards left", "keep civ card 2,")
    assert p.decision == "choose_advance"
    while p.decision == "choose_advance":
        GAME.step(p.s, int(GAME.legal_actions(p.s)[-1]))
    assert p.decision == "keep_card"
    assert len(p.options()) == 2


def test_shifts_of_the_event_phase_count_with_the_turn_that_follows():
    # PU-201
    p = makeshift(technologies=3, civ=("civ", 4), rover=("rover", 2))
    reveal(69, p)
    p.play("advance the civ marker", "the marker goes to the right")
    assert where(p, "civ") == ("water", 4)
    assert int(p.me["shifts"]) == 1
    while p.s["phase"] == c.PHASE_EVENT:
        GAME.step(p.s, int(GAME.legal_actions(p.s)[0]))
    assert p.decision == "take_tile"
    assert int(p.me["shifts"]) == 1
    p.s["num_pending"] = 0
    p.ask(int(c.END_TURN)).play("end the turn")
    assert int(p.me["shifts"]) == 0


def test_a_rover_may_be_put_on_a_square_of_the_last_tile_that_a_patch_covers():
    # PU-65, PU-222
    p = Position("Wormhole Corp.", technologies=2).put(8, 0, 5, 0)
    p.ask(int(c.PLACE_PATCH), 1, 0).choose(5, 0)
    assert p.terrain(5, 0) == "biomass"
    p.ask(int(c.PLACE_ROVER))
    assert p.squares() == {(5, 0), (6, 0)}
    p.choose(5, 0)
    assert p.rovers() == [(5, 0)]
