"""The tools of `exozoo mcp`, over standard input and output."""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from exozoo.envs.registry import game_names
from exozoo.mcp.lobby import OPPONENTS, Lobby

INSTRUCTIONS = f"""Board games: {", ".join(game_names())}. Start with new_game, read the rules with
explain_rule (a game's name gives them in short, numbers such as AF-12 in full), look with state and
legal_actions, play with act. Other seats are played by the server."""


def make_server(lobby: Lobby) -> MCPServer:
    """A server of these games."""
    server = MCPServer("exozoo", instructions=INSTRUCTIONS, version=version("exozoo"))

    def tool(call: Callable[..., Any]) -> None:
        server.tool()(_told(call))

    def new_game(
        game: str,
        players: int | None = None,
        seats: list[int] | None = None,
        opponent: str | None = None,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        return lobby.new_game(
            game, players, [0] if seats is None else seats, opponent, seed, options
        )

    new_game.__doc__ = (
        f"Start a game and return its number. game: one of {', '.join(game_names())}. seats: those "
        f"you play, by default [0]. opponent of the other seats: one of {', '.join(OPPONENTS)}. "
        "seed: a number that decides the deal. options: of the game."
    )

    def state(game: int, seat: int | None = None) -> dict[str, Any]:
        """What one of your seats (default: the one to move) may know, as text."""
        return lobby.state(game, seat)

    def legal_actions(game: int) -> dict[str, Any]:
        """All actions that you may take now: ids, and what they do."""
        return lobby.legal_actions(game)

    def act(game: int, action: int) -> dict[str, Any]:
        """Play an action by its id; the server then plays the other seats until it is your turn."""
        return lobby.act(game, action)

    def explain_rule(number: str) -> str:
        """A rule by its number (PU-1, AF-1, GP-1, GS-1, BS-1 ...), or a game's rules in short."""
        return lobby.explain_rule(number)

    def undo(game: int, count: int = 1) -> dict[str, Any]:
        """Take back your last decisions, and all that the other seats did since."""
        return lobby.undo(game, count)

    def save(game: int) -> dict[str, Any]:
        """Keep the game as a replay in the server's folder."""
        return lobby.save(game)

    def close_game(game: int) -> dict[str, Any]:
        """Forget a game, to make room for another one."""
        return lobby.close_game(game)

    for call in (new_game, state, legal_actions, act, explain_rule, undo, save, close_game):
        tool(call)
    return server


def _told(call: Callable[..., Any]) -> Callable[..., Any]:
    """Wrong input is told to the assistant in our words; the package hides other exceptions."""

    @functools.wraps(call)
    def tool(*arguments: Any, **named: Any) -> Any:
        try:
            return call(*arguments, **named)
        except (ValueError, TypeError, KeyError, OverflowError, OSError) as error:
            raise ToolError(" ".join(str(error).split())[:500]) from None

    return tool
