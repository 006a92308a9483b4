"""What a search keeps: one tree of nodes a slot, and in each slot lanes, which are walks under way."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from exozoo.envs.core.codes import codes
from exozoo.envs.core.state import MAX_SEATS

MAX_DEPTH = 512  # decisions below the root; deeper ones are left to the evaluation
ROOT = np.int64(0)  # node of every tree
NUM_SETTINGS = 14
(
    EXPLORE,
    TEMPERATURE,
    ROLLOUT,
    GUIDED,
    TURNS,
    NEAR,  # simulations that play on for TURNS, before the others play on for TURNS_LATER
    TURNS_LATER,
    SWAY,  # points by which choices are swayed while the others play on
    BRIEF,  # decisions: if the first simulation came to a new chapter after fewer, swayed ones play on through it
    MARGIN,
    NETWORK,  # share of the network's values in the utilities; 0: there is none
    RELIANCE,
    NOISE,
    CANDIDATES,
) = codes(NUM_SETTINGS)  # places in `settings`


def record(fields: list[Any]) -> np.dtype:
    """A dtype whose fields kernels reach by name, with the compiler switched off too."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


NODE = record(
    [
        ("value", np.float64, MAX_SEATS),  # sum of the utilities of each seat
        ("prior", np.float64),
        ("action", np.int32),  # that leads here, or NONE at the root
        ("mover", np.int32),  # the seat that takes it
        ("visits", np.int32),
        ("pending", np.int32),  # walks below that wait for the network
        ("seen", np.int32),  # simulations in which the action was available
        ("first", np.int32),  # first child, or NONE while not expanded
        ("next", np.int32),  # next child of the same parent, or NONE
    ]
)

SLOT = record(
    [
        ("key", np.uint64),  # of the deals
        ("rng", np.uint64, 2),  # the search's own generator
        ("low", np.float64, MAX_SEATS),  # smallest mean utility of each seat in the tree
        ("high", np.float64, MAX_SEATS),
        ("spread", np.float64),  # sum over simulations of the points between the seats
        ("simulations", np.int64),  # whose utilities are known
        ("begun", np.int64),  # with those that wait for the network
        ("used", np.int64),  # nodes of the tree
        ("ends", np.int64),  # that are kept, see `ends`
        ("weights", np.int64),  # of actions that are kept there
        ("played", np.int64),  # decisions that the first simulation played on
        ("trail", np.int64),  # positions noted on the way to the next one
        ("names", np.uint64, MAX_DEPTH),  # of these
        ("turns", np.int64, MAX_DEPTH),  # that were to come there
    ]
)

LANE = record(
    [
        ("is_open", np.int64),  # 1: the leaf waits for the network
        ("depth", np.int64),  # of the path
        ("path", np.int64, MAX_DEPTH),  # nodes of the walk, the root first
    ]
)


class Room(NamedTuple):
    """Memory that the kernels of a search work in; rows of slots, of lanes, or SCRATCH more than lanes."""

    slots: np.ndarray  # SLOT[slots]
    trees: np.ndarray  # NODE[slots, nodes]
    logits: np.ndarray  # float64[slots, actions], of the root's priors
    scores: np.ndarray  # the same with noise, of the root's candidates
    places: np.ndarray  # PLACE[slots, places] and
    ends: np.ndarray  # state[slots, ends]: where playing on from positions ends, see `ends`
    known: (
        np.ndarray
    )  # float64[slots, weights]: what actions of positions weigh, one position after the other
    lanes: np.ndarray  # LANE[lanes]
    masks: np.ndarray  # uint8[lanes, actions]
    weights: np.ndarray  # float64[lanes, actions]
    leaves: np.ndarray  # state[lanes] and
    leaf_masks: np.ndarray  # uint8[lanes, actions]: for the network
    values: np.ndarray  # float64[lanes, 2, seats]: utilities, and the points they come from
    work: np.ndarray  # state[RECORDS * lanes]: the position reached, and those that are tried out
    words: np.ndarray  # uint64[RECORDS * lanes, words]: the same
