"""Action ids: one flat space of 1551, the same meaning in every state."""

from __future__ import annotations

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
