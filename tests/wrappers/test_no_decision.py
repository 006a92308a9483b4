"""A learner that never has a decision: dealing ends with an error, where it would go on for ever."""

from __future__ import annotations

import pytest

from exozoo.envs.wrappers.single import SingleEnv
from exozoo.envs.wrappers.vector import GameVectorEnv

pytestmark = pytest.mark.compiled
ONE_TURN = {"game": "alien_frontiers", "turn_limit": 1, "players": 2}  # seat 0 plays it


def test_no_decision_in_any_game_is_an_error():
    with pytest.raises(ValueError, match="ended before the learner's first decision"):
        SingleEnv(**ONE_TURN, seat=1).reset(seed=1)
    with pytest.raises(ValueError, match="ended before the learner's first decision"):
        GameVectorEnv(**ONE_TURN, seat=1, num_envs=3).reset(seed=1)


def test_seats_that_have_one_are_dealt_to():
    single = SingleEnv(**ONE_TURN, seat="random")
    lanes = GameVectorEnv(**ONE_TURN, seat="random", num_envs=3)
    for seed in range(8):
        assert single.reset(seed=seed)[1]["action_mask"].any()
        assert lanes.reset(seed=seed)[1]["action_mask"].any(axis=1).all()
