"""Drive random games of any kind and let checks look at every position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import exozoo
from exozoo.envs.core.game import Game


def play_random(
    game: Game,
    num_games: int,
    seed: int,
    check: Callable[[np.ndarray], None] | None = None,
    finished: Callable[[np.record], None] | None = None,
    width: int = 64,
    **options: Any,
) -> int:
    """Play `num_games` random games, at most `width` side by side; returns the decisions taken.

    `check(states)` sees the running games after every round of decisions, `finished(state)` each
    final position.
    """
    rng = np.random.default_rng(seed)
    decisions = 0
    for start in range(0, num_games, width):
        count = min(width, num_games - start)
        batch = exozoo.Batch(game, count, seed=seed + start, auto_reset=False, **options)
        while not batch.dones.all():
            running = batch.dones == 0
            masks = batch.legal()
            assert masks[running].any(axis=1).all(), "a running game has no legal action"
            noise = rng.random(masks.shape, dtype=np.float32)
            actions = np.where(masks, noise, -1).argmax(axis=1)
            batch.step(actions, where=running)
            decisions += int(running.sum())
            if check:
                check(batch.states)
        if finished:
            for state in batch.states:
                finished(state)
    return decisions
