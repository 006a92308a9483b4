"""Decisions for torch: `DataLoader(DecisionStream(folder, Wanted(seed=0)), batch_size=None)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import torch
from torch.utils.data import IterableDataset, get_worker_info

from exozoo.envs.core.game import Game
from exozoo.training.datasets.reading import Dataset, Decisions, Wanted


class DecisionStream(IterableDataset):
    """Batches of decisions as tensors by name; workers of a DataLoader share the games out.

    Each pass is shuffled anew if a seed is given: pass number n by `seed + n`, see `set_pass`.
    """

    def __init__(self, folder: str | Path, wanted: Wanted | None = None, game: Game | None = None):
        self._dataset = Dataset(folder, game)
        self._wanted = wanted or Wanted()
        self._wanted.check()
        self._pass = 0

    def set_pass(self, number: int) -> None:
        """Which pass over the data comes next; before the DataLoader is iterated."""
        self._pass = number

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        info = get_worker_info()
        wanted = self._wanted
        if info is not None:
            wanted = replace(wanted, worker=(info.id, info.num_workers))
        if wanted.seed is not None:
            wanted = replace(wanted, seed=wanted.seed + self._pass)
        for batch in self._dataset.decisions(wanted):
            yield tensors(batch)


def tensors(batch: Decisions) -> dict[str, torch.Tensor]:
    return {f.name: torch.from_numpy(getattr(batch, f.name)) for f in fields(batch)}
