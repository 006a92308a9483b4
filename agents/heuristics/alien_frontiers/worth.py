"""The rows of the Alien Frontiers heuristic's table: what things are worth in points."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.constants import (
    BOOSTER_FIELD,
    CANNON_FACILITY,
    CANNON_SHIP,
    CRYSTAL_TERRITORY,
    FIELD_TERRITORY,
    FORCED_DOCK,
    GRAVITY_LOWER,
    GRAVITY_RAISE,
    HELMET_FACILITY,
    HELMET_SHIP,
    MOVE_FROM,
    MOVE_OWNER,
    MOVE_TO,
    NUM_PHASES,
    NUM_SHIPS,
    PLACE_COLONY,
    PLASMA_FACILITY,
    PLASMA_SHIPS,
    RAID,
    SWAP_OWNER_A,
    SWAP_OWNER_B,
    SWAP_TERRITORY_A,
    SWAP_TERRITORY_B,
    TELEPORT_FACILITY,
    TELEPORT_SHIP,
    VALUE_SHIP,
    WARPER_CARD,
    WARPER_SHIPS,
)
from exozoo.envs.core.codes import NONE, codes, names_of, table

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
