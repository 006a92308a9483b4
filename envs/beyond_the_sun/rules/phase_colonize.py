"""Colonising (section 10), the Dyson Sphere and the Ministry of Colonies (D9, D15, D16, D24)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import NO, NODE, OPTION, ship_action, ship_level
from exozoo.envs.beyond_the_sun.components import (
    N_DECK,
    S_COLONIZED,
    S_PERMANENT,
    S_STRENGTH,
    S_SYMBOLS,
    SYSTEM_WIDTH,
    SYSTEMS,
    node_fact,
    pointer,
    system,
)
from exozoo.envs.beyond_the_sun.constants import (
    DEEP_SPACE,
    FIRST_SYSTEM,
    FOOD,
    FREE,
    MAX_SHIP_LEVEL,
    NUM_NODES,
    ORE,
    X1,
)
from exozoo.envs.beyond_the_sun.pending import (
    COLONIZE_AHEAD,
    COLONIZE_FLAGS,
    COLONIZED_AT,
    COLONY_CARD,
    K_COLONIZED,
    K_COLONY_DISC,
    K_LIST,
    K_RETURN_SHIPS,
    RETURN_AT,
    RETURN_PAID,
    SYSTEMS_DECK,
    SYSTEMS_DRAW,
    SYSTEMS_DRAWN,
    SYSTEMS_KEEP,
)
from exozoo.envs.beyond_the_sun.rules.board import (
    can_colonize,
    contest,
    may_colonize,
)
from exozoo.envs.beyond_the_sun.rules.control import BOTH_TRACKS, await_last_disc, check_control
from exozoo.envs.beyond_the_sun.rules.decks import draw_system, return_systems
from exozoo.envs.beyond_the_sun.rules.effects import (
    ALL_POINTS,
    add_ships,
    change_points,
    gain_ore,
    remove_disc,
    return_cube,
    strength,
    tracks_for,
)
from exozoo.envs.beyond_the_sun.rules.interpret import grant
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    SEAT,
    pop,
    push,
    set_top,
    top,
)


@jit
def may_choose_system(s, node):
    """BS-131; after a stealthy jump, control as it will be once it is checked (BS-159)."""
    seat, flags, ahead = top(s, SEAT), top(s, COLONIZE_FLAGS), top(s, COLONIZE_AHEAD)
    if not ahead:
        return can_colonize(s, seat, node, flags)
    if not may_colonize(s, seat, node, flags) or contest(s, node) != seat:
        return False
    return strength(s, seat, node) >= system(s, np.int64(s.node_system[node]), S_STRENGTH)


@jit
def resolve_colonize(s):
    """True if a system is to be chosen; the one named before the control check is taken at once."""
    seat, flags, ahead = top(s, SEAT), top(s, COLONIZE_FLAGS), top(s, COLONIZE_AHEAD)
    target = np.int64(s.stealth_target)
    if not ahead and target != NONE:
        s.stealth_target = NONE
        if can_colonize(s, seat, target, flags):
            apply_colonize(s, target)
            return False
    for node in range(FIRST_SYSTEM, NUM_NODES):
        if may_choose_system(s, np.int64(node)):
            return True
    pop(s)
    if ahead:
        check_control(s, ZERO)
    return False


@jit
def legal_colonize(s, mask):
    """D15: systems that may be colonised."""
    for node in range(FIRST_SYSTEM, NUM_NODES):
        if may_choose_system(s, np.int64(node)):
            mask[NODE + node] = 1


@jit
def apply_colonize(s, node):
    """BS-131: the system is named; BS-159: before the control check of the jump."""
    seat, ahead = top(s, SEAT), top(s, COLONIZE_AHEAD)
    pop(s)
    if ahead:
        s.stealth_target = node
        check_control(s, ZERO)
    else:
        push(s, K_RETURN_SHIPS, seat, node, ZERO, ZERO, ZERO)


@jit
def resolve_return_ships(s):
    """BS-132: True while own ships are there."""
    if strength(s, top(s, SEAT), top(s, RETURN_AT)) > 0:
        return True
    finish_return(s)
    return False


@jit
def legal_return_ships(s, mask):
    """D16: own ships at the system; stop once their strength is met."""
    seat, node, paid = top(s, SEAT), top(s, RETURN_AT), top(s, RETURN_PAID)
    for level in range(1, MAX_SHIP_LEVEL + 1):
        if s.players[seat].ships[node, level - 1] > 0:
            mask[ship_action(node, level)] = 1
    if paid >= system(s, np.int64(s.node_system[node]), S_STRENGTH):
        mask[NO] = 1


@jit
def apply_return_ships(s, action):
    """BS-132: one ship returns to supply (BS-66), or that was enough."""
    seat, node, paid = top(s, SEAT), top(s, RETURN_AT), top(s, RETURN_PAID)
    if action == NO:
        finish_return(s)
        return
    level = ship_level(action)
    add_ships(s, seat, node, level, -ONE)
    return_cube(s, seat)
    set_top(s, RETURN_PAID, paid + level)


@jit
def finish_return(s):
    seat, node = top(s, SEAT), top(s, RETURN_AT)
    pop(s)
    push(s, K_COLONIZED, seat, node, ZERO, ZERO, ZERO)


@jit
def send_to_deep_space(s, node):
    """BS-133: all ships left there, of all factions."""
    for seat in range(np.int64(s.num_players)):
        ships = s.players[seat].ships
        for level in range(MAX_SHIP_LEVEL):
            ships[DEEP_SPACE, level] += ships[node, level]
            ships[node, level] = 0


@jit
def resolve_colonized(s):
    """BS-133 to BS-136: ships leave, the card is taken and replaced; then disc, then bonus.

    BS-137: the location has no controller any more; the colony is counted by its owner alone.
    """
    seat, node = top(s, SEAT), top(s, COLONIZED_AT)
    card = np.int64(s.node_system[node])
    pop(s)
    send_to_deep_space(s, node)
    kind = np.int64(s.outpost[node])
    if kind == FOOD or kind == ORE:
        s.players[seat].colony_discs[kind] += 1
    change_points(s, ALL_POINTS)
    s.controller[node] = NONE
    s.outpost[node] = NONE
    s.uncontrolled[node] = 0
    if node == X1:  # BS-116
        s.node_system[node] = NONE
        s.extra_slot = NONE
    else:
        s.node_system[node] = draw_system(s, node_fact(s, node, N_DECK))
    await_last_disc(s, seat)
    take_colony(s, seat, card)
    push(s, K_COLONY_DISC, seat, card, ZERO, ZERO, ZERO)
    return False


@jit
def take_colony(s, seat, card):
    """The system is now a colony: its permanent ability, BS-163, and its bonus (BS-136)."""
    at = SYSTEMS + card * SYSTEM_WIDTH
    s.colony_owner[card] = seat
    change_points(s, ALL_POINTS)
    s.changed = 1
    grant(s, seat, pointer(s, at + S_PERMANENT))
    gain_ore(s, seat, np.int64(s.players[seat].colonize_ore))
    push(s, K_LIST, seat, pointer(s, at + S_COLONIZED), FREE, ZERO, ZERO)


@jit
def colony_tracks(s, seat, card):
    return tracks_for(s, seat, system(s, card, S_SYMBOLS), s.players[seat].any_track == 1)


@jit
def resolve_colony_disc(s):
    """BS-135: one more production disc on the card; True if its track must be chosen."""
    seat, card = top(s, SEAT), top(s, COLONY_CARD)
    tracks = colony_tracks(s, seat, card)
    if tracks == BOTH_TRACKS:
        return True
    pop(s)
    if tracks:
        s.players[seat].colony_discs[remove_disc(s, seat, tracks - 1)] += 1
    return False


@jit
def apply_colony_disc(s, track):
    """BS-135: of a specialisation of your choice."""
    seat = top(s, SEAT)
    pop(s)
    s.players[seat].colony_discs[remove_disc(s, seat, track)] += 1


@jit
def resolve_dyson(s):
    """BS-119: the linked card becomes a colony without discs; event and pawn leave."""
    seat = top(s, SEAT)
    card = np.int64(s.dyson_card)
    pop(s)
    s.dyson_card = NONE
    s.players[seat].pawn = NONE
    take_colony(s, seat, card)
    return False


@jit
def resolve_system_card(s):
    """BS-150: draw the cards when the effect begins; True while some are to be kept."""
    draw, keep, drawn = top(s, SYSTEMS_DRAW), top(s, SYSTEMS_KEEP), top(s, SYSTEMS_DRAWN)
    if not drawn:
        s.num_aside = 0
        for _ in range(draw):
            card = draw_system(s, top(s, SYSTEMS_DECK))
            if card != NONE:
                s.aside[s.num_aside] = card
                s.num_aside += 1
        set_top(s, SYSTEMS_DRAWN, np.int64(1))
    if keep > 0 and s.num_aside > 0:
        return True
    pop(s)
    return_systems(s)
    return False


@jit
def legal_system_card(s, mask):
    """D24: one of the drawn system cards."""
    for index in range(np.int64(s.num_aside)):
        mask[OPTION + index] = 1


@jit
def apply_system_card(s, index):
    """BS-150: the card becomes a colony, without discs and without its bonus."""
    seat = top(s, SEAT)
    card = np.int64(s.aside[index])
    s.num_aside -= 1
    for later in range(index, s.num_aside):
        s.aside[later] = s.aside[later + 1]
    s.colony_owner[card] = seat
    change_points(s, ALL_POINTS)
    s.changed = 1
    grant(s, seat, pointer(s, SYSTEMS + card * SYSTEM_WIDTH + S_PERMANENT))
    gain_ore(s, seat, np.int64(s.players[seat].colonize_ore))
    set_top(s, SYSTEMS_KEEP, top(s, SYSTEMS_KEEP) - 1)
