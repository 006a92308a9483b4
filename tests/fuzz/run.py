"""Try many inputs, counted in a file, and go on where the last run stopped."""

from __future__ import annotations

import argparse
import faulthandler
import json
import multiprocessing
import resource
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

from exozoo.envs.core.files import write_atomically
from tests.fuzz.catalogue import TARGETS, load
from tests.patience import Patience

CHUNK = 200  # inputs between two looks at the clock, and two lines in the file of counts
LEAST = 10_000  # inputs of each target in a long run
MEMORY = 12 << 30  # bytes of address space of a process; compilers and torch reserve much
SILENCE = 900.0  # its own seconds without a finished chunk after which a process is given up
GLANCE = 20.0  # seconds between two looks whether a silent process hangs


def wanted(inputs: int) -> dict[str, int]:
    """How many inputs each target gets of so many in all."""
    shares = sum(share for _, share in TARGETS.values())
    least = min(LEAST, inputs // len(TARGETS))
    return {name: max(least, inputs * share // shares) for name, (_, share) in TARGETS.items()}


def work(name: str, first: int, last: int, pipe: Any) -> None:
    """In a process of its own, for a file may crash a library: try inputs, tell every chunk."""
    faulthandler.enable()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(prefix=f"fuzz-{name}-") as folder:
        target = load(name, Path(folder))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for start in range(first, last, CHUNK):
            stop = min(start + CHUNK, last)
            accepted, finds = 0, []
            for number in range(start, stop):
                try:
                    accepted += target.run(number)
                except Exception:
                    finds.append((number, traceback.format_exc(limit=-4)))
            pipe.send((stop, accepted, finds))


class Counts:
    """The file of counts: how far each target is, and what it found."""

    def __init__(self, path: Path):
        self.path = path
        self.of: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}
        for name in TARGETS:
            self.of.setdefault(name, {"inputs": 0, "accepted": 0, "seconds": 0.0, "finds": []})

    @property
    def inputs(self) -> int:
        return sum(entry["inputs"] for entry in self.of.values())

    @property
    def finds(self) -> int:
        return sum(len(entry["finds"]) for entry in self.of.values())

    def save(self) -> None:
        write_atomically(self.path, json.dumps(self.of, indent=1) + "\n")


def run_target(name: str, last: int, counts: Counts) -> None:
    entry = counts.of[name]
    context = multiprocessing.get_context("spawn")
    while entry["inputs"] < last:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(name, entry["inputs"], last, theirs))
        process.start()
        theirs.close()
        began, patience = time.monotonic(), Patience(process.pid, SILENCE)
        try:
            while not patience.is_over():
                if not ours.poll(GLANCE):
                    continue
                done, accepted, finds = ours.recv()
                now = time.monotonic()
                patience.heard()
                entry["inputs"] = done
                entry["accepted"] += accepted
                entry["seconds"] = round(entry["seconds"] + now - began, 2)
                began = now
                for number, told in finds:
                    entry["finds"].append(number)
                    print(f"find: --target {name} --number {number}\n{told}", flush=True)
                counts.save()
                print(f"{counts.inputs} inputs, {counts.finds} finds; {name} {done}", flush=True)
        except EOFError:
            process.join()
        if (
            entry["inputs"] < last
        ):  # it crashed, or hangs: the chunk counts as a find, and is passed
            process.kill()
            process.join()
            first = entry["inputs"]
            print(
                f"find: {name} ends with {process.exitcode} in {first}..{first + CHUNK}", flush=True
            )
            entry["finds"].append(f"{first}..{first + CHUNK}")
            entry["inputs"] = min(first + CHUNK, last)
            counts.save()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--inputs",
        type=int,
        default=100_000,
        help="in all, or of each --target, with those counted before",
    )
    parser.add_argument("--counts", type=Path, default=Path("build/fuzz.json"))
    parser.add_argument("--target", choices=sorted(TARGETS), action="append")
    parser.add_argument("--number", type=int, help="this one input of one target, with its trace")
    asked = parser.parse_args()
    if asked.number is not None:
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            print(load(asked.target[0], Path(folder)).run(asked.number))
        return 0
    counts = Counts(asked.counts)
    goals = dict.fromkeys(asked.target, asked.inputs) if asked.target else wanted(asked.inputs)
    for name, last in goals.items():
        run_target(name, last, counts)
    for name, entry in counts.of.items():
        print(
            f"{name:12} {entry['inputs']:8} inputs, {entry['accepted']:8} accepted, "
            f"{len(entry['finds']):4} finds, {entry['seconds']:8.1f} s"
        )
    print(f"{'all':12} {counts.inputs:8} inputs, {counts.finds} finds")
    return 1 if counts.finds else 0
