"""Launching from the hub and placing colonies (AF-54 to AF-57, AF-110 to AF-117)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import LAUNCH
from exozoo.envs.alien_frontiers.effects import update_planet
from exozoo.envs.alien_frontiers.phase_dock import apply_launch
from exozoo.envs.alien_frontiers.phase_turn import clear_choice
from exozoo.envs.alien_frontiers.scoring import finish_game
from exozoo.envs.core.jit import jit


@jit
def apply_hub_overflow(s, action):
    """AF-56: the surplus waits for the launched colony to be placed, or is lost."""
    if action == LAUNCH:
        apply_launch(s)
    else:
        clear_choice(s)


@jit
def apply_place_colony(s, territory):
    """AF-110, AF-117: an unplaced colony, of which there is one (AF-62), comes to stay.

    AF-56: a surplus starts the next one; AF-57: the last one leaves the hub for it; AF-240: and ends the game at once.
    """
    seat = np.int64(s.seat)
    s.colonies[territory, seat] += 1
    s.unplaced[seat] -= 1
    update_planet(s)
    if s.unplaced[seat] == 0:
        s.hub[seat] = 0
        finish_game(s)
        return
    if s.surplus:
        s.hub[seat] = s.surplus
    clear_choice(s)
