"""Federations on the map: what may be formed, forming it, joining it (GP-47 to GP-53, section 13).

A player's federations are the hexes that carry his bit in `s.federated` (GP-74). What can be
formed depends on his structures and federations alone, the tokens only limit the satellites. So the
fewest satellites of any federation are kept in `federation_cost`: finding them takes some 20
microseconds, and every decision of a turn asks for them. They are forgotten when the map changes.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.connections import BIT, MAX_GROUPS, NUM_COLUMNS, UNREACHABLE, free_graph
from exozoo.envs.core.hexgrid import is_adjacent_to, label_groups
from exozoo.envs.core.jit import jit
from exozoo.envs.gaia_project.components import HEXES_ON_BOARD, NEIGHBOUR_OF_HEX
from exozoo.envs.gaia_project.constants import (
    INSTITUTE,
    IVITS,
    MAX_SATELLITES,
    MAX_SETS,
    NUM_HEXES,
    NUM_STRUCTURES,
    QIC,
    SPACE_STATION,
    XENOS,
)
from exozoo.envs.gaia_project.effects import power_value
from exozoo.envs.gaia_project.federation_sets import (
    fewest_satellites,
    find_sets,
    smallest_link,
)
from exozoo.envs.gaia_project.power import discardable_tokens

STALE = np.int64(-1)  # federation_cost is to be found anew
NO_FEDERATION = UNREACHABLE  # federation_cost if nothing can be joined
FEDERATION_POWER = np.int64(7)
XENOS_POWER = np.int64(6)
STATION_POWER = np.int64(1)
NODE, FREE, FEDERATED = 0, 1, 2  # layers of a laid out map
NUM_LAYERS = 3


@jit
def has_structure(s, seat, hexagon):
    """A structure of the seat, a Lantid mine beside another's included."""
    return s.guest[hexagon] == seat or (
        s.owner[hexagon] == seat and 0 <= s.structure[hexagon] < NUM_STRUCTURES
    )


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
def lay_out(s, seat, layers):
    """GP-F1, GP-F3: mark the seat's federations, nodes and free hexes; returns the nodes' value.

    Nodes are structures outside its federations, for the Ivits all of these as well. Free is a hex
    without planet, whatever stands there of other players (GP-48), and not beside a federation.
    """
    is_ivits = s.players[seat].faction == IVITS
    total = np.int64(0)
    for place in range(HEXES_ON_BOARD[s.board]):
        hexagon = np.int64(place)
        held = has_structure(s, seat, hexagon) or has_space_station(s, seat, hexagon)
        federated = (s.federated[hexagon] >> seat & 1) != 0
        layers[FEDERATED, hexagon] = federated
        layers[NODE, hexagon] = is_ivits if federated else held
        layers[FREE, hexagon] = s.planet[hexagon] == NONE and not federated and not held
        if layers[NODE, hexagon]:
            total += hex_power(s, seat, hexagon)
    if not is_ivits:
        for place in range(HEXES_ON_BOARD[s.board]):
            if layers[FREE, place] and is_adjacent_to(
                NEIGHBOUR_OF_HEX[s.board], layers[FEDERATED], np.int64(place)
            ):
                layers[FREE, place] = 0
    return total


@jit
def weigh_groups(s, seat, group, weights):
    """Value and number of structures of each group into `weights`; GP-F5, GP-F8.

    `weights[2]` marks the groups of the Ivits' federation, `weights[3]` those with a planet.
    """
    for place in range(HEXES_ON_BOARD[s.board]):
        hexagon, number = np.int64(place), group[place]
        if number != NONE and number < weights.shape[1]:
            weights[0, number] += hex_power(s, seat, hexagon)
            weights[1, number] += np.int64(has_structure(s, seat, hexagon))
            weights[2, number] |= np.int64(s.federated[hexagon] >> seat & 1)
            weights[3, number] |= np.int64(has_structure(s, seat, hexagon))


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
def prepare_federation(s, seat):
    """Find the fewest satellites of any federation, unless they are known (GP-F6)."""
    player = s.players[seat]
    if player.federation_cost == STALE:
        player.federation_cost = survey(s, seat, NONE, np.zeros(0, np.uint8))


@jit
def can_form_federation(s, seat):
    """GP-F7: whether any federation can be formed; `prepare_federation` must have been called."""
    return s.players[seat].federation_cost <= satellite_budget(s, seat)


@jit
def offer_federations(s, seat):
    """D-10: list the legal sets of groups, fewest satellites first (GP-49, GP-F8)."""
    survey(s, seat, np.int64(MAX_SETS), np.zeros(0, np.uint8))


@jit
def mark_offered(s, seat, index, hexes):
    """GP-F9: mark all hexes of an offered set, its satellites included; they are always the same."""
    survey(s, seat, index, hexes)


@jit
def survey(s, seat, what, hexes):
    """One look at the map for three questions, so that it is compiled once.

    NONE: returns the fewest satellites of any federation. MAX_SETS: writes the offer into the state.
    The index of an offered set: marks its hexes.
    """
    layers = np.zeros((NUM_LAYERS, NUM_HEXES), np.uint8)
    total = lay_out(s, seat, layers)
    target = federation_target(s, seat)
    if total < target:
        return NO_FEDERATION
    group = np.empty(NUM_HEXES, np.int64)
    num_groups = label_groups(NEIGHBOUR_OF_HEX[s.board], layers[NODE], group)
    graph = np.empty((NUM_HEXES, NUM_COLUMNS), np.int64)
    count = free_graph(NEIGHBOUR_OF_HEX[s.board], layers[FREE], group, graph)
    weights = np.zeros((4, min(num_groups, MAX_GROUPS)), np.int64)
    weigh_groups(s, seat, group, weights)
    value, required = weights[0], mask_of(weights[2])
    if what == NONE:
        return fewest_satellites(graph, count, value, target, required, MAX_SATELLITES)
    if what == MAX_SETS:
        masks, costs = np.zeros(MAX_SETS, np.int64), np.zeros(MAX_SETS, np.int64)
        s.federation_set_count = find_sets(
            graph,
            count,
            value,
            weights[1],
            target,
            required,
            mask_of(weights[3]),
            satellite_budget(s, seat),
            masks,
            costs,
        )
        for index in range(MAX_SETS):
            s.federation_sets[index] = masks[index]
            s.federation_satellites[index] = costs[index]
        return np.int64(s.federation_set_count)
    groups = np.int64(s.federation_sets[what])
    satellites = np.int64(s.federation_satellites[what])
    if satellites:
        smallest_link(graph, count, groups, value, satellites, hexes)
    for hexagon in range(NUM_HEXES):
        if group[hexagon] != NONE and groups >> group[hexagon] & 1:
            hexes[hexagon] = 1
    return satellites


@jit
def found_federation(s, seat, index):
    """GP-F10: form the offered federation; returns its new satellites, which are to be paid."""
    hexes = np.zeros(NUM_HEXES, np.uint8)
    mark_offered(s, seat, index, hexes)
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
    s.federation_sets[:] = 0
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
    total = np.int64(0)
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        if s.federated[hexagon] >> seat & 1 and has_structure(s, seat, np.int64(hexagon)):
            total += 1
    return total
