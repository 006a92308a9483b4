"""Discard powers of cards (AF-162, AF-163): fields, colonies moved or swapped, a card taken back."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import CARD, DISCARD, FIELD, OWNER, TERRITORY
from exozoo.envs.alien_frontiers.components import CARD_OF_DISCARD, FIELD_OF_CARD
from exozoo.envs.alien_frontiers.constants import (
    BOOSTER_FIELD,
    BOOSTER_POD,
    CANNON_FACILITY,
    FIELD_TERRITORY,
    MOVE_FROM,
    MOVE_OWNER,
    MOVE_TO,
    NUM_CARDS,
    NUM_FIELDS,
    NUM_TERRITORIES,
    ORBITAL_TELEPORTER,
    PLASMA_CANNON,
    POLARITY_DEVICE,
    SWAP_OWNER_A,
    SWAP_OWNER_B,
    SWAP_TERRITORY_A,
    SWAP_TERRITORY_B,
    TEMPORAL_WARPER,
    WARPER_CARD,
)
from exozoo.envs.alien_frontiers.effects import is_closed, lose_card, seat_at, update_planet
from exozoo.envs.alien_frontiers.phase_cannon import can_destroy_any
from exozoo.envs.alien_frontiers.phase_turn import clear_choice
from exozoo.envs.core.codes import NONE, ONE, table
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
def legal_discards(s, mask):
    """AF-162: one a turn; AF-163: of a card not used this turn; AF-170: with a target."""
    if s.discarded:
        return
    for number in range(NUM_DISCARDS):
        card = CARD_OF_DISCARD[number]
        if s.cards[np.int64(s.seat), card] and not s.used[card] and can_discard(s, card):
            mask[DISCARD + number] = 1


@jit
def can_discard(s, card):
    """AF-170: whether a whole chain of legal choices exists; a field can always be placed."""
    if card == BOOSTER_POD:
        return can_remove_field(s)
    if card == ORBITAL_TELEPORTER:
        return can_move_any(s)
    if card == PLASMA_CANNON:
        return can_destroy_any(s)
    if card == POLARITY_DEVICE:
        return can_swap_any(s)
    if card == TEMPORAL_WARPER:
        return can_retrieve_any(s)
    return True


@jit
def apply_discard(s, number):
    """AF-169: the card goes to the pile when the choice is made."""
    clear_choice(s)
    card = CARD_OF_DISCARD[number]
    s.discarded = 1
    lose_card(s, np.int64(s.seat), card)
    s.card = card
    s.phase = PHASE_OF_DISCARD[number]


# --- fields ---------------------------------------------------------------------------------------


@jit
def can_remove_field(s):
    for field in range(NUM_FIELDS):
        if s.field_at[field] != NONE:
            return True
    return False


@jit
def legal_booster_field(s, mask):
    """AF-182: any one field on the planet; AF-155: the Repulsor Field hinders none."""
    for field in range(NUM_FIELDS):
        if s.field_at[field] != NONE:
            mask[FIELD + field] = 1


@jit
def apply_booster_field(s, field):
    """AF-182: it leaves the planet and may come back later (AF-150)."""
    s.field_at[field] = NONE
    update_planet(s)
    clear_choice(s)


@jit
def legal_field_territory(s, mask):
    """AF-150: any territory but the field's present one."""
    for territory in range(NUM_TERRITORIES):
        if s.field_at[FIELD_OF_CARD[s.card]] != territory:
            mask[TERRITORY + territory] = 1


@jit
def apply_field_territory(s, territory):
    """AF-187, AF-189, AF-214: the card's own field is placed or moved."""
    s.field_at[FIELD_OF_CARD[s.card]] = territory
    update_planet(s)
    clear_choice(s)


# --- Temporal Warper ------------------------------------------------------------------------------


@jit
def can_retrieve(s, card):
    """AF-217: a card in the pile of a type not held; another Warper too, but not the one discarded.

    Works before and after the Warper itself has gone to the pile.
    """
    copies = np.int64(s.pile[card])
    if card == TEMPORAL_WARPER:
        return copies + np.int64(s.cards[np.int64(s.seat), card]) > ONE
    return copies > 0 and not s.cards[np.int64(s.seat), card]


@jit
def can_retrieve_any(s):
    for card in range(NUM_CARDS):
        if can_retrieve(s, card):
            return True
    return False


@jit
def legal_warper_card(s, mask):
    """AF-216: a card of the discard pile."""
    for card in range(NUM_CARDS):
        if can_retrieve(s, card):
            mask[CARD + card] = 1


@jit
def apply_warper_card(s, card):
    """AF-216, AF-217: it may be used at once."""
    s.pile[card] -= 1
    s.cards[np.int64(s.seat), card] = 1
    update_planet(s)
    clear_choice(s)


# --- Orbital Teleporter: move a colony ------------------------------------------------------------


@jit
def can_take_from(s, territory):
    """AF-197: there is a colony and no Repulsor Field."""
    if is_closed(s, territory):
        return False
    for seat in range(s.num_players):
        if s.colonies[territory, seat] > 0:
            return True
    return False


@jit
def can_move_any(s):
    for territory in range(NUM_TERRITORIES):
        if can_take_from(s, territory):
            return True
    return False


@jit
def legal_move_from(s, mask):
    """AF-196: the territory that the colony leaves."""
    for territory in range(NUM_TERRITORIES):
        if can_take_from(s, territory):
            mask[TERRITORY + territory] = 1


@jit
def apply_move_from(s, territory):
    s.territory = territory
    s.phase = MOVE_OWNER


@jit
def legal_move_owner(s, mask):
    """AF-196: a colony of any player."""
    for relative in range(np.int64(s.num_players)):
        if s.colonies[s.territory, seat_at(s, relative)] > 0:
            mask[OWNER + relative] = 1


@jit
def apply_move_owner(s, relative):
    s.owner = seat_at(s, relative)
    s.phase = MOVE_TO


@jit
def legal_move_to(s, mask):
    """AF-196, AF-197: another territory without the Repulsor Field."""
    for territory in range(NUM_TERRITORIES):
        if territory != s.territory and not is_closed(s, territory):
            mask[TERRITORY + territory] = 1


@jit
def apply_move_to(s, territory):
    """AF-116: control is checked after the whole move; AF-245: it is not placing."""
    s.colonies[s.territory, s.owner] -= 1
    s.colonies[territory, s.owner] += 1
    update_planet(s)
    clear_choice(s)


# --- Polarity Device: swap two colonies -----------------------------------------------------------


@jit
def has_other_colony(s, territory, owner):
    """AF-207: a colony that `owner`'s can be swapped with; two of the same owner would change nothing."""
    if is_closed(s, territory):
        return False
    for seat in range(s.num_players):
        if seat != owner and s.colonies[territory, seat] > 0:
            return True
    return False


@jit
def can_swap(s, territory, owner):
    """AF-207: a colony there, and another owner's on a territory with a higher number."""
    if is_closed(s, territory) or s.colonies[territory, owner] == 0:
        return False
    for other in range(territory + 1, NUM_TERRITORIES):
        if has_other_colony(s, other, owner):
            return True
    return False


@jit
def can_swap_from(s, territory):
    for owner in range(np.int64(s.num_players)):
        if can_swap(s, territory, owner):
            return True
    return False


@jit
def can_swap_any(s):
    for territory in range(NUM_TERRITORIES):
        if can_swap_from(s, territory):
            return True
    return False


@jit
def legal_swap_territory_a(s, mask):
    """AF-207: the territory with the lower number first, so that each swap has one way."""
    for territory in range(NUM_TERRITORIES):
        if can_swap_from(s, territory):
            mask[TERRITORY + territory] = 1


@jit
def apply_swap_territory_a(s, territory):
    s.territory = territory
    s.phase = SWAP_OWNER_A


@jit
def legal_swap_owner_a(s, mask):
    """AF-207: whose colony there."""
    for relative in range(np.int64(s.num_players)):
        if can_swap(s, np.int64(s.territory), seat_at(s, relative)):
            mask[OWNER + relative] = 1


@jit
def apply_swap_owner_a(s, relative):
    s.owner = seat_at(s, relative)
    s.phase = SWAP_TERRITORY_B


@jit
def legal_swap_territory_b(s, mask):
    """AF-207: the other territory."""
    for territory in range(s.territory + 1, NUM_TERRITORIES):
        if has_other_colony(s, np.int64(territory), np.int64(s.owner)):
            mask[TERRITORY + territory] = 1


@jit
def apply_swap_territory_b(s, territory):
    s.other_territory = territory
    s.phase = SWAP_OWNER_B


@jit
def legal_swap_owner_b(s, mask):
    """AF-207: whose colony there, another player's."""
    for relative in range(np.int64(s.num_players)):
        seat = seat_at(s, relative)
        if seat != s.owner and s.colonies[s.other_territory, seat] > 0:
            mask[OWNER + relative] = 1


@jit
def apply_swap_owner_b(s, relative):
    """AF-116, AF-207: both colonies change places before control is looked at."""
    other = seat_at(s, relative)
    s.colonies[s.territory, s.owner] -= 1
    s.colonies[s.territory, other] += 1
    s.colonies[s.other_territory, other] -= 1
    s.colonies[s.other_territory, s.owner] += 1
    update_planet(s)
    clear_choice(s)
