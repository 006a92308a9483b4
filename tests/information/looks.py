"""All that a seat is shown of a position, and what its agents decide in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.game import Game

SEED = 11  # of the agents


def shown_to(game: Game, state: np.record, seat: int) -> dict[str, Any]:
    """Everything by which wrappers, pages and assistants tell a seat of a position."""
    told: dict[str, Any] = {
        "observation": game.observe(state, seat).tobytes(),
        "text": game.to_text(state, seat),
        "scores": game.scores(state),
        "places": game.ranking(state),
        "seat to move": game.seat(state),
        "over": game.is_over(state),
    }
    if seat == game.seat(state) and not game.is_over(state):
        legal = game.legal_actions(state).tolist()
        told["legal"] = legal
        told["words"] = [game.describe(state, action) for action in legal[:40]]
        told["places of actions"] = [game.places(state, action) for action in legal[:40]]
    return told


def decisions(agents: Sequence[Agent], state: np.record, mask: np.ndarray) -> list[int]:
    """What each agent plays, its own chance beginning at the same place every time."""
    found = []
    states = np.asarray(state).reshape(1).copy()
    for agent in agents:
        agent.reseed(SEED)
        found.append(int(agent.act(states.copy(), mask.reshape(1, -1).copy())[0]))
    return found


def dealt_anew(game: Game, state: np.record, seat: int, keys: Sequence[int]) -> np.ndarray:
    """The position with all that the seat cannot know dealt anew, once for each key."""
    states = np.repeat(np.asarray(state).reshape(1), len(keys))
    seats = np.full(len(keys), seat, np.int64)
    game.kernels.determinize_many(states, 0, len(keys), seats, np.array(keys, np.uint64))
    return states
