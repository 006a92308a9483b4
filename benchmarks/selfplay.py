"""What datasets cost: random games played alone, played and written, and read back, on one core.

    python -m exozoo.benchmarks.selfplay [GAME ...] [--games N]
    python -m exozoo.benchmarks.selfplay [GAME ...] --ray      # two actors beside two processes
    python -m exozoo.benchmarks.selfplay --read DIR ...        # all of a dataset, as shuffled batches

Rates are decisions a second of processor time, the best of some runs; "extra" is what writing adds to the
time of playing. "waiting" is the share of its time that a loop which trains on 10,000 samples a second waits for
a torch DataLoader with one worker (wall time: it says little on a busy machine).
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress
from rich.table import Table

from exozoo.benchmarks.measure import Work, best_seconds
from exozoo.envs.core.actors import connected
from exozoo.envs.core.workers import LOCAL, RAY, Workers
from exozoo.envs.registry import game_names
from exozoo.training.datasets.build import store_shard
from exozoo.training.datasets.play import batches
from exozoo.training.datasets.reading import Dataset, Wanted
from exozoo.training.datasets.run import make_shard, run_selfplay
from exozoo.training.datasets.settings import SelfplaySettings

REPEATS = 5  # the best counts: other work on the machine only ever slows a run down
GAMES = 1000
BATCH_SIZE = 4096


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--read", nargs="+", type=Path, metavar="DIR", default=[])
    chosen = parser.parse_args(words)
    if chosen.read:
        read_all(chosen.read)
        return
    if chosen.ray:
        compare_backends(chosen.names or game_names(), chosen.games)
        return
    table = Table(
        "game", "played", "and written", "extra", "bytes a decision", "read, shuffled", "waiting"
    )
    for name in chosen.names or game_names():
        table.add_row(name, *measure(name, chosen.games))
    Console().print(table)


def measure(name: str, games: int) -> list[str]:
    settings = SelfplaySettings(name, ("random",), games, shard_games=games)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "data"
        made = run_selfplay(settings, folder)
        data = Dataset(folder)
        works = (
            lambda: play_alone(settings),
            lambda: store_shard(Path(place) / "again", make_shard(settings, 0)[1]),
            lambda: read(data),
        )
        playing, writing, reading = best_seconds([Work(work) for work in works], REPEATS)
        waiting = waiting_share(folder) if find_spec("torch") else float("nan")
    size = sum(shard.bytes for shard in made.shards["games"])
    rates = [f"{made.decisions / seconds:,.0f}" for seconds in (playing, writing, reading)]
    extra, each = f"{writing / playing - 1:.1%}", f"{size / made.decisions:.2f}"
    return [rates[0], rates[1], extra, each, rates[2], f"{waiting:.1%}"]


def compare_backends(names: Sequence[str], games: int) -> None:
    """Games a second between the first shard and the last, in turn; starting up is left out."""
    table = Table("game", "two processes", "two actors", "share")
    with connected(None, 2):
        for name in names:
            settings = SelfplaySettings(name, ("random",), 40 * games, shard_games=games)
            rates: dict[str, list[float]] = {LOCAL: [], RAY: []}
            for _ in range(REPEATS):
                for backend in rates:
                    rates[backend].append(steady_rate(settings, Workers(2, backend)))
            here, there = max(rates[LOCAL]), max(rates[RAY])
            table.add_row(name, f"{here:,.0f}", f"{there:,.0f}", f"{there / here:.1%}")
    Console().print(table)


def steady_rate(settings: SelfplaySettings, workers: Workers) -> float:
    """Of work as `run_selfplay` shares it out, without the disk; from the fourth shard on."""
    calls = [(settings, number) for number in range(settings.num_shards)]
    ends = [time.perf_counter() for _ in workers.each(make_shard, calls)]
    return settings.size * (len(ends) - 4) / (ends[-1] - ends[3])


def play_alone(settings: SelfplaySettings) -> None:
    """The same games in the same kernel, nothing kept."""
    deals = [settings.deal(number) for number in range(settings.games)]
    for part, batch in batches(settings, deals):
        batch.reset(seeds=[deal.seed for deal in part])
        batch.random_steps(1_000_000)


def read(data: Dataset) -> None:
    for _ in data.decisions(Wanted(BATCH_SIZE, seed=0)):
        pass


def read_all(folders: Sequence[Path]) -> None:
    """Every decision once, with what has been read and how fast said on the way."""
    for folder in folders:
        data, rows, started = Dataset(folder), 0, time.process_time()
        with Progress(
            "[progress.description]{task.description}", BarColumn(), MofNCompleteColumn()
        ) as bar:
            task = bar.add_task(folder.name, total=data.manifest.decisions)
            for batch in data.decisions(Wanted(BATCH_SIZE, seed=0)):
                rows += len(batch.action)
                bar.update(task, completed=rows)
        seconds = time.process_time() - started
        print(
            f"{folder}: {rows:,} of {data.manifest.decisions:,} decisions, {rows / seconds:,.0f} a second"
        )


def waiting_share(folder: Path, samples: int = 10_000, seconds: float = 5.0) -> float:
    """Of the time of a loop that takes `samples` a second, what it waits for them."""
    from torch.utils.data import DataLoader

    from exozoo.training.datasets.loader import DecisionStream

    stream = DecisionStream(folder, Wanted(BATCH_SIZE // 4, seed=0))
    waited, begun = 0.0, None
    for number in itertools.count():
        stream.set_pass(number)
        loader = DataLoader(stream, batch_size=None, num_workers=1, prefetch_factor=8)
        asked = time.perf_counter()
        for batch in loader:
            now = time.perf_counter()
            if begun is None:
                begun = now  # the worker's start does not count
            elif now - begun >= seconds:
                return waited / (now - begun)
            else:
                waited += now - asked
            time.sleep(len(batch["action"]) / samples)
            asked = time.perf_counter()
    raise AssertionError("passes do not end")


if __name__ == "__main__":
    main()
