"""A tiny game for testing what all games share: hidden hands, chance, forced last cards.

Every seat holds HAND cards. Each round all play one card in turn; the highest takes a point, ties
take nothing. The last card of a hand is a forced decision. One card is turned up by chance after
every round and adds its value to nobody: it only makes the generator matter.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.game import Extras, Game, Rules
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import (
    FLAG,
    ActionBlock,
    ActionLayout,
    Kind,
    ObservationBlock,
    ObservationLayout,
)
from exozoo.envs.core.options import OptionTable, flag_option, int_option
from exozoo.envs.core.rng import draw_below, seed_rng, shuffle, shuffle_anew
from exozoo.envs.core.state import rank_seats, state_dtype
from exozoo.envs.core.svg import document, text

NUM_CARDS = 16
HAND = 4
MAX_PLAYERS = 4

STATE = state_dtype(
    [
        ("owner", np.int8, NUM_CARDS),  # seat that holds the card, NONE in the deck, 9 once played
        ("shown", np.int8, MAX_PLAYERS),  # card played this round by each seat, or NONE
        ("turned", np.int8),  # the card turned up last
        ("pad", np.int8, 3),
    ]
)
PLAYED = np.int64(9)
CARD = Kind("card", NUM_CARDS)
ACTIONS = ActionLayout([ActionBlock("play", (CARD,), "play a card of the hand")])
OBSERVATION = ObservationLayout(
    [
        ObservationBlock("hand", (CARD,), 0, 1, "own cards", FLAG),
        ObservationBlock("turned", (), 0, 15, "card turned up last", CARD),
    ],
    [
        ObservationBlock("points", (), 0, HAND, "rounds won"),
        ObservationBlock("shown", (), -1, 15, "card played this round", CARD),
    ],
)
ORDER = table(np.arange(NUM_CARDS), np.int8)


@jit
def setup(s, options):
    deck = ORDER.copy()
    shuffle(s.rng, deck, 0, NUM_CARDS)
    s.owner[:] = NONE
    s.shown[:] = NONE
    for seat in range(s.num_players):
        for card in range(HAND):
            s.owner[deck[seat * HAND + card]] = seat


@jit
def legal(s, mask):
    for card in range(NUM_CARDS):
        if s.owner[card] == s.seat:
            mask[card] = 1


@jit
def step(s, action):
    s.owner[action] = PLAYED
    s.shown[s.seat] = action
    s.seat += 1
    if s.seat == s.num_players:
        finish_round(s)


@jit
def finish_round(s):
    best = 0
    for seat in range(s.num_players):
        if s.shown[seat] > s.shown[best]:
            best = seat
    s.scores[best] += 1
    s.shown[:] = NONE
    s.seat = 0
    s.turned = draw_below(s.rng, np.int64(NUM_CARDS))
    s.over = 1
    for card in range(NUM_CARDS):
        if s.owner[card] == 0:
            s.over = 0
    if s.over:
        keys = np.zeros((MAX_PLAYERS, 1), np.int64)
        for seat in range(s.num_players):
            keys[seat, 0] = s.scores[seat]
        rank_seats(s, keys)


@jit
def observe(s, seat, out):
    for card in range(NUM_CARDS):
        out[card] = s.owner[card] == seat
    out[NUM_CARDS] = s.turned
    for relative in range(s.num_players):
        other = (seat + relative) % s.num_players
        out[NUM_CARDS + 1 + 2 * relative] = s.scores[other]
        out[NUM_CARDS + 2 + 2 * relative] = s.shown[other]


@jit
def determinize(s, seat, key):
    seed_rng(s.rng, key)
    hidden = np.zeros(NUM_CARDS, np.int8)
    count = 0
    for card in range(NUM_CARDS):
        if s.owner[card] != seat and s.owner[card] != PLAYED:
            hidden[count] = s.owner[card]
            count += 1
    shuffle_anew(s.rng, hidden, 0, count)
    count = 0
    for card in range(NUM_CARDS):
        if s.owner[card] != seat and s.owner[card] != PLAYED:
            s.owner[card] = hidden[count]
            count += 1


TOY = Game(
    name="toy",
    title="Toy",
    version=0,
    min_players=2,
    max_players=MAX_PLAYERS,
    dtype=STATE,
    rules=Rules(setup, legal, step, observe, determinize),
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OptionTable(
        [
            int_option("players", 2, 2, MAX_PLAYERS, "seats"),
            flag_option("auto_resolve", True, "play forced decisions"),
        ]
    ),
    describe_action=lambda state, action: f"play card {action}",
    draw=lambda state, seat=None: document(
        200, 40, [text(10, 25, f"scores {list(state['scores'])}")]
    ),
    extras=Extras(heuristic="tests.toy.heuristic", config="tests.toy:train.toml"),
)
