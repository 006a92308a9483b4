"""The options of a game, and their places in the vector that `setup` reads."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.beyond_the_sun.cards.encode import (
    check_cards,
    check_stored_cards,
    encode_cards,
)
from exozoo.envs.beyond_the_sun.components import BOX_SIZE
from exozoo.envs.core.options import (
    Option,
    OptionTable,
    Part,
    choice_option,
    flag_option,
    int_option,
)


def box_of(values: dict[str, Any]) -> np.ndarray:
    """All numbers of the card set in use (see components.py)."""
    return encode_cards(values["cards"], values["players"])


OPTIONS = OptionTable(
    [
        int_option("players", 4, 2, 4, "factions"),
        choice_option("boards", "basic", ("basic", "advanced"), "faction boards (BS-20)"),
        choice_option(
            "achievements", "random", ("random", "beginner"), "achievement cards (BS-14)"
        ),
        flag_option("tableau", False, "open display of technologies, a variant (BS-190)"),
        int_option("max_rounds", 60, 1, 1000, "safety limit: stop and score after this round"),
        Option(
            "cards",
            None,
            "sections that replace those of the card set (see docs/rules/beyond_the_sun.md)",
            "None, such sections or the path of their JSON file",
            check_cards,
            check_stored_cards,
        ),
        flag_option("auto_resolve", True, "play decisions that have a single option"),
    ],
    parts=[Part("box", BOX_SIZE, box_of)],
)
