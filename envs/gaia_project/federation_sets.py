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

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.connections import (
    BIT,
    FIRST_ROWS,
    MAX_GROUPS,
    UNREACHABLE,
    all_parts_alive,
    is_enough,
    join_row,
    single_rows,
    smallest_link,
    start_row,
    useful_graph,
    with_room,
)
from exozoo.envs.core.jit import jit


@jit
def find_sets(graph, value, size, target, required, grounded, limit, masks, costs):
    """Write the legal sets, fewest satellites first, into `masks` and `costs`; returns how many.

    `value` and `size` give each group's power value and number of structures, `grounded` is the
    mask of the groups that hold a planet. Sets that find no room are left out: those with the
    most satellites.
    """
    num_groups = np.int64(min(value.size, MAX_GROUPS))
    rows = single_rows(graph, num_groups, limit)
    useful = useful_graph(graph, rows, limit)
    found, prices, count = stay_after_a(useful, value, target, required, grounded, limit)
    used = np.int64(0)
    for index in range(count):
        if not is_beaten(found, prices, count, found[index], prices[index], grounded):
            used = insert_set(masks, costs, used, found[index], prices[index], size)
    return used


@jit
def is_beaten(found, prices, count, groups, cost, grounded):
    """GP-F8(b): a set with fewer satellites whose planets all belong to this one as well."""
    for index in range(count):
        if prices[index] < cost and found[index] & grounded & ~groups == 0:
            return True
    return False


@jit
def comes_before(groups, cost, other, other_cost, size):
    """The order in which sets are offered: satellites, structures, mask."""
    if cost != other_cost:
        return cost < other_cost
    structures, other_structures = np.int64(0), np.int64(0)
    for group in range(size.size):
        structures += size[group] * (groups >> group & 1)
        other_structures += size[group] * (other >> group & 1)
    if structures != other_structures:
        return structures < other_structures
    return groups < other


@jit
def insert_set(masks, costs, used, groups, cost, size):
    """Put a set in its place of the offer; returns how many sets it then has."""
    place = used
    while place and comes_before(groups, cost, masks[place - 1], costs[place - 1], size):
        place -= 1
    if place == masks.size:
        return used
    used = min(used + 1, masks.size)
    for later in range(used - 1, place, -1):
        masks[later] = masks[later - 1]
        costs[later] = costs[later - 1]
    masks[place] = groups
    costs[place] = cost
    return np.int64(used)


@jit
def stay_after_a(graph, value, target, required, grounded, limit):
    """The sets that GP-F8(a) leaves, with their costs; some that (b) removes are missing.

    Sets are met in ascending order of their masks, so all parts of a set come before it.
    """
    num_groups = min(value.size, MAX_GROUPS)
    row_of = np.full(1 << num_groups, NONE, np.int64)
    rows = np.empty((FIRST_ROWS, graph.hexes.size), np.uint8)
    sets = np.empty(FIRST_ROWS, np.int64)
    queue = np.empty(graph.hexes.size, np.int64)
    used = 0
    found = np.empty(FIRST_ROWS, np.int64)
    prices = np.empty(FIRST_ROWS, np.int64)
    count = np.int64(0)
    for group in range(num_groups):
        alone = BIT << group
        if is_enough(value, alone, target, required):
            found, prices, count = add_found(found, prices, count, alone, np.int64(0))
            continue
        known = used
        rows, sets = with_room(rows, sets, used)
        start_row(graph, rows, used, np.int64(group), limit, queue)
        sets[used] = alone
        row_of[alone] = used
        used += 1
        for index in range(known):
            groups = sets[index] | alone
            if not all_parts_alive(row_of, groups):
                continue
            rows, sets = with_room(rows, sets, used)
            cost = join_row(graph, rows, row_of, groups, used, limit)
            if cost > limit or is_beaten(found, prices, count, groups, cost, grounded):
                continue
            sets[used] = groups
            row_of[groups] = used
            used += 1
            if is_enough(value, groups, target, required) and has_link(graph, groups, cost):
                found, prices, count = add_found(found, prices, count, groups, cost)
    return found, prices, count


@jit
def has_link(graph, groups, cost):
    """Whether so many satellites join exactly these groups, touching no other."""
    chosen = np.zeros(graph.hexes.size and graph.hexes[-1] + 1, np.uint8)
    return smallest_link(graph, groups, cost, chosen) != UNREACHABLE


@jit
def add_found(found, prices, count, groups, cost):
    """Note a set, making room if need be."""
    if count == found.size:
        more_found = np.empty(2 * count, np.int64)
        more_prices = np.empty(2 * count, np.int64)
        more_found[:count] = found
        more_prices[:count] = prices
        found, prices = more_found, more_prices
    found[count] = groups
    prices[count] = cost
    return found, prices, count + 1
