"""The whole game as one numpy record."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.pending import pending_fields
from exozoo.envs.core.state import state_dtype
from exozoo.envs.gaia_project.constants import (
    MAX_NEW,
    MAX_PENDING,
    MAX_PLANETS,
    MAX_PLAYERS,
    MAX_SETS,
    MAX_SETTLED,
    NUM_ADVANCED,
    NUM_AREAS,
    NUM_BOARD_ACTIONS,
    NUM_BOOSTERS,
    NUM_CARDS,
    NUM_FACTIONS,
    NUM_HEXES,
    NUM_INCOME_SOURCES,
    NUM_PIECES,
    NUM_RESOURCES,
    NUM_ROUNDS,
    NUM_SLOTS,
    NUM_SPECIALS,
    NUM_STANDARD,
    NUM_TOKENS,
    NUM_TRACKS,
    NUM_VP_SOURCES,
)

HEX_BYTES = (NUM_HEXES + 7) // 8

PLAYER = np.dtype(
    [
        ("vp_from", np.int16, NUM_VP_SOURCES),  # VP by source; they add up to the score
        ("stock", np.int16, NUM_RESOURCES),  # credits, ore, knowledge, Q.I.C.
        ("bid", np.int16),  # VP promised for the faction, lost at the end (GP-102)
        ("power", np.int16, NUM_AREAS),  # ordinary tokens in areas I, II, III and the Gaia area
        # nearest hex that gives range: stored because every legal build asks it; FAR if none
        ("distance", np.int8, NUM_HEXES),
        # hexes with a structure or space station, guests included, in the order of building; nothing
        # ever leaves. Stored because the whole map took longer to look through than to play on
        ("settled", np.uint8, MAX_SETTLED),
        ("num_settled", np.int8),
        ("faction", np.int8),  # NONE before it is chosen
        ("brainstone", np.int8),  # its area, NONE without it
        ("research", np.int8, NUM_TRACKS),  # level in each track
        ("built", np.int8, NUM_PIECES),  # pieces on the map; the Lost Planet's mine is not one
        ("lost_planet", np.int8),  # 1 for its owner
        ("gaiaformers", np.int8),  # gained so far
        ("gaiaformers_resting", np.int8),  # of these in the Gaia area (GP-97)
        ("booster", np.int8),  # 0..9, NONE without
        ("standard", np.int8, NUM_STANDARD),  # TILE_NONE, TILE_OWNED or TILE_COVERED, by kind
        ("advanced", np.int8, NUM_ADVANCED),  # 1 if owned, by kind
        ("tokens", np.int8, NUM_TOKENS),  # federation tokens of each kind, either side up
        ("green", np.int8),  # of these with the green side up
        ("special_used", np.int8, NUM_SPECIALS),  # 1 if used this round
        ("passed", np.int8),  # 1 after passing this round
        ("federations_formed", np.int8),  # federation actions taken (GP-F5)
        ("satellites_used", np.int8),
        ("federation_cost", np.int8),  # fewest satellites for a federation; see federation.py
        ("federation_sought", np.int8),  # if none was found: up to how many satellites
    ],
    align=True,
)

STATE = state_dtype(
    [
        ("players", PLAYER, MAX_PLAYERS),
        *pending_fields(MAX_PENDING),  # what is to be decided or done next: see PENDING
        # The map
        ("board", np.int8),  # SMALL_BOARD, BIG_BOARD or X_BOARD
        ("side_in_slot", np.int8, NUM_SLOTS),  # sector side in each slot, NONE without
        ("rotation_in_slot", np.int8, NUM_SLOTS),  # turns of 60 degrees clockwise
        ("mirror", np.int8),  # 1: tiles are reflected before they are turned
        ("planet", np.int8, NUM_HEXES),  # planet type, NONE on a hex without planet
        (
            "planet_hex",
            np.uint8,
            MAX_PLANETS,
        ),  # the hexes with a planet, for quick passes over them
        ("num_planets", np.int8),
        ("structure", np.int8, NUM_HEXES),  # piece, NONE without
        ("owner", np.int8, NUM_HEXES),  # its seat, NONE without
        ("guest", np.int8, NUM_HEXES),  # seat of a Lantid mine beside the owner's, NONE without
        ("federated", np.uint8, NUM_HEXES),  # bit per seat: part of a federation of that seat
        ("satellites", np.uint8, NUM_HEXES),  # bit per seat
        # The boards
        ("tile_at", np.int8, NUM_STANDARD),  # standard kind on each position
        ("advanced_at", np.int8, NUM_TRACKS),  # advanced kind in each track, NONE once taken
        ("top_token", np.int8),  # federation token on Terraforming 5, NONE once taken
        ("token_supply", np.int8, NUM_TOKENS),  # the Gleens' own token is the last kind
        ("booster_open", np.int8, NUM_BOOSTERS),  # 1 if it can be taken
        ("booster_place", np.int8, NUM_BOOSTERS),  # order in the row of open ones, left to right
        ("boosters_laid", np.int8),  # places given so far
        ("round_tile", np.int8, int(NUM_ROUNDS)),
        ("final_tile", np.int8, 2),
        ("action_used", np.int8, NUM_BOARD_ACTIONS),  # 1 if used this round
        # The Automa's cards: the deck from the top, then the reserve (GS-7)
        ("cards", np.int8, int(NUM_CARDS)),
        ("card_known", np.int8, int(NUM_CARDS)),  # 1 if everybody knows that it is in the deck
        ("deck_size", np.int8),  # cards of the deck, shown ones included
        ("deck_shown", np.int8),  # of these shown this round
        ("automa_level", np.int8),  # 1..5, 0 without the Automa
        # The course of the game
        ("num_seats", np.int8),  # players and the Automa
        ("round_number", np.int8),  # 1..6, 0 during setup
        ("turn_order", np.int8, MAX_PLAYERS),  # seats, first to act first
        ("pass_order", np.int8, MAX_PLAYERS),  # seats in the order of passing this round
        ("num_passed", np.int8),
        ("new_hex", np.uint8, MAX_NEW),  # hexes whose neighbours may charge, as they were built
        ("num_new", np.int8),
        ("income_left", np.int8, NUM_INCOME_SOURCES),  # pending power sources of the seat
        # offered in CHOOSE_SET: a bit for each hex of a set, the new satellites included
        ("federation_hexes", np.uint8, (MAX_SETS, HEX_BYTES)),
        ("federation_satellites", np.int8, MAX_SETS),  # satellites of each offered set
        ("federation_set_count", np.int8),
        # Options
        ("fixed_faction", np.int8, MAX_PLAYERS),  # of each seat; NONE: chosen by the player
        ("faction_open", np.int8, NUM_FACTIONS),  # 1 if it may be chosen
        ("order_mode", np.int8),  # ORDER_CLOCKWISE or ORDER_PASSING
        ("end_conversion", np.int8),  # 1: power and Q.I.C. are converted at the end (O-11)
        ("pad", np.int8, 5),
    ]
)
