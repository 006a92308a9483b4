"""The command line. Heavy modules load inside the commands, so that `exozoo --help` is quick."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from exozoo.cli_agents import register

if TYPE_CHECKING:
    from exozoo.envs.core.game import Game

app = typer.Typer(
    help="Heavy space-colonisation board games as training environments.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)
console = Console()

GameName = Annotated[str, typer.Argument(help="A name from `exozoo games`.", show_default=False)]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game as name=value; may be repeated."),
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of seats.")]
Seed = Annotated[int, typer.Option(help="Seed of the games and of the random player.")]


@app.command()
def games() -> None:
    """List the games."""
    from exozoo.envs.registry import game_names

    table = Table()
    for column in ("name", "title", "players", "actions", "observation", "state"):
        table.add_column(column, no_wrap=column == "name")
    for name in game_names():
        game = find_game(name)
        smallest, largest = (game.observation.size(p) for p in (game.min_players, game.max_players))
        table.add_row(
            name,
            game.title,
            f"{game.min_players}–{game.max_players}",
            str(game.num_actions),
            f"{smallest}–{largest}",
            f"{game.dtype.itemsize:,} B",
        )
    console.print(table)


@app.command()
def info(name: GameName, players: Players = None) -> None:
    """Show a game's options, actions and observation."""
    from exozoo import datasheet as sheet

    game = find_game(name)
    seats = game.min_players if players is None else check_players(game, players)
    console.print(f"[bold]{game.title}[/bold]  {name}_v{game.version}")
    size, part = game.observation.size(seats), game.observation.player_size
    for title, head, rows in (
        ("options", sheet.OPTION_HEAD, sheet.option_rows(game)),
        (f"actions: {game.num_actions}", sheet.ACTION_HEAD, sheet.action_rows(game)),
        (
            f"observation for {seats} player(s): {size} × int16, first what all share",
            sheet.OBSERVATION_HEAD,
            sheet.shared_rows(game),
        ),
        (
            f"then {part} entries for each seat, the observer first",
            sheet.OBSERVATION_HEAD,
            sheet.seat_rows(game),
        ),
        (
            "at the end of a solo game",
            sheet.OBSERVATION_HEAD,
            sheet.solo_rows(game) if seats == 1 else [],
        ),
    ):
        if not rows:
            continue
        table = Table(*head, title=title, title_justify="left")
        for row in rows:
            table.add_row(*row)
        console.print(table)


@app.command()
def random(
    name: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    players: Players = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads that play.")] = 2,
    option: OptionPairs = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the last final board here (.svg or .png).")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Save a replay of the last game here (.json or .exo).")
    ] = None,
) -> None:
    """Play random games and print scores and throughput."""
    from exozoo.play import play_random_games, random_replay

    game = find_game(name)
    options = check_options(game, game_options(option, players))
    with progress() as bar:
        task = bar.add_task(f"{game.title}: random games", total=games)
        result = play_random_games(
            game, games, seed, threads, options, lambda done: bar.update(task, completed=done)
        )
    console.print(result.table())
    console.print(
        f"{result.decisions:,} decisions in {result.seconds:.2f} s: "
        f"[bold]{result.decisions / result.seconds:,.0f} per second[/bold] on {threads} thread(s)"
    )
    if picture or save:
        replay, state = random_replay(game, seed, options)
        if picture:
            from exozoo.envs.render import save_picture

            save_picture(game.draw(state), picture)
            console.print(f"picture: {picture}")
        if save:
            replay.save(save)
            console.print(f"replay: {save}")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A replay file.", exists=True, dir_okay=False)],
    moves: Annotated[bool, typer.Option("--moves", help="Print every decision in words.")] = False,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the final board here (.svg or .png).")
    ] = None,
) -> None:
    """Replay a game from a file and check that its result is the recorded one."""
    from exozoo.envs.records.replay import load_replay

    with clear_errors():
        record = load_replay(file)
        game = find_game(record.game)
        for state, action in record.positions(game):
            if moves:
                console.print(f"seat {game.seat(state)}: {game.describe(state, action)}")
        final = record.verify(game)
    console.print(f"{game.title}: {len(record.actions)} decisions, result as recorded")
    console.print(result_table(game, final))
    if picture:
        from exozoo.envs.render import save_picture

        save_picture(game.draw(final), picture)
        console.print(f"picture: {picture}")


@app.command("import-log")
def import_log(
    name: GameName,
    files: Annotated[
        list[Path], typer.Argument(help="Recorded games.", exists=True, dir_okay=False)
    ],
) -> None:
    """Replay games recorded elsewhere on our rules and compare the final scores.

    Exit status 0 if all scores are equal, 1 with the first difference otherwise.
    """
    from importlib import import_module
    from importlib.util import find_spec

    find_game(name)
    module = f"exozoo.envs.{name}.notation"
    with clear_errors():
        if find_spec(module) is None:
            raise ValueError(f"{name} has no notation for recorded games")
        status = import_module(module).main(files)
    raise typer.Exit(status)


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
    from exozoo.envs.registry import game_names
    from exozoo.warm import STEPS, warm_games

    chosen = [find_game(name).name for name in names or game_names()]
    with progress() as bar:
        task = bar.add_task("compiling", total=len(chosen) * len(STEPS))
        for name, step in warm_games(chosen, jobs or os.cpu_count() or 1):
            bar.update(task, advance=1, description=f"{name}: {step}")
    console.print(f"{len(chosen)} game(s) compiled and cached")


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="Folder for the report and the picture.")] = Path(
        "demo"
    ),
    name: Annotated[str, typer.Option("--game", help="Which game.")] = "planet_unknown",
    games: Annotated[int, typer.Option(min=1, help="How many random games to play.")] = 500,
    train: Annotated[bool, typer.Option(help="Train an agent too, in the smoke size.")] = True,
) -> None:
    """Measure a game, train an agent, draw a game it plays; leaves a report behind."""
    from exozoo.demo import run_demo

    started = time.perf_counter()
    with clear_errors(), progress() as bar:
        config = None
        if train:
            from exozoo.training.config import load_config

            config = load_config(name, "smoke")
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done)

        report = run_demo(find_game(name), games, out, config, tell)
    for line in report.summary:
        console.print(line)
    console.print(f"report: {report.path}\npicture: {report.picture}")
    console.print(f"done in {time.perf_counter() - started:.1f} s")


@app.command()
def docs(
    folder: Annotated[Path, typer.Option(help="Where the pages go.")] = Path("docs/games"),
) -> None:
    """Write the data sheet of every game from its tables."""
    from exozoo.datasheet import write_datasheets
    from exozoo.envs.registry import game_names

    for path in write_datasheets([find_game(name) for name in game_names()], folder):
        console.print(f"wrote {path}")


def find_game(name: str) -> Game:
    from exozoo.envs.registry import load_game

    with clear_errors():
        return load_game(name)
    raise AssertionError("unreachable")


def check_players(game: Game, players: int) -> int:
    with clear_errors():
        return int(game.options.parse({"players": players})["players"])
    raise AssertionError("unreachable")


def check_options(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    with clear_errors():
        game.options.parse(options)
    return options


def game_options(pairs: list[str] | None, players: int | None) -> dict[str, Any]:
    """`-o name=value` pairs; values are read as JSON where they are JSON, else as text."""
    import json

    options: dict[str, Any] = {} if players is None else {"players": players}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair!r} is not of the form name=value")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


class clear_errors:  # noqa: N801 - reads as a statement
    """Turns a ValueError about the user's input into one line and exit status 2."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError):
            Console(stderr=True).print(f"[red]error:[/red] {error}", highlight=False)
            raise typer.Exit(2) from None


def progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    )


def result_table(game: Game, state: Any) -> Table:
    table = Table("seat", "score", "place")
    for seat, (score, place) in enumerate(
        zip(game.scores(state), game.ranking(state), strict=True)
    ):
        table.add_row(str(seat), str(score), str(place))
    if len(game.scores(state)) == 1:
        table.add_row("target", str(int(state["target"])), "")
    return table


register(app)

if __name__ == "__main__":
    app()
