"""Phase I: income, and the order of power income (GP-21 to GP-24)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push
from exozoo.envs.gaia_project.actions import A_INCOME
from exozoo.envs.gaia_project.components import (
    BASE_INCOME_OF_FACTION,
    INCOME_OF_BOOSTER,
    INCOME_OF_LEVEL,
    INCOME_OF_PIECES,
    INCOME_OF_STANDARD,
)
from exozoo.envs.gaia_project.constants import (
    CHARGE,
    CHOOSE_INCOME,
    ECONOMY,
    INCOME_BASE_TOKENS,
    INCOME_BOOSTER_CHARGE,
    INCOME_BOOSTER_TOKENS,
    INCOME_ECONOMY,
    INCOME_INSTITUTE_CHARGE,
    INCOME_INSTITUTE_TOKENS,
    INCOME_LAB,
    INCOME_STD5,
    INSTITUTE,
    LAB,
    NUM_GOODS,
    NUM_INCOME_SOURCES,
    NUM_RESOURCES,
    NUM_STANDARD,
    NUM_STRUCTURES,
    NUM_TRACKS,
    REST_OF_INCOME,
    STD5,
    TILE_OWNED,
    TOKENS,
)
from exozoo.envs.gaia_project.rules.effects import gain

GOOD_OF_SOURCE = table([CHARGE, TOKENS, TOKENS, TOKENS, CHARGE, CHARGE, CHARGE, CHARGE])


@jit
def add_goods(total, gains, row):
    for good in range(NUM_GOODS):
        total[good] += gains[row, good]


@jit
def start_income(s, seat):
    """GP-21, GP-22: all that has no order at once; then the power sources (GP-23).

    GP-24: tiles and academies with an action have no income.
    """
    player = s.players[seat]
    total = np.zeros(NUM_GOODS, np.int64)
    add_goods(total, BASE_INCOME_OF_FACTION, np.int64(player.faction))
    if player.booster != NONE:
        add_goods(total, INCOME_OF_BOOSTER, np.int64(player.booster))
    for piece in range(NUM_STRUCTURES):
        for good in range(NUM_RESOURCES):
            total[good] += INCOME_OF_PIECES[player.faction, piece, player.built[piece], good]
    for kind in range(NUM_STANDARD):
        if player.standard[kind] == TILE_OWNED:
            add_goods(total, INCOME_OF_STANDARD, np.int64(kind))
    for track in range(NUM_TRACKS):
        for good in range(NUM_RESOURCES):
            total[good] += INCOME_OF_LEVEL[track, player.research[track], good]
    for good in range(NUM_RESOURCES):
        if total[good]:
            gain(s, seat, np.int64(good), total[good], NONE)
    for source in range(NUM_INCOME_SOURCES):
        s.income_left[source] = source_amount(s, seat, np.int64(source)) > 0
    s.income_left[INCOME_LAB] *= player.built[LAB]
    push(s, REST_OF_INCOME, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def source_amount(s, seat, source):
    """GP-23: how much power a source gives, 0 if the seat does not have it."""
    player = s.players[seat]
    faction = np.int64(player.faction)
    if source == INCOME_INSTITUTE_CHARGE:
        return INCOME_OF_PIECES[faction, INSTITUTE, player.built[INSTITUTE], CHARGE]
    if source == INCOME_INSTITUTE_TOKENS:
        return INCOME_OF_PIECES[faction, INSTITUTE, player.built[INSTITUTE], TOKENS]
    if source == INCOME_BASE_TOKENS:
        return BASE_INCOME_OF_FACTION[faction, TOKENS]
    if source == INCOME_BOOSTER_TOKENS:
        return INCOME_OF_BOOSTER[player.booster, TOKENS]
    if source == INCOME_BOOSTER_CHARGE:
        return INCOME_OF_BOOSTER[player.booster, CHARGE]
    if source == INCOME_ECONOMY:
        return INCOME_OF_LEVEL[ECONOMY, player.research[ECONOMY], CHARGE]
    if source == INCOME_STD5:
        owned = np.int64(player.standard[STD5] == TILE_OWNED)
        return owned * INCOME_OF_STANDARD[STD5, CHARGE]
    return INCOME_OF_PIECES[faction, LAB, ONE, CHARGE]


@jit
def next_source(s):
    """A pending source of power, NONE when all are taken."""
    for source in range(NUM_INCOME_SOURCES):
        if s.income_left[source]:
            return np.int64(source)
    return NONE


@jit
def has_both_kinds(s):
    """GP-23: charges and tokens both pending, so that the order matters."""
    charges, tokens = False, False
    for source in range(NUM_INCOME_SOURCES):
        if s.income_left[source]:
            if GOOD_OF_SOURCE[source] == CHARGE:
                charges = True
            else:
                tokens = True
    return charges and tokens


@jit
def rest_of_income(s, seat):
    """GP-23: ask while the order matters, then take the rest, source by source."""
    source = next_source(s)
    if source == NONE:
        return
    push(s, REST_OF_INCOME, seat, ZERO, ZERO, ZERO, ZERO)
    if has_both_kinds(s):
        push(s, CHOOSE_INCOME, seat, ZERO, ZERO, ZERO, ZERO)
    else:
        take_source(s, seat, source)


@jit
def take_source(s, seat, source):
    """GP-23: a source is taken completely."""
    s.income_left[source] -= 1
    gain(s, seat, GOOD_OF_SOURCE[source], source_amount(s, seat, source), NONE)


@jit
def legal_income(s, mask):
    """D-5."""
    for source in range(NUM_INCOME_SOURCES):
        if s.income_left[source]:
            mask[A_INCOME + source] = 1


@jit
def apply_income(s, source):
    """D-5."""
    pop(s)
    take_source(s, np.int64(s.seat), source)
