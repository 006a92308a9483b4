"""Plays for some time, one thing after the other, and tells of each in a line of JSON.

`python -m tests.soak.work` is one worker: its own process, so that a crash ends no soak, and so that
bounds checks can be compiled in. Before each thing it says what it is about to do: whoever reads
the lines knows what was going on when no more of them come.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numba
import numpy as np

from exozoo.envs.core import batch as batches
from exozoo.envs.core.game import Game
from exozoo.envs.registry import game_names, load_game
from tests.soak.faults import Case, Fault, Shrinker, fault_from, fault_of, save_find, single_out
from tests.soak.mixes import draw_options
from tests.soak.rigs import RIGS
from tests.soak.watch import Chooser, Taste, Watch, at_random, mixed

Line = dict[str, Any]
# how often each is begun; a batch takes much longer than a rig of wrappers
SHARES: dict[str, float] = {"random": 8, "taste": 6, "greedy": 0.5, "heuristic": 1, "policy": 0.5}
SHARES |= dict.fromkeys(RIGS, 1.0)
AGENT_WIDTH = 96  # games side by side that agents play
MIXES_A_BATCH = 32
# decisions between two times that all is checked in a batch, and games side by side: where more is
# checked fewer games are played, so that each kind of batch takes about as long as the others
EVERY = ((1, 256), (16, 1024), (64, 2048), (64, 2048))
LAST_GAMES = (
    0.1  # of a wide batch are seldom played to their end: the time is better spent otherwise
)
STEPS = {"aec": 1200, "parallel": 800, "single": 800, "vector": 250, "sb3": 300, "free": 150}
BATCH_SECONDS = 20.0  # of processor time
MOST_THREADS = 4
THREADS = (1, 1, 1, 2, 3, MOST_THREADS)  # on a busy machine several wait for each other


def shares_of(game: Game, torch: bool) -> dict[str, float]:
    """Without what a game does not have."""
    absent = {"heuristic"} if game.extras.heuristic is None else set()
    if game.extras.network is None or not torch:
        absent |= {"policy"}
    if not torch:
        absent |= {"sb3"}
    return {name: share for name, share in SHARES.items() if name not in absent}


class Worker:
    """`tell` hears of everything; finds are written into `folder`."""

    def __init__(
        self,
        games: Sequence[Game],
        seed: int,
        folder: Path,
        tell: Callable[[Line], None],
        scale: float = 1.0,
        shrink_seconds: float = 120.0,
    ):
        self.games, self.folder, self.tell = games, folder, tell
        self.rng = np.random.default_rng(seed)
        self.scale, self.shrink_seconds = scale, shrink_seconds
        self.bounds = bool(numba.config.BOUNDSCHECK)
        self.decided = [0] * len(games)
        self.torch = find_spec("torch") is not None and find_spec("stable_baselines3") is not None

    def run(self, seconds: float) -> None:
        """Play until the time is over; the game with the fewest decisions is next."""
        until = time.monotonic() + seconds
        for number, (game, name) in enumerate(self._plan()):
            if number and time.monotonic() >= until:
                return
            if name in RIGS:
                self._through_wrapper(game, name)
            else:
                self._side_by_side(game, name, until)

    def _plan(self) -> Iterator[tuple[Game, str]]:
        while True:
            least = np.flatnonzero(np.array(self.decided) == min(self.decided))
            game = self.games[int(self.rng.choice(least))]
            shares = shares_of(game, self.torch)
            weights = np.array(list(shares.values()))
            yield game, str(self.rng.choice(list(shares), p=weights / weights.sum()))

    def _through_wrapper(self, game: Game, name: str) -> None:
        options = draw_options(game, self.rng)
        seed, steps = int(self.rng.integers(2**31)), max(4, int(STEPS[name] * self.scale))
        case = Case(options, seed, rig=name, steps=steps)
        self.tell({"about": name, "game": game.name, "options": options, "seed": seed})
        started, decisions, found = _now(), 0, None
        try:
            decisions = RIGS[name](game, options, seed, steps)
        except Exception as error:
            found = self._shrunk(game, case, fault_from(error))
        self._told(game, name, decisions, 0, 1, started, found)

    def _side_by_side(self, game: Game, name: str, until: float) -> None:
        rng = self.rng
        choose, by_agent = self._chooser(game, name)
        every, width = (1, AGENT_WIDTH) if by_agent else EVERY[rng.integers(len(EVERY))]
        width = max(2, int(width * self.scale))
        players = int(rng.integers(game.min_players, game.max_players + 1))
        count = max(1, min(MIXES_A_BATCH, width // 8))
        mixes = [draw_options(game, rng, players) for _ in range(count)]
        options = [mixes[row % count] for row in range(width)]
        seeds = rng.integers(2**62, size=width).tolist()
        self.tell({"about": name, "game": game.name, "options": mixes, "seed": seeds[0]})
        started, decisions, found, watch = _now(), 0, None, None
        threads = int(rng.choice(THREADS))
        twin = 1 + int(rng.integers(MOST_THREADS)) if rng.random() < 0.25 else 0
        least = LAST_GAMES * width if not by_agent and rng.random() < 0.8 else 0
        end = time.process_time() + BATCH_SECONDS * min(1.0, self.scale)
        try:
            watch = Watch(game, seeds, options, threads, twin, every)
            while watch.running.sum() > least and time.process_time() < end:
                if time.monotonic() >= until:
                    break
                decisions += watch.step(choose(watch.batch, watch.running))
        except Exception as error:
            found = self._singled_out(game, watch, seeds, options, fault_from(error))
        over = 0 if watch is None else int((~watch.running).sum())
        if watch is not None:
            watch.close()
        self._told(game, name, decisions, over, count, started, found)

    def _chooser(self, game: Game, name: str) -> tuple[Chooser, bool]:
        """Who plays, and whether that is an agent, which takes its time."""
        if name == "random":
            return at_random, False
        if name == "taste":
            return Taste(game, self.rng), False
        return mixed(game, name, self.rng), True

    def _singled_out(
        self,
        game: Game,
        watch: Watch | None,
        seeds: list[int],
        options: list[Line],
        fault: Fault,
    ) -> Path:
        """The find of a batch: one of its games if that alone shows it, else the batch as it is."""
        if watch is not None:
            alone = single_out(watch, RIGS)
        else:
            cases = (Case(given, seed) for given, seed in zip(options, seeds, strict=True))
            alone = next(
                ((case, found) for case in cases if (found := fault_of(game, case, RIGS))), None
            )
        if alone is None:
            case = Case(options[0], seeds[0], rig="batch", steps=len(seeds))
            return save_find(self.folder, game, case, fault, self.bounds)
        return self._shrunk(game, *alone)

    def _shrunk(self, game: Game, case: Case, fault: Fault) -> Path:
        save_find(self.folder, game, case, fault, self.bounds)  # before anything else can go wrong
        shrinker = Shrinker(game, case, fault, RIGS, self.shrink_seconds)
        case = shrinker.run()
        return save_find(self.folder, game, case, shrinker.fault, self.bounds)

    def _told(
        self,
        game: Game,
        rig: str,
        decisions: int,
        games: int,
        mixes: int,
        started: tuple[float, float],
        found: Path | None,
    ) -> None:
        self.decided[self.games.index(game)] += max(1, decisions)
        seconds, processor = (now - then for now, then in zip(_now(), started, strict=True))
        line: Line = {"rig": rig + "+" * self.bounds, "game": game.name, "decisions": decisions}
        line |= {"games": games, "mixes": mixes, "seconds": seconds, "processor": processor}
        self.tell(line | ({"find": str(found)} if found else {}))


def _now() -> tuple[float, float]:
    """Seconds of the clock and of the processor."""
    return time.monotonic(), time.process_time()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--games", nargs="*", default=list(game_names()))
    chosen = parser.parse_args()
    batches.cores = lambda: max(MOST_THREADS, os.cpu_count() or 1)  # more threads than cores
    warnings.simplefilter("ignore", RuntimeWarning)

    def tell(line: Line) -> None:
        sys.stdout.write(json.dumps(line, default=str) + "\n")
        sys.stdout.flush()

    signal.signal(signal.SIGINT, signal.default_int_handler)
    games = [load_game(name) for name in chosen.games]
    Worker(games, chosen.seed, chosen.folder, tell).run(chosen.seconds)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
