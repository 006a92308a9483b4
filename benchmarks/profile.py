"""Where a decision's time goes: legal, step and observe of a game apart, in nanoseconds.

    python -m exozoo.benchmarks.profile GAME ... [--players N ...] [--option NAME=VALUE ...]

Each is timed over the same positions of random play, the best of several rounds, by the processor
time of one thread. Positions with a single option count as work but not as decisions, as in play.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.kernels import CHOICE, LOOK, NO_NUMBERS, NO_RNGS, STEP, new_orders
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.registry import load_game

GAMES = 48  # played side by side, all to their ends
POSITIONS = 1024  # drawn from all of these: as many as the batches of other benchmarks have games
ROUNDS = 25


def positions_of(game: Game, players: int, **options: Any) -> tuple[np.ndarray, np.ndarray, int]:
    """Positions of random games, an action in each, and how many of them were real choices."""
    batch = Batch(
        game, GAMES, seed=1, auto_reset=False, players=players, auto_resolve=False, **options
    )
    states, actions, choices = [], [], []
    while not batch.dones.all():
        running = batch.dones == 0
        drawn = batch.draw()
        states.append(batch.states[running])
        actions.append(drawn[running])
        choices.append(batch.legal()[running].sum(axis=1) > 1)
        batch.step(drawn, where=running)
    everything = np.concatenate(states)
    chosen = np.random.default_rng(1).permutation(len(everything))[:POSITIONS]
    real = int(np.concatenate(choices)[chosen].sum())
    return everything[chosen], np.concatenate(actions)[chosen], real


def seconds(work: Callable[[], object], prepare: Callable[[], object]) -> float:
    """The fastest of several rounds."""
    best = np.inf
    for _ in range(ROUNDS):
        prepare()
        started = time.process_time_ns()
        work()
        best = min(best, (time.process_time_ns() - started) * 1e-9)
    return best


def profile(game: Game, players: int, **options: Any) -> dict[str, float]:
    """Nanoseconds a decision of each part. Stepping ends with a mask, which is subtracted."""
    before, actions, real = positions_of(game, players, **options)
    count = len(before)
    states = before.copy()
    masks = np.zeros((count, game.num_actions), np.uint8)
    masks_before = masks.copy()
    seen = np.zeros((count, game.observation.size(players)), OBSERVATION_DTYPE)
    orders, to_move = new_orders(count), np.full(count, NONE)
    orders[:, CHOICE] = actions
    bytes_before, bytes_now = before.view(np.uint8), states.view(np.uint8)
    kernels = game.kernels

    def restore() -> None:
        bytes_now[:] = bytes_before
        masks[:] = masks_before

    def look() -> None:
        kernels.run(LOOK, states, 0, count, orders, NO_NUMBERS, NO_RNGS, masks)

    def step() -> None:
        kernels.run(STEP, states, 0, count, orders, NO_NUMBERS, NO_RNGS, masks)

    def observe() -> None:
        kernels.observe_many(states, 0, count, to_move, seen)

    def nothing() -> None: ...

    look()
    masks_before[:] = masks
    legal, observing = seconds(look, nothing), seconds(observe, nothing)
    stepping = seconds(step, restore) - seconds(look, nothing)
    parts = {"legal": legal, "step": stepping, "observe": observing}
    return {name: part / real * 1e9 for name, part in parts.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+", help="names from `exozoo games`")
    parser.add_argument("--players", nargs="*", type=int, help="all counts if not given")
    parser.add_argument("--option", nargs="*", default=[], help="as name=value")
    chosen = parser.parse_args(arguments)
    options = dict(pair.split("=", 1) for pair in chosen.option)
    print("game players legal step observe (ns a decision)")
    for name in chosen.games:
        game = load_game(name)
        for players in chosen.players or range(game.min_players, game.max_players + 1):
            parts = profile(game, players, **options)
            print(name, players, *(f"{value:,.0f}" for value in parts.values()), flush=True)


if __name__ == "__main__":
    main()
