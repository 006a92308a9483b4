"""Many games of one kind in one array, stepped together by threads that release the GIL."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.crew import SMALLEST, Crew, Work, cut
from exozoo.envs.core.game import Game, check_action, check_seed
from exozoo.envs.core.kernels import (
    CHOICE,
    DEAL,
    MARKED,
    NO_NUMBERS,
    RECORD,
    ROUND,
    STEP,
    UNTIL,
    UNTIL_PLY,
    UNTIL_SEAT,
    clear_marked,
    collect,
    draw_legal_running,
    first_illegal,
    new_orders,
    order_next,
    seed_policies,
    spread_key,
)
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.machine import cores
from exozoo.envs.core.pickling import Rebuilds
from exozoo.envs.core.state import take
from exozoo.envs.core.words import shown, whole

ENVS_A_THREAD = 512  # one decision in each of fewer is played faster than work is handed out
DRAWS_ALONE = 4096  # environments whose actions one thread draws before others would be awake
CACHED = 2**22  # bytes of games in a slice: what was stepped is still near when it is observed
EVERY, ONLY_MARKED = np.int64(1), np.int64(0)
PLIES_AT_FIRST = 2048  # room for actions that are written down; more is made when it is used up
RECORDED = 64  # games whose actions are written down in the same place: it stays in the cache


class Batch(Rebuilds):
    """`num_envs` games in one structured array.

    Finished games restart by themselves, or stay as they are with `auto_reset=False`. `dones`,
    `scores` and `ranks` show every environment as the last call left it, before restarts;
    `results` lists every game that ended in it. `threads` is a number or "auto" and changes nothing
    but the time.
    """

    rebuilt = ("_crew", "records", "_words")

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
        self._orders = new_orders(num_envs)
        self._fresh = np.zeros(num_envs, np.uint8)  # games that ended in the last pass
        self._plies = np.zeros(num_envs, np.int32)
        self._finished: list[tuple[np.ndarray, ...]] = []
        size = game.dtype.itemsize + self.masks.shape[1] + self.observations[0].nbytes
        self._slices = cut(num_envs, self.threads, max(SMALLEST, CACHED // size))
        self._rebuild()
        self.reset(seed)

    @property
    def results(self) -> np.ndarray:
        """The games that ended in the last call: env, episode, plies, scores, ranks; a record each.

        `episode` counts the games of its environment from 0.
        """
        names = ("env", "episode", "plies", "scores", "ranks")
        results = np.zeros(sum(len(part[0]) for part in self._finished), result_dtype(self.players))
        first = 0
        for part in self._finished:
            last = first + len(part[0])
            for name, values in zip(names, part, strict=True):
                results[name][first:last] = values
            first = last
        return results

    def reset(self, seed: int | None = None, seeds: Sequence[int] | None = None) -> None:
        """Deal every environment anew, from one seed, or each one as `new_state(seeds[i])` does."""
        self._take_seeds(seed, seeds)
        self._deal(self._everywhere, self._vector)

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
            self._deal(where, self.game.option_vector(options[envs[0]]))

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

        def work(first: int, last: int) -> None:
            self._deal_next(first, last, where)

        self._share(work)
        self.dones[where != 0] = 0

    def legal(self) -> np.ndarray:
        """uint8[num_envs, num_actions], kept up to date in place."""
        return self.masks

    def observe(self, seats: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """What each seat to move (or each given seat) may know, written in place.

        `out`, in place of `observations`, has a row for each environment, or one for each seat of
        each; then only those of the given seats are written.
        """
        out = self.observations if out is None else out
        chosen = self._to_move if seats is None else np.ascontiguousarray(seats, np.int64)
        observe_many = self._observer(chosen, out)

        def work(first: int, last: int) -> None:
            observe_many(self.states, first, last, chosen, out)

        self._share(work)
        return out

    def observe_rows(self, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What seat `seats[i]` of environment `rows[i]` may know, in a new array."""
        states = take(self.states, rows)
        out = np.empty((len(rows), self.observations.shape[1]), OBSERVATION_DTYPE)
        seats = np.ascontiguousarray(seats, np.int64)
        self.game.kernels.observe_many(states, 0, len(rows), seats, out)
        return out

    def step(
        self, actions: np.ndarray, where: np.ndarray | None = None, observe: bool = False
    ) -> np.ndarray:
        """One decision in every environment (or where marked). Returns `dones`.

        ValueError if any action is illegal; then no environment has moved. With `observe`,
        `observations` are renewed in the same pass, which is faster than a call for each.
        """
        self._order(actions, where)
        self._play(STEP, self._to_move if observe else None, self.observations)
        return self.dones

    def step_round(
        self,
        actions: np.ndarray,
        until: np.ndarray | None,
        out: np.ndarray,
        where: np.ndarray | None = None,
    ) -> None:
        """`step`, then random play until the given seats are to move, and their observation in `out`.

        Without `until`: the step alone, and the observation of whoever is to move.
        """
        self._order(actions, where)
        if until is None:
            self._play(STEP, self._to_move, out)
            return
        self._orders[:, UNTIL] = until
        self._play(ROUND, until, out)

    def random_steps(self, steps: int, observe: bool = False) -> None:
        """`steps` decisions per environment, chosen and played inside the kernel.

        With `auto_reset=False` a game that ends takes no more of them. With `observe`,
        `observations` are renewed at the end, for a single step in the same pass.
        """
        self._orders[:, MARKED] = 1
        self._orders[:, UNTIL] = until = self.states["ply"] + np.int64(steps)
        at_once = observe and steps == 1
        self._play(UNTIL_PLY, self._to_move if at_once else None, self.observations)
        left = until - self._plies
        while self.auto_reset and np.count_nonzero(
            left
        ):  # to games that follow on those that ended
            self._orders[:, MARKED] = left > 0
            self._orders[:, UNTIL] = left
            self._play(UNTIL_PLY, every=ONLY_MARKED)
            left = np.where(left > 0, left - self._plies, 0)
        if observe and not at_once:
            self.observe()

    def random_games(self) -> list[np.ndarray]:
        """Random play from the deal to the end of every game, as `random_steps` plays it.

        The actions of each game, in the smallest unsigned type that holds every id.
        """
        if self.auto_reset or self.states["ply"].any():
            raise ValueError("games are played out from their deals, in a batch without auto_reset")
        self._orders[:, MARKED] = 1
        dtype = np.min_scalar_type(self.game.num_actions - 1)
        games: dict[int, np.ndarray] = {}

        def work(first: int, last: int) -> None:
            rows = np.empty((RECORDED, PLIES_AT_FIRST), np.int64)
            for start in range(first, last, RECORDED):
                part = slice(start, min(start + RECORDED, last))
                rows = self._record(part, rows)
                lengths = self.states["ply"][part].tolist()
                narrow = rows[: len(lengths), : max(lengths)].astype(dtype)
                for env, row, length in zip(range(start, last), narrow, lengths):
                    games[env] = row[:length]

        self._share(work)
        self._play(UNTIL_PLY)  # nothing is left to play: this notes how the games ended
        return [games[env] for env in range(self.num_envs)]

    def _record(self, part: slice, rows: np.ndarray) -> np.ndarray:
        """Play out these games, a row for the actions of each; returns the rows, or longer ones."""
        states, orders = self.states[part], self._orders[part]
        rngs, masks = self._rngs[part], self.masks[part]
        while True:
            orders[:, UNTIL] = rows.shape[1]
            numbers = rows[: len(states)].reshape(-1)
            self.game.kernels.run(RECORD, states, 0, len(states), orders, numbers, rngs, masks)
            if states["over"].all():
                return rows
            rows = np.hstack([rows, np.empty_like(rows)])

    def draw(self) -> np.ndarray:
        """int64[num_envs]: what the random player of `random_steps` chooses where a game runs."""
        actions = np.empty(self.num_envs, np.int64)

        def work(first: int, last: int) -> None:
            draw_legal_running(first, last, self.records, self._rngs, self.masks, actions)

        if self.num_envs < DRAWS_ALONE:
            work(0, self.num_envs)
        else:
            self._share(work)
        return actions

    def random_until(self, seats: np.ndarray, where: np.ndarray | None = None) -> None:
        """Random play in each environment (or where marked) until its given seat is to move or the
        game is over."""
        self._orders[:, MARKED] = 1 if where is None else where
        self._orders[:, UNTIL] = seats
        self._play(UNTIL_SEAT)

    def close(self) -> None:
        """Stop the threads. The states stay readable."""
        self._crew.close()

    def _order(self, actions: Any, where: np.ndarray | None) -> None:
        """Order one action where marked, once all are found legal."""
        where = self._everywhere if where is None else np.ascontiguousarray(where, np.uint8)
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
        self._orders[:, MARKED] = where
        self._orders[:, CHOICE] = array

    def _deal(self, where: np.ndarray, vector: np.ndarray) -> None:
        """Deal the game of each environment's own key where marked."""
        self._orders[:, MARKED] = where
        self._orders[:, CHOICE] = self._keys.view(np.int64)

        def work(first: int, last: int) -> None:
            self._deal_marked(first, last, vector)

        self._share(work)

    def _deal_marked(self, first: int, last: int, vector: np.ndarray) -> None:
        clear_marked(self.records, first, last, self._orders)
        self._run(DEAL, first, last, vector)

    def _deal_next(self, first: int, last: int, where: np.ndarray) -> None:
        order_next(self._keys, self.episodes, where, first, last, self._orders)
        self._deal_marked(first, last, self._vector)

    def _play(
        self,
        mode: np.int64,
        seats: np.ndarray | None = None,
        out: np.ndarray | None = None,
        every: np.int64 = EVERY,
        numbers: np.ndarray = NO_NUMBERS,
    ) -> None:
        """Do what is ordered, show how the environments stand, restart games if asked to, observe.

        All of it slice by slice, while the games of a slice are near. Afterwards games that ended
        are noted. `every`: or only the marked ones are looked at.
        """
        if every:
            self._finished = []
        restarts = np.int64(self.auto_reset)
        observe_many = self._observer(seats, out)
        shown = (self._fresh, self.dones, self._plies, self.scores, self.ranks)

        def work(first: int, last: int) -> None:
            self._run(mode, first, last, numbers)
            heads = self._orders, self.records, self._words
            if collect(first, last, every, restarts, *heads, *shown) and self.auto_reset:
                self._deal_next(first, last, self._fresh)
            if seats is not None:
                observe_many(self.states, first, last, seats, out)

        self._share(work, near=seats is not None)
        rows = np.flatnonzero(self._fresh)
        if rows.size:
            episodes = self.episodes[rows] - restarts  # the next one is dealt already
            parts = self._plies[rows], self.scores[rows], self.ranks[rows]
            self._finished.append((rows, episodes, *parts))

    def _run(self, mode: np.int64, first: int, last: int, numbers: np.ndarray) -> None:
        self.game.run_known(
            mode, self.states, first, last, self._orders, numbers, self._rngs, self.masks
        )

    def _observer(self, seats: np.ndarray | None, out: np.ndarray | None) -> Callable:
        """The kernel that observes; without a look at the types of each call where they are known."""
        if seats is None or out is None:
            return self.game.kernels.observe_many
        known = out.ndim == 2 and out.dtype == OBSERVATION_DTYPE and out.flags.carray
        known = known and seats.dtype == np.int64 and seats.flags.carray
        return self.game.observe_known if known else self.game.kernels.observe_many

    def _rebuild(self) -> None:
        self._crew = Crew(self.threads)
        self.records = self.states.view(np.uint8).reshape(self.num_envs, -1)
        self._words = self.states.view(np.int32).reshape(self.num_envs, -1)

    def _share(self, work: Work, near: bool = False) -> None:
        """work(first, last) for all environments in slices; `near`: that fit into the cache."""
        if self.threads == 1 and not near:
            work(0, self.num_envs)
        else:
            self._crew.share(work, self._slices)


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
    if isinstance(threads, str) and threads == "auto":
        return max(1, min(cores(), num_envs // ENVS_A_THREAD))
    number = whole(threads)
    if number is None or number < 1:
        raise ValueError(f"threads={shown(threads)}: allowed are 'auto' and numbers, at least 1")
    if number > cores():
        warnings.warn(
            f"threads={shown(number)}: this process has {cores()} cores and uses as many",
            stacklevel=3,
        )
    return min(number, cores(), num_envs)
