"""What the appraisal of Beyond the Sun counts with: rows of weights, and stages of a game."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import codes, names_of

(
    RIVAL,
    ORE_WORTH,
    ORE_ENOUGH,  # ore beyond this counts nothing
    POPULATION,
    POPULATION_ENOUGH,
    FOOD_SYMBOL,  # a visible symbol of the food track
    GROWING,  # a cube that growing would give now
    ORE_SYMBOL,
    LEVEL_1,  # a technology of each level, beside its points
    LEVEL_2,
    LEVEL_3,
    LEVEL_4,
    OPEN_1,  # a slot that may be researched next
    OPEN_2,
    OPEN_3,
    OPEN_4,
    SHIP,
    STRENGTH,
    OUTPOST,  # beside its point
    COLONY,  # beside its points
    RIPE,  # share of a system's points that control and strength promise
    NEARLY,  # share of them for control without the strength
    AUTOMATION,  # beside its points
    ACHIEVEMENT_SHARE,  # share of an achievement's points for the way towards it
    LOOKS_AHEAD,  # 1: what is under way counts, and nothing but points after the last turn
    PEOPLE_1,  # the first cubes of the population, beside what each is worth
    PEOPLE_2,
    PEOPLE_3,
    FOOD_DISC,  # a disc that has left the food track
    ORE_DISC,
    BUILD_UP,  # share of a controlled system's points, by the square of the strength there
    ARRIVED,  # the same where another faction or nobody is in control
    READY,  # share of the best ripe system's points if a colonising action is at hand
    PAID,  # and its ore is there
    COLONIZE_ACTION,  # an action that colonises: each ore that it is cheaper than DEAR
    THIRD_ACTION,  # the same of the actions that research levels III and IIII
    FOURTH_ACTION,
    THIRD_PAID,  # level III can be researched next turn
    FLEET_ACTION,  # the best action that builds, upgrades and moves ships, by half strengths
    ORE_ACTION,  # the best action that brings ore, each unit
    PEOPLE_ACTION,
    FOURTH_WAY,  # share of level IIII's points for the way towards it
    TRANSCEND_WAY,  # share of an achievement for level IIII, for the same way
    WAIT_SLOT,  # a research under way, each level
    WAIT_AUTOMATION,
    WAIT_UPGRADE,  # each level
    MOVE,  # a ship that is to move: better to leave it if nothing is gained
    HASTE,  # a decision of a turn
    ALONE,  # choices within a turn are made by the own position only
) = codes(49)
ROWS = tuple(name.lower() for name in names_of(globals(), "RIVAL", "ALONE"))
SWITCHES = ("looks_ahead", "move", "haste", "alone")

NUM_STAGES = 11  # of a game: 9 before its end is known, then its last two rounds
STAGES = tuple(stage / (NUM_STAGES - 1) for stage in range(NUM_STAGES))
KNOWN_END = np.int64(9)
USUAL_ROUNDS = np.int64(14)  # as the first version took them
LONG_GAME = np.int64(20)
