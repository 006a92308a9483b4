"""Any game as a PettingZoo parallel environment, exactly equal to the AEC order of decisions.

Every seat hands in an action at every step. In a phase that the game declares simultaneous, each
seat decides about its own turn; decisions ahead of turn order are replayed in turn order (`early`).
A seat without a decision has exactly one action, the extra id `num_actions`, which means "wait".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from exozoo.envs.core.game import Game
from exozoo.envs.registry import as_game
from exozoo.envs.wrappers.early import EarlyTurn, begin_early, replay_early
from exozoo.envs.wrappers.illegal import is_id
from exozoo.envs.wrappers.session_env import Observation, SeatsEnv
from exozoo.envs.wrappers.spaces import MASK_DTYPE

Parallel = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


def parallel_env(
    game: Game | str,
    reward: str = "rank",
    render_mode: str | None = None,
    illegal: str = "raise",
    **options: Any,
) -> ParallelGameEnv:
    """All seats at once; settings as for `raw_env`."""
    return ParallelGameEnv(as_game(game), reward, render_mode, illegal, options)


class ParallelGameEnv(SeatsEnv, ParallelEnv[str, Observation, int]):
    """Actions `0 .. num_actions - 1` as in the game, and `wait` for seats without a decision.

    `session` is the true game; an early decision reaches it, and is paid for, in turn order.
    """

    parallelizable = True

    def __init__(
        self,
        game: Game,
        reward: str,
        render_mode: str | None,
        illegal: str,
        options: dict[str, Any],
    ):
        self.wait = game.num_actions
        self._early: dict[int, EarlyTurn] = {}
        super().__init__(game, reward, render_mode, illegal, options, self.wait + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game; `options` are ignored, the game's own are given on construction."""
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self._early = {}
        self._begin_turns()
        self._show()
        return {agent: self._observe(agent) for agent in self.agents}, self._infos()

    def step(self, actions: dict[str, Any]) -> Parallel:
        """One decision of every seat that has one. ValueError, and nothing has changed, if any is wrong.

        Seats that wait may be left out of `actions`.
        """
        chosen = self._check(self._judge(actions))
        before = self.session.scores() if self._pays_at_once else None
        if not self.referee.any_lost:
            self._play(chosen)
        self._show()
        live = self.agents
        observations = {agent: self._observe(agent) for agent in live}
        infos = self._infos()
        over = self.over
        self.agents = [] if over else live
        return (
            observations,
            dict(zip(live, self._pay(before).tolist(), strict=True)),
            dict.fromkeys(live, over),
            dict.fromkeys(live, False),
            infos,
        )

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._info_of(agent) for agent in self.possible_agents}

    def _play(self, actions: dict[str, Any]) -> None:
        for agent, seat in self._seat_of.items():
            if seat != self.session.seat and self._decides(seat):
                self._early[seat].step(actions[agent])
        self.session.step(actions[self.possible_agents[self.session.seat]])
        self._take_turns()
        self._begin_turns()

    def _judge(self, actions: dict[str, Any]) -> dict[str, Any]:
        """What the actions come to if illegal ones are not errors; a missing one is `wait`."""
        if not self.referee.lenient or not self.agents or set(actions) - set(self.agents):
            return actions
        given = [actions.get(agent, self.wait) for agent in self.agents]
        for agent, action in zip(self.agents, given, strict=True):
            if not is_id(action, self.wait + 1):
                raise ValueError(f"{agent}: action {action!r}: allowed are 0..{self.wait}")
        seats = np.arange(len(self.agents))
        masks = np.stack([self._mask_of(int(seat)) for seat in seats])
        judged = self.referee.judge(seats, np.array(given, np.int64), masks)
        return dict(zip(self.agents, judged.tolist(), strict=True))

    def _decides(self, seat: int) -> bool:
        early = self._early.get(seat)
        return seat == self.session.seat or (early is not None and early.open)

    def _check(self, actions: dict[str, Any]) -> dict[str, Any]:
        if not self.agents:
            raise ValueError("no game is running; reset first")
        if self.referee.any_lost:
            return actions
        for agent in actions:
            if agent not in self.agents:
                raise ValueError(f"agent {agent!r}: allowed are {', '.join(self.agents)}")
        for agent, seat in self._seat_of.items():
            action = actions.get(agent, self.wait)
            waits = isinstance(action, int | np.integer) and action == self.wait
            if not self._decides(seat):
                if not waits:
                    raise ValueError(f"{agent} has no decision: only {self.wait} (wait) is allowed")
                continue
            if waits:
                raise ValueError(f"{agent} has a decision, and its action is missing")
            try:
                (self.session if seat == self.session.seat else self._early[seat]).check(action)
            except ValueError as error:
                raise ValueError(f"{agent}: {error}") from None
        return actions

    def _take_turns(self) -> None:
        """As turns come, play on the true state what was decided early for them."""
        while not self.session.over and self.session.seat in self._early:
            replay_early(self.session, self._early.pop(self.session.seat))

    def _begin_turns(self) -> None:
        """Give every seat with a turn to come in this window its first early decision."""
        for seat in range(self.session.players):
            if seat not in self._early:
                turn = begin_early(self.session, seat)
                if turn is not None:
                    self._early[seat] = turn

    def _observe(self, agent: str) -> Observation:
        seat = self._seat_of[agent]
        early = self._early.get(seat)
        ahead = early is not None and early.open and seat != self.session.seat and not self.over
        seen = early.observe() if ahead and early else self.session.observe(seat)
        return {"observation": seen, "action_mask": self._mask_of(seat)}

    def _mask_of(self, seat: int) -> np.ndarray:
        """A seat without a decision may wait, also once the game is over; nobody before the deal."""
        mask = np.zeros(self.wait + 1, MASK_DTYPE)
        if not self.session.dealt:
            return mask
        if self.over or not self._decides(seat):
            mask[self.wait] = 1
        else:
            mask[:-1] = self.session.mask if seat == self.session.seat else self._early[seat].mask
        return mask
