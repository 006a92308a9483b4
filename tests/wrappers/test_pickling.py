"""A game travels as its name: whatever holds one pickles small and goes on as if nothing had happened."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import subprocess
import sys
from dataclasses import replace
from functools import partial
from typing import Any

import cloudpickle
import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv
from stable_baselines3.common.vec_env import SubprocVecEnv

import exozoo
from exozoo.agents import load
from exozoo.envs.core.session import Session
from exozoo.envs.registry import load_game, place_of
from exozoo.envs.wrappers.aec import env as aec_env
from exozoo.envs.wrappers.aec import raw_env
from exozoo.envs.wrappers.parallel import parallel_env
from exozoo.envs.wrappers.sb3 import GameVecEnv
from exozoo.envs.wrappers.single import SingleEnv
from exozoo.envs.wrappers.vector import GameVectorEnv
from tests.toy import TOY
from tests.toy.at_once import AT_ONCE
from tests.wrappers.trails import trail

pytestmark = pytest.mark.compiled

ID = "exozoo/AlienFrontiers-v0"
SMALL = 100_000  # bytes
HOLDERS = {
    "session": lambda game: Session(game, {}),
    "batch": lambda game: exozoo.Batch(game, 1, seed=3),
    "threads": lambda game: exozoo.Batch(game, 6, seed=3, threads=2),
    "single": lambda game: SingleEnv(game, seat="random"),
    "greedy": lambda game: SingleEnv(game, "greedy"),
    "aec": aec_env,
    "raw": raw_env,
    "parallel": parallel_env,
    "vector": lambda game: GameVectorEnv(game, 2, seat="random"),
    "self-play": lambda game: GameVectorEnv(game, 6, self_play=True),
    "sb3": lambda game: GameVecEnv(game, 2),
}
PICKLERS = [pickle, cloudpickle]
try:
    from ray import cloudpickle as ray_pickle

    PICKLERS.append(ray_pickle)
except ImportError:
    pass

each_holder = pytest.mark.parametrize("name", HOLDERS)
each_pickler = pytest.mark.parametrize("pickler", PICKLERS, ids=lambda module: module.__name__)
each_toy = pytest.mark.parametrize("game", [TOY, AT_ONCE], ids=lambda game: game.name)


def under_way(name: str, game: Any) -> Any:
    """A holder in the middle of a game, its random generators seeded."""
    holder = HOLDERS[name](game)
    if isinstance(holder, GameVecEnv):
        holder.seed(5)
        holder.reset()
    else:
        holder.reset(seed=5)
    if hasattr(holder, "action_spaces"):
        for space in holder.action_spaces.values():
            space.seed(8)
    elif hasattr(holder, "action_space") and not callable(holder.action_space):
        holder.action_space.seed(8)
    trail(holder, 3)
    return holder


@pytest.mark.parametrize("game", [TOY, AT_ONCE, load_game("alien_frontiers")], ids=lambda g: g.name)
@each_pickler
def test_a_game_is_its_name(game, pickler):
    data = pickler.dumps(game)
    assert len(data) < 200
    assert pickler.loads(data) is game


def test_a_game_that_nobody_can_find_is_refused():
    with pytest.raises(ValueError, match="neither registered nor a global"):
        pickle.dumps(replace(TOY, name="nameless"))
    assert place_of(load_game("alien_frontiers")) == "alien_frontiers"
    assert place_of(TOY) == "tests.toy:TOY"


@each_toy
@each_holder
@each_pickler
def test_pickles_are_small_and_go_on_alike(game, name, pickler):
    holder = under_way(name, game)
    data = pickler.dumps(holder)
    assert len(data) < SMALL
    twin = pickler.loads(data)
    assert trail(twin) == trail(holder)


@each_toy
@each_holder
def test_copies_go_on_alike(game, name):
    holder = under_way(name, game)
    twin = copy.deepcopy(holder)
    assert trail(twin) == trail(holder)


@pytest.mark.parametrize("settings", ["greedy", "mcts(simulations=20)"])
def test_agents_leave_their_trees_and_kernels_behind(settings):
    from exozoo.agents.specs import load_agent

    agent = load_agent(settings, TOY, seed=4)
    data = pickle.dumps(agent)
    assert len(data) < 10_000
    batch = exozoo.Batch(TOY, 4, seed=1)
    twin = pickle.loads(data)
    assert (twin.act(batch.states, batch.masks) == agent.act(batch.states, batch.masks)).all()


def made() -> gymnasium.Env:
    env = gymnasium.make(ID, seat="random")
    env.action_space.seed(3)
    env.reset(seed=4)
    return env


def test_a_made_environment_goes_to_another_process():
    env = made()
    assert len(pickle.dumps(env)) < SMALL
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        far = pool.apply(trail, (env,))
    assert far == trail(env)


def given(env: gymnasium.Env) -> gymnasium.Env:
    return env


def test_gymnasium_and_sb3_send_environments_to_processes():
    envs = AsyncVectorEnv([partial(given, made())], context="spawn")
    _, infos = envs.reset(seed=1)
    for _ in range(3):
        actions = infos["action_mask"].argmax(axis=1)
        seen, _, _, _, infos = envs.step(actions)
    assert seen.shape == envs.observation_space.shape
    envs.close()
    others = SubprocVecEnv([partial(given, made())], start_method="spawn")
    others.seed(1)
    others.reset()
    for _ in range(3):
        masks = np.stack(others.env_method("action_masks"))
        again, *_ = others.step(masks.argmax(axis=1))
    assert np.array_equal(seen, again)
    others.close()


RECEIVE = """
import pickle, sys, time
import exozoo.envs.wrappers.single, gymnasium
env = pickle.load(open(sys.argv[1], "rb"))
started = time.process_time()
env.step(env.action_space.sample())
print(time.process_time() - started)
assert not env.unwrapped.game.kernels.run.stats.cache_misses
"""


def test_the_receiver_does_not_compile_again(tmp_path):
    path = tmp_path / "env.pickle"
    path.write_bytes(pickle.dumps(made()))
    done = subprocess.run(
        [sys.executable, "-c", RECEIVE, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 5  # far below a second on an idle machine; compiling takes 20 s


def test_an_opponent_is_still_the_same_agent_everywhere():
    agent = load("random", TOY, seed=3)
    env = SingleEnv(TOY, [agent, agent], players=3)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.opponents[0] is twin.opponents[1] is twin.seating.agents[0]
    assert twin.opponents[0].game is TOY


def test_a_batch_handed_over_without_a_copy_leaves_that_memory_alone():
    buffers: list[pickle.PickleBuffer] = []
    batch = exozoo.Batch(TOY, num_envs=4, seed=1, players=3)
    blob = pickle.dumps(batch, protocol=5, buffer_callback=buffers.append)
    lent = [
        bytes(buffer.raw()) for buffer in buffers
    ]  # cannot be written to, as Ray hands them over
    before = [bytearray(part) for part in lent]
    other = pickle.loads(blob, buffers=lent)
    for each in (batch, other):
        each.step(each.legal().argmax(axis=1))
    assert (other.states == batch.states).all()
    assert lent == before
    assert buffers
