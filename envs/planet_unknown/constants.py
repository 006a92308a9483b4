"""Codes and sizes of Planet Unknown."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import codes

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
TERRAIN_NAMES = ("civ", "water", "biomass", "rover", "tech", "energy")
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
MOVEMENT, BOOST, CIV_MILESTONE, PATCH_MILESTONE, ROVER_MILESTONE, TECH_MILESTONE = codes(6)
ADVANCE_MARKER = np.int64(6)  # 1 + the track whose marker advances
NUM_BONUSES = 7
BONUS_NAMES = (
    "movement",
    "boost",
    "civ_milestone",
    "patch_milestone",
    "rover_milestone",
    "tech_milestone",
    "advance",
)

# special abilities of corporations
TRAIT_NAMES = (
    "lifepods_on_tracks",
    "flux_token",
    "rovers_carry_meteorites",
    "lifepods_on_technologies",
    "exclusive_cells",
    "markers_change_tracks",
    "water_by_ice_squares",
    "civ_milestone_moves_down",
    "biomass_must_expand",
)
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

ACCESS_NAMES = (
    "all_reached",
    "highest_only",
    "lifepod_on_technology",
    "highest_marker_on_tech_track",
)
ACCESS_REACHED, ACCESS_HIGHEST, ACCESS_LIFEPOD, ACCESS_TOP_MARKER = codes(4)

# technologies, by what they do; a corporation has five or six of them
TECHNOLOGY_KEYS = (
    "ignore_adjacency",
    "store_patches",
    "movement_plus_1",
    "double_water",
    "no_meteorites",
    "diagonal_rovers",
    "redirect_three",
    "redirect_on_energy",
    "free_energy_steps",
    "redirect_one",
    "two_moves_per_rover_on_flux",
    "flux_to_next_milestone",
    "improved_flux_track",
    "collect_meteorite_on_flux_tile",
    "advance_flux_marker",
    "ignore_adjacency_rover_tiles",
    "movement_per_loaded_rover",
    "patch_per_collected_meteorite",
    "destroy_on_water",
    "advance_rover_marker",
    "boost_instead_of_patch",
    "teleport_same_terrain",
    "double_boost",
    "tech_as_energy",
    "row_bonuses",
    "extra_objective",
    "civ_and_tech_adjacent",
    "movement_plus_1_if_shared",
    "shift_sideways",
    "regress_one",
    "score_as_highest",
    "skip_markers",
    "movement_per_rover_on_water",
    "water_if_no_ice",
    "patch_on_water_tile",
    "boost_on_water_tile",
    "movement_on_civ_tile",
    "add_next_level_card",
    "teleport_civ_stations",
    "boost_on_civ_milestone",
    "two_cards_at_end",
    "reset_biomass_marker",
    "patch_on_tiles",
    "two_patches",
    "patch_destroys_meteorite",
)
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

# placement restrictions of planets
FREE, NOT_ONLY_ON_RING, TWO_SIDES, STATION_ZONES, MUST_SLIDE = codes(5)

# civ cards
NUM_CARDS = 36
NUM_LEVELS = 4
CARD_KINDS = (
    "medals",
    "advance_different",
    "gain_patches",
    "gain_movement",
    "extra_tile",
    "collect_lifepods",
    "teleport_rover_anywhere",
    "destroy_meteorites_in_line",
    "advance_all_to_position",
    "destroy_meteorites",
    "medals_per_patch",
    "medals_and_advance",
    "lifepods_worth_two",
    "meteorite_repo",
    "commerce_agreement",
)
(
    CARD_MEDALS,
    CARD_ADVANCE_DIFFERENT,
    CARD_GAIN_PATCHES,
    CARD_GAIN_MOVEMENT,
    CARD_EXTRA_TILE,
    CARD_COLLECT_LIFEPODS,
    CARD_TELEPORT,
    CARD_CLEAR_LINE,
    CARD_ADVANCE_ALL,
    CARD_DESTROY_METEORITES,
    CARD_MEDALS_PER_PATCH,
    CARD_MEDALS_AND_ADVANCE,
    CARD_LIFEPODS_WORTH_TWO,
    CARD_METEORITE_REPO,
    CARD_COMMERCE_AGREEMENT,
) = codes(15)
UNION_POSITION = np.int64(5)  # card 21 advances every marker to this position
# where a civ card is: with a seat (0..5), or
IN_PILE, IN_BOX, USED = codes(3, 6)

# objective cards
NUM_OBJECTIVES = 28
METRICS = (
    "rectangle",
    "stations_in_one_area",
    "track_at_maximum",
    "station_count_at_most",
    "collected_meteorites_at_least",
    "more_lifepods_than_meteorites",
    "all_ice_covered",
    "all_land_covered",
    "stations_on_edge",
    "largest_area",
    "number_of_areas",
    "station_count",
    "tracks_at_maximum",
    "collected_meteorites",
    "collected_lifepods",
)
(
    RECTANGLE,
    STATIONS_IN_ONE_AREA,
    TRACK_AT_MAXIMUM,
    STATION_COUNT_AT_MOST,
    METEORITES_AT_LEAST,
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
# where an objective card is: in the deck or box (NONE), with a seat as a personal one (0..5), or
LAID_OUT, COMMON, ON_OFFER, DISCARDED = codes(4, 6)

# event cards
NUM_EVENTS = 60
DECK_SIZE = np.int64(20)
COLOURS = ("green", "orange", "red")
EVENT_KINDS = (
    "extra_rover",
    "add_civ_cards",
    "add_personal_objective",
    "advance_choice",
    "free_rotation",
    "gain_patches",
    "boost",
    "collect_lifepods",
    "collect_meteorites",
    "regress_choice",
    "add_meteorite",
    "rover_forbidden_terrain",
    "no_tile_on_edge",
    "one_station_only",
    "no_milestones",
    "discard_personal_objective",
    "destroy_rover",
    "remove_civ_cards",
    "destroy_lifepod_on_planet",
    "destroy_collected_lifepod",
    "destroy_collected_meteorite",
    "remove_shape",
    "boost_or_peek",
    "no_matching_neighbour",
    "no_tile_on_ice",
    "no_boosts",
)
(
    EVENT_EXTRA_ROVER,
    EVENT_ADD_CIV_CARDS,
    EVENT_ADD_OBJECTIVE,
    EVENT_ADVANCE,
    EVENT_FREE_ROTATION,
    EVENT_GAIN_PATCHES,
    EVENT_BOOST,
    EVENT_COLLECT_LIFEPODS,
    EVENT_COLLECT_METEORITES,
    EVENT_REGRESS,
    EVENT_ADD_METEORITE,
    EVENT_ROVER_TERRAIN,
    EVENT_NO_EDGE,
    EVENT_ONE_STATION,
    EVENT_NO_MILESTONES,
    EVENT_DISCARD_OBJECTIVE,
    EVENT_DESTROY_ROVER,
    EVENT_REMOVE_CIV_CARDS,
    EVENT_DESTROY_LIFEPOD,
    EVENT_LOSE_LIFEPOD,
    EVENT_LOSE_METEORITE,
    EVENT_REMOVE_SHAPE,
    EVENT_BOOST_OR_PEEK,
    EVENT_NO_MATCHING,
    EVENT_NO_ICE,
    EVENT_NO_BOOSTS,
) = codes(26)

# phases of a game
PHASE_SETUP, PHASE_ROTATION, PHASE_EVENT, PHASE_TURNS, PHASE_FINAL, PHASE_CARDS = codes(6)
PHASE_SCORING = np.int64(6)
PHASE_NAMES = (
    "setup",
    "rotation",
    "event",
    "turns",
    "final steps",
    "end-of-game cards",
    "scoring",
)

# what waits on the stack: decisions, and tasks that need none
DECISION_NAMES = (
    "keep an objective",
    "rotation",
    "take a tile",
    "place the tile",
    "next item of the tile",
    "next item of the milestone",
    "next cell of the row",
    "final steps",
    "marker to advance",
    "marker to move down",
    "flux track",
    "marker of the row",
    "square of a patch",
    "square of a rover",
    "target of the teleport",
    "lifepod to collect",
    "meteorite to destroy",
    "meteorite to collect",
    "square of a meteorite",
    "lifepod to destroy",
    "rover to teleport",
    "rover to destroy",
    "civ card",
    "civ card to keep",
    "row or column",
    "one of two",
    "direction of the marker",
    "place of the lifepod",
    "lifepod to redirect",
    "new place of the lifepod",
    "collected lifepod to destroy",
    "compartment to empty",
    "end of turn",
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
) = codes(33)
NUM_DECISIONS = 33
TASK_ADVANCE, TASK_PATCHES = codes(2, 33)

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
SHIFT_LIMIT = np.int64(12)  # sideways shifts in one turn (Makeshift technology 3)
