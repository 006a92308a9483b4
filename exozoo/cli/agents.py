"""Commands about agents: who there is, matches and arenas, training, the demo."""

from __future__ import annotations

import json
import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from exozoo.cli.app import app
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
    resumable,
)
from exozoo.envs.core.extras import need, need_extra
from exozoo.envs.core.files import parse_json
from exozoo.envs.core.words import WRONG_KIND

if TYPE_CHECKING:
    from exozoo.agents.arena.ratings import Summary
    from exozoo.agents.arena.run import ArenaSettings
    from exozoo.envs.core.workers import Workers
    from exozoo.training.config import TrainConfig

AgentTexts = Annotated[list[str], typer.Argument(help=AGENT_HELP)]
Games = Annotated[int, typer.Option(min=1, help="Games for each lineup, at least.")]
ClockText = Annotated[
    str,
    typer.Option(
        "--clock",
        help="Seconds for programs: a decision, or decision/game, or decision/game+increment.",
    ),
]


class Size(StrEnum):
    smoke = "smoke"
    full = "full"


class Method(StrEnum):
    reinforcement = "reinforcement"
    expert_iteration = "expert-iteration"


class Learner(StrEnum):
    maskable_ppo = "maskable_ppo"
    plain_ppo = "plain_ppo"


@app.command()
def agents() -> None:
    """List the agents."""
    from exozoo.agents.registry import agent_places

    table = Table("name", "where")
    for name, place in agent_places().items():
        table.add_row(name, place)
    console.print(table)


@app.command("play-match")
def play_match(
    name: GameName,
    seats: AgentTexts,
    games: Games = 100,
    seed: Seed = 0,
    jobs: Jobs = 2,
    backend: Backend = "local",
    address: Address = None,
    option: OptionPairs = None,
    clock: ClockText = "10",
    out: Annotated[
        Path | None, typer.Option(help="Keep results and a report here; resumable.")
    ] = None,
) -> None:
    """Play the named agents against each other, one seat each, in all rotations."""
    import tempfile

    need("openskill")
    if out:
        output_folder(out)
    from exozoo.agents.arena.run import ArenaSettings
    from exozoo.envs.core.fair_play import Clock
    from exozoo.envs.core.workers import Workers
    from exozoo.envs.registry import load_game

    workers = Workers(jobs, backend, address)
    distinct = tuple(dict.fromkeys(seats))
    settings = ArenaSettings(
        game=name,
        agents=distinct,
        games=games,
        players=len(seats),
        seed=seed,
        lineups=(tuple(distinct.index(text) for text in seats),),
        options=game_options(load_game(name), option, None),
        clock=Clock.parse(clock),
    )
    if out:
        _run(settings, out, workers)
        return
    with tempfile.TemporaryDirectory() as folder:
        _print(_play(settings, Path(folder), workers))


@app.command()
def watch(
    name: GameName,
    seats: AgentTexts,
    seed: Seed = 0,
    option: OptionPairs = None,
    pause: Annotated[float, typer.Option(min=0, max=60, help="Seconds after each move.")] = 0.5,
    seat: Annotated[int, typer.Option(min=0, help="Whose view of the table is shown.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Save a replay here (.json or .exo).")] = None,
) -> None:
    """Watch agents play in the terminal, one seat each; Ctrl-C ends it."""
    output_file(save, REPLAYS)
    from exozoo.agents.specs import load_agent
    from exozoo.envs.core.game import SEED_RANGE
    from exozoo.envs.core.session import Session
    from exozoo.envs.records import record
    from exozoo.envs.registry import load_game
    from exozoo.watch import watch as show

    game = load_game(name)
    session = Session(game, game_options(game, option, len(seats)))
    if seat >= session.players:
        raise ValueError(f"--seat {seat}: allowed are 0..{session.players - 1}")
    players = [
        load_agent(text, game, (seed + number) % SEED_RANGE) for number, text in enumerate(seats)
    ]
    session.reset(seed)
    try:
        show(session, players, seats, console, pause, seat)
    finally:
        for player in players:
            player.close()
        if save:
            record(session, seats).save(save)
            console.print(f"replay: {save}")


@app.command()
def arena(
    name: GameName,
    entrants: AgentTexts,
    games: Games = 100,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = 2,
    backend: Backend = "local",
    address: Address = None,
    option: OptionPairs = None,
    clock: ClockText = "10",
    out: Annotated[Path, typer.Option(help="Folder of results and report; resumable.")] = Path(
        "arena"
    ),
) -> None:
    """Every lineup of the agents in all rotations: ratings, win rates, scores, a report."""
    need("openskill")
    output_folder(out)
    from exozoo.agents.arena.run import ArenaSettings
    from exozoo.envs.core.fair_play import Clock
    from exozoo.envs.core.workers import Workers
    from exozoo.envs.registry import load_game

    game = load_game(name)
    workers = Workers(jobs, backend, address)
    settings = ArenaSettings(
        game=name,
        agents=tuple(entrants),
        games=games,
        players=players or max(2, game.min_players),
        seed=seed,
        options=game_options(game, option, None),
        clock=Clock.parse(clock),
    )
    _run(settings, out, workers)


@app.command()
def train(
    config: Annotated[str, typer.Argument(help="A .toml file, or the name of a game.")],
    size: Annotated[Size, typer.Option(help="smoke or full.")] = Size.full,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run; an unfinished one goes on.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Instead of the config's.")] = None,
    learner: Annotated[Learner | None, typer.Option(help="Instead of the config's.")] = None,
    method: Annotated[
        Method | None, typer.Option(help="How it learns after imitation, instead of the config's.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(help='Begin with this network, a file or "policy", not with imitation.'),
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Learn to beat this agent, which does not learn.")
    ] = None,
    dataset: Annotated[
        Path | None,
        typer.Option(help="Learn from this dataset, not from a teacher.", exists=True),
    ] = None,
    jobs: Jobs = 1,
    backend: Backend = "local",
    address: Address = None,
) -> None:
    """Train an agent by self-play; leaves a policy, a report and a learning curve."""
    need_extra("train")
    from exozoo.envs.core.workers import Workers
    from exozoo.training.config import load_config

    workers = Workers(jobs, backend, address)
    changes = {
        "seed": seed,
        "learner": learner.value if learner else None,
        "method": method.value if method else None,
        "start": start,
        "against": against,
        "imitation": {"dataset": str(dataset.resolve()), "teacher": ""} if dataset else None,
    }
    known = {name: value for name, value in changes.items() if value is not None}
    loaded = load_config(config, size.value, **known)
    how = loaded.method if loaded.searches else loaded.learner
    rival = "-exploits" if loaded.against else ""
    name = f"{Path(config).stem}-{size.value}-{how}{rival}-{loaded.seed}"
    folder = output_folder(out or Path("runs") / name)
    data = _finished(loaded, folder)
    if data:
        console.print(f"finished: {folder} holds this run; more decisions need more total_steps")
    else:
        data = _train(loaded, folder, workers)
    for line in _outcome(data):
        console.print(line)
    console.print(f"report: {folder / 'report.md'}")


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="Folder for the report and the picture.")] = Path(
        "demo"
    ),
    # of the four this one learns fastest: a minute is enough to see it
    name: Annotated[str, typer.Option("--game", help="Which game.")] = "alien_frontiers",
    games: Annotated[int, typer.Option(min=1, help="How many random games to play.")] = 500,
    train: Annotated[bool, typer.Option(help="Train an agent too, in the smoke size.")] = True,
) -> None:
    """Measure a game, train an agent, draw a game it plays; leaves a report behind."""
    if train:
        need_extra("train")
    output_folder(out)
    from exozoo.demo import run_demo
    from exozoo.envs.registry import load_game

    started = time.perf_counter()
    game = load_game(name)
    config = None
    if train:
        from exozoo.training.config import load_config

        config = load_config(name, Size.smoke.value)
    with Bars(game.title) as bars:
        report = run_demo(game, games, out, config, bars.tell)
    for line in report.summary:
        console.print(line)
    console.print(f"report: {report.path}\npicture: {report.picture}")
    console.print(f"done in {time.perf_counter() - started:.1f} s")


def _finished(config: TrainConfig, folder: Path) -> dict[str, Any] | None:
    """What a finished run of the same config found; None if there is none, or none that is sound."""
    try:
        data = parse_json((folder / "report.json").read_text(encoding="utf-8"))
        same = data["config"] == json.loads(config.model_dump_json())
        done, wanted = data["steps"], config.total_steps
        if config.searches:
            done, wanted = data["expert"]["rounds"], config.expert.rounds
        _outcome(data)
        return data if same and done >= wanted else None
    except (OSError, ValueError, *WRONG_KIND):
        return None


def _outcome(data: dict[str, Any]) -> list[str]:
    """What the report of a run says, in lines."""
    return [
        *(
            f"finished before {text} in {result['ahead']:.1%} of {result['games']} games "
            f"({result['low']:.1%}–{result['high']:.1%})"
            for text, result in data["evaluation"].items()
        ),
        f"environment: {data['time_shares']['environment']:.1%} of the training time",
    ]


def _train(config: TrainConfig, folder: Path, workers: Workers) -> dict[str, Any]:
    rounds = config.imitation.rounds if config.imitates else 0
    with resumable(folder), Bars(config.game) as bars:
        from exozoo.training.run import run_training

        def tell(steps: int, facts: dict[str, Any]) -> None:
            if rounds:
                bars.tell("rounds of imitation", facts["imitation"]["rounds"], rounds)
            if config.searches:
                bars.tell("rounds of search", facts["expert"]["rounds"], config.expert.rounds)
                bars.tell("games of the round", *facts.get("games", (0, config.expert.games)))
            else:
                bars.tell("decisions", min(steps, config.total_steps), config.total_steps)

        return run_training(config, folder, tell, workers)


def _run(settings: ArenaSettings, folder: Path, workers: Workers) -> None:
    from exozoo.agents.arena.report import write_report

    with resumable(folder):
        summary = _play(settings, folder, workers)
    _print(summary)
    for path in write_report(settings, summary, folder):
        console.print(f"wrote {path}")


def _play(settings: ArenaSettings, folder: Path, workers: Workers) -> Summary:
    from exozoo.agents.arena.ratings import summarise
    from exozoo.agents.arena.run import run_arena

    with Bars(settings.game) as bars:
        results = run_arena(settings, folder, workers, lambda d, t: bars.tell("tasks", d, t))
    return summarise(settings.agents, results)


def _print(summary: Summary) -> None:
    from exozoo.agents.arena.usage import usage_words

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
    for used in summary.usage:
        console.print(f"{used.agent} used: {usage_words(used)}", highlight=False, soft_wrap=True)
    for fault in summary.faults:
        what = f"{fault.agent} lost {fault.games} game(s): {fault.reason}, {fault.detail}"
        console.print(what, highlight=False, soft_wrap=True)
