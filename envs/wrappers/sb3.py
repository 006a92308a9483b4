"""Any game as a stable-baselines3 `VecEnv` over one array of states, with masks for MaskablePPO."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete

from exozoo.envs.core.extras import need
from exozoo.envs.core.game import Game
from exozoo.envs.wrappers.lanes_env import LanesEnv
from exozoo.envs.wrappers.opponents import Opponents
from exozoo.envs.wrappers.spaces import observation_box

need("stable_baselines3")
from stable_baselines3.common.vec_env import VecEnv  # noqa: E402 - a clear word comes first


class GameVecEnv(LanesEnv, VecEnv):
    """All sub-environments step in one kernel call; settings are those of `Lanes`.

    As SB3 expects, finished games restart within the step; their `infos` then hold
    `terminal_observation` and `episode` (return, length, seconds), and also `scores`, `ranks` and
    `illegal`, the number of illegal choices.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        opponents: Opponents = "random",
        **settings: Any,
    ):
        self._open(game, num_envs, opponents=opponents, **settings)
        self.render_mode = None
        self._actions: np.ndarray | None = None
        self._start = time.time()
        super().__init__(
            num_envs,
            observation_box(self.game, self.lanes.players),
            Discrete(self.lanes.num_actions),
        )

    def reset(self) -> np.ndarray:
        """Deal every game anew, from the number given to `seed` if there was one."""
        first = self._seeds[0]
        self.lanes.reset(None if first is None else int(first))
        self._reset_seeds()
        self._reset_options()
        return self.lanes.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """ValueError, and nothing has moved, if an action is illegal."""
        lanes = self.lanes
        lanes.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if lanes.dones.any():
            final = lanes.final_infos()
            for lane in np.flatnonzero(lanes.dones):
                infos[lane] = {name: rows[lane] for name, rows in final.items()}
                infos[lane] |= self._episode(int(lane))
        return lanes.observations.copy(), lanes.rewards.copy(), lanes.dones.copy(), infos

    def close(self) -> None:
        self.lanes.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of the whole, once for each sub-environment asked about."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise ValueError(f"{attr_name} cannot be set: sub-environments share one array of states")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` of each sub-environment asked about; there are no other methods."""
        if method_name != "action_masks":
            raise AttributeError(f"sub-environments have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[lane] for lane in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [None for _ in range(self.num_envs)]

    def _episode(self, lane: int) -> dict[str, Any]:
        """What SB3 itself reads of a finished game."""
        lanes = self.lanes
        return {
            "terminal_observation": lanes.final_observations[lane].copy(),
            "TimeLimit.truncated": False,
            "episode": {
                "r": float(lanes.final_returns[lane]),
                "l": int(lanes.final_lengths[lane]),
                "t": round(time.time() - self._start, 6),
            },
        }
