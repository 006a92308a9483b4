"""Cheapest connections between groups of hexes: the fewest hexes that must be filled to join them.

Groups are connected sets of hexes (hexgrid.label_groups), numbered from 0; no two are adjacent. A
*link* is a set of free hexes that, together with the groups it touches, is connected. Walking
through a group costs nothing, so two free hexes are one step apart if they are adjacent or touch
one group. Then a link is a connected set of free hexes in that sense, and it joins exactly the
groups it touches.

Sets of hexes are words of bits, as in hexgrid.beside_table, which is `beside` below; the *ground*
is the set of free hexes (row FREE), then for each group those of them beside it. Sets of groups are
bit masks. Links are found by dynamic programming over sets of groups (Dreyfus and Wagner): the row
of a set holds, for every cost, the hexes that lie in a link of at most that many hexes which touches
the whole set. The code is kept in few plain functions, because it is compiled anew into its callers.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.bits import WORD_BITS, lowest_bit
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.hexgrid import NUM_WORDS
from exozoo.envs.core.jit import jit

UNREACHABLE = np.int64(100)  # cost of what cannot be joined
MAX_GROUPS = np.int64(20)  # groups that can be asked for; others are only passed through
MAX_ROWS = np.int64(1 << 14)  # sets that one search can follow: all of 14 groups
MAX_FOUND = 256  # sets of one cost that one search can report
FIRST_REACH = np.int64(1)  # size of the smallest link
WIDER = np.int64(2)  # by how much a search grows when nothing is found
BIT = np.int64(1)

FREE, FIRST_GROUP = np.int64(0), np.int64(1)  # rows of a ground
TARGET, REQUIRED, FLOOR, COMPARED, NUM_KNOWN, ONE_WILL_DO = range(6)  # what a search asks for
NUM_ASKED = 6


@jit
def lay_ground(beside, free, group, ground):
    """Write the free hexes and those beside each of the numbered groups as bits."""
    ground[:] = 0
    for hexagon in range(group.size):
        if free[hexagon]:
            ground[FREE, hexagon // WORD_BITS] |= BIT << np.int64(hexagon % WORD_BITS)
        if group[hexagon] != NONE:
            row = FIRST_GROUP + group[hexagon]
            for word in range(NUM_WORDS):
                ground[row, word] |= beside[hexagon, word]
    for row in range(FIRST_GROUP, ground.shape[0]):
        for word in range(NUM_WORDS):
            ground[row, word] &= ground[FREE, word]


@jit
def narrow_ground(ground, within, out):
    """The ground without the hexes that touch a group outside of `within`."""
    out[:] = ground
    for row in range(FIRST_GROUP, ground.shape[0]):
        if not within >> (row - FIRST_GROUP) & 1:
            for word in range(NUM_WORDS):
                out[FREE, word] &= ~ground[row, word]
    for row in range(FIRST_GROUP, ground.shape[0]):
        for word in range(NUM_WORDS):
            out[row, word] &= out[FREE, word]


@jit
def is_common(ground, row, levels, cost):
    """Whether links of a cost reach a row of the ground."""
    common = np.int64(0)
    for word in range(NUM_WORDS):
        common |= ground[row, word] & levels[cost, word]
    return common != 0


@jit
def spread(beside, ground, levels, first, limit):
    """Lengthen the links of a row, of which the smallest is `first`, step by step up to the limit."""
    opened = np.int64(0)
    for cost in range(first, limit):
        for word in range(NUM_WORDS):
            fresh = levels[cost, word] & ~levels[cost - 1, word]
            while fresh:
                hexagon = word * WORD_BITS + lowest_bit(fresh)
                fresh &= fresh - 1
                for near in range(NUM_WORDS):
                    levels[cost + 1, near] |= beside[hexagon, near]
        for row in range(FIRST_GROUP, ground.shape[0]):
            if not opened >> row & 1 and is_common(ground, np.int64(row), levels, np.int64(cost)):
                opened |= BIT << np.int64(row)
                for word in range(NUM_WORDS):
                    levels[cost + 1, word] |= ground[row, word]
        for word in range(NUM_WORDS):
            levels[cost + 1, word] &= ground[FREE, word]
            levels[cost + 1, word] |= levels[cost, word]


@jit
def start_rows(beside, ground, members, rows, limit, link):
    """The rows of the single members, in their order, and the costs at which they reach each other."""
    link[:] = UNREACHABLE
    for group in range(link.shape[0]):
        if not members >> group & 1:
            continue
        levels = rows[group]
        levels[:] = 0
        levels[FIRST_REACH] = ground[FIRST_GROUP + group]
        spread(beside, ground, levels, FIRST_REACH, limit)
        for other in range(link.shape[0]):
            cost = FIRST_REACH
            while cost <= limit and link[group, other] == UNREACHABLE:
                if is_common(ground, FIRST_GROUP + other, levels, cost):
                    link[group, other] = cost
                cost += 1


@jit
def join_rows(rows, row_of, groups, row, limit):
    """The row of two or more groups before it is spread; returns its smallest cost."""
    levels = rows[row]
    levels[:] = 0
    first = groups & -groups
    rest = groups ^ first
    part = rest
    while part:
        part = (part - 1) & rest
        one, two = rows[row_of[first | part]], rows[row_of[rest ^ part]]
        for cost in range(1, limit + 1):
            for more in range(1, limit + 2 - cost):
                for word in range(NUM_WORDS):
                    levels[cost + more - 1, word] |= one[cost, word] & two[more, word]
    for cost in range(1, limit + 1):
        if levels[cost, 0] | levels[cost, 1] | levels[cost, 2]:
            return np.int64(cost)
    return UNREACHABLE


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
def look_around(link, members, value, ask, limit, around):
    """The members around each member, 0 where these are not enough; returns whether any are.

    What one link joins lies within its cost of each of its groups.
    """
    is_possible = False
    for group in range(value.size):
        near = BIT << np.int64(group)
        for other in range(value.size):
            if link[group, other] <= limit:
                near |= BIT << np.int64(other)
        around[group] = 0
        if members >> group & 1 and is_enough(value, near & members, ask[TARGET], ask[REQUIRED]):
            around[group] = near & members
            is_possible = True
    return is_possible


@jit
def search(beside, ground, around, value, ask, known, costs, found, rows, row_of, limit):
    """All cheapest links that are enough and cost more than a floor, or one; returns their cost.

    `ask` says what is enough, the floor, whether one will do, and how many sets are known already:
    those that a known set beats are left out with all that contain them. `found[0]` is the number of
    sets, they follow. Sets are met in ascending order, all parts of a set before it; only those are
    followed that have enough around all their groups.
    """
    sets, common = np.empty((2, rows.shape[0]), np.int64)
    count, used, best = np.int64(0), np.int64(value.size), UNREACHABLE
    row_of[:] = NONE
    found[0] = 0
    for group in range(value.size):
        if not around[group]:
            continue
        before = count
        alone = BIT << group
        sets[count], common[count] = alone, around[group]
        row_of[alone] = group
        count += 1
        for index in range(before):
            groups, shared = sets[index] | alone, common[index] & around[group]
            part, is_open = groups, used < rows.shape[0] and groups & ~shared == 0
            is_open = is_open and is_enough(value, shared, ask[TARGET], ask[REQUIRED])
            while part and is_open:
                is_open = row_of[groups ^ (part & -part)] != NONE
                part &= part - 1
            if not is_open:
                continue
            cost = join_rows(rows, row_of, groups, used, limit)
            if cost > limit or is_beaten(known, costs, ask[NUM_KNOWN], groups, cost, ask[COMPARED]):
                continue
            if cost > ask[FLOOR] and is_enough(value, groups, ask[TARGET], ask[REQUIRED]):
                if cost < best:
                    best = cost
                    found[0] = 0
                if found[0] + 1 < found.size:
                    found[0] += 1
                    found[found[0]] = groups
                limit = cost - ask[ONE_WILL_DO]
                if ask[ONE_WILL_DO]:
                    continue
            spread(beside, ground, rows[used], cost, limit)
            sets[count], common[count] = groups, shared
            row_of[groups] = used
            count += 1
            used += 1
    return best


@jit
def cheapest_links(
    beside, wide_ground, within, members, value, ask, known, costs, found, limits, chosen
):
    """Search with a growing reach; returns the cost.

    Only hexes that touch no group outside `within` may be used. `limits` are the first reach and the
    last. If `chosen` is not empty, the hexes of a link to the first set found are marked in it; which
    one follows from the order of the hexes, so it is always the same.
    """
    found[0] = 0
    if limits[0] > limits[1]:
        return UNREACHABLE
    num_sets = BIT << np.int64(value.size)
    ground = np.empty(wide_ground.shape, np.int64)
    narrow_ground(wide_ground, within, ground)
    num_rows = min(num_sets, MAX_ROWS) + value.size
    rows = np.empty((num_rows, limits[1] + 1, NUM_WORDS), np.int64)
    row_of = np.empty(num_sets, np.int64)
    link, around = np.empty((value.size, value.size), np.int64), np.empty(value.size, np.int64)
    start_rows(beside, ground, members, rows, limits[1], link)
    best, limit = UNREACHABLE, limits[0]
    while best == UNREACHABLE and limit <= limits[1]:
        is_possible = look_around(link, members, value, ask, limit, around)
        if is_possible:
            best = search(
                beside, ground, around, value, ask, known, costs, found, rows, row_of, limit
            )
        limit += min(WIDER, limits[1] - limit) if is_possible and limit < limits[1] else 1
    if best != UNREACHABLE and chosen.size:
        mark_link(beside, ground, rows, row_of, found[1], best, chosen)
    return best


@jit
def mark_link(beside, ground, rows, row_of, groups, cost, chosen):
    """Mark the hexes of a link of this cost, by retracing how its row arose."""
    sets, places = np.empty(64, np.int64), np.empty(64, np.int64)  # more than groups can be
    sets[0], places[0] = groups, 0
    while cost_at(rows[row_of[groups]], places[0]) != cost:
        places[0] += 1
    top = 1
    while top:
        top -= 1
        groups, place = sets[top], places[top]
        here = cost_at(rows[row_of[groups]], place)
        chosen[place] = 1
        if here == 1:
            continue
        before = one_step_back(beside, ground, rows[row_of[groups]], place, here)
        if before != NONE:
            places[top] = before
            top += 1
            continue
        part = (groups - 1) & groups
        while (
            cost_at(rows[row_of[part]], place) + cost_at(rows[row_of[groups ^ part]], place)
            != here + 1
        ):
            part = (part - 1) & groups
        sets[top], places[top] = part, place
        sets[top + 1], places[top + 1] = groups ^ part, place
        top += 2


@jit
def cost_at(levels, place):
    """The size of the smallest link of a row that holds the hex."""
    for cost in range(levels.shape[0]):
        if levels[cost, place // WORD_BITS] >> (place % WORD_BITS) & 1:
            return np.int64(cost)
    return UNREACHABLE


@jit
def one_step_back(beside, ground, levels, place, cost):
    """The first hex one step away whose link is one hex shorter, or NONE."""
    word, bit = place // WORD_BITS, place % WORD_BITS
    for other in range(NUM_WORDS):
        near = beside[place, other]
        for row in range(FIRST_GROUP, ground.shape[0]):
            if ground[row, word] >> bit & 1:
                near |= ground[row, other]
        near &= levels[cost - 1, other] & ~levels[cost - 2, other]
        if near:
            return np.int64(other * WORD_BITS + lowest_bit(near))
    return NONE
