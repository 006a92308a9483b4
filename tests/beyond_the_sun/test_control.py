"""Several gains of control at once: discs, bonuses and the room that they need (section 8)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.pending import (
    JUMP_POINTS,
    K_LIST,
    MAX_PENDING,
    MOVING_LEVEL,
    ROOM_FOR_A_BONUS,
)
from exozoo.envs.beyond_the_sun.rules.step import needs_decision
from exozoo.envs.core.pending import push, top
from tests.beyond_the_sun.positions import (
    can,
    control,
    decision,
    discs,
    effects,
    node,
    number,
    options,
    own,
    play,
    put_system,
    settle,
    ships,
    table,
    write_code,
)

JUMP_1, JUMP_2 = ({"op": "jump", "n": n} for n in (1, 2))


def test_owner_chooses_which_outpost_gets_the_last_disc():
    """BS-122: discs of several outposts are placed in the owner's order if they may run short."""
    s = table(4)
    put_system(s, "A1", "Sirius")  # ore
    put_system(s, "A2", "Proxima Centauri")  # both
    ships(s, 0, "SOL", 1, 1)
    own(s, 0)["discs"] = [8, 1]
    effects(s, 0, JUMP_2)
    play(s, "move", "Sirius", "at Sol", "Proxima")
    assert options(s) == [
        "place the next outpost disc at Sirius (A1)",
        "place the next outpost disc at Proxima Centauri (A2)",
    ]
    play(s, "Proxima", "ore track")
    assert discs(s, 0) == (8, 0)
    assert (s["outpost"][node("A1")], s["outpost"][node("A2")]) == (2, 1)


def test_order_of_outposts_is_not_asked_with_discs_enough():
    """BS-122: with discs enough only the track of a double specialisation is a choice."""
    s = table(4)
    put_system(s, "A1", "Sirius")
    put_system(s, "A2", "Proxima Centauri")
    ships(s, 0, "SOL", 1, 1)
    own(s, 0)["discs"] = [8, 2]
    effects(s, 0, JUMP_2)
    play(s, "move", "Sirius", "at Sol", "Proxima")
    assert options(s) == ["take a disc from the food track", "take a disc from the ore track"]
    play(s, "ore track")
    assert discs(s, 0) == (8, 0)
    assert (s["outpost"][node("A1")], s["outpost"][node("A2")]) == (1, 1)


def test_the_longest_chain_of_bonuses_fits_on_the_stack():
    """BS-125, BS-127: each hop gives bonuses to two others, who wait until the chain is over."""
    s = table(4, faction="F4-adv")
    s["extra_slot"] = node("A1")
    put_system(s, "A1", "Ross 128")  # jump 1
    s["node_system"][node("X1")] = number("systems", "Luyten 726-8")  # jump 1
    own(s, 0)["more_jump"] = 1
    ships(s, 0, "SOL", 4, 3)
    for seat, place in ((1, "A1"), (2, "X1"), (3, "A2")):
        ships(s, seat, place, 1)
        control(s, seat, place, "food")
    effects(s, 0, JUMP_1)
    deepest = 0
    while decision(s) != "production":
        deepest = max(deepest, int(s["num_pending"]))
        if decision(s) == "outpost disc":
            play(s, options(s)[0])
        elif s["seat"] > 0:
            play(s, "stop")
        elif decision(s) == "ship to move":
            play(s, "level 4" if top(s, JUMP_POINTS) == 2 else "level 3")
        elif top(s, MOVING_LEVEL) == 4:
            play(s, "to Luyten" if can(s, "to Luyten") else "to Ross")
        else:
            play(s, "to Proxima" if can(s, "to Proxima") else "to Sol")
    assert s["bonuses"] == 20
    assert deepest < MAX_PENDING - ROOM_FOR_A_BONUS
    assert 3 not in s["outpost"]


def test_a_stack_that_is_nearly_full_takes_no_more_bonuses():
    """BS-141: whatever a card set nests, nothing but a whole bonus is ever left out."""
    s = table(2)
    effects(s, 0, JUMP_1)
    step = s["pending"][s["num_pending"] - 1].copy()
    place = write_code(s, [{"op": "gain_ore", "n": 1}], "colonised")
    for depth in (MAX_PENDING - ROOM_FOR_A_BONUS - 1, MAX_PENDING - ROOM_FOR_A_BONUS):
        s["pending"][2:depth] = step
        s["num_pending"], own(s, 0)["ore"] = depth, 0
        push(s, K_LIST, np.int64(0), np.int64(place), c.FREE, np.int64(0), np.int64(0))
        needs_decision(s, K_LIST)
        assert s["num_pending"] == depth
        assert own(s, 0)["ore"] == (depth < MAX_PENDING - ROOM_FOR_A_BONUS)


def test_ore_for_control_gained_in_the_turn_of_another():
    """BS-108: the faction whose jump it is counts its own gains, not those of the active one."""
    s = table(2)
    ships(s, 1, "SOL", 1)
    effects(s, 0)
    listed = [JUMP_1, {"op": "gain_ore_per_control_gained", "n": 2}]
    place = write_code(s, listed, "colonised")
    push(s, K_LIST, np.int64(1), np.int64(place), c.FREE, np.int64(0), np.int64(0))
    settle(s)
    play(s, "move", "Proxima", "food track")
    assert [own(s, seat)["ore"] for seat in range(2)] == [10, 12]
