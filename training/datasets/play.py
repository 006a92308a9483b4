"""The games of one shard, side by side: a function of the settings and the shard's number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exozoo.agents.arena.match import play_games
from exozoo.agents.specs import load_agent
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.training.datasets.schema import (
    DECISIONS,
    GAMES,
    action_type,
    decisions_table,
    games_of,
)
from exozoo.training.datasets.settings import Deal, SelfplaySettings
from exozoo.training.datasets.targets import TargetLog, Targets, columns, none_told

TOGETHER = 500  # random games side by side: few enough to stay in the processor's cache


@dataclass(slots=True)
class Played:
    """A finished game."""

    deal: Deal
    scores: list[int]
    ranks: list[int]
    actions: np.ndarray
    seats: np.ndarray | None = None  # who decided, if decisions are asked for
    num_legal: np.ndarray | None = None
    targets: Targets | None = None


class Log:
    """Writes down the decisions of games that start together: the n-th step is everybody's n-th."""

    def __init__(
        self, game: Game, num_games: int, decisions: bool, targets: TargetLog | None = None
    ):
        self._targets = targets
        self._dtype = np.min_scalar_type(game.num_actions - 1)
        self._decisions = decisions
        self._lengths = np.zeros(num_games, np.int64)
        self._actions: list[np.ndarray] = []
        self._seats: list[np.ndarray] = []
        self._legal: list[np.ndarray] = []

    def note(self, batch: Batch, actions: np.ndarray, where: np.ndarray) -> None:
        """Before the step, while the batch still shows the positions."""
        self._lengths += where
        self._actions.append(actions.astype(self._dtype))
        if self._decisions:
            self._seats.append(batch.states["seat"].copy())
            self._legal.append(batch.masks.sum(axis=1, dtype=np.int32))
        if self._targets is not None:
            self._targets.note(batch, where)

    def games(self, deals: list[Deal], scores: np.ndarray, ranks: np.ndarray) -> list[Played]:
        actions = self._of_games(self._actions)
        found = [
            Played(deal, *result)
            for deal, *result in zip(deals, scores.tolist(), ranks.tolist(), actions)
        ]
        if self._decisions:
            seats, legal = self._of_games(self._seats), self._of_games(self._legal)
            for game, played in enumerate(found):
                played.seats, played.num_legal = seats[game], legal[game]
        if self._targets is not None:
            for played, targets in zip(found, self._targets.of_game(self._lengths)):
                played.targets = targets
        return found

    def _of_games(self, steps: list[np.ndarray]) -> list[np.ndarray]:
        rows = np.ascontiguousarray(np.stack(steps).T)
        return [row[:length] for row, length in zip(rows, self._lengths.tolist())]


def shard_tables(settings: SelfplaySettings, shard: int) -> dict[str, Any]:
    """The tables of a shard, by name."""
    game = settings.loaded
    games = sorted(_play(settings, shard), key=lambda played: played.deal.number)
    tables = {GAMES: games_of(_game_columns(settings, games), game.num_actions)}
    if settings.search_targets:
        tables[DECISIONS] = decisions_table(
            decision_columns(games, game.num_actions), game.num_actions
        )
    return tables


def _play(settings: SelfplaySettings, shard: int) -> list[Played]:
    deals = [settings.deal(number) for number in settings.numbers(shard)]
    if settings.all_random:
        groups = _groups(deals, lambda deal: deal.options["players"])
        return [played for group in groups for played in _play_randomly(settings, group)]
    agents = [
        load_agent(text, settings.loaded, seed=settings.agent_seed(shard, number))
        for number, text in enumerate(settings.agents)
    ]
    try:
        return [
            played
            for group in _groups(deals, lambda deal: deal.options_text)
            for played in _play_agents(settings, agents, group)
        ]
    finally:
        for agent in agents:
            agent.close()


def _play_randomly(settings: SelfplaySettings, deals: list[Deal]) -> list[Played]:
    """The game that `Batch.random_steps` plays from each seed, with its actions written down."""
    found: list[Played] = []
    for part, batch in batches(settings, deals):
        batch.deal([deal.seed for deal in part], [deal.options for deal in part])
        play = _play_noted if settings.search_targets else _play_in_kernel
        found += play(batch, part)
    return found


def batches(settings: SelfplaySettings, deals: list[Deal]) -> Iterator[tuple[list[Deal], Batch]]:
    """Deals for one number of players, so many that stay in the cache, and a batch for them.

    The same one again where it fits: new memory for each part is time of the system, not of playing.
    """
    batch = None
    for first in range(0, len(deals), TOGETHER):
        part = deals[first : first + TOGETHER]
        if batch is None or batch.num_envs != len(part):
            batch = Batch(settings.loaded, len(part), auto_reset=False, **_given(part[0]))
        yield part, batch


def _play_noted(batch: Batch, deals: list[Deal]) -> list[Played]:
    """Step by step, with what table `decisions` asks for."""
    log = Log(batch.game, len(deals), decisions=True)
    running = 1 - batch.dones
    while running.any():
        actions = batch.draw()
        log.note(batch, actions, running)
        running = 1 - batch.step(actions, running)
    return log.games(deals, batch.scores, batch.ranks)


def _play_in_kernel(batch: Batch, deals: list[Deal]) -> list[Played]:
    actions = batch.random_games()
    results = zip(deals, batch.scores.tolist(), batch.ranks.tolist(), actions, strict=True)
    return [Played(*result) for result in results]


def _play_agents(
    settings: SelfplaySettings, agents: list[Agent], deals: list[Deal]
) -> list[Played]:
    """Games with the same options, which agents are told once for all of them."""
    seating = np.array([deal.seats for deal in deals], np.int64)
    targets = TargetLog(agents, seating) if settings.search_targets else None
    log = Log(settings.loaded, len(deals), settings.search_targets, targets)
    result = play_games(
        settings.loaded,
        agents,
        seating,
        [deal.seed for deal in deals],
        _given(deals[0]),
        note=log.note,
    )
    for fault in result.faults:  # such a game was played on by somebody else
        deal = deals[fault.game]
        raise ValueError(
            f"agent {settings.agents[deal.seats[fault.seat]]!r} failed in game {deal.number}: "
            f"{fault.reason}, {fault.detail}"
        )
    return log.games(deals, result.scores, result.ranks)


def _groups(deals: list[Deal], key: Callable[[Deal], Any]) -> Iterable[list[Deal]]:
    found: dict[Any, list[Deal]] = {}
    for deal in deals:
        found.setdefault(key(deal), []).append(deal)
    return found.values()


def _given(deal: Deal) -> dict[str, Any]:
    return dict(deal.options)


def _game_columns(settings: SelfplaySettings, games: list[Played]) -> dict[str, Sequence[Any]]:
    """Table `games` of games in order; column by column, since a random game takes microseconds."""
    deals, count = [played.deal for played in games], len(games)
    by_seats = {
        seats: tuple(settings.agents[number] for number in seats)
        for seats in {deal.seats for deal in deals}
    }
    return {
        "game_id": [deal.number for deal in deals],
        "game": [settings.loaded.name] * count,
        "rules_version": [settings.loaded.version] * count,
        "options": [deal.options_text for deal in deals],
        "seed": [deal.seed for deal in deals],
        "agents": [by_seats[deal.seats] for deal in deals],
        "scores": [played.scores for played in games],
        "ranks": [played.ranks for played in games],
        "num_decisions": [len(played.actions) for played in games],
        "actions": [played.actions for played in games],
    }


def decision_columns(games: list[Played], num_actions: int) -> dict[str, Any]:
    """Table `decisions` of games in order, whose `seats` and `num_legal` were written down."""
    targets = [played.targets or none_told(len(played.actions)) for played in games]
    lengths = [len(played.actions) for played in games]
    numbers = [played.deal.number for played in games]
    return {
        "game_id": np.repeat(numbers, lengths),
        "ply": np.concatenate([np.arange(length) for length in lengths]),
        "seat": np.concatenate([played.seats for played in games]),
        "action": np.concatenate([played.actions for played in games]),
        "num_legal": np.concatenate([played.num_legal for played in games]),
        **columns(targets, action_type(num_actions)),
    }
