"""Commands that keep an installation in order: compile ahead, look for faults, write the pages."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from exozoo.cli.app import app
from exozoo.cli.shared import console, output_folder, progress
from exozoo.envs.core.machine import cores


@app.command()
def warm(
    names: Annotated[
        list[str] | None, typer.Argument(help="Games to compile; all if none is named.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Kernels compiled side by side; default: one a core.")
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Compile for other machines, into this file."),
    ] = None,
    target: Annotated[
        str, typer.Option(help="Processor that --export compiles for: generic or x86-64-v3.")
    ] = "generic",
    take: Annotated[
        Path | None,
        typer.Option(
            "--import",
            metavar="FILE",
            help="Take kernels from a file made by --export. It is machine code: trust its source.",
        ),
    ] = None,
) -> None:
    """Compile all kernels now, so that no later program waits for the compiler."""
    from exozoo.envs.registry import game_names, load_game
    from exozoo.warm import STEPS, export_games, import_games, warm_games

    chosen = list(dict.fromkeys(names or game_names()))
    for name in chosen:
        load_game(name)
    if take:
        if names or export:
            raise ValueError("--import takes all kernels of a file: name no games, no --export")
        console.print(f"{import_games(take)} kernels taken from {take}", soft_wrap=True)
        return
    if export:
        with console.status(f"compiling {', '.join(chosen)} for {target}"):
            count = export_games(chosen, export, target, jobs or cores())
        console.print(f"{count} kernels written to {export}", soft_wrap=True)
        return
    with progress() as bar:
        task = bar.add_task("compiling", total=len(chosen) * len(STEPS))
        for name, step in warm_games(chosen, jobs or cores()):
            bar.update(task, advance=1, description=f"{name}: {step}")
    console.print(f"{len(chosen)} game(s) compiled and cached")


@app.command()
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all compiled games.")] = False,
) -> None:
    """Show where compiled games are kept, and how much room they take."""
    from exozoo.envs.core.compile.folder import cache_root, holdings
    from exozoo.envs.core.compile.folder import clear as clear_all

    root = cache_root()
    if root is None:
        raise ValueError("there is no folder that compiled games can be kept in")
    if clear:
        console.print(f"{root}: {clear_all(root) / 1e6:.1f} MB deleted", soft_wrap=True)
        return
    kept = holdings(root)
    console.print(f"{root}: {sum(game.size for game in kept) / 1e6:.1f} MB", soft_wrap=True)
    table = Table("kept for", "kernels", "MB", "last used")
    for game in kept:
        used = time.strftime("%Y-%m-%d", time.localtime(game.used))
        table.add_row(game.name, str(game.kernels), f"{game.size / 1e6:.1f}", used)
    console.print(table)


@app.command()
def doctor() -> None:
    """Say what is installed and whether it works: paste this into a bug report."""
    from exozoo.doctor import examine

    sound = True
    for finding in examine():
        console.print(str(finding), highlight=False, soft_wrap=True)
        sound = sound and finding.sound
    raise typer.Exit(0 if sound else 1)


@app.command()
def docs(
    folder: Annotated[Path, typer.Option(help="Where the pages go.")] = Path("docs/games"),
) -> None:
    """Write the data sheet of every game from its tables."""
    output_folder(folder)
    from exozoo.datasheet import write_datasheets
    from exozoo.envs.registry import game_names, load_game

    for path in write_datasheets([load_game(name) for name in game_names()], folder):
        console.print(f"wrote {path}")
