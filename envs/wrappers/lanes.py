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
from exozoo.envs.core.rewards import check_reward, step_rewards
from exozoo.envs.wrappers.opponents import Opponents, check_seat, distinct, reseed, seat_agents


class Lanes:
    """`num_envs` lanes over one `Batch`. Finished games are dealt anew within the same step."""

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Opponents = "random",
        seat: int | str = 0,
        self_play: bool = False,
        reward: str = "rank",
        threads: int = 1,
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
        self.final_observations = np.zeros_like(self.observations)  # of lanes that are done
        self.final_scores = np.zeros((num_envs, self.players), np.int32)
        self.final_ranks = np.zeros((num_envs, self.players), np.int8)
        self.returns = np.zeros(num_envs, np.float64)  # of the current episodes
        self.lengths = np.zeros(num_envs, np.int64)
        self._rng = np.random.default_rng()
        self._ready = False
        self._agent_list = distinct(self.agents)
        self._agent_of = np.array([self._agent_list.index(a) for a in self.agents], np.int64)
        self._all_random = bool(self._agent_list) and all(
            type(agent) is RandomAgent for agent in self._agent_list
        )

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Deal every game: game i from `seed + i`, or from the i-th of a list of seeds."""
        if seed is None:
            seeds = self._rng.integers(SEED_RANGE, size=self.num_games).tolist()
        else:
            seeds = self._game_seeds(seed)
            self._rng = np.random.default_rng(seeds)
            reseed(self.agents, self._rng)
        self.batch.reset(seeds=seeds)
        self._ready = True
        self._begin(np.ones(self.num_games, bool))
        self.rewards[:] = 0
        self.dones[:] = False
        self.returns[:] = 0
        self.lengths[:] = 0
        self._look(self.observations)

    def step(self, actions: Any) -> None:
        """One action in each lane. ValueError, and nothing has changed, if any is illegal."""
        chosen = self._check(actions)
        before = self.batch.states["scores"][:, : self.players].copy()
        self.batch.step(chosen)
        self._opponents_play()
        self._collect(before)
        self._finish()

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
        if not self.self_play:
            return array
        array = array.astype(np.int64)
        inside = (array >= 0) & (array < self.num_actions)
        fine = inside & self.masks[np.arange(self.num_envs), np.where(inside, array, 0)].astype(
            bool
        )
        if not fine.all():
            self._complain(int(np.flatnonzero(~fine)[0]), array)
        movers = self.batch.states["seat"].astype(np.int64)
        return array.reshape(-1, self.players)[np.arange(self.num_games), movers]

    def _complain(self, lane: int, actions: np.ndarray) -> None:
        allowed = np.flatnonzero(self.masks[lane])
        shown = ", ".join(map(str, allowed[:20])) + (", ..." if len(allowed) > 20 else "")
        raise ValueError(
            f"environment {lane}: action {actions[lane]} is illegal now: allowed are {shown}"
            f" ({self.num_actions - 1} means wait)"
        )

    def _opponents_play(self) -> None:
        """In every game, until the learner is to move or the game is over."""
        batch = self.batch
        if self.self_play:
            return
        if self._all_random:
            batch.random_until(self.seats)
            return
        while True:
            offset = (batch.states["seat"] - self.seats - 1) % self.players
            waiting = (batch.states["over"] == 0) & (batch.states["seat"] != self.seats)
            if not waiting.any():
                return
            actions = np.zeros(self.num_games, np.int64)
            for number, agent in enumerate(self._agent_list):
                rows = np.flatnonzero(
                    waiting & (self._agent_of[offset % len(self.agents)] == number)
                )
                if rows.size:
                    actions[rows] = agent.act(batch.states[rows], batch.masks[rows])
            batch.step(actions, where=waiting)

    def _collect(self, before: np.ndarray) -> None:
        """What each lane receives for this step, each seat its own."""
        states = self.batch.states
        overs = states["over"].astype(bool)
        scores = states["scores"][:, : self.players]
        ranks = states["rank"][:, : self.players]
        paid = step_rewards(self.reward_kind, before, scores, overs, ranks, states["target"])
        if self.self_play:
            self.rewards[:] = paid.ravel()
        else:
            self.rewards[:] = paid[np.arange(self.num_games), self.seats]
        self.dones[:] = self._per_lane(overs)
        self.returns += self.rewards
        self.lengths += 1
        self.final_scores[self.dones] = self._per_lane(scores)[self.dones]
        self.final_ranks[self.dones] = self._per_lane(ranks)[self.dones]

    def _finish(self) -> None:
        """Keep the last observations of finished games, deal them anew, and look."""
        overs = self.batch.states["over"].astype(bool)
        if overs.any():
            self._look(self.final_observations)
            self.batch.restart(overs)
            self._begin(overs)
        self._look(self.observations)

    def _begin(self, where: np.ndarray) -> None:
        """Seat the learner in new games and play to its first decision."""
        while where.any():
            count = int(where.sum())
            if isinstance(self.seat_choice, int):
                self.seats[where] = self.seat_choice
            else:
                self.seats[where] = self._rng.integers(self.players, size=count)
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
