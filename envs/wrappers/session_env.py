"""What the wrappers around one session share: settings, results, illegal choices, pictures, replays."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

import numpy as np

from exozoo.envs.core.game import Game
from exozoo.envs.core.pickling import Rebuilds
from exozoo.envs.core.rewards import PAID_AT_ONCE, check_reward, forfeit
from exozoo.envs.core.session import Session
from exozoo.envs.records.replay import Replay, record
from exozoo.envs.registration import VERSION
from exozoo.envs.render import RENDER_MODES, Renderer
from exozoo.envs.wrappers.illegal import Referee, is_id
from exozoo.envs.wrappers.spaces import LegalDiscrete, masked_space

Observation = dict[str, np.ndarray]


class SessionEnv(Rebuilds):
    """A session, the rewards it pays, and the referee, who counts by seat.

    `session` stays a sound game when a seat lost by an illegal choice: it merely ends unfinished.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        reward: str,
        render_mode: str | None,
        illegal: str,
        options: dict[str, Any],
    ):
        self.session = Session(game, options)
        self.reward_kind = check_reward(reward)
        self._pays_at_once = reward in PAID_AT_ONCE  # and so asks for the points before a step
        self.referee = Referee(illegal, self.session.players)
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode)

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def over(self) -> bool:
        """Whether the episode has ended, by the rules or by an illegal choice."""
        return self.session.over or self.referee.any_lost

    def render(self) -> Any:
        return self._renderer.render(self.session)

    def close(self) -> None:
        self._renderer.close()

    def replay(self) -> Replay:
        """The game so far in its true order, to save or to play again."""
        return record(self.session)

    def _deal(self, seed: int | None) -> None:
        self.session.reset(seed)
        self.referee.reset(self.session.seed)

    def _choose(self, seat: int, action: Any, mask: np.ndarray) -> Any:
        """What a seat's action comes to; it is for the session to refuse it if it still must."""
        if self.referee.any_lost:
            raise ValueError(
                f"action {action!r}: the game is over, no action is allowed; reset first"
            )
        if not self.referee.lenient or not is_id(action, len(mask)) or not mask.any():
            return action
        return self.referee.judge(np.array([seat]), np.array([action], np.int64), mask[None])[0]

    def _pay(self, before: np.ndarray | None) -> np.ndarray:
        """float32[players]: what each seat receives for the time since its scores were `before`."""
        if self.referee.any_lost:
            return forfeit(self.referee.lost[None])[1][0]
        return self.session.rewards_since(self.reward_kind, before)

    def _result(self, over: bool) -> dict[str, np.ndarray]:
        """Final points and places, zeros before the end: every info has the same keys."""
        players = self.session.players
        if not over:
            return {"scores": np.zeros(players, np.int32), "ranks": np.zeros(players, np.int8)}
        lost = self.referee.any_lost
        ranks = forfeit(self.referee.lost[None])[0][0] if lost else self.session.ranks()
        return {"scores": self.session.scores(), "ranks": ranks}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class SeatsEnv(SessionEnv):
    """What PettingZoo's two kinds share: an agent for each seat, with spaces of its own."""

    parallelizable: ClassVar[bool]

    def __init__(
        self,
        game: Game,
        reward: str,
        render_mode: str | None,
        illegal: str,
        options: dict[str, Any],
        num_actions: int,
    ):
        super().__init__(game, reward, render_mode, illegal, options)
        self.metadata = {
            **SessionEnv.metadata,
            "name": f"{game.name}_{VERSION}",
            "is_parallelizable": self.parallelizable,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.session.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = masked_space(game, self.session.players, num_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: LegalDiscrete(num_actions) for agent in self.possible_agents}
        self._rebuild()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _mask_of(self, seat: int) -> np.ndarray:
        """The legal actions of a seat now, in a new array."""
        raise NotImplementedError

    def _info_of(self, agent: str, mask: np.ndarray | None = None) -> dict[str, Any]:
        """A new info, with the same keys throughout; with a new mask, or one that was made before."""
        seat = self._seat_of[agent]
        mask = self._mask_of(seat) if mask is None else mask
        count = self.referee.counts.item(seat)
        return {"action_mask": mask, **self._result(self.over), "illegal": count}

    def _rebuild(self) -> None:
        for agent, space in self.action_spaces.items():
            space.link(partial(self._mask_of, self._seat_of[agent]))
