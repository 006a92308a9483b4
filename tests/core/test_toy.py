"""The contract, on a game small enough to see through."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import exozoo
from tests.toy import TOY


def test_last_card_is_played_by_the_engine():
    state = TOY.new_state(seed=3)
    decisions = 0
    while not TOY.is_over(state):
        TOY.step(state, TOY.legal_actions(state)[0])
        decisions += 1
    assert decisions == 6
    assert state["ply"] == 6
    assert sorted(TOY.ranking(state))[0] == 1


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_batch_equals_one_by_one(threads):
    seeds = list(range(10))
    batch = exozoo.Batch(TOY, 10, seed=1, threads=threads, players=3, auto_reset=False)
    batch.reset(seeds=seeds)
    singles = [TOY.new_state(seed, players=3) for seed in seeds]
    rng = np.random.default_rng(0)
    while not batch.dones.all():
        actions = np.array(
            [rng.choice(TOY.legal_actions(s)) if not s["over"] else 0 for s in singles]
        )
        batch.step(actions, where=batch.dones == 0)
        for single, action in zip(singles, actions, strict=True):
            TOY.step(single, action)
        assert b"".join(s.tobytes() for s in singles) == batch.states.tobytes()


def test_a_copy_has_memory_of_its_own():
    state = TOY.new_state(seed=3)
    before = state.tobytes()
    copy = TOY.copy(state)
    assert isinstance(copy, np.record)
    assert copy.dtype == state.dtype
    assert copy.tobytes() == before
    TOY.step(copy, TOY.legal_actions(copy)[0])
    assert state.tobytes() == before != copy.tobytes()
    batch = exozoo.Batch(TOY, 3, seed=1)
    assert TOY.copy(state, batch.states[1]).tobytes() == batch.states[1].tobytes() == before
    assert TOY.copy(batch.states[2]).tobytes() == batch.states[2].tobytes() != before


def test_a_record_of_another_kind_is_not_copied():
    state, other = TOY.new_state(seed=3), np.zeros(1, np.dtype([("x", np.int64)]))[0]
    for arguments in ((other,), (state, other)):
        with pytest.raises(ValueError, match="8 bytes is no state of toy"):
            TOY.copy(*arguments)


def test_a_record_of_another_kind_is_refused():
    other = np.zeros(1, np.dtype([("x", np.int64)]))[0]
    for call in (TOY.legal_actions, TOY.legal_mask, TOY.observe, lambda s: TOY.step(s, 0)):
        with pytest.raises(ValueError, match="no state of toy"):
            call(other)


def test_a_state_is_read_wherever_it_lies_and_written_where_that_is_allowed():
    state = TOY.new_state(seed=3)
    ids, seen, blob = TOY.legal_actions(state), TOY.observe(state), state.tobytes()
    shifted = np.frombuffer(bytearray(b"x" + blob), TOY.dtype, offset=1)[0]  # odd address
    fixed = np.frombuffer(blob, TOY.dtype)[0]
    for other in (shifted, fixed):
        assert TOY.legal_actions(other).tolist() == ids.tolist()
        assert np.array_equal(TOY.observe(other), seen)
    with pytest.raises(ValueError, match="read-only"):
        TOY.step(fixed, ids[0])
    assert state.tobytes() == fixed.tobytes()
    for one in (shifted, state):
        TOY.step(one, ids[0])
    assert shifted.tobytes() == state.tobytes() != fixed.tobytes()


def test_results_of_single_calls_belong_to_the_caller():
    """Calls share buffers inside; nothing that was handed out may change later."""
    one, two = TOY.new_state(seed=1), TOY.new_state(seed=2)
    mask, ids, seen = TOY.legal_mask(one), TOY.legal_actions(one), TOY.observe(one)
    kept = mask.copy(), ids.copy(), seen.copy()
    TOY.legal_mask(two), TOY.legal_actions(two), TOY.observe(two)
    TOY.step(two, TOY.legal_actions(two)[0])
    assert all(np.array_equal(a, b) for a, b in zip((mask, ids, seen), kept, strict=True))
    out = np.zeros_like(seen)
    assert TOY.observe(one, out=out) is out
    assert np.array_equal(out, seen)
    for wrong in (out[:-1], out.astype(np.int32), np.zeros(2 * out.size, np.int16)[::2]):
        with pytest.raises(ValueError, match="expected int16"):
            TOY.observe(one, out=wrong)


def test_threads_may_play_states_of_their_own_at_the_same_time():
    def play(seed: int) -> bytes:
        state = TOY.new_state(seed)
        while not TOY.is_over(state):
            TOY.step(state, TOY.legal_actions(state)[-1])
        return state.tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(200))) == [play(seed) for seed in range(200)]
