"""Whole games replay as they were recorded: same choices, same seats, same scores, same places."""

from __future__ import annotations

from functools import cache

import numba
import pytest

import exozoo
from tests.golden.mixes import MIXES
from tests.golden.replay import MARK_EVERY, Entry, compare, read_entries

entries_of = cache(read_entries)
SHORT = 2  # games of each kind that are replayed without the compiler, a thousand times slower
SHORTEST = 40  # decisions such a game has at least


def short_numbers(name: str) -> list[int]:
    lengths = [len(entry["actions"]) for entry in entries_of(name)]
    long_enough = [number for number, length in enumerate(lengths) if length >= SHORTEST]
    return sorted(long_enough, key=lengths.__getitem__)[:SHORT]


def numbers_of(name: str) -> list[int]:
    """The entries to replay: all, or a few short ones where the compiler is off."""
    return short_numbers(name) if numba.config.DISABLE_JIT else list(range(len(entries_of(name))))


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name in MIXES for number in numbers_of(name)]
)
def test_recorded_game_replays(name: str, number: int):
    fault = compare(exozoo.load_game(name), number, entries_of(name)[number])
    assert fault is None, fault


NUMBER = short_numbers("alien_frontiers")[0]
ENTRY: Entry = entries_of("alien_frontiers")[NUMBER]


def changed(**changes: object) -> str:
    """What is told of a short game of which something else was recorded."""
    told = compare(exozoo.load_game("alien_frontiers"), NUMBER, {**ENTRY, **changes})
    assert told is not None
    return told


@pytest.mark.parametrize("agreeing", [0, 1])
def test_a_game_that_went_differently_is_told_with_the_place(agreeing: int):
    marks = ENTRY["marks"]
    assert len(marks) > agreeing
    wrong = [*marks[:agreeing], *["0" * 16] * (len(marks) - agreeing)]
    told = changed(marks=wrong, digest="0" * 16)
    first = agreeing * MARK_EVERY
    assert f"between decisions {first} and {first + MARK_EVERY - 1} of" in told
    assert f"alien_frontiers, entry {NUMBER}, options" in told


def test_a_difference_behind_the_last_mark_is_told():
    first = len(ENTRY["marks"]) * MARK_EVERY
    last = len(ENTRY["actions"]) - 1
    assert f"between decisions {first} and {last} of" in changed(digest="0" * 16)


def test_an_illegal_action_is_told():
    actions = [*ENTRY["actions"][:3], 10**6]
    assert "the recorded action 1000000 is illegal" in changed(actions=actions)


@pytest.mark.parametrize("key", ["scores", "ranking", "over"])
def test_another_result_is_told(key: str):
    assert f"at the end {key} " in changed(**{key: None})


def test_other_rules_are_told_by_their_version():
    assert "python -m tests.golden.make alien_frontiers" in changed(version=-1)


def test_another_seed_is_noticed():
    assert "differ first between decisions 0 and" in changed(seed=ENTRY["seed"] + 1)
