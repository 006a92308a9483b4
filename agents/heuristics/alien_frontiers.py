"""Alien Frontiers by rules of thumb; docs/strategy/alien_frontiers.md says them in words.

Every action is tried on a copy and the position appraised in points: colonies and control as they
stand, and what ships, resources, cards, territories and the hub will bring.
"""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.alien_frontiers_cards import (
    best_field,
    best_move,
    best_swap,
    cards_worth,
    fresh_worth,
    prey_worth,
    ships_needed,
    shown_worth,
    spare_gain,
    to_claim,
    units_to_raid,
)
from exozoo.envs.alien_frontiers.actions import DOCK_RAIDERS, DOCKS_AT, REFRESH, STOP
from exozoo.envs.alien_frontiers.components import NEW_VALUE_OF_CARD, POWER_FUEL
from exozoo.envs.alien_frontiers.constants import (
    ARTIFACT,
    BOOSTER_FIELD,
    BOOSTER_POD,
    CANNON_FACILITY,
    CANNON_SHIP,
    COLONY_CONSTRUCTOR,
    CRYSTAL_TERRITORY,
    DATA_CRYSTAL,
    DISPLAY_SIZE,
    FIELD_TERRITORY,
    FORCED_DOCK,
    FUEL,
    GRAVITY_LOWER,
    GRAVITY_MANIPULATOR,
    GRAVITY_RAISE,
    HAND,
    HELMET_FACILITY,
    HELMET_SHIP,
    HOLOGRAPHIC_DECOY,
    ISOLATION_FIELD,
    LIFTED,
    LUNAR_MINE,
    MAIN,
    MOVE_FROM,
    MOVE_OWNER,
    MOVE_TO,
    NUM_CARDS,
    NUM_DICE,
    NUM_FACES,
    NUM_FACILITIES,
    NUM_PHASES,
    NUM_SHIPS,
    NUM_TERRITORIES,
    ORBITAL_TELEPORTER,
    ORE,
    PLACE_COLONY,
    PLASMA_FACILITY,
    PLASMA_SHIPS,
    POLARITY_DEVICE,
    RAID,
    SHIPYARD,
    STOCK,
    SWAP_OWNER_A,
    SWAP_OWNER_B,
    SWAP_TERRITORY_A,
    SWAP_TERRITORY_B,
    TELEPORT_FACILITY,
    TELEPORT_SHIP,
    TERRAFORMING_STATION,
    VALUE_SHIP,
    WARPER_CARD,
    WARPER_SHIPS,
)
from exozoo.envs.alien_frontiers.constants import (
    RELIC as RELIC_DIE,
)
from exozoo.envs.alien_frontiers.rules.docking import ALL_DOCKS, open_docks
from exozoo.envs.alien_frontiers.rules.effects import discount
from exozoo.envs.alien_frontiers.rules.step import step
from exozoo.envs.core.codes import NONE, ONE, ZERO, codes, names_of, table
from exozoo.envs.core.jit import jit

(
    RIVAL,
    SHIPS_4,  # ships in play, by their number
    SHIPS_5,
    SHIPS_6,
    FUEL_1,  # units held, by their number: more than a few are not worth hoarding
    FUEL_2,
    FUEL_3,
    FUEL_4,
    FUEL_5,
    FUEL_6,
    FUEL_MORE,  # each beyond
    ORE_1,
    ORE_2,
    ORE_3,
    ORE_4,
    ORE_5,
    ORE_6,
    ORE_MORE,
    RELIC,
    HUB,  # each space on the way to a launch
    COLONY,  # a colony on the planet, beside its points: placing all ends the game
    CARD,
    IN_HAND,  # a ship still to be docked
    TALLY,  # a pip docked at the artifact
    WAIT_COLONY,  # a colony about to be placed
    WAIT_RAID,
    HUB_READY,  # a colony that can be launched, but for the price
    HUB_PAID,  # and the price is there
    TERRITORY_ASIMOV,  # the bonus of a territory
    TERRITORY_BRADBURY,
    TERRITORY_BURROUGHS,
    TERRITORY_HEINLEIN,
    TERRITORY_HERBERT,
    TERRITORY_LEM,
    TERRITORY_POHL,
    TERRITORY_VAN_VOGT,
    SAFE,  # a territory that is controlled by two colonies at least
    NEAR,  # one that a single colony more would win
    CITY,  # each card, beside what any card is worth
    MONUMENT,
    BOOSTER,
    CRYSTAL,
    GRAVITY,
    DECOY,
    HELMET,
    TELEPORTER,
    CANNON,
    POLARITY,
    CACHE,
    STASIS,
    WARPER,
    HAND_1,  # an own ship to be docked in this turn, by its value
    HAND_2,
    HAND_3,
    HAND_4,
    HAND_5,
    HAND_6,
    HAND_RELIC,
    HAND_PAIR,  # two of a kind to be docked
    HAND_TRIPLE,
    HAND_RUN,
    AT_ARTIFACT,  # an own ship where it is docked: others find the place taken
    AT_HUB,
    AT_CONSTRUCTOR,
    AT_MINE,
    AT_MARKET,
    AT_OUTPOST,
    AT_SHIPYARD,
    AT_SOLAR,
    AT_STATION,
    MINE_TOP,  # a pip of the highest ship at the mine, if it is an own one
    TRADES,  # an ore that can be bought at the market in this turn
    TALLY_REACH,  # a tally that the ships in hand can still bring to eight
    WAIT_CLAIM,  # of a displayed card's worth, while one may be claimed
    OVER_LIMIT,  # each unit that would have to be given back
    NEXT_SHIP,  # the price of the next ship is there
    RELIC_LOST,  # the relic ship at the Terraforming Station
    WIN,  # to end the game as the first; as another one it costs as much
    WAIT_VALUE,  # a card's power or discard under way, beside what it cost
    WAIT_GRAVITY,
    WAIT_WARPER,
    WAIT_CRYSTAL,
    WAIT_TELEPORT,
    WAIT_PLASMA,
    WAIT_HELMET,
    WAIT_DOCK,
    WAIT_FIELD,
    WAIT_PILE,
    WAIT_MOVE,
    WAIT_CANNON,
    WAIT_SWAP,
    SIX_READY,  # ships in hand that can be docked as a group and paid for: a six that terraforms
    PAIR_READY,  # a pair that builds a ship
    TRIPLE_READY,  # three of a kind that build a colony
    RUN_READY,  # a run that may raid
    HAND_ROLL,  # a ship in hand that will be rolled again
    CLAIM_REACH,  # of the best card's worth, while the ships in hand can still claim it
    CLAIM_SHIP,  # what each ship still to be docked for it would bring elsewhere
    GUARDED,  # each other card of one who holds the Decoy
    DISCARD_NOW,  # of what a discard in this turn would bring beyond the card's worth
    RAID_UNIT,  # each unit that may still be taken in a raid
    RAID_CARD,  # of the worth of the best card that may be taken
    RECKON,  # a switch: powers and discards under way count with the best that may come of them
) = codes(103)
ROWS = tuple(name.lower() for name in names_of(globals(), "RIVAL", "RECKON"))
SWITCHES = ("reckon",)  # not searched by `exozoo tune`
STAGES = (0.0, 0.25, 0.5, 0.75, 1.0)  # by how many colonies the first one has placed
TURNS_AHEAD = 4  # of search: dice decide much, and a turn is weighed in no time
LISTED_UNITS, MOST_UNITS = 6, 9
MOST_KEPT = 8  # AF-29
FIRST_UNIT = table([FUEL_1, ORE_1])  # row of the first unit, by resource
FEWEST_SHIPS, MOST_SHIPS = 3, NUM_SHIPS
LAUNCH_SPACE, CLAIM_TALLY = 7, 8
MOST_COLONIES = table([0, 0, 8, 7, 6])  # AF-12, by the number of players


def _waiting() -> np.ndarray:
    rows = np.full(NUM_PHASES, NONE)
    for row, phases in {
        WAIT_COLONY: [PLACE_COLONY],
        WAIT_RAID: [RAID],
        WAIT_VALUE: [VALUE_SHIP],
        WAIT_GRAVITY: [GRAVITY_LOWER, GRAVITY_RAISE],
        WAIT_WARPER: [WARPER_SHIPS],
        WAIT_CRYSTAL: [CRYSTAL_TERRITORY],
        WAIT_TELEPORT: [TELEPORT_FACILITY, TELEPORT_SHIP],
        WAIT_PLASMA: [PLASMA_FACILITY, PLASMA_SHIPS],
        WAIT_HELMET: [HELMET_FACILITY, HELMET_SHIP],
        WAIT_DOCK: [FORCED_DOCK],
        WAIT_FIELD: [BOOSTER_FIELD, FIELD_TERRITORY],
        WAIT_PILE: [WARPER_CARD],
        WAIT_MOVE: [MOVE_FROM, MOVE_OWNER, MOVE_TO],
        WAIT_CANNON: [CANNON_FACILITY, CANNON_SHIP],
        WAIT_SWAP: [SWAP_TERRITORY_A, SWAP_OWNER_A, SWAP_TERRITORY_B, SWAP_OWNER_B],
    }.items():
        rows[phases] = row
    return rows


WAITING_ROW = table(_waiting())  # of each phase


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
def faces_value(faces, docks, stage, worth):
    """Ships to be docked, by how many show each face; `docks` are the dockings open to any ships."""
    pairs, triples, runs = 0, 0, 0
    total = 0.0
    for face in range(NUM_FACES):
        count = faces[face]
        total += worth[HAND_1 + face, stage] * count
        pairs += count >= 2
        triples += count >= 3
        if face >= 2 and count > 0 and faces[face - 1] > 0 and faces[face - 2] > 0:
            runs = 1
            if docks & (ONE << (DOCK_RAIDERS + face - 2)):
                runs = 2
    total += worth[HAND_PAIR, stage] * pairs + worth[HAND_TRIPLE, stage] * triples
    if runs > 0:
        total += worth[HAND_RUN, stage]
    if runs > 1:
        total += worth[RUN_READY, stage]
    if pairs > 0 and docks & DOCKS_AT[SHIPYARD]:
        total += worth[PAIR_READY, stage]
    if triples > 0 and docks & DOCKS_AT[COLONY_CONSTRUCTOR]:
        total += worth[TRIPLE_READY, stage]
    if faces[NUM_FACES - 1] > 0 and docks & DOCKS_AT[TERRAFORMING_STATION]:
        total += worth[SIX_READY, stage]
    return total


@jit
def turned_value(faces, docks, card, stage, worth):
    """The best that a card which changes one value makes of a ship in hand."""
    best = -np.inf
    for face in range(NUM_FACES):
        turned = np.int64(NEW_VALUE_OF_CARD[card, face + 1]) - ONE
        if faces[face] > 0 and turned >= 0:
            faces[face] -= 1
            faces[turned] += 1
            best = max(best, faces_value(faces, docks, stage, worth))
            faces[face] += 1
            faces[turned] -= 1
    return best


@jit
def raised_value(faces, aside, docks, stage, worth):
    """The best that the Gravity Manipulator makes of the rest, with a ship of face `aside` lowered."""
    best = -np.inf
    for face in range(NUM_FACES - 1):
        if faces[face] > 0:
            faces[face] -= 1
            faces[face + 1] += 1
            faces[aside] += 1
            best = max(best, faces_value(faces, docks, stage, worth))
            faces[face] += 1
            faces[face + 1] -= 1
            faces[aside] -= 1
    return best


@jit
def shifted_value(faces, docks, stage, worth):
    """The best that the Gravity Manipulator makes of the ships in hand."""
    best = -np.inf
    for face in range(1, NUM_FACES):
        if faces[face] > 0:
            faces[face] -= 1
            best = max(best, raised_value(faces, face - 1, docks, stage, worth))
            faces[face] += 1
    return best


@jit
def rolled_value(faces, docks, stage, worth):
    """The best of rolling one ship again, or all of them."""
    count = ZERO
    best = -np.inf
    for face in range(NUM_FACES):
        if faces[face] > 0:
            count += faces[face]
            faces[face] -= 1
            best = max(best, faces_value(faces, docks, stage, worth) + worth[HAND_ROLL, stage])
            faces[face] += 1
    return max(best, worth[HAND_ROLL, stage] * count)


@jit
def hand_value(s, faces, lifted, rolls, fuel, stage, worth):
    """Ships to be docked, as they are or as the card under way will leave them."""
    docks = open_docks(s, ALL_DOCKS, fuel)
    if s.phase == VALUE_SHIP:
        return turned_value(faces, docks, np.int64(s.card), stage, worth)
    if worth[RECKON, stage] > 0:
        if s.phase == GRAVITY_LOWER:
            return shifted_value(faces, docks, stage, worth)
        if s.phase == GRAVITY_RAISE:
            return raised_value(faces, lifted - 1, docks, stage, worth)
        if s.phase == WARPER_SHIPS and s.picks == 0:
            return rolled_value(faces, docks, stage, worth)
    if s.phase == WARPER_SHIPS:
        rolls += np.int64(s.picks)
    return faces_value(faces, docks, stage, worth) + worth[HAND_ROLL, stage] * rolls


@jit
def claim_value(s, seat, faces, of_card, stage, worth):
    """The best card that the ships of this turn can claim, less what these would bring elsewhere."""
    best = shown_worth(s, of_card)
    claims = s.phase == ARTIFACT and s.tally >= CLAIM_TALLY
    if worth[RECKON, stage] > 0 and (not claims or s.refresh or s.display[0] == NONE):
        best = max(best, fresh_worth(s, of_card))
    if claims:
        return worth[WAIT_CLAIM, stage] * best
    ships = ships_needed(faces, CLAIM_TALLY - np.int64(s.tally))
    if ships == NONE:
        return 0.0
    cost = worth[CLAIM_SHIP, stage] * ships
    return max(worth[CLAIM_REACH, stage] * best - cost, 0.0)


@jit
def cards_value(s, seat, faces, gains, stage, worth):
    """Of cards in this turn: one to be claimed, and one to be discarded."""
    of_card = np.zeros(NUM_CARDS)
    special = worth[CITY : CITY + NUM_CARDS, stage]
    cards_worth(s, seat, worth[CARD, stage], special, worth[RECKON, stage], of_card)
    total = 0.0
    if not s.discarded:
        total += worth[DISCARD_NOW, stage] * spare_gain(s, seat, of_card, gains)
    if s.phase == RAID:
        share = 1.0 + worth[RIVAL, stage]  # it is taken from another
        card = worth[RAID_CARD, stage] * share * prey_worth(s, seat, of_card)
        total += max(worth[RAID_UNIT, stage] * units_to_raid(s, seat), card)
    if s.tally > 0:
        to_claim(s, seat, gains, worth[DISCARD_NOW, stage], of_card)
        total += claim_value(s, seat, faces, of_card, stage, worth)
    return total


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
def discard_gain(s, seat, card, stage, worth):
    """The best that may come of a card's discard, under way or to come, where it is about the planet."""
    rival = NONE
    for other in range(s.num_players):
        if other != seat and (rival == NONE or s.scores[other] > s.scores[rival]):
            rival = np.int64(other)
    share = worth[RIVAL, stage]
    bonus = worth[TERRITORY_ASIMOV : TERRITORY_ASIMOV + NUM_TERRITORIES, stage]
    safe, near = worth[SAFE, stage], worth[NEAR, stage]
    if card == ORBITAL_TELEPORTER:
        return best_move(s, seat, rival, share, bonus, safe, near)
    if card == POLARITY_DEVICE:
        return best_swap(s, seat, rival, share, bonus, safe, near)
    return best_field(s, card, seat, rival, share, bonus)


@jit
def gains_of_discards(s, gains, stage, worth):
    """gains[card]: for cards about the planet that the seat on turn holds or may claim."""
    gains[:] = 0.0
    if s.discarded or s.phase not in (MAIN, ARTIFACT) or worth[DISCARD_NOW, stage] == 0:
        return
    seat = np.int64(s.seat)
    for card in (DATA_CRYSTAL, ORBITAL_TELEPORTER, POLARITY_DEVICE):
        wanted = s.cards[seat, card] > 0 and not s.used[card]
        for slot in range(DISPLAY_SIZE):
            wanted |= s.display[slot] == card
        if wanted:
            gains[card] = discard_gain(s, seat, card, stage, worth)


@jit
def ships_of(s, seat):
    """Coloured ships in play, but for one that is about to leave."""
    ships = 0
    for die in range(seat * NUM_SHIPS, (seat + 1) * NUM_SHIPS):
        ships += s.place[die] != STOCK and s.place[die] != TERRAFORMING_STATION
    return ships


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


@jit
def appraise(s, worth, points):
    """The same for every seat."""
    stage = stage_of(s)
    faces = np.zeros(NUM_FACES, np.int64)
    gains = np.zeros(NUM_CARDS)
    for seat in range(s.num_players):
        points[seat] = seat_value(s, np.int64(seat), np.int64(s.seat), faces, gains, stage, worth)
