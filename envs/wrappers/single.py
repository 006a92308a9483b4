"""Any game as a Gymnasium environment for one learner, the other seats played by agents."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np

from exozoo.envs.core.game import SEED_RANGE, Game, check_seed
from exozoo.envs.core.seating import Seating
from exozoo.envs.registry import as_game
from exozoo.envs.wrappers.opponents import (
    MOST_DEALS,
    Opponents,
    check_seat,
    close_agents,
    distinct,
    no_decision,
    numbers_around,
    only_random,
    reseed,
    seat_agents,
)
from exozoo.envs.wrappers.session_env import SessionEnv
from exozoo.envs.wrappers.spaces import LegalDiscrete, end_mask, observation_box


class SingleEnv(SessionEnv, gymnasium.Env[np.ndarray, np.int64]):
    """A transition runs from the learner's decision to its own next one, or to the end.

    The reward is what the learner's seat receives in between. The legal actions stand in
    `info["action_mask"]` and `action_masks()`; an illegal action raises ValueError and changes
    nothing, unless `illegal` says otherwise (see `illegal`). The mask of a finished game holds the
    one id NO_OP, because masked policies may look at it; stepping on raises.
    """

    def __init__(
        self,
        game: Game | str,
        opponents: Opponents = "random",
        seat: int | str = 0,
        reward: str = "rank",
        render_mode: str | None = None,
        illegal: str = "raise",
        **options: Any,
    ):
        game = as_game(game)
        super().__init__(game, reward, render_mode, illegal, options)
        players = self.session.players
        self.opponents = seat_agents(game, opponents, players)
        self.seat_choice = check_seat(seat, players)
        self.seat = 0  # the learner's, in the current game
        self.seating = Seating(distinct(self.opponents), np.zeros((1, players), np.int64))
        self.observation_space = observation_box(game, players)
        self.action_space: LegalDiscrete = LegalDiscrete(game.num_actions)
        self._rebuild()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a game and play it up to the learner's first decision.

        With a seed the deal is `new_state(seed)`, and seat and opponents follow from the seed too.
        """
        if options:
            raise ValueError(f"reset options {options}: none are known, give them on construction")
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        if seed is not None:
            reseed(self.opponents, self.np_random)
        self._begin(seed)
        for _ in range(MOST_DEALS):
            if not self.session.over:
                return self._look(over=False)
            self._begin(None)  # the learner never had a decision: not an episode
        raise no_decision()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        session, referee = self.session, self.referee
        before = session.scores() if self._pays_at_once else None
        if referee.lenient or referee.any_lost:
            action = self._choose(self.seat, action, session.mask)
        if not referee.any_lost:
            self._play(action)
        over = session.over or referee.any_lost
        paid = float(self._pay(before)[self.seat]) if over or before is not None else 0.0
        observation, info = self._look(over)
        return observation, paid, over, False, info

    def _play(self, action: Any) -> None:
        """The learner's action, and those of the others until its next decision."""
        if self._drawn is None:
            self.session.step(action)
            self.seating.play_session(self.session)
        else:
            self.session.step_round(action, self.seat, self._drawn.rng)

    def close(self) -> None:
        super().close()
        close_agents(self.opponents)

    def action_masks(self) -> np.ndarray:
        """bool per action id, as sb3-contrib's MaskablePPO asks for."""
        return self._mask(self.over).astype(bool)

    def _begin(self, seed: int | None) -> None:
        """Deal a game, seat the learner and play to its first decision."""
        self._deal(int(self.np_random.integers(SEED_RANGE)) if seed is None else seed)
        if isinstance(self.seat_choice, int):
            self.seat = self.seat_choice
        else:
            self.seat = int(self.np_random.integers(self.session.players))
        self.seating.numbers = numbers_around(self.opponents, np.array([self.seat]))
        self.seating.play_session(self.session)

    def _look(self, over: bool) -> tuple[np.ndarray, dict[str, Any]]:
        self.action_space.moved()
        if self.render_mode is not None:
            self._show()
        count = self.referee.counts.item(self.seat)
        info = {"action_mask": self._mask(over), **self._result(over), "illegal": count}
        return self.session.observe(self.seat), info

    def _mask(self, over: bool) -> np.ndarray:
        return end_mask(self.game.num_actions) if over else self.session.signed_mask.copy()

    def _first_mask(self, seed: int) -> np.ndarray:
        """The learner's first legal actions after `reset(seed=seed)`, found on a copy."""
        opponents = deepcopy(self.opponents)  # trying a game out must not disturb the agents
        copy = SingleEnv(self.game, opponents, self.seat_choice, **self.session.options)
        copy.reset(seed=seed)
        return copy.session.mask

    def _rebuild(self) -> None:
        self.action_space.link(lambda: self._mask(self.over), self._first_mask)
        self._drawn = only_random(self.opponents)
