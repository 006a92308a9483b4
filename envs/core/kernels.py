"""Every loop over states, written once. `bind_kernels` points them at a game's rules.

The names `setup`, `legal`, `step`, `observe`, `determinize`, `settle` and `play` below are
placeholders, as are `deal`, `window` and `as_seat`: `jit.bind` replaces them, game by game.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.core.rng import derive, draw_below, seed_rng

POLICY_STREAM = np.uint64(2**63)
BLOCK = 64  # bytes of a mask counted at once
OPTION_PLAYERS, OPTION_AUTO_RESOLVE = 0, 1  # where every game's option vector keeps these


def setup(s, options): ...
def legal(s, mask): ...
def step(s, action): ...
def observe(s, seat, out): ...
def determinize(s, seat, key): ...
def settle(s, mask): ...
def play(s, action, mask): ...
def deal(states, index, blank, options, key, mask): ...
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


def _deal(states, index, blank, options, key, mask):
    """A new game in place of record `index`, its first decision ready. `blank` is all zeros."""
    states[index] = blank[0]
    s = states[index]
    seed_rng(s.rng, key)
    s.num_players = options[OPTION_PLAYERS]
    s.auto_resolve = options[OPTION_AUTO_RESOLVE]
    setup(s, options)
    settle(s, mask)


def _reset_many(states, first, last, where, blank, options, keys, masks):
    """Deal the game of key `keys[index]` wherever `where` is set."""
    for index in range(first, last):
        if where[index]:
            deal(states, index, blank, options, keys[index], masks[index])


def _step_many(states, first, last, where, actions, masks):
    """Play one decision wherever `where` is set."""
    for index in range(first, last):
        if where[index]:
            play(states[index], np.int64(actions[index]), masks[index])


def _legal_many(states, first, last, masks):
    """Write the masks anew; they are empty where the game is over."""
    for index in range(first, last):
        masks[index][:] = 0
        if not states[index].over:
            legal(states[index], masks[index])


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


def _random_many(states, first, last, steps, blank, options, keys, episodes, rngs, masks):
    """`steps` random decisions in each environment; finished games restart by themselves."""
    for index in range(first, last):
        s = states[index]
        mask = masks[index]
        for _ in range(steps):
            if s.over:
                episodes[index] += 1
                key = derive(keys[index], np.uint64(episodes[index]))
                deal(states, index, blank, options, key, mask)
            play(s, draw_legal(rngs[index], mask), mask)


def _random_until(states, first, last, seats, rngs, masks):
    """Random play until seat `seats[index]` is to move or the game is over; NONE: to the end."""
    for index in range(first, last):
        s = states[index]
        while not s.over and s.seat != seats[index]:
            play(s, draw_legal(rngs[index], masks[index]), masks[index])


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


def bind_kernels(
    setup: Callable,
    legal: Callable,
    step: Callable,
    observe: Callable,
    determinize: Callable,
    window: Callable | None = None,
    as_seat: Callable | None = None,
) -> SimpleNamespace:
    """The loops of this module over one game's rules; nothing is compiled before its first call."""
    settle = bind(_settle, legal=legal, step=step)
    play = bind(_play, step=step, settle=settle)
    deal = bind(_deal, setup=setup, settle=settle)
    return SimpleNamespace(
        settle=settle,
        play=play,
        deal=deal,
        reset_many=bind(_reset_many, deal=deal),
        step_many=bind(_step_many, play=play),
        legal_many=bind(_legal_many, legal=legal),
        observe_many=bind(_observe_many, observe=observe),
        determinize_many=bind(_determinize_many, determinize=determinize),
        random_many=bind(_random_many, deal=deal, play=play),
        random_until=bind(_random_until, play=play),
        window_of=window and bind(_window_of, window=window),
        turn_of=as_seat and bind(_turn_of, as_seat=as_seat),
    )
