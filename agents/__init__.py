"""Players. `load` finds one by name; `Agent` is what every one of them fills in."""

from __future__ import annotations

from exozoo.agents.registry import agent_names, load

__all__ = ["agent_names", "load"]
