"""One game in play: its state, the legal actions now, and all that was played. Wrappers hold one."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.core.game import ONE_SET, SEED_RANGE, Game, check_action, check_seed
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.rewards import step_rewards


class Session:
    """A game from its deal to its end, with everything that a replay needs.

    `mask` belongs to the seat to move and is renewed in place; it is empty before the first deal
    and after the end, so that `step` refuses both.
    """

    def __init__(self, game: Game, options: dict[str, Any], stored: bool = False):
        """`stored`: the options come out of a record (see OptionTable.parse)."""
        self.game = game
        self.options = game.options.parse(options, stored)
        self.players: int = self.options["players"]
        self.seed = 0
        self.actions: list[int] = []  # those given to `step`; the engine's own forced ones are not
        self.states = np.zeros(1, game.dtype)
        self.before = np.zeros(1, game.dtype)  # the position before the last action, to describe it
        self.masks = np.zeros((1, game.num_actions), np.uint8)
        self._vector = game.option_vector(self.options)
        self._keys = np.zeros(1, np.uint64)
        self._seats = np.zeros(1, np.int64)
        self._action = np.zeros(1, np.int64)
        self._generator = np.random.default_rng()

    @property
    def state(self) -> np.record:
        return self.states[0]

    @property
    def mask(self) -> np.ndarray:
        return self.masks[0]

    @property
    def seat(self) -> int:
        return int(self.states["seat"][0])

    @property
    def over(self) -> bool:
        return bool(self.states["over"][0])

    @property
    def dealt(self) -> bool:
        """Whether there is a game, running or over."""
        return bool(self.states["num_players"][0])

    def scores(self) -> np.ndarray:
        """Points of each seat, as a copy."""
        return self.states["scores"][0, : self.players].copy()

    def ranks(self) -> np.ndarray:
        """Places of each seat, zeros before the end, as a copy."""
        return self.states["rank"][0, : self.players].copy()

    def reset(self, seed: int | None = None) -> None:
        """Deal `new_state(seed)`; without a seed, the next one in the chain of the last seed."""
        if seed is None:
            seed = int(self._generator.integers(SEED_RANGE))
        else:
            seed = check_seed(seed)
            self._generator = np.random.default_rng(seed)
        self.seed = seed
        self.actions = []
        self._keys[0] = seed
        self.game.kernels.reset_many(
            self.states, 0, 1, ONE_SET, self.game.blank, self._vector, self._keys, self.masks
        )

    def check(self, action: Any) -> np.int64:
        """The action as a kernel takes it; ValueError if it is not legal now."""
        if not self.dealt:
            raise ValueError(f"action {action!r}: no game is dealt yet; reset first")
        return check_action(self.game, action, self.mask)

    def step(self, action: Any) -> None:
        """Play one decision. ValueError on an illegal one, and nothing has changed."""
        self._action[0] = self.check(action)
        self.before.view(np.uint8)[:] = self.states.view(np.uint8)
        self.game.kernels.step_many(self.states, 0, 1, ONE_SET, self._action, self.masks)
        self.actions.append(int(self._action[0]))

    def observe(self, seat: int) -> np.ndarray:
        """What a seat may know, in a new array."""
        out = np.zeros((1, self.game.observation.size(self.players)), OBSERVATION_DTYPE)
        self._seats[0] = seat
        self.game.kernels.observe_many(self.states, 0, 1, self._seats, out)
        return out[0]

    def rewards_since(self, kind: str, before: np.ndarray) -> np.ndarray:
        """What each seat receives for the time since its scores were `before`."""
        return step_rewards(
            kind,
            before[None],
            self.scores()[None],
            self.states["over"],
            self.ranks()[None],
            self.states["target"],
        )[0]

    def last_action(self) -> str:
        """The last action in English, or nothing."""
        return self.game.describe(self.before[0], self.actions[-1]) if self.actions else ""
