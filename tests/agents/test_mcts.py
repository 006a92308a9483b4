"""Tree search: fair, deterministic, and right where the right answer is known."""

from __future__ import annotations

import time

import numpy as np
import pytest

import exozoo
from exozoo.agents.greedy import GreedyAgent
from exozoo.agents.heuristic import HeuristicAgent
from exozoo.agents.heuristics.gaia_project import begins_turn
from exozoo.agents.mcts import RESERVE, TIMED_CHUNK, MctsAgent
from exozoo.agents.search.records import NEAR, NODE, NUM_SETTINGS, TURNS, TURNS_LATER
from exozoo.agents.search.root import halving_plan
from exozoo.agents.search.tree import begin
from exozoo.agents.search.walk import is_later
from tests.agents.clock import Clock
from tests.agents.positions import last_choice, opening, play_out, some_positions
from tests.toy import TOY
from tests.toy.at_once import AT_ONCE

pytestmark = pytest.mark.compiled  # thousands of simulations


def test_the_cheapest_card_that_wins_is_kept_back_for_nobody_knows_what():
    # 9 is shown. 10 takes this round and leaves 15, which takes the last one whatever is hidden.
    states = last_choice(9, hand=(10, 15), gone=(0, 1, 2, 3), hidden=14)
    mask = TOY.legal_mask(states[0])[None]
    agent = MctsAgent(TOY, simulations=100, rollout=-1)
    found = agent.search(states, mask)
    assert found.actions.tolist() == [10]
    assert found.visits[0].sum() == 100


@pytest.mark.parametrize("hidden", [5, 15])
def test_means_are_exact_expectations_whatever_the_hidden_card_is(hidden):
    # 9 is shown, seat 1 holds 4 and 12; the hidden card is one of 5 6 7 8 10 11 13 14 15.
    states = last_choice(9, hand=(4, 12), gone=(0, 1, 2, 3), hidden=hidden)
    # 12 wins now and leaves 4, which then loses: a tie, value 0. 4 loses now and leaves 12, which
    # beats six of the nine (a tie) and loses to three (value -1).
    exact = {12: 0.0, 4: -3 / 9}
    agent = MctsAgent(TOY, simulations=4000, rollout=-1, margin=0.0, explore=20.0, priors="even")
    found = agent.search(states, TOY.legal_mask(states[0])[None])
    assert found.means[0, 12] == pytest.approx(exact[12], abs=0.02)
    assert found.means[0, 4] == pytest.approx(exact[4], abs=0.05)


def test_a_leaf_is_appraised_when_the_own_turn_comes_again():
    # The first card scores only once it is answered: right after it all four look alike.
    states = opening(hand=(0, 1, 2, 15), rival=(3, 4, 5, 6))
    mask = TOY.legal_mask(states[0])[None]
    for turns, wins in ((0, [False] * 4), (1, [False, False, False, True])):
        agent = MctsAgent(TOY, simulations=4, priors="score", turns=turns, explore=100.0)
        found = agent.search(states, mask)
        assert found.visits[0, [0, 1, 2, 15]].tolist() == [1, 1, 1, 1]
        means = found.means[0, [0, 1, 2, 15]]
        assert (means > 0).tolist() == wins
        assert (means == 0).all() == (turns == 0)


def test_simulations_look_further_after_the_first():
    batch = some_positions(4)

    def means(turns: int, near: int, later: int, simulations: int = 60) -> np.ndarray:
        agent = MctsAgent(TOY, simulations=simulations, priors="score")
        agent._settings[[TURNS, NEAR, TURNS_LATER]] = turns, near, later
        return agent.search(batch.states, batch.masks).means

    near, far = means(0, 0, 0), means(2, 0, 2)
    assert (means(0, 0, 2) == far).all()
    assert (means(0, 60, 2) == near).all()
    mixed = means(0, 20, 2)
    assert (mixed != near).any()
    assert (mixed != far).any()
    # fewer than that are all near
    assert (means(0, 20, 2, simulations=20) == means(0, 0, 0, simulations=20)).all()


def test_actions_that_are_left_have_as_many_far_tries():
    settings, plan = np.zeros(NUM_SETTINGS), halving_plan(6, 40)
    settings[[TURNS, NEAR, TURNS_LATER]] = 1, 10, 2
    far = [bool(is_later(np.int64(tries), plan, settings)) for tries in plan]
    assert far == sorted(far)
    assert not any(far[:10])
    assert len(set(plan[far]) & set(plan[np.logical_not(far)])) == 0


def test_rollouts_to_the_end_end_with_places():
    batch = some_positions(20)
    agent = MctsAgent(TOY, simulations=2, rollout=-1, margin=0.0)
    means = agent.search(batch.states, batch.masks).means
    means = means[np.isfinite(means)]
    assert set(means) <= {-1.0, 0.0, 1.0}
    assert set(means) & {-1.0, 1.0}


def test_greedy_does_not_see_what_is_hidden():
    batch = some_positions(20, decisions=1)
    mixed = batch.states.copy()
    seats = np.full(20, -1, np.int64)
    TOY.kernels.determinize_many(mixed, 0, 20, seats, np.arange(20, dtype=np.uint64))
    assert mixed.tobytes() != batch.states.tobytes()
    agent = GreedyAgent(TOY, samples=3)
    assert (agent.act(batch.states, batch.masks) == agent.act(mixed, batch.masks)).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_actions_are_legal_and_do_not_depend_on_threads_or_batching(players):
    batch = some_positions(12, decisions=2, players=players)
    before = batch.states.tobytes()
    one = MctsAgent(TOY, seed=5, simulations=40, rollout=3)
    two = MctsAgent(TOY, seed=5, simulations=40, rollout=3, threads=2)
    actions = one.act(batch.states, batch.masks)
    assert batch.masks[np.arange(12), actions].all()
    assert (two.act(batch.states, batch.masks) == actions).all()
    apart = [one.act(batch.states[i : i + 1], batch.masks[i : i + 1])[0] for i in range(12)]
    assert apart == actions.tolist()
    assert batch.states.tobytes() == before


def test_another_seed_searches_otherwise():
    batch = some_positions(8)
    visits = [
        MctsAgent(TOY, seed=seed, simulations=64, rollout=-1)
        .search(batch.states, batch.masks)
        .visits
        for seed in (0, 0, 1)
    ]
    assert (visits[0] == visits[1]).all()
    assert (visits[0] != visits[2]).any()


def test_a_full_tree_still_gives_a_legal_action():
    batch = some_positions(4)
    agent = MctsAgent(TOY, simulations=200)
    agent._forest.room = agent._forest.room._replace(trees=np.zeros((1, 7), NODE))
    actions = agent.act(batch.states, batch.masks)
    assert batch.masks[np.arange(4), actions].all()


def test_a_time_budget_is_kept(monkeypatch):
    batch, clock = some_positions(1), Clock()
    monkeypatch.setattr("exozoo.agents.mcts.time", clock)
    agent = MctsAgent(TOY, simulations=10**5, seconds=5.1 * clock.seconds / (1 - RESERVE))
    for _ in range(2):  # the second time by a plan that follows from the first
        looks = clock.looks
        visits = agent.search(batch.states, batch.masks).visits[0].sum()
        # at the beginning, before each chunk, the fifth of which would be done too late, and at the end
        assert clock.looks - looks == 1 + 5 + 1
        assert 2 * TIMED_CHUNK < visits <= 4 * TIMED_CHUNK


def test_a_time_budget_is_one_of_the_clock():
    batch = some_positions(1)
    agent = MctsAgent(TOY, simulations=10**5, seconds=0.05)
    agent.act(batch.states, batch.masks)
    started, worked = time.perf_counter(), time.thread_time()
    agent.act(batch.states, batch.masks)
    assert time.perf_counter() - started > 0.04
    assert time.thread_time() - worked < 0.5  # of its own: a loaded machine takes none of these


def test_a_network_steers_the_search():
    batch = some_positions(6)

    def likes_low_cards(observations: np.ndarray, masks: np.ndarray):
        priors = masks * np.exp(-np.arange(16.0))
        return priors / np.maximum(priors.sum(axis=1, keepdims=True), 1e-9), np.zeros(len(masks))

    agent = MctsAgent(TOY, simulations=8, evaluator=likes_low_cards)
    found = agent.search(batch.states, batch.masks)
    assert (found.visits.sum(axis=1) == 8).all()
    assert (found.actions == batch.masks.argmax(axis=1)).all()


def test_a_value_for_the_mover_counts_against_the_others():
    batch = some_positions(6)

    def fond_of_card_parity(observations: np.ndarray, masks: np.ndarray):
        # the answering seat is happy when an odd card is shown to it
        shown = observations[:, -1]
        value = np.where(shown == -1, 0.0, np.where(shown % 2 == 1, 0.9, -0.9))
        return masks / np.maximum(masks.sum(axis=1, keepdims=True), 1), value

    agent = MctsAgent(TOY, simulations=8, evaluator=fond_of_card_parity)
    found = agent.search(batch.states, batch.masks)
    for row, mask in enumerate(batch.masks):
        legal = np.flatnonzero(mask)
        if (legal % 2 == 0).any():
            assert found.actions[row] % 2 == 0


def test_search_beats_greedy_and_greedy_beats_random():
    from exozoo.agents.random import RandomAgent

    def points(first, second) -> float:
        there, back = play_out([first, second], 200), play_out([second, first], 200)
        ahead = np.sign(there[:, 1] - there[:, 0]).sum() + np.sign(back[:, 0] - back[:, 1]).sum()
        return ahead / 400

    search = MctsAgent(TOY, simulations=100, priors="score", rollout=-1)
    greedy, random = GreedyAgent(TOY), RandomAgent(TOY)
    assert points(search, greedy) > 0.1
    assert points(search, random) > 0.1
    assert points(greedy, random) > 0.05


def test_bad_settings_are_refused():
    for settings in (
        {"simulations": 1},
        {"seconds": 0.0},
        {"temperature": 0.0},
        {"turns": -1},
        {"margin": 2.0},
        {"threads": 0},
        {"priors": "best"},
    ):
        with pytest.raises(ValueError, match=r"allowed|must be"):
            MctsAgent(TOY, **settings)
    with pytest.raises(ValueError, match="samples"):
        GreedyAgent(TOY, samples=0)
    with pytest.raises(ValueError, match="has no heuristic"):
        MctsAgent(AT_ONCE, priors="heuristic")


def test_the_tree_ends_where_a_chapter_does():
    game = exozoo.load_game("gaia_project")
    batch = exozoo.Batch(game, 1, seed=2, players=2)
    heuristic = HeuristicAgent(game)
    while batch.states["round_number"][0] < 3 or batch.states["num_passed"][0] == 0:
        batch.step(heuristic.act(batch.states, batch.masks))
    agent = MctsAgent(game, simulations=100)
    agent.search(batch.states, batch.masks)  # nobody but this seat has a turn left in the round
    tree = agent._forest.room.trees[0]
    ends, new_rounds = [(0, batch.states.copy(), batch.masks.copy())], 0
    while ends:
        number, states, masks = ends.pop()
        node = tree[number]
        if states["round_number"][0] > 3 and begins_turn(states[0]):
            new_rounds += 1
            assert node.first < 0  # nothing was tried beyond
        child = int(node.first)
        while child >= 0:
            if tree[child].visits:
                then, legal = states.copy(), masks.copy()
                game.kernels.play(then[0], int(tree[child].action), legal[0])
                ends.append((child, then, legal))
            child = int(tree[child].next)
    assert new_rounds > 0


def test_one_signature_for_every_kernel():
    batch = some_positions(3)
    agent = MctsAgent(TOY, simulations=10, rollout=2)
    agent.act(batch.states, batch.masks)
    assert [f.__name__ for f in (agent._simulate, begin) if len(f.signatures) > 1] == []


def test_what_the_heuristic_settles_is_not_searched():
    game = exozoo.load_game("gaia_project")
    batch = exozoo.Batch(game, 3, seed=2, players=2)
    agent, heuristic = MctsAgent(game, seed=1, simulations=8), HeuristicAgent(game, seed=1)
    found = agent.search(batch.states, batch.masks)
    assert found.visits.sum() == 0  # all choose factions
    assert (found.actions == heuristic.act(batch.states, batch.masks)).all()
    assert (found.policy.argmax(axis=1) == found.actions).all()
    agent.act(batch.states, batch.masks)
    assert np.isnan(agent.thoughts().values).all()
    while (batch.states["round_number"] == 0).any():
        batch.step(heuristic.act(batch.states, batch.masks))
    assert (agent.search(batch.states, batch.masks).visits.sum(axis=1) == 8).any()
