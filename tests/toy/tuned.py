"""The toy game with a heuristic that counts with a table of weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Extras
from exozoo.envs.core.jit import jit
from tests.toy import NUM_CARDS, TOY
from tests.toy.heuristic import appraise as appraise_hand

ROWS = ("rival", "win", "card", "way")
RIVAL, WIN, CARD, WAY = (np.int64(row) for row in range(4))
STAGES = (0.0, 1.0)
SWITCHES = ("way",)


@jit
def weigh(s, mask, worth, scratch, slot, out):
    """A card that beats those shown wins a round, a low one costs little; the way turns all around."""
    stage = np.int64(s.turned % 2)
    for action in range(mask.size):
        if mask[action]:
            wins = 1.0
            for seat in range(s.num_players):
                if s.shown[seat] > action:
                    wins = 0.0
            out[action] = worth[WIN, stage] * wins - worth[CARD, stage] * action / NUM_CARDS
            if worth[WAY, 0] != 0.0:
                out[action] = -out[action]
    return NONE


appraise = appraise_hand
TUNED = replace(TOY, name="tuned_toy", title="Tuned toy", extras=Extras(heuristic=__name__))
