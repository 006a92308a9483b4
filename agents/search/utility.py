"""What a position is worth to each seat, from -1 to 1."""

from __future__ import annotations

from math import tanh

import numpy as np

from exozoo.envs.core.jit import jit


@jit
def points_of_utility(slots, slot):
    """By how many points a utility of 1 leads, about: twice what lies between the seats, and one."""
    search = slots[slot]
    return 2.0 * search.spread / max(search.simulations, 1) + 1.0


@jit
def utilities(s, slots, slot, values, margin_share):
    """Each seat's place, from 1 for the first to -1 for the last, blended with its lead in points.

    values[1] holds the appraised points, unless the game is over; values[0] becomes the result.
    """
    search = slots[slot]
    points, out = values[1], values[0]
    players = np.int64(s.num_players)
    widest = 0.0
    for seat in range(players):
        if s.over:
            points[seat] = s.scores[seat]
    for seat in range(players):
        out[seat] = lead(s, points, np.int64(seat))
        widest = max(widest, abs(out[seat]))
    search.spread += widest
    search.simulations += 1
    scale = points_of_utility(slots, slot)
    for seat in range(players):
        place = rank_utility(s, points, np.int64(seat), scale)
        out[seat] = (1.0 - margin_share) * place + margin_share * tanh(out[seat] / scale)


@jit
def lead(s, points, seat):
    """Points ahead of the best other seat, or of the target in a solo game."""
    best = -np.inf
    if s.num_players == 1:
        best = np.float64(s.target)
    for other in range(s.num_players):
        if other != seat:
            best = max(best, points[other])
    return points[seat] - best


@jit
def rank_utility(s, points, seat, scale):
    """From 1 for the first to -1 for the last in equal steps, ties sharing.

    Before the end a rival counts as beaten by how far it is behind: appraisals are not exact.
    """
    if s.num_players == 1:
        return 1.0 if points[seat] >= s.target else -1.0
    total = 0.0
    for other in range(s.num_players):
        if other != seat:
            if s.over:
                ahead = np.int64(s.rank[other]) - np.int64(s.rank[seat])
                total += (ahead > 0) * 1.0 - (ahead < 0) * 1.0
            else:
                total += tanh((points[seat] - points[other]) / scale)
    return total / (s.num_players - 1)
