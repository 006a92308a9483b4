"""Decisions per second beside other libraries, in the same run on the same core.

    python -m exozoo.benchmarks.peers [--json FILE]        # pip install -c constraints.txt -e ".[bench]"

No peer has our games, so each one plays a game of its own at random: the ratios say how long a user
waits for a decision, not which code is better. Two ways of playing are kept apart: whole games inside
compiled code, many at once (ours and Pgx), and one decision at a time from Python (ours, OpenSpiel,
Catanatron).
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from exozoo.benchmarks.throughput import best_speed, describe_machine, kernel_speed
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.registry import game_names, load_game

DECISIONS = 200  # of one call, one at a time from Python
PGX_ENVS, PGX_STEPS = 1024, 32

Work = tuple[Callable[[], object], int]  # what to call, and the decisions that a call makes


def one_by_one(game: Game, players: int) -> Work:
    """Random games of ours through `legal_actions` and `step`."""
    rng = random.Random(1)
    state = game.new_state(seed=1, players=players)

    def play() -> None:
        nonlocal state
        for _ in range(DECISIONS):
            if game.is_over(state):
                state = game.new_state(seed=rng.getrandbits(32), players=players)
            game.step(state, int(rng.choice(game.legal_actions(state))))

    return play, DECISIONS


def catanatron() -> Work:
    """Catan for four with Catanatron's random players."""
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    def deal() -> Any:
        return Catan([RandomPlayer(colour) for colour in Color])

    game = deal()

    def play() -> None:
        nonlocal game
        for _ in range(DECISIONS):
            if game.winning_color() is not None:
                game = deal()
            game.play_tick()

    return play, DECISIONS


def open_spiel() -> Work:
    """Backgammon in OpenSpiel; throws of the dice are not counted as decisions."""
    import pyspiel

    rng = random.Random(1)
    game = pyspiel.load_game("backgammon")
    state = game.new_initial_state()

    def play() -> None:
        nonlocal state
        left = DECISIONS
        while left:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                left -= 1

    return play, DECISIONS


def pgx() -> Work:
    """Backgammon in Pgx, compiled as a whole by JAX: draw among the legal actions, step, restart."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    step = auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        chosen, stepped = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(chosen, logits), stepped)

    @jax.jit
    def play_all(states: Any, key: Any) -> Any:
        keys = jax.random.split(key, (PGX_STEPS, PGX_ENVS))
        return jax.lax.scan(lambda s, k: (jax.vmap(one)(s, k), None), states, keys)[0]

    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), PGX_ENVS))
    rng = np.random.default_rng(1)

    def play() -> None:
        nonlocal states
        states = play_all(states, jax.random.key(int(rng.integers(2**31))))
        jax.block_until_ready(states)

    return play, PGX_ENVS * PGX_STEPS


IN_KERNEL = {"Pgx, backgammon": pgx}
FROM_PYTHON = {"OpenSpiel, backgammon": open_spiel, "Catanatron, Catan for 4": catanatron}


def peer_speeds(peers: dict[str, Callable[[], Work]]) -> dict[str, float | None]:
    """None for a peer that is not installed."""
    found: dict[str, float | None] = {}
    for name, peer in peers.items():
        try:
            found[name] = best_speed(*peer())
        except ImportError:
            found[name] = None
    return found


def ratio_table(title: str, ours: dict[str, float], peers: dict[str, float | None]) -> Table:
    table = Table("game", "per second", *(f"against {name}" for name in peers), title=title)
    for name, speed in ours.items():
        ratios = ("not installed" if p is None else f"{speed / p:.1f} ×" for p in peers.values())
        table.add_row(name, f"{speed:,.0f}", *ratios)
    for name, speed_ in peers.items():
        table.add_row(name, "" if speed_ is None else f"{speed_:,.0f}", *("" for _ in peers))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, default=Path("peers.json"))
    chosen = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core for everybody
    games = {name: load_game(name) for name in game_names()}
    players = {name: max(2, game.min_players) for name, game in games.items()}
    parts = {
        "whole games inside compiled code": (
            {n: kernel_speed(g, players[n]) for n, g in games.items()},
            peer_speeds(IN_KERNEL),
        ),
        "one decision at a time from Python": (
            {n: best_speed(*one_by_one(g, players[n])) for n, g in games.items()},
            peer_speeds(FROM_PYTHON),
        ),
    }
    for title, (ours, peers) in parts.items():
        Console().print(ratio_table(f"Decisions per second: {title}, one core", ours, peers))
    figures = {title: {"ours": ours, "peers": peers} for title, (ours, peers) in parts.items()}
    data = {"machine": describe_machine(), "figures": figures}
    write_atomically(chosen.json, json.dumps(data, indent=1).encode())
    print(f"figures: {chosen.json}")


if __name__ == "__main__":
    main()
