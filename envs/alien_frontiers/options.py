"""The options of Alien Frontiers, and where `setup` finds them."""

from __future__ import annotations

from exozoo.envs.alien_frontiers.constants import (
    DEFAULT_TURN_LIMIT,
    MAX_PLAYERS,
    MAX_TURN_LIMIT,
    MIN_PLAYERS,
)
from exozoo.envs.core.options import OptionTable, flag_option, int_option

OPTIONS = OptionTable(
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
)
AT_TURN_LIMIT = OPTIONS.place("turn_limit")
