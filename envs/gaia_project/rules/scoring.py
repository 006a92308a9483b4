"""The end of the game: conversion, final scoring tiles, research and resources (GP-81 to GP-83)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.bits import count_bits
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.state import rank_seats
from exozoo.envs.gaia_project.components import NEUTRAL_COUNT, VP_OF_PLACE
from exozoo.envs.gaia_project.constants import (
    AREA_3,
    AUTOMA,
    CREDITS,
    FINAL_GAIA,
    FINAL_IN_FEDERATIONS,
    FINAL_PLANET_TYPES,
    FINAL_SECTORS,
    FINAL_STRUCTURES,
    KNOWLEDGE,
    MAX_PLAYERS,
    NUM_STRUCTURES,
    NUM_TRACKS,
    ORE,
    QIC,
    SPACE_STATION,
    VP_BID,
    VP_FINAL,
    VP_RESEARCH,
    VP_RESOURCES,
)
from exozoo.envs.gaia_project.rules.effects import (
    gaia_planets,
    gain,
    is_automa,
    planet_types,
    score,
    score_automa,
    sectors,
)
from exozoo.envs.gaia_project.rules.federation import count_federated_structures
from exozoo.envs.gaia_project.rules.power import burn, can_burn, spend_tokens, spendable_power

VP_PER_LEVEL = np.int64(4)  # GP-83
FIRST_SCORING_LEVEL = np.int64(3)
RESOURCES_PER_VP = np.int64(3)
OUTSIDE_FEDERATIONS = np.int64(1)  # GS-20
MAX_RANKED = MAX_PLAYERS + 1  # with the neutral player (GP-12)


@jit
def count_structures(s, seat):
    """GP-82: the Lost Planet's mine is one more."""
    count = np.int64(s.players[seat].lost_planet)
    for piece in range(NUM_STRUCTURES):
        count += s.players[seat].built[piece]
    return count


@jit
def final_count(s, seat, tile):
    """GP-82: what a final scoring tile counts; GS-20: the Automa's structures in federations."""
    player = s.players[seat]
    if tile == FINAL_STRUCTURES:
        return count_structures(s, seat)
    if tile == FINAL_IN_FEDERATIONS:
        if is_automa(s, seat):
            return max(count_structures(s, seat) - OUTSIDE_FEDERATIONS, ZERO)
        return count_federated_structures(s, seat)
    if tile == FINAL_PLANET_TYPES:
        return count_bits(planet_types(s, seat))
    if tile == FINAL_GAIA:
        return gaia_planets(s, seat)
    if tile == FINAL_SECTORS:
        return count_bits(sectors(s, seat))
    return np.int64(player.satellites_used) + player.built[SPACE_STATION]


@jit
def score_final_tile(s, tile):
    """GP-81: VP by rank; tied players share the places they take; GP-12: the neutral player.

    GS-20: the Automa is ranked like a player.
    """
    counts = np.zeros(MAX_RANKED, np.int64)
    ranked = np.int64(s.num_seats)
    for seat in range(s.num_seats):
        counts[seat] = final_count(s, np.int64(seat), tile)
    if s.num_seats <= 2:
        counts[ranked] = NEUTRAL_COUNT[tile]
        ranked += 1
    for seat in range(s.num_seats):
        better, equal = ZERO, ZERO
        for other in range(ranked):
            better += np.int64(counts[other] > counts[seat])
            equal += np.int64(counts[other] == counts[seat])
        points = ZERO
        for place in range(better, better + equal):
            points += VP_OF_PLACE[place]
        if counts[seat] > 0:  # O-10
            score_any(s, np.int64(seat), points // equal, VP_FINAL)


@jit
def score_any(s, seat, points, source):
    """VP for a player or for the Automa."""
    if is_automa(s, seat):
        score_automa(s, points, source)
    else:
        score(s, seat, points, source)


@jit
def convert_rest(s, seat):
    """O-11: burn all pairs of area II, then power to credits and Q.I.C. to ore."""
    player = s.players[seat]
    while can_burn(s, seat):
        burn(s, seat)
    power = spendable_power(s, seat)
    spend_tokens(s, seat, np.int64(player.power[AREA_3]), ZERO)
    if player.brainstone == AREA_3:
        spend_tokens(s, seat, ZERO, ONE)
    gain(s, seat, CREDITS, power, NONE)
    spare = np.int64(player.stock[QIC])
    player.stock[QIC] = 0
    gain(s, seat, ORE, spare, NONE)


@jit
def score_research(s, seat):
    """GP-83, GS-20: 4 VP for each level from 3 on, all at once (OS-10)."""
    levels = ZERO
    for track in range(NUM_TRACKS):
        levels += max(np.int64(s.players[seat].research[track]) - FIRST_SCORING_LEVEL + 1, ZERO)
    score_any(s, seat, levels * VP_PER_LEVEL, VP_RESEARCH)


@jit
def score_resources(s, seat):
    """GP-83: 1 VP for three credits, ore and knowledge together."""
    stock = s.players[seat].stock
    total = np.int64(stock[CREDITS]) + stock[ORE] + stock[KNOWLEDGE]
    score(s, seat, total // RESOURCES_PER_VP, VP_RESOURCES)


@jit
def score_game(s):
    """GP-1, GP-20, GP-81 to GP-83: after round 6; tied players share the win.

    GS-20: the Automa has no resources to score; its VP are the target of the player.
    """
    for index in range(s.final_tile.size):
        score_final_tile(s, np.int64(s.final_tile[index]))
    keys = np.zeros((MAX_PLAYERS, 1), np.int64)
    for number in range(s.num_players):
        seat = np.int64(number)
        if s.end_conversion:
            convert_rest(s, seat)
        score_research(s, seat)
        score_resources(s, seat)
        score(s, seat, -np.int64(s.players[seat].bid), VP_BID)  # GP-102
        keys[seat, 0] = s.scores[seat]
    if s.automa_level:
        score_research(s, AUTOMA)
    s.over = 1
    rank_seats(s, keys)
