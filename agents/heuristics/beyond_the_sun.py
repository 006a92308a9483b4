"""Beyond the Sun by rules of thumb; docs/strategy/beyond_the_sun.md says them in words.

Only an appraisal: actions are weighed by it at the end of the turn that they begin. Its numbers stand
in one table: what each thing is worth in points at the start and at the end of the game.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import (
    H_CONDITION,
    H_COUNT,
    H_LEVEL,
    H_VP,
    L_LEVEL,
    S_STRENGTH,
    S_VP,
    START,
    START_TRIGGER,
    achievement,
    slot_fact,
    system,
)
from exozoo.envs.beyond_the_sun.constants import (
    FIRST_SYSTEM,
    IF_ALL_SLOTS,
    IF_AUTOMATION,
    IF_COLONIES,
    IF_ORE,
    IF_OUTPOSTS,
    IF_SHIPS,
    IF_STRENGTH,
    IF_SYMBOLS,
    IF_TECHS,
    NUM_COLUMNS,
    NUM_NODES,
    NUM_SLOTS,
)
from exozoo.envs.beyond_the_sun.pending import K_SPACE
from exozoo.envs.beyond_the_sun.rules.board import prereqs_met
from exozoo.envs.beyond_the_sun.rules.effects import (
    automation_level,
    colonies,
    food_shows,
    growth,
    has_researched,
    ore_symbols,
    outposts,
    ship_count,
    ships_of_level,
    strength,
    techs_of_level,
)
from exozoo.envs.beyond_the_sun.rules.phase_turn import fleet_strength, free_place
from exozoo.envs.core.codes import NONE, ZERO, codes, names_of
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, top

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
) = codes(24)
ROWS = tuple(name.lower() for name in names_of(globals(), "RIVAL", "ACHIEVEMENT_SHARE"))

NUM_STAGES = 11  # of a game: 9 before its end is known, then its last two rounds
STAGES = tuple(stage / (NUM_STAGES - 1) for stage in range(NUM_STAGES))
KNOWN_END = np.int64(9)
USUAL_ROUNDS = np.int64(14)


@jit
def stage_of(s):
    """How far the game is, by rounds and by achievement discs."""
    if s.last_round:
        return KNOWN_END + (s.round_number >= s.last_round)
    discs = ZERO
    for place in range(4):
        for slot in range(4):
            discs += s.achievement_disc[place, slot] != NONE
    by_rounds = np.int64(s.round_number) * KNOWN_END // USUAL_ROUNDS
    by_discs = discs * KNOWN_END // np.int64(s.box[START + START_TRIGGER])
    return min(max(by_rounds, by_discs), KNOWN_END - 1)


@jit
def research_value(s, seat, worth, stage):
    """Technologies for what they open: action spaces, and slots that may come next."""
    total, ready = 0.0, prereqs_met(s, seat, ZERO)
    for number in range(NUM_SLOTS):
        slot = np.int64(number)
        level = slot_fact(s, slot, L_LEVEL) - 1
        if has_researched(s, seat, slot):
            total += worth[LEVEL_1 + level, stage]
        elif (ready >> slot) & 1:
            total += worth[OPEN_1 + level, stage]
    return total


@jit
def system_value(s, seat, worth, stage):
    """Systems that can be colonised next."""
    total = 0.0
    for number in range(FIRST_SYSTEM, NUM_NODES):
        node = np.int64(number)
        card = np.int64(s.node_system[node])
        if card != NONE and s.controller[node] == seat:
            is_ripe = strength(s, seat, node) >= system(s, card, S_STRENGTH)
            share = worth[RIPE, stage] if is_ripe else worth[NEARLY, stage]
            total += share * system(s, card, S_VP)
    return total


@jit
def way_to(s, seat, place):
    """How much of an achievement's condition is met, from 0 to 1."""
    kind, level = achievement(s, place, H_CONDITION), achievement(s, place, H_LEVEL)
    count = np.float64(max(achievement(s, place, H_COUNT), 1))
    if kind == IF_TECHS:
        return techs_of_level(s, seat, level) / count
    if kind == IF_COLONIES:
        return colonies(s, seat) / count
    if kind == IF_ALL_SLOTS:
        slots = 0
        for slot in range(NUM_SLOTS):
            slots += slot_fact(s, np.int64(slot), L_LEVEL) == level
        return techs_of_level(s, seat, level) / max(slots, 1)
    if kind == IF_AUTOMATION:
        return automation_level(s, seat) / count
    if kind == IF_ORE:
        return s.players[seat].ore / count
    if kind == IF_STRENGTH:
        return fleet_strength(s, seat) / count
    if kind == IF_OUTPOSTS or kind == IF_SYMBOLS:
        return outposts(s, seat) / count
    if kind == IF_SHIPS:
        return ships_of_level(s, seat, level) / count
    return 0.0


@jit
def achievement_value(s, seat, worth, stage):
    """Points of achievements not yet claimed, by the square of the way towards them."""
    total = 0.0
    for number in range(4):
        place = np.int64(number)
        free = free_place(s, seat, place)
        if free != NONE:
            way = min(way_to(s, seat, place), 1.0)
            total += achievement(s, place, H_VP + free) * way * way
    return total * worth[ACHIEVEMENT_SHARE, stage]


@jit
def seat_value(s, seat, stage, worth):
    """Points in sight and what the seat's means will bring."""
    player = s.players[seat]
    total = np.float64(s.scores[seat])
    total += worth[ORE_WORTH, stage] * min(np.float64(player.ore), worth[ORE_ENOUGH, stage])
    people = min(np.float64(player.population), worth[POPULATION_ENOUGH, stage])
    total += worth[POPULATION, stage] * people
    for column in range(NUM_COLUMNS):
        total += worth[FOOD_SYMBOL, stage] * food_shows(s, seat, np.int64(column))
    total += worth[GROWING, stage] * growth(s, seat)
    total += worth[ORE_SYMBOL, stage] * ore_symbols(s, seat)
    total += worth[SHIP, stage] * ship_count(s, seat)
    total += worth[STRENGTH, stage] * fleet_strength(s, seat)
    total += worth[OUTPOST, stage] * outposts(s, seat)
    total += worth[COLONY, stage] * colonies(s, seat)
    total += worth[AUTOMATION, stage] * automation_level(s, seat)
    total += research_value(s, seat, worth, stage) + system_value(s, seat, worth, stage)
    return total + achievement_value(s, seat, worth, stage)


@jit
def appraise(s, worth, points):
    """The same for every seat."""
    stage = stage_of(s)
    for seat in range(s.num_players):
        points[seat] = seat_value(s, np.int64(seat), stage, worth)


@jit
def begins_turn(s):
    """Whether the deciding seat is about to take its turn."""
    return top(s, KIND) == K_SPACE
