"""Whole random games: what must hold in every position."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.envs.alien_frontiers import GAME
from exozoo.envs.alien_frontiers.constants import MAX_TURN_DECISIONS
from tests.alien_frontiers import books, reference
from tests.alien_frontiers.positions import ACTION_SPACE, PHASE_NAMES, legal
from tests.random_play import play_random

pytestmark = pytest.mark.compiled

MAIN = 0
SHORT, LONG = 12, 5000


class Checks:
    """Invariants over an array of states, and the decisions taken in the running turns."""

    def __init__(self) -> None:
        self.ply = self.turn = self.start = np.zeros(0, int)
        self.longest_turn = 0

    def __call__(self, states: np.ndarray) -> None:
        books.check_positions(states)
        self.check_length_of_turn(states)

    def check_length_of_turn(self, states: np.ndarray) -> None:
        """A turn is finite: every single decision counted, forced ones too."""
        ply, turn = states["ply"].astype(int), states["turn"].astype(int)
        if len(ply) != len(self.ply) or (ply < self.ply).any():  # a new batch of games
            self.turn, self.start = turn.copy(), np.zeros(len(ply), int)
        self.start = np.where(turn != self.turn, ply, self.start)
        self.ply, self.turn = ply, turn
        self.longest_turn = max(self.longest_turn, int((ply - self.start).max()))
        assert self.longest_turn <= MAX_TURN_DECISIONS


def play_checked(players: int, games: int) -> Checks:
    checks = Checks()
    play_random(
        GAME,
        games,
        seed=players,
        check=checks,
        finished=books.check_result,
        width=500,
        players=players,
        auto_resolve=False,
        turn_limit=0,
    )
    return checks


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_the_invariants(players):
    play_checked(players, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_random_games_keep_the_invariants(players):
    checks = play_checked(players, LONG)
    assert checks.longest_turn < MAX_TURN_DECISIONS / 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dockings_equal_those_found_by_trying_all_sets_of_ships(players):
    """AF-26, AF-30, AF-31, AF-34, AF-35: in MAIN; the turn may end exactly when there is none."""
    rng = np.random.default_rng(players)
    state = GAME.new_state(seed=players, players=players, auto_resolve=False)
    looked_at = 0
    while not state["over"]:
        labels = legal(state)
        if state["phase"] == MAIN:
            looked_at += 1
            docks = {label for label in labels if label.startswith("DOCK_")}
            assert docks == reference.dockings(state)
            assert ("END_TURN" in labels) == (not docks)
        GAME.step(state, rng.choice(GAME.legal_actions(state)))
    assert looked_at > 200


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_but_the_order_of_the_deck_is_hidden(players):
    """AF-165, AF-169: re-dealing it changes no seat's observation, and nothing that lies open."""
    low, high = GAME.observation.bounds(players)
    rng = np.random.default_rng(1)
    state = GAME.new_state(seed=3, players=players)
    orders = set()
    while not state["over"]:
        other = GAME.determinize(state, seed=int(rng.integers(2**31)))
        orders.add(other["deck"].tobytes())
        for seat in range(players):
            seen = GAME.observe(state, seat)
            assert (seen == GAME.observe(other, seat)).all()
            assert ((seen >= low) & (seen <= high)).all()
        for name in GAME.dtype.names:
            if name not in ("rng", "deck"):
                assert (state[name] == other[name]).all(), name
        assert sorted(state["deck"]) == sorted(other["deck"])
        GAME.step(state, rng.choice(GAME.legal_actions(state)))
    assert len(orders) > 100


def test_a_copy_replays_to_the_same_bytes():
    rng = np.random.default_rng(5)
    state = GAME.new_state(seed=9, players=4)
    copy, actions = state.copy(), []
    while not state["over"]:
        actions.append(rng.choice(GAME.legal_actions(state)))
        GAME.step(state, actions[-1])
    for action in actions:
        GAME.step(copy, action)
    assert copy.tobytes() == state.tobytes()


def test_every_phase_and_block_occurs_and_only_together_as_laid_out():
    """Section 14: all 30 phases are met, each block in the phases named for it and in no other."""
    allowed = {r["name"]: set(r["phases"]) for r in ACTION_SPACE["ranges"]}
    met: dict[str, set[str]] = {name: set() for name in allowed}
    batch = exozoo.Batch(GAME, 500, seed=2, players=4, auto_resolve=False)
    block_of = np.concatenate(
        [np.full(block.size, index) for index, block in enumerate(GAME.actions.blocks)]
    )
    for _ in range(300):
        batch.random_steps(5)
        env, action = np.nonzero(batch.legal())
        pairs = np.stack([batch.states["phase"][env], block_of[action]], axis=1)
        for phase, block in np.unique(pairs, axis=0).tolist():
            met[GAME.actions.blocks[block].name.upper()].add(PHASE_NAMES[phase])
    assert met == allowed
