"""Any game as a PettingZoo parallel environment, exactly equal to the AEC order of decisions.

Every seat hands in an action at every step. In a phase that the game declares simultaneous, each
seat decides about its own turn; decisions ahead of turn order are replayed in turn order (`early`).
A seat without a decision has exactly one action, the extra id `num_actions`, which means "wait".
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from exozoo.envs.core.game import Game
from exozoo.envs.core.rewards import check_reward
from exozoo.envs.core.session import Session
from exozoo.envs.records.replay import Replay, record
from exozoo.envs.registry import as_game
from exozoo.envs.render import RENDER_MODES, Renderer
from exozoo.envs.wrappers.aec import Observation
from exozoo.envs.wrappers.early import EarlyTurn, begin_early, replay_early
from exozoo.envs.wrappers.spaces import MASK_DTYPE, LegalDiscrete, masked_space

Parallel = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


def parallel_env(
    game: Game | str, reward: str = "rank", render_mode: str | None = None, **options: Any
) -> ParallelGameEnv:
    """All seats at once; settings as for `raw_env`."""
    return ParallelGameEnv(as_game(game), reward, render_mode, options)


class ParallelGameEnv(ParallelEnv[str, Observation, int]):
    """Actions `0 .. num_actions - 1` as in the game, and `wait` for seats without a decision.

    `session` is the true game; an early decision reaches it, and is paid for, in turn order.
    """

    def __init__(self, game: Game, reward: str, render_mode: str | None, options: dict[str, Any]):
        self.session = Session(game, options)
        self.reward_kind = check_reward(reward)
        self.render_mode = render_mode
        self.wait = game.num_actions
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.session.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._early: dict[int, EarlyTurn] = {}
        self._renderer = Renderer(render_mode)
        space = masked_space(game, self.session.players, self.wait + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: LegalDiscrete(self.wait + 1) for agent in self.possible_agents}
        self._link_spaces()

    @property
    def game(self) -> Game:
        return self.session.game

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game; `options` are ignored, the game's own are given on construction."""
        self.session.reset(seed)
        self.agents = self.possible_agents[:]
        self._early = {}
        self._begin_turns()
        self._show()
        observations = {agent: self._observe(agent) for agent in self.agents}
        return observations, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> Parallel:
        """One decision of every seat that has one. ValueError, and nothing has changed, if any is wrong.

        Seats that wait may be left out of `actions`.
        """
        self._check(actions)
        before = self.session.scores()
        for agent, seat in self._seat_of.items():
            if seat != self.session.seat and self._decides(seat):
                self._early[seat].step(actions[agent])
        self.session.step(actions[self.possible_agents[self.session.seat]])
        self._take_turns()
        self._begin_turns()
        self._show()
        live, over = self.agents, self.session.over
        paid = self.session.rewards_since(self.reward_kind, before)
        self.agents = [] if over else live
        return (
            {agent: self._observe(agent) for agent in live},
            dict(zip(live, paid.tolist(), strict=True)),
            dict.fromkeys(live, over),
            dict.fromkeys(live, False),
            {agent: {} for agent in live},
        )

    def render(self) -> Any:
        return self._renderer.render(self.session)

    def close(self) -> None:
        self._renderer.close()

    def replay(self) -> Replay:
        """The game so far in its true order, to save or to play again."""
        return record(self.session)

    def _decides(self, seat: int) -> bool:
        early = self._early.get(seat)
        return seat == self.session.seat or (early is not None and early.open)

    def _check(self, actions: dict[str, Any]) -> None:
        if not self.agents:
            raise ValueError("no game is running; reset first")
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
        mask = np.zeros(self.wait + 1, MASK_DTYPE)
        if self.session.over:
            return {"observation": self.session.observe(seat), "action_mask": mask}
        early = self._early.get(seat)
        if seat == self.session.seat:
            mask[:-1] = self.session.mask
        elif early is not None and early.open:
            mask[:-1] = early.mask
            return {"observation": early.observe(), "action_mask": mask}
        else:
            mask[-1] = 1
        return {"observation": self.session.observe(seat), "action_mask": mask}

    def _legal(self, agent: str) -> np.ndarray:
        """The mask alone, empty when no game is running."""
        running = agent in self.agents
        return self._observe(agent)["action_mask"] if running else np.zeros(1, MASK_DTYPE)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _link_spaces(self) -> None:
        for agent, space in self.action_spaces.items():
            space.link(partial(self._legal, agent))

    def __setstate__(self, fields: dict[str, Any]) -> None:
        """Copies and unpickled environments tie their spaces to themselves."""
        self.__dict__.update(fields)
        self._link_spaces()
