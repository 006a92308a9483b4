"""The choice at the root: the most promising actions in rounds, half of them dropped after each.

Sequential halving by prior and by what was found (Danihelka et al. 2022, "Policy improvement by
planning with Gumbel"): with few simulations it leads to the best action more surely than upper bounds,
and it gives an improved policy to learn from. An action's score is its logit, with noise if there is
any, plus its utility as far as the visits can be relied on.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, exp, log, log2

import numpy as np

from exozoo.agents.keys import gumbel
from exozoo.agents.search.records import CANDIDATES, NETWORK, NOISE, RELIANCE, ROOT, TEMPERATURE
from exozoo.agents.search.tree import expand
from exozoo.agents.search.utility import points_of_utility
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import GOLDEN, mix

FIRST_VISITS = 50.0  # utilities count from the first visit as if there had been so many
FOUND_SHARE = 0.1  # of a visit, in logits between the worst and the best action
SMALLEST_PRIOR = 1e-12
SMALLEST_RANGE = 0.05  # of utilities: smaller differences are not blown up to decide
EXCLUDED = -np.inf  # score of an action that is not among the candidates


@lru_cache(maxsize=64)
def halving_plan(candidates: int, simulations: int) -> np.ndarray:
    """int64[simulations]: how often the action that is tried next has been tried already."""
    plan: list[int] = []
    visits, left = 0, max(candidates, 1)
    rounds = max(ceil(log2(left)), 1)
    while len(plan) < simulations:
        times = max(simulations // (rounds * left), 1) if left > 1 else simulations
        for _ in range(times):
            plan += [visits] * left
            visits += 1
        left = max(left // 2, min(2, candidates))
    return np.array(plan[:simulations], np.int64)


@jit
def open_root(room, slot, mover, mask, priors, settings):
    """Children of the root; scores of those that take part, by logit and noise."""
    slots, trees = room.slots, room.trees
    expand(slots, slot, trees, ROOT, mover, mask, priors)
    logits, scores, noise = room.logits[slot], room.scores[slot], settings[NOISE]
    child = np.int64(trees[slot, ROOT].first)
    scores[:] = EXCLUDED
    while child != NONE:
        entry = trees[slot, child]
        action = np.int64(entry.action)
        logits[action] = log(max(entry.prior, SMALLEST_PRIOR))
        scores[action] = logits[action]
        if noise > 0:
            word = mix(slots[slot].key + np.uint64(action + 1) * GOLDEN)
            scores[action] += noise * gumbel(word)
        child = np.int64(entry.next)
    keep_best(scores, np.int64(settings[CANDIDATES]))


@jit
def keep_best(scores, count):
    """Exclude all but the `count` best."""
    floor = np.inf
    for _ in range(count):
        below = EXCLUDED
        for action in range(scores.size):
            if scores[action] < floor and scores[action] > below:
                below = scores[action]
        floor = below
    for action in range(scores.size):
        if scores[action] < floor:
            scores[action] = EXCLUDED


@jit
def expected(trees, slot):
    """What the visits expect of an action that has none: their mean, weighted by the priors."""
    total, weight = 0.0, 0.0
    child = np.int64(trees[slot, ROOT].first)
    while child != NONE:
        entry = trees[slot, child]
        if entry.visits > 0:
            total += entry.prior * entry.value[entry.mover] / entry.visits
            weight += entry.prior
        child = np.int64(entry.next)
    return total / weight if weight > 0 else 0.0


@jit
def measure(slots, slot, trees, unknown, settings):
    """(smallest mean, most visits, logits for each unit of utility above it) of the root's actions.

    Priors of a weighing are points over the temperature, and so is what was found. Those of a network
    have no such measure: the worst and the best action are as far apart as the visits allow.
    """
    low, high, most = np.inf, -np.inf, np.int64(0)
    child = np.int64(trees[slot, ROOT].first)
    while child != NONE:
        entry = trees[slot, child]
        mean = unknown
        if entry.visits > 0:
            mean = entry.value[entry.mover] / entry.visits
            most = max(most, np.int64(entry.visits))
        low, high = min(low, mean), max(high, mean)
        child = np.int64(entry.next)
    known = settings[RELIANCE] * (FIRST_VISITS + most)
    if settings[NETWORK] > 0:
        return low, most, FOUND_SHARE * known / max(high - low, SMALLEST_RANGE)
    return low, most, known / FIRST_VISITS * points_of_utility(slots, slot) / settings[TEMPERATURE]


@jit
def choose_root(slots, slot, trees, scores, wanted, settings):
    """The candidate with the best score among those whose number of tries is nearest to `wanted`."""
    unknown = expected(trees, slot)
    low, _, unit = measure(slots, slot, trees, unknown, settings)
    best, best_gap, best_score = NONE, np.int64(1 << 40), -np.inf
    child = np.int64(trees[slot, ROOT].first)
    while child != NONE:
        entry = trees[slot, child]
        score = scores[slot, entry.action]
        if score > EXCLUDED:
            mean = entry.value[entry.mover] / entry.visits if entry.visits > 0 else unknown
            score += unit * (mean - low)
            gap = abs(np.int64(entry.visits) + entry.pending - wanted)
            if gap < best_gap or (gap == best_gap and score > best_score):
                best, best_gap, best_score = child, gap, score
        child = np.int64(entry.next)
    return best


@jit
def read_root(room, slot, settings, visits, means, policy):
    """Visits, mean utility and improved probability of every action; returns the best one's id.

    The best is the highest score among the most visited candidates.
    """
    slots, trees, logits, scores = room.slots, room.trees, room.logits, room.scores
    unknown = expected(trees, slot)
    low, most, unit = measure(slots, slot, trees, unknown, settings)
    best, best_score, highest = NONE, -np.inf, -np.inf
    child = np.int64(trees[slot, ROOT].first)
    while child != NONE:
        entry = trees[slot, child]
        action, count = np.int64(entry.action), np.int64(entry.visits)
        mean = entry.value[entry.mover] / count if count > 0 else unknown
        visits[action] = count
        means[action] = mean if count > 0 else -np.inf
        found = unit * (mean - low)
        policy[action] = logits[slot, action] + found
        highest = max(highest, policy[action])
        score = scores[slot, action] + found
        if count == most and (best == NONE or score > best_score):
            best, best_score = action, score
        child = np.int64(entry.next)
    total = 0.0
    for action in range(policy.size):
        policy[action] = exp(policy[action] - highest)  # illegal ones are -inf before
        total += policy[action]
    for action in range(policy.size):
        policy[action] /= max(total, SMALLEST_PRIOR)
    return best
