"""Run an arena's tasks in parallel, keep every result on disk, go on after a kill."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.arena.match import play_games
from exozoo.agents.arena.results import RESULTS_FILE, check_results, read_results
from exozoo.agents.arena.schedule import Task, all_lineups, make_tasks
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.fair_play import Clock
from exozoo.envs.core.files import write_atomically
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
    clock: Clock = field(default_factory=Clock)  # of agents that are programs

    def check(self) -> None:
        """ValueError before anything starts, if a name or option is wrong."""
        game = load_game(self.game)
        game.options.parse({**self.options, "players": self.players})
        if self.games < 1 or self.games_a_task < 1:
            raise ValueError(f"games={self.games}: allowed are numbers from 1")
        if len(set(self.agents)) != len(self.agents):
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
    settings.check()
    folder.mkdir(parents=True, exist_ok=True)
    _claim(settings, folder)
    done = read_results(folder)
    tasks = settings.tasks()
    check_results(folder, done, tasks)
    calls = [(settings, task) for task in tasks if task.number not in done]
    report(len(done), len(tasks))
    with (folder / RESULTS_FILE).open("a", encoding="utf-8") as file:
        for result in workers.each(play_task, calls):
            file.write(json.dumps(result) + "\n")
            file.flush()
            done[result["task"]] = result
            report(len(done), len(tasks))
    return [done[task.number] for task in tasks]


def play_task(settings: ArenaSettings, task: Task) -> dict[str, Any]:
    """The games of one task. Agents are seeded by the arena's seed and the task alone."""
    game = load_game(settings.game)
    seeding = settings.seed * 1_000_003 + task.number
    numbers = sorted(set(task.lineup))
    agents = [load_agent(settings.agents[n], game, seed=seeding + n) for n in numbers]
    seating, seeds = task.games()
    places = {number: place for place, number in enumerate(numbers)}
    local = np.array([[places[int(number)] for number in seats] for seats in seating])
    try:
        _warm_up(agents, settings)
        result = play_games(game, agents, local, seeds, settings.options, settings.clock)
    finally:
        for agent in agents:
            agent.close()
    return {
        "task": task.number,
        "games": [
            {
                "seed": seed,
                "seats": [int(number) for number in seats],
                "scores": scores.tolist(),
                "ranks": ranks.tolist(),
            }
            for seed, seats, scores, ranks in zip(
                seeds, seating, result.scores, result.ranks, strict=True
            )
        ],
        "decisions": dict(zip(map(str, numbers), result.decisions.tolist(), strict=True)),
        "seconds": dict(zip(map(str, numbers), result.seconds.tolist(), strict=True)),
        "usage": {str(n): used for n, used in zip(numbers, result.usage, strict=True) if used},
        "faults": [
            {"agent": int(seating[fault.game, fault.seat]), **asdict(fault)}
            for fault in result.faults
        ],
    }


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
