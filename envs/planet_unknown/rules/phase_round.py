"""Section 4 and 16: the phases of a round, whose turn it is, and the end of the game."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import push
from exozoo.envs.planet_unknown.components import INNER_SHAPE, OUTER_SHAPE
from exozoo.envs.planet_unknown.constants import (
    CHOOSE_FLUX,
    CHOOSE_ROTATION,
    CLOCKWISE,
    FLUX_TOKEN,
    LAID_OUT,
    MAX_ROVERS,
    MOVEMENT_PER_LOADED_ROVER,
    MOVEMENT_PER_ROVER_ON_WATER,
    NUM_DEPOTS,
    NUM_TECHNOLOGIES,
    NUM_VARIANTS,
    PHASE_CARDS,
    PHASE_EVENT,
    PHASE_FINAL,
    PHASE_ROTATION,
    PHASE_SCORING,
    PHASE_SETUP,
    PHASE_TURNS,
    TWO_MOVES_PER_ROVER_ON_FLUX,
    WATER,
)
from exozoo.envs.planet_unknown.rules.effects import (
    check_redirect_three,
    gain_movement,
    has_technology,
    has_trait,
    refresh_technologies,
)
from exozoo.envs.planet_unknown.rules.objectives import (
    DISCARD_OFFERED,
    KEEP_PERSONAL,
    draw_objective,
    offer_objectives,
)
from exozoo.envs.planet_unknown.rules.phase_event import begin_event, reveal_event
from exozoo.envs.planet_unknown.rules.phase_final import (
    begin_final,
    begin_final_card,
    clear_planets,
)
from exozoo.envs.planet_unknown.rules.phase_turn import begin_turn
from exozoo.envs.planet_unknown.rules.scoring import update_score

SOLO_OFFER = np.int64(4)  # PU-8: three of them are kept
PERSONAL_OFFER = np.int64(2)  # PU-122
TWO_PLAYER_OBJECTIVES = 3  # PU-8


@jit
def proceed(s):
    """Nothing waits any more: the next seat of the phase, or the next phase (PU-16)."""
    seat = np.int64(s.seat)
    update_score(s, seat)
    if s.phase == PHASE_CARDS and begin_final_card(s, seat):
        return
    s.turn += 1
    if s.turn < s.num_players and s.phase != PHASE_ROTATION:
        s.seat = (s.commander + s.turn) % s.num_players
        begin_seat(s, np.int64(s.seat))
    else:
        next_phase(s)


@jit
def begin_seat(s, seat):
    """PU-19, PU-60: one seat after the other, the commander first."""
    if s.phase == PHASE_SETUP:
        begin_setup(s, seat)
    elif s.phase == PHASE_EVENT:
        begin_event(s, seat)
    elif s.phase == PHASE_TURNS:
        begin_turn(s)
        check_redirect_three(s, seat)
    elif s.phase == PHASE_FINAL:
        begin_final(s)
        check_redirect_three(s, seat)
    elif s.phase == PHASE_CARDS:
        begin_final_card(s, seat)


@jit
def next_phase(s):
    """PU-16, PU-95, PU-100 to PU-104: what follows a phase that all seats have finished."""
    s.turn = 0
    s.seat = s.commander
    if s.phase == PHASE_SETUP:
        lay_out_objectives(s)
        begin_round(s)
        return
    if s.phase == PHASE_ROTATION:
        s.phase = PHASE_TURNS
        if s.event_total > 0:
            s.phase = PHASE_EVENT
            reveal_event(s)
    elif s.phase == PHASE_EVENT:
        s.phase = PHASE_TURNS
    elif s.phase == PHASE_TURNS:
        end_event(s)
        if not ends_now(s):
            s.commander = (s.commander + 1) % s.num_players  # PU-20
            begin_round(s)
            return
        s.phase = PHASE_FINAL
    elif s.phase == PHASE_FINAL:
        clear_planets(s)
        s.phase = PHASE_CARDS
    else:
        s.phase = PHASE_SCORING
        return
    begin_seat(s, np.int64(s.seat))


@jit
def ends_now(s):
    """PU-95, PU-99: an unplaced tile or the last event card, or an empty depot."""
    for outer in range(NUM_DEPOTS):
        inner = (outer + s.shift) % NUM_DEPOTS
        if (
            s.taken[OUTER_SHAPE[outer]] >= NUM_VARIANTS
            and s.taken[INNER_SHAPE[inner]] >= NUM_VARIANTS
        ):
            return True
    return s.ending == 1


@jit
def end_event(s):
    """PU-126: restrictions end with the round; PU-137: technologies held back are available."""
    if s.event == NONE:
        return
    s.event = NONE
    for seat in range(np.int64(s.num_players)):
        refresh_technologies(s, np.int64(seat))
        update_score(s, np.int64(seat))


@jit
def begin_round(s):
    """PU-16 to PU-18: start-of-round gains, then the station turns."""
    s.phase = PHASE_ROTATION
    s.round_number += 1
    s.turn = 0
    s.seat = s.commander
    for seat in range(np.int64(s.num_players)):
        player = s.players[seat]
        player.gained_movement = 0
        player.extra_rover = 0
        for technology in range(NUM_TECHNOLOGIES):
            player.used_round[technology] = 0
        gain_at_start(s, np.int64(seat))
    if s.turning == CLOCKWISE:
        turn_clockwise(s)
    else:
        push(s, CHOOSE_ROTATION, np.int64(s.seat), ZERO, ZERO, ZERO, ZERO)


@jit
def turn_clockwise(s):
    """PU-14, PU-121, PU-147: one step clockwise."""
    s.rotation = (s.rotation + NUM_DEPOTS - 1) % NUM_DEPOTS


@jit
def gain_at_start(s, seat):
    """PU-17, PU-170, PU-181, PU-208: movement points for rovers, by the squares they stand on."""
    player = s.players[seat]
    points = 0
    for rover in range(MAX_ROVERS):
        square = np.int64(player.rover_at[rover])
        if square == NONE:
            continue
        terrain = player.terrain[square]
        if terrain == player.flux and has_technology(s.players[seat], TWO_MOVES_PER_ROVER_ON_FLUX):
            points += 2 * (terrain != NONE)
        if terrain == WATER and has_technology(s.players[seat], MOVEMENT_PER_ROVER_ON_WATER):
            points += 1
        if player.cargo[rover] == 1 and has_technology(s.players[seat], MOVEMENT_PER_LOADED_ROVER):
            points += 1
    gain_movement(s, seat, np.int64(points))


@jit
def begin_setup(s, seat):
    """PU-8, PU-10, PU-122: choices before the game."""
    if has_trait(s.players[seat], FLUX_TOKEN):
        push(s, CHOOSE_FLUX, seat, ZERO, ZERO, ZERO, ZERO)
    if s.num_players == 1:
        offer_objectives(s, seat, SOLO_OFFER, DISCARD_OFFERED)
    elif s.personal == 1:
        offer_objectives(s, seat, PERSONAL_OFFER, KEEP_PERSONAL)


@jit
def lay_out_objectives(s):
    """PU-8: none alone, three between two players, else one between each two neighbours."""
    count = np.int64(s.num_players)
    if count == 1:
        return
    for index in range(TWO_PLAYER_OBJECTIVES if count == 2 else count):
        s.between[index] = draw_objective(s, LAID_OUT)
