"""Pieces on the map: placing them, how far they reach, who is near."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit
from exozoo.envs.gaia_project.components import (
    DISTANCE_OF_HEXES,
    NEAR_DISTANCE,
    RANGE_OF_LEVEL,
)
from exozoo.envs.gaia_project.constants import NAVIGATION, NUM_HEXES, QIC
from exozoo.envs.gaia_project.rules.effects import has_structure
from exozoo.envs.gaia_project.rules.federation import forget_federation_cost, join_federation

RANGE_PER_QIC = np.int64(2)  # GP-36


@jit
def put_piece(s, seat, place, piece):
    """A piece from the seat's board comes to stand on the map."""
    s.structure[place] = piece
    s.owner[place] = seat
    s.players[seat].built[piece] += 1


@jit
def remove_piece(s, seat, place):
    """The piece goes back to its board (GP-44)."""
    s.players[seat].built[s.structure[place]] -= 1
    s.structure[place] = NONE
    s.owner[place] = NONE


@jit
def settle_hex(s, seat, place):
    """A new structure or space station gives range (GP-36) and joins a federation (GP-73)."""
    player = s.players[seat]
    distance, away = player.distance, DISTANCE_OF_HEXES[s.board, place]
    if distance[place] > 0:
        player.settled[player.num_settled] = place
        player.num_settled += 1
    for other in range(NUM_HEXES):
        distance[other] = min(distance[other], away[other])
    forget_federation_cost(s, seat)
    join_federation(s, seat, place)


@jit
def note_new(s, place):
    """GP-75: neighbours of this hex may charge after the turn.

    GP-79: setup, Gaia projects, space stations, satellites and swaps do not come here.
    """
    s.new_hex[s.num_new] = place
    s.num_new += 1


@jit
def range_qic(s, seat, place, extra):
    """GP-36: Q.I.C. needed to reach a hex, with `extra` added to the basic range (GP-39)."""
    player = s.players[seat]
    missing = player.distance[place] - RANGE_OF_LEVEL[player.research[NAVIGATION]] - extra
    if missing <= 0:
        return np.int64(0)
    return (missing + RANGE_PER_QIC - 1) // RANGE_PER_QIC


@jit
def farthest_reach(s, seat):
    """GP-36: the greatest distance to a hex for which the seat has the Q.I.C."""
    player = s.players[seat]
    level = np.int64(player.research[NAVIGATION])
    return RANGE_OF_LEVEL[level] + RANGE_PER_QIC * player.stock[QIC]


@jit
def is_near_opponent(s, seat, place):
    """GP-45: an opponent's structure within distance 2, also on the same hex beside a Lantid mine."""
    away = DISTANCE_OF_HEXES[s.board, place]
    for opponent in range(s.num_seats):
        if opponent == seat:
            continue
        player = s.players[opponent]
        for index in range(player.num_settled):
            other = np.int64(player.settled[index])
            if away[other] <= NEAR_DISTANCE and has_structure(s, np.int64(opponent), other):
                return True
    return False
