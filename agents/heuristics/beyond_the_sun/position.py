"""What a seat's position is worth in points: what it scores now, and what its means will bring."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.beyond_the_sun.achievements import achievement_value
from exozoo.agents.heuristics.beyond_the_sun.board import find_board
from exozoo.agents.heuristics.beyond_the_sun.fleet import fleet_value
from exozoo.agents.heuristics.beyond_the_sun.known import known_of
from exozoo.agents.heuristics.beyond_the_sun.offers import find_offers
from exozoo.agents.heuristics.beyond_the_sun.plans import (
    actions_value,
    colonizing_value,
    fourth_value,
    fourth_way,
    waiting_value,
)
from exozoo.agents.heuristics.beyond_the_sun.worth import (
    AUTOMATION,
    COLONY,
    FOOD_DISC,
    FOOD_SYMBOL,
    GROWING,
    KNOWN_END,
    LEVEL_1,
    LONG_GAME,
    LOOKS_AHEAD,
    OPEN_1,
    ORE_DISC,
    ORE_ENOUGH,
    ORE_SYMBOL,
    ORE_WORTH,
    OUTPOST,
    PEOPLE_1,
    POPULATION,
    POPULATION_ENOUGH,
    SHIP,
    STRENGTH,
    USUAL_ROUNDS,
)
from exozoo.envs.beyond_the_sun.components import (
    L_LEVEL,
    START,
    START_TRIGGER,
    slot_fact,
)
from exozoo.envs.beyond_the_sun.constants import (
    FOOD,
    NUM_COLUMNS,
    NUM_DISCS,
    NUM_SLOTS,
    ORE,
)
from exozoo.envs.beyond_the_sun.pending import K_SPACE
from exozoo.envs.beyond_the_sun.rules.effects import (
    automation_level,
    food_shows,
    growth,
    has_researched,
    ore_symbols,
)
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, top

FIRST_CUBES = np.int64(3)  # that have rows of their own


@jit
def stage_of(s, looks_ahead):
    """How far the game is, by rounds; without looking ahead by achievement discs as well.

    Who looks ahead counts a round as over while its last turn is taken: else all that this turn
    leaves for later would seem to lose worth by ending it. Discs must not count for the like reason.
    """
    now = np.int64(s.round_number)
    if looks_ahead and s.active == s.num_players - 1 and top(s, KIND) != K_SPACE:
        now += 1
    if s.last_round:
        return KNOWN_END + (now >= s.last_round)
    if looks_ahead:
        return min(now * KNOWN_END // LONG_GAME, KNOWN_END - 1)
    discs = ZERO
    for place in range(4):
        for slot in range(4):
            discs += s.achievement_disc[place, slot] != NONE
    by_rounds = now * KNOWN_END // USUAL_ROUNDS
    by_discs = discs * KNOWN_END // np.int64(s.box[START + START_TRIGGER])
    return min(max(by_rounds, by_discs), KNOWN_END - 1)


@jit
def research_value(s, seat, ready, worth, stage):
    """Technologies for what they open: action spaces, and slots that may come next, `ready` as bits."""
    total = 0.0
    for number in range(NUM_SLOTS):
        slot = np.int64(number)
        level = slot_fact(s, slot, L_LEVEL) - 1
        if has_researched(s, seat, slot):
            total += worth[LEVEL_1 + level, stage]
        elif (ready >> slot) & 1:
            total += worth[OPEN_1 + level, stage]
    return total


@jit
def means_value(s, seat, board, stage, worth):
    """Points in sight, and what cubes, ore, discs, ships and outposts will bring."""
    player = s.players[seat]
    total = np.float64(s.scores[seat])
    total += worth[ORE_WORTH, stage] * min(np.float64(player.ore), worth[ORE_ENOUGH, stage])
    people = min(np.float64(player.population), worth[POPULATION_ENOUGH, stage])
    total += worth[POPULATION, stage] * people
    for column in range(NUM_COLUMNS):
        total += worth[FOOD_SYMBOL, stage] * food_shows(s, seat, np.int64(column))
    total += worth[GROWING, stage] * growth(s, seat)
    total += worth[ORE_SYMBOL, stage] * ore_symbols(s, seat)
    total += worth[SHIP, stage] * board.ships
    total += worth[STRENGTH, stage] * board.strength
    total += worth[OUTPOST, stage] * board.outposts
    total += worth[COLONY, stage] * board.colonies
    total += worth[AUTOMATION, stage] * automation_level(s, seat)
    for cube in range(min(np.int64(player.population), FIRST_CUBES)):
        total += worth[PEOPLE_1 + cube, stage]
    total += worth[FOOD_DISC, stage] * (NUM_DISCS - np.int64(player.discs[FOOD]))
    return total + worth[ORE_DISC, stage] * (NUM_DISCS - np.int64(player.discs[ORE]))


@jit
def has_played_out(s, seat):
    """Whether the seat's last turn is over: then nothing but points counts."""
    return s.last_round > 0 and s.round_number >= s.last_round and s.active > seat


@jit
def final_value(s, seat):
    """BS-181: points, and as little of what breaks ties as cannot outweigh any."""
    player = s.players[seat]
    discs = np.int64(player.discs[FOOD]) + np.int64(player.discs[ORE])
    rest = 0.001 * np.int64(player.population) + 0.00001 * np.int64(player.ore)
    return np.int64(s.scores[seat]) - 0.03 * discs + rest


@jit
def seat_value(s, seat, stage, worth, known):
    """What the seat is likely to end with; technologies and the board are looked up in `known`."""
    looks_ahead = worth[LOOKS_AHEAD, stage] > 0.0
    if looks_ahead and has_played_out(s, seat):
        return final_value(s, seat)
    own = known_of(known, seat)
    board = own.boards[find_board(s, seat, worth, stage, own)]
    entry = own.offers[find_offers(s, seat, own)]
    offers = entry.found
    if entry.stage != stage:
        entry.research = research_value(s, seat, np.int64(entry.ready), worth, stage)
        entry.stage = stage
    total = means_value(s, seat, board, stage, worth)
    total += entry.research + fleet_value(s, seat, board, worth, stage)
    if not looks_ahead:
        return total + achievement_value(s, seat, board, entry.techs, 0.0, worth, stage)
    way = fourth_way(s, seat, entry.to_level_4, offers)
    total += achievement_value(s, seat, board, entry.techs, way, worth, stage) + fourth_value(
        way, worth, stage
    )
    total += colonizing_value(s, seat, board.ripe, offers, worth, stage)
    total += actions_value(s, seat, offers, worth, stage)
    return total + waiting_value(s, seat, entry.coming, worth, stage)
