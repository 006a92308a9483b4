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
    researchable,
)
from exozoo.envs.beyond_the_sun.rules.effects import (
    counter,
    growth,
    has_upgradable,
    ore_symbols,
    ship_count,
    supply_count,
)
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.memory import on_stack

# A list has at most MAX_WAYS ways through its choices, so at most 8 of them; an action has at most
# two lists with choices under way, its own and the one of a basic or copied action.
MAX_FORKS = np.int64(16)
NOW = ZERO  # the row in use; the next ones keep the account as it stood at a choice
START = MAX_FORKS + 1  # the row with what the faction has now: every try begins with a copy of it

_BALANCE = (
    "ore",
    "population",
    "maybe",  # part of the population that could have become ships (BS-64)
    "supply",
    "ships",
    "upgradable",
    "points",  # of the last jump
    "anywhere",
    "changes",  # 1 once anything has changed (BS-36)
    "ok",  # 0 once an effect proved impossible (BS-35)
    "copies",  # 1: an action is to be copied (BS-151)
    "replaced",  # 1 once a returned cube was replaced by ore (BS-154)
    "again",  # 1: one choice of the deciding step is already taken in the account
)
_FORK = ("place", "after", "below", "times", "next_way")  # a choice met on the way, see feasible.py
ROW = np.dtype([(name, np.int64) for name in _BALANCE + _FORK], align=True)
ACCOUNT = np.dtype([("rows", ROW, int(START) + 1)], align=True)
new_account = on_stack(ACCOUNT, cleared=False)  # every row is written before it is read


@jit
def next_op(s, place):
    """The place of the effect after the one at `place`."""
    op = np.int64(s.box[place])
    if op == CHOOSE:
        return place + 3 + np.int64(s.box[place + 2]) * OPTION_WIDTH
    return place + WIDTH_OF_OP[op]


@jit
def open_account(s, seat, v):
    """Write down what the faction has now, for any number of tries while the state stays as it is."""
    start, player = v.rows[START], s.players[seat]
    start.ore = player.ore
    start.population = player.population
    start.maybe = 0
    start.supply = supply_count(s, seat)
    start.ships = ship_count(s, seat)
    start.upgradable = 1 if has_upgradable(s, seat) else 0
    start.points = 0
    start.anywhere = 0
    start.changes = 0
    start.ok = 1
    start.copies = 0
    start.replaced = s.replaced
    start.again = 0


@jit
def copy_balance(row, to):
    """All of an account but the choice that its row may remember."""
    to.ore = row.ore
    to.population = row.population
    to.maybe = row.maybe
    to.supply = row.supply
    to.ships = row.ships
    to.upgradable = row.upgradable
    to.points = row.points
    to.anywhere = row.anywhere
    to.changes = row.changes
    to.ok = row.ok
    to.copies = row.copies
    to.replaced = row.replaced
    to.again = row.again


@jit
def begin(v):
    """A new try: all as it is now. Returns the row in use."""
    copy_balance(v.rows[START], v.rows[NOW])
    return v.rows[NOW]


@jit
def balance(now):
    """Marks the account as impossible if anything is short (BS-35).

    Missing ships are taken from the population that could have become ships before (BS-64).
    """
    missing = -now.ships
    if missing > 0 and missing <= now.maybe:
        now.ships = 0
        now.population -= missing
        now.maybe -= missing
    if now.ore < 0 or now.population < 0 or now.ships < 0:
        now.ok = 0
    now.maybe = min(now.maybe, now.population)


@jit
def charge(now, ore, returned):
    """Pay in the account."""
    now.ore -= ore
    now.population -= returned
    now.supply += returned
    if ore + returned > 0:
        now.changes = 1
    balance(now)


@jit
def try_cubes(s, seat, place, now):
    """Effects that move cubes."""
    op = np.int64(s.box[place])
    count = np.int64(s.box[place + 1])
    if op == SUPPLY_TO_POP_PER:
        count *= counter(s, seat, np.int64(s.box[place + 2])) // np.int64(s.box[place + 3])
    moved = min(count, now.supply)
    if op == SUPPLY_TO_POP or op == SUPPLY_TO_POP_PER:
        now.supply -= moved
        now.population += moved
        if moved:
            now.changes = 1
        return
    if op == SUPPLY_TO_SHIP:  # BS-64: population may stand in for what is missing
        now.supply -= moved
        now.ships += moved
        now.maybe += count - moved
        if moved or now.population:
            now.changes = 1
        balance(now)
        return
    now.changes = 1
    if op == POP_TO_SHIP:
        now.population -= count
        now.ships += count
        balance(now)
    elif op == SHIP_TO_POP:
        now.ships -= count
        balance(now)
        now.population += count


@jit
def try_ships(s, seat, place, now):
    """Jumps, upgrades and colonising."""
    op = np.int64(s.box[place])
    if op == UPGRADE or op == UPGRADE_POINTS:
        if now.upgradable:
            now.changes = 1
    elif op == JUMP or op == JUMP_ANYWHERE:
        now.anywhere = 1 if op == JUMP_ANYWHERE else 0
        now.points = np.int64(s.box[place + 1])
        if op == JUMP:
            now.points += np.int64(s.players[seat].more_jump)
        if now.ships + now.maybe > 0:
            now.changes = 1
    elif op == COLONIZE:
        flags = np.int64(s.box[place + 1])
        if now.points == 0:
            possible = can_colonize_any(s, seat, flags)
        else:
            anywhere = now.anywhere == 1
            possible = can_reach_colony(s, seat, flags, now.points, anywhere, NONE, ZERO, NONE)
        now.changes = 1
        if not possible:
            now.ok = 0


@jit
def try_trade(s, seat, now):
    """BS-44: whether at least one exchange could be made."""
    dear = faction_fact(s, seat, F_TRADE_POP)
    if (
        now.population > 0
        or (now.supply > 0 and now.ore >= dear)
        or (now.ships > 0 and now.ore >= faction_fact(s, seat, F_TRADE_SHIP))
    ):
        now.changes = 1


@jit
def try_effect(s, seat, place, now):
    """One plain effect in the account."""
    op = np.int64(s.box[place])
    if op == GAIN_ORE:
        now.ore += np.int64(s.box[place + 1])
        now.changes = 1
    elif op == GAIN_ORE_PER:
        gained = ore_per(s, seat, place)
        now.ore += gained
        if gained:
            now.changes = 1
    elif SUPPLY_TO_POP <= op <= SHIP_TO_POP:
        try_cubes(s, seat, place, now)
    elif op == RESEARCH:
        flags = np.int64(s.box[place + 2])
        now.population -= 1
        now.changes = 1
        balance(now)
        if not researchable(s, seat, np.int64(s.box[place + 1]), flags):
            now.ok = 0
    elif UPGRADE <= op <= COLONIZE:
        try_ships(s, seat, place, now)
    elif op == GROW:
        grown = growth(s, seat)
        now.population += grown
        now.supply -= grown
        if grown:
            now.changes = 1
    elif op == PRODUCE_ORE:
        now.ore += ore_symbols(s, seat)
        now.changes = 1
    elif op == TRADE:
        try_trade(s, seat, now)
    elif op == MOVE_SUPPLY:
        if now.supply > np.int64(s.players[seat].supply[0]):
            now.changes = 1
    elif op == COPY_RESEARCH:
        now.copies = 1
    elif op == AUTOMATE or op == PRIVATE_TECH or op == DRAW_SYSTEMS or op == BASIC_ACTION:
        now.changes = 1


@jit
def ore_per(s, seat, place):
    """BS-61: n ore for each unit of the counter, at most the maximum if one is printed."""
    gained = np.int64(s.box[place + 1]) * counter(s, seat, np.int64(s.box[place + 2]))
    most = np.int64(s.box[place + 3])
    return min(gained, most) if most else gained


@jit
def try_part(s, seat, ore, returned, place, replaced, now):
    """Pay for a part (option, optional part) and walk its effects.

    With `replaced` one returned cube is paid in ore (BS-154), once in an action.
    """
    if replaced:
        if now.replaced or returned == 0 or not s.players[seat].return_as_ore:
            now.ok = 0
            return
        now.replaced = 1
    charge(now, ore + replaced, returned - replaced)
    while now.ok and s.box[place] != END:
        try_effect(s, seat, place, now)
        place = next_op(s, place)
