"""Games played again from their actions, many side by side; nothing in a row is trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.files import parse_json
from exozoo.envs.core.game import Game, check_action, check_seed
from exozoo.envs.core.kernels import CHOICE, NO_NUMBERS, STEP, new_orders
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.words import shown
from exozoo.envs.records import Replay
from exozoo.training.datasets.schema import GameRow

BYTES_TOGETHER = 2**26  # of positions held at once: more of them outgrow every cache
DECISIONS_TOGETHER = 32_768
GAMES_TOGETHER = 500
MOST_KNOWN = 10_000  # sets of options kept: those of a dataset may all be different

# batch, how many decide now (the longest games come first), which decision
Look = Callable[[Batch, int, int], None]


class Options:
    """The options of rows, parsed once for each text."""

    def __init__(self, game: Game):
        self._game = game
        self._known: dict[str, dict[str, Any]] = {}

    def of(self, row: GameRow) -> dict[str, Any]:
        known = self._known.get(row.options)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._game.options.parse(given_options(row), stored=True)
            self._known[row.options] = known
        return known


def given_options(row: GameRow) -> dict[str, Any]:
    """The options of a row as they stand in it; ValueError if they are none."""
    given = parse_json(row.options)
    if not isinstance(given, dict):
        raise ValueError("its options are not a JSON object")
    return given


def checked(game: Game, options: Options, row: GameRow) -> dict[str, Any]:
    """The options of a row; ValueError, naming the game, if its columns do not fit together."""
    try:
        if (row.game, row.rules_version) != (game.name, game.version):
            raise ValueError(
                f"of {shown(row.game)}, rules version {row.rules_version}; these are of "
                f"{game.name!r}, version {game.version}"
            )
        check_seed(row.seed)
        values = options.of(row)
        seats = {len(row.agents), len(row.scores), len(row.ranks), values["players"]}
        if len(seats) > 1:
            raise ValueError("agents, scores, ranks and players are not as many")
        if row.num_decisions != len(row.actions):
            raise ValueError(f"{len(row.actions)} actions, num_decisions is {row.num_decisions}")
    except (ValueError, RecursionError) as error:
        raise ValueError(f"game {row.game_id}: {error}") from None
    return values


def alike(rows: Sequence[GameRow], game: Game) -> Iterator[list[GameRow]]:
    """The rows in order, cut into groups for as many players that are worth playing together."""
    groups: dict[int, list[GameRow]] = {}
    sizes: dict[int, int] = {}
    for row in rows:
        players = len(row.scores)
        groups.setdefault(players, []).append(row)
        sizes[players] = sizes.get(players, 0) + len(row.actions)
        if sizes[players] >= most(game, players) or len(groups[players]) >= GAMES_TOGETHER:
            yield groups.pop(players)
            del sizes[players]
    yield from groups.values()


def most(game: Game, players: int) -> int:
    """Decisions that are held at once, with observation and mask."""
    seats = min(max(players, game.min_players), game.max_players)  # a row may say anything
    size = game.observation.size(seats) * np.dtype(OBSERVATION_DTYPE).itemsize + game.num_actions
    return min(DECISIONS_TOGETHER, max(1, BYTES_TOGETHER // size))


def play_back(game: Game, options: Options, rows: Sequence[GameRow], look: Look) -> Batch:
    """Play games for as many players each; returns them at their ends, in the order of `by_length`.

    ValueError, naming the game, at an action that is not legal or a result that is not the recorded.
    """
    rows = [rows[place] for place in by_length(rows)]
    values = [checked(game, options, row) for row in rows]
    batch = Batch(game, len(rows), auto_reset=False, **values[0])
    batch.deal([row.seed for row in rows], values)
    lengths = np.array([len(row.actions) for row in rows])
    actions = np.zeros((int(lengths.max(initial=0)), len(rows)), np.int64)
    for number, row in enumerate(rows):
        actions[: len(row.actions), number] = row.actions
    running = np.searchsorted(-lengths, -np.arange(len(actions)), side="left").tolist()
    orders, rngs = new_orders(len(rows)), np.zeros((len(rows), 2), np.uint64)
    run = game.kernels.run  # what `Batch.step` looks at after each step is needed once
    for ply, chosen in enumerate(actions):
        count = running[ply]
        look(batch, count, ply)
        orders[:count, CHOICE] = chosen[:count]
        wrong = int(run(STEP, batch.states, 0, count, orders, NO_NUMBERS, rngs, batch.masks))
        if wrong != NONE:
            _refuse(game, rows[wrong], int(chosen[wrong]), batch.masks[wrong], ply)
    batch.step(np.zeros(len(rows), np.int64), np.zeros(len(rows), np.uint8))  # show the results
    _check_results(batch, rows)
    return batch


def by_length(rows: Sequence[GameRow]) -> np.ndarray:
    """The places of rows, longest game first: those that still run are then always the first ones."""
    return np.argsort([-len(row.actions) for row in rows], kind="stable")


def to_replay(row: GameRow) -> Replay:
    """A row as a replay, which other tools open."""
    return Replay(
        game=row.game,
        version=row.rules_version,
        options=given_options(row),
        seed=row.seed,
        actions=tuple(row.actions.tolist()),
        over=True,
        scores=row.scores,
        ranking=row.ranks,
        players=row.agents,
    )


def _refuse(game: Game, row: GameRow, action: int, mask: np.ndarray, ply: int) -> None:
    try:
        check_action(game, action, mask)
    except ValueError as error:
        raise ValueError(f"game {row.game_id}: decision {ply}: {error}") from None


def _check_results(batch: Batch, rows: Sequence[GameRow]) -> None:
    for row, done, scores, ranks in zip(
        rows, batch.dones, batch.scores.tolist(), batch.ranks.tolist(), strict=True
    ):
        if not done:
            raise ValueError(f"game {row.game_id}: it is not over after its last action")
        if (tuple(scores), tuple(ranks)) != (row.scores, row.ranks):
            raise ValueError(
                f"game {row.game_id}: recorded are scores {list(row.scores)} and ranks "
                f"{list(row.ranks)}, playing it gives {scores} and {ranks}"
            )
