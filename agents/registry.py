"""Agents by name, imported when first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exozoo.agents.base import Agent
    from exozoo.envs.core.game import Game

AGENTS = {
    "random": "exozoo.agents.random:RandomAgent",
}


def agent_names() -> tuple[str, ...]:
    """The names that `load` takes, besides "module:Class"."""
    return tuple(AGENTS)


def load(name: str, game: Game | str, seed: int = 0, **settings: Any) -> Agent:
    """An agent by its name, or by "module:Class" for one that stands elsewhere."""
    from exozoo.agents.base import Agent
    from exozoo.envs.registry import as_game

    place = AGENTS.get(name, name)
    module, colon, attribute = place.partition(":")
    if not colon:
        raise ValueError(
            f"unknown agent {name!r}: allowed are {', '.join(AGENTS)} and 'module:Class'"
        )
    try:
        kind = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"agent {name!r} cannot be loaded: {error}") from error
    agent = kind(as_game(game), seed=seed, **settings)
    if not isinstance(agent, Agent):
        raise ValueError(f"agent {name!r}: {place} is not an exozoo Agent")
    return agent
