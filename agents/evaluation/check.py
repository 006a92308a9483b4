"""Check a file of an evaluation: play every game of it again and compute all figures anew.

Nothing in the file is trusted. What cannot be checked is how long the agent thought, and that it was
the agent that is named who chose its moves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.arena.match import play_games
from exozoo.agents.arena.moves import Moves, unpack
from exozoo.agents.arena.referee import places
from exozoo.agents.arena.run import ArenaSettings, task_agent
from exozoo.agents.arena.schedule import Task
from exozoo.agents.evaluation.figures import game_figures, is_fast
from exozoo.agents.evaluation.play import FORMAT, FORMAT_VERSION, Tell, remarks_on, silent
from exozoo.agents.evaluation.protocol import Cell, Protocol, cells_of, fingerprints
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.words import WRONG_KIND, shown, told
from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.registry import load_game

MAX_FILE = 1_000_000_000


@dataclass(frozen=True)
class Checked:
    """What was found: how much agrees, and everything that does not."""

    games: int
    faults: list[str]


def check_file(
    path: str | Path, protocol: Protocol, workers: Workers = HERE, tell: Tell = silent
) -> Checked:
    """ValueError if the file is no evaluation by this protocol at all."""
    data = _read(Path(path), protocol)
    calls, faults = [], []
    for name, entry in data["games"].items():
        try:
            calls += list(_calls(protocol, data, name, entry))
        except (ValueError, *WRONG_KIND) as error:
            faults.append(f"{name}: {_told(error)}")
    games = 0
    tell("tasks", 0, len(calls), "")
    for number, (count, found) in enumerate(workers.each(check_task, calls)):
        games += count
        faults += found
        tell("tasks", number + 1, len(calls), "")
    if not faults:
        for name, entry in data["games"].items():
            try:
                faults += _check_figures(protocol, name, entry)
            except (ValueError, *WRONG_KIND) as error:
                faults.append(f"{name}: {_told(error)}")
        faults += _check_words(protocol, data)
    return Checked(games, sorted(faults))


def _told(error: Exception) -> str:
    return told(error) if isinstance(error, ValueError) else f"{shown(error)}: missing, or wrong"


def _read(path: Path, protocol: Protocol) -> dict[str, Any]:
    if path.stat().st_size > MAX_FILE:
        raise ValueError(f"{path}: {path.stat().st_size} bytes, at most {MAX_FILE} are read")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not JSON: {told(error)}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{path} is not of the format {FORMAT}")
    if data.get("format_version") != FORMAT_VERSION:
        raise ValueError(f"{path}: this exozoo reads version {FORMAT_VERSION} of {FORMAT}")
    if data.get("protocol") != protocol.stamp:
        given = shown(data.get("protocol"), 200)
        raise ValueError(f"{path} is by the protocol {given}, not {protocol.name}")
    kinds: dict[str, type] = {"games": dict, "agent": str, "quick": bool}
    if not all(isinstance(data.get(name), kind) for name, kind in kinds.items()):
        raise ValueError(f"{path} names no games or no agent")
    if not data["games"]:
        raise ValueError(f"{path} holds no games")
    protocol.choose(list(data["games"]))
    return data


def _calls(
    protocol: Protocol, data: dict[str, Any], name: str, entry: dict[str, Any]
) -> Iterator[tuple[ArenaSettings, Task, dict[str, Any]]]:
    """The tasks of one game with what is recorded of each; ValueError if they are not the protocol's."""
    version = load_game(name).version
    if entry["rules"]["version"] != version:
        raise ValueError(f"rules version {shown(entry['rules']['version'])}, these are {version}")
    found = {(c["players"], c["opponent"], c["further"]): c["tasks"] for c in entry["cells"]}
    wanted = cells_of(protocol, name, data["agent"])
    first = [found.get((c.players, c.opponent, False), []) for c in wanted]
    if all(first) and not data["quick"] and is_fast(protocol, [t for ts in first for t in ts]):
        wanted += cells_of(protocol, name, data["agent"], further=True)
    if set(found) != {(c.players, c.opponent, c.further) for c in wanted}:
        raise ValueError("its tables are not those of the protocol")
    for cell in wanted:
        yield from _calls_of_cell(protocol, cell, data["quick"], found)


def _calls_of_cell(
    protocol: Protocol, cell: Cell, quick: bool, found: dict[Any, list[dict[str, Any]]]
) -> Iterator[tuple[ArenaSettings, Task, dict[str, Any]]]:
    settings = cell.settings(protocol, quick, keep=True)
    recorded = found[cell.players, cell.opponent, cell.further]
    tasks = settings.tasks()
    if [entry["task"] for entry in recorded] != [task.number for task in tasks]:
        raise ValueError(f"{cell.label}: its tasks are not those of the protocol")
    for task, entry in zip(tasks, recorded, strict=True):
        seating, seeds = task.games()
        dealt = [(game["seed"], game["seats"]) for game in entry["games"]]
        if dealt != list(zip(seeds, seating.tolist(), strict=True)):
            raise ValueError(f"{cell.label}: task {task.number} has other deals or seats")
        yield settings, task, entry


class Script:
    """The recorded actions of games side by side, and where they have come to."""

    def __init__(self, games: Sequence[np.ndarray]):
        longest = max(len(actions) for actions in games)
        self.actions = np.full((len(games), longest + 1), NONE, np.int64)
        for row, actions in enumerate(games):
            self.actions[row, : len(actions)] = actions
        self.ply = 0

    def note(self, batch: Batch, actions: np.ndarray, where: np.ndarray) -> None:
        self.ply = min(self.ply + 1, self.actions.shape[1] - 1)


class Recorded(Agent):
    """Plays what is recorded, and notes where the agent that should have played chooses otherwise."""

    def __init__(self, script: Script, inner: Agent | None, game: Any):
        self.script, self.inner = script, inner
        self.differs: dict[int, int] = {}  # game -> first decision
        super().__init__(game)

    def act_in(self, games: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        written = self.script.actions[games, self.script.ply]
        if self.inner is not None:
            chosen = self.inner.act_in(games, states, masks)
            for game in games[chosen != written]:
                self.differs.setdefault(int(game), self.script.ply)
        return written

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self.act_in(np.arange(len(states)), states, masks)


def check_task(settings: ArenaSettings, task: Task, entry: dict[str, Any]) -> tuple[int, list[str]]:
    """(number of games, what does not agree) of one task."""
    where = f"{settings.game}, {settings.players} players against {settings.agents[1]}, task {task.number}"
    try:
        return len(entry["games"]), [
            f"{where}: {fault}" for fault in _replay(settings, task, entry)
        ]
    except (ValueError, *WRONG_KIND) as error:
        return 0, [f"{where}: {_told(error)}"]


def _replay(settings: ArenaSettings, task: Task, entry: dict[str, Any]) -> Iterator[str]:
    game = load_game(settings.game)
    script = Script([unpack(recorded["actions"]) for recorded in entry["games"]])
    opponent = Recorded(script, task_agent(settings, task, 1), game)
    moves = Moves(len(entry["games"]))

    def note(batch: Batch, actions: np.ndarray, where: np.ndarray) -> None:
        script.note(batch, actions, where)
        moves.note(batch, actions, where)

    agents = [Recorded(script, None, game), opponent]
    seating, seeds = task.games()
    result = play_games(game, agents, seating, seeds, settings.options, note=note)
    failed: dict[int, dict[int, int]] = {}
    for fault in entry["faults"]:
        if entry["games"][fault["game"]]["seats"][fault["seat"]] != 0:
            yield f"game {fault['game']}: a fault of {settings.agents[1]}, which makes none"
        failed.setdefault(fault["game"], {})[fault["seat"]] = fault["ply"]
    for number, recorded in enumerate(entry["games"]):
        ranks = places(result.ranks[number].tolist(), failed.get(number, {}))
        if recorded["scores"] != result.scores[number].tolist() or recorded["ranks"] != ranks:
            yield f"game {number} ends with other scores or places"
        if len(moves.games()[number]) != len(unpack(recorded["actions"])):
            yield f"game {number} goes on after its end"
        if number in opponent.differs:
            yield f"game {number}: {settings.agents[1]} chooses otherwise at decision {opponent.differs[number]}"


def _check_words(protocol: Protocol, data: dict[str, Any]) -> Iterator[str]:
    """Whether the file says as much against itself as there is to be said."""
    marks = {name: fingerprints(protocol, name) for name in data["games"]}
    for name, entry in data["games"].items():
        if entry.get("opponents") != marks[name]:
            yield f"{name}: its opponents are not those of the protocol here"
    remarks = remarks_on(protocol, marks, data["quick"])
    if data.get("remarks") != remarks or data.get("conforms") is not (not remarks):
        yield f"conforms, remarks: should be {not remarks}, {shown(remarks, 300)}"


def _check_figures(protocol: Protocol, name: str, entry: dict[str, Any]) -> Iterator[str]:
    computed = json.loads(json.dumps(game_figures(protocol, entry["cells"])))
    if computed != entry.get("figures"):
        yield f"{name}: the figures are not those of its games"
    decisions = [
        int(sum(len(unpack(game["actions"])) for game in task["games"]))
        for cell in entry["cells"]
        for task in cell["tasks"]
    ]
    counted = [sum(t["decisions"].values()) for cell in entry["cells"] for t in cell["tasks"]]
    if decisions != counted:
        yield f"{name}: the numbers of decisions are not those of its games"
