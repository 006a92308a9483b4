"""Rewards by what the heuristic thinks that seats will end with."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import exozoo  # noqa: E402
from exozoo.agents import load  # noqa: E402
from exozoo.agents.network.values import RETURNS, by_seat  # noqa: E402
from exozoo.training.config import load_config  # noqa: E402
from exozoo.training.points import points_by_now  # noqa: E402
from exozoo.training.tables import Results, _rewards  # noqa: E402

pytestmark = pytest.mark.compiled
GAME = exozoo.load_game("alien_frontiers")


def config(**changes):
    return load_config(
        GAME.name,
        "smoke",
        **{"reward": "lead", "learner": "plain_ppo", "total_steps": 0, **changes},
    )


def test_points_are_those_in_sight_or_those_that_the_heuristic_expects():
    batch = exozoo.Batch(GAME, 4, seed=1, players=3, auto_reset=False)
    heuristic = load("heuristic", GAME)
    for _ in range(60):
        batch.step(heuristic.act(batch.states, batch.masks), batch.states["over"] == 0)
    rows = np.array([0, 2])
    plain = points_by_now(config(), batch, rows)
    assert (plain == batch.states["scores"][rows, :3]).all()
    expected = points_by_now(config(appraised=True), batch, rows)
    assert expected.shape == (2, 3)
    assert (expected != plain).any()
    again = points_by_now(config(appraised=True), batch, np.array([2]))
    assert (expected[1] == again[0]).all()
    newest = points_by_now(config(appraised=True, heuristic=1), batch, rows)
    assert (expected == newest).all()
    assert (expected != points_by_now(config(appraised=True, heuristic=0), batch, rows)).any()


@pytest.mark.parametrize("reward", ["score", "lead"])
def test_what_is_paid_adds_up_to_the_result(reward):
    points = np.array([[4.5, 7.25], [6.0, 7.5], [9.75, 8.0]], np.float32)  # of one seat's decisions
    over = np.array([False, False, True])
    ended = Results(np.array([0]), np.array([[11, 8]]), np.array([[1, 2]]), np.array([0]))
    how = config(appraised=True, reward=reward, reward_scale=1.0)
    seats = np.array([1, 1, 1])
    paid = _rewards(points, seats, over, np.zeros(3, np.int64), ended, how)
    total = by_seat(paid, seats)[..., RETURNS].sum(axis=0)
    first, last = points[0], np.array([11, 8])
    if reward == "lead":
        first, last = first - first[::-1], last - last[::-1]
    assert total == pytest.approx(last - first)


def test_rewards_at_the_end_alone_are_not_appraised():
    with pytest.raises(ValueError, match="appraised: allowed in games with a heuristic"):
        config(appraised=True, reward="rank")
    with pytest.raises(ValueError, match="appraised: allowed with the learner plain_ppo"):
        config(appraised=True, learner="maskable_ppo", total_steps=1000)
