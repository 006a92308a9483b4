"""Which groups of planets may form a federation: GP-F4 to GP-F8 over the free hexes.

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
    ONE_WILL_DO,
    REQUIRED,
    TARGET,
    UNREACHABLE,
    cheapest_links,
    is_enough,
)
from exozoo.envs.core.jit import jit

ALL = np.int64(-1)


@jit
def fewest_satellites(beside, ground, value, target, required, limit):
    """The fewest satellites of any set with enough value; UNREACHABLE if above the limit."""
    for group in range(value.size):
        if is_enough(value, BIT << np.int64(group), target, required):
            return np.int64(0)
    ask = np.zeros(NUM_ASKED, np.int64)
    ask[TARGET], ask[REQUIRED], ask[ONE_WILL_DO] = target, required, 1
    found, limits = np.empty(MAX_FOUND, np.int64), np.empty(2, np.int64)
    limits[0], limits[1] = FIRST_REACH, limit
    members = (BIT << np.int64(value.size)) - 1
    no_hexes = np.zeros(0, np.uint8)
    return cheapest_links(
        beside, ground, ALL, members, value, ask, found, found, found, limits, no_hexes
    )


@jit
def find_sets(beside, ground, value, size, grounded, ask, budget, masks, costs, links):
    """GP-F4 to GP-F8: write the legal sets, fewest satellites first, into `masks` and `costs`.

    Returns how many there are. GP-F8 is read as said at the top of this file.

    `value` and `size` give each group's power value and number of structures, `grounded` is the
    mask of the groups that hold a planet, `ask` tells the target and the required groups. Sets that
    find no room are left out: those with the most satellites. A group that is enough alone makes
    every larger set illegal. `links` marks the satellites of each set (GP-F9), hex by hex.
    """
    ask[COMPARED] = grounded
    found, limits = np.empty(MAX_FOUND, np.int64), np.empty(2, np.int64)
    exact = np.zeros(NUM_ASKED, np.int64)
    rivals = np.empty(MAX_FOUND, np.int64)
    chosen = np.zeros(links.shape[1], np.uint8)
    nothing = np.zeros(0, np.uint8)
    used, members = np.int64(0), np.int64(0)
    for group in range(value.size):
        alone = BIT << np.int64(group)
        if is_enough(value, alone, ask[TARGET], ask[REQUIRED]):
            used = insert_set(masks, costs, links, used, alone, np.int64(0), size, chosen)
        else:
            members |= alone
    while ask[FLOOR] < budget and used < masks.size:
        ask[NUM_KNOWN] = used
        limits[0], limits[1] = ask[FLOOR] + FIRST_REACH, budget
        cost = cheapest_links(
            beside, ground, ALL, members, value, ask, masks, costs, found, limits, nothing
        )
        if cost == UNREACHABLE:
            break
        ask[FLOOR] = cost
        limits[0] = limits[1] = cost
        for index in range(1, found[0] + 1):
            groups = found[index]
            exact[TARGET], exact[REQUIRED] = -1, groups
            for hexagon in range(chosen.size):
                chosen[hexagon] = 0
            if cost == cheapest_links(
                beside, ground, groups, groups, value, exact, rivals, rivals, rivals, limits, chosen
            ):
                used = insert_set(masks, costs, links, used, groups, cost, size, chosen)
    return used


@jit
def structures_of(groups, size):
    """Number of structures in a set of groups."""
    total = np.int64(0)
    for group in range(size.size):
        total += size[group] * (groups >> group & 1)
    return total


@jit
def insert_set(masks, costs, links, used, groups, cost, size, chosen):
    """Put a set in its place: by satellites, structures, mask; returns how many there then are."""
    structures = structures_of(groups, size)
    place = used
    while place and costs[place - 1] == cost:
        others = structures_of(masks[place - 1], size)
        if others < structures or (others == structures and masks[place - 1] < groups):
            break
        place -= 1
    if place == masks.size:
        return used
    used = min(used + 1, np.int64(masks.size))
    for later in range(used - 1, place - 1, -1):
        is_new = later == place
        masks[later] = groups if is_new else masks[later - 1]
        costs[later] = cost if is_new else costs[later - 1]
        for hexagon in range(chosen.size):
            links[later, hexagon] = chosen[hexagon] if is_new else links[later - 1, hexagon]
    return used
