"""Beyond the Sun by Dennis K. Chan, for 2 to 4 players; rules in docs/rules/beyond_the_sun.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.beyond_the_sun.actions import ACTIONS
from exozoo.envs.beyond_the_sun.cards.encode import check_cards_file, encode_cards
from exozoo.envs.beyond_the_sun.rules.determinize import determinize
from exozoo.envs.beyond_the_sun.rules.setup import setup
from exozoo.envs.beyond_the_sun.rules.step import legal, step
from exozoo.envs.beyond_the_sun.state import STATE
from exozoo.envs.beyond_the_sun.view.describe import describe_action
from exozoo.envs.beyond_the_sun.view.draw import draw
from exozoo.envs.beyond_the_sun.view.observe import OBSERVATION, observe
from exozoo.envs.core.game import Extras, Game, Rules
from exozoo.envs.core.options import Option, OptionTable, choice_option, flag_option, int_option

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
            "JSON file that replaces sections of the card set (see docs/rules/beyond_the_sun.md)",
            "None or the path of a valid card file",
            check_cards_file,
        ),
        flag_option("auto_resolve", True, "play decisions that have a single option"),
    ]
)


def encode_options(options: dict[str, Any]) -> np.ndarray:
    """The option vector behind players and auto_resolve: four numbers, then the box of cards."""
    head = [
        options["boards"] == "advanced",
        options["tableau"],
        options["achievements"] == "beginner",
        options["max_rounds"],
    ]
    box = encode_cards(options["cards"], options["players"])
    return np.concatenate([np.array(head, np.int64), box.astype(np.int64)])


GAME = Game(
    name="beyond_the_sun",
    title="Beyond the Sun",
    version=0,
    min_players=2,
    max_players=4,
    dtype=STATE,
    rules=Rules(setup, legal, step, observe, determinize),
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    encode_options=encode_options,
    describe_action=describe_action,
    draw=draw,
    extras=Extras(
        heuristic="exozoo.agents.heuristics.beyond_the_sun",
        network="exozoo.agents:checkpoints/beyond_the_sun.safetensors",
        config="exozoo.configs:beyond_the_sun.toml",
    ),
)
