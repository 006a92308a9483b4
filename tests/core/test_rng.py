"""The generator in the state against a plain Python one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from exozoo.envs.core.rng import derive, draw_below, next_word, seed_rng, shuffle
from tests.reference.rng import Generator, mix

SEEDS = st.integers(0, 2**64 - 1)


def seeded(seed: int) -> np.ndarray:
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, np.uint64(seed))
    return rng


@given(SEEDS)
def test_words_are_those_of_the_reference(seed):
    rng, reference = seeded(seed), Generator(seed)
    assert [int(next_word(rng)) for _ in range(5)] == [reference.next_word() for _ in range(5)]


def test_first_words_of_splitmix64_are_the_published_ones():
    # the stream of SplitMix64 started at state 1234567, as its authors' test vector lists it
    assert mix((1234567 + 0x9E3779B97F4A7C15) % 2**64) == 6457827717110365317


@given(SEEDS, st.integers(1, 2**31 - 1))
def test_bounded_draws_are_those_of_the_reference(seed, count):
    rng, reference = seeded(seed), Generator(seed)
    assert int(draw_below(rng, np.int64(count))) == reference.draw_below(count)


def test_bounded_draws_are_uniform():
    rng = seeded(5)
    draws = np.bincount([draw_below(rng, np.int64(6)) for _ in range(60_000)], minlength=6)
    assert draws.sum() == 60_000
    assert ((draws - 10_000) ** 2 / 10_000).sum() < 20.5  # chi-square, 5 degrees, p = 0.001


@given(SEEDS, st.integers(0, 30), st.integers(0, 5))
def test_shuffle_is_that_of_the_reference_and_keeps_the_rest(seed, count, start):
    items = np.arange(count + start + 3, dtype=np.int8)
    shuffle(seeded(seed), items, np.int64(start), np.int64(start + count))
    middle = list(range(start, start + count))
    Generator(seed).shuffle(middle)
    assert items.tolist() == [*range(start), *middle, *range(start + count, count + start + 3)]


def test_streams_of_one_key_differ():
    keys = {int(derive(np.uint64(1), np.uint64(stream))) for stream in range(1000)}
    assert len(keys) == 1000
