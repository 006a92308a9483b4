"""Whether an action can be carried out and would change anything (BS-35, BS-36).

An effect list is walked with an account of ore, population, supply and ships, as it would stand
after each effect. Gains from cards yet to be drawn are not counted.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import (
    F_TRADE_POP,
    F_TRADE_SHIP,
    faction_fact,
    pointer,
)
from exozoo.envs.beyond_the_sun.constants import (
    ACTION,
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
    OPS,
    OPTION_WIDTH,
    OPTIONAL,
    POP_TO_SHIP,
    PRIVATE_TECH,
    PRODUCE_ORE,
    REPEAT_IMMEDIATE,
    RESEARCH,
    SHIP_TO_POP,
    SUPPLY_TO_POP,
    SUPPLY_TO_POP_PER,
    SUPPLY_TO_SHIP,
    TRADE,
    UPGRADE,
    UPGRADE_POINTS,
)
from exozoo.envs.beyond_the_sun.pending import (
    K_LIST,
    LIST_MODE,
    LIST_PLACE,
)
from exozoo.envs.beyond_the_sun.rules.board import (
    can_colonize_any,
    can_reach_colony,
    can_research_any,
)
from exozoo.envs.beyond_the_sun.rules.effects import (
    counter,
    growth,
    has_upgradable,
    ore_symbols,
    ship_count,
    supply_count,
)
from exozoo.envs.core.codes import NONE, ONE, ZERO, codes, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    KIND,
)

WIDTH_OF_OP = table(
    [
        {
            "gain_ore": 2,
            "gain_ore_per": 4,
            "supply_to_pop": 3,
            "supply_to_pop_per": 4,
            "supply_to_ship": 5,
            "pop_to_ship": 4,
            "ship_to_pop": 2,
            "research": 3,
            "automate": 2,
            "upgrade": 3,
            "upgrade_points": 2,
            "jump": 2,
            "jump_ships_anywhere": 2,
            "gain_ore_per_control_gained": 3,
            "colonize": 2,
            "move_supply": 4,
            "private_tech": 2,
            "draw_systems_colonize": 4,
            "optional": 5,
            "choose": 3,
            "repeat_immediate": 3,
            "ev_remove_guild": 2,
            "ev_keep": 2,
            "ev_each": 6,
            "ev_discoverer": 3,
            "ev_choose_ship_level": 2,
            "ev_extra_system": 2,
            "ev_link_system_vp": 2,
            "ev_link_achievement_vp": 2,
            "ev_link_tech_ore": 2,
            "ev_museum": 5,
            "ev_dyson": 4,
            "perm_on_trade3": 3,
            "perm_on_last_disc": 3,
            "perm_ore_bonus_on_produce": 2,
            "perm_extra_jump": 2,
            "perm_colonize_ore": 2,
            "perm_event_ore": 2,
        }.get(op, 1)
        for op in OPS
    ]
)

# The account: two rows, the list itself and a trial of one of its parts
V_ORE, V_POP, V_SUPPLY, V_SHIPS, V_UPGRADABLE, V_POINTS, V_ANYWHERE, V_CHANGES, V_OK, V_COPY = (
    codes(10)
)
ACCOUNT = (2, 10)
LIST, PART = codes(2)


@jit
def next_op(s, place):
    """The place of the effect after the one at `place`."""
    op = np.int64(s.box[place])
    if op == CHOOSE:
        return place + 3 + np.int64(s.box[place + 2]) * OPTION_WIDTH
    return place + WIDTH_OF_OP[op]


@jit
def open_account(s, seat, v):
    player = s.players[seat]
    v[LIST, V_ORE] = np.int64(player.ore)
    v[LIST, V_POP] = np.int64(player.population)
    v[LIST, V_SUPPLY] = supply_count(s, seat)
    v[LIST, V_SHIPS] = ship_count(s, seat)
    v[LIST, V_UPGRADABLE] = 1 if has_upgradable(s, seat) else 0
    v[LIST, V_POINTS] = 0
    v[LIST, V_ANYWHERE] = 0
    v[LIST, V_CHANGES] = 0
    v[LIST, V_OK] = 1
    v[LIST, V_COPY] = 0


@jit
def charge(v, row, ore, returned):
    """Pay in the account; marks it as impossible if it cannot be paid in full (BS-35)."""
    v[row, V_ORE] -= ore
    v[row, V_POP] -= returned
    v[row, V_SUPPLY] += returned
    if ore + returned > 0:
        v[row, V_CHANGES] = 1
    if v[row, V_ORE] < 0 or v[row, V_POP] < 0:
        v[row, V_OK] = 0


@jit
def try_cubes(s, seat, place, v, row):
    """Effects that move cubes."""
    op = np.int64(s.box[place])
    count = np.int64(s.box[place + 1])
    if op == SUPPLY_TO_POP_PER:
        count *= counter(s, seat, np.int64(s.box[place + 2])) // np.int64(s.box[place + 3])
    moved = min(count, v[row, V_SUPPLY])
    if op == SUPPLY_TO_POP or op == SUPPLY_TO_POP_PER:
        v[row, V_SUPPLY] -= moved
        v[row, V_POP] += moved
        if moved:
            v[row, V_CHANGES] = 1
    elif op == SUPPLY_TO_SHIP:
        v[row, V_SUPPLY] -= moved
        v[row, V_SHIPS] += moved
        if moved or v[row, V_POP]:
            v[row, V_CHANGES] = 1
    elif op == POP_TO_SHIP:
        v[row, V_POP] -= count
        v[row, V_SHIPS] += count
        v[row, V_CHANGES] = 1
    elif op == SHIP_TO_POP:
        v[row, V_SHIPS] -= count
        v[row, V_POP] += count
        v[row, V_CHANGES] = 1
    if v[row, V_POP] < 0 or v[row, V_SHIPS] < 0:
        v[row, V_OK] = 0


@jit
def try_ships(s, seat, place, v, row):
    """Jumps, upgrades and colonising."""
    op = np.int64(s.box[place])
    if op == UPGRADE or op == UPGRADE_POINTS:
        if v[row, V_UPGRADABLE]:
            v[row, V_CHANGES] = 1
    elif op == JUMP or op == JUMP_ANYWHERE:
        v[row, V_ANYWHERE] = 1 if op == JUMP_ANYWHERE else 0
        v[row, V_POINTS] = np.int64(s.box[place + 1])
        if op == JUMP:
            v[row, V_POINTS] += np.int64(s.players[seat].more_jump)
        if v[row, V_SHIPS] > 0:
            v[row, V_CHANGES] = 1
    elif op == COLONIZE:
        flags = np.int64(s.box[place + 1])
        if v[row, V_POINTS] == 0:
            possible = can_colonize_any(s, seat, flags)
        else:
            anywhere = v[row, V_ANYWHERE] == 1
            possible = can_reach_colony(
                s, seat, flags, v[row, V_POINTS], anywhere, NONE, ZERO, NONE
            )
        v[row, V_CHANGES] = 1
        if not possible:
            v[row, V_OK] = 0


@jit
def try_trade(s, seat, v, row):
    """BS-44: whether at least one exchange could be made."""
    dear = faction_fact(s, seat, F_TRADE_POP)
    if (
        v[row, V_POP] > 0
        or (v[row, V_SUPPLY] > 0 and v[row, V_ORE] >= dear)
        or (v[row, V_SHIPS] > 0 and v[row, V_ORE] >= faction_fact(s, seat, F_TRADE_SHIP))
    ):
        v[row, V_CHANGES] = 1


@jit
def try_effect(s, seat, place, v, row):
    """One plain effect in the account."""
    op = np.int64(s.box[place])
    if op == GAIN_ORE:
        v[row, V_ORE] += np.int64(s.box[place + 1])
        v[row, V_CHANGES] = 1
    elif op == GAIN_ORE_PER:
        gained = ore_per(s, seat, place)
        v[row, V_ORE] += gained
        if gained:
            v[row, V_CHANGES] = 1
    elif SUPPLY_TO_POP <= op <= SHIP_TO_POP:
        try_cubes(s, seat, place, v, row)
    elif op == RESEARCH:
        flags = np.int64(s.box[place + 2])
        v[row, V_POP] -= 1
        v[row, V_CHANGES] = 1
        if v[row, V_POP] < 0 or not can_research_any(s, seat, np.int64(s.box[place + 1]), flags):
            v[row, V_OK] = 0
    elif UPGRADE <= op <= COLONIZE:
        try_ships(s, seat, place, v, row)
    elif op == GROW:
        grown = growth(s, seat)
        v[row, V_POP] += grown
        v[row, V_SUPPLY] -= grown
        if grown:
            v[row, V_CHANGES] = 1
    elif op == PRODUCE_ORE:
        v[row, V_ORE] += ore_symbols(s, seat)
        v[row, V_CHANGES] = 1
    elif op == TRADE:
        try_trade(s, seat, v, row)
    elif op == MOVE_SUPPLY:
        if v[row, V_SUPPLY] > np.int64(s.players[seat].supply[0]):
            v[row, V_CHANGES] = 1
    elif op == AUTOMATE or op == PRIVATE_TECH or op == DRAW_SYSTEMS:
        v[row, V_CHANGES] = 1


@jit
def ore_per(s, seat, place):
    """BS-61: n ore for each unit of the counter, at most the maximum if one is printed."""
    gained = np.int64(s.box[place + 1]) * counter(s, seat, np.int64(s.box[place + 2]))
    most = np.int64(s.box[place + 3])
    return min(gained, most) if most else gained


@jit
def replaced_cubes(s, seat, returned):
    """BS-154: how many returned cubes may be replaced by ore; one in each action."""
    if s.players[seat].return_as_ore and returned > 0 and not s.replaced:
        return ONE
    return ZERO


@jit
def walk_part(s, seat, ore, returned, place, v):
    """Pay and walk a part (option, optional part) on the trial row; whether it is possible."""
    for entry in range(ACCOUNT[1]):
        v[PART, entry] = v[LIST, entry]
    charge(v, PART, ore, returned)
    while v[PART, V_OK] and s.box[place] != END:
        try_effect(s, seat, place, v, PART)
        place = next_op(s, place)
    return v[PART, V_OK] == 1


@jit
def try_part(s, seat, ore, returned, place, mode, v):
    """Whether a part is possible with its own payment or, in an action, with the one of BS-154."""
    if walk_part(s, seat, ore, returned, place, v):
        return True
    if mode != ACTION or not replaced_cubes(s, seat, returned):
        return False
    return walk_part(s, seat, ore + 1, returned - 1, place, v)


@jit
def contains_research(s, place):
    while s.box[place] != END:
        if s.box[place] == RESEARCH:
            return True
        place = next_op(s, place)
    return False


@jit
def option_possible(s, seat, place, option, copying, mode, v):
    """BS-143: an option that can be paid and carried out; BS-151: with a research if copied."""
    at = place + 3 + option * OPTION_WIDTH
    inner = pointer(s, at + 2)
    if copying and not contains_research(s, inner):
        return False
    return try_part(s, seat, np.int64(s.box[at]), np.int64(s.box[at + 1]), inner, mode, v)


@jit
def try_choice(s, seat, place, copying, v):
    """An optional part, or a choice: at least one option must be possible."""
    if s.box[place] == OPTIONAL:
        ore, returned = np.int64(s.box[place + 1]), np.int64(s.box[place + 2])
        inner = pointer(s, place + 3)
        if try_part(s, seat, ore, returned, inner, ACTION, v) and v[PART, V_CHANGES]:
            v[LIST, V_CHANGES] = 1
        return
    possible = False
    for option in range(np.int64(s.box[place + 2])):
        if option_possible(s, seat, place, np.int64(option), copying, ACTION, v):
            possible = True
            if v[PART, V_CHANGES]:
                v[LIST, V_CHANGES] = 1
    if not possible:
        v[LIST, V_OK] = 0


@jit
def try_list(s, seat, place, copying, v):
    """Walk a whole effect list in the account."""
    if s.box[place] == REPEAT_IMMEDIATE:  # BS-152; it stands alone on its card
        place = pointer(s, place + 1)
    while v[LIST, V_OK] and s.box[place] != END:
        op = np.int64(s.box[place])
        if op == OPTIONAL or op == CHOOSE:
            try_choice(s, seat, place, copying, v)
        elif op == BASIC_ACTION:
            v[LIST, V_CHANGES] = 1
        elif op == COPY_RESEARCH:
            v[LIST, V_COPY] = 1
        else:
            try_effect(s, seat, place, v, LIST)
        place = next_op(s, place)


@jit
def can_pay_and_do(s, seat, ore, returned, place, copying, v):
    """BS-35, BS-36 for an action with this payment."""
    player = s.players[seat]
    if player.ore < ore or player.population < returned:
        return False
    open_account(s, seat, v)
    charge(v, LIST, ore, returned)
    try_list(s, seat, place, copying, v)
    return v[LIST, V_OK] == 1 and (v[LIST, V_CHANGES] == 1 or v[LIST, V_COPY] == 1)


@jit
def can_act(s, seat, ore, returned, place, copying, v):
    """Whether the action is legal with its own payment or with the one of BS-154.

    For a copying action (BS-151) the caller must also look for an action to copy.
    """
    if can_pay_and_do(s, seat, ore, returned, place, copying, v):
        return True
    if not replaced_cubes(s, seat, returned):
        return False
    return can_pay_and_do(s, seat, ore + 1, returned - 1, place, copying, v)


@jit
def try_rest(s, seat, below, v):
    """Walk on, in the account, through what is left of the chosen action below the stack's top.

    `below` is the number of steps that lie under the deciding one.
    """
    step = np.int64(below) - 1
    while step >= 0 and s.pending[step, KIND] == K_LIST and s.pending[step, LIST_MODE] == ACTION:
        try_list(s, seat, np.int64(s.pending[step, LIST_PLACE]), np.int64(s.copying), v)
        step -= 1


@jit
def rest_changes(s, seat, below):
    """BS-36: whether nothing need change now, because something has or still can."""
    if s.changed:
        return True
    v = np.empty(ACCOUNT, np.int64)
    open_account(s, seat, v)
    try_rest(s, seat, below, v)
    return v[LIST, V_CHANGES] == 1 or v[LIST, V_COPY] == 1


@jit
def rest_possible(s, seat, below, spent):
    """BS-35: whether the rest of the action stays possible with `spent` population less."""
    v = np.empty(ACCOUNT, np.int64)
    open_account(s, seat, v)
    v[LIST, V_POP] -= spent
    try_rest(s, seat, below, v)
    return v[LIST, V_OK] == 1
