"""Building, upgrading and moving ships (section 7 of the rules; D10 to D14)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import (
    NO,
    NODE,
    YES,
    ship_action,
    ship_level,
    ship_node,
)
from exozoo.envs.beyond_the_sun.components import N_SHIPYARD, node_fact
from exozoo.envs.beyond_the_sun.constants import (
    ACTION,
    AT_DEEP_SPACE,
    COLONIZE,
    DEEP_SPACE,
    MAX_SHIP_LEVEL,
    NUM_NODES,
    POP_SHIP,
    SOL,
    SUPPLY_SHIP,
)
from exozoo.envs.beyond_the_sun.pending import (
    BUILD_AT,
    BUILD_LEVEL,
    BUILD_SIDE,
    BUILD_SOURCE,
    JUMP_FLAGS,
    JUMP_GOES_ON,
    JUMP_MODE,
    JUMP_POINTS,
    K_BUILD,
    K_COLONIZE,
    K_DESTINATION,
    K_LIST,
    K_SHORT,
    LIST_MODE,
    LIST_PLACE,
    MOVING_FROM,
    MOVING_LEVEL,
    SHIPS_LEFT,
    SHIPS_LEVEL,
    SHIPS_MODE,
    SHIPS_WHERE,
    TO_POP_LEFT,
    UPGRADE_LEFT,
    UPGRADE_LEVELS,
    UPGRADE_MODE,
    UPGRADE_VOLUNTARY,
)
from exozoo.envs.beyond_the_sun.rules.board import can_reach_colony, reachable
from exozoo.envs.beyond_the_sun.rules.control import check_control
from exozoo.envs.beyond_the_sun.rules.effects import (
    add_ships,
    ship_count,
    supply_count,
    take_supply,
)
from exozoo.envs.beyond_the_sun.rules.feasible import (
    rest_changes,
    rest_possible,
    rest_possible_with_ship,
)
from exozoo.envs.beyond_the_sun.rules.interpret import (
    JUMP_ANYWHERE_FLAG,
    JUMP_STEALTH_FLAG,
    UPGRADE_ANY,
)
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    KIND,
    SEAT,
    pop,
    push,
    set_top,
    top,
)


@jit
def resolve_ships(s):
    """BS-64, BS-140: the next ship of "n cubes to ships"; supply first, else a question."""
    seat, left, where = top(s, SEAT), top(s, SHIPS_LEFT), top(s, SHIPS_WHERE)
    source = where // 4
    if left > 0 and source == SUPPLY_SHIP and supply_count(s, seat) > 0:
        build_next(s, source)
    elif left > 0 and s.players[seat].population > 0:
        if source == POP_SHIP:
            build_next(s, source)
        else:
            push(s, K_SHORT, seat, ZERO, ZERO, ZERO, ZERO)
    else:
        pop(s)
    return False


@jit
def build_next(s, source):
    """Count one ship off and ask where it goes."""
    seat, left, level, where = (
        top(s, SEAT),
        top(s, SHIPS_LEFT),
        top(s, SHIPS_LEVEL),
        top(s, SHIPS_WHERE),
    )
    if left > 1:
        set_top(s, SHIPS_LEFT, left - 1)
    else:
        pop(s)
    push(s, K_BUILD, seat, level, where % 2, source, (where // 2) % 2)


@jit
def legal_short(s, mask):
    """D11, BS-64: population instead of missing supply, or not, as the action allows (BS-35)."""
    seat = top(s, SEAT)
    below = np.int64(s.num_pending) - 2
    left, mode = np.int64(s.pending[below, SHIPS_LEFT]), s.pending[below, SHIPS_MODE]
    if mode != ACTION or rest_possible_with_ship(s, seat, below, left - 1):
        mask[YES] = 1
    if mode != ACTION or mask[YES] == 0 or rest_possible(s, seat, below):
        mask[NO] = 1


@jit
def apply_short(s, action):
    """BS-64: use population for this cube, or skip the missing part."""
    pop(s)
    if action == YES:
        build_next(s, POP_SHIP)
    else:
        pop(s)


@jit
def may_build(s, seat, node):
    """BS-90: Sol or a shipyard under control; BS-163: any location under control."""
    if node == SOL:
        return True
    if s.controller[node] != seat:
        return False
    return node_fact(s, node, N_SHIPYARD) == 1 or s.players[seat].build_anywhere == 1


@jit
def resolve_build(s):
    """BS-90: effects that name Deep Space leave no choice."""
    if top(s, BUILD_AT) == AT_DEEP_SPACE:
        apply_build(s, DEEP_SPACE)
        return False
    return True


@jit
def legal_build(s, mask):
    """D10: where the ship may appear."""
    for node in range(NUM_NODES):
        if may_build(s, top(s, SEAT), np.int64(node)):
            mask[NODE + node] = 1


@jit
def apply_build(s, node):
    """BS-90, BS-62: the cube becomes a ship; BS-91, BS-121: control is checked."""
    seat, level, source, side = (
        top(s, SEAT),
        top(s, BUILD_LEVEL),
        top(s, BUILD_SOURCE),
        top(s, BUILD_SIDE),
    )
    pop(s)
    if source == SUPPLY_SHIP:
        take_supply(s, seat, side)
    else:
        s.players[seat].population -= 1
        s.changed = 1
    add_ships(s, seat, node, level, ONE)
    check_control(s, ZERO)


@jit
def may_upgrade(s, node, level):
    """BS-93: never above 4; a ship that this effect has raised counts as done, unless points do it."""
    count = np.int64(s.players[top(s, SEAT)].ships[node, level - 1])
    if top(s, UPGRADE_LEFT) == 0 or level == MAX_SHIP_LEVEL:
        return False
    return count > np.int64(s.before[node, level - 1])


@jit
def resolve_upgrade(s):
    """True while a ship can still rise; then BS-94: control is checked before the next effect."""
    for node in range(NUM_NODES):
        for level in range(1, MAX_SHIP_LEVEL):
            if may_upgrade(s, np.int64(node), np.int64(level)):
                return True
    pop(s)
    check_control(s, ZERO)
    return False


@jit
def legal_upgrade(s, mask):
    """D12, BS-93: ships that may rise; stop only where the effect says "up to", and BS-36 allows."""
    for node in range(NUM_NODES):
        for level in range(1, MAX_SHIP_LEVEL):
            if may_upgrade(s, np.int64(node), np.int64(level)):
                mask[ship_action(node, level)] = 1
    if not top(s, UPGRADE_VOLUNTARY):
        return
    below = np.int64(s.num_pending) - 1
    if top(s, UPGRADE_MODE) != ACTION or rest_changes(s, top(s, SEAT), below):
        mask[NO] = 1


@jit
def apply_upgrade(s, action):
    """BS-93: a ship rises by all levels of the effect, or as many as fit; or stop."""
    if action == NO:
        pop(s)
        check_control(s, ZERO)
        return
    seat, left, levels = top(s, SEAT), top(s, UPGRADE_LEFT), top(s, UPGRADE_LEVELS)
    node, level = ship_node(action), ship_level(action)
    raised = min(level + (ONE if levels == UPGRADE_ANY else levels), MAX_SHIP_LEVEL)
    add_ships(s, seat, node, level, -ONE)
    add_ships(s, seat, node, raised, ONE)
    s.changed = 1
    set_top(s, UPGRADE_LEFT, left - 1)
    if levels != UPGRADE_ANY:
        s.before[node, raised - 1] += 1


@jit
def resolve_jump(s):
    """BS-101: True while points and ships are left."""
    if top(s, JUMP_POINTS) > 0 and ship_count(s, top(s, SEAT)) > 0:
        return True
    finish_jump(s)
    return False


@jit
def has_moved(s, seat):
    """Whether any ship stands elsewhere than when the jump began."""
    for node in range(NUM_NODES):
        for level in range(MAX_SHIP_LEVEL):
            if s.before[node, level] != s.players[seat].ships[node, level]:
                return True
    return False


@jit
def moves_home(s, seat, leaving, level, arriving):
    """Whether this move would leave every ship where it was when the jump began."""
    for node in range(NUM_NODES):
        for rank in range(MAX_SHIP_LEVEL):
            count = np.int64(s.players[seat].ships[node, rank])
            if rank == level - 1:
                count += np.int64(node == arriving) - np.int64(node == leaving)
            if s.before[node, rank] != count:
                return False
    return True


@jit
def colonize_next(s, below):
    """The flags of the colonise effect that must follow this jump (BS-35), or NONE."""
    step = np.int64(below) - 1
    if s.pending[step, KIND] != K_LIST or s.pending[step, LIST_MODE] != ACTION:
        return NONE
    place = np.int64(s.pending[step, LIST_PLACE])
    return np.int64(s.box[place + 1]) if s.box[place] == COLONIZE else NONE


@jit
def move_allowed(s, below, leaving, level, arriving, must):
    """Masks a move that makes the rest impossible (BS-35) or only undoes the jump (BS-36).

    `below` is the number of steps under the jump, `must` what colonize_next says.
    """
    seat, points = np.int64(s.pending[below, SEAT]), np.int64(s.pending[below, JUMP_POINTS])
    anywhere = np.int64(s.pending[below, JUMP_FLAGS]) & JUMP_ANYWHERE_FLAG == 1
    if must != NONE:
        return can_reach_colony(s, seat, must, points - 1, anywhere, leaving, level, arriving)
    if points > 1 or s.changed or s.pending[below, JUMP_MODE] != ACTION:
        return True
    return not moves_home(s, seat, leaving, level, arriving) or rest_changes(s, seat, below)


@jit
def destinations(s, below, leaving, level, must):
    """Where a ship may go with the next point, as bits."""
    seat = np.int64(s.pending[below, SEAT])
    anywhere = np.int64(s.pending[below, JUMP_FLAGS]) & JUMP_ANYWHERE_FLAG == 1
    bits = reachable(s, seat, leaving, anywhere)
    if must == NONE and s.changed:
        return bits
    kept = np.int64(0)
    for node in range(NUM_NODES):
        if (bits >> node) & 1 and move_allowed(s, below, leaving, level, np.int64(node), must):
            kept |= ONE << node
    return kept


@jit
def legal_jump(s, mask):
    """D13: ships that may move, or stop (BS-101, BS-36)."""
    seat, mode = top(s, SEAT), top(s, JUMP_MODE)
    below = np.int64(s.num_pending) - 1
    must, moves = must_colonize(s, below), 0
    for node in range(NUM_NODES):
        for level in range(1, MAX_SHIP_LEVEL + 1):
            if s.players[seat].ships[node, level - 1] == 0:
                continue
            if destinations(s, below, np.int64(node), np.int64(level), must):
                mask[ship_action(node, level)] = 1
                moves += 1
    if must != NONE:
        anywhere = top(s, JUMP_FLAGS) & JUMP_ANYWHERE_FLAG == 1
        if can_reach_colony(s, seat, must, ZERO, anywhere, NONE, ZERO, NONE):
            mask[NO] = 1
    elif mode != ACTION or has_moved(s, seat) or rest_changes(s, seat, below):
        mask[NO] = 1
    if not moves and mask[NO] == 0:  # never without an option: an event may have spoilt the plan
        mask[NO] = 1


@jit
def must_colonize(s, below):
    """colonize_next for a jump of a chosen action whose list goes on, else NONE."""
    if s.pending[below, JUMP_MODE] == ACTION and s.pending[below, JUMP_GOES_ON] == 1:
        return colonize_next(s, below)
    return NONE


@jit
def apply_jump(s, action):
    """BS-100: choose a ship to move, or stop."""
    if action == NO:
        finish_jump(s)
    else:
        push(s, K_DESTINATION, top(s, SEAT), ship_node(action), ship_level(action), ZERO, ZERO)


@jit
def legal_destination(s, mask):
    """D14: BS-100, BS-104, BS-107, BS-156."""
    below = np.int64(s.num_pending) - 2
    bits = destinations(
        s, below, top(s, MOVING_FROM), top(s, MOVING_LEVEL), must_colonize(s, below)
    )
    for node in range(NUM_NODES):
        if (bits >> node) & 1:
            mask[NODE + node] = 1


@jit
def apply_destination(s, arriving):
    """BS-100: one point moves one ship along one route; BS-103: nobody blocks it."""
    seat, leaving, level = top(s, SEAT), top(s, MOVING_FROM), top(s, MOVING_LEVEL)
    pop(s)
    add_ships(s, seat, leaving, level, -ONE)
    add_ships(s, seat, arriving, level, ONE)
    set_top(s, JUMP_POINTS, top(s, JUMP_POINTS) - 1)


@jit
def finish_jump(s):
    """BS-102: control is checked once, after the last move; BS-159 asks for its system first."""
    seat, goes_on, flags = top(s, SEAT), top(s, JUMP_GOES_ON), top(s, JUMP_FLAGS)
    if has_moved(s, seat):
        s.changed = 1
    pop(s)
    if flags & JUMP_STEALTH_FLAG and goes_on:
        colonize_flags = np.int64(s.box[top(s, LIST_PLACE) + 1])
        push(s, K_COLONIZE, seat, colonize_flags, ZERO, ONE, ZERO)
    else:
        check_control(s, goes_on)


@jit
def dismiss_ship(s, seat, action):
    """BS-47: a ship from anywhere becomes population; BS-121: control is checked."""
    add_ships(s, seat, ship_node(action), ship_level(action), -ONE)
    s.players[seat].population += 1
    s.changed = 1
    check_control(s, ZERO)


@jit
def legal_own_ships(s, mask):
    """Every own ship on the map; identical ones share an action."""
    seat = top(s, SEAT)
    for node in range(NUM_NODES):
        for level in range(1, MAX_SHIP_LEVEL + 1):
            if s.players[seat].ships[node, level - 1] > 0:
                mask[ship_action(node, level)] = 1


@jit
def resolve_ship_to_pop(s):
    """True while a ship is to be taken and there is one."""
    if top(s, TO_POP_LEFT) > 0 and ship_count(s, top(s, SEAT)) > 0:
        return True
    pop(s)
    return False


@jit
def apply_ship_to_pop(s, action):
    """BS-47 without its price."""
    seat = top(s, SEAT)
    if top(s, TO_POP_LEFT) > 1:
        set_top(s, TO_POP_LEFT, top(s, TO_POP_LEFT) - 1)
    else:
        pop(s)
    dismiss_ship(s, seat, action)
