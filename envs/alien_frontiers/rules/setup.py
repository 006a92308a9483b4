"""Dealing a new game (AF-10 to AF-16)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.components import (
    COLONIES_OF_PLAYERS,
    COPIES_OF_CARD,
    SHIPS_AT_START,
    START_OF_SEAT,
    SUPPLY,
)
from exozoo.envs.alien_frontiers.constants import (
    DESERT,
    DISPLAY_SIZE,
    MAINTENANCE_BAY,
    NUM_CARDS,
    NUM_RESOURCES,
    NUM_SHIPS,
    RELIC,
    STOCK,
)
from exozoo.envs.alien_frontiers.options import AT_TURN_LIMIT
from exozoo.envs.alien_frontiers.rules.effects import draw_card, gain, update_planet
from exozoo.envs.alien_frontiers.rules.phase_turn import start_turn
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit


@jit
def setup(s, options):
    """AF-10 to AF-16; the first player has seat 0, the others follow clockwise (AF-14)."""
    s.turn_limit = options[AT_TURN_LIMIT]
    lay_out_board(s)
    for seat in range(np.int64(s.num_players)):
        equip(s, seat)
    deal_cards(s)
    update_planet(s)
    start_turn(s)


@jit
def lay_out_board(s):
    """AF-15: an empty planet with the relic ship on Burroughs Desert; full supplies."""
    s.place[:] = NONE
    s.port[:] = NONE
    s.display[:] = NONE
    s.field_at[:] = NONE
    s.deck[:] = NONE
    s.place[RELIC] = DESERT
    s.relic_holder = NONE
    for resource in range(NUM_RESOURCES):
        s.supply[resource] = SUPPLY[resource]


@jit
def equip(s, seat):
    """AF-11, AF-12, AF-14: three ships of six, colonies and compensation by seat."""
    for number in range(NUM_SHIPS):
        die = seat * NUM_SHIPS + number
        s.place[die] = MAINTENANCE_BAY if number < SHIPS_AT_START else STOCK
    s.unplaced[seat] = COLONIES_OF_PLAYERS[s.num_players]
    for resource in range(NUM_RESOURCES):
        gain(s, seat, resource, START_OF_SEAT[seat, resource])


@jit
def deal_cards(s):
    """AF-10: shuffle all 24 cards, three to the display, then one to each seat."""
    for card in range(NUM_CARDS):
        s.pile[card] = COPIES_OF_CARD[card]
    for slot in range(DISPLAY_SIZE):
        s.display[slot] = draw_card(s)
    for seat in range(s.num_players):
        s.cards[seat, draw_card(s)] = 1
