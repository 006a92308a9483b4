"""Sections 8, 13, 15: markers go up and down, and cells give their bonuses."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, set_top, top
from exozoo.envs.planet_unknown.actions import DIRECTION, TRACK
from exozoo.envs.planet_unknown.components import (
    BONUS_OF_CELL,
    CELL_OF_PATH,
    IS_EITHER_CELL,
    LAST_OF_PATH,
    ROW_OF_PATH,
)
from exozoo.envs.planet_unknown.constants import (
    ADVANCE,
    BIOMASS,
    BOOST,
    BY_BOOST,
    BY_STATION,
    CELL_BONUS,
    CHOICE_FLAGS,
    CHOICE_MARKERS,
    CHOICE_STEPS,
    CHOICE_TRACKS,
    CHOOSE_ALTERNATIVE,
    CHOOSE_DIRECTION,
    CHOOSE_FLUX,
    CIV,
    CIV_AND_TECH_ADJACENT,
    CIV_MILESTONE,
    DIRECTION_FLAGS,
    DIRECTION_MARKER,
    DIRECTION_REPEATS,
    DOUBLE_BOOST,
    DOWN_STEPS,
    EVENT_NO_MILESTONES,
    EXCLUSIVE_CELLS,
    FLUX_TOKEN,
    IMPROVED_FLUX_TRACK,
    LEFT,
    MARKERS_CHANGE_TRACKS,
    MOVEMENT,
    NUM_LEVELS,
    NUM_TRACKS,
    PATCH_MILESTONE,
    RIGHT,
    ROVER,
    ROVER_MILESTONE,
    SHIFT_LIMIT,
    SHIFT_SIDEWAYS,
    SINGLE_OR_DOUBLE,
    SKIP_MARKERS,
    TASK_ADVANCE,
    TASK_FLAGS,
    TASK_GOAL,
    TASK_MARKER,
    TASK_STEPS,
    TECH_MILESTONE,
    TRACK_ROWS,
    UNION_POSITION,
    UNIONIZE,
    UP,
    UP_LEFT,
    UP_RIGHT,
    WATER,
    WITHOUT_BONUSES,
    WITHOUT_BOOSTS,
)
from exozoo.envs.planet_unknown.rules.cards import reach_civ_milestone
from exozoo.envs.planet_unknown.rules.effects import (
    cell_of,
    check_redirect_three,
    gain_boost,
    gain_number,
    gain_patches,
    gain_rover,
    has_technology,
    has_trait,
    has_unused,
    in_force,
    reach_on_tech_track,
    refresh_technologies,
)

STEP_UP, STEP_DOWN = np.int64(1), np.int64(-1)


@jit
def is_occupied(player, cell):
    """Whether any marker stands on the board cell."""
    for marker in range(NUM_TRACKS):
        if cell_of(player, marker) == cell:
            return True
    return False


@jit
def position_after(s, seat, marker, start, way):
    """PU-51, PU-91: where a marker at `start` of its path gets by one step, NONE if it cannot.

    PU-159: cells with a lifepod are skipped. PU-206: another marker blocks where cells are
    exclusive; PU-207: technology 1 skips it on the way up.
    """
    player = s.players[seat]
    corporation = np.int64(player.corporation)
    path = np.int64(player.path[marker])
    position = start + way
    while 0 <= position <= LAST_OF_PATH[corporation, path]:
        cell = CELL_OF_PATH[corporation, path, position]
        blocked = has_trait(player, EXCLUSIVE_CELLS) and is_occupied(player, cell)
        if blocked and (way == STEP_DOWN or not has_technology(s.players[seat], SKIP_MARKERS)):
            return NONE
        if not blocked and player.track_lifepod[cell] == 0:
            return position
        position += way
    return NONE


@jit
def next_position(s, seat, marker):
    """Where the marker gets by advancing once, NONE if it cannot."""
    return position_after(s, seat, marker, np.int64(s.players[seat].position[marker]), STEP_UP)


@jit
def neighbour_path(s, seat, path, side):
    """PU-193, PU-199: the track beside a track, NONE past the ends unless civ and tech touch."""
    beside = path + side
    if 0 <= beside < NUM_TRACKS:
        return beside
    if has_technology(s.players[seat], CIV_AND_TECH_ADJACENT):
        return beside % NUM_TRACKS
    return NONE


@jit
def direction_target(s, seat, marker, direction):
    """PU-193, PU-194, PU-201: the cell (path * 16 + row) a Makeshift marker reaches, or NONE."""
    player = s.players[seat]
    path = np.int64(player.path[marker])
    row = np.int64(player.position[marker])
    if direction in (LEFT, RIGHT):
        if player.shifts >= SHIFT_LIMIT or not has_technology(s.players[seat], SHIFT_SIDEWAYS):
            return NONE
    else:
        row += 1
    if direction in (UP_LEFT, LEFT):
        path = neighbour_path(s, seat, path, STEP_DOWN)
    elif direction in (UP_RIGHT, RIGHT):
        path = neighbour_path(s, seat, path, STEP_UP)
    if path == NONE or row >= TRACK_ROWS or is_occupied(player, path * TRACK_ROWS + row):
        return NONE
    return path * TRACK_ROWS + row


@jit
def can_advance(s, seat, marker):
    """PU-55: not from the last cell, nor where the way is blocked."""
    if not has_trait(s.players[seat], MARKERS_CHANGE_TRACKS):
        return next_position(s, seat, marker) != NONE
    for direction in range(RIGHT + 1):
        if direction_target(s, seat, marker, np.int64(direction)) != NONE:
            return True
    return False


@jit
def can_repeat(player, marker):
    """PU-75, PU-198: in the last cell of the rover track a station gives its number again."""
    last = LAST_OF_PATH[np.int64(player.corporation), ROVER]
    return player.path[marker] == ROVER and player.position[marker] == last


@jit
def advance_options(s, seat, tracks, flags):
    """Bits of the markers, among `tracks`, that can be advanced so (PU-55, PU-84)."""
    player = s.players[seat]
    options = 0
    for marker in range(NUM_TRACKS):
        if tracks >> marker & 1 == 0:
            continue
        if flags & UNIONIZE:  # PU-245
            row = ROW_OF_PATH[
                np.int64(player.corporation),
                np.int64(player.path[marker]),
                np.int64(player.position[marker]),
            ]
            if row >= UNION_POSITION:
                continue
        if can_advance(s, seat, marker) or (flags & BY_STATION and can_repeat(player, marker)):
            options |= 1 << marker
    return options


@jit
def write_tracks(options, mask):
    for track in range(NUM_TRACKS):
        if options >> track & 1:
            mask[TRACK + track] = 1


@jit
def apply_advance(s, seat, marker):
    """PU-54, PU-80, PU-239, PU-245: the chosen marker advances before the next one is chosen."""
    steps = top(s, CHOICE_STEPS)
    flags = top(s, CHOICE_FLAGS)
    if not flags & UNIONIZE:
        left = top(s, CHOICE_MARKERS) - 1
        set_top(s, CHOICE_TRACKS, top(s, CHOICE_TRACKS) & ~(ONE << marker))
        set_top(s, CHOICE_MARKERS, left)
        if left == 0:
            pop(s)
    push(s, TASK_ADVANCE, seat, marker, steps, flags & ~UNIONIZE, ZERO)
    if flags & BY_BOOST and has_unused(s.players[seat], DOUBLE_BOOST):
        push(s, CHOOSE_ALTERNATIVE, seat, SINGLE_OR_DOUBLE, ZERO, ZERO, ZERO)


@jit
def run_advance(s, seat):
    """PU-51: one step of the marker on top of the stack; the bonuses come before the next step."""
    marker = top(s, TASK_MARKER)
    flags = top(s, TASK_FLAGS)
    goal = top(s, TASK_GOAL)
    player = s.players[seat]
    left = top(s, TASK_STEPS) - 1
    set_top(s, TASK_STEPS, left)
    reached = goal != 0 and player.position[marker] >= goal  # PU-171: by a bonus on the way
    if reached or left <= 0:
        pop(s)
    if reached:
        return
    repeats = flags & BY_STATION and can_repeat(player, marker)
    if has_trait(player, MARKERS_CHANGE_TRACKS):
        push(s, CHOOSE_DIRECTION, seat, marker, flags, ONE if repeats else ZERO, ZERO)
        return
    position = next_position(s, seat, marker)
    if position != NONE:
        player.position[marker] = position
        refresh_technologies(s, seat)
        gain_cell(s, seat, cell_of(player, marker), flags)
    elif repeats:
        repeat_number(s, seat)


@jit
def repeat_number(s, seat):
    """PU-75: the movement points of the last cell of the rover track once more."""
    corporation = np.int64(s.players[seat].corporation)
    last = LAST_OF_PATH[corporation, ROVER]
    gain_number(s, seat, BONUS_OF_CELL[corporation, ROVER * TRACK_ROWS + last, MOVEMENT])


@jit
def gain_cell(s, seat, cell, flags):
    """PU-28, PU-56: everything printed in a cell. PU-220: one of two where the cell says so."""
    player = s.players[seat]
    corporation = np.int64(player.corporation)
    if flags & WITHOUT_BONUSES or player.track_lifepod[cell] == 1:
        return
    if IS_EITHER_CELL[corporation, cell] == 1:
        push(s, CHOOSE_ALTERNATIVE, seat, CELL_BONUS, cell, flags, ZERO)
        return
    points = BONUS_OF_CELL[corporation, cell, MOVEMENT]
    if points > 0:
        gain_number(s, seat, points)
    if BONUS_OF_CELL[corporation, cell, BOOST] > 0:
        gain_track_boost(s, seat, cell, flags)
    if not in_force(s, EVENT_NO_MILESTONES):  # PU-137
        gain_milestones(s, seat, cell)


@jit
def gain_track_boost(s, seat, cell, flags):
    """A boost printed on a track; PU-172: two of them on an improved water track."""
    if flags & WITHOUT_BOOSTS:
        return
    gain_boost(s)
    if is_improved(s, seat, cell, WATER):
        gain_boost(s)


@jit
def is_improved(s, seat, cell, track):
    """PU-172: Flux Industries technology 3 improves the cells of the flux track."""
    return (
        cell // TRACK_ROWS == track
        and s.players[seat].flux == track
        and has_technology(s.players[seat], IMPROVED_FLUX_TRACK)
    )


@jit
def gain_milestones(s, seat, cell):
    """The milestones of a cell: civ card, patches, rover, technology (PU-57, PU-65, PU-86)."""
    corporation = np.int64(s.players[seat].corporation)
    patches = BONUS_OF_CELL[corporation, cell, PATCH_MILESTONE]
    if patches > 0:
        gain_patches(s, patches + 1 if is_improved(s, seat, cell, BIOMASS) else patches)
    if BONUS_OF_CELL[corporation, cell, ROVER_MILESTONE] > 0:
        gain_rover(s, seat)
    level = BONUS_OF_CELL[corporation, cell, CIV_MILESTONE]
    if level > 0:
        if is_improved(s, seat, cell, CIV) and level < NUM_LEVELS:
            level += 1
        reach_civ_milestone(s, seat, level - 1)
    if BONUS_OF_CELL[corporation, cell, TECH_MILESTONE] > 0:
        check_redirect_three(s, seat)
        if has_trait(s.players[seat], FLUX_TOKEN):
            push(s, CHOOSE_FLUX, seat, ZERO, ZERO, ZERO, ZERO)  # PU-168


@jit
def gain_either(s, seat, cell, flags, choice):
    """PU-220: the boost or named advance of a double cell (0), or its patch (1)."""
    corporation = np.int64(s.players[seat].corporation)
    if choice == 1:
        if not in_force(s, EVENT_NO_MILESTONES):
            gain_patches(s, BONUS_OF_CELL[corporation, cell, PATCH_MILESTONE])
    elif BONUS_OF_CELL[corporation, cell, BOOST] > 0:
        gain_track_boost(s, seat, cell, flags)
    else:
        marker = BONUS_OF_CELL[corporation, cell, ADVANCE] - 1
        push(s, TASK_ADVANCE, seat, marker, ONE, ZERO, ZERO)


@jit
def legal_direction(s, seat, mask):
    """PU-193 to PU-201; straight up stands for the repeated last cell as well (PU-198)."""
    marker = top(s, DIRECTION_MARKER)
    for direction in range(RIGHT + 1):
        if direction_target(s, seat, marker, np.int64(direction)) != NONE:
            mask[DIRECTION + direction] = 1
    if top(s, DIRECTION_REPEATS) == 1:
        mask[DIRECTION + UP] = 1


@jit
def apply_direction(s, seat, direction):
    """PU-193, PU-195: the marker gains what its new cell gives, whatever the colour."""
    marker = top(s, DIRECTION_MARKER)
    flags = top(s, DIRECTION_FLAGS)
    pop(s)
    player = s.players[seat]
    if direction == UP and can_repeat(player, marker):
        repeat_number(s, seat)
        return
    cell = direction_target(s, seat, marker, direction)
    if direction in (LEFT, RIGHT):
        player.shifts += 1
    player.path[marker] = cell // TRACK_ROWS
    player.position[marker] = cell % TRACK_ROWS
    lower_tech_reach(player)
    refresh_technologies(s, seat)
    gain_cell(s, seat, cell, flags)


@jit
def lowered(s, seat, marker, steps):
    """PU-93: how far down `steps` single steps bring the marker, and the position it then has."""
    position = np.int64(s.players[seat].position[marker])
    count = 0
    while count < steps:
        below = position_after(s, seat, marker, position, STEP_DOWN)
        if below == NONE:
            break
        position = below
        count += 1
    return count, position


@jit
def down_options(s, seat, tracks, steps):
    """PU-94: the markers with which the effect is carried out as far as possible."""
    best = 0
    options = 0
    for marker in range(NUM_TRACKS):
        if tracks >> marker & 1:
            count, _ = lowered(s, seat, marker, steps)
            if count > best:
                best = count
                options = 0
            if count == best and count > 0:
                options |= 1 << marker
    return options


@jit
def move_down(s, seat, marker, steps):
    """PU-91, PU-92: no bonuses are gained, none are lost but technologies."""
    player = s.players[seat]
    _, position = lowered(s, seat, marker, steps)
    player.position[marker] = position
    lower_tech_reach(player)
    refresh_technologies(s, seat)


@jit
def apply_down(s, seat, marker):
    """PU-94, PU-132, PU-202, PU-213: the chosen marker goes down."""
    steps = top(s, DOWN_STEPS)
    pop(s)
    move_down(s, seat, marker, steps)


@jit
def apply_flux(s, seat, track):
    """PU-10, PU-168: the flux token marks this track."""
    pop(s)
    s.players[seat].flux = track


@jit
def lower_tech_reach(player):
    """PU-137: what was left in a round without milestones counts as newly reached later."""
    reach = reach_on_tech_track(player)
    if reach < player.tech_reach:
        player.tech_reach = reach
