"""What the games of an evaluation say. All of it can be computed again from the games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from exozoo.agents.arena.ratings import RATING_ORDER_SEED, Z_95, wilson
from exozoo.agents.evaluation.protocol import UNLIMITED, Cell, Protocol
from exozoo.agents.specs import load_agent
from exozoo.envs.registry import load_game

SURE = 1e-3  # deviation of an opponent's rating: it is given
DIGITS = 4


def game_figures(protocol: Protocol, cells: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One game's figures: the rating, the time, and a line for each table and opponent."""
    tables: dict[tuple[int, str], list[dict[str, Any]]] = {}
    for cell in cells:
        tables.setdefault((cell["players"], cell["opponent"]), []).extend(cell["tasks"])
    mean, deviation = _rating(protocol, cells)
    return {
        "rating": round(mean, DIGITS),
        "deviation": round(deviation, DIGITS),
        "time": time_figures(protocol, [task for cell in cells for task in cell["tasks"]]),
        "tables": [
            {"players": players, "opponent": opponent, **table_figures(_games(tasks))}
            for (players, opponent), tasks in tables.items()
        ],
    }


def _games(tasks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [game for task in tasks for game in task["games"]]


def table_figures(games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Places and points of agent 0 against all others, with 95 % intervals."""
    places, scores, others, ahead, won, deals = [], [], [], [], [], []
    for game in games:
        seat = game["seats"].index(0)
        ranks, points = game["ranks"], game["scores"]
        rivals = [other for other in range(len(ranks)) if other != seat]
        places.append(shared_place(ranks, seat))
        scores.append(points[seat])
        others.append(np.mean([points[r] for r in rivals]))
        ahead.append(share_ahead(ranks, seat))
        won.append(1 / ranks.count(1) if ranks[seat] == 1 else 0.0)
        deals.append(game["seed"])
    place, low, high = mean_interval(places, deals)
    share = float(np.mean(won))
    won_low, won_high = wilson(share, len(games))
    figures = {
        "place": place,
        "place_low": low,
        "place_high": high,
        "ahead": np.mean(ahead),
        "won": share,
        "won_low": won_low,
        "won_high": won_high,
        "score": np.mean(scores),
        "opponent_score": np.mean(others),
    }
    return {"games": len(games), **{k: round(float(v), DIGITS) for k, v in figures.items()}}


def shared_place(ranks: Sequence[int], seat: int) -> float:
    """Those who tie share the mean of their places."""
    return ranks[seat] + (ranks.count(ranks[seat]) - 1) / 2


def share_ahead(ranks: Sequence[int], seat: int) -> float:
    """Of the rivals that finish behind a seat, ties half."""
    own, rivals = ranks[seat], [rank for other, rank in enumerate(ranks) if other != seat]
    return float(np.mean([(own < rank) + (own == rank) / 2 for rank in rivals]))


def mean_interval(values: Sequence[float], groups: Sequence[int]) -> tuple[float, float, float]:
    """The mean with its 95 % interval; values of one group, like the seats of one deal, hang together."""
    mean = float(np.mean(values))
    sums: dict[int, float] = {}
    for value, group in zip(values, groups, strict=True):
        sums[group] = sums.get(group, 0.0) + value - mean
    count = len(sums)
    if count < 2:
        return mean, mean, mean
    error = sqrt(count / (count - 1) * sum(part**2 for part in sums.values())) / len(values)
    return mean, mean - Z_95 * error, mean + Z_95 * error


def _rating(protocol: Protocol, cells: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """OpenSkill's mean and deviation of the agent, while the opponents keep the ratings given to them."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    own = model.rating()
    games = [(cell["opponent"], game) for cell in cells for game in _games(cell["tasks"])]
    random.Random(RATING_ORDER_SEED).shuffle(games)
    for opponent, game in games:
        given = protocol.opponents[opponent]
        teams = [
            [own if agent == 0 else model.rating(mu=given, sigma=SURE)] for agent in game["seats"]
        ]
        own = model.rate(teams, ranks=game["ranks"])[game["seats"].index(0)][0]
    return own.mu, own.sigma


def time_figures(protocol: Protocol, tasks: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Of the agent's decisions, each asked for alone: as measured where the games were played."""
    decisions = sum(task["decisions"]["0"] for task in tasks)
    seconds = sum(task["seconds"]["0"] for task in tasks)
    over = np.sum([task["over_budget"] for task in tasks], axis=0).tolist()
    return {
        "decisions": decisions,
        "milliseconds": round(1000 * seconds / max(decisions, 1), DIGITS),
        "longest": round(1000 * max(task["longest"] for task in tasks), DIGITS),
        "over_budget": dict(zip(protocol.budgets, over, strict=True)),
        "class": time_class(protocol, decisions, over),
    }


def time_class(protocol: Protocol, decisions: int, over: Sequence[int]) -> str:
    """The smallest budget that was kept in nearly all decisions."""
    for name, count in zip(protocol.budgets, over, strict=True):
        if count <= (1 - protocol.kept_share) * decisions:
            return name
    return UNLIMITED


def is_fast(protocol: Protocol, tasks: Sequence[dict[str, Any]]) -> bool:
    """Whether agent 0 is to play the further games as well."""
    return bool(time_figures(protocol, tasks)["milliseconds"] < protocol.fast_milliseconds)


def is_quick(protocol: Protocol, cell: Cell, tasks: Sequence[dict[str, Any]]) -> bool:
    """The same among many agents, where even a fast search would take most of the time."""
    agent = load_agent(cell.agent, load_game(cell.game))
    return is_fast(protocol, tasks) and not agent.searches
