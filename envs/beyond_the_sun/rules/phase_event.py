"""Events, resolved by the discoverer between researcher and card (section 9; D22, D24)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import (
    ACHIEVE,
    GUILD,
    NO,
    NODE,
    OPTION,
    ship_level,
    ship_node,
)
from exozoo.envs.beyond_the_sun.components import (
    G_OPENS,
    G_RANK,
    GUILD_WIDTH,
    GUILDS,
    N_DECK,
    node_fact,
    pointer,
)
from exozoo.envs.beyond_the_sun.constants import (
    A1,
    END,
    EV_CHOOSE_LEVEL,
    EV_DISCOVERER,
    EV_DYSON,
    EV_EACH,
    EV_EXTRA_SYSTEM,
    EV_KEEP,
    EV_LINK_ACHIEVEMENT,
    EV_LINK_SYSTEM,
    EV_LINK_TECH,
    EV_MUSEUM,
    EV_REMOVE_GUILD,
    FIRST_SYSTEM,
    FREE,
    MAX_SHIP_LEVEL,
    NUM_GUILDS,
    NUM_NODES,
    X1,
)
from exozoo.envs.beyond_the_sun.pending import (
    EACH_PLACE,
    EACH_TURN,
    EVENT_PLACE,
    EVENT_SLOT,
    EXTRA_DECK,
    EXTRA_DRAWN,
    GUILD_RANK,
    K_EACH,
    K_EXTRA_SYSTEM,
    K_GUILD,
    K_LINK_ACHIEVEMENT,
    K_LINK_SYSTEM,
    K_LIST,
    K_MUSEUM,
    K_OPTIONAL,
    K_SHIP_LEVEL,
    LINKED_POINTS,
    SHIP_LEVELS,
)
from exozoo.envs.beyond_the_sun.rules.account import next_op
from exozoo.envs.beyond_the_sun.rules.control import check_control
from exozoo.envs.beyond_the_sun.rules.decks import draw_system
from exozoo.envs.beyond_the_sun.rules.effects import (
    ALL_POINTS,
    add_ships,
    change_points,
    pay_ore,
    return_population,
    ship_count,
)
from exozoo.envs.beyond_the_sun.rules.phase_research import open_rows
from exozoo.envs.beyond_the_sun.rules.phase_ships import legal_own_ships
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    SEAT,
    pop,
    push,
    set_top,
    top,
)


@jit
def resolve_event(s):
    """BS-110: the parts of an event, one after the other."""
    seat, place, slot = top(s, SEAT), top(s, EVENT_PLACE), top(s, EVENT_SLOT)
    if s.box[place] == END:
        pop(s)
        return False
    set_top(s, EVENT_PLACE, next_op(s, place))
    begin_event(s, seat, place, slot)
    return False


@jit
def begin_event(s, seat, place, slot):
    """BS-112 to BS-119: start one part."""
    op, first = np.int64(s.box[place]), np.int64(s.box[place + 1])
    if op == EV_REMOVE_GUILD:
        push(s, K_GUILD, seat, first, ZERO, ZERO, ZERO)
    elif op == EV_KEEP:
        s.players[seat].vp_events += first
        change_points(s, ALL_POINTS)
    elif op == EV_EACH or op == EV_MUSEUM:
        push(s, K_EACH, seat, place, ZERO, ZERO, ZERO)
    elif op == EV_DISCOVERER:
        push(s, K_LIST, seat, pointer(s, place + 1), FREE, ZERO, ZERO)
    elif op == EV_CHOOSE_LEVEL:
        push(s, K_SHIP_LEVEL, seat, first, ZERO, ZERO, ZERO)
    elif op == EV_EXTRA_SYSTEM:
        push(s, K_EXTRA_SYSTEM, seat, first, ZERO, ZERO, ZERO)
    elif op == EV_LINK_SYSTEM:
        push(s, K_LINK_SYSTEM, seat, first, ZERO, ZERO, ZERO)
    elif op == EV_LINK_ACHIEVEMENT:
        push(s, K_LINK_ACHIEVEMENT, seat, first, ZERO, ZERO, ZERO)
    elif op == EV_LINK_TECH:
        s.slot_ore[slot] += first
    elif op == EV_DYSON:
        if s.dyson_card == NONE:
            s.dyson_card = draw_system(s, first)
            s.dyson_cost[0] = s.box[place + 2]
            s.dyson_cost[1] = s.box[place + 3]


@jit
def resolve_each(s):
    """BS-111: each faction in turn, the discoverer first."""
    discoverer, place, turn = top(s, SEAT), top(s, EACH_PLACE), top(s, EACH_TURN)
    if turn == s.num_players:
        pop(s)
        return False
    set_top(s, EACH_TURN, turn + 1)
    seat = (discoverer + turn) % np.int64(s.num_players)
    if s.box[place] == EV_MUSEUM:
        for level in range(MAX_SHIP_LEVEL):
            s.museum_vp[level] = s.box[place + 1 + level]
        change_points(s, ALL_POINTS)
        push(s, K_MUSEUM, seat, ZERO, ZERO, ZERO, ZERO)
        return False
    ore, returned = np.int64(s.box[place + 2]), np.int64(s.box[place + 3])
    effects = pointer(s, place + 4)
    if s.box[place + 1]:  # BS-114: may be declined
        push(s, K_OPTIONAL, seat, effects, ore, returned, FREE)
    elif s.players[seat].ore >= ore and s.players[seat].population >= returned:
        pay_ore(s, seat, ore)
        return_population(s, seat, returned)
        push(s, K_LIST, seat, effects, FREE, ZERO, ZERO)
    return False


@jit
def is_covered(s, guild, rank):
    """BS-112: a tile of the rank that is still in place."""
    return not s.guild_open[guild] and s.box[GUILDS + guild * GUILD_WIDTH + G_RANK] == rank


@jit
def resolve_guild(s):
    """True if a tile of the rank is left."""
    for guild in range(NUM_GUILDS):
        if is_covered(s, np.int64(guild), top(s, GUILD_RANK)):
            return True
    pop(s)
    return False


@jit
def legal_guild(s, mask):
    """D22."""
    for guild in range(NUM_GUILDS):
        if is_covered(s, np.int64(guild), top(s, GUILD_RANK)):
            mask[GUILD + guild] = 1


@jit
def apply_guild(s, guild):
    """BS-112: the tile is removed; its action is open to all from now on (BS-39)."""
    pop(s)
    s.guild_open[guild] = 1
    open_rows(s, np.int64(s.box[GUILDS + guild * GUILD_WIDTH + G_OPENS]))


@jit
def legal_ship_level(s, mask):
    """D24, BS-115: the levels the event names."""
    for level in range(MAX_SHIP_LEVEL):
        if (top(s, SHIP_LEVELS) >> level) & 1:
            mask[OPTION + level] = 1


@jit
def apply_ship_level(s, index):
    """BS-115: the discoverer fixes the level of the ships to come."""
    pop(s)
    s.chosen_level = index + 1


@jit
def resolve_extra_system(s):
    """BS-116: the card is drawn and shown; True if there is one and X1 is free."""
    if top(s, EXTRA_DRAWN):
        return True
    card = draw_system(s, top(s, EXTRA_DECK)) if s.extra_slot == NONE else NONE
    if card == NONE:
        pop(s)
        return False
    s.aside[0] = card
    s.num_aside = 1
    set_top(s, EXTRA_DRAWN, ONE)
    return True


@jit
def legal_extra_system(s, mask):
    """D24: the slots of the deck's letter."""
    for node in range(A1, X1):
        if node_fact(s, np.int64(node), N_DECK) == top(s, EXTRA_DECK):
            mask[NODE + node] = 1


@jit
def apply_extra_system(s, node):
    """BS-116: the extra system is an ordinary system at X1."""
    pop(s)
    s.node_system[X1] = s.aside[0]
    s.num_aside = 0
    s.extra_slot = node


@jit
def resolve_link_system(s):
    """BS-117: True if a system is on the map."""
    for node in range(FIRST_SYSTEM, NUM_NODES):
        if s.node_system[node] != NONE:
            return True
    pop(s)
    return False


@jit
def legal_link_system(s, mask):
    """D24: systems on the map."""
    for node in range(FIRST_SYSTEM, NUM_NODES):
        if s.node_system[node] != NONE:
            mask[NODE + node] = 1


@jit
def apply_link_system(s, node):
    """BS-117: whoever colonises the system scores the card."""
    points = top(s, LINKED_POINTS)
    pop(s)
    s.system_vp[s.node_system[node]] += points
    change_points(s, ALL_POINTS)


@jit
def legal_link_achievement(mask):
    """D24: any of the four achievements."""
    for place in range(4):
        mask[ACHIEVE + place] = 1


@jit
def apply_link_achievement(s, place):
    """BS-117: every disc on the achievement scores the card."""
    points = top(s, LINKED_POINTS)
    pop(s)
    s.achievement_vp[place] += points
    change_points(s, ALL_POINTS)


@jit
def resolve_museum(s):
    """BS-118: True if the faction has a ship and none in the museum yet."""
    seat = top(s, SEAT)
    if ship_count(s, seat) > 0 and s.players[seat].museum == 0:
        return True
    pop(s)
    return False


@jit
def legal_museum(s, mask):
    """D24: one own ship, or none."""
    legal_own_ships(s, mask)
    mask[NO] = 1


@jit
def apply_museum(s, action):
    """BS-118: the ship leaves play for the rest of the game."""
    seat = top(s, SEAT)
    pop(s)
    if action != NO:
        add_ships(s, seat, ship_node(action), ship_level(action), -ONE)
        s.players[seat].museum = ship_level(action)
        change_points(s, ALL_POINTS)
        check_control(s, ZERO)
