"""Commands about datasets of games: make one by self-play, check it, look into it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from exozoo.cli.app import app
from exozoo.cli.errors import warn
from exozoo.cli.shared import (
    AGENT_HELP,
    REPLAYS,
    Address,
    Backend,
    Bars,
    GameName,
    Jobs,
    OptionPairs,
    Players,
    Seed,
    console,
    game_options,
    output_file,
    output_folder,
    read_value,
    resumable,
)
from exozoo.envs.core.extras import need_extra

if TYPE_CHECKING:
    from exozoo.envs.core.game import Game

DRAW_HELP = (
    "An option drawn for each game: name=value,value,... or name or all; name[] draws a list with "
    "one value for each seat; may be repeated."
)

Folder = Annotated[Path, typer.Argument(help="Folder of a dataset.", exists=True, file_okay=False)]
GamePlace = Annotated[
    str | None,
    typer.Option("--rules", help="Where the game is, as module:attribute, if not installed."),
]

dataset = typer.Typer(
    help="Verify, describe, open, merge, import and export datasets.", no_args_is_help=True
)
app.add_typer(dataset, name="dataset")


@app.command()
def selfplay(
    name: GameName,
    out: Annotated[Path, typer.Option(help="Folder of the dataset; resumable.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    agents: Annotated[list[str] | None, typer.Option(help=f"{AGENT_HELP} May be repeated.")] = None,
    players: Players = None,
    seed: Seed = 0,
    option: OptionPairs = None,
    draw: Annotated[list[str] | None, typer.Option(help=DRAW_HELP)] = None,
    search_targets: Annotated[
        bool,
        typer.Option("--search-targets", help="Also a row a decision, with the agent's thoughts."),
    ] = False,
    shard_games: Annotated[
        int, typer.Option(min=0, help="Games in a file; 0: as suits the agents.")
    ] = 0,
    jobs: Jobs = 2,
    backend: Backend = "local",
    address: Address = None,
) -> None:
    """Play games and keep them as a dataset: Parquet, a byte or two a decision."""
    need_extra("data")
    output_folder(out)
    from exozoo.envs.core.workers import Workers
    from exozoo.envs.registry import load_game
    from exozoo.training.datasets.run import run_selfplay
    from exozoo.training.datasets.settings import SelfplaySettings

    workers = Workers(jobs, backend, address)
    game = load_game(name)
    options = game_options(game, option, players)
    settings = SelfplaySettings(
        game=name,
        agents=tuple(agents or ["random"]),
        games=games,
        seed=seed,
        options=options,
        draws=_draws(game, draw or [], options),
        search_targets=search_targets,
        shard_games=shard_games,
    )
    with resumable(out), Bars(game.title) as bars:
        rate = Rate()
        manifest = run_selfplay(
            settings, out, workers, lambda d, t: bars.tell("games", d, t, rate.words(d))
        )
    size = sum(shard.bytes for shard in manifest.shards["games"])
    console.print(
        f"{manifest.games:,} games, {manifest.decisions:,} decisions, {size:,} bytes "
        f"({size / manifest.decisions:.2f} a decision) in {out}",
        soft_wrap=True,
    )


@dataset.command()
def verify(folder: Folder, rules: GamePlace = None, jobs: Jobs = 2) -> None:
    """Compare checksums and columns and play every game again; exit status 1 if anything differs."""
    need_extra("data")
    from exozoo.training.datasets.check import verify as verify_dataset

    with Bars("dataset") as bars:
        faults = verify_dataset(folder, _named(rules), jobs, lambda d, t: bars.tell("games", d, t))
    for fault in faults:
        console.print(fault, markup=False, highlight=False, soft_wrap=True)
    if faults:
        raise typer.Exit(1)
    console.print(f"{folder}: every file and every game is as it was made")


@dataset.command()
def stats(folder: Folder) -> None:
    """Figures of a dataset: games, lengths, how each agent did."""
    need_extra("data")
    from exozoo.training.datasets.manifest import complete_manifest
    from exozoo.training.datasets.stats import figures

    manifest = complete_manifest(folder)
    found = figures(folder, manifest)
    players = ", ".join(f"{n:,} for {seats}" for seats, n in found.games_of_players.items())
    console.print(
        f"{manifest.game}, rules version {manifest.rules_version}: {manifest.command}",
        soft_wrap=True,
    )
    console.print(
        f"{found.games:,} games ({players} players), {found.decisions:,} decisions "
        f"({found.lengths.min()} to {found.lengths.max()} a game, mean {found.lengths.mean():.1f}), "
        f"{found.bytes / max(1, found.decisions):.2f} bytes a decision",
        soft_wrap=True,
    )
    table = Table("agent", "seats", "first", "points")
    for line in found.agents:
        points = f"{line.score_mean:.1f} ± {line.score_sd:.1f}"
        table.add_row(line.agent, f"{line.seats:,}", f"{line.won:.1%}", points)
    console.print(table)


@dataset.command()
def show(
    folder: Folder,
    game: Annotated[int, typer.Option(min=0, help="Which game, counted from 0.")] = 0,
    moves: Annotated[bool, typer.Option("--moves", help="Print every decision in words.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write it as a replay, .json or .exo.")] = None,
    rules: GamePlace = None,
) -> None:
    """Open one game as a replay."""
    need_extra("data")
    output_file(save, REPLAYS)
    from exozoo.training.datasets.reading import Dataset
    from exozoo.training.datasets.rebuild import to_replay

    opened = Dataset(folder, _named(rules))
    row = opened.game_at(game)
    replay = to_replay(row)
    kind = opened.game
    if moves:
        for state, action in replay.positions(kind):
            console.print(f"seat {kind.seat(state)}: {kind.describe(state, action)}")
    replay.verify(kind)
    console.print(f"game {row.game_id}: {row.num_decisions} decisions, options {row.options}")
    table = Table("seat", "agent", "score", "place")
    for seat, line in enumerate(zip(row.agents, row.scores, row.ranks, strict=True)):
        table.add_row(str(seat), *map(str, line))
    console.print(table)
    if save:
        replay.save(save)
        console.print(f"replay: {save}")


@dataset.command()
def merge(
    folders: Annotated[
        list[Path], typer.Argument(help="Datasets of one game.", exists=True, file_okay=False)
    ],
    out: Annotated[Path, typer.Option(help="Folder of the new one; resumable.")],
    rules: GamePlace = None,
) -> None:
    """Make one dataset of several; their games are numbered anew. Resumable by the same command."""
    need_extra("data")
    output_folder(out)
    from exozoo.training.datasets.merge import common_tables
    from exozoo.training.datasets.merge import merge as merge_datasets
    from exozoo.training.datasets.schema import TABLES

    kept = common_tables(folders, _named(rules))
    if left := [table for table in TABLES if table not in kept and _has(folders, table)]:
        warn(f"not all of them have table {left[0]}: it is left out")
    with resumable(out), Bars("merge") as bars:
        made = merge_datasets(folders, out, _named(rules), lambda d, t: bars.tell("games", d, t))
    console.print(f"{made.games:,} games, {made.decisions:,} decisions in {out}")


@dataset.command()
def export(
    folder: Folder,
    to: Annotated[str, typer.Option(help="parquet, minari or npz.")],
    out: Annotated[Path, typer.Option(help="A new folder.")],
    reward: Annotated[str, typer.Option(help="rank, win, margin, lead or score.")] = "rank",
    agent: Annotated[str | None, typer.Option(help="Only decisions of this agent.")] = None,
    winners: Annotated[bool, typer.Option("--winners", help="Only of winning seats.")] = False,
    part: Annotated[str | None, typer.Option(help="Only train or validation games.")] = None,
    rules: GamePlace = None,
) -> None:
    """Write decisions with observations: Parquet (also for Hugging Face), Minari, arrays."""
    need_extra("data")
    output_folder(out)
    from exozoo.training.datasets.export import export as export_dataset
    from exozoo.training.datasets.reading import Dataset, Wanted

    wanted = Wanted(reward=reward, agent=agent, winners=winners, part=part)
    with Bars("export") as bars:
        opened = Dataset(folder, _named(rules))
        made = export_dataset(opened, to, out, wanted, lambda d, t: bars.tell("games", d, t))
    for name, count in zip(made.names, made.decisions.values(), strict=True):
        console.print(f"{count:,} decisions in {out / name}", soft_wrap=True)


@dataset.command("import")
def import_command(
    name: GameName,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Replays, or recorded games as the game's notation has them.",
            exists=True,
            dir_okay=False,
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder of the dataset.")],
    agent: Annotated[str, typer.Option(help="Who played.")] = "human",
) -> None:
    """Make a dataset of games recorded elsewhere; those that do not play by our rules are listed."""
    need_extra("data")
    output_folder(out)
    from exozoo.training.datasets.importing import SKIPPED_FILE, import_games

    with Bars("import") as bars:
        made = import_games(name, files, out, agent, lambda d, t: bars.tell("files", d, t))
    for entry in made.skipped:
        line = f"left out: {entry.file}, game {entry.index}: {entry.reason}"
        console.print(line, highlight=False, soft_wrap=True)
    left = f"; {len(made.skipped)} left out, see {SKIPPED_FILE}" if made.skipped else ""
    console.print(
        f"{made.manifest.games:,} games, {made.manifest.decisions:,} decisions in {out}{left}"
    )


class Rate:
    """Games a second since the first report, which tells what was there already."""

    def __init__(self) -> None:
        self._first: tuple[float, int] | None = None

    def words(self, done: int) -> str:
        now = time.perf_counter()
        if self._first is None:
            self._first = now, done
        since, before = self._first
        return f"{(done - before) / (now - since):,.0f} a second" if done > before else ""


def _has(folders: list[Path], table: str) -> bool:
    return any((folder / table).is_dir() for folder in folders)


def _named(place: str | None) -> Game | None:
    """The game that the user names; a dataset itself names no module to import."""
    from exozoo.envs.registry import load_game

    return load_game(place) if place else None


def _draws(game: Game, texts: list[str], given: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """What `--draw` says: values as a JSON list or with commas between them; none: all there are."""
    from exozoo.training.datasets.settings import ALL, all_draws, all_values

    draws: dict[str, tuple[Any, ...]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if text == ALL:
            draws = {**all_draws(game, given), **draws}
        elif not equals:
            draws[name] = all_values(game, name)
        elif values.startswith("["):
            listed = read_value(values)
            if not isinstance(listed, list):
                raise ValueError(f"--draw {text}: {values} is not a JSON list")
            draws[name] = tuple(listed)
        else:
            draws[name] = tuple(read_value(value) for value in values.split(","))
    return draws
