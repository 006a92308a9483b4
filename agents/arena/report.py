"""An arena's outcome as JSON, Markdown and a plot."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from exozoo.agents.arena.faults import faults_section
from exozoo.agents.arena.ratings import Summary
from exozoo.agents.arena.run import ArenaSettings
from exozoo.agents.arena.usage import usage_section
from exozoo.envs.core.files import write_atomically

LABEL = 28  # characters of a name in the plot


def write_report(settings: ArenaSettings, summary: Summary, folder: Path) -> list[Path]:
    """`report.json`, `report.md` and `report.png` in the folder."""
    data = {
        "settings": asdict(settings),
        "games": summary.games,
        "agents": [asdict(line) for line in summary.agents],
        "finished_before": summary.ahead.round(4).tolist(),
        "meetings": summary.meetings.tolist(),
        "faults": [asdict(line) for line in summary.faults],
        "usage": [asdict(line) for line in summary.usage],
    }
    paths = [folder / f"report.{kind}" for kind in ("json", "md", "png")]
    write_atomically(paths[0], json.dumps(data, indent=1))
    write_atomically(paths[1], markdown(settings, summary))
    plot(settings, summary, paths[2])
    return paths


def markdown(settings: ArenaSettings, summary: Summary) -> str:
    """Both tables, with what is needed to repeat them."""
    options = ", ".join(f"{name}={value}" for name, value in settings.options.items()) or "none"
    return "\n".join(
        [
            f"# Arena: {settings.game}, {settings.players} players",
            "",
            f"{summary.games} games; every deal is played in all rotations of the seats. "
            f"Seed {settings.seed}, further options: {options}.",
            "",
            *ratings_table(summary),
            "",
            "Share of meetings in which the row finished before the column (ties count half):",
            "",
            *matrix_table(summary),
            "",
            *usage_section(summary.usage),
            *faults_section(summary.faults),
        ]
    )


def ratings_table(summary: Summary) -> list[str]:
    head = "| agent | rating | games | won | mean place | score | 5–95 % | ms per decision |"
    rows = [
        f"| {line.agent} | {line.rating:.1f} ± {line.uncertainty:.1f} | {line.games} "
        f"| {line.won:.1%} ({line.won_low:.1%}–{line.won_high:.1%}) | {line.place:.2f} "
        f"| {line.score_mean:.1f} ± {line.score_sd:.1f} "
        f"| {line.score_low:.0f}–{line.score_high:.0f} | {line.milliseconds:.2f} |"
        for line in summary.agents
    ]
    return [head, "|---|---|---|---|---|---|---|---|", *rows]


def matrix_table(summary: Summary) -> list[str]:
    names = [line.agent for line in summary.agents]
    head = "| | " + " | ".join(names) + " |"
    rows = [
        f"| **{name}** | "
        + " | ".join(
            "–" if not summary.meetings[row, column] else f"{summary.ahead[row, column]:.1%}"
            for column in range(len(names))
        )
        + " |"
        for row, name in enumerate(names)
    ]
    return [head, "|---" * (len(names) + 1) + "|", *rows]


def plot(settings: ArenaSettings, summary: Summary, path: Path) -> None:
    """Ratings with their uncertainty, and the matrix in colours."""
    from matplotlib.figure import Figure

    names = [_short(line.agent) for line in summary.agents]
    figure = Figure(figsize=(11, 1.6 + 0.6 * len(names)), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    places = range(len(names))
    left.errorbar(
        [line.rating for line in summary.agents],
        places,
        xerr=[2 * line.uncertainty for line in summary.agents],
        fmt="o",
        capsize=4,
    )
    left.set_yticks(places, names)
    left.set_ylim(len(names) - 0.5, -0.5)
    left.set_xlabel("openskill rating ± 2 sigma")
    left.set_title(f"{settings.game}, {settings.players} players, {summary.games} games")
    right.imshow(summary.ahead, vmin=0, vmax=1, cmap="RdYlGn", aspect="auto")
    for row in places:
        for column in places:
            if summary.meetings[row, column]:
                share = f"{summary.ahead[row, column]:.0%}"
                right.text(column, row, share, ha="center", va="center")
    right.set_xticks(places, names, rotation=30, ha="right")
    right.set_yticks([])
    right.set_title("row finished before column")
    figure.savefig(path, dpi=120)


def _short(name: str) -> str:
    """A name that fits beside a plot; of a program's command line the end says most."""
    return name if len(name) <= LABEL else f"…{name[1 - LABEL :]}"
