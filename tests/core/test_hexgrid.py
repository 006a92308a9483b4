"""Hex tables and cheapest connections against their slow, obvious versions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exozoo.envs.core.bits import WORD_BITS
from exozoo.envs.core.connections import (
    FIRST_GROUP,
    MAX_FOUND,
    NUM_ASKED,
    REQUIRED,
    TARGET,
    UNREACHABLE,
    cheapest_links,
    lay_ground,
)
from exozoo.envs.core.hexgrid import (
    NUM_WORDS,
    axial_distance,
    beside_table,
    distance_table,
    is_adjacent_to,
    label_groups,
    neighbour_table,
    turn,
)
from tests.reference import hexgrid as slow

LIMIT = 4
DISC = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
axials = st.tuples(st.integers(-5, 5), st.integers(-5, 5))
boards = st.lists(axials, min_size=1, max_size=30, unique=True)
marked_boards = st.lists(st.sampled_from("..##xo"), min_size=19, max_size=19)


@settings(deadline=None)
@given(axials, axials)
def test_distance_is_the_number_of_steps(a, b):
    assert axial_distance(a, b) == slow.steps_between(a, b)


@settings(deadline=None)
@given(boards)
def test_tables_agree_with_coordinates(board):
    distance, sides = distance_table(board), neighbour_table(board)
    for a, hexagon in enumerate(board):
        assert [axial_distance(hexagon, other) for other in board] == distance[a].tolist()
        beside = [board[b] if b >= 0 else None for b in sides[a]]
        assert beside == [n if n in board else None for n in slow.neighbours(hexagon)]
    words = beside_table(board).view(np.uint64)
    for a, row in enumerate(words):
        bits = sum(int(word) << 64 * i for i, word in enumerate(row))
        assert {b for b in range(len(board)) if bits >> b & 1} == {*sides[a][sides[a] >= 0]}
    assert not distance.flags.writeable
    assert not sides.flags.writeable


def test_a_board_that_does_not_fit_into_the_words_is_refused():
    with pytest.raises(ValueError, match="193 hexes: at most 192"):
        beside_table([(q, 0) for q in range(NUM_WORDS * WORD_BITS + 1)])


@settings(deadline=None)
@given(axials, st.integers(0, 12))
def test_turning_keeps_the_distance_and_six_turns_are_none(hexagon, steps):
    turned = turn(hexagon, steps)
    assert axial_distance(turned, (0, 0)) == axial_distance(hexagon, (0, 0))
    assert turn(turned, 6 - steps % 6) == hexagon


def test_turning_is_clockwise():
    assert [turn((0, -1), steps) for steps in range(6)] == slow.neighbours((0, 0))


@settings(deadline=None)
@given(boards, st.data())
def test_groups_are_the_connected_sets(board, data):
    member = np.array(data.draw(st.lists(st.booleans(), min_size=len(board), max_size=len(board))))
    group = np.empty(len(board), np.int64)
    count = label_groups(neighbour_table(board), member.astype(np.uint8), group)
    parts = slow.components([h for h, m in zip(board, member, strict=True) if m])
    assert count == len(parts)
    for hexagon, number in zip(board, group, strict=True):
        found = [i for i, part in enumerate(parts) if hexagon in part]
        assert found == ([number] if number >= 0 else [])


@settings(deadline=None)
@given(boards, st.data())
def test_adjacency_to_members(board, data):
    member = data.draw(st.lists(st.integers(0, 1), min_size=len(board), max_size=len(board)))
    for index, hexagon in enumerate(board):
        expected = any(member[board.index(n)] for n in slow.neighbours(hexagon) if n in board)
        sides = neighbour_table(board)
        assert is_adjacent_to(sides, np.array(member, np.uint8), np.int64(index)) == expected


def marked(marks):
    """Groups, free hexes, kernel graph of a disc of 19: # group, . free, x blocked, o other."""
    board = DISC
    free = [h for h, mark in zip(board, marks, strict=True) if mark in ".o"]
    groups = slow.components([h for h, mark in zip(board, marks, strict=True) if mark == "#"])
    sides = neighbour_table(board)
    group = np.empty(len(board), np.int64)
    label_groups(sides, np.array([m == "#" for m in marks], np.uint8), group)
    ground = np.empty((FIRST_GROUP + len(groups), NUM_WORDS), np.int64)
    beside = beside_table(board)
    lay_ground(beside, np.array([h in free for h in board], np.uint8), group, ground)
    return groups, free, (beside, ground)


def links(graph, within, members, value, target, required, limit, chosen):
    """The kernel's cost and the sets it found."""
    ask = np.zeros(NUM_ASKED, np.int64)
    ask[TARGET], ask[REQUIRED] = target, required
    found = np.zeros(MAX_FOUND, np.int64)
    limits = np.array([1, limit], np.int64)
    masks = (np.int64(within), np.int64(members), np.array(value, np.int64))
    cost = cheapest_links(*graph, *masks, ask, found, found, found, limits, chosen)
    return int(cost), found[1 : found[0] + 1].tolist()


@settings(deadline=None, max_examples=60)
@given(marked_boards)
def test_smallest_links_touch_exactly_the_asked_groups(marks):
    groups, free, graph = marked(marks)
    costs = slow.link_costs(groups, free, LIMIT)
    for mask in range(1, 1 << len(groups)):
        asked = frozenset(i for i in range(len(groups)) if mask >> i & 1)
        if len(asked) < 2:
            continue
        chosen = np.zeros(len(DISC), np.uint8)
        value = [0] * len(groups)
        cost, _ = links(graph, mask, mask, value, -1, mask, LIMIT, chosen)
        assert cost == costs.get(asked, UNREACHABLE)
        if cost != UNREACHABLE:
            link = frozenset(DISC[i] for i in np.flatnonzero(chosen))
            assert len(link) == cost
            assert (asked, link) in set(slow.links(groups, free, cost))


@settings(deadline=None, max_examples=100)
@given(marked_boards, st.integers(1, 9), st.integers(1, LIMIT), st.data())
def test_cheapest_links_for_a_value(marks, target, limit, data):
    """The cost, and all sets that can be joined, perhaps with others, at this cost."""
    groups, free, graph = marked(marks)
    count = len(groups)
    value = data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count))
    required = data.draw(st.integers(0, (1 << count) - 1)) if data.draw(st.booleans()) else 0
    costs = slow.link_costs(groups, free, limit)
    at_least = {}
    for mask in range(1, 1 << count):
        asked = {i for i in range(count) if mask >> i & 1}
        possible = [cost for touched, cost in costs.items() if asked <= touched]
        is_enough = required & ~mask == 0 and sum(value[i] for i in asked) >= target
        if len(asked) > 1 and possible and is_enough:
            at_least[mask] = min(possible)
    best = min(at_least.values(), default=UNREACHABLE)
    none = np.zeros(0, np.uint8)
    found = links(graph, -1, (1 << count) - 1, value, target, required, limit, none)
    assert found[0] == best
    assert found[1] == sorted(mask for mask, cost in at_least.items() if cost == best)
