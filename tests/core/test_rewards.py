"""Rewards from final scores and ranks."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exozoo.envs.core.rewards import check_reward, final_rewards, step_rewards


def rewards(kind, scores, ranks, target=0):
    return final_rewards(kind, np.array([scores]), np.array([ranks]), np.array([target]))[
        0
    ].tolist()


def test_rank_spreads_evenly_and_ties_share():
    assert rewards("rank", [9, 5, 7], [1, 3, 2]) == [1, -1, 0]
    assert rewards("rank", [9, 9, 7], [1, 1, 3]) == [0.5, 0.5, -1]


def test_win_is_shared_by_the_winners():
    assert rewards("win", [9, 5, 7], [1, 3, 2]) == [1, -0.5, -0.5]
    assert rewards("win", [9, 9, 7], [1, 1, 3]) == [0.5, 0.5, -1]
    assert rewards("win", [4, 4], [1, 1]) == [0, 0]


def test_margin_is_against_the_best_other_seat():
    assert rewards("margin", [9, 5, 7], [1, 3, 2]) == [2, -4, -2]


@given(st.lists(st.integers(-3, 5), min_size=2, max_size=6))
def test_margins_are_what_one_counts_by_hand(scores):
    best = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(len(scores))]
    by_hand = [own - other for own, other in zip(scores, best, strict=True)]
    assert rewards("margin", scores, [1] * len(scores)) == by_hand


def test_solo_is_measured_against_the_target():
    assert rewards("margin", [50], [1], 58) == [-8]
    assert rewards("rank", [50], [1], 58) == [-1]
    assert rewards("win", [58], [1], 58) == [1]


def test_lead_is_the_margin_paid_as_it_changes():
    path = np.array([[0, 0, 0], [4, 0, 1], [4, 5, 7], [9, 5, 7]])
    ends = (np.zeros((1, 3)), np.zeros(1))
    paid = [
        step_rewards("lead", before[None], after[None], np.zeros(1), *ends)[0].tolist()
        for before, after in pairwise(path)
    ]
    assert paid[0] == [3, -4, -3]
    assert np.sum(paid, axis=0).tolist() == rewards("margin", [9, 5, 7], [1, 3, 2])


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_rank_and_win_sum_to_zero(scores):
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    for kind in ("rank", "win"):
        assert sum(rewards(kind, scores, ranks)) == pytest.approx(0, abs=1e-5)


def test_unknown_kinds_are_refused():
    with pytest.raises(ValueError, match="'rank', 'win', 'margin', 'lead', 'score'"):
        check_reward("fun")
