"""What the games of an arena say: ratings, win rates, scores, times."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from exozoo.agents.arena.faults import FaultLine, count_faults
from exozoo.agents.arena.usage import UsageLine, add_usage

RATING_ORDER_SEED = 0  # ratings depend a little on the order of the games; this one is fixed
Z_95 = 1.96


@dataclass(frozen=True)
class AgentSummary:
    """One agent's line in the table."""

    agent: str
    rating: float  # openskill's mean, Plackett-Luce
    uncertainty: float  # its standard deviation
    games: int  # seats taken, to be exact
    won: float  # share of games in first place; shared first places count their share
    won_low: float  # 95 % interval (Wilson)
    won_high: float
    place: float  # mean place
    score_mean: float
    score_sd: float
    score_low: float  # 5th and 95th percentile
    score_high: float
    milliseconds: float  # per decision


@dataclass(frozen=True)
class Summary:
    """An arena's outcome: agents best first, and who finished before whom."""

    agents: tuple[AgentSummary, ...]
    ahead: (
        np.ndarray
    )  # float[agents, agents]: share of meetings in which row finished before column
    meetings: np.ndarray  # int[agents, agents]
    games: int
    faults: tuple[FaultLine, ...] = ()
    usage: tuple[UsageLine, ...] = ()


def summarise(names: Sequence[str], results: Sequence[dict[str, Any]]) -> Summary:
    """Results as `run_arena` returns them."""
    games = [game for result in results for game in result["games"]]
    ratings = rate(len(names), games)
    ahead, meetings = finished_before(len(names), games)
    lines = []
    for number, name in enumerate(names):
        seats = [
            (game["scores"][seat], game["ranks"][seat], game["ranks"].count(1))
            for game in games
            for seat, agent in enumerate(game["seats"])
            if agent == number
        ]
        mean, deviation = ratings[number]
        seconds = sum(result["seconds"].get(str(number), 0.0) for result in results)
        decisions = sum(result["decisions"].get(str(number), 0) for result in results)
        lines.append(_line(name, mean, deviation, seats, 1000 * seconds / max(decisions, 1)))
    order = sorted(range(len(names)), key=lambda number: -lines[number].rating)
    rows = np.ix_(order, order)
    return Summary(
        agents=tuple(lines[n] for n in order),
        ahead=ahead[rows],
        meetings=meetings[rows],
        games=len(games),
        faults=count_faults(names, results),
        usage=add_usage(names, results),
    )


def rate(agents: int, games: Sequence[dict[str, Any]]) -> list[tuple[float, float]]:
    """(mean, deviation) of each agent; one that sat twice in a game enters with its mean place."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(agents)]
    order = list(range(len(games)))
    random.Random(RATING_ORDER_SEED).shuffle(order)
    for index in order:
        places: dict[int, list[int]] = {}
        for agent, place in zip(games[index]["seats"], games[index]["ranks"], strict=True):
            places.setdefault(agent, []).append(place)
        present = list(places)
        if len(present) < 2:
            continue
        means = [sum(places[agent]) / len(places[agent]) for agent in present]
        rated = model.rate([[ratings[agent]] for agent in present], ranks=means)
        for agent, team in zip(present, rated, strict=True):
            ratings[agent] = team[0]
    return [(rating.mu, rating.sigma) for rating in ratings]


def finished_before(agents: int, games: Sequence[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
    """(share of meetings in which row finished before column, meetings); ties count half."""
    points = np.zeros((agents, agents))
    meetings = np.zeros((agents, agents), np.int64)
    for game in games:
        seated = list(zip(game["seats"], game["ranks"], strict=True))
        for agent, place in seated:
            for other, other_place in seated:
                if agent != other:
                    meetings[agent, other] += 1
                    points[agent, other] += (place < other_place) + (place == other_place) / 2
    return points / np.maximum(meetings, 1), meetings


def wilson(share: float, count: int) -> tuple[float, float]:
    """95 % interval of a share seen in `count` trials."""
    if count == 0:
        return 0.0, 1.0
    spread = Z_95 * sqrt(share * (1 - share) / count + Z_95**2 / (4 * count**2))
    centre = share + Z_95**2 / (2 * count)
    scale = 1 + Z_95**2 / count
    return max((centre - spread) / scale, 0.0), min((centre + spread) / scale, 1.0)


def _line(
    name: str,
    mean: float,
    deviation: float,
    seats: Sequence[tuple[int, int, int]],
    milliseconds: float,
) -> AgentSummary:
    scores = np.array([score for score, _, _ in seats], float)
    places = np.array([place for _, place, _ in seats], float)
    won = float(np.mean([1 / winners if place == 1 else 0 for _, place, winners in seats] or [0]))
    low, high = wilson(won, len(seats))
    return AgentSummary(
        agent=name,
        rating=mean,
        uncertainty=deviation,
        games=len(seats),
        won=won,
        won_low=low,
        won_high=high,
        place=float(places.mean()) if len(seats) else 0.0,
        score_mean=float(scores.mean()) if len(seats) else 0.0,
        score_sd=float(scores.std()) if len(seats) else 0.0,
        score_low=float(np.percentile(scores, 5)) if len(seats) else 0.0,
        score_high=float(np.percentile(scores, 95)) if len(seats) else 0.0,
        milliseconds=milliseconds,
    )
