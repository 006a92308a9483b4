"""The cards on display at the Alien Artifact (AF-40 to AF-46)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import (
    CLAIM,
    CLAIM_BLOCK,
    REFRESH,
    REFRESH_BLOCK,
    STOP,
)
from exozoo.envs.alien_frontiers.components import CLAIM_TALLY
from exozoo.envs.alien_frontiers.constants import DISPLAY_SIZE, MAIN
from exozoo.envs.alien_frontiers.rules.effects import draw_card, refresh_display
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit


@jit
def legal_artifact(s, mask):
    """AF-46: refresh once; AF-41: with a tally of 8 claim a card; AF-45: of a type not held."""
    mask[STOP] = 1
    if s.refresh:
        mask[REFRESH] = 1
    for slot in range(DISPLAY_SIZE):
        card = s.display[slot]
        if s.tally >= CLAIM_TALLY and card != NONE and not s.cards[np.int64(s.seat), card]:
            mask[CLAIM + slot] = 1


@jit
def apply_artifact(s, block, choice):
    """AF-40, AF-46: a refresh leaves the claim open; claiming or declining ends the sequence."""
    if block == REFRESH_BLOCK:
        s.refresh = 0
        refresh_display(s)
        return
    if block == CLAIM_BLOCK:
        claim_card(s, choice)
    s.phase = MAIN


@jit
def claim_card(s, slot):
    """AF-42, AF-43: the tally restarts at 0; AF-44: the slot is refilled at once."""
    s.cards[np.int64(s.seat), np.int64(s.display[slot])] = 1
    s.display[slot] = NONE
    s.tally = 0
    s.display[slot] = draw_card(s)
