"""Record types without hidden bytes, and the ranking of seats."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.envs.core.state import check_packed, rank_seats, state_dtype, take
from tests.toy import TOY


def test_header_comes_first_and_nothing_is_hidden():
    dtype = state_dtype([("ore", np.int64)])
    assert dtype.names[0] == "rng"
    assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names)


def test_hidden_padding_is_refused():
    with pytest.raises(ValueError, match="7 bytes of padding"):
        state_dtype([("flag", np.int8), ("ore", np.int64)])
    inner = np.dtype([("a", np.int8), ("b", np.int16)], align=True)
    with pytest.raises(ValueError, match="1 bytes of padding"):
        check_packed(np.dtype([("inner", inner, 2)]))


def test_copies_have_equal_bytes():
    state = TOY.new_state(seed=1)
    assert state.copy().tobytes() == state.tobytes()


@pytest.mark.parametrize(
    ("keys", "places"),
    [
        ([[5], [7], [7]], [3, 1, 1]),
        ([[5, 0], [5, 1], [4, 9]], [2, 1, 3]),
        ([[1], [1], [1]], [1, 1, 1]),
        ([[-3], [-2], [-9]], [2, 1, 3]),
    ],
)
def test_seats_are_ranked_by_keys_in_order_and_ties_share(keys, places):
    state = TOY.new_state(players=3)
    rank_seats(state, np.array(keys, np.int64))
    assert TOY.ranking(state) == places


@pytest.mark.parametrize(("points", "place"), [(29, 2), (30, 1), (31, 1)])
def test_a_solo_player_is_first_if_the_target_is_reached(points, place):
    state = TOY.new_state(players=3)
    state["num_players"], state["target"], state["scores"][0] = 1, 30, points
    rank_seats(state, np.array([[points]], np.int64))
    assert TOY.ranking(state) == [place]


def test_taken_states_are_copies_of_their_own():
    batch = exozoo.Batch(TOY, 5, seed=2)
    rows = np.array([3, 0, 3])
    taken = take(batch.states, rows)
    assert taken.dtype == batch.states.dtype
    assert isinstance(taken[0], np.record)
    assert taken.tobytes() == batch.states[rows].tobytes()
    taken["ply"] = 7
    assert not batch.states["ply"].any()
    assert take(batch.states, rows[:0]).shape == (0,)
