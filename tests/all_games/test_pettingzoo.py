"""PettingZoo's own checkers, and what they do not look at."""

from __future__ import annotations

import copy
import warnings
from dataclasses import replace

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from exozoo.envs.core.jit import jit
from exozoo.envs.core.rewards import REWARDS, final_rewards
from exozoo.envs.wrappers.aec import env, raw_env
from exozoo.envs.wrappers.parallel import parallel_env
from tests.all_games.games import PAID_AT_ONCE, each_count, each_game, standing
from tests.toy.at_once import AT_ONCE

pytestmark = pytest.mark.compiled


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
        if kind in PAID_AT_ONCE:
            end = session.scores()
            expected = [standing(kind, end, s) - standing(kind, start, s) for s in range(players)]
        else:
            expected = final_rewards(
                kind, session.scores()[None], session.ranks()[None], session.states["target"]
            )[0]
        np.testing.assert_allclose(list(totals.values()), expected, rtol=1e-6)


def act_at_once(environment, seen, rng) -> dict[str, int]:
    return {
        agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
        for agent in environment.agents
    }


@each_count
@pytest.mark.parametrize("resolve", [True, False])
def test_parallel_equals_turns(game, players, resolve):
    """Whatever was decided early, the game is one that turns could have played, and pays alike."""
    at_once = parallel_env(game, players=players, reward="score", auto_resolve=resolve)
    seen, _ = at_once.reset(seed=11)
    totals = at_once.session.scores().astype(float)
    rng = np.random.default_rng(3)
    steps = 0
    while at_once.agents:
        actions = act_at_once(at_once, seen, rng)
        mover = f"player_{at_once.session.seat}"
        assert actions[mover] != at_once.wait
        taken = len(at_once.session.actions)
        seen, rewards, *_ = at_once.step(actions)
        assert at_once.session.actions[taken] == actions[mover]
        totals += list(rewards.values())
        steps += 1
    turns = raw_env(game, players=players, reward="score", auto_resolve=resolve)
    turns.reset(seed=11)
    for action in at_once.session.actions:
        turns.step(action)
    assert all(turns.terminations.values())
    assert turns.session.states.tobytes() == at_once.session.states.tobytes()
    assert totals.tolist() == turns.session.scores().tolist()
    early = game.rules.window is not None and players > 1
    assert (steps < len(at_once.session.actions)) == early


def test_seats_decide_at_once_but_take_prizes_in_turn():
    environment = parallel_env(AT_ONCE, players=3)
    seen, _ = environment.reset(seed=0)
    last, wait = 3, environment.wait
    offered = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in seen}
    assert all(ids == [0, 1, 2, 3] for ids in offered.values())
    # all dig for a prize: the first may choose, the others wait for their turn
    seen, *_ = environment.step(dict.fromkeys(environment.agents, last))
    offered = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in seen}
    assert offered == {"player_0": [4, 5, 6, 7, 8], "player_1": [wait], "player_2": [wait]}
    assert environment.session.actions == [last]
    seen, *_ = environment.step({"player_0": 8})
    seen, *_ = environment.step({"player_0": 0, "player_1": wait, "player_2": wait})
    # the turn passes: what player_1 decided early is played, and the prize is hers to choose
    offered = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in seen}
    assert offered == {"player_0": [wait], "player_1": [4, 5, 6, 7], "player_2": [wait]}
    assert environment.session.actions == [last, 8, 0, last]


def test_a_finished_early_turn_waits_unseen():
    environment = parallel_env(AT_ONCE, players=2)
    environment.reset(seed=0)
    environment.step({"player_0": 3, "player_1": 0})
    seen, *_ = environment.step({"player_0": 4, "player_1": 1})
    named = AT_ONCE.observation.split(seen["player_0"]["observation"], 2)
    assert named["dug"].tolist() == [[0, 0, 0, 1], [0, 0, 0, 0]]  # player_1's turn has not come
    assert np.flatnonzero(seen["player_1"]["action_mask"]).tolist() == [environment.wait]
    seen, *_ = environment.step({"player_0": 2})
    assert environment.session.actions == [3, 4, 2, 0, 1]
    named = AT_ONCE.observation.split(seen["player_0"]["observation"], 2)
    assert named["dug"].tolist() == [[0, 0, 1, 1], [1, 1, 0, 0]]


def test_a_window_that_is_too_wide_is_noticed():
    """If a game calls dependent decisions independent, the wrapper says so instead of playing on."""
    wide = replace(AT_ONCE, rules=replace(AT_ONCE.rules, window=always_open))
    environment = parallel_env(wide, players=2)
    environment.reset(seed=0)
    environment.step(dict.fromkeys(environment.agents, 3))
    environment.step(dict.fromkeys(environment.agents, 4))  # the same prize
    with pytest.raises(RuntimeError, match="window"):
        environment.step({"player_0": 0, "player_1": 0})


@jit
def always_open(s):
    return np.int64(s.day)


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
    seen, _ = environment.reset(seed=1)
    session = environment.session
    before = session.states.tobytes()
    mover = f"player_{session.seat}"
    good = {agent: int(seen[agent]["action_mask"].argmax()) for agent in environment.agents}
    illegal = int(np.flatnonzero(session.mask == 0)[0])
    bad = [
        {},
        {**good, mover: illegal},
        {**good, mover: environment.wait},
        {**good, mover: -1},
        {**good, "player_9": environment.wait},
        *(
            {**good, agent: int(seen[agent]["action_mask"].argmin())}
            for agent in environment.agents
        ),
    ]
    for actions in bad:
        with pytest.raises(ValueError, match=r"player_|action"):
            environment.step(actions)
        assert session.states.tobytes() == before
    environment.step(good)
    assert session.actions[0] == good[mover]


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
