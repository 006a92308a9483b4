"""What a seat of Gaia Project is likely to end with, in victory points, by a table of worths."""

from __future__ import annotations

from math import exp

import numpy as np

from exozoo.agents.heuristics.gaia_project.worth import (
    AREA_WORTH,
    AT_ONCE,
    CLUSTER,
    COUNT_GROWTH,
    ENOUGH,
    EVENTS,
    GAIAFORMER_WORTH,
    GREEN,
    INCOME,
    LEVEL,
    NEIGHBOUR,
    NEXT_TILE,
    PIECE_WORTH,
    PROJECT,
    RANGE,
    RANGE_BOOSTER_ROW,
    REACH,
    SATELLITE,
    SPECIAL,
    SPREAD,
    STEP,
    STEP_BOOSTER_ROW,
    TYPE,
    UNFEDERATED,
    WAITING_ROW,
)
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, SEAT
from exozoo.envs.gaia_project.components import (
    ACADEMY_GAIN_OF_FACTION,
    ACTION_OF_ADVANCED,
    ACTION_OF_STANDARD,
    BASE_INCOME_OF_FACTION,
    HEXES_ON_BOARD,
    INCOME_OF_BOOSTER,
    INCOME_OF_LEVEL,
    INCOME_OF_PIECES,
    INCOME_OF_STANDARD,
    MAX_NEAR,
    NEAR_HEXES_OF_HEX,
    NEUTRAL_COUNT,
    ORE_PER_STEP,
    PASS_VP_OF_ADVANCED,
    PASS_VP_OF_BOOSTER,
    PER_OF_ADVANCED,
    PER_OF_BOOSTER,
    RANGE_OF_LEVEL,
    TRIGGER_OF_ADVANCED,
    TRIGGER_OF_ROUND_TILE,
    TRIGGER_OF_STANDARD,
)
from exozoo.envs.gaia_project.constants import (
    ACADEMY_ACTION,
    ADV3,
    ADV11,
    ADV13,
    AREA_3,
    BUILD_BIG,
    BUILD_MINE,
    BUILD_MINE_ON_GAIA,
    BUILD_STATION,
    FINAL_GAIA,
    FINAL_IN_FEDERATIONS,
    FINAL_PLANET_TYPES,
    FINAL_SECTORS,
    FINAL_STRUCTURES,
    GAIA,
    GAIAFORMER,
    GAIN_TOKEN,
    HEXES_PER_SECTOR,
    INSTITUTE,
    KNOWLEDGE,
    LAB,
    MINE,
    NAVIGATION,
    NUM_ADVANCED,
    NUM_AREAS,
    NUM_BOOSTERS,
    NUM_EVENTS,
    NUM_GOODS,
    NUM_RESOURCES,
    NUM_ROUNDS,
    NUM_STANDARD,
    NUM_STRUCTURES,
    NUM_TRACKS,
    ORE,
    PER_BIG,
    PER_FEDERATION,
    PER_GAIA_PLANET,
    PER_LAB,
    PER_MINE,
    PER_PLANET_TYPE,
    PER_SECTOR,
    PER_STATION,
    QIC,
    RANGE_BOOSTER,
    RESEARCH_ADVANCE,
    SPACE_STATION,
    SPECIAL_ACADEMY,
    SPECIAL_ADV3,
    SPECIAL_ADV11,
    SPECIAL_ADV13,
    SPECIAL_RANGE,
    SPECIAL_STD9,
    SPECIAL_STEP,
    STATION,
    STD9,
    STEP_BOOSTER,
    TERRAFORMING,
    TERRAFORMING_STEP,
    TILE_OWNED,
    TRANSDIM,
)
from exozoo.envs.gaia_project.rules.effects import count_bits, power_value, tokens_owned
from exozoo.envs.gaia_project.rules.phase_build import ON_GAIA, mine_target
from exozoo.envs.gaia_project.rules.power import power_doubled
from exozoo.envs.gaia_project.rules.scoring import (
    FIRST_SCORING_LEVEL,
    VP_PER_LEVEL,
    final_count,
)
from exozoo.envs.gaia_project.rules.structures import range_qic

FEDERATION_POWER = 7.0
STONE_TOKENS = 2.5  # tokens that the brainstone is worth
DOUBLED_SHARE = 1.7  # of the Nevlas' charged tokens with their institute
GAIA_EASE = 0.6  # a free Gaia planet, against one's own type
PROJECT_EASE = 0.4  # a transdim planet for someone with gaiaformers
ORE_EASE = 0.45  # how much each ore of terraforming takes from a planet
FAR_EASE = 0.35  # share of a planet that a Q.I.C. brings into range
HALF_REACH = 4.0  # planets in reach that make half of the full worth
PLACE_VP = 6.0  # between two places of a final tile
# what `survey` finds
TYPES, SECTORS, GAIAS, JOINED, LOOSE, CLUSTERED, NEIGHBOURS = range(7)
NUM_FOUND = 7


@jit
def survey(s, seat, found):
    """Types and sectors as bits, Gaia planets, power in and outside federations; returns reach."""
    found[:] = 0
    reach = 0.0
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        place = np.int64(hexagon)
        if s.owner[place] == seat or s.guest[place] == seat:
            survey_own(s, seat, place, found)
        elif s.planet[place] != NONE and s.structure[place] == NONE:
            reach += ease(s, seat, place)
    return reach


@jit
def survey_own(s, seat, place, found):
    """One hex with a piece of the seat."""
    power = power_value(s, seat, place)
    if s.owner[place] == seat:
        if s.structure[place] >= NUM_STRUCTURES:
            return
        found[TYPES] |= ONE << np.int64(s.planet[place])
        found[GAIAS] += np.int64(s.planet[place] == GAIA)
    found[SECTORS] |= ONE << (place // HEXES_PER_SECTOR)
    joined = s.federated[place] >> seat & 1
    if joined:
        found[JOINED] += 1
    else:
        found[LOOSE] += power
    around, strangers = ZERO, ZERO
    for near in range(MAX_NEAR):
        other = NEAR_HEXES_OF_HEX[s.board, place, near]
        if other == NONE:
            break
        if s.owner[other] == seat:
            if not s.federated[other] >> seat & 1:
                around += power_value(s, seat, other)
        elif s.owner[other] != NONE:
            strangers = ONE
    if not joined:
        found[CLUSTERED] = max(found[CLUSTERED], around)
    found[NEIGHBOURS] += strangers


@jit
def ease(s, seat, place):
    """How cheaply a free planet can be settled, from 1 for one's own type in range."""
    player = s.players[seat]
    needed = range_qic(s, seat, place, ZERO)
    if needed > 1:
        return 0.0
    near = FAR_EASE if needed else 1.0
    if s.planet[place] == TRANSDIM:
        return near * PROJECT_EASE * (player.gaiaformers > 0)
    target = mine_target(s, seat, place)
    if target == NONE:
        return 0.0
    if target == ON_GAIA:
        return near * GAIA_EASE
    return near / (1.0 + ORE_EASE * target * ORE_PER_STEP[player.research[TERRAFORMING]])


@jit
def number_of(s, seat, found, what):
    """What tiles and boosters count (as effects.count_of), from the survey."""
    player = s.players[seat]
    if what == PER_PLANET_TYPE:
        return count_bits(found[TYPES])
    if what == PER_SECTOR:
        return count_bits(found[SECTORS])
    if what == PER_GAIA_PLANET:
        return np.int64(found[GAIAS])
    if what == PER_FEDERATION:
        return tokens_owned(s, seat)
    if what == PER_MINE:
        return np.int64(player.built[MINE]) + player.lost_planet
    if what == PER_STATION:
        return np.int64(player.built[STATION])
    if what == PER_LAB:
        return np.int64(player.built[LAB])
    if what == PER_BIG:
        return big_structures(player)
    return ONE


@jit
def big_structures(player):
    """Institute and academies."""
    return (
        np.int64(player.built[INSTITUTE])
        + player.built[INSTITUTE + 1]
        + player.built[INSTITUTE + 2]
    )


@jit
def goods_value(gains, row, worth, offset, now):
    """A row of goods, at once (offset AT_ONCE) or as income for the rest of the game (offset INCOME)."""
    total = 0.0
    for good in range(NUM_GOODS):
        if gains[row, good]:
            total += gains[row, good] * worth[offset + good, now]
    return total


@jit
def stock_value(s, seat, worth, now):
    """Resources and power in hand."""
    player = s.players[seat]
    total = 0.0
    for good in range(NUM_RESOURCES):
        held = np.float64(player.stock[good])
        enough = min(held, worth[ENOUGH + good, now])
        total += enough * worth[AT_ONCE + good, now]
        total += (held - enough) * worth[AT_ONCE + good, NUM_ROUNDS]
    for area in range(NUM_AREAS):
        tokens = np.float64(player.power[area])
        if area == AREA_3 and power_doubled(s, seat):
            tokens *= DOUBLED_SHARE
        if player.brainstone == area:
            tokens += STONE_TOKENS
        total += tokens * worth[AREA_WORTH + area, now]
    return total


@jit
def income_value(s, seat, worth, now):
    """What structures, levels and tiles pay in the rounds to come."""
    player = s.players[seat]
    faction = np.int64(player.faction)
    total = goods_value(BASE_INCOME_OF_FACTION, faction, worth, INCOME, now)
    for piece in range(NUM_STRUCTURES):
        count = np.int64(player.built[piece])
        if count:
            for good in range(NUM_GOODS):
                gain = INCOME_OF_PIECES[faction, piece, count, good]
                total += gain * worth[INCOME + good, now]
    for kind in range(NUM_STANDARD):
        if player.standard[kind] == TILE_OWNED:
            total += goods_value(INCOME_OF_STANDARD, np.int64(kind), worth, INCOME, now)
    for track in range(NUM_TRACKS):
        level = np.int64(player.research[track])
        for good in range(NUM_GOODS):
            total += INCOME_OF_LEVEL[track, level, good] * worth[INCOME + good, now]
    return total


@jit
def special_value(s, seat, special, gains, row, worth, now):
    """A special action: once in each coming round, and now if it is still unused."""
    player = s.players[seat]
    total = goods_value(gains, row, worth, INCOME, now)
    if not player.passed and not player.special_used[special]:
        total += goods_value(gains, row, worth, AT_ONCE, now)
    return total * worth[SPECIAL, now]


@jit
def tile_value(s, seat, found, worth, now):
    """Special actions of tiles and academy, tiles that pay when passing or for events."""
    player = s.players[seat]
    total = 0.0
    if player.built[ACADEMY_ACTION]:
        faction = np.int64(player.faction)
        total += special_value(
            s, seat, SPECIAL_ACADEMY, ACADEMY_GAIN_OF_FACTION, faction, worth, now
        )
    if player.standard[STD9] == TILE_OWNED:
        total += special_value(s, seat, SPECIAL_STD9, ACTION_OF_STANDARD, STD9, worth, now)
    if player.advanced[ADV3]:
        total += special_value(s, seat, SPECIAL_ADV3, ACTION_OF_ADVANCED, ADV3, worth, now)
    if player.advanced[ADV11]:
        total += special_value(s, seat, SPECIAL_ADV11, ACTION_OF_ADVANCED, ADV11, worth, now)
    if player.advanced[ADV13]:
        total += special_value(s, seat, SPECIAL_ADV13, ACTION_OF_ADVANCED, ADV13, worth, now)
    passes = NUM_ROUNDS - now + 1 - player.passed
    for kind in range(NUM_ADVANCED):
        if player.advanced[kind]:
            if PASS_VP_OF_ADVANCED[kind]:
                count = number_of(s, seat, found, PER_OF_ADVANCED[kind])
                total += passes * PASS_VP_OF_ADVANCED[kind] * count
            for event in range(NUM_EVENTS):
                total += TRIGGER_OF_ADVANCED[kind, event] * worth[EVENTS + event, now]
    for kind in range(NUM_STANDARD):
        if player.standard[kind] == TILE_OWNED:
            for event in range(NUM_EVENTS):
                total += TRIGGER_OF_STANDARD[kind, event] * worth[EVENTS + event, now]
    return total


@jit
def booster_value(s, seat, booster, found, worth, then):
    """A booster for a round to come: income, what it pays when passing, its action."""
    total = goods_value(INCOME_OF_BOOSTER, booster, worth, AT_ONCE, then)
    if PASS_VP_OF_BOOSTER[booster]:
        total += PASS_VP_OF_BOOSTER[booster] * number_of(s, seat, found, PER_OF_BOOSTER[booster])
    if booster == STEP_BOOSTER:
        total += worth[STEP_BOOSTER_ROW, then]
    elif booster == RANGE_BOOSTER:
        total += worth[RANGE_BOOSTER_ROW, then]
    return total


@jit
def round_value(s, seat, found, worth, now):
    """The booster: of the next round after passing, else points of this one and the best to get."""
    player = s.players[seat]
    then = min(now + 1, NUM_ROUNDS)
    booster = np.int64(player.booster)
    if player.passed or s.round_number == 0:
        if booster == NONE:
            return 0.0
        return booster_value(s, seat, booster, found, worth, then)
    total = np.float64(
        PASS_VP_OF_BOOSTER[booster] * number_of(s, seat, found, PER_OF_BOOSTER[booster])
    )
    if booster == STEP_BOOSTER and not player.special_used[SPECIAL_STEP]:
        total += worth[STEP_BOOSTER_ROW, now]
    elif booster == RANGE_BOOSTER and not player.special_used[SPECIAL_RANGE]:
        total += worth[RANGE_BOOSTER_ROW, now]
    best = 0.0
    if now < NUM_ROUNDS:
        for other in range(NUM_BOOSTERS):
            if s.booster_open[other]:
                value = booster_value(s, seat, np.int64(other), found, worth, then)
                best = max(best, value)
    return total + best


@jit
def research_value(s, seat, worth, now):
    """GP-83: 4 VP for each level from 3 on; what lower levels, steps, range and projects promise."""
    player = s.players[seat]
    total = 0.0
    for track in range(NUM_TRACKS):
        level = np.int64(player.research[track])
        total += VP_PER_LEVEL * max(ZERO, level - FIRST_SCORING_LEVEL + 1)
        total += worth[LEVEL, now] * min(level, FIRST_SCORING_LEVEL - 1)
    total += worth[STEP, now] * (ORE_PER_STEP[0] - ORE_PER_STEP[player.research[TERRAFORMING]])
    total += worth[RANGE, now] * RANGE_OF_LEVEL[player.research[NAVIGATION]]
    total += worth[GAIAFORMER_WORTH, now] * (player.gaiaformers - player.built[GAIAFORMER])
    return total + worth[PROJECT, now] * player.built[GAIAFORMER]


@jit
def structure_value(s, seat, found, reach, worth, now):
    """What structures are good for beside income: upgrades, federations, neighbours, expansion."""
    player = s.players[seat]
    total = worth[REACH, now] * reach / (reach + HALF_REACH)
    for piece in range(NUM_STRUCTURES):
        total += worth[PIECE_WORTH + piece, now] * player.built[piece]
    total += worth[CLUSTER, now] * min(found[CLUSTERED] / FEDERATION_POWER, 1.0)
    total += worth[UNFEDERATED, now] * min(found[LOOSE], 2 * FEDERATION_POWER)
    total += worth[GREEN, now] * min(np.int64(player.green), 2)
    total += worth[NEIGHBOUR, now] * found[NEIGHBOURS]
    total += worth[SATELLITE, now] * player.satellites_used
    return total + worth[TYPE, now] * count_bits(found[TYPES])


@jit
def tile_count(s, seat, tile, found):
    """GP-82, from the survey."""
    player = s.players[seat]
    if tile == FINAL_STRUCTURES:
        count = np.int64(player.lost_planet)
        for piece in range(NUM_STRUCTURES):
            count += player.built[piece]
        return count
    if tile == FINAL_IN_FEDERATIONS:
        return np.int64(found[JOINED])
    if tile == FINAL_PLANET_TYPES:
        return count_bits(found[TYPES])
    if tile == FINAL_GAIA:
        return np.int64(found[GAIAS])
    if tile == FINAL_SECTORS:
        return count_bits(found[SECTORS])
    return np.int64(player.satellites_used) + player.built[SPACE_STATION]


@jit
def final_value(s, seat, found, counts, worth, now):
    """GP-81: six points for every rival, the neutral one included, that is likely to be behind."""
    total = 0.0
    scale = worth[SPREAD, now]
    for index in range(s.final_tile.size):
        tile = np.int64(s.final_tile[index])
        own = tile_count(s, seat, tile, found)
        for other in range(s.num_players):
            if other != seat:
                total += PLACE_VP / (1.0 + exp((counts[index, other] - own) / scale))
        if s.num_players <= 2:
            ahead = own + COUNT_GROWTH[tile] * (NUM_ROUNDS - now) - NEUTRAL_COUNT[tile]
            total += PLACE_VP / (1.0 + exp(-ahead / scale))
    return total


@jit
def next_tile_value(s, seat, found, worth, now):
    """What is kept ready for the round tile of the next round."""
    if s.round_number == NUM_ROUNDS or s.round_number == 0:
        return 0.0
    player = s.players[seat]
    tile = np.int64(s.round_tile[s.round_number])
    total = TRIGGER_OF_ROUND_TILE[tile, BUILD_STATION] * min(np.float64(player.built[MINE]), 2.0)
    big = np.float64(player.built[STATION]) + player.built[LAB]
    total += TRIGGER_OF_ROUND_TILE[tile, BUILD_BIG] * min(big, 1.0)
    power = min(found[LOOSE] / FEDERATION_POWER, 1.0)
    total += TRIGGER_OF_ROUND_TILE[tile, GAIN_TOKEN] * power
    lessons = min(player.stock[KNOWLEDGE] / 4.0, 2.0)
    total += TRIGGER_OF_ROUND_TILE[tile, RESEARCH_ADVANCE] * lessons
    ore = min(player.stock[ORE] / 3.0, 2.0)
    total += TRIGGER_OF_ROUND_TILE[tile, BUILD_MINE] * ore
    total += TRIGGER_OF_ROUND_TILE[tile, TERRAFORMING_STEP] * ore
    worlds = min(np.float64(player.built[GAIAFORMER]) + player.stock[QIC], 2.0)
    total += TRIGGER_OF_ROUND_TILE[tile, BUILD_MINE_ON_GAIA] * worlds
    return total * worth[NEXT_TILE, now]


@jit
def waiting_value(s, seat, worth, now):
    """Choices that the seat has still to make."""
    total = 0.0
    for index in range(s.num_pending):
        row = WAITING_ROW[s.pending[index, KIND]]
        if s.pending[index, SEAT] == seat and row != NONE:
            total += worth[row, now]
    return total


@jit
def seat_value(s, seat, counts, worth):
    """Victory points that the seat is likely to end with; `counts` of its rivals' final tiles."""
    player = s.players[seat]
    if player.faction == NONE:
        return np.float64(s.scores[seat])
    now = max(np.int64(s.round_number), ONE)
    found = np.zeros(NUM_FOUND, np.int64)
    reach = survey(s, seat, found)
    total = np.float64(s.scores[seat]) + stock_value(s, seat, worth, now)
    total += income_value(s, seat, worth, now if s.round_number else ZERO)
    total += tile_value(s, seat, found, worth, now) + round_value(s, seat, found, worth, now)
    total += research_value(s, seat, worth, now) + waiting_value(s, seat, worth, now)
    total += structure_value(s, seat, found, reach, worth, now)
    total += final_value(s, seat, found, counts, worth, now)
    return total + next_tile_value(s, seat, found, worth, now)


@jit
def count_final_tiles(s, counts):
    """counts[index, seat]: what each final tile counts for each seat."""
    for index in range(s.final_tile.size):
        for seat in range(s.num_players):
            counts[index, seat] = final_count(s, np.int64(seat), np.int64(s.final_tile[index]))
