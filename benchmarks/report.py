"""Tables of a run: for the terminal, and for the generated part of docs/benchmarks.md.

    python -m exozoo.benchmarks.report build/bench/results.json [--docs docs/benchmarks.md]

Text of the page outside the two marks is written by hand and stays as it is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table

from exozoo.benchmarks.goals import met
from exozoo.benchmarks.measure import spread
from exozoo.envs.core.files import write_atomically
from exozoo.envs.registry import load_game

BEGIN, END = "<!-- generated: begin -->", "<!-- generated: end -->"
TITLE = "# How fast exozoo is\n"
PICTURE = "scaling.png"
PLAYING = {
    "kernel": "in the kernel",
    "batch": "`Batch`: mask + step",
    "batch_observed": "`Batch`: mask + step + observation",
    "batch_observed_2": "the same, 2 threads",
    "vector": "`GameVectorEnv`, learner's steps",
    "self_play": "`self_play=True`",
    "raw_env": "`raw_env`",
    "env": "`env`",
    "gymnasium": "`gymnasium.make`",
}
ONE = {"one": "mask + step", "one_observed": "mask + step + observation"}
CALLS = ("copy", "legal_actions", "step", "observe")


@dataclass
class Grid:
    """One table."""

    title: str
    columns: Sequence[str]
    note: str = ""
    rows: list[Sequence[str]] = field(default_factory=list)

    def rich(self) -> Table:
        table = Table(title=self.title, caption=self.note or None)
        for number, column in enumerate(self.columns):
            table.add_column(column.replace("`", ""), justify="right" if number else "left")
        for row in self.rows:
            table.add_row(*row)
        return table

    def markdown(self) -> str:
        lines = [f"### {self.title}", ""]
        if self.note:
            lines += [self.note, ""]
        lines += ["| " + " | ".join(self.columns) + " |", "|---" * len(self.columns) + "|"]
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines) + "\n"


class Results:
    """Figures of a run, found by what they are."""

    def __init__(self, data: dict[str, Any]):
        self.data = data
        self.figures: list[dict[str, Any]] = data["figures"]

    def find(self, **wanted: Any) -> list[dict[str, Any]]:
        return [f for f in self.figures if all(f.get(k) == v for k, v in wanted.items())]

    def cell(self, show: Callable[[float], str], **wanted: Any) -> str:
        found = self.find(**wanted)
        return shown(found[0], show) if found else "–"

    def tables_of(self) -> list[tuple[str, int]]:
        """(game, players), in the order of measuring."""
        pairs = [(f["game"], f["players"]) for f in self.find(group="game")]
        return list(dict.fromkeys(pairs))


def shown(figure: dict[str, Any], show: Callable[[float], str]) -> str:
    """Median and spread: half the way from the lowest to the highest sample."""
    if not figure["samples"]:
        return "failed"
    middle, low, high = spread(figure["samples"])
    if len(figure["samples"]) == 1:
        return show(middle)
    return f"{show(middle)} ±{50 * (high - low) / middle:.0f} %"


def per_second(value: float) -> str:
    return f"{value / 1000:,.0f}k" if value >= 10_000 else f"{value:,.0f}"


def microseconds(value: float) -> str:
    return f"{1e6 / value:.1f}"


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s"


def title_of(game: str) -> str:
    return load_game(game).title


def tables(data: dict[str, Any]) -> Iterator[Grid]:
    results = Results(data)
    yield from (_playing(results), _one(results))
    for batched in (True, False):
        if results.find(group="peer", batched=batched):
            yield _peers(results, batched)
    yield _starts(results)
    for group, key in (("batch size", "envs"), ("threads", "threads"), ("players", "players")):
        if results.find(group=group):
            yield _scaling(results, group, key)
    yield _goals(data)


def _playing(results: Results) -> Grid:
    grid = Grid(
        "Decisions per second of our games",
        ("game, players", *PLAYING.values()),
        "1,024 games unless it says otherwise, one core unless it says threads. An action is drawn"
        " among the legal ones everywhere. A learner's step of `GameVectorEnv` and `gymnasium.make`"
        " holds the decisions of its random opponents. `Batch` and `GameVectorEnv(copy=False)` hand out"
        " arrays that the next step overwrites.",
    )
    for game, players in results.tables_of():
        wanted = {"group": "game", "game": game, "players": players}
        cells = [results.cell(per_second, **wanted, what=what) for what in PLAYING]
        grid.rows.append((f"{title_of(game)}, {players}", *cells))
    return grid


def _one(results: Results) -> Grid:
    grid = Grid(
        "One game at a time from Python",
        (
            "game, players",
            *(f"`{c}`, µs" for c in CALLS),
            *(f"{t}, a second" for t in ONE.values()),
        ),
    )
    for game, players in results.tables_of():
        wanted = {"group": "game", "game": game, "players": players}
        cells = [results.cell(microseconds, **wanted, what=what) for what in CALLS]
        cells += [results.cell(per_second, **wanted, what=what) for what in ONE]
        grid.rows.append((f"{title_of(game)}, {players}", *cells))
    return grid


OURS_BESIDE = {  # by (batched, observed)
    (True, False): "batch",
    (True, True): "batch_observed",
    (False, False): "one",
    (False, True): "one_observed",
}


def _peers(results: Results, batched: bool) -> Grid:
    how = "many games at once" if batched else "one decision at a time from Python"
    grid = Grid(
        f"Beside other libraries: {how}, decisions per second, one core",
        ("library, game", "mask + step", "ours", "mask + step + observation", "ours"),
        "No peer has our games: each plays its own at random. “Ours” is how many times as fast our"
        " slowest and fastest game (all player counts) do the same work"
        + (" (`Batch` of 1,024)." if batched else " (`legal_actions`, `observe`, `step`).")
        + (" Of a peer, the best batch size counts." if batched else ""),
    )
    found = results.find(group="peer", batched=batched)
    for peer, game in dict.fromkeys((f["peer"], f["game"]) for f in found):
        row = [f"{peer}, {game}"]
        for observed in (False, True):
            row += _peer_cells(results, peer, game, batched, observed)
        grid.rows.append(row)
    return grid


def _peer_cells(
    results: Results, peer: str, game: str, batched: bool, observed: bool
) -> tuple[str, str]:
    tried = results.find(group="peer", peer=peer, game=game, observed=observed)
    measured = [figure for figure in tried if figure["samples"]]
    if not measured:
        missing = "not offered" if observed else "not offered alone"
        return (tried[0].get("error", "failed") if tried else missing, "")
    best = max(measured, key=lambda figure: spread(figure["samples"])[0])
    ours = results.find(group="game", what=OURS_BESIDE[batched, observed])
    rates = sorted(spread(figure["samples"])[0] for figure in ours if figure["samples"])
    size = f" ({best['envs']:,} games)" if batched else ""
    peers = spread(best["samples"])[0]
    times = f"{rates[0] / peers:.1f}–{rates[-1] / peers:.1f} ×" if rates else ""
    return shown(best, per_second) + size, times


def _starts(results: Results) -> Grid:
    grid = Grid("Starting, and memory", ("what", "found"))
    for figure in results.find(group="start"):
        name = {
            "import": "`import exozoo`",
            "warm start": "first step from a new process, compiled before",
            "cold start": "`exozoo warm` with an empty cache, all games above",
        }[figure["what"]]
        if figure.get("game"):
            name += f": {title_of(figure['game'])}"
        grid.rows.append((name, figure.get("error") or shown(figure, seconds)))
    for figure in results.find(group="memory"):
        kind = "states" if figure["what"] == "states" else "a whole `Batch`"
        name = f"10,000 games of {title_of(figure['game'])} at a full table: {kind}"
        grid.rows.append((name, f"{figure['samples'][0]:,.0f} MB"))
    return grid


def _scaling(results: Results, group: str, key: str) -> Grid:
    found = results.find(group=group)
    values = sorted({figure[key] for figure in found})
    grid = Grid(
        f"`Batch`, mask + step + observation, by {group}",
        ("game", *(f"{value:,}" for value in values)),
    )
    for game in dict.fromkeys(figure["game"] for figure in found):
        cells = [results.cell(per_second, group=group, game=game, **{key: v}) for v in values]
        grid.rows.append((title_of(game), *cells))
    return grid


def _goals(data: dict[str, Any]) -> Grid:
    grid = Grid("Goals", ("goal", "wanted", "found, at its worst", ""))
    grid.rows.extend(met(data["figures"]))
    return grid


def page(data: dict[str, Any], plotted: bool = True) -> str:
    """The generated part of docs/benchmarks.md."""
    machine = data["machine"]
    lines = [
        BEGIN,
        f"Measured {machine['date']} by `make bench` in {data['seconds'] / 60:.0f} minutes:"
        f" {machine['processor']}, {machine['cores']} cores, load {machine['load']} before;"
        f" Python {machine['python']}, numba {machine['numba']}, numpy {machine['numpy']}."
        f" Medians of {data['rounds']} rounds, each of which measures everything in turn;"
        " ± is half the way from the lowest to the highest.",
        "",
        *([f"![Decisions per second by batch size](pictures/{PICTURE})", ""] if plotted else []),
        *(table.markdown() for table in tables(data)),
        *(f"- {name}: {reason}" for name, reason in data["skipped"].items()),
        END,
    ]
    return "\n".join(lines)


def with_page(old: str, new: str) -> str:
    """The page with its generated part replaced, or put below the title if there is none."""
    if BEGIN in old and END in old:
        before, _, rest = old.partition(BEGIN)
        return before + new + rest.partition(END)[2]
    first, _, rest = old.partition("\n") if old.startswith("# ") else (TITLE.strip(), "", old)
    return f"{first}\n\n{new}\n" + (f"\n{rest.strip()}\n" if rest.strip() else "")


def write(
    results: Path, picture: Path, docs: Path | None, say: Callable[[str], object] = print
) -> None:
    """Plot a run and, if asked for, put it into the page."""
    data = json.loads(results.read_text(encoding="utf-8"))
    plotted = False
    try:
        from exozoo.benchmarks.plot import plot
    except ImportError as error:
        say(f"no picture: {error}; pip install 'exozoo[bench]'")
    else:
        say(f"picture: {plot(data, picture)}")
        plotted = True
        if docs:
            target = docs.parent / "pictures" / PICTURE
            write_atomically(target, picture.read_bytes())
    if docs:
        old = docs.read_text(encoding="utf-8") if docs.exists() else ""
        say(f"page: {write_atomically(docs, with_page(old, page(data, plotted)))}")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("--docs", type=Path, default=Path("docs/benchmarks.md"))
    chosen = parser.parse_args(words)
    write(chosen.results, chosen.results.with_name(PICTURE), chosen.docs)


if __name__ == "__main__":
    main()
