"""Recorded games in the public text notation: import them, check them, write our own.

`main` is what the command line calls; `import_log` plays one file and compares, `read` gives the game
as options, seed and decisions of ours; `export_replay` is the way back.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.pending import KIND
from exozoo.envs.core.recorded import Recorded
from exozoo.envs.gaia_project import GAME
from exozoo.envs.gaia_project.actions import A_SET
from exozoo.envs.gaia_project.constants import CHOOSE_SET
from exozoo.envs.gaia_project.notation.compare import end_differences, trace_differences
from exozoo.envs.gaia_project.notation.export import PLAIN_RULES, export_log, export_replay
from exozoo.envs.gaia_project.notation.federation import same_planets
from exozoo.envs.gaia_project.notation.names import NotationError
from exozoo.envs.gaia_project.notation.parse import (
    Log,
    games_in,
    log_from_fields,
    parse_line,
    read_log,
)
from exozoo.envs.gaia_project.notation.replay import Player
from exozoo.envs.gaia_project.notation.table import Refusal, Table

__all__ = [
    "LogReport",
    "RecordedGame",
    "export_log",
    "export_replay",
    "games_in",
    "import_fields",
    "import_log",
    "main",
    "read",
    "to_game",
]
SEED = 0  # draws what a set-up leaves open


@dataclass(frozen=True)
class RecordedGame(Recorded):
    """A recorded game; its players are the factions of the seats."""

    name: str = ""
    scores: tuple[int, ...] = ()  # where the actions end
    complete: bool = False  # whether they play the game to its end
    exact: bool = True  # False: satellites of federations lie elsewhere than in the record


@dataclass
class LogReport:
    """What came of playing a recorded game."""

    name: str
    factions: list[str] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)  # ours, as far as the log was played
    recorded: list[Any] = field(default_factory=list)  # the recorded VP, if any
    complete: bool = False  # whether the game was played to its end
    lines: int = 0  # lines carried out
    actions: list[int] = field(default_factory=list)  # our decisions
    notes: list[str] = field(default_factory=list)
    difference: str | None = None  # the first one

    @property
    def ok(self) -> bool:
        return self.difference is None

    def __str__(self) -> str:
        scores = ", ".join(
            f"{faction} {score}" for faction, score in zip(self.factions, self.scores, strict=True)
        )
        state = "finished" if self.complete else f"unfinished, {self.lines} lines"
        if self.ok:
            checked = "as recorded" if self.recorded else "nothing recorded to compare with"
            return f"{self.name}: {scores} ({state}, {checked})"
        return f"{self.name}: {self.difference}" + (f" ({scores})" if scores else "")


def read(path: str | Path, index: int = 0) -> RecordedGame:
    """The game of a file, or the one with this number in a file with a list of games.

    ValueError says what our rules refuse, what differs from the record, or what of the game our
    decisions cannot say.
    """
    return to_game(read_log(path, index))


def to_game(log: Log) -> RecordedGame:
    """The game of a log, as `read` gives it."""
    report, table = _played(log)
    if table is None or report.difference is not None:
        raise ValueError(f"{log.name}: {report.difference}")
    options = _options(log)
    state = GAME.new_state(SEED, **options)
    actions = _in_our_order(state, table)
    if actions is None or (state["scores"] != table.state["scores"]).any():
        notes = "; ".join(table.notes) or "offers were answered in another order"
        raise ValueError(f"{log.name}: not to be said in decisions of ours: {notes}")
    return RecordedGame(
        options=options,
        seed=SEED,
        actions=tuple(actions),
        players=tuple(report.factions),
        name=log.name,
        scores=tuple(report.scores),
        complete=report.complete,
        exact=state.tobytes() == table.state.tobytes(),
    )


def _in_our_order(state: np.record, table: Table) -> list[int] | None:
    """The decisions in the order in which our engine asks for them; None if it refuses one.

    Logs answer the offers of one turn in any order. Where a log places satellites that we do not
    offer, the set of the same planets is chosen.
    """
    left = list(zip(table.questions, table.actions, strict=True))
    actions: list[int] = []
    while left:
        if state["over"]:
            return None
        question = state["pending"][state["num_pending"] - 1].tobytes()
        if state["pending"][state["num_pending"] - 1, KIND] == CHOOSE_SET:
            named = table.named.get(len(actions))
            if named is not None:
                index = same_planets(state, named)
                if index is None:
                    return None
                left.insert(0, (question, int(A_SET) + index))
        place = next((n for n, (asked, _) in enumerate(left) if asked == question), None)
        if place is None or left[place][1] not in GAME.legal_actions(state):
            return None
        actions.append(left.pop(place)[1])
        GAME.step(state, actions[-1])
    return actions


def import_log(path: str | Path) -> LogReport:
    """Play the game of a file on our engine and compare it with what the file says."""
    try:
        log = read_log(path)
    except NotationError as error:
        return LogReport(Path(path).name, difference=str(error))
    return play_log(log)


def import_fields(name: str, fields: dict[str, Any]) -> LogReport:
    """The same for the fields of a file that is already read."""
    try:
        log = log_from_fields(name, fields)
    except NotationError as error:
        return LogReport(name, difference=str(error))
    return play_log(log)


def play_log(log: Log) -> LogReport:
    """Play a log line by line, up to the first difference."""
    return _played(log)[0]


def _options(log: Log) -> dict[str, Any]:
    """Our options for the game of a log."""
    return {
        "players": log.players,
        "auto_resolve": False,
        "setup": log.setup,
        **PLAIN_RULES,
        **log.rules,
    }


def _played(log: Log) -> tuple[LogReport, Table | None]:
    """What came of the game, and the table as it stands."""
    report = LogReport(log.name, recorded=[entry.get("vp") for entry in log.final])
    try:
        state = GAME.new_state(SEED, **_options(log))
    except ValueError as error:
        report.difference = str(error)
        return report, None
    table = Table(state, log.hexes)
    report.difference = _play_lines(log, table, report)
    report.complete = table.over
    seats = range(log.players)
    if all(table.player(seat)["faction"] >= 0 for seat in seats):
        report.factions = [table.faction(seat) for seat in seats]
        report.scores = [int(table.state["scores"][seat]) for seat in seats]
    report.actions, report.notes = table.actions, table.notes
    if report.difference is None and log.complete and not table.over:
        report.difference = f"the log ends before the game: {table.waits_for()}"
    if report.difference is None:
        found = end_differences(table, log.end, log.final, log.final_map)
        report.difference = next(found, None)
    return report, table


def _play_lines(log: Log, table: Table, report: LogReport) -> str | None:
    """Carry out the lines; the first difference, or None."""
    player = Player(table)
    factions = log.auction.seats if log.auction else {}
    trace = {entry.get("line"): entry for entry in log.trace if isinstance(entry.get("line"), int)}
    for number, text in enumerate(log.lines):
        if number == 0 and text.split(" ")[0] == "init":
            continue
        where = f"line {number} ({text.strip():.200})"
        try:
            line = parse_line(number, text, factions)
            if line.seat >= log.players:
                raise NotationError("there is no such player")
            if log.auction is None or number > log.auction.last_line:
                player.play_line(line)
            elif number == log.auction.last_line:
                player.play_auction(log.auction)
        except (NotationError, Refusal) as error:
            return f"{where}: {error}"
        if line.commands[0].name == "faction" and log.auction is None:
            factions[line.commands[0].arguments[0]] = line.seat
        report.lines += 1
        if number in trace:
            try:
                difference = next(trace_differences(table, trace[number]), None)
            except NotationError as error:
                difference = str(error)
            if difference:
                return f"after {where}: {difference}"
    return None


def main(paths: Sequence[Path]) -> int:
    """Play the files and print what came of it; 0 if all of them agree, else 1."""
    failed = 0
    for path in paths:
        report = import_log(path)
        failed += not report.ok
        print(report, file=sys.stdout if report.ok else sys.stderr)
    return 1 if failed or not paths else 0
