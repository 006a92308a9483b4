"""Fuel powers of cards (AF-160 to AF-170): which may be used, and the ships that change value."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import OWN_SHIP_BLOCK
from exozoo.envs.alien_frontiers.components import (
    CARD_OF_POWER,
    CRYSTAL_ALLOWED,
    NEW_VALUE_OF_CARD,
    POWER_FUEL,
)
from exozoo.envs.alien_frontiers.constants import (
    BOOSTER_POD,
    CRYSTAL_TERRITORY,
    DATA_CRYSTAL,
    FUEL,
    GRAVITY_LOWER,
    GRAVITY_MANIPULATOR,
    GRAVITY_RAISE,
    HAND,
    HELMET_FACILITY,
    ISOLATION_FIELD,
    LIFTED,
    MAIN,
    MIND_CONTROL_HELMET,
    NUM_CLASSES,
    NUM_DICE,
    NUM_TERRITORIES,
    ORBITAL_TELEPORTER,
    PLASMA_CANNON,
    PLASMA_FACILITY,
    STASIS_BEAM,
    TELEPORT_FACILITY,
    TEMPORAL_WARPER,
    VALUE_SHIP,
    WARPER_SHIPS,
)
from exozoo.envs.alien_frontiers.rules.effects import (
    classes_in_hand,
    discount,
    has_bonus,
    pay_power,
    roll,
    ship_in_hand,
    stock_of,
)
from exozoo.envs.alien_frontiers.rules.phase_cannon import legal_plasma_facility
from exozoo.envs.alien_frontiers.rules.phase_mover import legal_mover_facility
from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit

NUM_POWERS = len(CARD_OF_POWER)
_FIRST_PHASES = {
    DATA_CRYSTAL: CRYSTAL_TERRITORY,
    GRAVITY_MANIPULATOR: GRAVITY_LOWER,
    MIND_CONTROL_HELMET: HELMET_FACILITY,
    ORBITAL_TELEPORTER: TELEPORT_FACILITY,
    PLASMA_CANNON: PLASMA_FACILITY,
    TEMPORAL_WARPER: WARPER_SHIPS,
}
# the decision that a power opens; the other three change one ship's value
PHASE_OF_POWER = table([_FIRST_PHASES.get(card, VALUE_SHIP) for card in CARD_OF_POWER])


@jit
def legal_powers(s):
    """AF-160, AF-161: cards held and not used this turn that have a target and can be paid."""
    powers = ZERO
    for power in range(NUM_POWERS):
        card = CARD_OF_POWER[power]
        if s.cards[np.int64(s.seat), card] and not s.used[card] and can_use(s, card):
            powers |= ONE << power
    return powers


@jit
def can_use(s, card):
    """AF-170: the price can be paid, and a whole chain of legal choices exists."""
    if stock_of(s, np.int64(s.seat), FUEL) < discount(s, POWER_FUEL[card]):
        return False
    if card == DATA_CRYSTAL:
        return legal_crystal_territory(s) != 0
    if card == GRAVITY_MANIPULATOR:
        return legal_gravity_lower(s) != 0
    if card == TEMPORAL_WARPER:
        return classes_in_hand(s) != 0
    if card == PLASMA_CANNON:
        return legal_plasma_facility(s) != 0
    if card in (MIND_CONTROL_HELMET, ORBITAL_TELEPORTER):
        return legal_mover_facility(s, card) != 0
    return legal_value_ship(s, card) != 0


@jit
def apply_power(s, power):
    """AF-161, AF-163: the card counts as used from here on; the fuel is paid with the last choice."""
    card = CARD_OF_POWER[power]
    s.used[card] = 1
    s.card = card
    s.phase = PHASE_OF_POWER[power]


# --- Booster Pod, Polarity Device, Stasis Beam --------------------------------------------------


@jit
def legal_value_ship(s, card):
    """AF-181, AF-206, AF-213: ships in hand (AF-167) whose value stays within 1 to 6 (AF-166)."""
    classes = ZERO
    for ship_class in range(NUM_CLASSES):
        die = ship_in_hand(s, ship_class)
        if die != NONE and NEW_VALUE_OF_CARD[card, s.value[die]] > 0:
            classes |= ONE << ship_class
    return classes


@jit
def apply_value_ship(s, ship_class):
    """AF-181: one up; AF-206: the opposite face; AF-213: one down."""
    die = ship_in_hand(s, ship_class)
    s.value[die] = NEW_VALUE_OF_CARD[s.card, s.value[die]]
    pay_power(s, POWER_FUEL[s.card])
    s.phase = MAIN


# --- Gravity Manipulator -------------------------------------------------------------------------


@jit
def legal_gravity_lower(s):
    """AF-188: ships in hand to lower, while a different one can be raised."""
    raisable = ZERO
    for die in range(NUM_DICE):
        if s.place[die] == HAND and NEW_VALUE_OF_CARD[BOOSTER_POD, s.value[die]] > 0:
            raisable += 1
    classes = legal_value_ship(s, STASIS_BEAM)
    if raisable == 0:
        return ZERO
    if raisable == 1:  # that ship itself cannot be the one to lower
        classes &= ~legal_value_ship(s, BOOSTER_POD)
    return classes


@jit
def apply_gravity_lower(s, ship_class):
    """AF-188: it is set aside, so that the other one is a different ship."""
    die = ship_in_hand(s, ship_class)
    s.value[die] -= 1
    s.place[die] = LIFTED
    s.phase = GRAVITY_RAISE


@jit
def apply_gravity_raise(s, ship_class):
    """AF-188: both changes for one price."""
    s.value[ship_in_hand(s, ship_class)] += 1
    for die in range(NUM_DICE):
        if s.place[die] == LIFTED:
            s.place[die] = HAND
    pay_power(s, POWER_FUEL[s.card])
    s.phase = MAIN


# --- Temporal Warper ------------------------------------------------------------------------------


@jit
def legal_warper_ships(s):
    """AF-215: any set of ships in hand, named in ascending order of class."""
    last = np.int64(s.last_pick)
    return (classes_in_hand(s) >> last) << last


@jit
def apply_warper_ships(s, block, ship_class):
    """AF-215: one more ship, or roll those chosen, each once."""
    if block == OWN_SHIP_BLOCK:
        s.place[ship_in_hand(s, ship_class)] = LIFTED
        s.picks += 1
        s.last_pick = ship_class
        return
    for die in range(NUM_DICE):
        if s.place[die] == LIFTED:
            s.place[die] = HAND
            roll(s, die)
    pay_power(s, POWER_FUEL[s.card])
    s.phase = MAIN


# --- Data Crystal ---------------------------------------------------------------------------------


@jit
def crystal_price(s, territory):
    """AF-183: the number of colonies there, of all players."""
    count = ZERO
    for seat in range(s.num_players):
        count += s.colonies[territory, seat]
    return count


@jit
def legal_crystal_territory(s):
    """AF-184: not the desert, an empty or isolated territory, nor a bonus one has already."""
    seat = np.int64(s.seat)
    territories = ZERO
    for territory in range(NUM_TERRITORIES):
        price = crystal_price(s, territory)
        if (
            price > 0
            and CRYSTAL_ALLOWED[territory]
            and s.field_at[ISOLATION_FIELD] != territory
            and not has_bonus(s, seat, territory)
            and stock_of(s, seat, FUEL) >= discount(s, price)
        ):
            territories |= ONE << territory
    return territories


@jit
def apply_crystal_territory(s, territory):
    """AF-183, AF-185: the bonus until the end of the turn; AF-186: paid before it works."""
    pay_power(s, crystal_price(s, territory))
    s.borrowed = territory
    s.phase = MAIN
