"""Lock step for Gaia Project: lively players, and a look into every federation on offer."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from exozoo.agents import Agent
from exozoo.envs.core.game import Game
from tests.reference.gaia_project import box, turn
from tests.reference.gaia_project.view import GaiaProject, deal, federation_of
from tests.reference.lockstep import LockStep, Record

# how much more often than a hex an action is taken, so that games do not end in round 1
WEIGHT = {
    "pass": 0.1,
    "booster": 0.1,
    "decline": 0.3,
    "free_action": 0.15,
    "upgrade": 3,
    "federation": 8,
}
WEIGHTS = np.ones(332)
for block, weight in WEIGHT.items():
    size = next(b.size for b in box.ACTIONS.blocks if b.name == block)
    WEIGHTS[box.action(block) : box.action(block, size)] = weight


class GaiaLockStep(LockStep):
    """One game of both engines; `kinds` counts the decisions by kind."""

    reference: GaiaProject

    def __init__(self, game: Game, seed: int, **options: Any):
        self.kinds: Counter[str] = Counter()
        self.sets_compared = 0
        super().__init__(game, deal, seed, every_seat=False, **options)

    def compare(self) -> None:
        super().compare()
        decision = self.reference.decision
        if decision is not None:
            self.kinds[decision.kind] += 1
            if decision.kind == "choose_set":
                self.compare_sets(decision)

    def compare_sets(self, decision: box.Decision) -> None:
        """Each set is tried on a copy: together they are all legal federations (GP-F8)."""
        table = self.reference.table
        player = table.players[decision.seat]
        legal = turn.federations_open(table, player)
        found: dict[frozenset[int], int] = {}
        order = []
        for choice in sorted(decision.legal):
            copy = self.game.copy(self.state)
            self.game.step(copy, choice)
            seen = self.game.observation.split(self.game.observe(copy, decision.seat), self.players)
            chosen, satellites = turn.read_federation(table, player, federation_of(seen))
            found[chosen] = len(satellites)
            order.append(len(satellites))
        shown = self.seen[decision.seat]["set_satellites"].tolist()
        self.same("satellites of the sets", order + [-1] * (box.MAX_SETS - len(order)), shown)
        self.same("order of the sets", sorted(order), order)
        if len(legal) > box.MAX_SETS:  # the dearest are left out
            cut = sorted(legal.values())[: box.MAX_SETS]
            self.same("satellites of the sets kept", cut, order)
            legal = {hexes: n for hexes, n in legal.items() if hexes in found}
        self.same("federations", legal, found)
        self.sets_compared += len(found)


def play_lively(
    game: Game,
    seed: int,
    record: Record,
    agent: Agent | None = None,
    share: float = 0.8,
    **options: Any,
) -> GaiaLockStep:
    """One game: weighted random actions, or mostly those of the agent."""
    rng = np.random.default_rng([seed, 2])
    both = GaiaLockStep(game, seed, **options)
    while not both.finished():
        legal = sorted(both.reference.legal())
        if len(legal) > 1 and agent is not None and rng.random() < share:
            mask = np.zeros((1, 332), np.uint8)
            mask[0, legal] = 1
            action = int(agent.act(both.state.reshape(1), mask)[0])
        else:
            weights = WEIGHTS[legal]
            action = legal[rng.choice(len(legal), p=weights / weights.sum())]
        record.decisions += 1
        record.forced += len(legal) == 1
        record.taken[action] += 1
        both.step(action)
    record.games += 1
    return both
