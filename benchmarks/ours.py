"""What is measured of our games: one entry of `TASKS` a way of playing them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np

from exozoo.benchmarks.measure import Work
from exozoo.envs import aec
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import jit
from exozoo.envs.core.kernels import draw_legal, draw_legal_each
from exozoo.envs.core.memory import borrowed
from exozoo.envs.core.rng import seed_rng
from exozoo.envs.registration import class_name
from exozoo.envs.vector import GameVectorEnv

ENVS = 1024
KERNEL_ENVS, KERNEL_STEPS = 256, 50
STEPS = 100  # of one call, one at a time from Python
POSITIONS = 128
OPENING = 50  # decisions away from the opening, which all games share


@jit
def draw_legal_lanes(rng, masks, actions):
    """A legal action for every lane; one that waits has the last alone."""
    own, rows = borrowed(rng), borrowed(masks)
    wait = masks.shape[1] - 1
    for lane in range(actions.size):
        actions[lane] = wait if rows[lane, wait] else draw_legal(own, rows[lane])


class Drawer:
    """A legal action for every lane; `self_play`: where a lane waits, it has the last one alone."""

    def __init__(self, lanes: int, self_play: bool):
        self.actions = np.zeros(lanes, np.int64)
        self.self_play = self_play
        self.rng = np.zeros(2, np.uint64)
        seed_rng(self.rng, np.uint64(1))

    def __call__(self, masks: np.ndarray) -> np.ndarray:
        draw = draw_legal_lanes if self.self_play else draw_legal_each
        draw(self.rng, masks.view(np.uint8), self.actions)
        return self.actions


def kernel(game: Game, players: int) -> Work:
    """Whole games, chosen and played inside the kernel."""
    batch = Batch(game, KERNEL_ENVS, seed=1, players=players)
    batch.random_steps(OPENING)
    return Work(lambda: batch.random_steps(KERNEL_STEPS), KERNEL_ENVS * KERNEL_STEPS)


def batch_loop(
    game: Game, players: int, envs: int = ENVS, threads: int = 1, observed: bool = True
) -> Work:
    """A learner's loop: mask, action drawn, step and, if wanted, observation."""
    batch = Batch(game, envs, seed=1, players=players, threads=threads)
    batch.random_steps(OPENING)
    return Work(lambda: batch.step(batch.draw(), observe=observed), envs)


def vector_env(game: Game, players: int, self_play: bool = False) -> Work:
    """`GameVectorEnv`: against random opponents, or a lane a seat.

    Its arrays are overwritten by the next step, as those of `Batch` are.
    """
    lanes = ENVS * players if self_play else ENVS
    env = GameVectorEnv(game, lanes, players=players, self_play=self_play, copy=False)
    _, infos = env.reset(seed=1)
    draw = Drawer(lanes, self_play)

    def step() -> None:
        nonlocal infos
        *_, infos = env.step(draw(infos["action_mask"]))

    return Work(step, ENVS)


def choose(mask: np.ndarray) -> int:
    """A legal action the quick way: numpy's own choice, or a search among bytes, would cost more
    than a step."""
    ids = mask.view(bool).nonzero()[0]
    return int(ids[int(random.random() * len(ids))])


def aec_env(game: Game, players: int, make: Callable[..., Any] = aec.raw_env) -> Work:
    """PettingZoo's loop: `last`, choose, `step`."""
    env = make(game, players=players)
    env.reset(seed=1)

    def turns() -> None:
        for _ in range(STEPS):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                env.step(choose(observation["action_mask"]))

    return Work(turns, STEPS)


def single_env(game: Game, players: int) -> Work:
    """`gymnasium.make`, one learner against random opponents; its own steps count."""
    env = gymnasium.make(f"exozoo/{class_name(game.name)}-v0", players=players)
    _, info = env.reset(seed=1)

    def turns() -> None:
        nonlocal info
        for _ in range(STEPS):
            _, _, terminated, truncated, info = env.step(choose(info["action_mask"]))
            if terminated or truncated:
                _, info = env.reset()

    return Work(turns, STEPS)


def one_game(game: Game, players: int, observed: bool = False) -> Work:
    """`legal_actions`, choose, `step` and, if wanted, `observe`, on one state."""
    state = game.new_state(seed=1, players=players)

    def turns() -> None:
        nonlocal state
        for _ in range(STEPS):
            ids = game.legal_actions(state)
            if observed:
                game.observe(state)
            game.step(state, int(ids[int(random.random() * len(ids))]))
            if state["over"]:
                state = game.new_state(seed=random.getrandbits(32), players=players)

    return Work(turns, STEPS)


def call_each(game: Game, players: int, what: str) -> Work:
    """One method of the game on many positions of games under way."""
    batch = Batch(game, POSITIONS, seed=1, players=players)
    batch.random_steps(OPENING)
    saved, states = batch.states.copy(), batch.states.copy()
    records = [states[index] for index in range(POSITIONS)]
    actions = [choose(mask) for mask in batch.masks]

    def steps() -> None:
        np.copyto(states.view(np.uint8), saved.view(np.uint8))
        for state, action in zip(records, actions, strict=True):
            game.step(state, action)

    def calls() -> None:
        for state in records:
            method(state)

    if what == "step":
        return Work(steps, POSITIONS)
    method = getattr(game, what)
    return Work(calls, POSITIONS)


Maker = Callable[[Game, int], Work]
# name -> (how it is made, cores it may use)
TASKS: dict[str, tuple[Maker, int]] = {
    "kernel": (kernel, 1),
    "batch": (lambda g, p: batch_loop(g, p, observed=False), 1),
    "batch_observed": (batch_loop, 1),
    "batch_observed_2": (lambda g, p: batch_loop(g, p, threads=2), 2),
    "vector": (vector_env, 1),
    "self_play": (lambda g, p: vector_env(g, p, self_play=True), 1),
    "raw_env": (aec_env, 1),
    "env": (lambda g, p: aec_env(g, p, aec.env), 1),
    "gymnasium": (single_env, 1),
    "one": (one_game, 1),
    "one_observed": (lambda g, p: one_game(g, p, observed=True), 1),
    **{
        name: (partial(call_each, what=name), 1)
        for name in ("copy", "legal_actions", "step", "observe")
    },
}
