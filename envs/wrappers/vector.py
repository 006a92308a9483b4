"""Any game as a `gymnasium.vector.VectorEnv` over one array of states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from exozoo.envs.core.game import Game
from exozoo.envs.wrappers.lanes_env import LanesEnv
from exozoo.envs.wrappers.opponents import Opponents
from exozoo.envs.wrappers.spaces import (
    MASK_DTYPE,
    LegalDiscrete,
    LegalMultiDiscrete,
    end_mask,
    observation_box,
)


class GameVectorEnv(LanesEnv, VectorEnv):
    """All sub-environments step in one kernel call; settings are those of `Lanes`.

    Autoreset is same-step: a finished game's last observation is `infos["final_obs"]`, its result
    `infos["final_info"]`, and the returned observation is the first of the next game. The legal
    actions are `infos["action_mask"]`. Wrap it in `RecordEpisodeStatistics` for statistics.

    As in Gymnasium's own vector environments, `copy=False` hands out the observations, and here the
    masks and infos too, in arrays that the next step overwrites.
    """

    action_space: LegalMultiDiscrete
    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        opponents: Opponents = "random",
        render_mode: str | None = None,
        copy: bool = True,
        **settings: Any,
    ):
        if render_mode is not None:
            raise ValueError("a batch has no picture: the render_mode allowed is None")
        self._open(game, num_envs, opponents=opponents, **settings)
        self.num_envs = num_envs
        self.copy = copy
        self._kept: dict[str, Any] = {}  # infos in arrays that are used again
        self._end_masks: np.ndarray | None = (
            None  # likewise, of games that ended; and which did last
        )
        self._ended = np.zeros(0, np.int64)
        self.single_observation_space = observation_box(self.game, self.lanes.players)
        self.single_action_space = LegalDiscrete(self.lanes.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalMultiDiscrete(num_envs, self.lanes.num_actions)
        self._rebuild()

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
        return self._own(self.lanes.observations), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action in each sub-environment; ValueError, and nothing has moved, if one is illegal."""
        lanes = self.lanes
        lanes.step(actions)
        infos = self._infos()
        if lanes.dones.any():
            infos |= self._final_infos()
        return (
            self._own(lanes.observations),
            lanes.rewards.astype(np.float64),
            lanes.dones.copy(),
            np.zeros(self.num_envs, bool),
            infos,
        )

    def close_extras(self, **kwargs: Any) -> None:
        self.lanes.close()

    def _own(self, array: np.ndarray) -> np.ndarray:
        """What the caller may keep."""
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        """Of running games, hence without points and places; the keys are those of a finished one."""
        lanes = self.lanes
        if self._kept:
            for name, entries in self._kept.items():
                entries[:] = name.startswith("_")
            self._kept["illegal"][:] = lanes.referee.counts
            return self._kept | {"action_mask": lanes.masks.view(MASK_DTYPE)}
        shape = self.num_envs, lanes.players
        infos = {
            "action_mask": self._own(lanes.masks.view(MASK_DTYPE)),
            "scores": np.zeros(shape, np.int32),
            "ranks": np.zeros(shape, np.int8),
            "illegal": lanes.referee.counts.copy(),
        }
        infos = _with_presence(infos, np.ones(self.num_envs, bool))
        if not self.copy:
            self._kept = {name: infos[name] for name in infos if name != "action_mask"}
        return infos

    def _final_infos(self) -> dict[str, Any]:
        """As Gymnasium's own vector environments give them under same-step autoreset."""
        lanes = self.lanes
        dones = lanes.dones.copy()
        observations = np.full(self.num_envs, None, dtype=object)
        ended = np.flatnonzero(dones)
        for lane, seen in zip(ended.tolist(), lanes.final_observations[ended], strict=True):
            observations[lane] = seen
        masks = self._end_masks
        if masks is None or self.copy:
            masks = np.zeros((self.num_envs, lanes.num_actions), MASK_DTYPE)
        else:
            masks[self._ended] = 0
        masks[ended] = end_mask(lanes.num_actions)
        self._end_masks, self._ended = None if self.copy else masks, ended
        final = _with_presence({"action_mask": masks, **lanes.final_infos()}, dones)
        return _with_presence({"final_obs": observations, "final_info": final}, dones)

    def _rebuild(self) -> None:
        self.action_space.link(lambda: self.lanes.masks)


def _with_presence(infos: dict[str, Any], lanes: np.ndarray) -> dict[str, Any]:
    """Beside each entry, under its name with an underscore, the sub-environments that have it."""
    return infos | {f"_{name}": lanes.copy() for name in infos}
