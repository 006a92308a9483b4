"""One game in play: its state, the legal actions now, and all that was played. Wrappers hold one."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.core.game import SEED_RANGE, Game, as_id, check_action, check_seed, view_of
from exozoo.envs.core.kernels import (
    CHECK,
    CHOICE,
    DEAL,
    NO_NUMBERS,
    NO_RNGS,
    ROUND,
    UNTIL,
    UNTIL_SEAT,
    new_orders,
)
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.pickling import Rebuilds
from exozoo.envs.core.rewards import PAID_AT_ONCE, step_rewards
from exozoo.envs.core.words import shown

ROUND_AT_ONCE = 256  # decisions of a round that are played in one call; a longer one takes more


class Session(Rebuilds):
    """A game from its deal to its end, with everything that a replay needs.

    `mask` belongs to the seat to move and is renewed in place; it is empty before the first deal
    and after the end, so that `step` refuses both. A session is for one thread at a time.
    """

    # views of `states` and `masks`: reading a field of a record takes ten times as long
    rebuilt = (
        *("mask", "signed_mask", "_bytes", "_choice", "_until", "_looking", "_played"),
        *("_seat", "_over", "_ply", "_players", "_scores"),
    )

    def __init__(self, game: Game, options: dict[str, Any], stored: bool = False):
        """`stored`: the options come out of a record (see OptionTable.parse)."""
        self.game = game
        self.options = game.options.parse(options, stored)
        self.players: int = self.options["players"]
        self.seed = 0
        self.actions: list[int] = []  # those given to `step`; the engine's own forced ones are not
        self.states = np.zeros(1, game.dtype)
        self.masks = np.zeros((1, game.num_actions), np.uint8)
        self._vector = game.option_vector(self.options)
        self._orders = new_orders(1)
        self._seats = np.zeros(1, np.int64)
        self._round = np.zeros(ROUND_AT_ONCE, np.int64)
        self._size = game.observation.size(self.players)
        self._generator = np.random.default_rng()
        self._rebuild()

    def _rebuild(self) -> None:
        self.mask = self.masks[0]
        self.signed_mask = self.mask.view(np.int8)  # the same, as Gymnasium's spaces want it
        self._choice = view_of(self._orders[0, CHOICE : CHOICE + 1])
        self._until = view_of(self._orders[0, UNTIL : UNTIL + 1])
        self._looking = view_of(self._seats)
        self._played = view_of(self._round)
        self._bytes = self.states.view(np.uint8)
        self._seat = view_of(self.states["seat"])
        self._over = view_of(self.states["over"])
        self._ply = view_of(self.states["ply"])
        self._players = view_of(self.states["num_players"])
        self._scores = self.states["scores"][0, : self.players]

    @property
    def state(self) -> np.record:
        return self.states[0]

    @property
    def seat(self) -> int:
        return self._seat[0]

    @property
    def over(self) -> bool:
        return self._over[0] != 0

    @property
    def dealt(self) -> bool:
        """Whether there is a game, running or over."""
        return self._players[0] != 0

    def scores(self) -> np.ndarray:
        """Points of each seat, as a copy."""
        return self._scores.copy()

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
        self._bytes[:] = 0
        self._choice[0] = seed
        self._run(DEAL, self._vector)

    def check(self, action: Any) -> np.int64:
        """The action as a kernel takes it; ValueError if it is not legal now."""
        if not self.dealt:
            raise ValueError(f"action {shown(action)}: no game is dealt yet; reset first")
        return check_action(self.game, action, self.mask)

    def step(self, action: Any) -> None:
        """Play one decision. ValueError on an illegal one, and nothing has changed."""
        number = self._choice[0] = as_id(action)
        run, one = self.game.run_known, self.states
        if run(CHECK, one, 0, 1, self._orders, NO_NUMBERS, NO_RNGS, self.masks) >= 0:  # refused
            self.check(action)
        self.actions.append(number)

    def step_round(self, action: Any, seat: int, rng: np.ndarray) -> None:
        """`step`, and then what `rng` draws among the legal actions until the seat is to move.

        As if a random agent with that generator were asked each time, in one call.
        """
        self._choice[0] = as_id(action)
        self._until[0] = seat
        mode, rngs, before = ROUND, rng[None], self._ply[0]
        while True:
            if self._run(mode, self._round, rngs) >= 0:  # refused
                self.check(action)
            now = self._ply[0]
            self.actions += self._played[: now - before].tolist()
            if now - before < self._round.size:  # else there was no room for more
                return
            mode, before = UNTIL_SEAT, now

    def _run(
        self,
        mode: np.int64,
        numbers: np.ndarray = NO_NUMBERS,
        rngs: np.ndarray = NO_RNGS,
    ) -> Any:
        return self.game.run_known(mode, self.states, 0, 1, self._orders, numbers, rngs, self.masks)

    def observe(self, seat: int) -> np.ndarray:
        """What a seat may know, in a new array."""
        out = np.empty((1, self._size), OBSERVATION_DTYPE)
        self._looking[0] = seat
        self.game.observe_known(self.states, 0, 1, self._seats, out)
        return out[0]

    def rewards_since(self, kind: str, before: np.ndarray | None) -> np.ndarray:
        """What each seat receives for the time since its scores were `before`.

        Kinds that are paid at the end alone need no `before`.
        """
        if kind not in PAID_AT_ONCE and not self.over:
            return np.zeros(self.players, np.float32)
        return step_rewards(
            kind,
            (self._scores if before is None else before)[None],
            self._scores[None],
            self.states["over"],
            self.ranks()[None],
            self.states["target"],
        )[0]

    @property
    def before(self) -> np.ndarray:
        """The position before the last action, in an array; found by playing the game again."""
        other = Session(self.game, self.options, stored=True)
        other.reset(self.seed)
        for action in self.actions[:-1]:
            other.step(action)
        return other.states

    def last_action(self) -> str:
        """The last action in English, or nothing."""
        return self.game.describe(self.before[0], self.actions[-1]) if self.actions else ""
