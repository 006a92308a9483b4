"""What the start page offers: games with their options, agents, datasets."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from exozoo.agents.registry import AGENTS, agent_names
from exozoo.envs.core.game import Game
from exozoo.envs.core.options import Flag, IntRange, OneOf, Option
from exozoo.envs.registry import game_names, load_game
from exozoo.web.shelf import Shelf

# (text, what it is called, what it takes: a heuristic or a network of the game)
OFFERED = (
    ("heuristic", "Heuristic: rules of thumb, instant", "heuristic"),
    ("mcts(simulations=100)", "Search, light", None),
    ("mcts(simulations=400)", "Search, strong", None),
    ("policy", "Trained network", "network"),
    ("policy(sample=true)", "Trained network, varied", "network"),
    ("greedy", "Greedy: points now", None),
    ("random", "Random", None),
)


def catalogue(shelf: Shelf, allow_exec: bool) -> dict[str, Any]:
    """Everything that a new game can be made of."""
    return {
        "games": [_game(load_game(name)) for name in game_names()],
        "datasets": shelf.shown(),
        "allow_exec": allow_exec,
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "options": [_option(option) for option in game.options.options],
        "agents": _agents(game),
        "notation": game.extras.notation is not None,
    }


def _agents(game: Game) -> list[dict[str, str]]:
    torch = find_spec("torch") is not None and find_spec("safetensors") is not None
    there = {
        None: True,
        "heuristic": game.extras.heuristic is not None,
        "network": game.extras.network is not None and torch,
    }
    offered = [{"text": text, "title": title} for text, title, needs in OFFERED if there[needs]]
    others = [name for name in agent_names() if name not in AGENTS]
    return [*offered, *({"text": name, "title": name} for name in others)]


def _option(option: Option) -> dict[str, Any]:
    """An option with what a form needs to ask for it; `kind` json is a text field."""
    shown: dict[str, Any] = {
        "name": option.name,
        "default": option.default,
        "help": option.help,
        "allowed": option.allowed,
        "kind": "json",
    }
    check = option.check
    if isinstance(check, IntRange):
        shown |= {"kind": "int", "low": check.low, "high": check.high}
    elif isinstance(check, Flag):
        shown |= {"kind": "flag"}
    elif isinstance(check, OneOf):
        shown |= {"kind": "choice", "choices": list(check.choices)}
    return shown
