"""Codes and sizes of Beyond the Sun."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import codes, table

MAX_PLAYERS = 4
NUM_DISCS = 8  # BS-1, on each production track
NUM_COLUMNS = 5  # BS-3
MAX_SHIP_LEVEL = np.int64(4)  # BS-2, BS-93
AUTOMATION_CELLS = np.int64(7)  # BS-87
MAX_EXCHANGES = np.int64(20)  # in one trade; a safety cap, see the docs
MAX_BONUSES = np.int64(20)  # control bonuses in one turn; a safety cap, see the docs

TYPE_NAMES = ("scientific", "economic", "military", "commercial")  # BS-6
SCIENTIFIC, ECONOMIC, MILITARY, COMMERCIAL = codes(len(TYPE_NAMES))
TYPE_LETTERS = tuple(name[0].upper() for name in TYPE_NAMES)  # BS-6
NUM_TYPES = len(TYPE_NAMES)

LEVEL_NAMES = ("I", "II", "III", "IIII")
SLOT_NAMES = tuple(  # BS-7
    f"{level}-{row}"
    for level, rows in zip(LEVEL_NAMES, (4, 6, 6, 3), strict=True)
    for row in range(1, rows + 1)
)
NUM_SLOTS = len(SLOT_NAMES)

NODE_NAMES = ("SOL", "DS", "SY1", "SY2", "SY3", "A1", "A2", "B1", "B2", "X1")  # BS-8
SOL, DEEP_SPACE, SY1, SY2, SY3, A1, A2, B1, B2, X1 = codes(len(NODE_NAMES))
NUM_NODES = len(NODE_NAMES)
FIRST_SYSTEM = A1

FOOD, ORE, ACHIEVEMENT, UNPLACED = codes(4)  # kinds of discs; an outpost's disc not yet chosen
TRACK_NAMES = ("food", "ore")
EITHER = np.int64(2)  # a track of the player's choice

SUPPLY_SHIP, POP_SHIP = codes(2)  # where the cube of a new ship comes from
LEFTMOST, RIGHTMOST = codes(2)
AT_SHIPYARD, AT_DEEP_SPACE = codes(2)
FROM_RIGHTMOST, FROM_ANY = codes(2)
TO_ANY, TO_A = codes(2)

COUNTERS = (
    "controlled_location",
    "colonized_system",
    "tech_level3",
    "automation_level",
    "ship_level4",
    "achievement",
    "outpost",
)
(
    PER_CONTROLLED,
    PER_COLONY,
    PER_TECH_3,
    PER_AUTOMATION,
    PER_SHIP_4,
    PER_ACHIEVEMENT,
    PER_OUTPOST,
) = codes(len(COUNTERS))

CONDITIONS = (
    "techs_of_level",
    "colonized_systems",
    "all_slots_of_level",
    "automation_level",
    "ore",
    "total_strength_on_map",
    "printed_symbols_same_kind",
    "outposts",
    "ships_of_level",
)
(
    IF_TECHS,
    IF_COLONIES,
    IF_ALL_SLOTS,
    IF_AUTOMATION,
    IF_ORE,
    IF_STRENGTH,
    IF_SYMBOLS,
    IF_OUTPOSTS,
    IF_SHIPS,
) = codes(len(CONDITIONS))

# The effect language: each code is followed by its parameters in a list that END closes. The numbers
# are the bytes of an effect; a choice goes on with its options.
WIDTHS = {
    "end": 1,
    "gain_ore": 2,
    "gain_ore_per": 4,
    "supply_to_pop": 3,
    "supply_to_pop_per": 4,
    "supply_to_ship": 5,
    "pop_to_ship": 4,
    "ship_to_pop": 2,
    "research": 3,
    "automate": 2,
    "upgrade": 3,
    "upgrade_points": 2,
    "jump": 2,
    "jump_ships_anywhere": 2,
    "gain_ore_per_control_gained": 3,
    "colonize": 2,
    "grow_population": 1,
    "produce_ore": 1,
    "trade": 1,
    "move_supply": 4,
    "private_tech": 2,
    "draw_systems_colonize": 4,
    "optional": 5,
    "choose": 3,
    "basic_action": 1,
    "copy_research_action": 1,
    "repeat_immediate": 3,
    "ev_remove_guild": 2,
    "ev_keep": 2,
    "ev_each": 6,
    "ev_discoverer": 3,
    "ev_choose_ship_level": 2,
    "ev_extra_system": 2,
    "ev_link_system_vp": 2,
    "ev_link_achievement_vp": 2,
    "ev_link_tech_ore": 2,
    "ev_museum": 5,
    "ev_dyson": 4,
    "perm_skip_one_prereq": 1,
    "perm_return_pop_as_ore": 1,
    "perm_any_track": 1,
    "perm_wormhole": 1,
    "perm_evict_pawn": 1,
    "perm_build_anywhere_controlled": 1,
    "perm_on_trade3": 3,
    "perm_on_last_disc": 3,
    "perm_ore_bonus_on_produce": 2,
    "perm_extra_jump": 2,
    "perm_colonize_ore": 2,
    "perm_event_ore": 2,
}
OPS = tuple(WIDTHS)
WIDTH_OF_OP = table(list(WIDTHS.values()))
(
    END,
    GAIN_ORE,
    GAIN_ORE_PER,
    SUPPLY_TO_POP,
    SUPPLY_TO_POP_PER,
    SUPPLY_TO_SHIP,
    POP_TO_SHIP,
    SHIP_TO_POP,
    RESEARCH,
    AUTOMATE,
    UPGRADE,
    UPGRADE_POINTS,
    JUMP,
    JUMP_ANYWHERE,
    ORE_PER_CONTROL,
    COLONIZE,
    GROW,
    PRODUCE_ORE,
    TRADE,
    MOVE_SUPPLY,
    PRIVATE_TECH,
    DRAW_SYSTEMS,
    OPTIONAL,
    CHOOSE,
    BASIC_ACTION,
    COPY_RESEARCH,
    REPEAT_IMMEDIATE,
    EV_REMOVE_GUILD,
    EV_KEEP,
    EV_EACH,
    EV_DISCOVERER,
    EV_CHOOSE_LEVEL,
    EV_EXTRA_SYSTEM,
    EV_LINK_SYSTEM,
    EV_LINK_ACHIEVEMENT,
    EV_LINK_TECH,
    EV_MUSEUM,
    EV_DYSON,
    PERM_SKIP_PREREQ,
    PERM_RETURN_AS_ORE,
    PERM_ANY_TRACK,
    PERM_WORMHOLE,
    PERM_EVICT,
    PERM_BUILD_ANYWHERE,
    PERM_ON_TRADE_3,
    PERM_ON_LAST_DISC,
    PERM_PRODUCE_ORE,
    PERM_EXTRA_JUMP,
    PERM_COLONIZE_ORE,
    PERM_EVENT_ORE,
) = codes(len(OPS))
EMPTY_LIST = np.int64(0)  # place of the list without effects
OPTION_WIDTH = np.int64(4)  # ore, returned population, two bytes of the effect list

# Flags of a research effect (BS-73, BS-153, BS-160)
DISCOVERED_ONLY, IGNORE_PREREQ, SKIP_IMMEDIATE, LEVEL_BY_COLONIES = (
    np.int64(bit) for bit in (1, 2, 4, 8)
)
# Flags of a colonise effect (BS-159)
UNCONTROLLED_AT_START, NO_CONTROL_BONUS = (np.int64(bit) for bit in (1, 2))

FREE, ACTION = codes(2)  # mode of an effect list: a bonus (BS-141), or a chosen action (BS-35)

# spaces (BS-38, BS-39, BS-34, BS-84, BS-119), in the order of the action layout
SPACE_RESEARCH_1, SPACE_RESEARCH_2, SPACE_BUILD, SPACE_SUPPLY = (np.int64(n) for n in (0, 4, 8, 10))
SPACE_GUILD, SPACE_TECH, SPACE_PRIVATE, SPACE_DYSON = (np.int64(n) for n in (11, 17, 55, 59))
NUM_SPACES = 60
ROW_NAMES = ("research I", "research II", "build and jump", "supply")
NUM_GUILDS = 4
