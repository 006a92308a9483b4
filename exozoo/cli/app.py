"""The app that the other modules add their commands to."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from exozoo import __version__
from exozoo.cli.errors import Commands

app = typer.Typer(
    cls=Commands,
    help="Heavy space-colonisation board games as training environments.",
    add_completion=False,
    pretty_exceptions_enable=False,  # `errors` tells them
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"exozoo {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
    # with torch's threads a decision of a small network takes several times as long where others use the
    # cores; training says for itself how many it wants
    os.environ.setdefault("OMP_NUM_THREADS", "1")
