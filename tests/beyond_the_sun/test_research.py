"""Resources, research, automation and events (sections 4, 5, 6 and 9)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.beyond_the_sun.positions import (
    GAME,
    can,
    colony,
    control,
    controller,
    decision,
    discs,
    effects,
    event,
    fleet,
    number,
    options,
    own,
    pawn,
    play,
    put_event,
    put_system,
    put_tech,
    researched,
    ships,
    slot,
    stack_deck,
    table,
    turn_of,
)

RESEARCH_2 = {"op": "research", "levels": [2]}


def two_level_1(s, seat=0):
    researched(s, seat, "I-1", "I-2")
    put_tech(s, "I-1", "Narrow Beam Lasers")
    put_tech(s, "I-2", "Terraforming")


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
    assert decision(s) == "ship to upgrade"  # the immediate bonus
    play(s, "upgrade")
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


# ---- events


def test_event_comes_between_researcher_and_card():
    """BS-110, BS-112: the discoverer opens a guild before a card is drawn."""
    s = table(3)
    two_level_1(s)
    put_event(s, "II-1", "Tyler Lee, prodigy entrepreneur")
    turn_of(s, 0)
    ore = int(own(s, 0)["ore"])
    play(s, "research II, space 1", "II-1")
    assert s["slot_card"][slot("II-1")] == -1
    assert sorted(options(s)) == ["open Professors' Guild", "open Terraformers' Guild"]
    play(s, "Professors")
    assert list(s["guild_open"]) == [0, 1, 0, 0]
    assert own(s, 0)["ore"] == ore - 2 + 1
    event(s, 0, "Maya Chaturvedi, visionary")  # one tile of the rank is left
    assert list(s["guild_open"]) == [1, 1, 0, 0]
    event(s, 0, "Tyler Lee, prodigy entrepreneur")  # none is left
    assert list(s["guild_open"]) == [1, 1, 0, 0]


def test_kept_event_scores():
    """BS-113, BS-179: KC-24X stays with the discoverer for 1 point."""
    s = table(2)
    turn_of(s, 1)
    score = int(s["scores"][1])
    event(s, 1, "KC-24X, first android governor")
    play(s, "Technocrats")
    assert s["scores"][1] == score + 1


def test_each_faction_starting_with_the_discoverer():
    """BS-111, BS-114: clockwise; optional ones may be declined; each pays for itself."""
    s = table(3)
    own(s, 2)["ore"] = 1
    event(s, 1, "Automation Summit")
    order = []
    while decision(s) != "production":
        order.append(int(s["seat"]))
        play(s, "take the optional part" if s["seat"] == 1 else "skip")
        if decision(s) == "automation track":
            play(s, "ore track")
    assert order == [1, 0]  # seat 2 cannot pay
    assert own(s, 1)["ore"] == 8
    assert discs(s, 1) == (8, 7)
    assert own(s, 0)["ore"] == 10


def test_black_market_arms():
    """BS-115: the discoverer names the level; each may take a ship; then he may upgrade one."""
    s = table(2)
    event(s, 0, "Black Market Arms")
    assert options(s) == ["ships of level 1", "ships of level 2"]
    play(s, "level 2", "take")
    assert s["seat"] == 1
    play(s, "take")
    assert (fleet(s, 0, "DS"), fleet(s, 1, "DS")) == ([2], [2])
    assert s["seat"] == 0
    play(s, "take", "upgrade")
    assert fleet(s, 0, "DS") == [3]


def test_extra_system():
    """BS-116: an ordinary system one jump from its slot; not replaced when colonised."""
    s = table(2)
    left = int(s["system_left"][0])
    event(s, 0, "New Star Chart")
    assert len(options(s)) == 2
    play(s, "(A1)")
    assert s["system_left"][0] == left - 1
    put_system(s, "X1", "Epsilon Eridani")  # strength 4, food; control: 1 supply to population
    ships(s, 0, "A1", 4)
    population = int(own(s, 0)["population"])
    effects(s, 0, {"op": "jump", "n": 1})
    play(s, "move", "Epsilon Eridani (X1)")
    assert controller(s, "X1") == 0
    assert own(s, 0)["population"] == population + 1
    b = int(s["system_left"][0])
    effects(s, 0, {"op": "colonize"})
    assert s["colony_owner"][number("systems", "Epsilon Eridani")] == 0
    assert s["node_system"][9] == -1
    assert s["extra_slot"] == -1
    assert s["system_left"][0] == b
    ships(s, 0, "A1", 1)
    effects(s, 0, {"op": "jump", "n": 1})
    play(s, "at Barnard's Star")
    assert not can(s, "X1")


def test_linked_events():
    """BS-117, BS-179: linked to a system, an achievement or a technology."""
    s = table(2, achievements="beginner")
    event(s, 0, "Pioneer Medal")
    play(s, "Barnard's Star")
    s["colony_owner"][number("systems", "Barnard's Star")] = 1
    s["node_system"][5] = -1
    turn_of(s, 0)
    assert s["scores"][1] == 5 + 2
    event(s, 0, "Public Acclaim")
    play(s, "Empire")
    s["achievement_disc"][0, 0] = 0
    turn_of(s, 0)
    assert s["scores"][0] == 5 + 1
    event(s, 0, "Research Grant", "II-1")
    put_tech(s, "II-1", "Plasma Cannon")
    researched(s, 1, "I-1")
    ore = int(own(s, 1)["ore"])
    effects(s, 1, {"op": "research", "levels": [2], "discovered_only": True})
    assert own(s, 1)["ore"] == ore + 1 + 1  # the linked ore and the card's own


def test_museum():
    """BS-118, BS-2: the ship is out of play, counts for nothing but the card's points."""
    s = table(2)
    ships(s, 0, "A1", 3)
    ships(s, 1, "A1", 1)
    control(s, 0, "A1", "food")
    event(s, 0, "Decommissioned Spaceship Museum")
    score = int(s["scores"][0])
    play(s, "museum the level 3")
    assert own(s, 0)["museum"] == 3
    assert fleet(s, 0, "A1") == []
    assert controller(s, "A1") == 1  # control is checked
    play(s, "stop")
    assert s["scores"][0] == score - 1 + 2  # an outpost less, 2 for a level 3 ship
    effects(s, 0, {"op": "upgrade", "ships": 1, "levels": 1})
    assert decision(s) == "production"  # nothing to upgrade


def test_dyson_sphere():
    """BS-119: any faction pays, takes the linked card without discs and its bonus; pawn leaves."""
    s = table(2)
    b = s["system_deck"][1]
    epsilon = number("systems", "Epsilon Indi")
    place = list(b[: s["system_left"][1]]).index(epsilon)
    b[0], b[place] = b[place], b[0]
    event(s, 0, "Dyson Sphere", "III-1")
    assert s["dyson_card"] == epsilon
    turn_of(s, 1)
    supply = own(s, 1)["supply"].copy()
    play(s, "Dyson Sphere")
    assert s["colony_owner"][epsilon] == 1
    assert s["dyson_card"] == -1
    assert own(s, 1)["pawn"] == -1
    assert own(s, 1)["ore"] == 4
    assert discs(s, 1) == (8, 8)
    assert own(s, 1)["population"] == 3 - 1 + 3
    assert own(s, 1)["supply"].sum() == supply.sum() + 1 - 3
    turn_of(s, 0)
    assert not can(s, "Dyson")


def test_transdimensional_ai():
    """BS-153: one of two prerequisites may be missing for discovered slots; its own research."""
    s = table(2)
    put_tech(s, "II-2", "Plasma Cannon")
    put_tech(s, "III-2", "Transdimensional AI")
    researched(s, 0, "I-1", "II-2")
    effects(s, 0, {"op": "research", "levels": [3]})
    assert own(s, 0)["skip_prereq"] == 1
    play(s, "take the optional part")
    ore = int(own(s, 0)["ore"])
    assert can(s, "research I-4")
    play(s, "research I-4")
    assert own(s, 0)["automated"].sum() == 0  # Advanced Robotics' bonus is skipped
    assert own(s, 0)["ore"] == ore
    put_tech(s, "II-5", "Modular Fleet")  # needs I-3 and I-4; I-3 is missing
    effects(s, 0, RESEARCH_2)
    assert can(s, "II-5 (Modular Fleet)")
    put_tech(s, "IIII-1", "Starlane Hegemony")
    effects(s, 0, {"op": "research", "levels": [4]})
    assert own(s, 0)["researched"] >> slot("IIII-1") & 1  # one of the two needed of three
    s["slot_card"][slot("II-5")] = -1
    effects(s, 0, RESEARCH_2)
    assert not can(s, "II-5")


def test_android_rights():
    """BS-154: 1 of the returned cubes may be replaced by 1 ore."""
    s = table(2)
    s["guild_open"][1] = 1
    researched(s, 0, "II-3")
    put_tech(s, "II-3", "Colonial Charter")
    own(s, 0)["return_as_ore"] = 1
    own(s, 0)["population"] = 2
    turn_of(s, 0)
    play(s, "Professors' Guild, space 1")
    assert sorted(options(s)) == ["return 1 ore instead of 1 population", "return all population"]
    play(s, "return 1 ore")
    assert own(s, 0)["ore"] == 10 - 5
    s = table(2)
    s["guild_open"][1] = 1
    researched(s, 0, "II-3")
    put_tech(s, "II-3", "Colonial Charter")
    own(s, 0)["return_as_ore"] = 1
    own(s, 0)["population"] = 1
    turn_of(s, 0)
    assert can(s, "Professors")  # possible only with the replacement
    own(s, 0)["ore"] = 4
    turn_of(s, 0)
    assert not can(s, "Professors")


def test_subatomic_fabrication():
    """BS-155: discs for automation and systems from either track; not for shipyards."""
    s = table(4)
    own(s, 0)["any_track"] = 1
    effects(s, 0, {"op": "automate", "track": "food"})
    assert can(s, "ore track")
    ships(s, 0, "SOL", 2)
    play(s, "food")
    effects(s, 0, {"op": "jump", "n": 1})
    play(s, "move", "Barnard's Star")  # a food system
    assert options(s)[:2] == ["take a disc from the food track", "take a disc from the ore track"]
    play(s, "ore track")
    ships(s, 0, "A1", 1)
    effects(s, 0, {"op": "jump", "n": 1})
    play(s, "move the level 1", "shipyard 1")
    assert s["outpost"][2] == 0  # food, without a choice


def test_planetary_scale_research():
    """BS-160: exactly the number of colonies plus 1, at most IIII."""
    s = table(2)
    two_level_1(s)
    by_colonies = {"op": "research", "level_expr": "colonized_plus_1_max_4"}
    effects(s, 0, by_colonies)
    assert [o[:11] for o in options(s)] == ["research I-"] * 2
    colony(s, 0, "A-05")
    effects(s, 0, by_colonies)
    assert all("II-" in o and "III-" not in o for o in options(s))
    colony(s, 0, "A-06", "A-07", "A-08", "A-09", "A-10")
    effects(s, 0, by_colonies)
    assert decision(s) == "production"  # level IIII is out of reach


def test_quantum_data_exchange():
    """BS-151: copies any action with a research, paying its cost; choices with a research only."""
    s = table(2)
    two_level_1(s)
    put_tech(s, "III-1", "Quantum Data Exchange")
    put_tech(s, "II-4", "Mass Cloning")
    put_tech(s, "II-6", "Free Trade Lanes")
    researched(s, 0, "III-1")
    pawn(s, 1, 17 + 2 * slot("II-4"))
    s["private_card"][0], s["private_owner"][0] = number("technologies", "Hypercomputing"), 1
    turn_of(s, 0)
    play(s, "Quantum Data Exchange, space 1")
    assert sorted(options(s)) == [
        "copy Mass Cloning, space 1",
        "copy research I, space 1",
        "copy research II, space 1",
    ]
    own(s, 0)["ore"] = 10
    play(s, "Mass Cloning")
    assert own(s, 0)["ore"] == 7  # option C, forced
    assert decision(s) == "technology slot"
    assert own(s, 0)["pawn"] == 17 + 2 * slot("III-1")


def test_manufacturing_orbitals():
    """BS-152: the action repeats the immediate bonus in order."""
    s = table(4)
    put_tech(s, "III-1", "Manufacturing Orbitals")
    researched(s, 0, "III-1")
    control(s, 0, "SY1", "food")
    control(s, 0, "SY2", "ore")
    colony(s, 0, "A-05", "A-06", "A-07")
    turn_of(s, 0)
    play(s, "Manufacturing Orbitals")
    assert own(s, 0)["ore"] == 12  # two controlled locations
    assert own(s, 0)["population"] == 4  # three colonies make one
    play(s, "take the optional part")
    assert options(s) == [
        f"build a level 2 ship at {x}" for x in ("Sol", "shipyard 1", "shipyard 2")
    ]
    play(s, "shipyard 2")
    assert decision(s) == "ship to move"


def test_ministry_of_colonies():
    """BS-150: cards of deck A, of deck B when A runs out; one becomes a colony."""
    s = table(2)
    deck = [int(x) for x in s["system_deck"][0][:3]]
    left = int(s["system_left"][0])
    draw = {"op": "draw_systems_colonize", "deck": "A", "draw": 3, "pick": 1}
    effects(s, 0, draw)
    assert len(options(s)) == 3
    GAME.step(s, GAME.legal_actions(s)[1])
    assert s["colony_owner"][deck[1]] == 0
    assert s["system_left"][0] == left - 1
    assert set(s["system_deck"][0][left - 3 : left - 1]) == {deck[0], deck[2]}
    s["system_left"][0] = 1
    effects(s, 0, draw)
    drawn = [int(x) for x in s["aside"][: s["num_aside"]]]
    assert [x >= 12 for x in drawn] == [False, True, True]


def test_event_order_of_hidden_things_is_redealt():
    """BS-12, BS-78: determinize keeps what is known and shuffles what is not."""
    s = GAME.new_state(seed=5, players=2)
    orders = {tuple(GAME.determinize(s, seed=k)["slot_event"]) for k in range(6)}
    assert len(orders) > 3
    s["tech_group"][0][14:16] = 1
    bottom = set(s["tech_deck"][0][14:16])
    for k in range(6):
        again = GAME.determinize(s, seed=k)
        assert set(again["tech_deck"][0][14:16]) == bottom
        assert np.array_equal(np.sort(again["tech_deck"][0][:16]), np.sort(s["tech_deck"][0][:16]))
