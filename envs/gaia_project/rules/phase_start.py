"""The start of the game: factions, starting structures, boosters (GP-7 to GP-11, GP-84, GP-85)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, top
from exozoo.envs.gaia_project.actions import A_FACTION, A_HEX
from exozoo.envs.gaia_project.components import (
    COLOUR_OF_FACTION,
    HOME_OF_FACTION,
    POWER_OF_FACTION,
    START_MINES_OF_FACTION,
    START_TRACK_OF_FACTION,
    START_VP,
    STOCK_OF_FACTION,
)
from exozoo.envs.gaia_project.constants import (
    AREA_1,
    AUTOMA_BOOSTER,
    AUTOMA_START,
    CHOOSE_BOOSTER,
    CHOOSE_FACTION,
    CHOOSE_START,
    INSTITUTE,
    MINE,
    NUM_AREAS,
    NUM_FACTIONS,
    NUM_RESOURCES,
    START_PIECE,
    START_ROUND,
    TAKLONS,
    VP_START,
)
from exozoo.envs.gaia_project.rules.effects import is_automa, score
from exozoo.envs.gaia_project.rules.phase_research import gain_level
from exozoo.envs.gaia_project.rules.structures import put_piece, settle_hex


@jit
def begin_game(s):
    """GP-84: the first player chooses a faction first, clockwise."""
    for seat in range(s.num_players - 1, -1, -1):
        push(s, CHOOSE_FACTION, np.int64(seat), ZERO, ZERO, ZERO, ZERO)
        score(s, np.int64(seat), START_VP, VP_START)
    s.seat = 0


@jit
def legal_faction(s, mask):
    """D-1, GP-84: of a colour nobody has; GP-7: from the first game's factions if so agreed."""
    fixed = s.fixed_faction[s.seat]
    if fixed != NONE:
        mask[A_FACTION + fixed] = 1
        return
    for faction in range(NUM_FACTIONS):
        if s.faction_open[faction]:
            mask[A_FACTION + faction] = 1


@jit
def apply_faction(s, faction):
    """D-1: the other side of the board is out, too."""
    pop(s)
    s.players[s.seat].faction = faction
    for other in range(NUM_FACTIONS):
        if COLOUR_OF_FACTION[other] == COLOUR_OF_FACTION[faction]:
            s.faction_open[other] = 0
    if s.num_pending == 0:
        for seat in range(s.num_players):
            take_start_values(s, np.int64(seat))
        push_start_structures(s)


@jit
def take_start_values(s, seat):
    """GP-8: stock, power and the start level with its bonus; GP-13: the brainstone."""
    player = s.players[seat]
    faction = np.int64(player.faction)
    for good in range(NUM_RESOURCES):
        player.stock[good] = STOCK_OF_FACTION[faction, good]
    for area in range(NUM_AREAS):
        player.power[area] = POWER_OF_FACTION[faction, area]
    if faction == TAKLONS:
        player.brainstone = AREA_1
    track = START_TRACK_OF_FACTION[faction]
    if track != NONE:
        player.research[track] = 1
        gain_level(s, seat, track, np.int64(1))


@jit
def push_start_structures(s):
    """GP-85: mines in turn order and back, the Xenos' third (GP-90), the Ivits' institute; boosters.

    Pushed from the last to the first. GP-11: boosters are chosen from the last player on.
    """
    push(s, START_ROUND, ZERO, ZERO, ZERO, ZERO, ZERO)
    for seat in range(s.num_seats):
        push(
            s,
            AUTOMA_BOOSTER if is_automa(s, seat) else CHOOSE_BOOSTER,
            np.int64(seat),
            ZERO,
            ZERO,
            ZERO,
            ZERO,
        )
    for seat in range(s.num_seats):
        if START_MINES_OF_FACTION[s.players[seat].faction] == 0:
            push_start(s, np.int64(seat), INSTITUTE)
    for seat in range(s.num_seats):
        if START_MINES_OF_FACTION[s.players[seat].faction] > 2:
            push_start(s, np.int64(seat), MINE)
    for seat in range(s.num_seats):
        if START_MINES_OF_FACTION[s.players[seat].faction] > 0:
            push_start(s, np.int64(seat), MINE)
    for seat in range(s.num_seats - 1, -1, -1):
        if START_MINES_OF_FACTION[s.players[seat].faction] > 0:
            push_start(s, np.int64(seat), MINE)


@jit
def push_start(s, seat, piece):
    """GP-85; GS-6: the Automa's mines are placed in the same order."""
    push(s, AUTOMA_START if is_automa(s, seat) else CHOOSE_START, seat, piece, ZERO, ZERO, ZERO)


@jit
def legal_start(s, mask):
    """D-3, GP-85: a free planet of the home type."""
    home = HOME_OF_FACTION[s.players[s.seat].faction]
    for index in range(s.num_planets):
        place = np.int64(s.planet_hex[index])
        if s.planet[place] == home and s.structure[place] == NONE:
            mask[A_HEX + place] = 1


@jit
def apply_start(s, place):
    """GP-10, GP-85: no cost, no VP, no charging."""
    seat = np.int64(s.seat)
    piece = top(s, START_PIECE)
    pop(s)
    put_piece(s, seat, place, piece)
    settle_hex(s, seat, place)
