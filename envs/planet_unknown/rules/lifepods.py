"""Where collected lifepods lie: collection area, track cells (Cosmos Inc.), technologies (Jump Drive)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, set_top, top
from exozoo.envs.planet_unknown.actions import CELL, DONE, STORE, TECH_CELL
from exozoo.envs.planet_unknown.constants import (
    COUNT,
    LIFEPODS_ON_TECHNOLOGIES,
    LIFEPODS_ON_TRACKS,
    NUM_CELLS,
    NUM_TECHNOLOGIES,
    REDIRECT_SOURCE,
    REDIRECT_TO,
)
from exozoo.envs.planet_unknown.rules.effects import (
    check_redirect_three,
    has_trait,
    refresh_technologies,
)
from exozoo.envs.planet_unknown.rules.tracks import is_occupied

COLLECTION_AREA = np.int64(NUM_CELLS)  # as a place of a lifepod, beside the cells 0..79


@jit
def legal_free_cells(player, mask):
    """PU-158: any track cell without marker and without lifepod."""
    for cell in range(NUM_CELLS):
        if player.track_lifepod[cell] == 0 and not is_occupied(player, cell):
            mask[CELL + cell] = 1


@jit
def legal_place_lifepod(s, seat, mask):
    """PU-158, PU-185: collection area, a free track cell, or a technology without lifepod."""
    player = s.players[seat]
    mask[STORE] = 1
    if has_trait(player, LIFEPODS_ON_TRACKS):
        legal_free_cells(player, mask)
    if has_trait(player, LIFEPODS_ON_TECHNOLOGIES):
        for technology in range(NUM_TECHNOLOGIES):
            if player.tech_lifepod[technology] == 0:
                mask[TECH_CELL + technology] = 1


@jit
def place_on(s, seat, place):
    """Put a lifepod into the collection area or on a track cell."""
    player = s.players[seat]
    if place == COLLECTION_AREA:
        player.lifepods += 1
    else:
        player.track_lifepod[place] = 1
    refresh_technologies(s, seat)
    check_redirect_three(s, seat)


@jit
def take_from(player, place):
    """Take a lifepod from the collection area or a track cell."""
    if place == COLLECTION_AREA:
        player.lifepods -= 1
    else:
        player.track_lifepod[place] = 0


@jit
def apply_place_lifepod(s, seat, place):
    pop(s)
    place_on(s, seat, place)


@jit
def apply_unlock(s, seat, technology):
    """PU-185: the technology is available at once; the lifepod stays there."""
    pop(s)
    s.players[seat].tech_lifepod[technology] = 1
    refresh_technologies(s, seat)


@jit
def has_lifepod(player):
    """Whether any lifepod lies in the collection area, on a track or on a technology."""
    if player.lifepods > 0:
        return True
    for technology in range(NUM_TECHNOLOGIES):
        if player.tech_lifepod[technology] == 1:
            return True
    for cell in range(NUM_CELLS):
        if player.track_lifepod[cell] == 1:
            return True
    return False


@jit
def legal_collected(player, mask):
    """PU-140, PU-161: any collected lifepod, wherever it lies."""
    if player.lifepods > 0:
        mask[STORE] = 1
    for cell in range(NUM_CELLS):
        if player.track_lifepod[cell] == 1:
            mask[CELL + cell] = 1


@jit
def legal_redirect_from(s, seat, mask):
    """PU-161: which lifepod is redirected; the owner may stop."""
    legal_collected(s.players[seat], mask)
    mask[DONE] = 1


@jit
def legal_lose_lifepod(s, seat, mask):
    """PU-140, card 114: wherever it lies on the corporation board."""
    player = s.players[seat]
    legal_collected(player, mask)
    for technology in range(NUM_TECHNOLOGIES):
        if player.tech_lifepod[technology] == 1:
            mask[TECH_CELL + technology] = 1


@jit
def apply_redirect_from(s, place):
    """PU-161: its new place is chosen next; one redirect fewer is left."""
    left = top(s, COUNT) - 1
    set_top(s, COUNT, left)
    if left == 0:
        pop(s)
    push(s, REDIRECT_TO, np.int64(s.seat), place, ZERO, ZERO, ZERO)


@jit
def legal_redirect_to(s, seat, mask):
    """PU-161: a free track cell or the collection area, not where it comes from."""
    legal_free_cells(s.players[seat], mask)
    if top(s, REDIRECT_SOURCE) != COLLECTION_AREA:
        mask[STORE] = 1


@jit
def apply_redirect_to(s, seat, place):
    source = top(s, REDIRECT_SOURCE)
    pop(s)
    take_from(s.players[seat], source)
    place_on(s, seat, place)


@jit
def apply_lose_lifepod(s, seat, place):
    pop(s)
    take_from(s.players[seat], place)
    refresh_technologies(s, seat)
    check_redirect_three(s, seat)


@jit
def apply_lose_unlock(s, seat, technology):
    """Card 114 may take a lifepod off a Jump Drive technology, which is then locked again."""
    pop(s)
    s.players[seat].tech_lifepod[technology] = 0
    refresh_technologies(s, seat)
