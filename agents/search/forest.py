"""Room for many searches at once, and the network's part in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exozoo.agents.search.ends import PLACE, PLACES_PER_END
from exozoo.agents.search.evaluations import Evaluations
from exozoo.agents.search.records import LANE, NETWORK, NODE, SLOT
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
        self.slots = np.zeros(slots, SLOT)
        self.trees = np.zeros((slots, nodes), NODE)
        self.logits = np.zeros((slots, size))
        self.scores = np.zeros((slots, size))
        self.lanes = np.zeros(lanes, LANE)
        self.places = np.zeros((slots, max(ends, 1) * PLACES_PER_END), PLACE)
        self.ends = np.zeros((slots, ends), game.dtype)
        self.work = np.zeros(RECORDS * lanes, game.dtype)
        self.words = self.work.view(np.uint64).reshape(len(self.work), -1)
        self.masks = np.zeros((lanes, size), np.uint8)
        self.weights = np.zeros((lanes, size))
        self.leaves = np.zeros(lanes, game.dtype)
        self.leaf_masks = np.zeros((lanes, size), np.uint8)
        self.values = np.zeros((lanes, 2, MAX_SEATS))

    def open_root(
        self, slot: int, tasks: Tasks, row: int, priors: np.ndarray, settings: np.ndarray
    ) -> None:
        """A new tree for the task in a row, by the network's priors."""
        begin(self.slots, slot, self.trees, tasks.keys[row])
        open_root(
            self.slots,
            slot,
            self.trees,
            np.int64(tasks.states["seat"][row]),
            tasks.masks[row],
            priors,
            self.logits,
            self.scores,
            settings,
        )

    def finish(
        self, count: int, walks: int, evaluations: Evaluations, settings: np.ndarray
    ) -> None:
        """The network's say on the first `walks` lanes of each of `count` slots."""
        used = (np.arange(count)[:, None] * self._leaves + np.arange(walks)).ravel()
        waiting = used[self.lanes["is_open"][used] == 1]
        priors, found = evaluations(self.leaves[waiting], self.leaf_masks[waiting])
        finish_leaves(
            self.slots,
            self.trees,
            self.lanes,
            used,
            self.leaves,
            self.leaf_masks,
            priors,
            found,
            self.values,
            settings[NETWORK],
        )
