"""Agents at play in a terminal: the position in words, the last moves, the points."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.layout import Layout
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.look import SEAT_COLOURS
from exozoo.envs.core.session import Session

MOVES = 200  # moves that are remembered
BAR = 24  # letters of the longest bar of points


class Show:
    """The screen: redrawn from the session whenever it is printed."""

    def __init__(self, session: Session, names: Sequence[str], seat: int):
        self.session, self.names, self.seat = session, list(names), seat
        self.moves: deque[tuple[int, str]] = deque(maxlen=MOVES)

    def tell(self, seat: int, words: str) -> None:
        self.moves.append((seat, words))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        height = options.height or console.height
        screen = Layout()
        points, moves = (
            Layout(self.scores(), name="points"),
            Layout(self._moves(height), name="moves"),
        )
        points.size = self.session.players + 4
        side = Layout(name="side")
        side.split_column(points, moves)
        board = Panel(self._position(), title=self._title(), title_align="left")
        screen.split_row(Layout(board, ratio=3), Layout(side, ratio=2))
        yield screen

    def _title(self) -> str:
        session = self.session
        words = f"{session.game.title}, decision {len(session.actions)}"
        return f"{words}, over" if session.over else f"{words}, player {session.seat} to move"

    def _position(self) -> Text:
        words = self.session.game.to_text(self.session.state, self.seat)
        return Text(words, overflow="fold")

    def scores(self) -> Panel:
        table = Table.grid(padding=(0, 1))
        scores, ranks = self.session.scores(), self.session.ranks()
        most = max(1, *map(int, scores))
        for seat, score in enumerate(scores):
            mark = ">" if seat == self.session.seat and not self.session.over else " "
            place = f"place {int(ranks[seat])}" if self.session.over else ""
            bar = "#" * max(0, round(BAR * int(score) / most))
            name = Text(f"{mark} {seat} {self.names[seat]}", style=SEAT_COLOURS[seat])
            table.add_row(name, str(int(score)), Text(bar, style=SEAT_COLOURS[seat]), place)
        return Panel(table, title="points", title_align="left")

    def _moves(self, height: int) -> Panel:
        room = max(1, height - self.session.players - 7)
        lines = [
            Text(f"{seat}: {words}", style=SEAT_COLOURS[seat], no_wrap=True, overflow="ellipsis")
            for seat, words in list(self.moves)[-room:]
        ]
        return Panel(Group(*lines), title="last moves", title_align="left")


def watch(
    session: Session,
    agents: Sequence[Agent],
    names: Sequence[str],
    console: Console,
    pause: float = 0.5,
    seat: int = 0,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Play a dealt session to its end before the reader's eyes; without a terminal, a line a move."""
    show = Show(session, names, seat)
    if not console.is_terminal or console.is_dumb_terminal:
        for mover, words in _play(session, agents):
            console.print(f"player {mover}: {words}", highlight=False, soft_wrap=True)
        return
    with Live(show, console=console, screen=True, auto_refresh=False) as live:
        live.refresh()
        for mover, words in _play(session, agents):
            show.tell(mover, words)
            live.refresh()
            sleep(pause)
        sleep(4 * pause)
    console.print(show.scores())


def _play(session: Session, agents: Sequence[Agent]) -> Iterator[tuple[int, str]]:
    """Every decision: who took it, and what it was."""
    while not session.over:
        mover = session.seat
        session.step(agents[mover].act(session.states, session.masks)[0])
        yield mover, session.last_action()
