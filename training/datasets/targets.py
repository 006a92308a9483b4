"""What agents thought of their decisions, kept as short lists: the targets of learning from search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from exozoo.envs.core.agent import KINDS, POINTS, Agent, Thoughts
from exozoo.envs.core.batch import Batch

NOTHING = ""  # kind of a decision that nobody told anything about


@dataclass(frozen=True)
class Targets:
    """Of the decisions of one game, in order."""

    kinds: np.ndarray  # int8[n], place in KINDS, -1: nothing was told
    ends: np.ndarray  # int64[n + 1]: where the lists of each decision begin and end
    actions: np.ndarray
    weights: np.ndarray  # float32, as long
    values: np.ndarray  # float32[n], nan: no estimate


@dataclass(frozen=True)
class _Told:
    """What one agent told at one step, a row of the games in which it decided each."""

    games: np.ndarray
    ply: int
    kind: int
    counts: np.ndarray  # entries of each row's lists
    actions: np.ndarray
    weights: np.ndarray
    values: np.ndarray


class TargetLog:
    """Asks agents what they thought, right after each step of games that start together."""

    def __init__(self, agents: Sequence[Agent], seating: np.ndarray):
        self._agents = agents
        self._seating = seating
        self._told: list[_Told] = []
        self._ply = 0

    def note(self, batch: Batch, where: np.ndarray) -> None:
        """While the batch still shows the positions that agents were asked about."""
        movers = self._seating[np.arange(batch.num_envs), batch.states["seat"]]
        for number, agent in enumerate(self._agents):
            games = np.flatnonzero(where & (movers == number))
            found = agent.thoughts() if games.size else None
            if found is not None:
                check_thoughts(found, len(games), batch.game.num_actions)
                self._told.append(_sparse(found, games, self._ply, batch.masks[games]))
        self._ply += 1

    def of_game(self, lengths: np.ndarray) -> list[Targets]:
        """Those of each game, which took so many decisions."""
        count = int(lengths.sum())
        firsts = np.cumsum(lengths) - lengths
        kinds = np.full(count, -1, np.int8)
        values = np.full(count, np.nan, np.float32)
        sizes = np.zeros(count, np.int64)
        for told in self._told:
            rows = firsts[told.games] + told.ply
            kinds[rows], values[rows], sizes[rows] = told.kind, told.values, told.counts
        ends = np.concatenate([[0], np.cumsum(sizes)])
        actions = np.zeros(ends[-1], np.int64)
        weights = np.zeros(ends[-1], np.float32)
        for told in self._told:
            rows = firsts[told.games] + told.ply
            inside = np.arange(len(told.actions)) - np.repeat(
                np.cumsum(told.counts) - told.counts, told.counts
            )
            places = np.repeat(ends[rows], told.counts) + inside
            actions[places], weights[places] = told.actions, told.weights
        return [
            _cut(Targets(kinds, ends, actions, weights, values), first, first + length)
            for first, length in zip(firsts.tolist(), lengths.tolist())
        ]


def check_thoughts(found: Thoughts, count: int, num_actions: int) -> None:
    """ValueError unless they are what `Agent.thoughts` promises: a third party may have written them."""
    if found.kind not in KINDS:
        raise ValueError(f"thoughts of kind {found.kind!r}: allowed are {', '.join(KINDS)}")
    shapes: list[tuple[tuple[int, ...], tuple[int, ...], str]] = [
        (np.shape(found.weights), (count, num_actions), "weights")
    ]
    if found.values is not None:
        shapes.append((np.shape(found.values), (count,), "values"))
    for shape, wanted, name in shapes:
        if shape != wanted:
            raise ValueError(f"thoughts: {name} are {list(shape)}, expected {list(wanted)}")


def none_told(length: int) -> Targets:
    """Of a game whose players tell nothing."""
    return Targets(
        np.full(length, -1, np.int8),
        np.zeros(length + 1, np.int64),
        np.zeros(0, np.int64),
        np.zeros(0, np.float32),
        np.full(length, np.nan, np.float32),
    )


def columns(games: Sequence[Targets], action: pa.DataType) -> dict[str, pa.Array]:
    """The columns of table `decisions` that tell them."""
    kinds = np.concatenate([game.kinds for game in games])
    sizes = np.concatenate([np.diff(game.ends) for game in games])
    ends = pa.array(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32))
    actions = pa.array(np.concatenate([game.actions for game in games]), action)
    weights = pa.array(np.concatenate([game.weights for game in games]), pa.float32())
    words = pa.DictionaryArray.from_arrays(pa.array(kinds + 1), pa.array([NOTHING, *KINDS]))
    return {
        "target_kind": words.cast(pa.string()),
        "target_actions": pa.ListArray.from_arrays(ends, actions),
        "target_weights": pa.ListArray.from_arrays(ends, weights),
        "value": pa.array(np.concatenate([game.values for game in games])),
    }


def of_games(table: pa.Table, lengths: Sequence[int]) -> list[Targets]:
    """The way back: what a table of decisions tells of games that took so many decisions each."""
    actions = table.column("target_actions").combine_chunks()
    whole = Targets(
        pc.index_in(table.column("target_kind"), pa.array(KINDS)).fill_null(-1).to_numpy(),
        actions.offsets.to_numpy().astype(np.int64),
        actions.values.to_numpy(),
        table.column("target_weights").combine_chunks().values.to_numpy(),
        table.column("value").to_numpy(),
    )
    ends = np.cumsum([0, *lengths]).tolist()
    return [_cut(whole, first, last) for first, last in pairwise(ends)]


def check_columns(table: pa.Table, num_actions: int) -> None:
    """ValueError if what a table of decisions tells of thoughts does not fit together."""
    kinds = set(pc.unique(table.column("target_kind")).to_pylist())
    if not kinds <= {NOTHING, *KINDS}:
        raise ValueError(f"column target_kind: allowed are {', '.join(KINDS)} and ''")
    actions = table.column("target_actions").combine_chunks()
    weights = table.column("target_weights").combine_chunks()
    if not actions.offsets.equals(weights.offsets):
        raise ValueError("target_actions and target_weights are not as many")
    if (np.diff(actions.offsets.to_numpy()) > table.column("num_legal").to_numpy()).any():
        raise ValueError("column target_actions: more actions than were legal")
    if len(actions.values) and pc.max(actions.values).as_py() >= num_actions:
        raise ValueError("column target_actions: no such action")
    if not np.isfinite(weights.values.to_numpy()).all():
        raise ValueError("column target_weights: not a number")


def _sparse(found: Thoughts, games: np.ndarray, ply: int, masks: np.ndarray) -> _Told:
    """Without what says nothing: illegal actions, and those of no weight unless 0 is a weight too."""
    weights = np.asarray(found.weights, np.float32)
    said = masks != 0 if found.kind == POINTS else (masks != 0) & (weights != 0)
    if not np.isfinite(weights[said]).all():
        raise ValueError("thoughts: the weight of a legal action is not a number")
    rows, actions = np.nonzero(said)
    values = np.full(len(games), np.nan) if found.values is None else found.values
    counts = np.bincount(rows, minlength=len(games))
    kind = KINDS.index(found.kind)
    return _Told(games, ply, kind, counts, actions, weights[said], np.asarray(values, np.float32))


def _cut(whole: Targets, first: int, last: int) -> Targets:
    begin, end = whole.ends[first], whole.ends[last]
    return Targets(
        whole.kinds[first:last],
        whole.ends[first : last + 1] - begin,
        whole.actions[begin:end],
        whole.weights[begin:end],
        whole.values[first:last],
    )
