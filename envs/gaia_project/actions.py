"""The flat action space: one id space for all decisions, the same in every state."""

from __future__ import annotations

from exozoo.envs.core.layout import ActionBlock, ActionLayout
from exozoo.envs.gaia_project.constants import (
    MAX_SETS,
    NUM_BOARD_ACTIONS,
    NUM_BOOSTERS,
    NUM_FACTIONS,
    NUM_FREE_ACTIONS,
    NUM_HEXES,
    NUM_INCOME_SOURCES,
    NUM_SPECIALS,
    NUM_STANDARD,
    NUM_TOKENS,
    NUM_TRACKS,
)

NUM_UPGRADES = 5  # to trading station, lab, institute, either academy: piece code minus 1

ACTIONS = ActionLayout(
    [
        ActionBlock(
            "hex",
            (NUM_HEXES,),
            "the hex to build on, to upgrade, to swap with, for the Lost Planet or a space station",
            ("hex",),
        ),
        ActionBlock("pass", (), "pass in the last round"),
        ActionBlock(
            "booster", (NUM_BOOSTERS,), "pass and take a booster; in setup choose it", ("booster",)
        ),
        ActionBlock(
            "track", (NUM_TRACKS,), "advance a level, for 4 knowledge or as a bonus", ("track",)
        ),
        ActionBlock("decline", (), "decline an advance, a tile or power; stop converting"),
        ActionBlock("board_action", (NUM_BOARD_ACTIONS,), "power or Q.I.C. action", ("action",)),
        ActionBlock("special", (NUM_SPECIALS,), "special action", ("action",)),
        ActionBlock("upgrade", (NUM_UPGRADES,), "upgrade a structure to this kind", ("kind",)),
        ActionBlock("federation", (), "form a federation"),
        ActionBlock("free_action", (NUM_FREE_ACTIONS,), "free action", ("conversion",)),
        ActionBlock("end_turn", (), "end the turn"),
        ActionBlock(
            "tile",
            (NUM_STANDARD,),
            "take or cover the standard tech tile of a position",
            ("position",),
        ),
        ActionBlock("advanced_tile", (NUM_TRACKS,), "take an advanced tech tile", ("track",)),
        ActionBlock(
            "token", (NUM_TOKENS,), "take a federation token, or score one again", ("kind",)
        ),
        ActionBlock("charge", (2,), "accept power; 1: gain the token first", ("order",)),
        ActionBlock(
            "brainstone", (2,), "0: move, use or send the brainstone; 1: keep it back", ("choice",)
        ),
        ActionBlock(
            "income", (NUM_INCOME_SOURCES,), "take this source of income next", ("source",)
        ),
        ActionBlock("faction", (NUM_FACTIONS,), "choose a faction", ("faction",)),
        ActionBlock("federation_set", (MAX_SETS,), "the planets of the federation", ("set",)),
    ]
)

# A_: the first id of each block; B_: its number, as BLOCK_OF gives it
(
    A_HEX,
    A_PASS,
    A_BOOSTER,
    A_TRACK,
    A_DECLINE,
    A_BOARD,
    A_SPECIAL,
    A_UPGRADE,
    A_FEDERATION,
    A_FREE,
    A_END_TURN,
    A_TILE,
    A_ADVANCED,
    A_TOKEN,
    A_CHARGE,
    A_BRAINSTONE,
    A_INCOME,
    A_FACTION,
    A_SET,
) = ACTIONS.offsets()
(
    B_HEX,
    B_PASS,
    B_BOOSTER,
    B_TRACK,
    B_DECLINE,
    B_BOARD,
    B_SPECIAL,
    B_UPGRADE,
    B_FEDERATION,
    B_FREE,
    B_END_TURN,
    B_TILE,
    B_ADVANCED,
    B_TOKEN,
    B_CHARGE,
    B_BRAINSTONE,
    B_INCOME,
    B_FACTION,
    B_SET,
) = ACTIONS.numbers()
BLOCK_OF, INDEX_IN_BLOCK = ACTIONS.block_of, ACTIONS.index_in_block
