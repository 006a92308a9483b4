"""What the game numbers: the axes and codes of actions and observation."""

from __future__ import annotations

from exozoo.envs.core.layout import FLAG, Kind
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.components import (
    CARD_NAMES,
    CORPORATION_NAMES,
    DIRECTION_NAMES,
    EVENTS,
    OBJECTIVES,
    PLANET_NAMES,
    SHAPE_KEYS,
    TERRAIN_OF_PAIR,
)

SEAT = Kind("seat", c.MAX_PLAYERS)  # counted from the observer on
CORPORATION = Kind.of("corporation", CORPORATION_NAMES)
PLANET = Kind.of("planet", PLANET_NAMES)

ROW, COL = Kind("row", int(c.SIZE)), Kind("col", int(c.SIZE))
SQUARE = Kind.made_of("square", ROW, COL)
GROUND = Kind.of("ground", ("outside", "land", "ice", "ring", "vortex", "city", "toxic", "current"))
TERRAIN = Kind.of("terrain", c.TERRAIN_NAMES)
ROVER = Kind("rover", c.MAX_ROVERS)
DIRECTION = Kind.of("direction", DIRECTION_NAMES)
LINE = Kind.of("line", (*(f"row {n}" for n in range(12)), *(f"column {n}" for n in range(12))))

SHAPE = Kind.of("shape", SHAPE_KEYS)
VARIANT = Kind.of(
    "variant",
    (
        "/".join(c.TERRAIN_NAMES[terrain] for terrain in pair) + meteor
        for pair in TERRAIN_OF_PAIR
        for meteor in ("", " with meteor")
    ),
)
TILE = Kind.made_of("tile", VARIANT, SHAPE)
TILE_CELL = Kind("tile cell", c.MAX_CELLS)
ORIENTATION = Kind.of(
    "orientation",
    (f"{mirrored}{90 * turns}°" for mirrored in ("", "mirrored ") for turns in range(4)),
)
COMPARTMENT = Kind.of("compartment", ("inner", "outer"))
ROTATION = Kind("rotation", int(c.NUM_DEPOTS))
RING_SHIFT = Kind("ring shift", int(c.NUM_DEPOTS))
TURNING = Kind.of("turning", ("by the commander", "clockwise"))

TRACK = Kind.of("track", c.TRACK_NAMES)
TRACK_ROW = Kind("track row", int(c.TRACK_ROWS))
TECHNOLOGY = Kind.of("technology", "ABCDEF")
WAY = Kind.of("way", ("up", "up to the left", "up to the right", "to the left", "to the right"))

LEVEL = Kind.of("level", ("I", "II", "III", "IIII"))
CARD = Kind.of("card", CARD_NAMES)
CARD_KNOWN = Kind.of("card known", ("unknown", "own", "used up", "seen", "on offer"))
OBJECTIVE = Kind.of(
    "objective", (f"{o['personal']['name']} / {o['competitive']['name']}" for o in OBJECTIVES)
)
OBJECTIVE_KNOWN = Kind.of(
    "objective known", ("unknown", "own", "laid out", "common", "on offer", "discarded")
)
EVENT = Kind.of("event", (f"event {event['id']}" for event in EVENTS))
COLOUR = Kind.of("colour", c.COLOURS)

PHASE = Kind.of("phase", c.PHASE_NAMES)
DECISION = Kind.of("decision", [kind.replace("_", " ") for kind in c.PENDING.kinds])
# a tile where the decision is about one, else the number of a square, card, track, ...
ARGUMENT = Kind.made_of("argument", VARIANT, SHAPE)
ITEM = Kind("item", c.NUM_ITEMS)
CHOICE = Kind.of("choice", ("first", "second"))

# records, column by column: what it is called, what it holds (None: a number)
PUBLIC = {
    "phase": PHASE,
    "round": None,
    "seat to move": SEAT,
    "commander": SEAT,
    "seats done in this phase": None,
    "rotation": ROTATION,
    "ring shift": RING_SHIFT,
    "who turns the station": TURNING,
    "ending": FLAG,
    "event in force": EVENT,
    "events revealed": None,
    "events in the deck": None,
    "next event if known": EVENT,
    "entries on the stack": None,
}
STACK = {
    "kind": DECISION,
    "argument 1": ARGUMENT,
    "argument 2": ARGUMENT,
    "argument 3": None,
    "argument 4": None,
}
STACK_ENTRY = Kind("stack entry", 6)  # the top one first
BOARD = {"corporation": CORPORATION, "planet": PLANET}
STOCK = {
    "movement points": None,
    "rovers in supply": None,
    "lifepods": None,
    "meteorites": None,
    "stored patches": None,
    "flux track": TRACK,
    "personal objectives": None,
    "gained movement": FLAG,
    "free steps": None,
    "shifts": None,
    "extra rover": FLAG,
    "tech reach": None,
}
