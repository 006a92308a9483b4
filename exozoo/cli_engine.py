"""The command `exozoo engine`: games for programs in any language, see docs/protocol.md."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(engine)


def engine(
    name: Annotated[str, typer.Argument(help="A game's name, or module:attribute.")],
) -> None:
    """Serve a game to a program over JSON lines on stdin and stdout, see docs/protocol.md."""
    from exozoo.agents.protocol.engine import serve
    from exozoo.envs.registry import load_game

    try:
        game = load_game(name)
    except ValueError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from None
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers may reach the program
    try:
        serve(game, sys.stdin.buffer, out)
    except (BrokenPipeError, KeyboardInterrupt):
        raise typer.Exit(1) from None
