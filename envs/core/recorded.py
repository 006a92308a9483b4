"""A game recorded elsewhere, as a game's notation hands it over."""

from __future__ import annotations

from typing import Any, NamedTuple


class Recorded(NamedTuple):
    """The deal and the decisions of a recorded game, as our engine has them."""

    options: dict[str, Any]
    seed: int
    actions: list[int]
    players: tuple[str, ...] = ()  # who played, seat by seat
