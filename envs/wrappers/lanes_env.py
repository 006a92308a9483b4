"""What the wrappers around lanes share: `vector` and `sb3`."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.core.game import Game
from exozoo.envs.core.pickling import Rebuilds
from exozoo.envs.registry import as_game
from exozoo.envs.wrappers.lanes import Lanes


class LanesEnv(Rebuilds):
    """Sub-environments that step in one kernel call; see `Lanes` for settings and for who is shown."""

    lanes: Lanes

    def _open(self, game: Game | str, num_envs: int, **settings: Any) -> None:
        self.lanes = Lanes(as_game(game), num_envs, **settings)

    @property
    def game(self) -> Game:
        return self.lanes.game

    def action_masks(self) -> np.ndarray:
        """bool[num_envs, actions]"""
        return self.lanes.masks.astype(bool)
