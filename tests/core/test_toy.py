"""The contract, on a game small enough to see through."""

from __future__ import annotations

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
