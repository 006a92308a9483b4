"""Any game as a Gymnasium environment for one learner, the other seats played by agents."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np

from exozoo.envs.core.game import SEED_RANGE, Game, check_seed
from exozoo.envs.core.rewards import check_reward
from exozoo.envs.core.session import Session
from exozoo.envs.records.replay import Replay, record
from exozoo.envs.registry import as_game
from exozoo.envs.render import RENDER_MODES, Renderer
from exozoo.envs.wrappers.opponents import Opponents, check_seat, reseed, seat_agents
from exozoo.envs.wrappers.spaces import MASK_DTYPE, LegalDiscrete, observation_box


class SingleEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A transition runs from the learner's decision to its own next one, or to the end.

    The reward is what the learner's seat receives in between. The legal actions stand in
    `info["action_mask"]` and `action_masks()`; an illegal action raises ValueError and changes
    nothing.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        opponents: Opponents = "random",
        seat: int | str = 0,
        reward: str = "rank",
        render_mode: str | None = None,
        **options: Any,
    ):
        game = as_game(game)
        self.session = Session(game, options)
        self.opponents = seat_agents(game, opponents, self.session.players)
        self.seat_choice = check_seat(seat, self.session.players)
        self.seat = 0  # the learner's, in the current game
        self.reward_kind = check_reward(reward)
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode)
        self.observation_space = observation_box(game, self.session.players)
        self.action_space: LegalDiscrete = LegalDiscrete(game.num_actions)
        self._link_space()

    @property
    def game(self) -> Game:
        return self.session.game

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
        self._deal(seed)
        while self.session.over:  # the learner never had a decision: not an episode
            self._deal(None)
        self.action_space.moved()
        self._show()
        return self.session.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        before = self.session.scores()
        self.session.step(action)
        self._opponents_play()
        self.action_space.moved()
        self._show()
        reward = float(self.session.rewards_since(self.reward_kind, before)[self.seat])
        over = self.session.over
        return self.session.observe(self.seat), reward, over, False, self._info()

    def action_masks(self) -> np.ndarray:
        """bool per action id, as sb3-contrib's MaskablePPO asks for."""
        return self.session.mask.astype(bool)

    def render(self) -> Any:
        return self._renderer.render(self.session)

    def close(self) -> None:
        self._renderer.close()

    def replay(self) -> Replay:
        """The game so far, to save or to play again."""
        return record(self.session)

    def _deal(self, seed: int | None) -> None:
        self.session.reset(int(self.np_random.integers(SEED_RANGE)) if seed is None else seed)
        if isinstance(self.seat_choice, int):
            self.seat = self.seat_choice
        else:
            self.seat = int(self.np_random.integers(self.session.players))
        self._opponents_play()

    def _opponents_play(self) -> None:
        session = self.session
        while not session.over and session.seat != self.seat:
            agent = self.opponents[(session.seat - self.seat - 1) % session.players]
            session.step(agent.act(session.states, session.masks)[0])

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.session.mask.astype(MASK_DTYPE)}
        if self.session.over:
            info["scores"] = self.session.scores()
            info["ranks"] = self.session.ranks()
        return info

    def _first_mask(self, seed: int) -> np.ndarray:
        """The learner's first legal actions after `reset(seed=seed)`, found on a copy."""
        opponents = deepcopy(self.opponents)  # trying a game out must not disturb the agents
        copy = SingleEnv(self.game, opponents, self.seat_choice, **self.session.options)
        copy.reset(seed=seed)
        return copy.session.mask

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _link_space(self) -> None:
        self.action_space.link(lambda: self.session.mask, self._first_mask)

    def __setstate__(self, fields: dict[str, Any]) -> None:
        """Copies and unpickled environments tie their space to themselves."""
        self.__dict__.update(fields)
        self._link_space()
