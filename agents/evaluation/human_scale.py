"""What agents score among their like, at every table, beside what people score."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.evaluation.figures import is_quick, mean_interval
from exozoo.agents.evaluation.play import Results, Tell, play_cells, silent
from exozoo.agents.evaluation.protocol import Cell, Protocol
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.resources import resource
from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.records import read
from exozoo.envs.registry import load_game

PEOPLE = "exozoo.agents.evaluation:data/people.toml"
DIGITS = 2


def play_human_scale(
    protocol: Protocol,
    games: Sequence[str],
    folder: Path,
    agents: Sequence[str],
    root: Path,
    workers: Workers = HERE,
    tell: Tell = silent,
    quick: bool = False,
) -> dict[str, Any]:
    """Every agent in all seats, at each table from two players on; resumable in `folder`.

    The deals and numbers of games are the protocol's; the first ones tell who is fast, further ones are not
    timed, and search plays none. `root` is the folder that recorded games are in.
    """
    people = people_scores(root)
    cells = [
        Cell(game, players, agent)
        for game in games
        for players in range(2, load_game(game).max_players + 1)
        for agent in agents
    ]
    results = play_cells(protocol, cells, folder, workers, tell, "tasks", quick)
    fast = [c for c in cells if not quick and is_quick(protocol, c, results[c])]
    further = [Cell(c.game, c.players, c.agent, further=True) for c in fast]
    what = "tasks of further games"
    results |= play_cells(protocol, further, folder, workers, tell, what, timed=False)
    return {
        "protocol": protocol.stamp,
        "exozoo": version("exozoo"),
        "quick": quick,
        "agents": list(agents),
        "games": {game: _entry(game, agents, results) for game in games},
        "people": [entry for entry in people if entry["game"] in games],
    }


def _entry(game: str, agents: Sequence[str], results: Results) -> dict[str, Any]:
    tables: dict[str, dict[str, Any]] = {}
    for players in range(2, load_game(game).max_players + 1):
        for agent in agents:
            parts = [Cell(game, players, agent, further=further) for further in (False, True)]
            tasks = [task for cell in parts for task in results.get(cell, ())]
            played = [entry for task in tasks for entry in task["games"]]
            tables.setdefault(str(players), {})[agent] = point_figures(played)
    return {"title": load_game(game).title, "tables": tables}


def point_figures(games: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Mean points of a seat and of the winners, with the 95 % interval of the first, and the most."""
    scores = [score for game in games for score in game["scores"]]
    deals = [number for number, game in enumerate(games) for _ in game["scores"]]
    mean, low, high = mean_interval(scores, deals)
    winners = [game["scores"][game["ranks"].index(1)] for game in games]
    figures = {"mean": mean, "low": low, "high": high, "winner": np.mean(winners)}
    rounded = {name: round(float(value), DIGITS) for name, value in figures.items()}
    return {"games": len(games), **rounded, "best": max(scores)}


def people_scores(root: Path) -> list[dict[str, Any]]:
    """The entries of people.toml; recorded games are played again here, and their points taken."""
    entries = tomllib.loads(resource(PEOPLE).read_text(encoding="utf-8"))["scores"]
    found = []
    for entry in entries:
        if "logs" in entry:
            entry = {**entry, **_recorded(root, entry)}
        elif "points" in entry:
            points = entry["points"]
            entry = {**entry, "games": 1, "mean": float(np.mean(points)), "winner": max(points)}
        found.append(entry)
    return found


def _recorded(root: Path, entry: dict[str, Any]) -> dict[str, Any]:
    paths = sorted(root.glob(entry["logs"]))
    if not paths:
        raise ValueError(f"{root / entry['logs']}: there are no recorded games; name their --root")
    replays = [read(path, load_game(entry["game"])) for path in paths]
    games = [{"scores": list(r.scores), "ranks": list(r.ranking)} for r in replays if r.over]
    return point_figures(games)


def markdown(scale: dict[str, Any]) -> str:
    """A table for each game."""
    lines = [
        "# Beside people",
        "",
        f"Points of each agent in games among its like, by the deals of `{scale['protocol']['name']}` (exozoo "
        f"{scale['exozoo']}{', only a few games' if scale['quick'] else ''}): mean of all seats with the 95 % "
        "interval, mean of the winners, number of games. Below each table what people score, where a public source "
        "says it. Points depend on who else plays: compare rows of the same table. Written by `exozoo human-scale`; the "
        "figures are in `human_scale.json`.",
    ]
    for name, entry in scale["games"].items():
        sizes = list(entry["tables"])
        lines += ["", f"## {entry['title']}", ""]
        lines += [
            f"| | {' | '.join(f'{n} players' for n in sizes)} |",
            "|---" * (len(sizes) + 1) + "|",
        ]
        for agent in scale["agents"]:
            cells = [_cell(entry["tables"][players][agent]) for players in sizes]
            lines.append(f"| `{agent}` | {' | '.join(cells)} |")
        told = [_words(people) for people in scale["people"] if people["game"] == name]
        lines += ["", *(told or ["People: no public source with scores was found."])]
    return "\n".join([*lines, ""])


def _cell(figures: dict[str, float]) -> str:
    return (
        f"{figures['mean']:.1f} ({figures['low']:.1f}–{figures['high']:.1f}), "
        f"winners {figures['winner']:.1f}; {figures['games']}"
    )


def _words(entry: dict[str, Any]) -> str:
    """One line of Markdown about people."""
    source = f"[{entry['source']}]({entry['url']})" if "url" in entry else entry["source"]
    games = f"{entry['games']} game{'s' if entry['games'] > 1 else ''}"
    if "winners" in entry:
        low, high = entry["winners"]
        said = f"winners {low} to {high}"
    else:
        said = f"mean {entry['mean']:.1f}, winners {entry['winner']:.1f}"
    return f"- People, {entry['players']} players: {said} ({games}; {source})."


def write_human_scale(scale: dict[str, Any], root: Path) -> list[Path]:
    """`docs/human_scale.json` and `.md` under `root`."""
    paths = [root / "docs" / f"human_scale.{kind}" for kind in ("json", "md")]
    write_atomically(paths[0], json.dumps(scale, indent=1) + "\n")
    write_atomically(paths[1], markdown(scale))
    return paths
