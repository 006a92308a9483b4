"""Gaia Project by rules of thumb; docs/strategy/gaia_project.md says them in words.

Every action is tried on a copy, with the choices that belong to it, and the position after it
appraised in victory points. Passing is appraised without ending the round. Of the free actions
those count that open a main action.
"""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.gaia_project_position import count_final_tiles, seat_value
from exozoo.agents.heuristics.gaia_project_worth import FACTION_WORTH, FOLLOW_UP, WORTH
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit_across
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
    MAX_PLAYERS,
    TAKE_TURN,
)
from exozoo.envs.gaia_project.phase_action import apply_free_action, can_convert
from exozoo.envs.gaia_project.phase_turn import legal_turn, pass_round
from exozoo.envs.gaia_project.step import decision, legal, step

kernel = jit_across("exozoo.envs.gaia_project")

FOLLOW_UPS = 8  # choices played on after an action, at most
REPEATS = 4  # of one free action to open a main action
NO_GAIN = 0.02  # a free action must bring more than this
NUM_FINAL = 2


@kernel
def outcome(scratch, slot, seat, action, options, counts, worth):
    """The value of the position in a slot after an action and the choices that belong to it.

    The one place that calls `step`: every further one would compile all rules once more.
    """
    follow = action
    for _ in range(FOLLOW_UPS):
        step(scratch[slot], follow)
        s = scratch[slot]
        if s.over or s.seat != seat or not FOLLOW_UP[decision(s)]:
            break
        options[:] = 0
        legal(s, options)
        best = -np.inf
        for reply in range(options.size):
            if options[reply]:
                scratch[slot + 1] = scratch[slot]
                step(scratch[slot + 1], np.int64(reply))
                value = seat_value(scratch[slot + 1], seat, counts, worth)
                if value > best:
                    best, follow = value, np.int64(reply)
    return seat_value(scratch[slot], seat, counts, worth)


@kernel
def passing_value(scratch, slot, seat, booster, counts, worth):
    """The value after passing, before the round ends."""
    pass_round(scratch[slot], seat, booster)
    return seat_value(scratch[slot], seat, counts, worth)


@kernel
def opened_value(scratch, slot, seat, conversion, mask, spare, counts, worth):
    """The best main action that a free action opens, repeated if need be; -inf if there is none."""
    best = -np.inf
    opened = np.zeros(mask.size, np.uint8)
    for _ in range(REPEATS):
        apply_free_action(scratch[slot], conversion)
        if decision(scratch[slot]) != TAKE_TURN:  # the question about the brainstone
            break
        opened[:] = 0
        legal_turn(scratch[slot], opened)
        for action in range(A_FREE):
            if opened[action] and not mask[action]:
                scratch[slot + 1] = scratch[slot]
                value = outcome(scratch, slot + 1, seat, np.int64(action), spare, counts, worth)
                best = max(best, value)
        if best > -np.inf or not can_convert(scratch[slot], seat, conversion):
            break
    return best


@kernel
def weigh_with(s, mask, scratch, slot, out, worth):
    """Every legal action by the value of the own position after it."""
    seat, task = np.int64(s.seat), decision(s)
    counts = np.zeros((NUM_FINAL, MAX_PLAYERS), np.int64)
    spare = np.zeros(mask.size, np.uint8)
    count_final_tiles(s, counts)
    in_turn = task == TAKE_TURN or task == FINISH_TURN
    now = seat_value(s, seat, counts, worth)
    best = now if task == FINISH_TURN else -np.inf
    for number in range(mask.size):
        action = np.int64(number)
        if not mask[action] or (in_turn and A_FREE <= action < A_END_TURN):
            continue
        scratch[slot] = s
        if task == CHOOSE_FACTION:
            out[action] = FACTION_WORTH[action - A_FACTION]
        elif action == A_END_TURN:
            out[action] = now
        elif task == TAKE_TURN and A_PASS <= action < A_TRACK:
            booster = action - A_BOOSTER if action >= A_BOOSTER else NONE
            out[action] = passing_value(scratch, slot, seat, booster, counts, worth)
        else:
            out[action] = outcome(scratch, slot, seat, action, spare, counts, worth)
        best = max(best, out[action])
    if in_turn:
        weigh_free(s, mask, scratch, slot, out, spare, now, best, counts, worth)


@kernel
def weigh_free(s, mask, scratch, slot, out, spare, now, best, counts, worth):
    """Free actions: what they change by themselves, or a main action that they open."""
    seat = np.int64(s.seat)
    for action in range(A_FREE, A_END_TURN):
        if mask[action]:
            conversion = np.int64(action - A_FREE)
            scratch[slot] = s
            apply_free_action(scratch[slot], conversion)
            change = seat_value(scratch[slot], seat, counts, worth) - now
            out[action] = best + change - NO_GAIN
            if decision(s) == TAKE_TURN:
                scratch[slot] = s
                value = opened_value(scratch, slot, seat, conversion, mask, spare, counts, worth)
                out[action] = max(out[action], value - NO_GAIN)


@kernel
def weigh(s, mask, scratch, slot, out):
    """As the weighing of actions asks for it."""
    weigh_with(s, mask, scratch, slot, out, WORTH)


@kernel
def appraise(s, points):
    """Likely final victory points of every seat."""
    counts = np.zeros((NUM_FINAL, MAX_PLAYERS), np.int64)
    count_final_tiles(s, counts)
    for seat in range(s.num_players):
        points[seat] = seat_value(s, np.int64(seat), counts, WORTH)
