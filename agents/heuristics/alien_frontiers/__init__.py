"""Alien Frontiers by rules of thumb; docs/strategy/alien_frontiers.md says them in words.

Every action is tried on a copy and the position appraised in points: colonies and control as they
stand, and what ships, resources, cards, territories and the hub will bring.
"""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.alien_frontiers.cards import cards_value
from exozoo.agents.heuristics.alien_frontiers.hand import hand_value
from exozoo.agents.heuristics.alien_frontiers.planet import discard_gain, gains_of_discards
from exozoo.agents.heuristics.alien_frontiers.worth import (
    AT_ARTIFACT,
    CARD,
    CITY,
    CLAIM_TALLY,
    COLONY,
    FEWEST_SHIPS,
    FIRST_UNIT,
    GUARDED,
    HAND_RELIC,
    HUB,
    HUB_PAID,
    HUB_READY,
    IN_HAND,
    LAUNCH_SPACE,
    LISTED_UNITS,
    MINE_TOP,
    MOST_COLONIES,
    MOST_KEPT,
    MOST_SHIPS,
    MOST_UNITS,
    NEAR,
    NEXT_SHIP,
    OVER_LIMIT,
    RECKON,
    RELIC,
    RELIC_LOST,
    RIVAL,
    ROWS,
    SAFE,
    SHIPS_4,
    STAGES,
    SWITCHES,
    TALLY,
    TALLY_REACH,
    TERRITORY_ASIMOV,
    TRADES,
    TURNS_AHEAD,
    WAIT_FIELD,
    WAIT_MOVE,
    WAIT_SWAP,
    WAITING_ROW,
    WIN,
)
from exozoo.envs.alien_frontiers.actions import REFRESH, STOP
from exozoo.envs.alien_frontiers.components import POWER_FUEL
from exozoo.envs.alien_frontiers.constants import (
    BOOSTER_POD,
    FUEL,
    GRAVITY_LOWER,
    GRAVITY_MANIPULATOR,
    GRAVITY_RAISE,
    HAND,
    HOLOGRAPHIC_DECOY,
    ISOLATION_FIELD,
    LIFTED,
    LUNAR_MINE,
    NUM_CARDS,
    NUM_DICE,
    NUM_FACES,
    NUM_FACILITIES,
    NUM_SHIPS,
    NUM_TERRITORIES,
    ORE,
    STOCK,
    TERRAFORMING_STATION,
    VALUE_SHIP,
    WARPER_SHIPS,
)
from exozoo.envs.alien_frontiers.constants import RELIC as RELIC_DIE
from exozoo.envs.alien_frontiers.rules.effects import discount
from exozoo.envs.alien_frontiers.rules.step import step
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.jit import jit

__all__ = ["ROWS", "STAGES", "SWITCHES", "TURNS_AHEAD", "appraise", "weigh"]


@jit
def stage_of(s):
    """How far the game is, by who has placed most colonies."""
    total = MOST_COLONIES[s.num_players]
    left = total
    for seat in range(s.num_players):
        left = min(left, np.int64(s.unplaced[seat]))
    return (total - left) * (len(STAGES) - 1) // total


@jit
def units_value(worth, stage, resource, units):
    """Fuel or ore held."""
    if units == 0:
        return 0.0
    first = FIRST_UNIT[resource]
    total = worth[first + min(units, LISTED_UNITS) - 1, stage]
    more = min(units, MOST_UNITS) - LISTED_UNITS
    return total + worth[first + LISTED_UNITS, stage] * more if more > 0 else total


@jit
def stock_value(s, seat, fuel, ships, stage, worth):
    """So much fuel and the ore, what they can pay for, and what cannot be kept."""
    ore = np.int64(s.resources[seat, ORE])
    total = units_value(worth, stage, FUEL, fuel) + units_value(worth, stage, ORE, ore)
    if fuel + ore > MOST_KEPT:
        total -= worth[OVER_LIMIT, stage] * (fuel + ore - MOST_KEPT)
    if FEWEST_SHIPS <= ships < MOST_SHIPS and min(fuel, ore) >= ships - FEWEST_SHIPS + 1:
        total += worth[NEXT_SHIP, stage]
    if s.hub[seat] == LAUNCH_SPACE:
        total += worth[HUB_READY, stage]
        if fuel > 0 and ore > 0:
            total += worth[HUB_PAID, stage]
    return total


@jit
def price_under_way(s):
    """Fuel that the power under way will cost: it is paid with the last choice."""
    if s.phase in (VALUE_SHIP, GRAVITY_LOWER, GRAVITY_RAISE, WARPER_SHIPS):
        return discount(s, POWER_FUEL[s.card])
    return ZERO


@jit
def planet_value(s, seat, stage, worth):
    """Territories: their bonuses, and how firmly they are held."""
    total = 0.0
    for territory in range(NUM_TERRITORIES):
        own = np.int64(s.colonies[territory, seat])
        most = ZERO
        for other in range(s.num_players):
            if other != seat:
                most = max(most, np.int64(s.colonies[territory, other]))
        if own > most:
            if s.field_at[ISOLATION_FIELD] != territory:
                total += worth[TERRITORY_ASIMOV + territory, stage]
            if own > most + 1:
                total += worth[SAFE, stage]
        elif own == most and own > 0:
            total += worth[NEAR, stage]
    return total


@jit
def ships_of(s, seat):
    """Coloured ships in play, but for one that is about to leave."""
    ships = 0
    for die in range(seat * NUM_SHIPS, (seat + 1) * NUM_SHIPS):
        ships += s.place[die] != STOCK and s.place[die] != TERRAFORMING_STATION
    return ships


@jit
def turn_value(s, seat, faces, gains, stage, worth):
    """What the seat on turn may still do with its ships, and what it is in the middle of."""
    faces[:] = 0
    pips, rolls, lifted = ZERO, ZERO, ZERO
    total = 0.0
    for number in range(NUM_SHIPS + 1):
        die = seat * NUM_SHIPS + number
        if number == NUM_SHIPS:
            if s.relic_holder != seat:
                continue
            die = RELIC_DIE
            if s.place[die] == HAND:
                total += worth[HAND_RELIC, stage]
        if s.place[die] == HAND:
            pips += s.value[die]
            if s.value[die] > 0:
                faces[s.value[die] - 1] += 1
            else:
                rolls += 1
        elif s.place[die] == LIFTED:
            lifted = np.int64(s.value[die])
    price = price_under_way(s)
    fuel = np.int64(s.resources[seat, FUEL])
    if pips + rolls + lifted > 0:
        total += hand_value(s, faces, lifted, rolls, fuel - price, stage, worth)
    if s.tally > 0 and s.tally + pips >= CLAIM_TALLY:
        total += worth[TALLY_REACH, stage]
    total += cards_value(s, seat, faces, gains, stage, worth)
    if s.rate > 0:
        total += worth[TRADES, stage] * (fuel // np.int64(s.rate))
    if price > 0 and worth[RECKON, stage] > 0:
        ships = ships_of(s, seat)
        total += stock_value(s, seat, fuel - price, ships, stage, worth)
        total -= stock_value(s, seat, fuel, ships, stage, worth)
    return total


@jit
def docked_value(s, seat, stage, worth):
    """Own ships where they are: others find these places taken."""
    total = 0.0
    top, owner = ZERO, NONE
    for die in range(s.num_players * NUM_SHIPS):
        place = np.int64(s.place[die])
        own = die // NUM_SHIPS == seat
        if own and place < NUM_FACILITIES:
            total += worth[AT_ARTIFACT + place, stage]
        if place == LUNAR_MINE and s.value[die] > top:
            top, owner = np.int64(s.value[die]), np.int64(die // NUM_SHIPS)
    return total + worth[MINE_TOP, stage] * top if owner == seat else total


@jit
def means_value(s, seat, stage, worth):
    """Points in sight and what ships, cards, resources and the hub will bring."""
    ships, in_hand = ships_of(s, seat), 0
    for die in range(seat * NUM_SHIPS, (seat + 1) * NUM_SHIPS):
        in_hand += s.place[die] == HAND
    cards, special = 0, 0.0
    for card in range(NUM_CARDS):
        if s.cards[seat, card]:
            cards += 1
            special += worth[CITY + card, stage]
    total = s.scores[seat] + worth[IN_HAND, stage] * in_hand + worth[CARD, stage] * cards
    if s.cards[seat, HOLOGRAPHIC_DECOY]:
        total += worth[GUARDED, stage] * (cards - 1)
    if ships > FEWEST_SHIPS:
        total += worth[SHIPS_4 + ships - FEWEST_SHIPS - 1, stage]
    total += stock_value(s, seat, np.int64(s.resources[seat, FUEL]), ships, stage, worth)
    total += worth[HUB, stage] * s.hub[seat]
    total -= worth[COLONY, stage] * s.unplaced[seat]
    if s.relic_holder == seat:
        total += worth[RELIC, stage]
        if s.place[RELIC_DIE] == TERRAFORMING_STATION:
            total -= worth[RELIC_LOST, stage]
    return total + special


@jit
def seat_value(s, seat, mover, faces, gains, stage, worth):
    """What the seat is likely to end with; `mover` is whose turn it is, or was before it ended."""
    total = means_value(s, seat, stage, worth) + planet_value(s, seat, stage, worth)
    if s.over:
        total += worth[WIN, stage] if s.rank[seat] == 1 else -worth[WIN, stage]
    if s.seat == seat:
        row = WAITING_ROW[s.phase]
        if row != NONE:
            total += worth[row, stage]
            if worth[RECKON, stage] > 0 and row in (WAIT_MOVE, WAIT_SWAP, WAIT_FIELD):
                if s.card not in (GRAVITY_MANIPULATOR, BOOSTER_POD):
                    total += discard_gain(s, seat, np.int64(s.card), stage, worth)
        total += worth[TALLY, stage] * min(np.int64(s.tally), CLAIM_TALLY)
        if seat == mover:
            total += turn_value(s, seat, faces, gains, stage, worth)
    return total + docked_value(s, seat, stage, worth)


@jit
def hide_chance(s, tried, action):
    """Dice rolled again and cards laid out by the action count as not known yet, not as they fell."""
    if s.phase == WARPER_SHIPS and action == STOP:
        for die in range(NUM_DICE):
            if s.place[die] == LIFTED:
                tried.value[die] = 0
    elif action == REFRESH:
        tried.display[:] = NONE
        tried.deck[:] = s.deck
        tried.deck_size = s.deck_size


@jit
def weigh(s, mask, worth, scratch, slot, out):
    """The own position against the best rival's after each action."""
    seat = np.int64(s.seat)
    stage = stage_of(s)
    faces = np.zeros(NUM_FACES, np.int64)
    gains = np.zeros(NUM_CARDS)
    gains_of_discards(s, gains, stage, worth)
    for action in range(mask.size):
        if mask[action]:
            scratch[slot] = s
            tried = scratch[slot]
            step(tried, np.int64(action))
            if worth[RECKON, stage] > 0:
                hide_chance(s, tried, action)
            rival = -np.inf
            for other in range(tried.num_players):
                if other != seat:
                    value = seat_value(tried, np.int64(other), seat, faces, gains, stage, worth)
                    rival = max(rival, value)
            own = seat_value(tried, seat, seat, faces, gains, stage, worth)
            out[action] = own - worth[RIVAL, stage] * rival
    return NONE


@jit
def appraise(s, worth, points):
    """The same for every seat."""
    stage = stage_of(s)
    faces = np.zeros(NUM_FACES, np.int64)
    gains = np.zeros(NUM_CARDS)
    for seat in range(s.num_players):
        points[seat] = seat_value(s, np.int64(seat), np.int64(s.seat), faces, gains, stage, worth)
