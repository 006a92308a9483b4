"""PettingZoo's own checkers, and what they do not look at."""

from __future__ import annotations

import copy
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from exozoo.envs.aec import env, raw_env
from exozoo.envs.core.rewards import REWARDS, final_rewards
from exozoo.envs.parallel import parallel_env
from tests.all_games.games import each_count, each_game


@pytest.fixture(autouse=True)
def _customary_warnings():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="(Observation|Action mask|The observation)")
        warnings.filterwarnings("ignore", category=UserWarning, module="pettingzoo.test")
        yield


def play(environment, seed: int) -> None:
    """One random game to its end."""
    environment.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while not any(environment.terminations.values()):
        mask = environment.observe(environment.agent_selection)["action_mask"]
        environment.step(int(rng.choice(np.flatnonzero(mask))))


@each_count
@pytest.mark.parametrize("make", [env, raw_env])
def test_aec_api(game, players, make):
    api_test(make(game, players=players), num_cycles=60)


@each_count
def test_parallel_api(game, players):
    parallel_api_test(parallel_env(game, players=players), num_cycles=150)


@each_game
def test_seeds_repeat(game):
    seed_test(lambda: env(game), num_cycles=40)
    parallel_seed_test(lambda: parallel_env(game), num_cycles=40)


@each_game
def test_render_modes(game, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(lambda render_mode: env(game, render_mode=render_mode))


@each_count
def test_rewards_add_up_to_the_result(game, players):
    for kind in REWARDS:
        environment = raw_env(game, reward=kind, players=players)
        environment.reset(seed=5)
        start = environment.session.scores()
        totals = dict.fromkeys(environment.possible_agents, 0.0)
        rng = np.random.default_rng(5)
        for agent in environment.agent_iter():
            seen, reward, over, _, _ = environment.last()
            totals[agent] += reward
            legal = np.flatnonzero(seen["action_mask"])
            environment.step(None if over else int(rng.choice(legal)))
        session = environment.session
        if kind == "score":
            expected = session.scores() - start
        else:
            expected = final_rewards(
                kind, session.scores()[None], session.ranks()[None], session.states["target"]
            )[0]
        np.testing.assert_allclose(list(totals.values()), expected, rtol=1e-6)


@each_count
def test_parallel_equals_turns(game, players):
    turns = raw_env(game, players=players, reward="score")
    at_once = parallel_env(game, players=players, reward="score")
    turns.reset(seed=11)
    seen, _ = at_once.reset(seed=11)
    rng = np.random.default_rng(3)
    while at_once.agents:
        assert turns.session.states.tobytes() == at_once.turns.session.states.tobytes()
        mover = turns.agent_selection
        for agent in at_once.agents:
            mask = seen[agent]["action_mask"]
            assert mask[at_once.wait] == (agent != mover)
            assert np.array_equal(mask[:-1], turns.observe(agent)["action_mask"])
        actions = {
            agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
            for agent in at_once.agents
        }
        seen, rewards, *_ = at_once.step(actions)
        turns.step(actions[mover])
        assert rewards == turns.rewards
    assert all(turns.terminations.values())


@each_count
@pytest.mark.parametrize("make", [env, raw_env])
def test_bad_actions_change_nothing(game, players, make):
    environment = make(game, players=players)
    with pytest.raises(ValueError, match="reset"):
        environment.step(0)
    environment.reset(seed=1)
    session = environment.unwrapped.session
    agent = environment.agent_selection
    illegal = int(np.flatnonzero(session.mask == 0)[0])
    before = (session.states.tobytes(), session.mask.tobytes(), dict(environment.rewards))
    for action in (illegal, -1, game.num_actions, 10**30, 1.0, "1", True, None):
        with pytest.raises(ValueError, match="action"):
            environment.step(action)
        assert before == (session.states.tobytes(), session.mask.tobytes(), environment.rewards)
        assert environment.agent_selection == agent
        assert session.actions == []
    play(environment, 2)
    before = session.states.tobytes()
    with pytest.raises(ValueError, match="dead"):
        environment.step(0)
    while environment.agents:
        environment.step(None)
    for action in (0, None):
        with pytest.raises(ValueError, match="reset"):
            environment.step(action)
    assert session.states.tobytes() == before


@each_count
def test_bad_parallel_actions_change_nothing(game, players):
    environment = parallel_env(game, players=players)
    with pytest.raises(ValueError, match="reset"):
        environment.step({})
    environment.reset(seed=1)
    session = environment.turns.session
    before = session.states.tobytes()
    mover = environment.turns.agent_selection
    good = dict.fromkeys(environment.agents, environment.wait)
    good[mover] = int(np.flatnonzero(session.mask)[0])
    illegal = int(np.flatnonzero(session.mask == 0)[0])
    bad = [
        {},
        {**good, mover: illegal},
        {**good, mover: environment.wait},
        {**good, mover: -1},
        {**good, "player_9": environment.wait},
        *({**good, agent: good[mover]} for agent in environment.agents if agent != mover),
    ]
    for actions in bad:
        with pytest.raises(ValueError, match=r"player_|action"):
            environment.step(actions)
        assert session.states.tobytes() == before
    environment.step({mover: good[mover]})
    assert session.actions == [good[mover]]


@each_game
def test_bad_settings_are_refused(game):
    for settings in (
        {"players": game.max_players + 1},
        {"players": "two"},
        {"colour": "red"},
        {"reward": "fame"},
        {"render_mode": "opera"},
    ):
        for make in (env, raw_env, parallel_env):
            with pytest.raises(ValueError, match="allowed"):
                make(game, **settings)
    environment = raw_env(game)
    for seed in (-1, 2**63, 1.5, "x"):
        with pytest.raises(ValueError, match="seed"):
            environment.reset(seed=seed)


@each_game
def test_copies_live_apart(game):
    environment = raw_env(game)
    environment.reset(seed=4)
    start = environment.session.states.tobytes()
    twin = copy.deepcopy(environment)
    for _ in range(5):
        action = twin.action_space(twin.agent_selection).sample()
        assert twin.session.mask[action]
        twin.step(action)
    assert environment.session.states.tobytes() == start
    assert twin.session.states.tobytes() != start


@each_game
def test_a_played_game_verifies(game):
    environment = env(game)
    play(environment, 9)
    environment.unwrapped.replay().verify(game)
