"""The state record of Alien Frontiers."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.constants import (
    DECK_SIZE,
    DISPLAY_SIZE,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_DICE,
    NUM_FIELDS,
    NUM_RESOURCES,
    NUM_TERRITORIES,
)
from exozoo.envs.core.state import state_dtype

STATE = state_dtype(
    [
        ("turn", np.int32),  # number of the turn, counted over all players from 1
        ("turn_limit", np.int32),  # turns after which the game is stopped; 0: never
        # --- on the table ---
        ("place", np.int8, NUM_DICE),  # AF-3: a facility or HAND, STOCK ...; NONE: unused colour
        ("port", np.int8, NUM_DICE),  # port at that facility, counted from 0; else NONE
        ("value", np.int8, NUM_DICE),  # 1..6 in hand or docked, 0 elsewhere
        ("relic_holder", np.int8),  # seat that bought the relic ship, or NONE
        ("resources", np.int8, (MAX_PLAYERS, NUM_RESOURCES)),  # fuel and ore of each seat
        ("supply", np.int8, NUM_RESOURCES),  # AF-230: what is left beside the board
        ("unplaced", np.int8, MAX_PLAYERS),  # colonies not yet on the planet
        ("hub", np.int8, MAX_PLAYERS),  # AF-50: space of the colony on the own track, 0: none
        ("colonies", np.int8, (NUM_TERRITORIES, MAX_PLAYERS)),
        ("field_at", np.int8, NUM_FIELDS),  # territory of each field generator, or NONE
        ("cards", np.int8, (MAX_PLAYERS, NUM_CARDS)),  # AF-164: 1 if the seat holds the type
        ("display", np.int8, DISPLAY_SIZE),  # face-up card in each slot, or NONE
        ("pile", np.int8, NUM_CARDS),  # AF-169: copies in the discard pile
        ("deck", np.int8, DECK_SIZE),  # face-down cards, the next one last; NONE beyond the size
        ("deck_size", np.int8),
        # --- what is being decided ---
        ("phase", np.int8),
        ("card", np.int8),  # card being used, or NONE
        ("facility", np.int8),  # facility chosen for it; the origin in FORCED_DOCK; or NONE
        ("moved", np.int8),  # die to dock in FORCED_DOCK, or NONE
        ("territory", np.int8),  # first territory of a move or swap, or NONE
        ("other_territory", np.int8),  # second territory of a swap, or NONE
        ("owner", np.int8),  # owner of the colony taken there (a seat), or NONE
        ("picks", np.int8),  # ships or units picked so far in this phase
        ("last_pick", np.int8),  # number of the last pick: the next is not lower
        ("refresh", np.int8),  # AF-40: 1 while this docking's refresh may be used
        ("surplus", np.int8),  # AF-56: spaces for the next colony if this one is launched now
        # --- since the turn began ---
        ("used", np.int8, NUM_CARDS),  # AF-161: 1 once the power was used
        ("discarded", np.int8),  # AF-162: 1 after the discard power
        ("tally", np.int8),  # AF-42
        ("rate", np.int8),  # AF-77: lowest pair docked at the market, 0: none
        ("mined", np.int8),  # AF-128: ships docked at the mine
        ("boarded", np.int8),  # AF-121: ships docked at the hub
        ("extra_space", np.int8),  # AF-120: 1 once the extra space was received
        ("borrowed", np.int8),  # AF-183: territory borrowed with the Data Crystal, or NONE
        ("pad", np.int8, 3),
    ]
)
