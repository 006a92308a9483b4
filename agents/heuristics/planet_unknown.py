"""Planet Unknown by rules of thumb; docs/strategy/planet_unknown.md says them in words.

Every action is tried on a copy and the own position appraised in medals: what is sure, plus a part of
what it leads to. Taking a tile is worth its best placement.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.jit import jit_across
from exozoo.envs.planet_unknown.actions import ITEM, PLACE, SQUARE, TAKE
from exozoo.envs.planet_unknown.components import (
    COLUMN_MEDALS,
    GRID_ROWS,
    LAST_OF_PATH,
    ROW_MEDALS,
    STEP_TARGET,
)
from exozoo.envs.planet_unknown.constants import (
    CHOOSE_ADVANCE,
    MAX_ROVERS,
    NUM_DECISIONS,
    NUM_ITEMS,
    NUM_SQUARES,
    NUM_TRACKS,
    PLACE_PATCH,
    PLACE_ROVER,
    PLACE_TILE,
    SIZE,
    TAKE_CARD,
    TASK_ADVANCE,
    TASK_PATCHES,
    TILE_ITEMS,
)
from exozoo.envs.planet_unknown.placement import fill_covered
from exozoo.envs.planet_unknown.scoring import card_medals, compare, medal_at
from exozoo.envs.planet_unknown.step import legal, step

kernel = jit_across("exozoo.envs.planet_unknown")

LINE_POWER = 2.0  # a line covered to the part f is worth f ** LINE_POWER of its medals
METEORITE_SHARE = 0.45  # of a line's worth, while a meteorite lies in it
HOLE = 0.8  # lost for an uncovered square with no uncovered neighbour
POCKET = 0.25  # lost for one with a single uncovered neighbour
NEXT_MEDAL = 0.7  # of the way to a track's next medal
STEP_VALUE = table(
    [0.55, 0.30, 0.40, 0.30, 0.35], np.float64
)  # a position of each track, in itself
ROVER_VALUE = 0.5  # a rover on the planet
LIFEPOD_REACH, METEORITE_REACH = 0.55, 0.75  # something a rover stands beside
REACH_FADES = 0.75  # for each step further
MOVEMENT_VALUE = 0.06  # a movement point in hand
THIRD = 1 / 3  # of a medal: a collected meteorite
OBJECTIVE_LEAD = 1.5  # medals for being ahead in an objective now
MAX_ITEMS_TRIED = 6


def _waiting() -> np.ndarray:
    worth = np.zeros(int(TASK_PATCHES) + 1)
    worth[[CHOOSE_ADVANCE, TASK_ADVANCE]] = 0.9
    worth[[PLACE_PATCH, TASK_PATCHES]] = 0.6
    worth[PLACE_ROVER] = 0.6
    worth[TAKE_CARD] = 2.5
    return worth


WAITING_VALUE = table(_waiting(), np.float64)  # of each kind of entry on the stack
assert WAITING_VALUE.size > NUM_DECISIONS


@kernel
def line_value(player, covered):
    """Rows and columns: their medals by how much of them is covered."""
    planet = np.int64(player.planet)
    total = 0.0
    for line in range(2 * SIZE):
        medals = ROW_MEDALS[planet, line] if line < SIZE else COLUMN_MEDALS[planet, line - SIZE]
        squares, done, meteorites = 0, 0, 0
        for place in range(SIZE):
            row = line if line < SIZE else place
            col = place if line < SIZE else line - SIZE
            if GRID_ROWS[planet, row] >> col & 1:
                squares += 1
                done += covered[row] >> col & 1
                meteorites += np.int64(player.meteorite[row * SIZE + col])
        if squares > 0:
            worth = medals * (done / squares) ** LINE_POWER
            total += worth * METEORITE_SHARE if meteorites > 0 else worth
    return total


@kernel
def hole_loss(player, covered):
    """Uncovered squares that few tiles will ever fit."""
    planet = np.int64(player.planet)
    loss = 0.0
    for square in range(NUM_SQUARES):
        row, col = square // SIZE, square % SIZE
        if GRID_ROWS[planet, row] >> col & 1 == 0 or covered[row] >> col & 1:
            continue
        free = 0
        for direction in range(4):
            target = STEP_TARGET[planet, square, direction]
            if target != NONE and covered[target // SIZE] >> (target % SIZE) & 1 == 0:
                free += 1
        if free == 0:
            loss += HOLE
        elif free == 1:
            loss += POCKET
    return loss


@kernel
def track_value(player):
    """Medals of the tracks, the way to the next ones, and the bonuses that every step brings."""
    corporation = np.int64(player.corporation)
    total = 0.0
    for marker in range(NUM_TRACKS):
        path, position = np.int64(player.path[marker]), np.int64(player.position[marker])
        now = medal_at(player, path, position)
        total += now + STEP_VALUE[marker] * position
        last = LAST_OF_PATH[corporation, path]
        ahead = position + 1
        while ahead <= last and medal_at(player, path, ahead) <= now:
            ahead += 1
        if ahead <= last:
            gain = medal_at(player, path, ahead) - now
            total += NEXT_MEDAL * gain / (ahead - position)
    return total


@kernel
def rover_value(player):
    """Rovers, and what lies in their reach."""
    total = player.movement * MOVEMENT_VALUE
    for rover in range(MAX_ROVERS):
        place = np.int64(player.rover_at[rover])
        if place == NONE:
            continue
        best = 0.0
        for square in range(NUM_SQUARES):
            if player.lifepod[square] or player.meteorite[square]:
                steps = abs(square // SIZE - place // SIZE) + abs(square % SIZE - place % SIZE)
                worth = METEORITE_REACH if player.meteorite[square] else LIFEPOD_REACH
                best = max(best, worth * REACH_FADES ** (steps - 1))
        total += ROVER_VALUE + best
    return total


@kernel
def waiting_value(s, seat):
    """What the seat is still to decide in this turn."""
    total = 0.0
    if s.seat == seat:
        for entry in range(s.depth):
            total += WAITING_VALUE[s.stack_kind[entry]]
    return total


@kernel
def seat_value(s, seat):
    """Medals that the seat is likely to have at the end, objectives left out."""
    player = s.players[seat]
    covered = np.empty(SIZE, np.int64)
    fill_covered(player, covered)
    total = line_value(player, covered) - hole_loss(player, covered) + track_value(player)
    total += player.lifepods + player.meteorites * THIRD + rover_value(player)
    return total + card_medals(s, seat) + waiting_value(s, seat)


@kernel
def resolve_items(s, seat, mask):
    """The stations of a tile just placed, in the order they come: how else to judge its place?"""
    for _ in range(MAX_ITEMS_TRIED):
        if s.over or s.seat != seat or s.stack_kind[np.int64(s.depth) - 1] != TILE_ITEMS:
            return
        mask[:] = 0
        legal(s, mask)
        item = NONE
        for number in range(NUM_ITEMS - 1, -1, -1):
            if mask[ITEM + number]:
                item = np.int64(ITEM + number)
        if item == NONE:
            return
        step(s, item)


@kernel
def value_after(s, seat, mask):
    """The seat's position once the waiting stations are resolved; the real score at the end."""
    resolve_items(s, seat, mask)
    if s.over:
        return np.float64(s.scores[seat])
    return seat_value(s, seat)


@kernel
def best_placement(scratch, slot, seat, mask, other_mask):
    """The best that the tile in hand in `scratch[slot]` can do."""
    mask[:] = 0
    legal(scratch[slot], mask)
    best = -np.inf
    for action in range(PLACE, SQUARE):
        if mask[action]:
            scratch[slot + 1] = scratch[slot]
            step(scratch[slot + 1], np.int64(action))
            best = max(best, value_after(scratch[slot + 1], seat, other_mask))
    return best


@kernel
def weigh(s, mask, scratch, slot, out):
    """What the own position is worth after each action."""
    seat = np.int64(s.seat)
    trial_mask = np.zeros(mask.size, np.uint8)
    other_mask = np.zeros(mask.size, np.uint8)
    for action in range(mask.size):
        if mask[action]:
            scratch[slot] = s
            tried = scratch[slot]
            step(tried, np.int64(action))
            waits = np.int64(tried.stack_kind[np.int64(tried.depth) - 1])
            placing = not tried.over and tried.seat == seat and waits == PLACE_TILE
            if placing and TAKE <= action < PLACE:
                out[action] = best_placement(scratch, slot, seat, trial_mask, other_mask)
            else:
                out[action] = value_after(tried, seat, trial_mask)


@kernel
def appraise(s, points):
    """Likely final medals of every seat, objectives by who is ahead in them now."""
    for seat in range(s.num_players):
        points[seat] = seat_value(s, np.int64(seat))
    for index in range(s.between.size):
        objective = np.int64(s.between[index])
        if objective != NONE and s.num_players > 1:
            seat = np.int64(index % s.num_players)
            other = np.int64((seat + 1) % s.num_players)
            ahead = compare(s, objective, seat, other) * OBJECTIVE_LEAD
            points[seat] += ahead
            points[other] -= ahead
