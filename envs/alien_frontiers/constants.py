"""Codes and sizes of Alien Frontiers; the order of each list is that of the data files."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import codes, names_of

NAME = "alien_frontiers"
MIN_PLAYERS = 2
MAX_PLAYERS = 4  # AF-1
NUM_SHIPS = 6  # AF-2: ships of one colour
NUM_DICE = MAX_PLAYERS * NUM_SHIPS + 1  # coloured ships by seat, then the relic ship
RELIC = np.int64(NUM_DICE - 1)
NUM_FACES = 6
NUM_CLASSES = NUM_FACES + 1  # coloured ships by value, then the relic ship
RELIC_CLASS = np.int64(NUM_FACES)

NUM_RESOURCES = 2
FUEL, ORE = codes(NUM_RESOURCES)
RESOURCE_NAMES = tuple(name.lower() for name in names_of(globals(), "FUEL", "ORE"))

# AF-3: where a ship can be. The nine facilities with ports come first.
NUM_FACILITIES = 9
(
    ALIEN_ARTIFACT,
    COLONIST_HUB,
    COLONY_CONSTRUCTOR,
    LUNAR_MINE,
    ORBITAL_MARKET,
    RAIDERS_OUTPOST,
    SHIPYARD,
    SOLAR_CONVERTER,
    TERRAFORMING_STATION,
) = codes(NUM_FACILITIES)
# LIFTED: picked up by a card whose use is not finished yet
MAINTENANCE_BAY, HAND, STOCK, DESERT, LIFTED = codes(5, NUM_FACILITIES)

NUM_TERRITORIES = 8
(
    ASIMOV_CRATER,
    BRADBURY_PLATEAU,
    BURROUGHS_DESERT,
    HEINLEIN_PLAINS,
    HERBERT_VALLEY,
    LEM_BADLANDS,
    POHL_FOOTHILLS,
    VAN_VOGT_MOUNTAINS,
) = codes(NUM_TERRITORIES)

NUM_FIELDS = 3
ISOLATION_FIELD, POSITRON_FIELD, REPULSOR_FIELD = codes(NUM_FIELDS)

NUM_CARDS = 13  # types
DECK_SIZE = 24
DISPLAY_SIZE = 3
(
    ALIEN_CITY,
    ALIEN_MONUMENT,
    BOOSTER_POD,
    DATA_CRYSTAL,
    GRAVITY_MANIPULATOR,
    HOLOGRAPHIC_DECOY,
    MIND_CONTROL_HELMET,
    ORBITAL_TELEPORTER,
    PLASMA_CANNON,
    POLARITY_DEVICE,
    RESOURCE_CACHE,
    STASIS_BEAM,
    TEMPORAL_WARPER,
) = codes(NUM_CARDS)

NUM_PHASES = 30
(
    MAIN,
    FORCED_DOCK,
    ARTIFACT,
    HUB_OVERFLOW,
    PLACE_COLONY,
    RAID,
    KEEP_ORE,
    VALUE_SHIP,
    GRAVITY_LOWER,
    GRAVITY_RAISE,
    WARPER_SHIPS,
    CRYSTAL_TERRITORY,
    TELEPORT_FACILITY,
    TELEPORT_SHIP,
    PLASMA_FACILITY,
    PLASMA_SHIPS,
    HELMET_FACILITY,
    HELMET_SHIP,
    BOOSTER_FIELD,
    FIELD_TERRITORY,
    WARPER_CARD,
    MOVE_FROM,
    MOVE_OWNER,
    MOVE_TO,
    CANNON_FACILITY,
    CANNON_SHIP,
    SWAP_TERRITORY_A,
    SWAP_OWNER_A,
    SWAP_TERRITORY_B,
    SWAP_OWNER_B,
) = codes(NUM_PHASES)
PHASE_NAMES = names_of(globals(), "MAIN", "SWAP_OWNER_B")

# A turn never takes more decisions; docs/rules/alien_frontiers.md adds them up.
MAX_TURN_DECISIONS = 128
DEFAULT_TURN_LIMIT = 1000  # turns of all players together; not a rule, see the docs
MAX_TURN_LIMIT = 30000
