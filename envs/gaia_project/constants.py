"""Codes and sizes of Gaia Project. The ids stand in the same order as in the data files.

What kernels compare or hand on is typed (`codes`, `np.int64`); a size that only bounds loops and
shapes is a plain number.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import codes
from exozoo.envs.core.pending import PendingLayout

MAX_PLAYERS = 4
MAX_BID = 99  # VP that a seat can promise for its faction (GP-102)
AUTOMA = np.int64(1)  # its seat in a solo game
NUM_ROUNDS = np.int64(6)

# The board (GP-2): ten sectors of 19 hexes, or seven with one or two players.
NUM_SLOTS = 10
HEXES_PER_SECTOR = 19
NUM_HEXES = NUM_SLOTS * HEXES_PER_SECTOR
MAX_PLANETS = 64  # on all sectors, and the Lost Planet: 62, checked in components.py
NUM_NEIGHBOURS = 6
SMALL_BOARD, BIG_BOARD, X_BOARD = codes(3)
BOARD_IDS = ("small_7", "big_10", "xshape")
HEX_LABELS = (*(f"A{i}" for i in range(12)), *(f"B{i}" for i in range(6)), "C")

# Planet types; the first seven stand in the order of the terraforming cycle (GP-37).
TERRA, OXIDE, VOLCANIC, DESERT, SWAMP, TITANIUM, ICE, GAIA, TRANSDIM, LOST = codes(10)
NUM_HOME_TYPES = np.int64(7)
NUM_PLANET_TYPES = 10  # a hex without planet has NONE
PLANET_IDS = (
    "terra",
    "oxide",
    "volcanic",
    "desert",
    "swamp",
    "titanium",
    "ice",
    "gaia",
    "transdim",
    "lost",
)

# Pieces on the map; the first six are structures.
MINE, STATION, LAB, INSTITUTE, ACADEMY_KNOWLEDGE, ACADEMY_ACTION, GAIAFORMER, SPACE_STATION = codes(
    8
)
NUM_PIECES = 8
NUM_STRUCTURES = np.int64(6)
PIECE_IDS = (
    "mine",
    "trading_station",
    "research_lab",
    "planetary_institute",
    "academy_knowledge",
    "academy_action",
    "gaiaformer",
    "space_station",
)
PIECE_NAMES = (
    "mine",
    "trading station",
    "research lab",
    "planetary institute",
    "academy (knowledge)",
    "academy (action)",
    "gaiaformer",
    "space station",
)
MAX_SATELLITES = np.int64(25)  # O-8
MAX_SETTLED = 25  # 18 structures, the Lost Planet's mine and 6 space stations

# What can be gained; the first four are the player's stock.
CREDITS, ORE, KNOWLEDGE, QIC, CHARGE, TOKENS, VP = codes(7)
NUM_GOODS = 7
NUM_RESOURCES = 4
GOOD_IDS = ("credits", "ore", "knowledge", "qic", "power_charge", "power_tokens", "vp")
GOOD_NAMES = ("credits", "ore", "knowledge", "Q.I.C.", "power charged", "power tokens", "VP")

# Power areas (GP-15 to GP-17)
AREA_1, AREA_2, AREA_3, GAIA_AREA = codes(4)
NUM_AREAS = 4
AREA_NAMES = ("area I", "area II", "area III", "Gaia area")

(
    TERRANS,
    LANTIDS,
    XENOS,
    GLEENS,
    TAKLONS,
    AMBAS,
    HADSCH_HALLAS,
    IVITS,
    GEODENS,
    BALTAKS,
    FIRAKS,
    BESCODS,
    NEVLAS,
    ITARS,
) = codes(14)
NUM_FACTIONS = 14
FACTION_IDS = (
    "terrans",
    "lantids",
    "xenos",
    "gleens",
    "taklons",
    "ambas",
    "hadsch_hallas",
    "ivits",
    "geodens",
    "baltaks",
    "firaks",
    "bescods",
    "nevlas",
    "itars",
)

TERRAFORMING, NAVIGATION, INTELLIGENCE, GAIA_PROJECT, ECONOMY, SCIENCE = codes(6)
NUM_TRACKS = 6
TOP_LEVEL = np.int64(5)
NUM_LEVELS = 6
TRACK_IDS = (
    "terraforming",
    "navigation",
    "artificial_intelligence",
    "gaia_project",
    "economy",
    "science",
)
TRACK_NAMES = (
    "Terraforming",
    "Navigation",
    "Artificial Intelligence",
    "Gaia Project",
    "Economy",
    "Science",
)

# Tech tiles: standard kinds 0..8 (std1..std9), advanced kinds 0..14 (adv1..adv15)
NUM_STANDARD = 9
NUM_ADVANCED = 15
STANDARD_POSITIONS = (*TRACK_IDS, "free1", "free2", "free3")
STANDARD_IDS = tuple(f"std{i}" for i in range(1, NUM_STANDARD + 1))
ADVANCED_IDS = tuple(f"adv{i}" for i in range(1, NUM_ADVANCED + 1))
STD3, STD5, STD9 = np.int64(2), np.int64(4), np.int64(8)
ADV3, ADV11, ADV13 = np.int64(2), np.int64(10), np.int64(12)
TILE_NONE, TILE_OWNED, TILE_COVERED = codes(3)  # a player's standard tile

NUM_BOOSTERS = 10
NUM_ROUND_TILES = 10
ROUND_TILE_IDS = tuple(f"round{i}" for i in range(1, NUM_ROUND_TILES + 1))
(
    FINAL_STRUCTURES,
    FINAL_IN_FEDERATIONS,
    FINAL_PLANET_TYPES,
    FINAL_GAIA,
    FINAL_SECTORS,
    FINAL_SATELLITES,
) = codes(6)
NUM_FINAL_TILES = 6
FINAL_IDS = (
    "structures",
    "structures_in_federations",
    "planet_types",
    "gaia_planets",
    "sectors",
    "satellites",
)

FED12, FED8Q, FED8T, FED7O, FED7C, FED6K, GLEENS_TOKEN = codes(7)
NUM_TOKENS = 7
TOKEN_IDS = ("fed12", "fed8q", "fed8t", "fed7o", "fed7c", "fed6k", "gleens")

# Events that round tiles and tech tiles reward
(
    TERRAFORMING_STEP,
    RESEARCH_ADVANCE,
    BUILD_MINE,
    GAIN_TOKEN,
    BUILD_STATION,
    BUILD_MINE_ON_GAIA,
    BUILD_BIG,
) = codes(7)
NUM_EVENTS = 7
EVENT_IDS = (
    "terraforming_step",
    "research_advance",
    "build_mine",
    "gain_federation_token",
    "build_trading_station",
    "build_mine_on_gaia",
    "build_planetary_institute_or_academy",
)

# What tiles and boosters count
(
    PER_PLANET_TYPE,
    PER_SECTOR,
    PER_GAIA_PLANET,
    PER_FEDERATION,
    PER_MINE,
    PER_STATION,
    PER_LAB,
    PER_BIG,
    PER_ONE,
) = codes(9)
COUNT_IDS = (
    "planet_type",
    "sector",
    "gaia_planet",
    "federation",
    "mine",
    "trading_station",
    "research_lab",
    "planetary_institute_or_academy",
    "one",
)

# Where victory points come from
(
    VP_START,
    VP_ROUND,
    VP_BOOSTER,
    VP_TILE,
    VP_TOKEN,
    VP_CHARGE,
    VP_FACTION,
    VP_ACTION,
    VP_RESEARCH,
    VP_FINAL,
    VP_RESOURCES,
    VP_CARDS,
    VP_BID,
) = codes(13)
NUM_VP_SOURCES = 13
VP_NAMES = (
    "start",
    "round tiles",
    "boosters",
    "tech tiles",
    "federation tokens",
    "passive charging",
    "faction",
    "Q.I.C. actions",
    "research",
    "final tiles",
    "resources",
    "Automa cards",
    "bid",
)

# Board actions (GP-65), special actions (GP-66) and free actions (GP-70), as in actions.json
POWER1, POWER2, POWER3, POWER4, POWER5, POWER6, POWER7, QIC1, QIC2, QIC3 = codes(10)
NUM_BOARD_ACTIONS = 10
BOARD_ACTION_IDS = (*(f"power{i}" for i in range(1, 8)), "qic1", "qic2", "qic3")
(
    SPECIAL_STEP,
    SPECIAL_RANGE,
    SPECIAL_STD9,
    SPECIAL_ADV3,
    SPECIAL_ADV11,
    SPECIAL_ADV13,
    SPECIAL_ACADEMY,
    SPECIAL_INSTITUTE,
    SPECIAL_BESCODS,
) = codes(9)
NUM_SPECIALS = 9
SPECIAL_IDS = (
    "booster4",
    "booster5",
    "std9",
    "adv3",
    "adv11",
    "adv13",
    "academy",
    "institute",
    "bescods",
)
STEP_BOOSTER, RANGE_BOOSTER = np.int64(3), np.int64(4)  # boosters 4 and 5
BURN, P4_Q, P3_O, Q1_O, P4_K, P1_C, K1_C, O1_C, O1_T = codes(9)
C4_Q, C3_O, C4_K, GF_Q, T3G_K, N2_CC, N4_OC, N6_OO, B3_CCC = codes(9, 9)
NUM_FREE_ACTIONS = 18
FREE_ACTION_IDS = (
    "burn",
    "p4_q",
    "p3_o",
    "q1_o",
    "p4_k",
    "p1_c",
    "k1_c",
    "o1_c",
    "o1_t",
    "c4_q",
    "c3_o",
    "c4_k",
    "gf_q",
    "t3g_k",
    "n2_cc",
    "n4_oc",
    "n6_oo",
    "b3_ccc",
)

# Sources of income with power (GP-23)
(
    INCOME_INSTITUTE_CHARGE,
    INCOME_INSTITUTE_TOKENS,
    INCOME_BASE_TOKENS,
    INCOME_BOOSTER_TOKENS,
    INCOME_BOOSTER_CHARGE,
    INCOME_ECONOMY,
    INCOME_STD5,
    INCOME_LAB,
) = codes(8)
NUM_INCOME_SOURCES = 8
INCOME_NAMES = (
    "institute (charge)",
    "institute (tokens)",
    "faction board (tokens)",
    "booster (tokens)",
    "booster (charge)",
    "Economy",
    "tech tile",
    "research lab",
)

MAX_SETS = 32  # legal federations offered at once

# The Automa (GS-4, GS-7, GS-8): what its cards make it do, as in automa.json
NUM_CARDS = np.int64(17)
NUM_AUTOMA_LEVELS = 5
DO_UPGRADE, DO_MINE, DO_POWER_QIC, DO_HIGHEST, DO_RANDOM, DO_FACTION, DO_TRACK = codes(7)
AUTOMA_ACTION_IDS = (
    "upgrade",
    "build_mine",
    "power_qic",
    "research_highest",
    "research_random",
    "faction",
)

# How the board is drawn (GP-2, GP-86), whose turn it is in later rounds (GP-69, GP-87)
BOARD_FIRST_GAME, BOARD_FIXED_CENTRE, BOARD_SHUFFLED_CENTRE, BOARD_RANDOM = codes(4)
BOARD_MODES = ("first_game", "fixed_centre", "shuffled_centre", "random")
ORDER_CLOCKWISE, ORDER_PASSING = codes(2)
ORDER_MODES = ("clockwise", "passing")

# What can be pending (see core/pending.py): decisions of the rules page's list D-1 to D-24, each with
# its name for people and the names of its arguments …
DECISIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "choose_faction": ("choose a faction", ()),
    "choose_start": ("place a starting structure", ("piece",)),
    "choose_booster": ("choose a booster", ()),
    "choose_income": ("choose the next source of power income", ()),
    "convert_gaia": ("convert tokens of the Gaia area", ("tokens",)),
    "buy_tile": ("buy a tech tile with tokens of the Gaia area", ()),
    "take_turn": ("take a turn", ()),
    "choose_upgrade": ("choose the structure to upgrade", ("piece",)),
    "choose_set": ("choose the planets of the federation", ()),
    "choose_token": ("choose a federation token", ()),
    "choose_tile": ("choose a tech tile", ()),
    "choose_covered": ("choose the tile to cover", ("track",)),
    "choose_track": ("choose the research track", ("limit",)),
    "place_lost_planet": ("place the Lost Planet", ()),
    "build_with_bonus": ("build with the bonus of the action", ("free_steps", "extra_range")),
    "choose_rescore": ("choose the token to score again", ()),
    "choose_swap": ("choose the mine to swap with", ()),
    "choose_downgrade": ("choose the research lab to turn back", ()),
    "move_brainstone": ("decide about the brainstone", ("case", "amount")),
    "place_space_station": ("place a space station", ()),
    "finish_turn": ("finish the turn", ()),
    "charge_offer": ("answer an offer to charge power", ("power", "hex")),
}
# … and steps that the engine takes by itself.
STEPS: dict[str, tuple[str, ...]] = {
    "start_round": (),
    "start_income": (),
    "rest_of_income": (),
    "start_gaia": (),
    "return_tokens": (),
    "next_turn": (),
    "end_turn": (),
    "offer_charges": (),
    "add_token": (),
    "automa_start": ("piece",),
    "automa_booster": (),
    "automa_turn": (),
}
PENDING = PendingLayout({kind: names for kind, (_, names) in DECISIONS.items()} | STEPS)
(
    CHOOSE_FACTION,
    CHOOSE_START,
    CHOOSE_BOOSTER,
    CHOOSE_INCOME,
    CONVERT_GAIA,
    BUY_TILE,
    TAKE_TURN,
    CHOOSE_UPGRADE,
    CHOOSE_SET,
    CHOOSE_TOKEN,
    CHOOSE_TILE,
    CHOOSE_COVERED,
    CHOOSE_TRACK,
    PLACE_LOST_PLANET,
    BUILD_WITH_BONUS,
    CHOOSE_RESCORE,
    CHOOSE_SWAP,
    CHOOSE_DOWNGRADE,
    MOVE_BRAINSTONE,
    PLACE_SPACE_STATION,
    FINISH_TURN,
    CHARGE_OFFER,
    START_ROUND,
    START_INCOME,
    REST_OF_INCOME,
    START_GAIA,
    RETURN_TOKENS,
    NEXT_TURN,
    END_TURN,
    OFFER_CHARGES,
    ADD_TOKEN,
    AUTOMA_START,
    AUTOMA_BOOSTER,
    AUTOMA_TURN,
) = PENDING.codes()
DECISION_NAMES = tuple(name for name, _ in DECISIONS.values())
NUM_DECISIONS = len(DECISIONS)
MAX_PENDING = 24
MAX_NEW = 2  # a structure and the Lost Planet in one turn

# Where the arguments of a decision lie
(START_PIECE,) = PENDING.columns("choose_start")
(UPGRADE_PIECE,) = PENDING.columns("choose_upgrade")
(TOKENS_LEFT,) = PENDING.columns("convert_gaia")
(ADVANCED_TRACK,) = PENDING.columns("choose_covered")
(TRACK_LIMIT,) = PENDING.columns("choose_track")
BONUS_STEPS, BONUS_RANGE = PENDING.columns("build_with_bonus")
STONE_CASE, STONE_AMOUNT = PENDING.columns("move_brainstone")
OFFER_POWER, OFFER_HEX = PENDING.columns("charge_offer")

# Cases of MOVE_BRAINSTONE (D-20)
STONE_CHARGE, STONE_SPEND, STONE_GAIA, STONE_DISCARD = codes(4)

# What limits CHOOSE_TRACK (D-14): a track number, or one of these
ANY_TRACK, LOWEST_TRACK = codes(2, NUM_TRACKS)


def _check_names() -> None:
    """Every list of names has an entry for each code, and named codes are those of their names."""
    for names, number in (
        (BOARD_IDS, X_BOARD + 1),
        (PLANET_IDS, NUM_PLANET_TYPES),
        (PIECE_IDS, NUM_PIECES),
        (PIECE_NAMES, NUM_PIECES),
        (GOOD_IDS, NUM_GOODS),
        (GOOD_NAMES, NUM_GOODS),
        (AREA_NAMES, NUM_AREAS),
        (FACTION_IDS, NUM_FACTIONS),
        (TRACK_IDS, NUM_TRACKS),
        (TRACK_NAMES, NUM_TRACKS),
        (STANDARD_POSITIONS, NUM_STANDARD),
        (FINAL_IDS, NUM_FINAL_TILES),
        (TOKEN_IDS, NUM_TOKENS),
        (EVENT_IDS, NUM_EVENTS),
        (COUNT_IDS, PER_ONE + 1),
        (VP_NAMES, NUM_VP_SOURCES),
        (BOARD_ACTION_IDS, NUM_BOARD_ACTIONS),
        (SPECIAL_IDS, NUM_SPECIALS),
        (FREE_ACTION_IDS, NUM_FREE_ACTIONS),
        (INCOME_NAMES, NUM_INCOME_SOURCES),
        (AUTOMA_ACTION_IDS, DO_TRACK),
    ):
        if len(names) != number:
            raise ValueError(f"{len(names)} names for {number} codes: {', '.join(names)}")
    kinds = tuple(PENDING.kinds)
    for names in (kinds, FACTION_IDS, PLANET_IDS, BOARD_ACTION_IDS, FREE_ACTION_IDS):
        for code, name in enumerate(names):
            if globals()[name.upper()] != code:
                raise ValueError(f"{name.upper()} is not the code of {name!r}, {code}")


_check_names()
