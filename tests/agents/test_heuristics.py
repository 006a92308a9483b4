"""Rules of thumb, game by game: fair, and better than chance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import exozoo
from exozoo.agents.arena.match import play_games
from exozoo.agents.heuristic import HeuristicAgent
from exozoo.agents.random import RandomAgent
from tests.toy.at_once import AT_ONCE

pytestmark = pytest.mark.compiled
STRATEGY = Path(__file__).parents[2] / "docs" / "strategy"
QUICK = "alien_frontiers"  # every heuristic compiles its game's rules once more; these the fastest
GAMES = [
    name if name == QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in exozoo.game_names()
]


def test_every_game_has_a_heuristic_and_a_page_that_says_how_it_plays():
    for name in exozoo.game_names():
        assert exozoo.load_game(name).extras.heuristic
        assert "What it does not do" in (STRATEGY / f"{name}.md").read_text(encoding="utf-8")


def test_a_game_without_heuristic_says_so():
    with pytest.raises(ValueError, match="has no heuristic"):
        HeuristicAgent(AT_ONCE)


@pytest.mark.parametrize("name", GAMES)
def test_the_heuristic_is_legal_repeatable_and_leaves_states_alone(name):
    game = exozoo.load_game(name)
    batch = exozoo.Batch(game, 8, seed=2, players=3)
    batch.random_steps(40)
    before = batch.states.tobytes()
    agent = HeuristicAgent(game, seed=3)
    actions = agent.act(batch.states, batch.masks)
    assert batch.masks[np.arange(8), actions].all()
    assert (agent.act(batch.states, batch.masks) == actions).all()
    alone = [agent.act(batch.states[i : i + 1], batch.masks[i : i + 1])[0] for i in range(8)]
    assert alone == actions.tolist()
    assert batch.states.tobytes() == before


def share_ahead_of_random(name: str, deals: int) -> float:
    game = exozoo.load_game(name)
    agents = [HeuristicAgent(game), RandomAgent(game, seed=1)]
    seating = np.array([[0, 1], [1, 0]] * deals)
    seeds = [deal for deal in range(deals) for _ in range(2)]
    ranks = play_games(game, agents, seating, seeds, {}).ranks.astype(int)
    own, other = ranks[seating == 0], ranks[seating == 1]
    return float(((own < other) + (own == other) / 2).mean())


@pytest.mark.parametrize("name", GAMES)
def test_the_heuristic_beats_random(name):
    assert share_ahead_of_random(name, deals=8) >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("name", exozoo.game_names())
def test_the_heuristic_beats_random_in_nearly_all_games(name):
    assert share_ahead_of_random(name, deals=100) >= 0.95
