"""What makes playing on fast must not make it foolish: shortlists, decisions remembered, rivals left out."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristic import HeuristicAgent
from exozoo.agents.heuristics.beyond_the_sun import appraise, own_value
from exozoo.agents.heuristics.beyond_the_sun.known import KNOWN
from exozoo.agents.heuristics.gaia_project import BRIEF, NEAR
from exozoo.agents.heuristics.planet_unknown import SHORTLIST
from exozoo.agents.heuristics.shortlist import nth_best
from exozoo.agents.heuristics.table import PLAIN, shipped_worth
from exozoo.agents.mcts import MctsAgent
from exozoo.agents.search.walk import bind_sway
from exozoo.agents.weighing import SCRATCH, bind_actions, bind_weighing, never_aside
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import jit
from exozoo.envs.core.state import MAX_SEATS
from exozoo.envs.planet_unknown.actions import PLACE, SQUARE, TAKE
from tests.agents.positions import last_choice
from tests.toy import TOY


def test_the_nth_best_counts_marked_entries_only():
    weights = np.array([9.0, 3.0, 7.0, 7.0, 1.0, 8.0])
    mask = np.array([0, 1, 1, 1, 1, 1], np.uint8)
    found = [nth_best(mask, 0, 6, weights, np.int64(n)) for n in range(1, 7)]
    assert found == [8.0, 7.0, 7.0, 3.0, 1.0, -np.inf]
    assert nth_best(mask, 0, 4, weights, np.int64(2)) == 7.0
    assert nth_best(mask, 4, 6, weights, np.int64(2)) == 1.0


@jit
def weigh_lowest(s, mask, worth, scratch, slot, out):
    """The lowest card, and after it the highest."""
    highest = NONE
    for action in range(mask.size):
        if mask[action]:
            out[action] = -np.float64(action)
            highest = np.int64(action)
    return highest


def test_what_is_best_after_the_best_is_played_at_once_by_the_same_seat_only():
    advance = bind_actions(TOY, weigh_lowest).advance
    work = np.zeros(1 + SCRATCH, TOY.dtype)
    work[0] = last_choice(9, hand=(4, 12), gone=(0, 1, 2, 3), hidden=15)[0]
    mask, seat = TOY.legal_mask(work[0]), work[0]["seat"]
    for _ in range(4):
        before = work[0]["ply"]
        if work[0]["over"]:
            break
        advance(work, 0, mask, PLAIN, np.zeros(TOY.num_actions))
        assert work[0]["ply"] - before <= (2 if work[0]["seat"] == seat else 1)
        seat = work[0]["seat"]


def test_swayed_choices_differ_from_key_to_key_and_stay_with_a_key():
    mask, weights = np.array([1, 1, 0, 1, 1], np.uint8), np.array([1.0, 0.9, 9.0, 0.8, -5.0])
    keys = [np.uint64(7919 * number + 1) for number in range(200)]
    swayed = bind_sway(never_aside)

    def chosen(points: float, seat: int = 0, worth: np.ndarray = weights) -> list[int]:
        return [int(swayed(mask, worth, key, seat, points)) for key in keys]

    assert set(chosen(1e-6)) == {0}
    often = np.bincount(chosen(0.1), minlength=5)
    assert often[0] > often[1] > often[3] > 0 == often[2] == often[4]
    assert often[0] / 200 == pytest.approx(np.exp(0) / np.exp([0, -1, -2]).sum(), abs=0.1)
    assert chosen(0.1) == chosen(0.1, worth=weights + 3.0)  # what all are worth changes nothing
    assert chosen(0.1) != chosen(0.1, seat=1)


@jit
def is_odd(action):
    return action % 2 == 1


def test_what_is_done_aside_is_not_swayed():
    mask, swayed = np.ones(4, np.uint8), bind_sway(is_odd)
    for key in map(np.uint64, range(1, 100, 2)):
        assert swayed(mask, np.array([1.0, 0.999, 0.9, 0.99]), key, 0, 0.3) in (0, 2)
        assert swayed(mask, np.array([1.0, 1.001, 0.9, 0.99]), key, 0, 0.3) == 1
        assert swayed(mask & np.array([0, 1, 0, 1], np.uint8), np.zeros(4), key, 0, 0.3) == 1


@pytest.mark.compiled
def test_later_simulations_of_gaia_project_see_how_else_a_round_may_end():
    game = exozoo.load_game("gaia_project")
    agent, batch = HeuristicAgent(game, seed=3), exozoo.Batch(game, 2, seed=3, players=2)
    for _ in range(40):
        batch.step(agent.act(batch.states, batch.masks))

    def ends(simulations: int, **settings: float) -> tuple[int, np.ndarray]:
        agent = MctsAgent(game, seed=5, simulations=simulations, **settings)
        means = agent.search(batch.states, batch.masks).means
        return int(agent._forest.room.slots[0]["ends"]), means

    first, means = ends(NEAR)
    assert (ends(NEAR, sway=0.0)[1] == means).all()  # the first follow the tree
    tree, swaying = ends(200, sway=0.0)[0], ends(200)[0]
    assert first < tree < swaying / 2
    assert swaying > NEAR


@pytest.mark.compiled
def test_when_little_of_a_round_is_left_swayed_simulations_play_on_through_the_next():
    game = exozoo.load_game("gaia_project")
    agent, batch = HeuristicAgent(game, seed=3), exozoo.Batch(game, 1, seed=3, players=2)
    search = MctsAgent(game, seed=5, simulations=120)
    further = set()
    while batch.states["round_number"][0] < 3:
        if batch.masks[0].sum() > 1 and batch.states["round_number"][0] == 2:
            search.act(batch.states, batch.masks)
            slot, ends = search._forest.room.slots[0], search._forest.room.ends[0]
            rounds = ends["round_number"][: slot["ends"]]
            is_brief = bool(slot["played"] < BRIEF)
            assert set(rounds) == ({3, 4} if is_brief else {3})
            further.add(is_brief)
        batch.step(agent.act(batch.states, batch.masks))
    assert further == {False, True}


def takes(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Positions of Planet Unknown in which a tile is to be taken."""
    game = exozoo.load_game("planet_unknown")
    agent, batch = HeuristicAgent(game, seed=1), exozoo.Batch(game, 8, seed=4, players=2)
    states, masks = [], []
    while len(states) < count:
        for row in np.flatnonzero(batch.masks[:, TAKE:PLACE].any(axis=1)):
            states.append(batch.states[row : row + 1].copy())
            masks.append(batch.masks[row].copy())
        batch.step(agent.act(batch.states, batch.masks))
    return np.concatenate(states), np.array(masks)


@pytest.mark.compiled
def test_the_placement_remembered_is_the_one_that_would_be_found_again():
    game = exozoo.load_game("planet_unknown")
    bound, worth = bind_weighing(game, "heuristic"), shipped_worth(game)
    scratch, out = np.zeros(SCRATCH, game.dtype), np.zeros(game.num_actions)
    remembered = 0
    for state, mask in zip(*takes(24), strict=True):
        found = bound.weigh(state, mask, worth, scratch, 0, out)
        taken = np.where(mask, out, -np.inf).argmax()
        after = game.copy(state)
        game.step(after, taken)
        legal = game.legal_mask(after)
        if found == NONE or not legal[PLACE:SQUARE].any():
            continue
        bound.weigh(after, legal, worth, scratch, 0, out)
        assert np.where(legal, out, -np.inf).argmax() == found
        remembered += 1
    assert remembered > 12


@pytest.mark.compiled
def test_a_shortlist_of_placements_holds_the_best_nearly_always():
    game = exozoo.load_game("planet_unknown")
    states, masks = takes(64)
    full, short = HeuristicAgent(game), HeuristicAgent(game)
    short._worth = full._worth.copy()
    short._worth[SHORTLIST] = 8
    by_all, by_few = (
        np.where(masks, agent.weights(states, masks), -np.inf) for agent in (full, short)
    )
    assert (by_few <= by_all + 1e-9).all()
    best = by_all[np.arange(len(states)), by_few.argmax(axis=1)]
    assert (best == by_all.max(axis=1)).mean() > 0.9
    assert (by_all.max(axis=1) - best).mean() < 0.1


def test_a_seat_of_beyond_the_sun_is_appraised_alone_as_among_all():
    game = exozoo.load_game("beyond_the_sun")
    batch = exozoo.Batch(game, 8, seed=4, players=3)
    worth, points = shipped_worth(game), np.zeros(MAX_SEATS)
    for _ in range(3):
        batch.random_steps(15)
        for state in batch.states:
            appraise(state, worth, points)
            alone = []
            for seat in range(3):
                known = np.zeros(1, np.dtype((np.record, KNOWN)))[0]
                alone += [own_value(state, np.int64(seat), worth, known) for _ in range(2)]
            assert alone[::2] == alone[1::2]  # what is known does not change it
            assert alone[::2] == points[:3].tolist()
