"""What the heuristic of Alien Frontiers reckons of cards, against plain enumeration."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristics.alien_frontiers.cards import fresh_worth, ships_needed
from exozoo.agents.heuristics.alien_frontiers.planet import best_move, best_swap
from exozoo.envs.alien_frontiers.constants import (
    MAIN,
    NUM_CARDS,
    NUM_FACES,
    NUM_TERRITORIES,
)
from exozoo.envs.alien_frontiers.rules.scoring import score_all
from exozoo.envs.core.codes import NONE

SHARE = 0.5
NO_BONUS = np.zeros(NUM_TERRITORIES)


def position(seed: int, players: int):
    """A game with colonies strewn over the planet."""
    state = exozoo.load_game("alien_frontiers").new_state(seed=seed, players=players)
    generator = np.random.default_rng(seed)
    state["colonies"][:, :players] = generator.integers(0, 3, (NUM_TERRITORIES, players))
    state["phase"] = MAIN
    score_all(state)
    return state


def lead(state, rival: int) -> float:
    score_all(state)
    return float(state["scores"][0]) - SHARE * float(state["scores"][rival])


def highest_rival(state) -> int:
    players = int(state["num_players"])
    return 1 + int(np.argmax(state["scores"][1:players]))


def move(state, origin: int, goal: int, owner: int) -> None:
    state["colonies"][origin, owner] -= 1
    state["colonies"][goal, owner] += 1


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_best_move_is_the_best_of_all(seed: int, players: int):
    state = position(seed, players)
    rival = highest_rival(state)
    now, best = lead(state, rival), -np.inf
    for owner in range(players):
        for origin in range(NUM_TERRITORIES):
            for goal in range(NUM_TERRITORIES):
                if origin != goal and state["colonies"][origin, owner]:
                    move(state, origin, goal, owner)
                    best = max(best, lead(state, rival) - now)
                    move(state, goal, origin, owner)
    score_all(state)
    assert best_move(state, 0, rival, SHARE, NO_BONUS, 0.0, 0.0) == pytest.approx(best)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_best_swap_is_the_best_with_an_own_colony(seed: int, players: int):
    state = position(seed, players)
    rival = highest_rival(state)
    now, best = lead(state, rival), -1.0
    for other in range(1, players):
        for own_place in range(NUM_TERRITORIES):
            for place in range(NUM_TERRITORIES):
                apart = own_place != place
                there = state["colonies"][own_place, 0] and state["colonies"][place, other]
                if apart and there:
                    move(state, own_place, place, 0)
                    move(state, place, own_place, other)
                    best = max(best, lead(state, rival) - now)
                    move(state, place, own_place, 0)
                    move(state, own_place, place, other)
    score_all(state)
    assert best_swap(state, 0, rival, SHARE, NO_BONUS, 0.0, 0.0) == pytest.approx(best)


def test_a_fresh_display_is_worth_the_mean_of_its_best_cards():
    state = position(1, 3)
    of_card = np.random.default_rng(2).integers(-2, 5, NUM_CARDS).astype(float)
    deck = state["deck"][: state["deck_size"]]
    best = [max(0.0, *of_card[list(three)]) for three in combinations(deck, 3)]
    assert fresh_worth(state, of_card) == pytest.approx(np.mean(best))


@pytest.mark.parametrize(
    ("values", "pips", "ships"),
    [
        ([6, 2], 8, 2),
        ([3, 3, 2], 8, 3),
        ([6, 5, 4], 2, 1),
        ([6], 8, NONE),
        ([], 0, NONE),
        ([1], 0, 1),
    ],
)
def test_the_fewest_ships_that_reach_a_tally(values: list[int], pips: int, ships: int):
    faces = np.bincount([value - 1 for value in values], minlength=NUM_FACES).astype(np.int64)
    assert ships_needed(faces, pips) == ships
