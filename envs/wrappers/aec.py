"""Any game as a PettingZoo AEC environment: one seat decides at a time."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from exozoo.envs.core.game import Game
from exozoo.envs.core.rewards import check_reward
from exozoo.envs.core.session import Session
from exozoo.envs.records.replay import Replay, record
from exozoo.envs.registry import as_game
from exozoo.envs.render import RENDER_MODES, Renderer
from exozoo.envs.wrappers.spaces import MASK_DTYPE, LegalDiscrete, masked_space

Observation = dict[str, np.ndarray]


def env(game: Game | str, **settings: Any) -> OrderedEnv:
    """The environment with its order of calls enforced; settings as for `raw_env`."""
    return OrderedEnv(raw_env(game, **settings))


def raw_env(
    game: Game | str, reward: str = "rank", render_mode: str | None = None, **options: Any
) -> GameEnv:
    """The bare environment: about five times faster than a wrapped one, and just as strict."""
    return GameEnv(as_game(game), reward, render_mode, options)


class GameEnv(AECEnv[str, Observation, int]):
    """Seats `player_0` ..., observations `{"observation", "action_mask"}`, int action ids.

    An illegal action, one out of range or one after the end raises ValueError and changes nothing.
    """

    def __init__(self, game: Game, reward: str, render_mode: str | None, options: dict[str, Any]):
        super().__init__()
        self.session = Session(game, options)
        self.reward_kind = check_reward(reward)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.session.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._renderer = Renderer(render_mode)
        space = masked_space(game, self.session.players, game.num_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: LegalDiscrete(game.num_actions) for agent in self.possible_agents
        }
        self._link_spaces()

    @property
    def game(self) -> Game:
        return self.session.game

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; `options` are ignored, the game's own are given on construction."""
        self.session.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.session.seat]
        self._show()

    def step(self, action: Any) -> None:
        if not self.agents:
            raise ValueError(f"action {action!r}: no game is running; reset first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        before = self.session.scores()
        self.session.step(action)
        self._cumulative_rewards[agent] = 0.0
        paid = self.session.rewards_since(self.reward_kind, before)
        self.rewards = dict(zip(self.agents, paid.tolist(), strict=True))
        self._accumulate_rewards()
        if self.session.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.session.seat]
        self._show()

    def observe(self, agent: str) -> Observation:
        """What the seat may know; the mask of a seat that is not to move is empty."""
        seat = self._seat_of[agent]
        return {"observation": self.session.observe(seat), "action_mask": self._mask_of(seat)}

    def render(self) -> Any:
        return self._renderer.render(self.session)

    def close(self) -> None:
        self._renderer.close()

    def replay(self) -> Replay:
        """The game so far, to save or to play again."""
        return record(self.session)

    def _mask_of(self, seat: int) -> np.ndarray:
        if seat == self.session.seat:
            return self.session.mask.astype(MASK_DTYPE)
        return np.zeros(self.game.num_actions, MASK_DTYPE)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _link_spaces(self) -> None:
        for agent, space in self.action_spaces.items():
            seat = self._seat_of[agent]
            space.link(partial(self._mask_of, seat))

    def __setstate__(self, fields: dict[str, Any]) -> None:
        """Copies and unpickled environments tie their spaces to themselves."""
        self.__dict__.update(fields)
        self._link_spaces()


class OrderedEnv(OrderEnforcingWrapper[str, Observation, int]):
    """PettingZoo's order checks, except that a step too early or too late is a ValueError.

    The stock wrapper only warns after the end. Its companions AssertOutOfBounds and
    TerminateIllegal are left out: they replace the ValueError for an illegal action.
    """

    def step(self, action: Any) -> None:
        if not self._has_reset or not self.agents:
            raise ValueError(f"action {action!r}: no game is running; reset first")
        super().step(action)
