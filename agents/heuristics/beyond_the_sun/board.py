"""What is seen on the board: a seat's ships, outposts and colonies, and what they are close to."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.beyond_the_sun.achievements import look_at_achievements
from exozoo.agents.heuristics.beyond_the_sun.fleet import is_ripe, system_points
from exozoo.agents.heuristics.beyond_the_sun.known import (
    is_board_same,
    keep_board,
    room_for_next,
)
from exozoo.agents.heuristics.beyond_the_sun.worth import LOOKS_AHEAD
from exozoo.envs.beyond_the_sun.constants import FIRST_SYSTEM, NUM_NODES
from exozoo.envs.beyond_the_sun.rules.effects import colonies, outposts, ship_count
from exozoo.envs.beyond_the_sun.rules.phase_turn import fleet_strength
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit


@jit
def ripe_points(s, seat, worth, stage):
    """Of the best system that the seat could colonise if an action lets it."""
    best = ZERO
    for number in range(FIRST_SYSTEM, NUM_NODES):
        node = np.int64(number)
        card = np.int64(s.node_system[node])
        if card != NONE and s.controller[node] == seat and is_ripe(s, seat, node, card):
            best = max(best, system_points(s, card, worth, stage))
    return best


@jit
def find_board(s, seat, worth, stage, own):
    """The number of an entry with what is seen, a new one if need be; `own` is what is known of the seat."""
    for number in range(own.num_boards):
        board = own.boards[number]
        if board.stage == stage and is_board_same(s, seat, board.state[0]):
            return np.int64(number)
    number = room_for_next(own.num_boards)
    own.num_boards = number + 1
    board = own.boards[number]
    keep_board(s, seat, board.state[0])
    board.stage = stage
    board.ships = ship_count(s, seat)
    board.strength = fleet_strength(s, seat)
    board.outposts = outposts(s, seat)
    board.colonies = colonies(s, seat)
    board.has_systems = 0
    board.ripe = ripe_points(s, seat, worth, stage)
    look_at_achievements(s, seat, worth[LOOKS_AHEAD, stage] > 0.0, board)
    return number
