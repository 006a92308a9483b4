"""Colours of planets and factions, near those of the box."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.gaia_project.components import COLOUR_OF_FACTION, COLOURS

SPACE = "#1d1a30"
DIM = "#b5b0cb"
PLANET_COLOUR = (
    "#3f7fd8",  # terra
    "#c8372d",  # oxide
    "#e8842c",  # volcanic
    "#ecd03f",  # desert
    "#7a4f2b",  # swamp
    "#8d9299",  # titanium
    "#e9f1f7",  # ice
    "#3fae52",  # gaia
    "#8a4fc0",  # transdim
    "#d7b7ff",  # lost
)
PLANET_LETTER = ("T", "O", "V", "D", "S", "M", "I", "G", "X", "L")  # M: a metal, X: to be formed
BOARD_COLOUR = {
    "blue": "#3f8cff",
    "yellow": "#ffd92e",
    "brown": "#a5683a",
    "red": "#ff4436",
    "orange": "#ff9330",
    "grey": "#a9afb8",
    "white": "#ffffff",
}
FACTION_COLOUR = tuple(BOARD_COLOUR[COLOURS[index]] for index in COLOUR_OF_FACTION)


def seat_colour(state: np.record, seat: int) -> str:
    """The colour of a seat's faction."""
    faction = int(state["players"][seat]["faction"])
    return DIM if faction == NONE else FACTION_COLOUR[faction]


def edge_of(colour: str) -> str:
    """A darker shade for outlines."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"#{red * 6 // 10:02x}{green * 6 // 10:02x}{blue * 6 // 10:02x}"
