"""All agents against each other in every game: docs/leaderboard.json, .md and README's table.

The games are those of the protocol (deals, numbers of games, classes of time), with every agent of the
list in the place of the fixed opponents.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from exozoo.agents.arena.ratings import rate
from exozoo.agents.evaluation.figures import is_quick, table_figures, time_figures
from exozoo.agents.evaluation.play import Results, Tell, play_cells, silent
from exozoo.agents.evaluation.protocol import Cell, Protocol
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.registry import load_game

AGENTS = ("random", "heuristic", "policy", "mcts(simulations=50)")
SIZES = (2, 4)  # players
COLUMNS = ("random", "heuristic")  # of README's first table
RIVAL = "heuristic"  # of its second
BEGIN, END = "<!-- leaderboard -->", "<!-- end of leaderboard -->"


def play_leaderboard(
    protocol: Protocol,
    games: Sequence[str],
    folder: Path,
    agents: Sequence[str] = AGENTS,
    workers: Workers = HERE,
    tell: Tell = silent,
    quick: bool = False,
) -> dict[str, Any]:
    """`folder` keeps the results; after a kill the same call goes on with what is missing.

    First every agent plays itself, which tells how long it thinks and so how many games each pair plays. Those
    are not timed, so that agents are asked about all games of a task at once.
    """
    alone = [Cell(g, n, agent) for g in games for n in SIZES for agent in agents]
    results = play_cells(protocol, alone, folder, workers, tell, "tasks of each alone", quick)
    fast = {
        (cell.game, cell.agent)
        for cell in alone
        if cell.players == SIZES[0] and is_quick(protocol, cell, results[cell])
    }
    cells = [
        Cell(game, players, *pair, further)
        for further in (False, True)
        for game in games
        for players in SIZES
        for pair in _pairs(agents, players)
        if not (further and quick)
        and _meet(players, further, *((game, agent) in fast for agent in pair))
    ]
    what = "tasks of pairs"
    results |= play_cells(protocol, cells, folder, workers, tell, what, quick, timed=False)
    return {
        "protocol": protocol.stamp,
        "exozoo": version("exozoo"),
        "quick": quick,
        "agents": list(agents),
        "games": {game: _entry(protocol, game, agents, results) for game in games},
    }


def _pairs(agents: Sequence[str], players: int) -> list[tuple[str, str]]:
    """Who meets whom: of two seats a pair is the same either way round."""
    return list(combinations(agents, 2) if players == 2 else permutations(agents, 2))


def _meet(players: int, further: bool, agent_is_fast: bool, opponent_is_fast: bool) -> bool:
    """Whether a pair plays: slow agents no further games, nor in all seats around a fast one.

    Those would take most of the time.
    """
    if further:
        return agent_is_fast and opponent_is_fast
    return players == 2 or opponent_is_fast or not agent_is_fast


def _entry(
    protocol: Protocol, game: str, agents: Sequence[str], results: Results
) -> dict[str, Any]:
    own = {cell: tasks for cell, tasks in results.items() if cell.game == game}
    speeds = {agent: time_figures(protocol, own[Cell(game, SIZES[0], agent)]) for agent in agents}
    tables = {str(players): _table(players, agents, own) for players in SIZES}
    return {"title": load_game(game).title, "times": speeds, "tables": tables}


def _table(players: int, agents: Sequence[str], results: Results) -> dict[str, Any]:
    """Ratings of all agents at tables of this size, and a cell for each pair."""
    pairs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    alone = {}
    for cell, tasks in results.items():
        games = [game for task in tasks for game in task["games"]]
        if cell.players == players and cell.opponent is None:
            scores = [score for game in games for score in game["scores"]]
            alone[cell.agent] = round(sum(scores) / len(scores), 2)
        elif cell.players == players and cell.opponent is not None:
            pairs.setdefault((cell.agent, cell.opponent), []).extend(games)
            if players == 2:
                turned = [{**g, "seats": [1 - s for s in g["seats"]]} for g in games]
                pairs.setdefault((cell.opponent, cell.agent), []).extend(turned)
    numbered = [
        {**game, "seats": [agents.index((row, column)[seat]) for seat in game["seats"]]}
        for (row, column), games in pairs.items()
        if players != 2 or agents.index(row) < agents.index(column)
        for game in games
    ]
    ratings = rate(len(agents), numbered)
    return {
        "ratings": {
            agent: {"rating": round(mean, 2), "deviation": round(deviation, 2)}
            for agent, (mean, deviation) in zip(agents, ratings, strict=True)
        },
        "points_alone": alone,
        "pairs": [
            {"agent": row, "opponent": column, **table_figures(games)}
            for (row, column), games in sorted(pairs.items())
        ],
    }


def readme_table(board: dict[str, Any]) -> str:
    """Both tables that README shows."""
    names, agents = list(board["games"]), board["agents"]
    titles = " | ".join(board["games"][name]["title"] for name in names)
    head = [f"| agent | {titles} |", "|---|" + "---|" * len(names)]

    def rows(cell: Any) -> list[str]:
        cells = {
            agent: " | ".join(cell(board["games"][n], agent) for n in names) for agent in agents
        }
        return [f"| `{agent}` | {text} |" for agent, text in cells.items()]

    return "\n".join(
        [
            f"For two, how often each finished before `{COLUMNS[0]}` / before `{COLUMNS[1]}`:",
            "",
            *head,
            *rows(_shares),
            "",
            f"For four, mean place of one among three of `{RIVAL}` (2.5 is fair):",
            "",
            *head,
            *rows(_place),
        ]
    )


def _found(entry: dict[str, Any], players: str, agent: str) -> dict[str, dict[str, Any]]:
    pairs = entry["tables"][players]["pairs"]
    return {pair["opponent"]: pair for pair in pairs if pair["agent"] == agent}


def _shares(entry: dict[str, Any], agent: str) -> str:
    found = _found(entry, "2", agent)
    return " / ".join(f"{found[c]['ahead']:.1%}" if c in found else "–" for c in COLUMNS)


def _place(entry: dict[str, Any], agent: str) -> str:
    found = _found(entry, "4", agent)
    return f"{found[RIVAL]['place']:.2f}" if RIVAL in found else "–"


def markdown(board: dict[str, Any]) -> str:
    """Every pair with its number of games and the 95 % interval, and each agent's rating and time."""
    lines = [
        "# Leaderboard",
        "",
        f"Played by the protocol `{board['protocol']['name']}` ([agents.md](agents.md#evaluation)), exozoo "
        f"{board['exozoo']}{', only a few games (--quick)' if board['quick'] else ''}. The row's agent takes "
        "each seat in turn on every deal, the column's all others. A cell is its mean place (ties share the mean "
        "of theirs) with the 95 % interval, and the number of games: fewer where one of the two searches or takes "
        "10 ms a decision or more; for four, such an agent does not sit in all other seats around another. Ratings are "
        "OpenSkill's, among the agents of the table. Written by `exozoo leaderboard`; "
        "the figures are in `leaderboard.json`.",
    ]
    for entry in board["games"].values():
        for players, table in entry["tables"].items():
            fair = (int(players) + 1) / 2
            lines += ["", f"## {entry['title']}, {players} players (fair place {fair:g})", ""]
            lines += _matrix(board["agents"], entry["times"], table)
    return "\n".join([*lines, ""])


def _matrix(agents: Sequence[str], times: dict[str, Any], table: dict[str, Any]) -> list[str]:
    cells = {(pair["agent"], pair["opponent"]): pair for pair in table["pairs"]}
    head = ["agent", "rating", "ms", "points among its like", *agents]
    rows = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for agent in agents:
        rating = table["ratings"][agent]
        facts = [
            f"{rating['rating']:.1f} ± {2 * rating['deviation']:.1f}",
            f"{times[agent]['milliseconds']:.2f}",
            f"{table['points_alone'][agent]:.1f}",
        ]
        places = [_cell(cells.get((agent, other))) for other in agents]
        rows.append(f"| {' | '.join([agent, *facts, *places])} |")
    return rows


def _cell(pair: dict[str, Any] | None) -> str:
    if pair is None:
        return "–"
    return (
        f"{pair['place']:.2f} ({pair['place_low']:.2f}–{pair['place_high']:.2f}; {pair['games']})"
    )


def write_leaderboard(board: dict[str, Any], root: Path) -> list[Path]:
    """`docs/leaderboard.json` and `.md` under `root`, and the tables between README's marks."""
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
    if not readme.is_file():
        raise ValueError(f"{readme}: there is none; name the project's folder by --root")
    return split_page(readme, BEGIN, END)


def split_page(page: Path, begin: str, end: str) -> tuple[str, str]:
    """What stands before and after the lines that a command writes; ValueError if there are no marks for them."""
    text = page.read_text(encoding="utf-8")
    if begin not in text or end not in text:
        raise ValueError(f"{page} has no lines {begin} and {end}")
    before, rest = text.split(begin, 1)
    return before, rest.split(end, 1)[1]
