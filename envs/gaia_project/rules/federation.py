"""Federations on the map: what may be formed, forming it, joining it (GP-47 to GP-53, section 13).

A player's federations are the hexes that carry his bit in `s.federated` (GP-74). What can be
formed depends on his structures and federations alone, the tokens only limit the satellites. So the
fewest satellites of any federation are kept in `federation_cost`: finding them takes some
microseconds, and every decision of a turn asks for them. They are forgotten when the map changes, and
sought only as far as the tokens go.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.connections import (
    BIT,
    FIRST_GROUP,
    MAX_GROUPS,
    NUM_ASKED,
    REQUIRED,
    TARGET,
    UNREACHABLE,
    lay_ground,
)
from exozoo.envs.core.hexgrid import NUM_WORDS, is_adjacent_to, label_groups
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, top
from exozoo.envs.gaia_project.components import BESIDE_HEX, HEXES_ON_BOARD, NEIGHBOUR_OF_HEX
from exozoo.envs.gaia_project.constants import (
    CHOOSE_SET,
    INSTITUTE,
    IVITS,
    MAX_SATELLITES,
    MAX_SETS,
    NUM_HEXES,
    QIC,
    SPACE_STATION,
    TAKE_TURN,
    XENOS,
)
from exozoo.envs.gaia_project.rules.effects import has_structure, power_value
from exozoo.envs.gaia_project.rules.federation_sets import fewest_satellites, find_sets
from exozoo.envs.gaia_project.rules.power import discardable_tokens

STALE = np.int64(-1)  # federation_cost is to be found anew
NO_FEDERATION = UNREACHABLE  # federation_cost if nothing can be joined
FEDERATION_POWER = np.int64(7)
XENOS_POWER = np.int64(6)
STATION_POWER = np.int64(1)
NODE, FREE, FEDERATED = 0, 1, 2  # layers of a laid out map
NUM_LAYERS = 3
VALUE, SIZE, OLD, GROUNDED = 0, 1, 2, 3  # what is known of each group
NUM_WEIGHTS = 4


@jit
def has_space_station(s, seat, hexagon):
    return s.owner[hexagon] == seat and s.structure[hexagon] == SPACE_STATION


@jit
def federation_target(s, seat):
    """GP-F5, GP-52: the power value a federation must reach."""
    player = s.players[seat]
    if player.faction == IVITS:
        return FEDERATION_POWER * (player.federations_formed + 1)
    if player.faction == XENOS and player.built[INSTITUTE] > 0:
        return XENOS_POWER
    return FEDERATION_POWER


@jit
def satellite_budget(s, seat):
    """GP-F7: satellites that the seat can pay and has left."""
    player = s.players[seat]
    if player.faction == IVITS:
        payable = np.int64(player.stock[QIC])
    else:
        payable = discardable_tokens(s, seat)
    return min(payable, MAX_SATELLITES - player.satellites_used)


@jit
def hex_power(s, seat, hexagon):
    """GP-47: what the hex adds to a federation of the seat; a space station adds 1."""
    if has_space_station(s, seat, hexagon):
        return STATION_POWER
    return power_value(s, seat, hexagon)


@jit
def power_to_join(s, seat):
    """GP-F1: the value of all that a new federation could hold, wherever it lies."""
    player = s.players[seat]
    total = np.int64(0)
    for index in range(player.num_settled):
        hexagon = np.int64(player.settled[index])
        if player.faction == IVITS or not s.federated[hexagon] >> seat & 1:
            total += hex_power(s, seat, hexagon)
    return total


@jit
def lay_out(s, seat, layers):
    """GP-F1, GP-F3: mark the seat's federations, nodes and free hexes.

    Nodes are structures outside its federations, for the Ivits all of these as well. Free is a hex
    without planet, whatever stands there of other players (GP-48), and not beside a federation.
    """
    is_ivits = s.players[seat].faction == IVITS
    for place in range(HEXES_ON_BOARD[s.board]):
        hexagon = np.int64(place)
        held = has_structure(s, seat, hexagon) or has_space_station(s, seat, hexagon)
        federated = (s.federated[hexagon] >> seat & 1) != 0
        layers[FEDERATED, hexagon] = federated
        layers[NODE, hexagon] = is_ivits if federated else held
        layers[FREE, hexagon] = s.planet[hexagon] == NONE and not federated and not held
    if not is_ivits:
        for place in range(HEXES_ON_BOARD[s.board]):
            if layers[FREE, place] and is_adjacent_to(
                NEIGHBOUR_OF_HEX[s.board], layers[FEDERATED], np.int64(place)
            ):
                layers[FREE, place] = 0


@jit
def weigh_groups(s, seat, group, weights):
    """GP-F2: value, number of structures, whether in the Ivits' federation, whether with a planet."""
    for place in range(HEXES_ON_BOARD[s.board]):
        hexagon, number = np.int64(place), group[place]
        if number != NONE and number < weights.shape[1]:
            weights[VALUE, number] += hex_power(s, seat, hexagon)
            weights[SIZE, number] += np.int64(has_structure(s, seat, hexagon))
            weights[OLD, number] |= np.int64(s.federated[hexagon] >> seat & 1)
            weights[GROUNDED, number] |= np.int64(has_structure(s, seat, hexagon))


@jit
def mask_of(flags):
    """A row of flags as bits."""
    mask = np.int64(0)
    for number in range(flags.size):
        mask |= (flags[number] & BIT) << np.int64(number)
    return mask


@jit
def forget_federation_cost(s, seat):
    """To be called when structures, federations or power values of the seat change."""
    s.players[seat].federation_cost = STALE


@jit
def is_cost_known(s, seat, budget):
    """Whether `federation_cost` tells what can be paid with so many satellites."""
    player = s.players[seat]
    if player.federation_cost == NO_FEDERATION:
        return budget <= player.federation_sought
    return player.federation_cost != STALE


@jit
def can_form_federation(s, seat):
    """GP-F7: whether any federation can be formed; `ready_federations` has been called."""
    return 0 <= s.players[seat].federation_cost <= satellite_budget(s, seat)


@jit
def ready_federations(s):
    """Find what the decision at hand needs to know about federations; called after every step.

    Keeps the fewest satellites of any federation (GP-F6), or offers the legal ones (GP-49, D-10).
    The search is called from here alone: it would be compiled anew into each further caller.
    """
    kind, seat = top(s, KIND), np.int64(s.seat)
    player = s.players[seat]
    is_offer = kind == CHOOSE_SET and s.federation_set_count == 0
    budget = satellite_budget(s, seat)
    if not is_offer and (kind != TAKE_TURN or is_cost_known(s, seat, budget)):
        return
    player.federation_cost = NO_FEDERATION
    player.federation_sought = MAX_SATELLITES
    if power_to_join(s, seat) < federation_target(s, seat):
        return
    player.federation_sought = budget
    layers = np.zeros((NUM_LAYERS, NUM_HEXES), np.uint8)
    ask = np.zeros(NUM_ASKED, np.int64)
    ask[TARGET] = federation_target(s, seat)
    lay_out(s, seat, layers)
    group = np.empty(NUM_HEXES, np.int64)
    num_groups = label_groups(NEIGHBOUR_OF_HEX[s.board], layers[NODE], group)
    beside = BESIDE_HEX[s.board]
    ground = np.empty((FIRST_GROUP + num_groups, NUM_WORDS), np.int64)
    lay_ground(beside, layers[FREE], group, ground)
    weights = np.zeros((NUM_WEIGHTS, min(num_groups, MAX_GROUPS)), np.int64)
    weigh_groups(s, seat, group, weights)
    ask[REQUIRED] = mask_of(weights[OLD])
    if not is_offer:
        player.federation_cost = fewest_satellites(
            beside, ground, weights[VALUE], ask[TARGET], ask[REQUIRED], budget
        )
        return
    masks, costs = np.zeros(MAX_SETS, np.int64), np.zeros(MAX_SETS, np.int64)
    links = np.zeros((MAX_SETS, NUM_HEXES), np.uint8)
    grounded = mask_of(weights[GROUNDED])
    s.federation_set_count = find_sets(
        beside, ground, weights[VALUE], weights[SIZE], grounded, ask, budget, masks, costs, links
    )
    store_offer(s, group, masks, costs, links)
    player.federation_cost = costs[0]


@jit
def store_offer(s, group, masks, costs, links):
    """GP-F9: the hexes of each offered set, its satellites included, as bits in the state."""
    for index in range(s.federation_set_count):
        s.federation_satellites[index] = costs[index]
        for hexagon in range(NUM_HEXES):
            number = group[hexagon]
            if links[index, hexagon] or (number != NONE and masks[index] >> number & 1):
                s.federation_hexes[index, hexagon // 8] |= np.uint8(1 << hexagon % 8)


@jit
def mark_offered(s, index, hexes):
    """Mark the hexes of an offered set."""
    for hexagon in range(NUM_HEXES):
        hexes[hexagon] = s.federation_hexes[index, hexagon // 8] >> hexagon % 8 & 1


@jit
def found_federation(s, seat, index):
    """GP-F10: form the offered federation; returns its new satellites, which are to be paid."""
    hexes = np.zeros(NUM_HEXES, np.uint8)
    mark_offered(s, index, hexes)
    return found_named_federation(s, seat, hexes)


@jit
def found_named_federation(s, seat, hexes):
    """GP-F10, GP-48: one federation of all marked hexes; satellites where none of his pieces is."""
    player = s.players[seat]
    bit = np.uint8(1 << seat)
    placed = np.int64(0)
    for place in range(NUM_HEXES):
        hexagon = np.int64(place)
        if not hexes[hexagon]:
            continue
        held = has_structure(s, seat, hexagon) or has_space_station(s, seat, hexagon)
        if not held and not s.federated[hexagon] & bit:
            s.satellites[hexagon] |= bit
            placed += 1
        s.federated[hexagon] |= bit
    player.satellites_used += placed
    player.federations_formed += 1
    forget_federation_cost(s, seat)
    s.federation_hexes[:] = 0
    s.federation_satellites[:] = 0
    s.federation_set_count = 0
    return placed


@jit
def join_federation(s, seat, hexagon):
    """GP-73: what stands beside a federation of the seat joins it, with all connected to it."""
    if not is_beside_federation(s, seat, hexagon):
        return
    stack = np.empty(NUM_HEXES, np.int64)
    stack[0] = hexagon
    top = 1
    while top:
        top -= 1
        joined = stack[top]
        s.federated[joined] |= np.uint8(1 << seat)
        for side in range(NEIGHBOUR_OF_HEX.shape[2]):
            other = NEIGHBOUR_OF_HEX[s.board, joined, side]
            if other != NONE and not s.federated[other] >> seat & 1:
                if has_structure(s, seat, other) or has_space_station(s, seat, other):
                    stack[top] = other
                    top += 1
    forget_federation_cost(s, seat)


@jit
def is_beside_federation(s, seat, hexagon):
    """Outside the seat's federations, next to one of them."""
    if s.federated[hexagon] >> seat & 1:
        return False
    for side in range(NEIGHBOUR_OF_HEX.shape[2]):
        other = NEIGHBOUR_OF_HEX[s.board, hexagon, side]
        if other != NONE and s.federated[other] >> seat & 1:
            return True
    return False


@jit
def count_federated_structures(s, seat):
    """GP-82: structures that belong to federations."""
    player = s.players[seat]
    total = np.int64(0)
    for index in range(player.num_settled):
        hexagon = np.int64(player.settled[index])
        if s.federated[hexagon] >> seat & 1 and has_structure(s, seat, hexagon):
            total += 1
    return total
