"""Who plays the seats that the learner does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from exozoo.agents.random import RandomAgent
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import SEED_RANGE, Game

Opponents = str | Agent | Sequence[str | Agent]
MOST_DEALS = 1000  # games in a row without a decision of the learner's before there can be none


def no_decision() -> ValueError:
    """Games may end before a seat's first decision; where all do, dealing on would never end."""
    return ValueError(
        f"{MOST_DEALS} games in a row ended before the learner's first decision: "
        "allowed are seats and options that give it one"
    )


def seat_agents(game: Game, opponents: Opponents, players: int) -> list[Agent]:
    """One agent for each other seat, clockwise from the learner's left.

    A name or an agent by itself plays all of them; a sequence names one for each.
    """
    if isinstance(opponents, str | Agent):
        return [_agent(game, opponents)] * (players - 1)
    if not isinstance(opponents, Sequence) or len(opponents) != players - 1:
        raise ValueError(
            f"opponents={opponents!r}: allowed are an agent, the name of one, or a list of "
            f"{players - 1} for the other seats clockwise from the learner's"
        )
    return [_agent(game, one) for one in opponents]


def check_seat(seat: Any, players: int) -> int | str:
    """The learner's seat: a number or "random"."""
    number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if seat == "random" or (number and 0 <= seat < players):
        return seat if isinstance(seat, str) else int(seat)
    raise ValueError(f"seat={seat!r}: allowed are 0..{players - 1} and 'random'")


def reseed(agents: Sequence[Agent], rng: np.random.Generator) -> None:
    """Give each distinct agent a seed of its own."""
    for agent in distinct(agents):
        agent.reseed(int(rng.integers(SEED_RANGE)))


def close_agents(agents: Sequence[Agent]) -> None:
    """Let the opponents' programs and connections go; an agent that is used elsewhere starts them anew."""
    for agent in distinct(agents):
        agent.close()


def only_random(agents: Sequence[Agent]) -> RandomAgent | None:
    """The random agent that plays all of these seats, if one does: a kernel can draw for it."""
    first = agents[0] if agents else None
    if type(first) is RandomAgent and all(agent is first for agent in agents):
        return first
    return None


def distinct(agents: Sequence[Agent]) -> list[Agent]:
    """Each agent once, in order of its first seat."""
    return list({id(agent): agent for agent in agents}.values())


def numbers_around(agents: Sequence[Agent], seats: np.ndarray) -> np.ndarray:
    """int64[games, players] for a `Seating` of `distinct(agents)`: NONE is the learner's seat.

    `agents` sit clockwise from the learner's left; `seats[game]` is the learner's seat.
    """
    once = distinct(agents)
    order = np.array([*(once.index(agent) for agent in agents), NONE], np.int64)
    players = len(order)
    return order[(np.arange(players) - seats[:, None] - 1) % players]


def _agent(game: Game, one: str | Agent) -> Agent:
    agent = load_agent(one, game) if isinstance(one, str) else one
    if not isinstance(agent, Agent):
        raise ValueError(f"opponent {one!r}: allowed are agents and names of agents")
    if agent.game is not game:
        raise ValueError(f"opponent {one!r} plays {agent.game.name}, not {game.name}")
    return agent
