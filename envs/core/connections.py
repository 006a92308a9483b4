"""Cheapest connections between groups of hexes: the fewest hexes that must be filled to join them.

Groups are connected sets of hexes (hexgrid.label_groups), numbered from 0; no two are adjacent. A
*link* is a set of free hexes that, together with the groups it touches, is connected. Walking
through a group costs nothing, so two free hexes are one step apart if they are adjacent or touch
one group. Then a link is a connected set of vertices in that graph, and it joins exactly the
groups it touches.

`cost[groups]` is the size of the smallest link that touches at least `groups`, found by dynamic
programming over sets of groups (Dreyfus and Wagner): row[v] of a set is the size of the smallest
link that contains v and touches the set. Sets of groups are bit masks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.hexgrid import NUM_SIDES
from exozoo.envs.core.jit import jit

UNREACHABLE = np.int64(100)  # cost of what cannot be joined; twice it must fit into 8 bits
MAX_LIMIT = 60  # the largest link that is ever looked for
MAX_GROUPS = 20  # groups that can be chosen; later ones are passed through but never asked for
FIRST_ROWS = 64  # rows that a search starts with
BIT = np.int64(1)


class Graph(NamedTuple):
    """Free hexes, as vertices 0.. in ascending order of their hexes."""

    hexes: np.ndarray  # int64[v]: hex of the vertex
    sides: np.ndarray  # int64[v, 6]: adjacent vertices or NONE
    touch: np.ndarray  # int64[v]: bits of the groups adjacent to the vertex
    ring_start: np.ndarray  # int64[groups + 1]: where the ring of each group begins
    ring: np.ndarray  # int64[...]: vertices that touch group 0, then group 1, and so on


@jit
def free_graph(neighbours, free, group, num_groups):
    """The graph of the free hexes around `num_groups` groups numbered in `group`."""
    touch = np.zeros(free.size, np.int64)
    hexes = np.empty(free.size, np.int64)
    for hexagon in range(free.size):
        hexes[hexagon] = hexagon
        if free[hexagon]:
            for side in range(NUM_SIDES):
                other = neighbours[hexagon, side]
                if other != NONE and group[other] != NONE:
                    touch[hexagon] |= BIT << np.int64(group[other])
    return sub_graph(hexes, neighbours, touch, free, num_groups)


@jit
def sub_graph(hexes, sides, touch, keep, num_groups):
    """The graph of the vertices where `keep` is set."""
    place = np.full(keep.size, NONE, np.int64)
    count = 0
    for old in range(keep.size):
        if keep[old]:
            place[old] = count
            count += 1
    new_hexes = np.empty(count, np.int64)
    new_touch = np.empty(count, np.int64)
    new_sides = np.full((count, NUM_SIDES), NONE, np.int64)
    for old in range(keep.size):
        new = place[old]
        if new == NONE:
            continue
        new_hexes[new] = hexes[old]
        new_touch[new] = touch[old]
        for side in range(NUM_SIDES):
            if sides[old, side] != NONE:
                new_sides[new, side] = place[sides[old, side]]
    ring_start, ring = rings_of(new_touch, num_groups)
    return Graph(new_hexes, new_sides, new_touch, ring_start, ring)


@jit
def rings_of(touch, num_groups):
    """The vertices around each group, one group after the other."""
    ring_start = np.zeros(num_groups + 1, np.int64)
    ring = np.empty(touch.size * NUM_SIDES, np.int64)
    count = 0
    for group in range(num_groups):
        for vertex in range(touch.size):
            if touch[vertex] >> group & 1:
                ring[count] = vertex
                count += 1
        ring_start[group + 1] = count
    return ring_start, ring


@jit
def reach(rows, row, vertex, cost):
    """Note that the vertex can be had for `cost`."""
    if rows[row, vertex] > cost:
        rows[row, vertex] = cost


@jit
def spread(graph, rows, row, limit):
    """Lengthen the links of a row step by step, as far as they stay within the limit."""
    opened = np.int64(0)
    for cost in range(1, limit):
        for vertex in range(graph.hexes.size):
            if rows[row, vertex] != cost:
                continue
            for side in range(NUM_SIDES):
                other = graph.sides[vertex, side]
                if other != NONE:
                    reach(rows, row, other, cost + 1)
            closed = graph.touch[vertex] & ~opened
            opened |= closed
            group = 0
            while closed >> group:
                if closed >> group & 1:
                    for place in range(graph.ring_start[group], graph.ring_start[group + 1]):
                        reach(rows, row, graph.ring[place], cost + 1)
                group += 1


@jit
def start_row(graph, rows, row, group, limit, queue):
    """The row of a single group; `queue` is room for all vertices."""
    rows[row, :] = UNREACHABLE
    opened = BIT << group
    count = 0
    for place in range(graph.ring_start[group], graph.ring_start[group + 1]):
        count = enqueue(rows, row, graph.ring[place], np.int64(1), queue, count)
    served = 0
    while served < count:
        vertex = queue[served]
        served += 1
        cost = np.int64(rows[row, vertex]) + 1
        if cost > limit:
            return
        for side in range(NUM_SIDES):
            other = graph.sides[vertex, side]
            if other != NONE:
                count = enqueue(rows, row, other, cost, queue, count)
        closed = graph.touch[vertex] & ~opened
        opened |= closed
        near = 0
        while closed >> near:
            if closed >> near & 1:
                for place in range(graph.ring_start[near], graph.ring_start[near + 1]):
                    count = enqueue(rows, row, graph.ring[place], cost, queue, count)
            near += 1


@jit
def enqueue(rows, row, vertex, cost, queue, count):
    """Note the first, cheapest way to a vertex; returns the new length of the queue."""
    if rows[row, vertex] != UNREACHABLE:
        return count
    rows[row, vertex] = cost
    queue[count] = vertex
    return count + 1


@jit
def merge(rows, one, two, row):
    """Join the links of two rows wherever they share a vertex."""
    for vertex in range(rows.shape[1]):
        both = np.uint8(rows[one, vertex] + rows[two, vertex] - np.uint8(1))
        if both < rows[row, vertex]:
            rows[row, vertex] = both


@jit
def join_row(graph, rows, row_of, groups, row, limit):
    """The row of two or more groups from those of its parts; returns its smallest cost."""
    rows[row, :] = UNREACHABLE
    first = groups & -groups
    rest = groups ^ first
    part = rest
    while part:
        part = (part - 1) & rest
        merge(rows, row_of[first | part], row_of[rest ^ part], row)
    best = UNREACHABLE
    for vertex in range(rows.shape[1]):
        cost = np.int64(rows[row, vertex])
        if cost > limit:
            rows[row, vertex] = UNREACHABLE
        elif cost < best:
            best = cost
    if best < limit:
        spread(graph, rows, row, limit)
    return best


@jit
def single_rows(graph, num_groups, limit):
    """The rows of the single groups."""
    rows = np.empty((num_groups, graph.hexes.size), np.uint8)
    queue = np.empty(graph.hexes.size, np.int64)
    for group in range(num_groups):
        start_row(graph, rows, np.int64(group), np.int64(group), limit, queue)
    return rows


@jit
def useful_graph(graph, rows, limit):
    """Only the vertices through which two groups can be linked within the limit."""
    keep = np.zeros(graph.hexes.size, np.uint8)
    for vertex in range(graph.hexes.size):
        nearest, second = UNREACHABLE, UNREACHABLE
        for group in range(rows.shape[0]):
            cost = np.int64(rows[group, vertex])
            if cost < nearest:
                nearest, second = cost, nearest
            elif cost < second:
                second = cost
        keep[vertex] = nearest + second - 1 <= limit
    return sub_graph(graph.hexes, graph.sides, graph.touch, keep, np.int64(rows.shape[0]))


@jit
def total_value(value, groups):
    """Sum of the values of a set of groups."""
    total = np.int64(0)
    group = 0
    while groups >> group:
        if groups >> group & 1:
            total += value[group]
        group += 1
    return total


@jit
def is_enough(value, groups, target, required):
    """Whether a set holds the required groups and reaches the target value."""
    return required & ~groups == 0 and total_value(value, groups) >= target


@jit
def all_parts_alive(row_of, groups):
    """Whether every set with one group less has a row."""
    group = 0
    while groups >> group:
        if groups >> group & 1 and row_of[groups ^ (BIT << group)] == NONE:
            return False
        group += 1
    return True


@jit
def with_room(rows, sets, used):
    """Rows and their sets, with room for at least one more."""
    if used < sets.size:
        return rows, sets
    more_rows = np.empty((2 * used, rows.shape[1]), np.uint8)
    more_rows[:used] = rows
    more_sets = np.empty(2 * used, np.int64)
    more_sets[:used] = sets
    return more_rows, more_sets


@jit
def pair_costs(graph, rows):
    """The size of the smallest link between every two groups."""
    count = rows.shape[0]
    costs = np.full((count, count), UNREACHABLE, np.int64)
    for one in range(count):
        for two in range(count):
            for place in range(graph.ring_start[two], graph.ring_start[two + 1]):
                costs[one, two] = min(costs[one, two], np.int64(rows[one, graph.ring[place]]))
    return costs


@jit
def greedy_cost(pairs, value, target, required):
    """An upper bound: from each group, always link the nearest group, until it is enough."""
    best = UNREACHABLE
    near = np.empty(pairs.shape[0], np.int64)
    for start in range(pairs.shape[0]):
        groups = BIT << start
        near[:] = pairs[start]
        cost = np.int64(0)
        while cost < best and not is_enough(value, groups, target, required):
            nearest = NONE
            for other in range(pairs.shape[0]):
                if not groups >> other & 1 and (nearest == NONE or near[other] < near[nearest]):
                    nearest = np.int64(other)
            if nearest == NONE:
                cost = UNREACHABLE
                break
            groups |= BIT << nearest
            cost += near[nearest]
            for other in range(pairs.shape[0]):
                near[other] = min(near[other], pairs[nearest, other])
        best = min(best, cost)
    return best


@jit
def trivial_cost(graph, value, target, required):
    """0 if one group is enough, 1 if the groups around one hex are, else UNREACHABLE."""
    for group in range(value.size):
        if is_enough(value, BIT << np.int64(group), target, required):
            return np.int64(0)
    for vertex in range(graph.touch.size):
        if is_enough(value, graph.touch[vertex], target, required):
            return np.int64(1)
    return UNREACHABLE


@jit
def fewest_for_value(graph, value, target, required, limit):
    """The size of the smallest link that joins enough, if within the limit; else UNREACHABLE.

    `value[group]` are added up; enough is the target value with all `required` groups.
    """
    best = trivial_cost(graph, value, target, required)
    if best <= 1:
        return best if best <= limit else UNREACHABLE
    rows = single_rows(graph, np.int64(min(value.size, MAX_GROUPS)), limit)
    best = greedy_cost(pair_costs(graph, rows), value, target, required)
    if best > limit:
        best = UNREACHABLE
    if best == 2:
        return best
    limit = min(limit, best - 1)
    useful = useful_graph(graph, rows, limit)
    return min(best, search_fewest(useful, rows.shape[0], value, target, required, limit))


@jit
def search_fewest(graph, num_groups, value, target, required, limit):
    """The exact search of `fewest_for_value`, over sets that are not yet enough.

    Sets are met in ascending order of their masks, so all parts of a set come before it.
    """
    row_of = np.full(1 << num_groups, NONE, np.int64)
    rows = np.empty((FIRST_ROWS, graph.hexes.size), np.uint8)
    sets = np.empty(FIRST_ROWS, np.int64)
    queue = np.empty(graph.hexes.size, np.int64)
    used = 0
    best = UNREACHABLE
    for group in range(num_groups):
        known = used
        rows, sets = with_room(rows, sets, used)
        start_row(graph, rows, used, np.int64(group), limit, queue)
        sets[used] = BIT << group
        row_of[sets[used]] = used
        used += 1
        for index in range(known):
            groups = sets[index] | BIT << group
            if not all_parts_alive(row_of, groups):
                continue
            rows, sets = with_room(rows, sets, used)
            cost = join_row(graph, rows, row_of, groups, used, limit)
            if cost > limit:
                continue
            if is_enough(value, groups, target, required):
                best, limit = cost, cost - 1
                continue
            sets[used] = groups
            row_of[groups] = used
            used += 1
    return best


@jit
def graph_inside(graph, groups):
    """The vertices that touch no group outside the set; its groups are numbered anew, in order."""
    keep = np.zeros(graph.touch.size, np.uint8)
    touch = np.zeros(graph.touch.size, np.int64)
    number = np.int64(0)
    group = 0
    while groups >> group:
        if groups >> group & 1:
            for vertex in range(touch.size):
                touch[vertex] |= (graph.touch[vertex] >> group & 1) << number
            number += 1
        group += 1
    for vertex in range(touch.size):
        keep[vertex] = graph.touch[vertex] & ~groups == 0
    return sub_graph(graph.hexes, graph.sides, touch, keep, number)


@jit
def rows_of_all(graph, limit):
    """The rows of all sets of the graph's groups, at the place of their masks."""
    num_sets = BIT << (graph.ring_start.size - 1)
    rows = np.empty((num_sets, graph.hexes.size), np.uint8)
    row_of = np.empty(num_sets, np.int64)
    queue = np.empty(graph.hexes.size, np.int64)
    rows[0] = UNREACHABLE
    group = np.int64(0)
    for groups in range(num_sets):
        row_of[groups] = groups
        if groups == BIT << group:
            start_row(graph, rows, groups, group, limit, queue)
            group += 1
        elif groups:
            join_row(graph, rows, row_of, groups, groups, limit)
    return rows


@jit
def smallest_link(graph, groups, limit, chosen):
    """Mark in `chosen` the hexes of a smallest link that touches exactly these groups.

    Returns its size, UNREACHABLE if it would exceed the limit. Among equals the choice follows
    the order of the hexes, so it is always the same.
    """
    inside = graph_inside(graph, groups)
    rows = rows_of_all(inside, limit)
    everything = rows.shape[0] - 1
    best, root = UNREACHABLE, NONE
    for vertex in range(rows.shape[1]):
        if rows[everything, vertex] < best:
            best, root = np.int64(rows[everything, vertex]), np.int64(vertex)
    if root != NONE:
        mark_link(inside, rows, np.int64(everything), root, chosen)
    return best


@jit
def mark_link(graph, rows, groups, root, chosen):
    """Mark the hexes of the link that a row's entry stands for, by retracing how it arose."""
    sets = np.empty(rows.shape[0] + 1, np.int64)
    vertices = np.empty(rows.shape[0] + 1, np.int64)
    sets[0], vertices[0] = groups, root
    top = 1
    while top:
        top -= 1
        groups, vertex = sets[top], vertices[top]
        chosen[graph.hexes[vertex]] = 1
        if rows[groups, vertex] == 1:
            continue
        before = step_back(graph, rows, groups, vertex)
        if before != NONE:
            vertices[top] = before
            top += 1
        else:
            part = split_at(rows, groups, vertex)
            sets[top], vertices[top] = part, vertex
            sets[top + 1], vertices[top + 1] = groups ^ part, vertex
            top += 2


@jit
def step_back(graph, rows, groups, vertex):
    """The first vertex one step away whose link is one hex shorter, or NONE."""
    for other in range(rows.shape[1]):
        if np.int64(rows[groups, other]) + 1 == rows[groups, vertex]:
            if graph.touch[other] & graph.touch[vertex]:
                return np.int64(other)
            for side in range(NUM_SIDES):
                if graph.sides[vertex, side] == other:
                    return np.int64(other)
    return NONE


@jit
def split_at(rows, groups, vertex):
    """A part of the set whose link meets the link of the other part at this vertex."""
    part = (groups - 1) & groups
    while part:
        cost = np.int64(rows[part, vertex]) + np.int64(rows[groups ^ part, vertex]) - 1
        if cost == rows[groups, vertex]:
            return part
        part = (part - 1) & groups
    return NONE
