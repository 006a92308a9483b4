"""Whether an action can be carried out and would change anything (BS-35, BS-36).

The effects that remain are walked in an account (see account.py). Where they leave a choice, every
way through it is tried, depth first: a row of the account remembers how it stood there.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import pointer
from exozoo.envs.beyond_the_sun.constants import (
    ACTION,
    CHOOSE,
    EMPTY_LIST,
    END,
    OPTION_WIDTH,
    OPTIONAL,
    REPEAT_IMMEDIATE,
    RESEARCH,
)
from exozoo.envs.beyond_the_sun.pending import (
    CHOOSE_MODE,
    CHOOSE_PLACE,
    CHOOSE_TIMES,
    K_CHOOSE,
    K_LIST,
    LIST_MODE,
    LIST_PLACE,
)
from exozoo.envs.beyond_the_sun.rules.account import (
    MAX_FORKS,
    NOW,
    balance,
    begin,
    charge,
    copy_balance,
    new_account,
    next_op,
    open_account,
    try_effect,
    try_part,
)
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND


@jit
def contains_research(s, place):
    while s.box[place] != END:
        if s.box[place] == RESEARCH:
            return True
        place = next_op(s, place)
    return False


@jit
def part_at(s, place, part):
    """Where an optional part, or an option of a choice, has its cost and its list."""
    return place + 1 if s.box[place] == OPTIONAL else place + 3 + part * OPTION_WIDTH


@jit
def try_way(s, seat, place, way, copying, now):
    """One way through an optional part or a choice: each part paid in two ways, or no part.

    BS-143: of a choice one option must be taken; BS-151: with a research if it is copied.
    """
    if s.box[place] == OPTIONAL and way == 2:
        return
    at = part_at(s, place, way // 2)
    if copying and s.box[place] == CHOOSE and not contains_research(s, pointer(s, at + 2)):
        now.ok = 0
        return
    ore, returned = np.int64(s.box[at]), np.int64(s.box[at + 1])
    try_part(s, seat, ore, returned, pointer(s, at + 2), way % 2, now)


@jit
def ways_at(s, place):
    """How many ways `try_way` knows."""
    return np.int64(3) if s.box[place] == OPTIONAL else 2 * np.int64(s.box[place + 2])


@jit
def walk(s, seat, place, below, now):
    """Plain effects in the account, up to the next choice or the end of the chosen action.

    Returns the place reached (the empty list at the end) and the number of steps below it. After
    the list at `place` come those steps, as far as they belong to the action.
    """
    while now.ok:
        op = np.int64(s.box[place])
        if op == OPTIONAL or op == CHOOSE:
            return place, below
        if op == END:
            if below < 1 or s.pending[below - 1, KIND] != K_LIST:
                break
            if s.pending[below - 1, LIST_MODE] != ACTION:
                break
            place = np.int64(s.pending[below - 1, LIST_PLACE])
            below -= 1
        elif op == REPEAT_IMMEDIATE:  # BS-152; it stands alone on its card
            place = pointer(s, place + 1)
        else:
            try_effect(s, seat, place, now)
            place = next_op(s, place)
    return EMPTY_LIST, below


@jit
def choice_below(s, below, now):
    """How often the choice that comes next among the steps below is still to be made (BS-143)."""
    if below < 1 or s.pending[below - 1, KIND] != K_CHOOSE:
        return ZERO
    if s.pending[below - 1, CHOOSE_MODE] != ACTION:
        return ZERO
    return np.int64(s.pending[below - 1, CHOOSE_TIMES]) - now.again


@jit
def open_fork(s, place, below, now, fork):
    """Remember the account and the choice met in it; how it goes on afterwards."""
    copy_balance(now, fork)
    fork.next_way = 0
    if s.box[place] == END:  # a choice that lies among the steps below
        fork.times = choice_below(s, below, now)
        fork.place = s.pending[below - 1, CHOOSE_PLACE]
        fork.again = 0
        fork.after = EMPTY_LIST
        fork.below = below - 1
        return
    fork.times = np.int64(s.box[place + 1]) if s.box[place] == CHOOSE else ONE
    fork.place = place
    fork.after = next_op(s, place)
    fork.below = below


@jit
def repeat_fork(now, fork, again):
    """The same choice once more, from the account as it stands now."""
    copy_balance(now, again)
    again.place = fork.place
    again.after = fork.after
    again.below = fork.below
    again.times = fork.times - 1
    again.next_way = 0


@jit
def next_way(s, seat, frame, copying, v):
    """Try the ways through the innermost choice that are left; the frame of one that works, or 0."""
    now = v.rows[NOW]
    while frame > 0:
        fork = v.rows[frame]
        way = fork.next_way
        if way == ways_at(s, fork.place):
            frame -= 1
            continue
        fork.next_way = way + 1
        copy_balance(fork, now)
        try_way(s, seat, fork.place, way, copying, now)
        if now.ok:
            return frame
    return ZERO


@jit
def can_finish(s, seat, place, below, copying, change, v):
    """BS-35: whether the list at `place`, then the action's steps below, can be carried out.

    It starts from the account and looks through all ways to choose. BS-36: with `change` only
    those count that change anything.
    """
    now, frame = v.rows[NOW], ZERO
    while True:
        place, below = walk(s, seat, place, below, now)
        if now.ok and (s.box[place] != END or choice_below(s, below, now)):
            if frame == MAX_FORKS:
                return False
            frame += 1
            open_fork(s, place, below, now, v.rows[frame])
        elif now.ok and (not change or now.changes or now.copies):
            return True
        frame = next_way(s, seat, frame, copying, v)
        while frame > 0 and v.rows[frame].times > 1 and frame < MAX_FORKS:
            repeat_fork(now, v.rows[frame], v.rows[frame + 1])
            frame = next_way(s, seat, frame + 1, copying, v)
        if frame == 0:
            return False
        place, below = v.rows[frame].after, v.rows[frame].below


@jit
def can_pay_and_do(s, seat, ore, returned, replaced, place, below, copying, v):
    """BS-35, BS-36 for an action with this payment, then the steps below."""
    player = s.players[seat]
    if player.ore < ore + replaced or player.population < returned - replaced:
        return False
    now = begin(v)
    now.replaced += replaced
    charge(now, ore + replaced, returned - replaced)
    return can_finish(s, seat, place, below, copying, ONE, v)


@jit
def replaced_cubes(s, seat, returned):
    """BS-154: how many returned cubes may be replaced by ore; one in each action."""
    if s.players[seat].return_as_ore and returned > 0 and not s.replaced:
        return ONE
    return ZERO


@jit
def can_act(s, seat, ore, returned, place, copying, v):
    """Whether the action is legal with its own payment or with the one of BS-154.

    For a copying action (BS-151) the caller must also look for an action to copy.
    """
    if can_pay_and_do(s, seat, ore, returned, ZERO, place, ZERO, copying, v):
        return True
    if not replaced_cubes(s, seat, returned):
        return False
    return can_pay_and_do(s, seat, ore, returned, ONE, place, ZERO, copying, v)


@jit
def rest_possible(s, seat, below):
    """BS-35, BS-36: whether what is left of the action can follow at once, and all counts."""
    v = new_account()
    open_account(s, seat, v)
    begin(v)
    copying, change = np.int64(s.copying), ONE - np.int64(s.changed)
    return can_finish(s, seat, EMPTY_LIST, below, copying, change, v)


@jit
def rest_changes(s, seat, below):
    """BS-36: whether nothing need change now, because something has or still can."""
    return s.changed == 1 or rest_possible(s, seat, below)


@jit
def rest_possible_with_ship(s, seat, below, left):
    """The same after one ship made of population, when up to `left` more may follow (BS-64)."""
    v = new_account()
    open_account(s, seat, v)
    now = begin(v)
    now.population -= 1
    now.ships += 1
    now.maybe += left
    balance(now)
    return can_finish(s, seat, EMPTY_LIST, below, np.int64(s.copying), ZERO, v)


@jit
def part_possible(s, seat, ore, returned, place, mode, below, v):
    """Whether a part can be paid and done, and in an action the rest after it (BS-35, BS-36).

    `below` counts the steps of the rest; if it includes the deciding choice itself, that comes
    once less (BS-143). The account then stands after all of it.
    """
    change = ONE - np.int64(s.changed)
    for replaced in range(2):
        if replaced and mode != ACTION:
            return False
        now = begin(v)
        try_part(s, seat, ore, returned, place, np.int64(replaced), now)
        if now.ok and mode != ACTION:
            return True
        now.again = ONE if below == s.num_pending else ZERO
        if now.ok and can_finish(s, seat, EMPTY_LIST, below, np.int64(s.copying), change, v):
            return True
    return False
