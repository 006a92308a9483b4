"""Games as learning from search keeps them: seeds, actions and what the search thought.

Positions are left out: playing the actions again is faster than reading positions from a disk.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from exozoo.agents.network.advice import Eyes
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.files import write_atomically
from exozoo.training.config import TrainConfig
from exozoo.training.lessons import LEAST, Kept, Lessons, lessons_from

LEAST_SHARE = 0.002  # of an action in a target that is kept


@dataclass(frozen=True)
class Games:
    """Finished games at tables of one size; decisions stand game after game."""

    players: np.ndarray  # int64[1]
    seeds: np.ndarray  # int64[games]
    lengths: np.ndarray  # int64[games], decisions
    actions: np.ndarray  # int64[decisions]
    values: np.ndarray  # float32[decisions], the search's for the seat to move; nan: none
    stakes: np.ndarray  # float32[decisions], how much the choice matters
    counts: np.ndarray  # int64[decisions], actions that the search would choose
    liked: np.ndarray  # int64[all of them], these actions
    shares: np.ndarray  # float32[as many], how often it would

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def table(self) -> int:
        return int(self.players[0])

    @property
    def decisions(self) -> int:
        return len(self.actions)

    def take(self, games: np.ndarray) -> Games:
        """Some of the games, in this order."""
        rows = _spans(self.lengths, games)
        entries = _spans(self.counts, rows)
        return Games(
            self.players,
            self.seeds[games],
            self.lengths[games],
            self.actions[rows],
            self.values[rows],
            self.stakes[rows],
            self.counts[rows],
            self.liked[entries],
            self.shares[entries],
        )

    @classmethod
    def joined(cls, parts: Sequence[Games]) -> Games:
        """Games at tables of the same size."""
        columns = [np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(cls)[1:]]
        return cls(parts[0].players, *columns)

    def save(self, path: Path) -> None:
        held = io.BytesIO()
        np.savez_compressed(held, **vars(self))
        write_atomically(path, held.getvalue())

    @classmethod
    def load(cls, path: Path) -> Games:
        """ValueError if the file is no such thing; that its games are legal is seen by playing them."""
        try:
            with np.load(path, allow_pickle=False) as held:
                games = cls(**{field.name: held[field.name] for field in fields(cls)})
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path}: no games of a search ({error})") from None
        games._check(path)
        return games

    def _check(self, path: Path) -> None:
        whole = (self.players, self.seeds, self.lengths, self.actions, self.counts, self.liked)
        parts = (self.values, self.stakes, self.shares)
        fits = (
            all(column.ndim == 1 and column.dtype == np.int64 for column in whole)
            and all(column.ndim == 1 and column.dtype == np.float32 for column in parts)
            and len(self.players) == 1
            and len(self.lengths) == len(self.seeds)
            and (self.lengths > 0).all()
            and (self.counts >= 0).all()
            and self.lengths.sum() == len(self.actions) == len(self.values) == len(self.counts)
            and len(self.stakes) == len(self.values)
            and self.counts.sum() == len(self.liked) == len(self.shares)
        )
        if not fits:
            raise ValueError(f"{path}: its columns do not fit together")


class Log:
    """Writes down games that start together, decision by decision."""

    def __init__(self) -> None:
        self._told: list[tuple[np.ndarray, ...]] = []

    def note(
        self,
        games: np.ndarray,
        actions: np.ndarray,
        chances: np.ndarray,
        values: np.ndarray,
        stakes: np.ndarray,
    ) -> None:
        """What was chosen in these games, and how the search would spread its choice."""
        kept = chances >= np.minimum(LEAST_SHARE, chances.max(axis=1, keepdims=True))
        rows, liked = np.nonzero(kept)
        counts = kept.sum(axis=1)
        self._told.append((games, actions, values, stakes, counts, liked, chances[rows, liked]))

    def games(self, players: int, seeds: Sequence[int]) -> Games:
        games, actions, values, stakes, counts, liked, shares = (
            np.concatenate(column) for column in zip(*self._told, strict=True)
        )
        order = np.argsort(games, kind="stable")  # within a game decisions are in order already
        entries = _spans(counts, order)
        return Games(
            np.array([players], np.int64),
            np.array(seeds, np.int64),
            np.bincount(games, minlength=len(seeds)).astype(np.int64),
            actions[order].astype(np.int64),
            values[order].astype(np.float32),
            stakes[order].astype(np.float32),
            counts[order].astype(np.int64),
            liked[entries].astype(np.int64),
            shares[entries].astype(np.float32),
        )


def lessons_of(config: TrainConfig, games: Games, eyes: Eyes) -> Lessons:
    """The games played again: every position, what the search would do there and what came of it."""
    game = eyes.game
    batch = Batch(game, len(games), auto_reset=False, **config.options_at(games.table))
    batch.reset(seeds=games.seeds.tolist())
    firsts = np.cumsum(games.lengths) - games.lengths
    starts = np.cumsum(games.counts) - games.counts
    kept: list[Kept] = []
    told: list[np.ndarray] = []
    for ply in range(int(games.lengths.max())):
        rows = np.flatnonzero(games.lengths > ply)
        decisions = firsts[rows] + ply
        entries = _spans(games.counts, decisions, starts)
        opinions = np.full((len(rows), game.num_actions), LEAST, np.float16)
        places = np.repeat(np.arange(len(rows)), games.counts[decisions])
        opinions[places, games.liked[entries]] = np.log(games.shares[entries])
        kept.append(Kept.now(config, batch, rows, opinions, games.stakes[decisions], eyes))
        told.append(games.values[decisions])
        actions, where = np.zeros(len(games), np.int64), np.zeros(len(games), np.uint8)
        actions[rows], where[rows] = games.actions[decisions], 1
        batch.step(actions, where)
    if not batch.states["over"].all():
        raise ValueError("a game of a search is not over after its last action")
    lessons = lessons_from(config, batch, kept)
    return lessons.blended(np.concatenate(told), config.expert.blend)


def _spans(sizes: np.ndarray, numbers: np.ndarray, starts: np.ndarray | None = None) -> np.ndarray:
    """The places of the entries of some lists that stand one after the other."""
    starts = np.cumsum(sizes) - sizes if starts is None else starts
    chosen = sizes[numbers]
    inside = np.arange(int(chosen.sum())) - np.repeat(np.cumsum(chosen) - chosen, chosen)
    return np.repeat(starts[numbers], chosen) + inside
