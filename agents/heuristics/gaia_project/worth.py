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
    NUM_RESOURCES,
    NUM_ROUNDS,
    NUM_STRUCTURES,
    PLACE_LOST_PLANET,
    TAKE_TURN,
)

# Rows of WORTH. First the goods at once, then one a round for all rounds to come.
INCOME = np.int64(NUM_GOODS)
AREA_WORTH = np.int64(2 * NUM_GOODS)  # a token in each area of power
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
) = codes(22, int(EVENTS + NUM_EVENTS))
NUM_ROWS = int(WAIT_OTHER) + 1

# (in round 1, in round 6), in between in equal steps
SETTINGS: dict[int, tuple[float, float]] = {
    0: (0.56, 0.33),  # credits
    1: (1.75, 0.33),  # ore
    2: (1.22, 0.33),  # knowledge
    3: (5.04, 1.19),  # Q.I.C.
    4: (0.52, 0.2),  # power charged
    5: (0.58, 0.25),  # power tokens
    6: (1.0, 1.0),  # VP
    int(INCOME) + 0: (1.72, 1.12),
    int(INCOME) + 1: (1.38, 1.36),
    int(INCOME) + 2: (1.02, 1.43),
    int(INCOME) + 3: (0.76, 0.77),
    int(INCOME) + 4: (1.01, 0.84),
    int(INCOME) + 5: (1.09, 0.93),
    int(ENOUGH) + 0: (14.58, 10.26),
    int(ENOUGH) + 1: (8.62, 7.82),
    int(ENOUGH) + 2: (7.97, 7.95),
    int(ENOUGH) + 3: (4.44, 4.96),
    int(AREA_WORTH) + 0: (0.35, 0.0),
    int(AREA_WORTH) + 1: (0.85, 0.12),
    int(AREA_WORTH) + 2: (1.4, 0.24),
    int(AREA_WORTH) + 3: (0.35, 0.0),
    int(PIECE_WORTH) + 0: (1.07, 0.0),
    int(PIECE_WORTH) + 1: (2.8, 0.03),
    int(PIECE_WORTH) + 2: (7.64, 0.08),
    int(PIECE_WORTH) + 3: (5.83, 0.0),
    int(PIECE_WORTH) + 4: (6.21, 0.05),
    int(PIECE_WORTH) + 5: (5.65, 0.1),
    int(EVENTS) + 0: (5.28, 0.24),  # terraforming steps
    int(EVENTS) + 1: (12.86, 0.96),  # research
    int(EVENTS) + 2: (9.67, 0.3),  # mines
    int(EVENTS) + 3: (2.08, 0.35),  # federation tokens
    int(EVENTS) + 4: (3.32, 0.41),  # stations
    int(EVENTS) + 5: (4.69, 0.27),  # mines on Gaia
    int(EVENTS) + 6: (1.7, 0.0),  # big
    int(LEVEL): (2.7, 0.15),
    int(STEP): (3.94, 0.08),
    int(RANGE): (1.71, 0.0),
    int(GAIAFORMER_WORTH): (2.55, 0.0),
    int(PROJECT): (11.64, 0.0),
    int(REACH): (13.97, 0.0),
    int(CLUSTER): (9.87, 0.0),
    int(UNFEDERATED): (0.99, 0.1),
    int(GREEN): (3.99, 0.3),
    int(NEIGHBOUR): (0.39, 0.0),
    int(SATELLITE): (0.0, 0.0),
    int(TYPE): (0.87, 0.0),
    int(SPECIAL): (0.74, 0.86),
    int(SPREAD): (1.69, 0.61),
    int(NEXT_TILE): (0.5, 0.3),
    int(STEP_BOOSTER_ROW): (1.87, 0.83),
    int(RANGE_BOOSTER_ROW): (1.46, 0.69),
    int(WAIT_TILE): (11.18, 8.5),
    int(WAIT_COVER): (10.81, 10.28),
    int(WAIT_TRACK): (4.76, 4.4),
    int(WAIT_TOKEN): (13.17, 15.64),
    int(WAIT_OTHER): (0.83, 1.03),
}


def worth_table(settings: dict[int, tuple[float, float]]) -> np.ndarray:
    """float64[row, round 0..6]; income of the rounds to come is added up from the goods' worth."""
    rounds = int(NUM_ROUNDS)
    worth = np.zeros((NUM_ROWS, rounds + 1))
    for row, (first, last) in settings.items():
        worth[row] = np.interp(range(rounds + 1), [1, rounds], [first, last])
    for good in range(NUM_GOODS):
        for now in range(rounds):
            worth[int(INCOME) + good, now] *= worth[good, now + 1 :].sum()
    worth[int(INCOME) : int(INCOME) + NUM_GOODS, rounds] = 0.0
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
