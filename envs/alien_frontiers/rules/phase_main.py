"""The free decisions of a turn (AF-25): dock, trade, launch, buy the relic ship, use cards, end."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import (
    BUY_RELIC,
    BUY_RELIC_BLOCK,
    DISCARD,
    END_TURN,
    END_TURN_BLOCK,
    LAUNCH,
    POWER,
    POWER_BLOCK,
    TRADE,
    TRADE_BLOCK,
)
from exozoo.envs.alien_frontiers.components import HEINLEIN_RATE, RELIC_COST
from exozoo.envs.alien_frontiers.constants import (
    BURROUGHS_DESERT,
    DESERT,
    FUEL,
    HEINLEIN_PLAINS,
    MAINTENANCE_BAY,
    ORE,
    RELIC,
)
from exozoo.envs.alien_frontiers.rules.effects import (
    can_pay,
    gain,
    has_bonus,
    pay,
    pay_row,
    stock_of,
)
from exozoo.envs.alien_frontiers.rules.phase_discard import apply_discard, legal_discards
from exozoo.envs.alien_frontiers.rules.phase_dock import can_launch
from exozoo.envs.alien_frontiers.rules.phase_power import apply_power, legal_powers
from exozoo.envs.alien_frontiers.rules.phase_turn import apply_end_turn
from exozoo.envs.core.bits import set_bits
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit


@jit
def legal_main(s, mask, docks):
    """AF-25: whatever is possible; AF-26: the turn may end only when none of the `docks` is."""
    if docks == 0:
        mask[END_TURN] = 1
    if can_trade(s):
        mask[TRADE] = 1
    if can_launch(s):
        mask[LAUNCH] = 1
    if can_buy_relic(s):
        mask[BUY_RELIC] = 1
    set_bits(mask, POWER, legal_powers(s))
    set_bits(mask, DISCARD, legal_discards(s))


@jit
def apply_main(s, block, choice):
    """A free decision other than to dock or to launch."""
    if block == TRADE_BLOCK:
        apply_trade(s)
    elif block == BUY_RELIC_BLOCK:
        apply_buy_relic(s)
    elif block == END_TURN_BLOCK:
        apply_end_turn(s)
    elif block == POWER_BLOCK:
        apply_power(s, choice)
    else:
        apply_discard(s, choice)


@jit
def market_rate(s):
    """AF-77: fuel for one ore, by the pairs docked this turn (AF-78); AF-124: 1; 0 if closed."""
    if s.rate > 0 and has_bonus(s, np.int64(s.seat), HEINLEIN_PLAINS):
        return HEINLEIN_RATE
    return np.int64(s.rate)


@jit
def can_trade(s):
    """AF-76: the market is open to the player, who has the fuel; AF-230: there is ore left."""
    rate = market_rate(s)
    return rate > 0 and s.supply[ORE] > 0 and stock_of(s, np.int64(s.seat), FUEL) >= rate


@jit
def apply_trade(s):
    """AF-76: fuel into ore."""
    seat = np.int64(s.seat)
    pay(s, seat, FUEL, market_rate(s))
    gain(s, seat, ORE, ONE)


@jit
def can_buy_relic(s):
    """AF-140: it lies on Burroughs Desert, whose bonus (AF-123) the player has; AF-145: again too."""
    seat = np.int64(s.seat)
    return (
        s.place[RELIC] == DESERT
        and can_pay(s, seat, RELIC_COST, ZERO)
        and has_bonus(s, seat, BURROUGHS_DESERT)
    )


@jit
def apply_buy_relic(s):
    """AF-140: pay, the relic ship goes to the bay in the player's possession."""
    seat = np.int64(s.seat)
    pay_row(s, seat, RELIC_COST, ZERO)
    s.place[RELIC] = MAINTENANCE_BAY
    s.relic_holder = seat
