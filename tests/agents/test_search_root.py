"""Sequential halving at the root, and the policy that it improves."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.agents.mcts import MctsAgent
from exozoo.agents.search.root import halving_plan
from tests.agents.positions import opening, some_positions
from tests.toy import TOY

pytestmark = pytest.mark.compiled


def test_half_of_the_actions_are_dropped_in_each_round():
    assert halving_plan(4, 16).tolist() == [0] * 4 + [1] * 4 + [2, 2, 3, 3, 4, 4, 5, 5]
    assert halving_plan(1, 4).tolist() == [0, 1, 2, 3]
    assert halving_plan(16, 8).tolist() == [0] * 8  # not even one try for each


@pytest.mark.parametrize(("candidates", "simulations"), [(2, 7), (5, 50), (16, 200), (16, 10_000)])
def test_a_plan_is_as_long_as_the_search_and_can_be_followed(candidates, simulations):
    plan = halving_plan(candidates, simulations)
    assert len(plan) == simulations
    tries = np.zeros(candidates, np.int64)
    for wanted in plan:
        tries[np.flatnonzero(tries == wanted)[0]] += 1  # there always is one


def test_only_candidates_are_tried_and_the_best_most():
    batch = some_positions(8)
    found = MctsAgent(TOY, simulations=40, candidates=2, rollout=-1).search(
        batch.states, batch.masks
    )
    assert ((found.visits > 0).sum(axis=1) == 2).all()
    assert (found.visits.sum(axis=1) == 40).all()
    assert (found.visits[np.arange(8), found.actions] == found.visits.max(axis=1)).all()


def test_the_improved_policy_is_one_and_likes_what_was_found_good():
    states = opening(hand=(0, 1, 2, 15), rival=(3, 4, 5, 6))
    mask = TOY.legal_mask(states[0])[None]
    agent = MctsAgent(TOY, simulations=64, priors="even", turns=1)
    agent.act(states, mask)
    thoughts = agent.thoughts()
    assert thoughts.kind == "probabilities"
    assert thoughts.weights.sum() == pytest.approx(1)
    assert (thoughts.weights[mask == 0] == 0).all()
    assert (thoughts.weights[mask == 1] > 0).all()
    assert thoughts.weights.argmax() == 15


def test_a_forced_choice_has_its_policy_too():
    batch = some_positions(3)
    masks = np.zeros_like(batch.masks)
    masks[np.arange(3), batch.masks.argmax(axis=1)] = 1
    found = MctsAgent(TOY, simulations=4).search(batch.states, masks)
    assert (found.policy == masks).all()
    assert found.visits.sum() == 0


def test_noise_brings_variety_by_the_seed_alone():
    batch = some_positions(30)

    def actions(seed: int, noise: float) -> list[int]:
        agent = MctsAgent(TOY, seed=seed, simulations=2, candidates=2, noise=noise)
        return agent.search(batch.states, batch.masks).visits.argmax(axis=1).tolist()

    assert actions(1, 5.0) == actions(1, 5.0)
    assert actions(1, 5.0) != actions(2, 5.0)
    quiet = [actions(seed, 0.0) for seed in (1, 2)]
    agreement = np.mean(np.array(quiet[0]) == np.array(quiet[1]))
    assert agreement > np.mean(np.array(actions(1, 5.0)) == np.array(actions(2, 5.0)))
