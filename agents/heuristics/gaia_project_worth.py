"""What things of Gaia Project are worth in victory points, by round: the heuristic's one table."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, codes, table
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
    FINISH_TURN,
    NUM_AREAS,
    NUM_DECISIONS,
    NUM_EVENTS,
    NUM_FACTIONS,
    NUM_GOODS,
    NUM_ROUNDS,
    NUM_STRUCTURES,
    PLACE_LOST_PLANET,
    TAKE_TURN,
)

# Rows of WORTH. First the goods at once, then one a round for all rounds to come.
INCOME = np.int64(NUM_GOODS)
AREA_WORTH = np.int64(2 * NUM_GOODS)  # a token in each area of power
PIECE_WORTH = AREA_WORTH + NUM_AREAS  # a structure of each kind, beside income and power value
EVENTS = PIECE_WORTH + NUM_STRUCTURES  # how often an event will still happen, for tiles that pay it
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
) = codes(22, EVENTS + NUM_EVENTS)
NUM_ROWS = int(WAIT_OTHER) + 1

# (in round 1, in round 6), in between in equal steps
SETTINGS: dict[int, tuple[float, float]] = {
    0: (0.55, 0.34),  # credits
    1: (1.7, 0.36),  # ore
    2: (1.7, 0.40),  # knowledge
    3: (3.4, 0.60),  # Q.I.C.
    4: (0.40, 0.12),  # power charged
    5: (0.50, 0.05),  # power tokens
    6: (1.0, 1.0),  # VP
    int(AREA_WORTH) + 0: (0.30, 0.02),
    int(AREA_WORTH) + 1: (0.70, 0.16),
    int(AREA_WORTH) + 2: (1.05, 0.34),
    int(AREA_WORTH) + 3: (0.25, 0.0),
    int(PIECE_WORTH) + 0: (1.0, 0.0),
    int(PIECE_WORTH) + 1: (5.0, 0.0),
    int(PIECE_WORTH) + 2: (4.5, 0.0),
    int(PIECE_WORTH) + 3: (7.0, 0.0),
    int(PIECE_WORTH) + 4: (5.0, 0.0),
    int(PIECE_WORTH) + 5: (5.0, 0.0),
    int(EVENTS) + 0: (4.0, 0.3),  # terraforming steps
    int(EVENTS) + 1: (9.0, 1.0),  # research
    int(EVENTS) + 2: (6.0, 0.5),  # mines
    int(EVENTS) + 3: (2.5, 0.3),  # federation tokens
    int(EVENTS) + 4: (4.0, 0.3),  # stations
    int(EVENTS) + 5: (2.5, 0.3),  # mines on Gaia
    int(EVENTS) + 6: (2.0, 0.2),  # big
    int(LEVEL): (1.5, 0.0),
    int(STEP): (3.5, 0.0),
    int(RANGE): (2.0, 0.0),
    int(GAIAFORMER_WORTH): (3.0, 0.0),
    int(PROJECT): (7.0, 0.0),
    int(REACH): (12.0, 0.0),
    int(CLUSTER): (6.0, 0.0),
    int(UNFEDERATED): (0.9, 0.1),
    int(GREEN): (3.0, 0.3),
    int(NEIGHBOUR): (0.5, 0.0),
    int(SATELLITE): (0.0, 0.0),
    int(TYPE): (1.0, 0.1),
    int(SPECIAL): (0.9, 0.95),
    int(SPREAD): (3.0, 0.5),
    int(NEXT_TILE): (0.35, 0.35),
    int(STEP_BOOSTER_ROW): (3.5, 1.0),
    int(RANGE_BOOSTER_ROW): (2.0, 0.5),
    int(WAIT_TILE): (11.0, 7.0),
    int(WAIT_COVER): (12.0, 10.0),
    int(WAIT_TRACK): (4.5, 4.0),
    int(WAIT_TOKEN): (13.0, 12.0),
    int(WAIT_OTHER): (1.0, 1.0),
}


def worth_table(settings: dict[int, tuple[float, float]]) -> np.ndarray:
    """float64[row, round 0..6]; income of the rounds to come is added up from the goods' worth."""
    rounds = int(NUM_ROUNDS)
    worth = np.zeros((NUM_ROWS, rounds + 1))
    for row, (first, last) in settings.items():
        worth[row] = np.interp(range(rounds + 1), [1, rounds], [first, last])
    for good in range(NUM_GOODS):
        for now in range(rounds):
            worth[int(INCOME) + good, now] = worth[good, now + 1 :].sum()
    return worth


WORTH = table(worth_table(SETTINGS), np.float64)


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


WAITING_ROW = table(_waiting_rows())  # row of WORTH for a choice still to make, by task

# choices that belong to an action just taken
_alone = (TAKE_TURN, FINISH_TURN, CHARGE_OFFER, CHOOSE_FACTION)
FOLLOW_UP = table([int(task not in _alone) for task in range(NUM_DECISIONS)])

COUNT_GROWTH = table([1.3, 1.6, 0.7, 0.5, 0.7, 1.1], np.float64)  # a round, by final tile
FACTION_WORTH = table(np.zeros(NUM_FACTIONS), np.float64)
