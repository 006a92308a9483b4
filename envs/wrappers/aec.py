"""Any game as a PettingZoo AEC environment: one seat decides at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from exozoo.envs.core.game import Game
from exozoo.envs.registry import as_game
from exozoo.envs.wrappers.session_env import Observation, SeatsEnv
from exozoo.envs.wrappers.spaces import MASK_DTYPE


def env(game: Game | str, **settings: Any) -> OrderedEnv:
    """The environment with its order of calls enforced; settings as for `raw_env`."""
    return OrderedEnv(raw_env(game, **settings))


def raw_env(
    game: Game | str,
    reward: str = "rank",
    render_mode: str | None = None,
    illegal: str = "raise",
    **options: Any,
) -> GameEnv:
    """The bare environment: about five times faster than a wrapped one, and just as strict."""
    return GameEnv(as_game(game), reward, render_mode, illegal, options)


class GameEnv(SeatsEnv, AECEnv[str, Observation, int]):
    """Seats `player_0` ..., observations `{"observation", "action_mask"}`, int action ids.

    An action out of range or after the end raises ValueError and changes nothing; so does an illegal
    one, unless `illegal` says otherwise (see `illegal`).
    """

    parallelizable = False

    def __init__(
        self,
        game: Game,
        reward: str,
        render_mode: str | None,
        illegal: str,
        options: dict[str, Any],
    ):
        super().__init__(game, reward, render_mode, illegal, options, game.num_actions)
        self._infos: dict[str, dict[str, Any]] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; `options` are ignored, the game's own are given on construction."""
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._infos = {}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.session.seat]
        self._show()

    @property
    def infos(self) -> dict[str, dict[str, Any]]:  # type: ignore[override]
        """Of the agents in play; an info is made when it is first looked at."""
        known = self._infos
        for agent in self.agents:
            if agent not in known:
                known[agent] = self._info_of(agent)
        return known

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """As PettingZoo defines it; the infos of other agents are not made for it.

        A new info has the mask of the observation that it comes with.
        """
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        info = self._infos.get(agent)
        if info is None:
            mask = None if seen is None else seen["action_mask"]
            info = self._infos[agent] = self._info_of(agent, mask)
        ends = self.terminations[agent], self.truncations[agent]
        return seen, self._cumulative_rewards[agent], *ends, info

    def step(self, action: Any) -> None:
        if not self.agents:
            raise ValueError(f"action {action!r}: no game is running; reset first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        session, referee = self.session, self.referee
        before = session.scores() if self._pays_at_once else None
        if referee.lenient:
            action = self._choose(session.seat, action, session.mask)
        if not referee.any_lost:
            session.step(action)
        over = session.over or referee.any_lost
        self._cumulative_rewards[agent] = 0.0
        if over or before is not None:
            self.rewards = dict(zip(self.agents, self._pay(before).tolist(), strict=True))
            self._accumulate_rewards()
        self._infos = {}
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[session.seat]
        if self.render_mode is not None:
            self._show()

    def observe(self, agent: str) -> Observation:
        """What the seat may know; the mask of a seat that is not to move is empty."""
        seat = self._seat_of[agent]
        return {"observation": self.session.observe(seat), "action_mask": self._mask_of(seat)}

    def _mask_of(self, seat: int) -> np.ndarray:
        session = self.session
        if seat == session.seat and not self.referee.any_lost:  # once it is over the mask is empty
            return session.signed_mask.copy()
        return np.zeros(self.game.num_actions, MASK_DTYPE)


class OrderedEnv(OrderEnforcingWrapper[str, Observation, int]):
    """PettingZoo's order checks, except that a step too early or too late is a ValueError.

    The stock wrapper only warns after the end. Its companions AssertOutOfBounds and
    TerminateIllegal are left out: they replace the ValueError for an illegal action.
    """

    def step(self, action: Any) -> None:
        if not self._has_reset or not self.env.agents:
            raise ValueError(f"action {action!r}: no game is running; reset first")
        self._has_updated = True
        self.env.step(action)

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """The environment's own, which makes no more than it shows."""
        return self.env.last(observe) if self._has_reset else super().last(observe)
