"""What may be decided now, and what a decision does: tables of contents."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.actions import (
    ALTERNATIVE,
    CARD,
    CELL,
    CHOOSE_ROVER,
    DIRECTION,
    DONE,
    ITEM,
    LINE,
    OBJECTIVE,
    PLACE,
    ROTATE,
    SQUARE,
    STEP,
    STORE,
    TAKE,
    TECH_CELL,
    TECHNOLOGY,
    TRACK,
)
from exozoo.envs.planet_unknown.rules.alternatives import apply_alternative
from exozoo.envs.planet_unknown.rules.cards import (
    apply_card,
    apply_line,
    cards_left,
    legal_card,
    legal_keep,
    offer_cards,
)
from exozoo.envs.planet_unknown.rules.effects import (
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    gain_boost,
    pop,
    push,
    top_arg,
)
from exozoo.envs.planet_unknown.rules.lifepods import (
    COLLECTION_AREA,
    apply_lose_lifepod,
    apply_lose_unlock,
    apply_place_lifepod,
    apply_redirect_from,
    apply_redirect_to,
    apply_unlock,
    has_lifepod,
    legal_lose_lifepod,
    legal_place_lifepod,
    legal_redirect_from,
    legal_redirect_to,
)
from exozoo.envs.planet_unknown.rules.objectives import (
    apply_objective,
    can_choose_objective,
    legal_objective,
)
from exozoo.envs.planet_unknown.rules.patches import (
    apply_candidate,
    apply_patch,
    apply_store,
    has_candidate,
    has_place_for_patch,
    legal_candidates,
    run_patches,
)
from exozoo.envs.planet_unknown.rules.phase_event import (
    apply_destroy_rover,
    apply_empty,
    apply_rotation,
    can_destroy_rover,
    can_empty,
    legal_destroy_rover,
)
from exozoo.envs.planet_unknown.rules.phase_final import apply_final, final_items, legal_final
from exozoo.envs.planet_unknown.rules.phase_round import proceed
from exozoo.envs.planet_unknown.rules.phase_turn import (
    apply_place,
    apply_take,
    apply_tile_item,
    end_turn,
    legal_items,
    legal_take,
    may_use_technologies,
    prepare_take,
    still_placeable,
    take_item,
)
from exozoo.envs.planet_unknown.rules.placement import legal_patch, legal_place
from exozoo.envs.planet_unknown.rules.rovers import (
    BY_CARD,
    apply_put_rover,
    apply_step,
    apply_teleport,
    can_put_rover,
    can_teleport_any,
    legal_put_rover,
    legal_steps,
    legal_teleport_start,
    legal_teleport_target,
    paid_teleport,
    start_card_teleport,
    start_paid_teleport,
)
from exozoo.envs.planet_unknown.rules.scoring import finish_game, update_score
from exozoo.envs.planet_unknown.rules.technologies import (
    apply_row,
    apply_row_item,
    apply_technology,
    legal_technologies,
)
from exozoo.envs.planet_unknown.rules.tracks import (
    advance_options,
    apply_advance,
    apply_direction,
    apply_down,
    apply_flux,
    can_advance,
    down_options,
    legal_direction,
    run_advance,
    write_tracks,
)

BUT_CIV = c.ALL_TRACKS ^ (1 << c.CIV)


@jit
def legal(s, mask):
    """The options of the decision on top of the stack, and what the owner may do besides."""
    seat = np.int64(s.seat)
    kind = np.int64(s.stack_kind[np.int64(s.depth) - 1])
    legal_decision(s, seat, kind, mask)
    if s.phase == c.PHASE_TURNS and kind != c.TELEPORT_TARGET and kind != c.REDIRECT_TO:
        legal_free_moves(s, seat, kind, mask)


@jit
def legal_free_moves(s, seat, kind, mask):
    """PU-29, PU-30: rovers at any moment of the own turn, technologies between its items.

    While a rover is being chosen for something else, none can be chosen for a paid teleport.
    """
    legal_steps(s, seat, mask)
    if kind != c.CHOOSE_TELEPORT and kind != c.DESTROY_ROVER:
        legal_teleport_start(s, seat, paid_teleport(s, seat), mask)
    if may_use_technologies(s, kind):
        legal_technologies(s, seat, mask)


@jit
def legal_decision(s, seat, kind, mask):
    """One line for each decision, in the order of a turn."""
    player = s.players[seat]
    if kind == c.TAKE_TILE:
        legal_take(s, mask)
    elif kind == c.PLACE_TILE:
        legal_place(s, seat, mask)
    elif c.TILE_ITEMS <= kind <= c.ROW_ITEMS:
        legal_items(s, mask)
    elif kind == c.CHOOSE_ADVANCE:
        write_tracks(advance_options(s, seat, top_arg(s, FIRST), top_arg(s, FOURTH)), mask)
    elif kind == c.CHOOSE_DOWN:
        write_tracks(down_options(s, seat, top_arg(s, FIRST), top_arg(s, SECOND)), mask)
    elif kind == c.PLACE_PATCH:
        legal_patch(s, seat, mask)
    elif kind == c.PLACE_ROVER:
        legal_put_rover(player, mask)
    elif kind == c.TAKE_CARD:
        legal_card(s, mask)
    elif kind == c.CHOOSE_TELEPORT:
        legal_teleport_start(s, seat, BY_CARD, mask)
    elif kind == c.TELEPORT_TARGET:
        legal_teleport_target(s, seat, mask)
    elif c.COLLECT_LIFEPOD <= kind <= c.DESTROY_LIFEPOD:
        legal_candidates(s, seat, kind, mask)
    elif kind == c.CHOOSE_DIRECTION:
        legal_direction(s, seat, mask)
    elif kind == c.PLACE_LIFEPOD:
        legal_place_lifepod(s, seat, mask)
    elif kind == c.REDIRECT_FROM:
        legal_redirect_from(s, seat, mask)
    elif kind == c.REDIRECT_TO:
        legal_redirect_to(s, seat, mask)
    elif kind == c.LOSE_LIFEPOD:
        legal_lose_lifepod(s, seat, mask)
    elif kind == c.DESTROY_ROVER:
        legal_destroy_rover(player, mask)
    elif kind == c.KEEP_CARD:
        legal_keep(s, mask)
    elif kind == c.KEEP_OBJECTIVE:
        legal_objective(s, seat, mask)
    elif kind == c.FINAL_ITEMS:
        legal_final(s, seat, mask)
    else:
        legal_fixed(kind, mask)


@jit
def mark(mask, first, last):
    """All actions from the first to before the last are legal."""
    for action in range(first, last):
        mask[action] = 1


@jit
def legal_fixed(kind, mask):
    """Decisions whose options are always the same."""
    if kind == c.END_TURN:
        mask[DONE] = 1
    elif kind == c.CHOOSE_ROTATION:
        mark(mask, ROTATE, TAKE)  # PU-18
    elif kind == c.CHOOSE_LINE:
        mark(mask, LINE, ALTERNATIVE)  # PU-243: any row or column
    elif kind == c.CHOOSE_ALTERNATIVE:
        mark(mask, ALTERNATIVE, STORE)
    elif kind == c.EMPTY_COMPARTMENT:
        mark(mask, TAKE, PLACE)
    else:  # the flux track, the marker of a row
        mark(mask, TRACK, STEP)


@jit
def step(s, action):
    """Apply the decision, then everything that needs none, up to the next decision."""
    seat = np.int64(s.seat)
    kind = np.int64(s.stack_kind[np.int64(s.depth) - 1])
    if action < TRACK:
        apply_board(s, seat, kind, action)
    elif action < ITEM:
        apply_pieces(s, seat, kind, action)
    else:
        apply_rest(s, seat, kind, action)
    run(s)
    if not s.over:
        update_score(s, np.int64(s.seat))


@jit
def apply_board(s, seat, kind, action):
    """Rotation, compartments, placements and squares."""
    if action < TAKE:
        apply_rotation(s, action - ROTATE)
    elif action < PLACE:
        if kind == c.EMPTY_COMPARTMENT:
            apply_empty(s, seat, action - TAKE)
        else:
            apply_take(s, seat, action - TAKE)
    elif action < SQUARE:
        apply_place(s, seat, action - PLACE)
    elif kind == c.PLACE_PATCH:
        apply_patch(s, seat, action - SQUARE)
    elif kind == c.PLACE_ROVER:
        apply_put_rover(s, seat, action - SQUARE)
    elif kind == c.TELEPORT_TARGET:
        apply_teleport(s, seat, action - SQUARE)
    else:
        apply_candidate(s, seat, kind, action - SQUARE)


@jit
def apply_pieces(s, seat, kind, action):
    """Markers, rovers and cards."""
    if action < STEP:
        if kind == c.CHOOSE_ADVANCE:
            apply_advance(s, seat, action - TRACK)
        elif kind == c.CHOOSE_DOWN:
            apply_down(s, seat, action - TRACK)
        elif kind == c.CHOOSE_ROW:
            apply_row(s, seat, action - TRACK)
        else:
            apply_flux(s, seat, action - TRACK)
    elif action < CHOOSE_ROVER:
        apply_step(s, seat, action - STEP)
    elif action < CARD:
        if kind == c.DESTROY_ROVER:
            apply_destroy_rover(s, seat, action - CHOOSE_ROVER)
        elif kind == c.CHOOSE_TELEPORT:
            start_card_teleport(s, action - CHOOSE_ROVER)
        else:
            start_paid_teleport(s, seat, action - CHOOSE_ROVER)
    elif action < OBJECTIVE:
        apply_card(s, seat, action - CARD)
    else:
        apply_objective(s, seat, action - OBJECTIVE)


@jit
def apply_rest(s, seat, kind, action):
    """Items, technologies, cells and the small answers."""
    if action < TECHNOLOGY:
        if kind == c.TILE_ITEMS:
            apply_tile_item(s, seat, action - ITEM)
        elif kind == c.FINAL_ITEMS:
            apply_final(s, seat, action - ITEM)
        elif kind == c.ROW_ITEMS:
            apply_row_item(s, seat, action - ITEM, top_arg(s, SECOND))
        else:
            apply_milestone_item(s, seat, action - ITEM, top_arg(s, SECOND))
    elif action < DIRECTION:
        apply_technology(s, seat, action - TECHNOLOGY)
    elif action < CELL:
        apply_direction(s, seat, action - DIRECTION)
    elif action < TECH_CELL:
        apply_place_of_lifepod(s, seat, kind, action - CELL)
    elif action < LINE:
        if kind == c.PLACE_LIFEPOD:
            apply_unlock(s, seat, action - TECH_CELL)
        else:
            apply_lose_unlock(s, seat, action - TECH_CELL)
    elif action < ALTERNATIVE:
        apply_line(s, seat, action - LINE)
    elif action < STORE:
        apply_alternative(s, seat, action - ALTERNATIVE)
    elif action == STORE and kind == c.PLACE_PATCH:
        apply_store(s, seat)
    elif action == STORE:
        apply_place_of_lifepod(s, seat, kind, COLLECTION_AREA)
    elif kind == c.END_TURN:
        end_turn(s, seat)
    else:
        pop(s)


@jit
def apply_milestone_item(s, seat, item, level):
    """PU-213, PU-217: card, boost and moving down, in any order."""
    take_item(s, item)
    if item == c.ITEM_CARD:
        offer_cards(s, seat, level)
    elif item == c.ITEM_BOOST:
        gain_boost(s)
    else:
        push(s, c.CHOOSE_DOWN, BUT_CIV, ONE, ZERO, ZERO)


@jit
def apply_place_of_lifepod(s, seat, kind, place):
    if kind == c.PLACE_LIFEPOD:
        apply_place_lifepod(s, seat, place)
    elif kind == c.REDIRECT_FROM:
        apply_redirect_from(s, place)
    elif kind == c.REDIRECT_TO:
        apply_redirect_to(s, seat, place)
    else:
        apply_lose_lifepod(s, seat, place)


@jit
def run(s):
    """Everything that needs no choice, until a decision with options is on top or the game ends."""
    while not s.over:
        if s.phase == c.PHASE_SCORING:
            finish_game(s)
            return
        if s.depth == 0:
            proceed(s)
            continue
        seat = np.int64(s.seat)
        kind = np.int64(s.stack_kind[np.int64(s.depth) - 1])
        if kind == c.TASK_ADVANCE:
            run_advance(s, seat)
        elif kind == c.TASK_PATCHES:
            run_patches(s, seat)
        elif kind == c.PLACE_TILE:
            if still_placeable(s, seat):
                return
        elif is_open(s, seat, kind):
            return
        else:
            pop(s)


@jit
def is_open(s, seat, kind):
    """Whether a decision has an option at all; what cannot be done is skipped (PU-27)."""
    player = s.players[seat]
    if kind == c.TAKE_TILE:
        return prepare_take(s, seat)
    if c.TILE_ITEMS <= kind <= c.ROW_ITEMS:
        return top_arg(s, FIRST) != 0
    if kind == c.FINAL_ITEMS:
        return final_items(s, seat) != 0
    if kind == c.CHOOSE_ADVANCE:
        return advance_options(s, seat, top_arg(s, FIRST), top_arg(s, FOURTH)) != 0
    if kind == c.CHOOSE_DOWN:
        return down_options(s, seat, top_arg(s, FIRST), top_arg(s, SECOND)) != 0
    if kind == c.PLACE_PATCH:
        return has_place_for_patch(s, seat)
    if kind == c.PLACE_ROVER:
        return can_put_rover(player)
    if c.COLLECT_LIFEPOD <= kind <= c.DESTROY_LIFEPOD:
        return has_candidate(s, seat, kind)
    if kind == c.CHOOSE_LINE:
        return has_candidate(s, seat, c.DESTROY_METEORITE)
    if kind == c.CHOOSE_TELEPORT:
        return can_teleport_any(s, seat, BY_CARD)
    if kind == c.DESTROY_ROVER:
        return can_destroy_rover(player)
    if kind == c.KEEP_CARD:
        return cards_left(s) > 0
    if kind == c.CHOOSE_DIRECTION:
        return can_advance(s, seat, top_arg(s, FIRST)) or top_arg(s, THIRD) == 1
    if kind in (c.REDIRECT_FROM, c.LOSE_LIFEPOD):
        return has_lifepod(player)
    if kind == c.KEEP_OBJECTIVE:
        return can_choose_objective(s, seat)
    return kind != c.EMPTY_COMPARTMENT or can_empty(s, seat)
