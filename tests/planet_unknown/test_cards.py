"""Sections 9 and 24: civ cards; 26: who knows them."""

from __future__ import annotations

import numpy as np

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.scoring import card_medals
from tests.planet_unknown.positions import GAME, Position
from tests.planet_unknown.test_vectors import tile


def take(card, p):
    """Seat 0 takes this card from its pile."""
    p.pile(card).ask(int(c.TAKE_CARD), int(k.LEVEL_OF_CARD[card - 1]), -1)
    return p.play(f"keep civ card {card},")


def test_a_milestone_shows_the_whole_pile_and_one_card_is_kept():
    # PU-57, PU-59
    p = Position(markers={"civ": 2}).pile(6, 7, 29).advance("civ")
    assert len(p.options()) == 3
    p.play("keep civ card 7,")
    assert p.s["card_place"][6] == 0
    assert (p.s["card_place"][[5, 28]] == c.IN_PILE).all()


def test_immediate_cards_are_resolved_and_leave_play():
    # PU-58
    p = take(4, Position())
    assert p.movement == 4
    assert p.s["card_place"][3] == c.USED


def test_an_empty_pile_gives_nothing():
    # PU-61
    p = Position(markers={"civ": 2}).pile(8).advance("civ")
    assert p.decision == "take_tile"


def test_cards_are_nine_of_each_level():
    # PU-6
    assert np.bincount(k.LEVEL_OF_CARD).tolist() == [9, 9, 9, 9]
    for card in k.CARDS:
        assert k.KIND_OF_CARD[card["id"] - 1] == c.CARD_KINDS.index(card["effect"]["kind"])


def test_different_markers_one_after_the_other():
    # PU-239: cards 1, 10, 11, 19
    p = take(10, Position(markers={"civ": 15}))
    assert set(p.options()) == {f"advance the {t} marker" for t in c.TRACK_NAMES[1:]}
    p.play("advance the water marker")
    assert "advance the water marker" not in p.options()
    p.play("advance the biomass marker", "advance the tech marker")
    assert p.decision == "take_tile"
    few = take(10, Position(markers={**dict.fromkeys(c.TRACK_NAMES, 15), "tech": 3, "water": 3}))
    few.play("advance the tech marker", "advance the water marker")
    assert few.decision == "take_tile"


def test_one_marker_by_two_steps():
    # PU-239: card 2
    p = take(2, Position()).play("advance the tech marker")
    assert p.markers["tech"] == 2
    assert p.decision == "choose_advance"  # the boost of tech 2


def test_patches_of_cards():
    # PU-86: cards 3, 12, 26
    p = take(12, Position().put(104, 0, 5, 0))
    p.choose(5, 1)
    assert p.decision == "place_patch"
    p.choose(6, 1)
    assert p.decision == "take_tile"


def test_extra_tile_without_stations():
    # PU-240: card 5: meteorite yes, stations no, it becomes the tile placed last
    p = Position().put(104, 0, 5, 0)
    p.only(8 + 12)
    take(5, p)
    assert p.decision == "take_tile"
    p.play("take I2 civ/energy with meteor")
    GAME.step(p.s, GAME.actions.encode("place", 0, 5, 1))
    assert p.at("meteorite", 6, 1) == 1
    assert sum(p.markers.values()) == 0
    assert p.decision == "take_tile"
    assert set(p.me["last_square"][:2].tolist()) == {61, 73}


def test_extra_tile_with_stations():
    # PU-240: card 16
    p = Position().put(104, 0, 5, 0)
    p.only(8)
    take(16, p).play("take I2 civ/energy")
    GAME.step(p.s, GAME.actions.encode("place", 0, 5, 1))
    p.play("resolve the civ station")
    assert p.markers["civ"] == 1


def test_extra_tile_that_cannot_be_placed_has_no_effect():
    # PU-98, PU-240
    p = take(16, Position().cover_all())
    assert p.s["ending"] == 0
    assert int(p.s["num_pending"]) == 2


def test_lifepods_of_cards():
    # PU-242: cards 13, 18
    p = take(13, Position()).play("collect the lifepod on [2, 7]", "collect the lifepod on [4, 1]")
    assert int(p.me["lifepods"]) == 2
    assert p.decision == "take_tile"
    few = Position()
    few.me["lifepod"][:] = 0
    few.lifepod(2, 7)
    take(18, few).play("collect the lifepod on [2, 7]")
    assert few.decision == "take_tile"


def test_teleport_card():
    # PU-73, PU-241: card 14
    p = take(14, Position().rover(5, 5).rover(6, 6)).play("teleport rover 0")
    assert (6, 6) not in p.squares()
    assert not any("step" in text for text in p.options())
    p.choose(2, 7)
    assert p.rovers()[0] == (2, 7)
    assert int(p.me["lifepods"]) == 1
    assert take(14, Position()).decision == "take_tile"


def test_line_card():
    # PU-243: card 17: destroyed, not collected
    p = Position().put(8 + 12, 0, 5, 0).put(8 + 36, 0, 5, 1)
    p = take(17, p)
    assert len(p.options()) == 24
    p.play("destroy the meteorites of row 6")
    assert p.me["meteorite"].sum() == 0
    assert int(p.me["meteorites"]) == 0
    assert take(17, Position()).decision == "take_tile"


def test_meteor_defence():
    # PU-244: card 25
    p = Position().put(8 + 12, 0, 5, 0).put(8 + 36, 0, 5, 1)
    take(25, p).play("destroy the meteorite on [6, 0]", "destroy the meteorite on [6, 1]")
    assert p.me["meteorite"].sum() == 0
    assert p.decision == "take_tile"
    assert int(p.me["meteorites"]) == 0


def test_unionization():
    # PU-245: all markers to 5, all bonuses but boosts
    p = Position(markers={"civ": 5, "water": 6, "tech": 4, "rover": 4, "biomass": 1})
    take(21, p.put(104, 0, 5, 0))
    assert set(p.options()) == {f"advance the {t} marker" for t in ("biomass", "rover", "tech")}
    p.play("advance the biomass marker")
    assert p.markers["biomass"] == 2
    assert p.decision == "choose_advance"
    assert "advance the civ marker" not in p.options()  # no boost
    p.play("advance the biomass marker", "put a patch on [5, 1]", "advance the rover marker")
    assert p.movement == 2
    p.play("advance the tech marker", "advance the biomass marker", "advance the biomass marker")
    assert p.markers == {"civ": 5, "water": 6, "biomass": 5, "rover": 5, "tech": 5}
    assert p.decision == "take_tile"


def points(p, *cards):
    p.s["card_place"][:] = c.IN_BOX
    p.hold(*cards)
    return int(card_medals(p.s, np.int64(0)))


def test_medals_of_cards():
    # PU-104, PU-248, PU-249, PU-250
    assert points(Position(), 6, 7, 27) == 1 + 2 + 4
    assert points(Position().patch(5, 0).patch(5, 1).put(8, 0, 3, 5), 22) == 2
    p = Position("Cosmos Inc.")
    p.me["lifepods"] = 3
    p.me["track_lifepod"][5] = 1
    assert points(p, 28) == 3
    assert points(Position(), 23, 24) == 5


def finish(p):
    """Go to the final steps: the round is over for everybody."""
    p.s["phase"], p.s["turn"], p.s["ending"], p.s["num_pending"] = c.PHASE_TURNS, 1, 1, 0
    p.ask(int(c.END_TURN))
    return p.play("end the turn")


def test_end_of_game_cards_advance_markers():
    # PU-101, PU-102: numbers and rovers are worth nothing any more
    p = Position(markers={"rover": 5}).put(104, 0, 5, 0).rover(5, 0)
    p.s["card_place"][:] = c.IN_BOX
    finish(p.hold(23, 24))
    assert p.decision == "choose_advance"
    assert p.rovers() == []
    assert p.me["lifepod"].sum() == 0
    p.play("advance the rover marker")
    assert p.movement == 0
    assert p.decision == "choose_advance"  # the second card, no rover to put
    p.set_markers(biomass=2).play("advance the biomass marker")
    assert p.decision == "place_patch"  # patches are placed at once
    p.choose(5, 1)
    assert GAME.is_over(p.s)


def test_patches_of_end_of_game_cards_cannot_be_stored():
    # PU-102: placed at once, though Universal Coalition technology 2 is available
    p = Position(technologies=2, markers={"biomass": 2}).put(104, 0, 5, 0)
    p.s["card_place"][:] = c.IN_BOX
    finish(p.hold(23)).play("advance the biomass marker")
    assert p.decision == "place_patch"
    assert "store the patch" not in p.options()


def test_a_civ_milestone_in_the_final_steps_gives_a_card_that_is_resolved_too():
    # PU-103
    p = Position(markers={"civ": 13}).pile(24)
    finish(p.hold(23)).play("advance the civ marker", "keep civ card 24,")
    assert p.decision == "choose_advance"
    p.play("advance the water marker")
    assert GAME.is_over(p.s)


def test_secret_cards_do_not_enter_the_running_score():
    # PU-59, PU-254
    p = Position(markers={"civ": 2}).pile(7).advance("civ").play("keep civ card 7,")
    assert GAME.scores(p.s)[0] == 1  # the medal of civ 2 alone
    seen = GAME.observation.split(GAME.observe(p.s, 1), 2)
    assert seen["civ_card"][6] == 0
    assert seen["cards_held"][1].tolist() == [1, 0, 0, 0]
    assert GAME.observation.split(GAME.observe(p.s, 0), 2)["civ_card"][6] == 1


def test_who_saw_the_pile_knows_its_cards():
    # PU-251, PU-253: seat 0 saw 6, 7 and 29 and took 7; seat 1 then took one of the others
    p = Position(markers={"civ": 2}).pile(6, 7, 29, 8).advance("civ").play("keep civ card 7,")
    p.s["card_place"][5] = 1
    hands = set()
    for seed in range(20):
        other = GAME.determinize(p.s, 0, seed)
        held = [n + 1 for n in range(36) if other["card_place"][n] == 1]
        assert len(held) == 1
        assert held[0] in (6, 29)
        assert other["card_place"][6] == 0
        hands.add(held[0])
    assert hands == {6, 29}
    guesses = set()
    for seed in range(40):
        other = GAME.determinize(p.s, 1, seed)
        assert other["card_place"][5] == 1
        guesses |= {n + 1 for n in range(36) if other["card_place"][n] == 0}
    # seat 1 never looked: any other card of level 1 that is kept until the end
    kept = {
        card["id"] for card in k.CARDS if card["level"] == 1 and not k.IS_IMMEDIATE[card["id"] - 1]
    }
    assert guesses == kept - {6}


def test_cards_resolved_at_the_end_are_known():
    # PU-254: seat 0 has shown card 23 and advances a marker for it
    p = Position().pile(20, 27, 24)
    finish(p.hold(23))
    assert p.decision == "choose_advance"
    for seed in range(10):
        assert GAME.determinize(p.s, 1, seed)["card_place"][22] == 0


def test_tiles_below_the_top_are_hidden():
    # PU-252
    p = Position()
    orders = {GAME.determinize(p.s, 0, seed)["pile"][3].tobytes() for seed in range(5)}
    assert len(orders) == 5
    assert {int(GAME.determinize(p.s, 0, n)["pile"][3, 0]) for n in range(5)} == {
        int(p.s["pile"][3, 0])
    }


def test_later_players_see_the_choices_of_earlier_ones():
    # PU-256
    p = Position().place(tile("I2", "rover/tech"), 0, 5, 0)
    seen = GAME.observation.split(GAME.observe(p.s, 1), 2)
    assert seen["terrain"][1, 5, 0] == c.ROVER  # relative seat 1 of seat 1 is seat 0
