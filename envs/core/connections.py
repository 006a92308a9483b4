"""Cheapest connections between groups of hexes: the fewest hexes that must be filled to join them.

Groups are connected sets of hexes (hexgrid.label_groups), numbered from 0; no two are adjacent. A
*link* is a set of free hexes that, together with the groups it touches, is connected. Walking
through a group costs nothing, so two free hexes are one step apart if they are adjacent or touch
one group. Then a link is a connected set of vertices in that graph, and it joins exactly the
groups it touches.

A graph is an array with a line for each vertex (the free hexes in ascending order): six adjacent
vertices or NONE, the hex, and the bits of the groups that it touches. Sets of groups are bit masks.
Links are found by dynamic programming over such sets (Dreyfus and Wagner): the row of a set tells
for every vertex the size of the smallest link that contains the vertex and touches the whole set.
The code is kept in few plain functions, because it is compiled anew into each of its callers.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.hexgrid import NUM_SIDES
from exozoo.envs.core.jit import jit

UNREACHABLE = np.int64(100)  # cost of what cannot be joined; twice it must fit into 8 bits
MAX_GROUPS = np.int64(20)  # groups that can be asked for; others are only passed through
MAX_ROWS = np.int64(1 << 14)  # sets that one search can follow: all of 14 groups
MAX_FOUND = 256  # sets of one cost that one search can report
FIRST_REACH = np.int64(2)  # size of link with which a search begins
BIT = np.int64(1)

HEX, TOUCH = 6, 7  # columns of a graph behind the six sides
NUM_COLUMNS = 8
TARGET, REQUIRED, FLOOR, COMPARED, NUM_KNOWN = 0, 1, 2, 3, 4  # what a search asks for
NUM_ASKED = 5


@jit
def free_graph(neighbours, free, group, graph):
    """Write the graph of the free hexes around the numbered groups; returns its size."""
    for hexagon in range(free.size):
        graph[hexagon, HEX] = hexagon
        graph[hexagon, TOUCH] = 0
        for side in range(NUM_SIDES):
            other = neighbours[hexagon, side]
            graph[hexagon, side] = other
            if other != NONE and group[other] != NONE:
                graph[hexagon, TOUCH] |= BIT << np.int64(group[other])
    return keep_vertices(graph, np.int64(free.size), free)


@jit
def keep_vertices(graph, count, keep):
    """Drop the vertices where `keep` is not set and number the others anew; returns how many."""
    place = np.empty(count, np.int64)
    kept = np.int64(0)
    for vertex in range(count):
        place[vertex] = NONE
        if keep[vertex]:
            place[vertex] = kept
            kept += 1
    for vertex in range(count):
        new = place[vertex]
        if new == NONE:
            continue
        for column in range(NUM_COLUMNS):
            entry = graph[vertex, column]
            graph[new, column] = place[entry] if column < NUM_SIDES and entry != NONE else entry
    return kept


@jit
def spread(graph, count, rows, row, limit):
    """Lengthen the links of a row step by step, as far as they stay within the limit."""
    opened = np.int64(0)
    for cost in range(1, limit):
        near = np.int64(0)
        for vertex in range(count):
            if rows[row, vertex] == cost:
                near |= graph[vertex, TOUCH]
                for side in range(NUM_SIDES):
                    other = graph[vertex, side]
                    if other != NONE and rows[row, other] > cost + 1:
                        rows[row, other] = cost + 1
        near &= ~opened
        opened |= near
        if near:
            for vertex in range(count):
                if graph[vertex, TOUCH] & near and rows[row, vertex] > cost + 1:
                    rows[row, vertex] = cost + 1


@jit
def start_row(graph, count, rows, row, group, limit):
    """The row of a single group."""
    for vertex in range(count):
        rows[row, vertex] = 1 if graph[vertex, TOUCH] >> group & 1 else UNREACHABLE
    spread(graph, count, rows, row, limit)


@jit
def join_rows(count, rows, row_of, groups, row, limit):
    """The row of two or more groups before it is spread; returns its smallest cost."""
    for vertex in range(count):
        rows[row, vertex] = UNREACHABLE
    first = groups & -groups
    rest = groups ^ first
    part = rest
    while part:
        part = (part - 1) & rest
        one, two = row_of[first | part], row_of[rest ^ part]
        for vertex in range(count):
            both = np.uint8(rows[one, vertex] + rows[two, vertex] - np.uint8(1))
            if both < rows[row, vertex]:
                rows[row, vertex] = both
    best = UNREACHABLE
    for vertex in range(count):
        if rows[row, vertex] > limit:
            rows[row, vertex] = UNREACHABLE
        elif rows[row, vertex] < best:
            best = np.int64(rows[row, vertex])
    return best


@jit
def is_enough(value, groups, target, required):
    """Whether a set holds the required groups and its values add up to the target."""
    total = np.int64(0)
    group = np.int64(0)
    while groups >> group:
        if groups >> group & 1:
            total += value[group]
        group += 1
    return total >= target and required & ~groups == 0


@jit
def is_beaten(sets, costs, count, groups, cost, compared):
    """Whether a listed set is cheaper and, of the compared groups, holds none outside this set."""
    for index in range(count):
        if costs[index] < cost and sets[index] & compared & ~groups == 0:
            return True
    return False


@jit
def search(graph, count, members, value, ask, known, costs, found, rows, row_of, limit):
    """All cheapest links that are enough and cost more than a floor; returns their cost.

    `ask` says what is enough, the floor, and how many sets are known already: those that a known set
    beats are left out with all that contain them. `found[0]` is the number of sets, they follow.
    Sets are met in ascending order, all parts of a set before it.
    """
    sets = np.empty(rows.shape[0], np.int64)
    used = np.int64(0)
    found[0] = 0
    for group in range(value.size):
        if not members >> group & 1 or used == sets.size:
            continue
        before = used
        alone = BIT << group
        start_row(graph, count, rows, used, group, limit)
        sets[used] = alone
        row_of[alone] = used
        used += 1
        for index in range(before):
            groups = sets[index] | alone
            part, is_open = groups, used < sets.size
            while part and is_open:
                is_open = row_of[groups ^ (part & -part)] != NONE
                part &= part - 1
            if not is_open:
                continue
            cost = join_rows(count, rows, row_of, groups, used, limit)
            if cost > limit or is_beaten(known, costs, ask[NUM_KNOWN], groups, cost, ask[COMPARED]):
                continue
            spread(graph, count, rows, used, limit)
            sets[used] = groups
            row_of[groups] = used
            used += 1
            if cost > ask[FLOOR] and is_enough(value, groups, ask[TARGET], ask[REQUIRED]):
                if cost < limit:
                    limit = cost
                    found[0] = 0
                if found[0] + 1 < found.size:
                    found[0] += 1
                    found[found[0]] = groups
    return limit if found[0] else UNREACHABLE


@jit
def cheapest_links(graph, count, within, members, value, ask, known, costs, found, limits, chosen):
    """Search with a growing reach, over the vertices that matter; returns the cost.

    Only vertices that touch no group outside `within` may be used. `limits` are the first reach and
    the last. If `chosen` is not empty, the hexes of a link to the first set found are marked in it;
    which one follows from the order of the hexes, so it is always the same.
    """
    num_sets = BIT << np.int64(value.size)
    row_of = np.empty(num_sets, np.int64)
    rows = np.empty((min(num_sets, MAX_ROWS), count), np.uint8)
    part, keep = np.empty((count, NUM_COLUMNS), np.int64), np.empty(count, np.uint8)
    limit = min(limits[0], limits[1])
    while True:
        for vertex in range(count):
            for column in range(NUM_COLUMNS):
                part[vertex, column] = graph[vertex, column]
            keep[vertex] = graph[vertex, TOUCH] & ~within == 0
        kept = keep_vertices(part, count, keep)
        mark_useful(part, kept, members, rows, limit, keep)
        kept = keep_vertices(part, kept, keep)
        for groups in range(num_sets):
            row_of[groups] = NONE
        best = search(part, kept, members, value, ask, known, costs, found, rows, row_of, limit)
        if best != UNREACHABLE or limit == limits[1]:
            break
        limit = min(2 * limit, limits[1])
    if best != UNREACHABLE and chosen.size:
        mark_link(part, kept, rows, row_of, found[1], best, chosen)
    return best


@jit
def mark_useful(graph, count, members, rows, limit, keep):
    """Keep the vertices through which two members can be linked within the limit."""
    near = np.empty((count, 2), np.int64)  # the two smallest costs of each vertex
    for vertex in range(count):
        near[vertex, 0] = near[vertex, 1] = UNREACHABLE
    group = np.int64(0)
    while members >> group:
        if members >> group & 1:
            start_row(graph, count, rows, np.int64(0), group, limit)
            for vertex in range(count):
                cost = np.int64(rows[0, vertex])
                near[vertex, 1] = min(near[vertex, 1], max(cost, near[vertex, 0]))
                near[vertex, 0] = min(near[vertex, 0], cost)
        group += 1
    for vertex in range(count):
        keep[vertex] = near[vertex, 0] + near[vertex, 1] - 1 <= limit


@jit
def mark_link(graph, count, rows, row_of, groups, cost, chosen):
    """Mark the hexes of a link of this cost, by retracing how its row arose."""
    sets, vertices = np.empty(64, np.int64), np.empty(64, np.int64)  # more than groups can be
    sets[0], vertices[0] = groups, 0
    while rows[row_of[groups], vertices[0]] != cost:
        vertices[0] += 1
    top = 1
    while top:
        top -= 1
        groups, vertex = sets[top], vertices[top]
        row = row_of[groups]
        chosen[graph[vertex, HEX]] = 1
        here = np.int64(rows[row, vertex])
        if here == 1:
            continue
        before = one_step_back(graph, count, rows, row, vertex)
        if before != NONE:
            vertices[top] = before
            top += 1
            continue
        part = (groups - 1) & groups
        while (
            np.int64(rows[row_of[part], vertex]) + rows[row_of[groups ^ part], vertex] != here + 1
        ):
            part = (part - 1) & groups
        sets[top], vertices[top] = part, vertex
        sets[top + 1], vertices[top + 1] = groups ^ part, vertex
        top += 2


@jit
def one_step_back(graph, count, rows, row, vertex):
    """The first vertex one step away whose link is one hex shorter, or NONE."""
    for other in range(count):
        if np.int64(rows[row, other]) + 1 == rows[row, vertex]:
            if graph[other, TOUCH] & graph[vertex, TOUCH]:
                return np.int64(other)
            for side in range(NUM_SIDES):
                if graph[vertex, side] == other:
                    return np.int64(other)
    return NONE
