"""Ships in hand: what they can form, as they are or as a card under way will leave them."""

from __future__ import annotations

import numpy as np

from exozoo.agents.heuristics.alien_frontiers.worth import (
    HAND_1,
    HAND_PAIR,
    HAND_ROLL,
    HAND_RUN,
    HAND_TRIPLE,
    PAIR_READY,
    RECKON,
    RUN_READY,
    SIX_READY,
    TRIPLE_READY,
)
from exozoo.envs.alien_frontiers.actions import DOCK_RAIDERS, DOCKS_AT
from exozoo.envs.alien_frontiers.components import NEW_VALUE_OF_CARD
from exozoo.envs.alien_frontiers.constants import (
    COLONY_CONSTRUCTOR,
    GRAVITY_LOWER,
    GRAVITY_RAISE,
    NUM_FACES,
    SHIPYARD,
    TERRAFORMING_STATION,
    VALUE_SHIP,
    WARPER_SHIPS,
)
from exozoo.envs.alien_frontiers.rules.docking import ALL_DOCKS, open_docks
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit


@jit
def faces_value(faces, docks, stage, worth):
    """Ships to be docked, by how many show each face; `docks` are the dockings open to any ships."""
    pairs, triples, runs = 0, 0, 0
    total = 0.0
    for face in range(NUM_FACES):
        count = faces[face]
        total += worth[HAND_1 + face, stage] * count
        pairs += count >= 2
        triples += count >= 3
        if face >= 2 and count > 0 and faces[face - 1] > 0 and faces[face - 2] > 0:
            runs = 1
            if docks & (ONE << (DOCK_RAIDERS + face - 2)):
                runs = 2
    total += worth[HAND_PAIR, stage] * pairs + worth[HAND_TRIPLE, stage] * triples
    if runs > 0:
        total += worth[HAND_RUN, stage]
    if runs > 1:
        total += worth[RUN_READY, stage]
    if pairs > 0 and docks & DOCKS_AT[SHIPYARD]:
        total += worth[PAIR_READY, stage]
    if triples > 0 and docks & DOCKS_AT[COLONY_CONSTRUCTOR]:
        total += worth[TRIPLE_READY, stage]
    if faces[NUM_FACES - 1] > 0 and docks & DOCKS_AT[TERRAFORMING_STATION]:
        total += worth[SIX_READY, stage]
    return total


@jit
def turned_value(faces, docks, card, stage, worth):
    """The best that a card which changes one value makes of a ship in hand."""
    best = -np.inf
    for face in range(NUM_FACES):
        turned = np.int64(NEW_VALUE_OF_CARD[card, face + 1]) - ONE
        if faces[face] > 0 and turned >= 0:
            faces[face] -= 1
            faces[turned] += 1
            best = max(best, faces_value(faces, docks, stage, worth))
            faces[face] += 1
            faces[turned] -= 1
    return best


@jit
def raised_value(faces, aside, docks, stage, worth):
    """The best that the Gravity Manipulator makes of the rest, with a ship of face `aside` lowered."""
    best = -np.inf
    for face in range(NUM_FACES - 1):
        if faces[face] > 0:
            faces[face] -= 1
            faces[face + 1] += 1
            faces[aside] += 1
            best = max(best, faces_value(faces, docks, stage, worth))
            faces[face] += 1
            faces[face + 1] -= 1
            faces[aside] -= 1
    return best


@jit
def shifted_value(faces, docks, stage, worth):
    """The best that the Gravity Manipulator makes of the ships in hand."""
    best = -np.inf
    for face in range(1, NUM_FACES):
        if faces[face] > 0:
            faces[face] -= 1
            best = max(best, raised_value(faces, face - 1, docks, stage, worth))
            faces[face] += 1
    return best


@jit
def rolled_value(faces, docks, stage, worth):
    """The best of rolling one ship again, or all of them."""
    count = ZERO
    best = -np.inf
    for face in range(NUM_FACES):
        if faces[face] > 0:
            count += faces[face]
            faces[face] -= 1
            best = max(best, faces_value(faces, docks, stage, worth) + worth[HAND_ROLL, stage])
            faces[face] += 1
    return max(best, worth[HAND_ROLL, stage] * count)


@jit
def hand_value(s, faces, lifted, rolls, fuel, stage, worth):
    """Ships to be docked, as they are or as the card under way will leave them."""
    docks = open_docks(s, ALL_DOCKS, fuel)
    if s.phase == VALUE_SHIP:
        return turned_value(faces, docks, np.int64(s.card), stage, worth)
    if worth[RECKON, stage] > 0:
        if s.phase == GRAVITY_LOWER:
            return shifted_value(faces, docks, stage, worth)
        if s.phase == GRAVITY_RAISE:
            return raised_value(faces, lifted - 1, docks, stage, worth)
        if s.phase == WARPER_SHIPS and s.picks == 0:
            return rolled_value(faces, docks, stage, worth)
    if s.phase == WARPER_SHIPS:
        rolls += np.int64(s.picks)
    return faces_value(faces, docks, stage, worth) + worth[HAND_ROLL, stage] * rolls
