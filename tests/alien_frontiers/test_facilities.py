"""Docking and the orbital facilities (AF-30 to AF-105)."""

from __future__ import annotations

import pytest

from tests.alien_frontiers import positions as at
from tests.alien_frontiers.positions import legal, play, position


def test_af30_ports_values_and_costs_must_all_be_met():
    """AF-30: the same triple with too little ore, then with a full Constructor."""
    poor = position(hand=[4, 4, 4], ore={"p0": 2})
    assert "DOCK_CONSTRUCTOR:4" not in legal(poor)
    rich = position(hand=[4, 4, 4], ore={"p0": 3})
    assert "DOCK_CONSTRUCTOR:4" in legal(rich)
    assert "DOCK_CONSTRUCTOR:5" not in legal(rich)
    full = position(hand=[4, 4, 4], ore={"p0": 3}, docked={"colony_constructor": [["p1", 1]] * 3})
    assert "DOCK_CONSTRUCTOR:4" not in legal(full)


def test_af32_costs_go_to_the_supply_and_af33_the_benefit_follows_at_once():
    """AF-32, AF-33, AF-231"""
    s = position(hand=[4, 4, 4], ore={"p0": 3})
    assert s.supply[1] == 17
    play(s, "DOCK_CONSTRUCTOR:4")
    assert s.supply[1] == 20
    assert at.phase(s) == "PLACE_COLONY"


def test_af34_pairs_triples_and_runs_are_one_action_and_equal_ships_one_choice():
    """AF-34: three 4s offer one Solar docking of a 4, not three."""
    s = position(hand=[4, 4, 4], ore={"p0": 3}, fuel={"p0": 1})
    assert legal(s) == {
        "DOCK_SOLAR:4",
        "DOCK_MINE:4",
        "DOCK_ARTIFACT:4",
        "DOCK_HUB:4",
        "DOCK_MARKET:4",
        "DOCK_SHIPYARD:4",
        "DOCK_CONSTRUCTOR:4",
    }
    play(s, "DOCK_MARKET:4")
    assert at.hand(s) == [4]
    assert at.docked(s, "orbital_market") == [("p0", 4), ("p0", 4)]


def test_af35_the_relic_ship_docks_like_any_other_coloured_ships_first():
    """AF-35: it completes a pair only if needed, and is a class of its own alone."""
    desert = {"burroughs_desert": {"p0": 1}}
    relic = {"owner": "p0", "at": "hand", "value": 4}
    s = position(hand=[4, 4], relic=relic, colonies=desert)
    assert {"DOCK_SOLAR:4", "DOCK_SOLAR:relic"} <= legal(s)
    play(s, "DOCK_MARKET:4")
    assert at.relic(s) == {"owner": "p0", "at": "hand"}
    s = position(hand=[4, 1], relic=relic, colonies=desert)
    play(s, "DOCK_MARKET:4")
    assert at.relic(s) == {"owner": "p0", "at": "orbital_market"}
    s = position(hand=[3, 5], relic=relic, colonies=desert)
    play(s, "DOCK_RAIDERS:3")
    assert at.docked(s, "raiders_outpost") == [("p0", 3), ("p0", 4), ("p0", 5)]


# --- Alien Artifact ---------------------------------------------------------------------------


def test_af44_the_claimed_slot_is_refilled_from_the_deck():
    """AF-44"""
    s = position(
        hand=[6, 2],
        display=["stasis_beam", "booster_pod", "data_crystal"],
        deck_top=["plasma_cannon"],
    )
    play(s, "DOCK_ARTIFACT:6", "STOP", "DOCK_ARTIFACT:2", "CLAIM:1")
    assert at.display(s) == ["stasis_beam", "plasma_cannon", "data_crystal"]
    assert at.held(s, "p0") == ["booster_pod"]


def test_af45_a_type_already_held_cannot_be_claimed():
    """AF-45, AF-164"""
    s = position(
        hand=[6, 2],
        cards={"p0": ["booster_pod"]},
        display=["stasis_beam", "booster_pod", "data_crystal"],
    )
    play(s, "DOCK_ARTIFACT:6", "STOP", "DOCK_ARTIFACT:2")
    assert legal(s) == {"STOP", "REFRESH", "CLAIM:0", "CLAIM:2"}


def test_af46_a_declined_tally_stays_for_this_turn_only():
    """AF-46, AF-43: claiming ends the sequence, without a refresh afterwards."""
    s = position(hand=[6, 5, 1], fuel={"p0": 1})
    play(s, "DOCK_ARTIFACT:6", "STOP", "DOCK_ARTIFACT:5", "STOP", "DOCK_ARTIFACT:1")
    assert s.tally == 12
    play(s, "CLAIM:0")
    assert at.phase(s) == "MAIN"
    s = position(hand=[6, 5])
    play(s, "DOCK_ARTIFACT:6", "STOP", "DOCK_ARTIFACT:5", "STOP", "END_TURN")
    assert s.tally == 0


# --- Colonist Hub -----------------------------------------------------------------------------


def test_af50_each_player_has_a_track_of_three_ports():
    """AF-50: three own ships fill it, other players' ships do not."""
    s = position(
        players=2,
        ships_in_play={"p0": 4, "p1": 3},
        hand=[1, 2, 3, 4],
        docked={"colonist_hub": [["p1", 1], ["p1", 1], ["p1", 1]]},
    )
    play(s, "DOCK_HUB:1", "DOCK_HUB:2", "DOCK_HUB:3")
    assert "DOCK_HUB:4" not in legal(s)


def test_af52_each_ship_advances_the_colony_by_one():
    """AF-51, AF-52: it starts on space 1; this turn or later makes no difference."""
    s = position(hand=[1, 1, 1])
    spaces = []
    for _ in range(3):
        play(s, "DOCK_HUB:1")
        spaces.append(int(s.hub[0]))
    play(s, "END_TURN")
    at.pass_until(s, 0)
    value = at.hand(s)[0]
    play(s, f"DOCK_HUB:{value}")
    assert [*spaces, int(s.hub[0])] == [1, 2, 3, 4]
    assert s.unplaced[0] == 8


def test_af54_a_colony_on_space_7_may_wait_and_needs_no_ship_to_be_launched():
    """AF-54, AF-55: afterwards the track is empty for the next one."""
    s = position(hand=[], hub={"p0": 7}, fuel={"p0": 1}, ore={"p0": 1})
    assert legal(s) == {"LAUNCH", "END_TURN"}
    play(s, "LAUNCH", "TERRITORY:lem_badlands")
    assert s.hub[0] == 0
    assert (at.fuel(s), at.ore(s)) == (0, 0)
    unpaid = position(hand=[], hub={"p0": 7}, fuel={"p0": 1})
    assert legal(unpaid) == {"END_TURN"}


def test_af55_a_new_colony_may_start_in_the_same_turn():
    """AF-55"""
    s = position(hand=[3, 3], hub={"p0": 6}, fuel={"p0": 1}, ore={"p0": 1})
    play(s, "DOCK_HUB:3", "LAUNCH", "TERRITORY:lem_badlands", "DOCK_HUB:3")
    assert s.hub[0] == 1


def test_af56_without_the_means_to_launch_the_surplus_is_lost_without_a_question():
    """AF-56"""
    s = position(hand=[1, 2], hub={"p0": 5}, colonies={"asimov_crater": {"p0": 1}})
    play(s, "DOCK_HUB:1", "DOCK_HUB:2")
    assert at.phase(s) == "MAIN"
    assert s.hub[0] == 7


def test_af57_with_two_unplaced_colonies_the_one_on_the_hub_stays():
    """AF-57, AF-62: the last one can always be placed, and leaves the track for it."""
    s = position(
        players=3,
        ships_in_play={"p0": 6},
        hand=[4, 4, 4, 5, 5, 5],
        ore={"p0": 6},
        hub={"p0": 3},
        colonies={"asimov_crater": {"p0": 5}},
    )
    play(s, "DOCK_CONSTRUCTOR:4", "TERRITORY:lem_badlands")
    assert s.hub[0] == 3
    play(s, "DOCK_CONSTRUCTOR:5", "TERRITORY:lem_badlands")
    assert s.over
    assert s.hub[0] == 0


# --- Colony Constructor -----------------------------------------------------------------------


def test_af61_the_constructor_can_be_used_again_while_a_triple_of_ports_is_free():
    """AF-61: with three players twice, with two once."""
    for players, again in ((3, True), (2, False)):
        s = position(
            players=players, ships_in_play={"p0": 6}, hand=[4, 4, 4, 5, 5, 5], ore={"p0": 6}
        )
        play(s, "DOCK_CONSTRUCTOR:4", "TERRITORY:lem_badlands")
        assert ("DOCK_CONSTRUCTOR:5" in legal(s)) == again


# --- Lunar Mine -------------------------------------------------------------------------------


def test_af67_own_ships_count_and_ships_that_left_do_not():
    """AF-67: a 5 bars the 2; teleported away it bars nothing."""
    s = position(hand=[5, 2], fuel={"p0": 2}, cards={"p0": ["orbital_teleporter"]})
    play(s, "DOCK_MINE:5")
    assert "DOCK_MINE:2" not in legal(s)
    play(s, "POWER:orbital_teleporter", "FACILITY:lunar_mine", "OWN_SHIP:5", "DOCK_SOLAR:5")
    assert "DOCK_MINE:2" in legal(s)


# --- Maintenance Bay --------------------------------------------------------------------------


def test_af70_no_action_sends_a_ship_to_the_bay():
    """AF-70, AF-27: only ships that cannot dock go there, when the turn ends."""
    assert not any("BAY" in label for label in at.ACTION_OF_LABEL)
    s = position(hand=[1, 1], docked={"alien_artifact": [["p1", 1]]})
    assert "END_TURN" not in legal(s)


def test_af72_what_goes_to_the_bay_is_gathered_next_turn():
    """AF-72, AF-92: a new ship, ships evicted from the Outpost and shot ones."""
    s = position(
        ships_in_play={"p0": 5, "p1": 4},
        hand=[2, 3, 4, 2, 2],
        fuel={"p0": 4},
        ore={"p0": 3},
        cards={"p0": ["plasma_cannon"]},
        docked={"raiders_outpost": [["p1", 1], ["p1", 2], ["p1", 3]], "lunar_mine": [["p1", 5]]},
    )
    play(s, "POWER:plasma_cannon", "FACILITY:lunar_mine", "OPP_SHIP:+1:5", "STOP?")
    play(s, "DOCK_RAIDERS:2", "STOP?")
    assert at.count_ships(s, "p1", "maintenance_bay") == 4
    play(s, "DOCK_SHIPYARD:2")
    assert at.count_ships(s, "p0", "maintenance_bay") == 1
    play(s, "END_TURN")
    assert len(at.hand(s)) == 4
    at.pass_until(s, 0)
    assert len(at.hand(s)) == 6


# --- Orbital Market ---------------------------------------------------------------------------


def test_af75_a_pair_may_dock_without_fuel_and_af76_trades_go_one_way():
    """AF-75, AF-76: no ore into fuel; AF-230: no trade without ore in the supply."""
    s = position(hand=[2, 2], ore={"p0": 5})
    play(s, "DOCK_MARKET:2")
    assert "TRADE" not in legal(s)
    s = position(hand=[2, 2, 1], fuel={"p0": 4}, ore={"p0": 10, "p1": 9})
    play(s, "DOCK_MARKET:2", "TRADE")
    assert "TRADE" not in legal(s)
    assert at.fuel(s) == 2
    assert s.supply[1] == 0


def test_af77_the_lower_of_two_pairs_sets_the_rate_in_either_order():
    """AF-77"""
    for first, second in ((2, 5), (5, 2)):
        s = position(players=4, ships_in_play={"p0": 4}, hand=[5, 5, 2, 2])
        play(s, f"DOCK_MARKET:{first}", f"DOCK_MARKET:{second}")
        assert at.rate(s) == 2


def test_af78_only_pairs_of_this_turn_open_the_market_and_the_rate_stays():
    """AF-78: a pair that stands there from before does not; a teleported ship leaves the rate."""
    s = position(players=4, hand=[1], fuel={"p0": 9}, docked={"orbital_market": [["p1", 1]] * 2})
    assert "TRADE" not in legal(s)
    s = position(hand=[2, 2], fuel={"p0": 6}, cards={"p0": ["orbital_teleporter"]})
    play(s, "DOCK_MARKET:2", "POWER:orbital_teleporter", "FACILITY:orbital_market")
    play(s, "OWN_SHIP:2", "DOCK_HUB:2", "TRADE", "TRADE")
    assert (at.fuel(s), at.ore(s)) == (0, 2)
    play(s, "END_TURN")
    at.pass_until(s, 0)
    assert at.rate(s) == 0


# --- Raiders' Outpost -------------------------------------------------------------------------


def test_af82_evicted_ships_go_to_the_bay_before_the_run_docks():
    """AF-82, AF-81: a rest of two ships is evicted as well, its port is not filled up."""
    s = position(hand=[2, 3, 4], docked={"raiders_outpost": [["p1", 3], ["p1", 4]]})
    play(s, "DOCK_RAIDERS:2")
    assert at.docked(s, "raiders_outpost") == [("p0", 2), ("p0", 3), ("p0", 4)]
    assert at.count_ships(s, "p1", "maintenance_bay") == 3
    single = position(hand=[5], docked={"raiders_outpost": [["p1", 3], ["p1", 4]]})
    assert not any(label.startswith("DOCK_RAIDERS") for label in legal(single))


def test_af84_every_split_of_four_units_can_be_taken_in_exactly_one_way():
    """AF-83, AF-84: all multisets of up to four units over two victims and two resources."""
    s = position(players=3, hand=[1, 2, 3], fuel={"p1": 4, "p2": 1}, ore={"p1": 2, "p2": 4})
    play(s, "DOCK_RAIDERS:1")
    splits = []

    def explore(state, taken):
        options = legal(state) if at.phase(state) == "RAID" else set()
        if "STOP" in options or at.phase(state) == "MAIN":
            splits.append(tuple(sorted(taken)))
        for label in options - {"STOP"}:
            copy = state.copy()
            play(copy, label)
            explore(copy, [*taken, label])

    explore(s, [])
    wanted = {
        (a, b, c, d)
        for a in range(5)
        for b in range(3)
        for c in range(2)
        for d in range(5)
        if a + b + c + d <= 4
    }
    counts = [
        tuple(
            split.count(f"RAID_RES:{name}") for name in ("+1:fuel", "+1:ore", "+2:fuel", "+2:ore")
        )
        for split in splits
    ]
    assert len(counts) == len(set(counts))
    assert set(counts) == wanted


def test_af84_a_raid_with_nothing_to_take_is_legal_and_asks_nothing():
    s = position(hand=[1, 2, 3])
    play(s, "DOCK_RAIDERS:1")
    assert at.phase(s) == "MAIN"
    s = position(hand=[1, 2, 3], ore={"p1": 1})
    play(s, "DOCK_RAIDERS:1", "STOP")
    assert at.ore(s, "p1") == 1


def test_af86_a_stolen_card_may_be_used_at_once():
    """AF-86"""
    s = position(
        ships_in_play={"p0": 4},
        hand=[1, 2, 3, 3],
        fuel={"p0": 1},
        cards={"p1": ["stasis_beam"]},
    )
    play(s, "DOCK_RAIDERS:1", "RAID_CARD:+1:stasis_beam", "POWER:stasis_beam", "OWN_SHIP:3")
    assert at.hand(s) == [2]


# --- Shipyard ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("ships", "price"), [(3, 1), (4, 2), (5, 3)])
def test_af91_price_of_the_fourth_fifth_and_sixth_ship(ships, price):
    """AF-90, AF-91, AF-92: payable exactly, and illegal with one ore or fuel less."""
    for fuel, ore in ((price, price), (price - 1, price), (price, price - 1)):
        s = position(ships_in_play={"p0": ships}, hand=[2, 2], fuel={"p0": fuel}, ore={"p0": ore})
        assert ("DOCK_SHIPYARD:2" in legal(s)) == (fuel == ore)
        if fuel == ore:
            play(s, "DOCK_SHIPYARD:2")
            assert (at.fuel(s), at.ore(s)) == (0, 0)
            assert at.in_play(s, "p0") == ships + 1
            assert at.hand(s) == []  # the new ship waits in the bay


def test_af93_lost_ships_can_be_rebuilt():
    """AF-93, AF-204: also twice in one turn, at the next price, and a ship shot to the stock."""
    s = position(
        players=3, ships_in_play={"p0": 4}, hand=[2, 2, 3, 3], fuel={"p0": 5}, ore={"p0": 5}
    )
    play(s, "DOCK_SHIPYARD:2", "DOCK_SHIPYARD:3")
    assert (at.fuel(s), at.ore(s), at.in_play(s, "p0")) == (0, 0, 6)
    s = position(
        hand=[1],
        cards={"p0": ["plasma_cannon"]},
        ships_in_play={"p1": 4},
        docked={"lunar_mine": [["p1", 6]]},
        fuel={"p1": 1},
        ore={"p1": 1},
    )
    play(s, "DISCARD:plasma_cannon", "FACILITY:lunar_mine", "OPP_SHIP:+1:6")
    play(s, "DOCK_SOLAR:1", "END_TURN")
    s.value[6:9] = 5
    assert "DOCK_SHIPYARD:5" in legal(s)


# --- Solar Converter --------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "gain"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_af95_fuel_by_value(value, gain):
    """AF-95, AF-96: rounded up for each ship, so two ships of 1 give 2, not 1."""
    s = position(hand=[value, value])
    play(s, f"DOCK_SOLAR:{value}")
    assert at.fuel(s) == gain
    play(s, f"DOCK_SOLAR:{value}")
    assert at.fuel(s) == 2 * gain


# --- Terraforming Station ---------------------------------------------------------------------


def test_af100_a_six_and_one_of_each():
    """AF-100: no other value, and not without fuel or ore."""
    fleet = {"p0": 4}
    s = position(ships_in_play=fleet, hand=[6, 5], fuel={"p0": 1}, ore={"p0": 1})
    assert "DOCK_TERRAFORM:coloured" in legal(s)
    play(s, "DOCK_TERRAFORM:coloured", "TERRITORY:pohl_foothills")
    assert (at.fuel(s), at.ore(s)) == (0, 0)
    assert at.control(s, "pohl_foothills") == "p0"
    for given in ({"fuel": {"p0": 1}}, {"ore": {"p0": 1}}):
        assert "DOCK_TERRAFORM:coloured" not in legal(
            position(ships_in_play=fleet, hand=[6], **given)
        )


def test_af103_a_ship_on_the_station_is_in_play():
    """AF-103: it holds the only port, counts for the price and cannot be rebuilt yet."""
    s = position(ships_in_play={"p0": 6}, hand=[6, 6, 2, 2, 1, 1], fuel={"p0": 9}, ore={"p0": 9})
    play(s, "DOCK_TERRAFORM:coloured", "TERRITORY:lem_badlands")
    assert "DOCK_TERRAFORM:coloured" not in legal(s)
    assert "DOCK_SHIPYARD:2" not in legal(s)
    s = position(ships_in_play={"p0": 5}, hand=[6, 2, 2], fuel={"p0": 4}, ore={"p0": 4})
    play(s, "DOCK_TERRAFORM:coloured", "TERRITORY:lem_badlands", "DOCK_SHIPYARD:2")
    assert (at.fuel(s), at.ore(s)) == (0, 0)


def test_af104_a_relic_ship_on_the_station_goes_back_to_the_desert():
    """AF-104, AF-144: and leaves no coloured ship in the stock for it."""
    s = position(
        hand=[1, 1, 1],
        relic={"owner": "p0", "at": "hand", "value": 6},
        colonies={"burroughs_desert": {"p0": 1}},
        fuel={"p0": 1},
        ore={"p0": 1},
    )
    play(s, "DOCK_TERRAFORM:relic", "TERRITORY:lem_badlands")
    play(s, "DOCK_SOLAR:1", "DOCK_SOLAR:1", "DOCK_SOLAR:1", "END_TURN")
    at.pass_until(s, 0)
    assert at.relic(s) == "burroughs_desert"
    assert at.count_ships(s, "p0", "stock") == 3


def test_af105_no_card_moves_a_ship_from_the_station():
    """AF-105: neither the Teleporter the own ship nor the Helmet an opponent's."""
    s = position(
        ships_in_play={"p0": 4},
        hand=[6],
        fuel={"p0": 9},
        ore={"p0": 1},
        cards={"p0": ["orbital_teleporter", "mind_control_helmet", "plasma_cannon"]},
    )
    play(s, "DOCK_TERRAFORM:coloured", "TERRITORY:lem_badlands")
    assert not {label for label in legal(s) if label.startswith("POWER")}
