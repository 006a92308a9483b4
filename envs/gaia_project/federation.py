"""Federations on the map: what may be formed, forming it, joining it (GP-47 to GP-53, section 13).

A player's federations are the hexes that carry his bit in `s.federated` (GP-74). What can be
formed depends on his structures and federations alone, the tokens only limit the satellites. So the
fewest satellites of any federation are kept in `federation_cost`: finding them takes some 20
microseconds, and every decision of a turn asks for them. They are forgotten when the map changes.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.connections import (
    BIT,
    UNREACHABLE,
    fewest_for_value,
    free_graph,
    smallest_link,
)
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
from exozoo.envs.gaia_project.federation_sets import find_sets
from exozoo.envs.gaia_project.power import discardable_tokens

STALE = np.int64(-1)  # federation_cost is to be found anew
NO_FEDERATION = np.int64(UNREACHABLE)  # federation_cost if nothing can be joined
FEDERATION_POWER = np.int64(7)
XENOS_POWER = np.int64(6)
STATION_POWER = np.int64(1)


@jit
def seat_bit(seat):
    return np.uint8(1 << seat)


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
        payable = np.int64(discardable_tokens(s, seat))
    return min(payable, MAX_SATELLITES - player.satellites_used)


@jit
def mark_nodes(s, seat, node):
    """GP-F1: structures outside the seat's federations; for Ivits theirs and all of it as well."""
    is_ivits = s.players[seat].faction == IVITS
    bit = seat_bit(seat)
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        if s.federated[hexagon] & bit:
            node[hexagon] = is_ivits
        else:
            node[hexagon] = has_structure(s, seat, hexagon) or has_space_station(s, seat, hexagon)


@jit
def mark_free(s, seat, node, free):
    """GP-F3: hexes that may take a satellite, whatever stands there of other players (GP-48)."""
    is_ivits = s.players[seat].faction == IVITS
    bit = seat_bit(seat)
    federated = np.zeros(NUM_HEXES, np.uint8)
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        federated[hexagon] = (s.federated[hexagon] & bit) != 0
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        free[hexagon] = s.planet[hexagon] == NONE and not node[hexagon]
        if free[hexagon] and not is_ivits and federated[hexagon]:
            free[hexagon] = 0
        if free[hexagon] and not is_ivits:
            free[hexagon] = not is_adjacent_to(NEIGHBOUR_OF_HEX[s.board], federated, hexagon)


@jit
def hex_power(s, seat, hexagon):
    """GP-47: what the hex adds to a federation of the seat; a space station adds 1."""
    if has_space_station(s, seat, hexagon):
        return STATION_POWER
    return np.int64(power_value(s, seat, hexagon))


@jit
def total_power(s, seat):
    """The value of all nodes together."""
    node = np.zeros(NUM_HEXES, np.uint8)
    mark_nodes(s, seat, node)
    total = np.int64(0)
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        if node[hexagon]:
            total += hex_power(s, seat, hexagon)
    return total


@jit
def lay_out_groups(s, seat, group):
    """GP-F2, GP-F3: number the groups in `group`; returns their number and the free hexes' graph."""
    node = np.zeros(NUM_HEXES, np.uint8)
    free = np.zeros(NUM_HEXES, np.uint8)
    mark_nodes(s, seat, node)
    mark_free(s, seat, node, free)
    count = label_groups(NEIGHBOUR_OF_HEX[s.board], node, group)
    return count, free_graph(NEIGHBOUR_OF_HEX[s.board], free, group, count)


@jit
def weigh_groups(s, seat, group, value, size):
    """Value and number of structures of each group; returns the masks (required, with a planet).

    Required is the Ivits' federation (GP-F5); space stations are no planets (GP-F8).
    """
    required, grounded = np.int64(0), np.int64(0)
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        number = group[hexagon]
        if number == NONE:
            continue
        value[number] += hex_power(s, seat, hexagon)
        if has_structure(s, seat, hexagon):
            size[number] += 1
            grounded |= BIT << number
        if s.federated[hexagon] & seat_bit(seat):
            required |= BIT << number
    return required, grounded


@jit
def forget_federation_cost(s, seat):
    """To be called when structures, federations or power values of the seat change."""
    s.players[seat].federation_cost = STALE


@jit
def prepare_federation(s, seat):
    """Find the fewest satellites of any federation, unless they are known (GP-F6)."""
    player = s.players[seat]
    if player.federation_cost != STALE:
        return
    player.federation_cost = NO_FEDERATION
    target = federation_target(s, seat)
    if total_power(s, seat) < target:
        return
    group = np.empty(NUM_HEXES, np.int64)
    count, graph = lay_out_groups(s, seat, group)
    value, size = np.zeros(count, np.int64), np.zeros(count, np.int64)
    required, _ = weigh_groups(s, seat, group, value, size)
    player.federation_cost = fewest_for_value(graph, value, target, required, MAX_SATELLITES)


@jit
def can_form_federation(s, seat):
    """GP-F7: whether any federation can be formed; `prepare_federation` must have been called."""
    return s.players[seat].federation_cost <= satellite_budget(s, seat)


@jit
def offer_federations(s, seat):
    """D-10: list the legal sets of groups, fewest satellites first (GP-49, GP-F8)."""
    group = np.empty(NUM_HEXES, np.int64)
    count, graph = lay_out_groups(s, seat, group)
    value, size = np.zeros(count, np.int64), np.zeros(count, np.int64)
    required, grounded = weigh_groups(s, seat, group, value, size)
    masks, costs = np.zeros(MAX_SETS, np.int64), np.zeros(MAX_SETS, np.int64)
    target, budget = federation_target(s, seat), satellite_budget(s, seat)
    offered = find_sets(
        graph, value, size, target, required, grounded, np.int64(budget), masks, costs
    )
    for index in range(MAX_SETS):
        s.federation_sets[index] = masks[index]
        s.federation_satellites[index] = costs[index]
    s.federation_set_count = offered


@jit
def mark_offered(s, seat, index, hexes):
    """GP-F9: mark all hexes of an offered set, its satellites included; they are always the same."""
    group = np.empty(NUM_HEXES, np.int64)
    _, graph = lay_out_groups(s, seat, group)
    groups = np.int64(s.federation_sets[index])
    if s.federation_satellites[index] > 0:
        smallest_link(graph, groups, np.int64(s.federation_satellites[index]), hexes)
    for hexagon in range(NUM_HEXES):
        if group[hexagon] != NONE and groups >> group[hexagon] & 1:
            hexes[hexagon] = 1


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
    bit = seat_bit(seat)
    placed = np.int64(0)
    for hexagon in range(NUM_HEXES):
        if not hexes[hexagon]:
            continue
        is_held = has_structure(s, seat, hexagon) or has_space_station(s, seat, hexagon)
        if not is_held and not s.federated[hexagon] & bit:
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
    bit = seat_bit(seat)
    if s.federated[hexagon] & bit:
        return
    federated = np.zeros(NUM_HEXES, np.uint8)
    member = np.zeros(NUM_HEXES, np.uint8)
    for other in range(HEXES_ON_BOARD[s.board]):
        federated[other] = (s.federated[other] & bit) != 0
        member[other] = has_structure(s, seat, other) or has_space_station(s, seat, other)
    if not is_adjacent_to(NEIGHBOUR_OF_HEX[s.board], federated, hexagon):
        return
    group = np.empty(NUM_HEXES, np.int64)
    label_groups(NEIGHBOUR_OF_HEX[s.board], member, group)
    for other in range(HEXES_ON_BOARD[s.board]):
        if group[other] != NONE and group[other] == group[hexagon]:
            s.federated[other] |= bit
    forget_federation_cost(s, seat)


@jit
def count_federated_structures(s, seat):
    """GP-82: structures that belong to federations."""
    total = np.int64(0)
    for hexagon in range(HEXES_ON_BOARD[s.board]):
        if s.federated[hexagon] & seat_bit(seat) and has_structure(s, seat, hexagon):
            total += 1
    return total
