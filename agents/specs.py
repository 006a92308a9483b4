"""Agents written as text: on the command line, in configs, handed to other processes.

greedy    mcts(simulations=400, priors="score")    my_package.bots:Bot(depth=3)
exec:./mybot --depth 3
"""

from __future__ import annotations

import re
from typing import Any

from exozoo.agents.registry import PROGRAM, load
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.files import parse_json
from exozoo.envs.core.game import Game
from exozoo.envs.core.words import shown

SPEC = re.compile(r"\s*([^()\s]+)\s*(?:\((.*)\))?\s*", re.DOTALL)
SETTING = re.compile(r"\s*(\w+)\s*=\s*(\"[^\"]*\"|[^,\"]+?)\s*(?:,|$)")


def parse_agent(text: str) -> tuple[str, dict[str, Any]]:
    """The name of an agent and its settings; values are JSON where they are JSON, else text."""
    if text.strip().startswith(PROGRAM):
        return text.strip(), {}
    found = SPEC.fullmatch(text)
    if not found:
        raise ValueError(f"agent {shown(text)}: allowed is name or name(setting=value, ...)")
    name, inside = found.group(1), found.group(2) or ""
    settings: dict[str, Any] = {}
    place = 0
    while inside[place:].strip():
        setting = SETTING.match(inside, place)
        if not setting:
            raise ValueError(f"agent {shown(text)}: {shown(inside[place:])} is not setting=value")
        settings[setting.group(1)] = _value(setting.group(2))
        place = setting.end()
    return name, settings


def load_agent(text: str, game: Game, seed: int = 0) -> Agent:
    """The agent that a text describes; ValueError if there is none or it refuses its settings."""
    name, settings = parse_agent(text)
    try:
        return load(name, game, seed=seed, **settings)
    except TypeError as error:
        raise ValueError(f"agent {shown(text)}: {error}") from error


def _value(text: str) -> Any:
    lowered = {"True": "true", "False": "false", "None": "null"}.get(text, text)
    try:
        return parse_json(lowered)
    except ValueError:
        return text
