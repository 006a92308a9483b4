"""What a seat of Gaia Project is likely to end with, in victory points, by a table of worths."""

from __future__ import annotations

from math import exp

import numpy as np

from exozoo.agents.heuristics.gaia_project.known import (
    are_levels_same,
    are_tiles_same,
    find_known,
    keep,
)
from exozoo.agents.heuristics.gaia_project.plans import new_room, plan_federations
from exozoo.agents.heuristics.gaia_project.tiles import (
    CLUSTERED,
    FEDERATION_POWER,
    GAIAS,
    JOINED,
    LOOSE,
    NEIGHBOURS,
    OFFERS,
    SECTORS,
    TYPES,
    advanced_value,
    next_tile_value,
    round_value,
    tile_value,
)
from exozoo.agents.heuristics.gaia_project.worth import (
    AREA_WORTH,
    AT_ONCE,
    CLUSTER,
    COUNT_GROWTH,
    CREDITS_PER_ORE,
    ENOUGH,
    ENOUGH_POWER,
    FEDERATION_1,
    GAIAFORMER_WORTH,
    GREEN,
    INCOME,
    INCOME_BEYOND,
    INCOME_CREDITS_ENOUGH,
    INSTITUTE_WORTH,
    LEVEL,
    NEIGHBOUR,
    NEIGHBOUR_POWER,
    PASS_LOOKS_AHEAD,
    PIECE_WORTH,
    PROJECT,
    RANGE,
    REACH,
    SATELLITE,
    SPREAD,
    STEP,
    TOKEN_HELD,
    TOKENS_ENOUGH,
    TRACK_WORTH,
    TYPE,
    UNFEDERATED,
    WAITING_ROW,
)
from exozoo.envs.core.bits import count_bits
from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, SEAT
from exozoo.envs.gaia_project.components import (
    BASE_INCOME_OF_FACTION,
    INCOME_OF_LEVEL,
    INCOME_OF_PIECES,
    INCOME_OF_STANDARD,
    MAX_NEAR,
    NEAR_HEXES_OF_HEX,
    NEUTRAL_COUNT,
    ORE_PER_STEP,
    RANGE_OF_LEVEL,
)
from exozoo.envs.gaia_project.constants import (
    AREA_2,
    AREA_3,
    CREDITS,
    FINAL_GAIA,
    FINAL_IN_FEDERATIONS,
    FINAL_PLANET_TYPES,
    FINAL_SECTORS,
    FINAL_STRUCTURES,
    GAIA,
    GAIAFORMER,
    HEXES_PER_SECTOR,
    INSTITUTE,
    KNOWLEDGE,
    NAVIGATION,
    NUM_AREAS,
    NUM_GOODS,
    NUM_RESOURCES,
    NUM_ROUNDS,
    NUM_STANDARD,
    NUM_STRUCTURES,
    NUM_TRACKS,
    ORE,
    QIC,
    SPACE_STATION,
    TERRAFORMING,
    TILE_OWNED,
    TRANSDIM,
)
from exozoo.envs.gaia_project.rules.effects import power_value
from exozoo.envs.gaia_project.rules.phase_build import ON_GAIA, mine_target
from exozoo.envs.gaia_project.rules.power import power_doubled, spendable_power
from exozoo.envs.gaia_project.rules.scoring import (
    FIRST_SCORING_LEVEL,
    RESOURCES_PER_VP,
    VP_PER_LEVEL,
    final_count,
)
from exozoo.envs.gaia_project.rules.structures import RANGE_PER_QIC

STONE_TOKENS = 2.5  # tokens that the brainstone is worth
DOUBLED_SHARE = 1.7  # of the Nevlas' charged tokens with their institute
GAIA_EASE = 0.6  # a free Gaia planet, against one's own type
PROJECT_EASE = 0.4  # a transdim planet for someone with gaiaformers
ORE_EASE = 0.45  # how much each ore of terraforming takes from a planet
NEAR_EASE = table([1.0, 0.35], np.float64)  # in range, and share of what a Q.I.C. brings into it
EASE_OF_STEPS = table(
    [
        [
            [near / (1.0 + ORE_EASE * steps * ore) for ore in ORE_PER_STEP]
            for steps in range(ON_GAIA)
        ]
        for near in NEAR_EASE
    ],
    np.float64,
)
HALF_REACH = 4.0  # planets in reach that make half of the full worth
PLACE_VP = 6.0  # between two places of a final tile
MOST_STRANGERS = np.int64(2)  # neighbours of one structure that count


@jit
def survey(s, seat, found):
    """Types and sectors as bits, Gaia planets, power in and outside federations; returns reach."""
    found[:] = 0
    reach = 0.0
    player = s.players[seat]
    for index in range(player.num_settled):
        survey_own(s, seat, np.int64(player.settled[index]), found)
    near = RANGE_OF_LEVEL[player.research[NAVIGATION]]
    for index in range(s.num_planets):
        place = np.int64(s.planet_hex[index])
        away = player.distance[place] - near
        if away <= RANGE_PER_QIC and s.structure[place] == NONE:  # most planets are too far away
            reach += ease(s, seat, place, np.int64(away > 0))
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
            strangers += 1
    if not joined:
        found[CLUSTERED] = max(found[CLUSTERED], around)
    found[NEIGHBOURS] += min(strangers, ONE)
    found[OFFERS] += power * min(strangers, MOST_STRANGERS)


@jit
def ease(s, seat, place, is_far):
    """How cheaply a free planet can be settled, from 1 for one's own type in range."""
    player = s.players[seat]
    if s.planet[place] == TRANSDIM:
        return NEAR_EASE[is_far] * PROJECT_EASE * (player.gaiaformers > 0)
    target = mine_target(s, seat, place)
    if target == NONE:
        return 0.0
    if target == ON_GAIA:
        return NEAR_EASE[is_far] * GAIA_EASE
    return EASE_OF_STEPS[is_far, target, player.research[TERRAFORMING]]


@jit
def stock_value(s, seat, worth, now):
    """Resources and power in hand."""
    player = s.players[seat]
    if player.passed and worth[PASS_LOOKS_AHEAD, now] > 0.0:
        if now == NUM_ROUNDS:
            return leftover_value(s, seat)
        now += 1
    total = 0.0
    for good in range(NUM_RESOURCES):
        held = np.float64(player.stock[good])
        enough = worth[ENOUGH + good, now]
        if good == CREDITS:
            enough += worth[CREDITS_PER_ORE, now] * player.stock[ORE]
        enough = min(held, enough)
        total += enough * worth[AT_ONCE + good, now]
        total += (held - enough) * worth[AT_ONCE + good, NUM_ROUNDS]
    owned = 0.0
    for area in range(NUM_AREAS):
        tokens = np.float64(player.power[area])
        owned += tokens + (player.brainstone == area)
        if area == AREA_3 and power_doubled(s, seat):
            tokens *= DOUBLED_SHARE
        if player.brainstone == area:
            tokens += STONE_TOKENS
        if area == AREA_3 and 0.0 < worth[ENOUGH_POWER, now] < tokens:
            beyond = tokens - worth[ENOUGH_POWER, now]
            total += beyond * (worth[AREA_WORTH + area, NUM_ROUNDS] - worth[AREA_WORTH + area, now])
        total += tokens * worth[AREA_WORTH + area, now]
    if worth[TOKENS_ENOUGH, now] > 0.0:  # the more there are, the less another one adds
        share = min(owned / worth[TOKENS_ENOUGH, now], 1.0)
        total += worth[TOKEN_HELD, now] * worth[TOKENS_ENOUGH, now] * share * (1.0 - 0.5 * share)
    return total


@jit
def leftover_value(s, seat):
    """GP-83, O-11: what is left at the end, with power and Q.I.C. converted if the game does that."""
    player = s.players[seat]
    left = np.float64(player.stock[CREDITS]) + player.stock[ORE] + player.stock[KNOWLEDGE]
    if s.end_conversion:
        left += player.stock[QIC] + spendable_power(s, seat) + player.power[AREA_2] // 2
    return left / RESOURCES_PER_VP


@jit
def income_value(s, seat, income, worth, now):
    """What structures, levels and tiles pay in the rounds to come; `income` is room for it."""
    add_income(s, seat, income)
    total = 0.0
    for good in range(NUM_GOODS):
        amount = np.float64(income[good])
        if good <= KNOWLEDGE:
            enough = worth[INCOME_CREDITS_ENOUGH + good, now]
            if good == CREDITS:
                enough += worth[CREDITS_PER_ORE, now] * income[ORE]
            if 0.0 < enough < amount:
                amount = enough + (amount - enough) * worth[INCOME_BEYOND, now]
        total += amount * worth[INCOME + good, now]
    return total


@jit
def add_income(s, seat, income):
    """Goods of a round, boosters left out."""
    player = s.players[seat]
    faction = np.int64(player.faction)
    for good in range(NUM_GOODS):
        income[good] = BASE_INCOME_OF_FACTION[faction, good]
    for piece in range(NUM_STRUCTURES):
        built = np.int64(player.built[piece])
        for good in range(NUM_GOODS):
            income[good] += INCOME_OF_PIECES[faction, piece, built, good]
    for track in range(NUM_TRACKS):
        level = np.int64(player.research[track])
        for good in range(NUM_GOODS):
            income[good] += INCOME_OF_LEVEL[track, level, good]
    for kind in range(NUM_STANDARD):
        if player.standard[kind] == TILE_OWNED:
            for good in range(NUM_GOODS):
                income[good] += INCOME_OF_STANDARD[kind, good]


@jit
def research_value(s, seat, worth, now):
    """GP-83: 4 VP for each level from 3 on; what lower levels, steps, range and projects promise."""
    player = s.players[seat]
    total = 0.0
    for track in range(NUM_TRACKS):
        level = np.int64(player.research[track])
        total += VP_PER_LEVEL * max(ZERO, level - FIRST_SCORING_LEVEL + 1)
        total += worth[LEVEL, now] * min(level, FIRST_SCORING_LEVEL - 1)
        total += worth[TRACK_WORTH + track, now] * level
    total += worth[STEP, now] * (ORE_PER_STEP[0] - ORE_PER_STEP[player.research[TERRAFORMING]])
    total += worth[RANGE, now] * RANGE_OF_LEVEL[player.research[NAVIGATION]]
    total += worth[GAIAFORMER_WORTH, now] * (player.gaiaformers - player.built[GAIAFORMER])
    return total + worth[PROJECT, now] * player.built[GAIAFORMER]


@jit
def structure_value(s, seat, entry, worth, now):
    """What structures are good for beside income: upgrades, federations, neighbours, expansion."""
    player, found, reach = s.players[seat], entry.found, entry.reach
    total = worth[REACH, now] * reach / (reach + HALF_REACH)
    for piece in range(NUM_STRUCTURES):
        total += worth[PIECE_WORTH + piece, now] * player.built[piece]
    total += worth[CLUSTER, now] * min(found[CLUSTERED] / FEDERATION_POWER, 1.0)
    total += worth[UNFEDERATED, now] * min(found[LOOSE], 2 * FEDERATION_POWER)
    total += worth[GREEN, now] * min(np.int64(player.green), 2)
    total += worth[NEIGHBOUR, now] * found[NEIGHBOURS]
    total += worth[NEIGHBOUR_POWER, now] * found[OFFERS]
    total += worth[SATELLITE, now] * player.satellites_used
    total += worth[INSTITUTE_WORTH + player.faction, now] * player.built[INSTITUTE]
    total += entry.federations
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
def waiting_value(s, seat, worth, now):
    """Choices that the seat has still to make."""
    total = 0.0
    for index in range(s.num_pending):
        row = WAITING_ROW[s.pending[index, KIND]]
        if s.pending[index, SEAT] == seat and row != NONE:
            total += worth[row, now]
    return total


@jit
def look_at_map(s, seat, known, room, worth, now):
    """A new entry with what the map holds for the seat; returns its number."""
    number = keep(s, seat, known)
    entry = known.entry[number]
    entry.reach = survey(s, seat, entry.found)
    entry.federations = 0.0
    if worth[FEDERATION_1, now] != 0.0:
        entry.federations = plan_federations(s, seat, room, worth, now)
    entry.final = final_value(s, seat, entry.found, known.finals, worth, now)
    return number


@jit
def look_at_levels(s, seat, room, means, worth, now):
    """What income and research are worth to the seat."""
    means.income = income_value(s, seat, room.income, worth, now if s.round_number else ZERO)
    means.research = research_value(s, seat, worth, now)


@jit
def look_at_tiles(s, seat, found, means, worth, now):
    """What tiles and boosters are worth to the seat."""
    means.tiles = tile_value(s, seat, found, worth, now) + round_value(s, seat, found, worth, now)
    means.advanced = advanced_value(s, seat, found, worth, now)


@jit
def seat_value(s, seat, known, worth):
    """Victory points that the seat is likely to end with; what is already `known` is not looked for again."""
    player = s.players[seat]
    if player.faction == NONE:
        return np.float64(s.scores[seat])
    now = max(np.int64(s.round_number), ONE)
    room = new_room()
    number = find_known(s, seat, known)
    is_new = number == NONE
    if is_new:
        number = look_at_map(s, seat, known, room, worth, now)
    entry = known.entry[number]
    kept, levels, tiles = entry.state[0], entry.means[0], entry.means[0]
    if is_new or not are_levels_same(s, seat, kept):
        levels = levels if is_new else room.means[0]
        look_at_levels(s, seat, room, levels, worth, now)
    if is_new or not are_tiles_same(s, seat, kept):
        tiles = tiles if is_new else room.means[0]
        look_at_tiles(s, seat, entry.found, tiles, worth, now)
    total = np.float64(s.scores[seat]) + stock_value(s, seat, worth, now)
    total += levels.income
    total += tiles.tiles
    total += tiles.advanced
    total += levels.research + waiting_value(s, seat, worth, now)
    total += structure_value(s, seat, entry, worth, now)
    total += entry.final
    return total + next_tile_value(s, seat, entry.found, worth, now)


@jit
def count_final_tiles(s, counts):
    """counts[index, seat]: what each final tile counts for each seat."""
    for index in range(s.final_tile.size):
        for seat in range(s.num_players):
            counts[index, seat] = final_count(s, np.int64(seat), np.int64(s.final_tile[index]))
