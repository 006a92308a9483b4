"""Players. `load` finds one by name; `Agent` is what every one of them fills in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exozoo.agents.registry import agent_names, load

if TYPE_CHECKING:
    from exozoo.envs.core.agent import Agent

__all__ = ["Agent", "agent_names", "load"]


def __getattr__(name: str) -> Any:
    """`Agent` when asked for: what it stands in loads numba."""
    if name != "Agent":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from exozoo.envs.core.agent import Agent

    return Agent
