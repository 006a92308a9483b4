"""A network's priors and values for positions, each asked for once.

What was asked is kept by what the seat to move sees, so that the positions of the last decision's tree
cost nothing when the next decision comes to them. Nothing else is taken over from one decision to the
next: visits made before a card was drawn belong to other cards too.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from exozoo.agents.keys import hash_rows, observe_movers
from exozoo.envs.core.game import Game
from exozoo.envs.core.state import take

KEPT_BYTES = 64_000_000  # of priors, at most
SHIPPED = "policy"  # name of the network that comes with a game

# (observations[n, size], masks[n, actions]) -> (priors[n, actions], values[n, seats]), the seat to
# move first, then the others in turn; or value[n] of the seat to move, whose opposite the others share
Evaluator = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


class Judge(Protocol):
    """An agent that evaluates positions, by more than their observations if it wants to."""

    def of_states(self, states: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """As an `Evaluator` answers."""
        ...


def network_judge(game: Game, network: str | Path) -> Judge:
    """The network of a file, or the one that comes with the game."""
    from exozoo.agents.policy import PolicyAgent

    return PolicyAgent(game, path=None if str(network) == SHIPPED else network)


class Evaluations:
    """An evaluator that remembers."""

    def __init__(self, game: Game, evaluator: Evaluator | Judge):
        self.game = game
        self.evaluator = evaluator
        self._kept: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._most = KEPT_BYTES // (4 * game.num_actions)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    def __call__(self, states: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """float64 priors[n, actions] and values[n, seats] of positions that are not over."""
        players = int(states["num_players"].max(initial=1))
        priors = np.zeros((len(states), self.game.num_actions))
        values = np.zeros((len(states), players))
        if not len(states):
            return priors, values
        seen = observe_movers(self.game, states)
        keys = np.empty(len(states), np.uint64)
        hash_rows(seen, np.uint64(0), states["ply"].astype(np.int64), keys)
        names = [int(key) for key in keys]
        self._ask(names, states, seen, masks)
        for row, name in enumerate(names):
            priors[row], values[row] = self._kept[name]
        while len(self._kept) > self._most:  # the oldest first
            del self._kept[next(iter(self._kept))]
        return priors, values

    def _ask(
        self, names: list[int], states: np.ndarray, seen: np.ndarray, masks: np.ndarray
    ) -> None:
        """Have the positions evaluated that are not known, each once."""
        new = {name: row for row, name in enumerate(names) if name not in self._kept}
        rows = np.array(list(new.values()), np.int64)
        if not rows.size:
            return
        players = int(states["num_players"].max())
        if callable(self.evaluator):
            given = self.evaluator(seen[rows], masks[rows])
        else:
            given = self.evaluator.of_states(take(states, rows), masks[rows])
        priors, values = np.asarray(given[0], np.float32), np.asarray(given[1], np.float64)
        if priors.shape != masks[rows].shape or not (np.isfinite(priors) & (priors >= 0)).all():
            shape = f"[{len(rows)}, {self.game.num_actions}]"
            raise ValueError(f"evaluator: priors must be {shape}, finite and not negative")
        if (
            values.shape not in ((len(rows),), (len(rows), players))
            or not np.isfinite(values).all()
        ):
            shape = f"[{len(rows)}, {players}]"
            raise ValueError(f"evaluator: values must be {shape} or [{len(rows)}], and finite")
        values = _of_all_seats(values, players)
        for place, row in enumerate(rows):
            self._kept[names[row]] = priors[place], values[place]


def _of_all_seats(values: np.ndarray, players: int) -> np.ndarray:
    """values[n, seats]; a single value is the mover's, and the others share its opposite."""
    if values.ndim == 2:
        return values
    mover = values[:, None]
    return np.concatenate([mover, np.repeat(-mover / max(players - 1, 1), players - 1, 1)], axis=1)
