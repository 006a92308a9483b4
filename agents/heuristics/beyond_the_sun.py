"""Beyond the Sun by rules of thumb; docs/strategy/beyond_the_sun.md says them in words.

Only an appraisal: actions are weighed by it at the end of the turn that they begin.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.constants import NUM_NODES, NUM_SLOTS
from exozoo.envs.core.jit import jit_across

kernel = jit_across("exozoo.envs.beyond_the_sun")

ORE_VALUE = 0.18
MOST_ORE = 12
POPULATION_VALUE = 0.55
MOST_POPULATION = 6
SHIP_VALUE = 0.3  # for each level of a ship
DISC_VALUE = 0.9  # for each disc gone from a track: better production for the rest of the game
CONTROL_VALUE = 0.8  # a system controlled
TECHNOLOGY_VALUE = 0.8  # each, beside its points
EARLY_DISCS = 12  # discs of both tracks at the start, at most


@kernel
def appraise(s, points):
    """Points in sight and what each seat's means will bring."""
    for seat in range(s.num_players):
        player = s.players[seat]
        total = np.float64(s.scores[seat])
        total += ORE_VALUE * min(np.int64(player.ore), MOST_ORE)
        total += POPULATION_VALUE * min(np.int64(player.population), MOST_POPULATION)
        total += DISC_VALUE * (EARLY_DISCS - np.int64(player.discs[0]) - np.int64(player.discs[1]))
        for slot in range(NUM_SLOTS):
            total += TECHNOLOGY_VALUE * (np.int64(player.researched) >> slot & 1)
        for node in range(NUM_NODES):
            total += CONTROL_VALUE * (s.controller[node] == seat)
            for level in range(4):
                total += SHIP_VALUE * (level + 1) * np.int64(player.ships[node, level])
        points[seat] = total
