"""Planet Unknown by rules of thumb; docs/strategy/planet_unknown.md says them in words.

Every action is tried on a copy and the own position appraised in medals: what is sure, plus a part of
what it leads to. Taking a tile is worth its best placement.
"""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.shortlist import nth_best
from exozoo.envs.core.bits import count_bits
from exozoo.envs.core.codes import NONE, ZERO, codes, names_of, table
from exozoo.envs.core.grid import (
    BITS_OF_ROW,
    ONE_COLUMN,
    ONE_ROW,
    ROW_BITS,
    ROWS_OF_WORD,
    board_at,
    board_in,
    both,
    count_squares,
    either,
    first_square,
    is_empty,
    lowered,
    moved,
    without,
    without_first,
    words_of,
)
from exozoo.envs.core.jit import jit
from exozoo.envs.core.kernels import next_legal
from exozoo.envs.core.memory import at_table, on_stack
from exozoo.envs.core.pending import KIND, top
from exozoo.envs.planet_unknown.actions import ITEM, PLACE, SQUARE, TAKE
from exozoo.envs.planet_unknown.components import (
    COLUMN_MEDALS,
    COMPETITIVE_OBJECTIVE,
    GRID_BOARD,
    GROUND,
    LAST_OF_PATH,
    LIFEPOD_SQUARES,
    METEOR_CELL,
    OBJECTIVE_FEWER,
    OBJECTIVE_METRIC,
    OBJECTIVE_TERRAIN,
    ROW_MEDALS,
    SIZE_OF_SHAPE,
    STEP_TARGET,
)
from exozoo.envs.planet_unknown.constants import (
    CHOOSE_ADVANCE,
    CHOOSE_ROTATION,
    MAX_ROVERS,
    NUM_ITEMS,
    NUM_SHAPES,
    NUM_TRACKS,
    OUTSIDE,
    PENDING,
    PLACE_PATCH,
    PLACE_ROVER,
    PLACE_TILE,
    PLACE_TILE_ID,
    SIZE,
    TAKE_CARD,
    TAKE_TILE,
    TASK_ADVANCE,
    TASK_PATCHES,
    TILE_ITEMS,
)
from exozoo.envs.planet_unknown.rules.objectives import measure
from exozoo.envs.planet_unknown.rules.phase_turn import legal_items, legal_take
from exozoo.envs.planet_unknown.rules.placement import cell_square, legal_place, only_square
from exozoo.envs.planet_unknown.rules.scoring import card_medals, compare, medal_at
from exozoo.envs.planet_unknown.rules.step import step
from exozoo.envs.planet_unknown.state import STATE

TRUST = 0.0  # in the network's values; its priors at the root are free and help
(
    RIVAL,
    LINE_POWER,  # a line covered to the part f is worth f ** LINE_POWER of its medals
    METEORITE_SHARE,  # of a line's worth, while a meteorite lies in it
    HOLE,  # lost for an uncovered square with no uncovered neighbour
    POCKET,  # lost for one with a single uncovered neighbour
    NEXT_MEDAL,  # of the way to a track's next medal
    STEP_0,  # a position of each track, in itself
    STEP_1,
    STEP_2,
    STEP_3,
    STEP_4,
    ROVER,  # a rover on the planet
    LIFEPOD_REACH,  # something a rover stands beside
    METEORITE_REACH,
    REACH_FADES,  # for each step further
    MOVEMENT,  # a movement point in hand
    OBJECTIVE_LEAD,  # medals for being ahead in an objective now
    WAIT_ADVANCE,  # what is still to be decided in this turn
    WAIT_PATCH,
    WAIT_ROVER,
    WAIT_CARD,
    METEORITE_MORE,  # part of a line's worth lost for each meteorite in it beyond the first
    HOLE_LINE,  # part lost for a line with a hole
    BORDER,  # lost for each side between a covered and an uncovered square
    LIFEPOD_LEFT,  # a lifepod that still lies on the planet
    METEORITE_LEFT,  # lost for a meteorite that does
    LIFEPOD_NEAR,  # each lifepod or meteorite beside the nearest rover
    METEORITE_NEAR,
    METEORITE_LINES,  # and for each medal of the lines it spoils
    NEAR_FADES,  # for each step further
    OBJECTIVE,  # medals for a large lead in an objective, when weighing actions
    OBJECTIVE_EVEN,  # with this lead and one more, half of it counts
    ROTATION,  # the commander looks at the tiles that each rotation brings
    SHORTLIST,  # placements of a tile that are tried, by how the planet looks after them; 0: all
) = codes(34)
ROWS = tuple(name.lower() for name in names_of(globals(), "RIVAL", "SHORTLIST"))
SWITCHES = ("rotation", "shortlist")
# of search: simulations that play on one turn, and how many turns the others do. Two see more, and cost four times as
# much; with a limit of time they are worth it from the first one on
NEAR, TURNS_LATER = 50, 2
TURNS_IN_TIME = TURNS_LATER
OTHERS_PASS = True  # they hardly touch one's own planet, and cost half of the time and more
AT_SPEED = {ROTATION: 0.0, SHORTLIST: 8.0}  # while search plays on
STAGES = (0.0, 0.25, 0.5, 0.75, 1.0)  # by how much of the own planet is covered
THIRD = 1 / 3  # of a medal: a collected meteorite
EMPTY = (np.int64(0), np.int64(0), np.int64(0))  # board
PASSED_OVER = -1000.0  # medals for what is not on a shortlist
NOTHING_MORE = PLACE - np.int64(1)  # a single pass without placement
NO_TAKE = TAKE - np.int64(1)  # a single pass without taking a tile
LINE_COUNTS = SIZE + 1
ALL_LINES = (np.int64(1) << 2 * SIZE) - 1  # rows and columns
FARTHEST = 2 * SIZE
# behind the rows of the file: powers of the part of a line, by squares and those covered, and how
# the pull of things fades by their distance
FADING = (0.05, 1.0)  # the least and the most for a step
POWERS = np.int64(len(ROWS))
REACHES = POWERS + LINE_COUNTS * LINE_COUNTS
NEARNESS = REACHES + FARTHEST
COLUMN_BITS = np.int64(0x0001000100010001)  # the first column of a word
TOP_ROW = np.int64(48)  # the bit at which the last row of a word begins
UP, RIGHT, DOWN, LEFT = codes(4)  # the first of DIRECTIONS
ORTHOGONAL = 4
new_notes = on_stack(
    np.dtype(
        [
            ("worth", np.float64, NEARNESS + FARTHEST),  # of the seat's stage
            ("lines", np.float64, 2 * SIZE),  # what each is worth, if that is known
            ("reach", np.float64, MAX_ROVERS),  # the best that each rover of the planet reaches
            ("stands", np.int64, MAX_ROVERS),  # where each of them does
            ("marks", np.int64, STATE["between"].shape),  # of the neighbour in each objective
        ]
    ),
    cleared=False,
)  # what one weighing counts with
renew = at_table(STATE)  # copies a position over another


def complete(worth: np.ndarray) -> np.ndarray:
    """The table with what kernels would otherwise compute again for every position."""
    squares = np.maximum(np.arange(LINE_COUNTS), 1)[:, None, None]
    parts = np.minimum(np.arange(LINE_COUNTS)[None, :, None] / squares, 1.0)
    powers = parts ** np.maximum(worth[LINE_POWER], 0.1)
    steps = np.arange(FARTHEST)[:, None]
    reach, near = (np.clip(worth[row], *FADING) for row in (REACH_FADES, NEAR_FADES))
    return np.concatenate(
        [
            worth,
            powers.reshape(-1, worth.shape[1]),
            reach ** (steps - 1),
            near ** np.maximum(steps - 1, 0),
        ]
    )


def _squares_of_lines() -> np.ndarray:
    inside = (GROUND != OUTSIDE).reshape(-1, SIZE, SIZE)
    return np.concatenate([inside.sum(axis=2), inside.sum(axis=1)], axis=1)


def _passable() -> np.ndarray:
    """A board for each planet and direction: the squares from which one may step that way."""
    return np.array(
        [
            words_of(divmod(int(square), int(SIZE)) for square in np.flatnonzero(targets != NONE))
            for planet in STEP_TARGET
            for targets in planet.T[:ORTHOGONAL]
        ]
    )


def _steps_between() -> np.ndarray:
    row, col = np.divmod(np.arange(SIZE * SIZE), SIZE)
    return abs(row[:, None] - row) + abs(col[:, None] - col)


def _waiting() -> np.ndarray:
    rows = np.full(len(PENDING.kinds), NONE)
    rows[[CHOOSE_ADVANCE, TASK_ADVANCE]] = WAIT_ADVANCE
    rows[[PLACE_PATCH, TASK_PATCHES]] = WAIT_PATCH
    rows[PLACE_ROVER] = WAIT_ROVER
    rows[TAKE_CARD] = WAIT_CARD
    return rows


WAITING_ROW = table(_waiting())  # of each kind of entry on the stack
SQUARES_OF_LINE = table(_squares_of_lines())  # [planet, line]: rows, then columns
SQUARES_OF_PLANET = table((GROUND != OUTSIDE).sum(axis=1))
PASSABLE = table(_passable())
STEPS_BETWEEN = table(_steps_between())  # [square, square]


@jit
def stage_of(s, seat):
    """How far the seat is, by what it has covered."""
    player = s.players[seat]
    covered = count_squares(board_in(player.covered))
    last = len(STAGES) - 1
    return min(last, covered * (last + 1) // SQUARES_OF_PLANET[np.int64(player.planet)])


@jit
def note_worth(notes, stage, worth):
    """The weights of a stage."""
    for row in range(worth.shape[0]):
        notes.worth[row] = worth[row, stage]


@jit
def count_in_line(board, line):
    """Squares of a board in a row, or in a column beyond SIZE."""
    if line < SIZE:
        word = board[line // ROWS_OF_WORD]
        return count_bits(word >> (line % ROWS_OF_WORD * BITS_OF_ROW) & ROW_BITS)
    col = line - SIZE
    total = (board[0] >> col & COLUMN_BITS) + (board[1] >> col & COLUMN_BITS)
    total += board[2] >> col & COLUMN_BITS
    return (total * COLUMN_BITS) >> TOP_ROW & ROW_BITS


@jit
def line_value(planet, line, covered, fallen, holes, notes):
    """A row or column: its medals by how much of it is covered."""
    medals = ROW_MEDALS[planet, line] if line < SIZE else COLUMN_MEDALS[planet, line - SIZE]
    done = count_in_line(covered, line)
    value = medals * notes.worth[POWERS + SQUARES_OF_LINE[planet, line] * LINE_COUNTS + done]
    meteorites = count_in_line(fallen, line)
    if meteorites > 0:
        value *= notes.worth[METEORITE_SHARE]
        for _ in range(meteorites - 1):
            value *= 1.0 - notes.worth[METEORITE_MORE]
    if notes.worth[HOLE_LINE] != 0.0 and count_in_line(holes, line) > 0:
        value *= 1.0 - notes.worth[HOLE_LINE]
    return value


@jit
def lines_of(board):
    """Bits of the rows and, SIZE further, the columns in which the board has squares."""
    columns = board[0] | board[1] | board[2]
    columns |= columns >> 2 * BITS_OF_ROW
    bits = ((columns | columns >> BITS_OF_ROW) & ROW_BITS) << SIZE
    for row in range(SIZE):
        word = board[row // ROWS_OF_WORD]
        if word >> (row % ROWS_OF_WORD * BITS_OF_ROW) & ROW_BITS:
            bits |= np.int64(1) << row
    return bits


@jit
def ground_value(planet, covered, fallen, asked, notes):
    """The planet: its lines, less what lies so that few tiles will ever fit.

    Lines whose bit is not in `asked` are known and stand in the notes.
    """
    free = without(board_at(GRID_BOARD, planet), covered)
    right = both(moved(free, ONE_COLUMN), board_at(PASSABLE, planet * ORTHOGONAL + RIGHT))
    below = both(moved(free, ONE_ROW), board_at(PASSABLE, planet * ORTHOGONAL + DOWN))
    left = both(lowered(free, ONE_COLUMN), board_at(PASSABLE, planet * ORTHOGONAL + LEFT))
    above = both(lowered(free, ONE_ROW), board_at(PASSABLE, planet * ORTHOGONAL + UP))
    any_free = either(either(right, below), either(left, above))
    two = either(both(right, left), both(below, above))
    two = either(two, both(either(right, left), either(below, above)))
    holes = without(free, any_free)
    pockets = without(both(free, any_free), two)
    loss = notes.worth[HOLE] * count_squares(holes)
    loss += notes.worth[POCKET] * count_squares(pockets)
    sides = count_squares(both(covered, right)) + count_squares(both(covered, left))
    sides += count_squares(both(covered, below)) + count_squares(both(covered, above))
    total = 0.0
    for line in range(2 * SIZE):
        if SQUARES_OF_LINE[planet, line] == 0:
            continue
        if asked >> line & 1:
            total += line_value(planet, line, covered, fallen, holes, notes)
        else:
            total += notes.lines[line]
    return total - loss - notes.worth[BORDER] * sides


@jit
def track_value(player, notes):
    """Medals of the tracks, the way to the next ones, and the bonuses that every step brings."""
    corporation = np.int64(player.corporation)
    total = 0.0
    for marker in range(NUM_TRACKS):
        path, position = np.int64(player.path[marker]), np.int64(player.position[marker])
        now = medal_at(player, path, position)
        total += now + notes.worth[STEP_0 + marker] * position
        last = LAST_OF_PATH[corporation, path]
        ahead = position + 1
        while ahead <= last and medal_at(player, path, ahead) <= now:
            ahead += 1
        if ahead <= last:
            gain = medal_at(player, path, ahead) - now
            total += notes.worth[NEXT_MEDAL] * gain / (ahead - position)
    return total


@jit
def pull(square, row, amount, rovers, notes):
    """What a thing on a square is worth to the nearest rover; each rover's `reach` hears of it, by `row`."""
    if rovers == 0:
        return 0.0
    nearest = FARTHEST
    for rover in range(rovers):
        steps = STEPS_BETWEEN[square, np.int64(notes.stands[rover])]
        value = notes.worth[row] * notes.worth[REACHES + steps]
        notes.reach[rover] = max(notes.reach[rover], value)
        nearest = min(nearest, steps)
    return amount * notes.worth[NEARNESS + nearest]


@jit
def rover_value(player, notes):
    """Rovers, and what lies in their reach."""
    planet, rovers = np.int64(player.planet), 0
    for rover in range(MAX_ROVERS):
        if player.rover_at[rover] != NONE:
            notes.reach[rovers] = 0.0
            notes.stands[rovers] = player.rover_at[rover]
            rovers += 1
    total = player.movement * notes.worth[MOVEMENT]
    for number in range(LIFEPOD_SQUARES.shape[1]):
        square = LIFEPOD_SQUARES[planet, number]
        if player.lifepod[square]:
            total += notes.worth[LIFEPOD_LEFT]
            amount = notes.worth[LIFEPOD_NEAR]
            total += pull(square, LIFEPOD_REACH, amount, rovers, notes)
    fallen = board_in(player.fallen)
    while not is_empty(fallen):
        row, col = first_square(fallen)
        fallen = without_first(fallen)
        medals = ROW_MEDALS[planet, row] + COLUMN_MEDALS[planet, col]
        amount = notes.worth[METEORITE_NEAR] + notes.worth[METEORITE_LINES] * medals
        square = row * SIZE + col
        total += pull(square, METEORITE_REACH, amount, rovers, notes)
        total -= notes.worth[METEORITE_LEFT]
    for rover in range(rovers):
        total += notes.worth[ROVER] + notes.reach[rover]
    return total


@jit
def waiting_value(s, seat, notes):
    """What the seat is still to decide in this turn."""
    total = 0.0
    if s.seat == seat:
        for entry in range(s.num_pending):
            row = WAITING_ROW[s.pending[entry, KIND]]
            if row != NONE:
                total += notes.worth[row]
    return total


@jit
def neighbour_in(s, index, seat):
    """The seat that an objective, by its place in `between`, is between the given seat and; or NONE."""
    if s.between[index] == NONE or s.num_players == 1:
        return NONE
    first = np.int64(index % s.num_players)
    second = np.int64((first + 1) % s.num_players)
    if seat == first:
        return second
    return first if seat == second else NONE


@jit
def measure_in(s, index, seat):
    """What a seat has of an objective; more is better."""
    objective = np.int64(s.between[index])
    metric = COMPETITIVE_OBJECTIVE[objective, OBJECTIVE_METRIC]
    found = measure(s.players[seat], metric, COMPETITIVE_OBJECTIVE[objective, OBJECTIVE_TERRAIN])
    return -found if COMPETITIVE_OBJECTIVE[objective, OBJECTIVE_FEWER] == 1 else found


@jit
def measure_neighbours(s, seat, notes):
    """Note what the neighbours have of the seat's objectives: its own actions do not change it."""
    for index in range(s.between.size):
        other = neighbour_in(s, index, seat)
        if other != NONE:
            notes.marks[index] = measure_in(s, index, other)


@jit
def objective_value(s, seat, notes):
    """Objectives with the neighbours: small leads count most."""
    if notes.worth[OBJECTIVE] == 0.0:
        return 0.0
    total = 0.0
    for index in range(s.between.size):
        if neighbour_in(s, index, seat) != NONE:
            lead = measure_in(s, index, seat) - notes.marks[index]
            total += lead / (abs(lead) + notes.worth[OBJECTIVE_EVEN] + 1.0)
    return notes.worth[OBJECTIVE] * total


@jit
def seat_value(s, seat, notes):
    """Medals that the seat is likely to have at the end, objectives left out."""
    player = s.players[seat]
    covered, fallen = board_in(player.covered), board_in(player.fallen)
    planet = np.int64(player.planet)
    total = ground_value(planet, covered, fallen, ALL_LINES, notes)
    total += track_value(player, notes)
    total += player.lifepods + player.meteorites * THIRD + rover_value(player, notes)
    return total + card_medals(s, seat) + waiting_value(s, seat, notes)


@jit
def first_item(s, seat, mask):
    """The next waiting station of a tile just placed, or NONE: its place is judged after them."""
    if s.over or s.seat != seat or top(s, KIND) != TILE_ITEMS:
        return NONE
    mask[:] = 0
    legal_items(s, mask)
    for number in range(NUM_ITEMS):
        if mask[ITEM + number]:
            return np.int64(ITEM + number)
    return NONE


@jit
def is_taking(s, seat):
    """Whether the seat is to take a tile."""
    return not s.over and s.seat == seat and top(s, KIND) == TAKE_TILE


@jit
def is_placing(s, seat):
    """Whether the seat holds a tile that it is to place."""
    return not s.over and s.seat == seat and top(s, KIND) == PLACE_TILE


@jit
def first_sight(s, seat, options, looks, notes):
    """Leave the best placements of the tile in hand in `options`: by the planet with the tile on it."""
    player, tile = s.players[seat], top(s, PLACE_TILE_ID)
    covered, fallen = board_in(player.covered), board_in(player.fallen)
    shape, planet = tile % NUM_SHAPES, np.int64(player.planet)
    for line in range(2 * SIZE):  # as they are; a tile changes few of them
        notes.lines[line] = line_value(planet, np.int64(line), covered, fallen, EMPTY, notes)
    placement = next_legal(options, PLACE)
    while placement < SQUARE:
        below = EMPTY
        for cell in range(SIZE_OF_SHAPE[shape]):
            square = cell_square(tile, placement - PLACE, np.int64(cell))
            below = either(below, only_square(square))
        left = without(fallen, below)
        if tile // NUM_SHAPES % 2 == 1:
            hit = cell_square(tile, placement - PLACE, METEOR_CELL[shape])
            left = either(left, only_square(hit))
        asked = lines_of(below) if notes.worth[HOLE_LINE] == 0.0 else ALL_LINES
        looks[placement] = ground_value(planet, either(covered, below), left, asked, notes)
        placement = next_legal(options, placement + 1)
    floor = nth_best(options, PLACE, SQUARE, looks, np.int64(notes.worth[SHORTLIST]))
    placement = next_legal(options, PLACE)
    while placement < SQUARE:
        if looks[placement] < floor:
            options[placement], looks[placement] = 0, PASSED_OVER
        placement = next_legal(options, placement + 1)


@jit
def weigh(s, mask, worth, scratch, slot, out):
    """What the own position is worth after each action; taking a tile: after its best placement.

    Turning the station: after the best placement of a tile that it brings. Returns the placement that
    is best after the best take. One function, since every kernel that calls `step` compiles all rules of
    the game once more.
    """
    seat = np.int64(s.seat)
    notes = new_notes()
    note_worth(notes, stage_of(s, seat), worth)
    measure_neighbours(s, seat, notes)
    options = np.zeros(mask.size, np.uint8)
    item_mask = np.zeros(mask.size, np.uint8)
    listed, highest, then = mask.copy(), -np.inf, NONE
    if notes.worth[SHORTLIST] > 0.0 and is_placing(s, seat):
        first_sight(s, seat, listed, out, notes)
    action = next_legal(listed, ZERO)
    while action < mask.size:
        renew(scratch[slot], s)
        step(scratch[slot], action)
        turned = action < TAKE and notes.worth[ROTATION] != 0.0 and is_taking(scratch[slot], seat)
        best, placed, is_placed = -np.inf, NONE, False
        for take in range(TAKE if turned else NO_TAKE, PLACE if turned else TAKE):
            taken = np.int64(take if turned else action)
            renew(scratch[slot + 1], scratch[slot])
            if turned:
                item_mask[:] = 0
                legal_take(scratch[slot + 1], item_mask)
                if not item_mask[take]:
                    continue
                step(scratch[slot + 1], taken)
            options[:] = 0
            is_placed = TAKE <= taken < PLACE and is_placing(scratch[slot + 1], seat)
            if is_placed:
                legal_place(scratch[slot + 1], seat, options)
                if notes.worth[SHORTLIST] > 0.0:
                    first_sight(scratch[slot + 1], seat, options, out, notes)
            options[NOTHING_MORE] = not is_placed
            placement = next_legal(options, NOTHING_MORE)
            while placement < SQUARE:
                renew(scratch[slot + 2], scratch[slot + 1])
                tried = scratch[slot + 2]
                follow = placement if is_placed else first_item(tried, seat, item_mask)
                while follow != NONE:
                    step(tried, follow)
                    follow = first_item(tried, seat, item_mask)
                if tried.over:
                    value = np.float64(tried.scores[seat])
                else:
                    value = seat_value(tried, seat, notes)
                    value += objective_value(tried, seat, notes)
                if value > best:
                    best, placed = value, placement
                placement = next_legal(options, placement + 1)
        out[action] = best
        if best > highest:
            highest, then = best, placed if is_placed and not turned else NONE
        action = next_legal(listed, action + 1)
    return then


@jit
def appraise(s, worth, points):
    """Likely final medals of every seat, objectives by who is ahead in them now."""
    notes = new_notes()
    for seat in range(s.num_players):
        note_worth(notes, stage_of(s, np.int64(seat)), worth)
        points[seat] = seat_value(s, np.int64(seat), notes)
    for index in range(s.between.size):
        objective = np.int64(s.between[index])
        if objective != NONE and s.num_players > 1:
            seat = np.int64(index % s.num_players)
            other = np.int64((seat + 1) % s.num_players)
            lead = worth[OBJECTIVE_LEAD, stage_of(s, seat)]
            ahead = compare(s, objective, seat, other) * lead
            points[seat] += ahead
            points[other] -= ahead


@jit
def begins_turn(s):
    """Whether the deciding seat turns the station or takes its tile, with nothing left of a turn."""
    kind = top(s, KIND)
    return kind == CHOOSE_ROTATION or kind == TAKE_TILE
