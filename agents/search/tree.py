"""The tree of one search: nodes, children, which of them to follow, and what was found below.

A child is found by the seat that moves and its action, and takes part only where the position at
hand allows it. Values are kept for every seat, and each seat follows its own (max^n).
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from exozoo.agents.search.records import MAX_DEPTH, ROOT
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.kernels import count_legal, next_legal
from exozoo.envs.core.rng import SHIFT_32, next_word, seed_rng
from exozoo.envs.core.state import MAX_SEATS

TIE_NOISE = 1e-3  # relative noise on priors: equal actions are tried in random order
WORD_SCALE = 2.0**-32


@jit
def add_node(slots, slot, trees, action, mover, prior):
    """A new node; NONE if the tree is full."""
    search = slots[slot]
    node = np.int64(search.used)
    if node >= trees.shape[1]:
        return NONE
    search.used += 1
    fresh = trees[slot, node]
    fresh.value[:] = 0.0
    fresh.prior = prior
    fresh.action = action
    fresh.mover = mover
    fresh.visits = 0
    fresh.pending = 0
    fresh.seen = 0
    fresh.first = NONE
    fresh.next = NONE
    return node


@jit
def add_child(slots, slot, trees, parent, action, mover, prior):
    """A node in front of the parent's children. False if the tree is full."""
    child = add_node(slots, slot, trees, action, mover, prior)
    if child == NONE:
        return False
    trees[slot, child].next = trees[slot, parent].first
    trees[slot, parent].first = child
    return True


@jit
def begin(slots, slot, trees, key):
    """An empty tree with its root."""
    search = slots[slot]
    search.key = key
    seed_rng(search.rng, key)
    search.low[:] = np.inf
    search.high[:] = -np.inf
    search.spread = 0.0
    search.simulations = 0
    search.begun = 0
    search.used = 0
    add_node(slots, slot, trees, NONE, NONE, 1.0)


@jit
def softmax(mask, weights, temperature):
    """Turn the weights of the legal actions, in points, into probabilities, in place."""
    highest, total = -np.inf, 0.0
    action = next_legal(mask, ZERO)
    while action < mask.size:
        highest = max(highest, weights[action])
        action = next_legal(mask, action + 1)
    action = next_legal(mask, ZERO)
    while action < mask.size:
        weights[action] = exp((weights[action] - highest) / temperature)
        total += weights[action]
        action = next_legal(mask, action + 1)
    action = next_legal(mask, ZERO)
    while action < mask.size:
        weights[action] /= total
        action = next_legal(mask, action + 1)


@jit
def expand(slots, slot, trees, node, mover, mask, priors):
    """A child for every legal action; equal priors are put into random order."""
    action = next_legal(mask, ZERO)
    while action < mask.size:
        noise = np.float64(next_word(slots[slot].rng) >> SHIFT_32) * WORD_SCALE
        prior = np.float64(priors[action]) * (1.0 + TIE_NOISE * noise)
        if not add_child(slots, slot, trees, node, action, mover, prior):
            return
        action = next_legal(mask, action + 1)


@jit
def add_missing(slots, slot, trees, node, mover, mask):
    """Children for actions that are legal in this deal and were not in the earlier ones."""
    legal = count_legal(mask)
    known = 0
    child = np.int64(trees[slot, node].first)
    while child != NONE:
        entry = trees[slot, child]
        if entry.mover == mover and mask[entry.action]:
            mask[entry.action] = 2
            known += 1
        child = np.int64(entry.next)
    action = next_legal(mask, ZERO)
    while action < mask.size:
        if mask[action] == 1 and known < legal:
            if not add_child(slots, slot, trees, node, action, mover, 1.0 / legal):
                break
        elif mask[action] == 2:
            mask[action] = 1
        action = next_legal(mask, action + 1)


@jit
def scaled(slots, slot, seat, mean):
    """A mean utility between the smallest (0) and the largest (1) of the tree."""
    low = slots[slot].low[seat]
    high = slots[slot].high[seat]
    if high <= low:
        return 0.5
    return (mean - low) / (high - low)


@jit
def choose(slots, slot, trees, node, mover, mask, explore):
    """The available child with the best upper bound, or NONE if none is in the tree.

    Walks that wait for the network count as tried, so that those of one batch go apart.
    """
    parent = trees[slot, node]
    untried = 0.5
    if parent.visits > 0:
        untried = scaled(slots, slot, mover, parent.value[mover] / parent.visits)
    best = NONE
    best_bound = -np.inf
    child = np.int64(parent.first)
    while child != NONE:
        entry = trees[slot, child]
        if entry.mover == mover and mask[entry.action]:
            entry.seen += 1
            mean = untried
            if entry.visits > 0:
                mean = scaled(slots, slot, mover, entry.value[mover] / entry.visits)
            tries = 1 + entry.visits + entry.pending
            bound = mean + explore * entry.prior * sqrt(np.float64(entry.seen)) / tries
            if bound > best_bound:
                best_bound = bound
                best = child
        child = np.int64(entry.next)
    return best


@jit
def set_out(lanes, lane, slot, trees):
    """A new walk stands at the root."""
    walk = lanes[lane]
    walk.is_open, walk.depth = 0, 0
    walk.path[0] = ROOT
    trees[slot, ROOT].pending += 1


@jit
def enter(lanes, lane, slot, trees, child):
    """The walk goes on at a child."""
    walk = lanes[lane]
    walk.depth += 1
    walk.path[walk.depth] = child
    trees[slot, child].pending += 1
    return child


@jit
def can_go_on(lanes, lane, slot, trees, node, has_network):
    """Whether the walk is still within the tree: a network gives children on the first visit."""
    if node == ROOT:
        return True
    if lanes[lane].depth >= MAX_DEPTH - 1:
        return False
    entry = trees[slot, node]
    return entry.first != NONE if has_network else entry.visits > 0


@jit
def back_up(slots, slot, lanes, lane, trees, values):
    """Add the utilities of all seats to every node of the path."""
    search, walk = slots[slot], lanes[lane]
    for depth in range(walk.depth + 1):
        entry = trees[slot, walk.path[depth]]
        entry.visits += 1
        entry.pending -= 1
        for seat in range(MAX_SEATS):
            entry.value[seat] += values[seat]
            mean = entry.value[seat] / entry.visits
            search.low[seat] = min(search.low[seat], mean)
            search.high[seat] = max(search.high[seat], mean)
