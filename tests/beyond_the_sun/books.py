"""What must hold in every position of Beyond the Sun with the shipped cards."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.pending import MAX_PENDING
from tests.beyond_the_sun.recount import check_conservation, check_control, points


def check_positions(states: np.ndarray) -> None:
    assert (states["num_pending"] < MAX_PENDING).all(), "the stack of pending steps is full"
    check_conservation(states)
    check_control(states)


def check_position(s: np.record) -> None:
    for seat in range(s["num_players"]):
        assert s["scores"][seat] == points(s, seat)


def check_result(s: np.record) -> None:
    players = int(s["num_players"])
    assert [points(s, seat) for seat in range(players)] == list(s["scores"][:players])
    assert sorted(s["rank"][:players])[0] == 1
    assert s["round_number"] == s["last_round"] or s["round_number"] == s["max_rounds"]
