"""What must hold in every position of Gaia Project, and in every step that shows forced decisions."""

from __future__ import annotations

import numpy as np

from tests.gaia_project import audit


def check_positions(states: np.ndarray) -> None:
    audit.check_books(states, int(states["num_players"][0]))


def check_position(state: np.record) -> None:
    audit.check_lists(np.asarray(state).reshape(1), int(state["num_seats"]))


def check_step(before: np.ndarray, after: np.ndarray, actions: np.ndarray) -> None:
    """Points are told by single decisions: where forced ones were played too, nothing is said."""
    shown = before["auto_resolve"] == 0
    if shown.any():
        players = int(before["num_players"][0])
        audit.check_step(before[shown], after[shown], actions[shown], players)


def check_result(state: np.record) -> None:
    audit.check_final(state)
