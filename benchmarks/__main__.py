"""`python -m exozoo.benchmarks [--quick] [--no-peers] [--out FOLDER] [--docs FILE]`, or `make bench`.

Measures everything in one run: a table in the terminal, `results.json` and `scaling.png` in the
folder, and the generated part of docs/benchmarks.md if asked for.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from exozoo.benchmarks import report
from exozoo.benchmarks.run import full_plan, quick_plan, run, steps_of
from exozoo.envs.core.files import write_atomically
from exozoo.envs.registry import game_names

WIDTH = 200  # of tables that go into a file


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="names from `exozoo games`; all if none is given")
    parser.add_argument("--quick", action="store_true", help="two minutes instead of ten")
    parser.add_argument("--no-peers", action="store_true", help="our games alone")
    parser.add_argument("--out", type=Path, default=Path("build/bench"), metavar="FOLDER")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="page to write the tables into")
    chosen = parser.parse_args(words)
    unknown = set(chosen.games) - set(game_names())
    if unknown:
        parser.error(f"no game {', '.join(sorted(unknown))}; there are {', '.join(game_names())}")
    plan = quick_plan() if chosen.quick else full_plan()
    if chosen.games:
        named = tuple(chosen.games)
        plan = replace(plan, games=named, cold=named if plan.cold else ())
    if chosen.no_peers:
        plan = replace(plan, peers=())
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console
    ) as bar:
        task = bar.add_task("starting", total=steps_of(plan))
        results = run(plan, lambda text: bar.update(task, advance=1, description=text[:60]))
    path = write_atomically(chosen.out / "results.json", json.dumps(results, indent=1))
    for table in report.tables(results):
        console.print(table.rich())
    for name, reason in results["skipped"].items():
        console.print(f"{name}: {reason}", soft_wrap=True)
    console.print(f"figures: {path}", soft_wrap=True)
    report.write(path, chosen.out / "scaling.png", chosen.docs, console.print)


if __name__ == "__main__":
    main()
