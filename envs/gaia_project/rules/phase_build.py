"""Build a mine and start a Gaia project (GP-34 to GP-42), also with the bonus of an action (D-16)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO, codes
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, top
from exozoo.envs.gaia_project.actions import A_BOARD, A_HEX, A_SPECIAL
from exozoo.envs.gaia_project.components import (
    FREE_STEPS_OF_ACTION,
    HOME_OF_FACTION,
    LIMIT_OF_PIECE,
    MINE_CREDITS,
    MINE_ORE,
    ORE_PER_STEP,
    STEPS_BETWEEN,
    TOKENS_FOR_PROJECT,
)
from exozoo.envs.gaia_project.constants import (
    BONUS_RANGE,
    BONUS_STEPS,
    BUILD_MINE,
    BUILD_MINE_ON_GAIA,
    CREDITS,
    GAIA,
    GAIA_PROJECT,
    GAIAFORMER,
    GEODENS,
    GLEENS,
    KNOWLEDGE,
    LANTIDS,
    LOST,
    MINE,
    ORE,
    POWER2,
    POWER6,
    QIC,
    RANGE_BOOSTER,
    SPECIAL_RANGE,
    SPECIAL_STEP,
    TERRAFORMING,
    TERRAFORMING_STEP,
    TRANSDIM,
    VP_FACTION,
)
from exozoo.envs.gaia_project.rules.effects import (
    fire,
    gain,
    has_institute,
    is_structure,
    planet_types,
    score,
)
from exozoo.envs.gaia_project.rules.power import discardable_tokens, pay_project_tokens
from exozoo.envs.gaia_project.rules.structures import (
    farthest_reach,
    note_new,
    put_piece,
    range_qic,
    remove_piece,
    settle_hex,
)

# Where a mine can stand: a home planet (0 to 3 terraforming steps away), or one of these
ON_GAIA, ON_OWN_GAIAFORMER, BESIDE_OPPONENT = codes(3, 4)
RANGE_BONUS = np.int64(3)  # GP-39
STEP_BONUS = np.int64(1)  # booster 4
GUEST_KNOWLEDGE = np.int64(2)  # GP-89
NEW_TYPE_KNOWLEDGE = np.int64(3)  # GP-96
GLEENS_GAIA_VP = np.int64(2)  # GP-91
GAIA_PRICE = np.int64(1)  # GP-37: Q.I.C., or ore of the Gleens


@jit
def mine_target(s, seat, place):
    """GP-35, GP-37, GP-89: what a mine on this hex would need, NONE if it cannot stand there."""
    planet = np.int64(s.planet[place])
    if planet == NONE:
        return NONE
    piece = np.int64(s.structure[place])
    faction = s.players[seat].faction
    if piece != NONE:
        if s.owner[place] == seat:
            return ON_OWN_GAIAFORMER if piece == GAIAFORMER and planet == GAIA else NONE
        if faction == LANTIDS and is_structure(piece) and s.guest[place] == NONE:
            return BESIDE_OPPONENT
        return NONE
    if planet == GAIA:
        return ON_GAIA
    if planet in (TRANSDIM, LOST):
        return NONE
    return STEPS_BETWEEN[HOME_OF_FACTION[faction], planet]


@jit
def mine_qic(s, seat, place, target, extra):
    """GP-36, GP-37: Q.I.C. for the range and for a Gaia planet, part of the cost (GP-72)."""
    if target == ON_OWN_GAIAFORMER:
        return ZERO
    needed = range_qic(s, seat, place, extra)
    if target == ON_GAIA and s.players[seat].faction != GLEENS:
        needed += GAIA_PRICE
    return needed


@jit
def mine_ore(s, seat, target, free_steps):
    """GP-34, GP-37, GP-38: ore for the mine, the paid steps and the Gleens' Gaia planet."""
    ore = MINE_ORE
    if target < ON_GAIA:
        paid = max(ZERO, target - free_steps)
        ore += paid * ORE_PER_STEP[s.players[seat].research[TERRAFORMING]]
    elif target == ON_GAIA and s.players[seat].faction == GLEENS:
        ore += GAIA_PRICE
    return ore


@jit
def can_pay_mine(s, seat):
    """GP-34: a mine left, credits and the ore that every mine costs."""
    player = s.players[seat]
    return (
        player.built[MINE] < LIMIT_OF_PIECE[MINE]
        and player.stock[CREDITS] >= MINE_CREDITS
        and player.stock[ORE] >= MINE_ORE
    )


@jit
def can_build_mine(s, seat, place, target, free_steps, extra):
    """GP-34: a mine left, credits, ore and Q.I.C."""
    player = s.players[seat]
    return (
        can_pay_mine(s, seat)
        and player.stock[ORE] >= mine_ore(s, seat, target, free_steps)
        and player.stock[QIC] >= mine_qic(s, seat, place, target, extra)
    )


@jit
def can_start_projects(s, seat):
    """GP-41: a gaiaformer at hand and enough tokens."""
    player = s.players[seat]
    at_hand = player.gaiaformers - player.gaiaformers_resting - player.built[GAIAFORMER]
    needed = TOKENS_FOR_PROJECT[player.research[GAIA_PROJECT]]
    return at_hand > 0 and discardable_tokens(s, seat) >= needed


@jit
def can_project_here(s, seat, place, extra):
    """GP-41: a free transdim planet in reach."""
    return (
        s.planet[place] == TRANSDIM
        and s.structure[place] == NONE
        and s.players[seat].stock[QIC] >= range_qic(s, seat, place, extra)
    )


@jit
def range_bonus_helps(s, seat, place):
    """GP-33: booster 5 must lower the Q.I.C. needed for the hex."""
    return range_qic(s, seat, place, RANGE_BONUS) < range_qic(s, seat, place, ZERO)


@jit
def legal_builds(s, mask):
    """GP-31, GP-33: hexes to build on, and the bonus actions that have a target (one pass)."""
    seat = np.int64(s.seat)
    player = s.players[seat]
    projects, mines = can_start_projects(s, seat), can_pay_mine(s, seat)
    if not mines and not projects:
        return
    farthest = farthest_reach(s, seat)
    if player.booster == RANGE_BOOSTER:
        farthest += RANGE_BONUS
    for index in range(s.num_planets):
        place = np.int64(s.planet_hex[index])
        if s.structure[place] == NONE and player.distance[place] > farthest:
            continue
        target = mine_target(s, seat, place)
        if target != NONE:
            if mines:
                mark_mine(s, mask, seat, place, target)
        elif projects:
            if can_project_here(s, seat, place, ZERO):
                mask[A_HEX + place] = 1
            if legal_with_bonus(s, seat, place, ZERO, RANGE_BONUS, projects):
                mask[A_SPECIAL + SPECIAL_RANGE] = 1


@jit
def mark_mine(s, mask, seat, place, target):
    """GP-34, GP-38, GP-39: a mine on the hex, and the bonuses with which it could stand there."""
    player = s.players[seat]
    ore, qic = np.int64(player.stock[ORE]), np.int64(player.stock[QIC])
    is_paid = ore >= mine_ore(s, seat, target, ZERO)
    if qic >= mine_qic(s, seat, place, target, ZERO):
        if is_paid:
            mask[A_HEX + place] = 1
        if 1 <= target < ON_GAIA:
            if ore >= mine_ore(s, seat, target, STEP_BONUS):
                mask[A_BOARD + POWER6] = 1
                mask[A_SPECIAL + SPECIAL_STEP] = 1
            if ore >= mine_ore(s, seat, target, FREE_STEPS_OF_ACTION[POWER2]):
                mask[A_BOARD + POWER2] = 1
    if is_paid and target != ON_OWN_GAIAFORMER and range_bonus_helps(s, seat, place):
        if qic >= mine_qic(s, seat, place, target, RANGE_BONUS):
            mask[A_SPECIAL + SPECIAL_RANGE] = 1


@jit
def legal_with_bonus(s, seat, place, free_steps, extra, projects):
    """GP-33, GP-38, GP-39: whether the hex can be built on with this bonus, and the bonus helps."""
    target = mine_target(s, seat, place)
    if extra:
        if target == ON_OWN_GAIAFORMER or not range_bonus_helps(s, seat, place):
            return False
        if target == NONE:
            return projects and can_project_here(s, seat, place, extra)
    elif target < 1 or target >= ON_GAIA:
        return False
    return can_build_mine(s, seat, place, target, free_steps, extra)


@jit
def legal_bonus_build(s, mask):
    """D-16: the hexes for power2, power6, booster 4 and booster 5."""
    seat = np.int64(s.seat)
    free_steps, extra = top(s, BONUS_STEPS), top(s, BONUS_RANGE)
    projects = can_start_projects(s, seat)
    for index in range(s.num_planets):
        place = np.int64(s.planet_hex[index])
        if legal_with_bonus(s, seat, place, free_steps, extra, projects):
            mask[A_HEX + place] = 1


@jit
def apply_bonus_build(s, place):
    """D-16: build with the bonus of the action."""
    free_steps, extra = top(s, BONUS_STEPS), top(s, BONUS_RANGE)
    pop(s)
    build_on(s, place, free_steps, extra)


@jit
def build_on(s, place, free_steps, extra):
    """GP-31: a Gaia project on a transdim planet, else a mine."""
    if s.planet[place] == TRANSDIM:
        start_project(s, np.int64(s.seat), place, extra)
    else:
        build_mine(s, np.int64(s.seat), place, free_steps, extra)


@jit
def start_project(s, seat, place, extra):
    """GP-41, GP-42: pay, and put the gaiaformer on the planet."""
    player = s.players[seat]
    player.stock[QIC] -= range_qic(s, seat, place, extra)
    put_piece(s, seat, place, GAIAFORMER)
    pay_project_tokens(s, seat, TOKENS_FOR_PROJECT[player.research[GAIA_PROJECT]])


@jit
def build_mine(s, seat, place, free_steps, extra):
    """GP-34, GP-40: pay, place the mine, then its effects."""
    player = s.players[seat]
    target = mine_target(s, seat, place)
    player.stock[CREDITS] -= MINE_CREDITS
    player.stock[QIC] -= mine_qic(s, seat, place, target, extra)
    player.stock[ORE] -= mine_ore(s, seat, target, free_steps)
    if target == BESIDE_OPPONENT:
        s.guest[place] = seat
        player.built[MINE] += 1
        if has_institute(s, seat):
            gain(s, seat, KNOWLEDGE, GUEST_KNOWLEDGE, NONE)
        fire(s, seat, BUILD_MINE, ONE)
    else:
        types_before = planet_types(s, seat)
        if target == ON_OWN_GAIAFORMER:
            remove_piece(s, seat, place)
        put_piece(s, seat, place, MINE)
        if target < ON_GAIA:
            fire(s, seat, TERRAFORMING_STEP, target)
        reward_new_mine(s, seat, place, types_before)
    settle_hex(s, seat, place)
    note_new(s, place)


@jit
def reward_new_mine(s, seat, place, types_before):
    """GP-40: triggers; GP-91: Gleens on Gaia planets; GP-96: Geodens on a new planet type."""
    planet = np.int64(s.planet[place])
    fire(s, seat, BUILD_MINE, ONE)
    if planet == GAIA:
        fire(s, seat, BUILD_MINE_ON_GAIA, ONE)
        if s.players[seat].faction == GLEENS:
            score(s, seat, GLEENS_GAIA_VP, VP_FACTION)
    if s.players[seat].faction == GEODENS and has_institute(s, seat):
        if not types_before & (ONE << planet):
            gain(s, seat, KNOWLEDGE, NEW_TYPE_KNOWLEDGE, NONE)
