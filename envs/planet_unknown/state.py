"""The state record: what lies on the table, and what is being decided."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.grid import WORDS
from exozoo.envs.core.pending import pending_fields
from exozoo.envs.core.state import state_dtype
from exozoo.envs.planet_unknown import constants as c

MAX_PENDING = 40

PLAYER = np.dtype(
    [
        # bit per technology key that is available: a shortcut for `is_available`, which every rule
        # asks; it saves a third of the compile time and of the playing time
        ("technologies", np.int64),
        # squares as boards of core/grid.py: shortcuts for what the planes below say, because
        # placing and scoring ask for all of them at once; they halve the playing time
        ("covered", np.int64, WORDS),  # by tiles and patches
        ("energy", np.int64, WORDS),  # of energy terrain
        ("fallen", np.int64, WORDS),  # with a meteorite on the ground
        # squares of the planet, row by row
        (
            "station_of",
            np.int16,
            c.NUM_SQUARES,
        ),  # square of the section's station, NONE: no section
        ("rover_at", np.int16, c.MAX_ROVERS),  # square of each rover, NONE if not on the planet
        ("last_square", np.int16, c.MAX_CELLS),  # squares of the tile placed last, or NONE
        ("movement", np.int16),  # movement points left
        ("terrain", np.int8, c.NUM_SQUARES),  # of the tile or patch that covers it, or NONE
        ("meteorite", np.int8, c.NUM_SQUARES),  # 1 where one lies (not those that rovers carry)
        ("lifepod", np.int8, c.NUM_SQUARES),  # 1 where one lies
        ("symbol", np.int8, c.NUM_SQUARES),  # 1 on a visible meteor symbol
        ("track_lifepod", np.int8, c.NUM_CELLS),  # 1 on a track cell with a lifepod (PU-158)
        ("tech_lifepod", np.int8, c.NUM_TECHNOLOGIES),  # 1 on a technology with one (PU-185)
        ("position", np.int8, c.NUM_TRACKS),  # of each marker on its path, from 0
        ("path", np.int8, c.NUM_TRACKS),  # track each marker stands on; its own but for Makeshift
        ("cargo", np.int8, c.MAX_ROVERS),  # 1 if the rover carries a meteorite (PU-175)
        ("used_round", np.int8, c.NUM_TECHNOLOGIES),  # 1 once noted as used this round
        ("used_game", np.int8, c.NUM_TECHNOLOGIES),  # 1 once noted as used in this game
        (
            "card_look",
            np.int8,
            c.NUM_CARDS,
        ),  # number of the last look at a pile with this card, or 0
        ("looks", np.int8),  # looks at civ piles so far
        ("corporation", np.int8),
        ("planet", np.int8),
        ("rover_supply", np.int8),  # rovers not yet on the planet
        ("lifepods", np.int8),  # in the collection area
        ("meteorites", np.int8),  # in the collection area
        ("stored_patches", np.int8),  # beside the board until the end (PU-89)
        ("flux", np.int8),  # track of the flux token, or NONE (PU-168)
        ("tech_reach", np.int8),  # highest position on the tech track that counts in this round
        ("gained_movement", np.int8),  # 1 once a movement point was gained this round (PU-165)
        ("free_steps", np.int8),  # steps that cost nothing this turn (limit: FREE_STEP_LIMIT)
        ("shifts", np.int8),  # sideways shifts since the own last turn (limit: SHIFT_LIMIT)
        ("extra_rover", np.int8),  # 1 if event 65 waits for this round's tile
    ],
    align=True,
)

STATE = state_dtype(
    [
        *pending_fields(MAX_PENDING),  # decisions and tasks that wait, see PENDING
        ("phase", np.int8),
        ("turn", np.int8),  # seats that have finished this phase, in turn order
        ("round_number", np.int8),  # rounds begun
        ("commander", np.int8),  # seat with the commander token
        ("rotation", np.int8),  # of the station (PU-12)
        ("shift", np.int8),  # of the inner ring against the outer one (PU-12)
        ("turning", np.int8),  # BY_COMMANDER or CLOCKWISE
        ("ending", np.int8),  # 1 once the game ends with this round (PU-95)
        (
            "pile",
            np.int8,
            (c.NUM_SHAPES, c.NUM_VARIANTS),
        ),  # tiles of each shape, the top ones first
        ("taken", np.int8, c.NUM_SHAPES),  # tiles gone from each compartment
        # 1 for each tile (shape * 12 + variant) still there, as `pile` and `taken` say: the
        # observation shows it as it is, instead of looking up 144 tiles
        ("left", np.int8, c.NUM_SHAPES * c.NUM_VARIANTS),
        ("card_place", np.int8, c.NUM_CARDS),  # holder's seat, IN_PILE, IN_BOX or USED
        ("card_resolved", np.int8, c.NUM_CARDS),  # 1 once an end-of-game advance was made (PU-102)
        ("objective_place", np.int8, c.NUM_OBJECTIVES),  # seat, NONE, LAID_OUT, COMMON, ...
        ("objective_seen", np.int8, c.NUM_OBJECTIVES),  # bit per seat that saw it on offer
        ("between", np.int8, c.MAX_PLAYERS),  # objective between seat i and the next, or NONE
        ("event_deck", np.int8, c.DECK_SIZE),  # event numbers from 0, in order
        ("event_next", np.int8),  # cards revealed so far
        ("event_total", np.int8),  # cards in the deck, 0 without events
        ("event", np.int8),  # the card in force, or NONE
        ("peeked", np.int8),  # bit per seat that knows the next event card
        ("personal", np.int8),  # 1 if each player keeps a personal objective (PU-122)
        ("pad", np.int8, 3),
        ("players", PLAYER, c.MAX_PLAYERS),
    ]
)
