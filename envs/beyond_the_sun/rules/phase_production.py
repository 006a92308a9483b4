"""The production phase and trading (section 3.2), and moves between supply columns (D18 to D20, D23)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import (
    BUY_POPULATION,
    COLUMN,
    DISMISS_SHIP,
    GROW_IT,
    NO,
    PRODUCE_IT,
    SELL_POPULATION,
    TRADE_IT,
)
from exozoo.envs.beyond_the_sun.components import (
    F_COLUMNS,
    F_TRADE_ORE,
    F_TRADE_POP,
    F_TRADE_SHIP,
    faction_fact,
)
from exozoo.envs.beyond_the_sun.constants import (
    ACTION,
    FREE,
    FROM_RIGHTMOST,
    LEFTMOST,
    MAX_EXCHANGES,
    NUM_COLUMNS,
    TO_A,
)
from exozoo.envs.beyond_the_sun.pending import (
    GIVE_FROM,
    K_LIST,
    K_MOVE_TO,
    K_TRADE,
    K_TRADE_SHIP,
    TAKE_FROM,
    TAKE_LEFT,
    TAKE_TO,
    TRADE_COUNT,
    TRADE_IN_PHASE,
    TRADE_MODE,
)
from exozoo.envs.beyond_the_sun.rules.effects import (
    gain_ore,
    grow,
    ore_symbols,
    pay_ore,
    return_population,
    ship_count,
    supply_count,
    supply_to_population,
)
from exozoo.envs.beyond_the_sun.rules.feasible import rest_changes
from exozoo.envs.beyond_the_sun.rules.phase_ships import dismiss_ship
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    SEAT,
    pop,
    push,
    set_top,
    top,
)

ENOUGH_EXCHANGES = np.int64(3)  # BS-161


@jit
def legal_production(mask):
    """D18, BS-40: any one of the three."""
    mask[GROW_IT] = 1
    mask[PRODUCE_IT] = 1
    mask[TRADE_IT] = 1


@jit
def apply_production(s, action):
    """BS-40: grow (BS-41), produce ore (BS-43) or trade (BS-44)."""
    seat = top(s, SEAT)
    pop(s)
    if action == GROW_IT:
        grow(s, seat)
    elif action == PRODUCE_IT:
        gain_ore(s, seat, ore_symbols(s, seat))
    else:
        push(s, K_TRADE, seat, ZERO, ONE, FREE, ZERO)


@jit
def may_exchange(s, action):
    """BS-45 to BS-47: whether the exchange can be made; a cap keeps the phase finite."""
    seat = top(s, SEAT)
    player = s.players[seat]
    if top(s, TRADE_COUNT) >= MAX_EXCHANGES:
        return False
    if action == BUY_POPULATION:
        return player.ore >= faction_fact(s, seat, F_TRADE_POP) and supply_count(s, seat) > 0
    if action == DISMISS_SHIP:
        return player.ore >= faction_fact(s, seat, F_TRADE_SHIP) and ship_count(s, seat) > 0
    return player.population > 0


@jit
def resolve_trade(s):
    """BS-44: True while some exchange can be made."""
    for action in range(BUY_POPULATION, SELL_POPULATION + 1):
        if may_exchange(s, np.int64(action)):
            return True
    finish_trade(s)
    return False


@jit
def finish_trade(s):
    """BS-161: an ability that rewards 3 or more exchanges in a production phase."""
    seat, count, in_phase = top(s, SEAT), top(s, TRADE_COUNT), top(s, TRADE_IN_PHASE)
    pop(s)
    reward = np.int64(s.players[seat].on_trade_3)
    if in_phase and count >= ENOUGH_EXCHANGES and reward:
        push(s, K_LIST, seat, reward, FREE, ZERO, ZERO)


@jit
def legal_trade(s, mask):
    """D19: any exchange, or stop; in an action that changed nothing yet BS-36 forbids to stop."""
    for action in range(BUY_POPULATION, SELL_POPULATION + 1):
        if may_exchange(s, np.int64(action)):
            mask[action] = 1
    if top(s, TRADE_MODE) != ACTION or rest_changes(s, top(s, SEAT), np.int64(s.num_pending) - 1):
        mask[NO] = 1


@jit
def apply_trade(s, action):
    """BS-45, BS-46, or BS-47, which asks for a ship; or stop."""
    if action == NO:
        finish_trade(s)
        return
    seat = top(s, SEAT)
    set_top(s, TRADE_COUNT, top(s, TRADE_COUNT) + 1)
    if action == BUY_POPULATION:
        pay_ore(s, seat, faction_fact(s, seat, F_TRADE_POP))
        supply_to_population(s, seat, ONE, LEFTMOST)
    elif action == SELL_POPULATION:
        return_population(s, seat, ONE)
        gain_ore(s, seat, faction_fact(s, seat, F_TRADE_ORE))
    else:
        push(s, K_TRADE_SHIP, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def apply_trade_ship(s, action):
    """BS-47: the ship becomes population for ore; control is checked."""
    seat = top(s, SEAT)
    pop(s)
    pay_ore(s, seat, faction_fact(s, seat, F_TRADE_SHIP))
    dismiss_ship(s, seat, action)


@jit
def may_take_from(s, column):
    """BS-68: a column with cubes; not A if they are to go to A."""
    return s.players[top(s, SEAT)].supply[column] > 0 and (column > 0 or top(s, TAKE_TO) != TO_A)


@jit
def resolve_move_from(s):
    """BS-68: cubes from the rightmost columns are fixed at once; True if a column is to be chosen."""
    if top(s, TAKE_LEFT) > 0 and top(s, TAKE_FROM) == FROM_RIGHTMOST:
        take_rightmost(s)
        return False
    if top(s, TAKE_LEFT) > 0:
        for column in range(NUM_COLUMNS):
            if may_take_from(s, np.int64(column)):
                return True
    pop(s)
    return False


@jit
def take_rightmost(s):
    """BS-154: the n rightmost cubes, each to column A or to a column of choice."""
    seat, count, to = top(s, SEAT), top(s, TAKE_LEFT), top(s, TAKE_TO)
    pop(s)
    supply = s.players[seat].supply
    for step in range(NUM_COLUMNS):
        column = np.int64(NUM_COLUMNS - 1 - step)
        cubes = np.int64(supply[column])
        for _ in range(min(count, cubes)):
            count -= 1
            if to == TO_A:
                move_cube(s, seat, column, ZERO)
            else:
                push(s, K_MOVE_TO, seat, column, ZERO, ZERO, ZERO)


@jit
def move_cube(s, seat, column, target):
    """BS-68: between supply columns."""
    if column != target:
        s.players[seat].supply[column] -= 1
        s.players[seat].supply[target] += 1
        s.changed = 1


@jit
def legal_move_from(s, mask):
    """D23: the column to take from."""
    for column in range(NUM_COLUMNS):
        if may_take_from(s, np.int64(column)):
            mask[COLUMN + column] = 1


@jit
def apply_move_from(s, column):
    """BS-68: a cube of this column goes to A, or the target is asked next."""
    seat, count, to = top(s, SEAT), top(s, TAKE_LEFT), top(s, TAKE_TO)
    if count > 1:
        set_top(s, TAKE_LEFT, count - 1)
    else:
        pop(s)
    if to == TO_A:
        move_cube(s, seat, column, ZERO)
    else:
        push(s, K_MOVE_TO, seat, column, ZERO, ZERO, ZERO)


@jit
def legal_move_to(s, mask):
    """D23: any column with room, or where the cube is; only A may be over-filled (BS-154)."""
    seat, source = top(s, SEAT), top(s, GIVE_FROM)
    for column in range(NUM_COLUMNS):
        room = s.players[seat].supply[column] < faction_fact(s, seat, F_COLUMNS + column)
        if room or column == 0 or column == source:
            mask[COLUMN + column] = 1


@jit
def apply_move_to(s, column):
    """BS-68."""
    seat, source = top(s, SEAT), top(s, GIVE_FROM)
    pop(s)
    move_cube(s, seat, source, column)
