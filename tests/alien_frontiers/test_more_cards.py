"""Polarity Device, Resource Cache, Temporal Warper (AF-205 to AF-217)."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tests.alien_frontiers import positions as at
from tests.alien_frontiers.positions import legal, play, position


def test_af207_every_swap_of_two_owners_in_exactly_one_way():
    """AF-207: not two colonies of one owner, none under the Repulsor Field."""
    colonies = {
        "asimov_crater": {"p0": 1, "p1": 1},
        "herbert_valley": {"p1": 2},
        "lem_badlands": {"p2": 1},
        "pohl_foothills": {"p0": 1},
    }
    s = position(
        players=3,
        cards={"p0": ["polarity_device"]},
        colonies=colonies,
        fields={"repulsor_field": "pohl_foothills"},
    )
    play(s, "DISCARD:polarity_device")
    outcomes = []

    def explore(state):
        if at.phase(state) == "MAIN":
            outcomes.append(state.colonies.tobytes())
            return
        for label in legal(state):
            explore(play(state.copy(), label))

    explore(s)
    pieces = [
        (at.TERRITORIES.index(t), at.seat_of(p))
        for t, owners in colonies.items()
        if t != "pohl_foothills"
        for p in owners
    ]
    wanted = set()
    for (t, p), (u, q) in combinations(pieces, 2):
        if t != u and p != q:
            after = s.colonies.copy()
            after[t, p] -= 1
            after[t, q] += 1
            after[u, q] -= 1
            after[u, p] += 1
            wanted.add(after.tobytes())
    assert len(outcomes) == len(set(outcomes))
    assert set(outcomes) == wanted


def test_af210_the_caches_own_discard_leaves_the_discard_power():
    """AF-208, AF-210, AF-211: and a re-roll does not make it act again."""
    s = position(
        hand=[1, 3, 5],
        fuel={"p0": 1},
        cards={"p0": ["resource_cache", "temporal_warper"]},
        rolls=[2, 4, 6],
    )
    play(s, "POWER:temporal_warper", "OWN_SHIP:1", "OWN_SHIP:3", "OWN_SHIP:5", "STOP")
    assert at.hand(s) == [2, 4, 6]
    assert (at.fuel(s), at.ore(s)) == (0, 0)


def test_af215_any_set_of_ships_in_exactly_one_way():
    """AF-215: at least one; equal ships are one choice."""
    s = position(hand=[2, 2, 5], fuel={"p0": 1}, cards={"p0": ["temporal_warper"]})
    play(s, "POWER:temporal_warper")
    assert "STOP" not in legal(s)
    chosen = []

    def explore(state, picks):
        for label in legal(state):
            if label == "STOP":
                chosen.append(tuple(picks))
            else:
                explore(play(state.copy(), label), [*picks, label[-1]])

    explore(s, [])
    assert sorted(chosen) == [("2",), ("2", "2"), ("2", "2", "5"), ("2", "5"), ("5",)]


def test_af215_only_the_chosen_ships_are_rolled():
    """AF-215: uniformly, and the kept ship never changes."""
    seen = set()
    for seed in range(40):
        s = position(seed=seed, hand=[1, 6], fuel={"p0": 1}, cards={"p0": ["temporal_warper"]})
        play(s, "POWER:temporal_warper", "OWN_SHIP:1", "STOP")
        assert 6 in at.hand(s)
        seen.add(at.hand(s)[0])
    assert seen == {1, 2, 3, 4, 5, 6}


def test_af217_another_warper_may_be_taken_but_not_the_one_discarded():
    """AF-216, AF-217, AF-162: what is taken may be used, but not discarded this turn."""
    s = position(cards={"p0": ["temporal_warper"]})
    assert "DISCARD:temporal_warper" not in legal(s)
    s = position(
        hand=[1], fuel={"p0": 1}, cards={"p0": ["temporal_warper"]}, pile=["temporal_warper"]
    )
    play(s, "DISCARD:temporal_warper")
    assert legal(s) == {"CARD:temporal_warper"}
    play(s, "CARD:temporal_warper")
    assert at.pile(s) == ["temporal_warper"]
    assert "POWER:temporal_warper" in legal(s)
    assert "DISCARD:temporal_warper" not in legal(s)


def test_a_card_takes_the_ship_from_the_emptiest_group():
    """Section 14: of equal ships the one in a broken pair goes first."""
    s = position(
        players=4,
        hand=[1],
        fuel={"p0": 1},
        ships_in_play={"p1": 4},
        cards={"p0": ["plasma_cannon"]},
        docked={"shipyard": [["p1", 5], ["p1", 5], ["p1", 5]]},
    )
    play(s, "POWER:plasma_cannon", "FACILITY:shipyard", "OPP_SHIP:+1:5")
    ports = [int(port) for port, place in zip(s.port, s.place, strict=True) if place == 6]
    assert sorted(ports) == [0, 1]
    assert np.count_nonzero(s.place[6:12] == 9) == 2
