"""Choosing among legal actions, and the batch around the kernels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import exozoo
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.kernels import count_legal, draw_legal, first_illegal, nth_legal
from exozoo.envs.core.rng import seed_rng
from tests.toy import TOY

MASKS = hnp.arrays(np.uint8, st.integers(1, 300), elements=st.integers(0, 1))


@given(MASKS)
def test_nth_legal_lists_the_legal_actions_in_order(mask):
    assert count_legal(mask) == mask.sum()
    found = [int(nth_legal(mask, np.int64(n))) for n in range(int(mask.sum()))]
    assert found == np.flatnonzero(mask).tolist()


def test_random_actions_are_legal_and_all_of_them_come_up():
    mask = np.zeros(200, np.uint8)
    mask[[0, 63, 64, 130, 199]] = 1
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, np.uint64(1))
    assert {int(draw_legal(rng, mask)) for _ in range(200)} == {0, 63, 64, 130, 199}


def test_first_illegal_names_the_first_marked_environment():
    masks = np.array([[1, 0], [0, 1], [0, 1]], np.uint8)
    everywhere = np.ones(3, np.uint8)
    assert first_illegal(masks, 0, 3, everywhere, np.array([0, 1, 1])) == NONE
    assert first_illegal(masks, 0, 3, everywhere, np.array([0, 0, 0])) == 1
    assert first_illegal(masks, 0, 3, everywhere, np.array([0, 1, 2])) == 2
    assert first_illegal(masks, 0, 3, np.array([1, 0, 1], np.uint8), np.array([0, 0, -1])) == 2


def test_finished_games_restart_with_new_cards():
    batch = exozoo.Batch(TOY, 3, seed=4)
    first = batch.states.copy()
    for _ in range(6):
        done = batch.step(batch.legal().argmax(axis=1))
    assert done.all()
    assert (batch.states["ply"] == 0).all()
    assert batch.episodes.tolist() == [1, 1, 1]
    assert (batch.ranks.min(axis=1) == 1).all()
    assert first.tobytes() != batch.states.tobytes()


def test_random_steps_equal_the_same_steps_one_by_one():
    together = exozoo.Batch(TOY, 5, seed=9, players=3)
    together.random_steps(40)
    apart = exozoo.Batch(TOY, 5, seed=9, players=3, threads=2)
    for _ in range(40):
        apart.random_steps(1)
    assert together.episodes.tolist() == apart.episodes.tolist()
    assert together.states.tobytes() == apart.states.tobytes()


def test_random_until_stops_at_the_seat_or_the_end():
    batch = exozoo.Batch(TOY, 8, seed=2, players=4, auto_reset=False)
    seats = np.array([0, 1, 2, 3, 0, 1, 2, 3])
    batch.random_until(seats)
    assert batch.states["seat"].tolist() == seats.tolist()
    batch.random_until(np.full(8, NONE))
    assert batch.dones.all()


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(2), "expected 2 whole numbers"),
        (np.zeros(3, int), "expected 2 whole numbers"),
        (np.array([99, 0]), "environment 0: action 99 is out of range: 0..15"),
        (np.array([-1, 0]), "environment 0: action -1 is out of range: 0..15"),
    ],
)
def test_bad_actions_are_named_and_nothing_moves(actions, words):
    batch = exozoo.Batch(TOY, 2, seed=0)
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match=words):
        batch.step(actions)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("wrong", [{"num_envs": 0}, {"threads": 0}, {"seed": -1}, {"players": 9}])
def test_bad_batch_arguments_are_refused(wrong):
    with pytest.raises(ValueError, match=r"at least 1|seed|players"):
        exozoo.Batch(TOY, **{"num_envs": 2, **wrong})
