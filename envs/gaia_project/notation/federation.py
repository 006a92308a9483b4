"""Federations named by their hexes, as recorded games do it (O-21)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.hexgrid import label_groups
from exozoo.envs.gaia_project.actions import A_FEDERATION, A_SET
from exozoo.envs.gaia_project.components import NEIGHBOUR_OF_HEX
from exozoo.envs.gaia_project.constants import IVITS, NUM_HEXES
from exozoo.envs.gaia_project.notation.table import Refusal, Table
from exozoo.envs.gaia_project.rules.federation import (
    FREE,
    NODE,
    NUM_LAYERS,
    federation_target,
    found_named_federation,
    hex_power,
    lay_out,
    mark_offered,
    satellite_budget,
)
from exozoo.envs.gaia_project.rules.phase_federation import finish_founding


def form_named_federation(table: Table, named: list[int]) -> None:
    """Form the federation of the named hexes, by a decision of ours if one means the same."""
    state, seat = table.state, np.int64(table.seat)
    hexes = with_touched_groups(table, named)
    table.play(A_FEDERATION)
    for index in range(int(state["federation_set_count"])):
        offered = np.zeros(NUM_HEXES, np.uint8)
        mark_offered(state, np.int64(index), offered)
        if (offered == hexes).all():
            table.play(A_SET + index)
            return
    check_named(table, hexes)
    table.named[len(table.actions) + len(table.named)] = hexes
    finish_founding(state, seat, found_named_federation(state, seat, hexes))
    table.resume()
    table.notes.append(f"{table.name_of(int(seat))} placed other satellites than offered")


def same_planets(state: np.record, hexes: np.ndarray) -> int | None:
    """The offered set with the seat's pieces on the hexes and as many satellites, if there is one."""
    seat = int(state["seat"])
    own = (state["owner"] == seat) | (state["guest"] == seat)
    for index in range(int(state["federation_set_count"])):
        offered = np.zeros(NUM_HEXES, np.uint8)
        mark_offered(state, np.int64(index), offered)
        if (offered[own] == hexes[own]).all() and offered.sum() == hexes.sum():
            return index
    return None


def nodes_and_free(table: Table) -> tuple[np.ndarray, np.ndarray]:
    """GP-F1, GP-F3: the seat's nodes and the hexes that may take its satellites."""
    layers = np.zeros((NUM_LAYERS, NUM_HEXES), np.uint8)
    lay_out(table.state, np.int64(table.seat), layers)
    return layers[NODE], layers[FREE]


def with_touched_groups(table: Table, named: list[int]) -> np.ndarray:
    """The named hexes with all groups that they hold or touch: lists may omit adjacent planets."""
    node, _ = nodes_and_free(table)
    sides = NEIGHBOUR_OF_HEX[table.state["board"]]
    group = np.empty(NUM_HEXES, np.int64)
    label_groups(sides, node, group)
    hexes = np.zeros(NUM_HEXES, np.uint8)
    touched = set()
    for place in named:
        hexes[place] = 1
        touched |= {int(group[h]) for h in (place, *sides[place]) if h != NONE}
    for place in range(NUM_HEXES):
        if group[place] != NONE and int(group[place]) in touched:
            hexes[place] = 1
    return hexes


def check_named(table: Table, hexes: np.ndarray) -> None:
    """GP-F4, GP-F5 and GP-F7: connected, on allowed hexes, of enough value, payable."""
    state, seat = table.state, np.int64(table.seat)
    node, free = nodes_and_free(table)
    places = np.flatnonzero(hexes)
    group = np.empty(NUM_HEXES, np.int64)
    if label_groups(NEIGHBOUR_OF_HEX[state["board"]], hexes, group) != 1:
        raise Refusal("the federation is not connected")
    for place in places:
        if not node[place] and not free[place]:
            raise Refusal(f"no satellite may stand on {table.hexes.names[place]}")
    value = sum(int(hex_power(state, seat, np.int64(h))) for h in places if node[h])
    target = int(federation_target(state, seat))
    if value < target:
        raise Refusal(f"the federation has a power value of {value}, {target} are needed")
    satellites = sum(1 for h in places if not node[h])
    if satellites > satellite_budget(state, seat):
        raise Refusal(f"{satellites} satellites cannot be paid")
    federated = state["federated"] & (1 << int(seat)) > 0
    if state["players"][int(seat)]["faction"] == IVITS and (federated & ~hexes.astype(bool)).any():
        raise Refusal("the federation must contain the one that exists")
