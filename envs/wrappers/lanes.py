"""A batch of games as lanes: streams in which one seat meets one decision after the other.

What `vector` and `sb3` share. A lane always shows one seat, so that consecutive observations,
actions and rewards belong together, and a learner that looks from one step of a lane to the next
gives credit to the right seat.

- One learner a game (default): lane = game. The lane shows the learner's decisions only; between
  them the opponents play.
- Self-play: `players` lanes a game, one for each seat. All seats are the learner's. A seat that is
  not to move has one action, the extra id `num_actions`, which means "wait", and its observation is
  not renewed: it shows what the seat saw when it last had to decide, or when the game was dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from exozoo.agents.random import RandomAgent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import SEED_RANGE, Game, check_seed
from exozoo.envs.core.kernels import first_wrong_lane, show_masks
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.rewards import PAID_AT_ONCE, check_reward, forfeit, step_rewards
from exozoo.envs.core.seating import Seating
from exozoo.envs.wrappers.illegal import Referee
from exozoo.envs.wrappers.opponents import (
    MOST_DEALS,
    Opponents,
    check_seat,
    close_agents,
    distinct,
    no_decision,
    numbers_around,
    reseed,
    seat_agents,
)


class Lanes:
    """`num_envs` lanes over one `Batch`. Finished games are dealt anew within the same step.

    What came of a finished game stands in the `final_` arrays, in the rows that `dones` marks.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Opponents = "random",
        seat: int | str = 0,
        self_play: bool = False,
        reward: str = "rank",
        threads: int | str = 1,
        illegal: str = "raise",
        **options: Any,
    ):
        self.game = game
        self.players: int = game.options.parse(options)["players"]
        self.self_play = self_play
        per_game = self.players if self_play else 1
        if num_envs < 1 or num_envs % per_game:
            raise ValueError(
                f"num_envs={num_envs}: allowed are multiples of {per_game}, one lane for each seat"
            )
        self.num_envs = num_envs
        self.num_games = num_envs // per_game
        self.num_actions = game.num_actions + int(self_play)
        self.reward_kind = check_reward(reward)
        self.referee = Referee(illegal, num_envs)
        self.seat_choice = check_seat(seat, self.players)
        self.agents = [] if self_play else seat_agents(game, opponents, self.players)
        self.batch = Batch(game, self.num_games, threads=threads, auto_reset=False, **options)
        self.seats = np.zeros(self.num_games, np.int64)  # the learner's seat in each game
        self.observations = np.zeros(
            (num_envs, game.observation.size(self.players)), OBSERVATION_DTYPE
        )
        self.masks = self.batch.masks
        if self_play:
            self.masks = np.zeros((num_envs, self.num_actions), np.uint8)
        self._movers = np.zeros(self.num_games, np.int64)  # the seats whose masks are shown
        self._games = np.arange(self.num_games)
        self.rewards = np.zeros(num_envs, np.float32)
        self.dones = np.zeros(num_envs, bool)
        self.returns = np.zeros(num_envs, np.float64)  # of the current episodes
        self.lengths = np.zeros(num_envs, np.int64)
        self.final_observations = np.zeros_like(self.observations)
        self.final_scores = np.zeros((num_envs, self.players), np.int32)
        self.final_ranks = np.zeros((num_envs, self.players), np.int8)
        self.final_returns = np.zeros(num_envs, np.float64)
        self.final_lengths = np.zeros(num_envs, np.int64)
        self.final_illegal = np.zeros(num_envs, np.int64)  # choices that were not legal
        self._rng = np.random.default_rng()
        self._ready = False
        self._all_random = all(type(agent) is RandomAgent for agent in self.agents)
        self.seating = Seating(distinct(self.agents), np.zeros((self.num_games, self.players)))

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Deal every game: game i from `seed + i`, or from the i-th of a list of seeds."""
        if seed is None:
            seeds = self._rng.integers(SEED_RANGE, size=self.num_games).tolist()
        else:
            seeds = self._game_seeds(seed)
            self._rng = np.random.default_rng(seeds)
            reseed(self.agents, self._rng)
        self.batch.reset(seeds=seeds)
        self.referee.reset(seeds[0])
        self._ready = True
        self._begin(np.ones(self.num_games, bool))
        self.rewards[:] = 0
        self.dones[:] = False
        self.returns[:] = 0
        self.lengths[:] = 0
        self._show(self._games)

    def step(self, actions: Any) -> None:
        """One action in each lane. ValueError, and nothing has changed, if any is refused."""
        chosen = self._check(actions)
        lost = self._lost_games() if self.referee.lenient else None
        before = self.batch.scores
        if self.reward_kind in PAID_AT_ONCE:  # the others do not ask what was
            before = self.batch.states["scores"][:, : self.players].copy()
        self._play(chosen, None if lost is None else ~lost)
        if self.self_play:
            self._show_masks(self._games)
        self._collect(before, self.batch.dones if lost is None else self.batch.dones | lost)

    def _play(self, actions: np.ndarray, where: np.ndarray | None) -> None:
        """The learner's decisions, those of its opponents after them, and what the lanes then see."""
        batch = self.batch
        if self._all_random:
            batch.step_round(
                actions, None if self.self_play else self.seats, self.observations, where
            )
            return
        batch.step(actions, where)
        self.seating.play(batch.states, batch.masks, batch.step)
        batch.observe(self.seats, self.observations)

    def final_infos(self) -> dict[str, np.ndarray]:
        """Results of the games that ended with the last step, zeros in all other lanes."""
        lanes = np.flatnonzero(self.dones)
        infos = {}
        for name, final in (
            ("scores", self.final_scores),
            ("ranks", self.final_ranks),
            ("illegal", self.final_illegal),
        ):
            infos[name] = np.zeros_like(final)
            infos[name][lanes] = final[lanes]
        return infos

    def close(self) -> None:
        self.batch.close()
        close_agents(self.agents)

    def _check(self, actions: Any) -> np.ndarray:
        """The actions of the seats to move, once every lane's action is found legal."""
        if not self._ready:
            raise ValueError("no game is dealt yet; reset first")
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions: {array.dtype}{list(array.shape)}, expected {self.num_envs} whole numbers"
            )
        if not self.self_play and not self.referee.lenient:
            return array  # the batch itself refuses what is illegal
        array = np.ascontiguousarray(array, np.int64)
        if self.referee.lenient:
            inside = (array >= 0) & (array < self.num_actions)
            if not inside.all():
                self._complain(int(np.flatnonzero(~inside)[0]), array)
            array = self.referee.judge(np.arange(self.num_envs), array, self.masks)
        else:
            wrong = first_wrong_lane(self.batch.masks, self._movers, array)
            if wrong != NONE:
                self._complain(int(wrong), array)
        return array[self._games * self.players + self._movers] if self.self_play else array

    def _complain(self, lane: int, actions: np.ndarray) -> None:
        allowed = np.flatnonzero(self.masks[lane])
        shown = ", ".join(map(str, allowed[:20])) + (", ..." if len(allowed) > 20 else "")
        raise ValueError(
            f"environment {lane}: action {actions[lane]} is illegal now: allowed are {shown}"
            + (f" ({self.num_actions - 1} means wait)" if self.self_play else "")
        )

    def _opponents_play(self, where: np.ndarray) -> None:
        """In new games, until the learner is to move or the game is over."""
        batch = self.batch
        if self.self_play:
            return
        if self._all_random:
            batch.random_until(self.seats, where)
            return
        self.seating.play(batch.states, batch.masks, batch.step)

    def _lost_games(self) -> np.ndarray:
        """bool[games]: those that an illegal choice has just ended."""
        return np.logical_or.reduce(self._losers(), axis=1)

    def _losers(self) -> np.ndarray:
        """bool[games, seats]"""
        if self.self_play:
            return self.referee.lost.reshape(self.num_games, self.players)
        losers = np.zeros((self.num_games, self.players), bool)
        losers[np.arange(self.num_games), self.seats] = self.referee.lost
        return losers

    def _collect(self, before: np.ndarray, overs: np.ndarray) -> None:
        """What each lane receives for this step, each seat its own; finished games are dealt anew."""
        batch = self.batch
        self.lengths += 1
        if not overs.any() and self.reward_kind not in PAID_AT_ONCE:  # most steps: nobody is paid
            self.rewards[:] = 0
            self.dones[:] = False
            return
        scores, ranks = batch.scores, batch.ranks
        targets = batch.states["target"]
        paid = step_rewards(self.reward_kind, before, scores, batch.dones, ranks, targets)
        if self.referee.any_lost:
            losers = self._losers()
            lost = losers.any(axis=1)
            ranks = ranks.copy()
            ranks[lost], paid[lost] = forfeit(losers[lost])
        if self.self_play:
            self.rewards[:] = paid.ravel()
        else:
            self.rewards[:] = paid[self._games, self.seats]
        self.dones[:] = self._per_lane(overs)
        self.returns += self.rewards
        if overs.any():
            self._finish(overs != 0, scores, ranks)

    def _finish(self, overs: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        """Keep what finished games came to and deal them anew."""
        games = np.flatnonzero(overs)
        ended = self._lanes_of(games)
        self.final_scores[ended] = self._per_lane(scores[games])
        self.final_ranks[ended] = self._per_lane(ranks[games])
        self.final_returns[ended] = self.returns[ended]
        self.final_lengths[ended] = self.lengths[ended]
        self.final_illegal[ended] = self.referee.counts[ended]
        self._observe_rows(games, self.final_observations)
        self.returns[ended] = 0
        self.lengths[ended] = 0
        self.referee.forget(ended)
        self.batch.restart(overs)
        self._begin(overs)
        self._show(games)

    def _begin(self, where: np.ndarray) -> None:
        """Seat the learner in new games and play to its first decision."""
        for _ in range(MOST_DEALS):
            if not where.any():
                return
            count = int(where.sum())
            if isinstance(self.seat_choice, int):
                self.seats[where] = self.seat_choice
            else:
                self.seats[where] = self._rng.integers(self.players, size=count)
            if not self.self_play and not self._all_random:
                self.seating.numbers = numbers_around(self.agents, self.seats)
            self._opponents_play(where)
            where = self.batch.states["over"].astype(bool)
            if where.any():  # the learner never had a decision: not an episode
                self.batch.restart(where)
        raise no_decision()

    def _show(self, games: np.ndarray) -> None:
        """Renew all that the lanes of new games show."""
        self._observe_rows(games, self.observations)
        if self.self_play:
            lanes = self._lanes_of(games)
            self.masks[lanes] = 0
            self.masks[lanes, -1] = 1
            self._show_masks(games)

    def _show_masks(self, games: np.ndarray) -> None:
        """Of games that went on, in self-play."""
        show_masks(self.batch.records, self.batch.masks, games, self._movers, self.masks)

    def _observe_rows(self, games: np.ndarray, out: np.ndarray) -> None:
        """What every lane of these games may know."""
        lanes = self._lanes_of(games)
        seats = lanes % self.players if self.self_play else self.seats[games]
        out[lanes] = self.batch.observe_rows(self._per_lane(games), seats)

    def _lanes_of(self, games: np.ndarray) -> np.ndarray:
        """The lanes of these games, in their order."""
        if not self.self_play:
            return games
        return (games[:, None] * self.players + np.arange(self.players)).ravel()

    def _per_lane(self, per_game: np.ndarray) -> np.ndarray:
        return np.repeat(per_game, self.players, axis=0) if self.self_play else per_game

    def _game_seeds(self, seed: int | Sequence[int]) -> list[int]:
        if hasattr(seed, "__index__"):
            first = check_seed(seed)
            return [(first + game) % SEED_RANGE for game in range(self.num_games)]
        if len(seed) != self.num_games:
            raise ValueError(f"{len(seed)} seeds for {self.num_games} games")
        return [check_seed(one) for one in seed]
