"""What tech tiles, boosters and round tiles are worth to a seat of Gaia Project."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.gaia_project.worth import (
    ADVANCED_NEAR,
    ADVANCED_READY,
    AT_ONCE,
    EVENTS_OF_ADVANCED,
    EVENTS_OF_STANDARD,
    GOODS_OF_ADVANCED,
    GOODS_OF_BOOSTER,
    INCOME,
    NEXT_TILE,
    RANGE_BOOSTER_ROW,
    SPECIAL,
    STEP_BOOSTER_ROW,
    TOP_READY,
    USES_OF_ADVANCED,
)
from exozoo.envs.core.bits import count_bits
from exozoo.envs.core.codes import NONE, ONE
from exozoo.envs.core.jit import jit
from exozoo.envs.gaia_project.components import (
    ACADEMY_GAIN_OF_FACTION,
    ACTION_OF_ADVANCED,
    ACTION_OF_STANDARD,
    PASS_VP_OF_ADVANCED,
    PASS_VP_OF_BOOSTER,
    PER_OF_ADVANCED,
    PER_OF_BOOSTER,
    TRIGGER_OF_ROUND_TILE,
)
from exozoo.envs.gaia_project.constants import (
    ACADEMY_ACTION,
    ADV3,
    ADV11,
    ADV13,
    BUILD_BIG,
    BUILD_MINE,
    BUILD_MINE_ON_GAIA,
    BUILD_STATION,
    GAIAFORMER,
    GAIN_TOKEN,
    INSTITUTE,
    KNOWLEDGE,
    LAB,
    MINE,
    NUM_ADVANCED,
    NUM_BOOSTERS,
    NUM_GOODS,
    NUM_ROUNDS,
    NUM_STANDARD,
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
    TERRAFORMING_STEP,
    TILE_OWNED,
    TOP_LEVEL,
)
from exozoo.envs.gaia_project.rules.effects import tokens_owned
from exozoo.envs.gaia_project.rules.phase_research import LEVEL_FOR_ADVANCED

FEDERATION_POWER = 7.0
GREEN_TO_COME = 0.5  # share of an advanced tile for which the federation is still missing
# what `survey` finds
TYPES, SECTORS, GAIAS, JOINED, LOOSE, CLUSTERED, NEIGHBOURS, OFFERS = range(8)
NUM_FOUND = 8


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
    for kind in range(NUM_ADVANCED):
        if player.advanced[kind]:
            total += lasting_value(s, seat, np.int64(kind), found, worth, now)
    for kind in range(NUM_STANDARD):
        if player.standard[kind] == TILE_OWNED:
            total += worth[EVENTS_OF_STANDARD + kind, now]
    return total


@jit
def lasting_value(s, seat, kind, found, worth, now):
    """What an advanced tile pays when passing, and for events."""
    total = 0.0
    if PASS_VP_OF_ADVANCED[kind]:
        passes = NUM_ROUNDS - now + 1 - s.players[seat].passed
        count = number_of(s, seat, found, PER_OF_ADVANCED[kind])
        total += passes * PASS_VP_OF_ADVANCED[kind] * count
    return total + worth[EVENTS_OF_ADVANCED + kind, now]


@jit
def advanced_value(s, seat, found, worth, now):
    """The best advanced tile that a level and a green token would give, and free tops of tracks."""
    player = s.players[seat]
    if worth[ADVANCED_READY, now] == 0.0:
        return 0.0
    best, tops = 0.0, 0.0
    for track in range(NUM_TRACKS):
        level = np.int64(player.research[track])
        kind = np.int64(s.advanced_at[track])
        if level < LEVEL_FOR_ADVANCED - 1:
            continue
        if level == LEVEL_FOR_ADVANCED and is_top_free(s, np.int64(track)):
            tops = worth[TOP_READY, now]
        if kind != NONE:
            value = lasting_value(s, seat, kind, found, worth, now)
            value += worth[USES_OF_ADVANCED + kind, now]
            count = number_of(s, seat, found, PER_OF_ADVANCED[kind])
            value += worth[GOODS_OF_ADVANCED + kind, now] * count
            share = ADVANCED_READY if level >= LEVEL_FOR_ADVANCED else ADVANCED_NEAR
            best = max(best, value * worth[share, now])
    return (best + tops) * (1.0 if player.green else GREEN_TO_COME)


@jit
def is_top_free(s, track):
    for other in range(s.num_seats):
        if s.players[other].research[track] == TOP_LEVEL:
            return False
    return True


@jit
def booster_value(s, seat, booster, found, worth, then):
    """A booster for a round to come: income, what it pays when passing, its action."""
    total = worth[GOODS_OF_BOOSTER + booster, then]
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
