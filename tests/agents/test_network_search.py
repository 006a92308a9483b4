"""Search with a network: all seats' values, leaves in batches, nothing hidden, nothing asked twice."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from exozoo.agents.mcts import RESERVE, MctsAgent
from tests.agents.clock import Clock
from tests.agents.positions import last_choice, some_positions
from tests.toy import TOY

pytestmark = pytest.mark.compiled


def evenly(masks: np.ndarray) -> np.ndarray:
    return masks / np.maximum(masks.sum(axis=1, keepdims=True), 1)


def by_what_is_seen(observations: np.ndarray, masks: np.ndarray):
    """Some opinion that depends on the row alone: on all that the mover sees."""
    rows = observations.astype(np.float64)
    mixed = np.sin(rows @ np.arange(1.0, rows.shape[1] + 1))
    return evenly(masks * (1 + np.arange(masks.shape[1]) % 3)), np.stack([mixed, -mixed], axis=1)


class Counting:
    """The same opinion, with a count of the rows and calls it was asked for."""

    def __init__(self):
        self.rows, self.calls = 0, 0

    def __call__(self, observations: np.ndarray, masks: np.ndarray):
        self.rows += len(observations)
        self.calls += 1
        return by_what_is_seen(observations, masks)


def test_values_of_all_seats_come_in_the_order_of_the_observation():
    batch = some_positions(8, players=3)

    def second_in_turn_wins(observations: np.ndarray, masks: np.ndarray):
        return evenly(masks), np.tile([-0.5, 0.9, -0.4], (len(masks), 1))

    found = MctsAgent(TOY, simulations=3, evaluator=second_in_turn_wins, leaves=1).search(
        batch.states, batch.masks
    )
    # after the own card the next seat is to move: the own seat is the last in its order
    visited = found.visits == 1
    assert visited.any()
    assert np.allclose(found.means[visited], -0.4)


def test_one_value_is_the_movers_and_the_others_share_its_opposite():
    batch = some_positions(8, players=3)

    def happy(observations: np.ndarray, masks: np.ndarray):
        return evenly(masks), np.full(len(masks), 0.6)

    found = MctsAgent(TOY, simulations=3, evaluator=happy, leaves=1).search(
        batch.states, batch.masks
    )
    assert np.allclose(found.means[found.visits == 1], -0.3)


@pytest.mark.parametrize("leaves", [1, 4])
def test_the_same_answer_however_positions_are_batched(leaves, monkeypatch):
    batch = some_positions(10, decisions=1)
    settings = {"seed": 2, "simulations": 24, "evaluator": by_what_is_seen, "leaves": leaves}
    together = MctsAgent(TOY, **settings).search(batch.states, batch.masks)
    threaded = MctsAgent(TOY, **settings, threads=2).search(batch.states, batch.masks)
    assert (threaded.visits == together.visits).all()
    monkeypatch.setattr("exozoo.agents.mcts.TOGETHER", 3)
    in_parts = MctsAgent(TOY, **settings).search(batch.states, batch.masks)
    assert (in_parts.visits == together.visits).all()
    agent = MctsAgent(TOY, **settings)
    for row in range(10):
        apart = agent.search(batch.states[row : row + 1], batch.masks[row : row + 1])
        assert (apart.visits[0] == together.visits[row]).all()
    assert (together.visits.sum(axis=1) == 24).all()


def test_leaves_of_one_search_go_to_the_network_together():
    batch = some_positions(1)
    calls = []
    for leaves in (1, 6):
        asked = Counting()
        MctsAgent(TOY, simulations=24, evaluator=asked, leaves=leaves).act(
            batch.states, batch.masks
        )
        calls.append(asked.calls)
    assert calls[1] * 4 < calls[0]


def test_nothing_is_asked_twice():
    batch = some_positions(4)
    asked = Counting()
    agent = MctsAgent(TOY, simulations=24, evaluator=asked)
    first = agent.search(batch.states, batch.masks)
    rows = asked.rows
    again = agent.search(batch.states, batch.masks)
    assert asked.rows == rows
    assert (first.visits == again.visits).all()


def test_what_is_kept_has_an_end():
    batch = some_positions(4)
    agent = MctsAgent(TOY, simulations=24, evaluator=by_what_is_seen)
    agent._evaluations._most = 5
    before = MctsAgent(TOY, simulations=24, evaluator=by_what_is_seen)
    assert (
        agent.search(batch.states, batch.masks).visits
        == before.search(batch.states, batch.masks).visits
    ).all()
    assert len(agent._evaluations._kept) <= 5


@pytest.mark.parametrize("hidden", [5, 15])
def test_means_are_exact_expectations_whatever_the_hidden_card_is(hidden):
    # as in test_mcts: 12 ties; 4 ties against six of nine cards and loses to three
    states = last_choice(9, hand=(4, 12), gone=(0, 1, 2, 3), hidden=hidden)

    def undecided(observations: np.ndarray, masks: np.ndarray):
        return evenly(masks), np.zeros((len(masks), 2))

    agent = MctsAgent(TOY, simulations=4000, evaluator=undecided, margin=0.0, reliance=0.0)
    found = agent.search(states, TOY.legal_mask(states[0])[None])
    assert found.means[0, 12] == pytest.approx(0.0, abs=0.02)
    assert found.means[0, 4] == pytest.approx(-3 / 9, abs=0.05)


def test_trust_mixes_the_network_with_the_appraisal():
    batch = some_positions(6)

    def hopeless(observations: np.ndarray, masks: np.ndarray):
        return evenly(masks), np.full((len(masks), 2), -1.0)

    def mean(trust: float) -> np.ndarray:
        agent = MctsAgent(TOY, simulations=2, evaluator=hopeless, trust=trust, turns=0, leaves=1)
        means = agent.search(batch.states, batch.masks).means
        return means[np.isfinite(means)]

    assert np.allclose(mean(1.0), -1.0)
    assert (mean(0.25) > -0.6).all()  # nobody is ahead yet: the appraisal says 0


def test_without_trust_the_network_is_asked_about_the_roots_alone():
    batch, asked = some_positions(6), []

    def highest(observations: np.ndarray, masks: np.ndarray):
        asked.append(len(masks))
        priors = masks * 2.0 ** np.arange(masks.shape[1])
        return priors / priors.sum(axis=1, keepdims=True), np.zeros((len(masks), 2))

    agent = MctsAgent(TOY, simulations=8, candidates=2, evaluator=highest, trust=0.0)
    found = agent.search(batch.states, batch.masks)
    choices = batch.masks.sum(axis=1) > 1
    assert asked == [choices.sum()]
    for row in np.flatnonzero(choices):
        best = np.flatnonzero(batch.masks[row])[-2:]
        assert found.visits[row].nonzero()[0].tolist() == best.tolist()
        assert found.visits[row].sum() == 8
    plain = MctsAgent(TOY, simulations=8, candidates=2).search(batch.states, batch.masks)
    assert (plain.visits != found.visits).any()


def test_time_is_for_each_decision(monkeypatch):
    batch, clock = some_positions(4), Clock()
    monkeypatch.setattr("exozoo.agents.mcts.time", clock)
    limit = 2.01 * clock.seconds / (1 - RESERVE)
    settings = {"seconds": limit, "evaluator": by_what_is_seen, "leaves": 4}
    for count in (1, 4):
        agent = MctsAgent(TOY, simulations=10**5, **settings)
        found = agent.search(batch.states[:count], batch.masks[:count])
        # one look before each round of leaves, and as many as are done in the time of all of them
        assert (found.visits.sum(axis=1) == (2 * count - 1) * 4).all()


def test_pickles_go_on_alike():
    batch = some_positions(4)
    agent = MctsAgent(TOY, simulations=16, evaluator=by_what_is_seen)
    copy = pickle.loads(pickle.dumps(agent))
    assert (agent.act(batch.states, batch.masks) == copy.act(batch.states, batch.masks)).all()


@pytest.mark.parametrize(
    ("priors", "values", "words"),
    [
        (lambda m: m[:, :3], lambda m: np.zeros(len(m)), "priors must be"),
        (lambda m: m * np.nan, lambda m: np.zeros(len(m)), "priors must be"),
        (lambda m: m * -1.0, lambda m: np.zeros(len(m)), "priors must be"),
        (lambda m: m * 1.0, lambda m: np.zeros((len(m), 3)), "values must be"),
        (lambda m: m * 1.0, lambda m: np.full(len(m), np.nan), "values must be"),
    ],
)
def test_an_evaluator_that_answers_nonsense_is_refused(priors, values, words):
    batch = some_positions(2)
    agent = MctsAgent(TOY, simulations=4, evaluator=lambda seen, m: (priors(m), values(m)))
    with pytest.raises(ValueError, match=words):
        agent.act(batch.states, batch.masks)


def test_bad_settings_of_a_network_are_refused():
    for settings, words in (
        ({"trust": -0.1}, "trust=-0.1: allowed are"),
        ({"leaves": 0}, "leaves=0: allowed are"),
        ({"network": "policy"}, "no trained network comes with"),
        ({"network": "policy", "evaluator": by_what_is_seen}, "only one of them"),
    ):
        with pytest.raises(ValueError, match=words):
            MctsAgent(TOY, **settings)
