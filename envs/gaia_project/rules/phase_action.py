"""Power and Q.I.C. actions, special actions and free actions (GP-65 to GP-72)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push
from exozoo.envs.gaia_project.actions import A_BOARD, A_FREE, A_HEX, A_SPECIAL, A_TOKEN
from exozoo.envs.gaia_project.components import (
    ACADEMY_GAIN_OF_FACTION,
    ACTION_OF_ADVANCED,
    ACTION_OF_STANDARD,
    COST_OF_FREE,
    FACTION_OF_FREE,
    FREE_STEPS_OF_ACTION,
    GAIN_OF_ACTION,
    GAIN_OF_FREE,
    GAIN_OF_TOKEN,
    HEXES_ON_BOARD,
    LIMIT_OF_PIECE,
    NEEDS_INSTITUTE,
    POWER_COST_OF_ACTION,
    POWER_COST_OF_FREE,
    QIC_COST_OF_ACTION,
)
from exozoo.envs.gaia_project.constants import (
    ACADEMY_ACTION,
    ADV3,
    ADV11,
    ADV13,
    AMBAS,
    AREA_3,
    BESCODS,
    BUILD_WITH_BONUS,
    BURN,
    CHOOSE_DOWNGRADE,
    CHOOSE_RESCORE,
    CHOOSE_SWAP,
    CHOOSE_TRACK,
    FIRAKS,
    GAIA_AREA,
    GAIAFORMER,
    GF_Q,
    IVITS,
    LAB,
    LOWEST_TRACK,
    MINE,
    NUM_BOARD_ACTIONS,
    NUM_FREE_ACTIONS,
    NUM_SPECIALS,
    NUM_TOKENS,
    PER_PLANET_TYPE,
    PLACE_SPACE_STATION,
    POWER2,
    POWER6,
    QIC,
    QIC1,
    QIC2,
    QIC3,
    RANGE_BOOSTER,
    SPACE_STATION,
    SPECIAL_ACADEMY,
    SPECIAL_ADV3,
    SPECIAL_ADV11,
    SPECIAL_ADV13,
    SPECIAL_BESCODS,
    SPECIAL_INSTITUTE,
    SPECIAL_RANGE,
    SPECIAL_STD9,
    SPECIAL_STEP,
    STATION,
    STD9,
    STEP_BOOSTER,
    T3G_K,
    TILE_OWNED,
    VP_ACTION,
    VP_TILE,
)
from exozoo.envs.gaia_project.rules.effects import (
    can_pay_goods,
    count_of,
    gain_row,
    gains_something,
    has_institute,
    pay_goods,
    score,
    tokens_owned,
)
from exozoo.envs.gaia_project.rules.phase_build import RANGE_BONUS, STEP_BONUS
from exozoo.envs.gaia_project.rules.phase_research import any_tile, any_track, offer_tile
from exozoo.envs.gaia_project.rules.power import burn, can_burn, pay_power, spendable_power
from exozoo.envs.gaia_project.rules.structures import put_piece, range_qic, settle_hex

VP_PER_TYPE = np.int64(1)  # qic3


@jit
def can_use_board_action(s, seat, action):
    """GP-33, GP-65: not used this round, payable, and good for something."""
    player = s.players[seat]
    if s.action_used[action] or player.stock[QIC] < QIC_COST_OF_ACTION[action]:
        return False
    if spendable_power(s, seat) < POWER_COST_OF_ACTION[action]:
        return False
    if action == QIC1:
        return any_tile(s, seat)
    if action == QIC2:
        return tokens_owned(s, seat) > 0
    if action in (POWER2, POWER6):
        return True  # legal_builds has looked for a planet
    return gains_something(s, seat, GAIN_OF_ACTION, action)


@jit
def legal_board_actions(s, mask):
    """GP-65. `legal_builds` comes first: it marks power2 and power6 if there is a planet for them."""
    for action in range(NUM_BOARD_ACTIONS):
        usable = can_use_board_action(s, np.int64(s.seat), np.int64(action))
        if action in (POWER2, POWER6):
            usable = usable and mask[A_BOARD + action]
        mask[A_BOARD + action] = usable


@jit
def apply_board_action(s, action):
    """GP-65: the follow-up is pushed before the payment, whose brainstone question comes first."""
    seat = np.int64(s.seat)
    s.action_used[action] = 1
    s.players[seat].stock[QIC] -= QIC_COST_OF_ACTION[action]
    if action in (POWER2, POWER6):
        push(s, BUILD_WITH_BONUS, seat, FREE_STEPS_OF_ACTION[action], ZERO, ZERO, ZERO)
    elif action == QIC1:
        offer_tile(s, seat)
    elif action == QIC2:
        push(s, CHOOSE_RESCORE, seat, ZERO, ZERO, ZERO, ZERO)
    elif action == QIC3:
        score(s, seat, VP_PER_TYPE * count_of(s, seat, PER_PLANET_TYPE), VP_ACTION)
    pay_power(s, seat, POWER_COST_OF_ACTION[action])
    gain_row(s, seat, GAIN_OF_ACTION, action, ONE, VP_ACTION)


@jit
def legal_rescore(s, mask):
    """D-17: one of your federation tokens, either side up."""
    for kind in range(NUM_TOKENS):
        if s.players[s.seat].tokens[kind] > 0:
            mask[A_TOKEN + kind] = 1


@jit
def apply_rescore(s, kind):
    """GP-65: its rewards again; no new token and no trigger."""
    pop(s)
    gain_row(s, np.int64(s.seat), GAIN_OF_TOKEN, kind, ONE, VP_ACTION)


@jit
def has_special(s, seat, special):
    """GP-66: whether the seat owns this special action and can carry it out (GP-33)."""
    player = s.players[seat]
    if special == SPECIAL_STEP:
        return player.booster == STEP_BOOSTER
    if special == SPECIAL_RANGE:
        return player.booster == RANGE_BOOSTER
    if special == SPECIAL_STD9:
        return player.standard[STD9] == TILE_OWNED
    if special == SPECIAL_ADV3:
        return player.advanced[ADV3] == 1
    if special == SPECIAL_ADV11:
        return player.advanced[ADV11] == 1
    if special == SPECIAL_ADV13:
        return player.advanced[ADV13] == 1
    if special == SPECIAL_ACADEMY:
        return player.built[ACADEMY_ACTION] > 0
    if special == SPECIAL_INSTITUTE:
        return has_institute(s, seat) and can_use_institute(s, seat)
    return player.faction == BESCODS and any_track(s, seat, LOWEST_TRACK)


@jit
def can_use_institute(s, seat):
    """GP-93, GP-98, GP-95: a mine to swap with; a lab and a trading station left; a free hex."""
    player = s.players[seat]
    if player.faction == AMBAS:
        return player.built[MINE] > 0
    if player.faction == FIRAKS:
        return player.built[LAB] > 0 and player.built[STATION] < LIMIT_OF_PIECE[STATION]
    if player.faction == IVITS and player.built[SPACE_STATION] < LIMIT_OF_PIECE[SPACE_STATION]:
        for hexagon in range(HEXES_ON_BOARD[s.board]):
            if can_hold_space_station(s, seat, np.int64(hexagon)):
                return True
    return False


@jit
def legal_specials(s, mask):
    """GP-66; GP-63: also of tiles taken this round.

    `legal_builds` comes first: it marks both booster actions if they have a target.
    """
    player = s.players[s.seat]
    for special in range(NUM_SPECIALS):
        usable = not player.special_used[special] and has_special(
            s, np.int64(s.seat), np.int64(special)
        )
        if special in (SPECIAL_STEP, SPECIAL_RANGE):
            usable = usable and mask[A_SPECIAL + special]
        mask[A_SPECIAL + special] = usable


@jit
def apply_special(s, special):
    """GP-66."""
    seat = np.int64(s.seat)
    player = s.players[seat]
    player.special_used[special] = 1
    if special == SPECIAL_STEP:
        push(s, BUILD_WITH_BONUS, seat, STEP_BONUS, ZERO, ZERO, ZERO)
    elif special == SPECIAL_RANGE:
        push(s, BUILD_WITH_BONUS, seat, ZERO, RANGE_BONUS, ZERO, ZERO)
    elif special == SPECIAL_STD9:
        gain_row(s, seat, ACTION_OF_STANDARD, STD9, ONE, VP_TILE)
    elif special == SPECIAL_ADV3:
        gain_row(s, seat, ACTION_OF_ADVANCED, ADV3, ONE, VP_TILE)
    elif special == SPECIAL_ADV11:
        gain_row(s, seat, ACTION_OF_ADVANCED, ADV11, ONE, VP_TILE)
    elif special == SPECIAL_ADV13:
        gain_row(s, seat, ACTION_OF_ADVANCED, ADV13, ONE, VP_TILE)
    elif special == SPECIAL_ACADEMY:
        gain_row(s, seat, ACADEMY_GAIN_OF_FACTION, np.int64(player.faction), ONE, VP_TILE)
    elif special == SPECIAL_BESCODS:
        push(s, CHOOSE_TRACK, seat, LOWEST_TRACK, ZERO, ZERO, ZERO)
    elif player.faction == AMBAS:
        push(s, CHOOSE_SWAP, seat, ZERO, ZERO, ZERO, ZERO)
    elif player.faction == FIRAKS:
        push(s, CHOOSE_DOWNGRADE, seat, ZERO, ZERO, ZERO, ZERO)
    else:
        push(s, PLACE_SPACE_STATION, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def can_hold_space_station(s, seat, place):
    """GP-95: no planet, no space station, no own satellite (O-16), and in reach."""
    return (
        s.planet[place] == NONE
        and s.structure[place] == NONE
        and not s.satellites[place] & (1 << seat)
        and s.players[seat].stock[QIC] >= range_qic(s, seat, place, ZERO)
    )


@jit
def legal_space_station(s, mask):
    """D-21."""
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        if can_hold_space_station(s, np.int64(s.seat), np.int64(hexagon)):
            mask[A_HEX + hexagon] = 1


@jit
def apply_space_station(s, place):
    """GP-95: it gives range and joins a federation; no charging, no VP."""
    seat = np.int64(s.seat)
    pop(s)
    s.players[seat].stock[QIC] -= range_qic(s, seat, place, ZERO)
    put_piece(s, seat, place, SPACE_STATION)
    settle_hex(s, seat, place)


@jit
def can_convert(s, seat, conversion):
    """GP-70, GP-94, GP-97, GP-100, O-4: who may use a free action, and whether it can be paid."""
    player = s.players[seat]
    if FACTION_OF_FREE[conversion] != NONE and FACTION_OF_FREE[conversion] != player.faction:
        return False
    if NEEDS_INSTITUTE[conversion] and not has_institute(s, seat):
        return False
    if conversion == BURN:
        return can_burn(s, seat)
    if conversion == GF_Q:
        return player.gaiaformers - player.gaiaformers_resting - player.built[GAIAFORMER] > 0
    if conversion == T3G_K:
        return player.power[AREA_3] > 0
    if spendable_power(s, seat) < POWER_COST_OF_FREE[conversion]:
        return False
    return can_pay_goods(s, seat, COST_OF_FREE, conversion)


@jit
def legal_free_actions(s, mask):
    """GP-70."""
    for conversion in range(NUM_FREE_ACTIONS):
        if can_convert(s, np.int64(s.seat), np.int64(conversion)):
            mask[A_FREE + conversion] = 1


@jit
def apply_free_action(s, conversion):
    """GP-70; the turn goes on."""
    seat = np.int64(s.seat)
    player = s.players[seat]
    if conversion == BURN:
        burn(s, seat)
    elif conversion == GF_Q:
        player.gaiaformers_resting += 1
    elif conversion == T3G_K:
        player.power[AREA_3] -= 1
        player.power[GAIA_AREA] += 1
    pay_goods(s, seat, COST_OF_FREE, conversion)
    pay_power(s, seat, POWER_COST_OF_FREE[conversion])
    gain_row(s, seat, GAIN_OF_FREE, conversion, ONE, NONE)
