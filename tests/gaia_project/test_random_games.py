"""Random games keep the books straight."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.envs.core.pending import KIND
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.rules.federation import (
    can_form_federation,
    forget_federation_cost,
    ready_federations,
)
from tests.gaia_project.audit import check_final, check_position, check_step, random_actions
from tests.gaia_project.positions import GAME

pytestmark = pytest.mark.compiled
WIDTH = 250


def play_games(number: int, seed: int, players: int, **options) -> int:
    """Random games with all checks after every decision; returns federations formed."""
    rng = np.random.default_rng(seed)
    federations = 0
    for start in range(0, number, WIDTH):
        batch = exozoo.Batch(
            GAME,
            min(WIDTH, number - start),
            seed=seed + start,
            auto_reset=False,
            players=players,
            auto_resolve=False,
            **options,
        )
        rounds = 0
        while not batch.dones.all():
            running = batch.dones == 0
            assert batch.legal()[running].any(axis=1).all()
            before = batch.states.copy()
            actions = random_actions(batch.legal(), rng)
            batch.step(actions, where=running)
            check_step(before, batch.states, actions, players)
            check_position(batch.states, players)
            if rounds % 10 == 0:
                check_observation(batch, before)
            rounds += 1
        for state in batch.states:
            check_final(state)
        federations += int(batch.states["players"]["federations_formed"].sum())
    return federations


def check_observation(batch, before) -> None:
    """Within bounds; what is kept about federations is what a fresh look gives."""
    low, high = GAME.observation.bounds(batch.players)
    seen = batch.observe()
    assert (seen >= low).all()
    assert (seen <= high).all()
    for state in batch.states:
        if state["over"] or state["pending"][state["num_pending"] - 1, KIND] != c.TAKE_TURN:
            continue
        copy, seat = state.copy(), np.int64(state["seat"])
        can_form = can_form_federation(state, seat)
        forget_federation_cost(copy, seat)
        ready_federations(copy)
        assert can_form_federation(copy, seat) == can_form
        if can_form:
            kept, fresh = state["players"][seat], copy["players"][seat]
            assert kept["federation_cost"] == fresh["federation_cost"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players):
    assert play_games(12, seed=players, players=players) > 0


def others(faction: str, players: int) -> list[str | None]:
    return [faction, *[None] * (players - 1)]


@pytest.mark.parametrize("faction", c.FACTION_IDS)
def test_random_games_of_each_faction(faction):
    play_games(4, seed=7, players=2, factions=others(faction, 2))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_thousand_random_games(players):
    assert play_games(3000, seed=100 + players, players=players) > 300


@pytest.mark.slow
@pytest.mark.parametrize("faction", c.FACTION_IDS)
def test_a_thousand_random_games_of_each_faction(faction):
    play_games(1000, seed=11, players=3, factions=others(faction, 3))


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "turn_order": "clockwise"},
        {"players": 3, "turn_order": "passing"},
        {"players": 1},
    ],
    ids=str,
)
def test_same_seed_same_bytes(options):
    def play():
        rng = np.random.default_rng(3)
        s = GAME.new_state(seed=9, **options)
        while not GAME.is_over(s):
            GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
        return s.tobytes()

    assert play() == play()


def test_determinize_changes_nothing_that_a_seat_sees():
    rng = np.random.default_rng(4)
    s = GAME.new_state(seed=2, players=2)
    for _ in range(60):
        if GAME.is_over(s):
            break
        other = GAME.determinize(s, seed=int(rng.integers(1000)))
        assert (GAME.observe(s) == GAME.observe(other)).all()
        assert (GAME.legal_actions(s) == GAME.legal_actions(other)).all()
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))


def test_every_action_of_a_random_game_has_a_description():
    rng = np.random.default_rng(5)
    for seed in range(2):
        s = GAME.new_state(seed=seed, players=2)
        while not GAME.is_over(s):
            ids = GAME.legal_actions(s)
            words = [GAME.describe(s, int(action)) for action in ids]
            assert len(set(words)) == len(words), words
            GAME.step(s, int(rng.choice(ids)))
