"""Positions of the toy game for agents to decide."""

from __future__ import annotations

import numpy as np

import exozoo
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from tests.toy import PLAYED, TOY


def some_positions(count: int, decisions: int = 0, players: int = 2, seed: int = 3) -> Batch:
    """`count` games after some random decisions."""
    batch = exozoo.Batch(TOY, count, seed=seed, players=players)
    if decisions:
        batch.random_steps(decisions)
    return batch


def last_choice(
    shown: int, hand: tuple[int, int], gone: tuple[int, ...], hidden: int
) -> np.ndarray:
    """Seat 1 answers `shown` with one of two cards; the last round, against `hidden`, is forced."""
    states = np.zeros(1, TOY.dtype)
    s = states[0]
    s["num_players"], s["auto_resolve"], s["seat"] = 2, 1, 1
    s["owner"][:] = -1
    s["owner"][list(gone)] = PLAYED
    s["owner"][shown] = PLAYED
    s["owner"][list(hand)] = 1
    s["owner"][hidden] = 0
    s["shown"][:] = (shown, -1, -1, -1)
    return states


def opening(hand: tuple[int, ...], rival: tuple[int, ...]) -> np.ndarray:
    """Seat 0 plays the first card of a game."""
    states = np.zeros(1, TOY.dtype)
    s = states[0]
    s["num_players"], s["auto_resolve"] = 2, 1
    s["owner"][:] = -1
    s["owner"][list(hand)] = 0
    s["owner"][list(rival)] = 1
    s["shown"][:] = -1
    return states


def play_out(agents: list[Agent], count: int, seed: int = 1) -> np.ndarray:
    """Ranks of `count` games, agent i on seat i."""
    batch = exozoo.Batch(TOY, count, seed=seed, auto_reset=False, players=len(agents))
    while not batch.dones.all():
        running = batch.dones == 0
        actions = np.zeros(count, np.int64)
        for seat, agent in enumerate(agents):
            rows = np.flatnonzero(running & (batch.states["seat"] == seat))
            if rows.size:
                actions[rows] = agent.act(batch.states[rows], batch.masks[rows])
        batch.step(actions, where=running)
    return batch.ranks
