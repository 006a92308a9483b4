"""The command that serves games to programs in any language, see docs/protocol.md."""

from __future__ import annotations

import sys

from exozoo.cli.app import app
from exozoo.cli.shared import GameName


@app.command()
def engine(name: GameName) -> None:
    """Let a program drive games over JSON lines on stdin and stdout, see docs/protocol.md."""
    from exozoo.agents.protocol.engine import serve
    from exozoo.envs.registry import load_game

    game = load_game(name)
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers may reach the program
    serve(game, sys.stdin.buffer, out)
