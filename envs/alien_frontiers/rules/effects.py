"""The verbs of the game: resources, control and bonuses, ships, cards."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.components import (
    FIRST_PORT,
    GROUP_OF_FACILITY,
    POHL_FUEL,
    TRACK_PORTS,
    UNIT_OF_FACILITY,
    UNIT_PORTS,
)
from exozoo.envs.alien_frontiers.constants import (
    BURROUGHS_DESERT,
    COLONIST_HUB,
    DESERT,
    DISPLAY_SIZE,
    FUEL,
    HAND,
    ISOLATION_FIELD,
    MAINTENANCE_BAY,
    NUM_CARDS,
    NUM_DICE,
    NUM_FACES,
    NUM_FACILITIES,
    NUM_RESOURCES,
    NUM_SHIPS,
    NUM_TERRITORIES,
    POHL_FOOTHILLS,
    RELIC,
    RELIC_CLASS,
    REPULSOR_FIELD,
    STOCK,
    TERRAFORMING_STATION,
)
from exozoo.envs.alien_frontiers.rules.scoring import controller, score_all
from exozoo.envs.core.bits import lowest_bit
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import draw_below, shuffle

FACES = np.int64(NUM_FACES)
ALL_TERRITORIES = np.int64((1 << NUM_TERRITORIES) - 1)

# --- seats and resources ---------------------------------------------------------------------


@jit
def seat_at(s, relative):
    """The seat so many places clockwise from the player on turn."""
    seat, players = np.int64(s.seat) + relative, np.int64(s.num_players)
    return seat if seat < players else seat - players  # a division would cost more than the rest


@jit
def relative_seat(s, seat):
    """How many places clockwise from the player on turn a seat is."""
    relative = seat - np.int64(s.seat)
    return relative if relative >= 0 else relative + np.int64(s.num_players)


@jit
def stock_of(s, seat, resource):
    return np.int64(s.resources[seat, resource])


@jit
def gain(s, seat, resource, amount):
    """AF-230: take tokens from the supply, as many as there are; AF-233: without limit."""
    taken = min(amount, np.int64(s.supply[resource]))
    s.supply[resource] -= taken
    s.resources[seat, resource] += taken


@jit
def pay(s, seat, resource, amount):
    """AF-32, AF-231: what is spent goes back to the supply."""
    s.resources[seat, resource] -= amount
    s.supply[resource] += amount


@jit
def can_pay(s, seat, costs, row):
    """Whether the seat holds a row of costs, fuel and ore."""
    for resource in range(NUM_RESOURCES):
        if s.resources[seat, resource] < costs[row, resource]:
            return False
    return True


@jit
def pay_row(s, seat, costs, row):
    for resource in range(NUM_RESOURCES):
        pay(s, seat, resource, costs[row, resource])


# --- territories -----------------------------------------------------------------------------


@jit
def has_bonus(s, seat, territory):
    """AF-115: the bonus by control or by the Data Crystal (AF-185).

    AF-5, AF-151, AF-152: the Isolation Field overrides both.
    """
    if s.field_at[ISOLATION_FIELD] == territory:
        return False
    return s.borrowed == territory or controller(s, territory) == seat


@jit
def is_closed(s, territory):
    """AF-154: colonies neither come nor go under the Repulsor Field."""
    return s.field_at[REPULSOR_FIELD] == territory


@jit
def open_territories(s):
    """AF-111: the territories without the Repulsor Field, as bits."""
    repulsor = np.int64(s.field_at[REPULSOR_FIELD])
    if repulsor == NONE:
        return ALL_TERRITORIES
    return ALL_TERRITORIES & ~(ONE << repulsor)


@jit
def update_planet(s):
    """AF-114: after colonies, fields or holders of cards changed, the relic ship and the scores."""
    if s.relic_holder != NONE and (
        controller(s, BURROUGHS_DESERT) != s.relic_holder
        or s.field_at[ISOLATION_FIELD] == BURROUGHS_DESERT
    ):
        return_relic(s)
    score_all(s)


@jit
def return_relic(s):
    """AF-142, AF-143, AF-144: the relic ship goes back to Burroughs Desert from wherever it is."""
    s.place[RELIC] = DESERT
    s.port[RELIC] = NONE
    s.value[RELIC] = 0
    s.relic_holder = NONE


# --- ships -----------------------------------------------------------------------------------


@jit
def owner_of(s, die):
    """The seat of a ship's colour; the holder of the relic ship, or NONE."""
    if die == RELIC:
        return np.int64(s.relic_holder)
    return np.int64(die // NUM_SHIPS)


@jit
def is_docked(s, die):
    """AF-3: at one of the nine facilities with ports, not in the bay (AF-71)."""
    return s.place[die] >= 0 and s.place[die] < NUM_FACILITIES


@jit
def class_of(s, die):
    """The class by which actions name a ship: its value, or the relic ship."""
    if die == RELIC:
        return RELIC_CLASS
    return np.int64(s.value[die]) - ONE


@jit
def ships_in_play(s, seat):
    """AF-4, AF-146: coloured ships out of the stock, wherever they are."""
    count = ZERO
    for die in range(seat * NUM_SHIPS, (seat + 1) * NUM_SHIPS):
        if s.place[die] != STOCK:
            count += 1
    return count


@jit
def ship_in_hand(s, ship_class):
    """AF-167: a ship of that class in the hand of the player on turn, or NONE."""
    if ship_class == RELIC_CLASS:
        return RELIC if s.place[RELIC] == HAND else NONE
    first = np.int64(s.seat) * NUM_SHIPS
    for die in range(first, first + NUM_SHIPS):
        if s.place[die] == HAND and s.value[die] == ship_class + 1:
            return np.int64(die)
    return NONE


@jit
def classes_in_hand(s):
    """The classes of ships in hand as a set of bits."""
    classes = ZERO
    first = np.int64(s.seat) * NUM_SHIPS
    for die in range(first, first + NUM_SHIPS):
        if s.place[die] == HAND:
            classes |= ONE << (np.int64(s.value[die]) - ONE)
    if s.place[RELIC] == HAND:
        classes |= ONE << RELIC_CLASS
    return classes


@jit
def roll(s, die):
    """AF-23: uniform 1 to 6."""
    s.value[die] = ONE + draw_below(s.rng, FACES)


@jit
def send_to_bay(s, die):
    """AF-72: without a value until it is rolled again."""
    s.place[die] = MAINTENANCE_BAY
    s.port[die] = NONE
    s.value[die] = 0


@jit
def send_to_stock(s, die):
    """AF-21, AF-202: out of play; AF-144: the relic ship goes to Burroughs Desert."""
    if die == RELIC:
        return_relic(s)
        return
    s.place[die] = STOCK
    s.port[die] = NONE
    s.value[die] = 0


@jit
def remove_from_port(s, die):
    """AF-200: to the bay; AF-201: from the Terraforming Station to the stock."""
    if s.place[die] == TERRAFORMING_STATION:
        send_to_stock(s, die)
    else:
        send_to_bay(s, die)


@jit
def occupied_ports(s):
    """The ports with a ship as a set of bits, facility after facility."""
    ports = ZERO
    for die in range(NUM_DICE):
        if is_docked(s, die):
            ports |= ONE << (FIRST_PORT[s.place[die]] + np.int64(s.port[die]))
    return ports


@jit
def free_units(s, facility, occupied):
    """AF-31: the first ports of wholly empty units of ports, as bits among those of all facilities.

    AF-50: at the Colonist Hub only the own track counts.
    """
    empty = ~occupied
    for number in range(1, UNIT_OF_FACILITY[facility]):
        empty &= ~occupied >> number
    first = UNIT_PORTS[s.num_players, facility]
    if facility == COLONIST_HUB:
        first <<= np.int64(s.seat) * TRACK_PORTS
    return empty & first


@jit
def free_port(s, facility):
    """AF-31: the first port of the lowest empty unit; there must be one."""
    return lowest_bit(free_units(s, facility, occupied_ports(s))) - FIRST_PORT[facility]


@jit
def group_count(s, die):
    """Ships in the port group in which a docked ship stands."""
    facility = s.place[die]
    group = s.port[die] // GROUP_OF_FACILITY[facility]
    count = ZERO
    for other in range(NUM_DICE):
        if s.place[other] == facility and s.port[other] // GROUP_OF_FACILITY[facility] == group:
            count += 1
    return count


@jit
def docked_ship(s, facility, owner, ship_class):
    """A docked ship of that owner and class: from the emptiest group, then the lowest; or NONE."""
    if ship_class == RELIC_CLASS:
        at = s.place[RELIC] == facility and s.relic_holder == owner
        return RELIC if at else NONE
    best = NONE
    best_key = np.int64(NUM_DICE * NUM_DICE)
    for die in range(owner * NUM_SHIPS, (owner + 1) * NUM_SHIPS):
        if s.place[die] == facility and s.value[die] == ship_class + 1:
            key = group_count(s, die) * NUM_DICE + np.int64(s.port[die])
            if key < best_key:
                best = np.int64(die)
                best_key = key
    return best


# --- cards -----------------------------------------------------------------------------------


@jit
def discount(s, fuel):
    """AF-127: what a card power of that price costs the player on turn."""
    if has_bonus(s, np.int64(s.seat), POHL_FOOTHILLS):
        return max(fuel - POHL_FUEL, ZERO)
    return fuel


@jit
def pay_power(s, fuel):
    """AF-127: pay for a card power of that price."""
    pay(s, np.int64(s.seat), FUEL, discount(s, fuel))


@jit
def draw_card(s):
    """AF-168: the next card; from the reshuffled discard pile if the deck is empty; or NONE."""
    if s.deck_size == 0:
        reshuffle(s)
    if s.deck_size == 0:
        return NONE
    s.deck_size -= 1
    card = np.int64(s.deck[s.deck_size])
    s.deck[s.deck_size] = NONE
    return card


@jit
def reshuffle(s):
    """AF-168: the discard pile becomes the deck."""
    size = ZERO
    for card in range(NUM_CARDS):
        while s.pile[card] > 0:
            s.pile[card] -= 1
            s.deck[size] = card
            size += 1
    s.deck_size = size
    shuffle(s.rng, s.deck, ZERO, size)


@jit
def refresh_display(s):
    """AF-40: discard the face-up cards (AF-168: first), then lay out three new ones."""
    for slot in range(DISPLAY_SIZE):
        if s.display[slot] != NONE:
            s.pile[s.display[slot]] += 1
            s.display[slot] = NONE
    for slot in range(DISPLAY_SIZE):
        s.display[slot] = draw_card(s)


@jit
def lose_card(s, seat, card):
    """AF-169: a held card goes to the open discard pile."""
    s.cards[seat, card] = 0
    s.pile[card] += 1
