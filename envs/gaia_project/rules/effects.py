"""The verbs of the game: gain, score, fire a trigger, take a federation token; and what is counted."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.bits import count_bits
from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.gaia_project.automa.cards import BONUS_VP_OF_LEVEL
from exozoo.envs.gaia_project.components import (
    GAIN_OF_TOKEN,
    IS_GREEN,
    POWER_VALUE_OF_PIECE,
    TRIGGER_OF_ADVANCED,
    TRIGGER_OF_ROUND_TILE,
    TRIGGER_OF_STANDARD,
)
from exozoo.envs.gaia_project.constants import (
    ACADEMY_ACTION,
    AREA_1,
    AUTOMA,
    BESCODS,
    CHARGE,
    CREDITS,
    GAIA,
    GAIN_TOKEN,
    GLEENS,
    HEXES_PER_SECTOR,
    INSTITUTE,
    LAB,
    MINE,
    NUM_ADVANCED,
    NUM_GOODS,
    NUM_STANDARD,
    NUM_STRUCTURES,
    NUM_TOKENS,
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
    STATION,
    STD3,
    TILE_OWNED,
    TITANIUM,
    TOKENS,
    VP,
    VP_ROUND,
    VP_TILE,
    VP_TOKEN,
)
from exozoo.envs.gaia_project.rules.power import charge_power

# GP-14: credits, ore, knowledge; Q.I.C. have no cap (O-2)
CAP_OF_RESOURCE = table([30, 15, 15, 30000])


@jit
def score(s, seat, points, source):
    """VP, with a note where they came from."""
    s.scores[seat] += points
    s.players[seat].vp_from[source] += points


@jit
def is_automa(s, seat):
    """GS-3: it sits behind the player, and has no decisions."""
    return seat >= s.num_players


@jit
def score_automa(s, points, source):
    """GS-7: on level 5 one VP more for every gain; its VP are what the player has to reach."""
    if points > 0:
        score(s, AUTOMA, points + BONUS_VP_OF_LEVEL[s.automa_level], source)
        s.target = s.scores[AUTOMA]


@jit
def lay_booster(s, booster):
    """A booster comes to lie at the right end of the row (GS-19)."""
    s.booster_open[booster] = 1
    s.booster_place[booster] = s.boosters_laid
    s.boosters_laid += 1


@jit
def gain(s, seat, good, amount, source):
    """GP-14, GP-15, GP-17: one kind of good; `source` is for VP.

    GP-91: what the Gleens would gain as Q.I.C. is ore until their action academy stands.
    """
    player = s.players[seat]
    if good == QIC and player.faction == GLEENS and player.built[ACADEMY_ACTION] == 0:
        good = ORE
    if good <= QIC:
        player.stock[good] = min(np.int64(player.stock[good]) + amount, CAP_OF_RESOURCE[good])
    elif good == CHARGE:
        charge_power(s, seat, amount)
    elif good == TOKENS:
        player.power[AREA_1] += amount
    elif good == VP:
        score(s, seat, amount, source)


@jit
def gain_row(s, seat, gains, row, times, source):
    """All goods of a row of a table, `times` over."""
    for good in range(NUM_GOODS):
        if gains[row, good]:
            gain(s, seat, np.int64(good), gains[row, good] * times, source)


@jit
def gains_something(s, seat, gains, row):
    """GP-33: whether at least a part of the gain is not lost to the caps."""
    player = s.players[seat]
    for good in range(NUM_GOODS):
        if gains[row, good]:
            if good > QIC or player.stock[good] < CAP_OF_RESOURCE[good]:
                return True
    return False


@jit
def fire(s, seat, event, times):
    """VP of the round tile, of uncovered standard and of advanced tiles for an event."""
    player = s.players[seat]
    if s.round_number > 0:
        points = TRIGGER_OF_ROUND_TILE[s.round_tile[s.round_number - 1], event]
        score(s, seat, points * times, VP_ROUND)
    for kind in range(NUM_STANDARD):
        if player.standard[kind] == TILE_OWNED and TRIGGER_OF_STANDARD[kind, event]:
            score(s, seat, TRIGGER_OF_STANDARD[kind, event] * times, VP_TILE)
    for kind in range(NUM_ADVANCED):
        if player.advanced[kind] and TRIGGER_OF_ADVANCED[kind, event]:
            score(s, seat, TRIGGER_OF_ADVANCED[kind, event] * times, VP_TILE)


@jit
def take_token(s, seat, kind):
    """GP-50, GP-51: a federation token, its rewards and the trigger; green side up if it has one."""
    player = s.players[seat]
    player.tokens[kind] += 1
    player.green += IS_GREEN[kind]
    gain_row(s, seat, GAIN_OF_TOKEN, kind, ONE, VP_TOKEN)
    fire(s, seat, GAIN_TOKEN, ONE)


@jit
def has_institute(s, seat):
    return s.players[seat].built[INSTITUTE] > 0


@jit
def is_structure(piece):
    """Mines, trading stations, labs, academies and institutes."""
    return piece != NONE and piece < NUM_STRUCTURES


@jit
def has_colonised(s, seat, place):
    """A structure of one's own on the hex, Lantid mines beside others not counted."""
    return s.owner[place] == seat and is_structure(np.int64(s.structure[place]))


@jit
def has_structure(s, seat, place):
    """A structure of the seat, a Lantid mine beside another's included."""
    return s.guest[place] == seat or has_colonised(s, seat, place)


@jit
def power_value(s, seat, place):
    """GP-47: of the seat's structure on a hex, 0 without one. GP-99: Bescods on titanium."""
    if s.guest[place] == seat:
        return POWER_VALUE_OF_PIECE[MINE]
    if not has_colonised(s, seat, place):
        return ZERO
    player = s.players[seat]
    piece = np.int64(s.structure[place])
    value = POWER_VALUE_OF_PIECE[piece]
    if piece >= INSTITUTE and player.standard[STD3] == TILE_OWNED:
        value += 1
    if player.faction == BESCODS and player.built[INSTITUTE] and s.planet[place] == TITANIUM:
        value += 1
    return value


@jit
def planet_types(s, seat):
    """Colonised planet types as bits; Lantid mines beside others do not count (GP-89)."""
    player = s.players[seat]
    types = ZERO
    for index in range(player.num_settled):
        place = np.int64(player.settled[index])
        if has_colonised(s, seat, place):
            types |= ONE << np.int64(s.planet[place])
    return types


@jit
def sectors(s, seat):
    """Sectors with a colonised planet as bits; Lantid mines and the Lost Planet count (GP-82)."""
    player = s.players[seat]
    found = ZERO
    for index in range(player.num_settled):
        place = np.int64(player.settled[index])
        if has_structure(s, seat, place):
            found |= ONE << (place // HEXES_PER_SECTOR)
    return found


@jit
def gaia_planets(s, seat):
    """GP-82: colonised Gaia planets."""
    player = s.players[seat]
    count = ZERO
    for index in range(player.num_settled):
        place = np.int64(player.settled[index])
        if s.planet[place] == GAIA and has_colonised(s, seat, place):
            count += 1
    return count


@jit
def count_of(s, seat, what):
    """How often a tile or booster pays: what it says "per" (W-27, W-28)."""
    built = s.players[seat].built
    if what == PER_PLANET_TYPE:
        return count_bits(planet_types(s, seat))
    if what == PER_SECTOR:
        return count_bits(sectors(s, seat))
    if what == PER_GAIA_PLANET:
        return gaia_planets(s, seat)
    if what == PER_FEDERATION:
        return tokens_owned(s, seat)
    if what == PER_MINE:
        return np.int64(built[MINE]) + s.players[seat].lost_planet
    if what == PER_STATION:
        return np.int64(built[STATION])
    if what == PER_LAB:
        return np.int64(built[LAB])
    if what == PER_BIG:
        return np.int64(built[INSTITUTE]) + built[INSTITUTE + 1] + built[INSTITUTE + 2]
    return ONE


@jit
def tokens_owned(s, seat):
    count = ZERO
    for kind in range(NUM_TOKENS):
        count += s.players[seat].tokens[kind]
    return count


@jit
def can_pay_goods(s, seat, costs, row):
    """Whether the stock covers a row of credits, ore, knowledge, Q.I.C."""
    for good in range(CREDITS, QIC + 1):
        if s.players[seat].stock[good] < costs[row, good]:
            return False
    return True


@jit
def pay_goods(s, seat, costs, row):
    for good in range(CREDITS, QIC + 1):
        s.players[seat].stock[good] -= costs[row, good]
