"""Records on the stack and borrowed arrays: what kernels use without asking for memory."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from exozoo.envs.core.compile.pieces import Walk
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.core.memory import at_table, borrowed, on_stack, part_of

PAIR = np.dtype([("numbers", np.int64, 4), ("total", np.int64)], align=True)
WIDE = np.dtype([("numbers", np.int64, 8), ("total", np.int64)], align=True)
new_pair, new_wide = on_stack(PAIR), on_stack(WIDE)


def new_record(): ...


@jit
def add_up(pair):
    pair.total = 0
    for number in pair.numbers:
        pair.total += number


@jit
def sum_from(first, deeper):
    """A record of its own for every call under way."""
    pair = new_pair()
    for index in range(4):
        pair.numbers[index] = first + index
    below = sum_from(first + 100, deeper - 1) if deeper > 0 else np.int64(0)
    add_up(pair)
    return pair.total + below


@jit
def scaled(numbers, factor):
    """Called with one factor here and with another there: a caller may be compiled for its own."""
    for index in range(numbers.size):
        numbers[index] *= factor
    return numbers.size


def _double(numbers):
    return scaled(borrowed(numbers), np.int64(2))


def _size(count):
    record = new_record()
    record.numbers[:] = count
    return record.numbers.sum()


def test_each_call_has_a_record_of_its_own():
    expected = sum(4 * (7 + 100 * depth) + 6 for depth in range(3))
    assert sum_from(np.int64(7), np.int64(2)) == expected


def test_a_borrowed_array_is_the_array_itself_and_is_held_by_nobody_afterwards():
    numbers = np.arange(5)
    holders = sys.getrefcount(numbers)
    double = bind(_double)
    for _ in range(10):
        double(numbers)
    assert list(numbers) == [0, 1024, 2048, 3072, 4096]
    assert sys.getrefcount(numbers) == holders


def test_a_part_hidden_in_one_kernel_is_not_taken_for_the_same_part_elsewhere():
    """Its arguments may have been optimised away there."""
    numbers = np.arange(3)
    assert bind(_double)(numbers) == 3
    assert scaled(numbers, np.int64(5)) == 3
    assert list(numbers) == [0, 10, 20]


@pytest.mark.compiled
def test_kernels_with_records_of_other_types_are_other_kernels():
    """Both call what writes their code by one name: stale code must not run for the other."""
    narrow, wide = (bind(_size, new_record=new) for new in (new_pair, new_wide))
    assert Walk().digest(narrow) != Walk().digest(wide)
    assert narrow(np.int64(3)) == 12
    assert wide(np.int64(3)) == 24


SPREAD = np.dtype(
    [("first", np.int8, 3), ("second", np.int16, 2), ("third", np.float64), ("last", np.int8)]
)
same_middle, copy_middle = part_of(SPREAD, "second", "third")


@jit
def is_middle_same(records):
    return same_middle(records[0], records[1])


@jit
def copy_to_second(records):
    copy_middle(records[1], records[0])


def test_a_part_of_records_is_compared_and_copied_alone():
    records = np.zeros(2, np.dtype((np.record, SPREAD)))
    records["first"][0], records["last"][1] = 7, 9
    assert is_middle_same(records)
    records["second"][0, 1], records["third"][0] = -3, 0.5
    assert not is_middle_same(records)
    copy_to_second(records)
    assert is_middle_same(records)
    assert records["second"][1].tolist() == [0, -3]
    assert records["third"][1] == 0.5
    assert not records["first"][1].any()
    assert records["last"].tolist() == [0, 9]


SEAT = np.dtype([("points", np.int16), ("name", np.int8, 3)], align=True)
TABLE = np.dtype([("num_players", np.int8), ("round", np.int32), ("players", SEAT, 4)], align=True)
copy_table = at_table(TABLE)


@jit
def copy_to_second_table(records):
    copy_table(records[1], records[0])


@pytest.mark.parametrize("players", [1, 3, 4])
def test_a_table_is_copied_without_empty_seats(players):
    records = np.zeros(2, np.dtype((np.record, TABLE)))
    records["num_players"][0], records["round"][0] = players, 70_000
    records["players"]["points"][0], records["players"]["name"][0] = [1, 2, 3, 4], 5
    copy_to_second_table(records)
    assert records["num_players"][1] == players
    assert records["round"][1] == 70_000
    taken = records["players"][:, :players]
    assert (taken[0] == taken[1]).all()


def test_seats_stand_last():
    with pytest.raises(ValueError, match="players: has to be the last field"):
        at_table(np.dtype([("num_players", np.int8), ("players", SEAT, 4), ("round", np.int32)]))
