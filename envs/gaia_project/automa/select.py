"""How the Automa chooses among its options: selections and tie-breaks (GS-13 to GS-17)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.gaia_project.automa.cards import (
    COUNT_OF_CARD,
    COUNTS_FROM_RIGHT,
    FINAL_TILE_OF_CARD,
    IS_LEFT_UP,
    ORDER_OF_HEX,
)
from exozoo.envs.gaia_project.components import (
    DISTANCE_OF_HEXES,
    FAR,
    HOME_OF_FACTION,
    STEPS_BETWEEN,
)
from exozoo.envs.gaia_project.constants import (
    AUTOMA,
    FINAL_GAIA,
    FINAL_PLANET_TYPES,
    FINAL_SECTORS,
    GAIA,
    HEXES_PER_SECTOR,
    NUM_HEXES,
    TAKLONS,
    TERRANS,
    TRANSDIM,
)
from exozoo.envs.gaia_project.rules.effects import has_structure, planet_types, sectors

HUMAN = ZERO  # seat of the player
GAIA_STEPS, TRANSDIM_STEPS = np.int64(1), np.int64(2)  # OS-8
NEXT_TIE_BREAK = np.int64(256)  # more than any tie-break's value


@jit
def direction_order(s, place, support):
    """GS-17: how late the support card's directional selection comes to the hex."""
    order = ORDER_OF_HEX[s.board, place]
    return NUM_HEXES - 1 - order if IS_LEFT_UP[support] else order


@jit
def numbered_selection(valid, support):
    """GS-15, OS-2: the n-th valid option from the card's side, counting on from the start again."""
    count = ZERO
    for index in range(valid.size):
        count += np.int64(valid[index])
    if count == 0:
        return NONE
    nth = (COUNT_OF_CARD[support] - 1) % count
    if COUNTS_FROM_RIGHT[support]:
        nth = count - 1 - nth
    for index in range(valid.size):
        if valid[index]:
            if nth == 0:
                return np.int64(index)
            nth -= 1
    return NONE


@jit
def distance_to_human(s, place):
    """From a hex to the nearest planet of the player."""
    player = s.players[HUMAN]
    nearest = np.int64(FAR)
    for index in range(player.num_settled):
        other = np.int64(player.settled[index])
        if has_structure(s, HUMAN, other):
            nearest = min(nearest, np.int64(DISTANCE_OF_HEXES[s.board, place, other]))
    return nearest


@jit
def terraforming_steps(s, place):
    """GS-13, OS-8: steps from the Automa's home type; a Gaia planet counts 1, a transdim planet 2."""
    planet = s.planet[place]
    if planet == GAIA:
        return GAIA_STEPS
    if planet == TRANSDIM:
        return TRANSDIM_STEPS
    return STEPS_BETWEEN[HOME_OF_FACTION[s.players[AUTOMA].faction], planet]


@jit
def faction_tie_break(s, place):
    """GS-13, GS-18: in the faction action Terrans prefer transdim planets, Taklons near ones."""
    faction = s.players[AUTOMA].faction
    if faction == TERRANS:
        return np.int64(s.planet[place] != TRANSDIM)
    if faction == TAKLONS:
        return distance_to_human(s, place)
    return ZERO


@jit
def final_tie_break(s, place, support):
    """GS-13: 0 if the planet serves the final tile of the support card, else 1.

    OS-7: a transdim planet is a Gaia planet once colonised.
    """
    index = FINAL_TILE_OF_CARD[support]
    if index == NONE:
        return ZERO
    tile = s.final_tile[index]
    planet = np.int64(s.planet[place])
    if planet == TRANSDIM:
        planet = GAIA
    if tile == FINAL_GAIA:
        return np.int64(planet != GAIA)
    if tile == FINAL_PLANET_TYPES:
        return planet_types(s, AUTOMA) >> planet & ONE
    if tile == FINAL_SECTORS:
        return sectors(s, AUTOMA) >> np.int64(place // HEXES_PER_SECTOR) & ONE
    return ZERO


@jit
def planet_order(s, place, support, faction_action):
    """GS-13: all tie-breaks for a new mine as one number, the smallest is chosen."""
    order = faction_tie_break(s, place) if faction_action else ZERO
    order = order * NEXT_TIE_BREAK + final_tie_break(s, place, support)
    order = order * NEXT_TIE_BREAK + terraforming_steps(s, place)
    return order * NEXT_TIE_BREAK * NEXT_TIE_BREAK + near_order(s, place, support)


@jit
def near_order(s, place, support):
    """GS-13, GS-14: nearest to a planet of the player, then directional selection."""
    return distance_to_human(s, place) * NEXT_TIE_BREAK + direction_order(s, place, support)
