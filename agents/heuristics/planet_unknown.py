"""Planet Unknown by rules of thumb; docs/strategy/planet_unknown.md says them in words.

Every action is tried on a copy and the own position appraised in medals: what is sure, plus a part of
what it leads to. Taking a tile is worth its best placement.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, top
from exozoo.envs.planet_unknown.actions import ITEM, PLACE, SQUARE, TAKE
from exozoo.envs.planet_unknown.components import (
    COLUMN_MEDALS,
    GROUND,
    LAST_OF_PATH,
    ROW_MEDALS,
    STEP_TARGET,
)
from exozoo.envs.planet_unknown.constants import (
    CHOOSE_ADVANCE,
    MAX_ROVERS,
    NUM_ITEMS,
    NUM_SQUARES,
    NUM_TRACKS,
    OUTSIDE,
    PENDING,
    PLACE_PATCH,
    PLACE_ROVER,
    PLACE_TILE,
    SIZE,
    TAKE_CARD,
    TASK_ADVANCE,
    TASK_PATCHES,
    TILE_ITEMS,
)
from exozoo.envs.planet_unknown.rules.phase_turn import legal_items
from exozoo.envs.planet_unknown.rules.placement import legal_place
from exozoo.envs.planet_unknown.rules.scoring import card_medals, compare, medal_at
from exozoo.envs.planet_unknown.rules.step import step

TURNS_AHEAD = 0  # of search: to weigh all placements of every turn takes thirty times as long
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
NOTHING_MORE = PLACE - np.int64(1)  # a single pass without placement


def _waiting() -> np.ndarray:
    worth = np.zeros(len(PENDING.kinds))
    worth[[CHOOSE_ADVANCE, TASK_ADVANCE]] = 0.9
    worth[[PLACE_PATCH, TASK_PATCHES]] = 0.6
    worth[PLACE_ROVER] = 0.6
    worth[TAKE_CARD] = 2.5
    return worth


WAITING_VALUE = table(_waiting(), np.float64)  # of each kind of entry on the stack


@jit
def line_value(player):
    """Rows and columns: their medals by how much of them is covered."""
    planet = np.int64(player.planet)
    total = 0.0
    for line in range(2 * SIZE):
        medals = ROW_MEDALS[planet, line] if line < SIZE else COLUMN_MEDALS[planet, line - SIZE]
        squares, done, meteorites = 0, 0, 0
        for place in range(SIZE):
            row = line if line < SIZE else place
            col = place if line < SIZE else line - SIZE
            if GROUND[planet, row * SIZE + col] != OUTSIDE:
                squares += 1
                done += player.terrain[row * SIZE + col] != NONE
                meteorites += np.int64(player.meteorite[row * SIZE + col])
        if squares > 0:
            worth = medals * (done / squares) ** LINE_POWER
            total += worth * METEORITE_SHARE if meteorites > 0 else worth
    return total


@jit
def hole_loss(player):
    """Uncovered squares that few tiles will ever fit."""
    planet = np.int64(player.planet)
    loss = 0.0
    for square in range(NUM_SQUARES):
        if GROUND[planet, square] == OUTSIDE or player.terrain[square] != NONE:
            continue
        free = 0
        for direction in range(4):
            target = STEP_TARGET[planet, square, direction]
            if target != NONE and player.terrain[target] == NONE:
                free += 1
        if free == 0:
            loss += HOLE
        elif free == 1:
            loss += POCKET
    return loss


@jit
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


@jit
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


@jit
def waiting_value(s, seat):
    """What the seat is still to decide in this turn."""
    total = 0.0
    if s.seat == seat:
        for entry in range(s.num_pending):
            total += WAITING_VALUE[s.pending[entry, KIND]]
    return total


@jit
def seat_value(s, seat):
    """Medals that the seat is likely to have at the end, objectives left out."""
    player = s.players[seat]
    total = line_value(player) - hole_loss(player) + track_value(player)
    total += player.lifepods + player.meteorites * THIRD + rover_value(player)
    return total + card_medals(s, seat) + waiting_value(s, seat)


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
def is_placing(s, seat):
    """Whether the seat holds a tile that it is to place."""
    return not s.over and s.seat == seat and top(s, KIND) == PLACE_TILE


@jit
def weigh(s, mask, scratch, slot, out):
    """What the own position is worth after each action; taking a tile: after its best placement.

    One function, since every kernel that calls `step` compiles all rules of the game once more.
    """
    seat = np.int64(s.seat)
    options = np.zeros(mask.size, np.uint8)
    item_mask = np.zeros(mask.size, np.uint8)
    for action in range(mask.size):
        if not mask[action]:
            continue
        scratch[slot] = s
        step(scratch[slot], np.int64(action))
        first, last = NOTHING_MORE, PLACE
        if TAKE <= action < PLACE and is_placing(scratch[slot], seat):
            options[:] = 0
            legal_place(scratch[slot], seat, options)
            first, last = PLACE, SQUARE
        best = -np.inf
        for placement in range(first, last):
            if first == PLACE and not options[placement]:
                continue
            scratch[slot + 1] = scratch[slot]
            tried = scratch[slot + 1]
            follow = np.int64(placement) if first == PLACE else first_item(tried, seat, item_mask)
            while follow != NONE:
                step(tried, follow)
                follow = first_item(tried, seat, item_mask)
            value = np.float64(tried.scores[seat]) if tried.over else seat_value(tried, seat)
            best = max(best, value)
        out[action] = best


@jit
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
