"""The action phase: whose turn it is, the main action, the end of a turn, passing (GP-30, GP-68)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push
from exozoo.envs.gaia_project.actions import (
    A_BOOSTER,
    A_END_TURN,
    A_PASS,
    B_BOARD,
    B_BOOSTER,
    B_FEDERATION,
    B_FREE,
    B_HEX,
    B_PASS,
    B_SPECIAL,
    B_TRACK,
    B_UPGRADE,
    BLOCK_OF,
    INDEX_IN_BLOCK,
)
from exozoo.envs.gaia_project.automa.deck import renew_deck
from exozoo.envs.gaia_project.components import (
    PASS_VP_OF_ADVANCED,
    PASS_VP_OF_BOOSTER,
    PER_OF_ADVANCED,
    PER_OF_BOOSTER,
)
from exozoo.envs.gaia_project.constants import (
    AUTOMA_TURN,
    END_TURN,
    FINISH_TURN,
    NEXT_TURN,
    NUM_ADVANCED,
    NUM_BOOSTERS,
    NUM_ROUNDS,
    ORDER_PASSING,
    START_ROUND,
    TAKE_TURN,
    VP_BOOSTER,
    VP_TILE,
)
from exozoo.envs.gaia_project.rules.effects import count_of, is_automa, lay_booster, score
from exozoo.envs.gaia_project.rules.phase_action import (
    apply_board_action,
    apply_free_action,
    apply_special,
    legal_board_actions,
    legal_free_actions,
    legal_specials,
)
from exozoo.envs.gaia_project.rules.phase_build import build_on, legal_builds
from exozoo.envs.gaia_project.rules.phase_charge import offer_charges
from exozoo.envs.gaia_project.rules.phase_federation import choose_federation, legal_federation
from exozoo.envs.gaia_project.rules.phase_research import apply_research, legal_research
from exozoo.envs.gaia_project.rules.phase_upgrade import choose_upgrade_kind, legal_upgrade_kinds
from exozoo.envs.gaia_project.rules.scoring import score_game


@jit
def legal_turn(s, mask):
    """D-8: free actions, one main action, or passing."""
    legal_builds(s, mask)
    legal_board_actions(s, mask)
    legal_specials(s, mask)
    legal_upgrade_kinds(s, mask)
    legal_federation(s, mask)
    legal_research(s, mask)
    legal_free_actions(s, mask)
    legal_pass(s, mask)


@jit
def apply_turn(s, action):
    """D-8, GP-30 to GP-32: a free action leaves the turn open, a main action carries it on.

    GP-67: one main action a turn, so special, power and Q.I.C. actions never combine.
    """
    block, index = BLOCK_OF[action], INDEX_IN_BLOCK[action]
    if block == B_FREE:
        apply_free_action(s, index)
        return
    seat = np.int64(s.seat)
    pop(s)
    push(s, END_TURN, seat, ZERO, ZERO, ZERO, ZERO)
    if block == B_BOOSTER:
        pass_round(s, seat, index)
        return
    if block == B_PASS:
        pass_round(s, seat, NONE)
        return
    push(s, FINISH_TURN, seat, ZERO, ZERO, ZERO, ZERO)
    if block == B_HEX:
        build_on(s, index, ZERO, ZERO)
    elif block == B_TRACK:
        apply_research(s, index)
    elif block == B_BOARD:
        apply_board_action(s, index)
    elif block == B_SPECIAL:
        apply_special(s, index)
    elif block == B_UPGRADE:
        choose_upgrade_kind(s, index)
    elif block == B_FEDERATION:
        choose_federation(s)


@jit
def legal_finish(s, mask):
    """D-22, GP-30: free actions also after the main action, and at no other time (GP-71)."""
    legal_free_actions(s, mask)
    mask[A_END_TURN] = 1


@jit
def apply_finish(s, action):
    """D-22."""
    if action == A_END_TURN:
        pop(s)
    else:
        apply_free_action(s, INDEX_IN_BLOCK[action])


@jit
def end_turn(s, seat):
    """GP-75: charging offers, then the next player in turn order who has not passed."""
    push(s, NEXT_TURN, seat, ZERO, ZERO, ZERO, ZERO)
    offer_charges(s, seat)


@jit
def next_seat(s, seat):
    """The next in turn order that has not passed, the seat itself last; NONE when all have."""
    position = ZERO
    while s.turn_order[position] != seat:
        position += 1
    for distance in range(1, s.num_seats + 1):
        other = np.int64(s.turn_order[(position + distance) % s.num_seats])
        if not s.players[other].passed:
            return other
    return NONE


@jit
def next_turn(s, seat):
    """GP-30: clockwise in turn order; when all have passed the round ends."""
    other = next_seat(s, seat)
    if other == NONE:
        end_round(s)
    else:
        begin_turn(s, other)


@jit
def begin_turn(s, seat):
    push(s, AUTOMA_TURN if is_automa(s, seat) else TAKE_TURN, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def legal_pass(s, mask):
    """GP-68, D-24: take one of the other boosters; none in the last round."""
    if s.round_number == NUM_ROUNDS:
        mask[A_PASS] = 1
        return
    for booster in range(NUM_BOOSTERS):
        if s.booster_open[booster]:
            mask[A_BOOSTER + booster] = 1


@jit
def pass_round(s, seat, booster):
    """GP-68: score, return the booster, take another; `booster` is NONE in the last round."""
    player = s.players[seat]
    old = np.int64(player.booster)
    points = PASS_VP_OF_BOOSTER[old]
    if points:
        score(s, seat, points * count_of(s, seat, PER_OF_BOOSTER[old]), VP_BOOSTER)
    for kind in range(NUM_ADVANCED):
        points = PASS_VP_OF_ADVANCED[kind]
        if player.advanced[kind] and points:
            score(s, seat, points * count_of(s, seat, PER_OF_ADVANCED[kind]), VP_TILE)
    lay_booster(s, old)
    player.booster = booster
    if booster != NONE:
        s.booster_open[booster] = 0
    player.passed = 1
    s.pass_order[s.num_passed] = seat
    s.num_passed += 1


@jit
def end_round(s):
    """GP-20, GP-80: clean-up after rounds 1 to 5 (GS-12), final scoring after round 6."""
    if s.round_number == NUM_ROUNDS:
        score_game(s)
        return
    order_next_round(s)
    s.action_used[:] = 0
    s.num_passed = 0
    for seat in range(s.num_seats):
        s.players[seat].passed = 0
        s.players[seat].special_used[:] = 0
    if s.automa_level:
        renew_deck(s)
    push(s, START_ROUND, ZERO, ZERO, ZERO, ZERO, ZERO)


@jit
def order_next_round(s):
    """GP-69, GS-19: the first to pass begins, the others follow clockwise; GP-87: as they passed."""
    first = np.int64(s.pass_order[0])
    for position in range(s.num_seats):
        if s.order_mode == ORDER_PASSING:
            s.turn_order[position] = s.pass_order[position]
        else:
            s.turn_order[position] = (first + position) % s.num_seats
        s.pass_order[position] = NONE


@jit
def legal_booster(s, mask):
    """D-4, GP-11: an open booster."""
    for booster in range(NUM_BOOSTERS):
        if s.booster_open[booster]:
            mask[A_BOOSTER + booster] = 1


@jit
def apply_booster(s, booster):
    """GP-11."""
    pop(s)
    s.booster_open[booster] = 0
    s.players[s.seat].booster = booster
