"""The federations that a seat of Gaia Project works towards."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.gaia_project.known import MEANS
from exozoo.agents.heuristics.gaia_project.worth import (
    FEDERATION_1,
    LINK,
    NUM_PLANS,
)
from exozoo.envs.core.codes import NONE, ZERO, codes
from exozoo.envs.core.jit import jit
from exozoo.envs.core.memory import on_stack
from exozoo.envs.gaia_project.components import DISTANCE_OF_HEXES
from exozoo.envs.gaia_project.constants import IVITS, MAX_SETTLED, NUM_GOODS
from exozoo.envs.gaia_project.rules.federation import federation_target, hex_power

FARTHEST = np.int64(5)  # a piece this far from all others is not planned with
ROOM = np.dtype(
    [
        ("means", MEANS, 1),
        ("income", np.int64, int(NUM_GOODS)),
        ("place", np.int64, int(MAX_SETTLED)),
        ("power", np.int64, int(MAX_SETTLED)),
        ("gap", np.int64, int(MAX_SETTLED)),
    ]
)  # to look at a position in: new arrays took a tenth of the time
new_room = on_stack(ROOM)
FRESH, TAKEN = codes(2, 98)  # gap of a piece before a plan has begun, and once it is in one


@jit
def plan_federations(s, seat, room, worth, now):
    """Federations that the pieces outside of federations could form, the strongest first.

    Each grows from its strongest piece to the nearest others until it has the power; what is still
    missing counts by the square of what is there, satellites cost. The Ivits' one federation grows.
    """
    player = s.players[seat]
    is_ivits = player.faction == IVITS
    place, power, gap = room.place, room.power, room.gap
    count, joined = ZERO, ZERO
    for index in range(player.num_settled):
        hexagon = np.int64(player.settled[index])
        value = hex_power(s, seat, hexagon)
        if s.federated[hexagon] >> seat & 1:
            if is_ivits:
                joined += value
        elif value > 0:
            place[count], power[count], gap[count] = hexagon, value, FRESH
            count += 1
    target = federation_target(s, seat)
    total = 0.0
    for plan in range(1 if is_ivits else NUM_PLANS):
        start = strongest(power, gap, count)
        if start == NONE:
            break
        reached, links = joined, ZERO
        if is_ivits and joined:
            approach_federation(s, seat, place, gap, count)
        else:
            reached += power[start]
            take(s, place, gap, count, start)
        while reached < target:
            nearest = next_piece(power, gap, count)
            if nearest == NONE or gap[nearest] > FARTHEST:
                break
            links += gap[nearest]
            reached += power[nearest]
            take(s, place, gap, count, nearest)
        share = min(np.float64(reached) / target, 1.0)
        value = share * (worth[FEDERATION_1 + plan, now] * share - worth[LINK, now] * links)
        total += max(value, 0.0)
        if reached < target:
            break
        renew(gap, count)
    return total


@jit
def strongest(power, gap, count):
    """The piece with the most power that is in no plan yet, NONE without one."""
    best = NONE
    for index in range(count):
        if gap[index] != TAKEN and (best == NONE or power[index] > power[best]):
            best = np.int64(index)
    return best


@jit
def next_piece(power, gap, count):
    """The nearest piece that is in no plan yet, of these the one with the most power."""
    best = NONE
    for index in range(count):
        if gap[index] == TAKEN:
            continue
        if best == NONE or gap[index] < gap[best]:
            best = np.int64(index)
        elif gap[index] == gap[best] and power[index] > power[best]:
            best = np.int64(index)
    return best


@jit
def take(s, place, gap, count, piece):
    """Put a piece into the plan, and see how many satellites the others would need from it."""
    away = DISTANCE_OF_HEXES[s.board, place[piece]]
    gap[piece] = TAKEN
    for index in range(count):
        if gap[index] != TAKEN:
            needed = max(np.int64(away[place[index]]) - 1, ZERO)
            gap[index] = min(gap[index], needed)


@jit
def approach_federation(s, seat, place, gap, count):
    """Satellites from the federation that stands to each piece."""
    player = s.players[seat]
    for index in range(count):
        nearest = FRESH
        for other in range(player.num_settled):
            hexagon = np.int64(player.settled[other])
            if s.federated[hexagon] >> seat & 1:
                away = np.int64(DISTANCE_OF_HEXES[s.board, place[index], hexagon]) - 1
                nearest = min(nearest, max(away, ZERO))
        gap[index] = nearest


@jit
def renew(gap, count):
    """Before the next plan: nothing is near to it yet."""
    for index in range(count):
        if gap[index] != TAKEN:
            gap[index] = FRESH
