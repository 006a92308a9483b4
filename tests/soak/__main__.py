"""`python -m tests.soak --minutes N [--games ...]`, or `make soak MINUTES=N`; `--see FILE` plays a find.

Workers play one after the other, a share of the time with bounds checks. What they play and find is
added to build/soak/ledger.json after each thing, so that the soak may be stopped at any time and the
next run goes on counting. Finds lie beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

import numpy as np

from exozoo.envs.core.files import write_atomically
from exozoo.envs.registry import game_names, load_game
from tests.patience import Patience
from tests.soak.faults import PLAIN, fault_of, load_find
from tests.soak.ledger import Ledger, load_ledger

ROOT = Path(__file__).resolve().parents[2]
TURN = 1800.0  # seconds of a worker; its start takes some
SILENCE = 900.0  # its own seconds without a word after which a worker hangs; compiling is silent
GLANCE = 20.0  # seconds between two looks whether a silent worker hangs
NOTICE = 1.0  # seconds between two lines of progress


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", nargs="*", default=list(game_names()), metavar="GAME")
    parser.add_argument("--folder", type=Path, default=Path("build/soak"))
    parser.add_argument("--bounds", type=float, default=0.15, help="share of time with checks")
    parser.add_argument("--seed", type=int, help="of the first worker; else drawn")
    parser.add_argument("--see", type=Path, metavar="FILE", help="play a find, in words")
    chosen = parser.parse_args()
    if chosen.see:
        return see(chosen.see)
    if unknown := set(chosen.games) - set(game_names()):
        parser.error(f"no game {', '.join(sorted(unknown))}; there are {', '.join(game_names())}")
    if chosen.minutes <= 0 or not 0 <= chosen.bounds <= 1:
        parser.error("--minutes is above 0, --bounds from 0 to 1")
    soak = Soak(chosen.folder, chosen.games, chosen.seed)
    for number in (signal.SIGINT, signal.SIGTERM):  # also where a shell had them ignored
        signal.signal(number, signal.default_int_handler)
    try:
        soak.run(chosen.minutes * 60, chosen.bounds)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    return soak.report()


class Soak:
    """Starts workers, listens to them, and keeps the ledger."""

    def __init__(self, folder: Path, games: list[str], seed: int | None):
        self.folder, self.games = folder.absolute(), games
        self.path = self.folder / "ledger.json"
        self.ledger: Ledger = load_ledger(self.path)
        self.found: list[str] = []  # in this run
        self.seeds = np.random.default_rng(seed)
        self.about: dict[str, Any] = {}
        self.noticed = 0.0

    def run(self, seconds: float, bounds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            turn = min(TURN, left)
            for checked, share in ((False, 1 - bounds), (True, bounds)):
                if turn * share >= 1:
                    self.listen(self.start(turn * share, checked))

    def start(self, seconds: float, checked: bool) -> subprocess.Popen[str]:
        words = [sys.executable, "-m", "tests.soak.work", "--seconds", f"{seconds:.0f}"]
        words += ["--seed", str(self.seeds.integers(2**31)), "--folder", str(self.folder)]
        environment = {**os.environ, "EXOZOO_QUIET": "1", "OMP_NUM_THREADS": "1"}
        if checked:  # kernels of its own, so that no other process meets the slower ones
            environment["NUMBA_BOUNDSCHECK"] = "1"
            environment["EXOZOO_CACHE_DIR"] = str(self.folder / "kernels")
        return subprocess.Popen(
            [*words, "--games", *self.games],
            cwd=ROOT,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def listen(self, worker: subprocess.Popen[str]) -> None:
        """Count what a worker tells until it ends; a crash or a long silence is a find."""
        lines: Queue[str | None] = Queue()
        errors: list[str] = []
        assert worker.stdout is not None
        assert worker.stderr is not None
        Thread(target=_read, args=(worker.stdout, lines.put), daemon=True).start()
        Thread(target=_read, args=(worker.stderr, errors.append), daemon=True).start()
        patience = Patience(worker.pid, SILENCE)
        try:
            while not patience.is_over():
                try:
                    line = lines.get(timeout=GLANCE)
                except Empty:
                    continue
                if line is None:
                    break
                self.heard(json.loads(line))
                patience.heard()
            else:
                self.crash(f"no word for {SILENCE:.0f} s", "")
                return
            if worker.wait() != 0:
                told = "".join(filter(None, errors))[-4000:]
                self.crash(f"the worker ended with {worker.returncode}", told)
        finally:
            _stop(worker)

    def heard(self, line: dict[str, Any]) -> None:
        if "about" in line:
            self.about = line
            return
        self.ledger.add(line)
        self.ledger.save(self.path)
        if find := line.get("find"):
            self.found.append(find)
            print(f"\na find: python -m tests.soak --see {find}", flush=True)
        if time.monotonic() - self.noticed > NOTICE:
            self.noticed = time.monotonic()
            words = f"{self.ledger.told()}; {line['game']} {line['rig']}"
            end = "\r" if sys.stdout.isatty() else "\n"
            print(f"{words:<100.100}", end=end, flush=True)

    def crash(self, what: str, told: str) -> None:
        path = self.folder / f"crash-{int(time.time())}.json"
        write_atomically(path, json.dumps({"fault": what, "about": self.about, "stderr": told}))
        self.ledger.finds.append(str(path))
        self.ledger.save(self.path)
        self.found.append(str(path))
        print(f"\na find: {what}, see {path}", flush=True)

    def report(self) -> int:
        self.ledger.save(self.path)
        print(f"\nin all runs: {self.ledger.told()} ({self.path})")
        for find in self.found:
            print(f"found: {find}")
        return 1 if self.found else 0


def see(path: Path) -> int:
    """Play a find decision by decision and show its fault."""
    case, find = load_find(path)
    game = load_game(find["game"])
    print(f"{game.title}, {case.rig}, options {case.options}, seed {case.seed}")
    if find["version"] != game.version:
        print(f"found with version {find['version']} of the rules, these are {game.version}")
    if find["bounds"] and os.environ.get("NUMBA_BOUNDSCHECK") != "1":
        print("found with bounds checks: set NUMBA_BOUNDSCHECK=1")
    if case.rig == PLAIN:
        state = game.new_state(case.seed, **case.options)
        for action in case.actions:
            print(f"  {action:4} seat {game.seat(state)}: {game.describe(state, action)}")
            with contextlib.suppress(Exception):  # the last one may be what it is about
                game.step(state, action)
    from tests.soak.rigs import RIGS

    fault = fault_of(game, case, RIGS)
    print("it is not there any more" if fault is None else fault.text)
    return 0 if fault is None else 1


def _read(stream: IO[str], heard: Callable[[Any], None]) -> None:
    for line in stream:
        heard(line)
    heard(None)


def _stop(worker: subprocess.Popen[str]) -> None:
    """Ask it to end, and end it if it does not."""
    if worker.poll() is None:
        worker.send_signal(signal.SIGINT)
        try:
            worker.wait(10)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()


if __name__ == "__main__":
    sys.exit(main())
