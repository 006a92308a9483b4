"""The stack of what is pending: order, names, and a full stack that refuses more."""

import numpy as np
import pytest

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.pending import (
    KIND,
    PendingLayout,
    is_pending,
    pending_fields,
    pop,
    push,
    set_top,
    top,
)
from exozoo.envs.core.state import state_dtype

LAYOUT = PendingLayout({"choose": ("pile", "count"), "finish": ()})
CHOOSE, FINISH = LAYOUT.codes()
PILE, COUNT = LAYOUT.columns("choose")
ONE = np.int64(1)
DEPTH = 3
STATE = state_dtype([*pending_fields(DEPTH), ("pad", np.int16)])


@pytest.fixture
def state():
    return np.zeros(1, STATE)[0]


def test_last_in_is_next(state):
    push(state, FINISH, ZERO, ZERO, ZERO, ZERO, ZERO)
    push(state, CHOOSE, ONE, np.int64(7), np.int64(2), ZERO, ZERO)
    assert top(state, KIND) == CHOOSE
    assert (top(state, PILE), top(state, COUNT)) == (7, 2)
    set_top(state, COUNT, ONE)
    assert LAYOUT.read(state) == [("choose", 1, {"pile": 7, "count": 1}), ("finish", 0, {})]
    assert is_pending(state, FINISH, ZERO)
    assert not is_pending(state, FINISH, ONE)


def test_pop_leaves_no_trace(state):
    before = state.tobytes()
    push(state, CHOOSE, ONE, np.int64(7), np.int64(2), ONE, ONE)
    pop(state)
    assert state.tobytes() == before


def test_a_full_stack_refuses_more_and_writes_nothing(state):
    for _ in range(DEPTH):
        push(state, FINISH, ZERO, ZERO, ZERO, ZERO, ZERO)
    before = state.tobytes()
    with pytest.raises(IndexError, match="room"):
        push(state, CHOOSE, ONE, ONE, ONE, ONE, ONE)
    assert state.tobytes() == before


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="at most 4"):
        PendingLayout({"much": ("a", "b", "c", "d", "e")})
