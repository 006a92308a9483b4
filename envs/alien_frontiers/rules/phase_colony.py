"""Placing colonies, and what follows when a choice is finished (AF-110 to AF-117, AF-240)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.constants import MAIN
from exozoo.envs.alien_frontiers.rules.effects import update_planet
from exozoo.envs.alien_frontiers.rules.phase_turn import clear_choice
from exozoo.envs.alien_frontiers.rules.scoring import finish_game
from exozoo.envs.core.jit import jit


@jit
def apply_place_colony(s, territory):
    """AF-110, AF-117: an unplaced colony, of which there is one (AF-62), comes to stay.

    AF-56: a surplus starts the next one; AF-57: the last one leaves the hub for the planet.
    """
    seat = np.int64(s.seat)
    s.colonies[territory, seat] += 1
    s.unplaced[seat] -= 1
    if s.surplus:
        s.hub[seat] = s.surplus
    if s.unplaced[seat] == 0:
        s.hub[seat] = 0
    s.phase = MAIN


@jit
def conclude(s):
    """A choice is finished: AF-114, AF-116: only now control, relic ship and scores are looked at.

    AF-240: the game ends the instant a last colony was placed; AF-245: nothing else ends it.
    """
    clear_choice(s)
    update_planet(s)
    if s.unplaced[np.int64(s.seat)] == 0:
        finish_game(s)
