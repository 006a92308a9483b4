"""A guard against losing speed: rates as multiples of a calibration loop timed beside them.

    python -m exozoo.benchmarks.baseline            # compare with benchmarks/baseline.json
    python -m exozoo.benchmarks.baseline --write    # renew it

Processor time, the best of several slices, and a loop of the same kind timed in the same process make
the ratios nearly independent of the machine, and less dependent on what else it does: on a busy one
two runs have differed by almost twice. So what is written down are medians of several runs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exozoo.benchmarks.calibration import calibration
from exozoo.benchmarks.measure import rate
from exozoo.benchmarks.ours import TASKS
from exozoo.envs.core.files import write_atomically
from exozoo.envs.registry import game_names, load_game

FILE = Path(__file__).with_name("baseline.json")
KINDS = ("kernel", "batch_observed", "raw_env", "step")
SLICES, SECONDS = 5, 0.08
RUNS = 5  # of which a baseline has the medians
WORST = 0.5  # of the baseline: less is a loss that fails


@dataclass(frozen=True)
class Finding:
    """One ratio now and as it was written down."""

    name: str
    now: float
    before: float | None

    @property
    def is_lost(self) -> bool:
        return self.before is not None and self.now < WORST * self.before

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.name:<36} {self.now:9.5f}  (no baseline)"
        lost = "  <- LOST" if self.is_lost else ""
        return f"{self.name:<36} {self.now:9.5f}  {self.now / self.before:5.2f} x before{lost}"


def measure(names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """(game and kind, best rate over the calibration's best rate), slices in turn."""
    yardstick = calibration()
    for name in names:
        game = load_game(name)
        players = max(2, game.min_players)
        works = {kind: TASKS[kind][0](game, players) for kind in KINDS}
        best = dict.fromkeys(works, 0.0)
        unit = 0.0
        for _ in range(SLICES):
            unit = max(unit, rate(yardstick, SECONDS, time.process_time))
            for kind, work in works.items():
                best[kind] = max(best[kind], rate(work, SECONDS, time.process_time))
        for kind, found in best.items():
            yield f"{name} {kind}", found / unit


def settled(names: Sequence[str], runs: int = RUNS) -> dict[str, float]:
    """The medians of several measurements, for writing down."""
    found = [dict(measure(names)) for _ in range(runs)]
    return {name: statistics.median(run[name] for run in found) for name in found[0]}


def compare(names: Sequence[str], path: Path = FILE) -> list[Finding]:
    before = load(path)
    return [Finding(name, now, before.get(name)) for name, now in measure(names)]


def load(path: Path) -> dict[str, float]:
    """The ratios written down; ValueError if the file holds anything else."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): float(value) for name, value in data["ratios"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(
            f"{path}: not a baseline ({error}); renew it by"
            " `python -m exozoo.benchmarks.baseline --write`"
        ) from None


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("--write", action="store_true", help="renew the baseline")
    parser.add_argument("--file", type=Path, default=FILE)
    chosen = parser.parse_args(words)
    names = chosen.games or game_names()
    if chosen.write:
        kept = load(chosen.file) if chosen.file.exists() else {}
        kept |= {name: float(f"{ratio:.4g}") for name, ratio in settled(names).items()}
        text = json.dumps({"calibration": "churn", "ratios": dict(sorted(kept.items()))}, indent=1)
        print(f"wrote {write_atomically(chosen.file, text + chr(10))}")
        return 0
    findings = compare(names, chosen.file)
    print(*findings, sep="\n")
    return int(any(finding.is_lost for finding in findings))


if __name__ == "__main__":
    raise SystemExit(main())
