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
    ACCOUNT,
    FORK_AFTER,
    FORK_BELOW,
    FORK_NEXT,
    FORK_PLACE,
    FORK_TIMES,
    MAX_FORKS,
    NOW,
    V_AGAIN,
    V_CHANGES,
    V_COPY,
    V_MAYBE,
    V_OK,
    V_POP,
    V_REPLACED,
    V_SHIPS,
    account_of,
    balance,
    begin,
    charge,
    next_op,
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
def try_way(s, seat, place, way, copying, v):
    """One way through an optional part or a choice: each part paid in two ways, or no part.

    BS-143: of a choice one option must be taken; BS-151: with a research if it is copied.
    """
    if s.box[place] == OPTIONAL and way == 2:
        return
    at = part_at(s, place, way // 2)
    if copying and s.box[place] == CHOOSE and not contains_research(s, pointer(s, at + 2)):
        v[NOW, V_OK] = 0
        return
    ore, returned = np.int64(s.box[at]), np.int64(s.box[at + 1])
    try_part(s, seat, ore, returned, pointer(s, at + 2), way % 2, v)


@jit
def ways_at(s, place):
    """How many ways `try_way` knows."""
    return np.int64(3) if s.box[place] == OPTIONAL else 2 * np.int64(s.box[place + 2])


@jit
def walk(s, seat, place, below, v):
    """Plain effects in the account, up to the next choice or the end of the chosen action.

    Returns the place reached (the empty list at the end) and the number of steps below it. After
    the list at `place` come those steps, as far as they belong to the action.
    """
    while v[NOW, V_OK]:
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
            try_effect(s, seat, place, v)
            place = next_op(s, place)
    return EMPTY_LIST, below


@jit
def choice_below(s, below, v):
    """How often the choice that comes next among the steps below is still to be made (BS-143)."""
    if below < 1 or s.pending[below - 1, KIND] != K_CHOOSE:
        return ZERO
    if s.pending[below - 1, CHOOSE_MODE] != ACTION:
        return ZERO
    return np.int64(s.pending[below - 1, CHOOSE_TIMES]) - v[NOW, V_AGAIN]


@jit
def open_fork(s, frame, place, below, v):
    """Remember the account and the choice met in it; how it goes on afterwards."""
    for entry in range(FORK_PLACE):
        v[frame, entry] = v[NOW, entry]
    v[frame, FORK_NEXT] = 0
    if s.box[place] == END:  # a choice that lies among the steps below
        v[frame, FORK_TIMES] = choice_below(s, below, v)
        v[frame, FORK_PLACE] = np.int64(s.pending[below - 1, CHOOSE_PLACE])
        v[frame, V_AGAIN] = 0
        v[frame, FORK_AFTER] = EMPTY_LIST
        v[frame, FORK_BELOW] = below - 1
        return
    v[frame, FORK_TIMES] = np.int64(s.box[place + 1]) if s.box[place] == CHOOSE else ONE
    v[frame, FORK_PLACE] = place
    v[frame, FORK_AFTER] = next_op(s, place)
    v[frame, FORK_BELOW] = below


@jit
def repeat_fork(frame, v):
    """The same choice once more, from the account as it stands now."""
    for entry in range(FORK_PLACE):
        v[frame + 1, entry] = v[NOW, entry]
    for entry in range(FORK_PLACE, ACCOUNT[1]):
        v[frame + 1, entry] = v[frame, entry]
    v[frame + 1, FORK_TIMES] -= 1
    v[frame + 1, FORK_NEXT] = 0


@jit
def next_way(s, seat, frame, copying, v):
    """Try the ways through the innermost choice that are left; the frame of one that works, or 0."""
    while frame > 0:
        place, way = v[frame, FORK_PLACE], v[frame, FORK_NEXT]
        if way == ways_at(s, place):
            frame -= 1
            continue
        v[frame, FORK_NEXT] += 1
        for entry in range(FORK_PLACE):
            v[NOW, entry] = v[frame, entry]
        try_way(s, seat, place, way, copying, v)
        if v[NOW, V_OK]:
            return frame
    return ZERO


@jit
def can_finish(s, seat, place, below, copying, change, v):
    """BS-35: whether the list at `place`, then the action's steps below, can be carried out.

    It starts from the account and looks through all ways to choose. BS-36: with `change` only
    those count that change anything.
    """
    frame = ZERO
    while True:
        place, below = walk(s, seat, place, below, v)
        if v[NOW, V_OK] and (s.box[place] != END or choice_below(s, below, v)):
            if frame == MAX_FORKS:
                return False
            frame += 1
            open_fork(s, frame, place, below, v)
        elif v[NOW, V_OK] and (not change or v[NOW, V_CHANGES] or v[NOW, V_COPY]):
            return True
        frame = next_way(s, seat, frame, copying, v)
        while frame > 0 and v[frame, FORK_TIMES] > 1 and frame < MAX_FORKS:
            repeat_fork(frame, v)
            frame = next_way(s, seat, frame + 1, copying, v)
        if frame == 0:
            return False
        place, below = v[frame, FORK_AFTER], v[frame, FORK_BELOW]


@jit
def can_pay_and_do(s, seat, ore, returned, replaced, place, below, copying, v):
    """BS-35, BS-36 for an action with this payment, then the steps below."""
    player = s.players[seat]
    if player.ore < ore + replaced or player.population < returned - replaced:
        return False
    begin(v)
    v[NOW, V_REPLACED] += replaced
    charge(v, ore + replaced, returned - replaced)
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
    v = account_of(s, seat)
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
    v = account_of(s, seat)
    begin(v)
    v[NOW, V_POP] -= 1
    v[NOW, V_SHIPS] += 1
    v[NOW, V_MAYBE] += left
    balance(v)
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
        begin(v)
        try_part(s, seat, ore, returned, place, np.int64(replaced), v)
        if v[NOW, V_OK] and mode != ACTION:
            return True
        v[NOW, V_AGAIN] = ONE if below == s.num_pending else ZERO
        if v[NOW, V_OK] and can_finish(s, seat, EMPTY_LIST, below, np.int64(s.copying), change, v):
            return True
    return False
