"""Planet Unknown by rules of thumb; docs/strategy/planet_unknown.md says them in words.

Every action is tried on a copy and the own position appraised in medals: what is sure, plus a part of
what it leads to. Taking a tile is worth its best placement.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, codes, names_of, table
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
) = codes(21)
ROWS = tuple(name.lower() for name in names_of(globals(), "RIVAL", "WAIT_CARD"))
STAGES = (0.0,)
THIRD = 1 / 3  # of a medal: a collected meteorite
NOTHING_MORE = PLACE - np.int64(1)  # a single pass without placement


def _waiting() -> np.ndarray:
    rows = np.full(len(PENDING.kinds), NONE)
    rows[[CHOOSE_ADVANCE, TASK_ADVANCE]] = WAIT_ADVANCE
    rows[[PLACE_PATCH, TASK_PATCHES]] = WAIT_PATCH
    rows[PLACE_ROVER] = WAIT_ROVER
    rows[TAKE_CARD] = WAIT_CARD
    return rows


WAITING_ROW = table(_waiting())  # of each kind of entry on the stack


@jit
def line_value(player, worth):
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
            value = medals * (done / squares) ** worth[LINE_POWER, 0]
            total += value * worth[METEORITE_SHARE, 0] if meteorites > 0 else value
    return total


@jit
def hole_loss(player, worth):
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
            loss += worth[HOLE, 0]
        elif free == 1:
            loss += worth[POCKET, 0]
    return loss


@jit
def track_value(player, worth):
    """Medals of the tracks, the way to the next ones, and the bonuses that every step brings."""
    corporation = np.int64(player.corporation)
    total = 0.0
    for marker in range(NUM_TRACKS):
        path, position = np.int64(player.path[marker]), np.int64(player.position[marker])
        now = medal_at(player, path, position)
        total += now + worth[STEP_0 + marker, 0] * position
        last = LAST_OF_PATH[corporation, path]
        ahead = position + 1
        while ahead <= last and medal_at(player, path, ahead) <= now:
            ahead += 1
        if ahead <= last:
            gain = medal_at(player, path, ahead) - now
            total += worth[NEXT_MEDAL, 0] * gain / (ahead - position)
    return total


@jit
def rover_value(player, worth):
    """Rovers, and what lies in their reach."""
    total = player.movement * worth[MOVEMENT, 0]
    for rover in range(MAX_ROVERS):
        place = np.int64(player.rover_at[rover])
        if place == NONE:
            continue
        best = 0.0
        for square in range(NUM_SQUARES):
            if player.lifepod[square] or player.meteorite[square]:
                steps = abs(square // SIZE - place // SIZE) + abs(square % SIZE - place % SIZE)
                kind = METEORITE_REACH if player.meteorite[square] else LIFEPOD_REACH
                best = max(best, worth[kind, 0] * worth[REACH_FADES, 0] ** (steps - 1))
        total += worth[ROVER, 0] + best
    return total


@jit
def waiting_value(s, seat, worth):
    """What the seat is still to decide in this turn."""
    total = 0.0
    if s.seat == seat:
        for entry in range(s.num_pending):
            row = WAITING_ROW[s.pending[entry, KIND]]
            if row != NONE:
                total += worth[row, 0]
    return total


@jit
def seat_value(s, seat, worth):
    """Medals that the seat is likely to have at the end, objectives left out."""
    player = s.players[seat]
    total = line_value(player, worth) - hole_loss(player, worth) + track_value(player, worth)
    total += player.lifepods + player.meteorites * THIRD + rover_value(player, worth)
    return total + card_medals(s, seat) + waiting_value(s, seat, worth)


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
def weigh(s, mask, worth, scratch, slot, out):
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
            value = np.float64(tried.scores[seat]) if tried.over else seat_value(tried, seat, worth)
            best = max(best, value)
        out[action] = best


@jit
def appraise(s, worth, points):
    """Likely final medals of every seat, objectives by who is ahead in them now."""
    for seat in range(s.num_players):
        points[seat] = seat_value(s, np.int64(seat), worth)
    for index in range(s.between.size):
        objective = np.int64(s.between[index])
        if objective != NONE and s.num_players > 1:
            seat = np.int64(index % s.num_players)
            other = np.int64((seat + 1) % s.num_players)
            ahead = compare(s, objective, seat, other) * worth[OBJECTIVE_LEAD, 0]
            points[seat] += ahead
            points[other] -= ahead
