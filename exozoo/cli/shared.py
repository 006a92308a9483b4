"""What the commands share: kinds of arguments, checks of what they name, bars, tables."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from exozoo.cli.errors import warn
from exozoo.envs.core.compile.notices import on_compile
from exozoo.envs.core.files import parse_json
from exozoo.envs.core.machine import cores

if TYPE_CHECKING:
    from exozoo.envs.core.game import Game

console = Console(markup=False)  # names of files and cards may look like markup

REPLAYS = (".json", ".exo")  # how names of replays end
MOST_SEED = 2**63 - 1
ENOUGH_ROOM = 1_000_000  # bytes on the disk
LINES_APART = 30.0  # seconds, where there is no terminal for a bar

GameName = Annotated[
    str,
    typer.Argument(help="A name from `exozoo games`, or module:attribute.", show_default=False),
]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game as name=value; may be repeated."),
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of seats.")]
AGENT_HELP = (
    'Like greedy, "mcts(simulations=400)", my_package.bots:Bot or "exec:./mybot --depth 3".'
)
Jobs = Annotated[int, typer.Option(min=1, help="Processes (or actors) that play.")]
Backend = Annotated[
    str, typer.Option(help="Who plays: local (processes) or ray (actors of a cluster).")
]
Address = Annotated[
    str | None, typer.Option(help="Of the Ray cluster; without, one is started on this machine.")
]
Seed = Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Of deals and players.")]


def game_options(game: Game, pairs: list[str] | None, players: int | None) -> dict[str, Any]:
    """`-o name=value` pairs, checked; values are read as JSON where they are JSON, else as text."""
    options: dict[str, Any] = {} if players is None else {"players": players}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"option {pair!r} is not of the form name=value")
        options[name] = read_value(value)
    game.options.parse(options)
    return options


def read_value(text: str) -> Any:
    """JSON where it is JSON, else the text itself."""
    try:
        return parse_json(text)
    except ValueError:
        return text


def output_file(path: Path | None, suffixes: Sequence[str]) -> Path | None:
    """The path, if a file with one of the suffixes can be written there."""
    if path is None:
        return None
    if path.suffix not in suffixes:
        raise ValueError(f"{path}: allowed are names that end in {' or '.join(suffixes)}")
    if path.is_dir():
        raise ValueError(f"{path} is a folder, not a file")
    _check_room(path, path.parent)
    return path


def output_folder(path: Path) -> Path:
    """The path, if files can be written into a folder there."""
    _check_room(path, path)
    return path


def _check_room(path: Path, folder: Path) -> None:
    """ValueError unless `folder` can be made, if need be, and written into."""
    present = folder.absolute()
    while not present.exists():
        present = present.parent
    if not present.is_dir():
        raise ValueError(f"{path} cannot be written: {present} is not a folder")
    if not os.access(present, os.W_OK | os.X_OK):
        raise ValueError(f"{path} cannot be written: no permission in {present}")
    if shutil.disk_usage(present).free < ENOUGH_ROOM:
        raise ValueError(f"{path} cannot be written: the disk is full")


@contextmanager
def resumable(folder: Path) -> Iterator[None]:
    """Ctrl-C loses little: says so."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"stopped; the same command goes on from what is in {folder}"
        ) from None


def capped(threads: int) -> int:
    """No more threads than there are cores; says so."""
    if threads > cores():
        warn(f"--threads {threads}: {cores()} are used, one for each core")
    return min(threads, cores())


def progress() -> Progress:
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    )


class Bars:
    """One bar for each thing under way; before the first, one that tells why nothing moves yet.

    Without a terminal, in a log for instance, it is a line now and then.
    """

    def __init__(self, title: str):
        self._bars = progress()
        self._title, self._said = title, time.monotonic()
        self._tasks: dict[str, Any] = {}
        self._ready = f"{title}: getting ready"
        self._waiting = self._bars.add_task(self._ready, total=None)

    def __enter__(self) -> Bars:
        self._end = on_compile(self._compiling)
        self._bars.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._end()
        self._bars.stop()

    def _compiling(self, game: str, state: str) -> None:
        said = {
            "compiling": f"{game}: compiling, this once",
            "waiting": f"{game}: waiting for another process that compiles it",
        }
        self._bars.update(self._waiting, description=said.get(state, self._ready))

    def tell(self, what: str, done: int, total: int, note: str = "") -> None:
        """`note` stands beside the bar and may change."""
        self._bars.update(self._waiting, visible=False)
        if what not in self._tasks:
            self._tasks[what] = self._bars.add_task(what, total=total)
        self._bars.update(self._tasks[what], completed=done, total=total)
        if note:
            self._bars.update(self._tasks[what], description=f"{what}, {note}")
        if not console.is_terminal and time.monotonic() - self._said >= LINES_APART:
            self._said = time.monotonic()
            words = f"{self._title}: {done:,} of {total:,} {what}"
            console.print(f"{words}, {note}" if note else words, highlight=False, soft_wrap=True)
