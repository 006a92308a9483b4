"""Any game as a `gymnasium.vector.VectorEnv` over one array of states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from exozoo.envs.core.game import Game
from exozoo.envs.registry import as_game
from exozoo.envs.wrappers.lanes import Lanes
from exozoo.envs.wrappers.opponents import Opponents
from exozoo.envs.wrappers.spaces import (
    MASK_DTYPE,
    LegalDiscrete,
    LegalMultiDiscrete,
    observation_box,
)


class GameVectorEnv(VectorEnv):
    """All sub-environments step in one kernel call; see `lanes` for the seat that each one shows.

    Autoreset is same-step: a finished game's last observation is `infos["final_obs"]`, its result
    `infos["final_info"]`, and the returned observation is the first of the next game. The legal
    actions are `infos["action_mask"]`. Wrap it in `RecordEpisodeStatistics` for statistics.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        opponents: Opponents = "random",
        seat: int | str = 0,
        self_play: bool = False,
        reward: str = "rank",
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ):
        if render_mode is not None:
            raise ValueError("a batch has no picture: render_mode must be None")
        self.game = as_game(game)
        self.lanes = Lanes(
            self.game, num_envs, opponents, seat, self_play, reward, threads, **options
        )
        self.num_envs = num_envs
        self.single_observation_space = observation_box(self.game, self.lanes.players)
        self.single_action_space = LegalDiscrete(self.lanes.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalMultiDiscrete(
            num_envs, self.lanes.num_actions, lambda: self.lanes.masks
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal every game anew; game i from `seed + i`, or from the i-th seed of a list."""
        if options:
            raise ValueError(f"reset options {options}: none are known, give them on construction")
        self.lanes.reset(seed)
        return self.lanes.observations.copy(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action in each sub-environment; ValueError, and nothing has moved, if one is illegal."""
        lanes = self.lanes
        lanes.step(actions)
        infos = self._infos()
        if lanes.dones.any():
            infos |= self._final_infos()
            lanes.returns[lanes.dones] = 0
            lanes.lengths[lanes.dones] = 0
        return (
            lanes.observations.copy(),
            lanes.rewards.astype(np.float64),
            lanes.dones.copy(),
            np.zeros(self.num_envs, bool),
            infos,
        )

    def action_masks(self) -> np.ndarray:
        """bool[num_envs, actions]"""
        return self.lanes.masks.astype(bool)

    def close_extras(self, **kwargs: Any) -> None:
        self.lanes.close()

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.lanes.masks.astype(MASK_DTYPE),
            "_action_mask": np.ones(self.num_envs, bool),
        }

    def _final_infos(self) -> dict[str, Any]:
        """As Gymnasium's own vector environments give them under same-step autoreset."""
        lanes = self.lanes
        dones = lanes.dones.copy()
        observations = np.full(self.num_envs, None, dtype=object)
        for lane in np.flatnonzero(dones):
            observations[lane] = lanes.final_observations[lane].copy()
        final = {
            "action_mask": np.zeros((self.num_envs, lanes.num_actions), MASK_DTYPE),
            "_action_mask": dones.copy(),
            "scores": np.where(dones[:, None], lanes.final_scores, 0),
            "_scores": dones.copy(),
            "ranks": np.where(dones[:, None], lanes.final_ranks, 0),
            "_ranks": dones.copy(),
        }
        return {
            "final_obs": observations,
            "_final_obs": dones.copy(),
            "final_info": final,
            "_final_info": dones,
        }
