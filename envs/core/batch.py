"""Many games of one kind in one array, stepped together by threads that release the GIL."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game, check_action, check_seed
from exozoo.envs.core.kernels import (
    draw_legal_where,
    episode_keys,
    first_illegal,
    seed_policies,
    spread_key,
)
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.machine import cores
from exozoo.envs.core.pickling import Rebuilds

ENVS_A_THREAD = 512  # one decision in each of fewer is played faster than work is handed out

PLIES_AT_FIRST = 512  # room for actions that are written down; more is made when it is used up


class Batch(Rebuilds):
    """`num_envs` games in one structured array.

    Finished games restart by themselves, or stay as they are with `auto_reset=False`. `dones`,
    `scores` and `ranks` show every environment as the last call left it, before restarts;
    `results` lists every game that ended in it. `threads` is a number or "auto" and changes nothing
    but the time.
    """

    rebuilt = ("_pool",)

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seed: int = 0,
        threads: int | str = 1,
        auto_reset: bool = True,
        **options: Any,
    ):
        if num_envs < 1:
            raise ValueError(f"num_envs={num_envs}: must be at least 1")
        self.game = game
        self.num_envs = num_envs
        self.threads = choose_threads(threads, num_envs)
        self.auto_reset = auto_reset
        self.options = game.options.parse(options)
        self.players: int = self.options["players"]
        self.states = np.zeros(num_envs, game.dtype)
        self.masks = np.zeros((num_envs, game.num_actions), np.uint8)
        self.observations = np.zeros(
            (num_envs, game.observation.size(self.players)), OBSERVATION_DTYPE
        )
        self.dones = np.zeros(num_envs, np.uint8)
        self.scores = np.zeros((num_envs, self.players), np.int32)
        self.ranks = np.zeros((num_envs, self.players), np.int8)
        self.episodes = np.zeros(num_envs, np.int64)  # games finished and restarted so far
        self._keys = np.zeros(num_envs, np.uint64)
        self._rngs = np.zeros((num_envs, 2), np.uint64)
        self._vector = game.option_vector(self.options)
        self._everywhere = np.ones(num_envs, np.uint8)
        self._to_move = np.full(num_envs, NONE, np.int64)
        self._finished: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self._bounds = np.linspace(0, num_envs, self.threads + 1).astype(int)
        self._rebuild()
        self.reset(seed)

    @property
    def results(self) -> np.ndarray:
        """The games that ended in the last call: env, episode, plies, scores, ranks; a record each.

        `episode` counts the games of its environment from 0.
        """
        results = np.zeros(sum(len(part[0]) for part in self._finished), result_dtype(self.players))
        first = 0
        for rows, episodes, ended in self._finished:
            part = results[first : first + len(rows)]
            part["env"], part["episode"], part["plies"] = rows, episodes, ended["ply"]
            part["scores"] = ended["scores"][:, : self.players]
            part["ranks"] = ended["rank"][:, : self.players]
            first += len(rows)
        return results

    def reset(self, seed: int | None = None, seeds: Sequence[int] | None = None) -> None:
        """Deal every environment anew, from one seed, or each one as `new_state(seeds[i])` does."""
        self._take_seeds(seed, seeds)
        self._deal(self._everywhere, self._keys)

    def deal(self, seeds: Sequence[int], options: Sequence[dict[str, Any]]) -> None:
        """Deal `new_state(seeds[i], **options[i])`; all for as many players as this batch is.

        `options[i]` are parsed ones. Only without `auto_reset`: a restart would not know them.
        """
        if self.auto_reset:
            raise ValueError("a batch that restarts games deals all of them with its own options")
        if len(options) != self.num_envs:
            raise ValueError(f"{len(options)} sets of options for {self.num_envs} environments")
        self._take_seeds(None, seeds)
        kinds: dict[int, list[int]] = {}  # environments that share one dict of options
        for env, values in enumerate(options):
            if values["players"] != self.players:
                raise ValueError(f"a game for {values['players']} in a batch for {self.players}")
            kinds.setdefault(id(values), []).append(env)
        for envs in kinds.values():
            where = np.zeros(self.num_envs, np.uint8)
            where[envs] = 1
            self._deal(where, self._keys, self.game.option_vector(options[envs[0]]))

    def _take_seeds(self, seed: int | None, seeds: Sequence[int] | None) -> None:
        if seeds is not None:
            if len(seeds) != self.num_envs:
                raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
            self._keys[:] = [check_seed(s) for s in seeds]
        elif seed is not None:
            spread_key(np.uint64(check_seed(seed)), self._keys)
        seed_policies(self._keys, self._rngs)
        self.episodes[:] = 0
        self.dones[:] = 0
        self._finished = []

    def restart(self, where: np.ndarray) -> None:
        """Deal the next episode in the environments that `where` marks."""
        where = np.array(where, np.uint8)
        self._deal_next(where)
        self.dones[where != 0] = 0

    def _deal_next(self, where: np.ndarray) -> None:
        self.episodes += where
        keys = np.empty_like(self._keys)
        episode_keys(self._keys, self.episodes, keys)
        self._deal(where, keys)

    def legal(self) -> np.ndarray:
        """uint8[num_envs, num_actions], kept up to date in place."""
        return self.masks

    def observe(self, seats: np.ndarray | None = None) -> np.ndarray:
        """What each seat to move (or each given seat) may know, written in place."""
        chosen = self._to_move if seats is None else np.ascontiguousarray(seats, np.int64)
        self._run(self.game.kernels.observe_many, chosen, self.observations)
        return self.observations

    def step(self, actions: np.ndarray, where: np.ndarray | None = None) -> np.ndarray:
        """One decision in every environment (or where marked). Returns `dones`.

        ValueError if any action is illegal; then no environment has moved.
        """
        where = self._everywhere if where is None else np.ascontiguousarray(where, np.uint8)
        actions = self._check(actions, where)
        self._run(self.game.kernels.step_many, where, actions, self.masks)
        self._finished = []
        self._finish()
        return self.dones

    def random_steps(self, steps: int) -> None:
        """`steps` decisions per environment, chosen and played inside the kernel.

        With `auto_reset=False` a game that ends takes no more of them.
        """
        self._finished = []
        plies = self.states["ply"] + np.int64(steps)
        while True:
            self._run(self.game.kernels.random_until_ply, plies, self._rngs, self.masks)
            left = plies - self.states["ply"]
            if not self.auto_reset or not np.count_nonzero(left):
                break
            self._note(np.flatnonzero(left))  # only a game's end leaves decisions to its successor
            self._deal_next((left > 0).astype(np.uint8))
            plies = left + self.states["ply"]
        self._finish()

    def random_games(self) -> np.ndarray:
        """Random play from the deal to the end of every game, as `random_steps` plays it.

        int64[num_envs, decisions of the longest]: all actions; behind a game's end they mean nothing.
        """
        if self.auto_reset or self.states["ply"].any():
            raise ValueError("games are played out from their deals, in a batch without auto_reset")
        self._finished = []
        actions = np.zeros((self.num_envs, 0), np.int64)
        width = PLIES_AT_FIRST
        while not self.states["over"].all():
            longer = np.zeros((self.num_envs, width), np.int64)
            longer[:, : actions.shape[1]] = actions
            plies = np.full(self.num_envs, width, np.int64)
            kernel = self.game.kernels.record_until_ply
            self._run(kernel, plies, longer.reshape(-1), self._rngs, self.masks)
            actions, width = longer, 2 * width
        self._finish()
        return actions[:, : self.states["ply"].max()]

    def draw(self) -> np.ndarray:
        """int64[num_envs]: what the random player of `random_steps` chooses where a game runs."""
        actions = np.zeros(self.num_envs, np.int64)
        draw_legal_where(self._rngs, self.states["over"] == 0, self.masks, actions)
        return actions

    def random_until(self, seats: np.ndarray) -> None:
        """Random play in each environment until its given seat is to move or the game is over."""
        seats = np.ascontiguousarray(seats, np.int64)
        self._run(self.game.kernels.random_until_seat, seats, self._rngs, self.masks)
        self._finished = []
        self._finish()

    def close(self) -> None:
        """Stop the threads. The states stay readable."""
        if self._pool:
            self._pool.shutdown()

    def _check(self, actions: Any, where: np.ndarray) -> np.ndarray:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions: {array.dtype}{list(array.shape)}, expected {self.num_envs} whole numbers"
            )
        array = np.ascontiguousarray(array, np.int64)
        wrong = first_illegal(self.masks, 0, self.num_envs, where, array)
        if wrong != NONE:
            try:
                check_action(self.game, int(array[wrong]), self.masks[wrong])
            except ValueError as error:
                raise ValueError(f"environment {wrong}: {error}") from None
        return array

    def _deal(self, where: np.ndarray, keys: np.ndarray, vector: np.ndarray | None = None) -> None:
        vector = self._vector if vector is None else vector
        self._run(self.game.kernels.reset_many, where, self.game.blank, vector, keys, self.masks)

    def _finish(self) -> None:
        """Show how the environments stand, note the games that ended, restart them if asked to."""
        overs = self.states["over"]
        fresh = self.dones if self.auto_reset else overs > self.dones
        self.dones[:] = overs
        self.scores[:] = self.states["scores"][:, : self.players]
        self.ranks[:] = self.states["rank"][:, : self.players]
        if np.count_nonzero(fresh):
            self._note(np.flatnonzero(fresh))
            if self.auto_reset:
                self._deal_next(self.dones)

    def _note(self, rows: np.ndarray) -> None:
        """Keep what `results` will show, which costs less than a record each and is often unread."""
        ended = self.states[["ply", "scores", "rank"]][rows]
        self._finished.append((rows, self.episodes[rows], ended))

    def _rebuild(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def _run(self, kernel: Callable, *arguments: Any) -> None:
        """Call kernel(states, first, last, *arguments) for each slice, one slice a thread."""
        if self._pool is None:
            kernel(self.states, 0, self.num_envs, *arguments)
            return
        slices = zip(self._bounds[:-1].tolist(), self._bounds[1:].tolist(), strict=True)
        tasks = [self._pool.submit(kernel, self.states, a, b, *arguments) for a, b in slices]
        for task in tasks:
            task.result()


def result_dtype(players: int) -> np.dtype:
    """One finished game of a batch."""
    return np.dtype(
        [
            ("env", np.int64),
            ("episode", np.int64),  # of this environment, from 0
            ("plies", np.int32),  # decisions that were real choices
            ("scores", np.int32, (players,)),
            ("ranks", np.int8, (players,)),
        ]
    )


def choose_threads(threads: Any, num_envs: int) -> int:
    """How many threads to use; "auto": as many as so many environments keep busy."""
    if threads == "auto":
        return max(1, min(cores(), num_envs // ENVS_A_THREAD))
    if isinstance(threads, bool) or not hasattr(threads, "__index__") or threads < 1:
        raise ValueError(f"threads={threads!r}: allowed are 'auto' and numbers, at least 1")
    if threads > cores():
        warnings.warn(
            f"threads={threads}: this process has {cores()} cores and uses as many", stacklevel=3
        )
    return int(min(threads, cores(), num_envs))
