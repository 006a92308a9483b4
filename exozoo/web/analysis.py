"""What an agent thinks of a position, move by move, and how a game went so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.agents.weighing import bind_weighing
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.state import MAX_SEATS
from exozoo.web.players import AbandonedError, Players, watched
from exozoo.web.requests import RefusedError
from exozoo.web.table import Table


@dataclass
class Study:
    """An agent's look at one position, asked for by a seat."""

    ply: int
    agent: str
    done: int = 0
    total: int = 0
    result: dict[str, Any] | None = None
    fault: str | None = None

    def shown(self) -> dict[str, Any]:
        return dict(vars(self))


def begin_study(
    players: Players, table: Table, looker: int | None, ply: int, agent: str
) -> dict[str, Any]:
    """Let an agent study a position for a seat that is to decide there (or for who sees all)."""
    with table.lock:
        session = table.position(ply)
        if session.over:
            raise RefusedError(409, "the game is over there: nothing is to be decided")
        if looker not in (None, session.seat):
            raise RefusedError(403, f"seat {session.seat} decides there, which is not yours")
        states, masks = table.copies(ply)
        study = Study(ply, agent)
        table.studies[looker] = study
    players.submit(_study, players, table, looker, study, states, masks)
    return study.shown()


def _study(
    players: Players,
    table: Table,
    looker: int | None,
    study: Study,
    states: np.ndarray,
    masks: np.ndarray,
) -> None:
    def report(done: int, total: int) -> None:
        if table.studies.get(looker) is not study or table.closed:
            raise AbandonedError
        study.done, study.total = done, total

    try:
        report(0, 0)
        with players.borrow(table.game, study.agent) as agent, watched(agent, report):
            agent.reseed(table.salt)
            study.result = consult(agent, states, masks)
    except AbandonedError:
        pass
    except Exception as error:  # whatever an agent may raise: who asked hears of it
        study.fault = " ".join(str(error).split())[:200]


def consult(agent: Agent, states: np.ndarray, masks: np.ndarray) -> dict[str, Any]:
    """The agent's choice and, as far as it tells, what it thinks of each move.

    share   how much of its liking (after its search) goes to the move
    visits  simulations that began with it
    value   of the move: what search found on average, or points by a weighing
    """
    legal = np.flatnonzero(masks[0])
    value = None
    if hasattr(agent, "search"):
        found = agent.search(states, masks)
        choice = int(found.actions[0])
        visits, values = found.visits[0, legal], found.means[0, legal]
        shares = found.policy[0, legal]
        value = _number(found.means[0, choice])
    else:
        choice = int(agent.act(states, masks)[0])
        visits, values, shares, value = _opinion(agent, states, masks, legal)
    moves = {
        str(action): {
            "share": _number(shares[n]) if shares is not None else float(action == choice),
            "visits": int(visits[n]) if visits is not None else None,
            "value": _number(values[n]) if values is not None else None,
        }
        for n, action in enumerate(legal)
    }
    return {"choice": choice, "value": value, "moves": moves}


def _opinion(agent: Agent, states: np.ndarray, masks: np.ndarray, legal: np.ndarray) -> Any:
    """(visits, values, shares, value) of an agent that does not search."""
    if hasattr(agent, "of_states"):
        priors, worth = agent.of_states(states, masks)
        return None, None, priors[0, legal], _number(worth[0, 0])
    if hasattr(agent, "weights"):
        points = agent.weights(states, masks)[0, legal]
        odds = np.exp(points - points.max())
        return None, points, odds / odds.sum(), _number(points.max())
    return None, None, None, None


def chart(table: Table, looker: int | None) -> list[dict[str, Any]]:
    """For each ply the points in sight, and what each seat is likely to end with, for one looker."""
    with table.lock:
        rows = table.charts.setdefault(looker, [])
        for ply in range(len(rows), table.plies + 1):
            state = table.position(ply).state
            rows.append(
                {"scores": table.game.scores(state), "outlook": _outlook(table, state, looker)}
            )
        return list(rows)


def _outlook(table: Table, state: np.record, looker: int | None) -> list[float] | None:
    """The heuristic's appraisal, of a position in which all is dealt anew that the looker cannot know."""
    game = table.game
    if game.extras.heuristic is None:
        return None
    if state["over"]:
        return [float(points) for points in game.scores(state)]
    fair = state if looker is None else game.determinize(state, looker, table.salt)
    points = np.zeros(MAX_SEATS)
    weighing = bind_weighing(game, "heuristic")
    weighing.appraise(fair, weighing.worth, points)
    return [round(float(p), 1) for p in points[: int(state["num_players"])]]


def _number(value: Any) -> float | None:
    """Rounded, for JSON; None for what is not a number."""
    return round(float(value), 4) if np.isfinite(value) else None
