"""Any game as a PettingZoo parallel environment, exactly equal to the AEC order of decisions.

Every seat hands in an action at every step. The seat whose decision is due plays; each other seat
has exactly one action, the extra id `num_actions`, which means "wait". docs/environments.md says why
early decisions on private copies of the position are not taken.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from exozoo.envs.aec import GameEnv, Observation
from exozoo.envs.core.game import Game
from exozoo.envs.core.replay import Replay
from exozoo.envs.registry import as_game
from exozoo.envs.spaces import MASK_DTYPE, LegalDiscrete, masked_space


def parallel_env(
    game: Game | str, reward: str = "rank", render_mode: str | None = None, **options: Any
) -> ParallelGameEnv:
    """All seats at once; settings as for `raw_env`."""
    return ParallelGameEnv(GameEnv(as_game(game), reward, render_mode, options))


class ParallelGameEnv(ParallelEnv[str, Observation, int]):
    """Actions `0 .. num_actions - 1` as in the game, and `wait` for seats that are not to move."""

    def __init__(self, turns: GameEnv):
        self.turns = turns
        self.metadata = turns.metadata
        self.render_mode = turns.render_mode
        self.possible_agents = turns.possible_agents
        self.agents: list[str] = []
        self.wait = turns.game.num_actions
        space = masked_space(turns.game, turns.session.players, self.wait + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: LegalDiscrete(self.wait + 1) for agent in self.possible_agents}
        self._link_spaces()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game; `options` are ignored, the game's own are given on construction."""
        self.turns.reset(seed=seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the decision that is due. ValueError, and nothing has changed, if any action is wrong.

        Seats that wait may be left out of `actions`.
        """
        self._check(actions)
        self.turns.step(actions[self.turns.agent_selection])
        live = self.agents
        over = self.turns.session.over
        rewards = {agent: self.turns.rewards[agent] for agent in live}
        self.agents = [] if over else live
        return (
            {agent: self._observe(agent) for agent in live},
            rewards,
            dict.fromkeys(live, over),
            dict.fromkeys(live, False),
            {agent: {} for agent in live},
        )

    def render(self) -> Any:
        return self.turns.render()

    def close(self) -> None:
        self.turns.close()

    def replay(self) -> Replay:
        """The game so far, to save or to play again."""
        return self.turns.replay()

    def _check(self, actions: dict[str, Any]) -> None:
        if not self.agents:
            raise ValueError("no game is running; reset first")
        mover = self.turns.agent_selection
        for agent, action in actions.items():
            if agent not in self.agents:
                raise ValueError(f"agent {agent!r}: allowed are {', '.join(self.agents)}")
            if agent != mover and action != self.wait:
                raise ValueError(f"{agent} is not to move: only {self.wait} (wait) is allowed")
        if mover not in actions:
            raise ValueError(f"{mover} is to move, and its action is missing")
        if actions[mover] == self.wait:
            raise ValueError(f"{mover} is to move and cannot wait")
        self.turns.session.check(actions[mover])

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(agent) for agent in self.agents}

    def _observe(self, agent: str) -> Observation:
        seen = self.turns.observe(agent)
        return {"observation": seen["observation"], "action_mask": self._mask_of(agent, seen)}

    def _mask_of(self, agent: str, seen: Observation) -> np.ndarray:
        """The game's mask and whether the seat waits; nothing is left to choose after the end."""
        waits = agent != self.turns.agent_selection and not self.turns.session.over
        return np.append(seen["action_mask"], MASK_DTYPE(waits))

    def _legal(self, agent: str) -> np.ndarray:
        """The mask alone, empty when no game is running."""
        running = agent in self.agents
        return self._observe(agent)["action_mask"] if running else np.zeros(1, MASK_DTYPE)

    def _link_spaces(self) -> None:
        for agent, space in self.action_spaces.items():
            space.link(partial(self._legal, agent))

    def __setstate__(self, fields: dict[str, Any]) -> None:
        """Copies and unpickled environments tie their spaces to themselves."""
        self.__dict__.update(fields)
        self._link_spaces()
