"""The Automa at the table: its start, its turn, its passing (GS-3 to GS-11, GS-18, GS-19)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import push
from exozoo.envs.core.rng import draw_below
from exozoo.envs.gaia_project.automa.actions import perform
from exozoo.envs.gaia_project.automa.cards import (
    ACTION_OF_CARD,
    AUTOMA_FACTIONS,
    AUTOMA_VP_OF_ROUND_TILE,
    BOOSTER_OF_CARD,
    CENTRE_HEX,
    MAX_STEPS,
    RANGE_OF_CARD,
    REACH_OF_FACTION,
    SETUP_BOOSTER_OF_CARD,
    START_TRACK_OF_AUTOMA,
    START_VP_OF_LEVEL,
    STEP_OF_CARD,
    STEP_OF_FACTION,
    VP_OF_CARD,
    VP_OF_FACTION,
)
from exozoo.envs.gaia_project.automa.deck import deal_deck, draw_any_card, must_pass, show_card
from exozoo.envs.gaia_project.automa.select import direction_order
from exozoo.envs.gaia_project.components import (
    COLOUR_OF_FACTION,
    DISTANCE_OF_HEXES,
    HOME_OF_FACTION,
)
from exozoo.envs.gaia_project.constants import (
    AUTOMA,
    DO_FACTION,
    END_TURN,
    MINE,
    NUM_BOOSTERS,
    NUM_FACTIONS,
    NUM_HEXES,
    NUM_ROUNDS,
    VP_CARDS,
    VP_FACTION,
    VP_ROUND,
    VP_START,
)
from exozoo.envs.gaia_project.rules.effects import lay_booster, score, score_automa
from exozoo.envs.gaia_project.rules.structures import put_piece, settle_hex

FIRST_HALF = np.int64(3)  # GS-19: the last round of the left number


@jit
def seat_automa(s, faction, level):
    """GS-3 to GS-5, GS-7: faction, start level, VP and deck; nothing else is its own."""
    player = s.players[AUTOMA]
    player.faction = draw_faction(s) if faction == NONE else faction
    for other in range(NUM_FACTIONS):
        if COLOUR_OF_FACTION[other] == COLOUR_OF_FACTION[player.faction]:
            s.faction_open[other] = 0
    track = START_TRACK_OF_AUTOMA[player.faction]
    if track != NONE:
        player.research[track] = 1
    s.automa_level = level
    score(s, AUTOMA, START_VP_OF_LEVEL[level], VP_START)
    s.target = s.scores[AUTOMA]
    deal_deck(s)


@jit
def draw_faction(s):
    """GS-4: a random one of the seven, not of the player's colour."""
    fixed = s.fixed_faction[0]
    while True:
        faction = AUTOMA_FACTIONS[draw_below(s.rng, np.int64(AUTOMA_FACTIONS.size))]
        if fixed == NONE or COLOUR_OF_FACTION[faction] != COLOUR_OF_FACTION[fixed]:
            return faction


@jit
def place_start_mine(s):
    """GS-6: on a home planet nearest to the centre; ties by the direction of a random card."""
    home = HOME_OF_FACTION[s.players[AUTOMA].faction]
    card = draw_any_card(s)
    best, best_order = NONE, ZERO
    for index in range(s.num_planets):
        place = np.int64(s.planet_hex[index])
        if s.planet[place] == home and s.structure[place] == NONE:
            distance = np.int64(DISTANCE_OF_HEXES[s.board, CENTRE_HEX[s.board], place])
            order = distance * NUM_HEXES + direction_order(s, place, card)
            if best == NONE or order < best_order:
                best, best_order = place, order
    put_piece(s, AUTOMA, best, MINE)
    settle_hex(s, AUTOMA, best)


@jit
def booster_in_row(s, number):
    """The open booster with `number` others to its left."""
    for booster in range(NUM_BOOSTERS):
        if not s.booster_open[booster]:
            continue
        left = 0
        for other in range(NUM_BOOSTERS):
            if s.booster_open[other] and s.booster_place[other] < s.booster_place[booster]:
                left += 1
        if left == number:
            return np.int64(booster)
    return NONE


@jit
def take_booster(s, booster):
    s.booster_open[booster] = 0
    s.players[AUTOMA].booster = booster


@jit
def take_start_booster(s):
    """GS-6: the place of the five that a random card names."""
    take_booster(s, booster_in_row(s, SETUP_BOOSTER_OF_CARD[draw_any_card(s)]))


@jit
def automa_turn(s):
    """GS-9 to GS-11: the card shown last supports, the next one says what to do."""
    push(s, END_TURN, AUTOMA, ZERO, ZERO, ZERO, ZERO)
    if s.deck_shown == 0:
        show_card(s)
    support = np.int64(s.cards[s.deck_shown - 1])
    passes = must_pass(s)
    card = show_card(s) if s.deck_shown < s.deck_size else NONE
    if passes:
        automa_passes(s, support)
        return
    play_card(s, card, support)


@jit
def play_card(s, card, support):
    """GS-11: the action and the VP of the card, or of the faction card (GS-18)."""
    faction = np.int64(s.players[AUTOMA].faction)
    by_faction = np.int64(ACTION_OF_CARD[card] == DO_FACTION)
    reach = REACH_OF_FACTION[faction] if by_faction else RANGE_OF_CARD[support]
    for step in range(MAX_STEPS):
        action = STEP_OF_FACTION[faction, step] if by_faction else STEP_OF_CARD[card, step]
        if action != NONE:
            perform(s, action, support, reach, by_faction)
    if by_faction:
        score_automa(s, VP_OF_FACTION[faction], VP_FACTION)
    else:
        score_automa(s, VP_OF_CARD[card], VP_CARDS)


@jit
def automa_passes(s, support):
    """GS-19: VP of the round tile; the booster that the support card names, but not in round 6."""
    player = s.players[AUTOMA]
    tile = s.round_tile[s.round_number - 1]
    half = np.int64(s.round_number > FIRST_HALF)
    score_automa(s, AUTOMA_VP_OF_ROUND_TILE[tile, half], VP_ROUND)
    if s.round_number < NUM_ROUNDS:
        old = np.int64(player.booster)
        take_booster(s, booster_in_row(s, BOOSTER_OF_CARD[support]))
        lay_booster(s, old)
    player.passed = 1
    s.pass_order[s.num_passed] = AUTOMA
    s.num_passed += 1
