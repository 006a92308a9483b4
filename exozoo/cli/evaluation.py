"""Commands that say how strong agents are: the protocol, the leaderboard, beside people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from exozoo.cli.app import app
from exozoo.cli.shared import (
    AGENT_HELP,
    Address,
    Backend,
    Bars,
    Jobs,
    console,
    output_folder,
    resumable,
)
from exozoo.envs.core.extras import need, need_extra

if TYPE_CHECKING:
    from exozoo.agents.evaluation.protocol import Protocol
    from exozoo.envs.core.workers import Workers

ProtocolName = Annotated[
    str | None,
    typer.Option(help="Name of a protocol, or a .toml file that declares one; none: the newest."),
]
GameNames = Annotated[
    list[str] | None, typer.Option("--games", "-g", help="Only this game; may be repeated.")
]
Root = Annotated[Path, typer.Option(help="The folder with README.md and docs.")]
Agents = Annotated[
    list[str] | None, typer.Option("--agent", "-a", help="Instead of the list; may be repeated.")
]
Quick = Annotated[bool, typer.Option("--quick", help="A few games, for a look.")]


Results = Annotated[Path, typer.Option(help="Folder of the results; resumable.")]
RESULTS = Path("leaderboard")  # of both commands: what one has played the other need not play again


@app.command()
def evaluate(
    agent: Annotated[str | None, typer.Argument(help=AGENT_HELP, show_default=False)] = None,
    games: GameNames = None,
    quick: Quick = False,
    jobs: Jobs = 2,
    backend: Backend = "local",
    address: Address = None,
    protocol: ProtocolName = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of results and evaluation.json; resumable.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option(help="Check a file of results instead.", exists=True)
    ] = None,
    pin: Annotated[
        bool, typer.Option("--pin", help="Write down how a new protocol's opponents play.")
    ] = False,
) -> None:
    """How strong an agent is: fixed deals, tables and opponents in all games; to be cited."""
    need("openskill")
    if (agent is not None) + (check is not None) + pin != 1:
        raise ValueError("evaluate takes one of: an agent, --check FILE, --pin")
    folder = output_folder(out or Path("evaluation"))
    from exozoo.agents.evaluation.protocol import load_protocol
    from exozoo.agents.evaluation.protocol import pin as write_pins
    from exozoo.envs.core.workers import Workers

    workers = Workers(jobs, backend, address)
    loaded = load_protocol(protocol)
    if pin:
        console.print(f"wrote {write_pins(protocol)}")
    elif check is not None:
        _check(check, loaded, workers)
    elif agent is not None:
        _evaluate(agent, loaded, folder, games, workers, quick)


def _evaluate(
    agent: str,
    protocol: Protocol,
    folder: Path,
    games: list[str] | None,
    workers: Workers,
    quick: bool,
) -> None:
    from exozoo.agents.evaluation.play import (
        COLUMNS,
        FILE,
        evaluate_agent,
        headline,
        overruns,
        table_rows,
    )

    protocol.choose(games)
    with resumable(folder), Bars(protocol.name) as bars:
        data = evaluate_agent(protocol, agent, folder, games, workers, bars.tell, quick)
    table = Table(*COLUMNS, title=headline(data), box=None, pad_edge=False)
    for row in table_rows(data):
        table.add_row(*row)
    console.print(table)
    for line in [*overruns(data), *data["remarks"]]:
        console.print(line, highlight=False, soft_wrap=True)
    console.print(f"wrote {folder / FILE}: `exozoo evaluate --check` plays it again")


def _check(path: Path, protocol: Protocol, workers: Workers) -> None:
    from exozoo.agents.evaluation.check import check_file

    with Bars(protocol.name) as bars:
        checked = check_file(path, protocol, workers, bars.tell)
    for fault in checked.faults:
        console.print(fault, highlight=False, soft_wrap=True)
    if checked.faults:
        raise typer.Exit(1)
    console.print(f"{checked.games} games play as recorded, and give the figures in the file")


def _contest(
    protocol: str | None, games: list[str] | None, jobs: int, backend: str, address: str | None
) -> tuple[Protocol, list[str], Workers]:
    """What is played by, which games, and by whom."""
    from exozoo.agents.evaluation.protocol import load_protocol
    from exozoo.envs.core.workers import Workers

    loaded = load_protocol(protocol)
    return loaded, loaded.choose(games), Workers(jobs, backend, address)


@app.command()
def leaderboard(
    agent: Agents = None,
    games: GameNames = None,
    quick: Quick = False,
    jobs: Jobs = 2,
    backend: Backend = "local",
    address: Address = None,
    protocol: ProtocolName = None,
    out: Results = RESULTS,
    root: Root = Path(),
) -> None:
    """All agents against each other for two and for four; writes docs/leaderboard.* and README."""
    need_extra("train")
    output_folder(out)
    from exozoo.agents.evaluation.leaderboard import (
        AGENTS,
        play_leaderboard,
        split_readme,
        write_leaderboard,
    )

    split_readme(root)
    loaded, names, workers = _contest(protocol, games, jobs, backend, address)
    with resumable(out), Bars("leaderboard") as bars:
        board = play_leaderboard(loaded, names, out, agent or AGENTS, workers, bars.tell, quick)
        paths = write_leaderboard(board, root)
    for path in paths:
        console.print(f"wrote {path}")


@app.command("human-scale")
def human_scale(
    agent: Agents = None,
    games: GameNames = None,
    quick: Quick = False,
    jobs: Jobs = 2,
    backend: Backend = "local",
    address: Address = None,
    protocol: ProtocolName = None,
    out: Results = RESULTS,
    root: Root = Path(),
) -> None:
    """Points of all agents at every table beside those of people; writes docs/human_scale.*."""
    need_extra("train")
    output_folder(out)
    output_folder(root / "docs")
    from exozoo.agents.evaluation.human_scale import play_human_scale, write_human_scale
    from exozoo.agents.evaluation.leaderboard import AGENTS

    loaded, names, workers = _contest(protocol, games, jobs, backend, address)
    with resumable(out), Bars("human scale") as bars:
        scale = play_human_scale(
            loaded, names, out, agent or AGENTS, root, workers, bars.tell, quick
        )
    for path in write_human_scale(scale, root):
        console.print(f"wrote {path}")
