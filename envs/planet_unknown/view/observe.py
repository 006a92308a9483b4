"""Section 26: what a seat may know, as one row of numbers."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import FLAG, Kind, ObservationLayout
from exozoo.envs.core.layout import ObservationBlock as Block
from exozoo.envs.core.pending import ARGUMENTS, FIRST, KIND, top
from exozoo.envs.planet_unknown import kinds as k
from exozoo.envs.planet_unknown.components import COLOUR_OF_EVENT, GROUND, LEVEL_OF_CARD
from exozoo.envs.planet_unknown.constants import (
    CARD_EXTRA,
    CARD_LEVEL,
    COLOURS,
    COMMON,
    DISCARDED,
    IN_PILE,
    INNER,
    KEEP_CARD,
    LAID_OUT,
    MAX_CELLS,
    MAX_PLAYERS,
    MAX_ROVERS,
    NUM_CARDS,
    NUM_CELLS,
    NUM_EVENTS,
    NUM_LEVELS,
    NUM_OBJECTIVES,
    NUM_SHAPES,
    NUM_SQUARES,
    NUM_TECHNOLOGIES,
    NUM_TRACKS,
    NUM_VARIANTS,
    ON_OFFER,
    OUTER,
    TAKE_CARD,
    USED,
)
from exozoo.envs.planet_unknown.rules.effects import is_available, is_station
from exozoo.envs.planet_unknown.rules.phase_turn import depot_shape, top_tile

PLANET = (k.ROW, k.COL)
STACK_SHOWN = k.STACK_ENTRY.size
CARD_OWN, CARD_USED, CARD_SEEN, CARD_OFFERED = (np.int64(n) for n in range(1, 5))
SEEN_OWN, SEEN_LAID_OUT, SEEN_COMMON, SEEN_OFFERED, SEEN_DISCARDED = (
    np.int64(n) for n in range(1, 6)
)

OBSERVATION = ObservationLayout(
    [
        Block(
            "public",
            (Kind.of("public", k.PUBLIC),),
            -1,
            127,
            "phase, round, seat to move, commander (relative seats), seats done in this phase, "
            "rotation, ring shift, who turns the station, ending, event in force, events revealed, "
            "events in the deck, next event if known, entries on the stack",
            tuple(k.PUBLIC.values()),
        ),
        Block("target", (), 0, 100, "points to reach in a solo game"),
        Block(
            "stack",
            (k.STACK_ENTRY, Kind.of("stack", k.STACK)),
            -1,
            1200,
            "what is being decided, the top entry first: kind and four arguments",
            tuple(k.STACK.values()),
        ),
        Block("top", (k.SHAPE,), -1, 11, "variant of the visible tile of each shape", k.VARIANT),
        Block("left", (k.SHAPE, k.VARIANT), 0, 1, "1 for each tile still in the station", FLAG),
        Block("civ_pile", (k.LEVEL,), 0, 9, "cards in each civ pile"),
        Block(
            "civ_card",
            (k.CARD,),
            0,
            4,
            "0 unknown, 1 own, 2 used up, 3 seen when last looking at its pile, 4 on offer now",
            k.CARD_KNOWN,
        ),
        Block(
            "between",
            (k.SEAT,),
            -1,
            27,
            "objective between relative seat i and the next",
            k.OBJECTIVE,
        ),
        Block(
            "objective",
            (k.OBJECTIVE,),
            0,
            5,
            "0 unknown, 1 own, 2 laid out, 3 common, 4 on offer, 5 discarded after a look",
            k.OBJECTIVE_KNOWN,
        ),
        Block("event_gone", (k.EVENT,), 0, 1, "1 for each event card revealed", FLAG),
        Block("event_left", (k.COLOUR,), 0, 20, "event cards left by colour"),
    ],
    [
        Block(
            "board",
            (Kind.of("board", k.BOARD),),
            0,
            12,
            "corporation and planet",
            tuple(k.BOARD.values()),
        ),
        Block("score", (), 0, 1000, "points in plain sight, all points at the end"),
        Block("ground", PLANET, 0, 7, "what is printed on each square, 0 outside", k.GROUND),
        Block("terrain", PLANET, -1, 5, "terrain of the tile or patch on it", k.TERRAIN),
        Block("station", PLANET, 0, 1, "1 on a visible station", FLAG),
        Block("symbol", PLANET, 0, 1, "1 on a visible meteor symbol", FLAG),
        Block("meteorite", PLANET, 0, 1, "1 where one lies", FLAG),
        Block("lifepod", PLANET, 0, 1, "1 where one lies", FLAG),
        Block("rover", PLANET, 0, MAX_ROVERS, "1 + the number of the rover there", k.ROVER),
        Block("cargo", (k.ROVER,), 0, 1, "1 for a rover that carries a meteorite", FLAG),
        Block("last_tile", (k.TILE_CELL,), -1, 143, "squares of the tile placed last", k.SQUARE),
        Block("position", (k.TRACK,), 0, 23, "position of each marker"),
        Block("path", (k.TRACK,), 0, 4, "track each marker stands on", k.TRACK),
        Block("track_lifepod", (k.TRACK, k.TRACK_ROW), 0, 1, "1 on cells with a lifepod", FLAG),
        Block("tech_lifepod", (k.TECHNOLOGY,), 0, 1, "1 on technologies with a lifepod", FLAG),
        Block("technology", (k.TECHNOLOGY,), 0, 1, "1 for available technologies", FLAG),
        Block("used_round", (k.TECHNOLOGY,), 0, 1, "1 for those used this round", FLAG),
        Block("used_game", (k.TECHNOLOGY,), 0, 1, "1 for those used in this game", FLAG),
        Block("cards_held", (k.LEVEL,), 0, 9, "end-of-game cards taken, by level"),
        Block(
            "depot",
            (k.COMPARTMENT,),
            -1,
            143,
            "tiles in the inner and outer compartment it faces",
            k.TILE,
        ),
        Block(
            "stock",
            (Kind.of("stock", k.STOCK),),
            -1,
            1000,
            "movement points, rovers in supply, lifepods, meteorites, stored patches, flux track, "
            "personal objectives, gained movement, free steps, shifts, extra rover, tech reach",
            tuple(k.STOCK.values()),
        ),
    ],
)
(
    AT_PUBLIC,
    AT_TARGET,
    AT_STACK,
    AT_TOP,
    AT_LEFT,
    AT_CIV_PILE,
    AT_CIV_CARD,
    AT_BETWEEN,
    AT_OBJECTIVE,
    AT_EVENT_GONE,
    AT_EVENT_LEFT,
) = OBSERVATION.shared_offsets()
(
    AT_BOARD,
    AT_SCORE,
    AT_GROUND,
    AT_TERRAIN,
    AT_STATION,
    AT_SYMBOL,
    AT_METEORITE,
    AT_LIFEPOD,
    AT_ROVER,
    AT_CARGO,
    AT_LAST_TILE,
    AT_POSITION,
    AT_PATH,
    AT_TRACK_LIFEPOD,
    AT_TECH_LIFEPOD,
    AT_TECHNOLOGY,
    AT_USED_ROUND,
    AT_USED_GAME,
    AT_CARDS_HELD,
    AT_DEPOT,
    AT_STOCK,
) = OBSERVATION.player_offsets()
SHARED_SIZE, PLAYER_SIZE = OBSERVATION.shared_size, OBSERVATION.player_size


@jit
def observe(s, seat, out):
    """PU-251, PU-256: everything public, also this round's earlier turns; and what the seat knows."""
    observe_public(s, seat, out)
    observe_stack(s, seat, out)
    observe_station(s, out)
    observe_civ_cards(s, seat, out)
    observe_objectives(s, seat, out)
    observe_events(s, out)
    for relative in range(np.int64(s.num_players)):
        other = (seat + relative) % s.num_players
        at = SHARED_SIZE + relative * PLAYER_SIZE
        observe_planet(s.players[other], at, out)
        observe_board(s, other, at, out)


@jit
def observe_public(s, seat, out):
    knows_next = s.peeked >> seat & 1 and s.event_next < s.event_total
    at = AT_PUBLIC
    out[at] = s.phase
    out[at + 1] = s.round_number
    out[at + 2] = (s.seat - seat) % s.num_players
    out[at + 3] = (s.commander - seat) % s.num_players
    out[at + 4] = s.turn
    out[at + 5] = s.rotation
    out[at + 6] = s.shift
    out[at + 7] = s.turning
    out[at + 8] = s.ending
    out[at + 9] = s.event
    out[at + 10] = s.event_next
    out[at + 11] = s.event_total
    out[at + 12] = s.event_deck[s.event_next] if knows_next else NONE
    out[at + 13] = s.num_pending
    out[AT_TARGET] = s.target


@jit
def observe_stack(s, seat, out):
    """PU-215: the extra card on offer to another seat is not shown."""
    for entry in range(STACK_SHOWN):
        at = AT_STACK + entry * 5
        index = np.int64(s.num_pending) - 1 - entry
        out[at] = s.pending[index, KIND] if index >= 0 else NONE
        for argument in range(ARGUMENTS):
            out[at + 1 + argument] = s.pending[index, FIRST + argument] if index >= 0 else NONE
        if index >= 0 and s.pending[index, KIND] == TAKE_CARD and seat != s.seat:
            out[at + 1 + CARD_EXTRA - FIRST] = NONE


@jit
def observe_station(s, out):
    """PU-252: the tops, and which tiles are left; their order is hidden."""
    for shape in range(NUM_SHAPES):
        taken = np.int64(s.taken[shape])
        out[AT_TOP + shape] = s.pile[shape, taken] if taken < NUM_VARIANTS else NONE
        for depth in range(NUM_VARIANTS):
            variant = np.int64(s.pile[shape, depth])
            out[AT_LEFT + shape * NUM_VARIANTS + variant] = depth >= taken


@jit
def observe_civ_cards(s, seat, out):
    """PU-253, PU-254."""
    player = s.players[seat]
    for level in range(NUM_LEVELS):
        out[AT_CIV_PILE + level] = 0
    for card in range(NUM_CARDS):
        place = s.card_place[card]
        known = ZERO
        if place == seat:
            known = CARD_OWN
        elif place == USED:
            known = CARD_USED
        elif is_offered(s, seat, card):
            known = CARD_OFFERED
        elif player.card_look[card] > 0:
            known = CARD_SEEN
        out[AT_CIV_CARD + card] = known
        out[AT_CIV_PILE + LEVEL_OF_CARD[card]] += place == IN_PILE


@jit
def is_offered(s, seat, card):
    """Whether the seat is choosing among cards and this is one of them."""
    if s.num_pending == 0 or seat != s.seat or s.card_place[card] != IN_PILE:
        return False
    if top(s, KIND) == KEEP_CARD:
        return True
    return top(s, KIND) == TAKE_CARD and (
        LEVEL_OF_CARD[card] == top(s, CARD_LEVEL) or card == top(s, CARD_EXTRA)
    )


@jit
def observe_objectives(s, seat, out):
    """PU-251, PU-254."""
    for index in range(MAX_PLAYERS):
        pair = index if s.num_players == 2 else (seat + index) % s.num_players
        out[AT_BETWEEN + index] = s.between[pair] if index < 3 or index < s.num_players else NONE
    for objective in range(NUM_OBJECTIVES):
        place = s.objective_place[objective]
        known = ZERO
        if place == seat:
            known = SEEN_OWN
        elif place == LAID_OUT:
            known = SEEN_LAID_OUT
        elif place == COMMON:
            known = SEEN_COMMON
        elif place == ON_OFFER and seat == s.seat:
            known = SEEN_OFFERED
        elif place == DISCARDED and s.objective_seen[objective] >> seat & 1:
            known = SEEN_DISCARDED
        out[AT_OBJECTIVE + objective] = known


@jit
def observe_events(s, out):
    """PU-251, PU-255: the discard pile and the colours of what is left."""
    for event in range(NUM_EVENTS):
        out[AT_EVENT_GONE + event] = 0
    for colour in range(len(COLOURS)):
        out[AT_EVENT_LEFT + colour] = 0
    for index in range(np.int64(s.event_total)):
        event = np.int64(s.event_deck[index])
        if index < s.event_next:
            out[AT_EVENT_GONE + event] = 1
        else:
            out[AT_EVENT_LEFT + COLOUR_OF_EVENT[event]] += 1


@jit
def observe_planet(player, at, out):
    planet = np.int64(player.planet)
    for square in range(NUM_SQUARES):
        out[at + AT_GROUND + square] = GROUND[planet, square]
        out[at + AT_TERRAIN + square] = player.terrain[square]
        out[at + AT_STATION + square] = is_station(player, square)
        out[at + AT_SYMBOL + square] = player.symbol[square]
        out[at + AT_METEORITE + square] = player.meteorite[square]
        out[at + AT_LIFEPOD + square] = player.lifepod[square]
        out[at + AT_ROVER + square] = 0
    for rover in range(MAX_ROVERS):
        out[at + AT_CARGO + rover] = player.cargo[rover]
        if player.rover_at[rover] != NONE:
            out[at + AT_ROVER + player.rover_at[rover]] = rover + 1
    for cell in range(MAX_CELLS):
        out[at + AT_LAST_TILE + cell] = player.last_square[cell]


@jit
def observe_board(s, seat, at, out):
    player = s.players[seat]
    out[at + AT_BOARD] = player.corporation
    out[at + AT_BOARD + 1] = player.planet
    out[at + AT_SCORE] = s.scores[seat]
    for track in range(NUM_TRACKS):
        out[at + AT_POSITION + track] = player.position[track]
        out[at + AT_PATH + track] = player.path[track]
    for cell in range(NUM_CELLS):
        out[at + AT_TRACK_LIFEPOD + cell] = player.track_lifepod[cell]
    for technology in range(NUM_TECHNOLOGIES):
        out[at + AT_TECH_LIFEPOD + technology] = player.tech_lifepod[technology]
        out[at + AT_TECHNOLOGY + technology] = is_available(s, seat, np.int64(technology))
        out[at + AT_USED_ROUND + technology] = player.used_round[technology]
        out[at + AT_USED_GAME + technology] = player.used_game[technology]
    for level in range(NUM_LEVELS):
        out[at + AT_CARDS_HELD + level] = 0
    for card in range(NUM_CARDS):
        if s.card_place[card] == seat:
            out[at + AT_CARDS_HELD + LEVEL_OF_CARD[card]] += ONE
    for compartment in (INNER, OUTER):
        tile = top_tile(s, depot_shape(s, seat, compartment))
        out[at + AT_DEPOT + compartment] = tile
    observe_stock(s, seat, at + AT_STOCK, out)


@jit
def observe_stock(s, seat, at, out):
    player = s.players[seat]
    out[at] = player.movement
    out[at + 1] = player.rover_supply
    out[at + 2] = player.lifepods
    out[at + 3] = player.meteorites
    out[at + 4] = player.stored_patches
    out[at + 5] = player.flux
    out[at + 6] = 0
    for objective in range(NUM_OBJECTIVES):
        out[at + 6] += s.objective_place[objective] == seat
    out[at + 7] = player.gained_movement
    out[at + 8] = player.free_steps
    out[at + 9] = player.shifts
    out[at + 10] = player.extra_rover
    out[at + 11] = player.tech_reach
