"""Random games and games of heuristics with drawn options; `make bounds` runs them with bounds checks.

Everything is played inside the kernels, so that the checks see many games of many kinds in seconds.
What those games must keep to is tested elsewhere, without them.
"""

from __future__ import annotations

import numba
import numpy as np
import pytest

from exozoo.agents import load
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import jit
from tests.all_games.games import GAMES, each_count
from tests.soak.mixes import draw_options
from tests.toy import TOY

pytestmark = [pytest.mark.compiled, pytest.mark.bounds]
MIXES, GAMES_A_MIX = 24, 4  # for each number of players
AGENT_GAMES = 12  # likewise
STRIDE = 16  # decisions between two times that hidden things are dealt anew
AGENT_DECISIONS = 120


def dealt(game: Game, players: int, games: int, seed: int) -> Batch:
    """A batch of games with as many mixes of options, in turn."""
    rng = np.random.default_rng([seed, players])
    mixes = [game.options.parse(draw_options(game, rng, players)) for _ in range(MIXES)]
    batch = Batch(game, games, auto_reset=False, threads=1, players=players)
    batch.deal(rng.integers(2**60, size=games).tolist(), [mixes[n % MIXES] for n in range(games)])
    return batch


@each_count
def test_random_games_stay_within_their_arrays(game, players):
    """To their ends: decisions, what all seats see, deals of what they cannot know."""
    batch = dealt(game, players, MIXES * GAMES_A_MIX, seed=1)
    keys = np.arange(batch.num_envs, dtype=np.uint64)
    while not batch.states["over"].all():
        for seat in range(players):
            seats = np.full(batch.num_envs, seat, np.int64)
            batch.observe(seats)
            copies = batch.states.copy()
            game.kernels.determinize_many(copies, 0, len(copies), seats, keys)
        batch.step(batch.draw(), where=batch.states["over"] == 0, observe=True)
        batch.random_steps(STRIDE)
    assert (batch.states["rank"][:, :players] > 0).all()


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.extras.heuristic], ids=lambda game: game.name
)
def test_heuristics_stay_within_their_arrays(game):
    play(game, load("heuristic", game, seed=1), AGENT_DECISIONS)


@pytest.mark.parametrize(("name", "settings"), [("greedy", {}), ("mcts", {"simulations": 60})])
def test_search_stays_within_its_arrays(name, settings):
    """Written once for all games: one that compiles quickly is enough."""
    play(TOY, load(name, TOY, seed=1, **settings), 12)


def play(game: Game, agent: Agent, decisions: int) -> None:
    for players in range(game.min_players, game.max_players + 1):
        batch = dealt(game, players, AGENT_GAMES, seed=2)
        for _ in range(decisions):
            running = batch.states["over"] == 0
            rows = np.flatnonzero(running)
            actions = np.zeros(batch.num_envs, np.int64)
            if rows.size:
                actions[rows] = agent.act(batch.states[rows], batch.masks[rows])
            batch.step(actions, where=running)
        assert (batch.states["ply"] > 0).all()


@jit
def read(values, place):
    return values[place]


def test_checks_are_there_when_they_are_asked_for():
    """One place beyond the end, in memory that is our own."""
    values = np.arange(4, dtype=np.int64)
    beyond = np.int64(3)
    if not numba.config.BOUNDSCHECK:
        assert read(values[:3], beyond) == 3
        return
    with pytest.raises(IndexError):
        read(values[:3], beyond)
