"""Commands about games: what there is, random play, replays, games recorded elsewhere."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from exozoo.cli.app import app
from exozoo.cli.shared import (
    REPLAYS,
    Bars,
    GameName,
    OptionPairs,
    Players,
    Seed,
    capped,
    console,
    game_options,
    output_file,
)
from exozoo.envs.core.extras import need
from exozoo.envs.core.machine import cores

if TYPE_CHECKING:
    from exozoo.envs.core.game import Game

PICTURES = (".svg", ".png")

Picture = Annotated[Path | None, typer.Option(help="Draw the final board here (.svg or .png).")]
Save = Annotated[Path | None, typer.Option(help="Save a replay here (.json or .exo).")]


@app.command()
def games() -> None:
    """List the games."""
    from exozoo.envs.registry import game_names, load_game

    table = Table()
    for column in ("name", "title", "players", "actions", "observation", "state"):
        table.add_column(column, no_wrap=column == "name")
    for name in game_names():
        game = load_game(name)
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
    from exozoo.envs.registration import VERSION
    from exozoo.envs.registry import load_game

    game = load_game(name)
    chosen = game_options(game, None, players)
    seats = chosen.get("players", game.min_players)
    console.print(f"{game.title}  {name}_{VERSION}, rules version {game.version}", style="bold")
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
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads that play; 2 if there are cores for it.")
    ] = None,
    option: OptionPairs = None,
    picture: Picture = None,
    save: Save = None,
) -> None:
    """Play random games and print scores and throughput; picture and replay are of one more game."""
    output_file(picture, PICTURES)
    output_file(save, REPLAYS)
    from exozoo.envs.registry import load_game
    from exozoo.play import play_random_games, random_replay

    game = load_game(name)
    options = game_options(game, option, players)
    threads = min(2, cores()) if threads is None else capped(threads)
    with Bars(game.title) as bars:
        result = play_random_games(
            game, games, seed, threads, options, lambda done: bars.tell("random games", done, games)
        )
    console.print(result.table())
    console.print(
        f"{result.decisions:,} decisions in {result.seconds:.2f} s: "
        f"{result.decisions / result.seconds:,.0f} per second on {threads} thread(s)"
    )
    if picture or save:
        record, state = random_replay(game, seed, options)
        _draw(game, state, picture)
        if save:
            record.save(save)
            console.print(f"replay: {save}")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A replay file.", exists=True, dir_okay=False)],
    moves: Annotated[bool, typer.Option("--moves", help="Print every decision in words.")] = False,
    picture: Picture = None,
    html: Annotated[
        Path | None, typer.Option(help="Write one page with a slider here (.html).")
    ] = None,
    gif: Annotated[Path | None, typer.Option(help="Write an animated picture here (.gif).")] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Page and GIF show what this seat could know.")
    ] = None,
) -> None:
    """Replay a game from a file and check that its result is the recorded one."""
    output_file(picture, PICTURES)
    output_file(html, (".html",))
    output_file(gif, (".gif",))
    if gif:
        need("PIL")
    from exozoo.envs.records import game_of, load_replay

    record = load_replay(file)
    try:
        game = game_of(record)
        for state, action in record.positions(game):
            if moves:
                console.print(f"seat {game.seat(state)}: {game.describe(state, action)}")
        final = record.verify(game)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    console.print(f"{game.title}: {len(record.actions)} decisions, result as recorded")
    console.print(_result_table(game, final))
    _draw(game, final, picture)
    _film(game, record, html, gif, seat)


@app.command("import-log")
def import_log(
    name: GameName,
    files: Annotated[
        list[Path], typer.Argument(help="Recorded games.", exists=True, dir_okay=False)
    ],
    save: Save = None,
) -> None:
    """Replay games recorded elsewhere on our rules and compare the final scores.

    Exit status 0 if all scores are equal, 1 with the first difference otherwise.
    """
    output_file(save, REPLAYS)
    if save and len(files) > 1:
        raise ValueError(f"--save takes one recorded game, {len(files)} were given")
    from exozoo.envs.records import notation_of, read
    from exozoo.envs.registry import load_game

    game = load_game(name)
    compare = getattr(notation_of(game), "main", None)
    status = compare(files) if compare else 0
    for path in files if save or not compare else ():
        record = read(path, game)
        if not compare:
            scores = ", ".join(map(str, record.scores))
            console.print(f"{path.name}: {scores} ({len(record.actions)} decisions)")
        if save:
            record.save(save)
            console.print(f"replay: {save}")
    raise typer.Exit(status)


def _draw(game: Game, state: Any, picture: Path | None) -> None:
    if picture is None:
        return
    from exozoo.envs.render import save_picture

    save_picture(game.draw(state), picture)
    console.print(f"picture: {picture}")


def _film(game: Game, record: Any, html: Path | None, gif: Path | None, seat: int | None) -> None:
    """The page and the animated picture, if they were asked for."""
    if html is None and gif is None:
        return
    from exozoo.film import save_gif, save_page

    for path, save in ((html, save_page), (gif, save_gif)):
        if path is None:
            continue
        with Bars(game.title) as bars:
            save(record, game, path, seat, partial(bars.tell, "positions"))
        console.print(f"{path.suffix[1:]}: {path}")


def _result_table(game: Game, state: Any) -> Table:
    table = Table("seat", "score", "place")
    for seat, (score, place) in enumerate(
        zip(game.scores(state), game.ranking(state), strict=True)
    ):
        table.add_row(str(seat), str(score), str(place))
    if len(game.scores(state)) == 1:
        table.add_row("target", str(int(state["target"])), "")
    return table
