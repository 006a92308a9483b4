"""The results of an arena on disk, one task a line; a file may be cut short, damaged or a stranger's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from exozoo.agents.arena.schedule import Task
from exozoo.envs.core.files import read_json_lines, write_atomically

RESULTS_FILE = "results.jsonl"


def read_results(folder: Path) -> dict[int, dict[str, Any]]:
    """The tasks finished so far. A last line cut short by a kill is removed and played again."""
    path = folder / RESULTS_FILE
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        write_atomically(path, whole)
    return {result["task"]: result for result in read_json_lines(path, is_result)}


def add_result(folder: Path, result: dict[str, Any]) -> None:
    """One line more. On a full disk the file may end with half a line, which the next run removes."""
    path = folder / RESULTS_FILE
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def check_results(folder: Path, done: dict[int, dict[str, Any]], tasks: Sequence[Task]) -> None:
    """ValueError unless the results are those of these tasks: the games that they plan, and no others."""
    planned = {task.number: task for task in tasks}
    for number, result in done.items():
        if number in planned:
            seating, seeds = planned[number].games()
            found = [(game["seed"], game["seats"]) for game in result["games"]]
            if found == list(zip(seeds, seating.tolist(), strict=True)):
                continue
        raise ValueError(
            f"{folder / RESULTS_FILE}: task {number} is not one of this arena; mend or delete the file"
        )


def is_result(found: dict[str, Any]) -> bool:
    """Whether this is what `play_task` gives, as far as others read it."""
    games, faults, usage = found.get("games"), found.get("faults", []), found.get("usage", {})
    if type(found.get("task")) is not int or not isinstance(games, list):
        return False
    return (
        all(isinstance(game, dict) and _is_game(game) for game in games)
        and _are_numbers(found.get("decisions"))
        and _are_numbers(found.get("seconds"))
        and isinstance(usage, dict)
        and all(map(_are_numbers, usage.values()))
        and isinstance(faults, list)
        and all(isinstance(fault, dict) and _is_fault(fault) for fault in faults)
    )


def _is_game(found: dict[str, Any]) -> bool:
    rows = [found.get(name) for name in ("seats", "scores", "ranks")]
    return type(found.get("seed")) is int and all(
        isinstance(row, list)
        and len(row) == len(rows[0] or ())
        and all(type(n) is int for n in row)
        for row in rows
    )


def _is_fault(found: dict[str, Any]) -> bool:
    return type(found.get("agent")) is int and all(
        isinstance(found.get(name), str) for name in ("reason", "detail", "stderr")
    )


def _are_numbers(found: Any) -> bool:
    """A number for each of some names."""
    return isinstance(found, dict) and all(
        isinstance(value, int | float) and abs(value) < float("inf") for value in found.values()
    )
