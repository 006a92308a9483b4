"""Agents by name, imported when first asked for."""

from __future__ import annotations

import inspect
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from exozoo.envs.core.words import shown

if TYPE_CHECKING:
    from exozoo.envs.core.agent import Agent
    from exozoo.envs.core.game import Game

AGENTS = {
    "random": "exozoo.agents.random:RandomAgent",
    "greedy": "exozoo.agents.greedy:GreedyAgent",
    "heuristic": "exozoo.agents.heuristic:HeuristicAgent",
    "mcts": "exozoo.agents.mcts:MctsAgent",
    "policy": "exozoo.agents.policy:PolicyAgent",
    "exec": "exozoo.agents.protocol.agent:ExecAgent",
    "llm": "exozoo.agents.language.agent:LanguageAgent",
}
PROGRAM = "exec:"  # what follows is the command line of a program that speaks docs/protocol.md
ENTRY_POINTS = "exozoo.agents"  # group in which other packages name their agents


def agent_places() -> dict[str, str]:
    """Name -> "module:Class" of the agents here and of those that installed packages add."""
    others = {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}
    return {**others, **AGENTS}


def agent_names() -> tuple[str, ...]:
    """The names that `load` takes, besides "module:Class"."""
    return tuple(agent_places())


def load(name: str, game: Game | str, seed: int = 0, **settings: Any) -> Agent:
    """An agent by its name, by "module:Class" for one that stands elsewhere, or "exec:PROGRAM"."""
    from exozoo.envs.core.agent import Agent
    from exozoo.envs.core.resources import named_object
    from exozoo.envs.registry import as_game

    if name.startswith(PROGRAM):
        name, settings = "exec", {**settings, "command": name.removeprefix(PROGRAM)}
    place = name if ":" in name else agent_places().get(name, name)
    if ":" not in place:
        raise ValueError(
            f"unknown agent {shown(name)}: allowed are {', '.join(agent_names())}, 'module:Class' "
            "and 'exec:PROGRAM'"
        )
    kind = named_object(place, f"agent {shown(name)}")
    _check_settings(name, kind, settings)
    agent = kind(as_game(game), seed=seed, **settings)
    if not isinstance(agent, Agent):
        raise ValueError(f"agent {shown(name)}: {place} is not an exozoo Agent")
    return agent


def _check_settings(name: str, kind: Any, settings: dict[str, Any]) -> None:
    """ValueError, naming what is allowed, if the agent has no setting of some name."""
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):  # not written in Python, or no function at all
        return
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    allowed = [parameter.name for parameter in parameters][2:]  # after game and seed
    for setting in settings:
        if setting not in allowed:
            known = f"allowed are {', '.join(allowed)}" if allowed else "it has none"
            raise ValueError(f"agent {shown(name)} has no setting {shown(setting)}: {known}")
