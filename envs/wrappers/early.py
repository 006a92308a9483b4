"""A seat's turn, decided before its turn has come, in games whose seats act at once.

The decisions are taken on a copy of the position and kept. When the turn comes they are replayed on
the true state, which therefore only ever sees the one order of decisions that the rules name.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game, as_array, check_action
from exozoo.envs.core.kernels import CHOICE, LOOK, NO_NUMBERS, NO_RNGS, STEP, new_orders
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.session import Session


class EarlyTurn:
    """`open` while the seat has a decision that it may take early; `actions` are those taken.

    It closes when the turn is over, when a decision depends on other seats, and when chance spoke:
    the copy's dice are not those that will fall.
    """

    def __init__(self, game: Game, states: np.ndarray, seat: int, window: int, resolve: bool):
        self.game = game
        self.states = states
        self.seat = seat
        self.window = window
        self.resolve = resolve
        self.actions: list[int] = []
        self.masks = np.zeros((1, game.num_actions), np.uint8)
        self._rng = states["rng"].copy()
        self._orders = new_orders(1)
        self._run(LOOK)
        self._settle()

    @property
    def mask(self) -> np.ndarray:
        return self.masks[0]

    def check(self, action: Any) -> np.int64:
        """ValueError unless the action is legal now."""
        return check_action(self.game, action, self.mask)

    def step(self, action: Any) -> None:
        """Take one decision early."""
        checked = self.check(action)
        self.actions.append(int(checked))
        self._play(checked)
        self._settle()

    def observe(self) -> np.ndarray:
        """What the seat knows, the other seats as they stood when this turn was begun."""
        players = int(self.states["num_players"][0])
        out = np.zeros((1, self.game.observation.size(players)), OBSERVATION_DTYPE)
        self.game.kernels.observe_many(self.states, 0, 1, np.array([self.seat]), out)
        return out[0]

    def _play(self, action: np.int64) -> None:
        self._orders[0, CHOICE] = action
        self._run(STEP)

    def _run(self, mode: np.int64) -> None:
        self.game.kernels.run(
            mode, self.states, 0, 1, self._orders, NO_NUMBERS, NO_RNGS, self.masks
        )

    def _settle(self) -> None:
        """Play forced decisions, as the engine does, but none that depends on other seats."""
        while True:
            self.open = self._is_open()
            if not self.open:
                self.masks[:] = 0
            if not self.open or not self.resolve or self.masks.sum() != 1:
                return
            self._play(np.int64(self.mask.argmax()))

    def _is_open(self) -> bool:
        state = self.states[0]
        return bool(
            not state["over"]
            and state["seat"] == self.seat
            and self.game.kernels.window_of(self.states, 0) == self.window
            and np.array_equal(self.states["rng"], self._rng)
        )


def begin_early(session: Session, seat: int) -> EarlyTurn | None:
    """The seat's turn to come in the present window; None if it has none, or there is no window."""
    kernels = session.game.kernels
    if kernels.window_of is None or session.over or seat == session.seat:
        return None
    window = int(kernels.window_of(session.states, 0))
    states = as_array(session.game.copy(session.state))
    if window == NONE or not kernels.turn_of(states, 0, seat):
        return None
    states["auto_resolve"] = 0  # the copy must stop before decisions that depend on others
    return EarlyTurn(session.game, states, seat, window, bool(session.options["auto_resolve"]))


def replay_early(session: Session, turn: EarlyTurn) -> None:
    """Play on the true state what was decided early, now that the turn has come."""
    window_of = session.game.kernels.window_of
    for action in turn.actions:
        its_turn = session.seat == turn.seat and window_of(session.states, 0) == turn.window
        if not its_turn or not session.mask[action]:
            raise RuntimeError(
                f"{session.game.name}: action {action} of seat {turn.seat} was legal before its turn "
                "and is not now: the game's `window` covers a decision that depends on other seats"
            )
        session.step(action)
