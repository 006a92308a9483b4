"""What may be decided now, and what a decision does: tables of contents."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, pop, push, top
from exozoo.envs.planet_unknown.actions import (
    ALTERNATIVE_BLOCK,
    BLOCK_OF,
    CARD_BLOCK,
    CELL_BLOCK,
    CHOOSE_ROVER_BLOCK,
    DIRECTION_BLOCK,
    DONE,
    FIRST_OF_BLOCK,
    INDEX_IN_BLOCK,
    ITEM_BLOCK,
    LINE_BLOCK,
    OBJECTIVE_BLOCK,
    PLACE_BLOCK,
    ROTATE_BLOCK,
    SIZE_OF_BLOCK,
    SQUARE_BLOCK,
    STEP_BLOCK,
    STORE_BLOCK,
    TAKE_BLOCK,
    TECH_CELL_BLOCK,
    TECHNOLOGY_BLOCK,
    TRACK_BLOCK,
)
from exozoo.envs.planet_unknown.constants import (
    ADD_METEORITE,
    ALL_TRACKS,
    CHOICE_FLAGS,
    CHOICE_TRACKS,
    CHOOSE_ADVANCE,
    CHOOSE_ALTERNATIVE,
    CHOOSE_DIRECTION,
    CHOOSE_DOWN,
    CHOOSE_LINE,
    CHOOSE_ROTATION,
    CHOOSE_ROW,
    CHOOSE_TELEPORT,
    CIV,
    COLLECT_LIFEPOD,
    COLLECT_METEORITE,
    DESTROY_LIFEPOD,
    DESTROY_METEORITE,
    DESTROY_ROVER,
    DIRECTION_MARKER,
    DIRECTION_REPEATS,
    DOWN_STEPS,
    DOWN_TRACKS,
    EMPTY_COMPARTMENT,
    END_TURN,
    FINAL_ITEMS,
    ITEM_BOOST,
    ITEM_CARD,
    ITEMS,
    ITEMS_LEVEL,
    ITEMS_ROW,
    KEEP_CARD,
    KEEP_OBJECTIVE,
    LOSE_LIFEPOD,
    MILESTONE_ITEMS,
    PENDING,
    PHASE_SCORING,
    PHASE_TURNS,
    PLACE_LIFEPOD,
    PLACE_PATCH,
    PLACE_ROVER,
    PLACE_TILE,
    REDIRECT_FROM,
    REDIRECT_TO,
    ROW_ITEMS,
    TAKE_CARD,
    TAKE_TILE,
    TASK_ADVANCE,
    TASK_PATCHES,
    TELEPORT_TARGET,
    TILE_ITEMS,
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
from exozoo.envs.planet_unknown.rules.effects import gain_boost
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

BUT_CIV = ALL_TRACKS ^ (1 << CIV)
_ABOUT_SQUARES = (
    COLLECT_LIFEPOD,
    DESTROY_METEORITE,
    COLLECT_METEORITE,
    ADD_METEORITE,
    DESTROY_LIFEPOD,
)
# kinds that squares with a lifepod, meteorite or meteor symbol answer
IS_ABOUT_SQUARES = table([kind in _ABOUT_SQUARES for kind in PENDING.codes()])


@jit
def legal(s, mask):
    """The options of the decision on top of the stack, and what the owner may do besides."""
    seat = np.int64(s.seat)
    kind = top(s, KIND)
    legal_decision(s, seat, kind, mask)
    if s.phase == PHASE_TURNS and kind != TELEPORT_TARGET and kind != REDIRECT_TO:
        legal_free_moves(s, seat, kind, mask)


@jit
def legal_free_moves(s, seat, kind, mask):
    """PU-29, PU-30: rovers at any moment of the own turn, technologies between its items.

    While a rover is being chosen for something else, none can be chosen for a paid teleport.
    """
    legal_steps(s, seat, mask)
    if kind != CHOOSE_TELEPORT and kind != DESTROY_ROVER:
        legal_teleport_start(s, seat, paid_teleport(s, seat), mask)
    if may_use_technologies(s, kind):
        legal_technologies(s, seat, mask)


@jit
def legal_decision(s, seat, kind, mask):
    """One line for each decision, in the order of a turn."""
    player = s.players[seat]
    if kind == TAKE_TILE:
        legal_take(s, mask)
    elif kind == PLACE_TILE:
        legal_place(s, seat, mask)
    elif kind in (TILE_ITEMS, MILESTONE_ITEMS, ROW_ITEMS):
        legal_items(s, mask)
    elif kind == CHOOSE_ADVANCE:
        write_tracks(advance_options(s, seat, top(s, CHOICE_TRACKS), top(s, CHOICE_FLAGS)), mask)
    elif kind == CHOOSE_DOWN:
        write_tracks(down_options(s, seat, top(s, DOWN_TRACKS), top(s, DOWN_STEPS)), mask)
    elif kind == PLACE_PATCH:
        legal_patch(s, seat, mask)
    elif kind == PLACE_ROVER:
        legal_put_rover(player, mask)
    elif kind == TAKE_CARD:
        legal_card(s, mask)
    elif kind == CHOOSE_TELEPORT:
        legal_teleport_start(s, seat, BY_CARD, mask)
    elif kind == TELEPORT_TARGET:
        legal_teleport_target(s, seat, mask)
    elif IS_ABOUT_SQUARES[kind]:
        legal_candidates(s, seat, kind, mask)
    elif kind == CHOOSE_DIRECTION:
        legal_direction(s, seat, mask)
    elif kind == PLACE_LIFEPOD:
        legal_place_lifepod(s, seat, mask)
    elif kind == REDIRECT_FROM:
        legal_redirect_from(s, seat, mask)
    elif kind == REDIRECT_TO:
        legal_redirect_to(s, seat, mask)
    elif kind == LOSE_LIFEPOD:
        legal_lose_lifepod(s, seat, mask)
    elif kind == DESTROY_ROVER:
        legal_destroy_rover(player, mask)
    elif kind == KEEP_CARD:
        legal_keep(s, mask)
    elif kind == KEEP_OBJECTIVE:
        legal_objective(s, seat, mask)
    elif kind == FINAL_ITEMS:
        legal_final(s, seat, mask)
    else:
        legal_fixed(kind, mask)


@jit
def mark(mask, block):
    """All actions of the block are legal."""
    first = FIRST_OF_BLOCK[block]
    for action in range(first, first + SIZE_OF_BLOCK[block]):
        mask[action] = 1


@jit
def legal_fixed(kind, mask):
    """Decisions whose options are always the same."""
    if kind == END_TURN:
        mask[DONE] = 1
    elif kind == CHOOSE_ROTATION:
        mark(mask, ROTATE_BLOCK)  # PU-18
    elif kind == CHOOSE_LINE:
        mark(mask, LINE_BLOCK)  # PU-243: any row or column
    elif kind == CHOOSE_ALTERNATIVE:
        mark(mask, ALTERNATIVE_BLOCK)
    elif kind == EMPTY_COMPARTMENT:
        mark(mask, TAKE_BLOCK)
    else:  # the flux track, the marker of a row
        mark(mask, TRACK_BLOCK)


@jit
def step(s, action):
    """Apply the decision, then everything that needs none, up to the next decision."""
    seat = np.int64(s.seat)
    kind, block = top(s, KIND), BLOCK_OF[action]
    apply(s, seat, kind, block, INDEX_IN_BLOCK[action])
    # a tile just taken was found to have a place when it was offered: nothing else is to be run
    if kind != TAKE_TILE or block != TAKE_BLOCK or top(s, KIND) != PLACE_TILE:
        run(s)
    if not s.over:
        update_score(s, np.int64(s.seat))


@jit
def apply(s, seat, kind, block, choice):
    """One line for each block of actions."""
    if block == STEP_BLOCK:
        apply_step(s, seat, choice)
    elif block == PLACE_BLOCK:
        apply_place(s, seat, choice)
    elif block == ITEM_BLOCK:
        apply_item(s, seat, kind, choice)
    elif block == TAKE_BLOCK:
        apply_compartment(s, seat, kind, choice)
    elif block == SQUARE_BLOCK:
        apply_square(s, seat, kind, choice)
    elif block == TRACK_BLOCK:
        apply_track(s, seat, kind, choice)
    elif block == ROTATE_BLOCK:
        apply_rotation(s, choice)
    elif block == CHOOSE_ROVER_BLOCK:
        apply_rover(s, seat, kind, choice)
    elif block == CARD_BLOCK:
        apply_card(s, seat, choice)
    elif block == OBJECTIVE_BLOCK:
        apply_objective(s, seat, choice)
    elif block == TECHNOLOGY_BLOCK:
        apply_technology(s, seat, choice)
    elif block == DIRECTION_BLOCK:
        apply_direction(s, seat, choice)
    elif block == CELL_BLOCK:
        apply_place_of_lifepod(s, seat, kind, choice)
    elif block == TECH_CELL_BLOCK:
        apply_technology_of_lifepod(s, seat, kind, choice)
    elif block == LINE_BLOCK:
        apply_line(s, seat, choice)
    elif block == ALTERNATIVE_BLOCK:
        apply_alternative(s, seat, choice)
    elif block == STORE_BLOCK:
        apply_collection(s, seat, kind)
    else:
        apply_done(s, seat, kind)


@jit
def apply_compartment(s, seat, kind, compartment):
    if kind == EMPTY_COMPARTMENT:
        apply_empty(s, seat, compartment)
    else:
        apply_take(s, seat, compartment)


@jit
def apply_square(s, seat, kind, square):
    if kind == PLACE_PATCH:
        apply_patch(s, seat, square)
    elif kind == PLACE_ROVER:
        apply_put_rover(s, seat, square)
    elif kind == TELEPORT_TARGET:
        apply_teleport(s, seat, square)
    else:
        apply_candidate(s, seat, kind, square)


@jit
def apply_track(s, seat, kind, track):
    if kind == CHOOSE_ADVANCE:
        apply_advance(s, seat, track)
    elif kind == CHOOSE_DOWN:
        apply_down(s, seat, track)
    elif kind == CHOOSE_ROW:
        apply_row(s, seat, track)
    else:
        apply_flux(s, seat, track)


@jit
def apply_rover(s, seat, kind, rover):
    if kind == DESTROY_ROVER:
        apply_destroy_rover(s, seat, rover)
    elif kind == CHOOSE_TELEPORT:
        start_card_teleport(s, rover)
    else:
        start_paid_teleport(s, seat, rover)


@jit
def apply_item(s, seat, kind, item):
    if kind == TILE_ITEMS:
        apply_tile_item(s, seat, item)
    elif kind == FINAL_ITEMS:
        apply_final(s, seat, item)
    elif kind == ROW_ITEMS:
        apply_row_item(s, seat, item, top(s, ITEMS_ROW))
    else:
        apply_milestone_item(s, seat, item, top(s, ITEMS_LEVEL))


@jit
def apply_technology_of_lifepod(s, seat, kind, technology):
    if kind == PLACE_LIFEPOD:
        apply_unlock(s, seat, technology)
    else:
        apply_lose_unlock(s, seat, technology)


@jit
def apply_collection(s, seat, kind):
    if kind == PLACE_PATCH:
        apply_store(s, seat)
    else:
        apply_place_of_lifepod(s, seat, kind, COLLECTION_AREA)


@jit
def apply_done(s, seat, kind):
    if kind == END_TURN:
        end_turn(s, seat)
    else:
        pop(s)


@jit
def apply_milestone_item(s, seat, item, level):
    """PU-213, PU-217: card, boost and moving down, in any order."""
    take_item(s, item)
    if item == ITEM_CARD:
        offer_cards(s, seat, level)
    elif item == ITEM_BOOST:
        gain_boost(s)
    else:
        push(s, CHOOSE_DOWN, seat, BUT_CIV, ONE, ZERO, ZERO)


@jit
def apply_place_of_lifepod(s, seat, kind, place):
    if kind == PLACE_LIFEPOD:
        apply_place_lifepod(s, seat, place)
    elif kind == REDIRECT_FROM:
        apply_redirect_from(s, place)
    elif kind == REDIRECT_TO:
        apply_redirect_to(s, seat, place)
    else:
        apply_lose_lifepod(s, seat, place)


@jit
def run(s):
    """Everything that needs no choice, until a decision with options is on top or the game ends."""
    while not s.over:
        if s.phase == PHASE_SCORING:
            finish_game(s)
            return
        if s.num_pending == 0:
            proceed(s)
            continue
        seat = np.int64(s.seat)
        kind = top(s, KIND)
        if kind == TASK_ADVANCE:
            run_advance(s, seat)
        elif kind == TASK_PATCHES:
            run_patches(s, seat)
        elif kind == PLACE_TILE:
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
    if kind == TAKE_TILE:
        return prepare_take(s, seat)
    if kind in (TILE_ITEMS, MILESTONE_ITEMS, ROW_ITEMS):
        return top(s, ITEMS) != 0
    if kind == FINAL_ITEMS:
        return final_items(s, seat) != 0
    if kind == CHOOSE_ADVANCE:
        return advance_options(s, seat, top(s, CHOICE_TRACKS), top(s, CHOICE_FLAGS)) != 0
    if kind == CHOOSE_DOWN:
        return down_options(s, seat, top(s, DOWN_TRACKS), top(s, DOWN_STEPS)) != 0
    if kind == PLACE_PATCH:
        return has_place_for_patch(s, seat)
    if kind == PLACE_ROVER:
        return can_put_rover(player)
    if IS_ABOUT_SQUARES[kind]:
        return has_candidate(s, seat, kind)
    if kind == CHOOSE_LINE:
        return has_candidate(s, seat, DESTROY_METEORITE)
    if kind == CHOOSE_TELEPORT:
        return can_teleport_any(s, seat, BY_CARD)
    if kind == DESTROY_ROVER:
        return can_destroy_rover(player)
    if kind == KEEP_CARD:
        return cards_left(s) > 0
    if kind == CHOOSE_DIRECTION:
        return can_advance(s, seat, top(s, DIRECTION_MARKER)) or top(s, DIRECTION_REPEATS) == 1
    if kind in (REDIRECT_FROM, LOSE_LIFEPOD):
        return has_lifepod(player)
    if kind == KEEP_OBJECTIVE:
        return can_choose_objective(s, seat)
    return kind != EMPTY_COMPARTMENT or can_empty(s, seat)
