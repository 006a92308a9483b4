"""What the game numbers: the axes and codes of actions and observation."""

from __future__ import annotations

from exozoo.envs.core.layout import Kind
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import FACTION_NAMES

SEAT = Kind("seat", c.MAX_PLAYERS)  # counted from the observer on
TURN = Kind("turn", c.MAX_PLAYERS)  # first to act, second, ...
ROUND = Kind.of("round", (str(n + 1) for n in range(int(c.NUM_ROUNDS))))
ORDER = Kind.of("order", c.ORDER_MODES)
DECISION = Kind.of("decision", c.DECISION_NAMES)
ARGUMENT = Kind("argument", 2)

SECTOR = Kind("sector", c.NUM_SLOTS)  # place of a sector on the board
HEX = Kind.made_of("hex", SECTOR, Kind.of("hex of a sector", c.HEX_LABELS))
PLANET = Kind.of("planet", c.PLANET_IDS)
PIECE = Kind.of("piece", c.PIECE_NAMES)
PIECE_SHOWN = Kind.of("piece shown", (*c.PIECE_NAMES, "mine as a guest"))  # Lantids
FEDERATED = Kind.of("federated", ("in a federation", "a satellite"))
FEDERATION_SET = Kind("federation set", c.MAX_SETS)
FEDERATION_COUNT = Kind.of("federation count", ("formed", "satellites used"))
GAIAFORMER_COUNT = Kind.of("gaiaformer count", ("gained", "in the Gaia area"))
UPGRADE = Kind.of("upgrade", c.PIECE_NAMES[1:6])

FACTION = Kind.of("faction", FACTION_NAMES)
RESOURCE = Kind.of("resource", c.GOOD_NAMES[: c.NUM_RESOURCES])
AREA = Kind.of("area", c.AREA_NAMES)
INCOME = Kind.of("income", c.INCOME_NAMES)

TRACK = Kind.of("track", c.TRACK_NAMES)
TILE_POSITION = Kind.of("tile position", c.STANDARD_POSITIONS)
STANDARD = Kind.of("standard tile", c.STANDARD_IDS)
STANDARD_STATE = Kind.of("standard tile state", ("not owned", "owned", "covered"))
ADVANCED = Kind.of("advanced tile", c.ADVANCED_IDS)
TOKEN = Kind.of("token", c.TOKEN_IDS)
BOOSTER = Kind.of("booster", (f"booster {n + 1}" for n in range(c.NUM_BOOSTERS)))
ROUND_TILE = Kind.of("round tile", c.ROUND_TILE_IDS)
FINAL_TILE = Kind.of("final tile", c.FINAL_IDS)
FINAL_PLACE = Kind("final tile place", 2)

BOARD_ACTION = Kind.of("board action", c.BOARD_ACTION_IDS)
SPECIAL = Kind.of("special action", c.SPECIAL_IDS)
FREE_ACTION = Kind.of("free action", c.FREE_ACTION_IDS)
CHARGE = Kind.of("charge", ("charge first", "gain the token first"))
BRAINSTONE = Kind.of("brainstone", ("move, use or send it", "keep it back"))

AUTOMA_CARD = Kind("automa card", int(c.NUM_CARDS))
AUTOMA_CARD_KNOWN = Kind.of(
    "automa card known", ("in the deck or the reserve", "in the deck", "shown", "shown last")
)
AUTOMA_LEVEL = Kind("automa level", c.NUM_AUTOMA_LEVELS)
