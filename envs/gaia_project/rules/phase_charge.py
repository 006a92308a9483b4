"""Passive charging: neighbours of what was built in a turn may charge power (GP-75 to GP-79)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import SEAT, pop, push, top
from exozoo.envs.gaia_project.actions import A_CHARGE, A_DECLINE, INDEX_IN_BLOCK
from exozoo.envs.gaia_project.components import DISTANCE_OF_HEXES, NEAR_DISTANCE
from exozoo.envs.gaia_project.constants import (
    ADD_TOKEN,
    AREA_1,
    CHARGE_OFFER,
    OFFER_POWER,
    TAKLONS,
    VP_CHARGE,
)
from exozoo.envs.gaia_project.rules.effects import has_institute, is_automa, power_value, score
from exozoo.envs.gaia_project.rules.power import charge_power, chargeable

FROM_TOKEN = np.int64(2)  # a token in area I can be charged twice


@jit
def offered_power(s, seat, place):
    """GP-75: the highest power value of the seat's structures within distance 2."""
    player, away = s.players[seat], DISTANCE_OF_HEXES[s.board, place]
    highest = ZERO
    for index in range(player.num_settled):
        other = np.int64(player.settled[index])
        if away[other] <= NEAR_DISTANCE:
            highest = max(highest, power_value(s, seat, other))
    return highest


@jit
def offer_charges(s, builder):
    """GP-77, GP-78: clockwise from the builder's left, the hex built last first.

    OS-1: the Automa never charges, but its neighbours do.
    """
    for index in range(s.num_new):
        place = np.int64(s.new_hex[index])
        for distance in range(s.num_seats - 1, 0, -1):
            seat = (builder + distance) % s.num_seats
            power = offered_power(s, seat, place)
            if power > 0 and not is_automa(s, seat):
                push(s, CHARGE_OFFER, seat, power, place, ZERO, ZERO)
    s.new_hex[:] = 0
    s.num_new = 0


@jit
def gains_token_too(s, seat):
    """GP-92: Taklons with their institute."""
    return s.players[seat].faction == TAKLONS and has_institute(s, seat)


@jit
def charge_of_offer(s, seat, power, token_first):
    """GP-76, GP-92: lowered to what can be charged and to VP + 1."""
    possible = chargeable(s, seat) + token_first * FROM_TOKEN
    return min(power, possible, np.int64(s.scores[seat]) + 1)


@jit
def is_offer_empty(s):
    """GP-76: a player who can charge nothing is not asked; O-18: Taklons with institute are."""
    seat = top(s, SEAT)
    if gains_token_too(s, seat):
        return False
    return charge_of_offer(s, seat, top(s, OFFER_POWER), ZERO) <= 0


@jit
def legal_charge(s, mask):
    """D-23."""
    mask[A_CHARGE] = 1
    mask[A_DECLINE] = 1
    if gains_token_too(s, np.int64(s.seat)):
        mask[A_CHARGE + 1] = 1


@jit
def apply_charge(s, action):
    """GP-76, GP-92: charging c power costs c - 1 VP."""
    seat, power = top(s, SEAT), top(s, OFFER_POWER)
    pop(s)
    if action == A_DECLINE:
        return
    token_first = INDEX_IN_BLOCK[action]
    amount = charge_of_offer(s, seat, power, token_first)
    if token_first:
        s.players[seat].power[AREA_1] += 1
    elif gains_token_too(s, seat):
        push(
            s, ADD_TOKEN, seat, ZERO, ZERO, ZERO, ZERO
        )  # after the charge and the question about the stone
    score(s, seat, -max(amount - ONE, ZERO), VP_CHARGE)
    charge_power(s, seat, amount)
