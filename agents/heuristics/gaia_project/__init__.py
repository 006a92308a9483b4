"""Gaia Project by rules of thumb; docs/strategy/gaia_project.md says them in words.

Every action is tried on a copy, with the choices that belong to it, and the position after it
appraised in victory points, for the best few with one more turn. Passing is appraised without ending
the round. Of the free actions those count that open a main action.
"""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.gaia_project.known import new_known
from exozoo.agents.heuristics.gaia_project.position import count_final_tiles, seat_value
from exozoo.agents.heuristics.gaia_project.worth import (
    FACTION_WORTH,
    FOLLOW_UP,
    LOOK_AHEAD,
    ROWS,
    STAGES,
    SWITCHES,
    complete,
)
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, set_top, top
from exozoo.envs.gaia_project.actions import (
    A_BOOSTER,
    A_END_TURN,
    A_FACTION,
    A_FREE,
    A_PASS,
    A_TRACK,
)
from exozoo.envs.gaia_project.constants import (
    CHOOSE_FACTION,
    FINISH_TURN,
    TAKE_TURN,
)
from exozoo.envs.gaia_project.rules.federation import ready_federations
from exozoo.envs.gaia_project.rules.phase_action import apply_free_action, can_convert
from exozoo.envs.gaia_project.rules.phase_turn import legal_turn, pass_round
from exozoo.envs.gaia_project.rules.step import legal, step

__all__ = [
    "AT_SPEED",
    "BRIEF",
    "NEAR",
    "ROWS",
    "STAGES",
    "SWAY",
    "SWITCHES",
    "TRUST",
    "TURNS_AHEAD",
    "TURNS_LATER",
    "appraise",
    "begins_turn",
    "chapter",
    "complete",
    "is_aside",
    "is_certain",
    "is_settled",
    "weigh",
]

TURNS_AHEAD = 20  # of search: more than a round has, with which it ends
TURNS_LATER = 2 * TURNS_AHEAD
NEAR = 96  # simulations that follow the tree and the best; nothing is left to chance, so that the
SWAY = 0.3  # others see how the round may end when choices differ by so many points, and the next
BRIEF = 24  # one if so few decisions of this one are left that it tells little
AT_SPEED = {LOOK_AHEAD: 0.0}  # while search plays on
TRUST = 0.0  # in the network's values; its priors at the root are free and help
FOLLOW_UPS = 8  # choices played on after an action, at most
REPEATS = 4  # of one free action to open a main action
LOOK_BELOW = 3.0  # points below passing up to which an action is promising
NO_GAIN = 0.02  # a free action must bring more than this


@jit
def plain_value(scratch, slot, seat, task, action, known, worth):
    """The value of an action that needs no step, else -inf; passing as it is before the round ends."""
    s = scratch[slot]
    if task == CHOOSE_FACTION:
        return worth[FACTION_WORTH + action - A_FACTION, 0]
    if task == TAKE_TURN and A_PASS <= action < A_TRACK:
        pass_round(s, seat, action - A_BOOSTER if action >= A_BOOSTER else NONE)
        return seat_value(s, seat, known, worth)
    if action == A_END_TURN:
        return seat_value(s, seat, known, worth)
    return -np.inf


@jit
def convert(s, mask, conversion, opened):
    """Repeat a free action that was taken once until it opens main actions; these are marked in `opened`.

    Returns whether there are any.
    """
    for repeat in range(REPEATS):
        if repeat > 0:
            if not can_convert(s, np.int64(s.seat), conversion):
                return False
            apply_free_action(s, conversion)
        if top(s, KIND) != TAKE_TURN:  # the question about the brainstone
            return False
        opened[:] = 0
        ready_federations(s)
        legal_turn(s, opened)
        opened[A_FREE:] = 0
        found = np.uint8(0)
        for action in range(A_FREE):  # in bytes, of which many are looked at together
            opened[action] &= np.uint8(mask[action] ^ 1)
            found |= opened[action]
        if found:
            return True
    return False


@jit
def try_action(scratch, slot, seat, task, action, known, worth, replies):
    """The value of an action on scratch[slot] with the choices that belong to it.

    The position after them is left in scratch[slot + 1]; one more record is used.
    """
    scratch[slot + 1] = scratch[slot]
    value = plain_value(scratch, slot + 1, seat, task, action, known, worth)
    if value > -np.inf:
        return value
    follow, highest = action, -np.inf
    for _ in range(FOLLOW_UPS):
        step(scratch[slot + 1], follow)
        tried = scratch[slot + 1]
        if tried.over or tried.seat != seat or not FOLLOW_UP[top(tried, KIND)]:
            if highest > -np.inf:  # the same position was appraised as the best reply
                return highest
            return seat_value(tried, seat, known, worth)
        replies[:] = 0
        legal(tried, replies)
        highest = -np.inf
        for reply in range(replies.size):
            if replies[reply]:
                scratch[slot + 2] = tried
                step(scratch[slot + 2], np.int64(reply))
                value = seat_value(scratch[slot + 2], seat, known, worth)
                if value > highest:
                    highest, follow = value, np.int64(reply)
    return value


@jit
def promising(mask, out, chosen):
    """Fill `chosen` with the best main actions, the best one first; returns how many there are."""
    idle = -np.inf
    for number in range(A_PASS, A_TRACK):
        if mask[number]:
            idle = max(idle, out[number])
    for index in range(chosen.size):
        best = NONE
        for number in range(A_FREE):
            if not mask[number] or A_PASS <= number < A_TRACK or (chosen[:index] == number).any():
                continue
            if best == NONE or out[number] > out[best]:
                best = np.int64(number)
        if best == NONE or out[best] < idle - LOOK_BELOW:
            return np.int64(index)
        chosen[index] = best
    return np.int64(chosen.size)


@jit
def open_again(scratch, slot, seat, mask, values, options):
    """Let the seat take another turn at once; marked are the main actions to try in it.

    These are all that were not open before, and of the others the two that looked best then.
    """
    options[:] = 0
    if scratch[slot].seat != seat or top(scratch[slot], KIND) != FINISH_TURN:
        return
    set_top(scratch[slot], KIND, TAKE_TURN)
    ready_federations(scratch[slot])
    legal_turn(scratch[slot], options)
    options[A_PASS:A_TRACK] = 0
    options[A_FREE:] = 0
    first, second = NONE, NONE
    for number in range(A_FREE):
        if options[number] and mask[number]:
            options[number] = 0
            if first == NONE or values[number] > values[first]:
                first, second = np.int64(number), first
            elif second == NONE or values[number] > values[second]:
                second = np.int64(number)
    if first != NONE:
        options[first] = 1
    if second != NONE:
        options[second] = 1


@jit
def weigh(s, mask, worth, scratch, slot, out):
    """Every legal action by the own position after it and after the choices that belong to it.

    A free action in a turn is worth the best main action that it opens, or its own effect. The most
    promising main actions are worth the best position after one more turn. One function, since every
    kernel above `step` compiles all rules of the game once more.
    """
    seat, task = np.int64(s.seat), top(s, KIND)
    is_turn = task == TAKE_TURN or task == FINISH_TURN
    known = new_known()
    known.count = 0
    count_final_tiles(s, known.finals)
    before = seat_value(s, seat, known, worth)
    options, replies = mask.copy(), np.zeros(mask.size, np.uint8)
    best = -np.inf
    for source in range(A_FREE - 1, A_END_TURN if is_turn else A_FREE):
        opens = source >= A_FREE  # else the main actions as they are
        if opens and not mask[source]:
            continue
        scratch[slot] = s
        if opens:
            conversion = np.int64(source - A_FREE)
            apply_free_action(scratch[slot], conversion)
            gain = seat_value(scratch[slot], seat, known, worth) - before
            out[source] = best + gain - NO_GAIN
            if task == FINISH_TURN or not convert(scratch[slot], mask, conversion, options):
                continue
        for number in range(mask.size):
            action = np.int64(number)
            if not options[action] or (is_turn and A_FREE <= action < A_END_TURN):
                continue
            value = try_action(scratch, slot, seat, task, action, known, worth, replies)
            if opens:
                out[source] = max(out[source], value - NO_GAIN)
            else:
                out[action] = value
                best = max(best, value)
    many = np.int64(worth[LOOK_AHEAD, 0]) if task == TAKE_TURN else ZERO
    chosen, values = np.empty(many, np.int64), out.copy()
    many = promising(mask, out, chosen)
    for index in range(many if many > 1 else ZERO):
        scratch[slot] = s
        value = try_action(scratch, slot, seat, task, chosen[index], known, worth, replies)
        open_again(scratch, slot + 1, seat, mask, values, options)
        for number in range(A_FREE):
            if options[number]:
                action = np.int64(number)
                then = try_action(scratch, slot + 1, seat, task, action, known, worth, replies)
                value = max(value, then)
        out[chosen[index]] = value
    return NONE


@jit
def appraise(s, worth, points):
    """Likely final victory points of every seat."""
    known = new_known()
    count_final_tiles(s, known.finals)
    for seat in range(s.num_players):
        known.count = 0
        points[seat] = seat_value(s, np.int64(seat), known, worth)


@jit
def begins_turn(s):
    """Whether the deciding seat is about to take its turn."""
    return top(s, KIND) == TAKE_TURN


@jit
def is_aside(action):
    """A free action."""
    return A_FREE <= action < A_END_TURN


@jit
def chapter(s):
    """The round: who has passed is a round ahead in income, so that search appraises when one begins."""
    return np.int64(s.round_number)


@jit
def is_settled(s):
    """Factions are chosen by how they do in whole games: how they stand at the first income says little of it."""
    return top(s, KIND) == CHOOSE_FACTION


@jit
def is_certain(s):
    """Only the Automa draws cards."""
    return s.automa_level == 0
