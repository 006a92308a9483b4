"""The page about what was measured."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from exozoo.benchmarks.command import data_of
from exozoo.benchmarks.strength.goals import AHEAD, PLACE, Contest, Goals
from exozoo.benchmarks.strength.measure import Row, stamp
from exozoo.envs.core.files import parse_json, write_atomically
from exozoo.envs.registry import load_game

FORMAT = "exozoo-strength"
HEAD = [
    "# How strong the agents are",
    "",
    "Goals and what was measured, written by `python -m exozoo.benchmarks.strength --docs docs/strength.md`; every figure "
    "stands in `strength.json` with digests of the rules, the heuristic's weights and the network it belongs to. "
    "Intervals are 95 %; games of one deal are taken together. `ahead` is how often an agent finishes before an opponent, "
    "ties half. A row marked with \\* belongs to a network or weights of before.",
]


def key(row: Row) -> tuple[str, str, int]:
    return row["goal"], row["game"], row["players"]


def load_rows(path: Path) -> list[Row]:
    """What earlier runs measured; ValueError if the file is of another kind."""
    if not path.exists():
        return []
    found = parse_json(path.read_text(encoding="utf-8"))
    rows = found.get("rows") if isinstance(found, dict) and found.get("format") == FORMAT else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError(f"{path} holds no figures of this command; choose another file")
    return rows


def joined(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """Newer rows take the place of older ones about the same."""
    return list({key(row): row for row in (*old, *new)}.values())


def write(page: Path, rows: Sequence[Row], goals: Goals) -> list[Path]:
    """The JSON beside the page, and the page."""
    data = {"format": FORMAT, "rows": sorted(rows, key=key)}
    paths = [data_of(page), page]
    write_atomically(paths[0], json.dumps(data, indent=1) + "\n")
    write_atomically(paths[1], markdown(rows, goals))
    return paths


def markdown(rows: Sequence[Row], goals: Goals) -> str:
    lines = list(HEAD)
    for contest in goals.contests:
        told = [row for row in rows if row["goal"] == contest.name]
        against = f" `{contest.agent}`" + (f" v `{contest.opponent}`" if contest.opponent else "")
        lines += ["", f"## {contest.title}", "", f"{against.strip()}", ""]
        lines += _table(told, contest) if told else ["Not measured yet."]
    price = goals.price
    told = [row for row in rows if row["goal"] == price.name]
    lines += ["", f"## {price.title}", ""]
    lines += _prices(told) if told else ["Not measured yet."]
    return "\n".join([*lines, ""])


@cache
def _stamp_of(game: str) -> dict[str, str]:
    return stamp(load_game(game))


def is_stale(row: Row, agents: Sequence[str]) -> bool:
    """Whether its agents play with another network or other newest weights by now."""
    told = " ".join(agents)
    parts = ["network"] if "policy" in told else []
    if any(re.match(r"(heuristic|mcts)(?!.*version=)", agent) for agent in agents):
        parts.append("weights")
    now = _stamp_of(row["game"])
    return any(row["stamp"][part] != now[part] for part in parts)


def _title(row: Row, *agents: str | None) -> str:
    mark = "\\*" if is_stale(row, [agent for agent in agents if agent]) else ""
    return load_game(row["game"]).title + mark


def _in_order(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row["game"], row["players"]))


def _table(rows: Sequence[Row], contest: Contest) -> list[str]:
    figure = {AHEAD: "ahead", PLACE: "mean place"}.get(contest.figure, "points")
    lines = [f"| game | players | {figure} | goal | met | points | games | ms |", "|---" * 8 + "|"]
    for row in _in_order(rows):
        found = " to ".join(_number(row[name], contest.figure) for name in ("low", "high"))
        points = f"{row['points']:.1f}"
        if row["points_of_others"] is not None:
            points += f" v {row['points_of_others']:.1f}"
        goal = _number(row["wanted"], contest.figure) if row["wanted"] is not None else "–"
        goal = f"below {goal}" if contest.figure == PLACE else goal
        lines.append(
            f"| {_title(row, contest.agent, contest.opponent)} | {row['players']} | "
            f"{_number(row['figure'], contest.figure)} ({found}) | {goal} | "
            f"{'yes' if row['met'] else 'no'} | {points} | {row['games']} | {row['milliseconds']:.1f} |"
        )
    return lines


def _number(value: float, figure: str) -> str:
    if figure == AHEAD:
        return f"{value:.1%}"
    return f"{value:.2f}" if figure == PLACE else f"{value:.1f}"


def _prices(rows: Sequence[Row]) -> list[str]:
    lines = ["| game | ms | at most | met | longest | positions |", "|---" * 6 + "|"]
    for row in _in_order(rows):
        lines.append(
            f"| {_title(row, 'mcts')} | {row['figure']:.0f} ({row['low']:.0f} to {row['high']:.0f}) | "
            f"{row['wanted']:.0f} | {'yes' if row['met'] else 'no'} | {row['longest']:.0f} | {row['games']} |"
        )
    return lines
