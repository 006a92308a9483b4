"""Simulations over any game's rules.

Each simulation re-deals what the deciding seat cannot know and walks one shared tree (single
observer information-set search, open loop). The n-th try of every action at the root is made with the
same deal, so that actions are compared on equal terms.

A new leaf is appraised where it stands only if TURNS is 0; else the weighing plays on, for all seats, until
the seat of the root has begun so many more turns. Appraisals so far ahead are closer to the result, and every leaf then is at
the same point of the turn order. With a network the leaf is kept for it, and played on only if its
values are to be mixed with the appraisal.

The names `play`, `determinize`, `weigh`, `advance`, `begins_turn` and `appraise` are placeholders that
`bind_search` replaces, game by game.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from exozoo.agents.search.records import (
    EXPLORE,
    GUIDED,
    MARGIN,
    NETWORK,
    NOISE,
    PAIRED,
    RELIANCE,
    ROLLOUT,
    ROOT,
    TEMPERATURE,
    TURNS,
)
from exozoo.agents.search.root import choose_root, open_root
from exozoo.agents.search.tree import (
    WORD_SCALE,
    add_missing,
    back_up,
    can_go_on,
    choose,
    enter,
    expand,
    set_out,
    softmax,
)
from exozoo.agents.search.utility import utilities
from exozoo.agents.weighing import SCRATCH, bind_weighing
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.core.kernels import draw_legal
from exozoo.envs.core.rng import SHIFT_32, derive, next_word

RECORDS = 1 + SCRATCH  # positions a lane works on: the one reached, and those `weigh` tries out


def play(s, action, mask): ...
def determinize(s, seat, key): ...
def weigh(s, mask, worth, scratch, slot, out): ...
def advance(work, position, mask, worth, out): ...
def begins_turn(s): ...
def appraise(s, worth, points): ...


def _simulate(
    roots,
    root_masks,
    index,
    slot,
    slots,
    trees,
    lanes,
    lane,
    work,
    masks,
    leaves,
    leaf_masks,
    worth,
    weights,
    logits,
    scores,
    values,
    settings,
    plan,
    candidates,
    count,
):
    """`count` simulations from one root position; with a network one in each lane from `lane` on,
    for `finish_leaves` to complete.

    One function, since every kernel that calls `play` compiles all rules of the game once more.
    """
    search, root = slots[slot], trees[slot, ROOT]
    has_network = settings[NETWORK] > 0
    for number in range(count):
        here = lane + number if has_network else lane
        position = RECORDS * here
        mask, out = masks[here], weights[here]
        work[position] = roots[index]
        s = work[position]
        mask[:] = root_masks[index]
        seat, left, turns = np.int64(s.seat), settings[ROLLOUT], settings[TURNS]
        if root.first == NONE:
            determinize(s, seat, search.key)
            weigh(s, mask, worth, work, position + 1, out)
            softmax(mask, out, settings[TEMPERATURE])
            open_root(
                slots,
                slot,
                trees,
                seat,
                mask,
                out,
                logits[slot],
                scores[slot],
                candidates,
                settings[NOISE],
            )
            work[position] = roots[index]
        if settings[PAIRED] >= 0:
            child = choose_root(
                slots, slot, trees, scores[slot], plan[search.begun], settings[RELIANCE]
            )
        else:
            child = choose(slots, slot, trees, ROOT, seat, mask, settings[EXPLORE])
        deal = np.uint64(trees[slot, child].visits + trees[slot, child].pending)
        if settings[PAIRED] <= 0:
            deal = np.uint64(search.begun)
        determinize(s, seat, derive(search.key, deal))
        search.begun += 1
        set_out(lanes, here, slot, trees)
        node = ROOT
        in_tree, replied, unknown = True, False, False
        while not s.over:
            mover = np.int64(s.seat)
            is_turn = mover == seat and begins_turn(s)
            if in_tree and not can_go_on(lanes, here, slot, trees, node, has_network):
                in_tree = False
                if has_network:
                    leaves[here] = s
                    leaf_masks[here] = mask
                    lanes[here].is_open = 1
                    if settings[NETWORK] >= 1:
                        break
            if not in_tree and left == 0:
                if is_turn and replied:
                    turns -= 1
                if turns <= 0:
                    break
            replied = s.num_players == 1 or mover != seat or (replied and not is_turn)
            if not in_tree and left == 0:
                advance(work, position, mask, worth, out)
                continue
            if in_tree and node != ROOT:
                if trees[slot, node].first == NONE:
                    weigh(s, mask, worth, work, position + 1, out)
                    softmax(mask, out, settings[TEMPERATURE])
                    expand(slots, slot, trees, node, mover, mask, out)
                else:
                    add_missing(slots, slot, trees, node, mover, mask)
                child = choose(slots, slot, trees, node, mover, mask, settings[EXPLORE])
                in_tree = child != NONE  # else the tree is full
                if not in_tree:
                    continue
            if in_tree:
                node = enter(lanes, here, slot, trees, child)
                action = np.int64(trees[slot, child].action)
            else:
                unknown = settings[GUIDED] > 0
                if unknown:
                    weigh(s, mask, worth, work, position + 1, out)
                    softmax(mask, out, settings[TEMPERATURE])
                left -= 1
                action = draw(search.rng, mask, out, unknown)
            play(s, action, mask)
        if s.over or settings[NETWORK] < 1:
            if not s.over:
                appraise(s, worth, values[here, 1])
            utilities(s, slots, slot, values, here, settings[MARGIN])
        if not has_network:
            back_up(slots, slot, lanes, here, trees, values[here, 0])


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
def finish_leaves(
    slots, trees, lanes, lane_slots, leaves, leaf_masks, priors, found, values, share
):
    """Expand open leaves with the network's priors, and back up its values in all lanes.

    Row i of `priors` and `found` belongs to the i-th open lane; `found` begins with the seat to move.
    """
    row = 0
    for lane in range(lane_slots.size):
        slot = np.int64(lane_slots[lane])
        if lanes[lane].is_open:
            s = leaves[lane]
            node = np.int64(lanes[lane].path[lanes[lane].depth])
            players = np.int64(s.num_players)
            for place in range(players):
                other = (np.int64(s.seat) + place) % players
                rest = (1.0 - share) * values[lane, 0, other] if share < 1 else 0.0
                values[lane, 0, other] = share * found[row, place] + rest
            if trees[slot, node].first == NONE:
                mover = np.int64(s.seat)
                expand(slots, slot, trees, node, mover, leaf_masks[lane], priors[row])
            row += 1
        back_up(slots, slot, lanes, lane, trees, values[lane, 0])


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
