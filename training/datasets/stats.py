"""Figures of a dataset, from all columns but the actions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from exozoo.training.datasets.manifest import Manifest
from exozoo.training.datasets.schema import GAMES
from exozoo.training.datasets.shards import read_shard

COLUMNS = ["agents", "scores", "ranks", "num_decisions"]


@dataclass(frozen=True)
class AgentFigures:
    """How one agent did, a seat of a game at a time."""

    agent: str
    seats: int
    won: float  # share of its seats that were first, alone or not
    score_mean: float
    score_sd: float


@dataclass(frozen=True)
class Figures:
    games: int
    decisions: int
    bytes: int  # of table `games`
    games_of_players: dict[int, int]
    agents: tuple[AgentFigures, ...]
    lengths: np.ndarray  # int64[games], decisions
    scores: np.ndarray  # int64[seats of all games]


def figures(folder: Path, manifest: Manifest) -> Figures:
    """ValueError, naming the file, if one cannot be read."""
    agents, scores, ranks, lengths, players = [], [], [], [], []
    for shard in manifest.shards[GAMES]:
        table = read_shard(folder, shard.file, GAMES, manifest.num_actions, COLUMNS)
        agents += _flat(table, "agents").to_pylist()
        scores.append(_flat(table, "scores").to_numpy())
        ranks.append(_flat(table, "ranks").to_numpy())
        lengths.append(table.column("num_decisions").to_numpy())
        players.append(np.diff(table.column("scores").combine_chunks().offsets.to_numpy()))
    names, owners = np.unique(np.array(agents, str), return_inverse=True)
    points, places = np.concatenate(scores).astype(np.int64), np.concatenate(ranks)
    if not len(owners) == len(points) == len(places):
        raise ValueError(f"{folder}: agents, scores and ranks are not as many")
    counts = np.unique(np.concatenate(players), return_counts=True)
    return Figures(
        games=manifest.games,
        decisions=manifest.decisions,
        bytes=sum(shard.bytes for shard in manifest.shards[GAMES]),
        games_of_players=dict(zip(counts[0].tolist(), counts[1].tolist())),
        agents=tuple(
            _agent(str(name), points[owners == number], places[owners == number])
            for number, name in enumerate(names)
        ),
        lengths=np.concatenate(lengths).astype(np.int64),
        scores=points,
    )


def _flat(table: pa.Table, name: str) -> pa.Array:
    return table.column(name).combine_chunks().flatten()


def _agent(name: str, points: np.ndarray, places: np.ndarray) -> AgentFigures:
    won = float((places == 1).mean())
    return AgentFigures(name, len(points), won, float(points.mean()), float(points.std()))
