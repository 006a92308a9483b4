"""Everything measured in turn, round by round, so that no figure has a quiet minute to itself."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from exozoo.benchmarks.measure import Work, describe_machine, on_cores, rate
from exozoo.benchmarks.ours import TASKS, batch_loop
from exozoo.benchmarks.peers.catalogue import BATCHES, LEFT_OUT, PEERS, Peer
from exozoo.benchmarks.peers.client import PeerError, Worker
from exozoo.benchmarks.starts import (
    cold_start_seconds,
    import_seconds,
    megabytes,
    warm_start_seconds,
)
from exozoo.envs.core.game import Game
from exozoo.envs.core.machine import cores
from exozoo.envs.registry import game_names, load_game

BATCH_SIZES = tuple(4**power for power in range(9))  # 1 to 65,536
LARGE = 8192  # such batches are made anew for each slice: all at once they would not fit
STARTS = 5  # measured processes a game


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    rounds: int = 5
    seconds: float = 0.25  # of a slice
    games: tuple[str, ...] = ()
    sizes: tuple[int, ...] = BATCH_SIZES
    starts: int = STARTS
    cold: tuple[str, ...] = ()  # games compiled from nothing
    peers: tuple[Peer, ...] = PEERS
    peer_batches: tuple[int, ...] = BATCHES
    all_players: bool = True  # else the fewest and the most


def full_plan() -> Plan:
    return Plan(games=tuple(game_names()), cold=tuple(game_names()))


def quick_plan() -> Plan:
    """Two minutes: everything is measured, little of it and not often."""
    return Plan(
        rounds=2,
        seconds=0.04,
        games=tuple(game_names()),
        sizes=(1, 64, 1024, 16384),
        starts=1,
        peer_batches=(1024,),
        all_players=False,
    )


@dataclass
class Task:
    """One figure: its entry in the results, and what measures it."""

    entry: dict[str, Any]  # names it; "samples" or "error" come to it
    sample: Callable[[float], float]
    cores: int = 1
    samples: list[float] = field(default_factory=list)

    def take(self, seconds: float) -> None:
        if "error" in self.entry:
            return
        try:
            with on_cores(self.cores):
                self.samples.append(self.sample(seconds))
        except Exception as error:  # one figure that fails stops no other
            self.entry["error"] = f"{type(error).__name__}: {error}".splitlines()[0][:200]

    def result(self) -> dict[str, Any]:
        return {**self.entry, "samples": [float(f"{s:.5g}") for s in self.samples]}


Report = Callable[[str], None]


def run(plan: Plan, report: Report) -> dict[str, Any]:
    """All figures, ready for JSON."""
    started = time.perf_counter()
    machine = describe_machine()
    tasks = [*_game_tasks(plan), *_scaling_tasks(plan)]
    workers, peer_tasks, skipped = _peer_tasks(plan, report)
    tasks += peer_tasks
    try:
        for number in range(plan.rounds):
            for task in tasks:
                report(f"round {number + 1} of {plan.rounds}: {_name(task.entry)}")
                task.take(plan.seconds)
    finally:
        for worker in workers:
            worker.close()
    figures = [task.result() for task in tasks] + list(_start_figures(plan, report))
    return {
        "machine": machine,
        "rounds": plan.rounds,
        "slice_seconds": plan.seconds,
        "seconds": round(time.perf_counter() - started),
        "skipped": {**skipped, **LEFT_OUT},
        "figures": figures,
    }


def steps_of(plan: Plan) -> int:
    """How often `run` reports, about."""
    tasks = len([*_game_tasks(plan), *_scaling_tasks(plan)])
    tasks += sum(len(peer.tasks(plan.peer_batches)) for peer in plan.peers)
    return plan.rounds * tasks + len(plan.peers) + _start_count(plan)


def _start_count(plan: Plan) -> int:
    return plan.starts * (1 + len(plan.games)) + bool(plan.cold) + len(plan.games)


def _name(entry: dict[str, Any]) -> str:
    return " ".join(str(value) for value in entry.values())


def players_of(game: Game) -> list[int]:
    """Tables for two and for the most, the ones that figures are given for."""
    return sorted({max(2, game.min_players), game.max_players})


def _game_tasks(plan: Plan) -> Iterator[Task]:
    for name in plan.games:
        game = load_game(name)
        for players in players_of(game):
            for what, (make, threads) in TASKS.items():
                if threads <= cores():
                    entry = {"group": "game", "game": name, "players": players, "what": what}
                    yield Task(entry, _kept(make, game, players), threads)


def _scaling_tasks(plan: Plan) -> Iterator[Task]:
    for name in plan.games:
        game = load_game(name)
        most = game.max_players
        for envs in plan.sizes:
            entry = {"group": "batch size", "game": name, "players": most, "envs": envs}
            make = _fresh if envs > LARGE else _kept
            yield Task(entry, make(partial(batch_loop, envs=envs), game, most))
        for threads in range(1, cores() + 1):
            entry = {"group": "threads", "game": name, "players": most, "threads": threads}
            yield Task(
                entry, _kept(partial(batch_loop, envs=4096, threads=threads), game, most), threads
            )
        if plan.all_players:
            for players in range(max(2, game.min_players), most + 1):
                entry = {"group": "players", "game": name, "players": players}
                yield Task(entry, _kept(batch_loop, game, players))


def _kept(make: Callable[[Game, int], Work], game: Game, players: int) -> Callable[[float], float]:
    """Made and warmed up at the first slice, on the cores of the task."""
    made: list[Work] = []

    def sample(seconds: float) -> float:
        if not made:
            made.append(make(game, players))
            made[0].call()
        return rate(made[0], seconds)

    return sample


def _fresh(make: Callable[[Game, int], Work], game: Game, players: int) -> Callable[[float], float]:
    def sample(seconds: float) -> float:
        work = make(game, players)
        work.call()
        found = rate(work, seconds)
        del work
        gc.collect()
        return found

    return sample


def _peer_tasks(plan: Plan, report: Report) -> tuple[list[Worker], list[Task], dict[str, str]]:
    workers: list[Worker] = []
    tasks: list[Task] = []
    skipped: dict[str, str] = {}
    for peer in plan.peers:
        report(f"installing {peer.title}")
        try:
            worker = Worker(peer)
        except PeerError as error:
            skipped[peer.title] = str(error)
            continue
        workers.append(worker)
        for words in peer.tasks(plan.peer_batches):
            game, observed, *batch = words
            entry = {
                "group": "peer",
                "peer": peer.title,
                "game": peer.games[str(game)],
                "observed": observed,
                "batched": peer.batched,
                "envs": batch[0] if batch else 1,
            }
            tasks.append(Task(entry, partial(worker.rate, words)))
    return workers, tasks, skipped


def _start_figures(plan: Plan, report: Report) -> Iterator[dict[str, Any]]:
    def measured(entry: dict[str, Any], sample: Callable[[], float], count: int) -> dict[str, Any]:
        task = Task({"group": "start", **entry}, lambda _: sample(), cores())
        for _ in range(count):
            report(_name(task.entry))
            task.take(0.0)
        return task.result()

    yield measured({"what": "import"}, import_seconds, plan.starts)
    for name in plan.games:
        entry = {"what": "warm start", "game": name}
        yield measured(entry, partial(warm_start_seconds, name), plan.starts)
    if plan.cold:
        yield measured({"what": "cold start"}, partial(cold_start_seconds, plan.cold), 1)
    for name in plan.games:
        game = load_game(name)
        states, batch = megabytes(game, game.max_players)
        report(f"memory {name}")
        for what, size in (("states", states), ("batch", batch)):
            yield {"group": "memory", "what": what, "game": name, "samples": [round(size, 1)]}
