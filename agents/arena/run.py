"""Run an arena's tasks in parallel, keep every result on disk, go on after a kill."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.arena.match import play_games
from exozoo.agents.arena.moves import Moves, pack
from exozoo.agents.arena.one_by_one import OneByOne
from exozoo.agents.arena.results import add_result, check_results, read_results
from exozoo.agents.arena.schedule import Task, all_lineups, make_tasks
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.compile.lock import only_writer
from exozoo.envs.core.fair_play import Clock
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import SEED_RANGE
from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.registry import load_game

SETTINGS_FILE = "settings.json"


@dataclass(frozen=True)
class ArenaSettings:
    """All that decides the games of an arena; a folder of results belongs to one of these."""

    game: str  # name or "module:attribute"
    agents: tuple[str, ...]  # texts as `specs` reads them
    games: int = 100  # for each lineup, at least; rounded up to whole rotations
    players: int = 2
    seed: int = 0
    lineups: tuple[tuple[int, ...], ...] = ()  # seats as numbers of agents; empty: all
    games_a_task: int = 20
    options: dict[str, Any] = field(default_factory=dict)
    keep_actions: bool = False  # with every game, packed as `moves` does
    # seconds: the first agent is asked about one decision at a time, and those that took longer are counted
    budgets: tuple[float, ...] = ()
    clock: Clock = field(default_factory=Clock)  # of agents that are programs

    def check(self) -> None:
        """ValueError before anything starts, if a name or option is wrong."""
        game = load_game(self.game)
        game.options.parse({**self.options, "players": self.players})
        if self.games < 1 or self.games_a_task < 1:
            raise ValueError(f"games={self.games}: allowed are numbers from 1")
        if not self.lineups and len(set(self.agents)) != len(self.agents):
            raise ValueError("the same agent is named twice; seats are filled from one list")
        for text in self.agents:
            load_agent(text, game)

    def tasks(self) -> list[Task]:
        lineups = self.lineups or all_lineups(len(self.agents), self.players)
        return make_tasks(lineups, self.games, self.seed, self.games_a_task)


def run_arena(
    settings: ArenaSettings,
    folder: Path,
    workers: Workers = HERE,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> list[dict[str, Any]]:
    """Play what is missing in `folder`; returns the results of all tasks, in order.

    `report` hears how many tasks are done. The outcome does not depend on `workers`.
    """
    heard: list[int] = []
    total = len(settings.tasks())

    def hear(arena: int, results: Sequence[dict[str, Any]]) -> None:
        heard.extend(result["task"] for result in results)
        report(len(heard), total)

    return run_arenas([(settings, folder)], workers, hear)[0]


def run_arenas(
    arenas: Sequence[tuple[ArenaSettings, Path]],
    workers: Workers = HERE,
    hear: Callable[[int, Sequence[dict[str, Any]]], None] = lambda arena, results: None,
) -> list[list[dict[str, Any]]]:
    """Several arenas, each in a folder of its own, by the same workers; the results of each.

    `hear` gets the number of an arena with the results that its folder holds, then with each new one.
    """
    for settings, _ in arenas:
        settings.check()
    with ExitStack() as stack:
        for _, folder in arenas:
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(only_writer(folder))
        return _play_missing(arenas, workers, hear)


def _play_missing(
    arenas: Sequence[tuple[ArenaSettings, Path]],
    workers: Workers,
    hear: Callable[[int, Sequence[dict[str, Any]]], None],
) -> list[list[dict[str, Any]]]:
    done: list[dict[int, dict[str, Any]]] = []
    for number, (settings, folder) in enumerate(arenas):
        _claim(settings, folder)
        done.append(read_results(folder))
        check_results(folder, done[-1], settings.tasks())
        hear(number, list(done[-1].values()))
    calls = [
        (number, settings, task)
        for number, (settings, _) in enumerate(arenas)
        for task in settings.tasks()
        if task.number not in done[number]
    ]
    for number, result in workers.each(_play_of, calls):
        add_result(arenas[number][1], result)
        done[number][result["task"]] = result
        hear(number, [result])
    return [
        [done[number][task.number] for task in settings.tasks()]
        for number, (settings, _) in enumerate(arenas)
    ]


def _play_of(number: int, settings: ArenaSettings, task: Task) -> tuple[int, dict[str, Any]]:
    return number, play_task(settings, task)


def play_task(settings: ArenaSettings, task: Task) -> dict[str, Any]:
    """The games of one task. Agents are seeded by the arena's seed and the task alone."""
    game = load_game(settings.game)
    numbers = sorted(set(task.lineup))
    agents = [task_agent(settings, task, number) for number in numbers]
    timed = OneByOne(agents[0], settings.budgets) if settings.budgets else None
    asked: list[Agent] = [timed, *agents[1:]] if timed else agents
    seating, seeds = task.games()
    moves = Moves(len(seeds))
    try:
        _warm_up(agents, settings)
        result = play_games(
            game,
            asked,
            np.searchsorted(numbers, seating),
            seeds,
            settings.options,
            settings.clock,
            moves.note,
        )
    finally:
        for agent in agents:
            agent.close()
    games = [
        {
            "seed": seed,
            "seats": [int(number) for number in seats],
            "scores": scores.tolist(),
            "ranks": ranks.tolist(),
        }
        for seed, seats, scores, ranks in zip(
            seeds, seating, result.scores, result.ranks, strict=True
        )
    ]
    if settings.keep_actions:
        for entry, actions in zip(games, moves.games(), strict=True):
            entry["actions"] = pack(actions)
    return {
        "task": task.number,
        "games": games,
        "decisions": dict(zip(map(str, numbers), result.decisions.tolist(), strict=True)),
        "seconds": dict(zip(map(str, numbers), result.seconds.tolist(), strict=True)),
        **({"over_budget": timed.over_budget, "longest": timed.longest} if timed else {}),
        "usage": {str(n): used for n, used in zip(numbers, result.usage, strict=True) if used},
        "faults": [
            {"agent": int(seating[fault.game, fault.seat]), **asdict(fault)}
            for fault in result.faults
        ],
    }


def task_agent(settings: ArenaSettings, task: Task, number: int) -> Agent:
    """Agent `number` as it plays in this task."""
    seed = (settings.seed * 1_000_003 + task.number + number) % SEED_RANGE
    return load_agent(settings.agents[number], load_game(settings.game), seed=seed)


def _warm_up(agents: Sequence[Agent], settings: ArenaSettings) -> None:
    """Let every agent decide once, so that compiling does not count as thinking."""
    batch = Batch(agents[0].game, 1, **{**settings.options, "players": settings.players})
    for agent in agents:
        agent.warm_up(batch.states, batch.masks)


def _claim(settings: ArenaSettings, folder: Path) -> None:
    """Write the settings, or see that the results already there belong to the same ones."""
    path = folder / SETTINGS_FILE
    text = json.dumps(asdict(settings), indent=1, sort_keys=True)
    if not path.exists():
        write_atomically(path, text.encode())
    elif path.read_text(encoding="utf-8") != text:
        raise ValueError(f"{folder} holds the results of another arena; choose another folder")
