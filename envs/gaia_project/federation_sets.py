"""Which groups of planets may form a federation: GP-F4 to GP-F8 over a graph of free hexes.

Groups, links and costs are those of core/connections.py. For a set S of groups let n(S) be the
fewest satellites that join exactly S, and least(S) the fewest that join at least S, which is the
smallest n of all sets that contain S. GP-F8(a) removes S if a larger set needs fewer satellites,
so S stays exactly if n(S) = least(S). GP-F8(b) then removes S if another set that stayed has fewer
satellites and no planet outside S; the same then holds for all sets that contain S and need no
fewer satellites, so the search need not follow them.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.connections import (
    BIT,
    COMPARED,
    FIRST_REACH,
    FLOOR,
    MAX_FOUND,
    NUM_ASKED,
    NUM_KNOWN,
    REQUIRED,
    TARGET,
    UNREACHABLE,
    cheapest_links,
    is_enough,
)
from exozoo.envs.core.jit import jit

ALL = np.int64(-1)


@jit
def fewest_satellites(graph, count, value, target, required, limit):
    """The fewest satellites of any set with enough value; UNREACHABLE if above the limit."""
    for group in range(value.size):
        if is_enough(value, BIT << np.int64(group), target, required):
            return np.int64(0)
    ask = np.zeros(NUM_ASKED, np.int64)
    ask[TARGET], ask[REQUIRED] = target, required
    found, limits = np.empty(MAX_FOUND, np.int64), np.empty(2, np.int64)
    limits[0], limits[1] = FIRST_REACH, limit
    members = (BIT << np.int64(value.size)) - 1
    return cheapest_links(
        graph, count, ALL, members, value, ask, found, found, found, limits, np.zeros(0, np.uint8)
    )


@jit
def smallest_link(graph, count, groups, value, limit, chosen):
    """The fewest satellites that join exactly these groups (GP-F4, GP-F6), marked in `chosen`."""
    ask = np.zeros(NUM_ASKED, np.int64)
    ask[TARGET], ask[REQUIRED] = -1, groups
    found, limits = np.empty(MAX_FOUND, np.int64), np.empty(2, np.int64)
    limits[0], limits[1] = limit, limit
    return cheapest_links(
        graph, count, groups, groups, value, ask, found, found, found, limits, chosen
    )


@jit
def find_sets(graph, count, value, size, target, required, grounded, budget, masks, costs):
    """Write the legal sets, fewest satellites first, into `masks` and `costs`; returns how many.

    `value` and `size` give each group's power value and number of structures, `grounded` is the
    mask of the groups that hold a planet. Sets that find no room are left out: those with the most
    satellites. A group that is enough alone makes every larger set illegal.
    """
    ask = np.zeros(NUM_ASKED, np.int64)
    ask[TARGET], ask[REQUIRED], ask[COMPARED] = target, required, grounded
    found, limits = np.empty(MAX_FOUND, np.int64), np.empty(2, np.int64)
    used, members = np.int64(0), np.int64(0)
    for group in range(value.size):
        alone = BIT << np.int64(group)
        if is_enough(value, alone, target, required):
            used = insert_set(masks, costs, used, alone, np.int64(0), size)
        else:
            members |= alone
    while ask[FLOOR] < budget and used < masks.size:
        ask[NUM_KNOWN] = used
        limits[0], limits[1] = max(FIRST_REACH, ask[FLOOR] + 1), budget
        cost = cheapest_links(
            graph,
            count,
            ALL,
            members,
            value,
            ask,
            masks,
            costs,
            found,
            limits,
            np.zeros(0, np.uint8),
        )
        if cost == UNREACHABLE:
            break
        ask[FLOOR] = cost
        for index in range(1, found[0] + 1):
            if (
                smallest_link(graph, count, found[index], value, cost, np.zeros(0, np.uint8))
                == cost
            ):
                used = insert_set(masks, costs, used, found[index], cost, size)
    return used


@jit
def insert_set(masks, costs, used, groups, cost, size):
    """Put a set in its place: by satellites, structures, mask; returns how many there then are."""
    structures = np.int64(0)
    for group in range(size.size):
        structures += size[group] * (groups >> group & 1)
    place = used
    while place and costs[place - 1] == cost:
        others = np.int64(0)
        for group in range(size.size):
            others += size[group] * (masks[place - 1] >> group & 1)
        if others < structures or (others == structures and masks[place - 1] < groups):
            break
        place -= 1
    if place == masks.size:
        return used
    used = min(used + 1, np.int64(masks.size))
    for later in range(used - 1, place, -1):
        masks[later] = masks[later - 1]
        costs[later] = costs[later - 1]
    masks[place] = groups
    costs[place] = cost
    return used
