"""Section 11: rovers are put on the planet, move, teleport and collect."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, top
from exozoo.envs.planet_unknown.actions import CHOOSE_ROVER, SQUARE, STEP
from exozoo.envs.planet_unknown.components import GROUND, STEP_TARGET, TERRAIN_OF_EVENT
from exozoo.envs.planet_unknown.constants import (
    CIV,
    CURRENT,
    DESTROY_ON_WATER,
    DIAGONAL_ROVERS,
    ENERGY,
    EVENT_ROVER_FORBIDDEN_TERRAIN,
    FREE_ENERGY_STEPS,
    FREE_STEP_LIMIT,
    MAX_CELLS,
    MAX_ROVERS,
    NUM_DIRECTIONS,
    NUM_SQUARES,
    OUTSIDE,
    ROVER,
    ROVERS_CARRY_METEORITES,
    TELEPORT_CIV_STATIONS,
    TELEPORT_MEANS,
    TELEPORT_ROVER,
    TELEPORT_SAME_TERRAIN,
    TELEPORT_TARGET,
    TOXIC,
    WATER,
)
from exozoo.envs.planet_unknown.rules.effects import (
    clear_meteorite,
    collect_lifepod,
    collect_meteorite,
    has_technology,
    has_trait,
    has_unused,
    in_force,
    is_station,
    rover_on,
    use_up,
)

NUM_ORTHOGONAL = 4
NO_TERRAIN = np.int64(-2)  # of no square, covered or not
# by what a rover is teleported: a card, Jump Drive technology B, Republic technology 3
BY_CARD, BY_TERRAIN, BY_STATIONS = (np.int64(n) for n in range(3))


@jit
def forbidden_terrain(s):
    """PU-134: the terrain that this round's event forbids to rovers, else one that there is not."""
    if in_force(s, EVENT_ROVER_FORBIDDEN_TERRAIN):
        return TERRAIN_OF_EVENT[np.int64(s.event)]
    return NO_TERRAIN


@jit
def may_enter(player, square, forbidden):
    """PU-71, PU-134, PU-232: no rover there, no terrain the event forbids, no toxic ground."""
    terrain = player.terrain[square]
    if terrain == forbidden:
        return False
    if terrain == NONE and GROUND[np.int64(player.planet), square] == TOXIC:
        return False
    return rover_on(player, square) == NONE


@jit
def is_energy_square(player, square):
    """Energy, or on Petra an uncovered current square (PU-237)."""
    if player.terrain[square] == NONE:
        return GROUND[np.int64(player.planet), square] == CURRENT
    return player.terrain[square] == ENERGY


@jit
def step_cost(s, seat, square, free_on_energy):
    """PU-70, PU-165: a point; nothing on energy squares with Cosmos Inc. technology 4."""
    if free_on_energy and is_energy_square(s.players[seat], square):
        return 0
    return 1


@jit
def steps_free_on_energy(s, seat):
    """PU-165: only after at least one movement point was gained in this round."""
    player = s.players[seat]
    return (
        player.gained_movement == 1
        and player.free_steps < FREE_STEP_LIMIT
        and has_technology(s.players[seat], FREE_ENERGY_STEPS)
    )


@jit
def legal_steps(s, seat, mask):
    """PU-70, PU-162, PU-238: a step of any rover, also diagonal with Cosmos Inc. technology 1."""
    player = s.players[seat]
    free = steps_free_on_energy(s, seat)
    if player.movement == 0 and not free:
        return
    planet = np.int64(player.planet)
    ways = NUM_DIRECTIONS if has_technology(s.players[seat], DIAGONAL_ROVERS) else NUM_ORTHOGONAL
    forbidden = forbidden_terrain(s)
    for rover in range(MAX_ROVERS):
        square = np.int64(player.rover_at[rover])
        if square == NONE:
            continue
        for direction in range(ways):
            target = STEP_TARGET[planet, square, direction]
            if target == NONE or not may_enter(player, target, forbidden):
                continue
            if player.movement >= step_cost(s, seat, target, free):
                mask[STEP + rover * NUM_DIRECTIONS + direction] = 1


@jit
def apply_step(s, seat, choice):
    """PU-70: pay and move; PU-72: collect at once."""
    player = s.players[seat]
    rover = choice // NUM_DIRECTIONS
    square = np.int64(player.rover_at[rover])
    target = STEP_TARGET[np.int64(player.planet), square, choice % NUM_DIRECTIONS]
    if step_cost(s, seat, target, steps_free_on_energy(s, seat)) == 0:
        player.free_steps += 1
    else:
        player.movement -= 1
    arrive(s, seat, rover, target)


@jit
def arrive(s, seat, rover, square):
    """PU-49, PU-72: the rover is on the square and collects what is there."""
    player = s.players[seat]
    player.rover_at[rover] = square
    if player.lifepod[square] == 1:
        player.lifepod[square] = 0
        collect_lifepod(s, seat)
    if has_trait(player, ROVERS_CARRY_METEORITES):
        unload(s, seat, rover, square)
        load(s, seat, rover, square)
    elif player.meteorite[square] == 1:
        clear_meteorite(player, square)
        collect_meteorite(s, seat)


@jit
def unload(s, seat, rover, square):
    """PU-176: collected on a rover station; PU-183: destroyed on water with technology 4."""
    player = s.players[seat]
    if player.cargo[rover] == 0:
        return
    if player.terrain[square] == WATER and has_technology(s.players[seat], DESTROY_ON_WATER):
        player.cargo[rover] = 0
    elif player.terrain[square] == ROVER and is_station(player, square):
        player.cargo[rover] = 0
        collect_meteorite(s, seat)


@jit
def load(s, seat, rover, square):
    """PU-175, PU-177: an empty rover loads; PU-176: on a rover station that is collecting."""
    player = s.players[seat]
    if player.cargo[rover] == 1 or player.meteorite[square] == 0:
        return
    clear_meteorite(player, square)
    if player.terrain[square] == ROVER and is_station(player, square):
        collect_meteorite(s, seat)
    else:
        player.cargo[rover] = 1


@jit
def is_teleport_target(s, seat, rover, square, means):
    """PU-73, PU-188, PU-216, PU-241: a grid square without rover that the means of travel allow."""
    player = s.players[seat]
    start = np.int64(player.rover_at[rover])
    if GROUND[np.int64(player.planet), square] == OUTSIDE:
        return False
    if not may_enter(player, square, forbidden_terrain(s)):
        return False
    if means == BY_TERRAIN:
        return player.terrain[start] != NONE and player.terrain[square] == player.terrain[start]
    if means == BY_STATIONS:
        return player.terrain[square] == CIV and is_station(player, square)
    return True


@jit
def can_teleport(s, seat, rover, means):
    """Whether the rover is on the planet, may start and has somewhere to go."""
    player = s.players[seat]
    start = np.int64(player.rover_at[rover])
    if start == NONE:
        return False
    if means == BY_STATIONS and not (player.terrain[start] == CIV and is_station(player, start)):
        return False
    for square in range(NUM_SQUARES):
        if is_teleport_target(s, seat, rover, np.int64(square), means):
            return True
    return False


@jit
def paid_teleport(s, seat):
    """PU-188, PU-216: the teleport that a movement point buys now, or NONE."""
    if s.players[seat].movement == 0:
        return NONE
    if has_unused(s.players[seat], TELEPORT_SAME_TERRAIN):
        return BY_TERRAIN
    if has_technology(s.players[seat], TELEPORT_CIV_STATIONS):
        return BY_STATIONS
    return NONE


@jit
def legal_teleport_start(s, seat, means, mask):
    """The rovers that may be teleported so."""
    if means == NONE:
        return
    for rover in range(MAX_ROVERS):
        if can_teleport(s, seat, np.int64(rover), means):
            mask[CHOOSE_ROVER + rover] = 1


@jit
def can_teleport_any(s, seat, means):
    for rover in range(MAX_ROVERS):
        if can_teleport(s, seat, np.int64(rover), means):
            return True
    return False


@jit
def start_card_teleport(s, rover):
    """PU-241: card 14 costs nothing; the target is chosen next."""
    pop(s)
    push(s, TELEPORT_TARGET, np.int64(s.seat), rover, BY_CARD, ZERO, ZERO)


@jit
def start_paid_teleport(s, seat, rover):
    """PU-188, PU-216: pay one point; the target is chosen next."""
    means = paid_teleport(s, seat)
    s.players[seat].movement -= 1
    if means == BY_TERRAIN:
        use_up(s.players[seat], TELEPORT_SAME_TERRAIN)
    push(s, TELEPORT_TARGET, seat, rover, means, ZERO, ZERO)


@jit
def legal_teleport_target(s, seat, mask):
    rover = top(s, TELEPORT_ROVER)
    means = top(s, TELEPORT_MEANS)
    for square in range(NUM_SQUARES):
        if is_teleport_target(s, seat, rover, np.int64(square), means):
            mask[SQUARE + square] = 1


@jit
def apply_teleport(s, seat, square):
    """PU-73: only what is on the target square is collected."""
    rover = top(s, TELEPORT_ROVER)
    pop(s)
    arrive(s, seat, rover, square)


@jit
def can_put_rover(player):
    """PU-65, PU-66: a rover in the supply and a square of the last tile without rover."""
    if player.rover_supply == 0:
        return False
    for cell in range(MAX_CELLS):
        square = np.int64(player.last_square[cell])
        if square != NONE and rover_on(player, square) == NONE:
            return True
    return False


@jit
def legal_put_rover(player, mask):
    for cell in range(MAX_CELLS):
        square = np.int64(player.last_square[cell])
        if square != NONE and rover_on(player, square) == NONE:
            mask[SQUARE + square] = 1


@jit
def apply_put_rover(s, seat, square):
    """PU-65: from the supply to the planet; a meteorite there is collected."""
    pop(s)
    player = s.players[seat]
    player.rover_supply -= 1
    for rover in range(MAX_ROVERS):
        if player.rover_at[rover] == NONE:
            arrive(s, seat, np.int64(rover), square)
            return
