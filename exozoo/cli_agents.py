"""Commands for agents and training. Heavy modules load inside the commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from exozoo.agents.arena.ratings import Summary
    from exozoo.agents.arena.run import ArenaSettings

AGENT_HELP = 'Like greedy, "mcts(simulations=400)" or my_package.bots:Bot.'

GameName = Annotated[str, typer.Argument(help="A game's name, or module:attribute.")]
AgentTexts = Annotated[list[str], typer.Argument(help=AGENT_HELP)]
Games = Annotated[int, typer.Option(min=1, help="Games for each lineup, at least.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of seats.")]
Seed = Annotated[int, typer.Option(min=0, help="Of deals and agents.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes that play.")]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game as name=value; may be repeated."),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(agents)
    app.command("play-match")(play_match)
    app.command()(arena)
    app.command()(train)
    app.command()(leaderboard)


def agents() -> None:
    """List the agents."""
    from rich.table import Table

    from exozoo.agents.registry import agent_places
    from exozoo.cli import console

    table = Table("name", "where")
    for name, place in agent_places().items():
        table.add_row(name, place)
    console.print(table)


def play_match(
    name: GameName,
    seats: AgentTexts,
    games: Games = 100,
    seed: Seed = 0,
    jobs: Jobs = 2,
    option: OptionPairs = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep results and a report here; resumable.")
    ] = None,
) -> None:
    """Play the named agents against each other, one seat each, in all rotations."""
    import tempfile

    from exozoo.agents.arena.run import ArenaSettings
    from exozoo.cli import clear_errors, game_options

    distinct = tuple(dict.fromkeys(seats))
    with clear_errors():
        settings = ArenaSettings(
            game=name,
            agents=distinct,
            games=games,
            players=len(seats),
            seed=seed,
            lineups=(tuple(distinct.index(text) for text in seats),),
            options=game_options(option, None),
        )
        if out:
            _run(settings, out, jobs)
            return
        with tempfile.TemporaryDirectory() as folder:
            _print(_play(settings, Path(folder), jobs))


def arena(
    name: GameName,
    entrants: AgentTexts,
    games: Games = 100,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = 2,
    option: OptionPairs = None,
    out: Annotated[Path, typer.Option(help="Folder of results and report; resumable.")] = Path(
        "arena"
    ),
) -> None:
    """Every lineup of the agents in all rotations: ratings, win rates, scores, a report."""
    from exozoo.agents.arena.run import ArenaSettings
    from exozoo.cli import clear_errors, game_options
    from exozoo.envs.registry import load_game

    with clear_errors():
        settings = ArenaSettings(
            game=name,
            agents=tuple(entrants),
            games=games,
            players=players or max(2, load_game(name).min_players),
            seed=seed,
            options=game_options(option, None),
        )
        _run(settings, out, jobs)


def leaderboard(
    games: Annotated[int, typer.Option(min=1, help="Of the policy with random, heuristic.")] = 1000,
    other_games: Annotated[int, typer.Option(min=1, help="For each other pair.")] = 200,
    search: Annotated[str, typer.Option(help="The agent that searches.")] = "mcts(simulations=50)",
    search_games: Annotated[int, typer.Option(min=1, help="For each of its pairs.")] = 20,
    jobs: Jobs = 2,
    game: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    out: Annotated[Path, typer.Option(help="Folder of the results; resumable.")] = Path(
        "leaderboard"
    ),
    root: Annotated[Path, typer.Option(help="The folder with README.md and docs.")] = Path(),
) -> None:
    """All agents in all games for two; writes docs/leaderboard.* and README's table."""
    from exozoo.agents.arena.leaderboard import play_leaderboard, write_leaderboard
    from exozoo.cli import clear_errors, console, progress
    from exozoo.envs.registry import game_names

    with clear_errors(), progress() as bar:
        task = bar.add_task("games", total=None)

        def tell(name: str, done: int, total: int) -> None:
            bar.update(task, description=f"{name}: tasks", completed=done, total=total)

        names = game or list(game_names())
        counts = {"trained": games, "search": search_games, "others": other_games}
        board = play_leaderboard(names, out, counts, search, jobs, tell)
        paths = write_leaderboard(board, root)
    for path in paths:
        console.print(f"wrote {path}")


def train(
    config: Annotated[str, typer.Argument(help="A .toml file, or the name of a packaged config.")],
    size: Annotated[str, typer.Option(help="smoke or full.")] = "full",
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run; an unfinished one goes on.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Instead of the config's.")] = None,
    learner: Annotated[str | None, typer.Option(help="maskable_ppo or plain_ppo.")] = None,
) -> None:
    """Train an agent by self-play; leaves a policy, a report and a learning curve."""
    from exozoo.cli import clear_errors, console, progress
    from exozoo.training.config import load_config
    from exozoo.training.run import run_training

    changes = {"seed": seed, "learner": learner}
    with clear_errors():
        loaded = load_config(config, size, **{k: v for k, v in changes.items() if v is not None})
        folder = out or Path("runs") / f"{Path(config).stem}-{size}-{loaded.learner}-{loaded.seed}"
        with progress() as bar:
            rounds = loaded.imitation.rounds if loaded.imitation.teacher else 0
            imitation = bar.add_task(
                f"{loaded.game}: rounds of imitation", total=rounds, visible=rounds > 0
            )
            task = bar.add_task(f"{loaded.game}: decisions", total=loaded.total_steps)

            def tell(steps: int, facts: dict[str, Any]) -> None:
                bar.update(imitation, completed=facts["imitation"]["rounds"])
                bar.update(task, completed=min(steps, loaded.total_steps))

            data = run_training(loaded, folder, tell)
    for text, result in data["evaluation"].items():
        console.print(
            f"finished before {text} in {result['ahead']:.1%} of {result['games']} games "
            f"({result['low']:.1%}–{result['high']:.1%})"
        )
    console.print(f"environment: {data['time_shares']['environment']:.1%} of the training time")
    console.print(f"report: {folder / 'report.md'}")


def _run(settings: ArenaSettings, folder: Path, jobs: int) -> None:
    from exozoo.agents.arena.report import write_report
    from exozoo.cli import console

    summary = _play(settings, folder, jobs)
    _print(summary)
    for path in write_report(settings, summary, folder):
        console.print(f"wrote {path}")


def _play(settings: ArenaSettings, folder: Path, jobs: int) -> Summary:
    from exozoo.agents.arena.ratings import summarise
    from exozoo.agents.arena.run import run_arena
    from exozoo.cli import progress

    with progress() as bar:
        task = bar.add_task(f"{settings.game}: tasks", total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        results = run_arena(settings, folder, jobs, tell)
    return summarise(settings.agents, results)


def _print(summary: Summary) -> None:
    from rich.table import Table

    from exozoo.cli import console

    names = [line.agent for line in summary.agents]
    table = Table("agent", "rating", "won", "score", "ms", title=f"{summary.games} games")
    for name in names:
        table.add_column(f"before {name}")
    for row, line in enumerate(summary.agents):
        shares: list[Any] = [
            f"{summary.ahead[row, column]:.1%}" if summary.meetings[row, column] else "–"
            for column in range(len(names))
        ]
        table.add_row(
            line.agent,
            f"{line.rating:.1f} ± {line.uncertainty:.1f}",
            f"{line.won:.1%}",
            f"{line.score_mean:.1f} ± {line.score_sd:.1f}",
            f"{line.milliseconds:.2f}",
            *shares,
        )
    console.print(table)
