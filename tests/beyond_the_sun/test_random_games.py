"""Random games of Beyond the Sun with every component counted."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import exozoo
from tests.beyond_the_sun import books
from tests.beyond_the_sun.positions import GAME
from tests.random_play import play_random

pytestmark = pytest.mark.compiled


def check(states):
    books.check_positions(states)
    books.check_position(states[len(states) // 2])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("boards", ["basic", "advanced"])
def test_random_games_keep_the_invariants(players, boards):
    """BS-1, BS-2, BS-4, BS-121: cubes, discs, decks, control and scores at every decision."""
    play_random(GAME, 8, 7, check, books.check_result, players=players, boards=boards)


def test_random_games_with_the_tableau():
    """BS-190, BS-191."""
    play_random(GAME, 8, 8, check, books.check_result, players=3, tableau=True)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_thousand_random_games(players):
    """BS-2: the long version."""
    boards = {"basic": 1500, "advanced": 1500}
    for board, games in boards.items():
        decisions = play_random(
            GAME,
            games,
            seed=100 + players,
            check=check_conservation_sometimes(),
            finished=books.check_result,
            width=500,
            players=players,
            boards=board,
        )
        assert decisions > games * 50


def check_conservation_sometimes():
    calls = [0]

    def checked(states):
        calls[0] += 1
        if calls[0] % 5 == 0:
            check(states)

    return checked


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observation_bounds_and_hidden_information(players):
    """BS-18: entries stay in their ranges; re-dealing hidden things changes no observation."""
    low, high = GAME.observation.bounds(players)
    rng = np.random.default_rng(players)
    s = GAME.new_state(seed=players, players=players, max_rounds=60)
    while not s["over"]:
        for seat in range(players):
            seen = GAME.observe(s, seat)
            assert (seen >= low).all()
            assert (seen <= high).all()
            again = GAME.determinize(s, seat, seed=int(rng.integers(1 << 30)))
            assert np.array_equal(GAME.observe(again, seat), seen)
        GAME.step(s, rng.choice(GAME.legal_actions(s)))


def test_without_auto_resolve_the_same_rules_hold():
    """Forced decisions are then asked, and the game still ends."""
    rng = np.random.default_rng(3)
    s = GAME.new_state(seed=3, players=2, auto_resolve=False, max_rounds=20)
    while not s["over"]:
        legal = GAME.legal_actions(s)
        assert len(legal)
        assert all(GAME.describe(s, int(action)) for action in legal)
        GAME.step(s, rng.choice(legal))


def test_copies_replay_alike():
    rng = np.random.default_rng(5)
    s = GAME.new_state(seed=5, players=3, max_rounds=15)
    while not s["over"]:
        action = rng.choice(GAME.legal_actions(s))
        twin = s.copy()
        GAME.step(s, action)
        GAME.step(twin, action)
        assert s.tobytes() == twin.tobytes()


def test_every_kernel_has_one_signature():
    batch = exozoo.Batch(GAME, 8, seed=1, players=4)
    batch.random_steps(300)
    batch.observe()
    wrong = [
        f"{name}.{attribute}"
        for name, module in sys.modules.items()
        if name.startswith("exozoo.envs.beyond_the_sun")
        for attribute, value in vars(module).items()
        if len(getattr(value, "signatures", ())) > 1
        and value.py_func.__module__ == name  # not what it shares with other games
    ]
    assert not wrong
