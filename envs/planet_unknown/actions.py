"""Action ids: one flat space of 1551, the same meaning in every state."""

from __future__ import annotations

from exozoo.envs.core.codes import table
from exozoo.envs.core.layout import ActionBlock, ActionLayout
from exozoo.envs.planet_unknown import kinds as k

ACTIONS = ActionLayout(
    [
        ActionBlock("rotate", (k.ROTATION,), "turn the station so"),
        ActionBlock("take", (k.COMPARTMENT,), "inner or outer compartment of the own depot"),
        ActionBlock("place", (k.ORIENTATION, k.ROW, k.COL), "place the tile"),
        ActionBlock("square", (k.ROW, k.COL), "choose a square of the own planet"),
        ActionBlock("track", (k.TRACK,), "choose civ, water, biomass, rover or tech"),
        ActionBlock("step", (k.ROVER, k.DIRECTION), "one rover step"),
        ActionBlock("rover", (k.ROVER,), "choose a rover"),
        ActionBlock("card", (k.CARD,), "keep a civ card"),
        ActionBlock("objective", (k.OBJECTIVE,), "choose an objective card"),
        ActionBlock("item", (k.ITEM,), "resolve a waiting item"),
        ActionBlock("technology", (k.TECHNOLOGY,), "use a technology"),
        ActionBlock("direction", (k.WAY,), "up, up-left, up-right, left, right"),
        ActionBlock("cell", (k.TRACK, k.TRACK_ROW), "choose a track cell"),
        ActionBlock("tech_cell", (k.TECHNOLOGY,), "choose a technology's cell"),
        ActionBlock("line", (k.LINE,), "12 rows, then 12 columns"),
        ActionBlock("alternative", (k.CHOICE,), "first or second of two"),
        ActionBlock("store", (), "into the collection area, or store"),
        ActionBlock("done", (), "end of turn, decline, done"),
    ]
)
(
    ROTATE,
    TAKE,
    PLACE,
    SQUARE,
    TRACK,
    STEP,
    CHOOSE_ROVER,
    CARD,
    OBJECTIVE,
    ITEM,
    TECHNOLOGY,
    DIRECTION,
    CELL,
    TECH_CELL,
    LINE,
    ALTERNATIVE,
    STORE,
    DONE,
) = ACTIONS.offsets()
(
    ROTATE_BLOCK,
    TAKE_BLOCK,
    PLACE_BLOCK,
    SQUARE_BLOCK,
    TRACK_BLOCK,
    STEP_BLOCK,
    CHOOSE_ROVER_BLOCK,
    CARD_BLOCK,
    OBJECTIVE_BLOCK,
    ITEM_BLOCK,
    TECHNOLOGY_BLOCK,
    DIRECTION_BLOCK,
    CELL_BLOCK,
    TECH_CELL_BLOCK,
    LINE_BLOCK,
    ALTERNATIVE_BLOCK,
    STORE_BLOCK,
    DONE_BLOCK,
) = ACTIONS.numbers()
BLOCK_OF, INDEX_IN_BLOCK = ACTIONS.block_of, ACTIONS.index_in_block
FIRST_OF_BLOCK = table(ACTIONS.offsets())
SIZE_OF_BLOCK = table([block.size for block in ACTIONS.blocks])
