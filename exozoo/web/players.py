"""Agents at the tables, and the threads that they think in (kernels let other threads run)."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from exozoo.agents.registry import AGENTS, PROGRAM, agent_names
from exozoo.agents.specs import load_agent, parse_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.extras import say_missing
from exozoo.envs.core.game import Game
from exozoo.envs.core.options import Flag, IntRange, OneOf
from exozoo.web.requests import RefusedError
from exozoo.web.table import Table, Thinking

AHEAD = 24  # plies that agents among themselves play before anybody has seen them
MAX_KEPT = 16  # agents that wait for their next decision
Report = Callable[[int, int], None]  # (simulations done, of how many)


class Between:
    """Numbers from `low` to `high`."""

    def __init__(self, low: float, high: float):
        self.low, self.high = low, high

    def __call__(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError("not a number")
        if not self.low <= value <= self.high:
            raise ValueError("out of range")
        return value

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


# what a browser may ask of each agent: nothing that opens files or takes the machine for long
SETTINGS: dict[str, dict[str, Any]] = {
    "random": {},
    "greedy": {"samples": IntRange(1, 32)},
    "heuristic": {"samples": IntRange(1, 32)},
    "mcts": {
        "simulations": IntRange(2, 5000),
        "seconds": Between(0.01, 60),
        "candidates": IntRange(2, 64),
        "noise": Between(0, 10),
        "reliance": Between(0, 100),
        "explore": Between(0, 100),
        "priors": OneOf(("auto", "even", "score", "heuristic")),
        "temperature": Between(0.001, 100),
        "rollout": IntRange(-1, 200),
        "guided": Flag(),
        "turns": IntRange(0, 8),
        "margin": Between(0, 1),
        "network": OneOf(("policy",)),
        "trust": Between(0.01, 1),
        "leaves": IntRange(1, 64),
    },
    "policy": {"sample": Flag()},
}


class AbandonedError(Exception):
    """Nobody waits for what an agent is thinking about."""


class Players:
    """Agents by their texts. One thinks about one position at a time; idle ones are kept."""

    def __init__(self, workers: int, allow_exec: bool):
        self.allow_exec = allow_exec
        self._pool = ThreadPoolExecutor(workers, "exozoo-agent")
        self._idle: dict[tuple[str, str], list[Agent]] = {}
        self._lock = threading.Lock()

    def check(self, game: Game, text: str) -> None:
        """ValueError unless this is an agent that may play here."""
        if not self.allow_exec:
            _check_harmless(text)
        with self.borrow(game, text):
            pass

    @contextmanager
    def borrow(self, game: Game, text: str) -> Iterator[Agent]:
        """An agent that nobody else uses meanwhile."""
        with self._lock:
            idle = self._idle.get((game.name, text), [])
            agent = idle.pop() if idle else None
        if agent is None:
            try:
                agent = load_agent(text, game)
            except ImportError as error:
                raise RefusedError(400, say_missing(error) or str(error)) from None
        yield agent
        with self._lock:
            kept = sum(map(len, self._idle.values()))
            if kept < MAX_KEPT:
                self._idle.setdefault((game.name, text), []).append(agent)
                return
            self._idle = {}  # rarely: the mix of agents has changed
        agent.close()

    def submit(self, work: Callable[..., None], *arguments: Any) -> None:
        self._pool.submit(work, *arguments)

    def advance(self, table: Table) -> None:
        """Let the agent to move think, if one is to move and none does already."""
        with table.lock:
            text = table.agent_to_move()
            idle = table.thinking is None and table.fault is None and not table.closed
            if text is None or not idle or (not table.people and table.plies >= table.wanted):
                return
            table.thinking = Thinking(table.session.seat, text)
        self.submit(self._decide, table, table.thinking)

    def _decide(self, table: Table, thinking: Thinking) -> None:
        try:
            self._decide_once(table, thinking)
        except AbandonedError:
            pass
        except Exception as error:  # whatever an agent may raise: its table hears of it
            with table.lock:
                if table.thinking is thinking:
                    table.fault = f"{thinking.agent}: {' '.join(str(error).split())[:200]}"
                    table.thinking = None
        self.advance(table)

    def _decide_once(self, table: Table, thinking: Thinking) -> None:
        with table.lock:
            if table.thinking is not thinking:
                return
            states, masks = table.copies(table.plies)
            seed = table.session.seed

        def report(done: int, total: int) -> None:
            if table.thinking is not thinking or table.closed:
                raise AbandonedError
            thinking.done, thinking.total = done, total

        with self.borrow(table.game, thinking.agent) as agent, watched(agent, report):
            agent.reseed(seed)
            action = int(agent.act(states, masks)[0])
        with table.lock:
            if table.thinking is thinking:
                table.thinking = None
                table.play(action)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for agents in self._idle.values():
            for agent in agents:
                agent.close()


@contextmanager
def watched(agent: Agent, report: Report) -> Iterator[None]:
    """`report` hears how far the agent's search is; it may raise to end it."""
    agent.report = report
    try:
        yield
    finally:
        agent.report = None


def _check_harmless(text: str) -> None:
    """RefusedError of programs, of modules and of settings that a browser has no business with."""
    name, settings = parse_agent(text)
    allowed = SETTINGS.get(name)
    installed = [known for known in agent_names() if known not in AGENTS]
    if text.strip().startswith(PROGRAM) or ":" in name or not re.fullmatch(r"\w{1,40}", name):
        raise RefusedError(
            403, "programs and modules play only if the server runs with --allow-exec"
        )
    if allowed is None and name in installed:
        allowed = {}
    if allowed is None:
        known = ", ".join([*SETTINGS, *installed])
        raise RefusedError(400, f"agent {name!r}: allowed are {known}")
    for setting, value in settings.items():
        if setting not in allowed:
            known = f"allowed are {', '.join(allowed)}" if allowed else "it takes none here"
            raise RefusedError(400, f"agent {name!r}, setting {setting[:40]!r}: {known}")
        try:
            allowed[setting](value)
        except ValueError as error:
            raise RefusedError(
                400, f"agent {name!r}, {setting}: {error}; allowed: {allowed[setting]}"
            ) from None
