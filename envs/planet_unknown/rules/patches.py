"""Section 14: biomass patches; and the choices that squares of the planet answer."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, set_top, top
from exozoo.envs.planet_unknown.actions import DONE, SQUARE
from exozoo.envs.planet_unknown.constants import (
    ADD_METEORITE,
    BOOST_INSTEAD_OF_PATCH,
    CHOOSE_ALTERNATIVE,
    COLLECT_LIFEPOD,
    COLLECT_METEORITE,
    COLLECT_OPTIONAL,
    COUNT,
    DESTROY_LIFEPOD,
    NO_METEORITES,
    NUM_SQUARES,
    PATCH_OR_BOOST,
    PATCH_OR_TWO,
    PATCH_STORED,
    PLACE_PATCH,
    TWO_PATCHES,
)
from exozoo.envs.planet_unknown.rules.effects import (
    collect_lifepod,
    collect_meteorite,
    destroy_rover,
    has_meteorite,
    has_technology,
    has_unused,
    put_meteorite,
    remove_meteorite,
    rover_on,
)
from exozoo.envs.planet_unknown.rules.placement import can_place_patch, may_store, put_patch


@jit
def count_down(s):
    """One of several like things is done; the last one leaves the stack."""
    left = top(s, COUNT) - 1
    set_top(s, COUNT, left)
    if left <= 0:
        pop(s)


@jit
def run_patches(s, seat):
    """PU-86, PU-187, PU-223: one patch of those gained; a technology may change what it is."""
    count_down(s)
    if has_unused(s.players[seat], BOOST_INSTEAD_OF_PATCH):
        push(s, CHOOSE_ALTERNATIVE, seat, PATCH_OR_BOOST, ZERO, ZERO, ZERO)
    elif has_unused(s.players[seat], TWO_PATCHES):
        push(s, CHOOSE_ALTERNATIVE, seat, PATCH_OR_TWO, ZERO, ZERO, ZERO)
    else:
        push(s, PLACE_PATCH, seat, ONE, ZERO, ZERO, ZERO)


@jit
def has_place_for_patch(s, seat):
    """PU-88: without a legal square, and without storage, the patch is lost."""
    return can_place_patch(s, seat) or (top(s, PATCH_STORED) == 0 and may_store(s, seat))


@jit
def apply_patch(s, seat, square):
    """PU-87: it is placed, and nothing else happens."""
    count_down(s)
    put_patch(s, seat, square)


@jit
def apply_store(s, seat):
    """PU-89: it waits for the end of the game."""
    count_down(s)
    s.players[seat].stored_patches += 1


@jit
def is_candidate(s, seat, kind, square):
    """Squares that answer a choice of lifepods, meteorites or meteor symbols (PU-133, PU-140)."""
    player = s.players[seat]
    if kind in (COLLECT_LIFEPOD, DESTROY_LIFEPOD):
        return player.lifepod[square] == 1
    if kind == ADD_METEORITE:
        return (
            player.symbol[square] == 1
            and not has_meteorite(player, square)
            and not has_technology(s.players[seat], NO_METEORITES)
        )
    return has_meteorite(player, square)


@jit
def has_candidate(s, seat, kind):
    for square in range(NUM_SQUARES):
        if is_candidate(s, seat, kind, np.int64(square)):
            return True
    return False


@jit
def legal_candidates(s, seat, kind, mask):
    """PU-242, PU-244: one by one; PU-173: only Flux Industries may decline."""
    for square in range(NUM_SQUARES):
        if is_candidate(s, seat, kind, np.int64(square)):
            mask[SQUARE + square] = 1
    if kind == COLLECT_METEORITE and top(s, COLLECT_OPTIONAL) == 1:
        mask[DONE] = 1


@jit
def apply_candidate(s, seat, kind, square):
    """Collect or destroy what is on the square, or put a meteorite there (PU-133, PU-179)."""
    player = s.players[seat]
    count_down(s)
    if kind == COLLECT_LIFEPOD:
        player.lifepod[square] = 0
        collect_lifepod(s, seat)
    elif kind == DESTROY_LIFEPOD:
        player.lifepod[square] = 0
    elif kind == ADD_METEORITE:
        rover = rover_on(player, square)
        if rover >= 0:
            destroy_rover(player, rover)
        put_meteorite(s, seat, square)
    else:
        remove_meteorite(player, square)
        if kind == COLLECT_METEORITE:
            collect_meteorite(s, seat)
