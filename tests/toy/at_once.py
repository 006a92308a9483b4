"""A toy whose seats act at once: turns of several decisions that meet only in a pile of prizes.

In each of ROUNDS rounds every seat takes a turn, the first seat going round. A turn is a dig in one
of four columns; a dig in the last column wins a prize of the own choice from the common pile, in
turn order; then another dig. Every second dig in a column gives a point, a prize its number.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, codes
from exozoo.envs.core.game import Game, Rules
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
from exozoo.envs.core.rng import draw_below, seed_rng
from exozoo.envs.core.state import rank_seats, state_dtype
from exozoo.envs.core.svg import document, text

ROUNDS = 4
COLUMNS = 4
PRIZES = 5
MAX_PLAYERS = 3
DIG, PRIZE, LAST = codes(3)

STATE = state_dtype(
    [
        ("dug", np.int8, (MAX_PLAYERS, COLUMNS)),
        ("taken", np.int8, PRIZES),  # 1 once somebody has the prize
        ("day", np.int8),
        ("turns", np.int8),  # turns finished in this round
        ("phase", np.int8),
        ("weather", np.int8),  # drawn each round, without effect
        ("pad", np.int8, 3),
    ]
)
COLUMN, PRIZE_KIND = Kind("column", COLUMNS), Kind("prize", PRIZES)
PHASE = Kind.of("phase", ("dig", "prize", "last dig"))
ACTIONS = ActionLayout(
    [
        ActionBlock("dig", (COLUMN,), "dig a column"),
        ActionBlock("take", (PRIZE_KIND,), "take a prize"),
    ]
)
OBSERVATION = ObservationLayout(
    [
        ObservationBlock("taken", (PRIZE_KIND,), 0, 1, "prizes gone", FLAG),
        ObservationBlock("phase", (), 0, 2, "what is being decided", PHASE),
        ObservationBlock("day", (), 0, ROUNDS, "rounds played"),
        ObservationBlock("weather", (), 0, 9, "without effect"),
    ],
    [ObservationBlock("dug", (COLUMN,), 0, 2 * ROUNDS, "digs in each column")],
)


@jit
def setup(s, options):
    s.weather = draw_below(s.rng, np.int64(10))


@jit
def legal(s, mask):
    if s.phase == PRIZE:
        for prize in range(PRIZES):
            if not s.taken[prize]:
                mask[COLUMNS + prize] = 1
    else:
        for column in range(COLUMNS):
            if s.phase == DIG or column < COLUMNS - 1:
                mask[column] = 1


@jit
def step(s, action):
    if s.phase == PRIZE:
        s.taken[action - COLUMNS] = 1
        s.scores[s.seat] += action - COLUMNS + 1
        s.phase = LAST
        return
    s.dug[s.seat, action] += 1
    if s.dug[s.seat, action] % 2 == 0:
        s.scores[s.seat] += 1
    if s.phase == LAST:
        finish_turn(s)
    else:
        s.phase = LAST
        if action == COLUMNS - 1:
            for prize in range(PRIZES):
                if not s.taken[prize]:
                    s.phase = PRIZE


@jit
def finish_turn(s):
    s.phase = DIG
    s.turns += 1
    if s.turns == s.num_players:
        s.turns = 0
        s.day += 1
        s.weather = draw_below(s.rng, np.int64(10))
    s.seat = (s.day + s.turns) % s.num_players
    if s.day == ROUNDS:
        s.over = 1
        keys = np.zeros((MAX_PLAYERS, 1), np.int64)
        for seat in range(s.num_players):
            keys[seat, 0] = s.scores[seat]
        rank_seats(s, keys)


@jit
def observe(s, seat, out):
    for prize in range(PRIZES):
        out[prize] = s.taken[prize]
    out[PRIZES] = s.phase
    out[PRIZES + 1] = s.day
    out[PRIZES + 2] = s.weather
    for relative in range(s.num_players):
        other = (seat + relative) % s.num_players
        for column in range(COLUMNS):
            out[PRIZES + 3 + COLUMNS * relative + column] = s.dug[other, column]


@jit
def determinize(s, seat, key):
    seed_rng(s.rng, key)


@jit
def window(s):
    """Digging concerns nobody else; prizes are chosen in turn order."""
    return NONE if s.phase == PRIZE else np.int64(s.day)


@jit
def as_seat(s, seat):
    turn = (seat - s.day) % s.num_players
    if turn <= s.turns:
        return 0
    s.turns = turn
    s.seat = seat
    s.phase = DIG
    return 1


AT_ONCE = Game(
    name="toy_at_once",
    title="Toy at once",
    version=0,
    min_players=2,
    max_players=MAX_PLAYERS,
    dtype=STATE,
    rules=Rules(setup, legal, step, observe, determinize, window, as_seat),
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OptionTable(
        [
            int_option("players", 3, 2, MAX_PLAYERS, "seats"),
            flag_option("auto_resolve", True, "play forced decisions"),
        ]
    ),
    describe_action=lambda state, action: f"action {action}",
    draw=lambda state, seat=None: document(
        200, 40, [text(10, 25, f"scores {list(state['scores'])}")]
    ),
    simultaneous=True,
)
