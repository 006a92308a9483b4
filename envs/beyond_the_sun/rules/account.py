"""The account: what a faction would have after effects that it has not taken yet.

Ore, population, supply and ships are counted as they would stand after each effect. Gains from
cards yet to be drawn are not counted, nor where on the map new ships would stand.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import F_TRADE_POP, F_TRADE_SHIP, faction_fact
from exozoo.envs.beyond_the_sun.constants import (
    AUTOMATE,
    BASIC_ACTION,
    CHOOSE,
    COLONIZE,
    COPY_RESEARCH,
    DRAW_SYSTEMS,
    END,
    GAIN_ORE,
    GAIN_ORE_PER,
    GROW,
    JUMP,
    JUMP_ANYWHERE,
    MOVE_SUPPLY,
    OPTION_WIDTH,
    POP_TO_SHIP,
    PRIVATE_TECH,
    PRODUCE_ORE,
    RESEARCH,
    SHIP_TO_POP,
    SUPPLY_TO_POP,
    SUPPLY_TO_POP_PER,
    SUPPLY_TO_SHIP,
    TRADE,
    UPGRADE,
    UPGRADE_POINTS,
    WIDTH_OF_OP,
)
from exozoo.envs.beyond_the_sun.rules.board import (
    can_colonize_any,
    can_reach_colony,
    research_levels,
    researchable_levels,
)
from exozoo.envs.beyond_the_sun.rules.effects import (
    counter,
    growth,
    has_upgradable,
    ore_symbols,
    ship_count,
    supply_count,
)
from exozoo.envs.core.codes import NONE, ZERO, codes
from exozoo.envs.core.jit import jit

(
    V_ORE,
    V_POP,
    V_MAYBE,  # part of the population that could have become ships (BS-64)
    V_SUPPLY,
    V_SHIPS,
    V_UPGRADABLE,
    V_POINTS,  # of the last jump
    V_ANYWHERE,
    V_CHANGES,  # 1 once anything has changed (BS-36)
    V_OK,  # 0 once an effect proved impossible (BS-35)
    V_COPY,  # 1: an action is to be copied (BS-151)
    V_REPLACED,  # 1 once a returned cube was replaced by ore (BS-154)
    V_AGAIN,  # 1: one choice of the deciding step is already taken in the account
    FORK_PLACE,  # from here on: a choice met on the way, see feasible.py
    FORK_AFTER,
    FORK_BELOW,
    FORK_TIMES,
    FORK_NEXT,
) = codes(18)
NOW = ZERO  # the row in use; the others keep the account as it stood at a choice
# A list has at most MAX_WAYS ways through its choices, so at most 8 of them; an action has at most
# two lists with choices under way, its own and the one of a basic or copied action.
MAX_FORKS = np.int64(16)
START = MAX_FORKS + 1  # the row with what the faction has now: every try begins with a copy of it
ACCOUNT = (int(START) + 1, 18)
# In that row: the levels, as bits, at which anything can be researched, and for which flags this was
# last asked (NONE: not yet)
KNOWN_LEVELS, KNOWN_FLAGS = FORK_PLACE, FORK_AFTER


@jit
def next_op(s, place):
    """The place of the effect after the one at `place`."""
    op = np.int64(s.box[place])
    if op == CHOOSE:
        return place + 3 + np.int64(s.box[place + 2]) * OPTION_WIDTH
    return place + WIDTH_OF_OP[op]


@jit
def account_of(s, seat):
    """What the faction has now, for any number of tries while the state stays as it is."""
    v = np.empty(ACCOUNT, np.int64)
    player = s.players[seat]
    for entry in range(ACCOUNT[1]):
        v[START, entry] = 0
    v[START, V_ORE] = np.int64(player.ore)
    v[START, V_POP] = np.int64(player.population)
    v[START, V_SUPPLY] = supply_count(s, seat)
    v[START, V_SHIPS] = ship_count(s, seat)
    v[START, V_UPGRADABLE] = 1 if has_upgradable(s, seat) else 0
    v[START, V_REPLACED] = np.int64(s.replaced)
    v[START, V_OK] = 1
    v[START, KNOWN_FLAGS] = NONE
    return v


@jit
def begin(v):
    """A new try: all as it is now."""
    for entry in range(FORK_PLACE):
        v[NOW, entry] = v[START, entry]


@jit
def balance(v):
    """Marks the account as impossible if anything is short (BS-35).

    Missing ships are taken from the population that could have become ships before (BS-64).
    """
    missing = -v[NOW, V_SHIPS]
    if missing > 0 and missing <= v[NOW, V_MAYBE]:
        v[NOW, V_SHIPS] = 0
        v[NOW, V_POP] -= missing
        v[NOW, V_MAYBE] -= missing
    if v[NOW, V_ORE] < 0 or v[NOW, V_POP] < 0 or v[NOW, V_SHIPS] < 0:
        v[NOW, V_OK] = 0
    v[NOW, V_MAYBE] = min(v[NOW, V_MAYBE], v[NOW, V_POP])


@jit
def charge(v, ore, returned):
    """Pay in the account."""
    v[NOW, V_ORE] -= ore
    v[NOW, V_POP] -= returned
    v[NOW, V_SUPPLY] += returned
    if ore + returned > 0:
        v[NOW, V_CHANGES] = 1
    balance(v)


@jit
def try_cubes(s, seat, place, v):
    """Effects that move cubes."""
    op = np.int64(s.box[place])
    count = np.int64(s.box[place + 1])
    if op == SUPPLY_TO_POP_PER:
        count *= counter(s, seat, np.int64(s.box[place + 2])) // np.int64(s.box[place + 3])
    moved = min(count, v[NOW, V_SUPPLY])
    if op == SUPPLY_TO_POP or op == SUPPLY_TO_POP_PER:
        v[NOW, V_SUPPLY] -= moved
        v[NOW, V_POP] += moved
        if moved:
            v[NOW, V_CHANGES] = 1
        return
    if op == SUPPLY_TO_SHIP:  # BS-64: population may stand in for what is missing
        v[NOW, V_SUPPLY] -= moved
        v[NOW, V_SHIPS] += moved
        v[NOW, V_MAYBE] += count - moved
        if moved or v[NOW, V_POP]:
            v[NOW, V_CHANGES] = 1
        balance(v)
        return
    v[NOW, V_CHANGES] = 1
    if op == POP_TO_SHIP:
        v[NOW, V_POP] -= count
        v[NOW, V_SHIPS] += count
        balance(v)
    elif op == SHIP_TO_POP:
        v[NOW, V_SHIPS] -= count
        balance(v)
        v[NOW, V_POP] += count


@jit
def try_ships(s, seat, place, v):
    """Jumps, upgrades and colonising."""
    op = np.int64(s.box[place])
    if op == UPGRADE or op == UPGRADE_POINTS:
        if v[NOW, V_UPGRADABLE]:
            v[NOW, V_CHANGES] = 1
    elif op == JUMP or op == JUMP_ANYWHERE:
        v[NOW, V_ANYWHERE] = 1 if op == JUMP_ANYWHERE else 0
        v[NOW, V_POINTS] = np.int64(s.box[place + 1])
        if op == JUMP:
            v[NOW, V_POINTS] += np.int64(s.players[seat].more_jump)
        if v[NOW, V_SHIPS] + v[NOW, V_MAYBE] > 0:
            v[NOW, V_CHANGES] = 1
    elif op == COLONIZE:
        flags = np.int64(s.box[place + 1])
        if v[NOW, V_POINTS] == 0:
            possible = can_colonize_any(s, seat, flags)
        else:
            anywhere = v[NOW, V_ANYWHERE] == 1
            possible = can_reach_colony(
                s, seat, flags, v[NOW, V_POINTS], anywhere, NONE, ZERO, NONE
            )
        v[NOW, V_CHANGES] = 1
        if not possible:
            v[NOW, V_OK] = 0


@jit
def try_trade(s, seat, v):
    """BS-44: whether at least one exchange could be made."""
    dear = faction_fact(s, seat, F_TRADE_POP)
    if (
        v[NOW, V_POP] > 0
        or (v[NOW, V_SUPPLY] > 0 and v[NOW, V_ORE] >= dear)
        or (v[NOW, V_SHIPS] > 0 and v[NOW, V_ORE] >= faction_fact(s, seat, F_TRADE_SHIP))
    ):
        v[NOW, V_CHANGES] = 1


@jit
def known_levels(s, seat, flags, v):
    """`researchable_levels`, found once for many tries: most effects have the same flags."""
    if v[START, KNOWN_FLAGS] != flags:
        v[START, KNOWN_FLAGS] = flags
        v[START, KNOWN_LEVELS] = researchable_levels(s, seat, flags)
    return v[START, KNOWN_LEVELS]


@jit
def try_effect(s, seat, place, v):
    """One plain effect in the account."""
    op = np.int64(s.box[place])
    if op == GAIN_ORE:
        v[NOW, V_ORE] += np.int64(s.box[place + 1])
        v[NOW, V_CHANGES] = 1
    elif op == GAIN_ORE_PER:
        gained = ore_per(s, seat, place)
        v[NOW, V_ORE] += gained
        if gained:
            v[NOW, V_CHANGES] = 1
    elif SUPPLY_TO_POP <= op <= SHIP_TO_POP:
        try_cubes(s, seat, place, v)
    elif op == RESEARCH:
        flags = np.int64(s.box[place + 2])
        v[NOW, V_POP] -= 1
        v[NOW, V_CHANGES] = 1
        balance(v)
        if not research_levels(s, seat, np.int64(s.box[place + 1]), flags) & known_levels(
            s, seat, flags, v
        ):
            v[NOW, V_OK] = 0
    elif UPGRADE <= op <= COLONIZE:
        try_ships(s, seat, place, v)
    elif op == GROW:
        grown = growth(s, seat)
        v[NOW, V_POP] += grown
        v[NOW, V_SUPPLY] -= grown
        if grown:
            v[NOW, V_CHANGES] = 1
    elif op == PRODUCE_ORE:
        v[NOW, V_ORE] += ore_symbols(s, seat)
        v[NOW, V_CHANGES] = 1
    elif op == TRADE:
        try_trade(s, seat, v)
    elif op == MOVE_SUPPLY:
        if v[NOW, V_SUPPLY] > np.int64(s.players[seat].supply[0]):
            v[NOW, V_CHANGES] = 1
    elif op == COPY_RESEARCH:
        v[NOW, V_COPY] = 1
    elif op == AUTOMATE or op == PRIVATE_TECH or op == DRAW_SYSTEMS or op == BASIC_ACTION:
        v[NOW, V_CHANGES] = 1


@jit
def ore_per(s, seat, place):
    """BS-61: n ore for each unit of the counter, at most the maximum if one is printed."""
    gained = np.int64(s.box[place + 1]) * counter(s, seat, np.int64(s.box[place + 2]))
    most = np.int64(s.box[place + 3])
    return min(gained, most) if most else gained


@jit
def try_part(s, seat, ore, returned, place, replaced, v):
    """Pay for a part (option, optional part) and walk its effects.

    With `replaced` one returned cube is paid in ore (BS-154), once in an action.
    """
    if replaced:
        if v[NOW, V_REPLACED] or returned == 0 or not s.players[seat].return_as_ore:
            v[NOW, V_OK] = 0
            return
        v[NOW, V_REPLACED] = 1
    charge(v, ore + replaced, returned - replaced)
    while v[NOW, V_OK] and s.box[place] != END:
        try_effect(s, seat, place, v)
        place = next_op(s, place)
