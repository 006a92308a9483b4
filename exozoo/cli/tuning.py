"""The command that improves the weights of a heuristic, see docs/tuning.md."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from exozoo.cli.app import app
from exozoo.cli.shared import Bars, GameName, Seed, capped, console, output_folder, resumable
from exozoo.envs.core.extras import need_extra


@app.command()
def tune(
    name: GameName,
    players: Annotated[
        list[int] | None,
        typer.Option("--players", "-p", help="A size of table; may be repeated. [default: 2, 4]"),
    ] = None,
    minutes: Annotated[
        float, typer.Option(min=0, help="Stop searching after so long, and test.")
    ] = math.inf,
    generations: Annotated[int, typer.Option(min=1, help="Of the search, in all.")] = 200,
    deals: Annotated[
        int, typer.Option(min=1, help="For each candidate, at each size of table.")
    ] = 48,
    test_deals: Annotated[
        int, typer.Option(min=30, help="Of the last test, at each size of table.")
    ] = 1000,
    points: Annotated[
        float, typer.Option(min=0, help="How much points count beside places.")
    ] = 0.5,
    together: Annotated[
        float, typer.Option(min=0, help="How much the points of tables of its like count.")
    ] = 0.0,
    out: Annotated[Path | None, typer.Option(help="Folder of the search; resumable.")] = None,
    start: Annotated[
        Path | None, typer.Option("--from", help="Weights to begin with, not the newest shipped.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Tune this row alone; may be repeated.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Threads that play.")] = 1,
    seed: Seed = 0,
) -> None:
    """Improve the weights of a heuristic by self-play; writes them if a test shows that they win."""
    need_extra("tune")
    folder = output_folder(out or Path("tuning") / name.rpartition(":")[2])
    from exozoo.agents.heuristics.table import read_weights, weights_file
    from exozoo.envs.registry import load_game
    from exozoo.training.tuning.objective import Aims
    from exozoo.training.tuning.run import TuneSettings, judge, run_search, write_result

    game = load_game(name)
    settings = TuneSettings(
        game=game,
        weights=read_weights(game, start or weights_file(game)),
        players=tuple(players) if players else sizes(game.min_players, game.max_players),
        only=tuple(only or ()),
        deals=deals,
        seed=seed,
        aims=Aims(points, together),
    )
    settings.check()
    with resumable(folder), Bars(game.title) as bars:

        def tell(done: int, total: int, note: str) -> None:
            bars.tell("generations", done, total, note)

        threads = capped(jobs)
        search = run_search(settings, folder, generations, minutes, threads, tell)
        verdict = judge(settings, search.mean, test_deals, threads)
        path = write_result(settings, search, verdict)
    for line in verdict.lines:
        console.print(line, highlight=False, soft_wrap=True)
    if path:
        console.print(f"better: wrote {path}", soft_wrap=True)
    else:
        said = f"not shown to be better; nothing written but {search.candidate}"
        console.print(said, soft_wrap=True)


def sizes(fewest: int, most: int) -> tuple[int, ...]:
    """Tables of two and four, as far as the game has them."""
    return tuple(players for players in (2, 4) if fewest <= players <= most)
