"""Ships, jumps, control and colonising (sections 7, 8 and 10)."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.beyond_the_sun.rules.board import contest
from tests.beyond_the_sun.positions import (
    GAME,
    can,
    control,
    controller,
    decision,
    discs,
    effects,
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
    table,
    turn_of,
)

JUMP_1, JUMP_2, JUMP_4 = ({"op": "jump", "n": n} for n in (1, 2, 4))
COLONIZE = {"op": "colonize"}


def test_building():
    """BS-90, BS-91, BS-8, BS-160: Sol or own shipyards, each ship where one likes; WE-17."""
    s = table(4)
    control(s, 0, "SY1", "food")
    effects(s, 0, {"op": "supply_to_ship", "n": 2, "level": 3, "at": "shipyard"})
    assert options(s) == ["build a level 3 ship at Sol", "build a level 3 ship at shipyard 1"]
    play(s, "Sol", "shipyard 1")
    assert (fleet(s, 0, "SOL"), fleet(s, 0, "SY1")) == ([3], [3])
    effects(s, 0, {"op": "supply_to_ship", "n": 1, "level": 1, "at": "deep_space"})
    assert fleet(s, 0, "DS") == [1]
    ships(s, 1, "A1", 1)
    control(s, 1, "A1", "food")
    own(s, 1)["build_anywhere"] = 1
    s["controller"][node("A2")], s["outpost"][node("A2")] = 2, 2
    ships(s, 2, "A2", 1)
    effects(s, 1, {"op": "supply_to_ship", "n": 1, "level": 2, "at": "shipyard"})
    assert can(s, "Barnard's Star")
    assert not can(s, "Proxima")


def test_a_built_ship_can_change_control():
    """BS-91, BS-121: a ship that appears in a location one does not control."""
    s = table(2)
    ships(s, 0, "SY1", 2)
    control(s, 1, "SY1", "food")  # its ships have left; the next check settles it
    effects(s, 0, {"op": "supply_to_ship", "n": 1, "level": 1, "at": "deep_space"})
    assert controller(s, "SY1") == 0


def test_upgrades():
    """BS-93: so many ships by so many levels each, never above 4; points go where one likes."""
    s = table(2)
    ships(s, 0, "SOL", 1, 4)
    ships(s, 0, "DS", 3)
    effects(s, 0, {"op": "upgrade", "ships": 2, "levels": 1})
    assert not can(s, "level 4")
    play(s, "level 1 ship at Sol")
    assert not can(s, "level 2 ship at Sol")  # the same ship rises by one level only
    play(s, "level 3 ship at Deep Space")
    assert (fleet(s, 0, "SOL"), fleet(s, 0, "DS")) == ([2, 4], [4])
    effects(s, 0, {"op": "upgrade", "ships": 1, "levels": 2})
    assert fleet(s, 0, "SOL") == [4, 4]  # the only ship below level 4 rose by both levels
    ships(s, 0, "SOL", 1)
    effects(s, 0, {"op": "upgrade_points", "n": 3})
    play(s, "level 1", "level 2", "stop")
    assert fleet(s, 0, "SOL") == [3, 4, 4]


def test_one_ship_must_be_upgraded_if_any_can():
    """BS-93: no stop for "upgrade 1 ship by X"; as many levels as fit; skipped without a ship."""
    s = table(2)
    ships(s, 0, "SOL", 1, 3)
    effects(s, 0, {"op": "upgrade", "ships": 1, "levels": 2})
    assert options(s) == [
        "upgrade the level 1 ship at Sol",
        "upgrade the level 3 ship at Sol",
    ]
    play(s, "level 3")
    assert fleet(s, 0, "SOL") == [1, 4]
    own(s, 0)["ships"][:] = 0
    ships(s, 0, "DS", 4)
    effects(s, 0, {"op": "upgrade", "ships": 1, "levels": 1})
    assert decision(s) == "production"


def test_up_to_so_many_ships_may_be_upgraded():
    """BS-93: "up to X ships" may stop after any ship, but each rises by all its levels."""
    s = table(2)
    ships(s, 0, "SOL", 1, 2)
    effects(s, 0, {"op": "upgrade", "ships": 2, "levels": 2})
    assert can(s, "stop")
    play(s, "level 1")
    assert fleet(s, 0, "SOL") == [2, 3]
    assert options(s) == ["upgrade the level 2 ship at Sol", "stop"]
    play(s, "stop")
    assert fleet(s, 0, "SOL") == [2, 3]


def test_we_18_control_is_checked_after_the_upgrade():
    """WE-18, BS-94: the upgraded ship takes control and its bonus before the jump."""
    s = table(2)
    put_system(s, "A1", "Sirius")
    ships(s, 0, "A1", 1)
    ships(s, 1, "A1", 1)
    control(s, 1, "A1", "ore")
    effects(s, 0, {"op": "upgrade", "ships": 1, "levels": 1}, JUMP_2)
    assert controller(s, "A1") == 0
    assert own(s, 0)["ore"] == 11  # the control bonus of Sirius
    assert decision(s) == "ship to move"


def test_jump_points():
    """BS-100, BS-101, BS-103, BS-104, BS-8: one point a route, split freely, unused ones lost."""
    s = table(4)
    ships(s, 0, "SOL", 1, 2)
    ships(s, 1, "A1", 4)  # BS-103: does not block
    effects(s, 0, JUMP_4)
    play(s, "level 2 ship at Sol")
    assert options(s) == [
        "jump the level 2 ship from Sol to Barnard's Star (A1)",
        "jump the level 2 ship from Sol to Proxima Centauri (A2)",
    ]
    play(s, "(A1)", "level 2", "Deep Space", "level 2", "shipyard 3", "level 1", "(A2)")
    assert decision(s) != "ship to move"  # the fourth point was the last
    assert fleet(s, 0, "SY3") == [2]
    assert fleet(s, 0, "A2") == [1]
    effects(s, 0, JUMP_4)
    play(s, "stop")
    assert fleet(s, 0, "SY3") == [2]


def test_jump_ships_anywhere():
    """BS-107: each of the ships to any location."""
    s = table(4)
    ships(s, 0, "SOL", 1)
    effects(s, 0, {"op": "jump_ships_anywhere", "ships": 2})
    play(s, "move")
    assert len(options(s)) == 8
    play(s, "(B2)")
    assert fleet(s, 0, "B2") == [1]


def test_wormhole():
    """BS-156: routes only from Sol and Deep Space; from elsewhere one point goes anywhere."""
    s = table(4)
    own(s, 0)["wormhole"] = 1
    ships(s, 0, "SOL", 1)
    effects(s, 0, JUMP_2)
    play(s, "move")
    assert len(options(s)) == 2
    play(s, "(A1)", "move")
    assert can(s, "(B2)")
    assert len(options(s)) == 8


def test_control_is_checked_once_after_the_jump():
    """BS-102, BS-120: ships passing through and swaps within a jump have no effect."""
    s = table(4)
    put_system(s, "A1", "Sirius")  # control bonus: 1 ore
    ships(s, 0, "SOL", 1)
    effects(s, 0, JUMP_2)
    play(s, "move", "Sirius", "move", "Deep Space")
    assert controller(s, "A1") == -1
    assert own(s, 0)["ore"] == 10


@pytest.mark.parametrize(
    ("held", "others", "result"),
    [
        (1, (3, 3), -1),  # case 4: tie at the top without the controller
        (1, (3, 2), 1),  # case 3
        (1, (1, 0), 0),  # case 2: ties favour the controller
        (0, (0, 0), 0),  # case 1
        (0, (1, 0), 1),
        (2, (2, 2), 0),
    ],
)
def test_we_13_control(held, others, result):
    """WE-13, BS-120, BS-9: all cases for a location that seat 0 controls."""
    s = table(3)
    control(s, 0, "A1", "food")
    for seat, force in enumerate((held, *others)):
        ships(s, seat, "A1", *[1] * force)
    assert contest(s, np.int64(node("A1"))) == result
    s["controller"][node("A1")] = -1  # and without a controller
    top = max(held, *others)
    leaders = [seat for seat, force in enumerate((held, *others)) if force == top and force]
    assert contest(s, np.int64(node("A1"))) == (leaders[0] if len(leaders) == 1 else -1)


def we_9():
    s = table(4)
    put_system(s, "A1", "Barnard's Star")
    put_system(s, "A2", "Sirius")
    put_system(s, "B2", "Tau Ceti")
    ships(s, 1, "A1", 2)
    control(s, 1, "A1", "food")
    ships(s, 3, "SY1", 2)
    control(s, 3, "SY1", "food")
    ships(s, 1, "A2", 3)
    control(s, 1, "A2", "ore")
    ships(s, 0, "A2", 1)
    ships(s, 2, "B2", 2)
    control(s, 2, "B2", "ore")
    return s


def test_we_9_jump_example():
    """WE-9, BS-120 to BS-126: ties, discs chosen and returned, bonuses in another's turn.

    BS-121, BS-122, BS-123, BS-125, BS-126.
    """
    s = we_9()
    effects(s, 1, JUMP_4)
    play(s, "level 2 ship at Barnard", "shipyard 1", "level 3 ship at Sirius", "shipyard 2")
    play(s, "level 3 ship at shipyard 2", "Tau Ceti", "stop")
    assert decision(s) == "outpost disc"
    assert discs(s, 2) == (8, 8)  # BS-123: Anna's disc is back before Irina's is placed
    play(s, "food track")
    assert controller(s, "SY1") == 3
    assert controller(s, "B2") == 1
    assert s["outpost"][node("B2")] == 0
    assert decision(s) == "supply column to take from"  # Tau Ceti's bonus
    assert own(s, 0)["ore"] == 10  # BS-126: the active player's bonus comes first
    column_a = int(own(s, 1)["supply"][0])
    play(s, "column B")
    assert own(s, 1)["supply"][0] == column_a + 1
    assert controller(s, "A2") == 0
    assert s["outpost"][node("A2")] == 1
    assert own(s, 0)["ore"] == 11  # Boris's bonus in Irina's turn
    assert discs(s, 0) == (8, 7)
    assert controller(s, "A1") == 1
    assert discs(s, 1) == (6, 8)  # food at Barnard's Star and Tau Ceti; the ore disc came back


def test_we_14_achievement_disc_as_outpost():
    """WE-14, BS-122, BS-124: a substitute stays when a production disc comes back."""
    s = table(2)
    put_system(s, "A1", "Sirius")
    put_system(s, "A2", "Wolf 359")
    own(s, 0)["discs"][1] = 1
    ships(s, 0, "A2", 1)
    control(s, 0, "A2", "ore")
    ships(s, 0, "SOL", 2)
    effects(s, 0, JUMP_1)
    play(s, "at Sol", "Sirius")
    assert s["outpost"][node("A1")] == 2
    ships(s, 1, "SOL", 4)
    effects(s, 1, JUMP_1)
    play(s, "move", "Wolf 359")
    assert discs(s, 0)[1] == 1
    assert s["outpost"][node("A1")] == 2


def test_bonus_order_is_the_gainers_choice():
    """BS-126, BS-127: several bonuses at once; each is finished before the next."""
    s = table(4)
    put_system(s, "A1", "Sirius")
    put_system(s, "A2", "Wolf 359")
    ships(s, 0, "SOL", 1, 1)
    effects(s, 0, JUMP_2)
    play(s, "move", "Sirius", "at Sol", "Wolf 359")
    assert options(s) == [
        "take the control bonus of Sirius (A1)",
        "take the control bonus of Wolf 359 (A2)",
    ]
    play(s, "Wolf 359")
    assert own(s, 0)["ore"] == 12
    put_system(s, "B1", "Luyten's Star")  # jump 2 on control
    put_system(s, "B2", "Lacaille 9352")  # 1 ore on control
    ships(s, 0, "DS", 2, 2)
    effects(s, 0, JUMP_2)
    play(s, "at Deep Space", "(B1)", "at Deep Space", "(B2)")
    play(s, "take a disc from the food track")  # Luyten's Star has both symbols
    play(s, "Luyten's Star")
    assert decision(s) == "ship to move"
    assert own(s, 0)["ore"] == 12  # the other bonus waits
    play(s, "stop")
    assert own(s, 0)["ore"] == 13


def test_ore_for_control_gained():
    """BS-108: counted after the control check of the jump, here from others only."""
    raid = {"op": "gain_ore_per_control_gained", "n": 1, "from_other_only": True}
    s = table(4)
    ships(s, 0, "SOL", 3, 1)
    ships(s, 1, "A1", 1)
    control(s, 1, "A1", "food")
    effects(s, 0, JUMP_4, raid)
    play(s, "level 3", "Barnard's Star", "level 1", "Proxima", "stop")
    play(s, "food track")  # Proxima Centauri was nobody's
    assert own(s, 0)["ore"] == 11
    s = table(4)
    ships(s, 0, "SOL", 3)
    effects(s, 0, JUMP_4, {**raid, "from_other_only": False})
    play(s, "level 3", "Barnard's Star", "stop")
    assert own(s, 0)["ore"] == 11


def test_we_10_colonising():
    """WE-10, BS-130 to BS-137.

    BS-131, BS-132, BS-133, BS-134, BS-135, BS-136, BS-137, BS-66.
    """
    s = table(4)
    put_system(s, "A1", "Barnard's Star")
    put_system(s, "A2", "Lalande 21185")
    put_system(s, "B1", "Kapteyn's Star")
    ships(s, 0, "A1", 4)
    control(s, 1, "A1", "food")
    ships(s, 1, "A1", 4)
    ships(s, 0, "A2", 2)
    control(s, 0, "A2", "food")
    ships(s, 0, "B1", 2, 2, 1)
    ships(s, 2, "B1", 3)
    control(s, 0, "B1", "ore")
    p = own(s, 0)
    p["supply"][:] = [0, 2, 3, 4, 4]
    p["population"] += 20 - int(p["supply"].sum() + p["population"] + p["ships"].sum())
    top_b = int(s["system_deck"][1][0])
    effects(s, 0, COLONIZE, action=True)  # Kapteyn's Star is the only choice
    assert decision(s) == "ships to return"
    assert not can(s, "stop")
    play(s, "level 2", "level 2", "stop")
    assert list(p["supply"])[:2] == [1, 3]  # B first, then A
    assert fleet(s, 0, "DS") == [1]
    assert fleet(s, 2, "DS") == [3]
    assert s["node_system"][node("B1")] == top_b
    assert controller(s, "B1") == -1
    assert s["colony_owner"][number("systems", "Kapteyn's Star")] == 0
    assert decision(s) == "colony disc"
    play(s, "food track")
    assert list(p["colony_discs"]) == [1, 1]
    assert discs(s, 0) == (6, 7)  # Lalande's outpost too
    assert fleet(s, 0, "DS") == [1, 2]  # the bonus ship


def test_colony_disc_without_discs_left():
    """BS-135, BS-132: an achievement disc if the track is empty; more ships may be returned."""
    s = table(2)
    ships(s, 0, "A1", 3, 1)
    control(s, 0, "A1", "food")
    own(s, 0)["discs"][0] = 0
    effects(s, 0, COLONIZE)
    play(s, "level 3", "level 1")  # 3 would have been enough
    assert fleet(s, 0, "DS") == []
    assert list(own(s, 0)["colony_discs"]) == [1, 0]  # the outpost's disc alone
    assert discs(s, 0) == (0, 8)


def test_colonising_draws_from_the_other_deck():
    """BS-134: an empty deck is replaced by the other; without cards the slot stays empty."""
    s = table(2)
    ships(s, 0, "A1", 3)
    control(s, 0, "A1", "food")
    s["system_left"][0] = 0
    top_b = int(s["system_deck"][1][0])
    effects(s, 0, COLONIZE)
    assert s["node_system"][node("A1")] == top_b
    s = table(2)
    ships(s, 0, "A1", 3)
    control(s, 0, "A1", "food")
    s["system_left"][:] = 0
    effects(s, 0, COLONIZE)
    assert s["node_system"][node("A1")] == -1
    ships(s, 0, "SOL", 4)
    effects(s, 0, JUMP_1)
    play(s, "level 4", "A1")
    assert controller(s, "A1") == -1  # an empty slot cannot be controlled
    assert fleet(s, 0, "A1") == [4]


def test_lalande_grow_ore_trade():
    """BS-160: Lalande 21185 gives grow, then ore, then trade; it is no production phase."""
    s = table(2, faction="F2-adv")
    put_system(s, "A1", "Lalande 21185")
    ships(s, 0, "A1", 3)
    control(s, 0, "A1", "food")
    population, ore = int(own(s, 0)["population"]), int(own(s, 0)["ore"])
    effects(s, 0, COLONIZE)
    assert decision(s) == "exchange"
    assert own(s, 0)["population"] == population + 2  # symbols A and B of two missing discs
    assert own(s, 0)["ore"] == ore + 1 + 1  # one symbol, and the board's ability
    for _ in range(3):
        play(s, "population to ore")
    left = int(own(s, 0)["population"])
    play(s, "stop")
    assert own(s, 0)["population"] == left  # BS-161 is for the production phase


def test_ross_154_pushes_pawns():
    """BS-157: a pawn is pushed beside the board and the space taken by the normal rules."""
    s = table(4)
    own(s, 0)["evict"] = 1
    pawn(s, 1, 0)
    pawn(s, 0, 1)
    turn_of(s, 0)
    assert not can(s, "research I, space 2")  # its own
    play(s, "research I, space 1")
    assert (own(s, 0)["pawn"], own(s, 1)["pawn"]) == (0, -1)
    s = table(2)
    put_system(s, "B1", "Ross 154")
    ships(s, 0, "B1", 4, 1)
    control(s, 0, "B1", "ore")
    effects(s, 0, COLONIZE)
    play(s, "level 4")  # the level 1 ship is needed too
    assert own(s, 0)["evict"] == 1


def test_modular_fleet():
    """BS-158: each build may be skipped; the jump alone is enough, but something must happen."""
    s = table(2)
    put_tech(s, "II-1", "Modular Fleet")
    researched(s, 0, "II-1")
    ships(s, 0, "SOL", 1)
    turn_of(s, 0)
    play(s, "Modular Fleet", "skip", "skip", "skip")
    assert not can(s, "stop")
    play(s, "(A1)", "stop")
    turn_of(s, 0)
    pawn(s, 0, 10)
    turn_of(s, 0)
    ore = int(own(s, 0)["ore"])
    play(s, "Modular Fleet", "take", "take", "take")
    assert own(s, 0)["ore"] == ore - 3
    assert fleet(s, 0, "SOL") == [1, 2, 3]


def stealth():
    s = table(4)
    put_tech(s, "III-1", "Stealth Terraformers")
    researched(s, 0, "III-1")
    put_system(s, "A1", "Wolf 359")  # strength 3, control: 1 ore
    put_system(s, "A2", "Ross 128")  # strength 3, control: jump 1
    return s


def test_stealth_terraformers():
    """BS-159, BS-35: the jump must make a system colonisable that nobody held; no control bonus."""
    s = stealth()
    ships(s, 0, "SOL", 1)
    turn_of(s, 0)
    assert not can(s, "Stealth")  # too weak
    ships(s, 0, "SOL", 3)
    control(s, 1, "A1", "ore")
    turn_of(s, 0)
    play(s, "Stealth")
    ore = int(own(s, 0)["ore"])
    play(s, "level 3")
    assert fleet(s, 0, "A2") == [3]  # Wolf 359 had a controller when the turn began
    assert can(s, "level 1")
    play(s, "stop")  # Ross 128 is the only system to choose
    assert decision(s) == "outpost disc"
    play(s, "ore track")
    play(s, "ore track")  # BS-135: two discs are placed as usual
    assert s["colony_owner"][number("systems", "Ross 128")] == 0
    assert list(own(s, 0)["colony_discs"]) == [0, 2]
    assert decision(s) == "automation track"  # its colonisation bonus, and no jump before it
    assert own(s, 0)["ore"] == ore


def test_united_nations_trade_ability():
    """BS-161, WE-12: three exchanges of any mix in the production phase."""
    s = table(2, faction="F2-adv")
    ships(s, 0, "SOL", 1, 1)
    turn_of(s, 0)
    play(s, "supply", "trade")
    population = int(own(s, 0)["population"])
    play(s, "ship to population", "ship to population", "population to ore", "stop")
    assert own(s, 0)["population"] == population + 2 - 1 + 1
    turn_of(s, 0)
    pawn(s, 0, -1)
    turn_of(s, 0)
    play(s, "supply", "trade")
    population = int(own(s, 0)["population"])
    play(s, "population to ore", "population to ore", "stop")
    assert own(s, 0)["population"] == population - 2


def test_last_disc_ability_after_system_bonuses():
    """BS-162: Nishida-Østergaard's last disc: system bonuses come first; once per track."""
    s = table(2, faction="F1-adv")
    put_system(s, "A1", "Luyten 726-8")  # food; control: jump 1
    own(s, 0)["discs"][0] = 1
    ships(s, 0, "SOL", 1)
    effects(s, 0, JUMP_1)
    play(s, "move", "Luyten")
    assert decision(s) == "ship to move"
    assert own(s, 0)["ore"] == 10
    play(s, "stop")
    assert own(s, 0)["ore"] == 13
    own(s, 0)["discs"][0] = 1
    effects(s, 0, {"op": "automate", "track": "food"})
    assert own(s, 0)["ore"] == 13
    own(s, 0)["discs"][1] = 1
    effects(s, 0, {"op": "automate", "track": "ore"})
    assert own(s, 0)["ore"] == 16


def test_last_disc_ability_waits_for_a_bonus_that_automates():
    """BS-162: nothing the ability gives happens before the whole bonus is finished."""
    s = GAME.new_state(seed=0, players=2, boards="advanced")
    own(s, 0)["discs"] = [8, 1]
    own(s, 0)["automated"] = [0, 6, 0]
    own(s, 0)["ore"] = 5
    own(s, 0)["ships"][:] = 0
    put_system(s, "A1", "Procyon")  # ore; colonised: a private technology of level II
    ships(s, 0, "A1", 4)
    ships(s, 0, "DS", 1)
    s["controller"][node("A1")], s["outpost"][node("A1")] = 0, 1
    researched(s, 0, "I-1")  # Terraforming
    turn_of(s, 0)
    play(s, "Terraforming", "commercial", "Survey Institute")  # automate ore, jump 1
    assert decision(s) == "ship to move"
    assert discs(s, 0) == (8, 0)
    assert list(own(s, 0)["automated"]) == [0, 6, 1]
    play(s, "stop")
    assert discs(s, 0) == (7, 0)  # then the ability: automate either
    assert list(own(s, 0)["automated"]) == [1, 6, 1]


def test_abilities_of_advanced_boards():
    """BS-163: more ore, longer jumps, ore for colonies and discoveries, building anywhere."""
    s = table(2, faction="F4-adv")
    turn_of(s, 0)
    play(s, "supply", "produce ore")
    assert own(s, 0)["ore"] == 10 + 1 + 1 + 1
    s = table(2, faction="F3-adv")
    assert own(s, 0)["build_anywhere"] == 1
    ships(s, 0, "SOL", 1)
    effects(s, 0, JUMP_1)
    play(s, "move", "(A1)", "move", "to Sol")
    s = table(2, faction="F2-adv")
    ships(s, 0, "A1", 3)
    control(s, 0, "A1", "food")
    effects(s, 0, COLONIZE)
    assert own(s, 0)["ore"] == 10 + 2 + 1  # Barnard's Star gives 2
    s = table(2, faction="F1-adv")
    researched(s, 0, "I-1")
    turn_of(s, 0)
    put_event(s, "II-1", "Black Market Arms")
    play(s, "research II, space 1")
    assert own(s, 0)["ore"] == 10 - 2 + 1  # BS-163: the ore comes before the event
    assert options(s) == ["ships of level 1", "ships of level 2"]
