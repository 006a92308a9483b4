"""Alien Frontiers: dice as ships, orbital facilities, colonies on a planet. 2 to 4 players."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.alien_frontiers.actions import ACTIONS
from exozoo.envs.alien_frontiers.constants import (
    DEFAULT_TURN_LIMIT,
    MAX_PLAYERS,
    MAX_TURN_LIMIT,
    MIN_PLAYERS,
    NAME,
)
from exozoo.envs.alien_frontiers.rules.determinize import determinize
from exozoo.envs.alien_frontiers.rules.setup import setup
from exozoo.envs.alien_frontiers.rules.step import legal, step
from exozoo.envs.alien_frontiers.state import STATE
from exozoo.envs.alien_frontiers.view.describe import describe_action
from exozoo.envs.alien_frontiers.view.draw import draw
from exozoo.envs.alien_frontiers.view.observe import OBSERVATION, observe
from exozoo.envs.core.game import Extras, Game, Rules
from exozoo.envs.core.options import OptionTable, flag_option, int_option


def encode_options(options: dict[str, Any]) -> np.ndarray:
    """What `setup` reads after players and auto_resolve."""
    return np.array([options["turn_limit"]], np.int64)


GAME = Game(
    name=NAME,
    title="Alien Frontiers",
    version=0,
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    dtype=STATE,
    rules=Rules(setup, legal, step, observe, determinize),
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OptionTable(
        [
            int_option("players", 2, MIN_PLAYERS, MAX_PLAYERS, "seats; seat 0 begins"),
            flag_option("auto_resolve", True, "play decisions with a single option"),
            int_option(
                "turn_limit",
                DEFAULT_TURN_LIMIT,
                0,
                MAX_TURN_LIMIT,
                "turns of all players after which the game is stopped and scored; 0: never",
            ),
        ]
    ),
    encode_options=encode_options,
    describe_action=describe_action,
    draw=draw,
    extras=Extras(
        heuristic="exozoo.agents.heuristics.alien_frontiers",
        network="exozoo.agents:checkpoints/alien_frontiers.safetensors",
        config="exozoo.configs:alien_frontiers.toml",
    ),
)
