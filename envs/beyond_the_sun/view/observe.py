"""What a seat sees. Only deck orders and face-down events are hidden (section 16 of the rules)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun import kinds as k
from exozoo.envs.beyond_the_sun.components import MAX_DECK, MAX_EVENTS, MAX_SYSTEMS, MAX_TECHS
from exozoo.envs.beyond_the_sun.constants import (
    NUM_COLUMNS,
    NUM_GUILDS,
    NUM_NODES,
    NUM_SLOTS,
    NUM_SPACES,
)
from exozoo.envs.beyond_the_sun.pending import K_CARD, NUM_KINDS
from exozoo.envs.core.codes import NONE, ZERO, codes
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import FLAG, Kind, ObservationLayout
from exozoo.envs.core.layout import ObservationBlock as Block
from exozoo.envs.core.pending import ARGUMENTS, KIND, top
from exozoo.envs.core.pending import FIRST as FIRST_ARGUMENT

MAX_ORE = 30000
STATUS_DECK, STATUS_RETURNED, STATUS_CHOICE, STATUS_BOARD, STATUS_PRIVATE, STATUS_OUT = codes(6)
OBSERVATION = ObservationLayout(
    [
        Block("decision", (), 0, NUM_KINDS - 1, "kind of the decision", k.DECISION),
        Block("parameters", (k.PARAMETER,), -1, 4095, "its numbers (see pending.py)"),
        Block("deciding", (), 0, 3, "relative seat that decides", k.SEAT),
        Block("active", (), 0, 3, "relative seat whose turn it is", k.SEAT),
        Block("first", (), 0, 3, "relative seat of the first player", k.SEAT),
        Block("round", (), 0, 1000, "round, from 1"),
        Block("last_round", (), 0, 1001, "round that ends the game, 0 if not yet known"),
        Block("changed", (), 0, 1, "1 once the chosen action has changed anything", FLAG),
        Block("slot_card", (k.SLOT,), -1, MAX_TECHS - 1, "technology in each slot", k.TECHNOLOGY),
        Block("slot_event", (k.SLOT,), 0, 1, "1 where an event lies face down", FLAG),
        Block("slot_ore", (k.SLOT,), 0, 100, "ore of a linked event"),
        Block(
            "tech_status",
            (k.TECHNOLOGY,),
            0,
            5,
            "0 in the deck, 1 under it after a draw, 2 drawn now, 3 on the board, 4 private, 5 out",
            k.TECHNOLOGY_STATUS,
        ),
        Block(
            "choice",
            (k.FOUND,),
            -1,
            MAX_TECHS - 1,
            "the two technologies to choose from",
            k.TECHNOLOGY,
        ),
        Block(
            "aside",
            (k.ASIDE,),
            -1,
            MAX_TECHS - 1,
            "cards drawn or laid out for the choice",
            k.TECHNOLOGY,
        ),
        Block(
            "tech_left", (k.DECK_LEVEL,), 0, MAX_DECK, "cards in the decks of levels II, III, IIII"
        ),
        Block("row_open", (k.TABLEAU_ROW,), 0, 1, "tableau rows (variant)", FLAG),
        Block("event_seen", (k.EVENT,), 0, 1, "events revealed so far", FLAG),
        Block("guild_open", (k.GUILD,), 0, 1, "uncovered guilds", FLAG),
        Block(
            "private_card",
            (k.PRIVATE,),
            -1,
            MAX_TECHS - 1,
            "private technology of level II, III",
            k.TECHNOLOGY,
        ),
        Block("private_owner", (k.PRIVATE,), -1, 3, "its relative owner", k.SEAT),
        Block("node_system", (k.NODE,), -1, MAX_SYSTEMS - 1, "system at each location", k.SYSTEM),
        Block("extra_slot", (), -1, NUM_NODES - 1, "slot beside which X1 lies", k.NODE),
        Block("controller", (k.NODE,), -1, 3, "relative controller of each location", k.SEAT),
        Block(
            "outpost", (k.NODE,), -1, 3, "its disc: food, ore, achievement, to be chosen", k.DISC
        ),
        Block(
            "uncontrolled",
            (k.NODE,),
            0,
            1,
            "system without controller at the turn's start",
            FLAG,
        ),
        Block("system_left", (k.SYSTEM_DECK,), 0, MAX_DECK, "cards in the system decks A, B"),
        Block("system_returned", (k.SYSTEM,), 0, 1, "1 if seen and put under its deck again", FLAG),
        Block("colony_owner", (k.SYSTEM,), -1, 3, "relative owner of each colony", k.SEAT),
        Block("system_vp", (k.SYSTEM,), 0, 100, "points of linked events"),
        Block(
            "achievement_card",
            (k.ACHIEVEMENT_PLACE,),
            0,
            9,
            "achievements in play",
            k.ACHIEVEMENT,
        ),
        Block(
            "achievement_disc",
            (k.ACHIEVEMENT_PLACE, k.ACHIEVEMENT_SLOT),
            -1,
            3,
            "relative seat on each slot",
            k.SEAT,
        ),
        Block("achievement_vp", (k.ACHIEVEMENT_PLACE,), 0, 100, "points of linked events"),
        Block(
            "dyson",
            (Kind.of("dyson", k.DYSON),),
            -1,
            100,
            "Dyson Sphere: system or -1 (none, or used); ore, returned population: its cost, which stays",
            tuple(k.DYSON.values()),
        ),
    ],
    [
        Block("score", (), 0, 1000, "points if the game ended now"),
        Block("faction", (), 0, 7, "faction board", k.FACTION),
        Block("ore", (), 0, MAX_ORE, "ore"),
        Block("population", (), 0, 20, "population"),
        Block("supply", (k.COLUMN,), 0, 20, "cubes in the supply columns"),
        Block("ships", (k.NODE, k.SHIP_LEVEL), 0, 20, "ships by location and level - 1"),
        Block("researched", (k.SLOT,), 0, 1, "researchers", FLAG),
        Block("discs", (k.TRACK,), 0, 8, "discs left on the food and ore track"),
        Block("automated", (k.AUTOMATED,), 0, 100, "automation discs: food, ore, achievement"),
        Block("colony_discs", (k.TRACK,), 0, 8, "discs on colonies"),
        Block("museum", (), 0, 4, "level of the ship in the museum", k.SHIP_LEVEL),
        Block("pawn", (), -1, NUM_SPACES - 1, "space of the pawn", k.SPACE),
        Block("vp_events", (), 0, 200, "points of kept events"),
    ],
)
(
    DECISION,
    PARAMETERS,
    DECIDING,
    ACTIVE,
    FIRST,
    ROUND,
    LAST_ROUND,
    CHANGED,
    SLOT_CARD,
    SLOT_EVENT,
    SLOT_ORE,
    TECH_STATUS,
    CHOICE,
    ASIDE,
    TECH_LEFT,
    ROW_OPEN,
    EVENT_SEEN,
    GUILD_OPEN,
    PRIVATE_CARD,
    PRIVATE_OWNER,
    NODE_SYSTEM,
    EXTRA_SLOT,
    CONTROLLER,
    OUTPOST,
    UNCONTROLLED,
    SYSTEM_LEFT,
    SYSTEM_RETURNED,
    COLONY_OWNER,
    SYSTEM_VP,
    ACHIEVEMENT_CARD,
    ACHIEVEMENT_DISC,
    ACHIEVEMENT_VP,
    DYSON,
) = OBSERVATION.shared_offsets()
(
    SCORE,
    FACTION,
    ORE_AT,
    POPULATION,
    SUPPLY,
    SHIPS,
    RESEARCHED,
    DISCS,
    AUTOMATED,
    COLONY_DISCS,
    MUSEUM,
    PAWN,
    VP_EVENTS,
) = OBSERVATION.player_offsets()
SHARED_SIZE, PLAYER_SIZE = OBSERVATION.shared_size, OBSERVATION.player_size


@jit
def relative(s, seat, other):
    """A seat counted from the observer, or NONE; without a division, which would take longest."""
    if other < 0:
        return NONE
    return other - seat if other >= seat else other - seat + np.int64(s.num_players)


@jit
def observe(s, seat, out):
    """BS-18: everything but the order of decks and the face of face-down events."""
    observe_turn(s, seat, out)
    observe_techs(s, seat, out)
    observe_systems(s, seat, out)
    observe_achievements(s, seat, out)
    start, other = SHARED_SIZE, seat
    for _ in range(np.int64(s.num_players)):
        observe_player(s, other, out[start:])
        start += PLAYER_SIZE
        other = other + 1 if other + 1 < s.num_players else ZERO


@jit
def observe_turn(s, seat, out):
    depth = np.int64(s.num_pending)
    out[DECISION] = s.pending[depth - 1, KIND] if depth > 0 else 0
    for index in range(ARGUMENTS):
        out[PARAMETERS + index] = s.pending[depth - 1, FIRST_ARGUMENT + index] if depth > 0 else 0
    out[DECIDING] = relative(s, seat, np.int64(s.seat))
    out[ACTIVE] = relative(s, seat, np.int64(s.active))
    out[FIRST] = relative(s, seat, np.int64(0))
    out[ROUND] = s.round_number
    out[LAST_ROUND] = s.last_round
    out[CHANGED] = s.changed
    for guild in range(NUM_GUILDS):
        out[GUILD_OPEN + guild] = s.guild_open[guild]
    for event in range(MAX_EVENTS):
        out[EVENT_SEEN + event] = s.event_seen[event]


@jit
def observe_techs(s, seat, out):
    for slot in range(NUM_SLOTS):
        out[SLOT_CARD + slot] = s.slot_card[slot]
        out[SLOT_EVENT + slot] = s.slot_event[slot] >= 0
        out[SLOT_ORE + slot] = s.slot_ore[slot]
    for card in range(MAX_TECHS):
        out[TECH_STATUS + card] = STATUS_OUT if s.tech_out[card] else STATUS_DECK
    for slot in range(NUM_SLOTS):
        if s.slot_card[slot] >= 0:
            out[TECH_STATUS + s.slot_card[slot]] = STATUS_BOARD
    for deck in range(3):
        out[TECH_LEFT + deck] = s.tech_left[deck]
        out[ROW_OPEN + deck] = s.row_open[deck]
        for place in range(np.int64(s.tech_left[deck])):
            if s.tech_group[deck, place] > 0:
                out[TECH_STATUS + s.tech_deck[deck, place]] = STATUS_RETURNED
    observe_choice(s, seat, out)


@jit
def observe_choice(s, seat, out):
    """BS-80: cards revealed while searching are seen by all."""
    for index in range(2):
        out[CHOICE + index] = s.aside_matching[index]
        out[PRIVATE_CARD + index] = s.private_card[index]
        out[PRIVATE_OWNER + index] = relative(s, seat, np.int64(s.private_owner[index]))
        if s.private_card[index] >= 0:
            out[TECH_STATUS + s.private_card[index]] = STATUS_PRIVATE
    drawn = top(s, KIND) if s.num_pending > 0 else ZERO
    for index in range(MAX_DECK):
        out[ASIDE + index] = s.aside[index] if index < s.num_aside else NONE
        if index < s.num_aside and drawn == K_CARD:
            out[TECH_STATUS + s.aside[index]] = STATUS_CHOICE


@jit
def observe_systems(s, seat, out):
    for node in range(NUM_NODES):
        out[NODE_SYSTEM + node] = s.node_system[node]
        out[CONTROLLER + node] = relative(s, seat, np.int64(s.controller[node]))
        out[OUTPOST + node] = s.outpost[node]
        out[UNCONTROLLED + node] = s.uncontrolled[node]
    out[EXTRA_SLOT] = s.extra_slot
    for card in range(MAX_SYSTEMS):
        out[COLONY_OWNER + card] = relative(s, seat, np.int64(s.colony_owner[card]))
        out[SYSTEM_VP + card] = s.system_vp[card]
        out[SYSTEM_RETURNED + card] = 0
    for deck in range(2):
        out[SYSTEM_LEFT + deck] = s.system_left[deck]
        for place in range(np.int64(s.system_left[deck])):
            if s.system_group[deck, place] > 0:
                out[SYSTEM_RETURNED + s.system_deck[deck, place]] = 1
    out[DYSON] = s.dyson_card
    out[DYSON + 1] = s.dyson_cost[0]
    out[DYSON + 2] = s.dyson_cost[1]


@jit
def observe_achievements(s, seat, out):
    for place in range(4):
        out[ACHIEVEMENT_CARD + place] = s.achievement_card[place]
        out[ACHIEVEMENT_VP + place] = s.achievement_vp[place]
        for slot in range(4):
            disc = np.int64(s.achievement_disc[place, slot])
            out[ACHIEVEMENT_DISC + 4 * place + slot] = relative(s, seat, disc)


@jit
def observe_player(s, seat, out):
    """One faction's part, from the start of `out`."""
    player = s.players[seat]
    out[SCORE] = s.scores[seat]
    out[FACTION] = player.faction
    out[ORE_AT] = player.ore
    out[POPULATION] = player.population
    for column in range(NUM_COLUMNS):
        out[SUPPLY + column] = player.supply[column]
    for node in range(NUM_NODES):
        for level in range(4):
            out[SHIPS + 4 * node + level] = player.ships[node, level]
    for slot in range(NUM_SLOTS):
        out[RESEARCHED + slot] = (np.int64(player.researched) >> slot) & 1
    for track in range(2):
        out[DISCS + track] = player.discs[track]
        out[COLONY_DISCS + track] = player.colony_discs[track]
    for kind in range(3):
        out[AUTOMATED + kind] = player.automated[kind]
    out[MUSEUM] = player.museum
    out[PAWN] = player.pawn
    out[VP_EVENTS] = player.vp_events
