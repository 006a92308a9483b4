"""Whole random games: what must hold in every position."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.envs.alien_frontiers import GAME
from exozoo.envs.alien_frontiers.components import COPIES_OF_CARD
from exozoo.envs.alien_frontiers.constants import MAX_TURN_DECISIONS
from tests.alien_frontiers import reference
from tests.alien_frontiers.positions import ACTION_SPACE, PHASE_NAMES, legal
from tests.random_play import play_random

pytestmark = [pytest.mark.compiled, pytest.mark.random_games]

STATION, BAY, HAND, STOCK, DESERT, LIFTED = 8, 9, 10, 11, 12, 13
HUB, BURROUGHS, RELIC, MAIN = 1, 2, 24, 0
COLONIES = {2: 8, 3: 7, 4: 6}
SHORT, LONG = 12, 5000


class Checks:
    """Invariants over an array of states, and the decisions taken in the running turns."""

    def __init__(self, players: int):
        self.players = players
        self.ply = self.turn = self.start = np.zeros(0, int)
        self.longest_turn = 0

    def __call__(self, states: np.ndarray) -> None:
        self.check_ships(states)
        self.check_ports(states)
        self.check_relic(states)
        self.check_colonies(states)
        self.check_tokens(states)
        self.check_cards(states)
        self.check_scores(states)
        self.check_length_of_turn(states)

    def check_ships(self, states: np.ndarray) -> None:
        """AF-3, AF-4: each ship in one place, three to six of a colour in play; AF-166: values."""
        n = self.players
        place = states["place"][:, : 6 * n].reshape(-1, n, 6)
        assert ((place >= 0) & (place <= LIFTED) & (place != DESERT)).all()
        in_play = (place != STOCK).sum(axis=2)
        assert (in_play >= 3).all()
        assert (in_play - (place == STATION).sum(axis=2) >= 3).all()
        assert (states["place"][:, 6 * n : RELIC] == -1).all()
        where, value = states["place"], states["value"]
        rolled = (where >= 0) & (where != BAY) & (where != STOCK) & (where != DESERT)
        assert (((value >= 1) & (value <= 6)) == rolled).all()
        assert (value[~rolled] == 0).all()
        colour = np.arange(RELIC) // 6
        in_hand = states["place"][:, :RELIC] == HAND
        assert (in_hand <= (colour == states["seat"][:, None])).all()

    def check_ports(self, states: np.ndarray) -> None:
        """AF-13: one ship a port, only open ports, at the hub also those of the players' tracks."""
        where, port = states["place"], states["port"]
        docked = (where >= 0) & (where < BAY)
        assert ((port >= 0) == docked).all()
        number = np.where(docked, where.astype(int) * 100 + port, -1 - np.arange(25))
        number.sort(axis=1)
        assert (np.diff(number, axis=1) > 0).all()
        for index, name in enumerate(reference.FACILITIES):
            ports = 3 * self.players
            if name in reference.PORTS:
                ports = reference.PORTS[name][0][self.players]
            assert (port[where == index] < ports).all()

    def check_relic(self, states: np.ndarray) -> None:
        """AF-140 to AF-143: held only by the controller of an unisolated Burroughs Desert."""
        holder = states["relic_holder"]
        assert ((holder == -1) == (states["place"][:, RELIC] == DESERT)).all()
        kept = holder >= 0
        colonies = states["colonies"][:, BURROUGHS].astype(int)
        own = np.take_along_axis(colonies, np.maximum(holder, 0)[:, None].astype(int), 1)
        assert ((colonies >= own).sum(axis=1)[kept] == 1).all()
        assert (states["field_at"][:, 0][kept] != BURROUGHS).all()

    def check_colonies(self, states: np.ndarray) -> None:
        """AF-12, AF-117: placed and unplaced ones add up; AF-240: none left means the end."""
        n = self.players
        placed = states["colonies"].sum(axis=1)
        assert (placed[:, n:] == 0).all()
        assert (placed[:, :n] + states["unplaced"][:, :n] == COLONIES[n]).all()
        assert ((states["hub"] >= 0) & (states["hub"] <= 7)).all()
        assert (states["unplaced"][:, :n].min(axis=1) == 0).tolist() == states["over"].tolist()

    def check_tokens(self, states: np.ndarray) -> None:
        """AF-230 to AF-232: 30 fuel and 20 ore; AF-29: at most 8 with those not on turn."""
        held = states["resources"].astype(int)
        assert (held >= 0).all()
        assert (states["supply"] >= 0).all()
        assert (held.sum(axis=1) + states["supply"] == [30, 20]).all()
        waiting = np.arange(4) != states["seat"][:, None]
        assert (held.sum(axis=2)[waiting] <= 8).all()

    def check_cards(self, states: np.ndarray) -> None:
        """AF-2, AF-164: 24 cards in all places together, never two of a type with one player."""
        assert (states["cards"] <= 1).all()
        counts = states["cards"].sum(axis=1).astype(int) + states["pile"]
        for card in range(13):
            counts[:, card] += (states["display"] == card).sum(axis=1)
            counts[:, card] += (states["deck"] == card).sum(axis=1)
        assert (counts == COPIES_OF_CARD).all()
        assert ((states["deck"] >= 0).sum(axis=1) == states["deck_size"]).all()

    def check_scores(self, states: np.ndarray) -> None:
        """AF-118: the running score equals a recount."""
        n = self.players
        colonies = states["colonies"][:, :, :n].astype(int)
        points = colonies.sum(axis=1) + states["cards"][:, :n, :2].sum(axis=2)
        most = colonies.max(axis=2, keepdims=True)
        alone = (colonies == most) & (most > 0) & ((colonies == most).sum(axis=2)[..., None] == 1)
        points += alone.sum(axis=1)
        positron = states["field_at"][:, 1].astype(int)
        bonus = np.take_along_axis(alone, np.maximum(positron, 0)[:, None, None], 1)[:, 0]
        points += bonus & (positron >= 0)[:, None]
        assert (points == states["scores"][:, :n]).all()

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
    checks = Checks(players)

    def finished(state: np.record) -> None:
        assert state["over"]
        assert min(GAME.ranking(state)) == 1
        assert GAME.scores(state) == [reference.score(state, seat) for seat in range(players)]

    play_random(
        GAME,
        games,
        seed=players,
        check=checks,
        finished=finished,
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
