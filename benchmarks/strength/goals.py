"""The goals as data."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from exozoo.agents.arena.run import ArenaSettings
from exozoo.envs.core.resources import resource
from exozoo.envs.registry import game_names, load_game

FILE = "exozoo.benchmarks.strength:goals.toml"
AHEAD, PLACE, SCORE = "ahead", "place", "score"
MORE = "more"  # tables of more than two
GAMES_A_TASK = 10


@dataclass(frozen=True)
class Contest:
    """One agent against one opponent, in all games that it has a goal for."""

    name: str
    title: str
    agent: str
    tables: Sequence[int] | str
    games: int
    figure: str
    opponent: str | None = None
    least: float | dict[str, float] | None = None
    seconds: float | None = None

    def goal(self, game: str) -> float | None:
        return self.least.get(game) if isinstance(self.least, dict) else self.least

    def is_for(self, game: str) -> bool:
        return not isinstance(self.least, dict) or game in self.least

    def sizes(self, game: str) -> Sequence[int]:
        if isinstance(self.tables, str):
            return range(3, load_game(game).max_players + 1)
        return self.tables

    def settings(self, game: str, players: int, seed: int) -> ArenaSettings:
        others = (0,) if self.opponent is None else (1,)
        return ArenaSettings(
            game=game,
            agents=(self.agent,) if self.opponent is None else (self.agent, self.opponent),
            games=self.games,
            players=players,
            seed=seed,
            lineups=((0, *others * (players - 1)),),
            games_a_task=max(GAMES_A_TASK, self.games // 20) if self.seconds is None else players,
            budgets=() if self.seconds is None else (self.seconds,),
        )


@dataclass(frozen=True)
class Price:
    """How long so many simulations take."""

    name: str
    title: str
    simulations: int
    positions: int
    most: float


@dataclass(frozen=True)
class Goals:
    seed: int
    contests: tuple[Contest, ...]
    price: Price

    @property
    def names(self) -> list[str]:
        return [*(contest.name for contest in self.contests), self.price.name]


def read_goals() -> Goals:
    data: dict[str, Any] = tomllib.loads(resource(FILE).read_text(encoding="utf-8"))
    contests = tuple(Contest(**entry) for entry in data["contests"])
    return Goals(data["seed"], contests, Price(**data["price"]))


def chosen(names: Sequence[str], allowed: Sequence[str], what: str) -> list[str]:
    """Those named, all if none is; ValueError at one that there is not."""
    for name in names:
        if name not in allowed:
            raise ValueError(f"no {what} {name!r}: allowed are {', '.join(allowed)}")
    return [name for name in allowed if not names or name in names]


def chosen_games(names: Sequence[str]) -> list[str]:
    return chosen(names, game_names(), "game")
