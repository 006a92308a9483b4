"""The compiled functions: one signature each, and what is asked of the engine as a whole."""

from __future__ import annotations

import importlib
import pkgutil

import numpy as np
import pytest

import exozoo
import exozoo.envs.alien_frontiers as package
from exozoo.envs.alien_frontiers import GAME


def kernels():
    for module_info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        module = importlib.import_module(module_info.name)
        for name, value in vars(module).items():
            if hasattr(value, "signatures") and value.__module__ == module.__name__:
                yield f"{module_info.name}.{name}", value


@pytest.mark.compiled
def test_every_kernel_has_one_signature():
    for players in (2, 4):
        batch = exozoo.Batch(GAME, 64, seed=1, players=players)
        batch.random_steps(300)
        batch.observe()
        GAME.determinize(GAME.new_state(1, players=players))
    found = dict(kernels())
    assert len(found) > 100
    assert [name for name, kernel in found.items() if len(kernel.signatures) > 1] == []


@pytest.mark.compiled
def test_batch_does_not_depend_on_threads():
    states = []
    for threads in (1, 2):
        batch = exozoo.Batch(GAME, 16, seed=4, players=3, threads=threads)
        batch.random_steps(100)
        states.append(batch.states.tobytes())
        batch.close()
    assert states[0] == states[1]


def test_bad_options_and_actions_are_refused_and_change_nothing():
    for options in ({"players": 5}, {"turn_limit": -1}, {"colour": "red"}, {"auto_resolve": 1}):
        with pytest.raises(ValueError, match="allowed"):
            GAME.new_state(1, **options)
    state = GAME.new_state(1)
    before = state.tobytes()
    illegal = int(np.flatnonzero(GAME.legal_mask(state) == 0)[0])
    for action in (illegal, -1, GAME.num_actions):
        with pytest.raises(ValueError, match="action"):
            GAME.step(state, action)
    assert state.tobytes() == before


def test_every_action_is_described_and_every_position_drawn():
    state = GAME.new_state(2, players=4)
    rng = np.random.default_rng(2)
    words = set()
    for _ in range(250):
        actions = GAME.legal_actions(state)
        described = [GAME.describe(state, action) for action in actions]
        assert len(set(described)) == len(described), described
        words.update(described)
        GAME.step(state, rng.choice(actions))
    assert GAME.draw(state).startswith("<svg")
    assert "end the turn" in words
