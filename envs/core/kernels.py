"""Every loop over states, written once. `Kernels` points them at a game's rules.

The names `setup`, `legal`, `step`, `observe`, `determinize`, `settle`, `window` and
`as_seat` below are placeholders: `jit.bind` replaces them, game by game.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO, codes
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.core.options import FIRST_PARTS
from exozoo.envs.core.rng import derive, draw_below, seed_rng

POLICY_STREAM = np.uint64(2**63)
BLOCK = 64  # bytes of a mask counted at once
DEAL, STEP, LOOK, UNTIL_PLY, UNTIL_SEAT, RECORD = codes(6)  # what `run` is to do
ONCE, ENDLESS = np.int64(1), np.int64(2**62)
NO_NUMBERS, NO_KEYS = np.zeros(0, np.int64), np.zeros(0, np.uint64)
NO_RNGS = np.zeros((0, 2), np.uint64)
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
    total = 0
    for byte in mask:
        total += np.int64(byte)
    return total


@jit
def nth_legal(mask, nth):
    """The id of the nth legal action, counted from 0; the mask must hold that many."""
    start = 0
    while True:
        total = 0
        for action in range(start, min(start + BLOCK, mask.size)):
            total += np.int64(mask[action])
        if nth < total:
            break
        nth -= total
        start += BLOCK
    action = start
    while True:
        nth -= np.int64(mask[action])
        if nth < 0:
            return np.int64(action)
        action += 1


@jit
def draw_legal(rng, mask):
    """A legal action, all equally likely."""
    return nth_legal(mask, draw_below(rng, count_legal(mask)))


@jit
def draw_legal_each(rng, masks, actions):
    """A legal action for every row of `masks`, which must not be empty."""
    for index in range(actions.size):
        actions[index] = draw_legal(rng, masks[index])


@jit
def draw_legal_where(rngs, where, masks, actions):
    """A legal action wherever `where` is set, each drawn by the generator of its row."""
    for index in range(actions.size):
        if where[index]:
            actions[index] = draw_legal(rngs[index], masks[index])


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


def _run(
    mode,
    states,
    first,
    last,
    where,
    steps,
    actions,
    until,
    blank,
    options,
    keys,
    rngs,
    masks,
):
    """Every loop that steps or deals games, in one kernel: a game's rules are compiled into it once.

    Each separate kernel over `setup`, `legal` and `step` would optimise all the rules again, which
    is most of a game's compile time. What a mode does not use, it is handed empty.
    """
    for index in range(first, last):
        if not where[index]:
            continue
        s = states[index]
        mask = masks[index]
        left = steps
        while left > 0:
            if mode == UNTIL_SEAT and (s.over or s.seat == until[index]):
                break
            if (mode == UNTIL_PLY or mode == RECORD) and (s.over or s.ply >= until[index]):
                break
            left -= 1
            if mode == DEAL:
                states[index] = blank[0]
                seed_rng(s.rng, keys[index])
                s.num_players = options[OPTION_PLAYERS]
                s.auto_resolve = options[OPTION_AUTO_RESOLVE]
                setup(s, options)
            elif mode != LOOK:
                action = np.int64(actions[index]) if mode == STEP else draw_legal(rngs[index], mask)
                if mode == RECORD:  # a row a game, as long as the plies it may take
                    actions[index * until[index] + s.ply] = action
                step(s, action)
                s.ply += 1
            while True:  # as in _settle, which would be one more layer over all the rules
                mask[:] = 0
                if s.over:
                    break
                legal(s, mask)
                if mode == LOOK or not s.auto_resolve or count_legal(mask) != 1:
                    break
                step(s, nth_legal(mask, ZERO))


def _observe_many(states, first, last, seats, out):
    """What seat `seats[index]` may know; NONE stands for the seat to move."""
    for index in range(first, last):
        seat = np.int64(seats[index])
        if seat == NONE:
            seat = np.int64(states[index].seat)
        observe(states[index], seat, out[index])


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
def episode_keys(keys, episodes, out):
    """The key of each environment's current episode; the first episode has the given key itself."""
    for index in range(keys.size):
        out[index] = keys[index]
        if episodes[index]:
            out[index] = derive(keys[index], np.uint64(episodes[index]))


@jit
def first_illegal(masks, first, last, where, actions):
    """The first environment whose action is not legal, or NONE."""
    for index in range(first, last):
        if where[index]:
            action = actions[index]
            if action < 0 or action >= masks.shape[1] or masks[index, action] == 0:
                return np.int64(index)
    return NONE


@cache
def _everywhere(count):
    return np.ones(count, np.uint8)


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

    def reset_many(self, states, first, last, where, blank, options, keys, masks):
        """Deal the game of key `keys[index]` wherever `where` is set."""
        self.run(
            DEAL,
            states,
            first,
            last,
            where,
            ONCE,
            NO_NUMBERS,
            NO_NUMBERS,
            blank,
            options,
            keys,
            NO_RNGS,
            masks,
        )

    def step_many(self, states, first, last, where, actions, masks):
        """Play one decision wherever `where` is set."""
        self._play(STEP, states, first, last, where, ONCE, actions, NO_NUMBERS, NO_RNGS, masks)

    def legal_many(self, states, first, last, masks):
        """Write the masks anew; they are empty where the game is over."""
        where = _everywhere(len(states))
        self._play(LOOK, states, first, last, where, ONCE, NO_NUMBERS, NO_NUMBERS, NO_RNGS, masks)

    def random_until_ply(self, states, first, last, plies, rngs, masks):
        """Random play until `plies[index]` decisions were taken or the game is over."""
        self._play_randomly(UNTIL_PLY, states, first, last, plies, rngs, masks)

    def record_until_ply(self, states, first, last, plies, actions, rngs, masks):
        """`random_until_ply` for all games to the same ply, with `actions[index * ply + n]` written."""
        where = _everywhere(len(states))
        self._play(RECORD, states, first, last, where, ENDLESS, actions, plies, rngs, masks)

    def random_until_seat(self, states, first, last, seats, rngs, masks):
        """Random play until seat `seats[index]` is to move or the game is over; NONE: to the end."""
        self._play_randomly(UNTIL_SEAT, states, first, last, seats, rngs, masks)

    def _play_randomly(self, mode, states, first, last, until, rngs, masks):
        where = _everywhere(len(states))
        self._play(mode, states, first, last, where, ENDLESS, NO_NUMBERS, until, rngs, masks)

    def _play(self, mode, states, first, last, where, steps, actions, until, rngs, masks):
        self.run(
            mode,
            states,
            first,
            last,
            where,
            steps,
            actions,
            until,
            states,
            NO_NUMBERS,
            NO_KEYS,
            rngs,
            masks,
        )
