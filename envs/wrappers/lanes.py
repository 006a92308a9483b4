"""A batch of games as lanes: streams in which one seat meets one decision after the other.

What `vector` and `sb3` share. A lane always shows one seat, so that consecutive observations,
actions and rewards belong together, and a learner that looks from one step of a lane to the next
gives credit to the right seat.

- One learner a game (default): lane = game. The lane shows the learner's decisions only; between
  them the opponents play.
- Self-play: `players` lanes a game, one for each seat. All seats are the learner's. A seat that is
  not to move has one action, the extra id `num_actions`, which means "wait".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from exozoo.agents.random import RandomAgent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import SEED_RANGE, Game, check_seed
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.rewards import check_reward, forfeit, step_rewards
from exozoo.envs.core.seating import Seating
from exozoo.envs.wrappers.illegal import Referee
from exozoo.envs.wrappers.opponents import (
    Opponents,
    check_seat,
    distinct,
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
        self.masks = np.zeros((num_envs, self.num_actions), np.uint8)
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
        self._all_random = bool(self.agents) and all(
            type(agent) is RandomAgent for agent in self.agents
        )
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
        self._look(self.observations)

    def step(self, actions: Any) -> None:
        """One action in each lane. ValueError, and nothing has changed, if any is refused."""
        chosen = self._check(actions)
        lost = self._lost_games() if self.referee.lenient else None
        before = self.batch.states["scores"][:, : self.players].copy()
        self.batch.step(chosen, where=None if lost is None else ~lost)
        self._opponents_play()
        overs = self.batch.states["over"].astype(bool)
        self._collect(before, overs if lost is None else overs | lost)
        self._look(self.observations)

    def final_infos(self) -> dict[str, np.ndarray]:
        """Results of the games that ended with the last step, zeros in all other lanes."""
        ended = self.dones
        return {
            "scores": np.where(ended[:, None], self.final_scores, 0),
            "ranks": np.where(ended[:, None], self.final_ranks, 0),
            "illegal": np.where(ended, self.final_illegal, 0),
        }

    def close(self) -> None:
        self.batch.close()

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
        array = array.astype(np.int64)
        inside = (array >= 0) & (array < self.num_actions)
        if not inside.all():
            self._complain(int(np.flatnonzero(~inside)[0]), array)
        lanes = np.arange(self.num_envs)
        if self.referee.lenient:
            array = self.referee.judge(lanes, array, self.masks)
        elif not (legal := self.masks[lanes, array] != 0).all():
            self._complain(int(np.flatnonzero(~legal)[0]), array)
        if not self.self_play:
            return array
        movers = self.batch.states["seat"].astype(np.int64)
        return array.reshape(-1, self.players)[np.arange(self.num_games), movers]

    def _complain(self, lane: int, actions: np.ndarray) -> None:
        allowed = np.flatnonzero(self.masks[lane])
        shown = ", ".join(map(str, allowed[:20])) + (", ..." if len(allowed) > 20 else "")
        raise ValueError(
            f"environment {lane}: action {actions[lane]} is illegal now: allowed are {shown}"
            + (f" ({self.num_actions - 1} means wait)" if self.self_play else "")
        )

    def _opponents_play(self) -> None:
        """In every game, until the learner is to move or the game is over."""
        batch = self.batch
        if self.self_play:
            return
        if self._all_random:
            batch.random_until(self.seats)
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
        states = self.batch.states
        scores = states["scores"][:, : self.players]
        ranks = states["rank"][:, : self.players]
        paid = step_rewards(
            self.reward_kind, before, scores, states["over"], ranks, states["target"]
        )
        if self.referee.any_lost:
            losers = self._losers()
            lost = losers.any(axis=1)
            ranks = ranks.copy()
            ranks[lost], paid[lost] = forfeit(losers[lost])
        if self.self_play:
            self.rewards[:] = paid.ravel()
        else:
            self.rewards[:] = paid[np.arange(self.num_games), self.seats]
        self.dones[:] = self._per_lane(overs)
        self.returns += self.rewards
        self.lengths += 1
        if overs.any():
            self._finish(overs, scores, ranks)

    def _finish(self, overs: np.ndarray, scores: np.ndarray, ranks: np.ndarray) -> None:
        """Keep what finished games came to and deal them anew."""
        ended = self.dones
        self.final_scores[ended] = self._per_lane(scores)[ended]
        self.final_ranks[ended] = self._per_lane(ranks)[ended]
        self.final_returns[ended] = self.returns[ended]
        self.final_lengths[ended] = self.lengths[ended]
        self.final_illegal[ended] = self.referee.counts[ended]
        self._look(self.final_observations)
        self.returns[ended] = 0
        self.lengths[ended] = 0
        self.referee.forget(ended)
        self.batch.restart(overs)
        self._begin(overs)

    def _begin(self, where: np.ndarray) -> None:
        """Seat the learner in new games and play to its first decision."""
        while where.any():
            count = int(where.sum())
            if isinstance(self.seat_choice, int):
                self.seats[where] = self.seat_choice
            else:
                self.seats[where] = self._rng.integers(self.players, size=count)
            if not self.self_play and not self._all_random:
                self.seating.numbers = numbers_around(self.agents, self.seats)
            self._opponents_play()
            where = self.batch.states["over"].astype(bool)
            if where.any():  # the learner never had a decision: not an episode
                self.batch.restart(where)

    def _look(self, out: np.ndarray) -> None:
        """Write the lanes' observations into `out`, and their masks."""
        batch = self.batch
        if not self.self_play:
            out[:] = batch.observe(self.seats)
            self.masks[:] = batch.masks
            return
        seats = batch.states["seat"]
        lanes = out.reshape(self.num_games, self.players, -1)
        masks = self.masks.reshape(self.num_games, self.players, -1)
        for seat in range(self.players):
            lanes[:, seat] = batch.observe(np.full(self.num_games, seat))
            to_move = (seats == seat)[:, None]
            masks[:, seat, :-1] = np.where(to_move, batch.masks, 0)
            masks[:, seat, -1] = ~to_move[:, 0]

    def _per_lane(self, per_game: np.ndarray) -> np.ndarray:
        return np.repeat(per_game, self.players, axis=0) if self.self_play else per_game

    def _game_seeds(self, seed: int | Sequence[int]) -> list[int]:
        if hasattr(seed, "__index__"):
            first = check_seed(seed)
            return [(first + game) % SEED_RANGE for game in range(self.num_games)]
        if len(seed) != self.num_games:
            raise ValueError(f"{len(seed)} seeds for {self.num_games} games")
        return [check_seed(one) for one in seed]
