"""All agents against each other in every game: docs/leaderboard.json, .md and README's table."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from exozoo.agents.arena.ratings import finished_before, wilson
from exozoo.agents.arena.run import ArenaSettings, run_arena
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.registry import load_game

AGENTS = ("random", "greedy", "heuristic", "policy")
COLUMNS = ("random", "heuristic")  # of README's table
SEED = 20_000
BEGIN, END = "<!-- leaderboard -->", "<!-- end of leaderboard -->"


def play_leaderboard(
    games: Sequence[str],
    folder: Path,
    counts: dict[str, int],
    search: str,
    workers: Workers = HERE,
    report: Callable[[str, int, int], None] = lambda name, done, total: None,
) -> dict[str, Any]:
    """Two-player games: as many for each pair as `counts` says for its part.

    The parts are "trained" (the last agent against those of README's columns), "search" (pairs with
    `search`) and "others". `folder` keeps the results; after a kill the same call goes on with what is missing.
    """
    board: dict[str, Any] = {"players": 2, "seed": SEED, "games": {}}
    for name in games:
        agents = (*AGENTS, search)
        results = []
        for part, lineups in _parts().items():
            settings = ArenaSettings(
                name, agents, games=counts[part], seed=SEED, lineups=lineups, games_a_task=200
            )
            place = folder / f"{name}-{part}"
            results += run_arena(settings, place, workers, lambda d, t, n=name: report(n, d, t))  # type: ignore[misc]
        board["games"][name] = _entry(load_game(name).title, agents, results)
    return board


def _parts() -> dict[str, tuple[tuple[int, int], ...]]:
    """The pairs of each part, as numbers of agents; the one that searches comes last."""
    trained, search = len(AGENTS) - 1, len(AGENTS)
    shown = tuple((AGENTS.index(name), trained) for name in COLUMNS if name != AGENTS[trained])
    return {
        "trained": shown,
        "others": tuple(pair for pair in combinations(range(search), 2) if pair not in shown),
        "search": tuple((number, search) for number in range(search)),
    }


def _entry(title: str, agents: Sequence[str], results: list[dict[str, Any]]) -> dict[str, Any]:
    ahead, meetings = finished_before(
        len(agents), [game for result in results for game in result["games"]]
    )
    pairs = [
        {
            "agent": agents[row],
            "opponent": agents[column],
            "ahead": round(float(ahead[row, column]), 4),
            "games": int(meetings[row, column]),
        }
        for row in range(len(agents))
        for column in range(len(agents))
        if meetings[row, column]
    ]
    return {"title": title, "agents": list(agents), "pairs": pairs}


def readme_table(board: dict[str, Any]) -> str:
    """How often each agent finished before random and before the heuristic, game by game."""
    names = list(board["games"])
    agents = list(dict.fromkeys(a for name in names for a in board["games"][name]["agents"]))
    titles = [board["games"][name]["title"] for name in names]
    rows = [
        f"| `{agent}` | "
        + " | ".join(_shares(board["games"][name]["pairs"], agent) for name in names)
        + " |"
        for agent in agents
    ]
    return "\n".join([f"| agent | {' | '.join(titles)} |", "|---|" + "---|" * len(names), *rows])


def _shares(pairs: list[dict[str, Any]], agent: str) -> str:
    found = {pair["opponent"]: pair for pair in pairs if pair["agent"] == agent}
    return " / ".join(f"{found[c]['ahead']:.1%}" if c in found else "–" for c in COLUMNS)


def markdown(board: dict[str, Any]) -> str:
    """Every pair with its number of games and the 95 % interval."""
    lines = [
        "# Leaderboard",
        "",
        f"Games for {board['players']}; every deal is played in both seatings, on deals that no "
        "training used. A cell says how often the row's agent finished before the column's (ties "
        "count half), the 95 % interval, and the number of games. Written by `exozoo leaderboard`; "
        "the figures are in `leaderboard.json`.",
    ]
    for entry in board["games"].values():
        agents = entry["agents"]
        cells = {(pair["agent"], pair["opponent"]): pair for pair in entry["pairs"]}
        lines += ["", f"## {entry['title']}", "", f"| | {' | '.join(agents)} |"]
        lines.append("|---|" + "---|" * len(agents))
        for agent in agents:
            row = " | ".join(_cell(cells.get((agent, other))) for other in agents)
            lines.append(f"| {agent} | {row} |")
    return "\n".join([*lines, ""])


def _cell(pair: dict[str, Any] | None) -> str:
    if pair is None:
        return "–"
    low, high = wilson(pair["ahead"], pair["games"])
    return f"{pair['ahead']:.1%} ({low:.1%}–{high:.1%}; {pair['games']})"


def write_leaderboard(board: dict[str, Any], root: Path) -> list[Path]:
    """`docs/leaderboard.json` and `.md` under `root`, and the table between README's marks."""
    paths = [root / "docs" / "leaderboard.json", root / "docs" / "leaderboard.md"]
    readme = root / "README.md"
    before, after = split_readme(root)
    write_atomically(paths[0], json.dumps(board, indent=1) + "\n")
    write_atomically(paths[1], markdown(board))
    write_atomically(readme, f"{before}{BEGIN}\n{readme_table(board)}\n{END}{after}")
    return [*paths, readme]


def split_readme(root: Path) -> tuple[str, str]:
    """What stands before and after README's table; ValueError if it has no place for one."""
    readme = root / "README.md"
    text = readme.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{readme} has no lines {BEGIN} and {END}")
    before, rest = text.split(BEGIN, 1)
    return before, rest.split(END, 1)[1]
