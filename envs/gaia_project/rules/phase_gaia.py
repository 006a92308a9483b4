"""Phase II: the Gaia phase (GP-25 to GP-29)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, top
from exozoo.envs.gaia_project.actions import A_DECLINE, A_FREE, INDEX_IN_BLOCK
from exozoo.envs.gaia_project.components import GAIN_OF_FREE, POWER_COST_OF_FREE
from exozoo.envs.gaia_project.constants import (
    AREA_1,
    AREA_2,
    BUY_TILE,
    CHOOSE_TILE,
    CONVERT_GAIA,
    GAIA,
    GAIA_AREA,
    GAIAFORMER,
    ITARS,
    OFFER_CHARGES,
    P1_C,
    P3_O,
    P4_K,
    P4_Q,
    RETURN_TOKENS,
    TERRANS,
    TOKENS_LEFT,
    TRANSDIM,
)
from exozoo.envs.gaia_project.rules.effects import gain_row, has_institute
from exozoo.envs.gaia_project.rules.phase_research import any_tile, apply_tile, legal_tile

TILE_PRICE = np.int64(4)  # GP-29
GAIA_CONVERSIONS = table([P4_Q, P3_O, P4_K, P1_C])  # GP-28


@jit
def form_gaia_planets(s):
    """GP-25: transdim planets with a gaiaformer become Gaia planets."""
    for index in range(s.num_planets):
        place = np.int64(s.planet_hex[index])
        if s.planet[place] == TRANSDIM and s.structure[place] == GAIAFORMER:
            s.planet[place] = GAIA


@jit
def start_gaia(s, seat):
    """GP-25 to GP-29: planets, decisions about the tokens in the Gaia area, then they return."""
    form_gaia_planets(s)
    player = s.players[seat]
    tokens = np.int64(player.power[GAIA_AREA])
    push(s, RETURN_TOKENS, seat, ZERO, ZERO, ZERO, ZERO)
    if not has_institute(s, seat):
        return
    if player.faction == TERRANS and tokens > 0:
        push(s, CONVERT_GAIA, seat, tokens, ZERO, ZERO, ZERO)
    elif player.faction == ITARS:
        push(s, BUY_TILE, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def return_tokens(s, seat):
    """GP-26: to area I; GP-88: of the Terrans to area II; GP-27: gaiaformers of the Bal T'aks."""
    player = s.players[seat]
    area = AREA_2 if player.faction == TERRANS else AREA_1
    player.power[area] += player.power[GAIA_AREA]
    player.power[GAIA_AREA] = 0
    if player.brainstone == GAIA_AREA:
        player.brainstone = AREA_1
    player.gaiaformers_resting = 0


@jit
def legal_conversion(s, mask):
    """D-6, GP-28: each moved token is used at most once; O-5: stopping is allowed."""
    tokens = top(s, TOKENS_LEFT)
    for conversion in GAIA_CONVERSIONS:
        if POWER_COST_OF_FREE[conversion] <= tokens:
            mask[A_FREE + conversion] = 1
    mask[A_DECLINE] = 1


@jit
def apply_conversion(s, action):
    """D-6."""
    seat, tokens = np.int64(s.seat), top(s, TOKENS_LEFT)
    pop(s)
    if action == A_DECLINE:
        return
    conversion = INDEX_IN_BLOCK[action]
    gain_row(s, seat, GAIN_OF_FREE, conversion, ONE, NONE)
    tokens -= POWER_COST_OF_FREE[conversion]
    if tokens > 0:
        push(s, CONVERT_GAIA, seat, tokens, ZERO, ZERO, ZERO)


@jit
def can_buy_tile(s, seat):
    """GP-29: four tokens and a tile that can be taken."""
    return s.players[seat].power[GAIA_AREA] >= TILE_PRICE and any_tile(s, seat)


@jit
def legal_purchase(s, mask):
    """D-7: the tile to buy, or stop."""
    legal_tile(s, mask)
    mask[A_DECLINE] = 1


@jit
def apply_purchase(s, action):
    """D-7, GP-29: discard four tokens and take the tile; repeatedly.

    O-9: whoever is near a Lost Planet placed now may charge at once.
    """
    if action == A_DECLINE:
        pop(s)
        return
    seat = np.int64(s.seat)
    s.players[seat].power[GAIA_AREA] -= TILE_PRICE
    push(s, OFFER_CHARGES, seat, ZERO, ZERO, ZERO, ZERO)
    push(s, CHOOSE_TILE, seat, ZERO, ZERO, ZERO, ZERO)
    apply_tile(s, action)
