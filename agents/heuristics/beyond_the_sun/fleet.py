"""Ships and systems: control as it is, or as it will be when the jump under way ends."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.beyond_the_sun.worth import (
    ARRIVED,
    BUILD_UP,
    LOOKS_AHEAD,
    MOVE,
    NEARLY,
    OUTPOST,
    RIPE,
)
from exozoo.envs.beyond_the_sun.components import S_STRENGTH, S_VP, system
from exozoo.envs.beyond_the_sun.constants import FIRST_SYSTEM, NUM_NODES, SY1
from exozoo.envs.beyond_the_sun.pending import (
    JUMP_FLAGS,
    K_DESTINATION,
    K_JUMP,
    K_UPGRADE,
    MOVING_FROM,
    MOVING_LEVEL,
)
from exozoo.envs.beyond_the_sun.rules.board import contest, is_controllable, reachable
from exozoo.envs.beyond_the_sun.rules.effects import strength
from exozoo.envs.beyond_the_sun.rules.interpret import JUMP_ANYWHERE_FLAG
from exozoo.envs.core.bits import lowest_bit
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, SEAT, top


@jit
def system_points(s, card, worth, stage):
    """What a colony there scores; linked events only for those who look ahead."""
    points = system(s, card, S_VP)
    return points + np.int64(s.system_vp[card]) if worth[LOOKS_AHEAD, stage] else points


@jit
def is_ripe(s, seat, node, card):
    return strength(s, seat, node) >= system(s, card, S_STRENGTH)


@jit
def system_value(s, seat, node, owned, worth, stage):
    """A system that can perhaps be colonised; `owned` by the seat now or when the jump ends."""
    own = strength(s, seat, node)
    if own == 0 and not owned:
        return 0.0
    card = np.int64(s.node_system[node])
    points = system_points(s, card, worth, stage)
    needed = system(s, card, S_STRENGTH)
    way = min(own / np.float64(needed), 1.0)
    if owned:
        share = worth[RIPE, stage] if own >= needed else worth[NEARLY, stage]
        return share * points + worth[BUILD_UP, stage] * way * way * points
    return worth[ARRIVED, stage] * way * way * points


@jit
def node_value(s, seat, node, ahead, worth, stage):
    """One location; `ahead`: by who would control it if ships stayed where they are."""
    if s.controller[node] != seat and strength(s, seat, node) == 0:
        return 0.0  # neither has nor will have it
    is_system = s.node_system[node] != NONE
    if not ahead:
        owned = s.controller[node] == seat
        return system_value(s, seat, node, owned, worth, stage) if is_system else 0.0
    if not is_controllable(s, node):
        return 0.0
    owned = contest(s, node) == seat
    total = system_value(s, seat, node, owned, worth, stage) if is_system else 0.0
    gained = np.int64(owned) - np.int64(s.controller[node] == seat)
    return total + gained * (1.0 + worth[OUTPOST, stage])


@jit
def map_value(s, seat, ahead, worth, stage):
    """All systems, and with `ahead` the outposts that will be gained and lost."""
    total = 0.0
    for node in range(SY1 if ahead else FIRST_SYSTEM, NUM_NODES):
        total += node_value(s, seat, np.int64(node), ahead, worth, stage)
    return total


@jit
def flight_value(s, seat, worth, stage):
    """The same for a ship that is about to move, at the best end of its move."""
    leaving, level = top(s, MOVING_FROM), top(s, MOVING_LEVEL)
    anywhere = np.int64(s.pending[np.int64(s.num_pending) - 2, JUMP_FLAGS]) & JUMP_ANYWHERE_FLAG
    bits = reachable(s, seat, leaving, anywhere == 1)
    ships = s.players[seat].ships
    ships[leaving, level - 1] -= 1
    rest = map_value(s, seat, True, worth, stage)
    best = -np.inf
    while bits:
        node = lowest_bit(bits)
        bits &= bits - 1
        without = node_value(s, seat, node, True, worth, stage)
        ships[node, level - 1] += 1
        best = max(best, node_value(s, seat, node, True, worth, stage) - without)
        ships[node, level - 1] -= 1
    ships[leaving, level - 1] += 1
    return rest + best - worth[MOVE, stage]


@jit
def fleet_value(s, seat, board, worth, stage):
    """Systems and outposts, with what the jump or upgrade under way changes; without any as kept for the board."""
    kind, looks_ahead = top(s, KIND), worth[LOOKS_AHEAD, stage] > 0.0
    if looks_ahead and kind == K_DESTINATION and top(s, SEAT) == seat:
        return flight_value(s, seat, worth, stage)
    ahead = looks_ahead and (kind == K_JUMP or kind == K_DESTINATION or kind == K_UPGRADE)
    if ahead or not board.has_systems:
        total = map_value(s, seat, ahead, worth, stage)
        if ahead:
            return total
        board.systems = total
        board.has_systems = 1
    return board.systems
