"""Choosing among legal actions, and the batch around the kernels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import exozoo
from exozoo.envs.core import batch as batch_module
from exozoo.envs.core.batch import choose_threads
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.kernels import (
    count_legal,
    draw_legal,
    first_illegal,
    first_wrong_lane,
    next_legal,
    nth_legal,
)
from exozoo.envs.core.rng import seed_rng
from tests.toy import TOY

MASKS = hnp.arrays(np.uint8, st.integers(1, 300), elements=st.integers(0, 1))


@given(MASKS)
def test_nth_legal_lists_the_legal_actions_in_order(mask):
    assert count_legal(mask) == mask.sum()
    found = [int(nth_legal(mask, np.int64(n))) for n in range(int(mask.sum()))]
    assert found == np.flatnonzero(mask).tolist()


@given(MASKS, st.data())
def test_next_legal_finds_the_first_from_anywhere(mask, data):
    start = data.draw(st.integers(0, mask.size))
    later = np.flatnonzero(mask[start:]) + start
    assert next_legal(mask, np.int64(start)) == (later[0] if later.size else mask.size)


def test_random_actions_are_legal_and_all_of_them_come_up():
    mask = np.zeros(200, np.uint8)
    mask[[0, 63, 64, 130, 199]] = 1
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, np.uint64(1))
    assert {int(draw_legal(rng, mask)) for _ in range(200)} == {0, 63, 64, 130, 199}


def test_first_wrong_lane_finds_who_should_wait_and_who_chooses_illegally():
    masks = np.array([[1, 0], [0, 1]], np.uint8)
    movers, wait = np.array([1, 0]), 2
    right = [wait, 0, 1, wait]
    assert first_wrong_lane(masks, movers, np.array(right)) == NONE
    for lane in range(4):
        for action in {-1, 0, 1, wait, 3} - {right[lane]}:
            wrong = right.copy()
            wrong[lane] = action
            assert first_wrong_lane(masks, movers, np.array(wrong)) == lane


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


def test_random_steps_leave_finished_games_alone_if_told_so():
    batch = exozoo.Batch(TOY, 5, seed=9, auto_reset=False)
    batch.random_steps(4)
    assert not batch.dones.any()
    assert not batch.results.size
    batch.random_steps(100)
    assert batch.dones.all()
    assert (batch.states["over"] == 1).all()
    assert batch.states["ply"].tolist() == batch.results["plies"].tolist() == [6] * 5
    assert batch.results["env"].tolist() == [0, 1, 2, 3, 4]
    assert batch.results["scores"].tolist() == batch.states["scores"][:, :2].tolist()
    batch.random_steps(3)
    assert not batch.results.size
    batch.restart(batch.dones)
    batch.random_steps(100)
    assert batch.results["episode"].tolist() == [1] * 5


@pytest.mark.parametrize("threads", [1, 2])
def test_every_finished_game_is_among_the_results(threads):
    together = exozoo.Batch(TOY, 5, seed=9, players=3, threads=threads)
    together.random_steps(40)
    apart = exozoo.Batch(TOY, 5, seed=9, players=3)
    parts = []
    for _ in range(40):
        apart.random_steps(1)
        parts.append(apart.results)
    one_by_one = np.concatenate(parts)
    assert len(one_by_one) == together.episodes.sum() > 5
    by_game = ["env", "episode"]
    whole = np.sort(together.results, order=by_game)
    assert np.sort(one_by_one, order=by_game).tobytes() == whole.tobytes()
    assert (one_by_one["ranks"].min(axis=1) == 1).all()
    assert (one_by_one["plies"] > 0).all()


def test_steps_tell_of_games_that_ended_now():
    batch = exozoo.Batch(TOY, 2, seed=4, auto_reset=False)
    for _ in range(6):
        assert not batch.results.size
        batch.step(batch.legal().argmax(axis=1), where=np.array([1, 0]))
    assert batch.results["env"].tolist() == [0]
    assert batch.results["ranks"].tolist() == batch.ranks[:1].tolist()
    batch.step(batch.legal().argmax(axis=1), where=np.array([0, 1]))
    assert not batch.results.size


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2])
def test_one_pass_steps_restarts_and_observes_like_separate_calls(threads):
    """Enough games for several slices; all end and restart on the way."""
    fused = exozoo.Batch(TOY, 700, seed=9, threads=threads)
    apart = exozoo.Batch(TOY, 700, seed=9)
    for _ in range(8):
        actions = apart.draw()
        assert np.array_equal(actions, fused.draw())
        assert np.array_equal(fused.step(actions, observe=True), apart.step(actions))
        assert np.array_equal(fused.observations, apart.observe())
        assert fused.states.tobytes() == apart.states.tobytes()
        assert fused.results.tobytes() == apart.results.tobytes()
        assert np.array_equal(fused.scores, apart.scores)
        assert np.array_equal(fused.masks, apart.masks)
    assert (fused.episodes == 1).all()
    for steps in (1, 9):
        fused.random_steps(steps, observe=True)
        apart.random_steps(steps)
        assert np.array_equal(fused.observations, apart.observe())
        assert fused.results.tobytes() == apart.results.tobytes()
        assert np.array_equal(fused.dones, apart.dones)
    fused.close()


def test_known_actions_are_played_whatever_the_masks_hold():
    """`step_many` only writes masks; it is for callers who know that the actions are legal."""
    batch = exozoo.Batch(TOY, 4, seed=3, auto_reset=False)
    states, chosen = batch.states.copy(), batch.legal().argmax(axis=1)
    masks = np.zeros_like(batch.masks)
    where = np.array([1, 0, 1, 1], np.uint8)
    TOY.kernels.step_many(states, 0, 3, where, chosen, masks)
    batch.step(chosen, where=np.array([1, 0, 1, 0]))
    assert states.tobytes() == batch.states.tobytes()
    assert np.array_equal(masks[[0, 2]], batch.masks[[0, 2]])
    assert not masks[[1, 3]].any()
    TOY.kernels.legal_many(states, 0, 4, masks)
    assert np.array_equal(masks, batch.masks)


def test_observations_go_to_the_rows_of_seats():
    batch = exozoo.Batch(TOY, 5, seed=3, players=3)
    batch.random_steps(4)
    rows = np.full((15, batch.observations.shape[1]), -9, np.int16)
    batch.observe(out=rows)
    seats = batch.states["seat"]
    for game in range(5):
        for seat in range(3):
            row = rows[3 * game + seat]
            if seat == seats[game]:
                assert np.array_equal(row, TOY.observe(batch.states[game]))
            else:
                assert (row == -9).all()
    seen = batch.observe_rows(np.array([4, 1]), np.array([2, 0]))
    assert np.array_equal(seen[0], TOY.observe(batch.states[4], 2))
    assert np.array_equal(seen[1], TOY.observe(batch.states[1], 0))


def test_a_round_is_a_step_and_random_play_until_the_seat():
    together = exozoo.Batch(TOY, 8, seed=2, players=4, auto_reset=False)
    apart = exozoo.Batch(TOY, 8, seed=2, players=4, auto_reset=False)
    seats = np.zeros(8, np.int64)
    out = np.zeros_like(together.observations)
    for _ in range(3):
        actions = together.legal().argmax(axis=1)
        together.step_round(actions, seats, out)
        apart.step(actions)
        apart.random_until(seats)
        assert together.states.tobytes() == apart.states.tobytes()
        assert np.array_equal(out, apart.observe(seats))
        assert np.array_equal(together.dones, apart.dones)
    assert together.dones.all()


def test_threads_follow_the_size_of_the_batch_and_the_cores(monkeypatch):
    monkeypatch.setattr(batch_module, "cores", lambda: 4)
    assert choose_threads("auto", 4) == 1
    assert choose_threads("auto", 10**6) == 4
    assert choose_threads(3, 10**6) == choose_threads(4, 3) == 3
    with pytest.warns(UserWarning, match="4 cores"):
        assert choose_threads(9, 100) == 4
    for wrong in (0, -1, 1.5, "many", True, None):
        with pytest.raises(ValueError, match="threads"):
            choose_threads(wrong, 8)


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
