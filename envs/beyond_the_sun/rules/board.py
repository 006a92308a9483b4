"""Questions about the two boards: routes, control, colonising and research; they change nothing."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import (
    N_NEIGHBOURS,
    N_PRESENT,
    N_SHIPYARD,
    N_SYMBOLS,
    NODE_WIDTH,
    NODES,
    S_STRENGTH,
    S_SYMBOLS,
    node_fact,
    pointer,
    system,
)
from exozoo.envs.beyond_the_sun.constants import (
    A1,
    DEEP_SPACE,
    DISCOVERED_ONLY,
    FIRST_SYSTEM,
    IGNORE_PREREQ,
    LEVEL_BY_COLONIES,
    MAX_SHIP_LEVEL,
    NUM_NODES,
    NUM_SLOTS,
    SOL,
    UNCONTROLLED_AT_START,
    X1,
)
from exozoo.envs.beyond_the_sun.rules.effects import colonies, strength
from exozoo.envs.core.codes import NONE, ONE
from exozoo.envs.core.jit import jit

FAR = 99
MAX_POINTS = 24
ALL_SLOTS = (ONE << NUM_SLOTS) - ONE


@jit
def is_present(s, node):
    """Whether the location exists: X1 only while an event keeps it (BS-116)."""
    if node == X1:
        return s.extra_slot != NONE
    return node_fact(s, node, N_PRESENT) == 1


@jit
def neighbours(s, node):
    """BS-8: locations one route away, as bits; X1 hangs on the slot it lies beside (BS-116)."""
    extra = np.int64(s.extra_slot)
    if node == X1:
        return ONE << extra if extra != NONE else np.int64(0)
    bits = pointer(s, NODES + node * NODE_WIDTH + N_NEIGHBOURS)
    if extra == node:
        bits |= ONE << X1
    return bits


@jit
def reachable(s, seat, node, anywhere):
    """Where one movement point takes a ship (BS-100); all places with BS-107 or BS-156."""
    if not anywhere and (not s.players[seat].wormhole or node == SOL or node == DEEP_SPACE):
        return neighbours(s, node)
    bits = np.int64(0)
    for other in range(NUM_NODES):
        if other != node and is_present(s, other):
            bits |= ONE << other
    return bits


@jit
def is_controllable(s, node):
    """BS-8, BS-134: shipyards and slots that hold a system card."""
    return node_fact(s, node, N_SHIPYARD) == 1 or s.node_system[node] != NONE


@jit
def symbols_at(s, node):
    """The location's specialisations: bit 0 food, bit 1 ore."""
    card = np.int64(s.node_system[node])
    if card != NONE:
        return system(s, card, S_SYMBOLS)
    return node_fact(s, node, N_SYMBOLS)


@jit
def contest(s, node):
    """BS-120: who controls the location after a check."""
    controller = np.int64(s.controller[node])
    best, winner, tied = np.int64(0), NONE, False
    for seat in range(np.int64(s.num_players)):
        own = strength(s, seat, node)
        if own > best:
            best, winner, tied = own, np.int64(seat), False
        elif own == best and own > 0:
            tied = True
    if best == 0:
        return controller
    if controller != NONE and strength(s, controller, node) == best:
        return controller
    return NONE if tied else winner


@jit
def strength_needed(s, seat, node):
    """What the faction must have there to control the system and to colonise it (BS-131)."""
    needed = system(s, np.int64(s.node_system[node]), S_STRENGTH)
    for other in range(np.int64(s.num_players)):
        if other != seat:
            more = strength(s, other, node)
            if s.controller[node] != seat:
                more += 1
            needed = max(needed, more)
    return needed


@jit
def may_colonize(s, seat, node, flags):
    """A system card that the effect allows: BS-130, BS-159."""
    if s.node_system[node] == NONE:
        return False
    return not flags & UNCONTROLLED_AT_START or s.uncontrolled[node] == 1


@jit
def can_colonize(s, seat, node, flags):
    """BS-131: control, and enough strength of one's own."""
    if not may_colonize(s, seat, node, flags) or s.controller[node] != seat:
        return False
    return strength(s, seat, node) >= system(s, np.int64(s.node_system[node]), S_STRENGTH)


@jit
def can_colonize_any(s, seat, flags):
    for node in range(FIRST_SYSTEM, NUM_NODES):
        if can_colonize(s, seat, np.int64(node), flags):
            return True
    return False


@jit
def distances(exits, target, points, steps):
    """Fill `steps` with the movement points from each location to the target, FAR beyond `points`.

    `exits[node]`: where one point takes a ship from there, as bits.
    """
    for node in range(NUM_NODES):
        steps[node] = FAR
    steps[target] = 0
    reached = found = ONE << target
    for step in range(1, points + 1):
        if found == 0:
            return
        found = np.int64(0)
        for node in range(NUM_NODES):
            if steps[node] == FAR and exits[node] & reached:
                steps[node] = step
                found |= ONE << node
        reached |= found


@jit
def strength_within(s, seat, target, points, exits, leaving, level, arriving):
    """The most strength at the target after `points` moves, one ship having moved beforehand.

    The ship of that level is counted at `arriving` instead of `leaving` (NONE: no such move). A
    small knapsack: each ship costs its distance and is worth its level.
    """
    points = min(points, MAX_POINTS)
    steps = np.empty(NUM_NODES, np.int64)
    distances(exits, target, points, steps)
    best = np.zeros(MAX_POINTS + 1, np.int64)
    for node in range(NUM_NODES):
        if steps[node] > points:
            continue
        for rank in range(1, MAX_SHIP_LEVEL + 1):
            count = np.int64(s.players[seat].ships[node, rank - 1])
            if leaving != NONE and rank == level:
                count += np.int64(node == arriving) - np.int64(node == leaving)
            for _ in range(count):
                for budget in range(points, steps[node] - 1, -1):
                    best[budget] = max(best[budget], best[budget - steps[node]] + rank)
    return best[points]


@jit
def can_reach_colony(s, seat, flags, points, anywhere, leaving, level, arriving):
    """BS-35: whether some jump with these points lets the faction colonise a system."""
    everywhere = np.int64(0)  # the strength of all its ships together
    exits = np.zeros(NUM_NODES, np.int64)
    for node in range(NUM_NODES):
        everywhere += strength(s, seat, node)
        if is_present(s, node):
            exits[node] = reachable(s, seat, np.int64(node), anywhere)
    for number in range(A1, NUM_NODES):
        node = np.int64(number)
        if may_colonize(s, seat, node, flags):
            needed = strength_needed(s, seat, node)
            if everywhere >= needed and needed <= strength_within(
                s, seat, node, points, exits, leaving, level, arriving
            ):
                return True
    return False


@jit
def research_levels(s, seat, levels, flags):
    """The levels (bits) that a research effect allows; BS-160 counts colonies."""
    if flags & LEVEL_BY_COLONIES:
        return ONE << min(np.int64(colonies(s, seat)), np.int64(3))
    return levels


@jit
def discovered_slots(s):
    """Slots that hold a technology, as bits."""
    slots = np.int64(0)
    for slot in range(NUM_SLOTS):
        slots |= np.int64(s.slot_card[slot] != NONE) << slot
    return slots


@jit
def prereqs_met(s, seat, flags):
    """BS-72: slots of whose joined technologies enough are researched, as bits; BS-153: one less may do."""
    if flags & IGNORE_PREREQ:
        return ALL_SLOTS
    researched = np.int64(s.players[seat].researched)
    met = nearly = np.int64(0)
    for slot in range(NUM_SLOTS):
        own = np.int64(s.slot_prereqs[slot]) & researched
        second = own & (own - 1)
        third = second & (second - 1)
        count = np.int64(own != 0) + np.int64(second != 0) + np.int64(third != 0)
        met |= np.int64(count >= s.slot_needed[slot]) << slot
        nearly |= np.int64(count == 1 and s.slot_needed[slot] == 2) << slot
    if s.players[seat].skip_prereq:
        met |= nearly & discovered_slots(s)
    return met


@jit
def researchable(s, seat, levels, flags):
    """BS-71, BS-73, BS-83: slots of an allowed level, not yet researched, discovered if need be,
    with their prerequisites; as bits."""
    levels = research_levels(s, seat, levels, flags)
    slots = np.int64(0)
    for level in range(4):
        slots |= np.int64(s.slots_of_level[level]) * ((levels >> level) & 1)
    slots &= ~np.int64(s.players[seat].researched)
    if flags & DISCOVERED_ONLY:
        slots &= discovered_slots(s)
    return slots & prereqs_met(s, seat, flags) if slots else slots
