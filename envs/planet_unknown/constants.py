"""Codes and sizes of Planet Unknown."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import codes, names_of
from exozoo.envs.core.pending import PendingLayout


def _keys(first: str, last: str, prefix: str = "") -> tuple[str, ...]:
    """What the data files call the things that these codes stand for."""
    return tuple(name.removeprefix(prefix).lower() for name in names_of(globals(), first, last))


MAX_PLAYERS = 6
SIZE = np.int64(12)  # rows and columns of a planet board
NUM_SQUARES = 144
NUM_SHAPES = 12
NUM_VARIANTS = 12  # tiles of one shape: 6 terrain pairs, with and without meteor symbol
MAX_CELLS = 5
MAX_ROVERS = 5
NUM_DEPOTS = np.int64(6)
NUM_DIRECTIONS = 8

CIV, WATER, BIOMASS, ROVER, TECH, ENERGY = codes(6)  # terrains; the first five are also the tracks
TERRAIN_NAMES = _keys("CIV", "ENERGY")
NUM_TERRAINS = 6
NUM_TRACKS = np.int64(5)
TRACK_NAMES = TERRAIN_NAMES[:5]
ALL_TRACKS = np.int64(31)  # a bit for each track
TRACK_ROWS = np.int64(16)  # rows of a corporation board; a cell is track * 16 + row
NUM_CELLS = 80
MAX_STEPS = 24  # positions of the longest path (Oasis Ultd. water)
NUM_TECHNOLOGIES = 6

# what lies below the tiles
OUTSIDE, LAND, ICE, RING, VORTEX, CITY, TOXIC, CURRENT = codes(8)

# bonuses of a track cell
NUM_BONUSES = 7
(
    MOVEMENT,
    BOOST,
    CIV_MILESTONE,
    PATCH_MILESTONE,
    ROVER_MILESTONE,
    TECH_MILESTONE,
    ADVANCE,  # 1 + the track whose marker advances
) = codes(NUM_BONUSES)
BONUS_NAMES = _keys("MOVEMENT", "ADVANCE")

# special abilities of corporations
(
    LIFEPODS_ON_TRACKS,
    FLUX_TOKEN,
    ROVERS_CARRY_METEORITES,
    LIFEPODS_ON_TECHNOLOGIES,
    EXCLUSIVE_CELLS,
    MARKERS_CHANGE_TRACKS,
    WATER_BY_ICE_SQUARES,
    CIV_MILESTONE_MOVES_DOWN,
    BIOMASS_MUST_EXPAND,
) = codes(9)
TRAIT_NAMES = _keys("LIFEPODS_ON_TRACKS", "BIOMASS_MUST_EXPAND")

(
    ACCESS_ALL_REACHED,
    ACCESS_HIGHEST_ONLY,
    ACCESS_LIFEPOD_ON_TECHNOLOGY,
    ACCESS_HIGHEST_MARKER_ON_TECH_TRACK,
) = codes(4)
ACCESS_NAMES = _keys("ACCESS_ALL_REACHED", "ACCESS_HIGHEST_MARKER_ON_TECH_TRACK", "ACCESS_")

# technologies, by what they do; a corporation has five or six of them
(
    IGNORE_ADJACENCY,
    STORE_PATCHES,
    MOVEMENT_PLUS_1,
    DOUBLE_WATER,
    NO_METEORITES,
    DIAGONAL_ROVERS,
    REDIRECT_THREE,
    REDIRECT_ON_ENERGY,
    FREE_ENERGY_STEPS,
    REDIRECT_ONE,
    TWO_MOVES_PER_ROVER_ON_FLUX,
    FLUX_TO_NEXT_MILESTONE,
    IMPROVED_FLUX_TRACK,
    COLLECT_METEORITE_ON_FLUX_TILE,
    ADVANCE_FLUX_MARKER,
    IGNORE_ADJACENCY_ROVER_TILES,
    MOVEMENT_PER_LOADED_ROVER,
    PATCH_PER_COLLECTED_METEORITE,
    DESTROY_ON_WATER,
    ADVANCE_ROVER_MARKER,
    BOOST_INSTEAD_OF_PATCH,
    TELEPORT_SAME_TERRAIN,
    DOUBLE_BOOST,
    TECH_AS_ENERGY,
    ROW_BONUSES,
    EXTRA_OBJECTIVE,
    CIV_AND_TECH_ADJACENT,
    MOVEMENT_PLUS_1_IF_SHARED,
    SHIFT_SIDEWAYS,
    REGRESS_ONE,
    SCORE_AS_HIGHEST,
    SKIP_MARKERS,
    MOVEMENT_PER_ROVER_ON_WATER,
    WATER_IF_NO_ICE,
    PATCH_ON_WATER_TILE,
    BOOST_ON_WATER_TILE,
    MOVEMENT_ON_CIV_TILE,
    ADD_NEXT_LEVEL_CARD,
    TELEPORT_CIV_STATIONS,
    BOOST_ON_CIV_MILESTONE,
    TWO_CARDS_AT_END,
    RESET_BIOMASS_MARKER,
    PATCH_ON_TILES,
    TWO_PATCHES,
    PATCH_DESTROYS_METEORITE,
) = codes(45)
TECHNOLOGY_KEYS = _keys("IGNORE_ADJACENCY", "PATCH_DESTROYS_METEORITE")

# placement restrictions of planets
FREE, NOT_ONLY_ON_RING, TWO_SIDES, STATION_ZONES, MUST_SLIDE = codes(5)

# civ cards
NUM_CARDS = 36
NUM_LEVELS = 4
(
    CARD_MEDALS,
    CARD_ADVANCE_DIFFERENT,
    CARD_GAIN_PATCHES,
    CARD_GAIN_MOVEMENT,
    CARD_EXTRA_TILE,
    CARD_COLLECT_LIFEPODS,
    CARD_TELEPORT_ROVER_ANYWHERE,
    CARD_DESTROY_METEORITES_IN_LINE,
    CARD_ADVANCE_ALL_TO_POSITION,
    CARD_DESTROY_METEORITES,
    CARD_MEDALS_PER_PATCH,
    CARD_MEDALS_AND_ADVANCE,
    CARD_LIFEPODS_WORTH_TWO,
    CARD_METEORITE_REPO,
    CARD_COMMERCE_AGREEMENT,
) = codes(15)
CARD_KINDS = _keys("CARD_MEDALS", "CARD_COMMERCE_AGREEMENT", "CARD_")
UNION_POSITION = np.int64(5)  # card 21 advances every marker to this position
# where a civ card is: with a seat (0..5), or
IN_PILE, IN_BOX, USED = codes(3, 6)

# objective cards
NUM_OBJECTIVES = 28
(
    RECTANGLE,
    STATIONS_IN_ONE_AREA,
    TRACK_AT_MAXIMUM,
    STATION_COUNT_AT_MOST,
    COLLECTED_METEORITES_AT_LEAST,
    MORE_LIFEPODS_THAN_METEORITES,
    ALL_ICE_COVERED,
    ALL_LAND_COVERED,
    STATIONS_ON_EDGE,
    LARGEST_AREA,
    NUMBER_OF_AREAS,
    STATION_COUNT,
    TRACKS_AT_MAXIMUM,
    COLLECTED_METEORITES,
    COLLECTED_LIFEPODS,
) = codes(15)
METRICS = _keys("RECTANGLE", "COLLECTED_LIFEPODS")
# where an objective card is: in the deck or box (NONE), with a seat as a personal one (0..5), or
LAID_OUT, COMMON, ON_OFFER, DISCARDED = codes(4, 6)

# event cards
NUM_EVENTS = 60
DECK_SIZE = np.int64(20)
COLOURS = ("green", "orange", "red")
(
    EVENT_EXTRA_ROVER,
    EVENT_ADD_CIV_CARDS,
    EVENT_ADD_PERSONAL_OBJECTIVE,
    EVENT_ADVANCE_CHOICE,
    EVENT_FREE_ROTATION,
    EVENT_GAIN_PATCHES,
    EVENT_BOOST,
    EVENT_COLLECT_LIFEPODS,
    EVENT_COLLECT_METEORITES,
    EVENT_REGRESS_CHOICE,
    EVENT_ADD_METEORITE,
    EVENT_ROVER_FORBIDDEN_TERRAIN,
    EVENT_NO_TILE_ON_EDGE,
    EVENT_ONE_STATION_ONLY,
    EVENT_NO_MILESTONES,
    EVENT_DISCARD_PERSONAL_OBJECTIVE,
    EVENT_DESTROY_ROVER,
    EVENT_REMOVE_CIV_CARDS,
    EVENT_DESTROY_LIFEPOD_ON_PLANET,
    EVENT_DESTROY_COLLECTED_LIFEPOD,
    EVENT_DESTROY_COLLECTED_METEORITE,
    EVENT_REMOVE_SHAPE,
    EVENT_BOOST_OR_PEEK,
    EVENT_NO_MATCHING_NEIGHBOUR,
    EVENT_NO_TILE_ON_ICE,
    EVENT_NO_BOOSTS,
) = codes(26)
EVENT_KINDS = _keys("EVENT_EXTRA_ROVER", "EVENT_NO_BOOSTS", "EVENT_")

# phases of a game
(
    PHASE_SETUP,
    PHASE_ROTATION,
    PHASE_EVENT,
    PHASE_TURNS,
    PHASE_FINAL,
    PHASE_CARDS,
    PHASE_SCORING,
) = codes(7)
PHASE_NAMES = _keys("PHASE_SETUP", "PHASE_SCORING", "PHASE_")

# what waits on the stack: decisions, then tasks that need none, each with its arguments
PENDING = PendingLayout(
    {
        "keep_objective": ("mode",),
        "choose_rotation": (),
        "take_tile": ("mode", "binds", "allowed"),
        "place_tile": ("tile", "binds", "mode"),
        "tile_items": ("items", "tile", "placement", "facts"),
        "milestone_items": ("items", "level"),
        "row_items": ("items", "row"),
        "final_items": (),
        "choose_advance": ("tracks", "markers", "steps", "flags"),
        "choose_down": ("tracks", "steps"),
        "choose_flux": (),
        "choose_row": (),
        "place_patch": ("count", "stored"),
        "place_rover": (),
        "teleport_target": ("rover", "means"),
        "collect_lifepod": ("count",),
        "destroy_meteorite": ("count",),
        "collect_meteorite": ("count", "optional"),
        "add_meteorite": ("count",),
        "destroy_lifepod": ("count",),
        "choose_teleport": (),
        "destroy_rover": (),
        "take_card": ("level", "extra"),
        "keep_card": ("count",),
        "choose_line": (),
        "choose_alternative": ("purpose", "first", "second", "third"),
        "choose_direction": ("marker", "flags", "repeats"),
        "place_lifepod": (),
        "redirect_from": ("count",),
        "redirect_to": ("source",),
        "lose_lifepod": (),
        "empty_compartment": (),
        "end_turn": (),
        "task_advance": ("marker", "steps", "flags", "goal"),
        "task_patches": ("count",),
    }
)
(
    KEEP_OBJECTIVE,
    CHOOSE_ROTATION,
    TAKE_TILE,
    PLACE_TILE,
    TILE_ITEMS,
    MILESTONE_ITEMS,
    ROW_ITEMS,
    FINAL_ITEMS,
    CHOOSE_ADVANCE,
    CHOOSE_DOWN,
    CHOOSE_FLUX,
    CHOOSE_ROW,
    PLACE_PATCH,
    PLACE_ROVER,
    TELEPORT_TARGET,
    COLLECT_LIFEPOD,
    DESTROY_METEORITE,
    COLLECT_METEORITE,
    ADD_METEORITE,
    DESTROY_LIFEPOD,
    CHOOSE_TELEPORT,
    DESTROY_ROVER,
    TAKE_CARD,
    KEEP_CARD,
    CHOOSE_LINE,
    CHOOSE_ALTERNATIVE,
    CHOOSE_DIRECTION,
    PLACE_LIFEPOD,
    REDIRECT_FROM,
    REDIRECT_TO,
    LOSE_LIFEPOD,
    EMPTY_COMPARTMENT,
    END_TURN,
    TASK_ADVANCE,
    TASK_PATCHES,
) = PENDING.codes()
if _keys("KEEP_OBJECTIVE", "TASK_PATCHES") != tuple(PENDING.kinds):
    raise ValueError("the kinds of what is pending and their codes differ")
(COUNT,) = PENDING.columns("task_patches")  # of all kinds that count something down
(ITEMS,) = PENDING.columns("tile_items")[:1]  # of all kinds that list items
(OBJECTIVE_MODE,) = PENDING.columns("keep_objective")
TAKE_MODE, TAKE_BINDS, TAKE_ALLOWED = PENDING.columns("take_tile")
PLACE_TILE_ID, PLACE_BINDS, PLACE_MODE = PENDING.columns("place_tile")
_, ITEMS_TILE, ITEMS_PLACEMENT, ITEMS_FACTS = PENDING.columns("tile_items")
_, ITEMS_LEVEL = PENDING.columns("milestone_items")
_, ITEMS_ROW = PENDING.columns("row_items")
CHOICE_TRACKS, CHOICE_MARKERS, CHOICE_STEPS, CHOICE_FLAGS = PENDING.columns("choose_advance")
DOWN_TRACKS, DOWN_STEPS = PENDING.columns("choose_down")
_, PATCH_STORED = PENDING.columns("place_patch")
TELEPORT_ROVER, TELEPORT_MEANS = PENDING.columns("teleport_target")
_, COLLECT_OPTIONAL = PENDING.columns("collect_meteorite")
CARD_LEVEL, CARD_EXTRA = PENDING.columns("take_card")
PURPOSE, PURPOSE_FIRST, PURPOSE_SECOND, PURPOSE_THIRD = PENDING.columns("choose_alternative")
DIRECTION_MARKER, DIRECTION_FLAGS, DIRECTION_REPEATS = PENDING.columns("choose_direction")
(REDIRECT_SOURCE,) = PENDING.columns("redirect_to")
TASK_MARKER, TASK_STEPS, TASK_FLAGS, TASK_GOAL = PENDING.columns("task_advance")

# how a marker is advanced (bits)
BY_STATION = np.int64(1)  # the last cell of the rover track repeats (PU-75)
BY_BOOST = np.int64(2)
WITHOUT_BOOSTS = np.int64(4)  # boosts of the cells are not gained
WITHOUT_BONUSES = np.int64(8)
UNIONIZE = np.int64(16)  # every marker up to UNION_POSITION (card 21)

# items of a group that the owner resolves in any order
(
    ITEM_STATION_0,
    ITEM_STATION_1,
    ITEM_TRIGGER,
    ITEM_PATCH,
    ITEM_BOOST,
    ITEM_ROVER,
    ITEM_CARD,
    ITEM_DOWN,
) = codes(8)
NUM_ITEMS = 8
ITEM_STORED, ITEM_TECHNOLOGY = codes(2)  # of the final steps

# how a tile is taken
MAIN_TILE, EXTRA_TILE, EXTRA_TILE_RESOLVED = codes(3)
INNER, OUTER = codes(2)

# which restrictions on placing bind (bits)
PLANET_BINDS, EVENT_BINDS = np.int64(1), np.int64(2)
ALL_BIND = np.int64(3)
UNPLACEABLE = np.int64(-1)

# how the station's ring turns
BY_COMMANDER, CLOCKWISE = codes(2)

# alternatives of CHOOSE_ALTERNATIVE
CELL_BONUS, PATCH_OR_TWO, PATCH_OR_BOOST, SINGLE_OR_DOUBLE, TECH_OR_ENERGY, BOOST_OR_PEEK = codes(6)

# directions of CHOOSE_DIRECTION
UP, UP_LEFT, UP_RIGHT, LEFT, RIGHT = codes(5)

FREE_STEP_LIMIT = np.int64(96)  # free energy steps in one turn (Cosmos Inc. technology 4)
SHIFT_LIMIT = np.int64(12)  # sideways shifts up to the end of a turn (Makeshift technology 3)
