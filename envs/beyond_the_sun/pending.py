"""What can be pending: each kind of step with its arguments (see step.py for who handles which)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import PendingLayout

_PART = ("list", "ore", "returned", "mode")  # something to pay for, and then to carry out

PENDING = PendingLayout(
    {
        "turn end": (),
        "achievement": (),
        "production": (),
        "action space": (),
        "basic action": (),
        "copied action": (),
        "payment": _PART,
        "effect list": ("place", "mode", "gains"),  # gains: locations gained by the jump before
        "option": ("place", "times", "mode"),
        "optional part": _PART,
        "technology slot": ("levels", "flags", "mode"),
        "technology type": ("slot",),
        "technology card": ("slot", "how"),
        "immediate bonus": ("slot", "flags"),
        "automation track": ("track",),
        "ships to build": ("left", "level", "where", "mode"),
        "build location": ("level", "at", "source", "side"),
        "short supply": (),
        "ship to upgrade": ("left", "levels", "mode", "voluntary"),
        "ship to move": ("points", "goes_on", "flags", "mode"),
        "destination": ("from", "level"),
        "system to colonise": ("flags", "mode", "ahead"),
        "ships to return": ("location", "paid"),
        "colonisation": ("location",),
        "colony disc": ("card",),
        "outpost disc": ("locations", "next"),  # next: location + 1, or 0 while it is not chosen
        "control bonuses": ("locations",),
        "last disc": (),
        "exchange": ("count", "in_phase", "mode"),
        "ship to exchange": (),
        "ship to population": ("left", "mode"),
        "supply column to take from": ("left", "from", "to", "mode"),
        "supply column to give to": ("from",),
        "private technology": ("level",),
        "system card": ("deck", "draw", "keep", "drawn"),
        "event": ("place", "slot"),
        "event, each faction": ("place", "turn"),
        "guild tile": ("rank",),
        "ship level": ("levels",),
        "system to link": ("points",),
        "achievement to link": ("points",),
        "place for the extra system": ("deck", "drawn"),
        "museum": (),
        "Dyson Sphere": (),
    }
)
KIND_NAMES = tuple(PENDING.kinds)
NUM_KINDS = len(KIND_NAMES)
(
    K_TURN_END,
    K_ACHIEVEMENT,
    K_PRODUCTION,
    K_SPACE,
    K_BASIC,
    K_COPY,
    K_PAY,
    K_LIST,
    K_CHOOSE,
    K_OPTIONAL,
    K_SLOT,
    K_TYPE,
    K_CARD,
    K_IMMEDIATE,
    K_AUTOMATE,
    K_SHIPS,
    K_BUILD,
    K_SHORT,
    K_UPGRADE,
    K_JUMP,
    K_DESTINATION,
    K_COLONIZE,
    K_RETURN_SHIPS,
    K_COLONIZED,
    K_COLONY_DISC,
    K_OUTPOST_DISC,
    K_BONUSES,
    K_LAST_DISC,
    K_TRADE,
    K_TRADE_SHIP,
    K_SHIP_TO_POP,
    K_MOVE_FROM,
    K_MOVE_TO,
    K_PRIVATE,
    K_SYSTEM_CARD,
    K_EVENT,
    K_EACH,
    K_GUILD,
    K_SHIP_LEVEL,
    K_LINK_SYSTEM,
    K_LINK_ACHIEVEMENT,
    K_EXTRA_SYSTEM,
    K_MUSEUM,
    K_DYSON,
) = PENDING.codes()

# where the arguments lie, for `top` and `set_top`
PART_LIST, PART_ORE, PART_RETURNED, PART_MODE = PENDING.columns("payment")
LIST_PLACE, LIST_MODE, LIST_GAINS = PENDING.columns("effect list")
CHOOSE_PLACE, CHOOSE_TIMES, CHOOSE_MODE = PENDING.columns("option")
SLOT_LEVELS, SLOT_FLAGS, SLOT_MODE = PENDING.columns("technology slot")
(TYPE_SLOT,) = PENDING.columns("technology type")
CARD_SLOT, CARD_HOW = PENDING.columns("technology card")
IMMEDIATE_SLOT, IMMEDIATE_FLAGS = PENDING.columns("immediate bonus")
(AUTOMATE_TRACK,) = PENDING.columns("automation track")
SHIPS_LEFT, SHIPS_LEVEL, SHIPS_WHERE, SHIPS_MODE = PENDING.columns("ships to build")
BUILD_LEVEL, BUILD_AT, BUILD_SOURCE, BUILD_SIDE = PENDING.columns("build location")
UPGRADE_LEFT, UPGRADE_LEVELS, UPGRADE_MODE, UPGRADE_VOLUNTARY = PENDING.columns("ship to upgrade")
JUMP_POINTS, JUMP_GOES_ON, JUMP_FLAGS, JUMP_MODE = PENDING.columns("ship to move")
MOVING_FROM, MOVING_LEVEL = PENDING.columns("destination")
COLONIZE_FLAGS, COLONIZE_MODE, COLONIZE_AHEAD = PENDING.columns("system to colonise")
RETURN_AT, RETURN_PAID = PENDING.columns("ships to return")
(COLONIZED_AT,) = PENDING.columns("colonisation")
(COLONY_CARD,) = PENDING.columns("colony disc")
OUTPOST_NODES, OUTPOST_NEXT = PENDING.columns("outpost disc")
(BONUS_NODES,) = PENDING.columns("control bonuses")
TRADE_COUNT, TRADE_IN_PHASE, TRADE_MODE = PENDING.columns("exchange")
TO_POP_LEFT, TO_POP_MODE = PENDING.columns("ship to population")
TAKE_LEFT, TAKE_FROM, TAKE_TO, TAKE_MODE = PENDING.columns("supply column to take from")
(GIVE_FROM,) = PENDING.columns("supply column to give to")
(PRIVATE_LEVEL,) = PENDING.columns("private technology")
SYSTEMS_DECK, SYSTEMS_DRAW, SYSTEMS_KEEP, SYSTEMS_DRAWN = PENDING.columns("system card")
EVENT_PLACE, EVENT_SLOT = PENDING.columns("event")
EACH_PLACE, EACH_TURN = PENDING.columns("event, each faction")
(GUILD_RANK,) = PENDING.columns("guild tile")
(SHIP_LEVELS,) = PENDING.columns("ship level")
(LINKED_POINTS,) = PENDING.columns("system to link")
EXTRA_DECK, EXTRA_DRAWN = PENDING.columns("place for the extra system")

# The shipped cards need at most 62 steps: 14 of the turn, its action, event and immediate bonus, 2 for
# each of the MAX_BONUSES, and 8 of a control check. Other card sets may nest deeper: a bonus that
# would begin with less room than one can fill (20 steps) is left out as a whole.
MAX_PENDING = 96
ROOM_FOR_A_BONUS = np.int64(24)


@jit
def has_room(s):
    """Whether the steps of one more bonus surely fit above the top."""
    return np.int64(s.num_pending) <= MAX_PENDING - ROOM_FOR_A_BONUS
