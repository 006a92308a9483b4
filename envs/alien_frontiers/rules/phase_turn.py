"""The beginning and the end of a turn (AF-20 to AF-29)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import NUM_KEEP
from exozoo.envs.alien_frontiers.components import RESOURCE_LIMIT
from exozoo.envs.alien_frontiers.constants import (
    FUEL,
    HAND,
    KEEP_ORE,
    MAIN,
    NUM_DICE,
    ORE,
    RESOURCE_CACHE,
    STOCK,
    TERRAFORMING_STATION,
)
from exozoo.envs.alien_frontiers.rules.effects import (
    gain,
    lose_card,
    owner_of,
    pay,
    roll,
    send_to_bay,
    send_to_stock,
    stock_of,
)
from exozoo.envs.alien_frontiers.rules.scoring import finish_game
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit


@jit
def start_turn(s):
    """AF-20: steps 1 to 4 of the turn of `s.seat`, without a decision."""
    s.turn += 1
    clear_turn(s)
    gather_and_roll(s)
    use_resource_cache(s)


@jit
def clear_turn(s):
    """What is counted or remembered within one turn only."""
    s.used[:] = 0
    s.discarded = 0
    s.tally = 0
    s.rate = 0
    s.mined = 0
    s.boarded = 0
    s.extra_space = 0
    s.borrowed = NONE
    clear_choice(s)


@jit
def clear_choice(s):
    """Nothing is pending: the next decision is a free one (AF-25)."""
    s.card = NONE
    s.facility = NONE
    s.moved = NONE
    s.territory = NONE
    s.other_territory = NONE
    s.owner = NONE
    s.picks = 0
    s.last_pick = 0
    s.refresh = 0
    s.surplus = 0
    s.phase = MAIN


@jit
def gather_and_roll(s):
    """AF-21, AF-102: the terraformed ship leaves play, AF-104: the relic ship for the desert.

    AF-22, AF-23: all others are rolled; AF-141: the relic ship with them; AF-147, AF-224: also what
    an opponent moved. AF-28: ships of other players stay where they are.
    """
    for die in range(NUM_DICE):
        if owner_of(s, die) != s.seat or s.place[die] == STOCK:
            continue
        if s.place[die] == TERRAFORMING_STATION:
            send_to_stock(s, die)
        else:
            s.place[die] = HAND
            s.port[die] = NONE
            roll(s, die)


@jit
def use_resource_cache(s):
    """AF-24, AF-208, AF-211: after the opening roll only.

    AF-209: ore for more odd values, fuel for more even, both if equal; AF-210: the card then goes
    away without being a discard power.
    """
    seat = np.int64(s.seat)
    if not s.cards[seat, RESOURCE_CACHE]:
        return
    lead = ZERO
    for die in range(NUM_DICE):
        if s.place[die] == HAND:
            lead += ONE if s.value[die] % 2 else -ONE
    if lead >= 0:
        gain(s, seat, ORE, ONE)
    if lead <= 0:
        gain(s, seat, FUEL, ONE)
    if lead == 0:
        lose_card(s, seat, RESOURCE_CACHE)


@jit
def apply_end_turn(s):
    """AF-27, AF-70: ships left in hand go to the bay; AF-29: then the resource limit, if exceeded."""
    seat = np.int64(s.seat)
    for die in range(NUM_DICE):
        if s.place[die] == HAND:
            send_to_bay(s, die)
    if stock_of(s, seat, FUEL) + stock_of(s, seat, ORE) > RESOURCE_LIMIT:
        s.phase = KEEP_ORE
    else:
        next_turn(s)


@jit
def legal_keep_ore(s):
    """AF-29: exactly 8 of the resources are kept, in any mix that the player has."""
    seat = np.int64(s.seat)
    amounts = ZERO
    for ore in range(NUM_KEEP):
        if ore <= s.resources[seat, ORE] and RESOURCE_LIMIT - ore <= s.resources[seat, FUEL]:
            amounts |= ONE << ore
    return amounts


@jit
def apply_keep_ore(s, ore):
    """AF-29: the excess goes back to the supply."""
    seat = np.int64(s.seat)
    pay(s, seat, ORE, stock_of(s, seat, ORE) - ore)
    pay(s, seat, FUEL, stock_of(s, seat, FUEL) - (RESOURCE_LIMIT - ore))
    next_turn(s)


@jit
def next_turn(s):
    """AF-20: the next player clockwise; the game is stopped if the option says so."""
    if s.turn == s.turn_limit:
        finish_game(s)
        return
    s.seat = (np.int64(s.seat) + ONE) % np.int64(s.num_players)
    start_turn(s)
