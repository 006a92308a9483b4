"""Section 2: dealing a new game."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import draw_below, shuffle
from exozoo.envs.planet_unknown.components import (
    COLOUR_OF_EVENT,
    IS_SOLO_EVENT,
    LIFEPOD_SQUARES,
    NUM_CORPORATIONS,
    NUM_PLANETS,
    SOLO,
    STARTING_ROVERS,
)
from exozoo.envs.planet_unknown.constants import (
    COLOURS,
    DECK_SIZE,
    IN_BOX,
    IN_PILE,
    MAX_CELLS,
    MAX_PLAYERS,
    MAX_ROVERS,
    NUM_CARDS,
    NUM_DEPOTS,
    NUM_EVENTS,
    NUM_LEVELS,
    NUM_OBJECTIVES,
    NUM_SHAPES,
    NUM_SQUARES,
    NUM_TRACKS,
    NUM_VARIANTS,
    PHASE_SETUP,
)
from exozoo.envs.planet_unknown.options import (
    AT_CORPORATIONS,
    AT_EVENTS,
    AT_PERSONAL,
    AT_PLANETS,
    AT_ROTATION,
    AT_SHIFT,
    RANDOM,
)
from exozoo.envs.planet_unknown.rules.cards import random_card
from exozoo.envs.planet_unknown.rules.phase_round import begin_seat
from exozoo.envs.planet_unknown.rules.scoring import update_score
from exozoo.envs.planet_unknown.rules.step import run


def solo_adjustments() -> np.ndarray:
    """PU-148: [colour, cards of that colour] points added to the target."""
    points = np.zeros((len(COLOURS), int(DECK_SIZE) + 1), np.int64)
    for row in SOLO["adjustment_by_count"]:
        for index, colour in enumerate(COLOURS):
            points[index, row["from"] : row["to"] + 1] = row[colour]
    return points


ADJUSTMENT = table(solo_adjustments())  # [colour, cards of the colour]
BASE_TARGET = np.int64(SOLO["base_target"])


def solo_rating(medals: int, target: int) -> tuple[int, str]:
    """PU-149: the difference rounded down to a multiple of 5, from -15 to 15, and its rating."""
    difference = min(max((medals - target) // 5 * 5, -15), 15)
    ratings = {row["difference"]: row["rating"] for row in SOLO["ratings"]}
    return difference, ratings[difference]


@jit
def setup(s, options):
    """PU-1 to PU-11."""
    deal_boards(s, options)
    deal_tiles(s, options)
    deal_cards(s)
    deal_events(s, options)
    for objective in range(NUM_OBJECTIVES):
        s.objective_place[objective] = NONE
    for seat in range(MAX_PLAYERS):
        s.between[seat] = NONE
    s.personal = options[AT_PERSONAL]
    s.turning = options[AT_ROTATION]
    s.commander = draw_below(s.rng, np.int64(s.num_players))  # PU-9
    s.seat = s.commander
    s.phase = PHASE_SETUP
    for seat in range(np.int64(s.num_players)):
        update_score(s, seat)
    begin_seat(s, np.int64(s.seat))
    run(s)


@jit
def deal_boards(s, options):
    """PU-2: the boards of the options; random ones are unique sides, all different."""
    corporations = np.arange(1, NUM_CORPORATIONS)
    planets = np.arange(1, NUM_PLANETS)
    shuffle(s.rng, corporations, ZERO, corporations.size)
    shuffle(s.rng, planets, ZERO, planets.size)
    for seat in range(MAX_PLAYERS):
        player = s.players[seat]
        corporation = options[AT_CORPORATIONS + seat]
        planet = options[AT_PLANETS + seat]
        player.corporation = corporations[seat] if corporation == RANDOM else corporation
        player.planet = planets[seat] if planet == RANDOM else planet
        deal_player(player)


@jit
def deal_player(player):
    """PU-3, PU-4: markers at the start, rovers in the supply, lifepods on the planet."""
    player.flux = NONE
    player.rover_supply = STARTING_ROVERS[np.int64(player.corporation)]
    for square in range(NUM_SQUARES):
        player.terrain[square] = NONE
        player.station_of[square] = NONE
    for lifepod in range(LIFEPOD_SQUARES.shape[1]):
        player.lifepod[LIFEPOD_SQUARES[np.int64(player.planet), lifepod]] = 1
    for rover in range(MAX_ROVERS):
        player.rover_at[rover] = NONE
    for cell in range(MAX_CELLS):
        player.last_square[cell] = NONE
    for track in range(NUM_TRACKS):
        player.path[track] = track


@jit
def deal_tiles(s, options):
    """PU-1, PU-11: shuffled compartments, a random rotation and ring shift."""
    for shape in range(NUM_SHAPES):
        for variant in range(NUM_VARIANTS):
            s.pile[shape, variant] = variant
            s.left[shape * NUM_VARIANTS + variant] = 1
        shuffle(s.rng, s.pile[shape], ZERO, s.pile[shape].size)
    s.rotation = draw_below(s.rng, NUM_DEPOTS)
    s.shift = options[AT_SHIFT]
    if s.shift == RANDOM:
        s.shift = draw_below(s.rng, NUM_DEPOTS)


@jit
def deal_cards(s):
    """PU-6: players + 1 civ cards of each level, the others stay in the box unseen."""
    for card in range(NUM_CARDS):
        s.card_place[card] = IN_BOX
    for level in range(NUM_LEVELS):
        for _ in range(np.int64(s.num_players) + 1):
            s.card_place[random_card(s, np.int64(level), IN_BOX)] = IN_PILE


@jit
def deal_events(s, options):
    """PU-123, PU-124, PU-148: a shuffled deck with the chosen number of cards of each colour."""
    s.event = NONE
    cards = np.arange(NUM_EVENTS)
    shuffle(s.rng, cards, ZERO, cards.size)
    target = BASE_TARGET
    for colour in range(len(COLOURS)):
        wanted = options[AT_EVENTS + colour]
        target += ADJUSTMENT[colour, wanted]
        for card in cards:
            if wanted > 0 and COLOUR_OF_EVENT[card] == colour:
                if s.num_players == 1 or IS_SOLO_EVENT[card] == 0:
                    s.event_deck[s.event_total] = card
                    s.event_total += 1
                    wanted -= 1
    shuffle(s.rng, s.event_deck, ZERO, np.int64(s.event_total))
    if s.num_players == 1:
        s.target = target
