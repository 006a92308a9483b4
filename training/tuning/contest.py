"""Whole games between heuristics that count with different tables, in one compiled loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from exozoo.agents.greedy import TIE_SCALE
from exozoo.agents.weighing import SCRATCH, bind_weighing
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.crew import Crew, cut
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import bind
from exozoo.envs.core.rng import GOLDEN, SHIFT_32, derive, mix

GRAIN = 16  # games a thread takes at a time
NOT_COUNTED = np.zeros((0, 0, 0), np.int32)


def play(s, action, mask): ...
def determinize(s, seat, key): ...
def weigh(s, mask, worth, scratch, slot, out): ...


def _contest(states, first, last, masks, worths, seating, keys, scratch, out, taken):
    """Play each game to its end; seat i decides as the heuristic with worths[seating[game, i]].

    taken[game, seat, action] counts what was chosen, unless it is empty.
    """
    for index in range(first, last):
        s, mask = states[index], masks[index]
        while not s.over:
            seat = np.int64(s.seat)
            key = derive(keys[index], np.uint64(s.ply))
            scratch[0] = s
            determinize(scratch[0], seat, key)
            weigh(scratch[0], mask, worths[seating[index, seat]], scratch, 1, out)
            best, highest = NONE, -np.inf
            for action in range(mask.size):
                if mask[action]:
                    word = mix(key + np.uint64(action + 1) * GOLDEN) >> SHIFT_32
                    value = out[action] + np.float64(word) * TIE_SCALE
                    if best == NONE or value > highest:
                        best, highest = np.int64(action), value
            if taken.size:
                taken[index, seat, best] += 1
            play(s, best, mask)


@cache
def bind_contest(game: Game) -> Any:
    return bind(
        _contest,
        play=game.kernels.play,
        determinize=game.rules.determinize,
        weigh=bind_weighing(game, "heuristic").weigh,
    )


@dataclass(frozen=True)
class Played:
    """Finished games, one row each."""

    scores: np.ndarray  # float64[games, players]
    ranks: np.ndarray  # int64[games, players], from 1
    taken: np.ndarray  # int32[games, players, actions] if asked for, else empty
    states: np.ndarray


def play_contest(
    game: Game,
    worths: np.ndarray,
    seating: np.ndarray,
    seeds: Sequence[int],
    crew: Crew | None = None,
    count: bool = False,
) -> Played:
    """The game of each seed; `seating[game, seat]` is a row of `worths`, float64[table, row, stage].

    The outcome does not depend on the crew's threads.
    """
    crew = crew or Crew(1)
    players = seating.shape[1]
    batch = Batch(game, len(seeds), auto_reset=False, players=players)
    batch.reset(seeds=seeds)
    keys = np.array(seeds, np.uint64)
    seating = np.ascontiguousarray(seating, np.int64)
    taken = np.zeros((len(seeds), players, game.num_actions), np.int32) if count else NOT_COUNTED
    contest = bind_contest(game)

    def work(first: int, last: int) -> None:
        scratch = np.zeros(1 + SCRATCH, game.dtype)
        out = np.zeros(game.num_actions)
        contest(batch.states, first, last, batch.masks, worths, seating, keys, scratch, out, taken)

    crew.share(work, cut(len(seeds), crew.threads, GRAIN))
    scores = batch.states["scores"][:, :players].astype(np.float64)
    ranks = batch.states["rank"][:, :players].astype(np.int64)
    return Played(scores, ranks, taken, batch.states)
