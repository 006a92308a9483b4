"""README.md of a dataset, with its figures and a plot, for people and for sites that show datasets."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.training.datasets.manifest import Manifest
from exozoo.training.datasets.schema import DECISIONS, GAMES, schema
from exozoo.training.datasets.stats import Figures, figures

FILE, PLOT = "README.md", "distributions.png"
MEANINGS = {
    "game_id": "number of the game in this dataset, from 0",
    "game": "name of the game",
    "rules_version": "version of its rules, actions and observation",
    "options": "all options of the game, as JSON",
    "seed": "of the deal and of all chance in the game",
    "agents": "who played, seat by seat",
    "scores": "points of each seat at the end",
    "ranks": "place of each seat, 1 for the winners, ties sharing",
    "num_decisions": "length of `actions`",
    "actions": "every decision in order, whoever took it; forced ones are not counted",
    "ply": "number of the decision in its game, from 0",
    "seat": "who decided",
    "action": "what was chosen",
    "num_legal": "how many actions were legal",
    "target_kind": "what the weights are: probabilities, visits (of a search), points; '' if none were told",
    "target_actions": "the actions that the agent weighed, ids rising",
    "target_weights": "the weight of each of them",
    "value": "the agent's estimate of the position for its seat, on its own scale; nan if it gave none",
}


def write_card(manifest: Manifest, folder: Path, game: Game) -> Path:
    found = figures(folder, manifest)
    write_atomically(folder / PLOT, plot(found))
    return write_atomically(folder / FILE, _card(manifest, found, game))


def plot(found: Figures) -> bytes:
    """Distributions of scores and lengths, as a PNG."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    for axes, values, label in (
        (left, found.scores, "points of a seat"),
        (right, found.lengths, "decisions in a game"),
    ):
        bins = np.linspace(values.min() - 0.5, values.max() + 0.5, _bins(values) + 1)
        axes.hist(values, bins=bins, color="#30638e")
        axes.set_xlabel(label)
    left.set_ylabel("seats")
    right.set_ylabel("games")
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=100, metadata={"Software": None})
    return data.getvalue()


def _bins(values: np.ndarray) -> int:
    """One for each whole number, but no more than the eye can tell apart."""
    return int(min(values.max() - values.min() + 1, 60))


def _card(manifest: Manifest, found: Figures, game: Game) -> str:
    agents = "\n".join(
        f"| `{a.agent}` | {a.seats:,} | {a.won:.1%} | {a.score_mean:.1f} ± {a.score_sd:.1f} |"
        for a in found.agents
    )
    players = ", ".join(f"{n:,} for {seats}" for seats, n in found.games_of_players.items())
    held = [table for table in (GAMES, DECISIONS) if table in manifest.shards]
    others = "".join(f"- config_name: {t}\n  data_files: {t}/*.parquet\n" for t in held[1:])
    tables = "\n".join(_columns(table, manifest) for table in held)
    lengths = found.lengths
    return f"""---
configs:
- config_name: {GAMES}
  data_files: {GAMES}/*.parquet
  default: true
{others}---

# {game.title}: {found.games:,} games

| | |
| --- | --- |
| games | {found.games:,} ({players} players) |
| decisions | {found.decisions:,} |
| decisions in a game | {lengths.mean():.1f} ({lengths.min()} to {lengths.max()}) |
| bytes a decision in table `games` | {found.bytes / max(1, found.decisions):.2f} |
| rules | `{manifest.game}` version {manifest.rules_version}, sources `{manifest.rules_digest[:16]}` |

| agent | seats | first | points |
| --- | --- | --- | --- |
{agents}

![Distributions of points and lengths]({PLOT})

Made by

    {manifest.command}

{tables}

`dataset.json` holds counts and checksums; `exozoo dataset verify` compares them and plays every game again.
"""


def _columns(table: str, manifest: Manifest) -> str:
    lines = [
        f"| `{f.name}` | {_type(f)} | {MEANINGS[f.name]} |"
        for f in schema(table, manifest.num_actions)
    ]
    return "\n".join(
        [
            f"Table `{table}` (`{table}/*.parquet`):\n",
            "| column | type | |",
            "| --- | --- | --- |",
            *lines,
            "",
        ]
    )


def _type(field) -> str:
    inner = getattr(field.type, "value_type", None)
    return f"list of {inner}" if inner is not None else str(field.type)
