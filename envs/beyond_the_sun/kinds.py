"""What the game numbers: the axes and codes of actions and observation.

The cards can be replaced, so they have numbers and no names here.
"""

from __future__ import annotations

from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.components import (
    MAX_ACHIEVEMENTS,
    MAX_DECK,
    MAX_EVENTS,
    MAX_SYSTEMS,
    MAX_TECHS,
    NUM_FACTIONS,
)
from exozoo.envs.beyond_the_sun.pending import KIND_NAMES
from exozoo.envs.core.layout import Kind

SEAT = Kind("seat", c.MAX_PLAYERS)  # counted from the observer on
FACTION = Kind("faction", NUM_FACTIONS)
DECISION = Kind.of("decision", KIND_NAMES)
PARAMETER = Kind("parameter", 4)
SPACE = Kind("space", c.NUM_SPACES)
OPTION = Kind("option", 4)

TECHNOLOGY = Kind("technology", MAX_TECHS)
TECHNOLOGY_STATUS = Kind.of(
    "technology status",
    ("in the deck", "under it after a draw", "drawn now", "on the board", "private", "out"),
)
SLOT = Kind.of("slot", c.SLOT_NAMES)
TYPE = Kind.of("type", c.TYPE_NAMES)
FOUND = Kind.of("found", ("first", "second"))  # of two technologies to choose from
ASIDE = Kind("aside", MAX_DECK)
DECK_LEVEL = Kind.of("deck level", c.LEVEL_NAMES[1:])
TABLEAU_ROW = Kind("tableau row", 3)
PRIVATE = Kind.of("private", ("II", "III"))
EVENT = Kind("event", MAX_EVENTS)
GUILD = Kind("guild", c.NUM_GUILDS)

SYSTEM = Kind("system", MAX_SYSTEMS)
SYSTEM_DECK = Kind.of("system deck", ("A", "B"))
NODE = Kind.of("node", c.NODE_NAMES)
DISC = Kind.of("disc", ("food", "ore", "achievement", "to be chosen"))
AUTOMATED = Kind.of("automated", DISC.names[:3])
SHIP_LEVEL = Kind.of("ship level", "1234")

ACHIEVEMENT = Kind("achievement", MAX_ACHIEVEMENTS)
ACHIEVEMENT_PLACE = Kind("achievement place", 4)
ACHIEVEMENT_SLOT = Kind("achievement slot", 4)

TRACK = Kind.of("track", c.TRACK_NAMES)
COLUMN = Kind.of("column", "ABCDE")
PRODUCTION = Kind.of("production", ("grow population", "produce ore", "trade"))
TRADE = Kind.of("trade", ("ore to population", "ship to population", "population to ore"))

# a record, column by column: what it is called, what it holds (None: a number)
DYSON = {"system": SYSTEM, "ore": None, "returned population": None}
