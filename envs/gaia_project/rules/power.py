"""The power cycle: charging, spending, discarding, the Gaia area and the brainstone (GP-15 to GP-19).

The Taklons' brainstone is a token of its own beside the ordinary ones. Where it could move or stay,
the verbs here push the question D-20 instead of moving it; `apply_brainstone` answers it.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import SEAT, pop, push, top
from exozoo.envs.gaia_project.actions import A_BRAINSTONE
from exozoo.envs.gaia_project.constants import (
    AREA_1,
    AREA_2,
    AREA_3,
    GAIA_AREA,
    INSTITUTE,
    ITARS,
    IVITS,
    MOVE_BRAINSTONE,
    NEVLAS,
    QIC,
    STONE_AMOUNT,
    STONE_CASE,
    STONE_CHARGE,
    STONE_DISCARD,
    STONE_GAIA,
    STONE_SPEND,
)

STONE_POWER = np.int64(3)  # GP-18: what the brainstone is worth when spent
DOUBLED = np.int64(2)  # GP-19: what a token is worth to the Nevlas with their institute


@jit
def chargeable(s, seat):
    """GP-15: the most power that can be charged: two for a token in area I, one in area II."""
    player = s.players[seat]
    amount = 2 * np.int64(player.power[AREA_1]) + np.int64(player.power[AREA_2])
    if player.brainstone == AREA_1:
        amount += 2
    elif player.brainstone == AREA_2:
        amount += 1
    return amount


@jit
def discardable_tokens(s, seat):
    """GP-17: tokens in areas I to III; the brainstone counts as one (GP-18)."""
    player = s.players[seat]
    total = np.int64(player.power[AREA_1]) + player.power[AREA_2] + player.power[AREA_3]
    if player.brainstone != NONE and player.brainstone != GAIA_AREA:
        total += 1
    return total


@jit
def power_doubled(s, seat):
    """GP-19: Nevlas with their institute."""
    player = s.players[seat]
    return player.faction == NEVLAS and player.built[INSTITUTE] > 0


@jit
def spendable_power(s, seat):
    """GP-16, GP-18, GP-19: the power that area III holds."""
    player = s.players[seat]
    amount = np.int64(player.power[AREA_3])
    if power_doubled(s, seat):
        amount *= DOUBLED
    if player.brainstone == AREA_3:
        amount += STONE_POWER
    return amount


@jit
def charge_power(s, seat, amount):
    """GP-15: charge, and lose what cannot be charged. D-20, case 1: the stone may go or wait."""
    amount = min(amount, chargeable(s, seat))
    if amount <= 0:
        return
    if stone_may_wait(s, seat, amount):
        push(s, MOVE_BRAINSTONE, seat, STONE_CHARGE, amount, ZERO, ZERO)
    else:
        move_charged(s, seat, amount, ONE)


@jit
def stone_may_wait(s, seat, amount):
    """D-20, case 1: whether charging can leave the brainstone in either of two areas."""
    player = s.players[seat]
    in_1, in_2 = np.int64(player.power[AREA_1]), np.int64(player.power[AREA_2])
    if player.brainstone == AREA_1:
        return amount <= in_1 or 1 < amount - in_1 <= in_1 + in_2 + 1
    if player.brainstone == AREA_2:
        return 0 < amount - in_1 <= in_1 + in_2
    return False


@jit
def move_charged(s, seat, amount, stone_first):
    """GP-15: from area I while there is a token, then from area II; the stone first or last."""
    player = s.players[seat]
    for area in range(2):
        ordinary = np.int64(player.power[area])
        stone = np.int64(player.brainstone == area)
        moved = min(amount, ordinary + stone)
        amount -= moved
        if stone and moved and (stone_first or moved > ordinary):
            player.brainstone = area + 1
            moved -= 1
        player.power[area] -= moved
        player.power[area + 1] += moved


@jit
def pay_power(s, seat, amount):
    """GP-16: from area III to area I. D-20, case 2: the stone may be used or not."""
    player = s.players[seat]
    if power_doubled(s, seat):
        spend_tokens(s, seat, (amount + 1) // DOUBLED, ZERO)
    elif player.brainstone == AREA_3 and player.power[AREA_3] >= amount >= STONE_POWER:
        push(s, MOVE_BRAINSTONE, seat, STONE_SPEND, amount, ZERO, ZERO)
    else:
        use_stone = player.brainstone == AREA_3 and player.power[AREA_3] < amount
        spend_tokens(s, seat, amount, np.int64(use_stone))


@jit
def spend_tokens(s, seat, amount, use_stone):
    """GP-16, GP-18: the brainstone pays 3; what it pays too much is lost."""
    player = s.players[seat]
    if use_stone:
        player.brainstone = AREA_1
        amount = max(ZERO, amount - STONE_POWER)
    player.power[AREA_3] -= amount
    player.power[AREA_1] += amount


@jit
def take_lowest(s, seat, amount):
    """O-3: take ordinary tokens away, from area I first, then II, then III."""
    player = s.players[seat]
    for area in range(GAIA_AREA):
        taken = min(amount, np.int64(player.power[area]))
        player.power[area] -= taken
        amount -= taken


@jit
def pay_project_tokens(s, seat, amount):
    """GP-41: tokens go to the Gaia area. D-20, case 3: with or without the stone."""
    player = s.players[seat]
    if player.brainstone == NONE or player.brainstone == GAIA_AREA:
        send_to_gaia(s, seat, amount, ZERO)
    elif discardable_tokens(s, seat) == amount:
        send_to_gaia(s, seat, amount, ONE)
    else:
        push(s, MOVE_BRAINSTONE, seat, STONE_GAIA, amount, ZERO, ZERO)


@jit
def send_to_gaia(s, seat, amount, send_stone):
    player = s.players[seat]
    if send_stone:
        player.brainstone = GAIA_AREA
        amount -= 1
    take_lowest(s, seat, amount)
    player.power[GAIA_AREA] += amount


@jit
def pay_satellites(s, seat, amount):
    """GP-48: one token each, or one Q.I.C. of the Ivits. D-20, case 4: with or without the stone."""
    player = s.players[seat]
    if player.faction == IVITS:
        player.stock[QIC] -= amount
        return
    if player.brainstone == NONE or player.brainstone == GAIA_AREA:
        take_lowest(s, seat, amount)
        return
    below = ZERO
    for area in range(player.brainstone + 1):
        below += player.power[area]
    if below >= amount:
        take_lowest(s, seat, amount)
    elif discardable_tokens(s, seat) == amount:
        discard(s, seat, amount, ONE)
    else:
        push(s, MOVE_BRAINSTONE, seat, STONE_DISCARD, amount, ZERO, ZERO)


@jit
def discard(s, seat, amount, with_stone):
    """GP-17: out of the game, the brainstone for good."""
    if with_stone:
        s.players[seat].brainstone = NONE
        amount -= 1
    take_lowest(s, seat, amount)


@jit
def can_burn(s, seat):
    """GP-70: two tokens in area II; the brainstone may be the one that moves up."""
    player = s.players[seat]
    return player.power[AREA_2] + np.int64(player.brainstone == AREA_2) >= 2


@jit
def burn(s, seat):
    """GP-70: discard a token of area II, move another to III. O-13: the stone moves up first.

    GP-101: the Itars' discarded token goes to their Gaia area.
    """
    player = s.players[seat]
    if player.brainstone == AREA_2:
        player.brainstone = AREA_3
        player.power[AREA_2] -= 1
    else:
        player.power[AREA_2] -= 2
        player.power[AREA_3] += 1
    if player.faction == ITARS:
        player.power[GAIA_AREA] += 1


@jit
def legal_brainstone(s, mask):
    """D-20: move, use or send the brainstone, or keep it back."""
    mask[A_BRAINSTONE] = 1
    mask[A_BRAINSTONE + 1] = 1


@jit
def apply_brainstone(s, choice):
    """D-20: carry out what had to wait for the answer."""
    seat, case, amount = top(s, SEAT), top(s, STONE_CASE), top(s, STONE_AMOUNT)
    pop(s)
    move = ONE - choice
    if case == STONE_CHARGE:
        move_charged(s, seat, amount, move)
    elif case == STONE_SPEND:
        spend_tokens(s, seat, amount, move)
    elif case == STONE_GAIA:
        send_to_gaia(s, seat, amount, move)
    else:
        discard(s, seat, amount, move)
