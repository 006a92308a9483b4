"""The networks that come with the package: how strong each is, and what training it again comes to.

    exozoo train gaia_project --out runs/again
    python -m exozoo.benchmarks.networks runs/again --docs docs/networks.md --readme README.md

A run counts as a repetition if its config is that of the network, but for the seed. Both were evaluated at
the end of their training in the same way; the figures are read from what that left behind.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from math import hypot, sqrt
from pathlib import Path
from typing import Any

from exozoo.agents.evaluation.leaderboard import split_page
from exozoo.agents.policy import shipped_checkpoint
from exozoo.benchmarks.command import Parser, data_of, in_a_line
from exozoo.benchmarks.strength.measure import stamp
from exozoo.envs.core.files import parse_json, write_atomically
from exozoo.envs.registry import game_names, load_game

Row = dict[str, Any]
FORMAT = "exozoo-networks"
BEGIN, END = "<!-- networks -->", "<!-- end of networks -->"
DIGITS = 4
TOLD = ("ahead", "low", "high", "score", "opponent_score", "games")
HEAD = [
    "# The networks that come with the package",
    "",
    "Written by `python -m exozoo.benchmarks.networks`; the figures are in `networks.json`. How often a network finishes before the "
    "opponent in all other seats, ties half, with the 95 % interval, on deals that no other evaluation uses; alone both play the same "
    "deals. [training.md](training.md#the-networks-that-come-with-the-package) says how they are trained, [strength.md](strength.md) has more opponents.",
]


def shipped(game: str) -> Row:
    """What the file beside a game's network tells of it."""
    file = shipped_checkpoint(load_game(game)).with_suffix(".json")
    return _row(parse_json(file.read_text("utf-8")))


def repetition(folder: Path) -> Row:
    """What a finished run came to; ValueError if it repeats no training of a network that is shipped."""
    report = folder / "report.json"
    if not report.is_file():
        raise ValueError(f"{folder} holds no finished run: report.json is missing")
    try:
        row = _row(parse_json(report.read_text("utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{report} is no report of a run, or damaged") from None
    if row["game"] not in game_names() or load_game(row["game"]).extras.network is None:
        raise ValueError(f"{folder}: no network comes with {row['game']}")
    other = sorted(_differences(shipped(row["game"])["config"], row["config"]))
    if other:
        raise ValueError(f"{folder} repeats no training: its config has another {', '.join(other)}")
    return row


def _row(facts: Any) -> Row:
    from exozoo.training.config import TrainConfig

    config = TrainConfig(**facts["config"]).model_dump()  # files of before lack newer entries
    tables = [
        {"players": result["players"], "opponent": text.split(", ")[0]}
        | {name: round(result[name], DIGITS) for name in TOLD}
        for text, result in facts["evaluation"].items()
    ]
    return {
        "game": config["game"],
        "seed": config["seed"],
        "decisions": facts["steps"],
        "seconds": round(facts["seconds"]),
        "tables": sorted(tables, key=lambda table: table["players"]),
        "config": config,
    }


def _differences(one: Row, other: Row) -> Iterable[str]:
    """Names of the entries in which two configs differ, seeds left out."""
    for name in one.keys() | other.keys():
        if name != "seed" and one.get(name) != other.get(name):
            yield name


def beside(network: Row, again: Row) -> Row:
    """A repetition with its differences to the network, table by table and on average over the tables."""
    tables, gaps, widths = [], [], []
    for table, own in zip(again["tables"], network["tables"], strict=True):
        gap = table["ahead"] - own["ahead"]
        width = hypot(*((one["high"] - one["low"]) / 2 for one in (table, own)))
        gaps.append(gap)
        widths.append(width)
        tables.append(table | _gap(gap, width))
    count = len(gaps)
    mean = _gap(sum(gaps) / count, sqrt(sum(w**2 for w in widths)) / count)
    kept = ("game", "seed", "decisions", "seconds")
    marks = {"network": stamp(load_game(again["game"]))["network"]}
    return {name: again[name] for name in kept} | marks | {"tables": tables, "mean": mean}


def _gap(gap: float, width: float) -> Row:
    """The games of two networks are counted as independent, which makes the interval rather too wide."""
    return {"gap": round(gap, DIGITS), "width": round(width, DIGITS), "same": abs(gap) <= width}


def load_repetitions(path: Path) -> list[Row]:
    """Those of earlier calls, of networks that are still shipped; ValueError if the file is of another kind."""
    if not path.exists():
        return []
    found: Any = parse_json(path.read_text("utf-8"))
    try:
        rows: list[Row] = found["repetitions"] if found["format"] == FORMAT else [{}]
        return [row for row in rows if row["network"] == stamp(load_game(row["game"]))["network"]]
    except (KeyError, TypeError):
        raise ValueError(f"{path} holds no figures of this command; choose another file") from None


def joined(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """Newer repetitions take the place of older ones with the same seed."""
    found = {(row["game"], row["seed"]): row for row in (*old, *new)}
    return sorted(found.values(), key=lambda row: (row["game"], row["seed"]))


def markdown(networks: Sequence[Row], repetitions: Sequence[Row]) -> str:
    lines = list(HEAD)
    for network in networks:
        lines += ["", f"## {load_game(network['game']).title}", ""]
        again = [row for row in repetitions if row["game"] == network["game"]]
        names = ["shipped", *(f"again, seed {row['seed']}" for row in again)]
        lines += [f"| players | opponent | {' | '.join(names)} |", "|---" * (len(names) + 2) + "|"]
        for number, table in enumerate(network["tables"]):
            cells = [_cell(table), *(_cell(row["tables"][number]) for row in again)]
            lines.append(f"| {table['players']} | `{table['opponent']}` | {' | '.join(cells)} |")
        lines += ["", f"- Shipped: {_work(network)}, seed {network['seed']}."]
        lines += [_verdict(row) for row in again]
    return "\n".join([*lines, ""])


def _cell(table: Row) -> str:
    return f"{table['ahead']:.1%} ({table['low']:.1%}–{table['high']:.1%})"


def _work(row: Row) -> str:
    return f"{row['decisions']:,} decisions of its own, {row['seconds'] / 60:.0f} minutes with imitation, evaluations left out"


def _verdict(row: Row) -> str:
    same = sum(table["same"] for table in row["tables"])
    mean = row["mean"]
    return (
        f"- Again, seed {row['seed']}: {_work(row)}. The same within the 95 % interval of the difference at {same} of "
        f"{len(row['tables'])} tables; on average over them {mean['gap']:+.1%} ± {mean['width']:.1%}."
    )


def readme_table(networks: Sequence[Row]) -> str:
    """How often each network finishes before the opponent, at tables of two and more."""
    sizes = sorted({t["players"] for n in networks for t in n["tables"] if t["players"] > 1})
    lines = [f"| | {' | '.join(f'{size} players' for size in sizes)} |", "|---" * (len(sizes) + 1)]
    lines[1] += "|"
    for network in networks:
        ahead = {table["players"]: f"{table['ahead']:.1%}" for table in network["tables"]}
        cells = " | ".join(ahead.get(size, "") for size in sizes)
        lines.append(f"| {load_game(network['game']).title} | {cells} |")
    return "\n".join(lines)


def with_table(page: Path, networks: Sequence[Row]) -> str:
    """The page with its table anew; ValueError if it has no place for one."""
    before, after = split_page(page, BEGIN, END)
    return f"{before}{BEGIN}\n{readme_table(networks)}\n{END}{after}"


@in_a_line
def main(words: Sequence[str] | None = None) -> None:
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="*", type=Path, help="folders of finished runs")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="page to write")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="page with a table to renew")
    given = parser.parse_args(words)
    networks = [shipped(name) for name in game_names() if load_game(name).extras.network]
    by_game = {network["game"]: network for network in networks}
    new = [repetition(folder) for folder in given.runs]
    old = load_repetitions(data_of(given.docs)) if given.docs else []
    readme = given.readme and with_table(given.readme, networks)
    rows = joined(old, [beside(by_game[row["game"]], row) for row in new])
    page = markdown(networks, rows)
    print(page)
    if given.docs:
        told = [{k: v for k, v in row.items() if k != "config"} for row in networks]
        data = {"format": FORMAT, "networks": told, "repetitions": rows}
        write_atomically(data_of(given.docs), json.dumps(data, indent=1) + "\n")
        write_atomically(given.docs, page)
    if given.readme:
        write_atomically(given.readme, readme)


if __name__ == "__main__":
    main()
