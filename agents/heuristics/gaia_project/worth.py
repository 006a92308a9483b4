"""The rows of the Gaia Project heuristic's table: what things are worth in victory points, by round."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, codes, names_of, table
from exozoo.envs.gaia_project.components import (
    ACTION_OF_ADVANCED,
    INCOME_OF_BOOSTER,
    ONCE_OF_ADVANCED,
    TRIGGER_OF_ADVANCED,
    TRIGGER_OF_STANDARD,
)
from exozoo.envs.gaia_project.constants import (
    BUILD_WITH_BONUS,
    CHARGE_OFFER,
    CHOOSE_COVERED,
    CHOOSE_DOWNGRADE,
    CHOOSE_FACTION,
    CHOOSE_RESCORE,
    CHOOSE_SET,
    CHOOSE_TILE,
    CHOOSE_TOKEN,
    CHOOSE_TRACK,
    CHOOSE_UPGRADE,
    EVENT_IDS,
    FACTION_IDS,
    FINISH_TURN,
    GOOD_IDS,
    NUM_ADVANCED,
    NUM_AREAS,
    NUM_BOOSTERS,
    NUM_DECISIONS,
    NUM_EVENTS,
    NUM_FACTIONS,
    NUM_GOODS,
    NUM_RESOURCES,
    NUM_ROUNDS,
    NUM_STANDARD,
    NUM_STRUCTURES,
    NUM_TRACKS,
    PIECE_IDS,
    PLACE_LOST_PLANET,
    TAKE_TURN,
    TRACK_IDS,
)

# Rows: the rival's share, the goods at once, then one a round for all rounds to come.
AT_ONCE = np.int64(1)
INCOME = AT_ONCE + NUM_GOODS
AREA_WORTH = INCOME + NUM_GOODS  # a token in each area of power
PIECE_WORTH = AREA_WORTH + NUM_AREAS  # a structure of each kind, beside income and power value
ENOUGH = PIECE_WORTH + NUM_STRUCTURES  # of each resource; what is beyond counts as in round 6
EVENTS = ENOUGH + NUM_RESOURCES  # how often an event will still happen, for tiles that pay it
(
    LEVEL,  # a research level below the first that scores
    STEP,  # an ore saved for each terraforming step
    RANGE,  # a hex of range
    GAIAFORMER_WORTH,  # a gaiaformer at hand
    PROJECT,  # a gaiaformer on a planet
    REACH,  # many planets in reach
    CLUSTER,  # a federation's worth of power close together
    UNFEDERATED,  # power outside federations, each
    GREEN,  # a green federation token, the first two
    NEIGHBOUR,  # an own structure with neighbours: charging, cheaper stations
    SATELLITE,
    TYPE,  # a planet type
    SPECIAL,  # share of a special action's gain that counts
    SPREAD,  # of final counts that makes a likely lead
    NEXT_TILE,  # share of the next round tile for what is kept ready
    STEP_BOOSTER_ROW,
    RANGE_BOOSTER_ROW,
    WAIT_TILE,
    WAIT_COVER,
    WAIT_TRACK,
    WAIT_TOKEN,
    WAIT_OTHER,
    ENOUGH_POWER,  # tokens of area III; those beyond count as in round 6. 0: no limit
    FEDERATION_1,  # the first federation that the pieces outside of federations could form
    FEDERATION_2,  # and after it the second
    FEDERATION_3,
    LINK,  # a satellite of these, as a cost
    ADVANCED_READY,  # share of the best advanced tile whose track is high enough
    ADVANCED_NEAR,  # share of it one level below
    NEIGHBOUR_POWER,  # power value of a structure with neighbours, for each of two of them
    TOP_READY,  # a track on level 4 whose top is free, with a green token
    INCOME_CREDITS_ENOUGH,  # a round; what is beyond counts by the share below. 0: no limit
    INCOME_ORE_ENOUGH,
    INCOME_KNOWLEDGE_ENOUGH,
    INCOME_BEYOND,
    PASS_LOOKS_AHEAD,  # 1: after passing goods count as in the next round, at the end as they score
    TOKEN_HELD,  # a power token wherever it is, for the rounds it can still be charged in
    TOKENS_ENOUGH,  # tokens beyond this many count nothing more
    CREDITS_PER_ORE,  # by which credits, in hand and as income, are enough later
    LOOK_AHEAD,  # main actions after which another turn is tried. 0: none
) = codes(40, int(EVENTS + NUM_EVENTS))
NUM_PLANS = 3
TRACK_WORTH = LOOK_AHEAD + 1  # a level of each track, beside what LEVEL says
INSTITUTE_WORTH = TRACK_WORTH + NUM_TRACKS  # each faction's institute, beside PIECE_WORTH
FACTION_WORTH = INSTITUTE_WORTH + NUM_FACTIONS  # when factions are chosen
# behind the rows of the file, from them: what kernels would otherwise add up for every position
GOODS_OF_BOOSTER = FACTION_WORTH + NUM_FACTIONS
EVENTS_OF_STANDARD = GOODS_OF_BOOSTER + NUM_BOOSTERS
EVENTS_OF_ADVANCED = EVENTS_OF_STANDARD + NUM_STANDARD
USES_OF_ADVANCED = EVENTS_OF_ADVANCED + NUM_ADVANCED
GOODS_OF_ADVANCED = USES_OF_ADVANCED + NUM_ADVANCED
ROWS = (
    "rival",
    *GOOD_IDS,
    *(f"income_{good}" for good in GOOD_IDS),
    *(f"in_{area}" for area in ("area_1", "area_2", "area_3", "gaia_area")),
    *(f"piece_{piece}" for piece in PIECE_IDS[:NUM_STRUCTURES]),
    *(f"enough_{good}" for good in GOOD_IDS[:NUM_RESOURCES]),
    *(f"event_{event}" for event in EVENT_IDS),
    *(name.lower() for name in names_of(globals(), "LEVEL", "LOOK_AHEAD")),
    *(f"track_{track}" for track in TRACK_IDS),
    *(f"institute_{faction}" for faction in FACTION_IDS),
    *(f"faction_{faction}" for faction in FACTION_IDS),
)
SWITCHES = ("pass_looks_ahead", "look_ahead")  # how things are done: not for tuning
STAGES = (0.0, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0)  # before the first round, then by round


def _sums(amounts: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """What these amounts are worth at each stage, added up in one order on every machine."""
    total = np.zeros((len(amounts), rows.shape[1]))
    for column, row in zip(amounts.T, rows, strict=True):
        total += column[:, None] * row
    return total


def complete(worth: np.ndarray) -> np.ndarray:
    """Income is given as a share of what its goods will be worth in the rounds to come; sums behind it."""
    rounds = int(NUM_ROUNDS)
    for good in range(NUM_GOODS):
        for now in range(rounds):
            worth[INCOME + good, now] *= worth[AT_ONCE + good, now + 1 :].sum()
    worth[INCOME : INCOME + NUM_GOODS, rounds] = 0.0
    at_once, income = worth[AT_ONCE : AT_ONCE + NUM_GOODS], worth[INCOME : INCOME + NUM_GOODS]
    events = worth[EVENTS : EVENTS + NUM_EVENTS]
    return np.concatenate(
        [
            worth,
            _sums(INCOME_OF_BOOSTER, at_once),
            _sums(TRIGGER_OF_STANDARD, events),
            _sums(TRIGGER_OF_ADVANCED, events),
            _sums(ACTION_OF_ADVANCED, income),
            _sums(ONCE_OF_ADVANCED, at_once),
        ]
    )


def _waiting_rows() -> np.ndarray:
    rows = np.full(64, NONE)
    for task in (CHOOSE_UPGRADE, BUILD_WITH_BONUS, CHOOSE_RESCORE, CHOOSE_DOWNGRADE):
        rows[task] = WAIT_OTHER
    rows[PLACE_LOST_PLANET] = WAIT_TRACK
    rows[CHOOSE_TILE] = WAIT_TILE
    rows[CHOOSE_COVERED] = WAIT_COVER
    rows[CHOOSE_TRACK] = WAIT_TRACK
    rows[CHOOSE_TOKEN] = WAIT_TOKEN
    rows[CHOOSE_SET] = WAIT_TOKEN
    return rows


WAITING_ROW = table(_waiting_rows())  # row for a choice still to make, by task

# choices that belong to an action just taken
_alone = (TAKE_TURN, FINISH_TURN, CHARGE_OFFER, CHOOSE_FACTION)
FOLLOW_UP = table([int(task not in _alone) for task in range(NUM_DECISIONS)])

COUNT_GROWTH = table([1.3, 1.6, 0.7, 0.5, 0.7, 1.1], np.float64)  # a round, by final tile
