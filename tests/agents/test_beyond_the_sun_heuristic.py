"""What the heuristic of Beyond the Sun sees in a position."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristics.beyond_the_sun import appraise
from exozoo.agents.heuristics.beyond_the_sun.offers import (
    COLONIZING,
    DEAR,
    FLEET,
    FOURTH,
    NUM_OFFERS,
    ORE_GAIN,
    THIRD,
    read_offers,
)
from exozoo.agents.heuristics.beyond_the_sun.plans import fourth_way
from exozoo.agents.heuristics.beyond_the_sun.position import stage_of
from exozoo.agents.heuristics.table import shipped_worth
from exozoo.envs.beyond_the_sun.cards.card_set import CARDS
from exozoo.envs.beyond_the_sun.constants import NUM_SLOTS, SLOT_NAMES
from exozoo.envs.beyond_the_sun.pending import K_DESTINATION, K_SPACE
from exozoo.envs.core.pending import KIND
