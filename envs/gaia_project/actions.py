"""The flat action space: one id space for all decisions, the same in every state."""

from __future__ import annotations

from exozoo.envs.core.layout import ActionBlock, ActionLayout
from exozoo.envs.gaia_project import kinds as k

NUM_UPGRADES = k.UPGRADE.size  # piece code minus 1

ACTIONS = ActionLayout(
    [
        ActionBlock(
            "hex",
            (k.HEX,),
            "the hex to build on, to upgrade, to swap with, for the Lost Planet or a space station",
        ),
        ActionBlock("pass", (), "pass in the last round"),
        ActionBlock("booster", (k.BOOSTER,), "pass and take a booster; in setup choose it"),
        ActionBlock("track", (k.TRACK,), "advance a level, for 4 knowledge or as a bonus"),
        ActionBlock("decline", (), "decline an advance, a tile or power; stop converting"),
        ActionBlock("board_action", (k.BOARD_ACTION,), "power or Q.I.C. action"),
        ActionBlock("special", (k.SPECIAL,), "special action"),
        ActionBlock("upgrade", (k.UPGRADE,), "upgrade a structure to this kind"),
        ActionBlock("federation", (), "form a federation"),
        ActionBlock("free_action", (k.FREE_ACTION,), "free action"),
        ActionBlock("end_turn", (), "end the turn"),
        ActionBlock(
            "tile", (k.TILE_POSITION,), "take or cover the standard tech tile of a position"
        ),
        ActionBlock("advanced_tile", (k.TRACK,), "take an advanced tech tile"),
        ActionBlock("token", (k.TOKEN,), "take a federation token, or score one again"),
        ActionBlock("charge", (k.CHARGE,), "accept power; 1: gain the token first"),
        ActionBlock(
            "brainstone",
            (k.BRAINSTONE,),
            "0: move, use or send the brainstone; 1: keep it back",
        ),
        ActionBlock("income", (k.INCOME,), "take this source of income next"),
        ActionBlock("faction", (k.FACTION,), "choose a faction"),
        ActionBlock("federation_set", (k.FEDERATION_SET,), "the planets of the federation"),
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
