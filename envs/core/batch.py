"""Many games of one kind in one array, stepped together by threads that release the GIL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game, check_action, check_seed
from exozoo.envs.core.kernels import episode_keys, first_illegal, seed_policies, spread_key
from exozoo.envs.core.layout import OBSERVATION_DTYPE


class Batch:
    """`num_envs` games in one structured array.

    Finished games restart by themselves (`auto_reset`); `dones`, `scores` and `ranks` keep the
    results of the last step. Results do not depend on `threads`.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seed: int = 0,
        threads: int = 1,
        auto_reset: bool = True,
        **options: Any,
    ):
        if num_envs < 1 or threads < 1:
            raise ValueError(f"num_envs={num_envs}, threads={threads}: both must be at least 1")
        self.game = game
        self.num_envs = num_envs
        self.threads = min(threads, num_envs)
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
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._bounds = np.linspace(0, num_envs, self.threads + 1).astype(int)
        self.reset(seed)

    def reset(self, seed: int | None = None, seeds: Sequence[int] | None = None) -> None:
        """Deal every environment anew, from one seed, or each one as `new_state(seeds[i])` does."""
        if seeds is not None:
            if len(seeds) != self.num_envs:
                raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
            self._keys[:] = [check_seed(s) for s in seeds]
        elif seed is not None:
            spread_key(np.uint64(check_seed(seed)), self._keys)
        seed_policies(self._keys, self._rngs)
        self.episodes[:] = 0
        self.dones[:] = 0
        self._deal(self._everywhere, self._keys)

    def restart(self, where: np.ndarray) -> None:
        """Deal the next episode in the environments that `where` marks."""
        where = np.ascontiguousarray(where, np.uint8)
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
        self._finish()
        return self.dones

    def random_steps(self, steps: int) -> None:
        """`steps` decisions per environment, chosen and played inside the kernel."""
        self._run(
            self.game.kernels.random_many,
            steps,
            self.game.blank,
            self._vector,
            self._keys,
            self.episodes,
            self._rngs,
            self.masks,
        )
        self._finish()

    def random_until(self, seats: np.ndarray) -> None:
        """Random play in each environment until its given seat is to move or the game is over."""
        seats = np.ascontiguousarray(seats, np.int64)
        self._run(self.game.kernels.random_until, seats, self._rngs, self.masks)
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

    def _deal(self, where: np.ndarray, keys: np.ndarray) -> None:
        self._run(
            self.game.kernels.reset_many, where, self.game.blank, self._vector, keys, self.masks
        )

    def _finish(self) -> None:
        self.dones[:] = self.states["over"]
        self.scores[:] = self.states["scores"][:, : self.players]
        self.ranks[:] = self.states["rank"][:, : self.players]
        if self.auto_reset and self.dones.any():
            self.restart(self.dones)

    def _run(self, kernel: Callable, *arguments: Any) -> None:
        """Call kernel(states, first, last, *arguments) for each slice, one slice a thread."""
        if self._pool is None:
            kernel(self.states, 0, self.num_envs, *arguments)
            return
        slices = zip(self._bounds[:-1].tolist(), self._bounds[1:].tolist(), strict=True)
        tasks = [self._pool.submit(kernel, self.states, a, b, *arguments) for a, b in slices]
        for task in tasks:
            task.result()
