"""Sections 20 and 21: events and the solo game."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import has_technology
from exozoo.envs.planet_unknown.view.describe import depot_tile
from tests.planet_unknown.positions import GAME, Position
from tests.planet_unknown.test_cards import finish
from tests.planet_unknown.test_vectors import tile


def reveal(card, p, seats=1):
    """Let the event phase begin with this card on top of the deck, for seat 0 first."""
    p.s["event_total"] = max(int(p.s["event_total"]), 2)
    p.s["event_deck"][0] = card - k.FIRST_EVENT_ID
    p.s["event_deck"][1] = 81 - k.FIRST_EVENT_ID
    p.s["event_next"] = 0
    p.s["event"] = -1
    p.s["commander"], p.s["seat"], p.s["turn"] = 0, 0, 0
    p.s["phase"], p.s["num_pending"] = c.PHASE_ROTATION, 0
    p.ask(int(c.CHOOSE_ROTATION))
    return p.play(f"turn the station to rotation {int(p.s['rotation'])}")


def solo(**options):
    return Position(players=1, **options)


def test_an_event_is_resolved_by_every_player_in_turn_order():
    # PU-16, PU-123, PU-125, PU-129
    p = reveal(69, Position(events="normal"))
    assert p.s["phase"] == c.PHASE_EVENT
    assert p.options() == ["advance the civ marker", "advance the rover marker"]
    p.play("advance the rover marker")
    assert p.s["seat"] == 1
    p.play("advance the civ marker")
    assert p.s["phase"] == c.PHASE_TURNS
    assert p.s["seat"] == 0


def test_movement_points_of_events_wait_for_the_own_turn():
    # PU-29, PU-129
    p = Position(events="normal", markers={"rover": 4}).rover(5, 5)
    reveal(69, p)
    p.play("advance the rover marker")
    assert p.movement == 2
    assert not any("step" in text for text in p.options())  # seat 1 decides
    p.play("advance the civ marker")
    assert "rover 0: step north" in p.options()


def test_restrictions_last_until_the_end_of_the_round():
    # PU-126
    p = reveal(122, Position(events="normal"))
    assert int(p.s["event"]) + k.FIRST_EVENT_ID == 122
    p.advance("tech").advance("tech")
    assert p.decision == "take_tile"  # PU-144: no boost of tech 2
    p.finish_turn()
    while p.s["round_number"] == 1:
        GAME.step(p.s, int(GAME.legal_actions(p.s)[-1]))
    assert int(p.s["event"]) + k.FIRST_EVENT_ID == 81


def test_events_are_over_before_the_final_steps():
    # PU-126: neither card 122 nor card 109 binds the advances of end-of-game cards
    p = Position(markers={"water": 2}).pile(6).hold(23).event(122)
    finish(p).play("advance the water marker")
    assert p.decision == "choose_advance"  # the boost of water 3
    q = Position(markers={"civ": 13}).pile(24).hold(23).event(109)
    finish(q).play("advance the civ marker")
    assert q.decision == "take_card"


def test_the_last_event_ends_the_game():
    # PU-95 C, PU-128
    p = Position(events="normal")
    p.s["event_total"] = 1
    p.s["event_deck"][0] = 97 - k.FIRST_EVENT_ID
    p.s["event_next"] = 0
    p.s["phase"], p.s["num_pending"], p.s["turn"] = c.PHASE_ROTATION, 0, 0
    p.ask(int(c.CHOOSE_ROTATION)).play("turn the station to rotation 3")
    assert p.s["ending"] == 1
    rounds = int(p.s["round_number"])
    rng = np.random.default_rng(0)
    while not p.s["over"]:
        GAME.step(p.s, int(rng.choice(GAME.legal_actions(p.s))))
    assert p.s["round_number"] == rounds


def test_card_68_three_cells_without_bonuses():
    # PU-130
    p = reveal(68, Position(events="normal", markers={"water": 2, "civ": 14}))
    assert p.options() == [f"advance the {t} marker" for t in ("civ", "water", "biomass")]
    q = Position(events="normal", markers={"civ": 14})
    p.play("advance the water marker")
    assert p.markers["water"] == 5
    assert p.s["seat"] == 1  # no boost of water 3
    reveal(68, q).play("advance the civ marker")
    assert q.markers["civ"] == 15


@pytest.mark.parametrize("card", range(69, 79))
def test_cards_69_to_78_one_of_two_markers(card):
    # PU-131
    tracks = k.EVENTS[card - 65]["effect"]["tracks"]
    p = reveal(card, Position(events="normal", markers={tracks[0]: 15}))
    assert p.options() == [f"advance the {tracks[1]} marker"]
    none = reveal(card, Position(events="normal", markers=dict.fromkeys(tracks, 15)))
    assert none.s["seat"] == 1
    assert [none.markers[track] for track in tracks] == [15, 15]


@pytest.mark.parametrize("card", [*range(85, 95), 96, 105, 106])
def test_cards_that_move_down(card):
    # PU-94, PU-132
    effect = k.EVENTS[card - 65]["effect"]
    p = reveal(card, Position(events="normal", markers=dict.fromkeys(c.TRACK_NAMES, 5)))
    assert {t for t in c.TRACK_NAMES if f"move the {t} marker down" in p.options()} == set(
        effect["tracks"]
    )
    first = effect["tracks"][0]
    p.play(f"move the {first} marker down")
    assert p.markers[first] == 5 - effect["steps"]


@pytest.mark.parametrize("card", [95, 107])
def test_cards_that_put_a_meteorite(card):
    # PU-133
    p = Position(events="normal").put(8 + 12, 0, 5, 0).put(8 + 36, 0, 5, 1).rover(6, 0)
    p.me["meteorite"][6 * 12] = 0
    reveal(card, p)
    assert p.squares() == {(6, 0)}  # the other symbol has its meteorite
    p.choose(6, 0)
    assert p.at("meteorite", 6, 0) == 1
    assert p.rovers() == []
    safe = Position(events="normal", technologies=5).put(8 + 12, 0, 5, 0)
    safe.me["meteorite"][:] = 0
    reveal(card, safe)
    assert safe.decision == "take_tile"
    assert safe.me["meteorite"].sum() == 0


@pytest.mark.parametrize("card", range(97, 103))
def test_cards_that_forbid_a_terrain_to_rovers(card):
    # PU-134
    name = k.EVENTS[card - 65]["effect"]["terrain"]
    number = c.TERRAIN_NAMES.index(name)
    p = Position().rover(5, 5).points(2)
    p.me["terrain"][5 * 12 + 6] = number
    p.me["terrain"][5 * 12 + 4] = (number + 1) % 6
    p.event(card)
    assert "rover 0: step east" not in p.options()
    assert "rover 0: step west" in p.options()
    p.me["terrain"][5 * 12 + 5] = number
    assert "rover 0: step west" in p.options()  # it may leave
    p.ask(int(c.CHOOSE_TELEPORT)).play("teleport rover 0")
    assert (5, 6) not in p.squares()


def test_a_milestone_may_put_a_rover_on_a_forbidden_terrain():
    # PU-134: putting is not moving
    p = Position().put(104, 0, 5, 0).event(97).advance("rover")
    assert (5, 0) in p.squares()


@pytest.mark.parametrize("card", [104, 108])
def test_cards_104_and_108_one_station(card):
    # PU-136
    p = Position().event(card).place(tile("I2", "rover/tech"), 0, 5, 0)
    p.play("resolve the tech station")
    assert p.decision == "end_turn"
    assert (p.markers["tech"], p.markers["rover"]) == (1, 0)
    aside = Position().cover_all().event(card).only(8)
    aside.play("take I2 civ/energy", "resolve the civ station")
    assert aside.decision == "end_turn"
    trigger = Position("Oasis Ultd.", technologies=5).event(card).place(104, 0, 5, 0)
    trigger.play("resolve the rover station", "put a rover on [5, 0]")
    assert "gain a boost" in trigger.options()


@pytest.mark.parametrize("card", [109, 123])
def test_cards_without_milestones(card):
    # PU-137
    p = Position(markers={"civ": 2, "rover": 5, "biomass": 2, "tech": 2}).put(104, 0, 5, 0)
    p.pile(6).event(card).advance("civ").advance("biomass").advance("rover")
    assert p.decision == "take_tile"
    assert p.movement == 2  # numbers are gained
    p.advance("tech")
    assert not has_technology(p.s.players[0], c.IGNORE_ADJACENCY)
    p.s["event"] = -1
    p.refresh()
    assert has_technology(p.s.players[0], c.IGNORE_ADJACENCY)
    boost = Position(markers={"water": 2}).event(card).advance("water")
    assert boost.decision == "choose_advance"
    old = Position(technologies=1).event(card)
    assert has_technology(old.s.players[0], c.IGNORE_ADJACENCY)
    old.ask(int(c.CHOOSE_DOWN), 1 << int(c.TECH), 1).play("move the tech marker down")
    old.advance("tech")
    assert not has_technology(old.s.players[0], c.IGNORE_ADJACENCY)  # newly reached


def test_card_111_destroys_one_of_several_rovers():
    # PU-138
    p = reveal(111, Position(events="normal").rover(5, 5).rover(6, 6))
    p.play("destroy rover 1")
    assert p.rovers() == [(5, 5)]
    one = reveal(111, Position(events="normal").rover(5, 5))
    assert one.rovers() == [(5, 5)]
    assert one.decision != "destroy_rover"


def test_card_112_removes_a_card_of_each_pile_once():
    # PU-125, PU-139
    p = Position(events="normal").pile(6, 7, 8, 15)
    reveal(112, p)
    left = k.LEVEL_OF_CARD[p.s["card_place"] == c.IN_PILE]
    assert left.tolist() == [0]


def test_cards_about_lifepods_and_meteorites():
    # PU-140
    p = reveal(82, Position(events="normal")).choose(2, 7)
    assert int(p.me["lifepods"]) == 1
    gone = reveal(113, Position(events="normal")).choose(2, 7)
    assert (int(gone.me["lifepods"]), gone.at("lifepod", 2, 7)) == (0, 0)
    stone = Position(events="normal").put(8 + 12, 0, 5, 0)
    reveal(83, stone).choose(6, 0)
    assert int(stone.me["meteorites"]) == 1
    lose = Position(events="normal")
    lose.me["meteorites"] = 2
    reveal(115, lose)
    assert int(lose.me["meteorites"]) == 1
    pod = Position(events="normal")
    pod.me["lifepods"] = 2
    reveal(114, pod).play("destroy the lifepod in the collection area")
    assert int(pod.me["lifepods"]) == 1
    none = reveal(83, Position(events="normal"))
    assert none.decision != "collect_meteorite"


def test_card_114_reaches_tracks_and_technologies():
    # PU-140, PU-160, PU-185
    cosmos = Position("Cosmos Inc.", events="normal", technologies=1)
    cosmos.me["track_lifepod"][int(c.TECH) * 16 + 3] = 1
    cosmos.refresh()
    reveal(114, cosmos).play("destroy the lifepod on tech 3")
    assert has_technology(cosmos.s.players[0], c.DIAGONAL_ROVERS)
    jump = Position("Jump Drive", events="normal", technologies=2)
    reveal(114, jump).play("destroy the lifepod on technology B")
    assert not has_technology(jump.s.players[0], c.TELEPORT_SAME_TERRAIN)


@pytest.mark.parametrize("card", [117, 118])
def test_boost_or_peek(card):
    # PU-141, PU-255
    p = reveal(card, Position(events="normal"))
    hidden = GAME.observation.split(GAME.observe(p.s, 0), 2)["public"][12]
    assert hidden == -1
    p.play("look at the next event card")
    seen = GAME.observation.split(GAME.observe(p.s, 0), 2)["public"][12]
    assert seen == 81 - k.FIRST_EVENT_ID
    assert GAME.observation.split(GAME.observe(p.s, 1), 2)["public"][12] == -1
    assert GAME.determinize(p.s, 0, 5)["event_deck"][1] == seen
    boost = reveal(card, Position(events="normal")).play("gain a boost")
    assert boost.decision == "choose_advance"


def test_the_order_of_the_deck_is_hidden_but_not_its_colours():
    # PU-251, PU-255
    p = Position(events=(6, 7, 7))
    colours = sorted(k.COLOUR_OF_EVENT[p.s["event_deck"]].tolist())
    decks = set()
    for seed in range(5):
        other = GAME.determinize(p.s, 0, seed)
        assert sorted(k.COLOUR_OF_EVENT[other["event_deck"]].tolist()) == colours
        assert len(set(other["event_deck"].tolist())) == 20
        assert other["event_deck"][0] == p.s["event_deck"][0]  # revealed
        decks.add(other["event_deck"].tobytes())
    assert len(decks) == 5


def test_patch_and_boost_cards():
    # PU-125: cards 80, 81, 84
    p = reveal(80, Position(events="normal").put(104, 0, 5, 0)).choose(5, 1)
    assert p.terrain(5, 1) == "biomass"
    for card in (81, 84):
        q = reveal(card, Position(events="normal")).play("advance the tech marker")
        assert q.markers["tech"] == 1


# --- solo -------------------------------------------------------------------------------------------
def test_solo_setup_and_round():
    # PU-11, PU-18, PU-146, PU-147
    s = GAME.new_state(players=1, seed=3)
    before = int(s["rotation"])
    assert (s["card_place"] == c.IN_PILE).sum() == 8
    assert (s["between"] == -1).all()
    GAME.step(s, int(GAME.legal_actions(s)[0]))
    assert s["event_next"] == 1
    if k.KIND_OF_EVENT[int(s["event"])] != c.EVENT_FREE_ROTATION:
        assert s["rotation"] == (before + 5) % 6
    starts = {int(GAME.new_state(players=1, seed=n)["rotation"]) for n in range(20)}
    assert len(starts) > 3


def test_solo_extra_rover():
    # PU-145: card 65
    p = solo()
    p.me["extra_rover"] = 1
    supply = int(p.me["rover_supply"])
    p.place(104, 0, 5, 0).play("put the extra rover on the tile")
    assert p.squares() == {(5, 0), (6, 0)}
    p.choose(5, 0)
    assert p.rovers() == [(5, 0)]
    assert int(p.me["rover_supply"]) == supply
    assert reveal(65, solo()).me["extra_rover"] == 1


def test_solo_cards_and_objectives():
    # PU-145: cards 66, 67, 110
    p = solo().pile(6)
    reveal(66, p)
    assert np.bincount(k.LEVEL_OF_CARD[p.s["card_place"] == c.IN_PILE]).tolist() == [2, 1, 1, 1]
    more = reveal(67, solo())
    assert (more.s["objective_place"] == 0).sum() == 4
    fewer = reveal(110, solo())
    assert len(fewer.options()) == 3
    fewer.play(fewer.options()[0])
    assert (fewer.s["objective_place"] == 0).sum() == 2


def test_solo_rotation_card():
    # PU-145: card 79
    p = reveal(79, solo())
    assert p.decision == "choose_rotation"
    p.play("turn the station to rotation 1")
    assert p.s["rotation"] == 1


def test_solo_empty_compartment_card():
    # PU-127, PU-145: card 116
    p = reveal(116, solo())
    inner = depot_tile(p.s, 0, 0) % 12
    p.play("remove all tiles of the inner compartment")
    assert p.s["taken"][inner] == 12
    lone = solo()
    lone.s["taken"][depot_tile(lone.s, 0, 0) % 12] = 12
    reveal(116, lone)
    assert lone.decision != "empty_compartment"  # it would leave the depot empty


def test_solo_target_depends_on_the_deck():
    # PU-148, PU-149, PU-150
    easy = GAME.new_state(players=1, events="easy")
    hard = GAME.new_state(players=1, events="hard")
    assert easy["target"] == 60 - 5 - 1 + 6
    assert hard["target"] == 60 - 7 - 2 + 0
    assert GAME.new_state(players=2)["target"] == 0


def test_personal_objectives_are_secret():
    # PU-122, PU-254
    s = GAME.new_state(players=2, personal_objectives=True, seed=2)
    first = int(s["seat"])
    offered = GAME.legal_actions(s)
    assert len(offered) == 2
    GAME.step(s, int(offered[0]))
    kept, returned = int(offered[0]) - 1390, int(offered[1]) - 1390
    assert s["objective_place"][kept] == first
    assert s["objective_place"][returned] == c.DISCARDED
    own = GAME.observation.split(GAME.observe(s, first), 2)["objective"]
    other = GAME.observation.split(GAME.observe(s, 1 - first), 2)["objective"]
    assert (own[kept], own[returned]) == (1, 5)
    assert (other[kept], other[returned]) == (0, 0)
    GAME.step(s, int(GAME.legal_actions(s)[1]))
    assert (s["between"] >= 0).sum() == 3
    places = set()
    for seed in range(10):
        mine = GAME.determinize(s, first, seed)["objective_place"]
        assert (mine[kept], mine[returned]) == (first, c.DISCARDED)  # what was seen stays there
        deal = GAME.determinize(s, 1 - first, seed)
        places |= set(np.flatnonzero(deal["objective_place"] == first).tolist())
    assert len(places) > 3
