"""Wrappers do no work that nobody asked for, and show the same as if they did."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.agents.random import RandomAgent
from exozoo.envs.wrappers.aec import env as ordered_env
from exozoo.envs.wrappers.aec import raw_env
from exozoo.envs.wrappers.sb3 import GameVecEnv
from exozoo.envs.wrappers.single import SingleEnv
from exozoo.envs.wrappers.vector import GameVectorEnv
from tests.toy import TOY
from tests.wrappers.trails import lowest, trail

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("make", [raw_env, ordered_env])
def test_aec_infos_are_made_when_asked_for(make):
    env = make(TOY, players=3)
    env.reset(seed=1)
    made = []
    bare = env.unwrapped
    info_of = bare._info_of
    bare._info_of = lambda agent, *mask: made.append(agent) or info_of(agent, *mask)
    env.step(lowest(bare.session.mask))
    assert not made
    seen, _, _, _, info = env.last()
    assert made == [env.agent_selection]
    assert list(seen["action_mask"]) == list(info["action_mask"]) == list(bare.session.mask)
    assert not np.shares_memory(info["action_mask"], bare.session.mask)
    assert env.infos[env.agent_selection] is info
    assert sorted(made) == sorted(env.infos) == env.possible_agents
    old = env.infos
    env.step(lowest(info["action_mask"]))
    assert env.infos is not old
    assert not old["player_2"]["action_mask"].any()
    assert env.infos["player_2"]["action_mask"].any()


@pytest.mark.parametrize("kind", ["rank", "score"])
def test_aec_rewards_are_paid_to_the_end(kind):
    """`rewards` and what `last` sums up, against the points themselves."""
    env = raw_env(TOY, reward=kind, players=3)
    env.reset(seed=2)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while not env.terminations[env.agent_selection]:
        env.step(lowest(env.session.mask))
        for agent, paid in env.rewards.items():
            totals[agent] += paid
    if kind == "score":
        assert list(totals.values()) == env.session.scores().tolist()
    else:
        assert sum(totals.values()) == pytest.approx(0)
        assert max(totals.values()) > 0


class Asked(RandomAgent):
    """The random agent, not recognised as one: it is asked for every decision."""


@pytest.mark.parametrize("reward", ["rank", "score"])
def test_opponents_in_the_kernel_play_as_if_they_were_asked(reward):
    drawn, asked = (
        SingleEnv(TOY, kind(TOY), seat="random", reward=reward, players=4)
        for kind in (RandomAgent, Asked)
    )
    for env in (drawn, asked):
        env.reset(seed=5)
        env.action_space.seed(8)
    assert trail(drawn, 40) == trail(asked, 40)
    assert drawn.session.actions == asked.session.actions
    assert drawn.session.last_action() == asked.session.last_action() != ""
    assert drawn.session.before.tobytes() == asked.session.before.tobytes()


def test_a_long_round_is_written_down_in_full(monkeypatch):
    from exozoo.envs.core import session

    monkeypatch.setattr(session, "ROUND_AT_ONCE", 2)
    short = SingleEnv(TOY, players=4)
    monkeypatch.undo()
    whole = SingleEnv(TOY, players=4)
    for env in (short, whole):
        env.reset(seed=3)
        env.action_space.seed(1)
    assert trail(short, 2) == trail(whole, 2)
    assert short.session.actions == whole.session.actions
    assert len(whole.session.actions) == whole.session.state["ply"] > 3
    assert short.replay().verify(TOY).tobytes() == short.session.states.tobytes()


@pytest.mark.parametrize("kind", [GameVectorEnv, GameVecEnv])
def test_a_waiting_lane_shows_what_its_seat_saw_last(kind):
    players, games = 3, 4
    envs = kind(TOY, games * players, self_play=True, players=players)
    envs.reset()
    lanes = envs.lanes
    states = lanes.batch.states

    def all_seats() -> np.ndarray:
        return np.stack([TOY.observe(state, seat) for state in states for seat in range(players)])

    expected = all_seats()
    for step in range(40):
        rows = np.arange(games) * players + states["seat"]
        expected[rows] = all_seats()[rows]
        assert np.array_equal(lanes.observations, expected)
        assert (lanes.masks.argmax(axis=1) == TOY.num_actions).sum() == games * (players - 1)
        assert np.array_equal(lanes.masks[rows, :-1], lanes.batch.masks)
        seen, *_ = envs.step(
            (lanes.masks.cumsum(axis=1) > step % 2).argmax(axis=1)
            if step % 2 == 0
            else lanes.masks.argmax(axis=1)
        )
        assert np.array_equal(seen, lanes.observations)
        for game in np.flatnonzero(lanes.dones[::players]):  # a new deal is seen by all
            here = slice(game * players, (game + 1) * players)
            expected[here] = all_seats()[here]


def test_copies_are_left_out_on_demand():
    for self_play in (False, True):
        kept = GameVectorEnv(TOY, 4, self_play=self_play)
        shared = GameVectorEnv(TOY, 4, self_play=self_play, copy=False)
        first, _ = kept.reset(seed=1)
        again, infos = shared.reset(seed=1)
        assert np.array_equal(first, again)
        assert np.shares_memory(again, shared.lanes.observations)
        assert np.shares_memory(infos["action_mask"], shared.lanes.masks)
        was = first.copy()
        for _ in range(3):
            actions = kept.lanes.masks.argmax(axis=1)
            assert np.array_equal(kept.step(actions)[0], shared.step(actions)[0])
        assert np.array_equal(first, was)
        assert np.array_equal(again, shared.lanes.observations)


def same_infos(one: dict, other: dict) -> bool:
    """Entry by entry, also those of finished games."""
    assert one.keys() == other.keys()
    for name, value in one.items():
        if isinstance(value, dict):
            assert same_infos(value, other[name])
        elif value.dtype == object:
            assert all(np.array_equal(*pair) for pair in zip(value, other[name], strict=True))
        else:
            assert np.array_equal(value, other[name]), name
    return True


@pytest.mark.parametrize("self_play", [False, True])
def test_infos_in_arrays_that_are_used_again_say_the_same(self_play):
    """Also when a caller wrote into them, and when games of other lanes ended the time before."""
    kept, shared = (GameVectorEnv(TOY, 6, self_play=self_play, copy=copy) for copy in (True, False))
    kept.reset(seed=1)
    shared.reset(seed=1)
    endings = set()
    for _ in range(80):
        actions = kept.lanes.masks.argmax(axis=1)
        *ours, infos = kept.step(actions)
        *theirs, others = shared.step(actions)
        assert all(np.array_equal(*pair) for pair in zip(ours, theirs, strict=True))
        assert same_infos(infos, others)
        endings.add(tuple(np.flatnonzero(ours[2])))
        others["scores"][:] = 99
        others["_ranks"][:] = False
    assert len(endings) > 1
