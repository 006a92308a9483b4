"""`TextEnv` as an environment of the package `textarena`, for its wrappers and agents."""

from __future__ import annotations

from typing import Any

import textarena as ta

from exozoo.envs.core.game import Game
from exozoo.envs.wrappers.text import TextEnv


class TextArenaEnv(ta.Env):
    """Hands everything on; observations become messages of the game, as textarena keeps them."""

    def __init__(self, env: TextEnv):
        self.inner = env

    def reset(self, num_players: int, seed: int | None = None) -> None:
        self.inner.reset(num_players, seed)

    def get_observation(self) -> tuple[int, list[tuple[int, str, ta.ObservationType]]]:
        seat, text = self.inner.get_observation()
        return seat, [(ta.GAME_ID, text, ta.ObservationType.GAME_BOARD)]

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        return self.inner.step(action)

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        return self.inner.close()


def textarena_env(game: Game | str, **settings: Any) -> TextArenaEnv:
    """Any game; settings as `TextEnv` takes them."""
    return TextArenaEnv(TextEnv(game, **settings))
