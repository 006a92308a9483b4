"""Discard powers of cards (AF-162, AF-163): fields, colonies moved or swapped, a card taken back."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.components import CARD_OF_DISCARD, FIELD_OF_CARD
from exozoo.envs.alien_frontiers.constants import (
    BOOSTER_FIELD,
    BOOSTER_POD,
    CANNON_FACILITY,
    FIELD_TERRITORY,
    MAIN,
    MOVE_FROM,
    NUM_CARDS,
    NUM_FIELDS,
    NUM_TERRITORIES,
    ORBITAL_TELEPORTER,
    PLASMA_CANNON,
    POLARITY_DEVICE,
    SWAP_TERRITORY_A,
    TEMPORAL_WARPER,
    WARPER_CARD,
)
from exozoo.envs.alien_frontiers.rules.effects import (
    ALL_TERRITORIES,
    is_closed,
    lose_card,
    open_territories,
    relative_seat,
    seat_at,
)
from exozoo.envs.alien_frontiers.rules.phase_cannon import legal_cannon_facility
from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit

NUM_DISCARDS = len(CARD_OF_DISCARD)
_FIRST_PHASES = {
    BOOSTER_POD: BOOSTER_FIELD,
    ORBITAL_TELEPORTER: MOVE_FROM,
    PLASMA_CANNON: CANNON_FACILITY,
    POLARITY_DEVICE: SWAP_TERRITORY_A,
    TEMPORAL_WARPER: WARPER_CARD,
}
# the decision that a discard opens; the other three place a field
PHASE_OF_DISCARD = table([_FIRST_PHASES.get(card, FIELD_TERRITORY) for card in CARD_OF_DISCARD])


@jit
def legal_discards(s):
    """AF-162: one a turn; AF-163: of a card not used this turn; AF-170: with a target."""
    discards = ZERO
    if s.discarded:
        return discards
    for number in range(NUM_DISCARDS):
        card = CARD_OF_DISCARD[number]
        if s.cards[np.int64(s.seat), card] and not s.used[card] and can_discard(s, card):
            discards |= ONE << number
    return discards


@jit
def can_discard(s, card):
    """AF-170: whether a whole chain of legal choices exists; a field can always be placed."""
    if card == BOOSTER_POD:
        return legal_booster_field(s) != 0
    if card == ORBITAL_TELEPORTER:
        return legal_move_from(s) != 0
    if card == PLASMA_CANNON:
        return legal_cannon_facility(s) != 0
    if card == POLARITY_DEVICE:
        return legal_swap_territory_a(s) != 0
    if card == TEMPORAL_WARPER:
        return legal_warper_card(s) != 0
    return True


@jit
def apply_discard(s, number):
    """AF-169: the card goes to the pile when the choice is made."""
    card = CARD_OF_DISCARD[number]
    s.discarded = 1
    lose_card(s, np.int64(s.seat), card)
    s.card = card
    s.phase = PHASE_OF_DISCARD[number]


# --- fields ---------------------------------------------------------------------------------------


@jit
def legal_booster_field(s):
    """AF-182: any one field on the planet; AF-155: the Repulsor Field hinders none."""
    fields = ZERO
    for field in range(NUM_FIELDS):
        if s.field_at[field] != NONE:
            fields |= ONE << field
    return fields


@jit
def apply_booster_field(s, field):
    """AF-182: it leaves the planet and may come back later (AF-150)."""
    s.field_at[field] = NONE
    s.phase = MAIN


@jit
def legal_field_territory(s):
    """AF-150: any territory but the field's present one."""
    present = np.int64(s.field_at[FIELD_OF_CARD[s.card]])
    if present == NONE:
        return ALL_TERRITORIES
    return ALL_TERRITORIES & ~(ONE << present)


@jit
def apply_field_territory(s, territory):
    """AF-187, AF-189, AF-214: the card's own field is placed or moved."""
    s.field_at[FIELD_OF_CARD[s.card]] = territory
    s.phase = MAIN


# --- Temporal Warper ------------------------------------------------------------------------------


@jit
def legal_warper_card(s):
    """AF-216, AF-217: the cards in the pile of types not held; not the Warper being discarded.

    Asked before and after it has gone to the pile: another Warper lies there if the hand and the
    pile hold two.
    """
    types = ZERO
    for card in range(NUM_CARDS):
        copies = np.int64(s.pile[card])
        own = np.int64(s.cards[np.int64(s.seat), card])
        wanted = copies > 0 and own == 0
        if card == TEMPORAL_WARPER:
            wanted = copies + own > 1
        if wanted:
            types |= ONE << card
    return types


@jit
def apply_warper_card(s, card):
    """AF-216, AF-217: it may be used at once."""
    s.pile[card] -= 1
    s.cards[np.int64(s.seat), card] = 1
    s.phase = MAIN


# --- Orbital Teleporter: move a colony ------------------------------------------------------------


@jit
def owners_on(s, territory):
    """Whose colonies may leave a territory, as relative seats; AF-154: none if it is repulsed."""
    owners = ZERO
    if not is_closed(s, territory):
        for relative in range(np.int64(s.num_players)):
            if s.colonies[territory, seat_at(s, relative)] > 0:
                owners |= ONE << relative
    return owners


@jit
def legal_move_from(s):
    """AF-196, AF-197: the territories that a colony can leave."""
    territories = ZERO
    for territory in range(NUM_TERRITORIES):
        if owners_on(s, territory):
            territories |= ONE << territory
    return territories


@jit
def legal_move_to(s):
    """AF-196, AF-197: another territory without the Repulsor Field."""
    return open_territories(s) & ~(ONE << np.int64(s.territory))


@jit
def apply_move_to(s, territory):
    """AF-116: control is checked after the whole move; AF-245: it is not placing."""
    s.colonies[s.territory, s.owner] -= 1
    s.colonies[territory, s.owner] += 1
    s.phase = MAIN


# --- Polarity Device: swap two colonies -----------------------------------------------------------


@jit
def with_partner(owners, beyond):
    """AF-207: those of the owners who can swap with another one of those `beyond`.

    Two colonies of the same owner would change nothing; two owners have one for anybody.
    """
    if beyond == 0:
        return ZERO
    if beyond & (beyond - ONE):
        return owners
    return owners & ~beyond


@jit
def swappable_on(s, territory):
    """AF-207: whose colony there, as relative seats, has a partner further on.

    The lower number comes first, so that each swap has one way.
    """
    beyond = ZERO
    for other in range(territory + 1, NUM_TERRITORIES):
        beyond |= owners_on(s, other)
    return with_partner(owners_on(s, territory), beyond)


@jit
def legal_swap_territory_a(s):
    """AF-207: the first territory; from the last one on, so that all beyond are known."""
    territories = beyond = ZERO
    for number in range(NUM_TERRITORIES):
        territory = np.int64(NUM_TERRITORIES - 1 - number)
        owners = owners_on(s, territory)
        if with_partner(owners, beyond):
            territories |= ONE << territory
        beyond |= owners
    return territories


@jit
def legal_swap_territory_b(s):
    """AF-207: the other territory, with a colony of another owner."""
    first = ONE << relative_seat(s, np.int64(s.owner))
    territories = ZERO
    for other in range(np.int64(s.territory) + ONE, NUM_TERRITORIES):
        if owners_on(s, other) & ~first:
            territories |= ONE << other
    return territories


@jit
def legal_swap_owner_b(s):
    """AF-207: whose colony on the other territory, another player's."""
    return owners_on(s, np.int64(s.other_territory)) & ~(ONE << relative_seat(s, np.int64(s.owner)))


@jit
def apply_swap_owner_b(s, relative):
    """AF-116, AF-207: both colonies change places before control is looked at."""
    other = seat_at(s, relative)
    s.colonies[s.territory, s.owner] -= 1
    s.colonies[s.territory, other] += 1
    s.colonies[s.other_territory, other] -= 1
    s.colonies[s.other_territory, s.owner] += 1
    s.phase = MAIN
