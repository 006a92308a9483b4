"""Room for many searches at once, and the network's part in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exozoo.agents.search.ends import PLACE, PLACES_PER_END, WEIGHTS_PER_END
from exozoo.agents.search.evaluations import Evaluations
from exozoo.agents.search.records import LANE, NETWORK, NODE, SLOT, Room
from exozoo.agents.search.root import open_root
from exozoo.agents.search.tree import begin
from exozoo.agents.search.walk import RECORDS, finish_leaves
from exozoo.envs.core.game import Game
from exozoo.envs.core.state import MAX_SEATS


@dataclass(frozen=True)
class Searched:
    """What the searches of one call found, one row a position."""

    actions: np.ndarray  # int64[n], the best
    visits: np.ndarray  # int64[n, num_actions]
    means: np.ndarray  # float64[n, num_actions], -inf where not visited
    policy: np.ndarray  # float64[n, num_actions], the priors improved by what was found


@dataclass(frozen=True)
class Tasks:
    """Positions to search, and where to write what is found."""

    states: np.ndarray
    masks: np.ndarray
    keys: np.ndarray  # uint64[n], of their randomness
    rows: np.ndarray  # int64[n], in `found`
    found: Searched


class Forest:
    """Trees for `slots` searches, each with lanes for as many leaves, and positions to work on."""

    def __init__(self, game: Game, slots: int, leaves: int, nodes: int, ends: int):
        size, lanes = game.num_actions, slots * leaves
        self._leaves = leaves
        work = np.zeros(RECORDS * lanes, game.dtype)
        self.room = Room(
            slots=np.zeros(slots, SLOT),
            trees=np.zeros((slots, nodes), NODE),
            logits=np.zeros((slots, size)),
            scores=np.zeros((slots, size)),
            places=np.zeros((slots, max(ends, 1) * PLACES_PER_END), PLACE),
            ends=np.zeros((slots, ends), game.dtype),
            known=np.zeros((slots, ends * WEIGHTS_PER_END)),
            lanes=np.zeros(lanes, LANE),
            masks=np.zeros((lanes, size), np.uint8),
            weights=np.zeros((lanes, size)),
            leaves=np.zeros(lanes, game.dtype),
            leaf_masks=np.zeros((lanes, size), np.uint8),
            values=np.zeros((lanes, 2, MAX_SEATS)),
            work=work,
            words=work.view(np.uint64).reshape(len(work), -1),
        )

    def open_root(
        self, slot: int, tasks: Tasks, row: int, priors: np.ndarray, settings: np.ndarray
    ) -> None:
        """A new tree for the task in a row, by the network's priors."""
        mover = np.int64(tasks.states["seat"][row])
        begin(self.room.slots, slot, self.room.trees, tasks.keys[row])
        open_root(self.room, slot, mover, tasks.masks[row], priors, settings)

    def finish(
        self, count: int, walks: int, evaluations: Evaluations, settings: np.ndarray
    ) -> None:
        """The network's say on the first `walks` lanes of each of `count` slots."""
        room = self.room
        used = (np.arange(count)[:, None] * self._leaves + np.arange(walks)).ravel()
        waiting = used[room.lanes["is_open"][used] == 1]
        priors, found = evaluations(room.leaves[waiting], room.leaf_masks[waiting])
        finish_leaves(room, used, priors, found, settings[NETWORK])
