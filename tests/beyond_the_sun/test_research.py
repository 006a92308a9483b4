"""Resources, research and automation (sections 4, 5 and 6)."""

from __future__ import annotations

import pytest

from tests.beyond_the_sun.positions import (
    GAME,
    can,
    colony,
    decision,
    discs,
    effects,
    fleet,
    number,
    options,
    own,
    play,
    put_event,
    put_tech,
    researched,
    ships,
    slot,
    stack_deck,
    table,
    turn_of,
    two_level_1,
)

RESEARCH_2 = {"op": "research", "levels": [2]}


def test_ore_is_gained_from_an_unlimited_bank():
    """BS-61, BS-5: also per counter, up to a maximum."""
    s = table(2)
    effects(s, 0, {"op": "gain_ore", "n": 20})
    assert own(s, 0)["ore"] == 30
    colony(s, 0, "A-05", "A-06", "A-07", "A-08", "A-09")
    per = {"op": "gain_ore_per", "n": 1, "per": "colonized_system", "max": 3}
    effects(s, 0, per)
    assert own(s, 0)["ore"] == 33
    effects(s, 0, {"op": "gain_ore_per", "n": 2, "per": "colonized_system"})
    assert own(s, 0)["ore"] == 43


def test_supply_is_emptied_from_the_left():
    """BS-63, BS-65, BS-62: leftmost column first, only what is there."""
    s = table(2)
    effects(s, 0, {"op": "supply_to_pop", "n": 4})
    assert list(own(s, 0)["supply"]) == [0, 2, 3, 4, 4]
    assert own(s, 0)["population"] == 7
    effects(s, 0, {"op": "supply_to_pop", "n": 20})
    assert list(own(s, 0)["supply"]) == [0] * 5
    assert own(s, 0)["population"] == 20
    s = table(2)
    effects(s, 0, {"op": "supply_to_pop", "n": 1, "src": "rightmost"})
    assert list(own(s, 0)["supply"]) == [3, 3, 3, 4, 3]
    effects(s, 0, {"op": "pop_to_ship", "n": 1, "level": 2, "at": "shipyard"})  # BS-62
    assert own(s, 0)["population"] == 3
    assert fleet(s, 0, "SOL") == [2]


def test_returned_population_goes_right_and_a_overflows():
    """BS-66, BS-67: rightmost free cell; when all are full, column A beyond its capacity."""
    s = table(2)
    p = own(s, 0)
    p["supply"][:] = [3, 2, 3, 4, 4]
    p["population"] = 4
    turn_of(s, 0)
    play(s, "supply", "trade")
    p["supply"][:] = [3, 2, 3, 4, 4]
    play(s, "population to ore")
    assert list(p["supply"]) == [3, 3, 3, 4, 4]
    play(s, "population to ore")
    assert list(p["supply"]) == [4, 3, 3, 4, 4]


def test_move_supply_between_columns():
    """BS-68, BS-154: the two rightmost cubes to any columns; only A may be over-filled."""
    s = table(2)
    p = own(s, 0)
    p["supply"][:] = [3, 2, 3, 4, 1]
    p["population"] += 4
    effects(s, 0, {"op": "move_supply", "n": 2, "from": "rightmost", "to": "any"})
    assert options(s) == [f"supply column {x}" for x in "ABDE"]
    play(s, "column A")  # the cube of D
    assert list(p["supply"]) == [4, 2, 3, 3, 1]
    play(s, "column B")  # the cube of E
    assert list(p["supply"]) == [4, 3, 3, 3, 0]
    effects(s, 0, {"op": "move_supply", "n": 1, "from": "any", "to": "A"})
    assert not can(s, "column A")
    play(s, "column C")
    assert list(p["supply"]) == [5, 3, 2, 3, 0]
    turn_of(s, 0)
    play(s, "supply", "trade", "population to ore")  # later returns fill holes on the right first
    assert p["supply"][4] == 1


def test_short_supply_asks_for_population():
    """BS-64, BS-140: with no supply left population may be used, in part, or the part skipped."""
    ship = {"op": "supply_to_ship", "n": 2, "level": 1, "at": "deep_space"}
    s = table(2)
    p = own(s, 0)
    p["population"] = 3
    p["supply"][:] = [0, 0, 0, 0, 1]
    p["researched"] = 0
    effects(s, 0, ship)
    assert decision(s) == "short supply"
    assert fleet(s, 0, "DS") == [1]
    play(s, "use population")
    assert fleet(s, 0, "DS") == [1, 1]
    assert p["population"] == 2
    p["supply"][:] = 0
    effects(s, 0, ship)
    play(s, "skip")
    assert fleet(s, 0, "DS") == [1, 1]
    p["supply"][0] = 2
    two_level_1(s)
    p["supply"][:] = 0
    p["population"] = 1
    effects(
        s,
        0,
        {"op": "supply_to_ship", "n": 1, "level": 2, "at": "deep_space"},
        RESEARCH_2,
        action=True,
    )
    assert not can(s, "use population")  # BS-35: the research needs it
    right = {"op": "supply_to_ship", "n": 1, "level": 2, "at": "deep_space", "src": "rightmost"}
    s = table(2)
    effects(s, 0, right)
    assert list(own(s, 0)["supply"]) == [3, 3, 3, 4, 3]


@pytest.mark.parametrize(("population", "legal"), [(2, False), (3, True)])
def test_we_7_returned_and_used_population_add_up(population, legal):
    """WE-7, BS-66, BS-35: 4 ore + return 2: research IIII needs 3 population."""
    s = table(2)
    for place, card in (("III-3", "Capital Ship"), ("III-4", "Metahuman Chambers")):
        put_tech(s, place, card)
        researched(s, 0, place)
    own(s, 0)["population"] = population
    own(s, 0)["ore"] = 4
    turn_of(s, 0)
    assert can(s, "Metahuman Chambers") is legal
    if legal:
        supply = int(own(s, 0)["supply"].sum())
        stack_deck(s, 4, "Galactic Commonwealth", "Starlane Hegemony")
        play(s, "Metahuman Chambers, space 1")
        assert own(s, 0)["supply"].sum() == supply + 2
        assert own(s, 0)["population"] == 0
        assert own(s, 0)["researched"] >> slot("IIII-2") & 1


def test_we_8_research_example():
    """WE-8, BS-70 to BS-78, BS-82: slots, type, draw, choice, bonus, deck.

    BS-70, BS-71, BS-72, BS-74, BS-75, BS-76, BS-77, BS-78, BS-80, BS-6.
    """
    s = table(4)
    two_level_1(s)
    ships(s, 0, "SOL", 1)
    put_event(s, "II-2", "Commodity Boom")
    stack_deck(
        s, 2, "Vertical Hydroponics", "Human Experimentation", "Colonial Charter", "Plasma Cannon"
    )
    turn_of(s, 0)
    ore, pop = int(own(s, 0)["ore"]), int(own(s, 0)["population"])
    play(s, "research II, space 1")
    assert options(s) == [f"research II-{n} (undiscovered)" for n in (1, 2, 3)]
    play(s, "II-2")
    assert own(s, 0)["ore"] == ore - 2 + 2  # paid; the event gave 1 to each and 1 to the discoverer
    assert own(s, 1)["ore"] == 11  # BS-75: the event was resolved
    assert own(s, 0)["population"] == pop - 1
    assert options(s) == ["look for military technologies", "look for commercial technologies"]
    play(s, "military")
    assert options(s) == ["choose Human Experimentation", "choose Plasma Cannon"]
    seen = GAME.observation.split(GAME.observe(s, 2), 4)["aside"]
    assert list(seen[:4]) == list(s["aside"][:4])  # BS-80
    play(s, "Plasma Cannon")
    assert s["slot_card"][slot("II-2")] == number("technologies", "Plasma Cannon")
    assert s["tech_left"][0] == 15
    under = {
        number("technologies", n)
        for n in ("Vertical Hydroponics", "Human Experimentation", "Colonial Charter")
    }
    assert set(s["tech_deck"][0][12:15]) == under
    assert fleet(s, 0, "SOL") == [2]  # the immediate bonus: BS-93 leaves no choice with one ship
    assert own(s, 0)["ore"] == ore + 1
    assert decision(s) == "production"
    assert s["slot_event"][slot("II-2")] == -1
    turn_of(s, 0)
    assert can(s, "Plasma Cannon")  # BS-82
    turn_of(s, 1)
    assert not can(s, "Plasma Cannon")


def test_one_type_needs_no_choice_and_only_researched_ones_count():
    """BS-76: only types of prerequisites that the discoverer has; equal ones leave no choice."""
    s = table(2)
    for place, card in (
        ("III-1", "Capital Ship"),
        ("III-2", "Android Armada"),
        ("III-3", "Cerebral Implants"),
    ):
        put_tech(s, place, card)
    researched(s, 0, "III-1", "III-2")  # military both; III-3 would provide economic
    effects(s, 0, {"op": "research", "levels": [4]})
    assert decision(s) == "technology card"
    for card in s["aside_matching"]:
        assert "M" in entry(card)["types"]


def entry(card):
    from tests.beyond_the_sun.positions import CARDS

    return CARDS.items("technologies")[card]


def test_discovered_only_and_repeated_research():
    """BS-71, BS-73, BS-83, BS-74: the eye symbol; never twice; others do not block."""
    s = table(2)
    two_level_1(s)
    researched(s, 1, "I-1", "I-2", "II-1")
    put_tech(s, "II-1", "Plasma Cannon")
    effects(s, 0, {"op": "research", "levels": [2], "discovered_only": True})
    assert own(s, 0)["researched"] >> slot("II-1") & 1  # the only one that is discovered
    effects(s, 0, RESEARCH_2)
    assert not can(s, "II-1")
    s = table(2)  # BS-83: a discovered IIII card needs its lines only
    for place, card in (("III-3", "Capital Ship"), ("III-4", "Android Armada")):
        put_tech(s, place, card)
    put_tech(s, "IIII-2", "Parallel Universe Generator")  # scientific, lines are military
    researched(s, 0, "III-3", "III-4")
    effects(s, 0, {"op": "research", "levels": [4]})
    assert own(s, 0)["researched"] >> slot("IIII-2") & 1
    assert own(s, 0)["automated"][1] == 1  # BS-81: its bonus, though another discovered it


def test_two_of_three_prerequisites():
    """BS-72: at least two of the three joined technologies."""
    s = table(2)
    for place, card in (
        ("III-1", "Capital Ship"),
        ("III-2", "Android Armada"),
        ("III-3", "Mercenary Fleet"),
    ):
        put_tech(s, place, card)
    researched(s, 0, "III-1")
    effects(s, 0, {"op": "research", "levels": [4]})
    assert decision(s) == "production"
    researched(s, 0, "III-3")
    population = int(own(s, 0)["population"])
    effects(s, 0, {"op": "research", "levels": [4]})
    assert own(s, 0)["population"] == population - 1
    assert own(s, 0)["researched"] >> slot("IIII-1") & 1


def test_deck_that_ends_first():
    """BS-79: the matching cards found; if none, all cards drawn."""
    s = table(2)
    two_level_1(s)
    s["tech_deck"][0][:3] = [
        number("technologies", n) for n in ("Hypercomputing", "Modular Fleet", "Mass Cloning")
    ]
    s["tech_left"][0] = 3
    effects(s, 0, RESEARCH_2)
    play(s, "II-1")  # military: Modular Fleet alone matches
    assert s["slot_card"][slot("II-1")] == number("technologies", "Modular Fleet")
    assert s["tech_left"][0] == 2
    effects(s, 0, RESEARCH_2)
    play(s, "II-3")  # commercial: none matches
    assert len(options(s)) == 2
    play(s, "take Mass Cloning")
    assert s["slot_card"][slot("II-3")] == number("technologies", "Mass Cloning")
    assert s["tech_left"][0] == 1


def test_immediate_bonus_for_every_researcher():
    """BS-81: each faction takes it; action spaces and abilities are not triggered by it."""
    s = table(2)
    put_tech(s, "I-3", "Advanced Genetics")
    for seat in (0, 1):
        effects(s, seat, {"op": "research", "levels": [1]})
        play(s, "I-3")
        assert own(s, seat)["automated"][0] == 1
        assert own(s, seat)["population"] == 3
        assert own(s, seat)["ore"] == 10


def test_private_technology():
    """BS-84, BS-72: type of choice, no population, own bonus and action, 2 points, not a slot."""
    s = table(2)
    stack_deck(s, 2, "Vertical Hydroponics", "Mass Cloning")
    turn_of(s, 0)
    score = int(s["scores"][0])
    effects(s, 0, {"op": "private_tech", "level": 2})
    assert len(options(s)) == 4
    play(s, "economic", "Vertical Hydroponics")
    assert own(s, 0)["population"] == 4  # none used, 1 from the bonus
    assert own(s, 0)["automated"][0] == 1
    assert s["scores"][0] == score + 2 + 0
    assert own(s, 0)["researched"] == 0
    turn_of(s, 0)
    assert can(s, "Vertical Hydroponics")
    turn_of(s, 1)
    assert not can(s, "Vertical Hydroponics")


def test_automation():
    """BS-85, BS-86, BS-87, BS-88: leftmost disc, achievement disc if the track is empty, values."""
    s = table(2)
    effects(s, 0, {"op": "automate", "track": "food"})
    assert discs(s, 0) == (7, 8)
    effects(s, 0, {"op": "automate", "track": "either"})
    play(s, "ore track")
    assert discs(s, 0) == (7, 7)
    own(s, 0)["discs"][0] = 0
    effects(s, 0, {"op": "automate", "track": "food"})
    assert list(own(s, 0)["automated"]) == [1, 1, 1]
    effects(s, 0, {"op": "automate", "track": "either"})  # only the ore track has discs
    assert list(own(s, 0)["automated"]) == [1, 2, 1]
    printed = [0, 1, 0, 1, 1, 1, 2]
    for level in range(10):
        own(s, 0)["automated"][:] = [level, 0, 0]
        turn_of(s, 0)
        assert s["scores"][0] == sum(printed[:level]) + max(0, level - 7)


def test_research_in_a_bonus_without_a_slot_is_skipped():
    """BS-141: what is impossible in a bonus is left out, the rest is done."""
    s = table(2)
    effects(s, 0, {"op": "research", "levels": [4]}, {"op": "gain_ore", "n": 1})
    assert own(s, 0)["ore"] == 11


def test_choose_offers_possible_options_only():
    """BS-143: one option each time; impossible ones cannot be picked."""
    s = table(2)
    own(s, 0)["ore"] = 2
    build = [{"op": "supply_to_pop", "n": 1}]
    pick = {
        "op": "choose",
        "times": 2,
        "options": [
            {"cost": [{"op": "pay_ore", "n": 2}], "effects": build},
            {"cost": [], "effects": [{"op": "gain_ore", "n": 1}]},
        ],
    }
    effects(s, 0, pick)
    assert options(s) == ["option A", "option B"]
    play(s, "option A")
    assert own(s, 0)["ore"] == 1  # the second time only B was possible
    assert own(s, 0)["population"] == 4
