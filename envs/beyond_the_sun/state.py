"""The state of a game of Beyond the Sun as one record."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import (
    BOX_SIZE,
    MAX_DECK,
    MAX_EVENTS,
    MAX_SYSTEMS,
    MAX_TECHS,
)
from exozoo.envs.beyond_the_sun.constants import (
    MAX_PLAYERS,
    NUM_COLUMNS,
    NUM_GUILDS,
    NUM_NODES,
    NUM_SLOTS,
)
from exozoo.envs.beyond_the_sun.pending import MAX_PENDING
from exozoo.envs.core.pending import pending_fields
from exozoo.envs.core.state import state_dtype

# One faction. BS-2: population + supply + ships + researchers + museum ship = 20 cubes.
PLAYER = np.dtype(
    [
        ("researched", np.int32),  # bit per slot of the technology board
        ("ore", np.int16),  # BS-5
        ("on_trade_3", np.int16),  # effect list of BS-161, 0 for none
        ("on_last_disc", np.int16),  # effect list of BS-162, 0 for none
        ("vp_events", np.int16),  # BS-113: points of kept event cards
        ("ships", np.int8, (NUM_NODES, 4)),  # own ships by location and level - 1
        ("supply", np.int8, NUM_COLUMNS),  # cubes in columns A..E (BS-3)
        ("population", np.int8),
        ("discs", np.int8, 2),  # discs still on the food and the ore track (BS-4)
        ("automated", np.int8, 3),  # automation discs: food, ore, achievement (BS-85, BS-86)
        ("colony_discs", np.int8, 2),  # food and ore discs on colonies (BS-135)
        ("museum", np.int8),  # level of the ship on the museum card (BS-118), 0 for none
        ("pawn", np.int8),  # space, or NONE beside Basic Spacefaring
        ("faction", np.int8),  # board: 0..3 basic, 4..7 advanced (BS-20)
        ("last_disc_due", np.int8),  # tracks (bits) whose last disc has just gone
        ("last_disc_done", np.int8),  # tracks (bits) that have paid BS-162
        ("skip_prereq", np.int8),  # permanent abilities, 1 if owned: BS-153
        ("return_as_ore", np.int8),  # BS-154
        ("any_track", np.int8),  # BS-155
        ("wormhole", np.int8),  # BS-156
        ("evict", np.int8),  # BS-157
        ("build_anywhere", np.int8),  # BS-163, as are the four amounts below
        ("more_ore", np.int8),
        ("more_jump", np.int8),
        ("colonize_ore", np.int8),
        ("event_ore", np.int8),
        ("pad", np.int8, 4),
    ],
    align=True,
)

STATE = state_dtype(
    [
        ("players", PLAYER, MAX_PLAYERS),
        ("slot_prereqs", np.int32, NUM_SLOTS),  # BS-72: joined technologies, as bits of slots
        ("slots_of_level", np.int32, 4),  # levels I to IIII, as bits of slots
        *pending_fields(MAX_PENDING),  # see pending.py
        ("round_number", np.int16),  # from 1
        ("last_round", np.int16),  # the round that ends the game (BS-53); 0 until it is known
        ("max_rounds", np.int16),  # safety limit
        ("box", np.uint8, BOX_SIZE),  # all numbers of the card set (see components.py)
        ("tech_deck", np.int8, (3, MAX_DECK)),  # levels II, III, IIII, top card first
        (
            "tech_group",
            np.int8,
            (3, MAX_DECK),
        ),  # 0: never seen; else number of the draw it returned from
        ("tech_left", np.int8, 3),
        ("system_deck", np.int8, (2, MAX_DECK)),  # decks A, B, top card first
        ("system_group", np.int8, (2, MAX_DECK)),
        ("system_left", np.int8, 2),
        ("next_group", np.int8),  # number of the next draw that returns cards
        ("slot_card", np.int8, NUM_SLOTS),  # technology in each slot, or NONE
        ("slot_event", np.int8, NUM_SLOTS),  # face-down event (hidden), or NONE
        ("slot_ore", np.int8, NUM_SLOTS),  # ore of a linked event for whoever researches (BS-117)
        ("event_seen", np.int8, MAX_EVENTS),  # 1 once revealed
        ("tech_out", np.int8, MAX_TECHS),  # 1: left the game unused (BS-10)
        ("aside", np.int8, MAX_DECK),  # cards drawn for the choice at hand, NONE after the last
        ("num_aside", np.int8),
        ("aside_matching", np.int8, 2),  # the two technologies to choose from, or NONE
        ("private_card", np.int8, 2),  # private technology of level II, III, or NONE (BS-84)
        ("private_owner", np.int8, 2),  # its seat, or NONE
        ("guild_open", np.int8, NUM_GUILDS),  # 1 once the tile is removed
        ("slot_needed", np.int8, NUM_SLOTS),  # BS-72: how many of `slot_prereqs` are needed
        ("majorities", np.int8, MAX_PLAYERS),  # points of BS-178 that are part of the scores
        ("points_due", np.int8),  # which points have to be counted again (bits, see effects.py)
        ("row_open", np.int8, 3),  # BS-191: rows of levels II, III, IIII
        ("tableau", np.int8),  # option
        ("node_system", np.int8, NUM_NODES),  # system card at each location, or NONE
        ("extra_slot", np.int8),  # slot that X1 lies beside (BS-116), or NONE
        ("controller", np.int8, NUM_NODES),  # seat with the outpost, or NONE
        ("outpost", np.int8, NUM_NODES),  # kind of its disc, UNPLACED while it is chosen, or NONE
        ("uncontrolled", np.int8, NUM_NODES),  # 1: system without controller at the turn's start
        ("colony_owner", np.int8, MAX_SYSTEMS),  # seat, or NONE
        ("system_vp", np.int8, MAX_SYSTEMS),  # points of linked events (BS-117)
        ("achievement_card", np.int8, 4),
        ("achievement_disc", np.int8, (4, 4)),  # seat on each slot, or NONE
        ("achievement_vp", np.int8, 4),  # points of linked events (BS-117)
        ("museum_vp", np.int8, 4),  # points by ship level (BS-118)
        ("dyson_card", np.int8),  # system linked to the Dyson Sphere, or NONE (BS-119)
        ("dyson_cost", np.int8, 2),  # ore, returned population
        ("active", np.int8),  # seat whose turn it is
        ("changed", np.int8),  # 1 once the chosen action has changed anything (BS-36)
        ("copying", np.int8),  # 1 while a copied action runs (BS-151)
        ("replaced", np.int8),  # 1 once a returned cube of this action was replaced by ore (BS-154)
        ("chosen_level", np.int8),  # BS-115
        ("bonuses", np.int8),  # control bonuses taken this turn, capped
        ("stealth_target", np.int8),  # location that is colonised without control bonus, or NONE
        ("before", np.int8, (NUM_NODES, 4)),  # ships at the start of a jump; upgraded ships
        ("discoveries", np.int8),  # technologies discovered so far
        ("pad", np.int8, 8),
    ]
)
