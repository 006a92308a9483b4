"""Play the contests, take the time of searches, and say what came of it, a row each."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.arena.run import run_arena
from exozoo.agents.evaluation.figures import mean_interval, share_ahead, shared_place
from exozoo.agents.heuristic import HeuristicAgent
from exozoo.agents.heuristics.table import versions, weights_file
from exozoo.agents.mcts import MctsAgent
from exozoo.agents.policy import shipped_checkpoint
from exozoo.benchmarks.strength.goals import AHEAD, PLACE, SCORE, Contest, Price
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.digests import rules_digest
from exozoo.envs.registry import load_game

Row = dict[str, Any]
DIGITS = 4
LETTERS = 12  # of a digest


def stamp(game: Game) -> dict[str, str]:
    """Which rules, weights and network a row belongs to."""
    parts = {
        "weights": weights_file(game, max(versions(game))),
        "network": shipped_checkpoint(game),
    }
    marks = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in parts.items()}
    marks["rules"] = rules_digest(game.name)
    return {name: mark[:LETTERS] for name, mark in marks.items()}


def hold_contest(
    contest: Contest,
    game: str,
    players: int,
    seed: int,
    folder: Path,
    workers: Workers = HERE,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> Row:
    """What is missing of its games in `folder` is played."""
    settings = contest.settings(game, players, seed)
    place = folder / f"{contest.name}-{game}-{players}"
    tasks = run_arena(settings, place, workers, report)
    games = [entry for task in tasks for entry in task["games"]]
    decisions, seconds = (
        sum(task[what]["0"] for task in tasks) for what in ("decisions", "seconds")
    )
    return {
        "goal": contest.name,
        "game": game,
        "players": players,
        "games": len(games),
        **figures(contest, game, players, games),
        "milliseconds": round(1000 * seconds / max(decisions, 1), DIGITS),
        "stamp": stamp(load_game(game)),
    }


def figures(contest: Contest, game: str, players: int, games: Sequence[Row]) -> Row:
    """The figure that counts with its 95 % interval, the goal and whether it is met; points beside it."""
    values, deals, own, others = [], [], [], []
    for entry in games:
        for seat, number in enumerate(entry["seats"]):
            if number == 0:
                values.append(_value(contest.figure, entry, seat))
                deals.append(entry["seed"])
                own.append(entry["scores"][seat])
            else:
                others.append(entry["scores"][seat])
    mean, low, high = mean_interval(values, deals)
    fair, goal = (players + 1) / 2, contest.goal(game)
    if contest.figure == PLACE:
        goal, met = fair, high < fair
    else:
        met = goal is None or mean >= goal
    return {
        "figure": round(mean, DIGITS),
        "low": round(low, DIGITS),
        "high": round(high, DIGITS),
        "wanted": goal,
        "met": bool(met),
        "points": round(float(np.mean(own)), DIGITS),
        "points_of_others": round(float(np.mean(others)), DIGITS) if others else None,
    }


def _value(figure: str, entry: Row, seat: int) -> float:
    if figure == AHEAD:
        return share_ahead(entry["ranks"], seat)
    if figure == PLACE:
        return shared_place(entry["ranks"], seat)
    if figure == SCORE:
        return float(entry["scores"][seat])
    raise ValueError(f"figure {figure!r}: allowed are {AHEAD}, {PLACE}, {SCORE}")


def take_time(price: Price, name: str, seed: int) -> Row:
    """Of searches on positions from the first to the last decision of games between heuristics."""
    game = load_game(name)
    states, masks = positions(game, price.positions, seed)
    agent = MctsAgent(game, seed=seed, simulations=price.simulations)
    middle = len(states) // 2  # the first decisions may be settled without a search
    agent.act(states[middle : middle + 1], masks[middle : middle + 1])  # compiles
    took = []
    for row in range(len(states)):
        started = time.thread_time()
        agent.act(states[row : row + 1], masks[row : row + 1])
        took.append(1000 * (time.thread_time() - started))
    mean, low, high = mean_interval(took, range(len(took)))
    return {
        "goal": price.name,
        "game": name,
        "players": 2,
        "games": len(took),
        "figure": round(mean, DIGITS),
        "low": round(low, DIGITS),
        "high": round(high, DIGITS),
        "wanted": price.most,
        "met": mean <= price.most,
        "longest": round(max(took), DIGITS),
        "stamp": stamp(game),
    }


def positions(game: Game, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(states, masks) with a choice, evenly from the course of as many games for two."""
    agent = HeuristicAgent(game, seed=seed)
    batch = Batch(game, count, auto_reset=False, players=2)
    batch.reset(seed=seed)
    seen: list[list[tuple[np.ndarray, np.ndarray]]] = [[] for _ in range(count)]
    while (running := batch.states["over"] == 0).any():
        for row in np.flatnonzero(running & (batch.masks.sum(axis=1) > 1)):
            seen[row].append((batch.states[row : row + 1].copy(), batch.masks[row].copy()))
        batch.step(agent.act(batch.states, batch.masks), running)
    picked = [course[row * len(course) // count] for row, course in enumerate(seen)]
    return np.concatenate([state for state, _ in picked]), np.array([mask for _, mask in picked])
