"""A game recorded elsewhere, as a game's notation hands it over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Recorded:
    """The deal and the decisions of a recorded game: `new_state(seed, **options)`, then the actions."""

    options: dict[str, Any]
    seed: int
    actions: Sequence[int]
    players: tuple[str, ...] = ()  # who played, seat by seat
