"""Section 26: what a seat may know, as one row of numbers."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import FLAG, Kind, ObservationLayout
from exozoo.envs.core.layout import ObservationBlock as Block
from exozoo.envs.core.pending import ARGUMENTS, FIRST, KIND, top
from exozoo.envs.planet_unknown import kinds as k
from exozoo.envs.planet_unknown.components import (
    COLOUR_OF_EVENT,
    GROUND,
    LEVEL_OF_CARD,
    TECHNOLOGY_AT_LEVEL,
)
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
from exozoo.envs.planet_unknown.rules.effects import has_technology
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
        Block(
            "used_round",
            (k.TECHNOLOGY,),
            0,
            1,
            "1 once noted as used this round; those without such a limit may be noted, too",
            FLAG,
        ),
        Block(
            "used_game",
            (k.TECHNOLOGY,),
            0,
            1,
            "1 once noted as used in this game; those without such a limit may be noted, too",
            FLAG,
        ),
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
AT_OBJECTIVES_HELD = AT_STOCK + 6
SHARED_SIZE, PLAYER_SIZE = OBSERVATION.shared_size, OBSERVATION.player_size
GROUND_SHOWN = table(GROUND, np.int16)  # as wide as the observation
SQUARE_NUMBERS = table(range(NUM_SQUARES), np.int16)


@jit
def show(values, out, at):
    """Write a field of the record as it is. A slice: its indices cannot be negative, so it is fast."""
    block = out[at : at + values.size]
    for index in range(values.size):
        block[index] = values[index]


@jit
def clear(out, at, size):
    block = out[at : at + size]
    for index in range(size):
        block[index] = 0


@jit
def observe(s, seat, out):
    """PU-251, PU-256: everything public, also this round's earlier turns; and what the seat knows."""
    observe_public(s, seat, out)
    observe_stack(s, seat, out)
    observe_station(s, out)
    for relative in range(np.int64(s.num_players)):
        other = (seat + relative) % s.num_players
        part = out[
            SHARED_SIZE + relative * PLAYER_SIZE : SHARED_SIZE + (relative + 1) * PLAYER_SIZE
        ]
        observe_planet(s.players[other], part)
        observe_board(s, other, part)
    observe_civ_cards(s, seat, out)
    observe_objectives(s, seat, out)
    observe_events(s, out)


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
        if index < 0:
            for column in range(5):
                out[at + column] = NONE
            continue
        out[at] = s.pending[index, KIND]
        for argument in range(ARGUMENTS):
            out[at + 1 + argument] = s.pending[index, FIRST + argument]
        if s.pending[index, KIND] == TAKE_CARD and seat != s.seat:
            out[at + 1 + CARD_EXTRA - FIRST] = NONE


@jit
def observe_station(s, out):
    """PU-252: the tops, and which tiles are left; their order is hidden."""
    for shape in range(NUM_SHAPES):
        taken = np.int64(s.taken[shape])
        out[AT_TOP + shape] = s.pile[shape, taken] if taken < NUM_VARIANTS else NONE
    show(s.left, out, AT_LEFT)


@jit
def part_of(s, seat, other):
    """Where the part about another seat begins, as `seat` sees it."""
    relative = other - seat
    if relative < 0:
        relative += np.int64(s.num_players)
    return SHARED_SIZE + relative * PLAYER_SIZE


@jit
def observe_civ_cards(s, seat, out):
    """PU-253, PU-254: what the seat knows of each card, the piles, and how many cards all hold."""
    player = s.players[seat]
    any_level, level, extra = cards_on_offer(s, seat)
    clear(out, AT_CIV_PILE, NUM_LEVELS)
    for card in range(NUM_CARDS):
        place = np.int64(s.card_place[card])
        known = CARD_SEEN if player.card_look[card] > 0 else ZERO
        if place == IN_PILE:
            out[AT_CIV_PILE + LEVEL_OF_CARD[card]] += ONE
            if any_level or LEVEL_OF_CARD[card] == level or card == extra:
                known = CARD_OFFERED
        elif place == USED:
            known = CARD_USED
        elif place < MAX_PLAYERS:
            out[part_of(s, seat, place) + AT_CARDS_HELD + LEVEL_OF_CARD[card]] += ONE
            if place == seat:
                known = CARD_OWN
        out[AT_CIV_CARD + card] = known


@jit
def cards_on_offer(s, seat):
    """Whether the seat may choose any card of the piles, else of which level, and one card more."""
    if s.num_pending > 0 and seat == s.seat:
        if top(s, KIND) == KEEP_CARD:
            return True, NONE, NONE
        if top(s, KIND) == TAKE_CARD:
            return False, top(s, CARD_LEVEL), top(s, CARD_EXTRA)
    return False, NONE, NONE


@jit
def observe_objectives(s, seat, out):
    """PU-251, PU-254: the cards, and how many personal ones each seat has."""
    for index in range(MAX_PLAYERS):
        pair = index if s.num_players == 2 else (seat + index) % s.num_players
        out[AT_BETWEEN + index] = s.between[pair] if index < 3 or index < s.num_players else NONE
    for objective in range(NUM_OBJECTIVES):
        place = np.int64(s.objective_place[objective])
        known = ZERO
        if place == LAID_OUT:
            known = SEEN_LAID_OUT
        elif place == COMMON:
            known = SEEN_COMMON
        elif place == ON_OFFER:
            if seat == s.seat:
                known = SEEN_OFFERED
        elif place == DISCARDED:
            if s.objective_seen[objective] >> seat & 1:
                known = SEEN_DISCARDED
        elif place != NONE:
            out[part_of(s, seat, place) + AT_OBJECTIVES_HELD] += ONE
            if place == seat:
                known = SEEN_OWN
        out[AT_OBJECTIVE + objective] = known


@jit
def observe_events(s, out):
    """PU-251, PU-255: the discard pile and the colours of what is left."""
    clear(out, AT_EVENT_GONE, NUM_EVENTS)
    clear(out, AT_EVENT_LEFT, len(COLOURS))
    for index in range(np.int64(s.event_total)):
        event = np.int64(s.event_deck[index])
        if index < s.event_next:
            out[AT_EVENT_GONE + event] = 1
        else:
            out[AT_EVENT_LEFT + COLOUR_OF_EVENT[event]] += 1


@jit
def observe_planet(player, part):
    """`part` is the part of the observation about this player."""
    planet = np.int64(player.planet)
    ground = part[AT_GROUND : AT_GROUND + NUM_SQUARES]
    station = part[AT_STATION : AT_STATION + NUM_SQUARES]
    for square in range(NUM_SQUARES):
        ground[square] = GROUND_SHOWN[planet, square]
        station[square] = player.station_of[square] == SQUARE_NUMBERS[square]
    show(player.terrain, part, AT_TERRAIN)
    show(player.symbol, part, AT_SYMBOL)
    show(player.meteorite, part, AT_METEORITE)
    show(player.lifepod, part, AT_LIFEPOD)
    clear(part, AT_ROVER, NUM_SQUARES)
    for rover in range(MAX_ROVERS):
        part[AT_CARGO + rover] = player.cargo[rover]
        if player.rover_at[rover] != NONE:
            part[AT_ROVER + player.rover_at[rover]] = rover + 1
    for cell in range(MAX_CELLS):
        part[AT_LAST_TILE + cell] = player.last_square[cell]


@jit
def observe_board(s, seat, part):
    player = s.players[seat]
    part[AT_BOARD] = player.corporation
    part[AT_BOARD + 1] = player.planet
    part[AT_SCORE] = s.scores[seat]
    for track in range(NUM_TRACKS):
        part[AT_POSITION + track] = player.position[track]
        part[AT_PATH + track] = player.path[track]
    show(player.track_lifepod, part, AT_TRACK_LIFEPOD)
    corporation = np.int64(player.corporation)
    for level in range(NUM_TECHNOLOGIES):
        technology = TECHNOLOGY_AT_LEVEL[corporation, level]
        known = technology != NONE and has_technology(player, technology)
        part[AT_TECHNOLOGY + level] = known
        part[AT_TECH_LIFEPOD + level] = player.tech_lifepod[level]
        part[AT_USED_ROUND + level] = player.used_round[level]
        part[AT_USED_GAME + level] = player.used_game[level]
    for level in range(NUM_LEVELS):
        part[AT_CARDS_HELD + level] = 0
    for compartment in (INNER, OUTER):
        part[AT_DEPOT + compartment] = top_tile(s, depot_shape(s, seat, compartment))
    observe_stock(player, part)


@jit
def observe_stock(player, part):
    part[AT_STOCK] = player.movement
    part[AT_STOCK + 1] = player.rover_supply
    part[AT_STOCK + 2] = player.lifepods
    part[AT_STOCK + 3] = player.meteorites
    part[AT_STOCK + 4] = player.stored_patches
    part[AT_STOCK + 5] = player.flux
    part[AT_OBJECTIVES_HELD] = 0  # counted with the objectives
    part[AT_STOCK + 7] = player.gained_movement
    part[AT_STOCK + 8] = player.free_steps
    part[AT_STOCK + 9] = player.shifts
    part[AT_STOCK + 10] = player.extra_rover
    part[AT_STOCK + 11] = player.tech_reach
