"""What a seat sees: everything, with seats counted from the observer on."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO, codes
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import FLAG, ObservationLayout
from exozoo.envs.core.layout import ObservationBlock as Block
from exozoo.envs.core.pending import FIRST, KIND, SECOND
from exozoo.envs.gaia_project import kinds as k
from exozoo.envs.gaia_project.constants import (
    MAX_BID,
    MAX_PLAYERS,
    MAX_SETS,
    NUM_ADVANCED,
    NUM_AREAS,
    NUM_AUTOMA_LEVELS,
    NUM_BOARD_ACTIONS,
    NUM_BOOSTERS,
    NUM_CARDS,
    NUM_DECISIONS,
    NUM_FINAL_TILES,
    NUM_HEXES,
    NUM_INCOME_SOURCES,
    NUM_PIECES,
    NUM_PLANET_TYPES,
    NUM_RESOURCES,
    NUM_ROUND_TILES,
    NUM_ROUNDS,
    NUM_SPECIALS,
    NUM_STANDARD,
    NUM_TOKENS,
    NUM_TRACKS,
    TILE_COVERED,
)
from exozoo.envs.gaia_project.rules.scoring import final_count

BIT_OF_SEAT = np.array([1, 2, 4, 8], np.uint8)
BIT_OF_SEAT.flags.writeable = False
MAX_VP = 999
MAX_STOCK = 200
MAX_TOKENS_HELD = 200
FAR_SHOWN = 99
GUEST_MINE = NUM_PIECES + 1  # a Lantid mine beside another player's structure
CARD_UNKNOWN, CARD_IN_DECK, CARD_SHOWN, CARD_SHOWN_LAST = codes(4)  # what is known of a card

OBSERVATION = ObservationLayout(
    [
        Block("decision", (k.DECISION,), 0, 1, "what is being decided", FLAG),
        Block("arguments", (k.ARGUMENT,), -1, 200, "its arguments: piece, steps, power, hex …"),
        Block("to_move", (k.SEAT,), 0, 1, "who decides", FLAG),
        Block("round", (), 0, int(NUM_ROUNDS), "0 during setup"),
        Block("turn_order", (k.TURN,), -1, MAX_PLAYERS - 1, "seats", k.SEAT),
        Block("pass_order", (k.TURN,), -1, MAX_PLAYERS - 1, "seats", k.SEAT),
        Block("planet", (k.HEX,), -1, NUM_PLANET_TYPES - 1, "planet type or -1", k.PLANET),
        Block(
            "tile_at", (k.TILE_POSITION,), 0, NUM_STANDARD - 1, "standard tile kinds", k.STANDARD
        ),
        Block("advanced_at", (k.TRACK,), -1, NUM_ADVANCED - 1, "kind, -1 if taken", k.ADVANCED),
        Block("top_token", (), -1, NUM_TOKENS - 1, "on Terraforming 5, -1 if taken", k.TOKEN),
        Block("token_supply", (k.TOKEN,), 0, 3, "federation tokens left"),
        Block("booster_open", (k.BOOSTER,), 0, 1, "can be taken", FLAG),
        Block("round_tile", (k.ROUND,), 0, NUM_ROUND_TILES - 1, "by round", k.ROUND_TILE),
        Block(
            "final_tile",
            (k.FINAL_PLACE,),
            0,
            NUM_FINAL_TILES - 1,
            "final scoring tiles",
            k.FINAL_TILE,
        ),
        Block("action_used", (k.BOARD_ACTION,), 0, 1, "this round", FLAG),
        Block("income_left", (k.INCOME,), 0, 3, "power sources to take"),
        Block("set_satellites", (k.FEDERATION_SET,), -1, 25, "of each offered federation"),
        Block("passing_order", (), 0, 1, "1: next round in order of passing", k.ORDER),
    ],
    [
        Block("vp", (), 0, MAX_VP, "victory points"),
        Block("faction", (k.FACTION,), 0, 1, "none before it is chosen", FLAG),
        Block("stock", (k.RESOURCE,), 0, MAX_STOCK, "credits, ore, knowledge, Q.I.C."),
        Block("power", (k.AREA,), 0, MAX_TOKENS_HELD, "areas I, II, III, Gaia"),
        Block("brainstone", (k.AREA,), 0, 1, "the area it lies in", FLAG),
        Block("research", (k.TRACK,), 0, 5, "levels"),
        Block("built", (k.PIECE,), 0, 8, "pieces on the map"),
        Block("gaiaformers", (k.GAIAFORMER_COUNT,), 0, 3, "gained; of these in the Gaia area"),
        Block("booster", (k.BOOSTER,), 0, 1, "held", FLAG),
        Block(
            "standard",
            (k.STANDARD,),
            0,
            int(TILE_COVERED),
            "1 owned, 2 covered",
            k.STANDARD_STATE,
        ),
        Block("advanced", (k.ADVANCED,), 0, 1, "owned", FLAG),
        Block("tokens", (k.TOKEN,), 0, 3, "federation tokens"),
        Block("green", (), 0, 19, "of these green side up"),
        Block("special_used", (k.SPECIAL,), 0, 1, "this round", FLAG),
        Block("passed", (), 0, 1, "this round", FLAG),
        Block("federations", (k.FEDERATION_COUNT,), 0, 100, "formed; satellites used"),
        Block("final_count", (k.FINAL_PLACE,), 0, 100, "of the two final tiles"),
        Block("bid", (), 0, MAX_BID, "VP promised for the faction, lost at the end"),
        Block("piece", (k.HEX,), 0, GUEST_MINE, "piece code + 1, 9 a Lantid guest", k.PIECE_SHOWN),
        Block("federated", (k.HEX,), 0, 2, "1 in a federation, 2 a satellite", k.FEDERATED),
        Block("distance", (k.HEX,), 0, FAR_SHOWN, "to the nearest range giver"),
    ],
    [
        Block(
            "cards",
            (k.AUTOMA_CARD,),
            0,
            int(CARD_SHOWN_LAST),
            "the Automa's cards: 0 in the deck or the reserve, 1 in the deck, 2 shown this round, "
            "3 shown last, which supports the next action",
            k.AUTOMA_CARD_KNOWN,
        ),
        Block("deck_left", (), 0, int(NUM_CARDS), "cards not shown this round"),
        Block("automa_level", (), 1, NUM_AUTOMA_LEVELS, "how strong it is", k.AUTOMA_LEVEL),
        Block("booster_place", (k.BOOSTER,), 0, 5, "place of an open booster in the row, from 1"),
    ],
)
(
    DECISION,
    ARGUMENTS,
    TO_MOVE,
    ROUND,
    TURN_ORDER,
    PASS_ORDER,
    PLANET,
    TILE_AT,
    ADVANCED_AT,
    TOP_TOKEN,
    TOKEN_SUPPLY,
    BOOSTER_OPEN,
    ROUND_TILE,
    FINAL_TILE,
    ACTION_USED,
    INCOME_LEFT,
    SET_SATELLITES,
    PASSING_ORDER,
) = OBSERVATION.shared_offsets()
(
    P_VP,
    P_FACTION,
    P_STOCK,
    P_POWER,
    P_BRAINSTONE,
    P_RESEARCH,
    P_BUILT,
    P_GAIAFORMERS,
    P_BOOSTER,
    P_STANDARD,
    P_ADVANCED,
    P_TOKENS,
    P_GREEN,
    P_SPECIAL_USED,
    P_PASSED,
    P_FEDERATIONS,
    P_FINAL_COUNT,
    P_BID,
    P_PIECE,
    P_FEDERATED,
    P_DISTANCE,
) = OBSERVATION.player_offsets()
S_CARDS, S_DECK_LEFT, S_LEVEL, S_BOOSTER_PLACE = OBSERVATION.solo_offsets()
SHARED_SIZE, PLAYER_SIZE = OBSERVATION.shared_size, OBSERVATION.player_size


@jit
def relative(s, seat, other):
    """Seats count from the observer on; NONE stays. Dividing would take longer than all the rest."""
    if other == NONE:
        return NONE
    return other - seat if other >= seat else other - seat + s.num_seats


@jit
def observe(s, seat, out):
    """Shared blocks, then every seat's, the observer first, then the Automa's cards."""
    next_one = max(s.num_pending - 1, 0)
    for kind in range(NUM_DECISIONS):
        out[DECISION + kind] = 0
    if not s.over:
        out[DECISION + s.pending[next_one, KIND]] = 1
    out[ARGUMENTS] = s.pending[next_one, FIRST]
    out[ARGUMENTS + 1] = s.pending[next_one, SECOND]
    out[ROUND] = s.round_number
    for position in range(MAX_PLAYERS):
        out[TO_MOVE + position] = 0
        out[TURN_ORDER + position] = relative(s, seat, np.int64(s.turn_order[position]))
        out[PASS_ORDER + position] = relative(s, seat, np.int64(s.pass_order[position]))
    out[TO_MOVE + relative(s, seat, np.int64(s.seat))] = 1
    observe_supply(s, out)
    start, other = SHARED_SIZE, seat
    for _ in range(s.num_seats):
        observe_player(s, other, out[start:])
        observe_map(s, other, out[start:])
        start += PLAYER_SIZE
        other = other + 1 if other + 1 < s.num_seats else ZERO
    if s.automa_level:
        observe_automa(s, out, np.int64(start))


@jit
def observe_supply(s, out):
    """The planets, tiles, tokens, boosters and actions that belong to nobody."""
    for place in range(NUM_HEXES):
        out[PLANET + place] = s.planet[place]
    for kind in range(NUM_STANDARD):
        out[TILE_AT + kind] = s.tile_at[kind]
    for track in range(NUM_TRACKS):
        out[ADVANCED_AT + track] = s.advanced_at[track]
        out[ROUND_TILE + track] = s.round_tile[track]  # six of each
    out[TOP_TOKEN] = s.top_token
    for kind in range(NUM_TOKENS):
        out[TOKEN_SUPPLY + kind] = s.token_supply[kind]
    for booster in range(NUM_BOOSTERS):
        out[BOOSTER_OPEN + booster] = s.booster_open[booster]
    for index in range(2):
        out[FINAL_TILE + index] = s.final_tile[index]
    for action in range(NUM_BOARD_ACTIONS):
        out[ACTION_USED + action] = s.action_used[action]
    for source in range(NUM_INCOME_SOURCES):
        out[INCOME_LEFT + source] = s.income_left[source]
    for index in range(MAX_SETS):
        offered = index < s.federation_set_count
        out[SET_SATELLITES + index] = s.federation_satellites[index] if offered else NONE
    out[PASSING_ORDER] = s.order_mode


@jit
def observe_player(s, seat, out):
    """The player blocks of one seat, from the start of `out`: what is added to an unknown place
    would be checked for being negative, entry by entry."""
    player = s.players[seat]
    for entry in range(P_PIECE):  # what is one of many is set below
        out[entry] = 0
    out[P_VP] = min(np.int64(s.scores[seat]), MAX_VP)
    if player.faction != NONE:
        out[P_FACTION + player.faction] = 1
    if player.brainstone != NONE:
        out[P_BRAINSTONE + player.brainstone] = 1
    if player.booster != NONE:
        out[P_BOOSTER + player.booster] = 1
    for good in range(NUM_RESOURCES):
        out[P_STOCK + good] = min(np.int64(player.stock[good]), MAX_STOCK)
    for area in range(NUM_AREAS):
        out[P_POWER + area] = min(np.int64(player.power[area]), MAX_TOKENS_HELD)
    for track in range(NUM_TRACKS):
        out[P_RESEARCH + track] = player.research[track]
    for piece in range(NUM_PIECES):
        out[P_BUILT + piece] = player.built[piece]
    out[P_GAIAFORMERS] = player.gaiaformers
    out[P_GAIAFORMERS + 1] = player.gaiaformers_resting
    for kind in range(NUM_STANDARD):
        out[P_STANDARD + kind] = player.standard[kind]
    for kind in range(NUM_ADVANCED):
        out[P_ADVANCED + kind] = player.advanced[kind]
    for kind in range(NUM_TOKENS):
        out[P_TOKENS + kind] = player.tokens[kind]
    out[P_GREEN] = player.green
    for special in range(NUM_SPECIALS):
        out[P_SPECIAL_USED + special] = player.special_used[special]
    out[P_PASSED] = player.passed
    out[P_FEDERATIONS] = player.federations_formed
    out[P_FEDERATIONS + 1] = player.satellites_used
    for index in range(2):
        out[P_FINAL_COUNT + index] = final_count(s, seat, np.int64(s.final_tile[index]))
    out[P_BID] = player.bid


@jit
def observe_map(s, seat, out):
    """The seat's pieces, federations and satellites on every hex.

    A loop a block, without branches and in narrow numbers: so it takes many hexes at a time.
    """
    owner, structure, guest = s.owner, s.structure, s.guest
    satellites, federated, distance = s.satellites, s.federated, s.players[seat].distance
    own, bit = np.int8(seat), BIT_OF_SEAT[seat]
    for place in range(NUM_HEXES):
        piece, is_own = np.int16(structure[place]) + 1, owner[place] == own
        out[P_PIECE + place] = is_own * np.int16(piece) + GUEST_MINE * (guest[place] == own)
    for place in range(NUM_HEXES):
        joined = np.uint8(federated[place] & bit) != 0
        lone = np.uint8(satellites[place] & bit) != 0
        out[P_FEDERATED + place] = max(np.int16(joined), np.int16(np.int16(lone) * 2))
    for place in range(NUM_HEXES):
        out[P_DISTANCE + place] = distance[place]


@jit
def observe_automa(s, out, base):
    """The solo blocks: what is known of the deck, but not its order, and the row of boosters."""
    for card in range(NUM_CARDS):
        out[base + S_CARDS + card] = CARD_IN_DECK if s.card_known[card] else CARD_UNKNOWN
    for place in range(s.deck_shown):
        out[base + S_CARDS + s.cards[place]] = CARD_SHOWN
    if s.deck_shown:
        out[base + S_CARDS + s.cards[s.deck_shown - 1]] = CARD_SHOWN_LAST
    out[base + S_DECK_LEFT] = s.deck_size - s.deck_shown
    out[base + S_LEVEL] = s.automa_level
    for booster in range(NUM_BOOSTERS):
        place = 0
        for other in range(NUM_BOOSTERS):
            if s.booster_open[other] and s.booster_place[other] <= s.booster_place[booster]:
                place += 1
        out[base + S_BOOSTER_PLACE + booster] = place if s.booster_open[booster] else 0
