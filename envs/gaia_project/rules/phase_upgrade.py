"""Upgrade a structure (GP-43 to GP-46), and the Ambas' and Firaks' institute actions."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push, top
from exozoo.envs.gaia_project.actions import A_HEX, A_UPGRADE, NUM_UPGRADES
from exozoo.envs.gaia_project.components import (
    COST_OF_PIECE,
    GIVES_TILE,
    LIMIT_OF_PIECE,
    STATION_CREDITS_NEAR,
    UPGRADE_FROM,
)
from exozoo.envs.gaia_project.constants import (
    ANY_TRACK,
    BUILD_BIG,
    BUILD_STATION,
    CHOOSE_TRACK,
    CHOOSE_UPGRADE,
    CREDITS,
    GLEENS,
    GLEENS_TOKEN,
    INSTITUTE,
    LAB,
    LANTIDS,
    LOST,
    MINE,
    ORE,
    STATION,
    UPGRADE_PIECE,
)
from exozoo.envs.gaia_project.rules.effects import fire, take_token
from exozoo.envs.gaia_project.rules.federation import forget_federation_cost
from exozoo.envs.gaia_project.rules.phase_research import offer_tile
from exozoo.envs.gaia_project.rules.structures import (
    is_near_opponent,
    note_new,
    put_piece,
    remove_piece,
)


@jit
def holds(s, seat, place, piece):
    """The seat's own piece of a kind on a hex; the Lost Planet's mine never changes (GP-64)."""
    return s.owner[place] == seat and s.structure[place] == piece and s.planet[place] != LOST


@jit
def upgrade_credits(s, seat, place, piece):
    """GP-43, GP-45: a trading station costs less near an opponent."""
    if piece == STATION and is_near_opponent(s, seat, place):
        return STATION_CREDITS_NEAR
    return COST_OF_PIECE[piece, CREDITS]


@jit
def can_upgrade(s, seat, place, piece):
    """GP-43: the right old piece on the hex, and the credits (ore and limit: `can_afford_piece`)."""
    player = s.players[seat]
    return holds(s, seat, place, UPGRADE_FROM[player.faction, piece]) and player.stock[
        CREDITS
    ] >= upgrade_credits(s, seat, place, piece)


@jit
def can_afford_piece(s, seat, piece):
    """GP-43, GP-44: a piece left, one to turn into it, and the ore."""
    player = s.players[seat]
    return (
        player.built[piece] < LIMIT_OF_PIECE[piece]
        and player.built[UPGRADE_FROM[player.faction, piece]] > 0
        and player.stock[ORE] >= COST_OF_PIECE[piece, ORE]
        and player.stock[CREDITS] >= min(COST_OF_PIECE[piece, CREDITS], STATION_CREDITS_NEAR)
    )


@jit
def legal_upgrade_kinds(s, mask):
    """D-8: the kinds for which some structure can be upgraded."""
    seat = np.int64(s.seat)
    player = s.players[seat]
    for kind in range(NUM_UPGRADES):
        piece = np.int64(kind + 1)
        if not can_afford_piece(s, seat, piece):
            continue
        if player.stock[CREDITS] >= COST_OF_PIECE[piece, CREDITS] and player.faction != LANTIDS:
            mask[A_UPGRADE + kind] = 1  # any will do, except the Lantids' mines beside others
            continue
        for index in range(player.num_settled):
            if can_upgrade(s, seat, np.int64(player.settled[index]), piece):
                mask[A_UPGRADE + kind] = 1
                break


@jit
def choose_upgrade_kind(s, kind):
    """D-8 to D-9."""
    push(s, CHOOSE_UPGRADE, np.int64(s.seat), kind + 1, ZERO, ZERO, ZERO)


@jit
def legal_upgrade(s, mask):
    """D-9: the structures that can become the chosen kind."""
    seat = np.int64(s.seat)
    player, piece = s.players[seat], top(s, UPGRADE_PIECE)
    for index in range(player.num_settled):
        place = np.int64(player.settled[index])
        if can_upgrade(s, seat, place, piece):
            mask[A_HEX + place] = 1


@jit
def apply_upgrade(s, place):
    """GP-43, GP-46: pay, exchange the pieces, then triggers, tile and the Gleens' token (GP-91).

    The tile is offered first and chosen last: it is a task on the stack.
    """
    seat = np.int64(s.seat)
    piece = top(s, UPGRADE_PIECE)
    pop(s)
    player = s.players[seat]
    player.stock[CREDITS] -= upgrade_credits(s, seat, place, piece)
    player.stock[ORE] -= COST_OF_PIECE[piece, ORE]
    exchange(s, seat, place, piece)
    if GIVES_TILE[piece]:
        offer_tile(s, seat)
    if piece == STATION:
        fire(s, seat, BUILD_STATION, ONE)
    elif piece >= INSTITUTE:
        fire(s, seat, BUILD_BIG, ONE)
    if piece == INSTITUTE and player.faction == GLEENS:
        s.token_supply[GLEENS_TOKEN] -= 1
        take_token(s, seat, GLEENS_TOKEN)


@jit
def exchange(s, seat, place, piece):
    """GP-44: the old piece goes back; neighbours may charge later (GP-75).

    GP-53, GP-74: the hex stays in its federation, whatever stands there.
    """
    remove_piece(s, seat, place)
    put_piece(s, seat, place, piece)
    forget_federation_cost(s, seat)
    note_new(s, place)


@jit
def legal_pieces(s, mask, piece):
    """The hexes of the seat's own pieces of a kind."""
    player = s.players[s.seat]
    for index in range(player.num_settled):
        place = np.int64(player.settled[index])
        if holds(s, np.int64(s.seat), place, piece):
            mask[A_HEX + place] = 1


@jit
def legal_swap(s, mask):
    """D-18, GP-93: the Ambas' mines, the Lost Planet's not."""
    legal_pieces(s, mask, MINE)


@jit
def apply_swap(s, place):
    """GP-93: institute and mine change places; nothing else happens."""
    seat = np.int64(s.seat)
    pop(s)
    player = s.players[seat]
    for index in range(player.num_settled):
        other = np.int64(player.settled[index])
        if holds(s, seat, other, INSTITUTE):
            s.structure[other] = MINE
            break
    s.structure[place] = INSTITUTE
    forget_federation_cost(s, seat)


@jit
def legal_downgrade(s, mask):
    """D-19, GP-98: the Firaks' research labs."""
    legal_pieces(s, mask, LAB)


@jit
def apply_downgrade(s, place):
    """GP-98: a lab becomes a trading station, which counts as an upgrade; then an advance."""
    seat = np.int64(s.seat)
    pop(s)
    exchange(s, seat, place, STATION)
    fire(s, seat, BUILD_STATION, ONE)
    push(s, CHOOSE_TRACK, seat, ANY_TRACK, ZERO, ZERO, ZERO)
