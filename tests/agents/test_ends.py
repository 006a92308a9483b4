"""Ends of playing on, and what positions on the way there weigh, are kept: the same search in less time."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristic import HeuristicAgent
from exozoo.agents.mcts import MctsAgent
from exozoo.agents.search.ends import (
    PLACE,
    TRIES,
    digest_of,
    find_end,
    forget_ends,
    keep_end,
    name_of,
    place_of,
    recall,
    remember,
)
from exozoo.agents.search.forest import Forest
from exozoo.agents.search.records import SLOT
from exozoo.agents.search.walk import NOT_SWAYED
from exozoo.envs.core.codes import NONE

GAME = exozoo.load_game("gaia_project")


def positions(count: int, decisions: int) -> tuple[np.ndarray, np.ndarray]:
    """Positions of games between heuristics, a few decisions apart."""
    agent, batch = HeuristicAgent(GAME, seed=3), exozoo.Batch(GAME, count, seed=3, players=2)
    for _ in range(decisions):
        batch.step(agent.act(batch.states, batch.masks))
    return batch.states.copy(), batch.masks.copy()


@pytest.mark.compiled
@pytest.mark.parametrize(("decisions", "simulations"), [(40, 48), (90, 48), (60, 120)])
def test_a_search_that_keeps_ends_finds_the_same(decisions, simulations):
    states, masks = positions(3, decisions)
    keeping, playing = (MctsAgent(GAME, seed=5, simulations=simulations) for _ in range(2))
    nodes = playing._forest.room.trees.shape[1]
    playing._forest = Forest(GAME, 1, 1, nodes, 0)  # no room for any
    found, again = keeping.search(states, masks), playing.search(states, masks)
    assert (found.visits == again.visits).all()
    assert (found.means == again.means).all()
    assert (
        0 < keeping._forest.room.slots[0]["ends"] < simulations
    )  # else there would be as many as simulations


@pytest.mark.compiled
def test_names_depend_on_all_of_a_position_but_its_generator():
    states, _ = positions(1, 30)
    words = states.view(np.uint64).reshape(1, -1)
    digest = np.uint64(digest_of(words, 0))
    name = name_of(digest, False, NOT_SWAYED)
    assert name != name_of(digest, True, NOT_SWAYED)
    assert name != name_of(digest, False, np.uint64(3))
    states["rng"] += 1
    assert digest == digest_of(words, 0)
    names = {int(name)}
    for byte in range(states.dtype["rng"].itemsize, states.dtype.itemsize):
        states.view(np.uint8)[byte] ^= 1
        names.add(int(name_of(np.uint64(digest_of(words, 0)), False, NOT_SWAYED)))
        states.view(np.uint8)[byte] ^= 1
    assert len(names) == 1 + states.dtype.itemsize - states.dtype["rng"].itemsize


def test_what_a_position_weighs_is_recalled_action_by_action():
    slots, places, known = np.zeros(1, SLOT), np.zeros((1, 64), PLACE), np.zeros((1, 5))
    weights, out = np.array([1.0, 2.0, 3.0, 4.0]), np.zeros(4)
    few, all_four = np.array([1, 0, 0, 1], np.uint8), np.ones(4, np.uint8)
    first, second = np.uint64(11), np.uint64(12)
    assert not recall(slots, 0, places, known, first, few, out)
    remember(slots, 0, places, known, first, few, weights)
    assert recall(slots, 0, places, known, first, few, out)
    assert out.tolist() == [1.0, 0.0, 0.0, 4.0]
    remember(slots, 0, places, known, second, all_four, weights)  # for three of them there is room
    assert not recall(slots, 0, places, known, second, all_four, out)
    remember(slots, 0, places, known, second, few, -weights)
    assert recall(slots, 0, places, known, second, few, out)
    assert out.tolist() == [-1.0, 0.0, 0.0, -4.0]
    forget_ends(slots, 0, places)
    assert not recall(slots, 0, places, known, first, few, out)
    assert slots[0]["weights"] == 0


def test_an_end_is_known_only_if_it_comes_before_the_limit_of_turns():
    slots, places = np.zeros(1, SLOT), np.zeros((1, 64), PLACE)
    ends, work = np.zeros((1, 2), GAME.dtype), np.zeros(1, GAME.dtype)
    key = np.uint64(12345)
    assert find_end(slots, 0, places, key, 5) == NONE
    keep_end(slots, 0, places, ends, work, 0, 2, NONE)  # three turns later
    assert find_end(slots, 0, places, key, 4) != NONE
    assert find_end(slots, 0, places, key, 3) == NONE
    forget_ends(slots, 0, places)
    assert find_end(slots, 0, places, key, 4) == NONE
    assert slots[0]["ends"] == 0


def test_a_full_table_turns_positions_away():
    places = np.zeros((1, 64), PLACE)
    for number in range(TRIES):
        key = np.uint64(number + 1)
        places[0, place_of(places, 0, key)]["key"] = key
    assert place_of(places, 0, np.uint64(TRIES + 1)) == NONE
    assert place_of(places, 0, np.uint64(TRIES)) != NONE
