"""The effect language, interpreted in one place: `begin_effect` starts any effect of any card."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import pointer
from exozoo.envs.beyond_the_sun.constants import (
    AUTOMATE,
    BASIC_ACTION,
    CHOOSE,
    COLONIZE,
    COPY_RESEARCH,
    DRAW_SYSTEMS,
    END,
    FREE,
    GAIN_ORE,
    GAIN_ORE_PER,
    GROW,
    JUMP,
    JUMP_ANYWHERE,
    LEFTMOST,
    MAX_SHIP_LEVEL,
    MOVE_SUPPLY,
    NO_CONTROL_BONUS,
    NUM_NODES,
    OPTIONAL,
    ORE_PER_CONTROL,
    PERM_ANY_TRACK,
    PERM_BUILD_ANYWHERE,
    PERM_COLONIZE_ORE,
    PERM_EVENT_ORE,
    PERM_EVICT,
    PERM_EXTRA_JUMP,
    PERM_ON_LAST_DISC,
    PERM_ON_TRADE_3,
    PERM_PRODUCE_ORE,
    PERM_RETURN_AS_ORE,
    PERM_SKIP_PREREQ,
    PERM_WORMHOLE,
    POP_SHIP,
    POP_TO_SHIP,
    PRIVATE_TECH,
    PRODUCE_ORE,
    REPEAT_IMMEDIATE,
    RESEARCH,
    SHIP_TO_POP,
    SUPPLY_SHIP,
    SUPPLY_TO_POP,
    SUPPLY_TO_POP_PER,
    SUPPLY_TO_SHIP,
    TRADE,
    UPGRADE,
    UPGRADE_POINTS,
)
from exozoo.envs.beyond_the_sun.pending import (
    K_AUTOMATE,
    K_BASIC,
    K_CHOOSE,
    K_COLONIZE,
    K_COPY,
    K_JUMP,
    K_LIST,
    K_MOVE_FROM,
    K_OPTIONAL,
    K_PRIVATE,
    K_SHIP_TO_POP,
    K_SHIPS,
    K_SLOT,
    K_SYSTEM_CARD,
    K_TRADE,
    K_UPGRADE,
    LIST_GAINS,
    LIST_MODE,
    LIST_PLACE,
    has_room,
)
from exozoo.envs.beyond_the_sun.rules.account import next_op, ore_per
from exozoo.envs.beyond_the_sun.rules.control import BY_OTHERS, await_last_disc
from exozoo.envs.beyond_the_sun.rules.effects import (
    counter,
    gain_ore,
    grow,
    ore_symbols,
    supply_to_population,
)
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    SEAT,
    pop,
    push,
    set_top,
    top,
)

JUMP_ANYWHERE_FLAG, JUMP_STEALTH_FLAG = np.int64(1), np.int64(2)
UPGRADE_ANY = np.int64(99)  # points may go to one ship again and again


@jit
def resolve_list(s):
    """BS-30: start the next effect of a list, from left to right."""
    seat, place, mode, gains = (
        top(s, SEAT),
        top(s, LIST_PLACE),
        top(s, LIST_MODE),
        top(s, LIST_GAINS),
    )
    if s.box[place] == END or (mode == FREE and not has_room(s)):
        pop(s)
        return False
    after = next_op(s, place)
    goes_on = s.box[after] != END
    if goes_on:
        set_top(s, LIST_PLACE, after)
    else:
        pop(s)
    begin_effect(s, seat, place, mode, gains, goes_on)
    return False


@jit
def begin_effect(s, seat, place, mode, gains, goes_on):
    """Carry out an effect that needs no choice, or put its steps on the stack."""
    op = np.int64(s.box[place])
    first = np.int64(s.box[place + 1])
    if op == GAIN_ORE:
        gain_ore(s, seat, first)
    elif op == GAIN_ORE_PER:
        gain_ore(s, seat, ore_per(s, seat, place))
    elif op == SUPPLY_TO_POP:
        supply_to_population(s, seat, first, np.int64(s.box[place + 2]))
    elif op == SUPPLY_TO_POP_PER:
        units = counter(s, seat, np.int64(s.box[place + 2])) // np.int64(s.box[place + 3])
        supply_to_population(s, seat, first * units, LEFTMOST)
    elif op == SUPPLY_TO_SHIP or op == POP_TO_SHIP:
        begin_ships(s, seat, place, mode)
    elif op == SHIP_TO_POP:
        push(s, K_SHIP_TO_POP, seat, first, mode, ZERO, ZERO)
    elif op == RESEARCH:
        push(s, K_SLOT, seat, first, np.int64(s.box[place + 2]), mode, ZERO)
    elif op == AUTOMATE:
        await_last_disc(s, seat)
        push(s, K_AUTOMATE, seat, first, ZERO, ZERO, ZERO)
    elif op == UPGRADE or op == UPGRADE_POINTS:
        begin_upgrade(s, seat, place, mode)
    elif op == JUMP or op == JUMP_ANYWHERE:
        begin_jump(s, seat, place, mode, goes_on)
    elif op == ORE_PER_CONTROL:
        count = gains // BY_OTHERS if s.box[place + 2] else gains % BY_OTHERS
        gain_ore(s, seat, first * count)
    elif op == COLONIZE:
        push(s, K_COLONIZE, seat, first, mode, ZERO, ZERO)
    elif op == GROW:
        grow(s, seat)
    elif op == PRODUCE_ORE:
        gain_ore(s, seat, ore_symbols(s, seat))
    else:
        begin_other(s, seat, place, mode)


@jit
def begin_other(s, seat, place, mode):
    """The effects that open a choice of their own."""
    op = np.int64(s.box[place])
    first = np.int64(s.box[place + 1])
    if op == TRADE:
        push(s, K_TRADE, seat, ZERO, ZERO, mode, ZERO)
    elif op == MOVE_SUPPLY:
        push(
            s,
            K_MOVE_FROM,
            seat,
            first,
            np.int64(s.box[place + 2]),
            np.int64(s.box[place + 3]),
            mode,
        )
    elif op == PRIVATE_TECH:
        push(s, K_PRIVATE, seat, first, ZERO, ZERO, ZERO)
    elif op == DRAW_SYSTEMS:
        draw, keep = np.int64(s.box[place + 2]), np.int64(s.box[place + 3])
        push(s, K_SYSTEM_CARD, seat, first, draw, keep, ZERO)
    elif op == OPTIONAL:
        ore, returned = first, np.int64(s.box[place + 2])
        push(s, K_OPTIONAL, seat, pointer(s, place + 3), ore, returned, mode)
    elif op == CHOOSE:
        push(s, K_CHOOSE, seat, place, first, mode, ZERO)
    elif op == BASIC_ACTION:
        push(s, K_BASIC, seat, ZERO, ZERO, ZERO, ZERO)
    elif op == COPY_RESEARCH:
        push(s, K_COPY, seat, ZERO, ZERO, ZERO, ZERO)
    elif op == REPEAT_IMMEDIATE:
        push(s, K_LIST, seat, pointer(s, place + 1), mode, ZERO, ZERO)


@jit
def begin_ships(s, seat, place, mode):
    """BS-64, BS-90: ships to build one after the other. Level 0 in the data is BS-115's choice."""
    source = SUPPLY_SHIP if s.box[place] == SUPPLY_TO_SHIP else POP_SHIP
    level, at = np.int64(s.box[place + 2]), np.int64(s.box[place + 3])
    if level == 0:
        level = np.int64(s.chosen_level)
    side = np.int64(s.box[place + 4]) if source == SUPPLY_SHIP else LEFTMOST
    where = at + 2 * side + 4 * source
    push(s, K_SHIPS, seat, np.int64(s.box[place + 1]), level, where, mode)


@jit
def begin_upgrade(s, seat, place, mode):
    """BS-93: one ship must rise; several, or points that may all go to one ship, are "up to"."""
    ships, levels = np.int64(s.box[place + 1]), UPGRADE_ANY
    if s.box[place] == UPGRADE:
        levels = np.int64(s.box[place + 2])
    voluntary = ONE if ships > 1 or levels == UPGRADE_ANY else ZERO
    for node in range(NUM_NODES):
        for level in range(MAX_SHIP_LEVEL):
            s.before[node, level] = 0
    push(s, K_UPGRADE, seat, ships, levels, mode, voluntary)


@jit
def begin_jump(s, seat, place, mode, goes_on):
    """BS-100: movement points; the ships' places are remembered for BS-36."""
    points, flags = np.int64(s.box[place + 1]), ZERO
    if s.box[place] == JUMP_ANYWHERE:
        flags = JUMP_ANYWHERE_FLAG
    else:
        points += np.int64(s.players[seat].more_jump)
    after = next_op(s, place)
    if s.box[after] == COLONIZE and np.int64(s.box[after + 1]) & NO_CONTROL_BONUS:
        flags |= JUMP_STEALTH_FLAG
    for node in range(NUM_NODES):
        for level in range(MAX_SHIP_LEVEL):
            s.before[node, level] = s.players[seat].ships[node, level]
    push(s, K_JUMP, seat, points, ONE if goes_on else ZERO, flags, mode)


@jit
def grant(s, seat, place):
    """Permanent abilities, in force from now on (BS-81, BS-153 to BS-157, BS-161 to BS-163)."""
    player = s.players[seat]
    while s.box[place] != END:
        op = np.int64(s.box[place])
        if op == PERM_SKIP_PREREQ:
            player.skip_prereq = 1
        elif op == PERM_RETURN_AS_ORE:
            player.return_as_ore = 1
        elif op == PERM_ANY_TRACK:
            player.any_track = 1
        elif op == PERM_WORMHOLE:
            player.wormhole = 1
        elif op == PERM_EVICT:
            player.evict = 1
        elif op == PERM_BUILD_ANYWHERE:
            player.build_anywhere = 1
        elif op == PERM_ON_TRADE_3:
            player.on_trade_3 = pointer(s, place + 1)
        elif op == PERM_ON_LAST_DISC:
            player.on_last_disc = pointer(s, place + 1)
        else:
            grant_amount(s, seat, op, np.int64(s.box[place + 1]))
        place = next_op(s, place)


@jit
def grant_amount(s, seat, op, amount):
    """BS-163: abilities with a number."""
    player = s.players[seat]
    if op == PERM_PRODUCE_ORE:
        player.more_ore += amount
    elif op == PERM_EXTRA_JUMP:
        player.more_jump += amount
    elif op == PERM_COLONIZE_ORE:
        player.colonize_ore += amount
    elif op == PERM_EVENT_ORE:
        player.event_ore += amount
