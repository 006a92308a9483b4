"""Evaluate an agent by a protocol: the games, the file with all of them, the tables."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from exozoo.agents.arena.run import run_arenas
from exozoo.agents.arena.time_left import TimeLeft, in_words
from exozoo.agents.evaluation.figures import game_figures, is_fast
from exozoo.agents.evaluation.protocol import Cell, Protocol, cells_of, deviations, fingerprints
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.machine import cores
from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.digests import rules_digest
from exozoo.envs.registry import load_game

FORMAT, FORMAT_VERSION = "exozoo-evaluation", 1
FILE = "evaluation.json"

# (what is under way, how much of it is done, of how much, how long it will still take)
Tell = Callable[[str, int, int, str], None]
Results = dict[Cell, list[dict[str, Any]]]


def silent(what: str, done: int, total: int, note: str) -> None:
    """Nobody listens."""


def play_cells(
    protocol: Protocol,
    cells: Iterable[Cell],
    folder: Path,
    workers: Workers = HERE,
    tell: Tell = silent,
    what: str = "games",
    quick: bool = False,
    keep: bool = False,
    timed: bool = True,
) -> Results:
    """The results of each cell's tasks; what `folder` holds of them is not played again."""
    cells = list(cells)
    settings = [cell.settings(protocol, quick, keep, timed) for cell in cells]
    left = TimeLeft(settings, workers.jobs)

    def hear(number: int, results: Sequence[dict[str, Any]]) -> None:
        left.hear(number, results)
        tell(what, sum(left.done), sum(left.total), in_words(left.seconds()))

    names = [f"{cell.folder()}{'-quick' if quick else ''}" for cell in cells]
    arenas = [(arena, folder / name) for arena, name in zip(settings, names, strict=True)]
    return dict(zip(cells, run_arenas(arenas, workers, hear), strict=True))


def evaluate_agent(
    protocol: Protocol,
    agent: str,
    folder: Path,
    games: Sequence[str] | None = None,
    workers: Workers = HERE,
    tell: Tell = silent,
    quick: bool = False,
) -> dict[str, Any]:
    """Play what is missing in `folder`; writes and returns all games with their figures.

    Games in which the agent proves fast are played more often, the same number in each of their cells.
    """
    names = protocol.choose(games)
    first = [cell for name in names for cell in cells_of(protocol, name, agent)]
    results = play_cells(protocol, first, folder, workers, tell, "tasks", quick, True)
    if not quick:
        further = [
            cell
            for name in names
            if is_fast(protocol, [t for c in first if c.game == name for t in results[c]])
            for cell in cells_of(protocol, name, agent, further=True)
        ]
        what = "tasks of further games"
        results |= play_cells(protocol, further, folder, workers, tell, what, keep=True)
    data = _as_data(protocol, agent, names, results, quick)
    write_atomically(folder / FILE, json.dumps(data, indent=None, separators=(",", ":")) + "\n")
    return data


def _as_data(
    protocol: Protocol, agent: str, names: Sequence[str], results: Results, quick: bool
) -> dict[str, Any]:
    entries = {}
    marks = {name: fingerprints(protocol, name) for name in names}
    remarks = remarks_on(protocol, marks, quick)
    for name in names:
        cells = [
            {
                "players": cell.players,
                "opponent": cell.opponent,
                "further": cell.further,
                "tasks": tasks,
            }
            for cell, tasks in results.items()
            if cell.game == name
        ]
        game = load_game(name)
        entries[name] = {
            "title": game.title,
            "rules": {"version": game.version, "digest": rules_digest(name)},
            "opponents": marks[name],
            "figures": game_figures(protocol, cells),
            "cells": cells,
        }
    machine = {
        "processor": platform.machine(),
        "cores": cores(),
        "python": platform.python_version(),
    }
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "protocol": protocol.stamp,
        "conforms": not remarks,
        "remarks": remarks,
        "agent": agent,
        "exozoo": version("exozoo"),
        "machine": machine,
        "quick": quick,
        "games": entries,
    }


def remarks_on(protocol: Protocol, marks: dict[str, dict[str, str]], quick: bool) -> list[str]:
    """Why figures are not to be cited, if not; `marks` are the fingerprints of each game's opponents."""
    remarks = ["only a few games were played (--quick)"] if quick else []
    if len(marks) < len(protocol.games_played):
        remarks.append(f"only {', '.join(marks)} of all games")
    for name, played in marks.items():
        remarks += deviations(protocol, name, played)
    return remarks


def headline(data: dict[str, Any]) -> str:
    """What the figures may be called."""
    name = data["protocol"]["name"]
    return f"{data['agent']} by {name}" + ("" if data["conforms"] else ", not to be cited")


COLUMNS = ("game", "rating", "against", "games", "mean place", "won", "points")


def table_rows(data: dict[str, Any]) -> list[list[str]]:
    """A line for each table and opponent, as COLUMNS say; a game's number stands in its first one.

    The class of time stands below the game's name.
    """
    rows = []
    for entry in data["games"].values():
        figures = entry["figures"]
        rating = f"{figures['rating']:.1f}±{2 * figures['deviation']:.1f}"
        heads = [[entry["title"], rating], [f"class {figures['time']['class']}", ""]]
        for number, line in enumerate(figures["tables"]):
            rows.append(
                [
                    *(heads[number] if number < len(heads) else ["", ""]),
                    f"{line['players'] - 1} {line['opponent']}",
                    str(line["games"]),
                    f"{line['place']:.2f} ({line['place_low']:.2f}–{line['place_high']:.2f})",
                    f"{line['won']:.0%}",
                    f"{line['score']:.1f}:{line['opponent_score']:.1f}",
                ]
            )
    return rows


def overruns(data: dict[str, Any]) -> list[str]:
    """How many decisions took longer than each budget, game by game."""
    lines = []
    for entry in data["games"].values():
        time = entry["figures"]["time"]
        counts = ", ".join(f"{n} above {name}" for name, n in time["over_budget"].items())
        lines.append(
            f"{entry['title']}: {time['decisions']} decisions of {time['milliseconds']:.2f} ms, {counts}, "
            f"the longest {time['longest']:.1f} ms: class {time['class']}"
        )
    return lines
