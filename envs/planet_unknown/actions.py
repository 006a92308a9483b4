"""Action ids: one flat space of 1551, the same meaning in every state."""

from __future__ import annotations

from exozoo.envs.core.codes import table
from exozoo.envs.core.layout import ActionBlock, ActionLayout

ACTIONS = ActionLayout(
    [
        ActionBlock("rotate", (6,), "turn the station so", ("rotation",)),
        ActionBlock("take", (2,), "inner or outer compartment of the own depot", ("compartment",)),
        ActionBlock("place", (8, 12, 12), "place the tile", ("orientation", "row", "col")),
        ActionBlock("square", (12, 12), "choose a square of the own planet", ("row", "col")),
        ActionBlock("track", (5,), "choose civ, water, biomass, rover or tech", ("track",)),
        ActionBlock("step", (5, 8), "one rover step", ("rover", "direction")),
        ActionBlock("rover", (5,), "choose a rover", ("rover",)),
        ActionBlock("card", (36,), "keep a civ card", ("card",)),
        ActionBlock("objective", (28,), "choose an objective card", ("objective",)),
        ActionBlock("item", (8,), "resolve a waiting item", ("item",)),
        ActionBlock("technology", (6,), "use a technology", ("technology",)),
        ActionBlock("direction", (5,), "up, up-left, up-right, left, right", ("direction",)),
        ActionBlock("cell", (5, 16), "choose a track cell", ("track", "row")),
        ActionBlock("tech_cell", (6,), "choose a technology's cell", ("technology",)),
        ActionBlock("line", (24,), "12 rows, then 12 columns", ("line",)),
        ActionBlock("alternative", (2,), "first or second of two", ("choice",)),
        ActionBlock("store", (1,), "into the collection area, or store"),
        ActionBlock("done", (1,), "end of turn, decline, done"),
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
