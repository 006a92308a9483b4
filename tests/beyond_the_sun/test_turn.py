"""The turn: action spaces, production, achievements, the end (sections 2, 3 and 3.3)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.beyond_the_sun.positions import (
    CARDS,
    GAME,
    can,
    colony,
    decision,
    effects,
    options,
    own,
    pawn,
    play,
    put_system,
    put_tech,
    researched,
    ships,
    slot,
    table,
    turn_of,
)


def spaces(s):
    return {int(a) for a in GAME.legal_actions(s) if a < 60}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_deals_what_the_rules_say(players):
    """BS-1, BS-2, BS-3, BS-4, BS-5, BS-7, BS-8, BS-17, BS-18, BS-19: cubes, discs, boards, ore."""
    s = GAME.new_state(seed=3, players=players)
    ore = {2: [1, 2], 3: [1, 1, 2], 4: [1, 1, 2, 2]}[players]
    for seat in range(players):
        p = own(s, seat)
        board = CARDS.items("factions")[p["faction"]]
        cubes = p["supply"].sum() + p["population"] + p["ships"].sum()
        assert cubes == 20
        extra = {"F1-basic": (1, 0, 0), "F2-basic": (0, 1, 0)}.get(board["id"], (0, 0, 0))
        assert p["ore"] == ore[seat] + extra[0]
        assert p["population"] == 2 + extra[1]
        assert p["ships"][0].sum() == 1 == p["ships"].sum()
        assert p["ships"][0, 1 if board["id"] == "F3-basic" else 0] == 1
        supply = {"F2-basic": [3, 3, 3, 4, 3], "F4-basic": [5, 3, 3, 4, 2]}
        assert list(p["supply"]) == supply.get(board["id"], [3, 3, 3, 4, 4])
        assert list(p["discs"]) == [8, 8]
        assert p["pawn"] == -1
    assert sum(s["slot_card"][:4] >= 0) == 4  # BS-7: only level I is discovered
    assert all(s["slot_card"][4:] == -1)
    present = [name for name in ("SY1", "SY2", "SY3") if can_exist(s, name)]
    assert present == (["SY1", "SY3"] if players == 2 else ["SY1", "SY2", "SY3"])
    for seat in range(1, players):  # BS-18: another seat sees the same boards
        mine, theirs = (GAME.observation.split(GAME.observe(s, x), players) for x in (0, seat))
        assert (np.roll(mine["supply"], -seat, axis=0) == theirs["supply"]).all()


def can_exist(s, name):
    from exozoo.envs.beyond_the_sun.components import NODE_WIDTH, NODES
    from exozoo.envs.beyond_the_sun.constants import NODE_NAMES

    return bool(s["box"][int(NODES + NODE_NAMES.index(name) * NODE_WIDTH)])


def test_setup_shuffles_decks_events_systems_and_achievements():
    """BS-10, BS-11, BS-12, BS-13, BS-14, BS-15, BS-16."""
    events = CARDS.items("events")
    firsts, seen = set(), set()
    for seed in range(12):
        s = GAME.new_state(seed=seed, players=2)
        firsts.add(tuple(s["slot_card"][:4]))
        assert sorted(s["slot_card"][:4]) == [0, 1, 2, 3]
        assert list(s["tech_left"]) == [16, 16, 10]
        for level, first in ((2, 4), (3, 10)):
            laid = [events[e] for e in s["slot_event"][first : first + 6]]
            assert all(e["level"] == level for e in laid)
            assert len({e["id"] for e in laid}) == 6
            assert sum(e["light_frame"] for e in laid) == 2
            seen |= {e["id"] for e in laid}
        systems = CARDS.items("systems")
        on_map = [systems[card] for card in s["node_system"] if card >= 0]
        assert [x["deck"] for x in on_map] == ["A", "A", "B", "B"]
        assert all(x["starting"] for x in on_map[:2])
        assert list(s["system_left"]) == [10, 10]
        groups = [CARDS.items("achievements")[a]["group"] for a in s["achievement_card"]]
        assert groups == ["base", "base", "A", "B"]
        assert not s["guild_open"].any()
        assert s["active"] == 0 == s["seat"]
    assert len(firsts) > 3
    assert len(seen) == 20
    s = GAME.new_state(seed=0, achievements="beginner")
    names = {CARDS.items("achievements")[a]["name"] for a in s["achievement_card"]}
    assert names == {"Transcendence", "Empire", "Warlord", "Technologist"}


def test_advanced_boards_for_everybody():
    """BS-20."""
    s = GAME.new_state(seed=0, players=4, boards="advanced")
    assert sorted(own(s, seat)["faction"] for seat in range(4)) == [4, 5, 6, 7]
    s = GAME.new_state(seed=0, players=4)
    assert sorted(own(s, seat)["faction"] for seat in range(4)) == [0, 1, 2, 3]


@pytest.mark.parametrize(("players", "count"), [(2, 2), (3, 3), (4, 4)])
def test_basic_spacefaring_spaces(players, count):
    """BS-38, BS-19: rows by player count. BS-37: the last research II space costs 1 ore more."""
    s = table(players)
    researched(s, 0, "I-1", "I-2")
    turn_of(s, 0)
    expected = {*range(count), *range(4, 4 + count), 10}  # no ship, but a build can be jumped
    assert spaces(s) == expected | {8, 9, 17}  # and the space of Narrow Beam Lasers
    own(s, 0)["ore"] = 2
    turn_of(s, 0)
    assert spaces(s) >= {4}
    assert 4 + count - 1 not in spaces(s)
    own(s, 0)["ore"] = 3
    turn_of(s, 0)
    play(s, f"research II, space {count}")
    assert own(s, 0)["ore"] == 0


def test_we_1_pawn_rules():
    """WE-1, BS-30, BS-31, BS-32, BS-33, BS-34: which spaces a pawn may go to."""
    s = table(4)
    researched(s, 0, "I-1")
    ships(s, 0, "SOL", 1)
    pawn(s, 0, 0)
    pawn(s, 1, 8)
    pawn(s, 2, 9)
    turn_of(s, 0)
    free = spaces(s)
    assert {1, 2, 3, 10} <= free  # another research I space, supply
    assert 0 not in free  # BS-31
    assert not {8, 9} & free  # BS-32
    assert 17 in free  # Narrow Beam Lasers in I-1
    assert not {19, 20, 21, 22} & free  # Terraforming not researched, Advanced Genetics has none
    play(s, "supply")
    assert own(s, 0)["pawn"] == 10
    turn_of(s, 0)
    assert 10 in spaces(s)  # BS-33
    assert own(s, 0)["ore"] == 11  # BS-30: effects applied


def test_costs_must_be_payable():
    """BS-35, BS-60: an action whose cost or mandatory effect is impossible is not legal."""
    s = table(4)
    researched(s, 0, "I-1")
    own(s, 0)["ore"] = 0
    turn_of(s, 0)
    assert 17 not in spaces(s)  # Narrow Beam Lasers costs 1 ore
    own(s, 0)["ore"] = 1
    turn_of(s, 0)
    assert 17 in spaces(s)
    own(s, 0)["supply"][0] += own(s, 0)["population"]
    own(s, 0)["population"] = 0
    turn_of(s, 0)
    assert 17 not in spaces(s)  # no population to build with
    assert not {0, 1, 2, 3} & spaces(s)  # nor to research


def test_we_11_an_action_must_change_something():
    """WE-11, BS-36: jump 4 alone needs a move; with ore it does not."""
    s = table(4)
    ships(s, 0, "SOL", 1)
    effects(s, 0, {"op": "jump", "n": 4}, action=True)
    assert not can(s, "stop")
    play(s, "Barnard's Star")
    play(s, "move", "to Sol")  # back home: nothing has changed yet
    assert not can(s, "stop")
    s = table(4)
    ships(s, 0, "SOL", 1)
    effects(s, 0, {"op": "gain_ore", "n": 2}, {"op": "jump", "n": 2}, action=True)
    play(s, "stop")
    assert decision(s) == "production"
    s = table(4)  # the last point may not undo the only move
    ships(s, 0, "SOL", 1)
    effects(s, 0, {"op": "jump", "n": 2}, action=True)
    play(s, "Barnard's Star")
    play(s, "move")
    assert not can(s, "to Sol")
    s = table(4)  # an optional build must be taken if nothing else can change
    effects(
        s,
        0,
        {
            "op": "optional",
            "cost": [],
            "effects": [{"op": "pop_to_ship", "n": 1, "level": 1, "at": "shipyard"}],
        },
        {"op": "jump", "n": 2},
        action=True,
    )
    assert fleet_total(s, 0) == 1


def fleet_total(s, seat):
    return int(own(s, seat)["ships"].sum())


def test_we_6_supply_with_empty_columns():
    """WE-6, BS-38, BS-63: only the ore is gained."""
    s = table(2)
    own(s, 0)["population"] += own(s, 0)["supply"].sum()
    own(s, 0)["supply"][:] = 0
    turn_of(s, 0)
    before = int(own(s, 0)["population"])
    play(s, "supply")
    assert (own(s, 0)["ore"], own(s, 0)["population"]) == (11, before)


def test_guilds_open_to_all():
    """BS-39: costs and effects of the four guilds; covered ones cannot be used."""
    s = table(4)
    researched(s, 0, "I-1", "I-2", "II-1", "II-2")
    put_tech(s, "II-1", "Plasma Cannon")
    put_tech(s, "II-2", "Human Experimentation")
    turn_of(s, 0)
    assert not {11, 12, 13, 14, 15, 16} & spaces(s)
    s["guild_open"][:] = 1
    turn_of(s, 0)
    assert {12, 13, 14} <= spaces(s)
    assert 11 not in spaces(s)  # nothing to colonise
    assert not {15, 16} & spaces(s)  # no level IIII slot in reach
    ships(s, 0, "A1", 3)
    s["controller"][5] = 0
    s["outpost"][5] = 2
    turn_of(s, 0)
    assert 11 in spaces(s)
    own(s, 0)["population"] = 1
    turn_of(s, 0)
    assert not {12, 13} & spaces(s)  # BS-66: 1 returned and 1 used
    own(s, 0)["population"] = 2
    turn_of(s, 0)
    before = int(own(s, 0)["ore"])
    supply = int(own(s, 0)["supply"].sum())
    play(s, "Professors' Guild, space 2", "III-2")
    assert own(s, 0)["ore"] == before - 4
    assert own(s, 0)["supply"].sum() >= supply + 1 - 2  # returned, perhaps bonus cubes taken


def test_costs_of_terraformers_and_innovators():
    """BS-39: 4 ore and 1 population to colonise; 6 ore and 2 population for level IIII."""
    s = table(2)
    s["guild_open"][:] = 1
    put_tech(s, "III-3", "Capital Ship")
    put_tech(s, "III-4", "Android Armada")
    put_tech(s, "IIII-2", "Stellar Archive")  # 3 ore at once
    researched(s, 0, "III-3", "III-4")
    turn_of(s, 0)
    supply = int(own(s, 0)["supply"].sum())
    play(s, "Innovators' Guild, space 1")
    assert own(s, 0)["ore"] == 10 - 6 + 3
    assert (own(s, 0)["population"], own(s, 0)["supply"].sum()) == (0, supply + 2)
    s = table(2)
    s["guild_open"][:] = 1
    put_system(s, "A1", "Ross 248")  # strength 4, bonus: automate food
    ships(s, 0, "A1", 4)
    s["controller"][5], s["outpost"][5] = 0, 2
    turn_of(s, 0)
    play(s, "Terraformers")
    assert own(s, 0)["ore"] == 6
    assert own(s, 0)["population"] == 2


def test_technocrats_research_then_basic_action():
    """BS-38, BS-39: the basic action needs no free space and leaves the pawn; no extra ore."""
    s = table(4)
    s["guild_open"][2] = 1
    ships(s, 0, "SOL", 1)
    for seat, space in ((1, 8), (2, 9), (3, 4)):
        pawn(s, seat, space)
    turn_of(s, 0)
    play(s, "Technocrats", "research I-3")
    assert can(s, "build and jump")  # both its spaces are taken
    assert can(s, "perform research I")
    play(s, "perform supply")
    assert own(s, 0)["pawn"] == 14
    for name in ("I-1", "I-2", "I-3", "I-4"):
        own(s, 0)["researched"] |= 1 << slot(name)
    pawn(s, 0, 0)
    turn_of(s, 0)
    assert 14 not in spaces(s)  # OP-12


def test_ships_may_stay_in_the_basic_action_of_technocrats():
    """BS-36, BS-39: alone, building or jumping must change something; after a research neither must."""
    for moves, may_stay in (
        (("build and jump, space 1",), False),
        (("Technocrats", "research I-3", "build and jump"), True),
    ):
        s = table(2)
        s["guild_open"][2] = 1
        ships(s, 0, "SOL", 1)
        turn_of(s, 0)
        play(s, *moves, "skip the optional part")
        assert can(s, "stop") == may_stay


def test_we_2_grow():
    """WE-2, BS-40, BS-41, BS-42, BS-4: a visible symbol takes from its own column only."""
    s = table(2)
    p = own(s, 0)
    p["discs"][0] = 3
    p["population"] += p["supply"][0]
    p["supply"][0] = 0
    before = int(p["population"])
    turn_of(s, 0)
    play(s, "supply")
    before = int(p["population"])
    b, cc = int(p["supply"][1]), int(p["supply"][2])
    assert decision(s) == "production"
    assert len(options(s)) == 3
    play(s, "grow population")
    assert (p["population"], p["supply"][1], p["supply"][2]) == (before + 2, b - 1, cc - 1)
    assert p["supply"][3] == 4
    assert s["seat"] == 1  # BS-40: one of them only


def test_we_3_produce_ore():
    """WE-3, BS-43: 4 ore discs away show 3 symbols."""
    s = table(2)
    own(s, 0)["discs"][1] = 4
    turn_of(s, 0)
    play(s, "supply", "produce ore")
    assert own(s, 0)["ore"] == 10 + 1 + 3


def test_trade_exchanges():
    """BS-44, BS-45, BS-46, BS-47: rates; trading nothing is allowed; control is checked."""
    s = table(2)
    p = own(s, 0)
    turn_of(s, 0)
    play(s, "supply", "trade", "stop")
    assert s["seat"] == 1
    s = table(2)
    p = own(s, 0)
    ships(s, 0, "A1", 1)
    ships(s, 1, "A1", 1)
    s["controller"][5], s["outpost"][5] = 0, 2
    turn_of(s, 0)
    play(s, "supply", "trade")
    ore, pop, supply = int(p["ore"]), int(p["population"]), list(p["supply"])
    play(s, "ore to population")
    assert (p["ore"], p["population"]) == (ore - 3, pop + 1)
    assert p["supply"][0] == supply[0] - 1
    play(s, "population to ore")
    assert (p["ore"], p["population"]) == (ore - 2, pop)
    play(s, "ship to population")
    assert (p["ore"], p["population"]) == (ore - 3, pop + 1)
    assert s["controller"][5] == 1  # BS-47: control checked at once
    p["ore"] = 0
    turn_of(s, 0)
    play(s, "supply", "trade")
    assert not can(s, "ore to population")
    assert not can(s, "ship to population")


def test_turn_order_and_phases():
    """BS-25, BS-26: action, production, achievement; then clockwise; a round after the last seat."""
    s = table(3)
    turn_of(s, 0)
    kinds = []
    for seat in (0, 1, 2, 0):
        assert s["seat"] == seat
        kinds.append(decision(s))
        assert s["round_number"] == (2 if len(kinds) == 4 else 1)
        play(s, "supply")
        assert decision(s) == "production"
        play(s, "produce ore")
    assert kinds == ["action space"] * 4


def test_we_5_achievements():
    """WE-5, BS-50, BS-51, BS-52: claim one a turn, once each, leftmost free slot."""
    s = table(2, achievements="beginner")
    colony(s, 0, *(f"A-0{n}" for n in range(1, 9)))
    turn_of(s, 0)
    play(s, "supply", "produce ore")
    assert s["achievement_disc"][0, 0] == 0  # Empire
    assert s["seat"] == 1
    turn_of(s, 0)
    play(s, "supply", "produce ore")
    assert (s["achievement_disc"] == 0).sum() == 1
    colony(s, 1, *(f"B-0{n}" for n in range(1, 5)))
    turn_of(s, 1)
    play(s, "supply", "produce ore")
    assert s["achievement_disc"][0, 1] == 1
    s["colony_owner"][:] = -1
    assert s["achievement_disc"][0, 0] == 0  # discs stay
    s["colony_owner"][:8] = 0
    s["achievement_disc"][0] = [1, 1, 1, -1]  # BS-52: the fourth slot exists with 4 players only
    turn_of(s, 0)
    play(s, "supply", "produce ore")
    assert (s["achievement_disc"] == 0).sum() == 0
    four = table(4, achievements="beginner")
    four["colony_owner"][:8] = 0
    four["achievement_disc"][0] = [1, 2, 3, -1]
    turn_of(four, 0)
    play(four, "supply", "produce ore")
    assert four["achievement_disc"][0, 3] == 0


def test_several_achievements_are_a_choice_of_one():
    """BS-50: with several conditions met the player chooses; the other is not claimed."""
    s = table(2, achievements="beginner")
    colony(s, 0, "A-01", "A-02", "A-03", "A-04")
    ships(s, 0, "SOL", 4, 4, 4, 2)
    turn_of(s, 0)
    play(s, "supply", "produce ore")
    assert s["seat"] == 0
    assert sorted(options(s)) == ["claim Empire", "claim Warlord"]
    play(s, "Warlord")
    assert (s["achievement_disc"] == 0).sum() == 1


@pytest.mark.parametrize(("claimer", "turns"), [(2, [3, 0, 1, 2, 3]), (3, [0, 1, 2, 3])])
def test_we_4_end_of_the_game(claimer, turns):
    """WE-4, BS-53, BS-54: the current round, one more, then the end."""
    s = table(4, achievements="beginner")
    s["achievement_disc"][2, :3] = [0, 1, 2]
    s["achievement_disc"][3, 0] = 0
    s["achievement_disc"][3, 0] = -1
    colony(s, claimer, "A-01", "A-02", "A-03", "A-04")
    turn_of(s, claimer)
    play(s, "supply", "produce ore")
    assert s["last_round"] == 2
    played = []
    while not s["over"]:
        played.append(int(s["seat"]))
        play(s, "supply", "produce ore")
    assert played == turns


@pytest.mark.parametrize(("players", "discs"), [(2, 3), (3, 3), (4, 4)])
def test_discs_that_trigger_the_end(players, discs):
    """BS-53: 3 discs with 2 or 3 players, 4 with 4."""
    for laid in (discs - 2, discs - 1):
        s = table(players, achievements="beginner")
        s["achievement_disc"][2, :laid] = 1
        colony(s, 0, "A-01", "A-02", "A-03", "A-04")
        turn_of(s, 0)
        play(s, "supply", "produce ore")
        assert bool(s["last_round"]) == (laid == discs - 1)


def test_round_limit():
    """BS-26: the safety limit counts full rounds."""
    s = GAME.new_state(seed=0, players=2, max_rounds=2)
    for _ in range(4):
        assert not s["over"]
        play(s, "supply", "produce ore")
    assert s["over"]


def test_condition_of_specialization():
    """BS-160: printed symbols on controlled locations, shipyards included, and colonies."""
    s = table(4)
    s["achievement_card"][3] = 7  # Specialization
    s["achievement_card"][:3] = [0, 1, 3]
    put_system(s, "A1", "Wolf 359")  # ore
    s["controller"][[3, 4, 5]] = 0  # shipyards 2 (ore) and 3 (food, ore), Wolf 359
    s["outpost"][[3, 4, 5]] = 2
    colony(s, 0, "Sirius", "Procyon")  # ore, ore
    turn_of(s, 0)
    play(s, "supply", "produce ore")
    assert (s["achievement_disc"] == 0).sum() == 0
    colony(s, 0, "61 Cygni")
    turn_of(s, 0)
    play(s, "supply", "produce ore")
    assert s["achievement_disc"][3, 0] == 0
