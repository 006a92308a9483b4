"""Legal sets of planets: the stored positions, and brute force on small boards."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exozoo.envs.core.connections import (
    FIRST_GROUP,
    NUM_ASKED,
    REQUIRED,
    TARGET,
    UNREACHABLE,
    lay_ground,
)
from exozoo.envs.core.hexgrid import NUM_WORDS, beside_table, label_groups, neighbour_table
from exozoo.envs.gaia_project.components import COORDS_OF_BOARD
from exozoo.envs.gaia_project.constants import BOARD_IDS, MAX_SETS
from exozoo.envs.gaia_project.rules.federation_sets import fewest_satellites, find_sets
from tests.reference.federation import legal_federations
from tests.reference.hexgrid import components, is_connected, neighbours

DATA = Path(__file__).parent / "data"
VECTORS = json.loads((DATA / "federation_vectors.json").read_text("utf-8"))["vectors"]


def fast_federations(board, values, free, target, budget, federation=(), stations=()):
    """The kernel's answer in the form of the reference, with the satellites of each set."""
    sides = neighbour_table(board)
    member = np.array([h in values or h in federation for h in board], np.uint8)
    group = np.empty(len(board), np.int64)
    count = int(label_groups(sides, member, group))
    beside, ground = beside_table(board), np.empty((FIRST_GROUP + count, NUM_WORDS), np.int64)
    lay_ground(beside, np.array([h in free for h in board], np.uint8), group, ground)
    value, size = np.zeros(count, np.int64), np.zeros(count, np.int64)
    required = grounded = 0
    for hexagon, number in zip(board, group, strict=True):
        if hexagon in values:
            value[number] += values[hexagon]
            size[number] += 1
            grounded |= (hexagon not in stations) << int(number)
        if hexagon in federation:
            required |= 1 << int(number)
    masks, costs = np.zeros(MAX_SETS, np.int64), np.zeros(MAX_SETS, np.int64)
    links = np.zeros((MAX_SETS, len(board)), np.uint8)
    ask = np.zeros(NUM_ASKED, np.int64)
    ask[TARGET], ask[REQUIRED] = target, required
    most = np.int64(budget)
    cheapest = fewest_satellites(beside, ground, value, *ask[[TARGET, REQUIRED]], most)
    groups = (value, size, np.int64(grounded), ask, most)
    offered = find_sets(beside, ground, *groups, masks, costs, links)
    if budget or cheapest == 0:
        assert cheapest == (costs[0] if offered else UNREACHABLE)
    found = {}
    for index in range(offered):
        mask, cost = int(masks[index]), int(costs[index])
        structures = frozenset(
            h for h, g in zip(board, group, strict=True) if h in values and mask >> int(g) & 1
        )
        inside = [h for h, g in zip(board, group, strict=True) if g >= 0 and mask >> int(g) & 1]
        check_link(board, inside, [board[i] for i in np.flatnonzero(links[index])], member, cost)
        found[structures] = cost
    assert list(found.values()) == sorted(found.values())
    return found


def check_link(board, inside, satellites, member, cost):
    """Satellites that join the chosen hexes, as many as stated, and touch nothing else (GP-F4)."""
    assert len(satellites) == cost
    assert is_connected([*inside, *satellites])
    around = {n for h in satellites for n in neighbours(h)}
    assert all(h in inside for h, m in zip(board, member, strict=True) if m and h in around)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["id"])
def test_stored_positions_have_exactly_these_legal_sets(vector):
    """W-19 and positions from play: groups, satellites and both filters.

    GP-F2, GP-F4, GP-F5, GP-F6, GP-F7, GP-F8; the satellites of each set are checked by the way (GP-F9).
    """
    board = COORDS_OF_BOARD[BOARD_IDS.index(vector["shape"])]
    values = {tuple(s["at"]): s["value"] for s in vector["structures"]}
    federation = {tuple(h) for h in vector["federation_hexes"]}
    taken = {*values, *federation, *(tuple(h) for h in vector["blocked"])}
    free = {h for h in board if h not in taken}
    stations = {tuple(s["at"]) for s in vector["structures"] if s.get("station")}
    found = fast_federations(
        board, values, free, vector["target"], vector["budget"], federation, stations
    )
    expected = {
        frozenset(tuple(h) for h in entry["structures"]): entry["satellites"]
        for entry in vector["legal"]
    }
    assert found == expected


DISC = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]


@st.composite
def positions(draw):
    """A disc of 19 hexes with structures, blocked planets and, at times, a federation."""
    marks = draw(st.lists(st.sampled_from("...12-33s"), min_size=19, max_size=19))
    values = {h: int(m) for h, m in zip(DISC, marks, strict=True) if m in "123"}
    stations = {h for h, m in zip(DISC, marks, strict=True) if m == "s"}
    values.update(dict.fromkeys(stations, 1))
    free = [h for h, m in zip(DISC, marks, strict=True) if m == "."]
    federation = set()
    if draw(st.booleans()) and values:
        groups = components([*values])
        federation = {*draw(st.sampled_from(groups))}
        federation |= {h for h in free if draw(st.integers(0, 3)) == 0 and touches(h, federation)}
        free = [h for h in free if h not in federation]
    return values, free, draw(st.integers(4, 9)), draw(st.integers(0, 4)), federation, stations


def touches(hexagon, hexes):
    return any(n in hexes for n in neighbours(hexagon))


@settings(deadline=None, max_examples=150)
@given(positions())
def test_small_boards_agree_with_brute_force(position):
    """GP-F2, GP-F4, GP-F6, GP-F7, GP-F8, and GP-F9 by the way."""
    values, free, target, budget, federation, stations = position
    expected = legal_federations(values, free, target, budget, federation, stations)
    found = fast_federations(DISC, values, free, target, budget, federation, stations)
    if len(expected) <= MAX_SETS:
        assert found == expected
    else:
        assert len(found) == MAX_SETS
        assert found.items() <= expected.items()
