"""Commands that keep an installation in order: compile ahead, look for faults, write the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from exozoo.cli.app import app
from exozoo.cli.shared import console, cores, output_folder, progress


@app.command()
def warm(
    names: Annotated[
        list[str] | None, typer.Argument(help="Games to compile; all if none is named.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Kernels compiled side by side; default: one a core.")
    ] = None,
) -> None:
    """Compile all kernels now, so that no later program waits for the compiler."""
    from exozoo.envs.registry import game_names, load_game
    from exozoo.warm import STEPS, warm_games

    chosen = list(dict.fromkeys(names or game_names()))
    for name in chosen:
        load_game(name)
    with progress() as bar:
        task = bar.add_task("compiling", total=len(chosen) * len(STEPS))
        for name, step in warm_games(chosen, jobs or cores()):
            bar.update(task, advance=1, description=f"{name}: {step}")
    console.print(f"{len(chosen)} game(s) compiled and cached")


@app.command()
def doctor() -> None:
    """Say what is installed and whether it works: paste this into a bug report."""
    from exozoo.doctor import examine

    sound = True
    for finding in examine():
        console.print(str(finding), markup=False, highlight=False, soft_wrap=True)
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
