"""Tree search over any game: one tree of records per slot, walked by compiled loops.

Each simulation re-deals what the deciding seat cannot know and walks one shared tree (single
observer information-set search, open loop): a child is found by the seat that moves and its action,
and takes part only where the position at hand allows it. Values are kept for every seat, and each
seat follows its own (max^n).

A new leaf is appraised where it stands only if TURNS is 0; else the weighing plays on, for all seats, until
the seat of the root has begun so many more turns. Appraisals so far ahead are closer to the result, and every leaf then is at
the same point of the turn order.

The names `play`, `determinize`, `weigh`, `advance`, `begins_turn` and `appraise` are placeholders that
`bind_search` replaces, game by game.
"""

from __future__ import annotations

from functools import cache
from math import exp, sqrt, tanh
from typing import Any

import numpy as np

from exozoo.agents.weighing import SCRATCH, bind_weighing
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.core.kernels import count_legal, draw_legal
from exozoo.envs.core.rng import SHIFT_32, next_word, seed_rng
from exozoo.envs.core.state import MAX_SEATS

RECORDS = 1 + SCRATCH  # positions a slot works on: the one reached, and those `weigh` tries out
LEAF_ONLY = -2.0  # as ROLLOUT: a network appraises the leaves
MAX_DEPTH = 512  # decisions below the root; deeper ones are left to the evaluation
TIE_NOISE = 1e-3  # relative noise on priors: equal actions are tried in random order
WORD_SCALE = 2.0**-32
SMALLEST_SCALE = 1e-6  # of priors, in points
EXPLORE, TEMPERATURE, ROLLOUT, GUIDED, TURNS, MARGIN = range(6)  # places in `settings`

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float64, MAX_SEATS),  # sum of the utilities of each seat
                ("prior", np.float64),
                ("action", np.int32),  # that leads here, or NONE at the root
                ("mover", np.int32),  # the seat that takes it
                ("visits", np.int32),
                ("seen", np.int32),  # simulations in which the action was available
                ("first", np.int32),  # first child, or NONE while not expanded
                ("next", np.int32),  # next child of the same parent, or NONE
            ],
            align=True,
        ),
    )
)

SLOT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", np.uint64, 2),  # the search's own generator
                ("low", np.float64, MAX_SEATS),  # smallest mean utility of each seat in the tree
                ("high", np.float64, MAX_SEATS),
                ("spread", np.float64),  # sum over simulations of the points between the seats
                ("simulations", np.int64),
                ("used", np.int64),  # nodes of the tree
                ("depth", np.int64),  # of the path below
                ("path", np.int64, MAX_DEPTH),  # nodes of the current simulation, the root first
            ],
            align=True,
        ),
    )
)


def play(s, action, mask): ...
def determinize(s, seat, key): ...
def weigh(s, mask, worth, scratch, slot, out): ...
def advance(work, position, mask, worth, out): ...
def begins_turn(s): ...
def appraise(s, worth, points): ...


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
    seed_rng(search.rng, key)
    search.low[:] = np.inf
    search.high[:] = -np.inf
    search.spread = 0.0
    search.simulations = 0
    search.used = 0
    search.depth = 0
    search.path[0] = 0
    add_node(slots, slot, trees, NONE, NONE, 1.0)


@jit
def softmax(mask, weights, temperature):
    """Turn the weights of the legal actions into probabilities, in place.

    The temperature counts in how far the actions lie below the best one on average, so that it means
    the same in games with few and with many points.
    """
    highest = -np.inf
    for action in range(mask.size):
        if mask[action] and weights[action] > highest:
            highest = weights[action]
    gaps, legal = 0.0, 0
    for action in range(mask.size):
        if mask[action]:
            gaps += highest - weights[action]
            legal += 1
    scale = temperature * gaps / legal + SMALLEST_SCALE
    total = 0.0
    for action in range(mask.size):
        if mask[action]:
            weights[action] = exp((weights[action] - highest) / scale)
            total += weights[action]
    for action in range(mask.size):
        if mask[action]:
            weights[action] /= total


@jit
def expand(slots, slot, trees, node, mover, mask, priors):
    """A child for every legal action; equal priors are put into random order."""
    for action in range(mask.size):
        if mask[action]:
            noise = np.float64(next_word(slots[slot].rng) >> SHIFT_32) * WORD_SCALE
            prior = np.float64(priors[action]) * (1.0 + TIE_NOISE * noise)
            if not add_child(slots, slot, trees, node, np.int64(action), mover, prior):
                return


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
    for action in range(mask.size):
        if mask[action] == 1 and known < legal:
            if not add_child(slots, slot, trees, node, np.int64(action), mover, 1.0 / legal):
                break
        elif mask[action] == 2:
            mask[action] = 1


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
    """The available child with the best upper bound, or NONE if none is in the tree."""
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
            bound = mean + explore * entry.prior * sqrt(np.float64(entry.seen)) / (1 + entry.visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        child = np.int64(entry.next)
    return best


def _simulate(
    roots,
    index,
    slot,
    slots,
    trees,
    work,
    root_masks,
    masks,
    worth,
    weights,
    values,
    settings,
    count,
):
    """`count` simulations from one root position.

    With a network (ROLLOUT is LEAF_ONLY) it stops at the leaf, which `finish_leaves` then completes.
    One function, since every kernel that calls `play` compiles all rules of the game once more.
    """
    position = RECORDS * slot
    mask, search = masks[slot], slots[slot]
    for _ in range(count):
        work[position] = roots[index]
        s = work[position]
        mask[:] = root_masks[index]
        determinize(s, np.int64(s.seat), next_word(search.rng))
        node, search.depth, left = ZERO, 0, settings[ROLLOUT]
        seat, turns = np.int64(s.seat), settings[TURNS]
        in_tree, replied = True, False
        while not s.over:
            mover = np.int64(s.seat)
            in_tree = in_tree and trees[slot, node].visits > 0 and search.depth < MAX_DEPTH - 1
            is_turn = mover == seat and begins_turn(s)
            if not in_tree:
                if left == 0 and is_turn and replied:
                    turns -= 1
                if settings[ROLLOUT] == LEAF_ONLY or (left == 0 and turns == 0):
                    break
            replied = s.num_players == 1 or mover != seat or (replied and not is_turn)
            if not in_tree and left == 0:
                advance(work, position, mask, worth, weights[slot])
                continue
            unknown = trees[slot, node].first == NONE if in_tree else settings[GUIDED] > 0
            if unknown:
                weigh(s, mask, worth, work, position + 1, weights[slot])
                softmax(mask, weights[slot], settings[TEMPERATURE])
            if in_tree:
                if unknown:
                    expand(slots, slot, trees, node, mover, mask, weights[slot])
                else:
                    add_missing(slots, slot, trees, node, mover, mask)
                child = choose(slots, slot, trees, node, mover, mask, settings[EXPLORE])
                if child == NONE:  # the tree is full
                    in_tree = False
                    continue
                node = enter(slots, slot, child)
                action = np.int64(trees[slot, child].action)
            else:
                left -= 1
                action = draw(search.rng, mask, weights[slot], unknown)
            play(s, action, mask)
        if settings[ROLLOUT] == LEAF_ONLY:
            return
        if not s.over:
            appraise(s, worth, values[slot, 1])
        utilities(s, slots, slot, values, settings[MARGIN])
        back_up(slots, slot, trees, values[slot, 0])


@jit
def enter(slots, slot, child):
    """The walk goes on at a child."""
    search = slots[slot]
    search.depth += 1
    search.path[search.depth] = child
    return child


@jit
def draw(rng, mask, probabilities, guided):
    """A legal action, by the given probabilities or all equally likely."""
    if guided:
        return draw_weighted(rng, mask, probabilities)
    return draw_legal(rng, mask)


@jit
def draw_weighted(rng, mask, probabilities):
    """A legal action with the given probabilities."""
    left = np.float64(next_word(rng) >> SHIFT_32) * WORD_SCALE
    last = NONE
    for action in range(mask.size):
        if mask[action]:
            last = np.int64(action)
            left -= probabilities[action]
            if left < 0:
                break
    return last


@jit
def utilities(s, slots, slot, values, margin_share):
    """Each seat's place, from 1 for the first to -1 for the last, blended with its lead in points.

    values[slot, 1] holds the appraised points, unless the game is over; values[slot, 0] the result.
    """
    search = slots[slot]
    points, out = values[slot, 1], values[slot, 0]
    players = np.int64(s.num_players)
    widest = 0.0
    for seat in range(players):
        if s.over:
            points[seat] = s.scores[seat]
    for seat in range(players):
        out[seat] = lead(s, points, np.int64(seat))
        widest = max(widest, abs(out[seat]))
    search.spread += widest
    search.simulations += 1
    scale = 2.0 * search.spread / search.simulations + 1.0
    for seat in range(players):
        place = rank_utility(s, points, np.int64(seat), scale)
        out[seat] = (1.0 - margin_share) * place + margin_share * tanh(out[seat] / scale)


@jit
def lead(s, points, seat):
    """Points ahead of the best other seat, or of the target in a solo game."""
    best = -np.inf
    if s.num_players == 1:
        best = np.float64(s.target)
    for other in range(s.num_players):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best


@jit
def rank_utility(s, points, seat, scale):
    """From 1 for the first to -1 for the last in equal steps, ties sharing.

    Before the end a rival counts as beaten by how far it is behind: appraisals are not exact.
    """
    if s.num_players == 1:
        return 1.0 if points[seat] >= s.target else -1.0
    total = 0.0
    for other in range(s.num_players):
        if other != seat:
            if s.over:
                ahead = np.int64(s.rank[other]) - np.int64(s.rank[seat])
                total += (ahead > 0) * 1.0 - (ahead < 0) * 1.0
            else:
                total += tanh((points[seat] - points[other]) / scale)
    return total / (s.num_players - 1)


@jit
def back_up(slots, slot, trees, values):
    """Add the utilities of all seats to every node of the path."""
    search = slots[slot]
    for depth in range(search.depth + 1):
        entry = trees[slot, search.path[depth]]
        entry.visits += 1
        for seat in range(MAX_SEATS):
            entry.value[seat] += values[seat]
            mean = entry.value[seat] / entry.visits
            search.low[seat] = min(search.low[seat], mean)
            search.high[seat] = max(search.high[seat], mean)


@jit
def finish_leaves(slots, trees, work, masks, priors, leaf_values, values, margin_share):
    """Expand the leaves with given priors and back up given values of the seat to move there."""
    for slot in range(leaf_values.size):
        s = work[RECORDS * slot]
        node = np.int64(slots[slot].path[slots[slot].depth])
        if s.over:
            utilities(s, slots, slot, values, margin_share)
        else:
            share_value(s, leaf_values[slot], values[slot, 0])
            if trees[slot, node].first == NONE:
                expand(slots, slot, trees, node, np.int64(s.seat), masks[slot], priors[slot])
        back_up(slots, slot, trees, values[slot, 0])


@jit
def share_value(s, value, out):
    """The value of the seat to move; the others share its opposite."""
    for seat in range(s.num_players):
        out[seat] = value if seat == s.seat else -value / max(s.num_players - 1, 1)


@jit
def read_root(slots, slot, trees, visits, means):
    """Visits and mean utility of every action at the root; returns the most visited one."""
    best = NONE
    best_visits, best_mean = np.int64(-1), -np.inf
    child = np.int64(trees[slot, 0].first)
    while child != NONE:
        entry = trees[slot, child]
        count = np.int64(entry.visits)
        mean = entry.value[entry.mover] / count if count > 0 else -np.inf
        visits[entry.action] = count
        means[entry.action] = mean
        if count > best_visits or (count == best_visits and mean > best_mean):
            best, best_visits, best_mean = np.int64(entry.action), count, mean
        child = np.int64(entry.next)
    return best


@cache
def bind_search(game: Game, priors: str) -> Any:
    """`simulate` over one game's rules; `priors` names the weighing of actions (see weighing)."""
    weighing = bind_weighing(game, priors)
    return bind(
        _simulate,
        play=game.kernels.play,
        determinize=game.rules.determinize,
        weigh=weighing.weigh,
        advance=weighing.advance,
        begins_turn=weighing.begins_turn,
        appraise=weighing.appraise,
    )
