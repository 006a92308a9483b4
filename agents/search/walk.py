"""Simulations over any game's rules.

Each simulation re-deals what the deciding seat cannot know and walks one shared tree (single
observer information-set search, open loop). The n-th try of every action at the root is made with the
same deal, so that actions are compared on equal terms.

From a new leaf the weighing plays on, for all seats (in a game where others hardly matter they take the first action they may), until the turn under way is over and the seat of the root
has begun so many more, or a new chapter of the game has. Appraisals so far ahead are closer to the result, and every leaf then is at
the same point of the turn order; for the same reason the tree ends with the chapter. Where choices are swayed (see `swayed`), tries after the first ones play on right
from the action at the root: what they are worth on average depends less on what the weighing misjudges in a single line. With a network the leaf is kept for it, and played on only if its
values are to be mixed with the appraisal.

The names `play`, `determinize`, `weigh`, `advance`, `advance_other`, `begins_turn`, `chapter`, `is_certain`, `is_aside`, `appraise`, `descend`, `play_on` and `swayed` are
placeholders that `bind_search` replaces, game by game.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from exozoo.agents.keys import gumbel
from exozoo.agents.search.ends import (
    NOTHING,
    digest_of,
    find_end,
    forget_ends,
    keep_end,
    name_of,
    recall,
    remember,
)
from exozoo.agents.search.records import (
    BRIEF,
    EXPLORE,
    GUIDED,
    MARGIN,
    NEAR,
    NETWORK,
    ROLLOUT,
    ROOT,
    SWAY,
    TEMPERATURE,
    TURNS,
    TURNS_LATER,
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
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.core.kernels import draw_legal, next_legal
from exozoo.envs.core.rng import GOLDEN, ONE_WORD, SHIFT_32, derive, mix, next_word

NOT_SWAYED = np.uint64(0)
RECORDS = 1 + SCRATCH  # positions a lane works on: the one reached, and those `weigh` tries out


def play(s, action, mask): ...
def determinize(s, seat, key): ...
def weigh(s, mask, worth, scratch, slot, out): ...
def advance(work, position, mask, worth, out): ...
def advance_other(work, position, mask, worth, out): ...
def begins_turn(s): ...
def chapter(s): ...
def is_certain(s): ...
def appraise(s, worth, points): ...
def descend(room, slot, lane, worth, settings, child, sway): ...
def play_on(room, slot, lane, worth, settings, turns, root, replied, sway): ...
def is_aside(action): ...
def swayed(mask, weights, key, seat, points): ...


def _simulate(roots, root_masks, index, slot, room, worth, quick_worth, settings, plan, count):
    """`count` simulations from one root position in the first lane of a slot; with a network one in
    each lane, for `finish_leaves` to complete.

    One kernel, since every one that calls `play` compiles all rules of the game once more.
    """
    slots, trees, lanes = room.slots, room.trees, room.lanes
    search = slots[slot]
    has_network = settings[NETWORK] > 0
    root, seat = roots[index], np.int64(roots[index].seat)
    if search.begun == 0 and is_certain(root):
        forget_ends(slots, slot, room.places)
    for number in range(count):
        lane = slot * (lanes.size // slots.size) + (number if has_network else 0)
        s, values = room.work[RECORDS * lane], room.values[lane]
        if trees[slot, ROOT].first == NONE:
            priors = room.weights[lane]
            room.work[RECORDS * lane] = root
            determinize(s, seat, search.key)
            weigh(s, root_masks[index], worth, room.work, RECORDS * lane + 1, priors)
            softmax(root_masks[index], priors, settings[TEMPERATURE])
            open_root(room, slot, seat, root_masks[index], priors, settings)
        child = choose_root(slots, slot, trees, room.scores, plan[search.begun], settings)
        deal = np.uint64(trees[slot, child].visits + trees[slot, child].pending)
        search.begun += 1
        room.work[RECORDS * lane] = root
        room.masks[lane] = root_masks[index]
        determinize(s, seat, derive(search.key, deal))
        set_out(lanes, lane, slot, trees)
        is_far = is_later(np.int64(deal), plan, settings)
        sway = NOT_SWAYED
        if is_far and settings[SWAY] > 0 and deal > 0 and not has_network:
            sway = derive(search.key, deal) | ONE_WORD
        replied = descend(room, slot, lane, quick_worth, settings, child, sway)
        if has_network and not s.over:
            room.leaves[lane] = s
            room.leaf_masks[lane] = room.masks[lane]
            lanes[lane].is_open = 1
        if settings[NETWORK] < 1:
            turns = np.int64(settings[TURNS_LATER if is_far else TURNS])
            play_on(room, slot, lane, quick_worth, settings, turns, root, replied, sway)
        if s.over or settings[NETWORK] < 1:
            if not s.over:
                appraise(s, worth, values[1])
            utilities(s, slots, slot, values, settings[MARGIN])
        if not has_network:
            back_up(slots, slot, lanes, lane, trees, values[0])


def _descend(room, slot, lane, worth, settings, child, sway):
    """Walk down the tree, by the given child of the root, to a leaf or the end of the game or chapter; with choices swayed no further.

    Returns whether another seat has decided since the own seat began a turn.
    """
    slots, trees, lanes = room.slots, room.trees, room.lanes
    position, mask, out = RECORDS * lane, room.masks[lane], room.weights[lane]
    s = room.work[position]
    seat, node, replied, under_way = np.int64(s.seat), ROOT, False, chapter(s)
    while not s.over and can_go_on(lanes, lane, slot, trees, node, settings[NETWORK] > 0):
        if (begins_turn(s) and chapter(s) > under_way) or (sway != NOT_SWAYED and node != ROOT):
            break
        mover = np.int64(s.seat)
        if node != ROOT:
            if trees[slot, node].first == NONE:
                weigh(s, mask, worth, room.work, position + 1, out)
                softmax(mask, out, settings[TEMPERATURE])
                expand(slots, slot, trees, node, mover, mask, out)
            else:
                add_missing(slots, slot, trees, node, mover, mask)
            child = choose(slots, slot, trees, node, mover, mask, settings[EXPLORE])
            if child == NONE:  # the tree is full
                break
        is_turn = mover == seat and begins_turn(s)
        replied = s.num_players == 1 or mover != seat or (replied and not is_turn)
        node = enter(lanes, lane, slot, trees, child)
        play(s, np.int64(trees[slot, child].action), mask)
    return replied


def _play_on(room, slot, lane, worth, settings, turns, root, replied, sway):
    """Random decisions first, then the best by the weighing, perhaps swayed, until enough own turns have begun.

    The turn under way is always finished: in the middle of one an appraisal does not know what is still to come.
    """
    slots, places, ends, work = room.slots, room.places, room.ends, room.work
    position, mask, weights = RECORDS * lane, room.masks[lane], room.weights[lane]
    s = work[position]
    seat, left, last = np.int64(root.seat), settings[ROLLOUT], chapter(root)
    if slots[slot].begun == 1:
        slots[slot].played = 0
    elif sway != NOT_SWAYED and slots[slot].played < settings[BRIEF]:
        last += 1
    keeps, known, digest = left == 0 and is_certain(root), NONE, NOTHING
    slots[slot].trail = 0
    while not s.over:
        if keeps:
            digest = digest_of(room.words, position)
            place = find_end(slots, slot, places, name_of(digest, replied, sway), turns)
            if place != NONE:
                known, turns = np.int64(places[slot, place].end), turns - places[slot, place].turns
                work[position] = ends[slot, known]
                break
        mover = np.int64(s.seat)
        is_turn = mover == seat and begins_turn(s)
        if left == 0:
            if is_turn and replied:
                turns -= 1
            if begins_turn(s) and (turns <= 0 or chapter(s) > last):
                break
        replied = s.num_players == 1 or mover != seat or (replied and not is_turn)
        slots[slot].played += slots[slot].begun == 1
        if left == 0:
            if sway != NOT_SWAYED:
                if not keeps or not recall(slots, slot, places, room.known, digest, mask, weights):
                    weigh(s, mask, worth, work, position + 1, weights)
                    if keeps:
                        remember(slots, slot, places, room.known, digest, mask, weights)
                play(s, swayed(mask, weights, sway, mover, settings[SWAY]), mask)
            elif mover == seat:
                advance(work, position, mask, worth, weights)
            else:
                advance_other(work, position, mask, worth, weights)
            continue
        is_guided = settings[GUIDED] > 0
        if is_guided:
            weigh(s, mask, worth, work, position + 1, weights)
            softmax(mask, weights, settings[TEMPERATURE])
        left -= 1
        play(s, draw(slots[slot].rng, mask, weights, is_guided), mask)
    if keeps and turns > 0:  # else another limit of turns would lead elsewhere
        keep_end(slots, slot, places, ends, work, position, turns, known)


@jit
def is_later(tries, plan, settings):
    """Whether an action at the root has been tried so often that the first simulations are over.

    All actions that are left are tried equally often, so that each of them has as many early and later tries.
    """
    near = min(np.int64(settings[NEAR]), plan.size)
    return near == 0 or tries > plan[near - 1]


def _swayed(mask, weights, key, seat, points):
    """The best legal action when chance moves what each is worth by some points (Gumbel's noise).

    What is done aside is taken if it is the best as it is, and not by chance: little is lost by it each time, so
    that chance would take it again and again. The key belongs to one try: in it a seat likes the same actions all
    along, and in the tries of all actions at the root.
    """
    best, highest, own = NONE, -np.inf, derive(key, np.uint64(seat))
    plain, most = NONE, -np.inf
    action = next_legal(mask, ZERO)
    while action < mask.size:
        if plain == NONE or weights[action] > most:
            plain, most = action, weights[action]
        if not is_aside(action):
            word = mix(own + np.uint64(action + 1) * GOLDEN)
            value = weights[action] + points * gumbel(word)
            if best == NONE or value > highest:
                best, highest = action, value
        action = next_legal(mask, action + 1)
    return plain if best == NONE or is_aside(plain) else best


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
def finish_leaves(room, used, priors, found, share):
    """Expand open leaves with the network's priors, and back up its values in all `used` lanes.

    Row i of `priors` and `found` belongs to the i-th open lane; `found` begins with the seat to move.
    """
    slots, trees, lanes, values = room.slots, room.trees, room.lanes, room.values
    row = 0
    for number in range(used.size):
        lane = np.int64(used[number])
        slot = lane // (lanes.size // slots.size)
        if lanes[lane].is_open:
            s = room.leaves[lane]
            mover, players = np.int64(s.seat), np.int64(s.num_players)
            for place in range(players):
                seat = (mover + place) % players
                rest = (1.0 - share) * values[lane, 0, seat] if share < 1 else 0.0
                values[lane, 0, seat] = share * found[row, place] + rest
            node = np.int64(lanes[lane].path[lanes[lane].depth])
            if trees[slot, node].first == NONE:
                expand(slots, slot, trees, node, mover, room.leaf_masks[lane], priors[row])
            row += 1
        back_up(slots, slot, lanes, lane, trees, values[lane, 0])


@cache
def bind_sway(is_aside: Any) -> Any:
    """`swayed` where these actions are done aside."""
    return bind(_swayed, is_aside=is_aside)


@cache
def bind_search(game: Game, priors: str) -> Any:
    """`simulate` over one game's rules; `priors` names the weighing of actions (see weighing)."""
    weighing = bind_weighing(game, priors)
    rules = {"play": game.kernels.play, "weigh": weighing.weigh}
    turns = {"begins_turn": weighing.begins_turn, "chapter": weighing.chapter}
    certain = {"is_certain": weighing.is_certain}
    advances = {"advance": weighing.advance, "advance_other": weighing.advance_other}
    return bind(
        _simulate,
        determinize=game.rules.determinize,
        weigh=weighing.weigh,
        appraise=weighing.appraise,
        descend=bind(_descend, **turns, **rules),
        play_on=bind(
            _play_on, **advances, **certain, **turns, **rules, swayed=bind_sway(weighing.is_aside)
        ),
        **certain,
    )
