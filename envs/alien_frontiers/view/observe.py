"""What a seat may know: everything but the order of the deck (AF-165, AF-169)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers import kinds as k
from exozoo.envs.alien_frontiers.components import (
    GROUP_OF_FACILITY,
    LAST_SPACE,
    MAX_SCORE,
    SUPPLY,
)
from exozoo.envs.alien_frontiers.constants import (
    COLONIST_HUB,
    DISPLAY_SIZE,
    FUEL,
    HAND,
    LIFTED,
    MAINTENANCE_BAY,
    MAX_TURN_LIMIT,
    NUM_CARDS,
    NUM_FACES,
    NUM_FIELDS,
    NUM_SHIPS,
    NUM_TERRITORIES,
    ORE,
    RELIC,
    STOCK,
)
from exozoo.envs.alien_frontiers.rules.phase_main import market_rate
from exozoo.envs.alien_frontiers.rules.scoring import controller
from exozoo.envs.core.codes import NONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import FLAG, ObservationLayout
from exozoo.envs.core.layout import ObservationBlock as Block

FIRST_ROW = table(np.concatenate([[0], np.cumsum(k.GROUPS_OF_FACILITY)[:-1]]))
MAX_TURN = 32767
MAX_TALLY = 42  # seven ships of value 6
MAX_COUNT = 20

OBSERVATION = ObservationLayout(
    [
        Block("phase", (k.PHASE,), 0, 1, "what is being decided", FLAG),
        Block("turn", (), 0, MAX_TURN, "number of the turn, all players together"),
        Block("turn_limit", (), 0, MAX_TURN_LIMIT, "turn after which the game stops"),
        Block("supply", (k.RESOURCE,), 0, int(SUPPLY[FUEL]), "fuel, ore left"),
        Block("fields", (k.FIELD, k.TERRITORY), 0, 1, "where each field lies", FLAG),
        Block("display", (k.CARD_SLOT, k.CARD), 0, 1, "card in each slot", FLAG),
        Block("pile", (k.CARD,), 0, 2, "cards in the discard pile"),
        Block("deck", (k.CARD,), 0, 2, "cards in the deck, in unknown order"),
        Block("relic_place", (k.PLACE,), 0, 1, "where the relic ship is", FLAG),
        Block("relic_port", (), -1, 11, "its port there", k.PORT),
        Block("relic_value", (), 0, NUM_FACES, "its value, 0 if not rolled", k.FACE),
        Block("used", (k.CARD,), 0, 1, "cards whose power was used this turn", FLAG),
        Block("discarded", (), 0, 1, "a discard power was used this turn", FLAG),
        Block("tally", (), 0, MAX_TALLY, "artifact tally"),
        Block("refresh", (), 0, 1, "a refresh is available", FLAG),
        Block("rate", (), 0, NUM_FACES, "lowest pair at the market this turn, 0: none", k.FACE),
        Block("price", (), 0, NUM_FACES, "fuel for one ore now, 0: market closed"),
        Block("mined", (), 0, MAX_COUNT, "ships docked at the mine this turn"),
        Block("boarded", (), 0, MAX_COUNT, "ships docked at the hub this turn"),
        Block("extra_space", (), 0, 1, "Asimov Crater's extra space was received", FLAG),
        Block("borrowed", (k.TERRITORY,), 0, 1, "bonus borrowed this turn", FLAG),
        Block("card", (k.CARD,), 0, 1, "card being used", FLAG),
        Block("facility", (k.FACILITY,), 0, 1, "facility chosen for it", FLAG),
        Block("territory", (k.TERRITORY,), 0, 1, "first territory of a move or swap", FLAG),
        Block("other_territory", (k.TERRITORY,), 0, 1, "second territory of a swap", FLAG),
        Block("picks", (), 0, MAX_COUNT, "picks made in this phase"),
        Block("last_pick", (), 0, MAX_COUNT, "number of the last pick"),
        Block("surplus", (), 0, 1, "hub spaces left over"),
        Block("moved_value", (), 0, NUM_FACES, "value of the ship to dock, 0: none", k.FACE),
    ],
    [
        Block("score", (), 0, MAX_SCORE, "victory points"),
        Block("on_turn", (), 0, 1, "this player decides", FLAG),
        Block("resources", (k.RESOURCE,), 0, int(SUPPLY[FUEL]), "fuel, ore"),
        Block("unplaced", (), 0, 8, "colonies not on the planet"),
        Block("hub", (), 0, int(LAST_SPACE), "space of the colony on the track"),
        Block("colonies", (k.TERRITORY,), 0, 8, "colonies on each territory"),
        Block("control", (k.TERRITORY,), 0, 1, "territories controlled", FLAG),
        Block("cards", (k.CARD,), 0, 1, "cards held", FLAG),
        Block("hand", (k.FACE,), 0, NUM_SHIPS, "coloured ships in hand by value"),
        Block("lifted", (k.FACE,), 0, NUM_SHIPS, "ships picked up by a card"),
        Block("docked", (k.PORT_GROUP, k.FACE), 0, NUM_SHIPS, "ships by group and value"),
        Block("bay", (), 0, NUM_SHIPS, "coloured ships in the bay"),
        Block("stock", (), 0, NUM_SHIPS, "coloured ships in the stock"),
        Block("relic", (), 0, 1, "holds the relic ship", FLAG),
        Block("chosen", (), 0, 1, "owner of the colony being moved or swapped", FLAG),
    ],
)
(
    O_PHASE,
    O_TURN,
    O_TURN_LIMIT,
    O_SUPPLY,
    O_FIELDS,
    O_DISPLAY,
    O_PILE,
    O_DECK,
    O_RELIC_PLACE,
    O_RELIC_PORT,
    O_RELIC_VALUE,
    O_USED,
    O_DISCARDED,
    O_TALLY,
    O_REFRESH,
    O_RATE,
    O_PRICE,
    O_MINED,
    O_BOARDED,
    O_EXTRA_SPACE,
    O_BORROWED,
    O_CARD,
    O_FACILITY,
    O_TERRITORY,
    O_OTHER_TERRITORY,
    O_PICKS,
    O_LAST_PICK,
    O_SURPLUS,
    O_MOVED_VALUE,
) = OBSERVATION.shared_offsets()
(
    P_SCORE,
    P_ON_TURN,
    P_RESOURCES,
    P_UNPLACED,
    P_HUB,
    P_COLONIES,
    P_CONTROL,
    P_CARDS,
    P_HAND,
    P_LIFTED,
    P_DOCKED,
    P_BAY,
    P_STOCK,
    P_RELIC,
    P_CHOSEN,
) = OBSERVATION.player_offsets()
SHARED_SIZE = OBSERVATION.shared_size
PLAYER_SIZE = OBSERVATION.player_size


@jit
def observe(s, seat, out):
    """Shared entries, then every player's, the observer first."""
    out[:] = 0
    observe_board(s, seat, out)
    observe_cards(s, out)
    observe_turn(s, out)
    observe_choice(s, out)
    observe_control(s, seat, out)
    start, other = SHARED_SIZE, seat
    for _ in range(np.int64(s.num_players)):
        observe_player(s, other, out[start:])
        observe_ships(s, seat, other, out[start:])
        start += PLAYER_SIZE
        other = other + 1 if other + 1 < s.num_players else ZERO


@jit
def set_one(out, base, choice):
    """One-hot entry; nothing is set for NONE."""
    if choice != NONE:
        out[base + choice] = 1


@jit
def observe_board(s, seat, out):
    """Supplies, fields, the relic ship (its hub track as the observer numbers it)."""
    out[O_TURN] = min(s.turn, MAX_TURN)
    out[O_TURN_LIMIT] = s.turn_limit
    out[O_SUPPLY + FUEL] = s.supply[FUEL]
    out[O_SUPPLY + ORE] = s.supply[ORE]
    for field in range(NUM_FIELDS):
        set_one(out, O_FIELDS + field * NUM_TERRITORIES, np.int64(s.field_at[field]))
    set_one(out, O_RELIC_PLACE, np.int64(s.place[RELIC]))
    out[O_RELIC_PORT] = s.port[RELIC]
    if s.place[RELIC] == COLONIST_HUB:
        tracks = np.int64(s.num_players) * GROUP_OF_FACILITY[COLONIST_HUB]
        shift = seat * GROUP_OF_FACILITY[COLONIST_HUB]
        out[O_RELIC_PORT] = (np.int64(s.port[RELIC]) - shift + tracks) % tracks
    out[O_RELIC_VALUE] = s.value[RELIC]


@jit
def observe_cards(s, out):
    """Display, pile, and what the deck must hold: all cards minus those in sight."""
    for slot in range(DISPLAY_SIZE):
        set_one(out, O_DISPLAY + slot * NUM_CARDS, np.int64(s.display[slot]))
    for card in range(NUM_CARDS):
        out[O_PILE + card] = s.pile[card]
        out[O_USED + card] = s.used[card]
    for number in range(s.deck_size):
        out[O_DECK + s.deck[number]] += 1


@jit
def observe_turn(s, out):
    """What has been done since the turn began."""
    out[O_DISCARDED] = s.discarded
    out[O_TALLY] = s.tally
    out[O_RATE] = s.rate
    out[O_PRICE] = market_rate(s)
    out[O_MINED] = s.mined
    out[O_BOARDED] = s.boarded
    out[O_EXTRA_SPACE] = s.extra_space
    set_one(out, O_BORROWED, np.int64(s.borrowed))


@jit
def observe_choice(s, out):
    """What is being decided."""
    set_one(out, O_PHASE, np.int64(s.phase))
    out[O_REFRESH] = s.refresh
    set_one(out, O_CARD, np.int64(s.card))
    set_one(out, O_FACILITY, np.int64(s.facility))
    set_one(out, O_TERRITORY, np.int64(s.territory))
    set_one(out, O_OTHER_TERRITORY, np.int64(s.other_territory))
    out[O_PICKS] = s.picks
    out[O_LAST_PICK] = s.last_pick
    out[O_SURPLUS] = s.surplus
    if s.moved != NONE:
        out[O_MOVED_VALUE] = s.value[s.moved]


@jit
def observe_control(s, seat, out):
    """Who controls each territory, found once for all players."""
    for territory in range(NUM_TERRITORIES):
        owner = np.int64(controller(s, territory))
        if owner != NONE:
            relative = owner - seat if owner >= seat else owner - seat + np.int64(s.num_players)
            out[SHARED_SIZE + relative * PLAYER_SIZE + P_CONTROL + territory] = 1


@jit
def observe_player(s, seat, out):
    """What lies before a player, and on the planet."""
    out[P_SCORE] = s.scores[seat]
    out[P_ON_TURN] = s.seat == seat
    out[P_RESOURCES + FUEL] = s.resources[seat, FUEL]
    out[P_RESOURCES + ORE] = s.resources[seat, ORE]
    out[P_UNPLACED] = s.unplaced[seat]
    out[P_HUB] = s.hub[seat]
    for territory in range(NUM_TERRITORIES):
        out[P_COLONIES + territory] = s.colonies[territory, seat]
    for card in range(NUM_CARDS):
        out[P_CARDS + card] = s.cards[seat, card]
    out[P_RELIC] = s.relic_holder == seat
    out[P_CHOSEN] = s.owner == seat


@jit
def observe_ships(s, observer, seat, out):
    """The coloured ships of a player, wherever they are."""
    for die in range(seat * NUM_SHIPS, (seat + 1) * NUM_SHIPS):
        place = np.int64(s.place[die])
        face = np.int64(s.value[die]) - 1
        if place == HAND:
            out[P_HAND + face] += 1
        elif place == LIFTED:
            out[P_LIFTED + face] += 1
        elif place == MAINTENANCE_BAY:
            out[P_BAY] += 1
        elif place == STOCK:
            out[P_STOCK] += 1
        else:
            row = port_row(s, observer, place, np.int64(s.port[die]))
            out[P_DOCKED + row * NUM_FACES + face] += 1


@jit
def port_row(s, observer, facility, port):
    """The row of `docked` for a port; hub tracks are counted from the observer's."""
    size = GROUP_OF_FACILITY[facility]
    if size == 1:
        return FIRST_ROW[facility]
    group = port // size
    if facility == COLONIST_HUB:
        players = np.int64(s.num_players)
        group = (group - observer + players) % players
    return FIRST_ROW[facility] + group
