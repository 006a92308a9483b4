"""The action phase: choosing a space, paying, choices and optional parts (D1 to D5)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import NO, OPTION, SPACE, YES
from exozoo.envs.beyond_the_sun.components import (
    A_LIST,
    A_ORE,
    A_RESEARCH,
    A_RETURN,
    ACTION_WIDTH,
    EXTRA_ORE,
    G_ACTION,
    G_SPACES,
    GUILD_WIDTH,
    GUILDS,
    NOTHING,
    ROWS,
    T_ACTIONS,
    TECH_WIDTH,
    TECHS,
    pointer,
)
from exozoo.envs.beyond_the_sun.constants import (
    ACTION,
    COPY_RESEARCH,
    EMPTY_LIST,
    SPACE_BUILD,
    SPACE_DYSON,
    SPACE_GUILD,
    SPACE_PRIVATE,
    SPACE_RESEARCH_2,
    SPACE_SUPPLY,
    SPACE_TECH,
)
from exozoo.envs.beyond_the_sun.pending import (
    CHOOSE_MODE,
    CHOOSE_PLACE,
    CHOOSE_TIMES,
    K_DYSON,
    K_LIST,
    K_PAY,
    PART_LIST,
    PART_MODE,
    PART_ORE,
    PART_RETURNED,
)
from exozoo.envs.beyond_the_sun.rules.account import (
    NOW,
    begin,
    new_account,
    open_account,
    try_part,
)
from exozoo.envs.beyond_the_sun.rules.effects import has_researched, pay_ore, return_population
from exozoo.envs.beyond_the_sun.rules.feasible import (
    can_act,
    can_pay_and_do,
    contains_research,
    part_at,
    part_possible,
    replaced_cubes,
    rest_possible,
)
from exozoo.envs.core.bits import lowest_bit
from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    SEAT,
    pop,
    push,
    set_top,
    top,
)

GUILD_OF_SPACE = table([0, 1, 1, 2, 3, 3])  # BS-39, spaces from SPACE_GUILD on
PLACE_IN_GUILD = table([0, 0, 1, 0, 0, 1])
ROW_OF_SPACE = table([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3])  # BS-38
FIRST_SPACE_OF_ROW = table([0, 4, 8, 10])
NUM_ROWS = 4
BOTH_SPACES = np.int64(3)  # of a technology card, as bits
DYSON = np.int64(2)  # mode of a payment after which the Dyson Sphere is used
FULL, REPLACED = np.int64(1), np.int64(2)  # ways to pay, as bits


@jit
def action_at(s, seat, space):
    """Where the box keeps the action of a space, or NONE if the seat may not use it (BS-34).

    BS-82: nothing more is asked, so a card just researched can be used from the next turn on.
    With seat NONE: whether anybody could (BS-151), private technologies excepted.
    """
    if space < SPACE_SUPPLY:
        if np.int64(s.box[EXTRA_ORE + space]) == NOTHING:
            return NONE
        return ROWS + ROW_OF_SPACE[space] * ACTION_WIDTH
    if space == SPACE_SUPPLY:
        return ROWS + ROW_OF_SPACE[space] * ACTION_WIDTH
    if space < SPACE_TECH:
        guild = GUILD_OF_SPACE[space - SPACE_GUILD]
        at = GUILDS + guild * GUILD_WIDTH
        if not s.guild_open[guild] or PLACE_IN_GUILD[space - SPACE_GUILD] >= s.box[at + G_SPACES]:
            return NONE
        return at + G_ACTION
    return tech_action_at(s, seat, space)


@jit
def tech_action_at(s, seat, space):
    """BS-34, BS-84: the spaces of technology cards, two a card."""
    if space < SPACE_PRIVATE:
        slot = (space - SPACE_TECH) // 2
        card = np.int64(s.slot_card[slot])
        if card == NONE or (seat != NONE and not has_researched(s, seat, slot)):
            return NONE
    else:
        private = (space - SPACE_PRIVATE) // 2
        card = np.int64(s.private_card[private])
        if seat == NONE or card == NONE or s.private_owner[private] != seat:
            return NONE
    at = TECHS + card * TECH_WIDTH + T_ACTIONS + (space - SPACE_TECH) % 2 * ACTION_WIDTH
    return NONE if np.int64(s.box[at + A_ORE]) == NOTHING else at


@jit
def extra_ore(s, space):
    """BS-37: ore that this space adds."""
    return np.int64(s.box[EXTRA_ORE + space]) if space < SPACE_SUPPLY else ZERO


@jit
def taken_spaces(s, seat):
    """BS-31, BS-32, BS-33, BS-157: one's own space, and other pawns' unless they may be pushed; bits."""
    spaces = ZERO
    for other in range(np.int64(s.num_players)):
        pawn = np.int64(s.players[other].pawn)
        if pawn != NONE and (other == seat or not s.players[seat].evict):
            spaces |= ONE << pawn
    return spaces & ~(ONE << SPACE_SUPPLY)


@jit
def action_possible(s, seat, at, extra, copying, v):
    """BS-35, BS-36: whether the action at this place of the box can be taken."""
    ore, returned = np.int64(s.box[at + A_ORE]) + extra, np.int64(s.box[at + A_RETURN])
    if not can_act(s, seat, ore, returned, pointer(s, at + A_LIST), copying, v):
        return False
    return v.rows[NOW].copies == 0 or (not copying and can_copy_any(s, seat, ore, returned, v))


@jit
def can_copy_any(s, seat, ore, returned, v):
    """Whether some action can be copied for this payment on top of its own cost (BS-35)."""
    for space in range(SPACE_PRIVATE):
        if is_copyable(s, seat, np.int64(space), ore, returned, v):
            return True
    return False


@jit
def is_copyable(s, seat, space, ore, returned, v):
    """BS-151: an action with a research, named by its first space; never a copying action."""
    if space < SPACE_TECH and not is_first_space(space):
        return False
    at = action_at(s, NONE, space)
    if at == NONE or not s.box[at + A_RESEARCH]:
        return False
    place = pointer(s, at + A_LIST)
    if s.box[place] == COPY_RESEARCH:
        return False
    if space >= SPACE_TECH and (space - SPACE_TECH) % 2 == 1:
        if same_action(s, at, at - ACTION_WIDTH):
            return False
    ore += np.int64(s.box[at + A_ORE])
    returned += np.int64(s.box[at + A_RETURN])
    return can_act(s, seat, ore, returned, place, ONE, v)


@jit
def same_action(s, at, other):
    """Whether two spaces of a card belong to one action."""
    for index in range(ACTION_WIDTH):
        if s.box[at + index] != s.box[other + index]:
            return False
    return True


@jit
def is_first_space(space):
    if space >= SPACE_GUILD:
        return PLACE_IN_GUILD[space - SPACE_GUILD] == 0
    return space == 0 or space == SPACE_RESEARCH_2 or space == SPACE_BUILD or space == SPACE_SUPPLY


@jit
def spaces_for(s, seat):
    """BS-34, BS-84: the spaces open to all and those on the faction's technologies, as bits."""
    spaces = (ONE << SPACE_TECH) - ONE
    slots = np.int64(s.players[seat].researched)
    while slots:
        spaces |= BOTH_SPACES << (SPACE_TECH + 2 * lowest_bit(slots))
        slots &= slots - 1
    for private in range(2):
        if s.private_owner[private] == seat:
            spaces |= BOTH_SPACES << (SPACE_PRIVATE + 2 * private)
    return spaces


@jit
def legal_space(s, mask):
    """D1: every space whose action may be chosen (BS-30 to BS-37)."""
    mark_spaces(s, mask, SPACE_DYSON + ONE)


@jit
def mark_spaces(s, mask, most):
    """Mark spaces that may be chosen; no more are looked for once there are `most`."""
    seat = top(s, SEAT)
    v = new_account()
    open_account(s, seat, v)
    spaces = spaces_for(s, seat) & ~taken_spaces(s, seat)
    last_at, last_extra, last_possible, found = NONE, NONE, False, ZERO
    for number in range(SPACE_DYSON):  # from the last on, as the dear spaces of a row come last
        space = SPACE_DYSON - ONE - number
        if not (spaces >> space) & 1:
            continue
        at = action_at(s, seat, space)
        if at == NONE:
            continue
        extra = extra_ore(s, space)
        # What can be done for more ore can be done for less. That a payment changes something
        # (BS-36) helps both, unless the cheaper one is none.
        known = at == last_at and (
            extra == last_extra or (last_possible and 0 < extra < last_extra)
        )
        if not known:
            last_at, last_extra = at, extra
            last_possible = action_possible(s, seat, at, extra, ZERO, v)
        if last_possible:
            mask[SPACE + space] = 1
            found += 1
            if found == most:
                return
    if can_use_dyson(s, seat):
        mask[SPACE + SPACE_DYSON] = 1


@jit
def can_use_dyson(s, seat):
    """BS-119: while the event lies there, for any faction that can pay."""
    if s.dyson_card == NONE or (taken_spaces(s, seat) >> SPACE_DYSON) & 1:
        return False
    return ways_to_pay_dyson(s, seat) > 0


@jit
def ways_to_pay_dyson(s, seat):
    """BS-119, BS-154."""
    ore, returned = np.int64(s.dyson_cost[0]), np.int64(s.dyson_cost[1])
    player = s.players[seat]
    ways = ZERO
    if player.ore >= ore and player.population >= returned:
        ways |= FULL
    if replaced_cubes(s, seat, returned) and player.ore > ore:
        if player.population >= returned - 1:
            ways |= REPLACED
    return ways


@jit
def apply_space(s, space):
    """BS-30: move the pawn (BS-157: pushing another one beside the board), then pay."""
    seat = top(s, SEAT)
    pop(s)
    if space != SPACE_SUPPLY:
        for other in range(np.int64(s.num_players)):
            if s.players[other].pawn == space:
                s.players[other].pawn = NONE
    s.players[seat].pawn = space
    s.changed = 0
    s.copying = 0
    s.replaced = 0
    if space == SPACE_DYSON:
        ore, returned = np.int64(s.dyson_cost[0]), np.int64(s.dyson_cost[1])
        push(s, K_PAY, seat, EMPTY_LIST, ore, returned, DYSON)
    else:
        push_action(s, seat, action_at(s, seat, space), extra_ore(s, space))


@jit
def push_action(s, seat, at, extra):
    ore, returned = np.int64(s.box[at + A_ORE]) + extra, np.int64(s.box[at + A_RETURN])
    push(s, K_PAY, seat, pointer(s, at + A_LIST), ore, returned, ACTION)


@jit
def legal_basic(s, mask):
    """D2, BS-38: any row of Basic Spacefaring, whatever stands on its spaces."""
    seat = top(s, SEAT)
    v = new_account()
    open_account(s, seat, v)
    for row in range(NUM_ROWS):
        if action_possible(s, seat, ROWS + row * ACTION_WIDTH, ZERO, ZERO, v):
            mask[SPACE + FIRST_SPACE_OF_ROW[row]] = 1


@jit
def legal_copy(s, mask):
    """D2, BS-151: actions with a research, wherever they are."""
    seat = top(s, SEAT)
    v = new_account()
    open_account(s, seat, v)
    for space in range(SPACE_PRIVATE):
        if is_copyable(s, seat, np.int64(space), ZERO, ZERO, v):
            mask[SPACE + space] = 1


@jit
def resolve_copy(s):
    """True if there is something to copy."""
    seat = top(s, SEAT)
    v = new_account()
    open_account(s, seat, v)
    if can_copy_any(s, seat, ZERO, ZERO, v):
        return True
    pop(s)
    return False


@jit
def apply_inner_action(s, space, copying):
    """BS-38, BS-151: perform another action; no extra ore of a space, the pawn stays."""
    seat = top(s, SEAT)
    pop(s)
    s.copying = copying
    push_action(s, seat, action_at(s, NONE, space), ZERO)


@jit
def step_numbers(s):
    """A payment or an optional part on top: seat, effect list, ore, returned population, mode."""
    return (
        top(s, SEAT),
        top(s, PART_LIST),
        top(s, PART_ORE),
        top(s, PART_RETURNED),
        top(s, PART_MODE),
    )


@jit
def ways_to_pay(s, below):
    """BS-60, BS-66, BS-154: how the payment on top can be made so that all can be done after it.

    That is the list paid for, then the action's part of the steps `below`.
    """
    seat, place, ore, returned, mode = step_numbers(s)
    if mode == DYSON:
        return ways_to_pay_dyson(s, seat)
    v = new_account()
    open_account(s, seat, v)
    copying, ways = np.int64(s.copying), ZERO
    if can_pay_and_do(s, seat, ore, returned, ZERO, place, below, copying, v):
        ways |= FULL
    if replaced_cubes(s, seat, returned):
        if can_pay_and_do(s, seat, ore, returned, ONE, place, below, copying, v):
            ways |= REPLACED
    return ways


@jit
def payments(s):
    """The same; where the rest has become impossible, it is left out of account."""
    ways = ways_to_pay(s, np.int64(s.num_pending) - 1)
    return ways if ways else ways_to_pay(s, ZERO)


@jit
def resolve_pay(s):
    """BS-60, BS-66: pay at once, unless BS-154 leaves a choice."""
    if top(s, PART_RETURNED) > 0 and payments(s) & REPLACED:
        return True
    pay_action(s, ZERO)
    return False


@jit
def legal_pay(s, mask):
    """D5: yes replaces one returned cube by 1 ore."""
    mask[YES] = 1
    if payments(s) & FULL:
        mask[NO] = 1


@jit
def pay_action(s, replaced):
    """Pay an action's cost with this many cubes replaced by ore, then start its effects."""
    seat, place, ore, returned, mode = step_numbers(s)
    pop(s)
    pay_ore(s, seat, ore + replaced)
    return_population(s, seat, returned - replaced)
    if replaced:
        s.replaced = 1
    if mode == DYSON:
        push(s, K_DYSON, seat, ZERO, ZERO, ZERO, ZERO)
    else:
        push(s, K_LIST, seat, place, ACTION, ZERO, ZERO)


@jit
def part_changes(s, seat, place, ore, returned, v):
    """BS-36: whether a part would change anything."""
    now = begin(v)
    try_part(s, seat, ore, returned, place, ZERO, now)
    return ore + returned > 0 or now.changes == 1


@jit
def resolve_optional(s):
    """BS-140, BS-158: ask only if the part could be taken and would change anything."""
    seat, place, ore, returned, mode = step_numbers(s)
    v = new_account()
    open_account(s, seat, v)
    below = np.int64(s.num_pending) - 1
    if part_changes(s, seat, place, ore, returned, v):
        if part_possible(s, seat, ore, returned, place, mode, below, v):
            return True
    pop(s)
    return False


@jit
def legal_optional(s, mask):
    """D4: decline too, unless the action needs the part (BS-35) or would change nothing (BS-36)."""
    mask[YES] = 1
    below = np.int64(s.num_pending) - 1
    if top(s, PART_MODE) != ACTION or rest_possible(s, top(s, SEAT), below):
        mask[NO] = 1


@jit
def apply_optional(s, action):
    """BS-140: pay and take the part, or skip it."""
    seat, place, ore, returned, mode = step_numbers(s)
    pop(s)
    if action == YES:
        begin_part(s, seat, place, ore, returned, mode)


@jit
def begin_part(s, seat, place, ore, returned, mode):
    """BS-60, BS-66: pay for a part and start it; in an action BS-154 may leave a choice."""
    if mode == ACTION:
        push(s, K_PAY, seat, place, ore, returned, ACTION)
        return
    pay_ore(s, seat, ore)
    return_population(s, seat, returned)
    push(s, K_LIST, seat, place, mode, ZERO, ZERO)


@jit
def option_legal(s, option, v):
    """BS-143; BS-35: the rest must stay possible; BS-36: and the action must change something."""
    seat, place, mode = top(s, SEAT), top(s, CHOOSE_PLACE), top(s, CHOOSE_MODE)
    at = part_at(s, place, option)
    inner = pointer(s, at + 2)
    if mode == ACTION and s.copying and not contains_research(s, inner):  # BS-151
        return False
    below = np.int64(s.num_pending) - (ZERO if top(s, CHOOSE_TIMES) > 1 else ONE)
    ore, returned = np.int64(s.box[at]), np.int64(s.box[at + 1])
    return part_possible(s, seat, ore, returned, inner, mode, below, v)


@jit
def legal_choice(s, mask):
    """D3, BS-143: the options that can be paid and carried out."""
    v = new_account()
    open_account(s, top(s, SEAT), v)
    for option in range(np.int64(s.box[top(s, CHOOSE_PLACE) + 2])):
        if option_legal(s, np.int64(option), v):
            mask[OPTION + option] = 1


@jit
def resolve_choice(s):
    """BS-143: an option each time, as long as any is possible."""
    v = new_account()
    open_account(s, top(s, SEAT), v)
    for option in range(np.int64(s.box[top(s, CHOOSE_PLACE) + 2])):
        if option_legal(s, np.int64(option), v):
            return True
    pop(s)
    return False


@jit
def apply_choice(s, option):
    """BS-143: pay for the option and take its effects; the choice may come again."""
    seat, place, times, mode = (
        top(s, SEAT),
        top(s, CHOOSE_PLACE),
        top(s, CHOOSE_TIMES),
        top(s, CHOOSE_MODE),
    )
    at = part_at(s, place, option)
    if times > 1:
        set_top(s, CHOOSE_TIMES, times - 1)
    else:
        pop(s)
    ore, returned = np.int64(s.box[at]), np.int64(s.box[at + 1])
    begin_part(s, seat, pointer(s, at + 2), ore, returned, mode)
