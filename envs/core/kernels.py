"""Every loop over states, written once. `Kernels` points them at a game's rules.

The names `setup`, `legal`, `step`, `observe`, `determinize`, `settle`, `window` and
`as_seat` below are placeholders: `jit.bind` replaces them, game by game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.core.bits import lowest_bit
from exozoo.envs.core.codes import NONE, ZERO, codes
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.core.memory import BITS_OF_BYTE, BYTES_OF_WORD, borrowed, word_at
from exozoo.envs.core.options import FIRST_PARTS
from exozoo.envs.core.rng import derive, draw_below, seed_rng
from exozoo.envs.core.state import HEAD

POLICY_STREAM = np.uint64(2**63)
BLOCK = 128  # bytes of a mask counted at once: their sum fits a byte
# What `run` is to do with a game:
# DEAL        the game of key CHOICE into a zeroed record
# LOOK        renew the mask
# STEP        play CHOICE, known to be legal; CHECK: if the mask allows it; TRY: if a renewed one does
# ROUND       play CHOICE if the mask allows it, then draw actions until seat UNTIL is to move
# UNTIL_SEAT  draw actions until then; RECORD, UNTIL_PLY: until UNTIL decisions were taken
# The drawing ones end with the game, and when as many actions were played as a row of `numbers`
# holds. These are written down in order; those of RECORD, which needs room for all, by their ply.
DEAL, LOOK, STEP, CHECK, TRY, ROUND, UNTIL_SEAT, UNTIL_PLY, RECORD = codes(9)
LAST_SINGLE, LAST_CHOSEN = TRY, ROUND  # modes that play one decision at most, or a chosen one first
MARKED, CHOICE, UNTIL = codes(
    3
)  # columns of `orders`: whether to do anything, action or key, seat or ply
NO_NUMBERS, NO_RNGS = np.zeros(0, np.int64), np.zeros((0, 2), np.uint64)
# where every game's record keeps these: in bytes, and in words of four
PLACES: Any = HEAD.fields
OVER, RANK, PLAYERS, SEAT = (
    np.int64(PLACES[name][1]) for name in ("over", "rank", "num_players", "seat")
)
PLY, SCORES = (np.int64(PLACES[name][1] // 4) for name in ("ply", "scores"))
# where every game's option vector keeps these
OPTION_PLAYERS, OPTION_AUTO_RESOLVE = map(FIRST_PARTS.index, ("players", "auto_resolve"))


def setup(s, options): ...
def legal(s, mask): ...
def step(s, action): ...
def observe(s, seat, out): ...
def determinize(s, seat, key): ...
def settle(s, mask): ...
def window(s): ...
def as_seat(s, seat): ...


@jit
def count_legal(mask):
    total = np.uint32(0)  # this width is summed in a third of the time of int64
    for byte in mask:
        total = np.uint32(total + byte)
    return np.int64(total)


@jit
def nth_legal(mask, nth):
    """The id of the nth legal action, counted from 0; the mask must hold that many."""
    start = 0
    while start + BLOCK <= mask.size:
        total = np.uint8(0)  # bytes, of which 32 are added at once
        for action in range(start, start + BLOCK):
            total = np.uint8(total + mask[action])
        if nth < total:
            break
        nth -= np.int64(total)
        start += BLOCK
    action = start
    while True:
        nth -= np.int64(mask[action])
        if nth < 0:
            return np.int64(action)
        action += 1


@jit
def next_legal(mask, action):
    """The first legal action from `action` on, mask.size if there is none; eight are looked at together."""
    while action + BYTES_OF_WORD <= mask.size:
        word = word_at(mask, action)
        if word:
            return action + lowest_bit(word) // BITS_OF_BYTE
        action += BYTES_OF_WORD
    while action < mask.size and not mask[action]:
        action += 1
    return action


@jit
def draw_legal(rng, mask):
    """A legal action, all equally likely."""
    return nth_legal(mask, draw_below(rng, count_legal(mask)))


@jit
def draw_legal_each(rng, masks, actions):
    """A legal action for every row of `masks`, which must not be empty."""
    own, rows = borrowed(rng), borrowed(masks)
    for index in range(actions.size):
        actions[index] = draw_legal(own, rows[index])


@jit
def draw_legal_running(first, last, records, rngs, masks, actions):
    """A legal action in every running game, drawn by the generator of its row; 0 in the others."""
    generators, rows = borrowed(rngs), borrowed(masks)
    for index in range(first, last):
        actions[index] = ZERO
        if not records[index, OVER]:
            actions[index] = draw_legal(generators[index], rows[index])


def _settle(s, mask):
    """Leave the legal actions in `mask`, after playing decisions that have a single option."""
    while True:
        mask[:] = 0
        if s.over:
            return
        legal(s, mask)
        if not s.auto_resolve or count_legal(mask) != 1:
            return
        step(s, nth_legal(mask, ZERO))


def _play(s, action, mask):
    """One decision; `mask` then holds the legal actions of the next one."""
    step(s, action)
    s.ply += 1
    settle(s, mask)


def _run(mode, states, first, last, orders, numbers, rngs, masks):
    """Every loop that steps or deals games, in one kernel: a game's rules are compiled into it once.

    Each separate kernel over `setup`, `legal` and `step` would optimise all the rules again, which
    is most of a game's compile time. `orders[index]` says what is to happen in a game. `numbers` is
    the option vector of a deal; else it has a row a game for the actions that are played, or is
    empty. What a mode does not use, it is handed empty. Returns the first game whose action was
    refused, or NONE; such a game has not moved.
    """
    refused = NONE
    all_masks, generators = borrowed(masks), borrowed(rngs)
    width = numbers.size // max(1, states.size)
    for index in range(first, last):
        if not orders[index, MARKED]:
            continue
        s = states[index]
        mask = all_masks[index]
        until = orders[index, UNTIL]
        looking = mode == LOOK or mode == TRY
        taken, options = 0, ZERO  # how many actions are legal, once they are counted
        while True:
            if (mode == UNTIL_PLY or mode == RECORD) and (s.over or s.ply >= until):
                break
            if (mode == UNTIL_SEAT or (mode == ROUND and taken)) and (s.over or s.seat == until):
                break
            if mode == DEAL:
                seed_rng(s.rng, np.uint64(orders[index, CHOICE]))
                s.num_players = numbers[OPTION_PLAYERS]
                s.auto_resolve = numbers[OPTION_AUTO_RESOLVE]
                setup(s, numbers)
            elif not looking:
                if mode <= LAST_CHOSEN and not taken:
                    action = orders[index, CHOICE]
                    known = mode == STEP or (0 <= action < mask.size and mask[action])
                    if not known:
                        if refused == NONE:
                            refused = np.int64(index)
                        break
                else:
                    options = options or count_legal(mask)
                    action = nth_legal(mask, draw_below(generators[index], options))
                if width:
                    numbers[index * width + (s.ply if mode == RECORD else taken)] = action
                step(s, action)
                s.ply += 1
                taken += 1
            while True:  # as in _settle, which would be one more layer over all the rules
                mask[:] = 0
                if s.over:
                    break
                legal(s, mask)
                options = count_legal(mask)
                if looking or not s.auto_resolve or options != 1:
                    break
                step(s, nth_legal(mask, ZERO))
            if looking and mode == TRY:
                looking = False
            elif mode <= LAST_SINGLE or (taken == width and width):
                break
    return refused


def _observe_many(states, first, last, seats, out):
    """What seat `seats[index]` may know; NONE stands for the seat to move.

    Where `out` has several rows for each game, these belong to its seats.
    """
    seen = borrowed(out)
    rows = out.shape[0] // max(1, states.size)
    for index in range(first, last):
        seat = np.int64(seats[index])
        if seat == NONE:
            seat = np.int64(states[index].seat)
        observe(states[index], seat, seen[index * rows + seat if rows > 1 else index])


def _determinize_many(states, first, last, seats, keys):
    """Re-deal what seat `seats[index]` cannot know; NONE stands for the seat to move."""
    for index in range(first, last):
        seat = np.int64(seats[index])
        if seat == NONE:
            seat = np.int64(states[index].seat)
        determinize(states[index], seat, keys[index])


def _window_of(states, index):
    """The window of decisions that seats may take at once, or NONE."""
    return np.int64(window(states[index]))


def _turn_of(states, index, seat):
    """Let `seat` decide as if its turn had come; 0 if it has none to come."""
    return np.int64(as_seat(states[index], np.int64(seat)))


@jit
def spread_key(key, out):
    """A key of its own for each environment."""
    for index in range(out.size):
        out[index] = derive(key, np.uint64(index))


@jit
def seed_policies(keys, rngs):
    """The random player's generators, apart from the games' own."""
    for index in range(keys.size):
        seed_rng(rngs[index], derive(keys[index], POLICY_STREAM))


@jit
def order_next(keys, episodes, dones, first, last, orders):
    """Order the next episode wherever a game is done; the first one had the given key itself."""
    for index in range(first, last):
        orders[index, MARKED] = dones[index]
        if dones[index]:
            episodes[index] += 1
            orders[index, CHOICE] = np.int64(derive(keys[index], np.uint64(episodes[index])))


@jit
def clear_marked(records, first, last, orders):
    """Zero the bytes of every marked game, for a new deal."""
    for index in range(first, last):
        if orders[index, MARKED]:
            records[index][:] = 0


@jit
def collect(
    first, last, every, restarts, orders, records, words, fresh, dones, plies, scores, ranks
):
    """Copy what all may see from the heads of the records, of every game or of the marked ones.

    `fresh` then marks the games among them that have ended since the last look; returns their
    number. Games that restart are new at each look. `records` and `words` are the states as bytes
    and as int32, so that one kernel serves all games.
    """
    ended = 0
    for index in range(first, last):
        fresh[index] = 0
        if every or orders[index, MARKED]:
            over = records[index, OVER]
            if over and (restarts or not dones[index]):
                fresh[index] = 1
                ended += 1
            dones[index] = over
            plies[index] = words[index, PLY]
            for seat in range(scores.shape[1]):
                scores[index, seat] = words[index, SCORES + seat]
                ranks[index, seat] = records[index, RANK + seat]
    return ended


@jit
def first_illegal(masks, first, last, where, actions):
    """The first environment whose action is not legal, or NONE."""
    for index in range(first, last):
        if where[index]:
            action = actions[index]
            if action < 0 or action >= masks.shape[1] or masks[index, action] == 0:
                return np.int64(index)
    return NONE


@jit
def first_wrong_lane(masks, movers, actions):
    """The first lane that neither waits nor, if its seat is to move, chooses legally; or NONE."""
    players = actions.size // movers.size
    wait = masks.shape[1]
    for game in range(movers.size):
        for seat in range(players):
            lane = game * players + seat
            action = actions[lane]
            if seat != movers[game]:
                if action != wait:
                    return np.int64(lane)
            elif action < 0 or action >= wait or masks[game, action] == 0:
                return np.int64(lane)
    return NONE


@jit
def show_masks(records, masks, games, shown, lanes):
    """Give the legal actions of these games to the lanes of the seats to move; the last ones wait.

    `records` are the states as bytes.
    """
    all_lanes, all_masks = borrowed(lanes), borrowed(masks)
    players = lanes.shape[0] // shown.size
    wait = masks.shape[1]
    for game in games:
        seat = np.int64(records[game, SEAT])
        if shown[game] != seat:
            last = all_lanes[game * players + shown[game]]
            last[:] = 0
            last[wait] = 1
            shown[game] = seat
        lane, mask = all_lanes[game * players + seat], all_masks[game]
        for action in range(mask.size):
            lane[action] = mask[action]
        lane[wait] = 0


def new_orders(count: int) -> np.ndarray:
    """Room for orders to `run`; all games are marked."""
    orders = np.zeros((count, 3), np.int64)
    orders[:, MARKED] = 1
    return orders


class Kernels:
    """The loops of this module over one game's rules; nothing is compiled before its first call."""

    def __init__(self, rules: Any):
        self.settle = bind(_settle, legal=rules.legal, step=rules.step)
        self.play = bind(_play, step=rules.step, settle=self.settle)
        self.run = bind(_run, setup=rules.setup, legal=rules.legal, step=rules.step)
        self.observe_many = bind(_observe_many, observe=rules.observe)
        self.determinize_many = bind(_determinize_many, determinize=rules.determinize)
        self.window_of = rules.window and bind(_window_of, window=rules.window)
        self.turn_of = rules.as_seat and bind(_turn_of, as_seat=rules.as_seat)

    def step_many(self, states, first, last, where, actions, masks):
        """Play one decision, known to be legal, wherever `where` is set; writes the masks after it."""
        orders = new_orders(len(states))
        orders[:, MARKED] = where
        orders[:, CHOICE] = actions
        self.run(STEP, states, first, last, orders, NO_NUMBERS, NO_RNGS, masks)

    def legal_many(self, states, first, last, masks):
        """Write the masks anew; they are empty where the game is over."""
        orders = new_orders(len(states))
        self.run(LOOK, states, first, last, orders, NO_NUMBERS, NO_RNGS, masks)
