"""What was found out about a position of Gaia Project, for other positions of which the same is true.

Most actions change goods alone: the map, and what pieces, levels and tiles are worth, are as they were before
the action. Looking at all of that takes nine tenths of an appraisal, seeing that it is the same hardly anything.
"""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.gaia_project.tiles import NUM_FOUND
from exozoo.envs.core.codes import NONE, ONE
from exozoo.envs.core.jit import jit
from exozoo.envs.core.memory import on_stack, part_of
from exozoo.envs.gaia_project.constants import (
    MAX_PLAYERS,
    NAVIGATION,
    STD3,
    TERRAFORMING,
)
from exozoo.envs.gaia_project.state import PLAYER, STATE

MAX_KNOWN = np.int64(2)  # the position that is weighed, and the last one with another map
NUM_FINAL = 2
MEANS = np.dtype([(part, np.float64) for part in ("income", "tiles", "advanced", "research")])
ENTRY = np.dtype(
    [
        ("state", STATE, 1),  # as far as `keep` copies it
        ("found", np.int64, NUM_FOUND),  # by `survey`
        ("reach", np.float64),
        ("federations", np.float64),
        ("final", np.float64),
        ("means", MEANS, 1),
    ]
)
KNOWN = np.dtype(
    [
        ("entry", ENTRY, int(MAX_KNOWN)),
        ("count", np.int64),
        ("finals", np.int64, (NUM_FINAL, MAX_PLAYERS)),  # what each final tile counts, by seat
    ]
)
new_known = on_stack(KNOWN, cleared=False)

same_map, copy_map = part_of(STATE, "planet", "satellites")
same_boards, copy_boards = part_of(STATE, "advanced_at", "booster_open")
same_places, _ = part_of(PLAYER, "distance", "faction")
same_pieces, _ = part_of(PLAYER, "built", "gaiaformers")
same_federations, _ = part_of(PLAYER, "federations_formed", "satellites_used")
same_research, copy_research = part_of(PLAYER, "research", "research")
same_levels, _ = part_of(PLAYER, "research", "gaiaformers")
same_standard, _ = part_of(PLAYER, "standard", "standard")
same_means, _ = part_of(PLAYER, "research", "passed")
_, copy_player = part_of(PLAYER, "distance", "satellites_used")


@jit
def is_map_same(s, seat, kept):
    """Whether all that pieces on the map are judged by is as in a kept position."""
    player, old = s.players[seat], kept.players[seat]
    return (
        s.round_number == kept.round_number
        and player.research[NAVIGATION] == old.research[NAVIGATION]
        and player.research[TERRAFORMING] == old.research[TERRAFORMING]
        and player.standard[STD3] == old.standard[STD3]
        and same_pieces(player, old)
        and same_federations(player, old)
        and same_places(player, old)
        and same_map(s, kept)
    )


@jit
def are_levels_same(s, seat, kept):
    """The same of income and research, given the same map."""
    player, old = s.players[seat], kept.players[seat]
    return same_levels(player, old) and same_standard(player, old)


@jit
def are_tiles_same(s, seat, kept):
    """The same of tiles and boosters, given the same map."""
    if not same_means(s.players[seat], kept.players[seat]) or not same_boards(s, kept):
        return False
    for other in range(s.num_seats):  # who is on top of a track
        if not same_research(s.players[other], kept.players[other]):
            return False
    return True


@jit
def find_known(s, seat, known):
    """The entry of a position with the same map, NONE without one."""
    for number in range(known.count):
        if is_map_same(s, seat, known.entry[number].state[0]):
            return np.int64(number)
    return NONE


@jit
def keep(s, seat, known):
    """An entry for the position; the first one stays, any other makes room for the next."""
    number = min(known.count, MAX_KNOWN - ONE)
    known.count = number + 1
    kept = known.entry[number].state[0]
    kept.round_number = s.round_number
    copy_map(kept, s)
    copy_boards(kept, s)
    copy_player(kept.players[seat], s.players[seat])
    for other in range(s.num_seats):
        copy_research(kept.players[other], s.players[other])
    return number
