"""What every learner shares: the folder of a run, its pool, checkpoints, evaluations and times.

A learner calls `iteration` between two updates, when its network is consistent. The folder holds

    config.json          the config; a folder belongs to one
    checkpoints/<steps>  a complete checkpoint: `state.pt`, the network, `facts.json`;
                         while imitating checkpoints/000000000000-<round>
    best/                the network of the best evaluation so far
    pool/                past selves
    metrics.jsonl        one line per evaluation, the first of the untrained network
    tensorboard/
    games/               of the newest rounds of a search that is learnt from
"""

from __future__ import annotations

import io
import json
import shutil
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from exozoo.agents.network.advice import Advice, Eyes
from exozoo.agents.network.checkpoint import load_network, save_network
from exozoo.agents.network.model import GameNetwork, NetworkSize
from exozoo.agents.policy import PolicyAgent, shipped_checkpoint
from exozoo.envs.core.files import parse_json, read_json_lines, write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.core.workers import HERE, Workers
from exozoo.envs.registry import load_game
from exozoo.training.config import TrainConfig
from exozoo.training.evaluation import evaluate
from exozoo.training.pool import OpponentPool

KEPT = 2  # checkpoints
MOST_WORDS = 200  # letters of why a checkpoint cannot be read
IMITATION_POINTS = 4  # evaluations while imitating, at most
NETWORK_FILE, STATE_FILE, FACTS_FILE = "network.safetensors", "state.pt", "facts.json"


class Run:
    """One run in one folder, new or gone on with."""

    def __init__(
        self,
        config: TrainConfig,
        folder: Path,
        report: Callable[[int, dict[str, Any]], None] = lambda steps, facts: None,
        workers: Workers = HERE,  # who play the evaluations
    ):
        self.config, self.folder, self.report, self.workers = config, folder, report, workers
        self.game = load_game(config.game)
        torch.set_num_threads(config.torch_threads)
        torch.manual_seed(config.seed)
        self.network = _first_network(config, self.game)  # before a folder belongs to the config
        folder.mkdir(parents=True, exist_ok=True)
        self._claim()
        self.eyes = Eyes(self.game, self.network.advice)
        self.facts, self.resumed = _resume(folder)
        if self.resumed and not self.steps:  # imitation was under way
            self.network.load_state_dict(self.resumed["network"])
        self._forget_what_came_after()
        pool_folder = folder / "pool"
        pool_folder.mkdir(exist_ok=True)
        pool = config.pool
        self.pool = OpponentPool(
            self.game, pool_folder, pool.agents, pool.size, pool.scripted, pool.newest, config.seed
        )
        self._started = time.perf_counter()
        self._writer: Any = None

    @property
    def steps(self) -> int:
        return int(self.facts["steps"])

    @property
    def rounds(self) -> int:
        """Rounds of imitation so far."""
        return int(self.facts["imitation"]["rounds"])

    @property
    def searched_rounds(self) -> int:
        """Rounds of learning from search so far."""
        return int(self.facts["expert"]["rounds"])

    @property
    def learner_state(self) -> dict[str, Any] | None:
        """What the learner left in the last checkpoint, if it had begun by then."""
        return self.resumed if self.steps else None

    @property
    def done(self) -> bool:
        if self.config.searches:
            return self.searched_rounds >= self.config.expert.rounds
        return self.steps >= self.config.total_steps

    def seed_everything(self) -> int:
        """Seed torch and numpy for what is left of the run; returns the environment's seed."""
        seed = (self.config.seed * 1_000_003 + self.steps) % 2**31
        torch.manual_seed(seed)
        np.random.seed(seed)
        return seed

    def begin(self) -> None:
        """The first point of the curve, what the network does before it learns anything; or a lost last one."""
        seen = self.metrics()
        if not (self.steps or self.rounds or seen):
            self._evaluate()
        latest = None if self.config.searches else latest_checkpoint(self.folder)
        if self.done and latest and seen and seen[-1]["steps"] < self.steps:
            # stopped between its last checkpoint and the evaluation that was due then
            self.network = load_network(latest / NETWORK_FILE, self.game)[0]
            self._evaluate()
        self._started = time.perf_counter()

    def imitated(
        self,
        rounds: int,
        state: Callable[[], dict[str, Any]],
        decisions: int,
        teacher_seconds: float,
        env_seconds: float,
        **numbers: float,
    ) -> None:
        """After a round of imitation: a checkpoint, and an evaluation after some and the last one."""
        facts = self.facts
        seconds = time.perf_counter() - self._started
        facts["seconds"] += seconds
        facts["opponent_seconds"] += teacher_seconds
        facts["env_seconds"] += env_seconds
        imitation = facts["imitation"]
        imitation["rounds"] = rounds
        imitation["decisions"] += decisions
        imitation["seconds"] += seconds
        imitation.update(numbers)
        self._log(rounds, {f"imitation/{name}": value for name, value in numbers.items()})
        self._save(state())
        before, now = (rounds - 1) * IMITATION_POINTS, rounds * IMITATION_POINTS
        if _due(before, now, self.config.imitation.rounds):
            self._evaluate()
        self._started = time.perf_counter()
        self.report(0, facts)

    def iteration(
        self, steps: int, state: Callable[[], dict[str, Any]], env_seconds: float, **numbers: float
    ) -> None:
        """Between two updates: what is due of evaluation, pool entry and checkpoint.

        `steps` is counted over the whole run, `env_seconds` since the last call, and includes the
        opponents' time.
        """
        facts, config = self.facts, self.config
        before = int(facts["steps"])
        now = time.perf_counter()
        facts["steps"] = steps
        facts["seconds"] += now - self._started
        facts["opponent_seconds"] += self.pool.seconds
        facts["env_seconds"] += max(env_seconds - self.pool.seconds, 0.0)
        self.pool.seconds = 0.0
        last = steps >= config.total_steps
        if _due(before, steps, config.pool.every):
            self.pool.add(self.network, steps)
        self._log(steps, numbers)
        if _due(before, steps, config.checkpoint_every) or last:
            self._save(state())
        if _due(before, steps, config.evaluation.every) or last:
            self._evaluate()
        self._started = time.perf_counter()
        self.report(steps, {**facts, **numbers})

    def tell_games(self, done: int, of: int) -> None:
        """Games of the round that is being played."""
        self.report(self.steps, {**self.facts, "games": (done, of)})

    def searched(
        self,
        rounds: int,
        state: Callable[[], dict[str, Any]],
        decisions: int,
        search_seconds: float,
        accepted: bool,
        **numbers: float,
    ) -> None:
        """After a round of learning from search: a checkpoint; an evaluation of a new best network."""
        facts = self.facts
        facts["steps"] = int(facts["steps"]) + decisions
        facts["seconds"] += time.perf_counter() - self._started
        facts["opponent_seconds"] += search_seconds
        facts["expert"]["rounds"] = rounds
        facts["expert"]["accepted"] += int(accepted)
        facts["expert"].update(numbers)
        self._log(self.steps, {f"expert/{name}": value for name, value in numbers.items()})
        self._save(state())
        if accepted:
            self._evaluate()
        self._started = time.perf_counter()
        self.report(self.steps, facts)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def time_shares(self) -> dict[str, float]:
        """Parts of the wall time of training, evaluations left out."""
        total = max(self.facts["seconds"], 1e-9)
        env = self.facts["env_seconds"] / total
        opponents = self.facts["opponent_seconds"] / total
        return {
            "environment": env,
            ("search" if self.config.searches else "teacher and opponents"): opponents,
            "learner": 1 - env - opponents,
        }

    def metrics(self) -> list[dict[str, Any]]:
        """One entry per evaluation so far."""
        path = self.folder / "metrics.jsonl"
        return read_json_lines(path, _is_entry) if path.exists() else []

    def _evaluate(self) -> None:
        agent = PolicyAgent(self.game, self.config.seed, network=self.network)
        games, seed = self.config.evaluation.games, self.config.seed + 1
        found = evaluate(self.config, agent, games, seed, self.workers)
        entry = {
            "steps": self.steps,
            "rounds": self.rounds,
            "decisions": self.facts["imitation"]["decisions"] + self.steps,  # learnt from
            "seconds": self.facts["seconds"],
            "against": found,
        }
        self._append(entry)
        for name, result in found.items():
            self._log(self.steps, {f"evaluation/{name}": result["ahead"]})
        if entry in (looks := self._candidates()) and quality(entry) >= max(map(quality, looks)):
            self._write_network(self.folder / "best" / NETWORK_FILE)

    def _candidates(self) -> list[dict[str, Any]]:
        """Evaluations of networks to ship; an exploiter is what it learnt, not what it began with."""
        return [entry for entry in self.metrics() if entry["steps"] or not self.config.against]

    def _append(self, entry: dict[str, Any]) -> None:
        lines = [json.dumps(line) for line in [*self.metrics(), entry]]
        write_atomically(self.folder / "metrics.jsonl", "\n".join(lines) + "\n")

    def _log(self, steps: int, numbers: dict[str, float]) -> None:
        if self._writer is None:
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(self.folder / "tensorboard"), purge_step=steps)
        for name, value in numbers.items():
            self._writer.add_scalar(name if "/" in name else f"train/{name}", value, steps)

    def _save(self, state: dict[str, Any]) -> None:
        """Write beside the place, then rename: a checkpoint is complete or not there."""
        name = f"{self.steps:012d}" if self.steps else f"{0:012d}-{self.rounds:03d}"
        place = self.folder / "checkpoints" / name
        if place.exists():
            return
        unfinished = place.with_name(f".{place.name}")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        self._write_network(unfinished / NETWORK_FILE)
        content = io.BytesIO()  # torch's own writer tells a full disk as a fault of its own
        torch.save(state, content)
        write_atomically(unfinished / STATE_FILE, content.getvalue())
        write_atomically(unfinished / FACTS_FILE, json.dumps(self.facts))
        unfinished.rename(place)
        for old in _checkpoints(self.folder)[:-KEPT]:
            shutil.rmtree(old)

    def _write_network(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        config = self.config.model_dump()
        save_network(self.network, self.game, path, steps=self.steps, config=config)

    def _claim(self) -> None:
        """The folder belongs to the config; a larger `total_steps` extends the run."""
        path = self.folder / "config.json"
        text = self.config.model_dump_json(indent=1)
        if path.exists():
            # compared as data: to check it as a config would load the agents that it names
            try:
                known, own = parse_json(path.read_text(encoding="utf-8")), json.loads(text)
                longer = {**known, "total_steps": max(known["total_steps"], own["total_steps"])}
            except (ValueError, TypeError, KeyError):
                raise ValueError(f"{path} is damaged; choose another folder") from None
            if longer != own:
                raise ValueError(
                    f"{self.folder} holds a run with another config; choose another folder"
                )
        write_atomically(path, text)

    def _forget_what_came_after(self) -> None:
        """Drop pool entries and metrics newer than the checkpoint: they will come again."""
        for path in (self.folder / "pool").glob("self_*"):
            if int(path.stem.split("_")[1]) > self.steps:
                path.unlink()
        best = self.folder / "best" / NETWORK_FILE
        facts = best.with_suffix(".json")
        if facts.exists():
            try:
                newer = parse_json(facts.read_text(encoding="utf-8"))["steps"] > self.steps
            except (ValueError, TypeError, KeyError):
                newer = True  # damaged: the next evaluation writes another
            if newer:
                shutil.rmtree(best.parent)
        kept = [
            json.dumps(line)
            for line in self.metrics()
            if line["steps"] <= self.steps and line.get("rounds", 0) <= self.rounds
        ]
        if (self.folder / "metrics.jsonl").exists():
            write_atomically(self.folder / "metrics.jsonl", "".join(f"{k}\n" for k in kept))


def _is_entry(found: dict[str, Any]) -> bool:
    """Whether this is an evaluation as `_evaluate` writes it."""
    against = found.get("against")
    return (
        all(type(found.get(name)) is int for name in ("steps", "decisions", "rounds"))
        and isinstance(against, dict)
        and bool(against)
        and all(
            isinstance(one, dict) and isinstance(one.get("ahead"), int | float)
            for one in against.values()
        )
    )


def _first_network(config: TrainConfig, game: Game) -> GameNetwork:
    """Of the config's size, or the one that the config begins with."""
    if not config.start:
        how = config.network
        sizes = how.model_dump(exclude={"advice", "standing"})
        advice = Advice.of(game, how.advice, how.standing, config.heuristic)
        return GameNetwork(game, NetworkSize(**sizes), advice)
    shipped = config.start == "policy"
    return load_network(shipped_checkpoint(game) if shipped else Path(config.start), game)[0]


def quality(entry: dict[str, Any]) -> float:
    """What the best evaluation is chosen by: the mean over all opponents."""
    return float(np.mean([found["ahead"] for found in entry["against"].values()]))


def best_network(folder: Path) -> Path:
    """The network of the best evaluation of a finished run."""
    best = folder / "best" / NETWORK_FILE
    latest = latest_checkpoint(folder)
    assert latest is not None, "a finished run has a checkpoint"
    return best if best.exists() else latest / NETWORK_FILE


def _resume(folder: Path) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Facts and learner's state of the newest checkpoint that can be read; damaged ones are set aside."""
    for place in reversed(_checkpoints(folder)):
        try:
            facts = json.loads((place / FACTS_FILE).read_text(encoding="utf-8"))
            state = torch.load(place / STATE_FILE, weights_only=True)
            return _checked_facts(facts), state
        except Exception as error:  # a damaged file may raise anything
            aside = place.with_name(f"damaged-{place.name}")
            shutil.rmtree(aside, ignore_errors=True)
            place.rename(aside)
            warnings.warn(
                f"checkpoint {place} is damaged ({_words(error)}): going on from the one before",
                stacklevel=2,
            )
    return _no_facts(), None


def _words(error: Exception) -> str:
    """The first line of what an error says, if it says anything."""
    return next(iter(str(error).splitlines()), "")[:MOST_WORDS] or type(error).__name__


def _checked_facts(facts: Any) -> dict[str, Any]:
    """Facts of a file, with all entries; ValueError if one is of another kind than it must be."""
    checked = {**_no_facts(), **facts}
    parts = [(checked, _no_facts())]
    for part in ("imitation", "expert"):
        checked[part] = {**_no_facts()[part], **checked[part]}
        parts.append((checked[part], _no_facts()[part]))
    for held, needed in parts:
        for name, default in needed.items():
            kind = int | float if isinstance(default, float) else type(default)
            if not isinstance(held[name], kind):
                raise ValueError(f"{name} is {held[name]!r:.40}")
    return checked


def latest_checkpoint(folder: Path) -> Path | None:
    """The newest complete checkpoint of a run."""
    found = _checkpoints(folder)
    return found[-1] if found else None


def _checkpoints(folder: Path) -> list[Path]:
    return sorted(p for p in (folder / "checkpoints").glob("[0-9]*") if p.is_dir())


def _no_facts() -> dict[str, Any]:
    imitation = {"rounds": 0, "decisions": 0, "seconds": 0.0, "agreement": 0.0, "loss": 0.0}
    return {
        "steps": 0,
        "seconds": 0.0,
        "env_seconds": 0.0,
        "opponent_seconds": 0.0,
        "imitation": imitation,
        "expert": {"rounds": 0, "accepted": 0, "ahead": 0.0, "loss": 0.0},
    }


def _due(before: int, now: int, every: int) -> bool:
    return now // every > before // every
