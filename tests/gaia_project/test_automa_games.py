"""Random solo games against every Automa, with a second set of books and a second Automa."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.envs.gaia_project import components as parts
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.automa.cards import AUTOMA_FACTION_IDS
from exozoo.envs.gaia_project.automa.turn import automa_turn
from tests.gaia_project.audit import check_final, check_position, check_step, random_actions
from tests.gaia_project.automa_recount import Automa, points_between
from tests.gaia_project.positions import GAME

pytestmark = pytest.mark.compiled
WIDTH = 250


def play_games(number: int, seed: int, **options) -> int:
    """Random solo games with all checks after every decision; returns the Automa's turns compared."""
    rng = np.random.default_rng(seed)
    compared = 0
    for start in range(0, number, WIDTH):
        batch = exozoo.Batch(
            GAME,
            min(WIDTH, number - start),
            seed=seed + start,
            auto_reset=False,
            players=1,
            auto_resolve=False,
            **options,
        )
        low, high = GAME.observation.bounds(1)
        rounds = 0
        while not batch.dones.all():
            running = batch.dones == 0
            before = batch.states.copy()
            actions = random_actions(batch.legal(), rng)
            batch.step(actions, where=running)
            check_step(before, batch.states, actions, 1)
            check_position(batch.states, 1)
            check_automa_points(before[running], batch.states[running])
            if rounds % 20 == 0:
                seen = batch.observe().copy()
                assert (seen >= low).all()
                assert (seen <= high).all()
                compared += compare_turns(batch.states)
            rounds += 1
        for state in batch.states:
            check_final(state)
            check_reach(state)
    return compared


def check_automa_points(before: np.ndarray, after: np.ndarray) -> None:
    """GS-7, GS-11, GS-18, GS-19: every VP of the Automa, until the final scoring."""
    for old, new in zip(before, after, strict=True):
        if not new["over"]:
            assert new["scores"][1] - old["scores"][1] == points_between(old, new)


def compare_turns(states: np.ndarray) -> int:
    """The Automa's next turn, played by the engine and by the slow Automa from the rules page."""
    compared = 0
    for state in states:
        if state["over"] or state["round_number"] == 0 or state["players"][1]["passed"]:
            continue
        slow, copy = Automa(state), state.copy()
        slow.play()
        copy["num_new"] = 0
        automa_turn(copy)
        assert slow.view() == Automa(copy).view()
        compared += 1
    return compared


def check_reach(state: np.record) -> None:
    """The stored distance to the Automa's nearest structure, recomputed."""
    places = np.flatnonzero(state["owner"] == 1)
    table = parts.DISTANCE_OF_HEXES[state["board"]]
    assert (table[places].min(axis=0) == state["players"][1]["distance"]).all()


@pytest.mark.parametrize("faction", AUTOMA_FACTION_IDS)
def test_random_games_against_each_automa(faction):
    # GS-9 to GS-20
    assert play_games(5, seed=3, automa_faction=faction) > 5


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_random_games_on_each_level(level):
    # GS-5, GS-7
    assert play_games(5, seed=level, automa_level=level) > 5


@pytest.mark.slow
@pytest.mark.parametrize("faction", AUTOMA_FACTION_IDS)
def test_a_thousand_random_games_against_each_automa(faction):
    for level in range(1, 6):
        assert play_games(200, seed=20 + level, automa_faction=faction, automa_level=level) > 500


def test_determinize_changes_nothing_that_the_player_sees():
    rng = np.random.default_rng(4)
    s = GAME.new_state(seed=2, players=1, automa_level=5)
    changed = 0
    while not GAME.is_over(s):
        dealt = GAME.determinize(s, seed=int(rng.integers(1000)))
        assert (GAME.observe(s) == GAME.observe(dealt)).all()
        assert (GAME.legal_actions(s) == GAME.legal_actions(dealt)).all()
        shown = int(s["deck_shown"])
        assert (dealt["cards"][:shown] == s["cards"][:shown]).all()
        changed += (dealt["cards"] != s["cards"]).any()
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
    assert changed > 30


def test_every_action_of_a_solo_game_has_a_description():
    rng = np.random.default_rng(5)
    s = GAME.new_state(seed=1, players=1)
    while not GAME.is_over(s):
        ids = GAME.legal_actions(s)
        words = [GAME.describe(s, int(action)) for action in ids]
        assert len(set(words)) == len(words), words
        GAME.step(s, int(rng.choice(ids)))
    assert s["round_number"] == c.NUM_ROUNDS
