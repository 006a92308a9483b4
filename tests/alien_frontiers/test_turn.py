"""The turn (AF-5, AF-20 to AF-29)."""

from __future__ import annotations

from collections import Counter

import pytest

import exozoo
from exozoo.envs.alien_frontiers import GAME
from exozoo.envs.alien_frontiers.components import CARD_IDS
from tests.alien_frontiers import positions as at
from tests.alien_frontiers.positions import legal, pass_until, play, position


def test_af5_a_benefit_is_kept_when_its_ship_moves_on():
    """AF-5, AF-195: the ore stays although the ship leaves the mine, and its port is free again."""
    s = position(hand=[6], fuel={"p0": 2}, cards={"p0": ["orbital_teleporter"]})
    play(s, "DOCK_MINE:6", "POWER:orbital_teleporter", "FACILITY:lunar_mine", "OWN_SHIP:6")
    play(s, "DOCK_SOLAR:6")
    assert at.ore(s) == 1
    assert at.fuel(s) == 3
    assert at.free_ports(s, "lunar_mine") == 3


def test_af5_fields_override_cards():
    """AF-5: the Repulsor Field stops the Teleporter's discard power on its territory."""
    s = position(
        hand=[1],
        cards={"p0": ["orbital_teleporter"]},
        colonies={"lem_badlands": {"p1": 1}},
        fields={"repulsor_field": "lem_badlands"},
    )
    assert "DISCARD:orbital_teleporter" not in legal(s)


def test_af20_the_next_player_clockwise_follows_with_rolled_ships():
    """AF-20: no decision between the end of one turn and the first free choice of the next."""
    s = position(players=3, hand=[1])
    play(s, "DOCK_SOLAR:1", "END_TURN")
    assert s.seat == 1
    assert at.phase(s) == "MAIN"
    assert len(at.hand(s)) == 3
    pass_until(s, 2)
    pass_until(s, 0)
    assert s.turn == 4


def test_af22_all_own_ships_are_gathered_wherever_they_are():
    """AF-22, AF-28: those of the others stay where they are, with their values."""
    s = position(
        ships_in_play={"p0": 3, "p1": 5},
        hand=[4],
        docked={
            "solar_converter": [["p1", 2], ["p0", 5]],
            "raiders_outpost": [["p1", 4], ["p1", 5], ["p1", 6]],
        },
        colonies={"burroughs_desert": {"p1": 1}},
        relic={"owner": "p1", "at": "lunar_mine", "value": 1},
    )
    play(s, "DOCK_SOLAR:4", "END_TURN")
    assert len(at.hand(s)) == 6  # five coloured ships, one of them from the bay, and the relic ship
    assert at.docked(s, "raiders_outpost") == []
    assert at.docked(s, "solar_converter") == [("p0", 4), ("p0", 5)]


@pytest.mark.compiled
def test_af23_every_ship_is_rolled_with_a_fair_die():
    """AF-23: all faces about equally often, and independently of each other."""
    dice = exozoo.Batch(GAME, 1500, seed=1).states["value"][:, :3]
    faces = Counter(dice.ravel().tolist())
    doubles = int((dice[:, 0] == dice[:, 1]).sum())
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(650 < count < 850 for count in faces.values())
    assert 190 < doubles < 310


def test_af24_the_resource_cache_acts_right_after_the_roll():
    """AF-24, AF-208, AF-209: before the first decision, on all ships rolled."""
    states = exozoo.Batch(GAME, 400, seed=1).states
    cached = states[states["cards"][:, 0, CARD_IDS.index("resource_cache")] == 1]
    odds = (cached["value"][:, :3] % 2).sum(axis=1)
    assert set(odds.tolist()) == {0, 1, 2, 3}
    assert (cached["resources"][:, 0, 0] == (odds <= 1)).all()
    assert (cached["resources"][:, 0, 1] == (odds >= 2)).all()
    s = position(ships_in_play={"p0": 4}, hand=[1], cards={"p0": ["resource_cache"]})
    play(s, "DOCK_SOLAR:1", "END_TURN")
    pass_until(s, 0)
    tie = sum(value % 2 for value in at.hand(s)) == 2
    assert ("resource_cache" in at.held(s, "p0")) == (not tie)


def test_af25_an_open_choice_is_finished_before_anything_else():
    """AF-25: and free actions may be mixed in any order."""
    s = position(hand=[1, 5, 5], fuel={"p0": 9}, ore={"p0": 3}, cards={"p0": ["booster_pod"]})
    play(s, "DOCK_ARTIFACT:1")
    assert legal(s) == {"REFRESH", "STOP"}
    play(s, "STOP", "POWER:booster_pod")
    assert legal(s) == {"OWN_SHIP:5"}
    play(s, "OWN_SHIP:5")
    assert at.hand(s) == [5, 6]
    assert "DOCK_SOLAR:6" in legal(s)


def test_af26_even_a_costly_docking_must_be_made():
    """AF-26: the only place left is the Shipyard, for all the player has."""
    full = {
        "solar_converter": [["p1", 1]] * 6,
        "alien_artifact": [["p2", 1]] * 4,
        "lunar_mine": [["p2", 6]],
        "orbital_market": [["p0", 1]],
    }
    s = position(
        players=3,
        ships_in_play={"p0": 3, "p1": 6, "p2": 6},
        hand=[2, 2],
        docked=full,
        hub={"p0": 7},
        colonies={"burroughs_desert": {"p2": 1}},
        relic={"owner": "p2", "at": "solar_converter", "value": 1},
        fuel={"p0": 1},
        ore={"p0": 1},
    )
    assert legal(s) == {"DOCK_SHIPYARD:2", "LAUNCH"}
    play(s, "DOCK_SHIPYARD:2")
    assert legal(s) == {"END_TURN"}


def test_af29_opponents_are_not_checked_and_the_excess_returns_to_the_supply():
    """AF-29, AF-231, AF-233: during the turn any amount may be held."""
    s = position(hand=[6], fuel={"p0": 8, "p1": 9})
    play(s, "DOCK_SOLAR:6")
    assert at.fuel(s) == 11
    play(s, "END_TURN")
    assert legal(s) == {"KEEP_ORE:0"}
    play(s, "KEEP_ORE:0")
    assert (at.fuel(s), at.fuel(s, "p1")) == (8, 9)
    assert s.supply[0] == 30 - 17


def test_af29_exactly_eight_need_no_choice():
    s = position(hand=[], fuel={"p0": 5}, ore={"p0": 3})
    play(s, "END_TURN")
    assert s.seat == 1
    assert (at.fuel(s), at.ore(s)) == (5, 3)


def test_turn_limit_stops_and_ranks_the_game():
    s = GAME.new_state(3, players=2, turn_limit=4, auto_resolve=False)
    s.colonies[5, 1] = 1
    s.unplaced[1] -= 1
    for _ in range(200):
        if s.over:
            break
        options = legal(s)
        GAME.step(s, min(at.ACTION_OF_LABEL[label] for label in options))
    assert s.over
    assert s.turn == 4
    assert GAME.ranking(s)[1] == 1


def test_turn_limit_zero_means_none():
    s = GAME.new_state(3, turn_limit=0)
    assert s.turn_limit == 0
