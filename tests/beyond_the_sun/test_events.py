"""Events (section 9)."""

from __future__ import annotations

import numpy as np

from tests.beyond_the_sun.positions import (
    CARDS,
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
    node,
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
    table,
    turn_of,
    two_level_1,
)

RESEARCH_2 = {"op": "research", "levels": [2]}


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
    play(s, "take")
    assert fleet(s, 0, "DS") == [3]


def test_extra_system():
    """BS-116: an ordinary system one jump from its slot; not replaced when colonised."""
    s = table(2)
    left = int(s["system_left"][0])
    card = int(s["system_deck"][0][0])
    name = CARDS.items("systems")[card]["name"]
    event(s, 0, "New Star Chart")
    assert s["system_left"][0] == left - 1  # drawn and shown before the place is chosen
    assert GAME.observation.split(GAME.observe(s, 1), 2)["aside"][0] == card
    assert options(s) == [
        f"place {name} beside Barnard's Star (A1)",
        f"place {name} beside Proxima Centauri (A2)",
    ]
    play(s, "(A1)")
    assert s["node_system"][node("X1")] == card
    assert s["num_aside"] == 0
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
    """BS-155: discs for automation, systems and shipyards from either track."""
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
    assert options(s)[:2] == ["take a disc from the food track", "take a disc from the ore track"]
    play(s, "ore track")
    assert s["outpost"][node("SY1")] == 1


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
