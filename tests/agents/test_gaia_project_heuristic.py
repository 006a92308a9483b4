"""The worths that the Gaia Project heuristic counts with."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristics.gaia_project import appraise
from exozoo.agents.heuristics.gaia_project.worth import AT_ONCE, INCOME, ROWS
from exozoo.agents.heuristics.table import read_weights, shipped_worth, weights_file, worth_table
from exozoo.envs.core.state import MAX_SEATS
from exozoo.envs.gaia_project.constants import CREDITS, KNOWLEDGE, NUM_ROUNDS, ORE, QIC

GAME = exozoo.load_game("gaia_project")
WORTH = shipped_worth(GAME, 0)  # later versions count goods by what else is in hand


def points_of(state: np.ndarray) -> np.ndarray:
    points = np.zeros(MAX_SEATS)
    appraise(state, WORTH, points)
    return points[:2]


@pytest.mark.parametrize("good", [CREDITS, ORE, KNOWLEDGE])
def test_resources_fall_to_the_third_of_a_point_that_they_score(good):
    assert WORTH[AT_ONCE + good, NUM_ROUNDS] == pytest.approx(1 / 3, abs=0.01)
    assert (np.diff(WORTH[AT_ONCE + good, 1:]) < 0).all()


def test_income_is_worth_what_its_goods_will_be_worth_and_nothing_in_the_last_round():
    weights = read_weights(GAME, weights_file(GAME, 0))
    weights[ROWS.index("income_ore")] = 1.0
    worth = worth_table(GAME, weights)
    assert worth[INCOME + ORE, 2] == pytest.approx(worth[AT_ONCE + ORE, 3:].sum())
    assert (WORTH[INCOME : INCOME + QIC + 1, NUM_ROUNDS] == 0).all()


def test_more_in_hand_is_worth_more_to_its_owner_alone():
    game = GAME
    state = game.new_state(seed=3, players=2)
    for _ in range(6):  # factions and starting structures
        game.step(state, game.legal_actions(state)[0])
    before = points_of(state)
    state["players"]["stock"][1, ORE] += 1
    after = points_of(state)
    assert after[0] == before[0]
    assert after[1] == pytest.approx(before[1] + WORTH[AT_ONCE + ORE, 1])


def test_after_the_last_pass_goods_count_as_they_score():
    worth = shipped_worth(GAME, 1)
    state = GAME.new_state(seed=3, players=2)
    for _ in range(6):
        GAME.step(state, GAME.legal_actions(state)[0])
    state["round_number"] = NUM_ROUNDS
    state["players"]["passed"][1] = 1
    points = np.zeros((2, MAX_SEATS))
    appraise(state, worth, points[0])
    state["players"]["stock"][1, ORE] += 3
    appraise(state, worth, points[1])
    assert points[1, 1] - points[0, 1] == pytest.approx(1.0)
