"""Scoring, ties and the end of endless turns (sections 12 and 13)."""

from __future__ import annotations

import pytest

from tests.beyond_the_sun.positions import (
    CARDS,
    can,
    colony,
    control,
    decision,
    effects,
    node,
    number,
    options,
    own,
    play,
    put_system,
    put_tech,
    researched,
    ships,
    slot,
    table,
    turn_of,
)

JUMP_1 = {"op": "jump", "n": 1}


def score_of(s, seat):
    turn_of(s, 0)
    return int(s["scores"][seat])


def test_scoring():
    """BS-170, BS-171, BS-172, BS-173, BS-174, BS-175, BS-176, BS-177, BS-180, BS-182."""
    s = table(3)
    assert score_of(s, 0) == 0
    researched(s, 0, "I-1", "I-2")
    assert score_of(s, 0) == 2
    put_tech(s, "II-1", "Plasma Cannon")
    put_tech(s, "III-1", "Capital Ship")
    researched(s, 0, "II-1", "III-1")
    assert score_of(s, 0) == 2 + 2 + 3
    put_tech(s, "IIII-1", "Parallel Universe Generator")  # 4 + 1 per level III, at most 3
    researched(s, 0, "IIII-1")
    assert score_of(s, 0) == 7 + 4 + 1
    s["slot_card"][slot("IIII-1")] = number("technologies", "Post-Scarcity Economy")
    own(s, 0)["automated"][0] = 5  # 3 + floor(5 / 2), and 0+1+0+1+1 of the track
    assert score_of(s, 0) == 7 + 3 + 2 + 3
    s["slot_card"][slot("IIII-1")] = number("technologies", "Galactic Commonwealth")
    colony(s, 0, *(f"A-0{n}" for n in range(1, 7)))  # max 5 of 6
    printed = sum(CARDS.items("systems")[k]["vp"] for k in range(6))
    assert score_of(s, 0) == 7 + 2 + 5 + 3 + printed
    control(s, 0, "SY1", "food")
    assert score_of(s, 0) == 7 + 2 + 5 + 3 + printed + 1
    s["private_card"][1], s["private_owner"][1] = number("technologies", "Hivemind Computing"), 0
    s["slot_card"][slot("IIII-1")] = number("technologies", "Parallel Universe Generator")
    assert (
        score_of(s, 0) == 7 + 4 + 1 + 3 + printed + 1 + 3
    )  # BS-182: it is no level III of one's own
    s["slot_card"][slot("IIII-1")] = number("technologies", "Galactic Commonwealth")
    assert score_of(s, 0) == 7 + 2 + 5 + 3 + printed + 1 + 3
    s["achievement_disc"][0, 1] = 0
    assert score_of(s, 0) == 7 + 2 + 5 + 3 + printed + 1 + 3 + 3


def test_we_15_majorities():
    """WE-15, BS-178: all tied factions score, nobody at an empty place."""
    s = table(3)
    ships(s, 0, "DS", 4, 1)
    ships(s, 1, "DS", 3, 2)
    ships(s, 2, "DS", 2)
    turn_of(s, 0)
    assert list(s["scores"][:3]) == [1, 1, 0]


@pytest.mark.parametrize(
    ("field", "value", "ranks"),
    [("discs", 7, [1, 2]), ("population", 3, [1, 2]), ("ore", 12, [1, 2]), (None, 0, [1, 1])],
)
def test_we_16_ties(field, value, ranks):
    """WE-16, BS-181: fewest discs, then most population, then most ore, then shared."""
    s = table(2, max_rounds=1, achievements="beginner")
    for seat in (0, 1):
        own(s, seat)["population"] = 2
    if field == "discs":
        own(s, 0)["discs"][0] = value
        own(s, 1)["population"] = 9
    elif field == "population":
        own(s, 0)["population"] = value
        own(s, 1)["ore"] = 30
    elif field:
        own(s, 0)[field] = value
    turn_of(s, 0)
    for _ in range(2):
        play(s, "supply", "produce ore")
    assert s["over"]
    assert s["scores"][0] == s["scores"][1]
    assert list(s["rank"][:2]) == ranks


def test_bonus_cap_keeps_a_turn_finite():
    """BS-125: bonuses come whenever control is gained; a cap of 20 a turn keeps it finite."""
    s = table(2)
    s["extra_slot"] = node("A1")
    put_system(s, "A1", "Ross 128")  # jump 1
    s["node_system"][node("X1")] = number("systems", "Luyten 726-8")  # jump 1
    ships(s, 0, "SOL", 3)
    ships(s, 1, "A1", 1)
    ships(s, 1, "X1", 1)
    control(s, 1, "A1", "food")
    control(s, 1, "X1", "food")
    effects(s, 0, JUMP_1)
    moves = 0
    while decision(s) != "production":
        if decision(s) == "outpost disc":
            play(s, "food track")
        elif s["seat"] == 1:
            play(s, "stop")
        elif decision(s) == "ship to move":
            play(s, "move")
            moves += 1
        else:
            play(s, "(X1)" if can(s, "(X1)") else "(A1)" if can(s, "(A1)") else options(s)[0])
        assert moves < 50
    assert s["bonuses"] == 20
