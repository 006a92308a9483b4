"""PU-19: by the rulebooks all players take their turns at once; what `parallel_env` needs for it."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, top
from exozoo.envs.planet_unknown.constants import PHASE_TURNS, TAKE_CARD
from exozoo.envs.planet_unknown.rules.phase_round import begin_seat
from exozoo.envs.planet_unknown.rules.step import run


@jit
def window(s):
    """PU-19, PU-60: in their turns seats meet only at the civ piles, where the turn order counts."""
    if s.phase != PHASE_TURNS or top(s, KIND) == TAKE_CARD:
        return NONE
    return np.int64(s.round_number)


@jit
def as_seat(s, seat):
    """Let a seat whose turn is still to come take it now, on a copy of the state."""
    turn = (seat - np.int64(s.commander)) % np.int64(s.num_players)
    if turn <= s.turn:
        return np.int64(0)
    s.num_pending = 0
    s.turn = turn
    s.seat = seat
    begin_seat(s, seat)
    run(s)
    return np.int64(1)
