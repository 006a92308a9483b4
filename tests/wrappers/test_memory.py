"""Memory does not grow with the decisions played, and nothing is left behind by what was closed."""

from __future__ import annotations

import gc
import os
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exozoo.agents import load
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.processes import in_processes
from exozoo.envs.registry import load_game
from exozoo.envs.wrappers.aec import env, raw_env
from exozoo.envs.wrappers.parallel import parallel_env
from exozoo.envs.wrappers.sb3 import GameVecEnv
from exozoo.envs.wrappers.single import SingleEnv
from exozoo.envs.wrappers.vector import GameVectorEnv
from tests.protocol.bots import PYTHON_BOT, children, memory
from tests.toy import TOY

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux"),
]
MANY = 10_000_000  # decisions through each wrapper in the long version
GROWTH = 12 * 2**20  # bytes: what allocators take and give back from one moment to the next
TRACED_GROWTH = 100_000  # bytes in 4,000 decisions: 25 a decision would be too many
Player = Iterator[int]  # each item: the decisions played since the last one


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch):
    """Threads are made where there is one core, too."""
    monkeypatch.setattr("exozoo.envs.core.batch.cores", lambda: 2)


def first_legal(mask: np.ndarray) -> int:
    return int(mask.argmax())


def through_aec(game: Game, make: Callable[..., Any] = raw_env) -> Player:
    made = make(game, reward="score")
    while True:
        made.reset()
        while made.agents:
            seen, _, over, _, _ = made.last()
            made.step(None if over else first_legal(seen["action_mask"]))
            yield 0 if over else 1


def through_ordered_aec(game: Game) -> Player:
    return through_aec(game, env)


def through_parallel(game: Game) -> Player:
    made = parallel_env(game, reward="lead")
    while True:
        seen, _ = made.reset()
        while made.agents:
            before = len(made.session.actions)
            actions = {agent: first_legal(entry["action_mask"]) for agent, entry in seen.items()}
            seen, _, _, _, _ = made.step(actions)
            yield len(made.session.actions) - before


def through_single(game: Game) -> Player:
    made = SingleEnv(game, seat="random")
    while True:
        _, info = made.reset()
        over = False
        while not over:
            before = len(made.session.actions)
            _, _, over, _, info = made.step(first_legal(info["action_mask"]))
            yield len(made.session.actions) - before


def through_vector(game: Game) -> Player:
    made = GameVectorEnv(game, 64, self_play=True, threads=2)
    _, infos = made.reset()
    while True:
        _, _, _, _, infos = made.step(infos["action_mask"].argmax(axis=1))
        yield made.lanes.num_games


def through_sb3(game: Game) -> Player:
    made = GameVecEnv(game, 32)
    made.reset()
    while True:
        made.step(made.action_masks().argmax(axis=1))
        yield 32


def through_batch(game: Game) -> Player:
    batch = Batch(game, 64, threads=2)
    while True:
        batch.step(batch.draw(), observe=True)
        batch.random_steps(3)
        yield 4 * 64


def through_game(game: Game) -> Player:
    while True:
        state = game.new_state(1)
        while not game.is_over(state):
            game.step(state, game.legal_actions(state)[0])
            game.observe(state)
            game.determinize(state)
            yield 1


def through_agents(game: Game) -> Player:
    agent, batch = load("heuristic", game), Batch(game, 32)
    while True:
        batch.step(agent.act(batch.states, batch.masks))
        yield 32


WAYS = {
    name.removeprefix("through_"): way
    for name, way in list(globals().items())
    if name.startswith("through_")
}
each_way = pytest.mark.parametrize("way", WAYS)


def play(player: Player, decisions: int) -> None:
    while decisions > 0:
        decisions -= next(player)


@each_way
def test_objects_do_not_grow_with_decisions(way):
    """All that Python and numpy hold, after twice as many decisions as before."""
    player = WAYS[way](TOY)
    play(player, 2000)
    gc.collect()
    tracemalloc.start()
    try:
        play(player, 500)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        play(player, 4000)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < TRACED_GROWTH


@pytest.mark.slow
@each_way
@pytest.mark.parametrize("name", ["alien_frontiers"])
def test_memory_stays_flat_over_ten_million_decisions(way, name):
    """Of the whole process, compiled code included."""
    player = WAYS[way](load_game(name))
    decisions = MANY // 20 if way == "agents" else MANY
    play(player, decisions // 10)
    gc.collect()
    before = memory()
    for _ in range(9):
        play(player, decisions // 10)
        gc.collect()
        assert memory() - before < GROWTH


def test_a_leak_would_be_found():
    kept: list[bytes] = []

    def leaking(game: Game) -> Player:
        while True:
            kept.append(bytes(64))
            yield 1

    WAYS["leaking"] = leaking
    try:
        with pytest.raises(AssertionError):
            test_objects_do_not_grow_with_decisions("leaking")
    finally:
        del WAYS["leaking"]


# What is open: files and sockets, threads of Python and of the system, processes


def open_things() -> dict[str, int]:
    return {
        "handles": len(os.listdir("/proc/self/fd")),
        "threads": threading.active_count(),
        "tasks": len(os.listdir("/proc/self/task")),
        "children": len(children()),
    }


def settled(before: dict[str, int]) -> dict[str, int]:
    """What is open now; what is about to end is given a moment."""
    until = time.monotonic() + 20
    while True:
        gc.collect()
        now = open_things()
        if all(now[name] <= before[name] for name in now) or time.monotonic() > until:
            return now
        time.sleep(0.05)


def use_batch() -> Any:
    batch = Batch(TOY, 64, threads=2)
    batch.random_steps(50)
    batch.close()
    return batch


def use_vector() -> Any:
    made = GameVectorEnv(TOY, 8, threads=2, opponents=PYTHON_BOT)
    _, infos = made.reset(seed=1)
    made.step(infos["action_mask"].argmax(axis=1))
    made.close()
    return made


def use_sb3() -> Any:
    made = GameVecEnv(TOY, 8, threads=2, opponents=PYTHON_BOT)
    made.reset()
    made.step(made.action_masks().argmax(axis=1))
    made.close()
    return made


def use_single() -> Any:
    made = SingleEnv(TOY, opponents=PYTHON_BOT, render_mode="rgb_array")
    _, info = made.reset(seed=1)
    made.step(first_legal(info["action_mask"]))
    made.render()
    made.close()
    return made


def use_aec() -> Any:
    made = env(TOY, render_mode="rgb_array")
    made.reset(seed=1)
    made.step(first_legal(made.last()[0]["action_mask"]))
    made.render()
    made.close()
    return made


def use_parallel() -> Any:
    made = parallel_env(TOY, render_mode="rgb_array")
    made.reset(seed=1)
    made.render()
    made.close()
    return made


def use_processes() -> Any:
    assert sorted(in_processes(abs, [(-1,), (2,), (-3,)], 2)) == [1, 2, 3]


USES = {name: use for name, use in list(globals().items()) if name.startswith("use_")}


@pytest.mark.parametrize("name", USES)
def test_nothing_is_left_open(name):
    closed = [USES[name]()]  # what is made once in a process is made now; what is closed is kept
    before = settled(open_things())
    closed += [USES[name]() for _ in range(3)]
    now = settled(before)
    assert all(now[kind] <= before[kind] for kind in now), (before, now, closed)
