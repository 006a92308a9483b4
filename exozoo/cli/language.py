"""Commands for language models: the server of the Model Context Protocol, positions as text."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from exozoo.cli.app import app
from exozoo.cli.errors import STOPPED
from exozoo.cli.shared import (
    AGENT_HELP,
    GameName,
    OptionPairs,
    Players,
    Seed,
    console,
    game_options,
    output_folder,
)


@app.command()
def mcp(
    opponent: Annotated[
        str, typer.Option(help=f"Who plays the other seats by default. {AGENT_HELP}")
    ] = "greedy",
    folder: Annotated[
        Path | None, typer.Option(help="Where games are saved; without it saving is off.")
    ] = None,
) -> None:
    """Serve games to an assistant over the Model Context Protocol, see docs/language_models.md."""
    from exozoo.agents.specs import parse_agent
    from exozoo.envs.core.extras import need

    parse_agent(opponent)
    if folder is not None:
        output_folder(folder)
    need("mcp")
    from exozoo.mcp.lobby import Lobby
    from exozoo.mcp.server import make_server

    lobby = Lobby(opponent, folder)

    def stop(*signal_and_frame: object) -> None:
        """Ctrl-C. The package would wait for its next line, which may never come."""
        lobby.end()
        print("stopped", file=sys.stderr, flush=True)
        os._exit(STOPPED)

    signal.signal(signal.SIGINT, stop)
    make_server(lobby).run("stdio")


@app.command()
def text(
    name: GameName,
    players: Players = None,
    seed: Seed = 0,
    plies: Annotated[int, typer.Option(min=0, help="Random decisions to play first.")] = 0,
    seat: Annotated[int | None, typer.Option(help="Whose view; default: the seat to move.")] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="Print the rules in short instead.")
    ] = False,
    option: OptionPairs = None,
) -> None:
    """Print a position as a language model reads it, with the legal actions."""
    from exozoo.agents.language.prompts import action_lines
    from exozoo.agents.random import RandomAgent
    from exozoo.envs.core.session import Session
    from exozoo.envs.registry import load_game

    game = load_game(name)
    options = game_options(game, option, players)
    if rules:
        console.out(game.rules_text, highlight=False)
        return
    session = Session(game, options)
    session.reset(seed)
    agent = RandomAgent(game, seed)
    while plies and not session.over:
        session.step(agent.act(session.states, session.masks)[0])
        plies -= 1
    console.out(game.to_text(session.state, seat), highlight=False)
    if not session.over and seat in (None, session.seat):
        lines = action_lines(game, session.state, game.legal_actions(session.state))
        console.out(f"\nLegal actions:\n{lines}", highlight=False)
